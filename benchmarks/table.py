"""Timing, and the table the benchmarks print."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
NO_BREAK = "\u00a0"  # between what stays on one line in a narrow column


@dataclass(frozen=True)
class Row:
    """One line: what was measured, ours, the peer's, and the target it must reach; without one it is only reported."""

    what: str
    ours: str
    peer: str
    ratio: str
    target: str
    reached: bool


def best_of(times: int, work: Callable[[], object]) -> float:
    """Shortest of several runs, in seconds: on a noisy machine the least disturbed one."""
    durations = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        durations.append(time.perf_counter() - began)
    return min(durations)


def timed(times: int, work: Callable[[], T]) -> tuple[float, T]:
    """Like `best_of`, with what the last run returned."""
    results: list[T] = []
    return best_of(times, lambda: results.append(work())), results[-1]


def against(what: str, ours: float, peer: float, target: float) -> Row:
    """A row that says how many times faster we are."""
    ratio = peer / ours
    print(f"{what}: {ours:.3f} s against {peer:.3f} s, {ratio:.1f}x", file=sys.stderr, flush=True)
    return Row(what, f"{ours:.3f} s", f"{peer:.3f} s", f"{ratio:.1f}×", f"≥ {target:g}×", ratio >= target)


def told(row: Row) -> Row:
    """The row, said at once: some take long."""
    print(f"{row.what}: {row.ours}" + f" against {row.peer}" * bool(row.peer), file=sys.stderr, flush=True)
    return row


def duration(seconds: float) -> str:
    text = f"{seconds * 1000:.3g} ms" if seconds < 0.1 else f"{seconds:.2f} s" if seconds < 60 else f"{seconds:.0f} s"
    return text.replace(" ", NO_BREAK)


def peak_memory(code: str) -> float:
    """Peak resident memory of a fresh Python that runs `code`, in MB."""
    # Not ru_maxrss, which a child inherits from a large parent.
    tail = "\nprint(next(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')))"
    done = subprocess.run([sys.executable, "-c", code + tail], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1]) / 1024


def markdown(rows: list[Row]) -> str:
    lines = ["| what | Weatherglass | peer | ratio | target | reached |", "|---|---:|---:|---:|---:|---|"]
    for r in rows:
        reached = ("yes" if r.reached else "no") if r.target else ""
        lines.append(f"| {r.what} | {r.ours} | {r.peer} | {r.ratio} | {r.target} | {reached} |")
    return "\n".join(lines)
