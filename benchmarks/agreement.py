"""The same measures on the same vectors as WEFE, responsibly and gensim, each in an environment of its own: agreement and speed.

`python -m benchmarks.agreement` prints the tables, `--write` writes `docs/peers.md`.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import peers
from benchmarks.asked import Asked
from benchmarks.compared import COMPARISONS, GENSIM, LOOP, RESPONSIBLY, WEFE, Comparison
from benchmarks.environments.asking import Answers, NotThere, Peer, ask
from benchmarks.measures import SHARED
from benchmarks.ours import brute_force
from benchmarks.table import NO_BREAK, Row, duration, timed, told
from weatherglass import files
from weatherglass.embedding.formats import read
from weatherglass.embedding.sample import sample_path

FOLDER = Path("build/bench")
TARGET = Path(__file__).resolve().parents[1] / "docs" / "peers.md"
SHIPPED, NEWS = "The vectors that ship", "word2vec Google News"
PEERS = (
    Peer(WEFE, "1.0.1", peers.PACKAGES, "benchmarks.environments.of_wefe", peers.FOLDER),
    Peer(
        RESPONSIBLY,
        "0.1.2",
        (
            "responsibly==0.1.2",
            "gensim==3.8.3",
            "numpy==1.19.5",
            "scipy==1.7.3",
            "pandas==0.25.3",
            "scikit-learn==0.23.2",
            "matplotlib==2.2.5",
            "mlxtend==0.16.0",
            "seaborn==0.11.2",
        ),
        "benchmarks.environments.of_responsibly",
        "responsibly",
        python="3.7",
    ),
    Peer(GENSIM, "4.4.0", ("gensim==4.4.0", "numpy==2.4.6"), "benchmarks.environments.of_gensim", "gensim"),
)
COLUMNS = ("measure", "peer", "compared", "Weatherglass", "peer’s", "agreement", "time", "peer’s time", "ratio")


@dataclass(frozen=True)
class Outcome:
    """A comparison made on some vectors, as it is shown; `seconds` ours and the peer's, None where it could not be asked."""

    of: Comparison
    shown: tuple[str, str]
    agreement: str
    agrees: bool
    seconds: tuple[float, float] | None

    @property
    def ratio(self) -> str:
        return "" if self.seconds is None else f"{float(f'{self.seconds[1] / self.seconds[0]:.2g}'):,g}×"

    def cells(self) -> list[str]:
        times = ["", ""] if self.seconds is None else [duration(each) for each in self.seconds]
        return [self.of.measure, titled(self.of.peer), self.of.what, *self.shown, self.agreement, *times, self.ratio]


def run(folder: Path) -> list[Row]:
    """For `make bench`."""
    return rows_of(compared(folder))


def rows_of(found: dict[str, list[Outcome]]) -> list[Row]:
    """A row for each comparison on each vectors, whose target is agreement."""
    rows = []
    for title, outcomes in found.items():
        for each in outcomes:
            judged_by = "the same" if each.of.most == 0 else f"≤ {each.of.most:g}" if each.of.most else ""
            what = f"{each.of.measure}, {titled(each.of.peer)}, {each.of.what} ({title}): {each.agreement}"
            times = [duration(seconds) for seconds in each.seconds or ()] or ["", ""]
            rows.append(Row(what, times[0], times[1], each.ratio, judged_by if each.seconds else "", each.agrees))
    return rows


def titled(peer: str) -> str:
    return next((f"{each.name} {each.version}" for each in PEERS if each.name == peer), peer)


def compared(folder: Path) -> dict[str, list[Outcome]]:
    """Everything, on the vectors that ship and on Google News where that is at hand."""
    news = SHARED / "en-googlenews-13k-raw.bin"
    found = {}
    for title, path in ((SHIPPED, sample_path()), *(((NEWS, news),) if news.exists() else ())):
        with tempfile.TemporaryDirectory(dir=folder) as place:
            asked = Asked(title, read(path), Path(place))
            asked.written()
            found[title] = _on(asked, folder)
    return found


