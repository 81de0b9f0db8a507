"""Reading vectors, against gensim's loader and the bare decompressor, on the same made-up files.

The files hold the words of the English tests at random ranks among made-up words with the letters and lengths of
English ones, so that the share of lines that look like a wanted word is realistic.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
from gensim.models import KeyedVectors

from benchmarks.table import Row, against, best_of, peak_memory
from weatherglass.embedding.formats import read
from weatherglass.embedding.sample import sample_path
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.reading import words_to_read

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ROWS, DIM = 120_000, 300
MEGABYTE = 1 << 20


def run(folder: Path) -> list[Row]:
    text, binary = _make(folder)
    wanted = words_to_read(packs.of_tests("en"), Match())
    return [*_against_gensim(text, binary, wanted), *_compressed(text, folder, wanted), *_memory(text, binary)]


def _vocabulary() -> list[str]:
    rng = np.random.default_rng(0)
    letters = "".join(read(sample_path()).words)
    real = sorted({word[0] for query in packs.of_tests("en") for word in query.all_words() if " " not in word[0]})
    made: dict[str, None] = {}
    while len(made) < ROWS - len(real):
        start, length = int(rng.integers(len(letters))), int(rng.integers(3, 14))
        made[letters[start : start + length]] = None
    words = list(dict.fromkeys([*made, *real]))[-ROWS:]
    rng.shuffle(words)
    return words


def _make(folder: Path) -> tuple[Path, Path]:
    text, binary = folder / "bench.vec", folder / "bench.bin"
    if not (text.exists() and binary.exists()):
        print("making the files", file=sys.stderr, flush=True)
        words = _vocabulary()
        vectors = np.random.default_rng(1).normal(scale=0.3, size=(len(words), DIM)).astype(np.float32)
        with text.open("w") as file:
            file.write(f"{len(words)} {DIM}\n")
            for word, vector in zip(words, vectors, strict=True):
                file.write(word + " " + " ".join(f"{x:.4f}" for x in vector) + "\n")
        with binary.open("wb") as out:
            out.write(f"{len(words)} {DIM}\n".encode())
            for word, vector in zip(words, vectors, strict=True):
                out.write(word.encode() + b" " + vector.tobytes() + b"\n")
    return text, binary


def _against_gensim(text: Path, binary: Path, wanted: frozenset[str]) -> list[Row]:
    def gensim(path: Path, binary: bool) -> Any:
        return KeyedVectors.load_word2vec_format(str(path), binary=binary)

    print("gensim reads text (slow)", file=sys.stderr, flush=True)
    their_text = best_of(1, lambda: gensim(text, False))
    their_binary = best_of(3, lambda: gensim(binary, True))
    size = f"{ROWS:,} × {DIM}"
    return [
        against(f"text, words of the tests, {size}", best_of(3, lambda: read(text, wanted)), their_text, 50),
        against(f"text, everything, {size}", best_of(1, lambda: read(text)), their_text, 5),
        against(f"binary, words of the tests, {size}", best_of(5, lambda: read(binary, wanted)), their_binary, 8),
        against(f"binary, everything, {size}", best_of(3, lambda: read(binary)), their_binary, 1),
    ]


def _compressed(text: Path, folder: Path, wanted: frozenset[str]) -> list[Row]:
    """At the decompressor's speed: the scan runs beside it and should cost little more."""
    small = folder / "bench-part.vec"
    with text.open("rb") as source, small.open("wb") as part:
        source.readline()
        for _ in range(ROWS // 6):
            part.write(source.readline())
    rows = []
    for suffix, opened in (("gz", gzip.open), ("xz", lzma.open), ("bz2", bz2.open), ("zst", zstd.open)):
        packed = folder / f"bench-part.vec.{suffix}"
        if not packed.exists():
            with small.open("rb") as source, opened(packed, "wb") as target:
                shutil.copyfileobj(source, target, MEGABYTE)

        def bare(packed: Path = packed, opened: Any = opened) -> None:
            with opened(packed, "rb") as file:
                while file.read(MEGABYTE):
                    pass

        ours = best_of(3, lambda packed=packed: read(packed, wanted))  # type: ignore[misc]
        rows.append(against(f"{suffix}, words of the tests, against bare decompression", ours, best_of(3, bare), 0.85))
    return rows


def _memory(text: Path, binary: Path) -> list[Row]:
    rows = []
    for path in (text, binary):
        code = (
            "import weatherglass; from weatherglass.words import packs, lookup, reading\n"
            f"weatherglass.read({str(path)!r}, reading.words_to_read(packs.of_tests('en'), lookup.Match()))"
        )
        peak = peak_memory(code)
        size = path.stat().st_size / MEGABYTE
        rows.append(
            Row(
                f"memory of read(words=…), {size:.0f} MB {path.suffix}",
                f"{peak:.0f} MB",
                "",
                "",
                "< 150 MB",
                peak < 150,
            )
        )
    audit = (
        "import weatherglass\nfrom weatherglass.report.write import report_html\n"
        f"report_html(weatherglass.audit({str(text)!r}, language='en'))"
    )
    peak = peak_memory(audit)
    rows.append(
        Row(
            f"memory of a whole audit, {text.stat().st_size / MEGABYTE:.0f} MB text",
            f"{peak:.0f} MB",
            "",
            "",
            "< 350 MB",
            peak < 350,
        )
    )
    return rows
