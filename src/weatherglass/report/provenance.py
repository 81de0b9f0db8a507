"""How vectors were made, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Settings that say little to a reader, or are said elsewhere.
_UNSAID = ("seed", "threads", "memory", "dim", "epochs", "min_learning_rate", "noise_exponent", "cbow_mean", "vectors")


def made_by(provenance: Mapping[str, Any]) -> str:
    """One line: the method, its main settings, the corpus, and whether the same bytes would come again; or the mitigation, and what it changed."""
    if "mitigation" in provenance:
        return _changed_by(provenance)
    settings = provenance.get("settings", {})
    corpus = provenance.get("corpus", {})
    said = settings_said({name: value for name, value in settings.items() if name not in _UNSAID})
    text = f"{provenance.get('method', 'unknown method')}, {settings.get('epochs', '?')} epochs"
    if said:
        text += f" ({said})"
    text += f" on {corpus.get('name', 'an unknown corpus')}"
    if "words" in corpus:
        text += f", {corpus['words']:,} running words"
    if view := corpus.get("view"):
        text += f" ({'; '.join(view)})"
    text += f"; seed {settings.get('seed', '?')}"
    return text if provenance.get("deterministic", True) else f"{text}, not deterministic"


def _changed_by(provenance: Mapping[str, Any]) -> str:
    """A mitigation, of which vectors, and how those were made."""
    said = settings_said(provenance.get("settings", {}))
    vectors = provenance.get("vectors", {}).get("name", "unknown vectors")
    text = f"{provenance['mitigation']} mitigation{f' ({said})' if said else ''} of {vectors}, language {provenance.get('language', '?')}"
    before = provenance.get("made_before")
    return f"{text}; which were made by {made_by(before)}" if before else text


def settings_said(settings: Mapping[str, Any]) -> str:
    """Each by its name, in a line."""
    return ", ".join(f"{name.replace('_', ' ')} {setting_said(value)}" for name, value in settings.items())


def setting_said(value: Any) -> str:
    """Its value."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
