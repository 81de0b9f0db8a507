"""Write docs/dependencies.md, or with a name the same as CycloneDX: python tools/write_sbom.py [FILE.cdx.json]

Names and versions come from pyproject.toml and constraints.txt, licences and who needs whom from what is installed, which
must be just what is pinned: pip install -c constraints.txt -e '.[dev,dev-neural]'.
"""

from __future__ import annotations

import json
import sys
import tomllib
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "dependencies.md"
OURS = "weatherglass"
CORE, BUILD = "core", "build"
DEVELOPMENT = {"dev", "dev-neural", "docs", BUILD}
NOT_PINNED = "not pinned"
WHY = {
    "numpy": "arrays",
    "scipy": "distributions, ranks, optimisation",
    "scikit-learn": "classifiers and clustering inside measures and methods",
    "threadpoolctl": "how many threads linear algebra may use",
    "joblib": "work on several cores",
    "fsspec": "corpora on other storage",
    "filelock": "one writer at a time",
    "numba": "loops that numpy cannot do, compiled",
    "polars": "tables, CSV and Parquet",
    "matplotlib": "figures",
    "typer": "the command line",
    "rich": "drawn on by typer for help and progress",
    "jinja2": "pages of reports and of the local page",
    "markupsafe": "texts escaped in pages",
    "snowballstemmer": "lemmas that are held out together",
    "backports-zstd": "Zstandard before Python 3.14",
    "fastapi": "addresses of the local page and its API",
    "uvicorn": "serves the local page",
    "python-multipart": "uploads to the local page",
    "gensim": "word2vec and fastText; its own files of vectors",
    "dask": "studies and counting on a cluster",
    "torch": "networks that detect texts",
    "mkdocs": "pages of the documentation",
    "mkdocs-material": "how these pages look, and their search",
    "axe-playwright-python": "rules of accessibility, held against every screen",
    "httpx2": "requests to the page in tests",
    "hatchling": "wheel and source archive",
    "hypothesis": "tests of properties",
    "ipykernel": "runs notebooks in tests",
    "model2vec": "one of its static encoders, read in tests",
    "mypy": "types",
    "nbclient": "runs notebooks in tests",
    "playwright": "a real browser in tests",
    "psutil": "memory and processes in tests",
    "pytest": "tests",
    "pytest-xdist": "tests side by side",
    "pyyaml": "pipelines that the documentation shows, read in tests",
    "ruff": "style",
    "schemathesis": "requests made from the API's own description",
    "scipy-stubs": "types of scipy",
    "sentence-transformers": "one of its encoders, made and read in tests",
    "spacy": "its folders of vectors, written and read in tests",
    "statsmodels": "another way to the same numbers in tests",
}


@dataclass(frozen=True, slots=True)
class Package:
    """`version`: the pinned one, empty where none is; `needs`: what it asks for itself."""

    name: str
    version: str
    licence: str
    expression: bool  # whether the licence is written in SPDX's language
    needs: tuple[str, ...]


def pins() -> dict[str, str]:
    """Name → version, of everything in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version.strip() for name, version in pairs}


def direct() -> dict[str, dict[str, Requirement]]:
    """For the core and each extra what pyproject.toml asks for; an extra that names others of ours holds only its own."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = told["project"]
    asked = {CORE: project["dependencies"], **project["optional-dependencies"], BUILD: told["build-system"]["requires"]}
    found = {group: [Requirement(text) for text in texts] for group, texts in asked.items()}
    return {
        group: {canonicalize_name(each.name): each for each in every if each.name != OURS}
        for group, every in found.items()
    }


@cache
def package(name: str) -> Package:
    """A package as it is installed, which must be in the version that is pinned, if one is."""
    try:
        found = distribution(name)
    except PackageNotFoundError as error:
        raise SystemExit(f"{name} is not installed; pip install -c constraints.txt -e '.[dev,dev-neural]'") from error
    pinned = pins().get(name, "")
    if pinned and found.version.split("+")[0] != pinned:
        raise SystemExit(f"{name} is installed as {found.version} and pinned as {pinned}; install what is pinned")
    licence, expression = _licence(found.metadata)
    return Package(name, pinned, licence, expression, tuple(sorted(set(_needs(found.requires or ())))))