def _on(asked: Asked, folder: Path) -> list[Outcome]:
    question = asked.question()
    answers: dict[str, Answers | str] = {}
    for peer in PEERS:
        try:
            answers[peer.name] = ask(peer, folder, question)
        except NotThere as error:
            answers[peer.name] = str(error)
    seconds, value = timed(5, lambda: brute_force(asked))
    answers[LOOP] = {"p": {"seconds": seconds, "value": value}}
    return [_compared(each, asked, answers[each.peer]) for each in COMPARISONS]


def _compared(each: Comparison, asked: Asked, answers: Answers | str) -> Outcome:
    if isinstance(answers, str):
        return Outcome(each, ("", ""), f"not compared: {answers}", True, None)
    each.ours(asked)  # the first time compiles, or looks up what is kept
    seconds, ours = timed(each.times, lambda: each.ours(asked))
    theirs = answers[each.key]
    outcome = judged(each, ours, theirs["value"], (seconds, theirs["seconds"]))
    told(Row(f"{each.measure}, {each.peer}, {each.what}", outcome.agreement, "", "", "", True))
    return outcome


def judged(each: Comparison, ours: Any, theirs: Any, seconds: tuple[float, float]) -> Outcome:
    """Words agree place by place, numbers by their largest difference."""
    one, other = np.ravel(ours), np.ravel(theirs)
    if one.shape != other.shape:
        raise ValueError(f"{each.name}: {len(one)} values of ours, {len(other)} of the peer's")
    shown = (_shown(one), _shown(other))
    if one.dtype.kind == "U":
        same = int((one == other).sum())
        return Outcome(each, shown, f"{same:,} of {len(one):,} alike", same == len(one), seconds)
    largest = float(np.abs(one.astype(np.float64) - other.astype(np.float64)).max())
    text = f"{largest:.1e}" if largest else "0"
    text += f", the largest of {len(one):,}" if len(one) > 1 else ""
    if each.most is None:
        return Outcome(each, shown, f"differs by {text}: {each.differs}", True, seconds)
    return Outcome(each, shown, text, largest <= each.most, seconds)


def _shown(values: Any) -> str:
    """The first one, as an example."""
    first = str(values[0]) if values.dtype.kind == "U" else f"{float(values[0]):.6g}"
    return first + f",{NO_BREAK}…" * (len(values) > 1)


def table(outcomes: list[Outcome]) -> str:
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|---|---|---:|---:|---|---:|---:|---:|"]
    return "\n".join([*lines, *("| " + " | ".join(each.cells()) + " |" for each in outcomes)])


def machine() -> str:
    """Where and when it was measured."""
    usable, cores = len(os.sched_getaffinity(0)), os.cpu_count()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    today = datetime.now(UTC)
    return (
        f"Measured on {today.day} {today:%B %Y}, {_processor()}, {usable} of {cores} cores used, {memory:.0f} GB, Python "
        f"{platform.python_version()}, numpy {np.__version__}, Weatherglass {version('weatherglass')}; load of the machine at the end {os.getloadavg()[0]:.1f}."
    )


def _processor() -> str:
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text().splitlines() if listed.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def page(found: dict[str, list[Outcome]]) -> str:
    parts = [HEAD, machine(), READING]
    for title, outcomes in found.items():
        parts += [f"## {title}", DESCRIBED[title], table(outcomes)]
    return "\n\n".join([*parts, CONVENTIONS, SLOWER, ENVIRONMENTS]) + "\n"


HEAD = """# Beside other tools

The same measures on the same vectors as WEFE, responsibly and gensim compute: how far the values agree, and how long each takes.
`python -m benchmarks.agreement --write` installs the peers in environments of their own under `build/bench`, asks all of them in one run, and
writes this page; `make bench` makes the same comparisons and ends with an error where values that should agree do not."""

