"""How vectors were made, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Settings that say little to a reader, or are said elsewhere.
_UNSAID = ("seed", "threads", "memory", "dim", "epochs", "min_learning_rate", "noise_exponent", "cbow_mean", "vectors")


def made_by(provenance: Mapping[str, Any]) -> str:
    """One line: the method, its main settings, the corpus, and whether the same bytes would come again."""
    settings = provenance.get("settings", {})
    corpus = provenance.get("corpus", {})
    said = [f"{name.replace('_', ' ')} {_value(value)}" for name, value in settings.items() if name not in _UNSAID]
    text = f"{provenance.get('method', 'unknown method')}, {settings.get('epochs', '?')} epochs"
    if said:
        text += f" ({', '.join(said)})"
    text += f" on {corpus.get('name', 'an unknown corpus')}"
    if "words" in corpus:
        text += f", {corpus['words']:,} running words"
    if view := corpus.get("view"):
        text += f" ({'; '.join(view)})"
    text += f"; seed {settings.get('seed', '?')}"
    return text if provenance.get("deterministic", True) else f"{text}, not deterministic"


def _value(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
