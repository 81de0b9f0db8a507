"""The same tests on models of several recipes; figures have the key `recipe/query/column`."""

from __future__ import annotations

from weatherglass.replication.experiments.found import Found
from weatherglass.replication.experiments.tests import audited, tell
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Workshop


def carry_out(shop: Workshop, experiment: Experiment, spaces: dict[str, Space]) -> Found:
    """Each recipe that there are vectors for; the others are said to be lacking."""
    wished = experiment.wished(quick=shop.quick)
    found = Found()
    for recipe in wished["recipes"]:
        if recipe not in spaces:
            found.lacking[recipe] = "no vectors trained in this way were given, and no corpus to train them on"
            continue
        queries = [row.of.partition("/")[2] for row in experiment.rows if row.of.startswith(f"{recipe}/")]
        measured = audited(shop, spaces[recipe], tuple(dict.fromkeys(queries)), wished)
        found.results.append(measured)
        found.notices += measured.warnings
        tell(found, measured, absolute=bool(wished.get("absolute")), before=f"{recipe}/")
    return found
