"""All methods: the planted association is found, the same seed gives the same bytes, provenance, refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from weatherglass.corpus import synthetic
from weatherglass.corpus.build import build_from_words
from weatherglass.corpus.corpus import Corpus
from weatherglass.embedding.formats import read, write
from weatherglass.errors import FormatError, SpecError, UnknownName
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.train.settings import METHODS, settings_for
from weatherglass.train.training import train_vectors

pytest.importorskip("gensim")
WORDS = 16
SETTINGS: dict[str, dict[str, Any]] = {
    "glove": {"dim": 25, "epochs": 15, "min_count": 1, "window": 5, "x_max": 10.0},
    "word2vec": {"dim": 25, "epochs": 5, "min_count": 1, "subsample": 0.0},
    "fasttext": {"dim": 25, "epochs": 5, "min_count": 1, "subsample": 0.0, "buckets": 2_000},
}
Planted = Callable[[float, int], Corpus]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Planted:
    made: dict[tuple[float, int], Corpus] = {}

    def corpus(strength: float, seed: int) -> Corpus:
        if (strength, seed) not in made:
            folder = tmp_path_factory.mktemp("planted") / "corpus"
            made[strength, seed] = synthetic.planted(strength, folder, size=5_000, words=WORDS, seed=seed)
        return made[strength, seed]

    return corpus


@pytest.mark.parametrize("method", METHODS)
def test_the_planted_association_is_found(planted: Planted, method: str) -> None:
    """Measured on leans alone the effects would be −1.41, 0, 0.89 and 1.66 in large sets; a single d scatters by 0.36."""
    query = synthetic.query(WORDS)

    def effect(strength: float) -> float:
        values = []
        for seed in range(3):
            embedding = train_vectors(planted(strength, seed), method, seed=seed, **SETTINGS[method])
            result = run(embedding, [query], measures=["weat"])[query.id, "weat"]
            assert isinstance(result, Result)
            assert result.value is not None
            values.append(result.value)
        return float(np.mean(values))

    turned, none, some, much = (effect(strength) for strength in (-0.5, 0.0, 0.25, 0.75))
    assert turned < -1
    assert abs(none) < 0.6
    assert none < some < much
    assert some > 0.4
    assert much > 1.3


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_bytes_in_another_process(planted: Planted, tmp_path: Path, method: str) -> None:
    corpus = planted(0.0, 0)
    options = SETTINGS[method] | {"epochs": 2}
    train_vectors(corpus, method, out=tmp_path / "here.bin", deterministic=True, **options)
    code = (
        "from weatherglass.corpus.store import open_corpus\nfrom weatherglass.train.training import train_vectors\n"
        f"train_vectors(open_corpus({str(corpus.folder)!r}), {method!r}, out={str(tmp_path / 'there.bin')!r}, **{options!r})"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "123"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)
    assert (tmp_path / "here.bin").read_bytes() == (tmp_path / "there.bin").read_bytes()
    train_vectors(corpus, method, out=tmp_path / "other.bin", seed=1, **options)
    assert (tmp_path / "here.bin").read_bytes() != (tmp_path / "other.bin").read_bytes()


@pytest.mark.parametrize("method", METHODS)
def test_provenance_goes_with_the_vectors(planted: Planted, tmp_path: Path, method: str) -> None:
    corpus = planted(0.0, 0).sample(0.5, seed=2)
    options = SETTINGS[method] | {"epochs": 1, "min_count": 50}
    made = train_vectors(corpus, method, out=tmp_path / "v.bin", threads=2, **options)
    facts = json.loads((tmp_path / "v.bin.provenance.json").read_text("utf-8"))
    assert facts["method"] == method
    assert facts["settings"]["dim"] == 25
    assert facts["corpus"]["sha256"] == corpus.facts.sha256
    assert facts["corpus"]["view"] == ["2,500 of 5,000 sentences, drawn with seed 2"]
    assert facts["deterministic"] is False
    assert facts["versions"]["weatherglass"]
    assert facts["vectors_sha256"] == read(tmp_path / "v.bin").sha256
    assert facts["running_words"] == sum(facts["counts"]) < facts["corpus"]["words"]
    counts = dict(zip(corpus.words, corpus.word_counts().tolist(), strict=True))
    assert facts.pop("counts") == [counts[word] for word in made.words]
    assert made.provenance is not None
    again = read(tmp_path / "v.bin")
    assert again.identity()["provenance"] == facts
    write(again, tmp_path / "w.txt")
    assert read(tmp_path / "w.txt").made is not None, "conversion keeps it"
    write(again.subset(again.words[:3]), tmp_path / "few.txt")
    few = read(tmp_path / "few.txt")
    assert (few.made or {})["rows_kept"] == 3
    assert few.counts is not None
    assert few.counts.tolist() == [counts[word] for word in few.words]
    chosen = read(tmp_path / "v.bin", words=[again.words[5], again.words[1]])
    assert chosen.counts is not None
    assert chosen.counts.tolist() == [counts[word] for word in chosen.words]
    (tmp_path / "v.bin").write_bytes((tmp_path / "v.bin").read_bytes()[:-1] + b" ")
    assert read(tmp_path / "v.bin").made is None, "it belongs to other bytes"
    write(read(tmp_path / "v.bin"), tmp_path / "x.txt")
    assert read(tmp_path / "x.txt").provenance is None, "nor does a conversion make it theirs"


def test_words_come_most_frequent_first_and_rare_ones_not_at_all(tmp_path: Path) -> None:
    sentences = [["often", "often", "seldom"], ["often", "medium", "medium"]] * 10 + [["once"]]
    corpus = build_from_words(sentences, tmp_path / "corpus", language="en")
    for method in METHODS:
        options: dict[str, Any] = {"dim": 3, "epochs": 1, "min_count": 10}
        options |= {"buckets": 10} if method == "fasttext" else {}
        assert train_vectors(corpus, method, **options).words == ("often", "medium", "seldom")
    with pytest.raises(
        SpecError, match=r"fewer than two words occur at least 1,000 times \(the most frequent one occurs 30"
    ):
        train_vectors(corpus, min_count=1000)


def test_progress_of_learning_is_told_over_all_epochs(planted: Planted) -> None:
    told: list[tuple[str, int, int]] = []
    train_vectors(planted(0.0, 0), dim=2, epochs=3, progress=lambda *now: told.append(now))
    assert told == [("learning", n * 50_000, 150_000) for n in (1, 2, 3)]


def test_a_fasttext_model_with_subwords(planted: Planted, tmp_path: Path) -> None:
    file = tmp_path / "model.bin"
    made = train_vectors(planted(0.0, 0), "fasttext", model_out=file, **SETTINGS["fasttext"] | {"epochs": 1})
    composed = read(file, [made.words[0], "unheardof"], compose=["unheardof"])
    assert composed["unheardof"].shape == (25,)
    assert composed[made.words[0]] == pytest.approx(made[made.words[0]], abs=1e-6)


def test_texts_are_cleaned_on_the_way(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Die Katze jagt. Die Maus läuft.\n" * 30, "utf-8")
    made = train_vectors(file, language="de", dim=5, epochs=1)
    assert set(made.words) == {"die", "katze", "jagt", "maus", "laeuft"}
    with pytest.raises(SpecError, match="say their language"):
        train_vectors(file)
    with pytest.raises(FormatError, match="no such file"):
        train_vectors(tmp_path / "missing.txt", language="de")


@pytest.mark.parametrize(
    ("method", "given", "said"),
    [
        ("word2vec", {"x_max": 10}, "x_max is a setting of glove, not of word2vec"),
        ("glove", {"negative": 5}, "negative is a setting of word2vec and fasttext"),
        ("glove", {"nonsense": 5}, "nonsense"),
        ("word3vec", {}, "word2vec"),
        ("word2vec", {"negative": 0}, "negative=0"),
        ("word2vec", {"subsample": 5}, "relative frequency"),
        ("word2vec", {"learning_rate": 0.00005}, "above the least rate 0.0001"),
        ("word2vec", {"dim": 0}, "dim=0"),
        ("fasttext", {"min_n": 4, "max_n": 3}, "min_n=4"),
        ("glove", {"weighting": "linear"}, "linear"),
        ("glove", {"x_max": -1}, "x_max=-1"),
        ("word2vec", {"architecture": "transformer"}, "skip-gram"),
        ("word2vec", {"seed": 5_000_000_000}, "seed=5000000000"),
        ("glove", {"x_max": float("inf")}, "finite"),
        ("glove", {"memory": float("inf")}, "finite"),
    ],
)
def test_settings_that_make_no_sense_are_refused(method: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises((SpecError, UnknownName), match=said):
        settings_for(method, given)


def test_what_only_some_methods_can_do_is_refused_for_the_others(tmp_path: Path) -> None:
    corpus = build_from_words([["a", "b"]], tmp_path / "corpus", language="en")
    with pytest.raises(SpecError, match="only glove can resume"):
        train_vectors(corpus, "word2vec", resume=True, out=tmp_path / "v.bin")
    with pytest.raises(SpecError, match="only fasttext"):
        train_vectors(corpus, "glove", model_out=tmp_path / "m.bin")
    with pytest.raises(SpecError, match="threads=2"):
        train_vectors(corpus, "glove", deterministic=True, threads=2)
    with pytest.raises(SpecError, match="no folder"):
        train_vectors(corpus, "glove", out=tmp_path / "missing" / "v.bin")
    with pytest.raises(SpecError, match="no folder"):
        train_vectors(corpus, "fasttext", model_out=tmp_path / "missing" / "m.bin")
    with pytest.raises(SpecError, match="another name"):
        train_vectors(corpus, "fasttext", out=tmp_path / "v.bin", model_out=tmp_path / "v.bin")
    (tmp_path / "there.bin").touch()
    with pytest.raises(SpecError, match="exists already"):
        train_vectors(corpus, "fasttext", model_out=tmp_path / "there.bin")


def test_words_that_the_file_cannot_hold_are_refused_before_the_training(tmp_path: Path) -> None:
    corpus = build_from_words([["a" * 600, "b"]] * 5, tmp_path / "corpus", language="en")
    with pytest.raises(SpecError, match=r"cannot be held by \.bin"):
        train_vectors(corpus, "glove", out=tmp_path / "v.bin")
    assert [path.name for path in tmp_path.iterdir()] == ["corpus"]


NOISE = {"sg": 1, "hs": 0, "negative": 3, "sample": 0.01, "ns_exponent": 0.5, "alpha": 0.04, "min_alpha": 0.002}
TREE = {"sg": 0, "hs": 1, "negative": 0, "sample": 0.0, "cbow_mean": 0}


@pytest.mark.parametrize(
    ("method", "ours", "theirs"),
    [
        (
            "word2vec",
            {"architecture": "skip-gram", "negative": 3, "subsample": 0.01, "noise_exponent": 0.5}
            | {"learning_rate": 0.04, "min_learning_rate": 0.002},
            NOISE,
        ),
        (
            "word2vec",
            {"architecture": "cbow", "negative": 0, "hierarchical_softmax": True, "subsample": 0.0, "cbow_mean": False},
            TREE | {"alpha": 0.025, "min_alpha": 0.0001},
        ),
        (
            "fasttext",
            {"architecture": "cbow", "negative": 4, "subsample": 0.0, "min_n": 2, "max_n": 3, "buckets": 50},
            {"sg": 0, "hs": 0, "negative": 4, "sample": 0.0, "alpha": 0.05, "min_alpha": 0.0001}
            | {"min_n": 2, "max_n": 3, "bucket": 50},
        ),
    ],
    ids=["noise", "tree", "fasttext"],
)
def test_gensim_is_asked_for_what_was_set(
    tmp_path: Path, method: str, ours: dict[str, Any], theirs: dict[str, Any]
) -> None:
    """Against gensim itself on the same sentences, with its own names for the same settings."""
    from gensim import models

    sentences = [[f"w{n}" for n in row] for row in np.random.default_rng(0).zipf(1.5, size=(300, 8)) % 30]
    corpus = build_from_words(sentences, tmp_path / "corpus", language="en")
    made = train_vectors(corpus, method, dim=4, epochs=2, window=2, min_count=3, seed=7, **ours)
    model = {"word2vec": models.Word2Vec, "fasttext": models.FastText}[method](
        vector_size=4, window=2, min_count=1, seed=7, workers=1, **theirs
    )
    frequent = [[word for word in sentence if word in made] for sentence in sentences]
    counts = {word: sum(sentence.count(word) for sentence in frequent) for word in made.words}
    model.build_vocab_from_freq(counts, corpus_count=len(sentences))
    model.train([each for each in frequent if each], total_words=sum(counts.values()), epochs=2)
    assert np.array_equal(made.vectors, model.wv[list(made.words)])
