"""What a mitigation costs: neighbours kept by brute force, movement by numpy, and questions where there are any."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.mitigate.spaces import leaning_space, pack_space
from tests.spaces import random_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.errors import FormatError, WeatherglassError
from weatherglass.mitigate.utility import MOVED, NEIGHBOURS, Utility, cosines_with, movements, utility
from weatherglass.quality.quality import File, quality_of
from weatherglass.quality.questions import ScoredPairs, shipped_analogies
from weatherglass.words.lookup import Match


def _moved(space: Embedding, amount: float, seed: int = 0) -> Embedding:
    noise = np.random.default_rng(seed).normal(size=space.vectors.shape) * amount
    noise[: len(noise) // 4] = 0  # these stay where they are
    return space.with_vectors((space.vectors + noise).astype(np.float32), {})


def _utility(
    before: Embedding, after: Embedding, similarity: tuple[File | ScoredPairs, ...] = (), language: str = "en"
) -> Utility:
    return utility(before, after, language, np.eye(before.dim)[0], similarity, Match(), 0)


def _near(space: Embedding, row: int) -> set[int]:
    cosines = unit(space.vectors) @ unit(space.vectors[[row]])[0]
    cosines[row] = -2
    return set(np.argsort(-cosines, kind="stable")[:NEIGHBOURS].tolist())


def test_kept_neighbours_by_brute_force() -> None:
    before = leaning_space(filler=100)
    after = _moved(before, 0.05)
    found = _utility(before, after)
    kept = [len(_near(before, row) & _near(after, row)) / NEIGHBOURS for row in range(len(before))]
    assert found.sampled == len(before) < 1000
    assert 0.3 < np.mean(kept) < 0.95
    assert found.overlap.value == pytest.approx(np.mean(kept), abs=1e-3)
    interval = found.overlap.interval
    assert interval is not None
    assert interval.low < np.mean(kept) < interval.high
    error = np.std(kept) / np.sqrt(len(kept))
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * error, rel=0.1)


def test_a_sample_of_many_words() -> None:
    before = leaning_space(filler=1200)
    found = _utility(before, before)
    assert (found.sampled, found.words) == (1000, len(before))
    assert found.overlap.value == 1


def test_movement_by_numpy() -> None:
    before = leaning_space(filler=100)
    after = _moved(before, 0.05)
    found = _utility(before, after)
    one, other = unit(before.vectors), unit(after.vectors)
    cosines = (one * other).sum(axis=1)
    assert found.quantiles == pytest.approx(np.quantile(cosines, [0.01, 0.05, 0.25, 0.5]))
    assert found.still == len(before) // 4
    assert len(found.moved) == MOVED
    assert [each.word for each in found.moved] == [before.words[i] for i in np.argsort(cosines)[:MOVED]]
    first, row = found.moved[0], before.index[found.moved[0].word]
    assert first.cosine == pytest.approx(cosines[row])
    assert (first.before, first.after) == pytest.approx((one[row, 0], other[row, 0]))


def test_a_longer_vector_is_no_movement() -> None:
    before = leaning_space(filler=100)
    stretched = before.with_vectors((before.vectors * 3).astype(np.float32), {})
    found = _utility(before, stretched)
    assert found.still == len(before)
    assert found.quantiles == pytest.approx((1, 1, 1, 1))


def test_movements_of_chosen_words() -> None:
    before = leaning_space(filler=100)
    assert movements(before, before, [], np.eye(before.dim)[0]) == ()
    (only,) = movements(before, before, [before.index["she"]], np.eye(before.dim)[0])
    assert only.word == "she"
    assert only.cosine == pytest.approx(1)
    assert only.before == only.after == pytest.approx(unit(before["she"][None])[0, 0])


def test_cosines_with_a_direction_in_blocks() -> None:
    space = leaning_space(filler=1200)
    direction = unit(np.random.default_rng(0).normal(size=(1, space.dim)))[0]
    rows = np.random.default_rng(1).permutation(len(space))
    assert cosines_with(space.vectors, rows, direction) == pytest.approx(unit(space.vectors[rows]) @ direction)
    assert len(cosines_with(space.vectors, rows[:0], direction)) == 0


@pytest.mark.parametrize("n", [1, 2, 11])
def test_too_few_words_to_have_neighbours(n: int) -> None:
    space = random_space(*(f"word{i}" for i in range(n)))
    found = _utility(space, space)
    assert found.overlap.value is None
    assert found.overlap.reason == f"{n} words are too few to have {NEIGHBOURS} neighbours each"
    assert (found.sampled, found.still, len(found.moved)) == (0, n, min(n, MOVED))


def test_twelve_words_have_neighbours() -> None:
    space = random_space(*(f"word{i}" for i in range(12)))
    found = _utility(space, space)
    assert found.overlap.value == 1


def test_a_language_without_questions_has_none() -> None:
    space = random_space(*(f"word{i}" for i in range(20)))
    assert shipped_analogies("xx") is None
    assert _utility(space, space, language="xx").examined == ()


def _similarity(tmp_path: Path, space: Embedding) -> Path:
    rng = np.random.default_rng(0)
    words = [word for word in space.words if word.isalpha()][-40:]  # the first ones do not move
    lines = [f"{one}\t{other}\t{rng.uniform(0, 10):.2f}" for one, other in zip(words[:20], words[20:], strict=True)]
    file = tmp_path / "people.tsv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_similarity_files_are_examined_before_and_after(tmp_path: Path) -> None:
    before = leaning_space(filler=100)
    after = _moved(before, 0.3)
    file = _similarity(tmp_path, before)
    found = [each for each in _utility(before, after, (file,)).examined if each.test == "word similarity"]
    assert len(found) == 1
    for space, value in ((before, found[0].change.before), (after, found[0].change.after)):
        (expected,) = quality_of(space, language="en", similarity=[file]).word_similarity
        assert (value.value, value.interval) == (expected.spearman, expected.interval)
    assert found[0].change.before.value != found[0].change.after.value
    assert (found[0].covered, found[0].asked) == (20, 20)


def test_similarity_is_examined_where_the_language_has_no_questions(tmp_path: Path) -> None:
    space = leaning_space(filler=100)
    found = _utility(space, space, (_similarity(tmp_path, space),), language="xx")
    assert [each.test for each in found.examined] == ["word similarity"]


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    space = leaning_space(filler=100)
    file = tmp_path / "broken.tsv"
    file.write_text("no scores here\n", encoding="utf-8")
    with pytest.raises(FormatError):
        _utility(space, space, (file,))
    with pytest.raises(WeatherglassError):
        _utility(space, space, (tmp_path / "absent.tsv",), language="xx")


def test_questions_that_ship_are_asked_of_both() -> None:
    space = pack_space("en")
    found = _utility(space, space)
    assert {each.test for each in found.examined} == {"analogies", "odd one out"}
    for each in found.examined:
        assert each.change.before == each.change.after
        assert 0 <= each.covered <= each.asked
        assert (each.change.before.value is None) == bool(each.change.before.reason)
