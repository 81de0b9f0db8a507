"""Labelled texts: each published format read as it is, which class is looked for, and what is wrong said with its line."""

from __future__ import annotations

import csv
import gzip
import io
import lzma
import zipfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from weatherglass.downstream import texts as module
from weatherglass.downstream.texts import Texts, read_texts
from weatherglass.errors import FormatError, SpecError, WeatherglassError

EDOS = (
    "rewire_id,text,label_sexist,label_category,label_vector,split\n"
    'a-1,"She said ""no"", twice\nand left",not sexist,none,none,dev\n'
    "a-2,Women cannot drive,sexist,2. derogation,2.1 descriptive attacks,train\n"
    "a-3,A plain text,not sexist,none,none,test\n"
)
GERMEVAL = (
    '"Das ist gut\tOTHER\tOTHER\nSo ein |LBR| Unsinn, "wirklich"\tOFFENSE\tINSULT\nGanz ruhig\tOTHER\tOTHER\n'
    "Pfui\tOFFENSE\tABUSE\n"
)


def file_of(folder: Path, content: str | bytes, name: str = "texts.csv") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def notices(texts: Texts) -> dict[str, str]:
    return {notice.code: notice.text for notice in texts.notices}


def test_edos_is_read_with_its_parts(tmp_path: Path) -> None:
    assert read_texts(file_of(tmp_path, EDOS, "edos.csv")) == Texts(
        name="edos",
        texts=('She said "no", twice\nand left', "Women cannot drive", "A plain text"),
        labels=(False, True, False),
        classes=("sexist", "not sexist"),
        rows=(1, 2, 3),
        parts=("validation", "train", "test"),
        notices=(),
    )


def test_germeval_is_read_line_by_line_with_its_line_breaks_and_quotation_marks(tmp_path: Path) -> None:
    file = file_of(tmp_path, GERMEVAL, "germeval2018.training.txt")
    assert read_texts(file) == Texts(
        name="germeval2018.training",
        texts=('"Das ist gut', 'So ein\nUnsinn, "wirklich"', "Ganz ruhig", "Pfui"),
        labels=(False, True, False, True),
        classes=("OFFENSE", "OTHER"),
        rows=(1, 2, 3, 4),
        parts=None,
        notices=(),
    )
    abuse = read_texts(file, label="fine", looked_for="ABUSE")
    assert abuse.labels == (False, False, False, True)
    assert abuse.classes == ("ABUSE", "other")
    assert notices(abuse) == {
        "one-against-others": "'ABUSE' stands against the other 2 labels of germeval2018.training: 'OTHER' (2), 'ABUSE' (1), "
        "'INSULT' (1)."
    }


@pytest.mark.parametrize(
    "table",
    [
        "Text,Label\nhallo,1\nwelt,0\n",
        "txt;label\nhallo;1\nwelt;0\n",
        "sentiment\ttxt\n1\thallo\n0\twelt\n",
        "texte,étiquette,rang\nhallo,1,3\nwelt,0,4\n",
        "Kommentar,Klasse\nhallo,ja\nwelt,nein\n",
        "النص,التصنيف\nhallo,نعم\nwelt,لا\n",
        "tweet,class\nhallo,Hate_Speech\nwelt,neither\n",
        "comment_text,toxic\nhallo,true\nwelt,false\n",
        "\ufeff\"text\",\"label\"\r\n\r\n\"hallo\",\"sexist\"\r\n\"welt\",\"no\"\r\n",
        "text,label\rhallo,1\rwelt,0\r",
        "\n\ntext,label\nhallo,1\n,,\n\nwelt,0".replace(",,", ","),
    ],
)  # fmt: skip
def test_tables_by_their_header(tmp_path: Path, table: str) -> None:
    found = read_texts(file_of(tmp_path, table))
    assert (found.texts, found.labels, found.notices) == (("hallo", "welt"), (True, False), ())


def test_columns_can_be_chosen_by_any_name(tmp_path: Path) -> None:
    file = file_of(tmp_path, "one;two;label;text\na;1;0;b\nc;0;1;d\ne;0;0;f\n")
    found = read_texts(file, text="ONE", label="two")
    assert (found.texts, found.labels) == (("a", "c", "e"), (True, False, False))
    assert read_texts(file).texts == ("b", "d", "f")
    with pytest.raises(SpecError, match="cannot both be in column 'one'"):
        read_texts(file, text="one", label="one")
    with pytest.raises(
        FormatError, match=r"line 1: has no column 'three'; its columns are 'one', 'two', 'label', 'text'"
    ):
        read_texts(file, text="three")


