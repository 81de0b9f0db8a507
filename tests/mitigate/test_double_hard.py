"""Double-hard mitigation against the algorithm written out, and a planted component that it must find."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from sklearn.cluster import KMeans

from tests.mitigate.made import made, pair_set, sets_of
from tests.mitigate.test_null_space import letters
from tests.spaces import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError
from weatherglass.mitigate.base import Method, mitigation
from weatherglass.mitigate.roles import Roles
from weatherglass.mitigate.steps import Remove

DIM = 16
PAIRS = (("upa", "downa"), ("upb", "downb"), ("upc", "downc"))
SETS = (("upd", "downd"), ("upe", "downe"))
ROLES = Roles(language="en", pairs=pair_set(*PAIRS), equalise=sets_of(*SETS))
FREQUENT = 5  # the axis that tells sides apart although it is not that of the pairs
MOST = 150
CANDIDATES = 3


@cache
def planted(frequent: float = 2.0) -> Embedding:
    """Sides show along the axis of the pairs, and far more along another one."""
    rng = np.random.default_rng(0)
    vectors: dict[str, Floats] = {}
    for one, other in (*PAIRS, *SETS):
        common = rng.normal(size=DIM)
        away = 2 * np.eye(DIM)[0] + 0.2 * rng.normal(size=DIM)
        vectors |= {one: common + away, other: common - away}
    for i in range(600):
        row = rng.normal(size=DIM) + 0.3
        row[0] += 0.8 * (-1) ** i
        row[FREQUENT] += frequent * (-1) ** i
        vectors["n" + letters(i)] = row * rng.uniform(0.5, 2)
    return made(vectors)


def without(rows: Floats, direction: Floats) -> Floats:
    return rows - np.outer(rows @ direction, direction)


def direction_of(space: Embedding, rows: Floats) -> Floats:
    centred = []
    for one, other in PAIRS:
        two = rows[[space.index[one], space.index[other]]]
        centred += list(two - two.mean(axis=0))
    found: Floats = np.linalg.svd(np.array(centred))[2][0]
    return found


def written_out(space: Embedding, candidates: int, seed: int) -> tuple[Floats, list[float], Floats]:
    """Algorithm 1 of Wang et al. 2020 for words of length one: the new vectors, the accuracies, the component."""
    rows = unit(space.vectors)
    before = np.array(
        [np.mean([row @ (unit(space[x][None])[0] - unit(space[y][None])[0]) for x, y in PAIRS]) for row in rows]
    )
    neutral = [i for i, word in enumerate(space.words) if word.startswith("n")]
    order = sorted(neutral, key=lambda i: -before[i])
    chosen, sides = [*order[:MOST], *order[::-1][:MOST]], np.repeat([1, 0], MOST)
    centred = rows - rows.mean(axis=0)
    components = np.linalg.svd(centred, full_matrices=False)[2][:candidates]
    accuracies = []
    for component in components:
        left = unit(without(centred, component))
        new = unit(without(left, direction_of(space, left)))[chosen]
        clusters = KMeans(2, n_init=10, random_state=seed).fit_predict(new.astype(np.float32))
        accuracies.append(max(np.mean(clusters == sides), np.mean(clusters != sides)))
    best = components[int(np.argmin(accuracies))]
    left = unit(without(centred, best))
    direction = direction_of(space, left)
    new = left.copy()
    new[neutral] = unit(without(left[neutral], direction))
    for one, other in SETS:
        x, y = space.index[one], space.index[other]
        shared = without((left[[x]] + left[[y]]) / 2, direction)[0]
        rest = np.sqrt(1 - shared @ shared) * np.sign((left[x] - left[y]) @ direction)
        new[x], new[y] = shared + rest * direction, shared - rest * direction
    return new, [float(each) for each in accuracies], best


@cache
def fitted(frequent: float = 2.0) -> Method:
    return mitigation("double-hard", candidates=CANDIDATES, most=MOST).fit(planted(frequent), ROLES)


def test_the_component_without_which_sides_cluster_least_is_taken() -> None:
    facts = fitted().fitted().facts
    tried = facts["clusters_by_component"]
    assert len(tried) == CANDIDATES
    assert facts["component"] == 1 + int(np.argmin(tried))
    assert min(tried) < 0.7 < sorted(tried)[1]
    assert facts["clustered"] == 2 * MOST


def test_the_planted_component_is_the_one_that_is_taken() -> None:
    removed = [step.directions for step in fitted().fitted().steps if isinstance(step, Remove) and step.who is None]
    assert len(removed) == 1
    assert abs(removed[0][0, FREQUENT]) > 0.9


@pytest.mark.parametrize("frequent", [2.0, 0.4])
def test_the_algorithm_written_out_gives_the_same(frequent: float) -> None:
    space, method = planted(frequent), fitted(frequent)
    new, accuracies, component = written_out(space, CANDIDATES, 0)
    assert method.fitted().facts["clusters_by_component"] == pytest.approx(accuracies, abs=0.011)
    removed = next(
        step.directions[0] for step in method.fitted().steps if isinstance(step, Remove) and step.who is None
    )
    assert abs(removed @ component) == pytest.approx(1, abs=1e-9)
    assert method.transform(space).vectors == pytest.approx(new, abs=2e-6)


def test_sets_are_equally_near_to_neutral_words_and_all_have_length_one() -> None:
    after = fitted().transform(planted())
    rows = after.vectors.astype(np.float64)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-6)
    neutral = rows[[word.startswith("n") for word in after.words]]
    for one, other in SETS:
        assert neutral @ after[one] == pytest.approx(neutral @ after[other], abs=1e-6)


def test_more_candidates_than_dimensions_are_as_many_as_there_are() -> None:
    method = mitigation("double-hard", candidates=99, most=50).fit(planted(), ROLES)
    assert len(method.fitted().facts["clusters_by_component"]) == DIM


def test_given_neutral_words_are_those_that_are_clustered_and_too_few_of_them_an_error() -> None:
    words = tuple(word for word in planted().words if word.startswith("n"))
    some = Roles(language="en", pairs=ROLES.pairs, equalise=ROLES.equalise, neutral=words[:240])
    assert mitigation("double-hard", candidates=1).fit(planted(), some).fitted().facts["clustered"] == 240
    few = Roles(language="en", pairs=ROLES.pairs, equalise=ROLES.equalise, neutral=words[:99])
    with pytest.raises(SpecError, match=r"99 ordinary words of made are treated; at least 100 are needed"):
        mitigation("double-hard").fit(planted(), few)
