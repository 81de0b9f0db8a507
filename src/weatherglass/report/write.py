"""Any results as one report, in any format and language; and results read back from their files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, Protocol

from weatherglass.errors import FormatError, SpecError, WeatherglassError
from weatherglass.files import read_text
from weatherglass.files.plain import json_text
from weatherglass.report.document import Document
from weatherglass.report.page import html
from weatherglass.wording.messages import ENGLISH, speaking

_SCHEMA_VERSION = 1  # of every kind


class Found(Protocol):
    """A result that can be reported."""

    def to_dict(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of result: its class and where it lives, the module that makes a document of it, and its file.

    `told`: the file holds sentences as well, by `plain` of that module.
    """

    home: str
    made: str
    reported: str
    file: str
    told: bool = False

    def from_dict(self, data: Mapping[str, Any]) -> Found:
        found: Found = getattr(import_module(f"weatherglass.{self.home}"), self.made).from_dict(data)
        return found

    def document(self, found: Found) -> Document:
        document: Document = self._reporter().document(found)
        return document

    def plain(self, found: Found) -> dict[str, Any]:
        """What its file holds."""
        plain: dict[str, Any] = self._reporter().plain(found) if self.told else found.to_dict()
        return plain

    def _reporter(self) -> Any:
        return import_module(f"weatherglass.report.{self.reported}")


KINDS = {
    "audit": Kind("auditing", "Audit", "audit", "result.json"),
    "comparison": Kind("study.comparison", "Comparison", "compare", "compare.json"),
    "detection": Kind("downstream.detected", "Detection", "detection", "detection.json"),
    "diffusion": Kind("downstream.diffused", "Diffusion", "diffusion", "diffusion.json"),
    "gate": Kind("gate.checking", "Gated", "gate", "gate.json", told=True),
    "mitigation": Kind("mitigate.account", "Account", "mitigation", "mitigation.json"),
    "quality": Kind("quality.quality", "Quality", "quality", "quality.json"),
    "replication": Kind("replication.replicated", "Replication", "replication", "replication.json"),
    "stability": Kind("measure.stability_result", "Stability", "stability", "stability.json"),
    "structure": Kind("structure.structure", "Structure", "structure", "structure.json"),
    "study": Kind("study.reading", "Reading", "study", "reading.json"),
    "trace": Kind("trace.traced", "Trace", "trace", "trace.json"),
}


def kind_of(found: Found) -> str:
    """Which kind of result it is, by its class."""
    made = type(found).__name__
    named = next((name for name, kind in KINDS.items() if kind.made == made), None)
    if named is None:
        known = ", ".join(kind.made for kind in KINDS.values())
        raise SpecError(f"there is no report of a {made}; give one of {known}, or a list of them")
    return named


def documents(found: Iterable[Found]) -> list[Document]:
    """Each result as a document, in the language spoken; a gate after the audit it is about becomes the verdict there."""
    made: list[Document] = []
    for each in found:
        document = KINDS[kind_of(each)].document(each)
        audit = next((i for i in reversed(range(len(made))) if _is_about(document, made[i])), None)
        if audit is None:
            made.append(document)
        else:
            made[audit] = _with_verdict(made[audit], document)
    if not made:
        raise SpecError("there is no result to report; give at least one")
    return made


def _is_about(gate: Document, audit: Document) -> bool:
    """Whether they are a gate and an audit, without a verdict yet, of the same vectors."""
    if (gate.kind, audit.kind) != ("gate", "audit") or audit.verdict is not None:
        return False
    one, other = (each.data["embedding"]["sha256"] for each in (gate, audit))
    return bool(one == other)


def _with_verdict(audit: Document, gate: Document) -> Document:
    return replace(
        audit,
        verdict=gate.verdict,
        methods=(*audit.methods, *gate.methods),
        tables={**audit.tables, **gate.tables},
    )


