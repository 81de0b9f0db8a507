"""Whatever is written in a format, in any compression, reads back the same, wherever blocks end."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.files import COMPRESS, REPEATABLE, Texts, dump, json_lines, leipzig, page, put, tei_corpus, texts
from weatherglass.corpus import source
from weatherglass.corpus.documents import Reading, format_of

# Characters that other readers take for line ends or white space are part of a line; those that XML cannot hold are not tried.
ALPHABET = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff\ufeff") | st.sampled_from(
    "\x85\u2028\u2029\t €ä中🙂<>&{}[]'\"\\"
)
PARAGRAPH = st.text(ALPHABET, min_size=1, max_size=30).map(str.strip).filter(bool)
DOCUMENTS = st.lists(st.lists(PARAGRAPH, min_size=1, max_size=4), min_size=1, max_size=5)
# Wiki pages are tidied, so only text that is tidy comes back as it was: words with one space between.
WORDS = st.lists(st.text("abcäöüعربЖ'[]{}|=*#:;<>&_-!.", min_size=1, max_size=8), min_size=1, max_size=6).map(" ".join)
TIDY = st.lists(st.lists(WORDS.map("a{}z".format), min_size=1, max_size=4), min_size=1, max_size=5)


def one_line(docs: Texts) -> list[list[str]]:
    return [["".join(doc).replace("\t", " ").strip()] for doc in docs]


WRITERS: dict[str, tuple[str, Callable[[Texts], str], Reading]] = {
    "json text": ("json-lines", lambda docs: json_lines({"text": "\n".join(doc)} for doc in docs), Reading()),
    "json list": ("json-lines", lambda docs: json_lines({"paragraphs": doc} for doc in docs), Reading()),
    "json ascii": ("json-lines", lambda docs: json_lines(({"b": list(d)} for d in docs), ascii=True), Reading(text_field="b")),
    "blocks": ("plain", lambda docs: "\n\n".join("\n".join(doc) for doc in docs), Reading(format="plain", blocks=True)),
    "blocks crlf": (
        "plain",
        lambda docs: "\r\n\r\n\r\n".join("\r\n".join(doc) for doc in docs) + "\r\n",
        Reading(format="plain", blocks=True),
    ),
    "tei": ("tei", tei_corpus, Reading()),
}  # fmt: skip


def written_and_read(data: bytes, suffix: str, reading: Reading, name: str = "corpus") -> tuple[str, list[list[str]]]:
    with tempfile.TemporaryDirectory() as folder:
        path = put(Path(folder), f"{name}{suffix}", COMPRESS[suffix](data))
        return format_of(path, reading), texts(path, reading)


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.parametrize("writer", WRITERS)
@REPEATABLE
@given(docs=DOCUMENTS, block=st.integers(1, 40))
def test_documents_come_back(writer: str, suffix: str, docs: Texts, block: int) -> None:
    name, write, reading = WRITERS[writer]
    if writer == "tei":  # white space in XML is what separates words
        docs = [[" ".join(p.replace("\t", " ").split(" ")).strip() or "x" for p in doc] for doc in docs]
        docs = [[" ".join(word for word in p.split(" ") if word) for p in doc] for doc in docs]
    with patch.object(source, "BLOCK", block):
        assert written_and_read(write(docs).encode(), suffix, reading) == (name, [list(doc) for doc in docs])


@pytest.mark.parametrize("suffix", COMPRESS)
@REPEATABLE
@given(docs=DOCUMENTS.map(one_line), block=st.integers(1, 40), line_end=st.sampled_from(["\n", "\r\n"]))
def test_a_document_on_each_line_comes_back(suffix: str, docs: Texts, block: int, line_end: str) -> None:
    docs = [doc for doc in docs if doc[0]] or [["x"]]
    data = line_end.join(doc[0] for doc in docs)
    with patch.object(source, "BLOCK", block):
        read = written_and_read(data.encode(), suffix, Reading(format="plain", lines="document"))
    assert read == ("plain", docs)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "gb18030", "utf-7"])
@REPEATABLE
@given(docs=DOCUMENTS, block=st.integers(1, 40))
def test_encodings_come_back(encoding: str, docs: Texts, block: int) -> None:
    data = "\n\n".join("\n".join(doc) for doc in docs).encode(encoding)
    with patch.object(source, "BLOCK", block):
        _, read = written_and_read(data, "", Reading(format="plain", blocks=True, encoding=encoding))
    assert read == [list(doc) for doc in docs]


@pytest.mark.parametrize("suffix", [suffix for suffix in COMPRESS if suffix != ".zip"])
@REPEATABLE
@given(docs=DOCUMENTS.map(one_line), block=st.integers(1, 40), first=st.integers(0, 10**9))
def test_leipzig_comes_back(suffix: str, docs: Texts, block: int, first: int) -> None:
    docs = [doc for doc in docs if doc[0]] or [["x"]]
    with patch.object(source, "BLOCK", block):
        data = leipzig([doc[0] for doc in docs], first).encode()
        assert written_and_read(data, suffix, Reading(), "deu-sentences.txt") == ("leipzig", docs)


@pytest.mark.parametrize("suffix", COMPRESS)
@REPEATABLE
@given(docs=TIDY, block=st.integers(1, 40))
def test_wikipedia_comes_back(suffix: str, docs: Texts, block: int) -> None:
    wikitext = ["\n\n".join(f"<nowiki>{paragraph}</nowiki>" for paragraph in doc) for doc in docs]
    data = dump(page(text, number=i) for i, text in enumerate(wikitext)).encode()
    with patch.object(source, "BLOCK", block):
        assert written_and_read(data, suffix, Reading()) == ("wikipedia", [list(doc) for doc in docs])


@REPEATABLE
@given(docs=DOCUMENTS, group=st.booleans())
def test_a_folder_of_files_comes_back(docs: Texts, group: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for i, doc in enumerate(docs):
            put(Path(folder), f"{'g/' * group}{i:03}.txt", "\n".join(doc))
        assert texts(Path(folder), Reading(format="plain")) == [list(doc) for doc in docs]
