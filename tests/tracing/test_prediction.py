"""What follows from steps: changes of effects, to first order and as a whole, and the sentences behind them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.tracing.made import Trained, planted, trained
from weatherglass.corpus import synthetic
from weatherglass.embedding.embedding import Embedding
from weatherglass.trace.effect import Effect, Target, effect_of
from weatherglass.trace.ledger import Taken, near
from weatherglass.trace.passages import passage, sentences_of, text_of
from weatherglass.trace.prediction import Predictor, predicted, predictor_of
from weatherglass.trace.ranking import curve, ranking_of
from weatherglass.trace.squares import squares_of
from weatherglass.words.lookup import Match

QUERY = synthetic.query(4)


def effect_on(made: Trained) -> Effect:
    words = made.vocabulary.words
    vectors = made.model.vectors[: made.model.words, 0].copy()
    embedding = Embedding("w", words, vectors, np.arange(len(words)), len(words))
    target = Target.of(QUERY, "weat")
    return effect_of(target, target.prepared(embedding, Match()))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    folder = tmp_path_factory.mktemp("planted")
    words = [word[0] for word_set in QUERY.sets for word in word_set.words]
    return trained(planted(folder), words, folder)


@pytest.fixture(scope="module")
def model(made: Trained) -> Predictor:
    effect = effect_on(made)
    assert effect.words == tuple(made.word(row) for row in made.ledger.rows)
    return predictor_of(squares_of(made.ledger, made.model, made.settings), effect)


def test_first_order_changes_are_the_slope_of_whole_ones(made: Trained, model: Predictor) -> None:
    """Of a hundredth of a document: the levers were computed from slopes and Hessians, the change by moving the vectors."""
    for place in range(0, len(made.ledger.documents), 17):
        whole = made.ledger.taken(place)
        little = Taken(whole.places, whole.counts / 100)
        assert model.by_cell(little).sum() == pytest.approx(model.change(little), rel=0.02, abs=1e-7)


def test_changes_of_documents_and_of_groups_of_one(made: Trained, model: Predictor) -> None:
    changes, through = model.changes(made.ledger)
    one = np.zeros(len(made.ledger.documents), bool)
    one[5] = True
    (group,) = predicted([model], made.ledger.taken_by(one)).by_model
    assert changes[5] == pytest.approx(group, rel=0.05)
    assert made.word(made.ledger.rows[through[5]]) in model.effect.words
    assert np.isfinite(changes).all()


def test_nothing_taken_changes_nothing_and_everything_is_refused(made: Trained, model: Predictor) -> None:
    none = np.zeros(len(made.ledger.documents), bool)
    assert predicted([model, model], made.ledger.taken_by(none)).by_model == (0.0, 0.0)
    refused = predicted([model], made.ledger.taken_by(~none))
    assert refused.by_model == ()
    assert refused.mean is None
    assert "would stand beside 0 different words only" in refused.reason


def test_a_sentence_alone_in_its_document_is_told_as_the_document_is(made: Trained, model: Predictor) -> None:
    """Sentences go another way, without a ledger: the same cells must come out."""
    sentences = sentences_of(made.corpus, made.vocabulary, made.ledger.rows, made.settings, [model, model])
    checked = 0
    for number in range(0, len(sentences.numbers), 29):
        tokens = made.corpus.sentence(int(sentences.numbers[number]))
        counts: dict[tuple[int, int], float] = {}
        for i, here in enumerate(tokens):
            for j in range(max(0, i - made.settings.window), min(len(tokens), i + made.settings.window + 1)):
                if i != j and here in model.effect.words:
                    cell = (model.effect.words.index(here), made.vocabulary.words.index(tokens[j]))
                    counts[cell] = counts.get(cell, 0.0) + 1 / abs(i - j)
        cells = made.ledger.cells
        places = [int(np.flatnonzero((cells.words == word) & (cells.columns == column))[0]) for word, column in counts]
        order = np.argsort(places)
        taken = Taken(np.array(places)[order], np.array([*counts.values()])[order])
        assert sentences.changes[number] == pytest.approx(model.by_cell(taken).sum(), rel=1e-9)
        checked += 1
    assert checked > 10
    whole = np.concatenate([each.numbers for each in near(made.corpus, made.vocabulary, made.ledger.rows, made.settings, "sentence")])  # fmt: skip
    assert sentences.numbers.tolist() == whole.tolist()


def test_a_passage_says_which_words_matter(made: Trained, model: Predictor) -> None:
    sentences = sentences_of(made.corpus, made.vocabulary, made.ledger.rows, made.settings, [model])
    (number,) = sentences.strongest(-1, 1)
    found = passage(made.corpus, made.vocabulary, made.ledger.rows, [model], int(number), 1)
    assert found.change == pytest.approx(sentences.changes.min())
    words = made.corpus.sentence(int(number))
    tested = {mark.place for mark in found.marks if mark.kind == "test"}
    assert tested == {place for place, word in enumerate(words) if word in model.effect.words}
    assert found.document == np.searchsorted(made.corpus.document_starts, number, "right") - 1
    shown = list(text_of(found, made.corpus))
    assert [piece.text for piece in shown] == words
    assert {place for place, piece in enumerate(shown) if piece.kind} == {mark.place for mark in found.marks}
    assert found.marks == tuple(sorted(found.marks, key=lambda mark: mark.place))


def test_long_sentences_are_shown_around_what_is_marked(tmp_path: Path) -> None:
    from tests.tracing.made import corpus_of
    from weatherglass.trace.traced import Mark, Passage

    corpus = corpus_of([{"text": " ".join(f"w{n}" for n in range(100))}], tmp_path)
    long = Passage(sentence=0, document=0, change=0.1, marks=(Mark(50, "test"), Mark(52, "for")))
    shown = [piece.text for piece in text_of(long, corpus)]
    assert shown[:2] == ["…", "w25"]
    assert shown[-2:] == ["w77", "…"]
    unmarked = Passage(sentence=0, document=0, change=0.1, marks=())
    assert [piece.text for piece in text_of(unmarked, corpus)][:2] == ["w0", "w1"]


def test_the_order_and_the_removals_from_it(made: Trained, model: Predictor) -> None:
    ranking = ranking_of(made.ledger, [model, model], seed=3)
    ordered = ranking.mean[ranking.order]
    assert (np.diff(ordered) >= 0).all()  # the effect is positive: what takes most of it away comes first
    assert model.value > 0
    assert ranking.agreement() == pytest.approx(1)
    weakening, half = ranking.concentration()
    assert weakening == (ranking.mean < 0).sum()
    assert ordered[:half].sum() <= ordered[ordered < 0].sum() / 2 < ordered[: half - 1].sum()
    documents = len(made.ledger.all_documents)
    top, bottom, any_ = (ranking.without(which, 0.1) for which in ("top", "bottom", "random"))
    assert len(top) == len(bottom) == len(any_) == round(0.1 * documents)
    assert top[0] == made.ledger.documents[np.argmin(ranking.mean)]
    assert bottom[0] == made.ledger.documents[np.argmax(ranking.mean)]
    assert set(ranking.without("random", 0.05)) < set(any_)
    assert len(ranking.without("top", 1e-9)) == 1
    points = curve(ranking, [model, model])
    by = {which: [each.value for each in points if each.which == which and each.value is not None] for which in ("top", "bottom", "random")}  # fmt: skip
    assert min(by["top"]) < model.value - 0.5
    assert max(by["bottom"]) > model.value
    assert abs(by["random"][0] - model.value) < 0.2