def report_html(found: Found | Sequence[Found], *, language: str = ENGLISH) -> str:
    """One or several results as one HTML page with their data inside."""
    every = list(found) if isinstance(found, Sequence) else [found]
    with speaking(language):
        return html(documents(every), data_files(every))


def data_files(found: Iterable[Found]) -> dict[str, str]:
    """The results as JSON by the names of their files; a second one of a kind gets a number."""
    files: dict[str, str] = {}
    for each in found:
        kind = KINDS[kind_of(each)]
        name = kind.file
        i = sum(Path(other).stem.split("-")[0] == Path(name).stem for other in files)
        files[name if not i else f"{Path(name).stem}-{i + 1}.json"] = json_text(kind.plain(each))
    return files


def json_of(found: Sequence[Found]) -> str:
    """One result as its own JSON, several in one."""
    every = [KINDS[kind_of(each)].plain(each) for each in found]
    return json_text(every[0] if len(every) == 1 else {"schema_version": _SCHEMA_VERSION, "results": every})


def result_of(data: Mapping[str, Any]) -> Found:
    """A result from its plain data, whatever its kind."""
    return KINDS[data["kind"]].from_dict(data)


def read_result(text: str, file: str | os.PathLike[str]) -> Found:
    """A result from its JSON, whatever its kind; `file` is where it was."""
    return _made(_loaded(text, file), file)


def _loaded(text: str, file: str | os.PathLike[str]) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"is not JSON ({error}); give a file that Weatherglass wrote", file=file) from error


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _made(data: Any, file: str | os.PathLike[str]) -> Found:
    named = data.get("kind") if isinstance(data, dict) else None
    kind = KINDS.get(named) if isinstance(named, str) else None
    if kind is None:
        known = ", ".join(KINDS)
        raise FormatError(f"is no result of Weatherglass that can be reported (known kinds: {known})", file=file)
    if (version := data.get("schema_version", _SCHEMA_VERSION)) != _SCHEMA_VERSION:
        problem = f"has the schema_version {version!r}, and this version of Weatherglass reads {_SCHEMA_VERSION} only"
        raise FormatError(f"{problem}; make it again", file=file)
    try:
        return kind.from_dict(data)
    except WeatherglassError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(f"is not a whole result of the kind {named} ({error!r}); make it again", file=file) from error


def read_results(path: str | os.PathLike[str]) -> list[Found]:
    """The results in a JSON file, in a report, in the folder that a command wrote, or in a study's folder."""
    from weatherglass.report.bundle import extract

    given = Path(path)
    if given.is_dir():
        from weatherglass.study.recognise import is_study

        if is_study(given):
            from weatherglass.study.folder import open_study
            from weatherglass.study.reading import read_study

            return [read_study(open_study(given))]
        names = [name for kind in KINDS.values() for name in _numbered(given / kind.file)]
        if not names:
            raise FormatError(
                "holds no result of Weatherglass; give the folder that --out named, or a file", file=given
            )
        return [read_result(read_text(name), name) for name in names]
    if given.suffix.lower() in (".html", ".htm"):
        return [read_result(text, given) for text in extract(given).values()]
    data = _loaded(read_text(given), given)
    return [_made(each, given) for each in _together(data)]


def _numbered(file: Path) -> list[Path]:
    """The file, and those of its kind that got a number, as far as they are there; see `data_files`."""
    others = (each for each in file.parent.glob(f"{file.stem}-*.json") if each.stem[len(file.stem) + 1 :].isdecimal())
    every = [file, *sorted(others, key=lambda each: int(each.stem.split("-")[-1]))]
    return [each for each in every if each.is_file()]


def _together(data: Any) -> list[Any]:
    """What is in one JSON: several results (see `json_of`), an audit and its gate, or one result."""
    if not isinstance(data, dict):
        return [data]
    several = data.get("results")
    if "kind" not in data and several and isinstance(several, list):
        return several
    return [data, data["gate"]] if data.get("kind") == "audit" and "gate" in data else [data]