def test_a_second_column_that_could_have_the_labels_is_named(tmp_path: Path) -> None:
    file = file_of(tmp_path, "text,sentiment,label\na,0,1\nb,1,0\n")
    found = read_texts(file)
    assert found.labels == (True, False)
    assert notices(found) == {
        "several-label-columns": "The labels of texts.csv are taken from column 'label'; they could be in 'sentiment' too."
    }
    assert read_texts(file, label="sentiment").notices == ()


def test_texts_keep_the_numbers_of_their_rows_whatever_is_left_out(tmp_path: Path) -> None:
    found = read_texts(file_of(tmp_path, 'text,label\na,1\na,1\n ,0\n\n"b\nc",0\nd,1\nd,0\ne,0\n'))
    assert dict(zip(found.rows, found.texts, strict=True)) == {1: "a", 4: "b\nc", 7: "e"}


@pytest.mark.parametrize("compression", ["gz", "xz", "zip"])
def test_compressed_files_give_the_same(tmp_path: Path, compression: str) -> None:
    packed = file_of(tmp_path, EDOS.encode(), f"edos.csv.{compression}")
    if compression == "zip":
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("edos.csv", EDOS)
            archive.writestr("readme", "")
        packed /= "edos.csv"
    else:
        packed.write_bytes((gzip if compression == "gz" else lzma).compress(EDOS.encode()))
    assert read_texts(packed) == read_texts(file_of(tmp_path, EDOS, "edos.csv"))


def test_tables_with_tabs_are_read_with_quoting_and_without(tmp_path: Path) -> None:
    quoted = read_texts(file_of(tmp_path, 'text\tlabel\n"a ""b""\tc\nd"\t1\n"e"\t0\n'))
    assert quoted.texts == ('a "b"\tc\nd', "e")
    raw = read_texts(file_of(tmp_path, 'text\tlabel\n"a" said\t1\n"b\t0\n'))
    assert raw.texts == ('"a" said', '"b')
    with pytest.raises(FormatError, match=r"line 2: has no label in column 'label'"):
        read_texts(file_of(tmp_path, '"text"\t"label"\n"a"\t""\n"b"\t"0"\n'))


def test_which_class_is_looked_for(tmp_path: Path) -> None:
    sentiment = file_of(tmp_path, "text,label\na,positive\nb,negative\nc,negative\n")
    with pytest.raises(
        SpecError,
        match=r"column 'label' has the labels 'negative' \(2\), 'positive' \(1\); say with looked_for= \(--class\) which of them",
    ):
        read_texts(sentiment)
    found = read_texts(sentiment, looked_for=" negative")
    assert (found.labels, found.classes) == ((False, True, True), ("negative", "positive"))
    with pytest.raises(SpecError, match=r"no text has the label 'bad' in column 'label'; there are 'negative' \(2\)"):
        read_texts(sentiment, looked_for="bad")


@pytest.mark.parametrize(("one", "other"), [("1", "2"), ("-1", "1"), ("hate", "offensive"), ("yes", "maybe")])
def test_a_class_that_could_be_either_is_not_guessed(tmp_path: Path, one: str, other: str) -> None:
    file = file_of(tmp_path, f"text,label\na,{one}\nb,{other}\n")
    with pytest.raises(SpecError, match=r"say with looked_for= \(--class\) which of them to look for"):
        read_texts(file)
    assert read_texts(file, looked_for=other).classes == (other, one)


def test_more_than_two_labels_need_one_that_stands_against_the_others(tmp_path: Path) -> None:
    file = file_of(tmp_path, "text,label\n" + "".join(f"t{i},label{i % 10}\n" for i in range(29)))
    with pytest.raises(
        SpecError, match=r"has 10 labels: 'label0' \(3\), .*'label7' \(3\) and 2 more; two classes are"
    ) as e:
        read_texts(file)
    assert "looked_for=" in str(e.value)
    assert "label=" in str(e.value)
    found = read_texts(file, looked_for="label9")
    assert (sum(found.labels), found.classes, list(notices(found))) == (2, ("label9", "other"), ["one-against-others"])


