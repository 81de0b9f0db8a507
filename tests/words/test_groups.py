"""Groups of names as people write them down: a table, or a query file."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from weatherglass.errors import SpecError
from weatherglass.words.given import read_groups


def file_of(folder: Path, content: str, name: str = "names.csv") -> Path:
    file = folder / name
    file.write_text(content, encoding="utf-8")
    return file


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_table_of_names_groups_and_sexes(tmp_path: Path, mark: str) -> None:
    apart = unicodedata.normalize("NFD", "Ayşe")
    lines = ["\ufeffName,Group,Sex", f"{apart},Turkish,female", "", " Kemal , Turkish ,MALE", "Elif,Turkish,female"]
    query = read_groups(file_of(tmp_path, "\r\n".join(lines).replace(",", mark)), "en")
    assert query.id == "en/names"
    assert {target.name: target.words for target in query.targets} == {
        "Turkish female": (("Ayşe",), ("Elif",)),
        "Turkish male": (("Kemal",),),
    }


def test_sexes_may_be_left_out_and_columns_stand_in_any_order(tmp_path: Path) -> None:
    query = read_groups(file_of(tmp_path, 'group,name\n"Turkish, and others",Kemal\nItalian,Enzo\n'), "en")
    assert [(target.name, target.words) for target in query.targets] == [
        ("Turkish, and others", (("Kemal",),)),
        ("Italian", (("Enzo",),)),
    ]


def test_a_query_file(tmp_path: Path) -> None:
    text = 'name = "own"\nlanguage = "en"\n[targets]\n"Turkish" = ["Kemal"]\n"Italian" = ["Enzo"]\n'
    file = file_of(tmp_path, text, "own.toml")
    assert [target.name for target in read_groups(file, "en").targets] == ["Turkish", "Italian"]
    with pytest.raises(SpecError, match="is in 'en', not in the language 'de' that was given"):
        read_groups(file, "de")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty; give lines such as"),
        ("name,group,sex\n", "holds no names; give lines such as"),
        (
            "Kemal,Turkish\nEnzo,Italian\n",
            "must name the columns name, group and, if wanted, sex; it is 'Kemal, Turkish'",
        ),
        ("name,group,age\nKemal,Turkish,30\n", "must name the columns"),
        ("name,name,group\nKemal,Kemal,Turkish\n", "must name the columns"),
        ("name,group\nKemal\n", "line 2: 'Kemal': give name, group, none of them empty"),
        ("name,group,sex\nKemal,Turkish,\n", "line 2: 'Kemal, Turkish, ': give name, group, sex, none of them empty"),
        ("name,group,sex\nKemal,Turkish,m\n", "line 2: the sex 'm' is not known; give female or male"),
        ("name,group\nKemal,Turkish\nKemal,Turkish\n", "line 3: 'Kemal' stands twice in its group; leave one out"),
        ("name,group\nKemal,Turkish\n\nElif,\n", "line 4: 'Elif, '"),
    ],
)
def test_tables_that_cannot_be_read_say_why(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        read_groups(file_of(tmp_path, content), "en")
    assert "names.csv" in str(caught.value)


def test_a_name_of_two_groups_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="'Deniz' is in 'Turkish female' and in 'Turkish male'"):
        read_groups(file_of(tmp_path, "name,group,sex\nDeniz,Turkish,female\nDeniz,Turkish,male\n"), "en")


def test_a_missing_file(tmp_path: Path) -> None:
    for name in ("none.csv", "none.toml"):
        with pytest.raises(SpecError, match="there is no such file"):
            read_groups(tmp_path / name, "en")
