"""p-values: counted, certified and sampled, beside scipy's permutation test and WEFE's."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.table import Row, duration, peak_memory, timed, told
from weatherglass.stats.permutation import PValue, Test, difference_of_means

Floats = NDArray[np.float64]
GIGABYTE = 1e9 / (1 << 20)  # in the unit of `peak_memory`
DIM = 100


def run(folder: Path) -> list[Row]:
    few, many, vectors = groups(8, 1.5, seed=1), groups(25, 1.0, seed=1), _vectors()
    their = peers.ask(
        folder,
        "permutation",
        {"x8": few[0], "y8": few[1], "x25": many[0], "y25": many[1], "vectors": vectors.astype(np.float32)},
    )
    return [
        _eight(few, their and their["exact"]),
        _from_vectors(vectors, their and their["wefe"]),
        *_twenty_five(many, their),
        *_certified(),
    ]


def groups(size: int, shift: float, seed: int) -> tuple[Floats, Floats]:
    """Two groups of scores; `shift` is the distance of their means in standard deviations."""
    rng = np.random.default_rng(seed)
    return rng.normal(shift, 1, size), rng.normal(0, 1, size)


def _vectors() -> Floats:
    return np.random.default_rng(0).normal(size=(32, DIM))


def _measured(times: int, x: Floats, y: Floats, test: Test) -> tuple[float, PValue]:
    """Warm: the first call loads what was compiled."""
    difference_of_means(x, y, test)
    return timed(times, lambda: difference_of_means(x, y, test))


def _row(what: str, ours: tuple[float, PValue], peer: dict[str, Any] | None, within: float) -> Row:
    """Judged by our time alone; the peer's time and p stand beside it."""
    seconds, p = ours
    ratio = f"{peer['seconds'] / seconds:.3g}" if peer else "nan"
    row = Row(
        what,
        f"{duration(seconds)}, p = {p.estimate:.3g}",
        f"{duration(peer['seconds'])}, p = {peer['p']:.3g}" if peer else "not available",
        f"{float(ratio):,g}×" if peer else "",
        f"≤ {within:g} s" if within >= 1 else f"≤ {within * 1000:g} ms",
        seconds <= within,
    )
    return told(row)


def _eight(few: tuple[Floats, Floats], their: dict[str, Any] | None) -> Row:
    ours = _measured(500, *few, Test(method="exact"))
    if their:
        assert their["partitions"] == ours[1].partitions
        assert math.isclose(their["p"], ours[1].estimate)
    return _row(f"8 + 8 words, exact ({ours[1].partitions:,} partitions); scipy exact too", ours, their, 1e-3)


def _from_vectors(vectors: Floats, their: dict[str, Any] | None) -> Row:
    """WEFE starts from vectors, and so do we here; it cannot count, so it samples."""

    def scores() -> tuple[Floats, Floats]:
        units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        similar = units[:16] @ units[16:].T
        each = similar[:, :8].mean(axis=1) - similar[:, 8:].mean(axis=1)
        return each[:8], each[8:]

    test = Test(method="exact")
    difference_of_means(*scores(), test)
    ours = timed(500, lambda: difference_of_means(*scores(), test))
    what = f"8 + 8 words from vectors, exact; WEFE samples {peers.FEW:,}"
    if not their:
        return _row(what, ours, None, 1e-3)
    x, y = scores()
    assert math.isclose(their["weat"], x.sum() - y.sum(), rel_tol=1e-4)  # the same question
    grew = their["seconds"] / their["short"]
    what += f" (its p from {peers.LONG}, its time scaled: {peers.LONG} took {grew:.1f} × as long as {peers.SHORT})"
    each = min(their["seconds"] / peers.LONG, their["short"] / peers.SHORT)  # in its favour
    return _row(what, ours, {**their, "seconds": each * peers.FEW}, 1e-3)


def _twenty_five(many: tuple[Floats, Floats], their: peers.Answers | None) -> list[Row]:
    exact = _measured(3, *many, Test(method="exact"))
    sampled = _measured(3, *many, Test(method="sampled", n=peers.MILLION))
    assert exact[1].method == "exact"
    few, million = (their["few"], their["million"]) if their else (None, None)
    return [
        _row(
            f"25 + 25, exact ({exact[1].partitions:.3g} partitions); scipy samples {peers.FEW:,}, not exact",
            exact,
            few,
            2,
        ),
        _memory("25 + 25, exact", "groups(25, 1.0, seed=1)", "exact"),
        _row(f"25 + 25, both sample {peers.MILLION:,} partitions", sampled, million, 2),
    ]


def _certified() -> list[Row]:
    """The smaller p, the wider its bounds, relative to it."""
    rows = []
    for size, shift, seed, narrow, within in ((32, 1.0, 2, 1e-3, 5), (32, 1.6, 0, 1e-3, 5), (100, 0.5, 2, 2e-2, 10)):
        seconds, p = _measured(3, *groups(size, shift, seed), Test(method="certified"))
        width = (p.high - p.low) / p.estimate
        rows.append(
            told(
                Row(
                    f"{size} + {size}, certified, p = {p.estimate:.3g}: time, relative width of the bounds",
                    f"{duration(seconds)}, {width:.1e}",
                    "",
                    "",
                    f"≤ {within} s, ≤ {narrow:g}",
                    seconds <= within and width <= narrow,
                )
            )
        )
    rows.append(_memory("32 + 32, certified", "groups(32, 1.6, seed=0)", "certified"))
    rows.append(_memory("100 + 100, certified", "groups(100, 0.5, seed=2)", "certified"))
    return rows


def _memory(what: str, scores: str, method: str) -> Row:
    code = (
        "from benchmarks.permutation import Test, difference_of_means, groups\n"
        f"difference_of_means(*{scores}, Test(method={method!r}))"
    )
    peak = peak_memory(code) / GIGABYTE
    return told(Row(f"memory of {what}", f"{peak:.2f} GB", "", "", "< 1.5 GB", peak < 1.5))