def test_one_class_alone_is_refused(tmp_path: Path) -> None:
    file = file_of(tmp_path, "text,label\na,sexist\nb,sexist\n")
    for looked_for in (None, "sexist"):
        with pytest.raises(
            FormatError, match=r"only one label in column 'label': 'sexist' \(2\); two classes are needed"
        ):
            read_texts(file, looked_for=looked_for)


def test_empty_repeated_and_contradictory_texts_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = ["a,1", "b,0", " \u00a0,1", ",0", "a,1", "a,1", "c,0", "c,1", "c,0", "d,1", '"a ",0']
    found = read_texts(file_of(tmp_path, "text,label\n" + "\n".join(rows)))
    assert (found.texts, found.labels) == (("a", "b", "d", "a "), (True, False, True, False))
    assert notices(found) == {
        "empty-texts": "2 texts of texts left out, empty.",
        "contradictory-labels": "3 texts of texts left out, as the same text is in both classes.",
        "repeated-texts": "2 texts of texts left out, as the same text came before, in the same class.",
    }


def test_texts_of_other_labels_do_not_contradict_each_other(tmp_path: Path) -> None:
    found = read_texts(file_of(tmp_path, "text,label\na,x\na,y\nb,z\n"), looked_for="z")
    assert (found.texts, found.labels) == (("a", "b"), (False, True))


def test_contradictions_may_leave_no_class(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no text is left that is '1' and nothing else"):
        read_texts(file_of(tmp_path, "text,label\na,1\na,0\nb,0\n"))


def test_parts_that_are_not_known_are_not_used(tmp_path: Path) -> None:
    table = "text,label,split\na,1,Train\nb,0,{}\nc,0,TEST\nc,0,train\n"
    known = read_texts(file_of(tmp_path, table.format("val")))
    assert known.parts == ("train", "validation", "test")
    unknown = read_texts(file_of(tmp_path, table.format("fold 3")))
    assert unknown.parts is None
    assert notices(unknown)["unknown-parts"].endswith("is not used: it says 'fold 3'.")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "is empty"),
        ("\ufeff \n\n", "is empty"),
        ("text,label\n", "holds no texts: there is no row below the header"),
        ("text,label\n,1\n ,0\n", "holds no texts: all 2 texts are empty"),
        ("text,label\na,1\nb,\nc,0\n", "line 3: has no label in column 'label'; add it, or remove the row"),
        ("id,label\na,1\n", "line 1: the first line names no column of texts; its columns are 'id', 'label': name one of them with text="),
        ("text,id\na,1\n", "line 1: the first line names no column of labels; its columns are 'text', 'id': name one of them with label="),
        ("Once upon a time\nthere was\n", "line 1: the first line names no column of texts; .* between commas, semicolons or tabs"),
        (",".join(f"c{i}" for i in range(20)), "'c7' and 12 more"),
        ("text,text,label\na,b,1\n", "line 1: two columns are called 'text'; rename one"),
        ("text,label\na,1\nb,c,0\n", "line 3: 3 columns, expected 2"),
        ("text\tlabel\na\t1\nb\n", "line 3: 1 column, expected 2"),
        (GERMEVAL + "a\tOTHER\n", "line 5: 2 columns, expected 3"),
        ('text,label\n"a\nb",1\n"c" d,0\n', "line 4: the row that begins here cannot be read"),
        ('text,label\na,1\n"b,0\nc,1\n', r"line 3: the row that begins here cannot be read \(unexpected end of data\)"),
        ("text,label\na,1\n" + "b" * 200_000 + ",0\n", r"line 3: .*larger than field limit.*no text has more than 131,072 characters"),
        ("x" * 200_000, "line 1: the first line names no column of texts; its columns are 'x{39}…'"),
        (";;", "line 1: the first line names no column of texts"),
        (b"text,label\na,1\nb\xe4,0\n", "line 3: is not a text in UTF-8; save it as one"),
        ("text,label\na,1\n".encode("utf-16"), "line 1: is not a text in UTF-8"),
        ("text,label\na,1\nb\0,0\n", "line 3: has a NUL character"),
        ("13013 300\nthe \0\0\0\0", "line 1: begins like a file of vectors; give a file of labelled texts"),
        ("the 0.1 -.2 3e-4 1 2.5 6\nof 0.1 0.2 0.3 0.4 0.5 0.6\n", "line 1: begins like a file of vectors"),
        (gzip.compress(EDOS.encode(), mtime=0)[:-20], "cut short or damaged"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, content: str | bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as error:
        read_texts(file_of(tmp_path, content))
    assert "texts.csv" in str(error.value)


def test_a_file_that_is_not_there_a_folder_and_one_too_large_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SpecError, match="there is no such file"):
        read_texts(tmp_path / "gone.csv")
    with pytest.raises(SpecError, match="is a folder; give a file of it"):
        read_texts(tmp_path)
    monkeypatch.setattr(module, "LARGEST", 1 << 20)
    large = "text,label\n" + "".join(f"text number {i},{i % 2}\n" for i in range(60_000))
    for name, content in (("large.csv", large.encode()), ("large.csv.gz", gzip.compress(large.encode()))):
        with pytest.raises(FormatError, match="holds more than 1 MB of texts; give a part of them"):
            read_texts(file_of(tmp_path, content, name))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")).filter(str.strip),
        st.booleans(),
        min_size=2,
    ).filter(lambda rows: len(set(rows.values())) == 2),
    delimiter=st.sampled_from("\t,;"),
    # Only marks that are in the end of a line are quoted when quoting is minimal.
    quoting_and_end=st.sampled_from([(csv.QUOTE_MINIMAL, "\r\n"), (csv.QUOTE_ALL, "\r\n"), (csv.QUOTE_ALL, "\n")]),
)
def test_any_table_that_was_written_comes_back(
    tmp_path: Path, rows: dict[str, bool], delimiter: str, quoting_and_end: tuple[Any, str]
) -> None:
    quoting, end = quoting_and_end
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=delimiter, quoting=quoting, lineterminator=end)
    writer.writerow(["label", "text"])
    writer.writerows(["yes" if label else "no", text] for text, label in rows.items())
    found = read_texts(file_of(tmp_path, written.getvalue()))
    assert dict(zip(found.texts, found.labels, strict=True)) == rows
    assert found.texts == tuple(rows)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.one_of(
        st.binary(), st.text(alphabet='text,label\t";\n\r01 ').map(lambda t: b"text,label\n" + t.encode())
    )
)
def test_any_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    with suppress(WeatherglassError):
        found = read_texts(file_of(tmp_path, content))
        assert set(found.labels) == {True, False}
        assert len(set(found.texts)) == len(found.texts) == len(found.labels)


