"""From a study to its tasks, and the keys that say what decides a result."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.study.making import dated_corpus, planted_corpus, study_toml
from weatherglass.corpus.cluster import versions
from weatherglass.corpus.store import open_corpus
from weatherglass.errors import SpecError, WeatherglassError
from weatherglass.study.plan import Plan
from weatherglass.study.run import plan_study


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("plan")
    planted_corpus(place, size=500)
    return place


def _plan(folder: Path, text: str, name: str = "study") -> Plan:
    return plan_study(study_toml(folder, text, name=name))[1]


_SAMPLES = "[samples]\nrates = [0.1, 0.5]\nrepeats = 3\nseeds = [0, 1]\n"


def test_the_grid(folder: Path) -> None:
    text = _SAMPLES + '[[train]]\nmethod = "word2vec"\ndim = [4, 8]\n[[train]]\nmethod = "glove"\n'
    tasks = _plan(folder, text).tasks
    assert len(tasks) == 2 * 3 * 2 * (2 + 1)
    assert len({task.key for task in tasks}) == len(tasks)
    assert {task.model for task in tasks} == {"word2vec, dim 4", "word2vec, dim 8", "glove"}
    assert tasks[0].label == "corpus, 0.1 of it, draw 0, word2vec, dim 4, seed 0"
    assert tasks[0].place()["rate"] == 0.1


def test_keys_change_with_what_decides_and_with_nothing_else(folder: Path) -> None:
    base = {task.key for task in _plan(folder, _SAMPLES).tasks}
    assert {task.key for task in _plan(folder, _SAMPLES, name="renamed").tasks} == base
    more = {task.key for task in _plan(folder, _SAMPLES.replace("repeats = 3", "repeats = 4")).tasks}
    assert base < more  # what was done stays done
    train = '[[train]]\nmethod = "word2vec"\ndim = 8\nepochs = 1\n'
    assert {task.key for task in _plan(folder, _SAMPLES + train).tasks} == base
    for other in (
        _SAMPLES + train.replace("8", "9"),
        _SAMPLES.replace("0.1, 0.5", "0.2, 0.6"),
        _SAMPLES.replace("seeds = [0, 1]", "seeds = [2, 3]"),
        _SAMPLES + '[measure]\nqueries = ["planted.toml"]\nmeasures = ["km"]\n',
        _SAMPLES + '[measure]\nqueries = ["planted.toml"]\nalternative = "less"\n',
        _SAMPLES + '[measure]\nqueries = ["planted.toml"]\nmin_words = 1\n',
        _SAMPLES + '[measure]\nqueries = ["planted.toml"]\n[measure.params.weat]\nddof = 0\n',
    ):
        assert not base & {task.key for task in _plan(folder, other).tasks}, other


def test_vectors_are_shared_by_measurements(folder: Path) -> None:
    one = _plan(folder, _SAMPLES).tasks
    other = _plan(folder, _SAMPLES + '[measure]\nqueries = ["planted.toml"]\nmeasures = ["km"]\n').tasks
    assert [task.model_key for task in one] == [task.model_key for task in other]


def test_periods_that_share_a_name_but_not_their_texts_differ(tmp_path: Path) -> None:
    dated_corpus(tmp_path, {"1998": 0.5, "1999": 0.5}, size=100)
    base = "[samples]\nleast_words = 1\ntogether = false\n[samples.periods]\na = "
    one = _plan(tmp_path, base + '["1998", "1998"]\n').tasks
    other = _plan(tmp_path, base + '["1999", "1999"]\n').tasks
    assert one[0].part == other[0].part == "a"
    assert one[0].key != other[0].key


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ('[measure]\nqueries = ["planted.toml"]\nmeasures = ["weet"]\n', None, "Did you mean"),
        (
            '[measure]\nqueries = ["planted.toml"]\nmeasures = ["weat", "wefat"]\n',
            "measure.measures",
            "none of the queries",
        ),
        ('[measure]\nqueries = ["none.toml"]\n', None, "no such file"),
        (
            '[measure]\nqueries = ["planted.toml"]\n[measure.params.weat]\ndof = 1\n',
            "measure.params.weat.dof",
            "'ddof'",
        ),
        ('[measure]\nqueries = ["planted.toml"]\n[measure.params.km]\nk = 1\n', "measure.params.km", "not among"),
        (
            '[measure]\nqueries = ["planted.toml"]\n[measure.params.weat]\nddof = "a"\n',
            "measure.params.weat.ddof",
            "whole number",
        ),
        ("[quality]\n", "quality", "no questions ship"),
        ('[quality]\nanalogies = ["none.txt"]\n', None, "none.txt"),
        ('[[cleaning]]\nname = "bigrams"\nngrams = 2\n', "cleaning", "encoded corpus, cleaned already"),
        ('[samples]\nby = "year"\n', None, "no dates"),
    ],
)
def test_what_cannot_be_is_said_by_the_plan(folder: Path, text: str, key: str | None, said: str) -> None:
    with pytest.raises(WeatherglassError) as error:
        _plan(folder, text)
    assert said in str(error.value)
    if key is not None:
        assert isinstance(error.value, SpecError)
        assert error.value.key == key


def test_a_corpus_that_is_missing_in_another_language_or_out_of_reach(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no file or folder"):
        plan_study(study_toml(tmp_path, "", corpus="nowhere"))
    file = study_toml(folder, "", name="german")
    file.write_text(file.read_text("utf-8").replace('language = "zxx"', 'language = "de"'), "utf-8")
    with pytest.raises(SpecError, match="was cleaned as 'zxx', but the study is in 'de'") as error:
        plan_study(file)
    assert error.value.key == "language"
    (tmp_path / "texts.txt").write_text("Texts.", "utf-8")
    with pytest.raises(SpecError, match="is not encoded, and memory://far is no folder here"):
        plan_study(study_toml(tmp_path, "", corpus="texts.txt"), "memory://far")


def test_design_that_cannot_tell_apart_is_said(folder: Path) -> None:
    plan = _plan(folder, '[samples]\npermutations = 2\n[[train]]\nmethod = "glove"\n')
    assert {notice.code for notice in plan.design} == {"one-seed", "glove-order"}
    assert [notice["text"] for notice in plan.to_dict()["warnings"]] == [notice.text for notice in plan.design]
    assert _plan(folder, _SAMPLES).design == ()


def test_files_of_questions_count_by_their_content(folder: Path) -> None:
    def key(file: str, text: str) -> str:
        (folder / file).write_text(text, "utf-8")
        (task,) = _plan(folder, f'[quality]\nanalogies = ["{file}"]\n').tasks
        return task.key

    one = key("questions.txt", "a b c d\n")
    assert key("renamed.txt", "a b c d\n") == one
    assert key("questions.txt", "a b c e\n") != one


def test_texts_are_cleaned_in_every_way(tmp_path: Path) -> None:
    words = [f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(600)]
    (tmp_path / "texts.txt").write_text("\n".join([*words * 10, *["new york"] * 30]) + "\n", "utf-8")
    text = '[[cleaning]]\nname = "words"\n[[cleaning]]\nname = "phrases"\nngrams = 2\n'
    file = study_toml(tmp_path, text + '[quality]\n[[train]]\nmethod = "glove"\nmin_count = 1\n', corpus="texts.txt")
    file.write_text(file.read_text().replace("zxx", "en").split("[measure]")[0], "utf-8")
    out = tmp_path / "out"
    _study, plan, _done = plan_study(file, out)
    assert [task.cleaning for task in plan.tasks] == ["words", "phrases"]
    assert len({task.model_key for task in plan.tasks}) == 2
    made = sorted(each.name for each in (out / "corpora").iterdir())
    before = [each.stat().st_mtime_ns for each in (out / "corpora").iterdir()]
    plan_study(file, out)
    assert sorted(each.name for each in (out / "corpora").iterdir()) == made
    assert [each.stat().st_mtime_ns for each in (out / "corpora").iterdir()] == before


def test_what_all_models_share_is_looked_up_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, str]] = []

    def counted() -> dict[str, str]:
        asked.append(versions())
        return asked[-1]

    monkeypatch.setattr("weatherglass.study.plan.versions", counted)
    assert len(_plan(folder, "[samples]\nrates = [0.5]\nrepeats = 3000\n").tasks) == 3_000
    assert len(asked) == 1


def test_permutations_are_one_model_to_glove(folder: Path) -> None:
    text = '[samples]\npermutations = 3\nseeds = [0, 1]\n[[train]]\nmethod = "glove"\n[[train]]\nmethod = "word2vec"\n'
    plan = _plan(folder, text)
    assert len(plan.tasks) == 12
    assert len(plan.models) == 2 + 6
    assert plan.to_dict()["seconds"] == sum(task.expected for task in plan.models.values())


def test_shares_that_cannot_be_drawn(tmp_path: Path) -> None:
    dated_corpus(tmp_path, {"2001": 0.5, "2002": 0.5}, size=200, documents=2)
    of_one = '[samples]\nrates = [0.5]\nunit = "document"\nby = "house"\nleast_words = 100\n'
    with pytest.raises(SpecError, match=r"corpus, H0_0: has 1 documents, of which 0\.5 is none.*unit = 'sentence'"):
        _plan(tmp_path, of_one)
    with pytest.raises(SpecError, match=r"corpus: has 4 documents, of which 0\.9 is all"):
        _plan(tmp_path, '[samples]\nrates = [0.9]\nunit = "document"\n')
    with pytest.raises(SpecError, match=r"corpus: has 400 sentences, of which 0\.001 is none"):
        _plan(tmp_path, "[samples]\nrates = [0.001]\n")
    (by_document,) = _plan(tmp_path, '[samples]\nrates = [0.5]\nunit = "document"\n').tasks
    (by_sentence,) = _plan(tmp_path, "[samples]\nrates = [0.5]\n").tasks
    assert by_document.key != by_sentence.key


def test_small_samples_take_less_time_and_kept_vectors_take_room(folder: Path) -> None:
    text = "[samples]\nrates = [0.1, 0.5]\nwhole = true\n[[train]]\nmethod = 'word2vec'\ndim = 50\nepochs = 50\n"
    whole, tenth, half = _plan(folder, text).tasks
    assert tenth.expected < half.expected < whole.expected
    file = study_toml(folder, "[[train]]\nmethod = 'word2vec'\ndim = 50\nmin_count = 1\n", name="kept")
    assert plan_study(file)[1].disk == 0
    file.write_text("keep_vectors = true\n" + file.read_text("utf-8"), "utf-8")
    words = len(open_corpus(folder / "corpus").words)
    assert plan_study(file)[1].disk == pytest.approx(4 * 50 * words, rel=0.1)


def test_measuring_takes_time_too(folder: Path) -> None:
    one = _plan(folder, '[measure]\nqueries = ["planted.toml"]\nmeasures = ["km"]\n').tasks[0]
    two = _plan(folder, '[measure]\nqueries = ["planted.toml"]\nmeasures = ["km", "weat"]\n').tasks[0]
    assert 0.1 < two.expected - one.expected < 1


def test_members_of_one_archive_are_different_vectors(folder: Path) -> None:
    with zipfile.ZipFile(folder / "both.zip", "w") as archive:
        for name in ("one", "other"):
            archive.writestr(f"{name}.vec", "a 1 0\nb 0 1\n")
    given = "".join(f'[[vectors]]\npath = "both.zip/{name}.vec"\n' for name in ("one", "other"))
    file = folder / "given.toml"
    file.write_text(f'language = "zxx"\n{given}[measure]\nqueries = ["planted.toml"]\n', "utf-8")
    one, other = plan_study(file)[1].tasks
    assert one.key != other.key
    assert one.model_key != other.model_key
