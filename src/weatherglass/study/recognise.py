"""Which folders are those of studies, told without loading what studies are made with."""

from __future__ import annotations

import json
from pathlib import Path

FORMAT = "weatherglass study"
SPEC, MANIFEST = "study.toml", "study.json"


def is_study(folder: Path) -> bool:
    """Whether the folder is that of a study, of this version or another."""
    try:
        facts = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(facts, dict) and facts.get("format") == FORMAT
