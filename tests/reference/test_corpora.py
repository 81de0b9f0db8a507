"""Real corpora: what is documented of them is what comes out, and vectors trained on a part have learnt something."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherglass.corpus.build import build_corpus
from weatherglass.quality.quality import quality_of
from weatherglass.train.training import train_vectors

pytestmark = pytest.mark.real


@pytest.mark.parametrize(
    ("file", "language", "before", "after", "documents"),
    [
        ("germaparl.jsonl.xz", "de", 15_930_601, 15_531_838, 359),
        ("arabic-news.jsonl.xz", "ar", 11_581_892, 11_417_164, 36_000),
    ],
)
def test_texts_to_vectors(
    real_corpora: Path, tmp_path: Path, file: str, language: str, before: int, after: int, documents: int
) -> None:
    corpus = build_corpus(real_corpora / file, tmp_path / "corpus", language=language)
    assert corpus.facts.before.words == before
    assert (corpus.facts.after.words, corpus.facts.after.documents) == (after, documents)
    vectors = train_vectors(corpus.sample(0.3), "glove", out=tmp_path / "v.bin", epochs=8, min_count=20, threads=2)
    assert vectors.provenance is not None
    losses = vectors.provenance["losses"]
    assert losses == sorted(losses, reverse=True), "every epoch learns something"
    (found,) = quality_of(tmp_path / "v.bin", language=language).odd_one_out
    assert found.overall.accuracy is not None
    assert found.overall.accuracy > 0.4  # guessing reaches less than 0.2
