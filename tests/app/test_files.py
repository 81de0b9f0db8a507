"""Which files the page offers, and that there is no way to others."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import settings
from tests.app.texts import spoken_corpus
from weatherglass.app.files import SAMPLE, Files
from weatherglass.corpus.store import MANIFEST
from weatherglass.errors import UnknownName


def test_vectors_are_found_by_what_they_are_and_links_that_lead_out_are_not(data: Path) -> None:
    names = [each.name for each in Files(settings(data)).listed("vectors")]
    assert names[0].startswith("glove")  # the sample
    assert names[1:] == ["broken.vec", "more/toy.vec", "toy.bin"]


def test_a_corpus_is_one_thing_and_is_not_walked_into(tmp_path: Path, data: Path) -> None:
    corpus = tmp_path / "below" / "texts.corpus"
    shutil.copytree(data / "texts.corpus", corpus)
    (corpus / "toy.bin").write_bytes((data / "toy.bin").read_bytes())
    files = Files(settings(tmp_path))
    (found,) = files.listed("corpus")
    assert (found.name, found.kind, found.path) == ("below/texts.corpus", "corpus", corpus)
    assert found.size == sum(each.stat().st_size for each in corpus.iterdir())
    assert [each.id for each in files.listed()] == [SAMPLE, found.id]
    assert files.get(found.id, "corpus") == found
    with pytest.raises(UnknownName):
        files.get(found.id, "vectors")


def test_a_corpus_built_again_is_another_question(tmp_path: Path) -> None:
    files = Files(settings(tmp_path))
    spoken_corpus(tmp_path / "texts.corpus", "en/weat7")
    (before,) = files.listed("corpus")
    assert before.modified == (tmp_path / "texts.corpus" / MANIFEST).stat().st_mtime_ns
    spoken_corpus(tmp_path / "texts.corpus", "en/weat7")
    (same,) = files.listed("corpus")
    assert same.id == before.id
    assert same.modified > before.modified
    spoken_corpus(tmp_path / "texts.corpus", "en/weat7", count=90)
    (larger,) = files.listed("corpus")
    assert larger.size > before.size


@pytest.mark.parametrize("part", [MANIFEST, "tokens.npy"])
def test_a_corpus_with_a_link_that_leads_out_is_none(tmp_path: Path, data: Path, part: str) -> None:
    folder, outside = tmp_path / "data", tmp_path / "outside"
    for each in (folder, outside):
        shutil.copytree(data / "texts.corpus", each / "texts.corpus")
    (folder / "linked.corpus").symlink_to(outside / "texts.corpus", target_is_directory=True)
    assert [each.name for each in Files(settings(folder)).listed("corpus")] == ["texts.corpus"]
    (folder / "texts.corpus" / part).unlink()
    (folder / "texts.corpus" / part).symlink_to(outside / "texts.corpus" / part)
    assert [each.id for each in Files(settings(folder)).listed()] == [SAMPLE]


@pytest.mark.parametrize(
    "manifest", ["", "[]", '{"format": "other"}', "[" * 100_000, '{"format": "weatherglass corpus"']
)
def test_what_only_looks_like_a_corpus_is_none_and_hides_nothing(tmp_path: Path, data: Path, manifest: str) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / MANIFEST).write_text(manifest, "utf-8")
    (tmp_path / "texts" / "toy.bin").write_bytes((data / "toy.bin").read_bytes())
    (tmp_path / "piped").mkdir()
    os.mkfifo(tmp_path / "piped" / MANIFEST)  # reading it would wait for ever
    found = Files(settings(tmp_path)).listed()
    assert [each.name for each in found[1:]] == ["texts/toy.bin"]


def test_the_manifest_is_called_as_corpora_call_it(data: Path) -> None:
    from weatherglass.app import files

    assert files._CORPUS == MANIFEST


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
        "/trace?corpus=../outside&query=../outside/own.toml",
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
