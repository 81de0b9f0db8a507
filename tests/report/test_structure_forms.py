"""What the report says of the generic masculine: nothing that the scatter of the neutral words may have made."""

from __future__ import annotations

import numpy as np
import pytest

from tests.structure.test_generic_masculine import NEUTRAL, of_forms, space
from weatherglass.report.structure_forms import masculine_section


@pytest.mark.parametrize(("scatter", "shown"), [(0.0, True), (0.9, False)])
def test_an_asymmetry_is_told_only_where_the_neutral_words_leave_no_doubt(scatter: float, shown: bool) -> None:
    """Eight pairs that all lean the same way: p is the smallest there is, whatever the neutral words are like."""
    around = np.resize([scatter, -scatter], len(NEUTRAL)).tolist()
    found = of_forms(space([-0.3 - 0.001 * i for i in range(8)], [0.2] * 8, around), 8)
    assert found.p is not None
    assert found.p.estimate == 2 / 2**8
    said = masculine_section([found]).findings[0]
    assert ("as a generic masculine would have it" in said) is shown
    assert ("no asymmetry is shown" in said) is not shown
