"""Words, pairs and rates as people write them down: what is taken, what is refused, and with which words."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherglass.errors import SpecError, WeatherglassError
from weatherglass.words.given import (
    as_attributes,
    own_groups,
    parse_pairs,
    query_of_files,
    read_rates,
    read_words,
    with_rates,
)
from weatherglass.words.query import make_query


def file_of(folder: Path, content: str | bytes, name: str = "words.txt") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_words_stand_one_a_line(tmp_path: Path) -> None:
    file = file_of(tmp_path, "\ufeffnurse\r\n\r\n  New York \nnurse\nÄrztin\n")
    assert read_words(file) == ("nurse", "New York", "Ärztin")


def test_letters_with_their_accents_apart_are_put_together(tmp_path: Path) -> None:
    """macOS writes ä as a and two dots; the same word in two spellings is one word."""
    apart = unicodedata.normalize("NFD", "Ärztin")
    assert apart != "Ärztin"
    assert read_words(file_of(tmp_path, f"{apart}\nÄrztin\n")) == ("Ärztin",)


@pytest.mark.parametrize(
    ("content", "message"),
    [("\n \n", "holds no words; give one a line"), (b"\xff\xfe\x00n", "is not a text in UTF-8")],
)
def test_files_without_words_are_refused(tmp_path: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(WeatherglassError, match=message):
        read_words(file_of(tmp_path, content))


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"none\.txt: there is no such file"):
        read_words(tmp_path / "none.txt")
    with pytest.raises(SpecError, match="cannot be read"):
        read_words(tmp_path)


def test_each_file_is_a_set_named_like_it(tmp_path: Path) -> None:
    jobs, hobbies = file_of(tmp_path, "nurse\npilot\n", "jobs.txt"), file_of(tmp_path, "chess\n", "hobbies.txt")
    query = query_of_files([jobs, hobbies], "en")
    assert query.id == "en/jobs-hobbies"
    assert [(target.name, target.words) for target in query.targets] == [
        ("jobs", (("nurse",), ("pilot",))),
        ("hobbies", (("chess",),)),
    ]


def test_sets_that_cannot_be_told_apart_are_refused(tmp_path: Path) -> None:
    jobs = file_of(tmp_path, "nurse\n", "jobs.txt")
    (tmp_path / "b").mkdir()
    with pytest.raises(SpecError, match="two files have the same name"):
        query_of_files([jobs, file_of(tmp_path / "b", "pilot\n", "jobs.txt")], "en")
    with pytest.raises(SpecError, match="'nurse' is in 'jobs' and in 'other'"):
        query_of_files([jobs, file_of(tmp_path, "nurse\n", "other.txt")], "en")
    with pytest.raises(SpecError, match="language code such as 'de'"):
        query_of_files([jobs], "english")
    with pytest.raises(SpecError, match="invisible control character"):
        query_of_files([file_of(tmp_path, "nur\x1bse\n", "bad.txt")], "en")


def test_pairs() -> None:
    apart = unicodedata.normalize("NFD", "Königin")
    made = parse_pairs(["she,he", " woman , man ", f"{apart},König"])
    assert made.pairs == ((("she",), ("he",)), (("woman",), ("man",)), (("Königin",), ("König",)))


@pytest.mark.parametrize("text", ["she", "she,", ",he", "she,he,it", "she,she", "", " , ", "she,she "])
def test_what_is_no_pair_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r"--pair .*give two different words with a comma between them"):
        parse_pairs(["woman,man", text])


@given(st.lists(st.text(max_size=12), min_size=1, max_size=4))
def test_any_text_is_a_pair_or_refused(texts: list[str]) -> None:
    try:
        made = parse_pairs(texts)
    except SpecError:
        return
    assert len(made.pairs) == len(texts)
    for (one,), (other,) in made.pairs:
        assert one
        assert other
        assert one != other


def test_pairs_as_attributes_keep_each_word_once() -> None:
    query = make_query({"name": "q", "language": "en", "targets": {"t": ["nurse"]}})
    made = as_attributes(query, parse_pairs(["she,he", "woman,man", "she,man"]))
    assert [(each.name, each.words) for each in made.attributes] == [
        ("she/woman", (("she",), ("woman",))),
        ("he/man", (("he",), ("man",))),
    ]


def test_pairs_do_not_take_the_place_of_attributes() -> None:
    query = make_query(
        {"name": "q", "language": "en", "targets": {"t": ["nurse"]}, "attributes": {"a": ["x"], "b": ["y"]}}
    )
    with pytest.raises(SpecError, match=r"en/q has attribute sets of its own \(a, b\), which the pair would replace"):
        as_attributes(query, parse_pairs(["she,he"]))


def test_rates_with_and_without_a_heading(tmp_path: Path) -> None:
    assert read_rates(file_of(tmp_path, "word,rate\nnurse,0.9\n\npilot, 1e-1\n")) == {"nurse": 0.9, "pilot": 0.1}
    assert read_rates(file_of(tmp_path, 'nurse,90\n"New York",-2\n')) == {"nurse": 90.0, "New York": -2.0}
    assert read_rates(file_of(tmp_path, unicodedata.normalize("NFD", "Ärztin,1\n"))) == {"Ärztin": 1.0}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("nurse,0.9\npilot\n", "line 2 has 1 columns; give a word and its rate"),
        ("nurse,0,9\n", "line 1 has 3 columns"),
        ("nurse,0.9\npilot,many\n", "line 2: the rate of 'pilot' is 'many'; give a number such as 0.35"),
        ("nurse,O.9\npilot,0.1\n", "line 1: the rate of 'nurse' is 'O.9'"),  # a letter O: no heading, a slip
        ("nurse,91%\npilot,0.1\n", "line 1: the rate of 'nurse' is '91%'"),
        ("nurse,0.9\npilot,nan\n", "line 2: the rate of 'pilot' is 'nan'"),
        ("nurse,0.9\npilot,inf\n", "line 2: the rate of 'pilot' is 'inf'"),
        ("nurse,0.9\nnurse,0.8\n", "line 2: 'nurse' stands there twice"),
        ("word,rate\n", "holds no rates"),
        ("", "holds no rates"),
        ("nurse;0.9\n", "line 1 has 1 columns"),
        ("x" * 200_000 + ",1\n", "is not a readable table"),
    ],
)
def test_rates_that_cannot_be_used_name_the_line(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        read_rates(file_of(tmp_path, content, "rates.csv"))


def test_rates_are_those_of_the_target_words(tmp_path: Path) -> None:
    query = make_query({"name": "q", "language": "en", "targets": {"t": ["nurse", "pilot|airman"]}})
    file = tmp_path / "rates.csv"
    assert with_rates(query, {"nurse": 1.0, "airman": 2.0, "cook": 3.0}, file).rates == {"nurse": 1.0, "airman": 2.0}
    with pytest.raises(SpecError, match=r"rates\.csv: has a rate for none of the target words of en/q"):
        with_rates(query, {"cook": 1.0}, file)


def test_pairs_of_two_groups_are_called_by_their_first() -> None:
    groups = own_groups(["rich,poor", "wealthy,needy"], "en")
    assert (groups.id, [each.name for each in groups.pairs]) == ("en/own groups", ["rich–poor"])
    assert groups.pairs[0].pairs == ((("rich",), ("poor",)), (("wealthy",), ("needy",)))
