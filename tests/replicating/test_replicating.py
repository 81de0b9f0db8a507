"""Replications carried out for real on small data: figures, what cannot be run, going on after a stop, and the report."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import kruskal, mannwhitneyu

from tests.replicating.made import write_corpus
from weatherglass.auditing import audit
from weatherglass.corpus.build import build_corpus
from weatherglass.downstream.diffused import Diffusion
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read, write
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import SpecError, WeatherglassError
from weatherglass.measure.result import Result
from weatherglass.measure.stability import stability
from weatherglass.measure.stability_result import Stability
from weatherglass.plot.choice import figures, plotted
from weatherglass.replication import replicating
from weatherglass.replication.experiments import base_pairs, diffused, gender
from weatherglass.replication.experiments.studied import toml_text
from weatherglass.replication.replicated import Carried, Line, Replication, Value
from weatherglass.replication.replicating import replicate
from weatherglass.report.replication import command_line, document
from weatherglass.report.write import report_html
from weatherglass.stats.permutation import Test
from weatherglass.train.training import train_vectors
from weatherglass.words import packs
from weatherglass.words.query import Query

GLOVE = f"glove={sample_path()}"
STUDY = """
name = "own-2026"
title = "A paper of one's own"
cite = "caliskan2017"
languages = ["ar"]
[[experiments]]
id = "years"
kind = "study"
where = "table 1"
language = "ar"
needs = ["corpus"]
columns = ["W", "KM", "STS"]
figures = ["time", "trend"]
mind = ["A sentence of one's own."]
rows = [
    { label = "AVG", of = "AVG/ar/weat7", W = 0.69, KM = 0.63 },
    { label = "CONC", of = "CONC/ar/weat7", W = 0.56 },
    { label = "quality of all", of = "CONC" },
    { label = "quality", of = "quality/2010", STS = 0.4 },
    { label = "another year", of = "ar/weat7/1999", W = 0.4 },
]
[experiments.settings]
read = "periods"
[experiments.settings.study.samples]
by = "year"
together = true
least_words = 100
seeds = [0]
[experiments.settings.study.train]
method = "glove"
dim = 10
epochs = 2
min_count = 1
[experiments.settings.study.measure]
queries = ["ar/weat7", "ar/weat8"]
measures = ["weat", "km"]

[[experiments]]
id = "subsamples"
kind = "study"
where = "figure 2"
language = "ar"
needs = ["corpus"]
columns = ["50 %", "permutations"]
rows = [
    { label = "median d", of = "d/ar/weat7" },
    { label = "p below 0.05", of = "p below 0.05/ar/weat7", "50 %" = "none" },
    { label = "sd of d", of = "sd of d/ar/weat7" },
    { label = "coverage", of = "coverage/ar/weat7" },
]
[experiments.settings]
read = "robustness"
[experiments.settings.study.samples]
rates = [0.5]
repeats = 2
permutations = 0
whole = false
[experiments.settings.study.train]
method = "glove"
dim = 10
epochs = 2
min_count = 1
[experiments.settings.study.measure]
queries = ["ar/weat7"]
measures = ["weat"]

