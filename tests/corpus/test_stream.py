"""What holds for every format: progress, compression, damage, stopping early, and little memory."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.corpus.files import COMPRESS, documents, dump, json_lines, leipzig, page, put, tei_corpus, texts, zipped
from weatherglass.corpus.documents import FORMATS, Reading, format_of, is_sentences, read
from weatherglass.errors import FormatError, Notice

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
SAMPLES: dict[str, tuple[str, str]] = {
    "plain": ("a.txt", "Eins.\nZwei.\n"),
    "json-lines": ("a.jsonl", json_lines([{"text": "Eins.\nZwei."}])),
    "leipzig": ("a-sentences.txt", leipzig(["Eins. Zwei."])),
    "tei": ("a.xml", tei_corpus([["Eins.", "Zwei."]])),
    "wikipedia": ("a.xml", dump([page("Eins.\n\nZwei.")])),
}


def test_there_is_a_sample_of_every_format() -> None:
    assert set(SAMPLES) == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_formats_are_recognised_whatever_the_compression(name: str, tmp_path: Path) -> None:
    file, data = SAMPLES[name]
    for suffix, compress in COMPRESS.items():
        if (name, suffix) == ("leipzig", ".zip"):
            continue
        path = put(tmp_path, file + suffix, compress(data.encode()))
        assert format_of(path) == name
        assert texts(path) in ([["Eins.", "Zwei."]], [["Eins. Zwei."]])
    assert is_sentences(name) == (name == "leipzig")
    assert is_sentences(name, Reading(lines="sentence")) == (name in ("leipzig", "plain"))


@pytest.mark.parametrize("suffix", [suffix for suffix in COMPRESS if suffix])
@pytest.mark.parametrize("name", FORMATS)
def test_every_cut_of_a_compressed_file_is_an_error(name: str, suffix: str, tmp_path: Path) -> None:
    file, data = SAMPLES[name]
    packed = COMPRESS[suffix](data.encode())
    for end in range(8, len(packed), max(len(packed) // 25, 1)):
        with pytest.raises(FormatError):
            texts(put(tmp_path, file + suffix, packed[:end]), Reading(format=name))


def test_members_of_archives(tmp_path: Path) -> None:
    path = put(tmp_path, "a.zip", zipped({"x/eins.txt": b"Eins.", "zwei.jsonl": b'{"text": "Zwei."}'}))
    with pytest.raises(FormatError, match=r"holds 2 files .*name one, as in a\.zip/x/eins\.txt"):
        texts(path)
    assert documents(read(path / "x" / "eins.txt")) == [("eins.txt", {"source": "eins.txt"}, ["Eins."])]
    assert format_of(path / "zwei.jsonl") == "json-lines"


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_progress_rises_to_the_end(suffix: str, tmp_path: Path) -> None:
    line = json.dumps({"text": "Ein Satz über etwas anderes."}).encode() + b"\n"
    for i in range(3):
        put(tmp_path, f"{i}.jsonl{suffix}", COMPRESS[suffix](line * 40_000))
    total = sum(path.stat().st_size for path in tmp_path.iterdir())
    heard: list[tuple[int, int]] = []
    for _ in read(tmp_path, progress=lambda done, all_: heard.append((done, all_))):
        pass
    assert heard == sorted(heard)
    assert {all_ for _, all_ in heard} == {total}
    assert heard[-1] == (total, total)
    assert len(heard) > 6


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_who_stops_early_leaves_nothing_behind(suffix: str, tmp_path: Path) -> None:
    put(tmp_path, f"a.txt{suffix}", COMPRESS[suffix](b"x \xff\n" + b"Ein Satz.\n" * 1_000_000))
    notices: list[Notice] = []
    parts: Iterator[object] = read(tmp_path, Reading(errors="replace"), notices=notices)
    next(parts)
    parts.close()  # type: ignore[attr-defined]
    assert [notice.code for notice in notices] == ["replaced-bytes"]
    for _ in range(300):
        if not any(thread.name == "decompress" for thread in threading.enumerate()):
            break
        time.sleep(0.01)
    assert not any(thread.name == "decompress" for thread in threading.enumerate())


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt.gz", gzip.compress(b"a \n" * 25_000_000))
    with pytest.raises(FormatError, match="decompresses to more than 200 times"):
        texts(path)


# The process's own high-water mark, in kilobytes.
PEAK = """
import sys
from weatherglass.corpus.documents import read
size = 0
for part in read(sys.argv[1]):
    size += sum(map(len, part.paragraphs))
assert size > int(sys.argv[2]), size
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
WORDS = "Männer und Frauen gehen in das Haus und sagen nichts dazu. "
LARGE: dict[str, tuple[str, str, str, str]] = {  # what a file begins with, has again and again, and ends with
    "lines": ("a.txt", "", WORDS + "\n", ""),
    "one line": ("a.txt", "", WORDS, ""),
    "json": ("a.jsonl", "", json_lines([{"text": WORDS * 1000}]), ""),
    "tei": ("a.xml", "<TEI><text><body>", f"<p>{WORDS * 100}</p>", "</body></text></TEI>"),
    "one tei paragraph": ("a.xml", "<TEI><text><body><p>", WORDS, "</p></body></text></TEI>"),
    "wikipedia": ("a.xml", "<mediawiki>", page(f"[[a|{WORDS * 100}]] {{{{x}}}}"), "</mediawiki>"),
    "one wikipedia page": (
        "a.xml",
        f"<mediawiki>{page('Kurz.')}<page><revision><text>",
        WORDS,
        "</text></revision></page></mediawiki>",
    ),
    "leipzig": ("a-sentences.txt", "", f"7\t{WORDS}\n", ""),
}


@LINUX
@pytest.mark.parametrize("name", LARGE)
def test_sixty_megabytes_take_little_memory(name: str, tmp_path: Path) -> None:
    file, start, again, end = LARGE[name]
    path = tmp_path / file
    with path.open("w", encoding="utf-8") as out:
        out.write(start)
        for _ in range(60):
            out.write(again * (1_000_000 // len(again.encode())))
        out.write(end)
    assert path.stat().st_size > 50_000_000
    least = "1" if name == "one wikipedia page" else "50_000_000"  # a page that no wiki would allow is left out
    done = subprocess.run([sys.executable, "-c", PEAK, str(path), least], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 110 * 1024
