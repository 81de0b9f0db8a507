"""What must be said beside analogies, from the figures of their counter-check."""

from __future__ import annotations

from weatherglass.quality.analogies import Analogies, CounterCheck, Generated, Solved, Tally
from weatherglass.report.numbers import effect, per_cent

_ALIKE = 0.5  # cosine from which the two words asked with are called similar
_FEW = 30  # pairs below which a share says little
_FEW_IN_CATEGORY = 5  # pairs a category needs to be named
_NO_EVIDENCE = "by themselves analogies are not evidence of bias"


def beside(outcome: Analogies) -> tuple[str, ...]:
    """Sentences to be shown wherever these analogies are: what explains them, the counter-check, what does not follow."""
    sentences: list[str] = []
    if outcome.solved is not None:
        sentences += [*_without_exclusion(outcome.solved), *_likeness(outcome.solved)]
    if outcome.generated is not None:
        sentences.append(_admitted(outcome.generated))
    return (*sentences, *_check(outcome))


def _without_exclusion(solved: Solved) -> list[str]:
    if not solved.unrestricted or not solved.excluded:
        return ["Apart from the words asked with there is no other word, so there is no answer."]
    best, usual = solved.unrestricted[0].word, solved.excluded[0].word
    if best == usual:
        return [f"With no word left out “{best}” comes first as well."]
    return [
        f"With no word left out the answer is “{best}”, a word of the question; “{usual}” comes first only because those are "
        "left out."
    ]


def _likeness(solved: Solved) -> list[str]:
    a, b, c = solved.a.used, solved.b.used, solved.c.used
    near = (
        f"; the cosine of “{solved.excluded[0].word}” with “{b}” is {effect(solved.excluded[0].cosine_with_b)}"
        if solved.excluded
        else ""
    )
    if solved.cosine_a_c >= _ALIKE:
        return [
            f"“{a}” and “{c}” are similar (cosine {effect(solved.cosine_a_c)}), so words similar to “{b}” are to be expected{near}."
        ]
    return [f"The cosine of “{a}” with “{c}” is {effect(solved.cosine_a_c)}{near}."]


def _admitted(generated: Generated) -> str:
    return (
        f"Only pairs with a cosine of at least {effect(1 - generated.delta**2 / 2)} were admitted, among {generated.words:,} words, "
        f"so these words are similar by construction; the cosine of “{generated.a.used}” with “{generated.b.used}” is "
        f"{effect(generated.cosine_a_b)}."
    )


def _check(outcome: Analogies) -> list[str]:
    check = outcome.check
    if check is None or not check.overall.found:
        why = outcome.why_no_check or "no unrelated word pair is in the vectors"
        return [
            f"The check on word pairs that have nothing to do with gender could not be made: {why}.",
            f"Elsewhere such analogies were found to return similar words (Zhang et al. 2021); {_NO_EVIDENCE}.",
        ]
    return [_solved(check), *_few(check.overall), _returned(check.overall), _conclusion(check.overall)]


def _solved(check: CounterCheck) -> str:
    overall = check.overall
    assert overall.share is not None
    assert overall.mean_cosine is not None
    times = (
        f"{overall.solved:,} ({per_cent(overall.share)}{_best_category(check)})" if overall.solved else "none of them"
    )
    return (
        f"Of {overall.found:,} word pairs that have nothing to do with gender, “{check.first.used} : x :: {check.second.used} : ?” "
        f"returns the partner of x for {times}; the mean cosine within these pairs is {effect(overall.mean_cosine)}."
    )


def _best_category(check: CounterCheck) -> str:
    """The category solved most often, where there are several and it stands out."""
    shares = {
        tally.name: tally.share
        for tally in check.categories
        if tally.share is not None and tally.found >= _FEW_IN_CATEGORY
    }
    if len(shares) < 2:
        return ""
    name = max(shares, key=lambda each: shares[each])
    overall = check.overall.share
    return f"; {per_cent(shares[name])} of “{name}”" if overall is not None and shares[name] > overall else ""


def _few(overall: Tally) -> list[str]:
    if overall.found >= _FEW:
        return []
    return [f"Of {overall.asked:,} pairs only these {overall.found:,} are in the vectors, too few for a firm figure."]


def _returned(overall: Tally) -> str:
    if overall.returned_x == overall.found:
        return "With no word left out it returns x itself for all of them."
    return f"With no word left out it returns x itself for {overall.returned_x:,} of {overall.found:,}."


def _conclusion(overall: Tally) -> str:
    if not overall.solved:
        return (
            f"The check does not show that similarity alone answers such questions here; all the same, {_NO_EVIDENCE}."
        )
    return f"So similarity alone can bring such answers about; {_NO_EVIDENCE}."
