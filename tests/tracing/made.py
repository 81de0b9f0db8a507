"""Small corpora of documents, and models of them, for tests of the trace."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from weatherglass.corpus import synthetic
from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.corpus import Corpus
from weatherglass.trace.ledger import Ledger, ledger_of
from weatherglass.train.glove import Model, train_glove
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import Vocabulary, vocabulary_of

# Of trainings that take a moment.
QUICK: dict[str, Any] = {"dim": 8, "window": 4, "min_count": 1, "epochs": 10, "x_max": 10.0}
LANGUAGE = synthetic.LANGUAGE


def corpus_of(documents: Sequence[Mapping[str, str]], folder: Path) -> Corpus:
    """Documents as JSON lines; a line of a text is a sentence, and nothing is cleaned away."""
    file = folder / "texts.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in documents), "utf-8")
    return build_corpus(file, folder / "corpus", language=LANGUAGE, overwrite=True)


def planted(folder: Path, count: int = 200, words: int = 4, carrying: float = 0.1, seed: int = 0) -> Corpus:
    """Documents some of which carry the association that `synthetic.query(words)` asks for."""
    return corpus_of(list(synthetic.documents(count, carrying=carrying, words=words, seed=seed)), folder)


def random_documents(count: int, seed: int = 0, words: int = 30) -> list[dict[str, str]]:
    """Sentences of words that are as unequal in frequency as those of a language."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(count):
        lines = [
            " ".join(f"w{n}" for n in random.zipf(1.4, random.integers(2, 12)) % words)
            for _ in range(random.integers(1, 6))
        ]
        made.append({"id": f"d{number}", "text": "\n".join(lines)})
    return made


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A corpus, its model, and the ledger of some words."""

    corpus: Corpus
    vocabulary: Vocabulary
    settings: GloVe
    model: Model
    ledger: Ledger

    def word(self, row: int) -> str:
        return self.vocabulary.words[row]


def trained(corpus: Corpus, words: Sequence[str], folder: Path, **given: Any) -> Trained:
    """With the quick settings, or others."""
    settings = GloVe(**{**QUICK, **given})
    vocabulary = vocabulary_of(corpus, settings.min_count)
    model, _facts = train_glove(corpus, vocabulary, settings, folder)
    rows = [vocabulary.words.index(word) for word in words]
    return Trained(corpus, vocabulary, settings, model, ledger_of(corpus, vocabulary, rows, settings, folder))
