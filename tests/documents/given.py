"""The files that pages take for granted: small ones of the right kind, made when a block names one that is not there."""

from __future__ import annotations

import csv
import gzip
import json
import lzma
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np

from tests.gendered import gendered_space
from weatherglass.corpus import synthetic
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read, write
from weatherglass.embedding.sample import sample_path
from weatherglass.words import packs

Maker = Callable[[Path], object]

GATE = '[[rule]]\nquery = "en/weat6"\nfail = { effect_above = 1.95 }\n'
STUDY = """
name = "study"
language = "zxx"
[corpus]
path = "bucket/corpus"
[samples]
rates = [0.5]
repeats = 2
[[train]]
method = "word2vec"
dim = 8
epochs = 1
[measure]
queries = ["planted.toml"]
measures = ["weat"]
"""
TESTS = ("de/gerard-career", "de/kb-weat6-de")  # the tests that pages trace in German texts


@cache
def sample() -> Embedding:
    """English vectors: those that ship."""
    return read(sample_path())


@cache
def sample_moved() -> Embedding:
    """The same a little otherwise, as after another training."""
    base = sample()
    noise = np.random.default_rng(1).normal(scale=0.1, size=base.vectors.shape)
    return Embedding.from_arrays(base.words, (base.vectors + noise).astype(np.float32), name="moved")


def _spoken(language: str) -> Maker:
    """Vectors of all words of a language's lists, compressed as they are often handed on."""

    def make(path: Path) -> None:
        plain = write(_small_space(language), path.with_suffix(""))
        path.write_bytes(gzip.compress(plain.read_bytes()))
        plain.unlink()

    return make


@cache
def _small_space(language: str) -> Embedding:
    """Some words of each list about gender, and the words of a few tests, whose sets lean to opposite sides."""
    base = gendered_space(language, most=40, filler=300)
    random, new = np.random.default_rng(5), dict[str, np.ndarray]()
    for query in packs.of_tests(language)[:5]:  # each takes its time
        for sets in (query.targets, query.attributes):
            for side, words in zip((0.5, -0.5), sets, strict=True):
                for word in words.words:
                    noise = np.array([side, *random.normal(size=base.dim - 1) / np.sqrt(base.dim - 1)])
                    if word[0] not in base:
                        new.setdefault(word[0].replace(" ", "_"), noise)
    vectors = np.concatenate([base.vectors, np.array(list(new.values()), np.float32)])
    return Embedding.from_arrays([*base.words, *new], vectors, name=language)


def _english(path: Path) -> None:
    write(sample(), path)


def _moved(path: Path) -> None:
    write(sample_moved(), path)


def _folder_of_vectors(path: Path) -> None:
    path.mkdir()
    _english(path / "vectors.bin")


def _debates(path: Path, documents: int = 50, sentences: int = 18) -> None:
    """German documents of four decades with the words of the tests that pages trace, and words of every other list between."""
    random = np.random.default_rng(0)
    with lzma.open(path, "wt", encoding="utf-8") as file:
        for number in range(documents):
            text = "\n".join(_sentence(random, k) for k in range(sentences))
            record = {"id": f"sitting-{number}", "date": f"{1980 + number % 40}-05-01", "party": "AB"[number % 2]}
            file.write(json.dumps(record | {"text": text}, ensure_ascii=False) + "\n")


def _sentence(random: np.random.Generator, number: int) -> str:
    test = packs.catalogue()[TESTS[number % len(TESTS)]]
    side = int(random.random() < 0.5)
    chosen = [
        *random.choice([word[0] for word in test.targets[side].words], 2),
        *random.choice([word[0] for word in test.attributes[side].words], 3),
        *random.choice(_usual_words(), 4),
    ]
    random.shuffle(chosen)
    return " ".join([*map(str, chosen), *3 * ["und", "die", "der"]]) + "."  # words that every sample has often


@cache
def _usual_words() -> list[str]:
    listed = packs.word_list("de", "unrelated-pairs")
    assert listed is not None
    return [form[0] for pairs in listed.pairs for pair in pairs.pairs for form in pair]


