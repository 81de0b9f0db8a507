"""Where vectors come from: a small JSON file beside them, written with them and read with them."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.errors import FormatError
from weatherglass.files import write_whole
from weatherglass.files.fingerprint import file_sha256

Provenance = Mapping[str, Any]
Counts = NDArray[np.int64]


def made_with(*libraries: str) -> dict[str, Any]:
    """The versions and the kind of machine that the same bytes depend on."""
    versions = {name: version(name) for name in ("weatherglass", "numpy", *libraries)}
    return {"versions": {"python": platform.python_version(), **versions}, "machine": platform.machine()}


def sidecar(vectors: Path) -> Path:
    """The file beside these vectors that tells where they come from."""
    named = vectors if vectors.name not in ("", "..") else vectors.resolve()
    return named.with_name(named.name + ".provenance.json")


def write_sidecar(vectors: Path, provenance: Provenance, counts: Counts | None = None) -> None:
    """Write it, bound to the bytes of the vectors as they are now; `counts`: how often each row's word occurs."""
    facts = dict(provenance) | {"vectors_sha256": file_sha256(vectors)}
    text = json.dumps(facts, ensure_ascii=False, indent=1, allow_nan=False)
    if counts is not None:  # on one line, after what people read
        text = f'{text[: -len("}")].rstrip()},\n "counts": {json.dumps(counts.tolist())}\n}}'
    write_whole(sidecar(vectors), text + "\n")


def read_sidecar(vectors: Path) -> tuple[Provenance | None, Counts | None]:
    """What the file beside the vectors says, and how often each row's word occurs; None for what is not there."""
    file = sidecar(vectors)
    if not file.is_file():
        return None, None
    try:
        facts = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise FormatError(f"is not readable as JSON ({error}); delete it or restore it", file=file) from error
    if not isinstance(facts, dict):
        raise FormatError("does not hold a JSON object; delete it or restore it", file=file)
    try:
        counts = np.array(facts.pop("counts"), np.int64) if "counts" in facts else None
    except (TypeError, ValueError, OverflowError) as error:
        raise FormatError("its counts are no whole numbers; delete it or restore it", file=file) from error
    return facts, counts
