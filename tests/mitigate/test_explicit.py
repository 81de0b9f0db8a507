"""What a test shows before and after: its numbers by loops, its intervals by simulation, and the neighbourhoods by brute force."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.mitigate.spaces import ARTS, FEMALE, MALE, SUMS, leaning_space, sums_and_arts
from tests.spaces import Floats, toy_query
from weatherglass.arrays import Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read, write
from weatherglass.mitigate import explicit
from weatherglass.mitigate.explicit import Around
from weatherglass.mitigate.methods.hard import Hard
from weatherglass.stats.intervals import percentile
from weatherglass.words.lookup import Match, Vectors, lookup
from weatherglass.words.query import Query

OWN = SUMS + ARTS + MALE + FEMALE
SHORT = {"male": ["man", "boy", "he", "son"], "female": ["woman", "girl", "she", "daughter"]}


@cache
def _spaces() -> tuple[Embedding, Embedding]:
    before = leaning_space(lean=0.6, beside=0.4, filler=300)
    return before, Hard().fit_transform(before, "en")


def _filler(space: Embedding) -> Indices:
    return np.array([i for i, word in enumerate(space.words) if word.startswith("q") and len(word) == 10], np.int64)


def _tested(query: Query | None = None, candidates: Indices | None = None, seed: int = 0) -> explicit.Tested:
    before, after = _spaces()
    rows = _filler(before) if candidates is None else candidates
    found, lacking = explicit.tested(
        before, after, [query or sums_and_arts()], frozenset({"she", "he"}), rows, Match(), seed
    )
    assert not lacking
    return found[0]


def _cosine(space: Embedding, one: str, other: str) -> float:
    a, b = space[one].astype(np.float64), space[other].astype(np.float64)
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def _scores(space: Embedding, words: tuple[str, ...]) -> Floats:
    return np.array(
        [
            np.mean([_cosine(space, word, a) for a in MALE]) - np.mean([_cosine(space, word, b) for b in FEMALE])
            for word in words
        ]
    )


def test_differences_and_effect_sizes_by_loops() -> None:
    before, after = _spaces()
    found = _tested()
    x, y = _scores(before, SUMS), _scores(before, ARTS)
    new_x, new_y = _scores(after, SUMS), _scores(after, ARTS)
    was, now = x.mean() - y.mean(), new_x.mean() - new_y.mean()
    assert found.difference.before.value == pytest.approx(was, abs=1e-9)
    assert found.difference.after.value == pytest.approx(now, abs=1e-9)
    spread = np.concatenate([x, y]).std(ddof=1)
    assert found.d.before.value == pytest.approx(was / spread, abs=1e-8)
    assert found.d.after.value == pytest.approx(now / np.concatenate([new_x, new_y]).std(ddof=1), abs=1e-6)
    assert found.d_before == pytest.approx(now / spread, abs=1e-8)
    assert found.fall.value == pytest.approx((was - now) * np.sign(was), abs=1e-9)
    assert found.difference.left == pytest.approx(now / was, abs=1e-8)


def test_intervals_are_those_of_the_same_draws_in_both_spaces() -> None:
    """The words that are drawn, drawn here word by word as numpy's generator gives them."""
    spaces = _spaces()
    rng = np.random.default_rng(5)
    drawn = [rng.integers(8, size=(2000, 8)) for _ in range(2)]
    differences = []
    for space in spaces:
        x, y = _scores(space, SUMS), _scores(space, ARTS)
        differences.append(x[drawn[0]].mean(axis=1) - y[drawn[1]].mean(axis=1))
    found = _tested(seed=5)
    sign = np.sign(found.difference.before.value or 0)
    for value, draws in (
        (found.difference.before, differences[0]),
        (found.difference.after, differences[1]),
        (found.fall, (differences[0] - differences[1]) * sign),
    ):
        expected = percentile(draws, 0.95)
        assert value.interval is not None
        assert expected is not None
        assert value.interval.low == pytest.approx(expected.low, abs=1e-8)
        assert value.interval.high == pytest.approx(expected.high, abs=1e-8)
        assert value.value is not None
        assert value.interval.low <= value.value <= value.interval.high
    assert found == _tested(seed=5)
    assert found.fall != _tested(seed=6).fall


def test_the_interval_of_the_difference_covers_the_population_of_target_words() -> None:
    """Given the attribute words. The percentile interval of 12 + 12 words is known to fall short of 95 % a little."""
    rng = np.random.default_rng(1)
    held = 0
    for trial in range(300):
        x, y = rng.normal(0.1, 0.2, size=12), rng.normal(0.0, 0.3, size=12)
        interval = percentile(explicit._redrawn(np.concatenate([x, y]), [12, 12], trial), 0.95)
        assert interval is not None
        held += interval.low <= 0.1 <= interval.high
    assert 0.87 < held / 300 < 0.98


