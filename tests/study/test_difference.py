"""The difference between two spaces: by hand, by brute force, and by simulation under no difference at all."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.study.spaces import query, space
from weatherglass.embedding.embedding import Embedding
from weatherglass.files.plain import from_plain, to_plain
from weatherglass.measure.base import get
from weatherglass.measure.inputs import Given, Inputs
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.permutation import Test
from weatherglass.study.difference import Difference, Measured, difference_between, exchange_p
from weatherglass.words.lookup import Match

PLAIN = Scrutiny(interval="none", baseline=0)
LOOSE = Match(min_words=1, min_coverage=0)


def measured(embedding: Embedding, n: int = 6, measure: str = "weat") -> Measured:
    asked = query(n)
    (result,) = run(embedding, asked, [measure], scrutiny=PLAIN, match=LOOSE, test=Test(seconds=0.1))
    inputs = Inputs(embedding, LOOSE, Given())
    found = inputs.prepare(get(measure), asked, inputs.look_up(asked)).vectors
    assert isinstance(result, Result)
    assert found is not None
    return Measured(result=result, vectors=found)


def between(one: Embedding, other: Embedding, n: int = 6, measure: str = "weat", resamples: int = 999) -> Difference:
    pair = (measured(each, n, measure) for each in (one, other))
    return difference_between(get(measure), *pair, test=Test(), level=0.95, resamples=resamples)


def test_the_difference_is_after_minus_before() -> None:
    one, other = space(0.1, name="weak"), space(0.8, name="strong")
    found = between(one, other)
    assert (found.before, found.after) == ("weak", "strong")
    values = [measured(each).result.value for each in (one, other)]
    assert found.value == pytest.approx((values[1] or 0) - (values[0] or 0))
    assert found.value is not None
    assert found.value > 0.3
    turned_round = between(other, one)
    assert turned_round.value == pytest.approx(-found.value)
    assert turned_round.p == found.p
    assert turned_round.interval is not None
    assert found.interval is not None
    assert (turned_round.interval.low, turned_round.interval.high) == pytest.approx(
        (-found.interval.high, -found.interval.low)
    )


def test_p_is_the_share_of_exchanges_by_brute_force() -> None:
    """Scores brought to mean 0 and spread 1 in each space, exchanged word by word in plain Python."""
    n = 4
    one, other = (measured(space(lean, n=n, seed=i, noise=0.5), n) for i, lean in enumerate((0.2, 0.4)))

    def d(scores: list[float]) -> float:
        x, y = scores[:n], scores[n:]
        return (float(np.mean(x)) - float(np.mean(y))) / float(np.std(scores, ddof=1))

    def level(each: Measured) -> list[float]:
        raw = np.array([word.score for word in each.result.words])
        return list((raw - raw.mean()) / raw.std())

    a, b = level(one), level(other)
    values = [
        round(
            d([x if swap else y for x, y, swap in zip(a, b, swaps, strict=True)])
            - d([y if swap else x for x, y, swap in zip(a, b, swaps, strict=True)]),
            6,
        )
        for swaps in product([False, True], repeat=2 * n)
    ]
    up, down = np.mean(np.array(values) >= values[0]), np.mean(np.array(values) <= values[0])
    found = exchange_p(get("weat"), one.result, other.result, Test())
    assert found is not None
    assert found.estimate == pytest.approx(min(1, 2 * min(up, down)))
    assert (found.alternative, found.partitions) == ("two-sided", 256)


def test_the_interval_resamples_the_same_words_in_both_spaces() -> None:
    """A space and a turned copy of it: every resample gives the same in both, so there is no width at all."""
    one = space(0.3)
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(one.dim, one.dim)))[0]
    other = Embedding.from_arrays(one.words, one.vectors @ turn, name="turned")
    found = between(one, other)
    assert found.interval is not None
    assert abs(found.interval.low) < 1e-5
    assert abs(found.interval.high) < 1e-5
    assert found.interval.method == "percentile bootstrap"
    assert found.p is not None
    assert found.p.estimate == 1.0  # what differs is rounding only, and rounding breaks no tie


def test_the_interval_by_hand() -> None:
    one, other = (measured(space(lean, seed=i, noise=0.5)) for i, lean in enumerate((0.2, 0.4)))
    rng = np.random.default_rng(0)
    values = []
    for _ in range(4000):
        rows = [rng.integers(6, size=6) for _ in range(4)]

        def d(each: Measured, rows: list[np.ndarray] = rows) -> float:
            sets = [s.vectors[r] for s, r in zip((*each.vectors.targets, *each.vectors.attributes), rows, strict=True)]
            x, y, a, b = (s / np.linalg.norm(s, axis=1, keepdims=True) for s in sets)
            scores = [(w @ a.T).mean(axis=1) - (w @ b.T).mean(axis=1) for w in (x, y)]
            return float((scores[0].mean() - scores[1].mean()) / np.concatenate(scores).std(ddof=1))

        values.append(d(other) - d(one))
    found = difference_between(get("weat"), one, other, test=Test(), level=0.95, resamples=9_999).interval
    assert found is not None
    spread = float(np.std(values))
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(values, [0.025, 0.975])), abs=0.15 * spread)


def test_the_scales_of_the_spaces_do_not_count() -> None:
    """All vectors of the second space share a large part: cosines are higher and spread less; d and p see none of it."""
    one = space(0.4, seed=1, noise=0.3)
    part = np.zeros((len(one.words), 1), np.float32) + 5.0
    alike = Embedding.from_arrays(one.words, np.hstack([one.vectors, part]), name="alike")
    scores = [np.array([word.score for word in measured(each).result.words]) for each in (one, alike)]
    assert scores[1].std() < 0.2 * scores[0].std()
    found = between(one, alike)
    assert found.p is not None
    assert found.p.estimate > 0.05


def test_other_words_make_no_pair() -> None:
    one, other = space(0.3), space(0.5)
    few = measured(other.subset(word for word in other.words if word != "xa0"))
    found = difference_between(get("weat"), measured(one), few, test=Test(), level=0.95, resamples=999)
    assert found.value is not None
    assert found.interval is None
    assert found.p is None
    assert "measured on different words" in found.no_interval == found.no_p


@pytest.mark.parametrize(("measure", "method"), [("ect", "jackknife"), ("mac", "jackknife"), ("km", "subsampling")])
def test_measures_without_groups_get_another_interval_and_no_p(measure: str, method: str) -> None:
    found = between(space(0.1, seed=1, noise=0.7), space(0.3, seed=2, noise=0.7), measure=measure)
    assert found.interval is not None
    assert found.interval.method == method
    assert found.interval.low <= (found.value or 0) <= found.interval.high
    assert found.no_interval == ""
    assert found.p is None
    assert found.no_p == f"{measure} is no function of two groups of association scores that could be exchanged"


def test_the_jackknife_leaves_the_same_word_out_in_both() -> None:
    one, other = (measured(space(lean, seed=i, noise=0.5), measure="mac") for i, lean in enumerate((0.2, 0.4)))
    found = difference_between(get("mac"), one, other, test=Test(), level=0.95, resamples=999).interval
    assert found is not None

    def mac(each: Measured, gone: tuple[int, int]) -> float:
        sets = [
            np.delete(s.vectors, gone[1], axis=0) if which == gone[0] else s.vectors
            for which, s in enumerate((*each.vectors.targets, *each.vectors.attributes))
        ]
        x, y, a, b = (s / np.linalg.norm(s, axis=1, keepdims=True) for s in sets)
        near = np.concatenate([((w @ a.T).mean(axis=1) + (w @ b.T).mean(axis=1)) / 2 for w in (x, y)])
        return float((1 - near).mean())

    variance = 0.0
    for which in range(4):
        values = np.array([mac(other, (which, i)) - mac(one, (which, i)) for i in range(6)])
        variance += 5 / 6 * float(((values - values.mean()) ** 2).sum())
    assert (found.high - found.low) / 2 == pytest.approx(1.959964 * np.sqrt(variance), rel=1e-6)


def test_what_has_no_value_or_no_interval_says_why() -> None:
    one, other = space(0.1), space(0.3)
    words = between(one, other, measure="word-association")
    assert words.value is None
    assert words.no_value == "word-association scores single words and has no value of its own"
    trained = between(one, other, measure="rnsb")
    assert trained.interval is None
    assert trained.no_interval == "resampling the words does not tell how the value of rnsb varies"
    single = difference_between(
        get("mac"), measured(space(0.1, n=1), 1, "mac"), measured(space(0.3, n=1), 1, "mac"), test=Test(), level=0.95, resamples=999
    )  # fmt: skip
    assert single.interval is None
    assert "a set has one word only" in single.no_interval


def test_it_survives_json() -> None:
    found = between(space(0.1), space(0.3, seed=1, noise=0.5))
    assert from_plain(Difference, to_plain(found)) == found


@pytest.mark.parametrize("scale", [0.0, 1.0])
def test_without_a_true_difference_p_is_uniform_and_the_interval_covers_zero(scale: float) -> None:
    """Two noisy copies of one space, 6 + 6 words of a population, 200 times; in the second case on another scale.

    Expected: p below 0.2 and 0.5 in 20 and 50 %, the interval around 0 in 95 %. Simulated with more runs and other sizes, p ≤ 0.05 comes up
    in 3 to 10 % and the interval covers 92 to 96 %. Tolerance: three standard errors of a share over 200 runs (9 points at
    20 %, 11 at 50 %, 5 at 95 %), and 3 points more for what is known.
    """
    rng = np.random.default_rng(12)
    small: list[float] = []
    covered = []
    n, dim, runs = 6, 20, 200
    words = [f"{side}{i}" for side in ("xa", "ya", "aa", "ba") for i in range(n)]
    lean = np.repeat([0.2, -0.2, 1.0, -1.0], n)[:, None] * np.eye(dim)[0]
    for _ in range(runs):
        true = rng.normal(size=(4 * n, dim)) / np.sqrt(dim) + lean
        pair = [true + 0.7 * rng.normal(size=true.shape) / np.sqrt(dim) for _ in range(2)]
        pair[1] = pair[1] + scale * np.eye(dim)[1]
        one, other = (Embedding.from_arrays(words, each) for each in pair)
        found = between(one, other, resamples=299)
        assert found.p is not None
        assert found.interval is not None
        small.append(found.p.estimate)
        covered.append(found.interval.low <= 0 <= found.interval.high)
    shares = [float(np.mean(np.array(small) <= level)) for level in (0.05, 0.2, 0.5)]
    assert 0.01 <= shares[0] <= 0.13
    assert shares[1] == pytest.approx(0.2, abs=0.12)
    assert shares[2] == pytest.approx(0.5, abs=0.14)
    assert 0.87 <= float(np.mean(covered)) <= 1.0
