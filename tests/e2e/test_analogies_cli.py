"""The command `analogies` as a process."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.e2e.command import InProcess, Refused, weatherglass
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.embedding.sample import sample_path
from weatherglass.quality.analogies import Analogies


def test_solve_shows_both_rankings_and_what_they_are_worth() -> None:
    out = weatherglass("analogies", sample_path(), "--solve", "man,king,Woman", "-n", "3").stdout
    lines = out.splitlines()
    assert lines[0].endswith("man : king :: woman : ?")
    assert lines[1].split() == ["Woman", "as", "woman", "(case)"]
    left_out, anything = (lines.index(title) for title in ("the question's words left out", "any word"))
    assert lines[left_out + 1].split() == ["answer", "cosine", "cos(king)"]
    assert "king" not in [line.split()[0] for line in lines[left_out + 2 : left_out + 5]]
    assert lines[anything + 2].split()[0] == "king"
    assert "nothing to do with gender" in out
    assert "not evidence of bias" in out
    assert "The language was guessed" in out


def test_generate_lists_pairs(tmp_path: Path, in_process: InProcess) -> None:
    out = in_process(tmp_path, "analogies", sample_path(), "--generate", "she,he", "-n", "4", "--lang", "en")[0]
    header = next(i for i, line in enumerate(out.splitlines()) if line.split() == ["x", "y", "score", "cos(x,y)"])
    assert len(out.splitlines()[header + 1].split()) == 4
    assert out.splitlines()[header + 5] == ""
    assert "she : x :: he : y" in out
    assert "not evidence of bias" in out


def test_json_carries_the_check_and_the_sentences(tmp_path: Path, in_process: InProcess) -> None:
    asked = ("analogies", sample_path(), "--solve", "man,king,woman", "--lang", "en", "--json")
    first, second = weatherglass(*asked).stdout, in_process(tmp_path, *asked)[0]
    assert first == second
    data = json.loads(first)
    made = Analogies.from_dict(data)
    assert made.solved is not None
    assert (made.check is None) == bool(made.why_no_check)
    assert any("not evidence of bias" in sentence for sentence in data["sentences"])


def test_only_the_first_rows(tmp_path: Path, in_process: InProcess, refused: Refused) -> None:
    vectors = np.random.default_rng(0).normal(size=(6, 4))
    file = write(Embedding.from_arrays(["man", "king", "woman", "queen", "pawn", "rook"], vectors), tmp_path / "v.bin")
    out = in_process(tmp_path, "analogies", file, "--solve", "man,king,woman", "--lang", "en", "--limit", "5")[0]
    assert "Only the first 5 rows were looked at" in out
    assert "rook" not in out
    asked = ("analogies", file, "--solve", "man,rook,woman", "--lang", "en", "--limit", "5")
    refused(tmp_path, *asked, code=4, message="'rook' is not among the 5 words")


def test_words_cannot_steer_the_terminal(tmp_path: Path, in_process: InProcess) -> None:
    words = ["man", "king", "woman", "\x1b[2Jqueen", "\u202epawn"]
    file = write(Embedding.from_arrays(words, np.random.default_rng(0).normal(size=(5, 4))), tmp_path / "v.bin")
    out = in_process(tmp_path, "analogies", file, "--solve", "man,king,woman", "--lang", "en")[0]
    assert "\\x1b[2Jqueen" in out
    assert "\\u202epawn" in out
    assert "\x1b" not in out
    assert "\u202e" not in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "give --solve A,B,C or --generate X,Y"),
        (["--solve", "man,king,woman", "--generate", "she,he"], 2, "one of the two"),
        (["--solve", "man,king"], 2, "give 3 words with commas between them"),
        (["--generate", "she,"], 2, "give 2 words with commas between them"),
        (["--solve", "man,kinng,woman"], 4, "'kinng' is not among the"),
        (["--solve", "man,man,woman"], 2, "'man' is given twice"),
        (["--solve", "man,king,woman", "--lang", "nonsense"], 2, "is not a language code"),
    ],
)
def test_mistakes_end_with_a_sentence_and_a_code(
    tmp_path: Path, arguments: list[str], code: int, message: str, refused: Refused
) -> None:
    refused(tmp_path, "analogies", sample_path(), *arguments, code=code, message=message)
