"""Published effect sizes, on real vectors where they are at hand.

Kurpicz-Briki (2020), table 8, word2vec on Google News, printed with two decimals: WEAT5 0.72, WEAT6 1.88, WEAT7 0.99,
WEAT8 1.24. The vectors here are an excerpt of the same model; ddof = 1 meets the figures within 0.03.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.measure.measuring import BARE
from weatherglass.auditing import audit
from weatherglass.embedding.sample import sample_path
from weatherglass.measure.base import BATTERY
from weatherglass.measure.result import Result
from weatherglass.stats.permutation import Test


@pytest.mark.parametrize(
    ("query", "expected", "published"),
    [("en/weat5", 0.72, 0.72), ("en/weat6", 1.89, 1.88), ("en/weat7", 0.97, 0.99), ("en/weat8", 1.24, 1.24)],
)
def test_google_news(real_vectors: Path, query: str, expected: float, published: float) -> None:
    found = audit(real_vectors / "en-googlenews-13k-raw.bin", queries=[query], measures=["weat"])
    (result,) = found.results.measured
    assert result.value == pytest.approx(expected, abs=0.005)
    assert result.value == pytest.approx(published, abs=0.03)
    assert not result.coverage.missing


# Exact one-sided strict p on the same excerpt, and on 50,000 words of GloVe 6B (100 dimensions): of 12,870 partitions, so
# many separate better than the observed one. Caliskan et al. (2017) print 0.018 for WEAT7 on GloVe 840B, a normal
# approximation; the exact figure there is 201 of 12,870, 0.0156.
STRICT = {
    "en-googlenews-13k-raw.bin": {"en/weat6": 0, "en/weat7": 291, "en/weat8": 51},
    "en-glove6b-100d-50k.bin": {"en/weat6": 0, "en/weat7": 28, "en/weat8": 107},
}


@pytest.mark.parametrize("file", STRICT)
def test_exact_fractions(real_vectors: Path, file: str) -> None:
    found = audit(
        real_vectors / file, queries=list(STRICT[file]), measures=["weat"], test=Test(ties="strict"), scrutiny=BARE
    )
    for result in found.results.measured:
        assert result.p is not None
        assert (result.p.method, result.p.partitions) == ("exact", 12870)
        assert result.p.low == result.p.high == STRICT[file][result.query] / 12870


def test_25_and_25_words_are_counted_exactly_and_agree_with_sampling(real_vectors: Path) -> None:
    """Google News, WEAT5: 1.3e8 of 9.1e9 partitions of 18 + 18 words; WEAT1: 1.3e14 partitions of 25 + 25."""
    path, queries = real_vectors / "en-googlenews-13k-raw.bin", ["en/weat5", "en/weat1"]
    counted = audit(path, queries=queries, measures=["weat"], scrutiny=BARE).results.measured
    drawn = audit(
        path, queries=queries, measures=["weat"], test=Test(method="sampled", n=10_000_000), scrutiny=BARE
    ).results.measured
    for exact, sampled in zip(counted, drawn, strict=True):
        assert exact.p is not None
        assert sampled.p is not None
        assert exact.p.method == "exact"
        assert sampled.p.low <= exact.p.estimate <= sampled.p.high
    assert counted[0].p is not None
    assert counted[0].p.estimate == pytest.approx(129397260 / 9075135300, rel=1e-6)


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
    found = audit(language="en", scrutiny=BARE, test=Test(method="sampled", n=100))
    assert len(found.results.measured) == 12 * len(BATTERY)
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
