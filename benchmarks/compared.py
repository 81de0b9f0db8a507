"""What is compared with which peer: a line for each value. Where conventions differ there are two: as each computes it, and made to agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks import ours
from benchmarks.asked import DRAWN, DRAWS, GENERATED, Asked

WEFE, RESPONSIBLY, GENSIM, LOOP = "WEFE", "responsibly", "gensim", "a plain loop"
SAME = 1e-6  # in values that the peer computes in single precision
SAME_VECTORS = 1e-5
EXACT = 1e-12


@dataclass(frozen=True)
class Comparison:
    """One line. `most`: the largest difference allowed; None: told, not judged, and `differs` says why they are not the same.

    `key`: under what the peer answers.
    """

    measure: str
    peer: str
    what: str
    key: str
    ours: Callable[[Asked], Any]
    most: float | None = SAME
    differs: str = ""
    times: int = 5

    @property
    def name(self) -> str:
        return f"{self.measure} | {self.peer} | {self.what}"


COMPARISONS = (
    Comparison(
        "WEAT, d",
        WEFE,
        "every test, as each computes it by default",
        "weat",
        ours.values_of("weat"),
        None,
        "it divides by the standard deviation of all words (ddof 0), we by that of a sample (ddof 1)",
    ),
    Comparison("WEAT, d", WEFE, "every test, ours with `ddof=0`", "weat", ours.values_of("weat", ddof=0)),
    Comparison(
        "WEAT, p",
        WEFE,
        f"WEAT 8; ours counted over all partitions, its from {DRAWS:,} draws",
        "p",
        lambda asked: ours.p_values(asked, [asked.tests[DRAWN]], ours.EXACTLY),
        None,
        "it draws words with replacement, without a seed, so it is the p of another question and changes from run to run",
    ),
    Comparison(
        "WEAT, p",
        WEFE,
        "the same, ours drawn its way and its with a seed put in",
        "p-seeded",
        ours.redrawn,
        EXACT,
    ),
    Comparison("ECT", WEFE, "every test, both attribute sets as one", "ect", ours.values_of("ect")),
    Comparison("RND by the norm", WEFE, "likewise", "rnd", ours.values_of("rnd")),
    Comparison(
        "RND by the cosine",
        WEFE,
        "likewise, with our sign changed: its “distance” is a similarity",
        "rnd-cosine",
        ours.values_of("rnd", -1, distance="cosine"),
    ),
    Comparison("MAC", WEFE, "every test", "mac", ours.values_of("mac")),
    Comparison(
        "RIPA", WEFE, "tests of two target sets of one size, whose i-th words are the base pairs", "ripa", ours.ripa
    ),
    Comparison(
        "RNSB",
        WEFE,
        "every test, as each computes it by default",
        "rnsb-default",
        ours.values_of("rnsb"),
        None,
        "it trains on a random four fifths of the attribute words, without a seed, by a solver that penalises the intercept",
    ),
    Comparison(
        "RNSB",
        WEFE,
        "every test, its without a holdout and with our solver, ours in single precision as its",
        "rnsb",
        ours.rnsb_in_singles,
    ),
    Comparison(
        "Hard mitigation",
        WEFE,
        "fitted and applied, vectors of a thousand words and those made equal",
        "hard",
        ours.mitigated("hard"),
        SAME_VECTORS,
    ),
    Comparison(
        "Multi-class mitigation",
        WEFE,
        "religions; likewise",
        "multi-class",
        ours.mitigated("multi-class"),
        SAME_VECTORS,
    ),
    Comparison(
        "Audit without p",
        WEFE,
        "WEAT 1 to 10, where every word is there, by `run` and `run_queries`; d with ddof 0, ours also without each word",
        "audit",
        ours.audited,
    ),
    Comparison(
        "Audit with p",
        WEFE,
        "the same with p: ours counted or certified, its from 100 draws a test (its default is 10,000)",
        "audit-p",
        lambda asked: ours.audited(asked, with_p=True),
        times=2,
    ),
    Comparison("WEAT, d", RESPONSIBLY, "tests of equal sizes, ours with `ddof=0`", "weat", ours.weat_of_even),
    Comparison(
        "WEAT, p",
        RESPONSIBLY,
        "tests of up to 8 + 8 words, both counted over all partitions",
        "p",
        ours.counted("inclusive"),
        None,
        "it counts partitions of strictly larger difference, so not even the sets themselves; for us ties count",
    ),
    Comparison("WEAT, p", RESPONSIBLY, 'the same, ours with `ties="strict"`', "p", ours.counted("strict"), EXACT),
    Comparison(
        "Direction of pairs",
        RESPONSIBLY,
        "first principal component of the definitional pairs",
        "direction",
        ours.direction,
    ),
    Comparison("Direct bias", RESPONSIBLY, "professions along that direction, c = 1", "direct", ours.direct_bias),
    Comparison(
        "Indirect bias, β",
        RESPONSIBLY,
        "pairs of professions; ours finds the direction anew for each",
        "indirect",
        ours.indirect_bias,
    ),
    Comparison(
        "Hard mitigation",
        RESPONSIBLY,
        "fitted and applied, vectors of a thousand words and those made equal",
        "hard",
        ours.mitigated("hard"),
        SAME_VECTORS,
    ),
    Comparison(
        "Analogies generated",
        RESPONSIBLY,
        f"the {GENERATED} best of the first pair, from all pairs of 4,000 words, in order",
        "generated",
        ours.generated,
        0.0,
        times=2,
    ),
    Comparison(
        "Analogies solved",
        RESPONSIBLY,
        "200 questions, ten answers each, any word allowed",
        "solved",
        ours.solved(False),
        0.0,
    ),
    Comparison(
        "Vectors read", GENSIM, "the whole binary file; a thousand rows of it", "reading", ours.vectors_read, 0.0
    ),
    Comparison(
        "Nearest words",
        GENSIM,
        "ten of each of 200 words (`most_similar`), in order",
        "neighbours",
        lambda a: [n.word for n in ours.nearest(a)],
        0.0,
    ),
    Comparison(
        "Nearest words, cosines", GENSIM, "of the same", "cosines", lambda a: [n.cosine for n in ours.nearest(a)]
    ),
    Comparison(
        "Analogies solved",
        GENSIM,
        "200 questions, ten answers each (`most_similar`), in order",
        "solved",
        ours.solved(True),
        0.0,
    ),
    Comparison(
        "Analogy accuracy",
        GENSIM,
        "right and covered in each category of a file (`evaluate_word_analogies`)",
        "analogies",
        ours.analogies,
        0.0,
    ),
    Comparison(
        "Word similarity, ρ",
        GENSIM,
        "500 pairs of a file, with scores drawn by chance (`evaluate_word_pairs`)",
        "similarity",
        ours.similarity,
    ),
    Comparison("Odd one out", GENSIM, "right in each group (`doesnt_match`)", "odd", ours.odd, 0.0),
    Comparison(
        "WEAT, p",
        LOOP,
        "WEAT 6, 7 and 8: all 12,870 partitions, one after the other",
        "p",
        lambda a: ours.p_values(a, [a.tests[name] for name in ours.THREE], ours.EXACTLY),
        EXACT,
    ),
)
