"""A few words of a large file take little memory, whatever the file's size: measured in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.embedding.files import npz, put, safetensors

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
