"""A study that was carried out, wholly or in part."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from weatherglass.errors import Notice


@dataclass(frozen=True, slots=True)
class Failure:
    """A model that could not be trained or measured: which one, and why."""

    task: str
    label: str
    error: str


@dataclass(frozen=True, slots=True, eq=False)
class Studied:
    """What a study asked for, the table of what was measured (`table.SCHEMA`), and what failed.

    `asked` is the text of the study's file. `planned`: how many models the study has in all; those neither in the table
    nor among the failures are still to do. `notices`: what was found about its texts when it was planned.
    """

    name: str
    language: str
    asked: str
    table: pl.DataFrame
    planned: int
    failures: tuple[Failure, ...] = ()
    notices: tuple[Notice, ...] = ()
