"""The commands `structure …`: what they print and write, and how they tell mistakes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from tests.e2e.command import InProcess, Refused, printed_json, weatherglass, written
from tests.gendered import gendered_file, gendered_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.structure.projecting import project
from weatherglass.structure.structure import PARTS, Structure, Wishes, structure_of
from weatherglass.words import packs
from weatherglass.words.query import PairSet

TITLES = {
    "subspace": "Is there one direction of gender?",
    "bias": "General bias of concepts between groups",
    "generic-masculine": "Generic masculine: are masculine words less male than feminine ones female?",
    "occupations": "Occupations: does the association follow who does the work?",
    "genus": "Grammatical gender of things",
    "vocabulary": "The whole vocabulary on the direction",
}
HELD = {"subspace": "subspaces", "bias": "biases", "generic-masculine": "generic_masculine"}  # keys named otherwise
PAIRS = [("Frau", "Mann"), ("Mutter", "Vater"), ("Tochter", "Sohn"), ("Oma", "Opa")]
FILES = {
    "per-cent.csv": "occupation,share\nArzt,0.4\nLehrer,35\n",
    "below.csv": "Arzt,-0.1\n",
    "few.csv": "Arzt,0.4\n",
    "no-number.csv": "Arzt,0.4\nLehrer,many\n",
    "poem.txt": "a b c\nd e f\n",
    "no-pairs.toml": 'name = "mine"\nlanguage = "de"\n[targets]\nx = ["Arzt"]\n',
    "broken.toml": "name = \n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = written(tmp_path_factory.mktemp("structure"), FILES)
    gendered_file(made, "de")
    gendered_file(made, "ar")
    letters, rng = list("abcdefghij"), np.random.default_rng(0)
    words = dict.fromkeys("".join(rng.choice(letters, size=9)) for _ in range(1500))
    write(Embedding.from_arrays(list(words), rng.normal(size=(len(words), 8)).astype(np.float32)), made / "none.bin")
    return made


def quick(part: str) -> list[str]:
    """As much to show as with the usual lists."""
    pairs = [text for pair in PAIRS for text in ("--pair", ",".join(pair))]
    chosen = {
        "subspace": [*pairs, "--draws", "100"],
        "bias": ["--groups", "sex", "--task", "professions", "--draws", "100"],
        "vocabulary": [*pairs, "--words", "2000", "--draws", "100"],
    }
    return chosen.get(part, [])


@pytest.mark.parametrize("part", PARTS)
def test_each_command_examines_its_part_alone(part: str, folder: Path, in_process: InProcess) -> None:
    out, err = in_process(folder, "structure", part, "de.bin", "--lang", "de", *quick(part))
    lines = out.splitlines()
    assert lines[0] == f"de.bin: {len(gendered_space('de')):,} words × 24, word2vec binary"
    assert lines[1:3] == ["", TITLES[part]]
    assert [title for title in TITLES.values() if title in lines] == [TITLES[part]]
    assert "Not run" not in out
    assert "Traceback" not in err


@pytest.mark.parametrize("part", PARTS)
def test_json_has_every_key_and_only_this_part_is_filled(part: str, folder: Path, in_process: InProcess) -> None:
    out, _ = in_process(folder, "structure", part, "de.bin", "--lang", "de", *quick(part), "--json")
    data = json.loads(out)
    assert set(data) == {
        "kind",
        "embedding",
        "language",
        "warnings",
        "seed",
        "extremes",
        "command",
        *(HELD.get(each, each) for each in PARTS),
    }
    assert [each for each in PARTS if data[HELD.get(each, each)]] == [part]
    assert data["language"] == "de"
    assert {"name", "words", "dim", "sha256"} <= set(data["embedding"])


def test_a_process_prints_the_library_s_result(folder: Path) -> None:
    data = printed_json("structure", "subspace", "de.bin", "--lang", "de", *quick("subspace"), cwd=folder)
    own = PairSet("own pairs", tuple(((one,), (other,)) for one, other in PAIRS))
    expected = structure_of(folder / "de.bin", "de", parts=["subspace"], wishes=Wishes(pairs=own), draws=100)
    given = " ".join(f"--pair {one},{other}" for one, other in PAIRS)
    assert data.pop("command") == f"weatherglass structure subspace de.bin --lang de {given} --draws 100"
    assert data | {"command": ""} == expected.to_dict()
    (found,) = data["subspaces"]
    assert found["list"] == "own pairs"
    assert [loading["pair"] for loading in found["loadings"]] == ["–".join(pair) for pair in PAIRS]


def test_the_seed_changes_what_is_drawn_and_nothing_else_does(folder: Path, in_process: InProcess) -> None:
    def drawn(*more: str) -> Structure:
        asked = (
            "structure",
            "bias",
            "de.bin",
            "--lang",
            "de",
            "--groups",
            "sex",
            "--task",
            "professions",
            "--draws",
            "100",
        )
        return json.loads(in_process(folder, *asked, *more, "--json")[0])["biases"][0]  # type: ignore[no-any-return]

    one, again, other = drawn(), drawn(), drawn("--seed", "1")
    assert one == again
    assert one["shuffled"] != other["shuffled"]  # type: ignore[index]
    assert one["value"] == other["value"]  # type: ignore[index]


def test_files_are_written_and_kept_unless_forced(folder: Path, in_process: InProcess, refused: Refused) -> None:
    asked = ("structure", "subspace", "de.bin", "--lang", "de", *quick("subspace"), "--out", "subspace")
    out, _ = in_process(folder, *asked)
    made = folder / "subspace"
    assert f"Report: {Path('subspace') / 'structure.html'}" in out
    assert sorted(file.name for file in made.iterdir()) == ["structure.html", "structure.json"]
    assert json.loads((made / "structure.json").read_text("utf-8"))["subspaces"]
    before = (made / "structure.html").read_bytes()
    (made / "structure.html").write_text("mine", "utf-8")
    refused(folder, *asked, code=2, message="--force")
    assert (made / "structure.html").read_text("utf-8") == "mine"
    in_process(folder, *asked, "--force")
    assert (made / "structure.html").read_bytes() == before


def test_every_word_s_projection_is_written_as_a_table(folder: Path, in_process: InProcess) -> None:
    given = (
        "structure",
        "vocabulary",
        "de.bin",
        "--lang",
        "de",
        *quick("vocabulary"),
        "--words",
        "400",
        "--extremes",
        "2",
    )
    out, _ = in_process(folder, *given, "--out", "words")
    made = folder / "words"
    assert {file.name for file in made.iterdir()} == {"structure.html", "structure.json", "vocabulary.csv"}
    with (made / "vocabulary.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = json.loads((made / "structure.json").read_text("utf-8"))["vocabulary"]
    assert len(rows) == found["words"] <= 400
    assert [int(row["rank"]) for row in rows] == sorted(int(row["rank"]) for row in rows)
    words = gendered_space("de").words
    assert all(row["word"].lstrip("'") == words[int(row["rank"]) - 1] for row in rows)
    (band,) = found["bands"]
    farthest = sorted(rows, key=lambda row: -float(row["projection"]))[:2]
    assert [each["word"] for each in band["towards_first"]] == [row["word"] for row in farthest]
    assert "projections" not in json.loads((made / "structure.json").read_text("utf-8"))
    assert "400 words were projected" in out or f"{found['words']} words were projected" in out


def test_groups_tasks_forms_and_concepts_can_be_chosen(folder: Path, in_process: InProcess) -> None:
    def found(*more: str) -> list[dict[str, object]]:
        asked = ("structure", "bias", "de.bin", "--lang", "de", "--draws", "100", "--json")
        return json.loads(in_process(folder, *asked, *more)[0])["biases"]  # type: ignore[no-any-return]

    (one,) = found("--groups", "sex", "--task", "professions", "--forms", "masculine")
    assert (one["task"], one["forms"], one["paired"]) == ("professions", "masculine", 0)
    (own,) = found("--pair", "Frau,Mann", "--pair", "Mutter,Vater", "--task", "sentiment")
    assert (own["task"], own["groups"], own["group_pairs"]) == (
        "sentiment",
        ["Frau", "Mann"],
        ["Frau–Mann", "Mutter–Vater"],
    )
    listed = packs.word_list("de", "genus")
    assert listed is not None
    (nouns,) = found("--groups", "de/sex", "--concepts", "genus", "--task", "professions")
    assert (nouns["task"], nouns["asked"]) == ("genus", sum(len(target.words) for target in listed.targets))


def test_own_shares_of_women_or_men(folder: Path, in_process: InProcess) -> None:
    forms = packs.word_list("de", "forms")
    assert forms is not None
    masculine = [pair[1][0] for pair in forms.pairs[0].pairs[:20]]
    rng = np.random.default_rng(0)
    women = dict(zip(masculine, rng.uniform(0.1, 0.9, size=20).round(3).tolist(), strict=True))
    (folder / "women.csv").write_text("".join(f"{word},{share}\n" for word, share in women.items()), "utf-8")
    (folder / "men.csv").write_text("".join(f"{word},{1 - share}\n" for word, share in women.items()), "utf-8")

    def found(*more: str) -> list[dict[str, object]]:
        asked = ("structure", "occupations", "de.bin", "--lang", "de", "--json")
        (table,) = json.loads(in_process(folder, *asked, *more)[0])["occupations"]
        return table["forms"]  # type: ignore[no-any-return]

    one, other = found("--shares", "women.csv"), found("--shares", "men.csv", "--share-of", "men")
    assert [form["form"] for form in one] == [
        "masculine singular",
        "masculine plural",
        "feminine singular",
        "feminine plural",
    ]
    assert [form["r"] for form in one] == pytest.approx([form["r"] for form in other])
    (singular,) = [form for form in one if form["form"] == "masculine singular"]
    points = {point["word"]: point["share"] for point in singular["points"]}  # type: ignore[attr-defined]
    assert points == pytest.approx({word: 1 - share for word, share in women.items()})  # a man's form, the share of men


def test_shares_of_too_few_words_leave_no_empty_table(folder: Path, in_process: InProcess) -> None:
    out, _ = in_process(
        folder, "structure", "occupations", "de.bin", "--lang", "de", "--shares", "few.csv", "--out", "few"
    )
    assert "de/few: not run: one form: 1 of 1 words were found; at least 10 are needed." in out
    assert "share of women in them" not in out
    assert "<table" not in (folder / "few" / "structure.html").read_text("utf-8")
    data = json.loads((folder / "few" / "structure.json").read_text("utf-8"))
    assert data["command"] == "weatherglass structure occupations de.bin --lang de --shares few.csv"


@pytest.mark.parametrize("part", PARTS)
def test_vectors_without_any_of_the_words_say_why(part: str, folder: Path, in_process: InProcess) -> None:
    out, err = in_process(folder, "structure", part, "none.bin", "--lang", "de", "--out", f"nothing-{part}")
    said = [line for line in out.splitlines() if line.startswith("Not run: ")]
    assert said
    assert len(said) == len(set(said))
    assert all(" 0 of " in line for line in said)
    assert "Traceback" not in err
    page = (folder / f"nothing-{part}" / "structure.html").read_text("utf-8")
    assert "Not run: " in page
    assert "<svg" not in page


def test_languages_without_a_list_say_so(folder: Path, in_process: InProcess) -> None:
    out, _ = in_process(folder, "structure", "subspace", "de.bin", "--lang", "xx")
    assert "Not run: there is no list “subspace” for xx (xx/subspace)." in out
    out, _ = in_process(folder, "structure", "vocabulary", "de.bin", "--lang", "xx")
    assert "Not run: no list of pairs gives a direction (there is no list “subspace” for xx (xx/subspace))." in out
    out, _ = in_process(folder, "structure", "genus", "de.bin", "--lang", "en")
    assert "Not run: there is no list “genus” for English (en/genus)" in out
    out, _ = in_process(folder, "structure", "occupations", "ar.bin", "--lang", "ar")
    assert "no table of shares is known for 'ar'; give one with structure occupations --shares." in out
    own = [text for pair in ("امرأة,رجل", "والدة,والد", "ابنة,ابن") for text in ("--pair", pair)]
    out, _ = in_process(folder, "structure", "vocabulary", "ar.bin", "--lang", "ar", *own, "--draws", "100")
    assert "Gender-inclusive forms: not run: no gender-inclusive forms are known for 'ar'." in out


def test_the_language_is_guessed_and_said(tmp_path: Path, in_process: InProcess) -> None:
    words = {word[0] for query in packs.of_tests("de") for word in query.all_words()}
    vectors = np.random.default_rng(0).normal(size=(len(words), 6)).astype(np.float32)
    write(Embedding.from_arrays(sorted(words), vectors), tmp_path / "v.bin")
    out, _ = in_process(tmp_path, "structure", "genus", "v.bin")
    assert "note: The language was guessed" in out
    assert json.loads(in_process(tmp_path, "structure", "genus", "v.bin", "--json")[0])["language"] == "de"


def test_long_lists_are_cut_in_the_terminal_and_whole_in_the_file(folder: Path, in_process: InProcess) -> None:
    lost = gendered_space("de", without=tuple(forms()))
    write(lost, folder / "lost.bin")
    given = ("structure", "generic-masculine", "lost.bin", "--lang", "de", "--out", "lost")
    out, _ = in_process(folder, *given)
    (line,) = [line for line in out.splitlines() if line.startswith("Left out of occupations: ")]
    assert line.endswith(" and 8 more (all with --json or --out)")
    assert f"{'–'.join(pair_of(forms()[0]))} (without {forms()[0]})" in line
    page = (folder / "lost" / "structure.html").read_text("utf-8")
    assert all(f"(without {word})" in page for word in forms())


def forms() -> list[str]:
    """Feminine forms of twenty occupations that no other list holds."""
    listed = packs.word_list("de", "forms")
    assert listed is not None
    return [pair[0][0] for pair in listed.pairs[0].pairs[-20:]]


def pair_of(feminine: str) -> tuple[str, str]:
    listed = packs.word_list("de", "forms")
    assert listed is not None
    return next((one[0], other[0]) for one, other in listed.pairs[0].pairs if one[0] == feminine)


def test_words_cannot_steer_the_terminal(folder: Path, in_process: InProcess) -> None:
    given = [word for pair in ("\x1b[2JFrau,Mann", "Frau,Mann", "Mutter,Vater") for word in ("--pair", pair)]
    out, _ = in_process(
        folder, "structure", "bias", "de.bin", "--lang", "de", *given, "--task", "professions", "--draws", "100"
    )
    assert "\\x1b[2JFrau" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["bias", "de.bin", "--lang", "de", "--groups", "sexes"], 2, "There is no list of groups for 'de' 'sexes'. Did you mean 'sex'? Known: orientation, origin, religion, sex."),
        (["bias", "de.bin", "--lang", "de", "--groups", "xx/sex"], 2, "There is no query 'xx/sex'"),
        (["bias", "de.bin", "--groups", "sex"], 2, "sex: give the language of the words with --lang"),
        (["bias", "de.bin", "--pair", "Frau,Mann"], 2, "--pair: give the language of the words with --lang"),
        (["bias", "de.bin", "--concepts", "forms"], 2, "forms: give the language of the words with --lang"),
        (["bias", "de.bin", "--lang", "de", "--groups", "de/gerard-*"], 2, "names several lists; give one of de/gerard-asian"),
        (["bias", "de.bin", "--lang", "de", "--groups", "weat1"], 2, "--groups: de/weat1 has no pairs of group words"),
        (["bias", "de.bin", "--lang", "de", "--groups", "no-pairs.toml"], 2, "has no pairs of group words"),
        (["bias", "de.bin", "--lang", "de", "--groups", "broken.toml"], 2, "broken.toml"),
        (["bias", "de.bin", "--lang", "de", "--groups", "gone.toml"], 2, "gone.toml: there is no such file"),
        (["bias", "de.bin", "--lang", "de", "--lexicon", "poem.txt"], 4, "poem.txt: is no lexicon of a known format"),
        (["bias", "de.bin", "--lang", "de", "--lexicon", "de.bin"], 4, "de.bin: is no lexicon of a known format"),
        (["bias", "de.bin", "--lang", "de", "--lexicon", "gone.txt"], 2, "gone.txt: there is no such file"),
        (["bias", "de.bin", "--lang", "de", "--task", "weather"], 2, "--task"),
        (["bias", "de.bin", "--lang", "de", "--forms", "neuter"], 2, "--forms"),
        (["bias", "de.bin", "--lang", "de", "--draws", "99"], 2, "--draws"),
        (["bias", "de.bin", "--lang", "de", "--pair", "Frau"], 2, "--pair 'Frau': give two different words with a comma"),
        (["subspace", "de.bin", "--lang", "de", "--pair", "a,b,c"], 2, "--pair 'a,b,c': give two different words"),
        (["subspace", "de.bin", "--lang", "de", "--pair", "a,a"], 2, "--pair 'a,a': give two different words"),
        (["vocabulary", "de.bin", "--lang", "de", "--pair", ",b"], 2, "--pair ',b': give two different words"),
        (["vocabulary", "de.bin", "--lang", "de", "--words", "0"], 2, "--words"),
        (["vocabulary", "de.bin", "--lang", "de", "--extremes", "0"], 2, "--extremes"),
        (["occupations", "de.bin", "--lang", "de", "--shares", "per-cent.csv"], 2, "per-cent.csv: the share of 'Lehrer' is 35; give shares between 0 and 1, such as 0.35"),
        (["occupations", "de.bin", "--lang", "de", "--shares", "below.csv"], 2, "the share of 'Arzt' is -0.1"),
        (["occupations", "de.bin", "--lang", "de", "--shares", "no-number.csv"], 2, "line 2: the rate of 'Lehrer' is 'many'"),
        (["occupations", "de.bin", "--lang", "de", "--shares", "gone.csv"], 2, "gone.csv: there is no such file"),
        (["occupations", "de.bin", "--shares", "few.csv"], 2, "--shares: give the language of the words with --lang"),
        (["occupations", "de.bin", "--lang", "de", "--shares", "few.csv", "--share-of", "cats"], 2, "--share-of"),
        (["genus", "de.bin", "--lang", "no such"], 2, "'no such' is not a language code"),
        (["genus", "none.bin"], 4, "the language cannot be guessed"),
        (["genus", "gone.bin", "--lang", "de"], 4, "gone.bin: there is no such file"),
        (["genus"], 2, "VECTORS"),
        (["weather", "de.bin"], 2, "weather"),
        (["genus", "gone.bin", "--lang", "de", "--report-lang", "xx"], 2, "There is no language of reports 'xx'. Known: ar, de, en, fr."),
        (["genus", "gone.bin", "--lang", "de", "--figure", "genus.gif"], 2, "--figure genus.gif: a figure is written as .svg, .pdf or .png"),
        (["genus", "none.bin", "--lang", "de", "--figure", "genus.svg"], 2, "there is nothing to draw"),
        (["genus", "de.bin", "--lang", "de", "--figure", "bias=genus.svg"], 2, "There is no figure of this result 'bias'. Known: genus."),
        (["projection", "de.bin", "--words", "Tisch", "--x", "Frau", "--y", "gut,böse"], 2, "--x 'Frau': give two different words with a comma"),
        (["projection", "de.bin", "--words", "Tisch", "--x", "Frau,Mann", "--y", "a,a"], 2, "--y 'a,a': give two different words"),
        (["projection", "de.bin", "--words", ",", "--x", "Frau,Mann", "--y", "Oma,Opa"], 2, "words to project: give at least one"),
        (["projection", "de.bin", "--words", "qqq", "--x", "Frau,Mann", "--y", "Oma,Opa"], 4, "none of the words to project were found (qqq)"),
        (["projection", "de.bin", "--words", "Tisch", "--x", "Frau,qqq", "--y", "Oma,Opa"], 4, "none of the words of the second pole of x were found (qqq)"),
        (["projection", "de.bin", "--x", "Frau,Mann", "--y", "Oma,Opa"], 2, "--words"),
    ],
)  # fmt: skip
def test_mistakes_end_with_a_sentence_and_a_code(
    folder: Path, arguments: list[str], code: int, message: str, refused: Refused
) -> None:
    refused(folder, "structure", *arguments, code=code, message=message)


def test_figures_and_the_page_speak_the_language_asked_for(folder: Path, in_process: InProcess) -> None:
    out, _ = in_process(
        folder, "structure", "genus", "de.bin", "--lang", "de", "--report-lang", "fr", "--figure", "main.svg", "--figure", "genus=again.png", "--out", "french",
    )  # fmt: skip
    assert "Masculine nouns lie nearer" in out  # the terminal speaks English
    drawn = (folder / "main.svg").read_text("utf-8")
    assert "Les noms masculins sont plus près des termes d’hommes" in drawn
    assert (folder / "again.png").read_bytes().startswith(b"\x89PNG")
    page = (folder / "french" / "structure.html").read_text("utf-8")
    assert '<html lang="fr"' in page
    assert "weatherglass structure genus de.bin --lang de" in page


def test_words_are_projected_on_two_axes(folder: Path, in_process: InProcess) -> None:
    asked = ("structure", "projection", "de.bin", "--words", "Tisch,Lampe,Gnom", "--x", "Frau,Mann", "--x", "Mutter,Vater", "--y", "Oma,Opa")  # fmt: skip
    out, _ = in_process(folder, *asked, "--figure", "plane.svg", "--out", "plane")
    data = json.loads((folder / "plane" / "projection.json").read_text("utf-8"))
    found = project(gendered_space("de"), ["Tisch", "Lampe", "Gnom"], (["Frau", "Mutter"], ["Mann", "Vater"]), ("Oma", "Opa"))  # fmt: skip
    assert [word["word"] for word in data["words"]] == ["Tisch", "Lampe"]
    for word, same in zip(data["words"], found.words, strict=True):
        assert (word["x"], word["y"]) == pytest.approx((same.x, same.y), abs=1e-6)
    assert json.loads(in_process(folder, *asked, "--json")[0]) == data
    with (folder / "plane" / "projection.csv").open(encoding="utf-8", newline="") as file:
        assert [(row["word"], float(row["x"])) for row in csv.DictReader(file)] == [(word["word"], word["x"]) for word in data["words"]]  # fmt: skip
    assert "x: Frau, Mutter (positive) against Mann, Vater (negative)" in out
    assert "2 of 3 words were found." in out
    assert "note: Not in the vectors, and left out: Gnom." in out
    assert "Tisch" in (folder / "plane.svg").read_text("utf-8")


def test_without_a_command_all_are_told() -> None:
    out = weatherglass("structure", "--help").stdout
    assert all(part in out for part in (*PARTS, "projection"))
