"""Where vectors come from: a small JSON file beside them, written with them and read with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from weatherglass.embedding.stream import file_sha256
from weatherglass.errors import FormatError
from weatherglass.files import appears_whole

Provenance = Mapping[str, Any]


def sidecar(vectors: Path) -> Path:
    """The file beside these vectors that tells where they come from."""
    named = vectors if vectors.name not in ("", "..") else vectors.resolve()
    return named.with_name(named.name + ".provenance.json")


def write_sidecar(vectors: Path, provenance: Provenance) -> None:
    """Write it, bound to the bytes of the vectors as they are now."""
    facts = dict(provenance) | {"vectors_sha256": file_sha256(vectors)}
    with appears_whole(sidecar(vectors)) as part:
        part.write_text(json.dumps(facts, ensure_ascii=False, indent=1, allow_nan=False) + "\n", "utf-8")


def read_sidecar(vectors: Path) -> Provenance | None:
    """What the file beside the vectors says, or None where there is none."""
    file = sidecar(vectors)
    if not file.is_file():
        return None
    try:
        facts = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise FormatError(f"is not readable as JSON ({error}); delete it or restore it", file=file) from error
    if not isinstance(facts, dict):
        raise FormatError("does not hold a JSON object; delete it or restore it", file=file)
    return facts