def _licence(told: Any) -> tuple[str, bool]:
    """The SPDX expression, or the classifier, or the first words of the field in which older packages tell it."""
    # `get`: once something has imported importlib_metadata, what is absent has no value instead of None.
    if expression := told.get("License-Expression"):
        return str(expression), True
    prefix = "License :: "
    classified = [each.split(" :: ")[-1] for each in told.get_all("Classifier") or () if each.startswith(prefix)]
    written = (told.get("License") or "").strip().splitlines()
    return " and ".join(classified) or (written[0] if written else "not told"), False


def _needs(texts: Iterable[str], extras: Iterable[str] = ("",)) -> Iterator[str]:
    """On this system and Python; of extras only those that are asked for."""
    for text in texts:
        each = Requirement(text)
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras):
            yield canonicalize_name(each.name)
            if each.extras:
                yield from _needs(distribution(each.name).requires or (), each.extras)


def reached(group: str) -> set[str]:
    """All packages that an installation of the core, or of an extra on top of it, brings."""
    waiting = [name for each in direct()[group].values() for name in _needs([str(each)])]
    found: set[str] = set()
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += package(name).needs
    return found


def groups() -> dict[str, list[str]]:
    """For each package the parts that bring it; what is in the core is in no extra besides."""
    brought = {group: reached(group) for group in direct()}
    found = {}
    for name in sorted(pins().keys() | set().union(*brought.values())):
        by = [group for group in brought if name in brought[group]]
        found[name] = [CORE] if CORE in by else by
    return found


def titled(group: str) -> str:
    """What a part is called on the page."""
    return {CORE: "Core", BUILD: "To build"}.get(group, f"Extra `{group}`")


def page() -> str:
    """What is asked for directly, with the reason, and what comes along."""
    lines = [
        "# Dependencies",
        "",
        "Written by `tools/write_sbom.py` from `pyproject.toml` (ranges), `constraints.txt` (the versions that development and CI use) and the metadata",
        "of the packages (licences, as they tell them). `make release` writes the same as CycloneDX, without what only development needs.",
        "Nothing of these packages is part of the toolkit: pip fetches them.",
    ]
    for group, asked in direct().items():
        lines += [
            "",
            f"## {titled(group)}",
            "",
            "| package | range | pinned | licence | what for |",
            "|---|---|---|---|---|",
        ]
        for name, each in sorted(asked.items()):
            it = package(name)
            lines.append(f"| {name} | {each.specifier} | {it.version} | {it.licence} | {WHY[name]} |")
    named = {name for asked in direct().values() for name in asked}
    lines += ["", "## What comes along", "", "| package | pinned | licence | with |", "|---|---|---|---|"]
    for name, by in groups().items():
        if name not in named:
            it = package(name)
            lines.append(f"| {name} | {it.version or NOT_PINNED} | {it.licence} | {', '.join(by) or 'nothing'} |")
    return "\n".join(lines) + "\n"


def cyclonedx() -> dict[str, Any]:
    """Everything that users may install, as CycloneDX 1.5; extras are optional."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    used = {name: by for name, by in groups().items() if set(by) - DEVELOPMENT}
    own = _component(OURS, project["version"], {"expression": project["license"]})
    roots = {name for group, asked in direct().items() if group not in DEVELOPMENT for name in asked}
    depends = {own["bom-ref"]: roots, **{_reference(name): package(name).needs for name in used}}
    body: dict[str, Any] = {
        "metadata": {"component": own},
        "components": [
            _component(name, package(name).version, _licence_choice(package(name)))
            | {"scope": "required" if by == [CORE] else "optional"}
            for name, by in used.items()
        ],
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(_reference(name) for name in names if name in used)}
            for ref, names in depends.items()
        ],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))  # the same content, the same number
    head = {"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{serial}", "version": 1}
    return head | body


def _component(name: str, version: str, licence: Mapping[str, Any]) -> dict[str, Any]:
    purl = _purl(name, version)
    known = {"version": version} if version else {}
    return {"type": "library", "bom-ref": purl, "name": name, **known, "licenses": [licence], "purl": purl}


def _licence_choice(it: Package) -> dict[str, Any]:
    return {"expression": it.licence} if it.expression else {"license": {"name": it.licence}}


def _purl(name: str, version: str) -> str:
    return f"pkg:pypi/{name}@{version}" if version else f"pkg:pypi/{name}"


def _reference(name: str) -> str:
    return _purl(name, package(name).version)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(json.dumps(cyclonedx(), indent=1) + "\n", "utf-8")
    else:
        TARGET.write_text(page(), "utf-8")