[[experiments]]
id = "quality"
kind = "study"
where = "figure 3"
language = "ar"
needs = ["corpus"]
may_use = ["analogies"]
columns = ["best", "worst", "dimensions"]
rows = [{ label = "GloVe", of = "glove" }]
[experiments.settings]
read = "settings"
[experiments.settings.study]
quality = {}
[experiments.settings.study.samples]
seeds = [0]
[experiments.settings.study.train]
method = "glove"
dim = [5, 10]
epochs = 2
min_count = 1
"""


@pytest.fixture(scope="module")
def on_sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Replication, Path]:
    folder = tmp_path_factory.mktemp("replication") / "kurpicz"
    return replicate("kurpicz-briki-2020", [GLOVE], folder), folder


def test_figures_are_those_of_an_audit(on_sample: tuple[Replication, Path]) -> None:
    found, _ = on_sample
    (glove,) = found.carried
    assert glove.id == "table-8-glove"
    alone = audit(queries=["en/weat7"], measures=["weat"], test=Test(alternative="two-sided")).results["en/weat7"]
    assert isinstance(alone, Result)
    assert alone.value is not None
    assert alone.p is not None
    line = next(line for line in glove.lines if line.of == "en/weat7")
    assert line.measured["d"].value == pytest.approx(abs(alone.value))
    assert line.measured["p"].value == alone.p.estimate
    assert line.printed["d"] == 0.94


def test_what_was_not_given_is_told(on_sample: tuple[Replication, Path]) -> None:
    found, _ = on_sample
    assert {each.id: each.needs for each in found.not_carried} == dict.fromkeys(
        ("table-8-word2vec", "table-9-german", "table-9-french"), ("vectors",)
    )


def test_it_survives_json(on_sample: tuple[Replication, Path]) -> None:
    found, _ = on_sample
    assert Replication.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_what_is_done_is_not_done_again(on_sample: tuple[Replication, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    found, folder = on_sample

    def refuse(*_: object) -> Carried:
        raise AssertionError("measured again")

    monkeypatch.setattr(replicating, "_outcome", refuse)
    assert replicate("kurpicz-briki-2020", [GLOVE], folder) == found
    with pytest.raises(AssertionError, match="measured again"):
        replicate("kurpicz-briki-2020", [GLOVE], folder, seed=1)


def test_outcomes_of_other_settings_and_vectors_stand_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quick look, another seed, or more vectors take nothing away."""
    asked: dict[str, Any] = {"out": tmp_path / "out", "only": ["table-8-glove"]}
    other = f"glove:en={write(read(sample_path()), tmp_path / 'other.bin')}"
    first = replicate("kurpicz-briki-2020", [GLOVE], **asked)
    replicate("kurpicz-briki-2020", [GLOVE], **asked, quick=True)
    replicate("kurpicz-briki-2020", [GLOVE], **asked, seed=1)
    replicate("kurpicz-briki-2020", [other], **asked)

    def refuse(*_: object) -> Carried:
        raise AssertionError("measured again")

    monkeypatch.setattr(replicating, "_outcome", refuse)
    assert replicate("kurpicz-briki-2020", [GLOVE], **asked) == first
    assert len(replicate("kurpicz-briki-2020", [other, GLOVE], **asked).carried) == 2


def test_an_outcome_does_not_hang_on_what_its_experiment_has_no_use_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {"out": tmp_path / "out", "only": ["table-8-glove"]}
    first = replicate("kurpicz-briki-2020", [GLOVE], **asked)
    (tmp_path / "lexicon.csv").write_text("word,polarity\ngood,1\nbad,-1\n", "utf-8")

    def refuse(*_: object) -> Carried:
        raise AssertionError("measured again")

    monkeypatch.setattr(replicating, "_outcome", refuse)
    again = replicate("kurpicz-briki-2020", [GLOVE, f"lexicon:en={tmp_path / 'lexicon.csv'}"], **asked)
    assert again.carried == first.carried


def test_words_that_were_found_are_no_measurement(tmp_path: Path) -> None:
    """English vectors said to be German hold some of the words, and no test can be made."""
    found = replicate("kurpicz-briki-2020", [f"vectors:de={sample_path()}"], tmp_path / "out", only=["table-9-german"])
    (table,) = found.carried
    assert any("found" in line.measured for line in table.lines)
    assert not any("d" in line.measured for line in table.lines)
    assert not found.measured
    assert document(found).findings[0] == "Experiments of the paper carried out: 0 of 4."


def test_a_folder_belongs_to_one_paper(on_sample: tuple[Replication, Path], tmp_path: Path) -> None:
    _, folder = on_sample
    with pytest.raises(SpecError, match="holds a replication of kurpicz-briki-2020"):
        replicate("zhang-2021", [GLOVE], folder)
    (tmp_path / "letter.txt").write_text("Dear reader", "utf-8")
    with pytest.raises(SpecError, match="cannot be made"):
        replicate("kurpicz-briki-2020", [GLOVE], tmp_path / "letter.txt")
    with pytest.raises(SpecError, match="is not empty"):
        replicate("kurpicz-briki-2020", [GLOVE], tmp_path)


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
def test_the_report_says_both(on_sample: tuple[Replication, Path], language: str) -> None:
    found, _ = on_sample
    page = report_html(found, language=language)
    assert "WEAT7-ori" in page
    assert "0.94" in page
    assert found.title in page
    assert "<svg" in page


