"""Question files: every format that is read, what is refused, and that nothing is lost on the way."""

from __future__ import annotations

import unicodedata
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.spaces import toy_query
from weatherglass.errors import FormatError, SpecError
from weatherglass.quality.questions import (
    analogies_of,
    odd_of,
    read_analogies,
    read_odd,
    read_sentences,
    read_similarity,
    shipped_analogies,
    shipped_odd,
)
from weatherglass.words import packs
from weatherglass.words.query import make_query

LETTERS = st.characters(categories=["L"])
WORDS = st.text(LETTERS, min_size=1, max_size=8).map(lambda text: unicodedata.normalize("NFC", text))
SCORES = st.floats(-100, 100).map(lambda score: round(score, 4))
PER_FILE = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def plain(file: Path) -> dict[str, list[str]]:
    return {
        category.name: [" ".join(word[0] for word in question) for question in category.questions]
        for category in read_analogies(file).categories
    }


def kinds(file: Path) -> dict[str, str]:
    return {category.name: category.kind for category in read_analogies(file).categories}


def test_googles_format(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "questions-words.txt",
        ": family\nboy girl man woman\n\n: gram8-plural\r\ncar cars dog dogs\n: family\nking queen man woman\n",
    )
    assert plain(file) == {
        "family": ["boy girl man woman", "king queen man woman"],
        "gram8-plural": ["car cars dog dogs"],
    }
    assert kinds(file) == {"family": "semantic", "gram8-plural": "grammar"}
    assert read_analogies(file).name == "questions-words.txt"


def test_devmounts_formats(tmp_path: Path) -> None:
    with_names = written(tmp_path, "syntactic.questions", ": nouns: SI/PL\nHaus Häuser Hof Höfe\n")
    without = written(tmp_path, "semantic_op.questions.nouml", "Frage Antwort stark schwach\n")
    assert plain(with_names) == {"nouns: SI/PL": ["Haus Häuser Hof Höfe"]}
    assert kinds(with_names) == {"nouns: SI/PL": "grammar"}
    assert plain(without) == {"semantic_op": ["Frage Antwort stark schwach"]}
    assert kinds(without) == {"semantic_op": "semantic"}


def test_tables_as_in_subs2vec(tmp_path: Path) -> None:
    text = "# Koeper (2015)\na1\ta2\tb1\tb2\n# Noun\tAntonym\t(P# 2)\nNew York\tUS\tRom\tIT\n# other\na\tb\tc\td\n"
    assert plain(written(tmp_path, "de.tsv", text)) == {
        "Noun Antonym (P# 2)": ["New York US Rom IT"],
        "other": ["a b c d"],
    }
    remarks = written(tmp_path, "mine.txt", "# a remark\na b c d\n# another\ne f g h\n")
    assert plain(remarks) == {"mine": ["a b c d", "e f g h"]}


def test_without_kinds_nothing_is_said_about_them(tmp_path: Path) -> None:
    assert kinds(written(tmp_path, "mine.txt", ": one\na b c d\n: two\na b c d\n")) == {"one": "", "two": ""}
    text = ": grammar/plural\na b c d\n: Semantic: capitals\na b c d\n"
    assert list(kinds(written(tmp_path, "mine.txt", text)).values()) == ["grammar", "semantic"]


