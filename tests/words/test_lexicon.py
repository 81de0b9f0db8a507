"""Sentiment lexicons: each published format read as it is, and what is wrong with a file said with its line."""

from __future__ import annotations

import gzip
import lzma
import unicodedata
import zipfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from weatherglass.errors import FormatError, SpecError, UnknownName, WeatherglassError
from weatherglass.words.lexicon import Entry, Lexicon, read_lexicon, read_lexicons

PER_FILE = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SENTIWS = "Freude|NN\t0.6502\tFreuden\nfroh|ADJX\t0.2\tfrohe,froher\nja|ADV\t0.1\t\nnein|ADV\t-0.1\n"
VADER = "$:\t-1.5\t0.80623\t[-1, -1, -1, -1, -3, -1, -3, -1, -2, -1]\n( '}{' )\t1.6\t0.66332\t[1, 2, 2, 1]\ngood\t1.9\t0.9\t[]\n"


def file_of(folder: Path, content: str | bytes, name: str = "lexicon.txt") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def polarities(lexicon: Lexicon) -> dict[str, float]:
    return {entry.word: entry.polarity for entry in lexicon.entries}


def codes(lexicon: Lexicon) -> list[str]:
    return [notice.code for notice in lexicon.notices]


def test_sentiws_gives_every_inflection_the_polarity_of_its_lemma(tmp_path: Path) -> None:
    lexicon = read_lexicon(file_of(tmp_path, "\ufeff" + SENTIWS.replace("\n", "\r\n"), "SentiWS_v2.0_Positive.txt"))
    assert lexicon == Lexicon(
        "SentiWS_v2.0_Positive",
        (
            Entry("Freude", 0.6502, "Freude", "NN"),
            Entry("Freuden", 0.6502, "Freude", "NN"),
            Entry("froh", 0.2, "froh", "ADJX"),
            Entry("frohe", 0.2, "froh", "ADJX"),
            Entry("froher", 0.2, "froh", "ADJX"),
            Entry("ja", 0.1, "ja", "ADV"),
            Entry("nein", -0.1, "nein", "ADV"),
        ),
        "sentiws",
    )


def test_vader_gives_the_mean(tmp_path: Path) -> None:
    lexicon = read_lexicon(file_of(tmp_path, VADER))
    assert lexicon.format == "vader"
    assert polarities(lexicon) == {"$:": -1.5, "( '}{' )": 1.6, "good": 1.9}
    assert all(entry.lemma == entry.word and not entry.part for entry in lexicon.entries)


@pytest.mark.parametrize(
    ("name", "polarity"),
    [("positive-words.txt", 1.0), ("NEGATIVE.txt", -1.0), ("mots_négatifs.txt", -1.0), ("positiv.lst", 1.0)],
)
def test_lists_of_words_have_the_polarity_that_their_name_says(tmp_path: Path, name: str, polarity: float) -> None:
    lexicon = read_lexicon(file_of(tmp_path, ";;; Opinion Lexicon\n; by\n\n2-faced\n a+ \n", name))
    assert lexicon.format == "words"
    assert polarities(lexicon) == {"2-faced": polarity, "a+": polarity}


def test_lists_of_words_may_be_in_latin_1_as_they_were_published(tmp_path: Path) -> None:
    for encoding in ("latin-1", "utf-8"):
        file = file_of(tmp_path, "naïve\nfiancé\n".encode(encoding), "negative-words.txt")
        assert polarities(read_lexicon(file)) == {"naïve": -1.0, "fiancé": -1.0}


