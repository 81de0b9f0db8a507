"""Finding queries by name, pattern and file; a user's own packs; XWEAT's csv."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherglass.errors import FormatError, SpecError, UnknownName
from weatherglass.words import packs
from weatherglass.words.references import bibtex

OWN = """
name = "{name}"
language = "{language}"
[targets]
x = ["one", "two", "three"]
y = ["four", "five", "six"]
[attributes]
a = ["seven", "eight", "nine"]
b = ["ten", "eleven", "twelve"]
"""


def ids(*names: str, language: str | None = None, folders: tuple[Path, ...] = ()) -> list[str]:
    return [query.id for query in packs.resolve(names, language=language, folders=folders)]


def test_by_id_name_and_pattern() -> None:
    assert ids("en/weat7") == ["en/weat7"]
    assert ids("weat7", language="ar") == ["ar/weat7"]
    assert ids("weat3") == ["en/weat3"]
    assert ids("de/gerard-s*", "de/gerard-science") == ["de/gerard-science"]
    assert len(ids("de/gerard-*")) == 8
    assert len(ids("weat?")) > 9


def test_two_queries_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "shadow.toml").write_text(OWN.format(name="weat7", language="en"), "utf-8")
    with pytest.raises(SpecError, match="two different queries are called 'en/weat7'"):
        ids("en/weat7", str(tmp_path / "shadow.toml"))
    assert ids("en/weat7", "en/weat7") == ["en/weat7"]


def test_a_language_that_contradicts_the_query_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN.format(name="own", language="en"), "utf-8")
    for name in ("en/weat7", str(tmp_path / "own.toml")):
        with pytest.raises(SpecError, match="not in the language 'de'"):
            ids(name, language="de")


def test_packs_are_in_natural_order() -> None:
    names = [query.name for query in packs.load("en")]
    assert names.index("weat2") < names.index("weat10")


def test_ambiguous_and_unknown_names() -> None:
    with pytest.raises(SpecError, match=r"several languages.*ar/weat1, de/weat1"):
        ids("weat1")
    with pytest.raises(UnknownName, match="Did you mean 'en/weat7'"):
        ids("en/weatt7")
    with pytest.raises(UnknownName, match="ar, de, en, fr"):
        packs.load("es")


def test_own_packs_add_queries(tmp_path: Path) -> None:
    (tmp_path / "es").mkdir()
    (tmp_path / "es" / "one.toml").write_text(OWN.format(name="mine", language="es"), "utf-8")
    (tmp_path / "two.toml").write_text(OWN.format(name="yours", language="en"), "utf-8")
    assert ids("es/mine", folders=(tmp_path,)) == ["es/mine"]
    assert ids("en/yours", folders=(tmp_path,)) == ["en/yours"]


def test_own_packs_cannot_replace_silently(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(OWN.format(name="weat7", language="en"), "utf-8")
    with pytest.raises(SpecError, match="'en/weat7' exists already"):
        packs.catalogue([tmp_path])
    with pytest.raises(SpecError, match="no such folder"):
        packs.catalogue([tmp_path / "none"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(SpecError, match="holds no queries"):
        packs.catalogue([tmp_path / "empty"])


def xweat(tmp_path: Path, name: str = "vocab_en_es.csv", *, leave_out: tuple[str, ...] = ()) -> Path:
    """Every word of WEAT 7 with a made-up translation; 'he' has two genders, 'math' a second line, which does not count."""
    weat7 = next(query for query in packs.load("en") if query.name == "weat7")
    lines = [",,"] + [f"{w[0]},{w[0]}-es," for w in weat7.all_words() if w[0] not in (*leave_out, "he")]
    file = tmp_path / name
    file.write_text("\n".join([*lines, "he,él,ella-él", "math,otra"]), "utf-8")
    return file


def test_xweat_translates_the_english_tests(tmp_path: Path) -> None:
    queries = {q.id: q for q in packs.resolve([str(xweat(tmp_path))])}
    query = queries["es/vocab_en_es-weat7"]
    assert ("math-es",) in query.targets[0].words
    assert {("él",), ("ella-él",)} <= set(query.attributes[0].words)
    assert ("otra",) not in query.all_words()
    assert "es/vocab_en_es-weat1" not in queries
    assert query.cite == (*packs.resolve(["en/weat7"])[0].cite, "lauscher2019")


def test_xweat_names_what_it_does_not_translate(tmp_path: Path) -> None:
    (query, *_) = packs.resolve([str(xweat(tmp_path, leave_out=("algebra",)))])
    assert "left out: algebra" in query.caveat


def test_xweat_says_how_its_own_program_differs(tmp_path: Path) -> None:
    """Also where every word is translated: that program takes words away from the longer set."""
    (query, *_) = packs.resolve([str(xweat(tmp_path))])
    assert "left out" not in query.caveat
    assert "keeps words without translation in English" in query.caveat
    assert query.caveat.endswith("so its figures cannot be matched exactly.")


def test_xweat_needs_half_of_each_set(tmp_path: Path) -> None:
    math = [word[0] for word in next(q for q in packs.load("en") if q.name == "weat7").targets[0].words]
    assert len(math) == 8
    assert packs.resolve([str(xweat(tmp_path, leave_out=tuple(math[-4:])))])[0].id == "es/vocab_en_es-weat7"
    with pytest.raises(SpecError, match="translates none of the English tests"):
        packs.resolve([str(xweat(tmp_path, leave_out=tuple(math[-5:])))])


def test_xweat_language_from_the_name_or_the_option(tmp_path: Path) -> None:
    assert packs.resolve([str(xweat(tmp_path))])[0].language == "es"
    for name in (
        "table.csv",
        "my_set.csv",
        "vocab_de_en.csv",
        "my_vocab_en_de.csv",
        "vocab_en_de_2.csv",
        "vocab_en.csv",
    ):
        file = xweat(tmp_path, name)
        with pytest.raises(SpecError, match=r"into which language.*vocab_en_de\.csv.*--lang de"):
            packs.resolve([str(file)])
        assert packs.resolve([str(file)], language="it")[0].language == "it"


def test_xweat_that_translates_nothing(tmp_path: Path) -> None:
    (tmp_path / "vocab_en_es.csv").write_text("dog,perro\n", "utf-8")
    with pytest.raises(SpecError, match="translates none"):
        packs.resolve([str(tmp_path / "vocab_en_es.csv")])
    (tmp_path / "vocab_en_fr.csv").write_bytes(b"\xff\xfe,\x00")
    with pytest.raises(FormatError, match="not a text in UTF-8"):
        packs.resolve([str(tmp_path / "vocab_en_fr.csv")])


def test_an_unknown_reference_is_named() -> None:
    with pytest.raises(UnknownName, match=r"no reference 'caliskan2016'\. Did you mean 'caliskan2017'"):
        bibtex(["caliskan2017", "caliskan2016"])


def test_the_published_xweat_file(real_lists: Path) -> None:
    queries = packs.resolve([str(real_lists / "xweat" / "vocab_en_de.csv")])
    assert {"de/vocab_en_de-weat1", "de/vocab_en_de-weat7", "de/vocab_en_de-weat8"} <= {q.id for q in queries}
    (weat8,) = (query for query in queries if query.name == "vocab_en_de-weat8")
    assert "left out: Einstein, NASA, Shakespeare. XWEAT's own program keeps words" in weat8.caveat
