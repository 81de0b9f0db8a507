"""The file of a study: what it may say, and what is said about its mistakes before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherglass.errors import SpecError
from weatherglass.study.spec import Cleaning, Given, Samples, Study
from weatherglass.study.written import read_spec

_WHOLE = """
name = "robustness-de"
language = "de"
[corpus]
path = "germaparl.corpus"
[samples]
rates = [0.01, 0.05, 0.1, 0.5]
repeats = 10
seeds = [0, 3]
[[train]]
method = "word2vec"
dim = [100, 300]
window = 5
[[train]]
method = "glove"
[measure]
queries = ["de/gerard-*"]
measures = ["weat", "ect", "km"]
"""


def _read(folder: Path, text: str) -> Study:
    file = folder / "study.toml"
    file.write_text(text, "utf-8")
    return read_spec(file)


def test_a_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(_WHOLE, "utf-8")
    study = read_spec(file)
    assert (study.name, study.language) == ("robustness-de", "de")
    assert study.corpora[0].path == str(tmp_path / "germaparl.corpus")
    assert study.corpora[0].name == "germaparl"
    assert study.samples == Samples(rates=(0.01, 0.05, 0.1, 0.5), repeats=10, seeds=(0, 3), whole=False)
    assert [(t.method, t.settings.dim, t.settings.window) for t in study.trainings] == [
        ("word2vec", 100, 5),
        ("word2vec", 300, 5),
        ("glove", 100, 10),
    ]
    assert study.cleanings == (Cleaning(),)
    assert study.measure is not None
    assert study.measure.measures == ("weat", "ect", "km")


def test_lists_of_settings_cross(tmp_path: Path) -> None:
    text = _WHOLE.replace("window = 5", 'window = [3, 5, 7]\narchitecture = ["cbow", "skip-gram"]')
    file = tmp_path / "s.toml"
    file.write_text(text, "utf-8")
    assert len(read_spec(file).trainings) == 2 * 3 * 2 + 1


def test_given_vectors_by_pattern(tmp_path: Path) -> None:
    for name in ("a.bin", "b.bin", "b.bin.provenance.json"):
        (tmp_path / name).touch()
    file = tmp_path / "s.toml"
    file.write_text('language = "de"\n[[vectors]]\npath = "*.bin*"\nmodel = "old"\n[quality]\n', "utf-8")
    study = read_spec(file)
    assert study.vectors == (
        Given(path=str(tmp_path / "a.bin"), name="a", model="old"),
        Given(path=str(tmp_path / "b.bin"), name="b", model="old"),
    )
    assert study.name == "s"


def test_names_of_given_vectors_tell_them_apart(tmp_path: Path) -> None:
    for name in ("glove.6B.100d.txt", "glove.6B.300d.txt", "v[1].txt"):
        (tmp_path / name).touch()
    text = 'language = "de"\n[[vectors]]\npath = "glove*"\n[[vectors]]\npath = "v[1].txt"\n[quality]\n'
    assert [given.name for given in _read(tmp_path, text).vectors] == ["glove.6B.100d.txt", "glove.6B.300d.txt", "v[1]"]


def _without(line: str) -> str:
    assert line in _WHOLE
    return _WHOLE.replace(line, "")


def _with(line: str, other: str) -> str:
    assert line in _WHOLE
    return _WHOLE.replace(line, other)


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("name = ", "", "not a readable TOML file"),
        (_without('language = "de"'), "language", "missing"),
        (_with('"de"', '"?"'), "language", "language code"),
        (_with("[samples]", "[sample]"), "sample", "did you mean 'samples'?"),
        (_with("repeats = 10", "repeat = 10"), "samples.repeat", "did you mean 'repeats'?"),
        (_with("repeats = 10", "repeats = 0"), "samples.repeats", "at least 1"),
        (_with("repeats = 10", 'repeats = "10"'), "samples.repeats", "whole number"),
        (_with("repeats = 10", "repeats = 10\nwhole = 1"), "samples.whole", "true or false"),
        (_with("rates = [0.01,", "rates = [1.0, 0.01,"), "samples.rates", "below 1"),
        (_with("rates = [0.01,", "rates = [nan, 0.01,"), "samples.rates", "number"),
        (_with("rates = [0.01,", "rates = [0.01, 0.01,"), "samples.rates", "twice"),
        (_with("seeds = [0, 3]", "seeds = [3, 3]"), "samples.seeds", "twice"),
        (_with("seeds = [0, 3]", "seeds = []"), "samples.seeds", "list"),
        (_with("seeds = [0, 3]", "seeds = [4294967296]"), "samples.seeds", "below 4,294,967,296"),
        (_with("rates = [0.01, 0.05, 0.1, 0.5]", ""), "samples.repeats", "only rates are repeated"),
        (_with("repeats = 10", 'unit = "word"'), "samples.unit", "'sentence' or 'document'"),
        (_with("repeats = 10", 'by = "year"\n[samples.periods]\nx = ["1", "2"]\n'), "samples.by", "either"),
        (_with("repeats = 10", 'by = "year"\npattern = "(a)"'), "samples.pattern", "by = a field"),
        (_with("repeats = 10", 'by = "x"\npattern = "a"'), "samples.pattern", "one group"),
        (_with("repeats = 10", 'by = "x"\npattern = "(a"'), "samples.pattern", "no regular expression"),
        (_with("repeats = 10", 'by = "x"\npattern = "(?<=BT_)(a)"'), "samples.pattern", "looks ahead or behind"),
        (_with("seeds = [0, 3]", "[samples.periods]\n'' = ['1949', '1950']"), "samples.periods", "needs a name"),
        (_with("repeats = 10", "together = true"), "samples.together", "goes with by"),
        (
            _with("seeds = [0, 3]", "[samples.periods]\nold = ['1949']"),
            "samples.periods.old",
            "first and the last date",
        ),
        (_with('method = "glove"', 'method = "glov"'), "train[2].method", "word2vec, fasttext, glove"),
        (_with('method = "glove"', 'method = ["glove"]'), "train[2].method", "word2vec, fasttext, glove"),
        (_with("window = 5", "window = []"), "train[1].window", "list"),
        (_with("window = 5", "windw = 5"), "train[1].windw", "did you mean 'window'?"),
        (_with("window = 5", "x_max = 5"), "train[1].x_max", "not a setting of word2vec"),
        (_with("window = 5", "seed = 5"), "train[1].seed", "seeds = [0, 1]"),
        (_with("window = 5", "threads = 2"), "train[1].threads", "one thread"),
        (_with("window = 5", 'window = "5"'), "train[1].window", "whole number"),
        (_with("window = 5", "window = [5, 5]"), "train[1].window", "different"),
        (_with("window = 5", "negative = 0"), "train[1]", "hierarchical softmax"),
        (
            _with('[[train]]\nmethod = "glove"', '[[train]]\nmethod = "glove"\n[[train]]\nmethod = "glove"'),
            "train",
            "twice",
        ),
        (_with('"weat", "ect", "km"', '"weat", "ect", "weat"'), "measure.measures", "twice"),
        (_WHOLE + 'alternative = "more"', "measure.alternative", "'two-sided'"),
        (_WHOLE + "min_coverage = 2", "measure", "share between 0 and 1"),
        (_WHOLE + "min_test_coverage = 2", "measure", "min_test_coverage=2: give a share"),
        (_WHOLE + "min_words = 0", "measure", "at least 1"),
        (_WHOLE + "[measure.params]\nweat = 1", "measure.params.weat", "table"),
        (_WHOLE + '[[vectors]]\npath = "v.bin"', "corpus", "write two studies"),
        (_with('[corpus]\npath = "germaparl.corpus"', ""), "corpus", "[[vectors]]"),
        (_with('path = "germaparl.corpus"', ""), "corpus.path", "missing"),
        (_WHOLE[: _WHOLE.index("[measure]")], "measure", "nothing would be measured"),
        ('language = "de"\n[[vectors]]\npath = "v.bin"\n[quality]\n[samples]\n', "samples", "trained already"),
        ('language = "de"\n[[vectors]]\npath = "no*.bin"\n[quality]\n', "vectors[1].path", "no file"),
        (_WHOLE[: _WHOLE.index("[[train]]")] + "[quality]\n", "train", "give [[train]]"),
        (_WHOLE + '[quality]\nsentences = [["a", "b", "c"]]', "quality.sentences", "pairs"),
        (_WHOLE + '[[cleaning]]\nwith = ["x"]', "cleaning[1].name", "missing"),
    ],
)
def test_mistakes_name_their_key(tmp_path: Path, text: str, key: str, said: str) -> None:
    with pytest.raises(SpecError) as error:
        _read(tmp_path, text)
    assert error.value.key == key
    assert said in str(error.value)
    assert "study.toml" in str(error.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no such file"):
        read_spec(tmp_path / "none.toml")
