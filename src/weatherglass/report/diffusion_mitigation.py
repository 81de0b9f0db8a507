"""What mitigation of vectors and of classifiers leaves of the differences between groups of names, in words, tables and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from weatherglass.downstream.diffused import Classified, Compared, Diffusion, Group, Kind, Stage, stage_name
from weatherglass.plot import diffusion as pictures
from weatherglass.report.diffusion_groups import (
    AS_ABOVE,
    NEAR_CHANCE,
    TITLES,
    called,
    grey_note,
    largest,
    upwards,
)
from weatherglass.report.mitigation_tests import cell, reasons, said_of
from weatherglass.report.numbers import (
    correlation,
    counted,
    group_bias,
    left,
    or_dash,
    per_cent,
    score,
    share_of,
    span_cell,
)
from weatherglass.report.numbers import value as distance
from weatherglass.report.page import Figure, Section, Table, without_empty

_BY = {"population": "populations", "sex": "sexes"}
_OTHER: dict[Kind, Kind] = {"svm": "logistic", "logistic": "svm"}
_CAPTION = (
    "Mean scores with 95 % intervals over names, on one scale; hollow: before, filled: after; grey: a classifier near chance. {rows}To be read: how far groups lie apart within a panel. Not to be read: that groups meet at classifier level, as they must "
    "there by construction; nor a shift of all groups together, which is no difference between them; nor widths of the other classifier’s panel against this one’s, as its scores are on a scale of their own."
)
_STILL = "The groups with the highest and lowest means can be others than before. "


def mitigation_sections(found: Diffusion) -> list[Section]:
    """Their figures 3 and 4, and what the two levels of mitigation leave."""
    if not any(len(each.stages) > 1 for each in found.classified):
        return []
    after = [_after_section(found, by) for by in ("population", "sex")]
    return [*(section for section in after if section is not None), _levels_section(found)]


def _after_section(found: Diffusion, by: str) -> Section | None:
    shown = [each for each in found.classified if pictures.comparison(each.stages[0], by) is not None]
    if not shown:
        return None
    caption = _CAPTION.format(rows=_STILL if by == "population" else "")
    return Section(
        anchor=f"{by}-after",
        title=f"{_BY[by].capitalize()} before and after mitigation",
        findings=tuple(said for each in shown for said in _ranges(each, by)),
        figures=tuple(
            Figure(
                f"Means by {by}, before and after: {called(each)}{grey_note(each)}",
                pictures.stages(each, by),
                AS_ABOVE if i else caption,
            )
            for i, each in enumerate(shown)
        ),
        tables=tuple(_means(each, by) for each in shown),
        folded=tuple(_intervals(each, by) for each in shown),
    )


def _ranges(each: Classified, by: str) -> Iterable[str]:
    """How far the groups lie apart in each state."""
    if each.near_chance:
        yield f"{TITLES[each.kind]}: {NEAR_CHANCE}, so that nothing is said of groups."
        return
    said = []
    for stage in each.stages:
        compared = pictures.comparison(stage, by)
        if compared is None:
            continue
        if each.tells_little(stage):
            said.append(f"{stage_name(stage)} not said ({NEAR_CHANCE})")
            continue
        highest = max(compared.groups, key=lambda group: group.mean)
        lowest = min(compared.groups, key=lambda group: group.mean)
        apart = highest.mean - lowest.mean
        who = f" ({highest.name} to {lowest.name})" if group_bias(apart) != "0" else ""
        said.append(f"{stage_name(stage)} {group_bias(apart)}{who}")
    yield f"{TITLES[each.kind]}, from the highest mean to the lowest: {'; '.join(said)}."


def _means(each: Classified, by: str) -> Table:
    """A row for each group, a column for each state."""
    shown = _by_group(each, by)
    rows = tuple((name, *(score(groups[name].mean) for _, groups in shown)) for name in _ordered(shown))
    header = (by, *(stage_name(stage) for stage, _ in shown))
    return Table(f"Means by {by}: {called(each)}{grey_note(each)}", header, rows, "Mean scores; their intervals are folded below.")  # fmt: skip


def _intervals(each: Classified, by: str) -> Table:
    """A row for each group and state."""
    shown = _by_group(each, by)
    rows = tuple(
        (name, stage_name(stage), f"{groups[name].names:,}", score(groups[name].mean), span_cell(groups[name].interval, score))
        for name in _ordered(shown)
        for stage, groups in shown
    )  # fmt: skip
    header = (by, "stage", "names", "mean score", "95 % interval")
    note = "Intervals over names, the classifier being given."
    return Table(f"Means by {by} with intervals: {called(each)}{grey_note(each)}", header, rows, note, texts=2)


def _by_group(each: Classified, by: str) -> list[tuple[Stage, dict[str, Group]]]:
    compared = [(stage, pictures.comparison(stage, by)) for stage in each.stages]
    return [(stage, {group.name: group for group in found.groups}) for stage, found in compared if found is not None]


def _ordered(shown: list[tuple[Stage, dict[str, Group]]]) -> list[str]:
    """The highest mean before first."""
    groups = shown[0][1]
    return sorted(groups, key=lambda name: -groups[name].mean)


def _levels_section(found: Diffusion) -> Section:
    able = [each for each in found.classified if not each.near_chance]
    still = _still_clear(able)
    return Section(
        anchor="levels",
        title="Mitigation at two levels",
        findings=(
            *((_TRIVIAL, _cosine(able, found)) if able else (_NOBODY,)),
            *(said for each in able for said in _levels(each, found)),
        ),
        tables=tuple(_stages(each) for each in found.classified),
        folded=(*([still] if still.rows else []), _rules()),
    )


_NOBODY = f"No classifier tells enough for a statement about mitigation ({NEAR_CHANCE})."
_TRIVIAL = (
    "Where only names are treated, the classifier is the one of before, and that its accuracy is kept is trivial. What a treatment costs, and what can be learnt in spite of it, is seen where all words, names and "
    "lexicon, are treated and the classifier is trained anew: it may then tell words, and names, along other directions."
)


def _levels(each: Classified, found: Diffusion) -> Iterable[str]:
    """A sentence for each state after the first."""
    others = {other.kind: other for other in found.classified}
    for stage in each.stages[1:]:
        start = f"{TITLES[each.kind]}, {stage_name(stage)}"
        if stage.level != "other classifier":
            which = f" (the direction of {counted(len(found.pairs), 'pair')})" if stage.level == "embedding" else ""
            yield f"{start}{which}: {_told(each.stages[0], stage, little=each.tells_little(stage))}."
            continue
        other = others.get(_OTHER[each.kind])
        scored = f"{start}: names without this classifier’s normal, scored by the {TITLES[_OTHER[each.kind]].lower()}"
        if other is None or other.near_chance:
            why = f"as that is {NEAR_CHANCE}" if other else "as its scores before are not there"
            yield f"{scored}: nothing is said of it, {why}."
        else:
            yield f"{scored} trained on words as they are; before means its scores of the names as they were. {_told(other.stages[0], stage, little=False)}."


def _told(before: Stage, stage: Stage, *, little: bool) -> str:
    biases = _biases(before, stage)
    if stage.level == "classifier" and not stage.retrained:
        return f"{biases}. That is so by construction, as names have nothing along its normal any more and all get the same score; it says nothing about another classifier, nor about this one trained again"
    accuracy = f"accuracy {said_of(stage.accuracy, share_of)}, before {said_of(before.accuracy, share_of, level=False)}"
    if little:
        return f"{accuracy}: {NEAR_CHANCE}, so that its scores mean little, and nothing is said of groups"
    return f"{biases}; {_still(stage)}{f'; {accuracy}' if stage.retrained else ''}"


def _biases(before: Stage, stage: Stage) -> str:
    said = []
    for by, plural in _BY.items():
        was, now = pictures.comparison(before, by), pictures.comparison(stage, by)
        if was is not None and now is not None:
            said.append(f"of {plural} {group_bias(now.bias)}, before {group_bias(was.bias)}{_share(was, now)}")
    return f"B_c {', and '.join(said)}"


def _share(was: Compared, now: Compared) -> str:
    if "0" in (group_bias(was.bias), group_bias(now.bias)):
        return ""
    return f" ({left(now.bias / was.bias)} of it is left)"


def _still(stage: Stage) -> str:
    """Which differences are clear."""
    parts = []
    for compared in (stage.populations, stage.sexes):
        if compared is None:
            continue
        clear = compared.clear_pairs
        if len(compared.pairs) > 1:
            most = f", the largest being {largest(clear, 2).replace('; and', ', and')}" if clear else ""
            parts.append(f"{len(clear) or 'none'} of {len(compared.pairs)} pairs of {_BY[compared.by]} {'is' if len(clear) < 2 else 'are'} clear{most}")  # fmt: skip
        else:
            parts.append(f"the difference of {_BY[compared.by]} is {'clear' if clear else 'not clear'}")
    return "; ".join(parts)


def _cosine(able: Sequence[Classified], found: Diffusion) -> str:
    paper = "The value “close to 0.9” in the paper is a cosine distance, so a cosine of about 0.1"
    known = [(each, each.cosine) for each in able if each.cosine is not None]
    if not known:
        return f"How alike the direction of the sentiment pairs and the classifiers’ normals are cannot be said, as the pairs are not in the vectors. {paper}."
    values = " and ".join(f"{correlation(cosine)} for the {called(each)} (a cosine distance of {distance(1 - cosine, 'cosine')})" for each, cosine in known)  # fmt: skip
    return (
        f"The cosine between the direction of the sentiment pairs ({', '.join(found.pairs)}) and a classifier’s normal is {values}. {paper}. The smaller the cosine, the less of what a classifier uses is taken "
        "out at embedding level."
    )


def _still_clear(able: Sequence[Classified]) -> Table:
    rows = []
    for each in able:
        for stage in each.stages[1:]:
            if each.tells_little(stage):
                continue
            compared = [found for found in (stage.populations, stage.sexes) if found is not None]
            pairs = sorted((pair for found in compared for pair in found.clear_pairs), key=lambda pair: -pair.bias)
            if pairs:
                rows.append(
                    (called(each), stage_name(stage), ", ".join(upwards(pair) for pair in pairs))
                )  # fmt: skip
    return Table("Pairs that are still clear", ("classifier", "stage", "pairs"), tuple(rows), "The largest differences first.", texts=3)  # fmt: skip


def _stages(each: Classified) -> Table:
    rows = []
    for stage in each.stages:
        populations, sexes = stage.populations, stage.sexes
        clear = [pair for pair in stage.within if pair.clear]
        rows.append(
            (
                stage_name(stage),
                or_dash(populations, lambda found: group_bias(found.bias)),
                or_dash(populations, lambda found: group_bias(found.floor)),
                or_dash(populations, _clear_pairs),
                or_dash(sexes, lambda found: group_bias(found.bias)),
                or_dash(sexes, lambda found: group_bias(found.floor)),
                or_dash(sexes, _clear_pairs),
                f"{len(clear)}/{len(stage.within)}" if stage.within else "–",
                cell(stage.accuracy, share_of) + (f", {NEAR_CHANCE}" if each.tells_little(stage) else ""),
            )
        )
    note = (
        "Random: the mean of B_c when names are dealt to the groups at random. Clear: differences that are clear after Holm’s correction, of all that were compared. "
        f"Accuracy on held-out words, mean of both classes, guessing {per_cent(0.5)}; where a stage is not retrained, it is that of the classifier that scores, and kept trivially. Of the last stage, what it was before stands in the other table."
        f"{reasons((stage_name(stage), stage.accuracy) for stage in each.stages)}"
    )
    header = (
        "stage", "B_c populations", "random", "clear pairs", "B_c sexes", "random ", "clear ", "clear within populations", "accuracy",
    )  # fmt: skip
    return without_empty(Table(f"Before and after: {called(each)}{grey_note(each)}", header, tuple(rows), note))


def _clear_pairs(found: Compared) -> str:
    return f"{len(found.clear_pairs)}/{len(found.pairs)}"


def _rules() -> Table:
    rows = (
        ("before", "Names, lexicon and classifier as they are."),
        ("embedding level", "The direction of pairs such as good–bad is taken out of the names; the classifier is the one of before."),
        ("embedding level, retrained", "The same direction is taken out of the words of the lexicon too, and a classifier is trained on what is left."),
        ("classifier level", "The classifier’s own normal is taken out of the names. Its scores of them are then all equal, by construction."),
        ("classifier level, retrained", "The normal is taken out of all words, and a classifier trained on what is left. It finds another normal, along which names may differ."),
        ("classifier level, other classifier", "Names without this classifier’s normal are scored by the other kind of classifier, trained on the words as they are: what another model makes of names that this one cannot tell apart."),
    )  # fmt: skip
    note = "The first of each is as published; the paper has no retrained variant and no other classifier."
    return Table("What the stages are", ("stage", "what is done"), rows, note, texts=2)