def test_every_figure_can_be_drawn(on_sample: tuple[Replication, Path]) -> None:
    found, _ = on_sample
    assert list(figures(found)) == ["table-8-glove"]
    plotted(found)


def test_zhang_on_the_sample(tmp_path: Path) -> None:
    """Every table of it is carried out or says, row by row, what the vectors lack."""
    found = replicate("zhang-2021", [sample_path()], tmp_path / "out")
    assert not found.not_carried
    for each in found.carried:
        for line in each.lines:
            for column in line.printed:
                assert column in line.measured or column in line.lacking, (each.id, line.label, column)


def test_tables_share_one_study_of_each_of_several_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = read(sample_path())
    files = [str(write(base, tmp_path / "one.bin")), str(write(read(sample_path(), limit=5000), tmp_path / "two.bin"))]
    studied: list[str] = []

    def counted(path: str, *given: Any, **more: Any) -> Stability:
        studied.append(path)
        return stability(path, *given, **more)

    monkeypatch.setattr(base_pairs, "stability", counted)
    given = [f"vectors:en={file}" for file in files]
    found = replicate("zhang-2021", given, tmp_path / "out", only=["table-1", "table-6"])
    assert [each.id for each in found.carried] == ["table-1", "table-1", "table-6", "table-6"]
    assert studied == files


def test_gender_in_a_small_german_space(tmp_path: Path) -> None:
    names = (
        "gerard-career",
        "gerard-competence",
        "gerard-science",
        "gerard-occupations",
        "subspace",
        "forms",
        "terms",
        "genus",
    )
    corpus = write_corpus(tmp_path / "texts.jsonl", "de", names)
    only = ["section-4-1", "section-4-2", "section-4-3", "table-4-2", "table-5-1"]
    found = replicate("gerard-2017", [corpus], tmp_path / "out", only=only, quick=True)
    assert [each.id for each in found.carried] == only
    done = {each.id: each for each in found.carried}
    assert done["section-4-1"].recipes[0]["architecture"] == "skip-gram"
    assert done["section-4-1"].lines[2].measured["pairs"].value > 100
    assert set(done["section-4-3"].lines[0].measured) >= {"male", "female"}
    assert done["table-4-2"].lines[0].measured["words"].value > 40
    career = next(line for line in done["table-5-1"].lines if line.of == "de/gerard-career")
    assert "d" in career.measured
    flowers = next(line for line in done["table-5-1"].lines if line.of == "de/gerard-flowers")
    assert "too few words" in flowers.lacking["d"]
    assert len(list((tmp_path / "out" / "models").glob("*.bin"))) == 1


def test_names_and_a_classifier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[str] = []
    for module, name in ((gender, "structure_of"), (diffused, "diffusion_of")):
        work = getattr(module, name)

        def counted(*given: Any, work: Callable[..., Any] = work, name: str = name, **more: Any) -> Any:
            worked.append(name)
            return work(*given, **more)

        monkeypatch.setattr(module, name, counted)
    lists = [
        packs.catalogue()[f"de/{name}"] for name in ("polarity", "names", "sentiment-pairs", "sex", "origin", "forms")
    ]
    words = sorted({word[0] for query in lists for word in query.all_words()})
    vectors = np.random.default_rng(0).normal(size=(len(words), 20)).astype(np.float32)
    write(Embedding.from_arrays(words, vectors, "small"), tmp_path / "small.bin")
    positive, negative = packs.catalogue()["de/polarity"].targets
    lines = [f"{word[0]},{sign}" for words, sign in ((positive, 1), (negative, -1)) for word in words.words]
    (tmp_path / "lexicon.csv").write_text("word,polarity\n" + "\n".join(lines), "utf-8")
    given = [f"vectors:de={tmp_path / 'small.bin'}", f"lexicon={tmp_path / 'lexicon.csv'}"]
    only = ["table-2", "table-4", "figure-1", "diffusion", "classifier", "table-5"]
    found = replicate("papakyriakopoulos-2020", given, tmp_path / "out", only=only, quick=True)
    assert [each.id for each in found.carried] == only[:5]
    assert worked == ["structure_of", "diffusion_of"]  # once for all tables
    assert found.not_carried[0].needs == ("texts",)
    done = {each.id: each for each in found.carried}
    assert 0 < done["table-4"].lines[0].measured["B_g"].value < 1
    populations = done["diffusion"].lines[0].measured
    assert populations["classifier level"].value == pytest.approx(0, abs=1e-9)
    assert populations["before"].value > 0
    assert 0 < done["classifier"].lines[0].measured["accuracy"].value < 1
    _statistics_are_those_of_the_scores(done["diffusion"])
    extreme = {line.of: line.in_words["extreme words"] for line in done["table-2"].lines if line.in_words}
    assert len(extreme["sentiment/women–men/men"].split(", ")) == 5
    table = found.table().filter(pl.col("experiment") == "table-2")
    assert table["measured_as"].drop_nulls().to_list() == list(extreme.values())
    assert extreme["sentiment/women–men/men"] in report_html(found)


