"""Vectors changed from file to file: binary against a mere copy of the same file, text against gensim's load and save."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from gensim.models import KeyedVectors

from benchmarks.table import Row, against, best_of, peak_memory
from weatherglass.arrays import Singles
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.embedding.rewrite import rewrite
from weatherglass.mitigate.steps import Remove, carried_out

ROWS, TEXT_ROWS, DIM = 1_000_000, 50_000, 300
GIVEN = 20_000  # different rows, again and again
_STEPS = (Remove(np.full((1, DIM), DIM**-0.5), to_unit=True),)


def run(folder: Path) -> list[Row]:
    binary, text = _make(folder)
    rows = [_binary(binary, folder / "rewritten.bin"), _text(text, folder / "rewritten.txt"), _memory(binary, folder)]
    for name in ("rewritten.bin", "rewritten.txt"):
        (folder / name).unlink()
    return rows


def _make(folder: Path) -> tuple[Path, Path]:
    binary, text = folder / "rewriting.bin", folder / "rewriting.txt"
    vectors = np.random.default_rng(0).normal(scale=0.3, size=(TEXT_ROWS, DIM)).astype(np.float32)
    if not text.exists():
        write(Embedding.from_arrays([f"word{i:x}" for i in range(TEXT_ROWS)], vectors), text)
    if not binary.exists():
        with binary.open("wb") as file:
            file.write(f"{ROWS} {DIM}\n".encode())
            for i in range(ROWS):
                file.write(f"word{i:x} ".encode() + vectors[i % GIVEN].tobytes() + b"\n")
    return binary, text


def without_direction(words: Sequence[str], rows: Singles) -> Singles:
    """Rows without what they have of a direction, at length one: what hard mitigation does."""
    return carried_out(_STEPS, words, rows, in_place=True)


def _binary(source: Path, target: Path) -> Row:
    def ours() -> None:
        target.unlink(missing_ok=True)
        rewrite(source, target, without_direction)
        _to_disk(target)

    def copy() -> None:
        target.unlink(missing_ok=True)
        shutil.copyfile(source, target)
        _to_disk(target)

    peer = best_of(3, copy)
    seconds = best_of(3, ours)
    return against(f"binary, one direction removed and unit length, {ROWS:,} × {DIM}; a copy", seconds, peer, 0.5)


def _to_disk(file: Path) -> None:
    """Both are written when they are on the disk: a copy that only memory holds says nothing of the disk's speed."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def _text(source: Path, target: Path) -> Row:
    def theirs() -> None:
        KeyedVectors.load_word2vec_format(str(source)).save_word2vec_format(str(target))

    ours = best_of(3, lambda: rewrite(source, target, without_direction, overwrite=True))
    return against(f"text, the same, {TEXT_ROWS:,} × {DIM}; gensim: load and save", ours, best_of(1, theirs), 5)


def _memory(source: Path, folder: Path) -> Row:
    peak = peak_memory(
        "from weatherglass.embedding.rewrite import rewrite\n"
        f"rewrite({str(source)!r}, {str(folder / 'rewritten.bin')!r}, lambda _, rows: rows * 2, overwrite=True)"
    )
    size = source.stat().st_size / (1 << 20)
    return Row(f"memory of rewriting {size:,.0f} MB of binary", f"{peak:.0f} MB", "", "", "< 300 MB", peak < 300)
