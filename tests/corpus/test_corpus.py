"""The encoded corpus: what is written is what was given, views copy nothing and are what they say."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weatherglass.corpus.build import build_corpus, build_from_words
from weatherglass.corpus.corpus import LONGEST_SENTENCE, Corpus
from weatherglass.corpus.documents import Reading
from weatherglass.corpus.store import is_corpus, open_corpus
from weatherglass.errors import FormatError, SpecError, UnknownName

DOCUMENTS = [
    {"date": "1998-03-01", "source": "a", "text": "Der Hund bellt. Die Katze schläft.\nDas Kind lacht."},
    {"date": "1998-11-30", "source": "b", "text": "Die Katze schläft."},
    {"date": "2001-05-07", "source": "a", "text": "Der Hund schläft. Der Hund träumt."},
    {"date": "2005", "text": "12 345"},
    {"source": "b", "text": "Das Kind träumt."},
]


def sentences_of(corpus: Corpus) -> list[list[str]]:
    return [corpus.sentence(int(number)) for number in corpus.sentence_numbers()]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    file = tmp_path / "texts.jsonl"
    file.write_text("".join(json.dumps(d, ensure_ascii=False) + "\n" for d in DOCUMENTS), "utf-8")
    return file


@pytest.fixture
def corpus(texts: Path, tmp_path: Path) -> Corpus:
    return build_corpus(texts, tmp_path / "corpus", language="de")


def test_sentences_words_documents_and_counts(corpus: Corpus) -> None:
    assert sentences_of(corpus) == [
        ["der", "hund", "bellt"],
        ["die", "katze", "schlaeft"],
        ["das", "kind", "lacht"],
        ["die", "katze", "schlaeft"],
        ["der", "hund", "schlaeft"],
        ["der", "hund", "traeumt"],
        ["das", "kind", "traeumt"],
    ]
    assert corpus.words[:3] == ("der", "hund", "schlaeft")  # three times each, in the alphabet's order
    assert corpus.word_counts()[:4].tolist() == [3, 3, 3, 2]
    before, after = corpus.facts.before, corpus.facts.after
    assert (before.words, before.sentences, before.documents) == (23, 8, 5)
    assert (after.words, after.sentences, after.documents) == (21, 7, 4)
    assert corpus.documents()["source"].to_list() == ["a", "b", "a", "b"]
    assert corpus.documents()["date"].to_list() == ["1998-03-01", "1998-11-30", "2001-05-07", None]
    assert corpus.document_numbers().tolist() == [0, 0, 0, 1, 2, 2, 3]


def test_periods_and_fields(corpus: Corpus) -> None:
    assert corpus.between("1998", "1998").sentence_numbers().tolist() == [0, 1, 2, 3]
    assert corpus.between("1998-04", "2001").sentence_numbers().tolist() == [3, 4, 5]
    assert corpus.where(source="b").sentence_numbers().tolist() == [3, 6]
    assert corpus.where(source="a", date="2001-05-07").sentence_numbers().tolist() == [4, 5]
    part = corpus.where(source="a").between("2001", "2001-05")
    assert part.sentence_numbers().tolist() == [4, 5]
    assert part.view == ("source = a", "from 2001 to 2001-05")  # the document without a date is in no part of it
    with pytest.raises(SpecError, match="no document has from 1900 to 1950"):
        corpus.between("1900", "1950")
    with pytest.raises(UnknownName, match="source"):
        corpus.where(sorce="a")
    assert corpus.between(last="2000").sentence_numbers().tolist() == [0, 1, 2, 3]
    assert corpus.between("1999").view == ("from 1999 (1 documents have no date that is read)",)
    for first, last in (("01.01.1998", None), (None, "2005-6"), ("1998/01", "2005/12"), ("2005", "1998")):
        with pytest.raises(SpecError, match=r"no date to choose by|later than the last"):
            corpus.between(first, last)


def test_dates_of_other_kinds_are_left_out_and_counted(tmp_path: Path) -> None:
    dates = ["20.05.1850", "1850-05-20", "1850-05-20T10:00", "1850", "18500520", "2005-02-01 10:00", "", "May 1850"]
    file = tmp_path / "texts.jsonl"
    file.write_text("".join(json.dumps({"date": date, "text": "Ein Satz."}) + "\n" for date in dates), "utf-8")
    view = build_corpus(file, tmp_path / "corpus", language="de").between("1850", "1900")
    assert [dates[n] for n in view.document_numbers()] == ["1850-05-20", "1850-05-20T10:00", "1850"]
    assert view.view == ("from 1850 to 1900 (4 documents have no date that is read)",)


def test_an_encoded_corpus_is_no_text(corpus: Corpus, texts: Path, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="encoded corpus already"):
        build_corpus(corpus.folder, tmp_path / "again", language="de")
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(texts, folder)
    alone = build_corpus(folder, folder / "encoded", language="de")
    again = build_corpus(folder, folder / "encoded", language="de", overwrite=True)
    assert again.facts.after == alone.facts.after
    assert "encoded-corpora" in {notice.code for notice in again.facts.notices}


def test_a_folder_that_happens_to_have_such_a_file_is_not_overwritten(texts: Path, tmp_path: Path) -> None:
    for content in ('{"a": 1}', "[1]", ""):
        folder = tmp_path / "convo"
        folder.mkdir(exist_ok=True)
        (folder / "corpus.json").write_text(content, "utf-8")
        assert not is_corpus(folder)
        with pytest.raises(SpecError, match="not overwritten"):
            build_corpus(texts, folder, language="de", overwrite=True)


def test_a_documents_own_name_is_kept_beside_its_place(tmp_path: Path) -> None:
    file = tmp_path / "texts.jsonl"
    file.write_text(json.dumps({"name": "Karl", "text": "Ein Satz."}) + "\n", "utf-8")
    row = build_corpus(file, tmp_path / "corpus", language="de").documents().row(0, named=True)
    assert row["name_"] == "Karl"
    assert "texts.jsonl" in row["name"]


@pytest.mark.parametrize("word", ["", "a\nb", "a\r"])
def test_words_that_would_not_come_back_are_refused(tmp_path: Path, word: str) -> None:
    with pytest.raises(SpecError, match="cannot be a word"):
        build_from_words([["a", word]], tmp_path / "corpus", language="en")
    assert list(tmp_path.iterdir()) == []


def test_samples_and_other_orders(corpus: Corpus) -> None:
    half = corpus.sample(0.5, seed=3)
    assert len(half.sentence_numbers()) == 4
    assert (np.diff(half.sentence_numbers()) > 0).all(), "the old order"
    assert corpus.sample(0.5, seed=3).sentence_numbers().tolist() == half.sentence_numbers().tolist()
    assert len({tuple(corpus.sample(0.5, seed=s).sentence_numbers()) for s in range(20)}) > 5
    shuffled = corpus.shuffled(seed=1)
    assert sorted(shuffled.sentence_numbers()) == list(range(7))
    assert shuffled.sentence_numbers().tolist() != list(range(7))
    by_document = corpus.shuffled(seed=2, by="document")
    order = list(dict.fromkeys(by_document.document_numbers().tolist()))
    assert order != sorted(order)
    sentences = {0: [0, 1, 2], 1: [3], 2: [4, 5], 3: [6]}
    assert by_document.sentence_numbers().tolist() == [n for document in order for n in sentences[document]]
    assert corpus.sample(0.5, by="document").counts().documents == 2
    assert np.shares_memory(corpus.tokens, shuffled.tokens), "nothing is copied"
    for share in (0, 1.5):
        with pytest.raises(SpecError, match="share"):
            corpus.sample(share)


def test_views_are_told_apart(corpus: Corpus) -> None:
    whole, sample, other = corpus.identity(), corpus.sample(0.5).identity(), corpus.sample(0.5, seed=1).identity()
    assert whole["view"] == []
    assert "4 of 7 sentences" in sample["view"][0]
    assert len({whole["view_sha256"], sample["view_sha256"], other["view_sha256"]}) == 3
    assert whole["sha256"] == sample["sha256"]


words = st.text("abcäñ漢", min_size=1, max_size=4)


@settings(max_examples=50, deadline=None)
@given(sentences=st.lists(st.lists(words, min_size=1, max_size=9), min_size=1, max_size=40), most=st.integers(1, 30))
def test_blocks_hold_every_sentence_in_order(
    tmp_path_factory: pytest.TempPathFactory, sentences: list[list[str]], most: int
) -> None:
    corpus = build_from_words(sentences, tmp_path_factory.mktemp("c") / "corpus", language="en")
    for view in (corpus, corpus.shuffled(seed=5), corpus.sample(0.6, seed=1)):
        found = []
        for tokens, lengths in view.blocks(most):
            spelled = [corpus.words[t] for t in tokens]
            for end, length in zip(np.cumsum(lengths), lengths, strict=True):
                found.append(spelled[end - length : end])
            assert len(tokens) <= most or len(lengths) == 1
        assert found == [sentences[n] for n in view.sentence_numbers()]
        expected = Counter(chain.from_iterable(found))
        assert dict(zip(corpus.words, view.word_counts().tolist(), strict=True)) == {
            w: expected[w] for w in corpus.words
        }


@pytest.mark.parametrize("most", [1, 4, 7, 1000])
def test_whole_documents_are_never_in_pieces(corpus: Corpus, most: int) -> None:
    for view in (corpus, corpus.shuffled(seed=2), corpus.sample(0.6, seed=1), corpus.where(source="a")):
        found: dict[int, list[list[str]]] = {}
        for block in view.whole_documents(most):
            spelled = iter([corpus.words[token] for token in block.tokens])
            sentences = [[next(spelled) for _ in range(length)] for length in block.lengths]
            assert [corpus.sentence(int(number)) for number in block.sentences] == sentences
            assert not {*block.documents} & {*found}
            assert (block.sizes > 0).all()
            assert len(block.tokens) <= most or len(block.documents) == 1
            rest = iter(sentences)
            found |= {int(number): [next(rest) for _ in range(size)] for number, size in zip(block.documents, block.sizes, strict=True)}  # fmt: skip
        wanted: dict[int, list[list[str]]] = {}
        for number in sorted(view.sentence_numbers()):
            document = int(np.searchsorted(corpus.document_starts, number, "right")) - 1
            wanted.setdefault(document, []).append(corpus.sentence(int(number)))
        assert found == wanted


def test_the_same_texts_give_the_same_bytes_whatever_the_threads(texts: Path, tmp_path: Path) -> None:
    made = [build_corpus(texts, tmp_path / f"corpus{n}", language="de", threads=n).folder for n in (1, 2, 4)]
    for file in made[0].iterdir():
        assert all((other / file.name).read_bytes() == file.read_bytes() for other in made[1:]), file.name


def test_paragraphs_are_split_unless_a_line_is_a_sentence_or_it_is_said_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Der Hund bellt. Die Katze schläft.\nDas Kind lacht.\n", "utf-8")
    ways: list[tuple[Reading, bool | None, int]] = [
        (Reading(), None, 3),
        (Reading(), False, 2),
        (Reading(lines="sentence"), None, 2),
        (Reading(lines="sentence"), True, 3),
    ]
    for n, (reading, split, sentences) in enumerate(ways):
        made = build_corpus(file, tmp_path / f"corpus{n}", language="de", reading=reading, split=split)
        assert (made.facts.after.sentences, made.facts.split_sentences) == (sentences, sentences == 3)


def test_progress_of_a_build_is_that_of_reading(texts: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    build_corpus(texts, tmp_path / "corpus", language="de", progress=lambda *now: told.append(now))
    size = texts.stat().st_size
    assert told == sorted(told)
    assert told[-1] == (size, size)


def test_very_long_sentences_are_cut_and_said(tmp_path: Path) -> None:
    long = [f"w{n % 50}" for n in range(2 * LONGEST_SENTENCE + 7)]
    corpus = build_from_words([["a", "b"], long, ["c"]], tmp_path / "corpus", language="en")
    assert [len(s) for s in sentences_of(corpus)] == [2, LONGEST_SENTENCE, LONGEST_SENTENCE, 7, 1]
    assert list(chain.from_iterable(sentences_of(corpus)[1:4])) == long
    assert [notice.code for notice in corpus.facts.notices] == ["long-sentences"]
    file = tmp_path / "endless.txt"
    file.write_text(" ".join(long), "utf-8")
    built = build_corpus(file, tmp_path / "built", language="en")
    assert [len(s) for s in sentences_of(built)] == [LONGEST_SENTENCE, LONGEST_SENTENCE, 7]
    assert "long-sentences" in {notice.code for notice in built.facts.notices}


def test_nothing_is_left_of_a_build_that_fails(texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = tmp_path / "numbers.txt"
    numbers.write_text("1 2 3\n4 5\n", "utf-8")
    before = set(tmp_path.iterdir())
    with pytest.raises(SpecError, match=r"nothing is left after cleaning \(5 words before"):
        build_corpus(numbers, tmp_path / "corpus", language="de")

    def full(*_args: object, **_options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("weatherglass.corpus.store.Writer.finish", full)
    with pytest.raises(OSError, match="No space"):
        build_corpus(texts, tmp_path / "corpus", language="de")
    assert set(tmp_path.iterdir()) == before


def test_what_is_there_is_not_lost(texts: Path, corpus: Corpus, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="exists already"):
        build_corpus(texts, corpus.folder, language="de")
    again = build_corpus(texts, corpus.folder, language="de", overwrite=True)
    assert again.facts.sha256 == corpus.facts.sha256
    precious = tmp_path / "precious"
    precious.mkdir()
    with pytest.raises(SpecError, match="no encoded corpus, so it is not overwritten"):
        build_corpus(texts, precious, language="de", overwrite=True)


def test_damaged_corpora_are_refused(corpus: Corpus, tmp_path: Path) -> None:
    for n, (file, problem) in enumerate(
        {"corpus.json": "no encoded corpus", "tokens.npy": "damaged", "words.txt": "damaged"}.items()
    ):
        copy = tmp_path / f"copy{n}"
        shutil.copytree(corpus.folder, copy)
        (copy / file).unlink()
        with pytest.raises(FormatError, match=problem):
            open_corpus(copy)
    copy = tmp_path / "short"
    shutil.copytree(corpus.folder, copy)
    (copy / "words.txt").write_text("one\n", "utf-8")
    with pytest.raises(FormatError, match="do not fit"):
        open_corpus(copy)
    assert not is_corpus(tmp_path)


def test_inclusive_forms_are_kept_apart_on_request(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Lehrer*innen, LehrerInnen und Lehrerinnen.", "utf-8")
    merged = build_corpus(file, tmp_path / "merged", language="de")
    apart = build_corpus(file, tmp_path / "apart", language="de", add=["inclusive-forms"])
    assert merged.word_counts()[merged.words.index("lehrerinnen")] == 3
    assert apart.word_counts()[apart.words.index("lehrer*innen")] == 2
    assert "inclusive-forms" in apart.facts.cleaning