def _statistics_are_those_of_the_scores(diffusion: Carried) -> None:
    """H over the populations and U between two groups, as scipy has them."""
    result = Diffusion.from_dict(diffusion.results[0])
    svm = next(each for each in result.classified if each.kind == "svm")
    scored = list(zip(result.names, svm.stages[0].scores, strict=True))

    def scores(population: str, sex: str = "") -> list[float]:
        return [score for name, score in scored if name.population == population and sex in ("", name.sex)]

    of = {line.of: line.measured["before"].value for line in diffusion.lines if line.measured}
    populations = dict.fromkeys(name.population for name in result.names)
    assert of["population, H"] == pytest.approx(kruskal(*map(scores, populations)).statistic)
    women, men = ([score for name, score in scored if name.sex == sex] for sex in ("female", "male"))
    assert of["sex, U"] == pytest.approx(mannwhitneyu(women, men).statistic)
    greek = mannwhitneyu(scores("Greek", "female"), scores("Greek", "male"), method="exact")
    assert of["Greek female–Greek male, p"] == pytest.approx(greek.pvalue)
    italian = next(line for line in diffusion.lines if line.of == "German–Italian, p")
    assert "embedding level" in italian.measured


def test_studies_of_a_paper_of_ones_own(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat7", "weat8"))
    paper = tmp_path / "own.toml"
    paper.write_text(STUDY, "utf-8")
    asked = " ".join(word[0] for words in packs.catalogue()["ar/weat7"].targets for word in words.words[:2])
    (tmp_path / "asked.txt").write_text(f"{asked}\n", "utf-8")
    found = replicate(str(paper), [corpus, f"analogies={tmp_path / 'asked.txt'}"], tmp_path / "out")
    assert not found.not_carried
    years, subsamples, quality = found.carried
    answered = quality.lines[0].measured  # one question: all answers are right, or none is
    assert {answered["best"].value, answered["worst"].value} <= {0.0, 1.0}
    assert answered["dimensions"].value in (5, 10)
    assert set(years.lines[0].measured) == {"W", "KM"}
    for row in (2, 3):
        assert years.lines[row].lacking["STS"] == "no pairs of sentences were measured"
    assert "there is no such part" in years.lines[4].lacking["W"]
    of_subsamples = {line.label: line.measured["50 %"].value for line in subsamples.lines}
    assert of_subsamples["sd of d"] > 0
    assert of_subsamples["coverage"] == 1
    page = report_html(found)
    assert "A sentence of one" in page


def test_models_by_recipe(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat1", "weat2", "weat7", "weat8"))
    found = replicate("lauscher-2020", [corpus], tmp_path / "out", only=["table-5"], quick=True)
    (table,) = found.carried
    assert all("d" in line.measured for line in table.lines)
    assert len({line.measured["d"].value for line in table.lines}) == len(table.lines)


@pytest.mark.parametrize("only", ["table-5", "table-9-german"])
def test_a_corpus_that_is_too_small_does_not_stop_the_others(tmp_path: Path, only: str) -> None:
    """Of models by recipe, and of vectors trained for one table."""
    paper, language = ("lauscher-2020", "ar") if only == "table-5" else ("kurpicz-briki-2020", "de")
    tests = ("weat2", "weat7", "weat8") if language == "ar" else ("kb-weat7", "kb-weat8", "kb-character")
    corpora = [f"corpus:{language}={write_corpus(tmp_path / 'large.jsonl', language, tests)}"]
    for name in ("small", "empty"):
        text = json.dumps({"text": "كلمة واحدة"}) if name == "small" else ""
        (tmp_path / f"{name}.jsonl").write_text(text, "utf-8")
        corpora.append(f"corpus:{language}={tmp_path / f'{name}.jsonl'}")
    more: dict[str, Any] = {"only": [only], "quick": True, "settings": {"dim": 10, "epochs": 1}}
    found = replicate(paper, corpora, tmp_path / "out", **more)
    (carried,) = found.carried
    assert carried.inputs == ("large.jsonl",)
    small, empty = found.not_carried
    assert small.reason.startswith("small.jsonl: ")
    assert "fewer than two words occur at least 5 times" in small.reason
    assert empty.reason.startswith("empty.jsonl: ")
    alone = replicate(paper, corpora[1:2], tmp_path / "alone", **more)
    assert not alone.not_carried[0].reason.startswith("small.jsonl")


def test_a_misprint_is_compared_by_what_it_should_be() -> None:
    line = Line(
        label="x",
        of="x",
        printed={"a": 0.69, "b": 0.2, "c": "< 0.01", "d": 0.5},
        misprint={"a": "complement", "b": "unknown"},
        corrected={"a": 0.31},
        measured={name: Value(value=0.3) for name in "abcd"},
        lacking={},
    )
    assert list(line.differences()) == [("a", 0.31, 0.3), ("d", 0.5, 0.3)]


def test_a_study_is_written_as_toml() -> None:
    data = {
        "name": 'ä "b"',
        "samples": {"rates": [0.1, 0.5], "seeds": [0]},
        "train": [{"method": "glove", "dim": 10}, {"method": "word2vec"}],
        "quality": {},
    }
    assert tomllib.loads(toml_text(data)) == data


def test_other_texts_of_the_same_name_are_another_corpus(tmp_path: Path) -> None:
    corpora = []
    for folder, seed in (("one", 0), ("two", 1)):
        (tmp_path / folder).mkdir()
        corpora.append(write_corpus(tmp_path / folder / "news.jsonl", "ar", ("weat7", "weat8"), seed=seed))
    only = ["table-5"]
    both = replicate("lauscher-2020", corpora, tmp_path / "out", only=only, quick=True)
    assert [each.on.count("one/news.jsonl") > 0 for each in both.carried] == [True, False]
    first, second = ([line.measured for line in each.lines] for each in both.carried)
    assert first != second
    shutil.copy(corpora[1], corpora[0])  # the same file with other texts
    again = replicate("lauscher-2020", corpora, tmp_path / "out", only=only, quick=True)
    assert [[line.measured for line in each.lines] for each in again.carried] == [second, second]


def test_vectors_that_changed_are_measured_again(tmp_path: Path) -> None:
    file = write(read(sample_path()), tmp_path / "v.bin")
    sds = []
    for seed in (0, 1):
        found = replicate("zhang-2021", [f"vectors:en={file}"], tmp_path / f"out-{seed}", only=["table-1"])
        sds.append(found.carried[0].lines[0].measured["sd"].value)
        base = read(sample_path())
        noise = np.random.default_rng(seed).normal(size=base.vectors.shape)
        write(Embedding.from_arrays(base.words, (base.vectors + noise).astype(np.float32)), file, overwrite=True)
    assert sds[0] != sds[1]


def test_a_study_with_another_seed_is_another_and_takes_nothing_away(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat7", "weat8"))
    (tmp_path / "own.toml").write_text(STUDY, "utf-8")

    def medians(seed: int) -> list[float]:
        found = replicate(str(tmp_path / "own.toml"), [corpus], tmp_path / "out", only=["subsamples"], seed=seed)
        (subsamples,) = found.carried
        assert [dict(each)["model"] for each in subsamples.recipes] == ["glove"]
        assert subsamples.samples["seeds"] == [seed]
        return [line.measured["50 %"].value for line in subsamples.lines]

    first = medians(0)
    kept = {file: file.read_bytes() for file in (tmp_path / "out" / "studies").rglob("*.parquet")}
    assert medians(5) != first
    assert all(file.read_bytes() == content for file, content in kept.items())


def test_a_study_whose_files_lie_elsewhere_is_the_same(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat7", "weat8"))
    (tmp_path / "own.toml").write_text(STUDY, "utf-8")
    asked = " ".join(word[0] for words in packs.catalogue()["ar/weat7"].targets for word in words.words[:2])
    found = []
    for name in ("asked.txt", "moved.txt"):
        (tmp_path / name).write_text(f"{asked}\n", "utf-8")
        build_corpus(corpus, tmp_path / f"corpus-{name}", language="ar")
        given = [str(tmp_path / f"corpus-{name}"), f"analogies={tmp_path / name}"]
        found.append(replicate(str(tmp_path / "own.toml"), given, tmp_path / "out", only=["quality"]).carried)
        shutil.rmtree(tmp_path / "out" / "experiments")  # as if it had been stopped
        (tmp_path / name).unlink()
    (study,) = (tmp_path / "out" / "studies").glob("*.toml")
    trained = (study.with_suffix("") / "log.jsonl").read_text("utf-8").splitlines()
    assert len(trained) == 2
    first, again = ([line.measured for line in each.lines] for (each,) in found)
    assert first == again


def test_phrases_of_an_encoded_corpus_are_missed_and_the_rest_is_measured(tmp_path: Path) -> None:
    texts = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat1", "weat2", "weat7", "weat8"))
    build_corpus(texts, tmp_path / "encoded", language="ar")
    (table,) = replicate(
        "lauscher-2020", [tmp_path / "encoded"], tmp_path / "out", only=["table-5"], quick=True
    ).carried
    for line in table.lines:
        if "N-GRAM" in line.label:
            assert "encoded already" in line.lacking["d"]
        else:
            assert "d" in line.measured


def test_vectors_trained_here_stand_for_the_recipes_that_they_fit(tmp_path: Path) -> None:
    texts = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat1", "weat2", "weat7", "weat8"))
    corpus = build_corpus(texts, tmp_path / "corpus", language="ar")
    settings: dict[str, Any] = {"dim": 5, "epochs": 1, "min_count": 1}
    train_vectors(corpus, "fasttext", out=tmp_path / "ft.bin", buckets=100, **settings)
    train_vectors(corpus, "word2vec", out=tmp_path / "cbow.bin", architecture="cbow", **settings)
    given = [f"vectors:ar={tmp_path / 'ft.bin'}", f"vectors:ar={tmp_path / 'cbow.bin'}"]
    (table,) = replicate("lauscher-2020", given, tmp_path / "out", only=["table-3"]).carried
    assert table.on == "ft.bin, cbow.bin"
    for line in table.lines:
        assert ("d" in line.measured) == (not line.of.startswith("skip-gram")), line.label


def test_words_found_are_those_of_all_four_sets(tmp_path: Path) -> None:
    base = read(sample_path())
    kept = [row for row, word in enumerate(base.words) if word != "brother"]  # a word of an attribute set
    less = Embedding.from_arrays([base.words[row] for row in kept], base.vectors[kept])
    given = f"vectors:en={write(less, tmp_path / 'less.bin')}"
    text = OWN.replace('["d"]', '["d", "KM", "found"]')
    (tmp_path / "own.toml").write_text(f'{text}kind = "tests"\nsettings = {{ measures = ["weat", "km"] }}\n', "utf-8")
    (table,) = replicate(str(tmp_path / "own.toml"), [given], tmp_path / "out").carried
    assert table.lines[0].measured["found"].value == 31 / 32


def test_two_vectors_for_one_recipe_are_refused(tmp_path: Path) -> None:
    given = []
    for name in ("one", "two"):
        rows = read(sample_path(), limit=100)
        given.append(f"word2vec:ar={write(rows, tmp_path / f'{name}.bin')}")
    found = replicate("lauscher-2020", given, tmp_path / "out", only=["table-3"])
    assert found.carried == ()
    assert "several vectors fit the recipe" in found.not_carried[0].reason


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"seed": 7}, "seed cannot be set there"),
        ({"dims": 5}, "did you mean 'dim'"),
        ({"epochs": "many"}, "epochs"),
        ({"ngrams": "many"}, "ngrams"),
    ],
)
def test_settings_that_cannot_be_are_refused_before_anything_is_done(
    tmp_path: Path, settings: dict[str, Any], problem: str
) -> None:
    corpus = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat7",))
    with pytest.raises(WeatherglassError, match=f"(?i){problem}"):
        replicate("lauscher-2020", [corpus], tmp_path / "out", settings=settings)
    assert not (tmp_path / "out").exists()


