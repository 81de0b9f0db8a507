"""Joining phrases, against the rule written out."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np

from weatherglass.corpus.build import build_corpus, build_from_words
from weatherglass.corpus.phrases import LEAST, THRESHOLD, join_phrases


def some_sentences() -> list[list[str]]:
    random = np.random.default_rng(0)
    made = []
    for _ in range(4_000):
        words = [f"w{n}" for n in random.integers(300, size=8)]
        if random.random() < 0.05:
            at = int(random.integers(7))
            words[at : at + 3] = ["new", "york", "city"] if random.random() < 0.5 else ["new", "york"]
        made.append(words)
    return made


def by_hand(sentences: list[list[str]]) -> list[list[str]]:
    """One pass: pairs that are frequent beyond chance become one word, from left to right."""
    single = Counter(word for sentence in sentences for word in sentence)
    double = Counter(pair for sentence in sentences for pair in pairwise(sentence))
    total = sum(single.values())
    chosen = {
        (a, b)
        for (a, b), n in double.items()
        if single[a] >= LEAST and single[b] >= LEAST and (n - LEAST) * total / single[a] / single[b] > THRESHOLD
    }
    joined = []
    for sentence in sentences:
        out, i = [], 0
        while i < len(sentence):
            if tuple(sentence[i : i + 2]) in chosen:
                out.append("_".join(sentence[i : i + 2]))
                i += 2
            else:
                out.append(sentence[i])
                i += 1
        joined.append(out)
    return joined


def test_pairs_are_joined_by_the_rule(tmp_path: Path) -> None:
    sentences = some_sentences()
    corpus = build_from_words(sentences, tmp_path / "corpus", language="en")
    (tmp_path / "joined").mkdir()
    joined = join_phrases(corpus, tmp_path / "joined", longest=2)
    expected = by_hand(sentences)
    assert [joined.sentence(n) for n in range(len(sentences))] == expected
    assert any("new_york" in sentence for sentence in expected)
    assert joined.facts.before == corpus.facts.before
    assert joined.facts.after.words == sum(map(len, expected))


def test_documents_stay_as_they_are(tmp_path: Path) -> None:
    """Whose sentences are whose, and what is known of them."""
    records = [{"text": "\n".join(["wir sehen new york"] * n), "source": f"s{n}"} for n in (9, 30, 2)]
    others = [{"text": f"{chr(97 + n % 26)}{chr(97 + n // 26)}{'x' * 9}\n" * 20, "date": "1998"} for n in range(600)]
    file = tmp_path / "texts.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records + others), "utf-8")
    plain, joined = (build_corpus(file, tmp_path / f"c{n}", language="en", ngrams=n) for n in (1, 2))
    assert joined.counts().words < plain.counts().words
    assert joined.document_numbers().tolist() == plain.document_numbers().tolist()
    assert joined.documents().equals(plain.documents())
    assert joined.documents()["source"].to_list()[:3] == ["s9", "s30", "s2"]


def test_three_words_take_two_passes_and_are_said_in_the_facts(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("\n".join(" ".join(sentence) for sentence in some_sentences()), "utf-8")
    corpus = build_corpus(file, tmp_path / "corpus", language="en", leave_out=["numbers"], ngrams=3)
    assert "new_york_city" in corpus.words
    assert "new_york" in corpus.words
    assert not any(word.count("_") > 2 for word in corpus.words)
    assert corpus.facts.ngrams == 3
    assert {path.name for path in tmp_path.iterdir()} == {"text.txt", "corpus"}
