"""An audit: which words are read, which language, what is said."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.gendered import gendered_space
from tests.measure.measuring import BARE
from tests.spaces import planted_space
from weatherglass.auditing import Audit, Request, audit
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read, write
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import CoverageError, SpecError, UnknownName
from weatherglass.measure.base import BATTERY
from weatherglass.measure.result import Lacking, Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.report.methods import command_line
from weatherglass.report.structure import notes, sections
from weatherglass.report.write import report_html
from weatherglass.stats.multiplicity import PROCEDURES
from weatherglass.stats.permutation import Test
from weatherglass.structure.subspace import Subspace
from weatherglass.words import packs

SAMPLED = Test(method="sampled", n=100)  # where p does not matter


def pack_space(language: str, folder: Path, name: str = "v.bin") -> Path:
    """A synthetic file that holds every word of a pack, so that the pack runs whole."""
    words: dict[str, np.ndarray] = {}
    for query in packs.of_tests(language):
        planted = planted_space(query, 0.3)
        for word, vector in zip(planted.words, planted.vectors, strict=True):
            words.setdefault(word.replace(" ", "_"), vector)
    return write(Embedding.from_arrays(list(words), np.array(list(words.values()))), folder / name)


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
def test_the_language_is_guessed_and_said(language: str, tmp_path: Path) -> None:
    found = audit(pack_space(language, tmp_path), scrutiny=BARE, test=SAMPLED)
    assert found.language == language
    assert "language-guessed" in [notice.code for notice in found.warnings]
    assert {result.query for result in found.results} == {query.id for query in packs.of_tests(language)}
    assert len(found.results.measured) == len(BATTERY) * len(packs.of_tests(language))


def test_a_given_language_is_not_guessed(tmp_path: Path) -> None:
    found = audit(pack_space("de", tmp_path), language="fr")
    assert found.language == "fr"
    assert "language-guessed" not in [notice.code for notice in found.warnings]
    assert found.results.skipped


def test_no_language_fits(tmp_path: Path) -> None:
    file = write(Embedding.from_arrays(["qq", "ww"], np.eye(2)), tmp_path / "v.bin")
    with pytest.raises(CoverageError, match=r"cannot be guessed.*--lang"):
        audit(file)
    with pytest.raises(UnknownName, match="query"):
        audit(file, queries=["none"])


def test_selective_reading_gives_the_same_as_a_full_load() -> None:
    """The audit reads a few thousand rows; a run on the whole file must give the same numbers, also among other words."""
    scrutiny, queries = Scrutiny(interval="none"), packs.of_tests("en")
    whole = run(read(sample_path()), queries, ["weat", "ect"], scrutiny=scrutiny, test=SAMPLED)
    part = audit(language="en", measures=["weat", "ect"], scrutiny=scrutiny, test=SAMPLED).results
    assert len(part.measured) == 2 * len(queries)
    assert [replace(result, embedding="") for result in part] == [replace(result, embedding="") for result in whole]
    assert all(result.baseline for result in part.association_tests)


def test_a_run_takes_queries_by_name_as_an_audit_does(tmp_path: Path) -> None:
    vectors, bare = read(sample_path()), Scrutiny(interval="none", baseline=0)
    (query,) = packs.given(["en/weat6"])
    expected = run(vectors, query, scrutiny=bare)
    assert run(vectors, "en/weat6", scrutiny=bare) == run(vectors, ["en/weat6"], scrutiny=bare) == expected
    both = run(vectors, ["en/weat7*", query], scrutiny=bare)
    assert [result.query for result in both] == ["en/weat7", "en/weat7-short", "en/weat6"]
    with pytest.raises(UnknownName, match="Did you mean 'en/weat6'"):
        run(vectors, ["en/waet6"])
    with pytest.raises(SpecError, match="several languages"):
        run(vectors, "weat6")
    for odd in (6, ("en", "weat6"), None):
        with pytest.raises(SpecError, match=r"is no query; give Query objects, or names such as 'en/weat6'"):
            run(vectors, [odd])  # type: ignore[list-item]
        with pytest.raises(SpecError, match="is no query"):
            audit(vectors, queries=[odd])  # type: ignore[list-item]


def test_identity_is_that_of_the_file(tmp_path: Path) -> None:
    file = pack_space("fr", tmp_path)
    found = audit(file, queries="fr/weat9", scrutiny=BARE)
    assert found.embedding["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert found.embedding["words"] == len(read(file))
    assert found.embedding["name"] == "v.bin"


def test_json_shape() -> None:
    found = audit(queries=["en/weat9"])
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["schema_version"] == 1
    assert set(data["embedding"]) >= {"name", "words", "dim", "sha256"}
    assert data["language"] == "en"
    assert [each["measure"] for each in data["results"]] == list(BATTERY)
    result = data["results"][0]
    assert set(result) >= {"measure", "query", "value", "p", "coverage", "words", "params", "extra"}
    assert set(result) >= {"interval", "adjusted", "influence", "baseline", "effects"}
    assert set(result["p"]) == {"estimate", "low", "high", "method", "alternative", "ties", "partitions", "floor"}
    assert set(result["interval"]) == {"low", "high", "level", "method", "resamples", "without_value"}
    assert set(result["effects"]) == {"difference", "common_language", "frequency_correlation"}
    assert set(result["influence"]) == {"words", "with_p"}
    assert {each["kind"] for each in result["baseline"]} == {"random", "topical"}
    assert [each["procedure"] for each in result["adjusted"]["corrections"]] == list(PROCEDURES)
    assert Result.from_dict(result) == found.results["en/weat9"]
    assert set(result["coverage"]) == {"found", "asked", "missing", "sets"}
    assert set(result["coverage"]["sets"][0]) == {"name", "found", "asked", "missing", "substituted", "duplicates"}
    assert set(result["words"][0]) == {"word", "set", "score"}
    assert (result["measure"], result["query"]) == ("weat", "en/weat9")
    assert data["skipped"] == []
    assert all(set(warning) == {"code", "text"} for warning in data["warnings"])


def test_the_same_audit_gives_the_same_bytes() -> None:
    test = Test(method="sampled", n=1000)
    one, other = (json.dumps(audit(queries=["en/weat1", "en/weat9"], test=test).to_dict()) for _ in range(2))
    assert one == other


def test_an_embedding_in_memory_can_be_audited() -> None:
    query = packs.of_tests("en")[5]
    found = audit(planted_space(query, 0.4), queries=[query], scrutiny=BARE)
    assert isinstance(found.results[query.id], Result)
    assert len(found.embedding["sha256"]) == 64


def test_arabic_spellings_of_the_file_are_matched_while_reading(tmp_path: Path) -> None:
    """The file writes with diacritics; only the normalised form agrees."""
    query = next(q for q in packs.load("ar") if q.name == "weat7")
    planted = planted_space(query, 0.4)
    marked = [word[0] + "\u064e" + word[1:] for word in planted.words]
    file = write(Embedding.from_arrays(marked, planted.vectors), tmp_path / "ar.vec")
    (result,) = audit(file, queries=["ar/weat7"], measures=["weat"]).results.measured
    assert not result.coverage.missing
    assert {s.how for c in result.coverage.sets for s in c.substituted} == {"normalised"}


def test_the_language_is_that_of_the_queries_run() -> None:
    assert audit(queries="en/weat7", scrutiny=BARE).language == "en"
    mixed = audit(queries=["en/weat7", "de/weat7"], scrutiny=BARE)
    assert mixed.language == "mul"
    assert mixed.language_name == "English, German"


def test_what_was_asked_for_is_kept_and_progress_told() -> None:
    seen: list[tuple[str, int, int]] = []
    asked = audit(
        queries=["en/weat7", "en/weat9"],
        measures=["weat", "ect"],
        scrutiny=BARE,
        progress=lambda *step: seen.append(step),
    )
    assert asked.request == Request(queries=("en/weat7", "en/weat9"), measures=("weat", "ect"))
    assert asked.embedding["name"] == "glove-6b-100d-sample"
    assert [step for step in seen if step[0] == "measuring"] == [("measuring", 1, 2), ("measuring", 2, 2)]
    query = packs.of_tests("en")[5]
    planted = audit(planted_space(query, 0.4), queries=query, scrutiny=BARE)
    assert planted.request == Request(vectors=f"synthetic-{query.id}", queries=(query.id,))


def test_reading_a_file_tells_how_far_it_is(tmp_path: Path) -> None:
    file = pack_space("ar", tmp_path)
    seen: list[tuple[str, int, int]] = []
    audit(file, queries="ar/weat7", scrutiny=BARE, progress=lambda *step: seen.append(step))
    assert {total for what, _, total in seen if what == "reading"} == {file.stat().st_size}


def test_the_same_notice_of_several_outcomes_is_said_once() -> None:
    space = planted_space(packs.resolve(["en/weat7"])[0], 0.4)
    found = audit(space, queries=["en/weat7", "en/weat7-short"], measures=["weat"], scrutiny=Scrutiny(interval="none"))
    assert [sum(n.code == "no-baseline" for n in outcome.warnings) for outcome in found.results] == [1, 1]
    assert [notice.code for notice in found.warnings].count("no-baseline") == 1


def test_subwords_need_a_fasttext_model() -> None:
    with pytest.raises(SpecError, match="subwords were asked for"):
        audit(language="en", subwords=True)


def test_composed_words_do_not_decide_the_language(tmp_path: Path) -> None:
    """With subwords every word of every language can be built."""
    from gensim.models import FastText
    from gensim.models.fasttext import save_facebook_model

    words = sorted({word[0] for query in packs.of_tests("en") for word in query.all_words()})
    model = FastText([words] * 3, vector_size=8, min_count=1, epochs=1, workers=1, seed=1, bucket=500)
    save_facebook_model(model, str(tmp_path / "en.bin"))
    found = audit(tmp_path / "en.bin", subwords=True, measures=["weat"], scrutiny=BARE, test=SAMPLED)
    assert found.language == "en"


def test_unknown_parameters_are_refused() -> None:
    with pytest.raises(UnknownName, match="measure 'wat'"):
        audit(queries="en/weat7", params={"wat": {}})
    with pytest.raises(UnknownName, match="parameter of weat 'dof'"):
        audit(queries="en/weat7", params={"weat": {"dof": 1}})


def test_results_table_has_a_row_per_outcome(tmp_path: Path) -> None:
    found = audit(pack_space("de", tmp_path), language="fr")
    table = found.results.table()
    assert table.height == len(found.results)
    assert table.filter(table["skipped"].is_not_null()).height == len(found.results.skipped)


def whole(language: str, folder: Path, **options: Any) -> Audit:
    """A whole audit of a file with every word of the language's tests and lists about gender."""
    return audit(gendered_and_tests(language, folder), language=language, scrutiny=BARE, test=SAMPLED, **options)


