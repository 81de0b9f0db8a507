"""The Leipzig collection: sentences, and the files beside them that say where they come from."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.corpus.files import documents, leipzig, put, read_with_notices, texts
from weatherglass.corpus.documents import Reading, format_of, is_sentences, read
from weatherglass.errors import FormatError

SENTENCES = ["Eins.", "Zwei.", "Drei.", "Vier.", "Fünf."]
SOURCES = "1\thttp://a.de/x\t2015-01-02\n2\thttp://b.de/\t2016-03-04\n3\thttp://c.de/\n"


def corpus(folder: Path, links: str, sources: str = SOURCES, suffix: str = "") -> Path:
    def packed(text: str) -> bytes:
        return gzip.compress(text.encode()) if suffix else text.encode()

    put(folder, f"deu_news-sources.txt{suffix}", packed(sources))
    put(folder, f"deu_news-inv_so.txt{suffix}", packed(links))
    put(folder, "deu_news-words.txt", "1\tEins\t1\n")
    return put(folder, f"deu_news-sentences.txt{suffix}", packed(leipzig(SENTENCES)))


def test_each_sentence_is_a_document(tmp_path: Path) -> None:
    path = put(tmp_path, "deu-sentences.txt", leipzig(SENTENCES, 7))
    assert format_of(path) == "leipzig"
    assert is_sentences("leipzig")
    assert documents(read(path))[:2] == [
        ("deu-sentences.txt, sentence 7", {"source": "deu-sentences.txt"}, ["Eins."]),
        ("deu-sentences.txt, sentence 8", {"source": "deu-sentences.txt"}, ["Zwei."]),
    ]


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_neighbours_with_one_source_are_one_document(suffix: str, tmp_path: Path) -> None:
    path = corpus(tmp_path, "1\t1\n1\t2\n1\t4\n2\t3\n3\t5\n", suffix=suffix)
    name = path.name
    assert documents(read(path)) == [
        (f"{name}, sentence 1", {"source": "http://a.de/x", "date": "2015-01-02"}, ["Eins.", "Zwei."]),
        (f"{name}, sentence 3", {"source": "http://b.de/", "date": "2016-03-04"}, ["Drei."]),
        (f"{name}, sentence 4", {"source": "http://a.de/x", "date": "2015-01-02"}, ["Vier."]),
        (f"{name}, sentence 5", {"source": "http://c.de/"}, ["Fünf."]),
    ]
    assert texts(tmp_path) == [["Eins.", "Zwei."], ["Drei."], ["Vier."], ["Fünf."]]  # the folder is the same corpus


def test_unknown_and_several_sources_are_told(tmp_path: Path) -> None:
    path = corpus(tmp_path, "2\t1\n1\t1\n9\t4\n1\t5\n2\t5\n")  # 2 and 3 have none, and that of 4 is not listed
    found, notices = read_with_notices(path)
    assert [(fields["source"], paragraphs) for _, fields, paragraphs in found] == [
        ("http://b.de/", ["Eins."]),
        (path.name, ["Zwei."]),
        (path.name, ["Drei."]),
        (path.name, ["Vier."]),
        ("http://a.de/x", ["Fünf."]),
    ]
    assert notices["several-sources"].startswith("2 sentences ")
    assert notices["unknown-sources"].startswith("3 sentences ")


def test_many_sentences_agree_with_a_dictionary(tmp_path: Path) -> None:
    """More than the first size of the table, and ids that jump."""
    count = 90_000
    of = {number: number * 7919 % 1009 + 1 for number in range(1, count + 1)}
    put(tmp_path, "x-sources.txt", "".join(f"{i}\tu{i}\td{i}\n" for i in range(1009, 0, -1)))
    links = sorted((origin, number) for number, origin in of.items())
    put(tmp_path, "x-inv_so.txt", "".join(f"{origin}\t{number}\n" for origin, number in links))
    path = put(tmp_path, "x-sentences.txt", "".join(f"{number}\ts{number}\n" for number in of))
    found = documents(read(path))
    assert [(f["source"], f["date"], p) for _, f, p in found] == [
        (f"u{origin}", f"d{origin}", [f"s{number}"]) for number, origin in of.items()
    ]


@pytest.mark.parametrize("line", ["no number", "3 no tab", "x\tno number", "-1\tnegative"])
def test_lines_that_are_not_of_the_collection(line: str, tmp_path: Path) -> None:
    path = put(tmp_path, "deu-sentences.txt", f"1\tEins.\n2\tZwei.\n{line}\n")
    with pytest.raises(FormatError, match="not a number, a tab and a sentence") as caught:
        texts(path)
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("links", "line", "problem"),
    [
        ("1\t1\n1\tx\n", 2, "not two numbers"),
        ("1\t1\n1\n1\t2\t3\n", 2, "not two numbers"),
        ("1\t1\n1\t2\t2\t3\n", 2, "not two numbers"),
        ("1 1\n", 1, "not two numbers"),
        ("1\t1\n1\t99999999999\n", None, "the id 99,999,999,999 is too large"),
        ("99999999999\t1\n", None, "the id 99,999,999,999 is too large"),
    ],
)
def test_bad_links(links: str, line: int | None, problem: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=rf"inv_so\.txt.*{problem}") as caught:
        texts(corpus(tmp_path, links))
    assert caught.value.line == line


def test_bad_sources(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"sources\.txt, line 2: .*not a number and an address"):
        texts(corpus(tmp_path, "1\t1\n", "1\thttp://a\nhttp://b\t1\n"))
    with pytest.raises(FormatError, match=r"sources\.txt: is empty"):
        texts(corpus(tmp_path, "1\t1\n", ""))


def test_any_name_when_the_format_is_given(tmp_path: Path) -> None:
    path = put(tmp_path, "corpus.txt", leipzig(SENTENCES))
    assert texts(path) == [[f"{i}\t{s}" for i, s in enumerate(SENTENCES, 1)]]
    assert texts(path, Reading(format="leipzig")) == [[s] for s in SENTENCES]
