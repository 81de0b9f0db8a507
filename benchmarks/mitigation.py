"""Mitigation of 100,000 words: hard against WEFE's, with the same result; soft by itself; a file of millions of rows in little memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks import peers
from benchmarks.measures import clustered
from benchmarks.table import Row, against, best_of, duration, told
from weatherglass.arrays import Singles
from weatherglass.embedding.embedding import Embedding
from weatherglass.mitigate.base import mitigation
from weatherglass.mitigate.roles import Roles
from weatherglass.words.query import PairSet

WORDS, DIM = 100_000, 300
PAIRS, EQUAL, SPECIFIC = 10, 40, 200
SAME = 1e-5
MOST_HARD, MOST_SOFT = 3.0, 30.0  # seconds


def run(folder: Path) -> list[Row]:
    embedding, roles = _made_up()
    new = mitigation("hard").fit_transform(embedding, roles)
    hard = best_of(7, lambda: mitigation("hard").fit_transform(embedding, roles))
    soft = best_of(3, lambda: mitigation("soft").fit_transform(embedding, roles))
    rows = [
        _within(f"hard mitigation of {WORDS:,} × {DIM} in memory", hard, MOST_HARD),
        _within(f"soft mitigation of {WORDS:,} × {DIM} in memory", soft, MOST_SOFT),
    ]
    looked_at = np.concatenate([np.arange(2 * (PAIRS + EQUAL)), np.arange(1000, 1200)])
    data: peers.Arrays = {
        "vectors": embedding.vectors,
        "pairs": np.arange(2 * PAIRS).reshape(-1, 2),
        "equal": np.arange(2 * PAIRS, 2 * (PAIRS + EQUAL)).reshape(-1, 2),
        "specific": np.arange(SPECIFIC),
        "looked_at": looked_at,
    }
    theirs = peers.ask(folder, "mitigation", data)
    if theirs is None:
        return rows
    largest = float(np.abs(new.vectors[looked_at] - np.array(theirs["hard"]["vectors"])).max())
    return [
        *rows,
        against(f"hard mitigation of {WORDS:,} × {DIM}; WEFE’s HardDebias", hard, theirs["hard"]["seconds"], 20.0),
        told(
            Row(
                f"hard mitigation: largest difference from WEFE’s vectors, {len(looked_at)} words",
                f"{largest:.1e}",
                "",
                "",
                f"≤ {SAME:g}",
                largest <= SAME,
            )
        ),
    ]


def _within(what: str, seconds: float, most: float) -> Row:
    return told(Row(what, duration(seconds), "", "", f"≤ {most:g} s", seconds <= most))


def _made_up() -> tuple[Embedding, Roles]:
    """Vectors of length one in which the words of the first pairs differ along one direction."""
    vectors: Singles = clustered(WORDS, DIM)
    direction = np.random.default_rng(1).standard_normal(DIM).astype(np.float32)
    vectors[: 2 * (PAIRS + EQUAL) : 2] += direction
    vectors[1 : 2 * (PAIRS + EQUAL) : 2] -= direction
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    words = [f"word{i}" for i in range(WORDS)]
    pairs = [((words[i],), (words[i + 1],)) for i in range(0, 2 * (PAIRS + EQUAL), 2)]
    roles = Roles(
        language="en",
        pairs=PairSet("pairs", tuple(pairs[:PAIRS])),
        equalise=tuple(pairs[PAIRS:]),
        specific=tuple(words[:SPECIFIC]),
    )
    return Embedding.from_arrays(words, vectors, "made up"), roles
