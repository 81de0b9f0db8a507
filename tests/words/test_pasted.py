"""Words as people paste and upload them: what comes out, and what is refused with which words."""

from __future__ import annotations

import tomllib
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from weatherglass.errors import SpecError, WeatherglassError
from weatherglass.words import packs
from weatherglass.words.pasted import LARGEST, MOST_WORDS, read_pasted, split_words
from weatherglass.words.query import LONGEST_WORD, Query


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("she\nhe\r\nher\rhim", ["she", "he", "her", "him"]),
        ("she, he;her\thim", ["she", "he", "her", "him"]),
        ("ممرضة، طبيب؛ هي", ["ممرضة", "طبيب", "هي"]),
        ("\ufeff\"she\", 'he', “her”, „ihn“, « elle », ‹il›", ["she", "he", "her", "ihn", "elle", "il"]),
        ("'tis, l', rock 'n' roll, l’infirmière", ["'tis", "l'", "rock 'n' roll", "l’infirmière"]),
        ("  New \u00a0  York ,, \n\n ; ", ["New York"]),
        ("b, a, b", ["b", "a", "b"]),
        ("Mama|Mutter, Lehrer:innen, infirmier·ère", ["Mama|Mutter", "Lehrer:innen", "infirmier·ère"]),
        (unicodedata.normalize("NFD", "Ärztin"), ["Ärztin"]),
        ("A\u00ad\u0308rztin", ["Ärztin"]),  # an invisible character between a letter and its dots
        ("\u202enurse\u202c, do\u200bc\x00tor, \u2067هي\u2069, \u200fهو", ["nurse", "doctor", "هي", "هو"]),
        ("می\u200cخواهم, \u200dx\u200c", ["می\u200cخواهم", "x"]),
        ("\"', ''", []),
        ("", []),
    ],
)
def test_words_come_out_of_a_text(text: str, words: list[str]) -> None:
    assert split_words(text) == words


def test_too_long_too_many_too_large() -> None:
    assert split_words("x" * LONGEST_WORD) == ["x" * LONGEST_WORD]
    with pytest.raises(SpecError, match=r"word 2, 'xxxx.*…', has 201 characters, and 200 are allowed"):
        split_words("she\n" + "x" * (LONGEST_WORD + 1))
    assert len(split_words("a\n" * MOST_WORDS)) == MOST_WORDS
    with pytest.raises(SpecError, match="more than 20,000 words, from 'last' on"):
        split_words("a\n" * MOST_WORDS + "last")
    assert split_words("," * LARGEST) == []
    with pytest.raises(SpecError, match="1,000,002 bytes"):
        split_words("," * LARGEST + "ä")


@pytest.mark.parametrize("around", ["'", '"', " ", "\u200d", "'\"", "' "])
def test_endless_quotes_are_taken_off_at_once(around: str) -> None:
    """Quadratic time would take minutes here."""
    half = LARGEST // 2 // len(around.encode()) - 1
    assert split_words(around * half + "x" + around[::-1] * half) == ["x"]


ANY_TEXT = st.text(
    st.one_of(st.sampled_from(" \t\n\r,;،؛'\"«»’\u200c\u200d\u200b\u202e\ufeff\u0308\u037e|aäAب"), st.characters()),
    max_size=60,
)


@given(text=ANY_TEXT)
@example(text="a\u037eb")  # composed, the Greek question mark is a semicolon
def test_split_words_are_plain_and_stay_as_they_are(text: str) -> None:
    words = split_words(text)
    assert split_words("\n".join(words)) == words
    for word in words:
        assert word == unicodedata.normalize("NFC", word)
        assert word == " ".join(word.split())
        assert not set(word) & set("\n\r\t,;،؛\u202e\u202c\ufeff\u200b\x00")
    assert len("".join(words)) <= len(unicodedata.normalize("NFC", text)) + len(text)


@given(
    words=st.lists(st.text("abcäßéمرضة'-:|", min_size=1, max_size=9).map(lambda word: f"x{word}x"), max_size=20),
    data=st.data(),
)
def test_ordinary_words_come_back_whatever_separates_them(words: list[str], data: st.DataObject) -> None:
    between = st.sampled_from(["\n", ",", ", ", "، ", ";", "؛", "\t", "\r\n", "\n\n", '", "'])
    assert split_words("".join(word + data.draw(between) for word in words)) == [
        unicodedata.normalize("NFC", word) for word in words
    ]