def test_settings_without_effect_are_told(tmp_path: Path) -> None:
    found = replicate("kurpicz-briki-2020", [GLOVE], tmp_path / "out", settings={"dim": 7}, only=["table-8-glove"])
    assert "unused-settings" in {notice.code for notice in found.notices}


def test_the_command_says_what_was_asked(tmp_path: Path) -> None:
    found = replicate("kurpicz-briki-2020", [GLOVE], tmp_path / "out", only=["table-8-glove"], seed=3, threads=2)
    assert command_line(found) == (
        f"weatherglass replicate kurpicz-briki-2020 --data glove:en={sample_path().name} --only table-8-glove --seed 3 --threads 2"
    )


def test_damaged_outcomes_are_made_again_and_a_damaged_folder_is_told(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = replicate("kurpicz-briki-2020", [GLOVE], out, only=["table-8-glove"])
    (outcome,) = (out / "experiments").iterdir()
    whole = json.loads(outcome.read_text("utf-8"))
    for damaged in ("{", "[]", json.dumps(whole | {"outcome": {"id": "x"}})):
        outcome.write_text(damaged, "utf-8")
        assert replicate("kurpicz-briki-2020", [GLOVE], out, only=["table-8-glove"]) == first
    (out / replicating.MANIFEST).write_text("[]", "utf-8")
    with pytest.raises(SpecError, match="is damaged"):
        replicate("kurpicz-briki-2020", [GLOVE], out)


def test_data_that_nothing_made_use_of_are_told(on_sample: tuple[Replication, Path], tmp_path: Path) -> None:
    (tmp_path / "lexicon.csv").write_text("word,polarity\ngood,1\nbad,-1\n", "utf-8")
    given = [GLOVE, f"lexicon:en={tmp_path / 'lexicon.csv'}"]
    found = replicate("kurpicz-briki-2020", given, tmp_path / "out", only=["table-8-glove"])
    (told,) = [notice.text for notice in found.notices if notice.code == "unused-data"]
    assert told == "Given, and used by no experiment that was carried out: lexicon.csv (lexicon)."
    assert found.used == (sample_path().name,)
    used, _ = on_sample
    assert not [notice for notice in used.notices if notice.code == "unused-data"]


def test_vectors_stand_in_the_rows_that_their_names_tell(tmp_path: Path) -> None:
    """AraVec's names say architecture, dimension and whether phrases were joined; single words do not stand for phrases."""
    base = read(sample_path(), limit=100)
    names = ("full_grams_sg_300_wiki.bin", "full_grams_cbow_300_wiki.bin", "full_uni_cbow_300_twitter.bin")
    given = [f"word2vec:ar={write(base, tmp_path / name)}" for name in names]
    (table,) = replicate("lauscher-2020", given, tmp_path / "out", only=["table-3"]).carried
    assert table.on == "full_grams_sg_300_wiki.bin, full_grams_cbow_300_wiki.bin"
    assert not [notice for notice in table.notices if notice.code == "rows-share-vectors"]
    unknown = [f"word2vec:ar={write(base, tmp_path / 'mine.bin')}"]
    (table,) = replicate("lauscher-2020", unknown, tmp_path / "other", only=["table-3"]).carried
    (told,) = [notice.text for notice in table.notices if notice.code == "rows-share-vectors"]
    assert told == "mine.bin stands in the rows of skip-gram-n-gram, cbow-n-gram."


@pytest.mark.parametrize(
    ("only", "change", "told"),
    [
        ("years", ("least_words = 100", "least_words = 1_000_000"), "no part by year has 1,000,000 running words"),
        ("subsamples", ("rates = [0.5]", "rates = [1e-6]"), "of which 1e-06 is none"),
    ],
)
def test_too_little_text_is_told_with_what_can_be_given(
    tmp_path: Path, only: str, change: tuple[str, str], told: str
) -> None:
    """The study's file is written here, and nobody can change it."""
    corpus = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat7",))
    (tmp_path / "own.toml").write_text(STUDY.replace(*change), "utf-8")
    (study,) = replicate(str(tmp_path / "own.toml"), [corpus], tmp_path / "out", only=[only]).not_carried
    assert told in study.reason
    assert study.reason.endswith("; give more text")
    assert "least_words" not in study.reason


def test_models_that_fail_are_told_and_tried_again(tmp_path: Path) -> None:
    """No word occurs a million times, so that one of two models has nothing to learn."""
    corpus = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat7",))
    text = STUDY.replace("min_count = 1", "min_count = [1, 1000000]")
    (tmp_path / "own.toml").write_text(text, "utf-8")
    (subsamples,) = replicate(str(tmp_path / "own.toml"), [corpus], tmp_path / "out", only=["subsamples"]).carried
    (told,) = [notice.text for notice in subsamples.notices if notice.code == "models-failed"]
    assert told.startswith("2 models failed (")
    assert "tries them again" in told
    assert not (tmp_path / "out" / "experiments").exists()


def test_queries_that_changed_are_measured_again(tmp_path: Path) -> None:
    """The settings name a file; what it holds is part of what was asked."""
    corpus = write_corpus(tmp_path / "texts.jsonl", "ar", ("weat7", "weat8"))
    asked = tmp_path / "asked.toml"
    words = {name: packs.catalogue()[f"ar/{name}"] for name in ("weat7", "weat8")}
    (tmp_path / "own.toml").write_text(
        STUDY.replace('queries = ["ar/weat7"]', f'queries = ["{asked}"]').replace("ar/weat7", "ar/own"), "utf-8"
    )

    def median(query: Query) -> float:
        sides = {"targets": query.targets, "attributes": query.attributes}
        tables = {
            side: {f"set{i}": [word[0] for word in each.words] for i, each in enumerate(sets)}
            for side, sets in sides.items()
        }
        asked.write_text(toml_text({"name": "own", "language": "ar", **tables}), "utf-8")
        (table,) = replicate(str(tmp_path / "own.toml"), [corpus], tmp_path / "out", only=["subsamples"]).carried
        return table.lines[0].measured["50 %"].value

    assert median(words["weat7"]) != median(words["weat8"])


def test_pairs_that_have_no_capitalised_form_are_told(tmp_path: Path) -> None:
    base = read(sample_path())
    rows = [row for row, word in enumerate(base.words) if word != "gal"]
    lower = [base.words[row] for row in rows]
    vectors = np.concatenate([base.vectors[rows], base.vectors[rows] + np.float32(0.01)])
    both = Embedding.from_arrays([*lower, *(word.capitalize() + "\u200a" * (word == "guy") for word in lower)], vectors)
    file = write(both, tmp_path / "v.bin")
    (table,) = replicate("zhang-2021", [f"vectors:en={file}"], tmp_path / "out", only=["table-3"]).carried
    bias = table.lines[0]
    assert bias.lacking["gal–guy"] == "the pair is not in the vectors"
    assert bias.measured["words"].value > 100
    assert "she–he" in bias.measured


OWN = """
name = "own"
title = "Own"
cite = "caliskan2017"
languages = ["en"]
[[experiments]]
id = "t"
where = "table 1"
language = "en"
needs = ["vectors"]
columns = ["d"]
rows = [{ label = "x", of = "en/weat7", d = 1 }]
"""


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ('kind = "nonsense"', "nonsense"),
        ('kind = "counter-check"', "pair"),
        ('kind = "structure"', "parts"),
        ('kind = "models"\nsettings = { recipes = ["m"] }', "model"),
        ('kind = "tests"\nsettings = { measures = ["svm"] }', "one of weat"),
        ('kind = "tests"\nsettings = { min_coverage = "a" }', "a number"),
        ('kind = "tests"\nsettings = { alternatve = "less" }', "did you mean 'alternative'"),
        ('kind = "study"\nsettings = { read = "periods", study = {} }', "train"),
        ('kind = "study"\nsettings = { read = "periods", study = { train = 3 } }', "train"),
        ('kind = "study"\nsettings = { read = "periods", study = { train = { dim = 3 } } }', "train"),
        ('kind = "detection"', "texts"),
        ('kind = "diffusion"', "lexicon"),
    ],
)
def test_mistakes_in_ones_own_paper_are_told_at_once(tmp_path: Path, more: str, problem: str) -> None:
    (tmp_path / "own.toml").write_text(OWN + more, "utf-8")
    with pytest.raises(WeatherglassError, match=problem):
        replicate(str(tmp_path / "own.toml"), [GLOVE], tmp_path / "out")
    assert not (tmp_path / "out").exists()