def _comments(delimiter: str, columns: tuple[str, str], classes: tuple[str, str], language: str) -> Maker:
    def make(path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            written = csv.writer(file, delimiter=delimiter)
            written.writerow(columns)
            written.writerows((text, classes[not label]) for text, label in _labelled(language))

    return make


def _germeval(path: Path) -> None:
    rows = (f"{text}\t{('OFFENSE', 'OTHER')[not label]}\tOTHER\n" for text, label in _labelled("de", path.name))
    path.write_text("".join(rows), "utf-8")


def _labelled(language: str, name: str = "") -> Iterator[tuple[str, bool]]:
    """Texts of words of the first test, in which those of one attribute set or the other decide."""
    random = np.random.default_rng(len(name))
    test = next(iter(packs.of_tests(language)))
    usual = [word[0] for each in test.targets for word in each.words]
    for number in range(120):
        deciding = [word[0] for word in test.attributes[number % 2].words]
        yield " ".join([*random.choice(usual, 5), *random.choice(deciding, 2)]), number % 2 == 0


def _sentiws(path: Path) -> None:
    """Both files of the lexicon as it is published, with the language's own words of good and bad."""
    path.mkdir()
    listed = packs.word_list("de", "polarity")
    assert listed is not None
    for name, side, sign in (("Positive", 0, ""), ("Negative", 1, "-")):
        words = [word[0] for word in listed.targets[side].words]
        text = "".join(f"{word}|NN\t{sign}0.5\t\n" for word in dict.fromkeys(words))
        (path / f"SentiWS_v2.0_{name}.txt").write_text(text, "utf-8")


def _opinion_lexicon(path: Path) -> None:
    path.mkdir()
    for name, words in zip(("positive", "negative"), packs.catalogue()["en/weat1"].attributes, strict=True):
        (path / f"{name}-words.txt").write_text("".join(f"{word[0]}\n" for word in words.words), "utf-8")


def _names_table(path: Path) -> None:
    """A column for each group."""
    listed = packs.word_list("en", "names")
    assert listed is not None
    groups = [(group.name, word[0]) for group in listed.targets for word in group.words]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("group", "name"), *groups])


def _names(path: Path) -> None:
    listed = packs.word_list("en", "names")
    assert listed is not None
    path.write_text("".join(f"{word[0]}\n" for group in listed.targets for word in group.words), "utf-8")


def _questions(path: Path) -> None:
    path.write_text(
        ": capital-common-countries\nparis france london england\nrome italy berlin germany\n"
        ": gram8-plural\nbanana bananas bird birds\ncar cars dog dogs\n",
        "utf-8",
    )


def _pairs_of_words(path: Path) -> None:
    path.write_text(
        "tiger\tcat\t7.35\nbook\tpaper\t7.46\nplane\tcar\t5.77\ntrain\tcar\t6.31\nmusic\tproject\t3.63\n", "utf-8"
    )


def _pairs_of_sentences(path: Path) -> None:
    path.write_text(
        "رجل يعزف\tامرأة تعزف\nطفل يلعب\tولد يلعب\nسيارة سريعة\tخبز طازج\nرجل في بيت\tامرأة في بيت\n", "utf-8"
    )


def _scores(path: Path) -> None:
    path.write_text("3.2\n4.1\n0.2\n3.9\n", "utf-8")


def _study(path: Path) -> None:
    """With its corpus, and the test beside it."""
    (path.parent / "bucket").mkdir(exist_ok=True)
    _planted_corpus(path.parent / "bucket" / "corpus")
    synthetic.write_query(path.with_name("planted.toml"))
    path.write_text(STUDY, "utf-8")


def _planted_corpus(path: Path) -> None:
    if not path.exists():
        synthetic.planted(0.8, path, size=1_000)


def _gate(path: Path) -> None:
    path.write_text(GATE, "utf-8")


MAKERS: dict[str, Maker] = {
    **dict.fromkeys(
        ("vectors.bin", "vectors.vec", "vectors.txt", "vectors.npz", "glove.bin", "old.bin", "A.bin"), _english
    ),
    **dict.fromkeys(("new.bin", "B.bin"), _moved),
    "vectors": _folder_of_vectors,
    **{name: _spoken(name.split(".")[1]) for name in ("cc.de.300.vec.gz", "cc.fr.300.vec.gz", "cc.ar.300.vec.gz")},
    **dict.fromkeys(("debates.jsonl.xz", "germaparl.jsonl.xz"), _debates),
    "study.toml": _study,
    "gate.toml": _gate,
    "comments.csv": _comments(",", ("text", "label"), ("sexist", "not sexist"), "en"),
    "comments.tsv": _comments("\t", ("commentaire", "classe"), ("sexiste", "autre"), "fr"),
    "edos_labelled_aggregated.csv": _comments(",", ("text", "label_sexist"), ("sexist", "not sexist"), "en"),
    "germeval2018.training.txt": _germeval,
    "germeval2018.test.txt": _germeval,
    "sentiws": _sentiws,
    "opinion_lexicon": _opinion_lexicon,
    "names.csv": _names_table,
    "names.txt": _names,
    "questions-words.txt": _questions,
    "wordsim353.tsv": _pairs_of_words,
    "STS.input.txt": _pairs_of_sentences,
    "STS.gs.txt": _scores,
}


def make_given(folder: Path, name: str) -> None:
    """Make the file if a page may take it for granted, and it is not there."""
    plain = name.rstrip("/")
    if plain in MAKERS and not (folder / plain).exists():
        MAKERS[plain](folder / plain)