def test_the_polarity_of_a_list_can_be_given(tmp_path: Path) -> None:
    file = file_of(tmp_path, "good\nfine\n", "mine.txt")
    assert polarities(read_lexicon(file, polarity=0.5)) == {"good": 0.5, "fine": 0.5}
    assert polarities(read_lexicon(file, "words", polarity=-1)) == {"good": -1.0, "fine": -1.0}
    with pytest.raises(
        FormatError, match=r"mine\.txt: is no lexicon of a known format.*give polarity=1 or polarity=-1"
    ):
        read_lexicon(file)
    with pytest.raises(FormatError, match="says neither positive nor negative; give polarity=1 or polarity=-1"):
        read_lexicon(file, "words")
    with pytest.raises(SpecError, match="must be a finite number, got nan"):
        read_lexicon(file, polarity=float("nan"))
    with pytest.raises(SpecError, match="a sentiws file says it for each word"):
        read_lexicon(file_of(tmp_path, SENTIWS), polarity=1)
    both = file_of(tmp_path, "good\n", "positive-and-negative.txt")
    with pytest.raises(FormatError, match="no lexicon of a known format"):
        read_lexicon(both)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("word,polarity\ngood,1\nbad,-0.5\n", {"good": 1.0, "bad": -0.5}),
        ("Wort\tScore\tLemma\ngut\t.5\tgut\n", {"gut": 0.5}),
        ("\nmot;label\nbon;positif\nmauvais;NÉGATIF\nvoici;neutre\n\n", {"bon": 1.0, "mauvais": -1.0, "voici": 0.0}),
        ("id,term,sentiment\n1,سعيد,positive\n2,حزين,neg\n", {"سعيد": 1.0, "حزين": -1.0}),
        ('"token","valence"\n"well, well",+1\n', {"well, well": 1.0}),
        ('token\tvalence\n"\t-1e-1\n', {'"': -0.1}),
        ("word,label,score\ngood,negative,2\n", {"good": 2.0}),  # a number says more than a label
        (f"word,label\n{unicodedata.normalize('NFD', 'schön')},pos\n", {"schön": 1.0}),
    ],
)
def test_tables(tmp_path: Path, content: str, expected: dict[str, float]) -> None:
    lexicon = read_lexicon(file_of(tmp_path, content))
    assert lexicon.format == "table"
    assert polarities(lexicon) == expected


def test_a_table_may_name_lemma_and_part_of_speech(tmp_path: Path) -> None:
    lexicon = read_lexicon(file_of(tmp_path, "word,pos,lemma,score\nran,VBD,run,1\nfine,,,1\n"))
    assert lexicon.entries == (Entry("ran", 1.0, "run", "VBD"), Entry("fine", 1.0, "fine"))


@pytest.mark.parametrize(
    ("content", "format", "message"),
    [
        (SENTIWS + "Leid -0.3\n", "guess", r"line 5: is not a line such as Freude\|NN"),
        (SENTIWS + "|NN\t-0.3\n", "guess", "line 5: is not a line such as"),
        (SENTIWS + " |NN\t-0.3\n", "guess", "line 5: a word has 1 to 200 characters, got ''"),
        (SENTIWS + "Leid|NN\t-0,3\n", "guess", "line 5: '-0,3' is not a number such as -0.35"),
        (SENTIWS + "Leid|NN\tnan\n", "guess", "line 5: 'nan' is not a number"),
        (SENTIWS + "Leid|NN\t-1e999\n", "guess", "line 5: '-1e999' is not a number"),
        (SENTIWS + "Leid|NN\t-1\tLeids,,Leides\n", "guess", "line 5: a word has 1 to 200 characters, got ''"),
        (SENTIWS + "Le\x1bid|NN\t-1\n", "guess", r"line 5: holds the invisible control character U\+001B"),
        (SENTIWS + "Le\u202eid|NN\t-1\n", "guess", r"line 5: holds the invisible control character U\+202E"),
        (SENTIWS.encode("utf-16"), "sentiws", "line 1: is not a text in UTF-8; save it as one"),
        ("Freude|NN\t0.1\nschön|ADJX\t0.1\n".encode("latin-1"), "guess", "line 2: is not a text in UTF-8; save it"),
        (VADER + "bad\t-2\n", "guess", "line 4: is not a token, its mean, its standard deviation"),
        (VADER + "bad\t-2\tx\t[1]\n", "guess", "line 4: 'x' is not a number"),
        (VADER + "bad\tinf\t1\t[1]\n", "guess", "line 4: 'inf' is not a number"),
        (VADER + "bad\t1\t1\t[1, ?]\n", "guess", r"line 4: '\?' is not a number"),
        ("word,score\ngood,1\nbad\n", "guess", "line 3: 1 columns, expected 2"),
        ("word,score\ngood,1,2\n", "guess", "line 2: 3 columns, expected 2"),
        ("word,score\ngood,\n", "guess", "line 2: '' is not a number"),
        ("word,score\ngood,very\n", "guess", "line 2: 'very' is not a number"),
        ("word,score\n,1\n", "guess", "line 2: a word has 1 to 200 characters"),
        (f"word,score\n{'x' * 201},1\n", "guess", "line 2: a word has 1 to 200 characters"),
        (f"word,score\n{'x' * 200_000},1\n", "guess", "line 2: is not a readable row"),
        ('word,score\n"good"x,1\n', "guess", "line 2: is not a readable row"),
        ("word,rank\ngood,1\n", "table", "line 1: the first line must name the columns, one of word, term"),
        ("word,score\n\n", "guess", "holds no words"),
        ("", "guess", "is no lexicon of a known format"),
        ("", "table", "line 1: the first line must name the columns"),
        ("good\nbad\n", "sentiws", "line 1: is not a line such as"),
        ("Freude\nLeid\n", "guess", "is no lexicon of a known format"),
    ],
)
def test_what_cannot_be_read_names_the_file_and_the_line(
    tmp_path: Path, content: str | bytes, format: Any, message: str
) -> None:
    with pytest.raises(FormatError, match=rf"lexicon\.txt(, |: ){message}"):
        read_lexicon(file_of(tmp_path, content), format)


