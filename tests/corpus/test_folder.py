"""Folders: which files are read, in which order, as what; and what the notices say."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpus.files import documents, json_lines, leipzig, put, read_with_notices, tei, texts
from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.documents import FORMATS, Reading, format_of, is_sentences, read
from weatherglass.errors import FormatError, UnknownName


def test_files_by_name_with_their_folder_as_group(tmp_path: Path) -> None:
    for name in ("b/2.txt", "a/10.txt", "a/9.txt", "b/c/1.txt", "top.txt"):
        put(tmp_path, name, f"Text {name}")
    assert documents(read(tmp_path)) == [
        ("a/10.txt", {"source": "10.txt", "group": "a"}, ["Text a/10.txt"]),
        ("a/9.txt", {"source": "9.txt", "group": "a"}, ["Text a/9.txt"]),
        ("b/2.txt", {"source": "2.txt", "group": "b"}, ["Text b/2.txt"]),
        ("b/c/1.txt", {"source": "1.txt", "group": "b/c"}, ["Text b/c/1.txt"]),
        ("top.txt", {"source": "top.txt"}, ["Text top.txt"]),
    ]
    assert format_of(tmp_path) == "plain"


def test_what_a_document_says_itself_goes_before_its_place(tmp_path: Path) -> None:
    put(tmp_path, "news/a.jsonl", json_lines([{"text": "x", "source": "bbc"}, {"text": "y", "group": "g"}]))
    assert documents(read(tmp_path)) == [
        ("news/a.jsonl, line 1", {"source": "bbc", "group": "news"}, ["x"]),
        ("news/a.jsonl, line 2", {"source": "a.jsonl", "group": "g"}, ["y"]),
    ]


def test_a_mixed_folder(tmp_path: Path) -> None:
    put(tmp_path, "a.jsonl", json_lines([{"text": "JSON"}]))
    put(tmp_path, "b.txt", "Text")
    put(tmp_path, "b2.txt", "Text 2")
    put(tmp_path, "c.xml", tei("<p>TEI</p>"))
    put(tmp_path, "d.xml", "<root>no</root>")
    put(tmp_path, "d2.json", '{\n "about": "the corpus"\n}')
    put(tmp_path, "e.png", b"\x89PNG\r\n\x1a\n")
    put(tmp_path, "f.txt", "")
    put(tmp_path, "g.txt", "\n\n")
    put(tmp_path, "README.md", "not this")
    put(tmp_path, "LICENSE", "nor this")
    put(tmp_path, ".hidden.txt", "nor this")
    put(tmp_path, ".git/config", "nor this")
    found, notices = read_with_notices(tmp_path)
    assert [paragraphs for _, _, paragraphs in found] == [["JSON"], ["Text"], ["Text 2"], ["TEI"]]
    assert notices["foreign-files"] == "3 files left out: not text, or of no known format (d.xml, d2.json, e.png)."
    assert notices["empty-files"] == "2 files without text left out (f.txt, g.txt)."
    assert notices["side-files"].startswith("2 files left out")
    assert "README.md" in notices["side-files"]
    assert notices["mixed-formats"].startswith("3 formats in one folder")
    assert "plain text: 3" in notices["mixed-formats"]
    assert format_of(tmp_path) == "mixed"
    assert not is_sentences("mixed", Reading(lines="sentence"))


def test_a_leipzig_download_is_one_corpus(tmp_path: Path) -> None:
    put(tmp_path, "deu-sentences.txt", leipzig(["Eins.", "Zwei."]))
    for kind in ("words", "sources", "inv_so", "inv_w", "co_n", "co_s", "meta"):
        put(tmp_path, f"deu-{kind}.txt", "1\t1\n")
    put(tmp_path, "deu-import.sql", "CREATE")
    found, notices = read_with_notices(tmp_path)
    assert [paragraphs for _, _, paragraphs in found] == [["Eins."], ["Zwei."]]
    assert set(notices) == {"unknown-sources"}
    assert format_of(tmp_path) == "leipzig"


def test_a_given_format_is_that_of_every_file(tmp_path: Path) -> None:
    put(tmp_path, "a.jsonl", json_lines([{"text": "JSON"}]))
    put(tmp_path, "b.png", b"\x89PNG\r\n\x1a\n")
    assert texts(tmp_path, Reading(format="plain")) == [['{"text": "JSON"}']]


def test_folders_with_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="holds no files to read"):
        texts(tmp_path)
    put(tmp_path, ".hidden", "x")
    put(tmp_path, "README", "x")
    with pytest.raises(FormatError, match=r"holds no files to read.*README"):
        texts(tmp_path)
    with pytest.raises(FormatError, match="holds no file that can be read"):
        format_of(tmp_path)
    put(tmp_path, "a.png", b"\x89PNG\r\n\x1a\n")
    with pytest.raises(FormatError, match=r"holds no text in 1 files.*a\.png"):
        texts(tmp_path)


def test_damage_to_a_file_of_a_folder_is_an_error(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "gut")
    put(tmp_path, "b.jsonl", "{}\n")
    with pytest.raises(FormatError, match=r"b\.jsonl, line 1"):
        texts(tmp_path)


def test_a_missing_path_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no such file or folder"):
        read(tmp_path / "absent.txt")
    with pytest.raises(FormatError, match="there is no such file or folder"):
        format_of(tmp_path / "absent.txt")


def test_an_unknown_format_is_told_at_once(tmp_path: Path) -> None:
    file, reading = put(tmp_path, "a.txt", "x"), Reading(format="jsonl")
    asked: list[Callable[[], object]] = [
        lambda: read(file, reading),
        lambda: format_of(file, reading),
        lambda: build_corpus(file, tmp_path / "corpus", language="de", reading=reading),
    ]
    for ask in asked:
        with pytest.raises(UnknownName, match=r"no corpus format 'jsonl'.*Did you mean 'json-lines'") as unknown:
            ask()
        assert set(unknown.value.choices) == set(FORMATS)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="asks who owns what")
def test_files_that_may_not_be_read(tmp_path: Path) -> None:
    path = put(tmp_path, "a/b.txt", "x")
    path.chmod(0)
    was = os.geteuid()
    if was == 0:  # to whom every file is open
        for folder in path.parents[: len(path.parents) - len(Path(tempfile.gettempdir()).resolve().parents) - 1]:
            folder.chmod(0o755)
        os.seteuid(65534)
    try:
        for given in (path, tmp_path):
            with pytest.raises(FormatError, match=r"b\.txt: cannot be read: Permission denied"):
                texts(given)
    finally:
        os.seteuid(was)
    if was == 0:
        path.parent.chmod(0)
        os.seteuid(65534)
        try:
            with pytest.raises(FormatError, match="a: cannot be read: Permission denied"):
                texts(tmp_path)
        finally:
            os.seteuid(was)


def test_links_that_lead_nowhere_or_in_a_circle(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "gut")
    (tmp_path / "circle").symlink_to(tmp_path)
    assert texts(tmp_path) == [["gut"]]
    (tmp_path / "b.txt").symlink_to(tmp_path / "absent")
    with pytest.raises(FormatError, match=r"b\.txt: cannot be read: No such file"):
        texts(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with a name")
def test_what_is_neither_file_nor_folder(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "gut")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FormatError, match="neither a file nor a folder"):
        read(tmp_path / "pipe")
    assert texts(tmp_path) == [["gut"]]


def test_many_files_take_steps_in_proportion(tmp_path: Path) -> None:
    """Counted by the calls of functions; each file might have others beside it that must not be looked for among all."""

    def steps(files: int) -> int:
        folder = tmp_path / str(files)
        for i in range(files):
            put(folder, f"{i:05}-sentences.txt", f"{i}\tSatz {i}.")
        calls = 0

        def count(*_: object) -> None:
            nonlocal calls
            calls += 1

        sys.setprofile(count)
        try:
            found = texts(folder)
        finally:
            sys.setprofile(None)
        assert len(found) == files
        return calls

    few, many = steps(100), steps(800)
    assert many < 8.5 * few


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"m\xe4nner.txt")).write_text("x")
    except (OSError, UnicodeError):
        pytest.skip("this system does not allow such names")
    assert [name for name, _, _ in documents(read(tmp_path))] == ["m�nner.txt"]
