"""A few words of a large file, or all of it changed, take little memory, whatever its size: measured in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.embedding.files import fasttext, npz, put, safetensors

COUNT, DIM = 50_000, 300
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")

# The process's own high-water mark; ru_maxrss would begin with that of the process that started it.
READ = """
import sys
import weatherglass
words = [f"w{i}" for i in range(0, 50_000, 500)]
embedding = weatherglass.read(sys.argv[1], words=words)
assert len(embedding) == len(words), len(embedding)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@cache
def peak(path: Path, code: str = READ) -> int:
    """Kilobytes at the worst moment."""
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One space of 60 MB in each format; the rows are a few different ones again and again, to be written quickly."""
    folder = tmp_path_factory.mktemp("large")
    vectors = np.random.default_rng(1).normal(size=(100, DIM)).astype("<f4")
    rows = [vector.tobytes() for vector in vectors]
    header = f"{COUNT} {DIM}\n".encode()
    put(folder, "vectors.bin", header + b"".join(f"w{i} ".encode() + rows[i % 100] for i in range(COUNT)))
    # Three digits and a sign, so that 60 MB hold as many rows.
    lines = [" ".join(f"{number:.1f}" for number in vector).encode() + b"\n" for vector in vectors]
    put(folder, "vectors.txt", header + b"".join(f"w{i} ".encode() + lines[i % 100] for i in range(COUNT)))
    matrix = b"".join(rows[i % 100] for i in range(COUNT))
    tensor = {"e": {"dtype": "F32", "shape": [COUNT, DIM], "data_offsets": [0, len(matrix)]}}
    put(folder, "vectors.safetensors", safetensors(tensor, matrix))
    words = "\n".join(f"w{i}" for i in range(COUNT)).encode()
    put(folder, "vectors.vocab.txt", words)
    array = np.frombuffer(matrix, "<f4").reshape(COUNT, DIM)
    put(folder, "vectors.npz", npz({"words": np.frombuffer(words, np.uint8), "vectors": array}, compressed=False))
    return folder


@LINUX
@pytest.mark.parametrize("name", ["vectors.txt", "vectors.bin", "vectors.safetensors", "vectors.npz"])
def test_a_few_words_of_sixty_megabytes(name: str, folder: Path) -> None:
    path = folder / name
    assert path.stat().st_size >= 55_000_000
    assert peak(path) < 150 * 1024


@LINUX
@pytest.mark.parametrize("name", ["vectors.safetensors", "vectors.npz"])
def test_a_few_rows_do_not_hold_the_blocks_they_came_from(name: str, folder: Path) -> None:
    """Wanted rows lie all over the file; keeping a view of each would keep the whole matrix."""
    all_over = peak(folder / name)
    close_together = peak(folder / name, READ.replace("range(0, 50_000, 500)", "range(100)"))
    assert all_over < close_together + 25 * 1024


# Small blocks, so that those on their way count for little beside the file.
REWRITE = """
import sys
from pathlib import Path
from weatherglass.embedding import blocks, text
from weatherglass.embedding.rewrite import rewrite
blocks.BLOCK, text._BULK = 100, 1 << 20
source = Path(sys.argv[1])
rewritten = rewrite(source, source.with_name("rewritten" + source.suffix), lambda _, rows: rows * 2, overwrite=True)
assert rewritten.rows >= 20_000
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
SMALL, LARGE = 20_000, 60_000


def text_of(count: int) -> bytes:
    return b"".join(b"w%d" % i + b" 0.25" * DIM + b"\n" for i in range(count))


MAKE: dict[str, Callable[[int], bytes]] = {
    "word2vec.txt": lambda count: b"%d %d\n" % (count, DIM) + text_of(count),
    "glove.txt": text_of,
    "vectors.bin": lambda count: (
        b"%d %d\n" % (count, DIM) + b"".join(b"w%d " % i + b"abcd" * DIM for i in range(count))
    ),
    "vectors.npz": lambda count: npz(
        {
            "words": np.frombuffer(b"\n".join(b"w%d" % i for i in range(count)), np.uint8),
            "vectors": np.ones((count, DIM), np.float32),
        },
        compressed=False,
    ),
    "model.bin": lambda count: fasttext(
        [f"w{i}" for i in range(count)], np.ones((count + 1000, DIM), np.float32), buckets=1000
    ),
}


@LINUX
@pytest.mark.parametrize("name", MAKE)
def test_all_rows_changed_take_no_more_of_a_larger_file(name: str, tmp_path: Path) -> None:
    """48 MB more of numbers."""
    small, large = tmp_path / "small", tmp_path / "large"
    for folder, count in ((small, SMALL), (large, LARGE)):
        folder.mkdir()
        put(folder, name, MAKE[name](count))
    assert peak(large / name, REWRITE) < peak(small / name, REWRITE) + 24 * 1024
