"""Published effect sizes, on real vectors where they are at hand.

Kurpicz-Briki (2020), table 8, word2vec on Google News, printed with two decimals: WEAT5 0.72, WEAT6 1.88, WEAT7 0.99,
WEAT8 1.24. The vectors here are an excerpt of the same model; ddof = 1 meets the figures within 0.03.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherglass.measure.audit import audit, sample_path
from weatherglass.measure.result import Result


@pytest.mark.parametrize(
    ("query", "expected", "published"),
    [("en/weat5", 0.72, 0.72), ("en/weat6", 1.89, 1.88), ("en/weat7", 0.97, 0.99), ("en/weat8", 1.24, 1.24)],
)
def test_google_news(real_vectors: Path, query: str, expected: float, published: float) -> None:
    found = audit(real_vectors / "en-googlenews-13k-raw.bin", queries=[query])
    (result,) = found.results.measured
    assert result.value == pytest.approx(expected, abs=0.005)
    assert result.value == pytest.approx(published, abs=0.03)
    assert not result.coverage.missing


# On the sample that ships: figures of our own, so that a change of any of them is noticed. Exact fractions.
SAMPLE = {"en/weat6": (1.718, 1 / 12870), "en/weat7": (1.281, 29 / 12870), "en/weat9": (1.295, 6 / 924)}


@pytest.mark.parametrize("query", SAMPLE)
def test_sample(query: str) -> None:
    outcome = audit(queries=[query]).results[query]
    assert isinstance(outcome, Result)
    assert outcome.p is not None
    assert outcome.value == pytest.approx(SAMPLE[query][0], abs=0.001)
    assert outcome.p.estimate == pytest.approx(SAMPLE[query][1], abs=1e-9)


def test_the_sample_is_small_and_complete() -> None:
    assert sample_path().stat().st_size <= 3_000_000
    found = audit(language="en")
    assert len(found.results.measured) == 12
    assert not [word for result in found.results for word in result.coverage.missing]


def test_the_sample_is_the_published_glove(real_vectors: Path) -> None:
    """Words and numbers agree with another copy of GloVe 6B up to 16-bit rounding."""
    import numpy as np

    from weatherglass.embedding.formats import read

    ours = read(sample_path())
    theirs = read(real_vectors / "en-glove6b-100d-50k.bin", ours.words)
    assert len(theirs) > 14_000
    difference = ours.subset(theirs.words).vectors - theirs.vectors
    assert float(np.abs(difference).max()) < 0.005
