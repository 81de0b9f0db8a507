"""Counting on a real cluster: the same bytes as here, whatever is divided and whoever dies."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cluster import Cluster
from weatherglass.corpus import synthetic
from weatherglass.corpus.build import build_from_words
from weatherglass.corpus.cluster import connected
from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.shared import open_shared
from weatherglass.errors import CoverageError, FormatError, SpecError, UnknownName, WeatherglassError
from weatherglass.train.cluster_counting import _packed, _parts_of, _unpacked, count_cells_on_cluster
from weatherglass.train.cooccurrence import count_cells
from weatherglass.train.settings import GloVe
from weatherglass.train.training import train_vectors
from weatherglass.train.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from distributed import Client

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    random = np.random.default_rng(3)
    sentences = ([f"w{n}" for n in random.zipf(1.2, random.integers(1, 40)) % 3_000] for _ in range(8_000))
    return build_from_words(sentences, tmp_path_factory.mktemp("cluster") / "corpus", language="en")


@pytest.fixture(scope="module")
def client(cluster: Cluster) -> Iterator[Client]:
    with connected(cluster.address) as client:
        yield client


def both(corpus: Corpus, folder: Path, client: Client, settings: GloVe, **options: Any) -> tuple[bytes, bytes]:
    """The cells counted here, and those counted there."""
    vocabulary = vocabulary_of(corpus, 2)
    here = count_cells(corpus, vocabulary, folder, settings).read_bytes()
    there = count_cells_on_cluster(corpus, vocabulary, folder, client, settings, **options)
    assert [path.name for path in folder.iterdir()] == ["cells.npy"]
    return here, there.read_bytes()


@pytest.mark.parametrize("parts", [None, 1, 7, 70])
def test_the_bytes_are_the_same(corpus: Corpus, client: Client, tmp_path: Path, parts: int | None) -> None:
    """With 7 parts they are merged once, with 70 three times."""
    here, there = both(corpus, tmp_path, client, GloVe(memory=0.01, seed=4), parts=parts)
    assert here == there


@pytest.mark.parametrize("view", ["sample", "shuffled", "sample of documents"])
def test_views_are_counted(corpus: Corpus, client: Client, tmp_path: Path, view: str) -> None:
    part = {
        "sample": corpus.sample(0.3, seed=1),
        "shuffled": corpus.shuffled(seed=1),
        "sample of documents": corpus.sample(0.3, seed=2).sample(0.9, by="document"),
    }[view]
    here, there = both(part, tmp_path, client, GloVe(window=3, weighting="flat"), parts=5)
    assert here == there


@pytest.mark.parametrize("after", [0.0, 1.0])
def test_a_killed_worker_changes_nothing(corpus: Corpus, cluster: Cluster, tmp_path: Path, after: float) -> None:
    """While others still count, and when all is counted: what was merged on it must then be counted again."""
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if not killed and done >= after * total:
            cluster.kill_worker(cluster.workers[0])
            killed.append(done)

    with connected(cluster.address) as client:
        here, there = both(corpus, tmp_path, client, GloVe(), parts=40, progress=kill)
    cluster.start_worker()
    assert killed
    assert here == there


def test_a_corpus_with_a_url_is_copied_by_the_workers(
    corpus: Corpus, client: Client, cluster: Cluster, tmp_path: Path
) -> None:
    location = corpus.folder.as_uri()
    copied = open_shared(location, tmp_path / "scratch")
    vocabulary = vocabulary_of(copied, 2)
    settings = GloVe(window=2)
    here = count_cells(corpus, vocabulary, tmp_path, settings).read_bytes()
    assert count_cells_on_cluster(copied, vocabulary, tmp_path, client, settings).read_bytes() == here
    [copy] = cluster.folder.glob(f"*/weatherglass/{corpus.facts.sha256}")
    assert (copy / "tokens.npy").read_bytes() == (corpus.folder / "tokens.npy").read_bytes()


def test_progress_ends_at_the_end(corpus: Corpus, client: Client, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    vocabulary = vocabulary_of(corpus, 2)
    count_cells_on_cluster(
        corpus, vocabulary, tmp_path, client, GloVe(window=2), parts=6, progress=lambda *now: told.append(now)
    )
    total = corpus.counts().words
    assert len(told) == 6
    assert told == sorted(told)
    assert told[-1] == (total, total)


def test_a_corpus_the_workers_do_not_have_is_refused(corpus: Corpus, client: Client, tmp_path: Path) -> None:
    vocabulary = vocabulary_of(corpus, 2)
    other = build_from_words([["a", "b"]], tmp_path / "other", language="en")
    for moved, problem in ((tmp_path / "away", "is not found where"), (other.folder, "is another corpus")):
        hidden = Corpus(**{name: getattr(corpus, name) for name in Corpus.__slots__ if name != "folder"}, folder=moved)
        with pytest.raises(FormatError, match=problem):
            count_cells_on_cluster(hidden, vocabulary, tmp_path, client, GloVe(window=2))


def test_impossible_settings_are_refused_here(corpus: Corpus, client: Client, tmp_path: Path) -> None:
    vocabulary = vocabulary_of(corpus, 2)
    for how, parts in ((GloVe(window=256), None), (GloVe(memory=0.001), None), (GloVe(), 0)):
        with pytest.raises(SpecError):
            count_cells_on_cluster(corpus, vocabulary, tmp_path, client, how, parts=parts)


def test_vectors_are_the_same_with_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    planted = synthetic.planted(0.5, tmp_path / "planted", size=2_000, words=8)
    how: dict[str, Any] = {"dim": 10, "epochs": 2, "min_count": 1, "window": 5}
    here = train_vectors(planted, "glove", **how)
    there = train_vectors(planted, "glove", cluster=cluster.address, **how)
    assert np.array_equal(here.vectors, there.vectors)
    assert here.provenance == there.provenance


def test_only_glove_is_counted_on_a_cluster(corpus: Corpus) -> None:
    with pytest.raises(SpecError, match="only glove has work to divide"):
        train_vectors(corpus, "word2vec", cluster="tcp://127.0.0.1:1")


def test_parts_have_about_as_many_words(corpus: Corpus) -> None:
    view = corpus.shuffled(seed=1).sample(0.7, seed=1)
    parts = [_unpacked(part) for part in _parts_of(view, 10)]
    assert np.array_equal(np.concatenate(parts), np.sort(view.sentence_numbers()))
    words = [int((corpus.starts[part + 1] - corpus.starts[part]).sum()) for part in parts]
    assert max(words) - min(words) < 80
    assert len(_parts_of(corpus.sample(0.001), 1_000)) == 8, "no part without a sentence"


@settings(max_examples=100, deadline=None)
@given(numbers=st.lists(st.integers(0, 1 << 40), min_size=1, max_size=50).map(sorted))
def test_packed_numbers_come_back(numbers: list[int]) -> None:
    assert _unpacked(pickle.loads(pickle.dumps(_packed(np.array(numbers))))).tolist() == numbers


def test_sentences_in_a_row_travel_as_a_range() -> None:
    assert _packed(np.arange(5, 1_000_000)).steps == b""
    some = np.sort(np.random.default_rng(0).choice(1_000_000, 100_000, replace=False))
    assert len(_packed(some).steps) < 100_000


@pytest.mark.parametrize(
    "error",
    [
        SpecError("problem", file="a.toml", key="k"),
        FormatError("problem", file=Path("a.txt"), line=3),
        UnknownName("method", "glov", ["glove"]),
        CoverageError("problem"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_from_workers_as_they_were(error: WeatherglassError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back), back.__dict__) == (type(error), str(error), error.__dict__)