def test_lists_of_words_that_cannot_be_read(tmp_path: Path) -> None:
    for content, message in (
        ("; only\n;comments\n", "holds no words"),
        ("good\nfine\t1\n", "line 2: has a tab; a list of words has one word a line"),
        ("good\n".encode("utf-16"), r"line 1: holds the invisible control character U\+0000"),
        (b"don\x92t\n", r"line 1: holds the invisible control character U\+0092; .* save the file as UTF-8"),
    ):
        with pytest.raises(FormatError, match=message):
            read_lexicon(file_of(tmp_path, content, "positive.txt"))


def test_other_mistakes(tmp_path: Path) -> None:
    file = file_of(tmp_path, SENTIWS)
    with pytest.raises(UnknownName, match=r"no lexicon format 'senti'\. Did you mean 'sentiws'"):
        read_lexicon(file, "senti")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match=r"none\.txt: there is no such file"):
        read_lexicon(tmp_path / "none.txt")
    with pytest.raises(FormatError, match="is no archive, so it has no member 'a'"):
        read_lexicon(file / "a")
    with pytest.raises(SpecError, match="give at least one file"):
        read_lexicons([])
    with pytest.raises(SpecError, match="is a folder; give its files"):
        read_lexicons([file, tmp_path])
    with pytest.raises(SpecError, match="polarity= is for a single file"):
        read_lexicon(tmp_path, polarity=1)


