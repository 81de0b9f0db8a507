"""The data inside a report: the files it was made from, byte for byte, and the way to get them back."""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from weatherglass.errors import FormatError
from weatherglass.files import read_text

BLOCK = "weatherglass-result"
_PATTERN = re.compile(rf'<script type="application/json" id="{BLOCK}">(.*?)</script>', re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
_LARGEST = 2**30  # bytes of one file: a report that claims more is refused


def data_block(files: Mapping[str, str]) -> Markup:
    """Files by their names as JSON that can stand in a page: each packed by xz, in base 64, with its fingerprint."""
    packed = [
        {
            "name": name,
            "sha256": hashlib.sha256(data := text.encode()).hexdigest(),
            "size": len(data),
            "xz": base64.b64encode(lzma.compress(data, preset=6)).decode("ascii"),
        }
        for name, text in files.items()
    ]
    text = json.dumps({"schema_version": 1, "files": packed}, ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704  (JSON without a "<" cannot end the element it stands in)


def extract(path: str | os.PathLike[str]) -> dict[str, str]:
    """The files inside a report, as they were."""
    found = _PATTERN.search(read_text(Path(path)))
    if found is None:
        raise FormatError("holds no data of Weatherglass; give a report that Weatherglass wrote", file=path)
    try:
        files = json.loads(found[1])["files"]
        return {_safe(each["name"], path): _unpacked(each, path) for each in files}
    except (ValueError, KeyError, TypeError, RecursionError, lzma.LZMAError) as error:
        raise FormatError(f"its data are damaged ({error}); make the report again", file=path) from error


def _safe(name: str, path: str | os.PathLike[str]) -> str:
    """The name of a file that is written into whatever folder is asked for, and nowhere else."""
    if not _NAME.fullmatch(name):
        raise FormatError(f"a file inside it has a name that is not allowed: {name!r}", file=path)
    return name


def _unpacked(packed: Mapping[str, Any], path: str | os.PathLike[str]) -> str:
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    data = unpacker.decompress(base64.b64decode(packed["xz"]), min(packed["size"], _LARGEST) + 1)
    if hashlib.sha256(data).hexdigest() != packed["sha256"]:
        raise FormatError(f"{packed['name']} inside it has been changed; make the report again", file=path)
    return data.decode()