@given(
    st.dictionaries(
        st.from_regex(r"[a-c]([a-c/:-]| [a-c]){0,8}", fullmatch=True),
        st.lists(st.tuples(WORDS, WORDS, WORDS, WORDS), min_size=1, max_size=4),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from("\t "),
)
@PER_FILE
def test_analogies_come_back_as_written(
    tmp_path: Path, categories: dict[str, list[tuple[str, ...]]], separator: str
) -> None:
    lines = []
    for name, questions in categories.items():
        lines += [f": {name}", *(separator.join(words) for words in questions)]
    expected = {name: [" ".join(words) for words in questions] for name, questions in categories.items()}
    assert plain(written(tmp_path, "made.txt", "\ufeff" + "\n".join(lines))) == expected


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (": a\none two three\n", 2, "an analogy has four words, this line is 'one two three'"),
        ("a b c d\n\na b c d e\n", 3, "an analogy has four words"),
        ("a\tb\t\td\n", 1, "an analogy has four words"),
        ("a b c d\n:\na b c d", 2, "names no category"),
        (": empty\n", None, "holds no analogies"),
        ("", None, "holds no analogies"),
    ],
)
def test_bad_analogies(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    file = written(tmp_path, "bad.txt", text)
    with pytest.raises(FormatError, match=message) as caught:
        read_analogies(file)
    assert caught.value.file == file
    assert caught.value.line == line


def test_files_that_are_none(tmp_path: Path) -> None:
    for read in (read_analogies, read_odd, read_similarity, read_sentences):
        with pytest.raises(SpecError, match="there is no such file"):
            read(tmp_path / "none.txt")
        with pytest.raises(SpecError, match="cannot be read"):
            read(tmp_path)
        (tmp_path / "latin.txt").write_bytes("Käse Brot Süd Nord\n".encode("latin-1"))
        with pytest.raises(FormatError, match="is not a text in UTF-8"):
            read(tmp_path / "latin.txt")
        with pytest.raises(FormatError, match="holds no"):
            read(written(tmp_path, "blank.txt", "\n \n"))


def test_pairs_make_every_question(tmp_path: Path) -> None:
    pairs = [["a", "b"], ["c", "d|e"], ["f", "g"], ["a", "b"]]
    query = make_query({"name": "own", "language": "en", "pairs": {"grammar: forms": pairs, "single": [["x", "y"]]}})
    made = analogies_of(query)
    assert made.name == "en/own"
    assert [(category.name, category.kind) for category in made.categories] == [("grammar: forms", "grammar")]
    different = (("a",), ("b",)), (("c",), ("d", "e")), (("f",), ("g",))
    assert made.categories[0].questions == tuple((*one, *other) for one, other in permutations(different, 2))
    with pytest.raises(SpecError, match="no category of at least two pairs"):
        analogies_of(make_query({"name": "own", "language": "en", "pairs": {"single": [["x", "y"]]}}))
    file = written(
        tmp_path, "own.toml", 'name = "own"\nlanguage = "en"\n[pairs]\ncapitals = [["a", "b"], ["c", "d"]]\n'
    )
    assert plain(file) == {"capitals": ["a b c d", "c d a b"]}


def test_odd_ones_out(tmp_path: Path) -> None:
    found = read_odd(written(tmp_path, "doesntfit.txt", "# days\nMontag Mittwoch Freitag Jahr-Uhr\nA B x\n"))
    first, second = found.groups
    assert first.name == "Montag Mittwoch Freitag"
    assert first.together == (("Montag",), ("Mittwoch",), ("Freitag",))
    assert first.odd == (("Jahr",), ("Uhr",))
    assert second.odd == (("x",),)
    for text in ("A B\n", "A B x--y\n", "A B -\n", "A\n"):
        with pytest.raises(FormatError, match="line 2: at least two words that belong together"):
            read_odd(written(tmp_path, "bad.txt", "A B x\n" + text))
    toml = 'name = "own"\nlanguage = "en"\n[groups.days]\ntogether = ["Monday", "Friday"]\nodd = ["year"]\n'
    assert read_odd(written(tmp_path, "own.toml", toml)).groups[0].odd == (("year",),)
    with pytest.raises(SpecError, match="has no groups"):
        odd_of(toy_query())


@pytest.mark.parametrize("code", packs.languages())
def test_every_language_has_questions_of_its_own(code: str) -> None:
    analogies, odd = shipped_analogies(code), shipped_odd(code)
    assert analogies is not None
    assert odd is not None
    assert {category.kind for category in analogies.categories} == {"semantic", "grammar"}
    assert sum(len(category.questions) for category in analogies.categories) > 2000
    assert sum(len(group.odd) for group in odd.groups) > 100


def test_other_languages_have_none() -> None:
    assert shipped_analogies("zz") is None
    assert shipped_odd("zz") is None


@pytest.mark.parametrize(
    "text",
    [
        "cat\tdog\t7.5\nsun\tmoon\t6\n",
        "cat\tdog\t7.5\nsun\t\tmoon\t\t6\n",
        "cat dog 7.5\nsun moon 6\n",
        "cat  dog   7,5\nsun moon 6\n",
        "cat,dog,7.5\nsun,moon,6\n",
        "cat;dog;7,5\nsun;moon;6\n",
        '"cat","dog",7.5\n"sun","moon",6\n',
        "\ufeff# Finkelstein (2002)\n# Word 1\tWord 2\tHuman (mean)\ncat\tdog\t7.5\n\nsun\tmoon\t6\n",
        "Word 1,Word 2,Human (mean)\ncat,dog,7.5\nsun,moon,6\n",
        "word1\tword2\tPOS\tSimLex999\tconc(w1)\ncat\tdog\tN\t7.5\t1.0\nsun\tmoon\tN\t6\t2.0\n",
        "word1\tword2\tsimilarity\tpos1\tpos2\ncat\tdog\t7.5\tN\tN\nsun\tmoon\t6\tN\tN\n",
        "id\tword1\tword2\tconcreteness\tscore\n1\tcat\tdog\t2.0\t7.5\n2\tsun\tmoon\t3.0\t6\n",
        "one\tother\thow near\ncat\tdog\t7.5\nsun\tmoon\t6\n",
        "cat\tdog\tN\t7.5\t99\nsun\tmoon\tN\t6\t98\n",
    ],
)  # fmt: skip
def test_similarity_in_every_shape(tmp_path: Path, text: str) -> None:
    assert read_similarity(written(tmp_path, "pairs.txt", text)).pairs == (("cat", "dog", 7.5), ("sun", "moon", 6.0))


@given(st.lists(st.tuples(WORDS, WORDS, SCORES), min_size=1, max_size=6), st.sampled_from("\t;, "), st.booleans())
@PER_FILE
def test_scored_pairs_come_back_as_written(
    tmp_path: Path, pairs: list[tuple[str, str, float]], separator: str, heading: bool
) -> None:
    lines = [separator.join(map(str, pair)) for pair in pairs]
    if heading:
        lines.insert(0, separator.join(("word1", "word2", "score")))
    assert read_similarity(written(tmp_path, "made.csv", "\n".join(lines))).pairs == tuple(pairs)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("cat\tdog\t7.5\ncat\tdog\n", 2, "needs at least 3 columns, this line is"),
        ("cat\tdog\t7.5\ncat\tdog\tmany\n", 2, "needs a number in column 3, got 'many'"),
        ("cat\tdog\tO.9\ncat\tdog\t7.5\n", 1, "needs a number in column 3, got 'O.9'"),
        ("cat\tdog\tnan\ncat\tdog\t7.5\ncat\tdog\tinf\n", 3, "needs a number in column 3, got 'inf'"),
        ("cat\tdog\t7.5\n\tdog\t7.5\n", 2, "has an empty column"),
        ("cat\tdog\t7.5\t1\ncat\t\t7.5\t1\n", 2, "has an empty column"),
        ("cat dog\n", 1, "needs at least 3 columns"),
        ("word1\tword2\tscore\n", None, "a heading and nothing else"),
        ("# only a remark\n", None, "holds no word pairs"),
    ],
)
def test_bad_similarities(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_similarity(written(tmp_path, "bad.tsv", text))
    assert caught.value.line == line


def test_sentences_with_their_scores_or_with_a_file_of_them(tmp_path: Path) -> None:
    expected = (("A man walks.", "#2 a woman runs, fast", 1.5), ("One.", "Two\u2028three.", 4.0))
    text = "\ufeffA man walks.\t#2 a woman runs, fast\t1.5\r\nOne.\tTwo\u2028three.\t4\n\n"
    assert read_sentences(written(tmp_path, "in.txt", text)).pairs == expected
    bare = written(tmp_path, "STS.input.txt", "A man walks.\t#2 a woman runs, fast\nx\ty\nOne.\tTwo\u2028three.\n")
    gold = written(tmp_path, "STS.gs.txt", "1.50\n\n4.0\n")
    assert read_sentences(bare, gold).pairs == expected
    named = (
        "id\tsentence1\tsentence2\tscore\n7\tA man walks.\t#2 a woman runs, fast\t1.5\n8\tOne.\tTwo\u2028three.\t4\n"
    )
    assert read_sentences(written(tmp_path, "dev.tsv", named)).pairs == expected
    gold.write_text("1.5\n4\n", "utf-8")
    assert read_sentences(tmp_path / "dev.tsv", gold).pairs == expected


@pytest.mark.parametrize(
    ("text", "gold", "message"),
    [
        ("a\tb\t1\nc d\n", None, "line 2: needs at least 3 columns"),
        ("a\tb\n", None, "line 1: needs at least 3 columns"),
        ("a\tb\tmany4\n", None, "line 1: needs a number in column 3"),
        ("a\tb\n\nc\td\n", "1\n2\n3\n", "line 2: needs at least 2 columns"),
        ("a\tb\nc\t \n", "1\n2\n", "line 2: has an empty column"),
        ("a\tb\nc\td\n", "1\n", "gold.txt: holds 1 scores, but in.txt has 2 sentence pairs"),
        ("a\tb\nc\td\n", "1\nx\n", "gold.txt, line 2: needs one number a line, got 'x'"),
        ("a\tb\n", "", "gold.txt: holds 0 scores"),
    ],
)
def test_bad_sentences(tmp_path: Path, text: str, gold: str | None, message: str) -> None:
    file = written(tmp_path, "in.txt", text)
    scores = None if gold is None else written(tmp_path, "gold.txt", gold)
    with pytest.raises(FormatError, match=message):
        read_sentences(file, scores)