def test_a_file_larger_than_any_lexicon_is_refused(tmp_path: Path) -> None:
    size = (64 << 20) + 1
    plain, packed = tmp_path / "positive.txt", tmp_path / "positive.txt.xz"
    with plain.open("wb") as hollow:
        hollow.truncate(size)
    packed.write_bytes(lzma.compress(b"word\n" * (size // 5 + 1), preset=0))
    with pytest.raises(FormatError, match="is larger than 64 MB, which no lexicon is"):
        read_lexicon(plain)
    with pytest.raises(FormatError, match=r"is larger than 64 MB|decompresses to more than"):
        read_lexicon(packed)


def test_words_with_two_signs_are_left_out_and_counted(tmp_path: Path) -> None:
    positive = file_of(tmp_path, "good\nenvious\nfine\ngood\n", "positive.txt")
    negative = file_of(tmp_path, "bad\nenvious\n", "negative.txt")
    lexicon = read_lexicons([positive, negative])
    assert lexicon.name == "positive+negative"
    assert polarities(lexicon) == {"good": 1.0, "fine": 1.0, "bad": -1.0}
    assert [notice.text for notice in lexicon.notices] == [
        "1 word of positive+negative left out, with two signs there: envious."
    ]
    assert codes(lexicon) == ["conflicting-polarity"]
    with pytest.raises(FormatError, match="holds only words with two signs: good"):
        read_lexicon(file_of(tmp_path, "word,label\ngood,pos\ngood,neg\n"))


def test_of_several_values_of_one_sign_the_first_counts_and_it_is_said(tmp_path: Path) -> None:
    lexicon = read_lexicon(file_of(tmp_path, "word,score\na,1\nb,2\na,3\nb,2\nc,0\nc,1\n"))
    assert polarities(lexicon) == {"a": 1.0, "b": 2.0}
    assert codes(lexicon) == ["conflicting-polarity", "differing-polarity"]
    assert lexicon.notices[1].text == "1 word of lexicon with several values, of which the first counts: a."


def test_a_folder_is_read_as_one_lexicon_and_says_what_it_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "opinion"
    folder.mkdir()
    file_of(folder, "good\n", "positive-words.txt")
    file_of(folder, "bad\n", "negative-words.txt")
    file_of(folder, "A list of words, of which some are good.\n", "README.txt")
    file_of(folder, "junk", ".DS_Store")
    (folder / "papers").mkdir()
    lexicon = read_lexicon(folder)
    assert (lexicon.name, lexicon.format) == ("opinion", "words")
    assert polarities(lexicon) == {"bad": -1.0, "good": 1.0}
    assert [notice.text for notice in lexicon.notices] == ["1 file of opinion left out, being no lexicon: README.txt."]
    file_of(folder, "word,score\nfine,1\n", "more.csv")
    assert read_lexicon(folder).format == "table+words"


def test_a_folder_without_a_lexicon_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"is a folder without a lexicon \(it has no files\)"):
        read_lexicon(tmp_path)
    file_of(tmp_path, "nothing", "notes.txt")
    with pytest.raises(FormatError, match=r"is a folder without a lexicon \(it has notes\.txt\); name a file"):
        read_lexicon(tmp_path)


def test_compressed_files_and_members_of_archives(tmp_path: Path) -> None:
    packed = file_of(tmp_path, gzip.compress(SENTIWS.encode()), "SentiWS.txt.gz")
    assert read_lexicon(packed) == read_lexicon(file_of(tmp_path, SENTIWS, "SentiWS.txt"))
    assert read_lexicon(file_of(tmp_path, packed.read_bytes(), "v2.0.gz")).name == "v2.0"
    archive = tmp_path / "opinion.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("opinion/positive-words.txt", "good\n")
        made.writestr("opinion/negative-words.txt", "bad\n")
    lexicon = read_lexicons([archive / f"opinion/{sign}-words.txt" for sign in ("positive", "negative")])
    assert polarities(lexicon) == {"good": 1.0, "bad": -1.0}
    with pytest.raises(FormatError, match="holds 2 files"):
        read_lexicon(archive)
    with pytest.raises(FormatError, match="cut short or damaged"):
        read_lexicon(file_of(tmp_path, packed.read_bytes()[:-9], "SentiWS.txt.gz"))


WORDS = st.text(st.characters(categories=("L", "M", "N")), min_size=1, max_size=8).map(
    lambda word: unicodedata.normalize("NFC", word)
)
VALUES = st.floats(-5, 5, allow_nan=False).map(lambda value: round(value, 4))


def by_hand(listed: list[tuple[str, float]]) -> dict[str, float]:
    """What must come of (word, polarity) in this order: all of a word's values are looked at together."""
    values = defaultdict(list)
    for word, value in listed:
        values[word].append(value)
    return {word: v[0] for word, v in values.items() if all(x > 0 for x in v) or all(x < 0 for x in v) or not any(v)}


def check(file: Path, listed: list[tuple[str, float]], format: str) -> None:
    expected = by_hand(listed)
    if not expected:
        with pytest.raises(FormatError, match="only words with two signs"):
            read_lexicon(file)
        return
    lexicon = read_lexicon(file)
    assert lexicon.format == format
    assert list(polarities(lexicon).items()) == list(expected.items())
    left_out = len({word for word, _ in listed}) - len(expected)
    assert ("conflicting-polarity" in codes(lexicon)) == (left_out > 0)
    if left_out:
        assert lexicon.notices[0].text.startswith(f"{left_out:,} word")


@PER_FILE
@given(listed=st.lists(st.tuples(WORDS, VALUES), min_size=1, max_size=12), mark=st.sampled_from("\t,;"))
def test_any_table_comes_back(tmp_path: Path, listed: list[tuple[str, float]], mark: str) -> None:
    lines = [f"word{mark}score", *(f"{word}{mark}{value!r}" for word, value in listed)]
    check(file_of(tmp_path, "\n".join(lines)), listed, "table")


@PER_FILE
@given(st.lists(st.tuples(WORDS, VALUES, st.lists(WORDS, max_size=3)), min_size=1, max_size=8))
def test_any_sentiws_comes_back(tmp_path: Path, lemmas: list[tuple[str, float, list[str]]]) -> None:
    lines = [f"{lemma}|NN\t{value!r}\t{','.join(more)}\r\n" for lemma, value, more in lemmas]
    listed = [(word, value) for lemma, value, more in lemmas for word in (lemma, *more)]
    check(file_of(tmp_path, "".join(lines)), listed, "sentiws")


@PER_FILE
@given(content=st.binary(max_size=60) | st.text(max_size=60).map(str.encode), name=st.sampled_from(["positive", "x"]))
@pytest.mark.parametrize("head", ["", "Freude|NN\t0.5\n", "good\t1\t1\t[1]\n", "word,score\ngood,1\n", "good\n"])
def test_any_bytes_are_read_or_refused(tmp_path: Path, head: str, content: bytes, name: str) -> None:
    try:
        lexicon = read_lexicon(file_of(tmp_path, head.encode() + content, name))
    except WeatherglassError:
        return
    words = [entry.word for entry in lexicon.entries]
    assert words
    assert len(set(words)) == len(words)
    assert all(0 < len(word) <= 200 and word == unicodedata.normalize("NFC", word).strip() for word in words)
    assert all(entry.lemma and abs(entry.polarity) < float("inf") for entry in lexicon.entries)


@pytest.mark.real
def test_the_real_sentiws(real_lists: Path) -> None:
    lexicon = read_lexicon(real_lists / "sentiws")
    listed = []
    for sign in ("Negative", "Positive"):
        for line in (real_lists / "sentiws" / f"SentiWS_v2.0_{sign}.txt").read_text("utf-8-sig").splitlines():
            head, value, inflections = line.split("\t")
            words = [head.partition("|")[0], *filter(None, inflections.split(","))]
            listed += [(unicodedata.normalize("NFC", word.strip()), float(value)) for word in words]
    assert polarities(lexicon) == by_hand(listed)
    assert len({entry.lemma for entry in lexicon.entries}) > 3000
    assert {entry.part for entry in lexicon.entries} == {"NN", "VVINF", "ADJX", "ADV"}
    assert polarities(lexicon)["Freude"] > 0 > polarities(lexicon)["Angst"]
    assert "1 file of sentiws left out, being no lexicon: SOURCE.txt." in [notice.text for notice in lexicon.notices]


@pytest.mark.real
def test_the_real_opinion_lexicon(real_lists: Path) -> None:
    archive = real_lists.parent / "text" / "opinion_lexicon.zip"
    if not archive.is_file():
        pytest.skip("the opinion lexicon is not on this machine")
    lexicon = read_lexicons([archive / f"opinion_lexicon/{sign}-words.txt" for sign in ("positive", "negative")])
    assert len(lexicon.entries) == 2006 + 4783 - 2 * 3
    assert sum(entry.polarity > 0 for entry in lexicon.entries) == 2006 - 3
    assert "naïve" in polarities(lexicon)
    assert [notice.text for notice in lexicon.notices] == [
        "3 words of positive-words+negative-words left out, with two signs there: envious, enviously, enviousness."
    ]
