"""Which files the page offers, and that there is no way to others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import settings
from weatherglass.app.files import SAMPLE, Files
from weatherglass.errors import UnknownName


def test_vectors_are_found_by_what_they_are_and_links_that_lead_out_are_not(data: Path) -> None:
    names = [each.name for each in Files(settings(data)).listed("vectors")]
    assert names[0].startswith("glove")  # the sample
    assert names[1:] == ["broken.vec", "more/toy.vec", "toy.bin"]


def test_a_link_within_the_folder_is_followed(tmp_path: Path, data: Path) -> None:
    (tmp_path / "copy.bin").write_bytes((data / "toy.bin").read_bytes())
    (tmp_path / "other.bin").symlink_to(tmp_path / "copy.bin")
    (tmp_path / "nowhere.bin").symlink_to(tmp_path / "gone.bin")
    (tmp_path / "round").symlink_to(tmp_path, target_is_directory=True)
    assert [each.name for each in Files(settings(tmp_path)).listed("vectors")][1:] == ["copy.bin", "other.bin"]


def test_ids_do_not_tell_where_a_file_lies_and_stay_the_same(data: Path) -> None:
    first, again = (Files(settings(data)).listed() for _ in range(2))
    assert first == again
    for each in first[1:]:
        assert len(each.id) == 16
        assert str(data) not in str(each.shown())
    assert first[0].id == SAMPLE


@pytest.mark.parametrize(
    "id", ["../outside/secret.bin", "..%2Foutside", "/etc/passwd", "link.bin", "toy.bin", "", "0" * 16]
)
def test_only_ids_from_the_list_are_files(data: Path, id: str) -> None:
    with pytest.raises(UnknownName):
        Files(settings(data)).get(id)


@pytest.mark.parametrize(
    "address",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static//etc/passwd",
        "/static/%5c..%5cserver.py",
        "/runs/../../etc/passwd",
        "/runs/%2e%2e%2f%2e%2e",
        "/api/runs/..%2f..%2fetc/result",
        "/embedding/..%2f..%2foutside%2fsecret.bin",
        "/test?vectors=../outside/secret.bin",
        "/report/..%2f..%2fetc%2fpasswd.html",
    ],
)
def test_no_address_leads_out_of_what_is_served(page: TestClient, address: str) -> None:
    answer = page.get(address)
    assert answer.status_code < 500
    assert "root:" not in answer.text
    assert "def make_app" not in answer.text
    assert "secret.bin (" not in answer.text


def test_a_file_that_changed_is_another_question(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "toy.bin"
    file.write_bytes((data / "toy.bin").read_bytes())
    files = Files(settings(tmp_path))
    before = files.listed("vectors")[1]
    os.utime(file, ns=(1, 1))
    after = files.listed("vectors")[1]
    assert (before.id, before.modified) != (after.id, after.modified)
    assert before.id == after.id


def test_a_folder_that_cannot_be_read_is_passed_over(tmp_path: Path, data: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o000)
    (tmp_path / "toy.bin").write_bytes((data / "toy.bin").read_bytes())
    assert len(Files(settings(tmp_path)).listed("vectors")) == 2
    (tmp_path / "closed").chmod(0o700)


def test_without_a_folder_there_is_the_sample(tmp_path: Path) -> None:
    assert [each.id for each in Files(settings(tmp_path, data=None)).listed()] == [SAMPLE]
