"""The fingerprint of files and folders."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from weatherglass.files.fingerprint import content_sha256


def test_the_check_sum_of_a_folder_is_that_of_its_files_and_their_names(tmp_path: Path) -> None:
    def folder(name: str, files: dict[str, bytes]) -> Path:
        for file, data in files.items():
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_bytes(data)
        return tmp_path / name

    files: dict[str, bytes] = {"a": b"1", "b": b"2", "sub/c": b"3"}
    one = content_sha256(folder("one", files))
    assert one == content_sha256(shutil.copytree(tmp_path / "one", tmp_path / "copy"))
    assert one != content_sha256(folder("exchanged", {**files, "a": b"2", "b": b"1"}))
    assert one != content_sha256(folder("renamed", {"a": b"1", "d": b"2", "sub/c": b"3"}))
    assert one != content_sha256(folder("fewer", {"a": b"1", "b": b"2"}))
    assert content_sha256(tmp_path / "one" / "a") == hashlib.sha256(b"1").hexdigest()