def _vectors(space: Embedding) -> Vectors:
    found = lookup(space, sums_and_arts(), Match()).vectors
    assert found is not None
    return found


def _lean_by_brute_force(before: Embedding, space: Embedding, word: str, candidates: list[str], k: int) -> float:
    near = sorted((c for c in candidates if c not in OWN), key=lambda other: -_cosine(space, word, other))[:k]
    return float(_scores(before, tuple(near)).mean())


def test_neighbours_are_found_by_brute_force() -> None:
    before, after = _spaces()
    # own words among the candidates: they must not count
    candidates = np.concatenate([_filler(before), [before.index[word] for word in OWN]])
    around = Around.of(before, after, candidates, SUMS + ARTS, len(OWN))
    found = around.lean(_vectors(before))
    assert not isinstance(found, str)
    words = [before.words[row] for row in candidates]
    for space, lean in zip((before, after), found, strict=True):
        for i, word in enumerate((*SUMS, *ARTS)):
            if i % 4 == 0:
                assert lean[i] == pytest.approx(_lean_by_brute_force(before, space, word, words, 30), abs=1e-6)


def test_own_words_never_count_as_neighbours() -> None:
    before, _ = _spaces()
    filler = _filler(before)
    with_own = np.concatenate([[before.index[word] for word in OWN], filler])
    without, beside = _tested(candidates=filler), _tested(candidates=with_own)
    assert without.neighbours == beside.neighbours


@pytest.mark.parametrize("n", [0, 1, 5, explicit.LEAST_CANDIDATES - 1])
def test_few_candidates_are_no_neighbourhood(n: int) -> None:
    before, _ = _spaces()
    found = _tested(candidates=_filler(before)[:n])
    for value in (found.neighbours.before, found.neighbours.after):
        assert value.value is None
        assert value.interval is None
        assert value.reason.startswith(f"{n} neutral words are too few")
    assert found.verdict in ("reduced", "unchanged")
    enough = _tested(candidates=_filler(before)[: explicit.LEAST_CANDIDATES])
    assert enough.neighbours.before.value is not None


def test_words_that_were_fitted_on_and_words_that_are_missing_are_named() -> None:
    found = _tested(sums_and_arts(targets={"sums": [*SUMS, "zzz"], "arts": list(ARTS)}))
    assert found.fitted_on == ("he", "she")
    assert found.missing == ("zzz",)
    assert found.words == len(OWN)


def test_what_cannot_be_tested_has_a_reason() -> None:
    before, after = _spaces()
    absent = sums_and_arts(name="absent", targets={"x": ["aa", "bb", "cc", "dd"], "y": list(ARTS)})
    single = sums_and_arts(name="single", targets={"arts": list(ARTS)})
    found, lacking = explicit.tested(
        before, after, [absent, single, toy_query()], frozenset(), _filler(before), Match(), 0
    )
    assert found == ()
    assert set(lacking) == {"en/absent", "en/single", "en/toy"}
    assert "too few words: x: 0 of 4" in lacking["en/absent"]
    assert "two sets of target words" in lacking["en/single"]
    assert explicit.tested(before, after, [], frozenset(), _filler(before), Match(), 0) == ((), {})


@pytest.mark.parametrize("suffix", ["", ".bin", ".txt"])
def test_scores_without_variation_after_equalising_have_no_d(tmp_path: Path, suffix: str) -> None:
    """All attribute words are equalised: every target word is equally near to both sides, up to 32 bits; also through a file."""
    before, after = _spaces()
    if suffix:
        write(after, tmp_path / f"vectors{suffix}")
        after = read(tmp_path / f"vectors{suffix}")
    query = sums_and_arts(attributes=SHORT)
    found, _ = explicit.tested(before, after, [query], frozenset(), _filler(before), Match(), 0)
    (test,) = found
    assert test.d.before.value is not None
    assert test.d.after.value is None
    assert "no variation" in test.d.after.reason
    assert test.difference.after.value == pytest.approx(0, abs=1e-6)
    assert test.d_before == pytest.approx(0, abs=1e-5)
    assert test.verdict in ("reduced", "hidden")
    # what is rounding before and after is no difference, in whichever direction it points
    (again,) = explicit.tested(after, after, [query], frozenset(), _filler(before), Match(), 0)[0]
    assert again.verdict is None
    assert again.fall.value is None
    assert again.fall.interval is None
    assert again.fall.reason == "there was no difference before"
    assert again.d_before is None
