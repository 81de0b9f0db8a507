"""Own word sets: whatever can be written as a query comes back from its file, and is found under the id of what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.spaces import toy_query
from weatherglass.app.sets import Sets, is_own, toml_of
from weatherglass.errors import UnknownName, WeatherglassError
from weatherglass.words import packs
from weatherglass.words.query import Query, make_query, read_query

TEXT = st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="|"), min_size=1, max_size=12)


@pytest.mark.parametrize(
    "query", [query for code in packs.languages() for query in packs.load(code)], ids=lambda query: query.id
)
def test_every_shipped_query_is_written_as_it_is_read(query: Query, tmp_path: Path) -> None:
    file = tmp_path / "query.toml"
    file.write_text(toml_of(query), "utf-8")
    assert read_query(file) == query


@given(words=st.lists(TEXT, min_size=4, max_size=4, unique=True), title=TEXT)
def test_any_words_come_back(words: list[str], title: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    one, other, a, b = words
    try:
        query = make_query({"name": "own", "language": "en", "title": title, "targets": {"x": [one], "y": [other]}, "attributes": {"a": [a], "b": [b]}})  # fmt: skip
    except WeatherglassError:
        return  # such as two words that are the same once they are trimmed
    sets = Sets(tmp_path_factory.mktemp("sets"))
    assert sets.get(sets.save(query)) == query


def test_the_same_words_have_the_same_id(tmp_path: Path) -> None:
    sets = Sets(tmp_path)
    first, again, other = sets.save(toy_query()), sets.save(toy_query()), sets.save(toy_query(title="Other"))
    assert first == again != other
    assert set(sets.listed()) == {first, other}
    assert is_own(first)
    sets.delete(first)
    assert set(sets.listed()) == {other}


@pytest.mark.parametrize(
    "id", ["own-../../etc/passwd", "own-xyz", "../own-0123456789abcdef", "own-0123456789abcdef", ""]
)
def test_only_ids_of_sets_are_sets(tmp_path: Path, id: str) -> None:
    with pytest.raises(UnknownName):
        Sets(tmp_path).get(id)
    Sets(tmp_path).delete(id)
