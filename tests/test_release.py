"""A release tells one story: version, licence, citation, dependencies, and archives that hold everything."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
import zipfile
from datetime import date
from importlib.metadata import requires
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from tools import release, write_licences, write_sbom

import weatherglass
from weatherglass.diagnosis.installed import parsed
from weatherglass.errors import FormatError, UnknownName
from weatherglass.report.citing import as_bibtex, as_text, cited, software

ROOT = release.ROOT
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    newest = next(name for name, day, _ in release.sections(CHANGELOG) if day is not None)
    assert {PROJECT["version"], CITATION["version"], newest} == {PROJECT["version"]}
    assert weatherglass.__version__ == PROJECT["version"], "install again: pip install -e ."


def test_the_citation_file_says_what_the_metadata_say() -> None:
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["title"].lower() == PROJECT["name"]
    assert CITATION["license"] == PROJECT["license"]
    assert CITATION["abstract"] == PROJECT["description"]
    assert CITATION["keywords"] == PROJECT["keywords"]
    assert CITATION["authors"] == PROJECT["authors"]
    assert date.fromisoformat(CITATION["date-released"]) == next(
        day for _, day, _ in release.sections(CHANGELOG) if day
    )


def test_the_licence_is_the_one_in_the_file() -> None:
    assert (ROOT / "LICENSE").read_text("utf-8").startswith(f"{PROJECT['license']} License")
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])


def test_the_citation_is_read_as_yaml_reads_it() -> None:
    it = software()
    assert (it.title, it.abstract, it.version, it.released, it.licence) == tuple(
        CITATION[key] for key in ("title", "abstract", "version", "date-released", "license")
    )
    assert it.authors == tuple(each["name"] for each in CITATION["authors"])


def test_a_damaged_citation_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "CITATION.cff").write_text('title: "Weatherglass"\n', "utf-8")
    with pytest.raises(FormatError, match="has no line 'abstract'"):
        software(tmp_path / "CITATION.cff")


def test_works_are_cited_once_and_in_order() -> None:
    keys = re.findall(r"^@\w+\{([^,]+),", as_bibtex(cited(["weatherglass", "weat", "en/weat6", "hard"])), re.MULTILINE)
    assert keys[:2] == ["weatherglass", "caliskan2017"]
    assert len(keys) == len(set(keys))
    assert {"nosek2002harvesting", "bolukbasi2016", "gonen2019"} <= set(keys)


def test_every_kind_of_name_can_be_cited() -> None:
    names = [each.name for each in cited(["km", "soft", "de/gerard-*", "caliskan2017"])]
    assert names[:2] == ["km", "soft"]
    assert names[-1] == "caliskan2017"
    assert sum(name.startswith("de/gerard-") for name in names) == len(names) - 3 > 5
    (own,) = cited([])
    assert as_text(own) == (
        f"The Weatherglass maintainers ({CITATION['date-released'][:4]}). Weatherglass, version {PROJECT['version']}. Software, MIT licence.",
    )


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(
        UnknownName, match=r"There is no measure, method, word list or work 'waet'\. Did you mean 'weat'\?"
    ):
        cited(["waet"])


def test_everything_that_ships_has_a_licence() -> None:
    assert write_licences.without_row() == []
    assert all(row.origin and row.licence for row in write_licences.rows())
    assert write_licences.TABLE.read_text("utf-8") == write_licences.table(), "run python tools/write_licences.py"


def test_a_file_that_nobody_tells_of_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("py.typed", "words/strange.bin", "app/templates/a/b/deep.html", "code.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(write_licences, "SOURCE", tmp_path)
    monkeypatch.setattr(write_licences, "TABLE", tmp_path / "LICENCES.toml")
    assert write_licences.without_row() == ["app/templates/a/b/deep.html", "words/strange.bin"]


def table_rows(heading: str) -> list[list[str]]:
    """The cells of a table of docs/dependencies.md, below its head."""
    part = write_sbom.TARGET.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


@pytest.mark.parametrize("group", write_sbom.direct())
def test_the_page_of_dependencies_has_every_range(group: str) -> None:
    """Held against the two files that say what is asked for and pinned: what is installed here does not matter."""
    rows = table_rows(write_sbom.titled(group))
    asked = write_sbom.direct()[group]
    told = {name: (given, pinned, why) for name, given, pinned, _, why in rows}
    expected = {
        name: (str(each.specifier), write_sbom.pins()[name], write_sbom.WHY[name]) for name, each in asked.items()
    }
    assert told == expected, "run python tools/write_sbom.py"


def test_the_page_of_dependencies_has_every_pin() -> None:
    named = {name for asked in write_sbom.direct().values() for name in asked}
    along = {name: pinned for name, pinned, *_ in table_rows("What comes along") if pinned != write_sbom.NOT_PINNED}
    pins = write_sbom.pins()
    assert along == {name: pins[name] for name in pins.keys() - named}, "run python tools/write_sbom.py"
    assert set(write_sbom.WHY) == named


@pytest.mark.neural
def test_the_list_of_dependencies_is_whole() -> None:
    """Needs every extra installed, as its licences are read from there."""
    made = write_sbom.cyclonedx()
    assert json.loads(json.dumps(made)) == made
    assert (made["bomFormat"], made["specVersion"], made["version"]) == ("CycloneDX", "1.5", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
    components = {each["bom-ref"]: each for each in made["components"]}
    own = made["metadata"]["component"]["bom-ref"]
    assert own == f"pkg:pypi/weatherglass@{PROJECT['version']}"
    links = {each["ref"]: each["dependsOn"] for each in made["dependencies"]}
    assert set(links) == {own, *components}
    assert {ref for refs in links.values() for ref in refs} <= set(components)
    scopes = {each["name"]: each["scope"] for each in components.values()}
    assert (scopes["numpy"], scopes["llvmlite"], scopes["torch"]) == ("required", "required", "optional")
    assert "pytest" not in scopes
    assert write_sbom.cyclonedx() == made


def test_requirements_are_read_as_packaging_reads_them() -> None:
    texts = requires("weatherglass") or []
    assert len(texts) > 30
    for text in texts:
        own, theirs = parsed(text), Requirement(text)
        assert own.name == theirs.name
        assert set(own.extras) == theirs.extras
        assert theirs.marker is None or own.applies == theirs.marker.evaluate({"extra": own.extra})
        for found in ("0.0.1", "1.0", "2", "2.0.0", "2.4.6", "3.10", "3.9.1", "2026.9.0", "7.0.0+cpu"):
            assert own.allows(found) == theirs.specifier.contains(found), (text, found)
    assert not parsed("numpy>=2.0").allows(None)


TOLD = (
    "# Changelog\n\n## [Unreleased]\n\n{more}## [1.1.0] - 2027-01-02\n\n- New.\n\n## [1.0.0] - 2026-11-18\n\n- First.\n"
)


def test_a_release_is_refused_unless_all_is_ready() -> None:
    ready = TOLD.format(more="")
    assert [name for name, *_ in release.sections(ready)] == ["Unreleased", "1.1.0", "1.0.0"]
    assert release.unready(ready, "1.1.0", "") == []
    assert "not committed" in release.unready(ready, "1.1.0", " M README.md\n")[0]
    assert "is not [1.2.0]" in release.unready(ready, "1.2.0", "")[0]
    assert "under [Unreleased]" in release.unready(TOLD.format(more="- More.\n\n"), "1.1.0", "")[0]
    assert "is not [1.1.0]" in release.unready("# Changelog\n\n## [Unreleased]\n", "1.1.0", "")[0]


def test_wheels_that_differ_are_noticed() -> None:
    one = {"a.py": b"1", "b.py": b"2"}
    assert release.differing(one, dict(one)) == []
    assert release.differing(one, {"a.py": b"1", "b.py": b"3", "c.py": b""}) == ["b.py", "c.py"]


@pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None, reason="archives are built by hatchling; .ci/run does"
)
def test_the_archives_are_whole(tmp_path: Path) -> None:
    sdist = release.build("sdist", ROOT, tmp_path)
    wheel = release.build("wheel", release.unpacked(sdist, tmp_path / "tree"), tmp_path / "from-sdist")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    data = {
        f"weatherglass/{file.relative_to(write_licences.SOURCE).as_posix()}" for file in write_licences.data_files()
    }
    assert data | {"weatherglass/CITATION.cff"} <= names
    assert release.missing_from(sdist, ["tests/test_release.py", "tools/release.py", "CITATION.cff", "nothing"]) == [
        "nothing"
    ]
    (tmp_path / release.SUMS).write_text(release.checksums(tmp_path), "utf-8")
    assert (tmp_path / release.SUMS).read_text("utf-8").count("\n") == 1
