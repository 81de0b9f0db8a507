"""What is told while a command works: nothing at first, then a line for each tenth, with rate and remaining time."""

from __future__ import annotations

import time

import pytest

from weatherglass.cli.progress import Progress, lasting


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.04, "0.0 s"),
        (0.5, "0.5 s"),
        (1, "1 s"),
        (119, "119 s"),
        (120, "2 min"),
        (7199, "120 min"),
        (7200, "2 h"),
        (172_799, "48 h"),
        (172_800, "2 days"),
    ],
)
def test_times_are_as_exact_as_a_guess_may_be(seconds: float, text: str) -> None:
    assert lasting(seconds) == text


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What time it is, to be changed."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_lines_come_by_tenths_after_a_quiet_second(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """The rate is that since the phase was first heard of, at 200 MB: what was done before does not count."""
    with Progress({"cleaning": ("MB", 1e6)}) as progress:
        for seconds, done in ((0, 200), (0.9, 210), (2, 300), (3, 350), (4, 400), (5, 1000)):
            clock[0] = 100 + seconds
            progress("cleaning", done * 1_000_000, 1_000_000_000)
        progress("counting", 5, 10, said="2 to do")
    out, err = capsys.readouterr()
    assert err.splitlines() == [
        "cleaning: 30%, 50 MB/s, about 14 s left",
        "cleaning: 40%, 50 MB/s, about 12 s left",
        "cleaning: 100%, 160 MB/s",
        "counting: 50%, 2 to do",
    ]
    assert out == ""