READING = """Every tool gets the same binary file and the same words, spelled as the vectors spell them. Times are the shortest of several runs after one that warms
up, with the vectors in memory and words given as text, so looking them up is part of it on both sides; what takes a peer long
(p by drawing, responsibly's debiasing and analogies) is run once. Ours is the measure itself, without the intervals, comparisons with other words and words left out that `run` adds and no peer has; the
audits are all of `run`, which leaves out each word. "Ratio" is how many times as long the peer takes; below 1 it is faster.
Values are examples, the first of those compared; the agreement is over all of them. Peers compute in single precision, which is what most of the
differences are."""

DESCRIBED = {
    SHIPPED: "GloVe 6B, 14,563 × 100, part of the package: anyone can repeat this.",
    NEWS: "13,013 × 300, not normalised, cased; a slice that WEFE ships for its tests. Compared where the file is at hand.",
}

CONVENTIONS = """## Where conventions differ

| what | theirs | ours | made to agree by |
|---|---|---|---|
| d of WEAT | WEFE and responsibly divide by the standard deviation with ddof 0 | ddof 1, that of a sample | `ddof=0` |
| p of WEAT | WEFE draws the words of both sets with replacement, without a seed, and counts strictly larger sums; it cannot count all partitions | all partitions, ties count | drawing as it does, with the same seed put into its generator |
| p of WEAT | responsibly counts partitions of strictly larger difference, so p can be 0 | ties count, the sets themselves among them | `ties="strict"` |
| ECT, RND | WEFE takes one attribute set | any number | both attribute sets as one |
| RND by the cosine | WEFE subtracts similarities and calls them distances | distances | the sign changed |
| RIPA | WEFE scores attribute words along pairs of target words | words along base pairs | the i-th words of the target sets as base pairs |
| RNSB | WEFE trains on a random four fifths of the attribute words, without a seed; liblinear penalises the intercept | all words; lbfgs does not | its `holdout=False`, and parameters that leave scikit-learn's default solver; ours on single precision, as the solver stops early |
| sets made equal | WEFE and responsibly look for them in lower, upper and title case only, so never for nun–Catholic_priest | as the vectors spell them, and in other cases | the words of such sets not looked at |
| direction of pairs | responsibly refuses a first component that explains less than half of the variance | any | its own principal components without that demand |
| analogies generated | responsibly lists the pair itself first | not listed again | its first one left out |

What one has and the other has not is not here: WEFE's half-sibling regression and repulsion–attraction–neutralisation, responsibly's plots. Double-hard mitigation is in
both WEFE and here but not the same recipe: WEFE centres vectors as they are and takes a component off by the projection of the uncentred vector, and chooses it by
clusterings without a seed; ours goes by Wang et al. 2020 on vectors of length one."""

SLOWER = """## Where a peer is faster

- Single analogies (`solve`): the candidates that single precision leaves are compared again exactly, and both rankings are given, with and without the three words;
  gensim gives one, in single precision. Many questions at once (analogy accuracy) share their cosines.
- Nearest words: about as long as gensim takes; which of the two is first changes with the vectors.
- RNSB: five more classifiers, which tell how well words that were held out are told apart.
- ECT, RND by the norm: milliseconds that go into looking words up, with other spellings and what is missing.
- Indirect bias: the direction of the pairs is found anew for each pair of words."""

ENVIRONMENTS = """## Environments

""" + "\n".join(
    f"- {each.name}: {', '.join(f'`{package}`' for package in each.packages)}"
    + (f"; on Python {each.python}, the last one with builds of these" if each.python else "")
    for each in PEERS
)


def main() -> None:
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit("give --write to write docs/peers.md, or nothing")
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = compared(FOLDER)
    if sys.argv[1:]:
        files.write_whole(TARGET, page(found).encode())
    for title, outcomes in found.items():
        print(f"\n{title}\n\n{table(outcomes)}")
    sys.exit(0 if all(each.agrees for outcomes in found.values() for each in outcomes) else 1)


if __name__ == "__main__":
    main()
