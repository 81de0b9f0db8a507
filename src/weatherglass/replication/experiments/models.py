"""The same tests on models of several recipes; figures have the key `recipe/query/column`."""

from __future__ import annotations

from weatherglass.errors import Notice
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.experiments.tests import audited, tell
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Workshop


def carry_out(shop: Workshop, experiment: Experiment, spaces: dict[str, Space | str]) -> Found:
    """Each recipe that there are vectors for; of the others, why there are none."""
    wished = experiment.wished(quick=shop.quick)
    found = Found()
    for recipe in wished["recipes"]:
        space = spaces[recipe]
        if isinstance(space, str):
            found.lacking[recipe] = space
            continue
        if space.recipe:
            found.recipes.append(space.recipe)
        if len(rows := [other for other, by in spaces.items() if by == space]) > 1:
            found.notices.append(Notice("rows-share-vectors", f"{space.name} stands in the rows of {', '.join(rows)}."))
        queries = [row.of.partition("/")[2] for row in experiment.rows if row.of.startswith(f"{recipe}/")]
        measured = audited(shop, space, tuple(dict.fromkeys(queries)), wished)
        found.results.append(measured)
        found.notices += measured.warnings
        tell(found, measured, absolute=bool(wished.get("absolute")), before=f"{recipe}/")
    return found