def gendered_and_tests(language: str, folder: Path) -> Path:
    gendered, tests = gendered_space(language, most=16), read(pack_space(language, folder))
    more = [i for i, word in enumerate(tests.words) if word not in gendered.index]
    padded = np.zeros((len(gendered), tests.dim), np.float32)
    padded[:, : gendered.dim] = gendered.vectors
    words = [*gendered.words, *(tests.words[i] for i in more)]
    return write(Embedding.from_arrays(words, np.concatenate([padded, tests.vectors[more]])), folder / "both.bin")


@pytest.mark.parametrize("language", ["de", "fr", "ar"])
def test_the_structure_is_examined_where_nouns_have_a_gender(language: str, tmp_path: Path) -> None:
    found = whole(language, tmp_path)
    assert found.structure is not None
    assert found.structure.language == language
    for part in ("subspaces", "biases", "generic_masculine", "occupations", "genus", "vocabulary"):
        assert getattr(found.structure, part), part
    assert all(isinstance(each, Subspace) for each in found.structure.subspaces)
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["structure"] == found.structure.to_dict()
    page = report_html(found)
    assert '<a href="#structure">' in page
    assert page.count('<section id="structure">') == 1
    inside = page[page.index('<section id="structure">') : page.index('<section id="limits">')]
    anchors = re.findall(r'<article id="([a-z-]+)">', inside)
    assert anchors == ["subspace", "bias", "generic-masculine", "occupations", "genus", "vocabulary"]
    assert not re.findall(r"--(?:no-)?structure", command_line(found))
    for notice in notes(found.structure, sections(found.structure)):
        assert notice.text in unescape(page)


