"""Write what the commands say, for comparing before and after a change that should change nothing.

    python tools/golden.py before
    …
    python tools/golden.py after && diff -r before after

Everything comes from the vectors that ship and a made-up corpus. What a command printed is `NAME.out`; vectors and reports
are kept as they are, without the day. Needs the [train] extra; takes some minutes.
"""

import os
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import weatherglass
from weatherglass.corpus import synthetic
from weatherglass.measure.base import MEASURES

SAMPLE = Path(weatherglass.__file__).parent / "embedding" / "data" / "glove-6b-100d-sample.npz"

PAIR = ("--pair", "she,he")
MEASURED = {
    "sets": ("--query", "en/weat7"),
    "names": ("--query", "en/weat5"),
    "professions": ("--query", "en/professions", *PAIR),
    "occupations": ("--query", "en/occupations"),
}
STUDY = """
name = "golden"
language = "zxx"
[corpus]
path = "corpus"
[samples]
rates = [0.5]
repeats = 2
permutations = 2
seeds = [0, 1]
[[train]]
method = "word2vec"
dim = 8
epochs = 1
[[train]]
method = "glove"
dim = 8
epochs = 2
[measure]
queries = ["planted.toml"]
measures = ["weat", "rnd"]
"""


def commands() -> dict[str, tuple[str, ...]]:
    """What is run, in order: a name, and the words of the command."""
    every = {
        "audit": ("audit", "--out", "audit", "--json"),
        "audit-text": ("audit",),
        "audit-options": (
            *("audit", "sample.npz", "--query", "en/weat*", "--alternative", "two-sided", "--ddof", "0", "--seed", "3"),
            *("--interval", "jackknife", "--comparisons", "50", "--smallest-effect", "0.5", "--json"),
        ),
        "audit-sampled": (
            "audit",
            "sample.npz",
            "--query",
            "en/weat1",
            "--method",
            "sampled",
            "--samples",
            "5000",
            "--json",
        ),
        "audit-german": ("audit", "sample.npz", "--lang", "de", "--min-coverage", "0.1", "--json"),
        "measures": ("measures", "--json"),
        "queries": ("queries", "--json"),
        "queries-covered": ("queries", "--vectors", "sample.npz"),
        "info": ("info", "sample.npz", "--json"),
        "stability": ("stability", "sample.npz", "--lang", "en", "--out", "stability"),
        **{
            f"structure-{part}": ("structure", part, "sample.npz", "--lang", "en", "--out", f"structure-{part}")
            for part in ("subspace", "bias", "generic-masculine", "occupations", "genus", "vocabulary")
        },
        "stability-json": ("stability", "sample.npz", "--lang", "en", "--json"),
        "analogies": ("analogies", "sample.npz", "--lang", "en", "--solve", "man,woman,king", "--json"),
        "analogies-generated": ("analogies", "sample.npz", "--lang", "en", "--generate", "she,he", "--json"),
        "quality": ("quality", "sample.npz", "--lang", "en", "--json"),
        "quality-text": ("quality", "sample.npz", "--lang", "en"),
        "corpus-info": ("corpus", "info", "corpus", "--json"),
        "study": ("study", "run", "study.toml", "--out", "study", "--workers", "1"),
        "study-again": ("study", "run", "study.toml", "--out", "study", "--workers", "1"),
        "study-json": ("study", "show", "study", "--format", "json"),
        "study-show": ("study", "show", "study", "--out", "study-report"),
    }
    for suffix in ("txt", "vec", "bin", "npz"):
        every[f"convert-{suffix}"] = ("convert", "sample.npz", f"converted.{suffix}", "--limit", "2000")
    for measure in MEASURES:
        for kind, query in MEASURED.items():
            every[f"measure-{measure}-{kind}"] = ("measure", measure, "sample.npz", "--lang", "en", *query, "--json")
        every[f"measure-{measure}-text"] = ("measure", measure, "sample.npz", "--lang", "en", *MEASURED["sets"])
    for method in ("word2vec", "fasttext", "glove"):
        settings = ("--dim", "8", "--epochs", "2", "--threads", "1")
        extra = ("--buckets", "1000") if method == "fasttext" else ()
        every[f"train-{method}"] = ("train", "corpus", "--out", f"{method}.bin", "--method", method, *settings, *extra)
    two = ("word2vec.bin", "glove.bin", "--lang", "zxx", "--query", "planted.toml")
    every["compare"] = ("compare", *two, "--out", "compare")
    every["compare-json"] = ("compare", *two, "--json")
    return every


def main(folder: Path) -> None:
    folder.mkdir(parents=True)
    shutil.copy(SAMPLE, folder / "sample.npz")
    synthetic.planted(0.8, folder / "corpus", size=3_000)
    synthetic.write_query(folder / "planted.toml")
    (folder / "study.toml").write_text(STUDY, "utf-8")
    quiet = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120"}
    for name, words in commands().items():
        call = [sys.executable, "-m", "weatherglass", *words]
        done = subprocess.run(call, check=False, cwd=folder, env=quiet, capture_output=True, text=True)
        said = done.stdout if done.returncode == 0 else done.stdout + done.stderr  # else it is how far it got
        (folder / f"{name}.out").write_text(f"exit {done.returncode}\n{said}", "utf-8")
        print(name, done.returncode)
    (folder / "study" / "log.jsonl").unlink()  # how long each model took
    for page in folder.rglob("*.html"):
        page.write_text(page.read_text("utf-8").replace(date.today().isoformat(), "today"), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