def sets_of(query: Query) -> dict[str, list[str]]:
    pairs = (("targets", query.targets), ("attributes", query.attributes))
    return {f"{role}.{s.name}": ["|".join(word) for word in s.words] for role, sets in pairs for s in sets}


@pytest.mark.parametrize(
    ("content", "sets"),
    [
        ("women: she, her\nmen: he\nhim\n", {"targets.women": ["she", "her"], "targets.men": ["he", "him"]}),
        ("she\nher\n\n \nhe, him", {"targets.mine 1": ["she", "her"], "targets.mine 2": ["he", "him"]}),
        ("she, her", {"targets.mine": ["she", "her"]}),
        ("femmes :\n\nelle\n\nil\n", {"targets.femmes": ["elle"], "targets.mine": ["il"]}),
        ("Lehrer:innen\nSchüler:in", {"targets.mine": ["Lehrer:innen", "Schüler:in"]}),
        ("نساء: هي، ممرضة\nرجال: هو؛ طبيب", {"targets.نساء": ["هي", "ممرضة"], "targets.رجال": ["هو", "طبيب"]}),
        (
            "a: x\nb: y\nc: z\nd: w",
            {"targets.a": ["x"], "targets.b": ["y"], "attributes.c": ["z"], "attributes.d": ["w"]},
        ),
        ("attributes.c: z\ntargets.a: x|y", {"targets.a": ["x|y"], "attributes.c": ["z"]}),
        ("a: x, x\nb: x", {"targets.a": ["x", "x"], "targets.b": ["x"]}),  # told about where the sets are checked
    ],
)
def test_a_text_of_sets(content: str, sets: dict[str, list[str]]) -> None:
    query = read_pasted(content.encode("utf-8-sig"), "C:\\lists\\mine.TXT", "de")
    assert query.id == "de/mine"
    assert sets_of(query) == sets


@pytest.mark.parametrize(
    "content",
    [
        "women,men\nshe,he\nher,\n",
        "women;men;\r\nshe;he;\r\nher;;\r\n",
        '\ufeff"women"\t"men"\n\n"she"\the\nher\n',
    ],
)
def test_a_table_of_sets(content: str) -> None:
    query = read_pasted(content.encode(), "mine.csv", "en")
    assert sets_of(query) == {"targets.women": ["she", "her"], "targets.men": ["he"]}


def test_a_cell_is_a_word_whatever_it_holds() -> None:
    query = read_pasted(b'cities,jobs\n"New York, NY",nurse\n', "mine.csv", "en")
    assert sets_of(query) == {"targets.cities": ["New York, NY"], "targets.jobs": ["nurse"]}


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
def test_shipped_queries_are_read_as_they_are(language: str) -> None:
    files = sorted((packs.data_folder() / language).glob("*.toml"))
    assert len(files) > 10
    read = 0
    for file in files:
        content = file.read_bytes()
        if not {"targets", "pairs", "groups"} & tomllib.loads(content.decode()).keys():
            continue
        query = packs.resolve([f"{language}/{file.stem}"])[0]
        assert read_pasted(content, file.name, language) == query
        read += 1
    assert read > 10


def test_a_query_file_needs_neither_name_nor_language() -> None:
    query = read_pasted(b'[targets]\na = ["x"]\n', "mine.toml", "fr")
    assert (query.id, sets_of(query)) == ("fr/mine", {"targets.a": ["x"]})
    assert read_pasted(b'language = "de"\n[targets]\na = ["x"]\n', "mine.toml", "").id == "de/mine"


