"""JSON lines: which field is the text, what is kept of the others, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.corpus.files import documents, json_lines, put, read_with_notices, texts
from weatherglass.corpus import json_lines as reader
from weatherglass.corpus.documents import Reading, format_of, read
from weatherglass.corpus.parts import PART
from weatherglass.errors import FormatError


def test_text_and_fields(tmp_path: Path) -> None:
    items: list[dict[str, object]] = [
        {
            "text": "Eins.\n\n Zwei.\r\n",
            "date": "1952-01-17",
            "n": 3,
            "x": 1.5,
            "ok": True,
            "none": None,
            "list": [1],
            "o": {},
        },
        {"paragraphs": ["Drei.", "", "Vier.\nFünf."], "long": "l" * 201, "short": "s" * 200, "source": "bbc"},
    ]
    path = put(tmp_path, "a.jsonl", json_lines(items))
    assert documents(read(path)) == [
        (
            "a.jsonl, line 1",
            {"source": "a.jsonl", "date": "1952-01-17", "n": "3", "x": "1.5", "ok": "true"},
            ["Eins.", "Zwei."],
        ),
        ("a.jsonl, line 2", {"source": "bbc", "short": "s" * 200}, ["Drei.", "Vier.", "Fünf."]),
    ]


def test_the_fields_asked_for(tmp_path: Path) -> None:
    items: list[dict[str, object]] = [
        {"body": "x", "speech": "Rede", "year": 1990, "date": "later", "party": "A", "paper": "Z"},
        {"speech": ["Rede 2"], "date": "2"},
    ]
    path = put(tmp_path, "a.jsonl", json_lines(items))
    reading = Reading(text_field="speech", date_field="year", group_field="party", source_field="paper")
    found, notices = read_with_notices(path, reading)
    assert [(fields.get("date"), fields.get("group"), fields["source"]) for _, fields, _ in found] == [
        ("1990", "A", "Z"),
        (None, None, "a.jsonl"),
    ]
    assert [paragraphs for _, _, paragraphs in found] == [["Rede"], ["Rede 2"]]
    assert set(notices) == {"no-date-field", "no-group-field", "no-source-field"}
    assert "line 2" in notices["no-date-field"]


def test_fields_that_trade_places(tmp_path: Path) -> None:
    path = put(tmp_path, "a.jsonl", json_lines([{"text": "x", "date": "d", "source": "s"}]))
    ((_, fields, _),) = documents(read(path, Reading(date_field="source", source_field="date")))
    assert (fields["date"], fields["source"]) == ("s", "d")


@pytest.mark.parametrize("field", ["text", "paragraphs", "content", "body"])
def test_the_text_is_found(field: str, tmp_path: Path) -> None:
    assert texts(put(tmp_path, "a", json_lines([{"id": 1, field: "x"}]))) == [["x"]]


def test_empty_lines_marks_and_windows_line_ends(tmp_path: Path) -> None:
    path = put(tmp_path, "a", b'\xef\xbb\xbf\r\n{"text": "x"}\r\n\r\n  {"text": "y"}  ')
    assert format_of(path) == "json-lines"
    assert [name for name, _, _ in documents(read(path))] == ["a, line 2", "a, line 4"]


def test_documents_without_text_are_left_out_and_counted(tmp_path: Path) -> None:
    path = put(tmp_path, "a.jsonl", json_lines([{"text": t} for t in ("x", "", None, " \n", [], ["", " "])]))
    found, notices = read_with_notices(path)
    assert len(found) == 1
    assert notices["empty-documents"].startswith("5 documents without text")
    with pytest.raises(FormatError, match="holds no text"):
        texts(put(tmp_path, "b.jsonl", json_lines([{"text": ""}])))


def test_a_long_document_comes_in_parts(tmp_path: Path) -> None:
    paragraphs = [f"{i} " + "wort " * 50_000 for i in range(12)]
    data = json_lines([{"text": "\n".join(paragraphs)}, {"text": "kurz"}])
    parts = list(read(put(tmp_path, "a.jsonl", data)))
    assert len(parts) == 4  # four paragraphs of a quarter of a megabyte each, and the short one
    assert len({id(part.about) for part in parts}) == 2
    assert max(sum(map(len, part.paragraphs)) for part in parts) <= PART
    assert [p for part in parts[:-1] for p in part.paragraphs] == [p.strip() for p in paragraphs]


def test_a_long_paragraph_is_cut_and_told(tmp_path: Path) -> None:
    long = " ".join(str(i) for i in range(400_000))
    found, notices = read_with_notices(put(tmp_path, "a.jsonl", json_lines([{"text": long}])))
    assert " ".join(found[0][2]) == long
    assert notices["long-paragraphs"].startswith("1 paragraph ")


GOOD = '{"text": "x"}\n'


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[1, 2]", "is a JSON array"),
        ('"text"', "is JSON, but not an object"),
        ("3", "is JSON, but not an object"),
        ('{"title": "x", "words": 3}', r"no field 'text' or 'paragraphs'.*its fields are 'title', 'words'.*text_field"),
        ("{}", "its fields are none"),
        ('{"text": 3}', "'text' is neither text nor a list of texts"),
        ('{"text": ["a", 3]}', "'text' is neither text nor a list of texts"),
        ('{"text": {"a": "b"}}', "'text' is neither text nor a list of texts"),
        ('{"text": "a"', "is not JSON: Expecting ',' delimiter at column"),
        ("{'text': 'a'}", "is not JSON"),
        ('{"text": "a"} {"text": "b"}', "is not JSON: Extra data"),
        ('{"text": "tab\there"}', "is not JSON: Invalid control character"),
        ('{"text": "a", "n": ' + "9" * 5000 + "}", "is not JSON that can be read"),
        ('{"text": ' + "[" * 100_000, "is not JSON that can be read"),
    ],
)
def test_bad_lines_are_named(line: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=problem) as caught:
        texts(put(tmp_path, "a.jsonl", f"{GOOD}\n{line}\n{GOOD}"))
    assert caught.value.line == 3


def test_a_file_cut_short(tmp_path: Path) -> None:
    whole = GOOD * 3
    for end in range(len(whole) - 2, 2 * len(GOOD), -1):
        with pytest.raises(FormatError, match="the file ends here, so it is probably cut short") as caught:
            texts(put(tmp_path, "a.jsonl", whole[:end]))
        assert caught.value.line == 3


@pytest.mark.parametrize("data", [json.dumps([{"text": "x"}]), json.dumps([{"text": "x"}], indent=1)])
def test_an_array_says_how_to_mend_it(data: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"JSON array.*jq -c '\.\[\]'"):
        texts(put(tmp_path, "a.json", data))


def test_an_object_over_several_lines_says_how_to_mend_it(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"on one line.*jq -c \."):
        texts(put(tmp_path, "a.json", json.dumps({"text": "x"}, indent=1)))


def test_a_line_too_long_to_be_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reader.LONGEST_LINE == 256 << 20
    monkeypatch.setattr(reader, "LONGEST_LINE", 2 << 20)
    path = put(tmp_path, "a.jsonl", GOOD + '{"text": "' + "a " * 2_000_000 + '"}\n')
    with pytest.raises(FormatError, match="a line is longer than 2 MB"):
        texts(path)


def test_half_characters_are_not_text(tmp_path: Path) -> None:
    lines = '{"text": "a \\ud83d\\ude42 b"}\n{"text": "c \\ud83d d \\uDE42", "title": "\\udc00"}\n'
    path = put(tmp_path, "a.jsonl", lines)
    with pytest.raises(FormatError, match=r"half a character \(\\ud83d\)") as caught:
        texts(path)
    assert caught.value.line == 2
    found, notices = read_with_notices(path, Reading(errors="replace"))
    assert [paragraphs for _, _, paragraphs in found] == [["a 🙂 b"], ["c � d �"]]
    assert found[1][1]["title"] == "�"
    assert notices["replaced-bytes"].startswith("1 line ")


def test_a_wrong_byte(tmp_path: Path) -> None:
    path = put(tmp_path, "a.jsonl", GOOD.encode() + b'{"text": "M\xe4nner"}\n')
    with pytest.raises(FormatError, match=f"offset {len(GOOD) + 11} ") as caught:
        texts(path)
    assert caught.value.line == 2
    assert texts(path, Reading(encoding="cp1252")) == [["x"], ["Männer"]]
    assert texts(path, Reading(errors="replace")) == [["x"], ["M�nner"]]
