"""The traces of sides before and after: against the measure's own function, by simulation, and at the boundaries of the rule."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.mitigate.spaces import leaning_space
from weatherglass.arrays import Floats, Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.measure.published.gonen_goldberg import traces
from weatherglass.measure.result import Lacking
from weatherglass.mitigate.explicit import Change, Value
from weatherglass.mitigate.implicit import LEAST, Traced, _guessing, traced
from weatherglass.mitigate.methods.hard import Hard


def _rows(space: Embedding) -> Indices:
    return np.array([i for i, word in enumerate(space.words) if len(word) == 10 and word[0] == "q"], np.int64)


def _lean(space: Embedding, rows: Indices) -> Floats:
    found: Floats = unit(space.vectors[rows])[:, 0]
    return found


def test_traces_are_those_of_the_measure() -> None:
    before = leaning_space(lean=0.6, beside=0.4, filler=500)
    after = Hard().fit_transform(before, "en")
    rows = _rows(before)
    professions, rows = rows[:60], rows[40:]  # some professions are among the neutral words
    lean, theirs = _lean(before, rows), _lean(before, professions)
    found = traced(before, after, "axis", lean, rows, professions, theirs, 3)
    assert isinstance(found, Traced)
    fewest = min((lean > 0).sum(), (lean < 0).sum())
    settings = {"most": fewest, "pool": 2 * fewest, "train": 2 * (fewest // 5), "k": len(rows) // 10, "seed": 3}
    for space, when in ((before, "before"), (after, "after")):
        expected = traces(unit(space.vectors[rows]), lean, unit(space.vectors[professions]), theirs, settings)
        assert getattr(found.clusters, when).value == expected.clusters
        assert getattr(found.classifier, when).value == expected.classifier
        assert getattr(found.neighbours, when).value == pytest.approx(expected.neighbours, abs=1e-3)
        assert (found.clustered, found.trained, found.tested) == (
            expected.clustered,
            expected.trained,
            expected.tested,
        )
    assert found == traced(before, after, "axis", lean, rows, professions, theirs, 3)


def test_intervals_hold_their_values() -> None:
    before = leaning_space(lean=0.6, beside=0.4, filler=500)
    rows = _rows(before)
    found = traced(before, before, "axis", _lean(before, rows), rows, rows[:30], _lean(before, rows[:30]), 0)
    assert isinstance(found, Traced)
    for change in (found.clusters, found.classifier, found.neighbours):
        assert change.before == change.after
        value = change.before
        assert value.value is not None
        assert value.interval is not None
        assert value.interval.low <= value.value <= value.interval.high


@pytest.mark.parametrize("n", [200, 400, 1000])
def test_chance_is_exceeded_about_once_in_twenty(n: int) -> None:
    """Balanced sides against clusters of any sizes that know nothing of them, the better of two labelings."""
    rng = np.random.default_rng(n)
    sides = np.arange(n) < n // 2
    for share in (0.5, 0.35):
        right = np.array([((rng.permutation(n) < share * n) == sides).mean() for _ in range(4000)])
        exceeded = float((np.maximum(right, 1 - right) > _guessing(n, better_of_two=True)).mean())
        assert 0.02 < exceeded < 0.075
    alone = rng.binomial(n, 0.5, size=20_000) / n
    assert 0.03 < float((alone > _guessing(n)).mean()) < 0.065


def _seen(clusters: tuple[float | None, float | None], classifier: tuple[float | None, float | None]) -> Traced:
    changes = [Change(before=Value(value=one), after=Value(value=other)) for one, other in (clusters, classifier)]
    return Traced(
        by="she–he",
        clusters=changes[0],
        classifier=changes[1],
        neighbours=Change(before=Value(value=None), after=Value(value=None)),
        chance=_guessing(1000, better_of_two=True),
        clustered=1000,
        trained=1000,
        tested=4000,
    )


@pytest.mark.parametrize(
    ("clusters", "classifier", "stays"),
    [
        ((1.0, 0.75), (1.0, 0.5), True),
        ((1.0, 0.749), (1.0, 0.749), False),
        ((1.0, 0.5), (1.0, 0.75), True),
        ((0.9, 0.7), (0.9, 0.5), True),
        ((0.9, 0.69), (0.9, 0.69), False),
        # nothing was seen before, or no more than guessing sees after: nothing stays
        ((0.5, 0.5), (0.48, 0.5), False),
        ((0.52, 0.9), (0.5, 0.9), False),
        ((0.55, 0.53), (0.5, 0.5), False),
        ((None, None), (None, None), False),
        ((None, 0.9), (0.9, None), False),
    ],
)
def test_what_stays(
    clusters: tuple[float | None, float | None], classifier: tuple[float | None, float | None], stays: bool
) -> None:
    assert _seen(clusters, classifier).stays is stays


def test_too_few_words_are_lacking_with_the_count() -> None:
    space = leaning_space(lean=0.6, beside=0.4, filler=500)
    rows = _rows(space)
    lean = _lean(space, rows)
    order = np.argsort(lean)
    positive = rows[order][lean[order] > 0]
    negative = rows[order][lean[order] < 0]
    none: Indices = np.empty(0, np.int64)
    few = np.concatenate([negative[: LEAST - 1], positive])
    found = traced(space, space, "she–he", _lean(space, few), few, none, np.empty(0), 0)
    assert isinstance(found, Lacking)
    assert f"{LEAST - 1} neutral words lean to one of the sides of she–he; {LEAST} are needed" in found.skipped
    assert isinstance(traced(space, space, "she–he", np.empty(0), none, none, np.empty(0), 0), Lacking)
    enough = np.concatenate([negative[:LEAST], positive[:LEAST]])
    found = traced(space, space, "she–he", _lean(space, enough), enough, none, np.empty(0), 0)
    assert isinstance(found, Traced)
    assert (found.clustered, found.trained, found.tested) == (200, 40, 160)


def test_without_professions_the_rest_is_told() -> None:
    space = leaning_space(lean=0.6, beside=0.4, filler=500)
    rows = _rows(space)
    none: Indices = np.empty(0, np.int64)
    lean = _lean(space, rows)
    with_some = traced(space, space, "axis", lean, rows, rows[:20], lean[:20], 0)
    without = traced(space, space, "axis", lean, rows, none, np.empty(0), 0)
    assert isinstance(with_some, Traced)
    assert isinstance(without, Traced)
    assert without.neighbours.before.value is None
    assert "too few professions" in without.neighbours.before.reason
    assert replace(without, neighbours=with_some.neighbours) == with_some
    two = traced(space, space, "axis", lean, rows, rows[:2], lean[:2], 0)
    assert isinstance(two, Traced)
    assert two.neighbours.after.value is None