@pytest.mark.real
def test_edos_has_as_many_texts_as_were_published(real_texts: Path) -> None:
    """Kirk et al. 2023: 20,000 texts, 14,000 for training, 2,000 for validation and 4,000 for testing; 4,854 sexist."""
    file = real_texts / "edos_sexism_en" / "edos_labelled_aggregated.csv"
    found = read_texts(file)
    # Each row ends with its labels and its part, so they can be counted without reading the texts.
    ends = Counter(",sexist," in line for line in file.read_text("utf-8").splitlines()[1:])
    assert Counter(found.labels) == ends == {False: 15_146, True: 4_854}
    assert Counter(found.parts) == {"train": 14_000, "validation": 2_000, "test": 4_000}
    assert found.notices == ()


@pytest.mark.real
@pytest.mark.parametrize(("part", "lines", "offensive"), [("training", 5_009, 1_688), ("test", 3_532, 1_202)])
def test_germeval_has_as_many_texts_as_were_published(real_texts: Path, part: str, lines: int, offensive: int) -> None:
    """Wiegand et al. 2018, table 1."""
    file = real_texts / "germeval2018" / f"germeval2018.{part}.txt"
    found = read_texts(file)
    counted = file.read_bytes()
    assert (len(found.texts), sum(found.labels)) == (lines, offensive)
    assert (counted.count(b"\n"), counted.count(b"\tOFFENSE\t")) == (lines, offensive)
    assert sum(text.count("\n") for text in found.texts) == counted.count(b"|LBR|") > 500
    assert found.notices == ()


@pytest.mark.real
def test_arabic_texts_lose_those_that_are_empty_or_in_both_classes(real_lists: Path) -> None:
    file = real_lists / "arabic_sentiment_sets" / "mpqa-ar.csv"
    found = read_texts(file)
    with file.open(encoding="utf-8", newline="") as opened:
        rows = [(row["txt"], row["sentiment"]) for row in csv.DictReader(opened) if row["txt"].strip()]
    classes = Counter(text for text, _ in set(rows))
    once = {text: label for text, label in rows if classes[text] == 1}
    assert {text: "01"[label] for text, label in zip(found.texts, found.labels, strict=True)} == once
