"""Zhang, Sneyd & Stevenson (2021) on vectors of the model they used, where these are at hand.

Their Google News word2vec has 3 million words; the excerpt as trained holds all professions and most base pairs, so what rests
on these vectors alone must agree with the printed two decimals. NBM rests on the neutral words of the whole vocabulary, and
mary–john stands only capitalised in the excerpt.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherglass.measure.stability import stability
from weatherglass.measure.stability_result import ByPair, Stability

pytestmark = pytest.mark.real
CAPITALISED = {  # table 3
    "direct-bias": {
        "she–he": 0.65, "her–his": 0.53, "woman–man": 0.56, "daughter–son": 0.28, "mother–father": 0.40, "girl–boy": 0.49,
        "female–male": 0.38,
    },
    "ripa": {
        "she–he": 0.80, "her–his": 0.56, "woman–man": 0.58, "daughter–son": 0.27, "mother–father": 0.31, "girl–boy": 0.49,
        "female–male": 0.35,
    },
}  # fmt: skip
BETWEEN = {  # table 6, DB/WA & RIPA
    "she–he": 0.69, "her–his": 0.86, "woman–man": 0.64, "herself–himself": 0.82, "daughter–son": 0.79, "mother–father": 0.92,
    "gal–guy": 0.85, "girl–boy": 0.89, "female–male": 0.96,
}  # fmt: skip
PRINTED = 0.0051  # half a unit of the last printed digit


@pytest.fixture(scope="module")
def as_trained(real_vectors: Path) -> Stability:
    return stability(real_vectors / "en-googlenews-13k-raw.bin", "en")


def test_pairs_against_their_capitalised_forms(as_trained: Stability) -> None:
    found = as_trained.capitalised_pairs
    assert isinstance(found, ByPair)
    assert found.words == 320
    for measure, published in CAPITALISED.items():
        assert dict(found.kappas[measure]) == pytest.approx(published, abs=PRINTED)


def test_agreement_between_measures(as_trained: Stability) -> None:
    found = dict(as_trained.between_measures["direct-bias & ripa"])
    del found["mary–john"]  # Mary–John here
    assert found == pytest.approx(BETWEEN, abs=PRINTED)


def test_from_woman_and_man_to_queen_and_king(as_trained: Stability) -> None:
    """28 % (91) of the 320 professions change their side by RIPA."""
    assert as_trained.base_pairs["ripa"].flips == pytest.approx(91 / 320)


def test_agreement_over_the_pairs_is_near(as_trained: Stability) -> None:
    """Published 0.45, 0.42, 0.29 with mary–john; here the pair is Mary–John, and the neutral words are fewer."""
    found = {name: each.kappa for name, each in as_trained.base_pairs.items()}
    assert found == pytest.approx({"direct-bias": 0.45, "ripa": 0.42, "nbm": 0.29}, abs=0.04)
    assert min(found, key=lambda name: found[name]) == "nbm"
