"""Traces as a whole: planted documents are found, what is predicted comes, and what cannot be traced is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from tests.tracing.made import QUICK, corpus_of, planted
from weatherglass.corpus import synthetic
from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.corpus import Corpus
from weatherglass.errors import CoverageError, FormatError, SpecError, UnknownName
from weatherglass.measure.run import run
from weatherglass.trace.traced import Trace
from weatherglass.trace.tracing import trace_of
from weatherglass.train.kept import model_beside
from weatherglass.train.training import train_vectors
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query, WordSet

QUERY = synthetic.query(4)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return planted(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module")
def found(corpus: Corpus) -> Trace:
    return trace_of(corpus, QUERY, models=2, top=5, by=["source", "decade"], verify=[0.1], **QUICK)


def test_planted_documents_are_found_and_their_removal_does_what_was_predicted(tmp_path: Path) -> None:
    """3,000 documents of which 150 carry the association, each in 45 pairs of words."""
    corpus = planted(tmp_path, 3000, words=8, carrying=0.05)
    settings: dict[str, Any] = {"dim": 20, "window": 5, "min_count": 1, "epochs": 15, "x_max": 10.0}
    found = trace_of(corpus, synthetic.query(8), verify=[0.02, 0.1], **settings)
    table = found.documents_table()
    change = table["change"].to_numpy()
    carries = (table["planted"] == "yes").to_numpy()
    assert found.value > 0.8
    assert roc_auc_score(carries, -change) >= 0.9
    assert abs(change[~carries].mean()) < 0.1 * abs(change[carries].mean())  # the others are near zero
    by = {(each.which, each.share): each for each in found.removals}
    top, any_ = by["top", 0.1], by["random", 0.1]
    assert found.value + np.mean(top.measured) < 0.1 * found.value  # the effect is gone or turned
    assert abs(np.mean(any_.measured)) < 0.2
    predicted, measured = (np.array([np.mean(getattr(each, name)) for each in found.removals]) for name in ("predicted", "measured"))  # fmt: skip
    assert np.corrcoef(predicted, measured)[0, 1] > 0.95
    assert np.abs(predicted - measured).max() < 0.35
    loud = next(group for group in found.groups if group.value == "loud")
    assert loud.change is not None
    assert loud.change < -0.8
    assert all(abs(group.change or 0) < 0.3 for group in found.groups if group.field == "year")


def test_what_a_trace_holds(found: Trace, corpus: Corpus) -> None:
    assert found.seeds == (0, 1)
    assert len(found.values) == len(found.as_saved) == 2
    assert found.values != found.as_saved
    assert found.all_documents == 200
    assert found.ranked == 200
    assert len(found.carrying) == len(found.against) == 5
    assert found.carrying[0].change < found.carrying[1].change < 0 < found.against[1].change < found.against[0].change
    assert found.carrying[0].low <= found.carrying[0].change <= found.carrying[0].high
    first = found.carrying[0]
    assert corpus.documents()["id"][first.number] == first.name == first.fields["id"]
    assert first.through in corpus.words
    assert {each.word for each in found.words} == {word[0] for each in QUERY.sets for word in each.words}
    one = found.words[0]
    assert one.count == corpus.word_counts()[corpus.words.index(one.used)]
    assert one.documents <= one.count
    assert [(group.field, group.value) for group in found.groups] == [
        ("source", "loud"),
        ("source", "mixed"),
        ("source", "quiet"),
        ("decade", "1990s"),
        ("decade", "2000s"),
    ]
    assert sum(group.documents for group in found.groups if group.field == "source") == 200
    assert [(each.which, each.documents) for each in found.removals] == [("top", 20), ("bottom", 20), ("random", 20)]
    assert all(len(each.predicted) == len(each.measured) == len(each.as_saved) == 2 for each in found.removals)
    own = {passage.document for passage in found.passages}
    assert {each.number for each in found.documents} <= own


def test_no_text_of_the_corpus_is_in_it_but_the_words_of_the_test(found: Trace, corpus: Corpus) -> None:
    tested = {word[0] for each in QUERY.sets for word in each.words}
    others = [word for word in corpus.words if word not in tested]
    written = json.dumps(found.to_dict())
    assert len(others) > 300
    assert not [word for word in others if word in written]


def test_json_and_back_and_the_same_bytes_again(found: Trace, corpus: Corpus) -> None:
    plain = json.dumps(found.to_dict(), allow_nan=False)
    assert Trace.from_dict(json.loads(plain)) == found
    again = trace_of(corpus, QUERY, models=2, top=5, by=["source", "decade"], verify=[0.1], threads=1, **QUICK)
    assert json.dumps(again.to_dict()) == plain


def test_tables(found: Trace) -> None:
    table = found.documents_table()
    assert table.columns[:6] == ["number", "name", "change", "low", "high", "through"]
    assert len(table) == 200
    assert table["change"].is_sorted()
    assert table["name"][0] == found.carrying[0].name
    kept = Trace.from_dict(found.to_dict())
    assert len(kept.documents_table()) == 10
    assert found.groups_table()["value"].to_list() == ["loud", "mixed", "quiet", "1990s", "2000s"]
    assert found.removals_table().shape == (6, 6)


def test_other_seeds_and_other_figures(corpus: Corpus) -> None:
    other = trace_of(corpus, QUERY, models=1, seed=7, number="difference", top=3, **QUICK)
    assert other.seeds == (7,)
    assert other.symbol == "difference"
    assert [notice.code for notice in other.warnings] == ["one-model"]
    assert other.agreement is None
    word = QUERY.targets[0].words[0][0]
    single = trace_of(corpus, QUERY, models=1, measure="word-association", word=word, top=3, **QUICK)
    assert (single.word, single.symbol) == (word, "s")


def test_a_model_that_was_kept_gives_the_same_as_one_that_is_trained(corpus: Corpus, tmp_path: Path) -> None:
    target = tmp_path / "v.bin"
    train_vectors(corpus, "glove", out=target, keep_model=True, seed=0, **QUICK)
    assert model_beside(target).is_file()
    kept = trace_of(corpus, QUERY, vectors=target, top=5, verify=[0.1])
    made = trace_of(corpus, QUERY, models=1, top=5, verify=[0.1], **QUICK)
    assert kept.vectors == "v.bin"
    assert kept.documents == made.documents
    assert kept.removals == made.removals


def test_vectors_trained_in_several_threads_are_traced_but_not_verified(corpus: Corpus, tmp_path: Path) -> None:
    target = tmp_path / "v.bin"
    train_vectors(corpus, "glove", out=target, keep_model=True, threads=2, **QUICK)
    with pytest.raises(SpecError, match="trained in 2 threads, so that training again differs by chance as well"):
        trace_of(corpus, QUERY, vectors=target, verify=[0.1])
    assert trace_of(corpus, QUERY, vectors=target, top=3).removals == ()


def test_what_is_told_of_base_pairs_is_told_of_trained_vectors(tmp_path: Path) -> None:
    """Words are looked up before anything is trained; whether pairs are stable can be told only afterwards."""
    lists = [packs.catalogue()[f"en/{name}"] for name in ("base-pairs", "professions")]
    words = list(dict.fromkeys(word[0] for each in lists for word in each.all_words()))[:80]
    random = np.random.default_rng(0)
    documents = [{"text": "\n".join(" ".join(random.choice(words, 10)) for _ in range(12))} for _ in range(40)]
    file = tmp_path / "texts.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in documents), "utf-8")
    corpus = build_corpus(file, tmp_path / "corpus", language="en")
    target = tmp_path / "v.bin"
    chosen = words[30:40]
    query = Query(name="q", language="en", targets=(WordSet("professions", tuple((word,) for word in chosen)),))
    found = trace_of(corpus, query, models=1, measure="ripa", word=chosen[0], top=3, **QUICK)
    vectors = train_vectors(corpus, "glove", out=target, vectors="word", **QUICK)
    (result,) = run(vectors, query, ["ripa"]).measured
    wanted = [notice for notice in result.warnings if notice.code in ("unstable-pair", "pair-not-assessed")]
    assert [notice for notice in found.warnings if notice.code in ("unstable-pair", "pair-not-assessed")] == wanted
    assert wanted


def test_vectors_that_are_not_of_this_corpus_are_refused(corpus: Corpus, tmp_path: Path) -> None:
    target = tmp_path / "v.bin"
    with pytest.raises(SpecError, match="dim: the vectors given are one model"):
        trace_of(corpus, QUERY, vectors=target, **QUICK)
    train_vectors(corpus, "glove", out=target, **QUICK)
    with pytest.raises(SpecError, match=r"its model is not kept.*--keep-model"):
        trace_of(corpus, QUERY, vectors=target)
    train_vectors(corpus, "glove", out=target, overwrite=True, keep_model=True, **QUICK)
    with pytest.raises(SpecError, match="another part of this corpus"):
        trace_of(corpus.where(source="quiet"), QUERY, vectors=target)
    (tmp_path / "other").mkdir()
    other = planted(tmp_path / "other", count=100)
    with pytest.raises(SpecError, match="trained on another corpus"):
        trace_of(other, QUERY, vectors=target)
    model_beside(target).write_bytes(b"PK nothing")
    with pytest.raises(FormatError, match="no checkpoint that can be read"):
        trace_of(corpus, QUERY, vectors=target)
    train_vectors(corpus, "glove", out=tmp_path / "w.bin", keep_model=True, **QUICK | {"seed": 1})
    model_beside(tmp_path / "w.bin").replace(model_beside(target))
    with pytest.raises(FormatError, match="is the model of other vectors"):
        trace_of(corpus, QUERY, vectors=target)
    train_vectors(corpus, "word2vec", out=target, overwrite=True, dim=8, min_count=1, epochs=1)
    assert not model_beside(target).exists()  # that of vectors that are no more
    with pytest.raises(SpecError, match="made by word2vec"):
        trace_of(corpus, QUERY, vectors=target)
    (tmp_path / "v.bin.provenance.json").unlink()
    with pytest.raises(SpecError, match="nothing beside them tells"):
        trace_of(corpus, QUERY, vectors=target)


def test_words_that_are_too_rare_are_left_out_or_refused_with_counts(tmp_path: Path) -> None:
    documents = list(synthetic.documents(120, carrying=0.1, words=4))
    rare = QUERY.targets[0].words[0][0]
    for number, each in enumerate(documents):
        if number >= 3:
            each["text"] = each["text"].replace(rare, "other")
    corpus = corpus_of(documents, tmp_path)
    found = trace_of(corpus, QUERY, models=1, top=3, **QUICK)
    (notice,) = [each for each in found.warnings if each.code == "too-rare-to-trace"]
    assert f"{rare} (" in notice.text
    assert "fewer than 5 documents" in notice.text
    assert rare in found.coverage.missing
    assert rare not in {each.word for each in found.words}
    said = r"first targets: 3 of 4 words found.*in fewer than 5 documents .*\(\d documents, \d+ words\)"
    with pytest.raises(CoverageError, match=said):
        trace_of(corpus, QUERY, models=1, match=Match(min_coverage=0.9), **QUICK)
    with pytest.raises(CoverageError, match=r"dimensions \(600\)"):
        trace_of(corpus, QUERY, models=1, **QUICK | {"dim": 600})


def test_what_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    words = [f"w{n}" for n in range(16)]
    text = "\n".join(" ".join(words[k:] + words[:k]) for k in range(16))
    one = corpus_of([{"text": text}], tmp_path)
    query = Query(
        name="q",
        language=synthetic.LANGUAGE,
        targets=tuple(WordSet(n, tuple((w,) for w in words[k : k + 4])) for k, n in ((0, "x"), (4, "y"))),
        attributes=tuple(WordSet(n, tuple((w,) for w in words[k : k + 4])) for k, n in ((8, "a"), (12, "b"))),
    )
    with pytest.raises(SpecError, match="all of its text is one document"):
        trace_of(one, query, **QUICK)
    for given, said in (
        ({"top": 0}, "top=0"),
        ({"models": 0}, "models=0"),
        ({"least_documents": 1}, "least_documents=1"),
        ({"verify": [1.0]}, "verify=1.0"),
        ({"threads": 2, "memory": 3.0}, "a trace chooses this itself"),
    ):
        with pytest.raises(SpecError, match=said):
            trace_of(corpus, QUERY, **QUICK | given)
    with pytest.raises(UnknownName, match="field of the documents 'party'"):
        trace_of(corpus, QUERY, by=["party"], models=1, **QUICK)
    with pytest.raises(SpecError, match="learning_rate"):
        trace_of(corpus, QUERY, models=1, **QUICK | {"learning_rate": -1.0})
    with pytest.raises(UnknownName, match="query 'nothing'"):
        trace_of(corpus, "nothing", **QUICK)
    with pytest.raises(SpecError, match="'en/weat6' is not in the language 'zxx' of corpus"):
        trace_of(corpus, packs.resolve(["en/weat6"])[0], **QUICK)
    with pytest.raises(SpecError, match="models: the vectors given are one model"):
        trace_of(corpus, QUERY, vectors="v.bin", models=2)
    for number in (1, 2):
        synthetic.write_query(tmp_path / "q.toml", words=4)
        written = (tmp_path / "q.toml").read_text("utf-8").replace('"planted"', f'"planted-{number}"')
        (tmp_path / f"{number}.toml").write_text(written, "utf-8")
    (tmp_path / "q.toml").unlink()
    with pytest.raises(SpecError, match="names 2 tests, and an effect is traced for one at a time"):
        trace_of(corpus, "planted-*", folders=[tmp_path], **QUICK)


def test_fields_are_looked_for_before_anything_is_trained(corpus: Corpus) -> None:
    told: list[str] = []
    with pytest.raises(UnknownName, match="party"):
        trace_of(corpus, QUERY, by=["party"], progress=lambda what, _done, _total: told.append(what), **QUICK)
    assert set(told) == {"reading documents"}


def test_documents_that_hold_nearly_all_of_a_word_cannot_be_told(tmp_path: Path) -> None:
    documents = list(synthetic.documents(150, carrying=0.1, words=4))
    word = QUERY.targets[0].words[1][0]
    others = [name for each in QUERY.sets for forms in each.words for name in forms if name != word]
    for each in documents[1:]:
        each["text"] = each["text"].replace(word, "other")
    for each in documents[1:6]:
        each["text"] += f"\n{word} {others[8]}"
    documents[0]["text"] += "\n" + "\n".join(f"{word} u{n} {others[n % 15]}" for n in range(40))
    found = trace_of(corpus_of(documents, tmp_path), QUERY, models=1, top=3, **QUICK)
    assert found.unknown == (documents[0]["id"],)
    table = found.documents_table()
    assert table["change"].null_count() == 1
    assert table["name"].to_list()[-1] == documents[0]["id"]


def test_a_part_of_a_corpus_and_documents_without_names(tmp_path: Path) -> None:
    documents = [{"text": each["text"]} for each in synthetic.documents(200, carrying=0.1, words=4)]
    corpus = corpus_of(documents, tmp_path)
    found = trace_of(corpus, QUERY, models=1, top=3, **QUICK)
    assert found.groups == ()  # nothing is known of them
    assert found.documents[0].name.startswith("texts.jsonl, line ")
    part = trace_of(corpus.sample(0.5, by="document"), QUERY, models=1, top=3, **QUICK)
    assert part.all_documents == 100
    assert "100 of 200 documents" in part.corpus["view"][0]


def test_progress_is_told_and_can_stop_it(corpus: Corpus) -> None:
    told: list[str] = []
    trace_of(corpus, QUERY, models=2, verify=[0.1], progress=lambda what, _done, _total: told.append(what), **QUICK)
    assert list(dict.fromkeys(told)) == ["reading documents", "training", "predicting", "reading sentences", "retraining"]  # fmt: skip

    def stop(what: str, _done: int, _total: int) -> None:
        if what == "training":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trace_of(corpus, QUERY, models=3, progress=stop, **QUICK)