def test_the_structure_is_left_out_unless_the_language_or_the_wish_calls_for_it(tmp_path: Path) -> None:
    english = write(gendered_space("en", most=16), tmp_path / "en.bin")
    german = write(gendered_space("de", most=16), tmp_path / "de.bin")
    quick: dict[str, Any] = {"scrutiny": BARE, "test": SAMPLED}
    left_out = [
        audit(english, language="en", **quick),
        audit(german, language="de", structure=False, **quick),
        audit(german, language="de", queries="de/gerard-career", **quick),
        audit(german, language="de", measures=["weat"], **quick),
        audit(german, queries=["de/gerard-career", "en/weat7"], structure=True, **quick),  # of which language?
    ]
    assert [found.structure for found in left_out] == [None] * 5
    assert [found.to_dict()["structure"] for found in left_out] == [None] * 5
    assert all("#structure" not in report_html(found) for found in left_out)
    assert [re.findall(r"--(?:no-)?structure", command_line(found)) for found in left_out] == [
        [], ["--no-structure"], [], [], ["--structure"],
    ]  # fmt: skip


@pytest.mark.parametrize(("language", "queries"), [("en", ()), ("de", ("de/gerard-career",))])
def test_the_structure_is_examined_when_it_is_asked_for(language: str, queries: tuple[str, ...], tmp_path: Path) -> None:  # fmt: skip
    file = write(gendered_space(language, most=16), tmp_path / "v.bin")
    found = audit(file, language=language, queries=queries, structure=True, scrutiny=BARE, test=SAMPLED)
    assert found.structure is not None
    assert "--structure" in command_line(found)
    assert found.request.structure is True
    assert '<section id="structure">' in report_html(found)
    if language == "en":
        assert isinstance(found.structure.genus, Lacking)
        assert "In English nouns have a grammatical gender" not in report_html(found)


def test_a_file_and_an_embedding_have_the_same_structure(tmp_path: Path) -> None:
    file = write(gendered_space("fr", most=16), tmp_path / "fr.bin")
    options: dict[str, Any] = {
        "language": "fr",
        "queries": "fr/weat9",
        "structure": True,
        "scrutiny": BARE,
        "test": SAMPLED,
    }
    one, other = audit(file, **options).structure, audit(read(file), **options).structure
    assert one is not None
    assert other is not None
    assert replace(one, embedding={}, projections=None) == replace(other, embedding={}, projections=None)
