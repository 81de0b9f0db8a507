"""How the local page is served, and how much it does at most."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

MEGABYTE = 1 << 20
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def usual_state() -> Path:
    """Where results are kept between starts, unless a folder is given."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "weatherglass"


def new_token() -> str:
    """Told only to whoever starts the server."""
    return secrets.token_urlsafe(24)


def most_memory() -> int:
    """Four fifths of what the machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 4 // 5 if hasattr(os, "sysconf") else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`data`: the folder whose files can be opened; `state`: the one that results are kept in; `hosts`: names the page may be asked for by."""

    data: Path | None
    state: Path
    port: int
    host: str = LOOPBACK[0]
    hosts: frozenset[str] = frozenset(LOOPBACK)
    token: str = field(default_factory=new_token, repr=False)  # empty: none is asked for
    once: str = field(default="", repr=False)  # a further token, for the first time that it is used
    language: str = ""  # of the page, where the browser does not say another
    body: int = 64 * MEGABYTE  # of a request with files
    text: int = 8 * MEGABYTE  # of any other
    uploads: int = 16 * 1024 * MEGABYTE  # of all vectors that were sent and are kept
    unpacked: int = 8 * 1024 * MEGABYTE  # of a compressed file
    queue: int = 16  # jobs that wait
    streams: int = 32  # of progress, open at a time
    job_seconds: float = 3600
    job_memory: int = field(default_factory=most_memory)  # bytes; 0 for no limit

    @property
    def cookie(self) -> str:
        """Its name; browsers do not keep the cookies of two ports apart."""
        return f"weatherglass-{self.port}"
