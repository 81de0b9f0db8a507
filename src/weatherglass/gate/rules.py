"""The file of a gate: rules, each with the tests it is about and their limits; checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from os import PathLike
from pathlib import Path
from typing import Any, Literal, get_args

from weatherglass.errors import SpecError, UnknownName
from weatherglass.files.toml import NUMBER, TABLE, TABLES, TEXT, TEXTS, Kind, checked, either, read_toml
from weatherglass.gate.limits import LIMITS, Value
from weatherglass.measure.base import BATTERY, WITH_RATES, get

OnInconclusive = Literal["fail", "warn", "pass"]

_ONE_OR_MORE = either(TEXT, TEXTS)
_DEFAULTS: dict[str, Kind] = {
    "measure": _ONE_OR_MORE,
    "min_coverage": (lambda value: NUMBER[0](value) and 0 <= value <= 1, "a share between 0 and 1"),
    "on_inconclusive": (lambda value: value in get_args(OnInconclusive), "'fail', 'warn' or 'pass'"),
}
_RULE: dict[str, Kind] = {"name": TEXT, "query": _ONE_OR_MORE, "fail": TABLE, "warn": TABLE, **_DEFAULTS}
_GATE: dict[str, Kind] = {"defaults": TABLE, "rule": either(TABLE, TABLES)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Tests, by id or pattern, and measures of them; a table of limits is exceeded when all its limits are."""

    name: str
    queries: tuple[str, ...]
    measures: tuple[str, ...]
    fail: Mapping[str, Value]
    warn: Mapping[str, Value]
    min_coverage: float
    on_inconclusive: OnInconclusive


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """The rules, and the name of their file."""

    name: str
    rules: tuple[Rule, ...]

    @property
    def queries(self) -> tuple[str, ...] | None:
        """The tests that an audit must run at least; None where a pattern is among them: all."""
        named = tuple(dict.fromkeys(query for rule in self.rules for query in rule.queries))
        return None if any(map(is_pattern, named)) else named

    @property
    def measures(self) -> tuple[str, ...] | None:
        """What an audit must measure; None where the standard battery has it."""
        named = dict.fromkeys(measure for rule in self.rules for measure in rule.measures)
        return None if named.keys() <= {*BATTERY, *WITH_RATES} else tuple(dict.fromkeys((*BATTERY, *named)))


def is_pattern(query: str) -> bool:
    return bool(set(query) & set("*?["))


def matches(query: str, asked: str) -> bool:
    """Whether a query's id is what was asked for, with or without its language, or fits the pattern."""
    return query == asked or fnmatchcase(query, asked if "/" in asked else f"*/{asked}")


def read_gate(file: str | PathLike[str]) -> Gate:
    """Read the rules of a gate; every mistake names its key."""
    path = Path(file)
    return make_gate(read_toml(path), file=path)


def make_gate(data: Mapping[str, Any], *, file: Path | None = None) -> Gate:
    """A gate as it is written in TOML, from plain data; a rule alone is a gate as well."""
    if file is None and not {"rule", "defaults"} & data.keys():
        data = {"rule": data}
    data = checked(data, _GATE, file=file, needed=("rule",))
    defaults = checked(data.get("defaults", {}), _DEFAULTS, file=file, at="defaults")
    given = [data["rule"]] if isinstance(data["rule"], dict) else data["rule"]
    rules = tuple(_rule(each, defaults, number, file) for number, each in enumerate(given, 1))
    names = [rule.name for rule in rules]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise SpecError(f"two rules are called '{twice}'; give one of them another name", file=file, key="rule.name")
    return Gate(name="the gate" if file is None else file.name, rules=rules)


def _rule(written: Mapping[str, Any], defaults: Mapping[str, Any], number: int, file: Path | None) -> Rule:
    at = f"rule[{number}]"
    data = {**defaults, **checked(written, _RULE, file=file, at=at, needed=("query",))}
    if not {"fail", "warn"} & data.keys():
        raise SpecError("needs limits under fail, warn or both", file=file, key=at)
    rule = Rule(
        name=data.get("name", f"rule {number}"),
        queries=_tuple(data["query"]),
        measures=_tuple(data.get("measure", BATTERY[0])),
        fail=_limits(data, "fail", at, file),
        warn=_limits(data, "warn", at, file),
        min_coverage=data.get("min_coverage", 0.0),
        on_inconclusive=data.get("on_inconclusive", "fail"),
    )
    for name in rule.measures:
        _refuse_never_known(name, rule, at, file)
    return rule


def _tuple(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(dict.fromkeys(value))


def _limits(data: Mapping[str, Any], table: str, at: str, file: Path | None) -> dict[str, Value]:
    if table not in data:
        return {}
    if not data[table]:
        raise SpecError("needs at least one limit, such as effect_above = 0.8", file=file, key=f"{at}.{table}")
    return checked(data[table], {key: limit.kind for key, limit in LIMITS.items()}, file=file, at=f"{at}.{table}")


def _refuse_never_known(name: str, rule: Rule, at: str, file: Path | None) -> None:
    """A limit on what a measure never has would be inconclusive for ever."""
    try:
        card = get(name)
    except UnknownName as error:
        raise SpecError(str(error), file=file, key=f"{at}.measure") from error
    for table, limits in (("fail", rule.fail), ("warn", rule.warn)):
        for key in limits:
            if lacks := LIMITS[key].lacks(card):
                raise SpecError(
                    f"{name} {lacks}; limit something else, or another measure", file=file, key=f"{at}.{table}.{key}"
                )
