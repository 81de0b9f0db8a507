"""Small corpora of documents under a data folder, for tests of traces on the page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.store import MANIFEST, fingerprint
from weatherglass.corpus.synthetic import LANGUAGE, documents, query
from weatherglass.words import packs
from weatherglass.words.query import Query

WORDS = 4  # of each set of the test
PLANTED: Query = query(WORDS)
# Of a trace that takes a moment.
QUICK: dict[str, Any] = {"dim": 10, "window": 5, "min_count": 1, "epochs": 8, "x_max": 10.0, "models": 2}


def planted_corpus(folder: Path) -> Path:
    """Documents some of which carry the association that PLANTED asks for."""
    return _built(folder, list(documents(200, carrying=0.1, words=WORDS)), LANGUAGE)


def spoken_corpus(folder: Path, name: str, count: int = 60) -> Path:
    """Documents with the words of a test that ships, such as ar/weat7, in its language."""
    test = packs.catalogue()[name]
    random = np.random.default_rng(0)
    sets = [[forms[0] for forms in each.words] for each in (*test.targets, *test.attributes)]
    made = []
    for number in range(count):
        lines = []
        for k in range(6):
            side = k % 2
            words = [
                *random.choice(sets[side], 3),
                *random.choice(sets[2 + side], 3),
                *random.choice(sets[3 - side], 1),
            ]
            random.shuffle(words)
            lines.append(" ".join(words))
        made.append({"id": f"d{number}", "paper": ("A", "B")[number % 2], "text": "\n".join(lines)})
    return _built(folder, made, test.language)


def _built(folder: Path, made: Sequence[Mapping[str, str]], language: str) -> Path:
    folder.parent.mkdir(parents=True, exist_ok=True)
    texts = folder.with_name("texts.jsonl")
    texts.write_text("".join(json.dumps(each) + "\n" for each in made), "utf-8")
    build_corpus(texts, folder, language=language, overwrite=True)
    texts.unlink()
    return folder


def reworded(corpus: Path, words: Mapping[str, str]) -> Path:
    """The corpus with other words in place of these, which cleaning would not have let through; whole, with its own fingerprint."""
    file = corpus / "words.txt"
    lines = [words.get(word, word) for word in file.read_text("utf-8").split("\n")]
    file.write_bytes("\n".join(lines).encode())
    manifest = json.loads((corpus / MANIFEST).read_text("utf-8"))
    (corpus / MANIFEST).write_text(json.dumps(manifest | {"sha256": fingerprint(corpus)}), "utf-8")
    return corpus