LONG = "x" * 201


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("w.txt", "", "w.txt: holds no words"),
        ("w.txt", "a: x\n\nb:\n", "line 3: the set 'b' has no words"),
        ("w.txt", "a: x\n: y\n", "line 2: there is no name before the colon"),
        ("w.txt", f"a: x\n{LONG}\n", "line 2: the word, 'x{40}…', has 201 characters"),
        ("w.txt", f"{LONG}: x\n", "line 1: the name, 'x{40}…', has 201"),
        ("w.txt", "a: x\n\ny, z|\n", r"line 3: 'z\|' has nothing on one side"),
        ("w.txt", "a: x\nb: y\na: z\n", "line 3: the name 'a' is given to two sets, the first in line 1"),
        ("w.txt", "a: x\n" + "y\n" * MOST_WORDS, "line 1: with the set 'a' there are more than 20,000 words"),
        ("w.txt", "attributes.a: x\n", "has attributes only"),
        ("w.txt", b"a\nb\n\xff", "w.txt, line 3: is not a text in UTF-8"),
        ("w.txt", " " * (LARGEST + 1), "1,000,001 bytes"),
        ("w.csv", "", "w.csv: is empty; name the sets"),
        ("w.csv", "a,b\nx,y\n,,z\n", "line 3: 'z' is in column 3, which has no name"),
        ("w.csv", "a,,b\nx,y,z\n", "line 2: 'y' is in column 2, which has no name"),
        ("w.csv", "a,b\nx,\n", "line 1: the set 'b' has no words"),
        ("w.csv", "a,a\nx,y\n", "line 1: the name 'a' is given to two sets"),
        ("w.csv", '"' + "x" * 200_000, "is not a readable table"),
        ("w.toml", "a = \n", "w.toml: is not a readable TOML file .*line 1"),
        ("w.toml", "a = " + "[" * 100_000, "is not a readable TOML file"),
        ("w.toml", "a = " + "9" * 10_000, "is not a readable TOML file"),
        ("w.toml", '[targets]\na = ["x"]\n"b" = ["y", 3]\n', r"w.toml: line 3, key 'targets.b': needs words in quot"),
        ("w.toml", '\n[targets]\na = ["x"]\nb = ["x"]\n', "w.toml: line 2, key 'targets': 'x' is in 'a' and in 'b'"),
        ("w.toml", 'target.a = ["x"]\n', "line 1, key 'target': unknown key; did you mean 'targets'"),
        ("w.toml", 'title = "t"\n', "w.toml: key 'targets': there are no words"),
        ("w.toml", 'language = "fr"\ntargets.a = ["x"]\n', "is in 'fr', not in the language 'en'"),
        ("w.toml", f"targets.a = {['x'] * (MOST_WORDS + 1)}\n", "has 20,001 words"),
        ("w.docx", "x", r"w.docx: is none of the kinds that can be read: .toml, .csv, .tsv, .txt"),
        ("", "x", "words: is none of the kinds"),
    ],
)
def test_mistakes_in_a_file_are_named_with_their_line(name: str, content: str | bytes, message: str) -> None:
    with pytest.raises(WeatherglassError, match=message) as caught:
        read_pasted(content if isinstance(content, bytes) else content.encode(), name, "en")
    assert len(str(caught.value)) < 600


def test_a_language_is_needed() -> None:
    with pytest.raises(SpecError, match="key 'language'"):
        read_pasted(b"she", "w.txt", "")


HOSTILE = st.one_of(st.binary(max_size=200), ANY_TEXT.map(lambda text: text.encode("utf-8", "surrogatepass")))


@given(content=HOSTILE, name=ANY_TEXT, kind=st.sampled_from([".txt", ".csv", ".toml", ".tsv", ""]))
def test_whatever_is_uploaded_becomes_sets_or_an_error(content: bytes, name: str, kind: str) -> None:
    try:
        query = read_pasted(content, name + kind, "en")
    except WeatherglassError:
        return
    assert query.targets
    assert query.name
    assert all(word_set.words for word_set in query.sets)


NAMES = st.lists(
    st.text("abc مر", min_size=1, max_size=8).map(lambda name: f"x{name}x"),
    min_size=1,
    max_size=6,
    unique_by=lambda n: " ".join(n.split()),
)


@given(names=NAMES, data=st.data())
def test_sets_come_back_from_all_three_kinds_of_file(names: list[str], data: st.DataObject) -> None:
    words = st.lists(
        st.text("abäضé|", min_size=1, max_size=5).map(lambda w: f"x{w}x".replace("||", "|")), min_size=1, max_size=4
    )
    words = words.filter(lambda each: all(all(word.split("|")) for word in each))
    sets = {" ".join(name.split()): [unicodedata.normalize("NFC", word) for word in data.draw(words)] for name in names}
    text = "\n".join(f"{name}: {', '.join(each)}" for name, each in sets.items())
    longest = max(map(len, sets.values()))
    rows = [sets, *([each[i] if i < len(each) else "" for each in sets.values()] for i in range(longest))]
    table = "\n".join(";".join(row) for row in rows) if len(sets) > 1 else "\n".join([*sets, *sets[next(iter(sets))]])
    for content, kind in ((text, "txt"), (table, "csv")):
        query = read_pasted(content.encode(), f"w.{kind}", "en")
        assert {s.name: ["|".join(word) for word in s.words] for s in query.sets} == sets
        assert len(query.attributes) == (2 if len(sets) == 4 else 0)
