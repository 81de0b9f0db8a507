"""k-means with two clusters, many runs at once, from the words' inner products alone.

A test has few words, and each run is over in a few steps; so the runs, and the runs without each word, go through
numpy together. scikit-learn would spend most of its time on getting started, a run at a time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Bools, Floats
from weatherglass.words.lookup import Vectors

_MOST_STEPS = 300


def by_spelling(v: Vectors) -> NDArray[np.intp]:
    """Places of all target words in the order of their rows' spelling.

    Random numbers that are drawn in this order do not depend on which set comes first.
    """
    rows = [row for target in v.targets for row in target.rows]
    return np.array(sorted(range(len(rows)), key=rows.__getitem__), np.intp)


def two_means(gram: Floats, kept: Bools, runs: int, restarts: int, seed: int) -> Bools:
    """For each row of `kept` and each run, which of the words lie in the second of two clusters.

    The centres begin by k-means++ and move until no word changes its cluster; a run is the best of `restarts`
    beginnings. Words that are not kept belong nowhere. All rows get the same random numbers, so that they differ in
    nothing but the words kept.
    """
    rng = np.random.default_rng(seed)
    every = np.repeat(kept, runs, axis=0)
    best = np.zeros(every.shape, bool)
    least = np.full(len(every), np.inf)
    noise = 1e-9 * float(np.trace(gram))
    total = np.repeat(kept.astype(np.float64) @ gram, runs, axis=0)
    for _ in range(restarts):
        thrown = np.tile(rng.random((2, runs)), len(kept))
        labels, within = _lloyd(gram, every, total, _begin(gram, every, thrown))
        better = within < least - noise  # of equals the first beginning, whatever the rounding
        best[better], least[better] = labels[better], within[better]
    return (best & every).reshape(len(kept), runs, -1)


def _begin(gram: Floats, kept: Bools, thrown: Floats) -> Bools:
    """One word drawn evenly, a second with odds proportional to its squared distance from the first; then the nearer."""
    own = np.diag(gram)
    first = _draw(kept.astype(np.float64), thrown[0])
    from_first = np.maximum(own + own[first][:, None] - 2 * gram[first], 0.0)
    odds = np.where(kept, from_first, 0.0)
    odds = np.where(odds.sum(axis=1, keepdims=True) > 0, odds, kept)  # all words in one place: any of them
    second = _draw(odds, thrown[1])
    from_second = np.maximum(own + own[second][:, None] - 2 * gram[second], 0.0)
    nearer: Bools = from_second < from_first
    return nearer


def _draw(odds: Floats, thrown: Floats) -> NDArray[np.intp]:
    """One place a row, with these odds, by a number between 0 and 1."""
    heights = np.cumsum(odds, axis=1)
    places: NDArray[np.intp] = (heights <= thrown[:, None] * heights[:, -1:]).sum(axis=1)
    places[places == odds.shape[1]] -= 1  # thrown on the upper edge
    return places


def _lloyd(gram: Floats, kept: Bools, total: Floats, labels: Bools) -> tuple[Bools, Floats]:
    """Labels that no word wants to leave, and the sum of squared distances from the own centre, less what is the same
    for all labellings. `total`: inner products of each word with the sum of those kept."""
    moving = np.arange(len(labels))
    labels, within = labels.copy(), np.full(len(labels), np.inf)
    for _ in range(_MOST_STEPS):
        before, among = labels[moving], kept[moving]
        members = (among & before).astype(np.float64)
        towards = members @ gram
        other = _distances(towards, members)
        one = _distances(total[moving] - towards, among - members)
        after = other < one
        labels[moving] = after
        within[moving] = np.where(among, np.minimum(one, other), 0.0).sum(axis=1)
        moving = moving[(after != before).any(axis=1)]
        if not len(moving):
            break
    return labels, within


def _distances(towards: Floats, members: Floats) -> Floats:
    """Squared distance of each word from the mean of the members, less its own squared length; inf without members.

    `towards`: inner products of each word with the sum of the members.
    """
    sizes = members.sum(axis=1, keepdims=True)
    some = np.maximum(sizes, 1)
    own = (towards * members).sum(axis=1, keepdims=True) / some**2
    found: Floats = np.where(sizes > 0, own - towards * (2 / some), np.inf)
    return found
