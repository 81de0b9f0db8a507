"""Files and folders that are whole or not there."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from weatherglass.errors import SpecError
from weatherglass.files import appears_whole, folder_appears_whole, refuse_target, write_whole


def test_a_file_takes_its_place_only_when_all_went_well(tmp_path: Path) -> None:
    target = tmp_path / "file.txt"
    target.write_text("old", "utf-8")
    with suppress(ZeroDivisionError), appears_whole(target) as part:
        part.write_text("half", "utf-8")
        raise ZeroDivisionError
    assert target.read_text("utf-8") == "old"
    with appears_whole(target) as part:
        part.write_text("new", "utf-8")
    assert target.read_text("utf-8") == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_takes_its_place_only_when_all_went_well(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "folder"
    with folder_appears_whole(target) as part:
        (part / "a").write_text("old", "utf-8")
    with suppress(ZeroDivisionError), folder_appears_whole(target) as part:
        (part / "a").write_text("half", "utf-8")
        raise ZeroDivisionError
    assert (target / "a").read_text("utf-8") == "old"
    with folder_appears_whole(target) as part:
        (part / "b").write_text("new", "utf-8")
    assert [path.name for path in target.iterdir()] == ["b"]
    assert list(target.parent.iterdir()) == [target]


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "there", tmp_path / "link"
    target.mkdir()
    link.symlink_to(target, target_is_directory=True)
    with folder_appears_whole(link) as part:
        (part / "a").write_text("new", "utf-8")
    assert link.is_symlink()
    assert [path.name for path in target.iterdir()] == ["a"]


def test_what_cannot_be_written_is_told_by_the_name_that_was_given(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(SpecError, match=r"folder\.svg is a folder; give the name of a file"):
        refuse_target(tmp_path / "folder.svg", overwrite=True)
    for target in (tmp_path / "folder.svg", tmp_path / "nowhere" / "x.svg"):
        with pytest.raises((IsADirectoryError, FileNotFoundError)) as told:
            write_whole(target, "")
        assert told.value.filename == str(target)
        assert told.value.filename2 is None
    assert [each.name for each in tmp_path.iterdir()] == ["folder.svg"]
