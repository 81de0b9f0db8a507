"""The report of a replication: both figures, what is in doubt, what could not be measured, and what was not carried out."""

from __future__ import annotations

from tests.replicating.made import made_replication
from weatherglass.report.document import Below
from weatherglass.report.replication import command_line, document


def test_measured_above_published() -> None:
    (section, not_carried) = document(made_replication()).sections
    (table,) = section.tables
    weat7, weat8 = table.rows
    assert weat7[1] == "1.28 [0.40, 1.80]"
    assert isinstance(weat7[1], Below)
    assert weat7[1].below == "published 0.94"
    assert isinstance(weat8[1], Below)
    assert (weat8[1], weat8[1].below) == ("0.30", "published 0.69 ‡")
    assert isinstance(weat8[2], Below)
    assert (weat8[2], weat8[2].below) == ("†", "published < 0.001")
    told = [item for _, items in section.lists for item in items]
    assert any("complement" in item and "It should be 0.31" in item for item in told)
    assert "WEAT8: too few words" in told
    assert not_carried.tables[0].rows[0][2] == "was not given: vectors"


def test_findings_say_how_near_it_came() -> None:
    """|1.28 − 0.94| = 0.34 and |0.30 − 0.31| = 0.01, so 0.175 on average; p = 0.0045 is on the other side than 0.058."""
    first, near = document(made_replication()).findings
    assert first == "Experiments of the paper carried out: 1 of 4."
    assert "2; on average 0.175 apart, at most 0.340 (WEAT7, d)" in near
    assert near.endswith("as published: 0 of 1.")


def test_the_command_that_makes_it_again() -> None:
    assert command_line(made_replication()) == "weatherglass replicate kurpicz-briki-2020 --data glove:en=vectors.bin"
