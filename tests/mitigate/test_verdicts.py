"""The verdict on a test: every rule at its boundary, and the four outcomes from end to end in spaces where they are planted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mitigate.spaces import ARTS, SUMS, leaning_space, sums_and_arts, with_axis
from weatherglass.mitigate.account import Account, account_of
from weatherglass.mitigate.explicit import CHANGED, HIDDEN, REVERSED, Change, Value, verdict_of
from weatherglass.mitigate.implicit import Traced
from weatherglass.mitigate.methods.hard import Hard
from weatherglass.stats.intervals import Interval

TINY = 1e-6


def _value(value: float | None, low: float | None = None, high: float | None = None, reason: str = "") -> Value:
    if low is None or high is None:
        return Value(value=value, reason=reason)
    interval = Interval(low=low, high=high, level=0.95, method="percentile bootstrap", resamples=2000)
    return Value(value=value, interval=interval, reason=reason)


def _clear(value: float) -> Value:
    ends = sorted((0.5 * value, 1.5 * value))
    return _value(value, ends[0], ends[1])


def _unclear(value: float) -> Value:
    return _value(value, value - 2 * abs(value) - 0.01, value + 2 * abs(value) + 0.01)


def _changed(left: float, *, before: float = 0.1, clear_after: bool = True) -> Change:
    after = left * before
    return Change(before=_clear(before), after=_clear(after) if clear_after else _unclear(after))


NONE_BEFORE = Change(before=_unclear(0.01), after=_unclear(0.01))
KEPT = _changed(1.0)
GONE = _changed(0.0, clear_after=False)
FALL = _clear(0.05)


@pytest.mark.parametrize(
    ("difference", "fall", "neighbours", "verdict", "why"),
    [
        (_changed(0.1), FALL, GONE, "reduced", "neighbours-changed"),
        (_changed(0.1), FALL, KEPT, "hidden", "neighbours-stay"),
        (_changed(0.1, before=-0.1), FALL, KEPT, "hidden", "neighbours-stay"),
        (_changed(0.1), FALL, NONE_BEFORE, "reduced", "neighbours-unseen"),
        (_changed(-0.1), FALL, GONE, "reduced", "neighbours-changed"),
        # the share that must be gone
        (_changed(1 - CHANGED - TINY), FALL, GONE, "reduced", "neighbours-changed"),
        (_changed(1 - CHANGED + TINY), FALL, GONE, "unchanged", "as-before"),
        (_changed(1.0), _unclear(0.0), KEPT, "unchanged", "as-before"),
        # a fall that is not clear, whatever its size
        (_changed(0.3), _unclear(0.07), GONE, "unchanged", "within-chance"),
        (_changed(0.3), _value(0.07), GONE, "unchanged", "within-chance"),
        # grown, clearly or not
        (_changed(1 + CHANGED + TINY), _clear(-0.03), KEPT, "unchanged", "grown"),
        (_changed(1 + CHANGED + TINY), _unclear(-0.03), KEPT, "unchanged", "as-before"),
        (_changed(1 + CHANGED - TINY), _clear(-0.02), KEPT, "unchanged", "as-before"),
        # the other sign
        (_changed(-REVERSED - TINY), FALL, GONE, "reversed", "turned"),
        (_changed(-REVERSED + TINY), FALL, GONE, "reduced", "neighbours-changed"),
        (_changed(-3.0), FALL, GONE, "reversed", "turned"),
        (_changed(-0.9, clear_after=False), FALL, GONE, None, "turned-unclearly"),
        (_changed(-0.6, clear_after=False), FALL, GONE, None, "turned-unclearly"),
        # nothing there before
        (Change(before=_unclear(0.1), after=_clear(0.01)), FALL, GONE, None, "none-before"),
        (Change(before=_value(0.1), after=_clear(0.01)), FALL, GONE, None, "none-before"),
        (Change(before=_value(None), after=_clear(0.01)), FALL, GONE, None, "none-before"),
        (Change(before=_clear(1e-9), after=_clear(-1e-9)), FALL, GONE, None, "none-before"),
    ],
)
def test_every_rule(difference: Change, fall: Value, neighbours: Change, verdict: str | None, why: str) -> None:
    assert verdict_of(difference, fall, neighbours) == (verdict, why)


def test_hidden_is_judged_by_the_share_that_is_gone_from_the_neighbourhoods() -> None:
    gone = 0.8
    boundary = 1 - HIDDEN * gone  # what may be left of the neighbourhoods
    assert verdict_of(_changed(1 - gone), FALL, _changed(boundary - TINY))[0] == "reduced"
    assert verdict_of(_changed(1 - gone), FALL, _changed(boundary + TINY))[0] == "hidden"


def test_an_interval_that_touches_zero_is_not_clear() -> None:
    assert verdict_of(Change(before=_value(0.1, 0.0, 0.2), after=_clear(0.01)), FALL, GONE)[0] is None
    assert verdict_of(Change(before=_value(-0.1, -0.2, 0.0), after=_clear(0.01)), FALL, GONE)[0] is None


def test_neighbourhoods_that_could_not_be_seen_are_said_to_be_so() -> None:
    lacking = Change(
        before=_value(None, reason="3 words are too few"), after=_value(None, reason="3 words are too few")
    )
    assert verdict_of(_changed(0.1), FALL, lacking) == ("reduced", "neighbours-unseen")


def _account(beside: float, **given: Any) -> Account:
    space = leaning_space(lean=given.pop("lean", 0.8), beside=beside)
    method = Hard().fit(space, "en")
    return account_of(method, space, queries=[sums_and_arts()], **given)


def test_a_direction_alone_is_reduced() -> None:
    found = _account(0.0)
    test = found.tests[0]
    assert test.verdict == "reduced"
    assert test.reason == "neighbours-changed"
    assert test.difference.before.value is not None
    assert test.difference.before.value > 0.2
    assert abs(test.difference.after.value or 0) < 0.05
    assert test.neighbours.left is not None
    assert test.neighbours.left < 0.3
    first = found.traces[0]
    assert isinstance(first, Traced)
    assert first.clusters.before.value is not None
    assert first.clusters.before.value > 0.95
    assert not first.stays


def test_what_neighbours_still_know_is_hidden() -> None:
    """Words of one side also share another axis, as Gonen & Goldberg (2019) found: taking the direction leaves them together."""
    found = _account(0.8)
    test = found.tests[0]
    assert test.verdict == "hidden"
    assert abs(test.difference.left or 0) < 0.2
    assert test.neighbours.left is not None
    assert test.neighbours.left > 0.9
    for look in found.traces:
        assert isinstance(look, Traced)
        assert look.stays
        assert look.clusters.after.value is not None
        assert look.clusters.after.value > 0.9
        assert look.classifier.after.value is not None
        assert look.classifier.after.value > 0.95


def test_nothing_done_is_unchanged() -> None:
    space = leaning_space(lean=0.8, beside=0.8)
    found = _account(0.8, after=space)
    test = found.tests[0]
    assert test.verdict == "unchanged"
    assert test.difference.before == test.difference.after
    assert test.neighbours.before == test.neighbours.after
    assert test.d.before == test.d.after
    assert test.fall.value == 0
    assert found.utility.still == len(space)
    assert found.utility.overlap.value == 1


def test_a_turned_sign_is_reversed() -> None:
    space = leaning_space(lean=0.8, beside=0.0)
    found = _account(0.0, after=with_axis(space, SUMS + ARTS, -1.0))
    assert found.tests[0].verdict == "reversed"
    assert found.tests[0].difference.left == pytest.approx(-1, abs=0.1)


def test_a_difference_that_grows_is_not_reduced() -> None:
    space = leaning_space(lean=0.4, beside=0.0)
    found = _account(0.0, lean=0.4, after=with_axis(space, SUMS + ARTS, 3.0))
    assert found.tests[0].verdict == "unchanged"
    assert found.tests[0].reason == "grown"
    assert (found.tests[0].fall.value or 0) < 0


def test_without_a_difference_before_there_is_no_verdict() -> None:
    found = _account(0.0, lean=0.0)
    assert found.tests[0].verdict is None
    assert found.tests[0].reason == "none-before"
