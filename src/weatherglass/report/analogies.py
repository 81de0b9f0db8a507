"""What must be said beside analogies, from the figures of their counter-check."""

from __future__ import annotations

from weatherglass.quality.analogies import Analogies, CounterCheck, Generated, Solved, Tally
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import effect, per_cent

_ALIKE = 0.5  # cosine from which the two words asked with are called similar
_FEW = 30  # pairs below which a share says little
_FEW_IN_CATEGORY = 5  # pairs a category needs to be named


def beside(outcome: Analogies) -> tuple[str, ...]:
    """Sentences to be shown wherever these analogies are: what explains them, the counter-check, what does not follow."""
    sentences: list[str] = []
    if outcome.solved is not None:
        sentences += [_without_exclusion(outcome.solved), _likeness(outcome.solved)]
    if outcome.generated is not None:
        sentences.append(_admitted(outcome.generated))
    return (*sentences, *_check(outcome))


def _without_exclusion(solved: Solved) -> str:
    if not solved.unrestricted or not solved.excluded:
        return say("analogies.no_answer")
    best, usual = solved.unrestricted[0].word, solved.excluded[0].word
    if best == usual:
        return say("analogies.same_answer", word=best)
    return say("analogies.other_answer", word=best, usual=usual)


def _likeness(solved: Solved) -> str:
    how = "similar" if solved.cosine_a_c >= _ALIKE else "cosine"
    words = {"a": solved.a.used, "b": solved.b.used, "c": solved.c.used}
    cosine = effect(solved.cosine_a_c)
    if not solved.excluded:
        return say(f"analogies.{how}", **words, cosine=cosine)
    answer = solved.excluded[0]
    near = effect(answer.cosine_with_b)
    return say(f"analogies.{how}_and_answer", **words, cosine=cosine, answer=answer.word, near=near)


def _admitted(generated: Generated) -> str:
    return say(
        "analogies.admitted",
        least=effect(1 - generated.delta**2 / 2),
        words=generated.words,
        a=generated.a.used,
        b=generated.b.used,
        cosine=effect(generated.cosine_a_b),
    )


def _check(outcome: Analogies) -> list[str]:
    check = outcome.check
    if check is None or not check.overall.found:
        why = outcome.why_no_check or say("analogies.no_pairs")
        return [say("analogies.no_check", why=why), say("analogies.elsewhere")]
    overall = check.overall
    conclusion = say("analogies.similarity_alone" if overall.solved else "analogies.not_shown")
    return [_solved(check), *_few(overall), _returned(overall), conclusion]


def _solved(check: CounterCheck) -> str:
    overall = check.overall
    assert overall.share is not None
    assert overall.mean_cosine is not None
    given = {
        "n": overall.found,
        "first": check.first.used,
        "second": check.second.used,
        "mean": effect(overall.mean_cosine),
    }
    if not overall.solved:
        return say("analogies.none_solved", **given)
    given |= {"solved": overall.solved, "share": per_cent(overall.share)}
    best = _best_category(check)
    if best is None:
        return say("analogies.solved", **given)
    return say("analogies.solved_mostly", **given, best=per_cent(best.share or 0.0), category=best.name)


def _best_category(check: CounterCheck) -> Tally | None:
    """The category solved most often, where there are several and it stands out."""
    known = [each for each in check.categories if each.share is not None and each.found >= _FEW_IN_CATEGORY]
    if len(known) < 2:
        return None
    best = max(known, key=lambda each: each.share or 0.0)
    return best if (best.share or 0.0) > (check.overall.share or 0.0) else None


def _few(overall: Tally) -> list[str]:
    return [] if overall.found >= _FEW else [say("analogies.few", asked=overall.asked, n=overall.found)]


def _returned(overall: Tally) -> str:
    if overall.returned_x == overall.found:
        return say("analogies.always_x")
    return say("analogies.often_x", n=overall.returned_x, found=overall.found)
