"""Words that figures and reports of a replication share."""

from __future__ import annotations

from weatherglass.wording.messages import known, say


def column_said(name: str) -> str:
    """The head of a column, in the language spoken where it is a word and no symbol."""
    key = f"replication.column.{''.join(c if c.isalnum() else '_' for c in name)}"
    return say(key) if name.isascii() and known(key) else name
