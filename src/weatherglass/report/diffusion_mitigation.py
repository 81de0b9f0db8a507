"""What mitigation of vectors and of classifiers leaves of the differences between groups of names, in words, tables and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from weatherglass.downstream.diffused import Classified, Compared, Diffusion, Group, Kind, Stage, stage_name
from weatherglass.plot.diffusion import comparison, extremes, stages
from weatherglass.plot.figure import picture
from weatherglass.report.diffusion_groups import called, figures_of, largest, of_classifier, titled, upwards
from weatherglass.report.document import Section, Table, without_empty
from weatherglass.report.mitigation_tests import cell, reasons, said_of
from weatherglass.wording.messages import grouped, say
from weatherglass.wording.numbers import correlation, group_bias, left, or_dash, per_cent, score, share_of, span_cell
from weatherglass.wording.numbers import value as distance

BY = ("population", "sex")
_OTHER: dict[Kind, Kind] = {"svm": "logistic", "logistic": "svm"}
_RULES = (
    "before",
    "embedding level",
    "embedding level, retrained",
    "classifier level",
    "classifier level, retrained",
    "classifier level, other classifier",
)


def mitigation_sections(found: Diffusion) -> list[Section]:
    """Their figures 3 and 4, and what the two levels of mitigation leave."""
    if not any(len(each.stages) > 1 for each in found.classified):
        return []
    after = [after_section(found, by) for by in BY]
    return [*(section for section in after if section is not None), levels_section(found)]


def stage_said(stage: Stage) -> str:
    """The state of things in the language spoken."""
    return say(f"diffusion.stage.{stage_name(stage)}")


def after_section(found: Diffusion, by: str) -> Section | None:
    """Means of groups, by population or sex, in each state of things."""
    shown = [each for each in found.classified if comparison(each.stages[0], by) is not None]
    if not shown:
        return None
    title = f"diffusion.after.figure_{by}"
    caption = say("diffusion.after.caption")
    if by == "population":
        caption += f" {say('diffusion.after.others')}"
    return Section(
        anchor=f"{by}-after",
        title=say(f"diffusion.after.{by}"),
        findings=tuple(_ranges(each, by) for each in shown),
        figures=figures_of(
            shown, title, lambda each: partial(picture, say(title, classifier=called(each)), stages, each, by), caption
        ),
        tables=tuple(_means(each, by) for each in shown),
        folded=tuple(_intervals(each, by) for each in shown),
    )


def _ranges(each: Classified, by: str) -> str:
    """How far the groups lie apart in each state."""
    if each.near_chance:
        return say("diffusion.after.near_chance", classifier=titled(each))
    compared = [(stage, found) for stage in each.stages if (found := comparison(stage, by)) is not None]
    said = [_range(stage, found, little=each.tells_little(stage)) for stage, found in compared]
    return say("diffusion.after.ranges", classifier=titled(each), ranges=say("diffusion.semicolon").join(said))


def _range(stage: Stage, found: Compared, *, little: bool) -> str:
    if little:
        return say("diffusion.after.range_unsaid", stage=stage_said(stage))
    highest, lowest = extremes(found)
    apart = group_bias(highest.mean - lowest.mean)
    if apart == "0":
        return say("diffusion.after.range_none", stage=stage_said(stage), apart=apart)
    return say("diffusion.after.range", stage=stage_said(stage), apart=apart, highest=highest.name, lowest=lowest.name)


def _means(each: Classified, by: str) -> Table:
    """A row for each group, a column for each state."""
    shown = _by_group(each, by)
    rows = tuple((name, *(score(groups[name].mean) for _, groups in shown)) for name in _ordered(shown))
    header = (say(f"diffusion.by.{by}"), *(stage_said(stage) for stage, _ in shown))
    return Table(of_classifier(f"diffusion.after.means_{by}", each), header, rows, say("diffusion.after.means_note"))


def _intervals(each: Classified, by: str) -> Table:
    """A row for each group and state."""
    shown = _by_group(each, by)
    rows = tuple(
        (name, stage_said(stage), grouped(groups[name].names), score(groups[name].mean), span_cell(groups[name].interval, score))
        for name in _ordered(shown)
        for stage, groups in shown
    )  # fmt: skip
    header = (
        say(f"diffusion.by.{by}"),
        *(say(f"diffusion.after.{name}") for name in ("stage", "names", "mean", "interval")),
    )
    title = of_classifier(f"diffusion.after.intervals_{by}", each)
    return Table(title, header, rows, say("diffusion.after.intervals_note"), texts=2)


def _by_group(each: Classified, by: str) -> list[tuple[Stage, dict[str, Group]]]:
    compared = [(stage, comparison(stage, by)) for stage in each.stages]
    return [(stage, {group.name: group for group in found.groups}) for stage, found in compared if found is not None]


def _ordered(shown: list[tuple[Stage, dict[str, Group]]]) -> list[str]:
    """The highest mean before first."""
    groups = shown[0][1]
    return sorted(groups, key=lambda name: -groups[name].mean)


def levels_section(found: Diffusion) -> Section:
    """What each mitigation leaves, and what that means."""
    able = [each for each in found.classified if not each.near_chance]
    still = _still_clear(able)
    findings = [say("diffusion.levels.trivial"), _cosine(able, found)] if able else [say("diffusion.levels.nobody")]
    return Section(
        anchor="levels",
        title=say("diffusion.levels.title"),
        findings=(*findings, *(said for each in able for said in _levels(each, found))),
        tables=tuple(_stages(each) for each in found.classified),
        folded=(*([still] if still.rows else []), _rules()),
    )


def _levels(each: Classified, found: Diffusion) -> Iterable[str]:
    """A sentence for each state after the first."""
    others = {other.kind: other for other in found.classified}
    for stage in each.stages[1:]:
        named = {"classifier": titled(each), "stage": stage_said(stage)}
        if stage.level == "other classifier":
            kind = _OTHER[each.kind]
            other = others.get(kind)
            if other is None:
                yield say(f"diffusion.levels.other_missing_{kind}", **named)
            elif other.near_chance:
                yield say(f"diffusion.levels.other_near_chance_{kind}", **named)
            else:
                told = _told(other.stages[0], stage, little=False)
                yield say(f"diffusion.levels.other_{kind}", **named, told=told)
            continue
        told = _told(each.stages[0], stage, little=each.tells_little(stage))
        if stage.level == "embedding":
            yield say("diffusion.levels.stage_pairs", **named, n=len(found.pairs), told=told)
        else:
            yield say("diffusion.levels.stage", **named, told=told)


def _told(before: Stage, stage: Stage, *, little: bool) -> str:
    biases = say("diffusion.semicolon").join(_biases(before, stage))
    if stage.level == "classifier" and not stage.retrained:
        return say("diffusion.levels.by_construction", biases=biases)
    accuracy = {
        "accuracy": said_of(stage.accuracy, share_of),
        "before": said_of(before.accuracy, share_of, level=False),
    }
    if little:
        return say("diffusion.levels.little", **accuracy)
    still = say("diffusion.semicolon").join(
        _still(found) for found in (stage.populations, stage.sexes) if found is not None
    )
    if stage.retrained:
        return say("diffusion.levels.told_retrained", biases=biases, still=still, **accuracy)
    return say("diffusion.levels.told", biases=biases, still=still)


def _biases(before: Stage, stage: Stage) -> Iterable[str]:
    for by in BY:
        was, now = comparison(before, by), comparison(stage, by)
        if was is None or now is None:
            continue
        values = {"now": group_bias(now.bias), "was": group_bias(was.bias)}
        if "0" in values.values():
            yield say(f"diffusion.levels.bias_{by}", **values)
        else:
            yield say(f"diffusion.levels.bias_{by}_left", **values, left=left(now.bias / was.bias))


def _still(compared: Compared) -> str:
    """Which differences are clear."""
    clear = compared.clear_pairs
    if len(compared.pairs) == 1:
        return say(f"diffusion.levels.one_{'clear' if clear else 'not_clear'}_{compared.by}")
    if not clear:
        return say("diffusion.levels.none_population", among=len(compared.pairs))
    most = largest(clear, 2, "diffusion.also_more")
    return say("diffusion.levels.clear_population", n=len(clear), among=len(compared.pairs), largest=most)


def _cosine(able: Sequence[Classified], found: Diffusion) -> str:
    pairs = say("diffusion.comma").join(found.pairs)
    values = [
        say(
            f"diffusion.levels.cosine_{each.kind}",
            pairs=pairs,
            cosine=correlation(each.cosine),
            distance=distance(1 - each.cosine, "cosine"),
        )
        for each in able
        if each.cosine is not None
    ]
    if not values:
        return f"{say('diffusion.levels.no_cosine')} {say('diffusion.levels.paper')}"
    return " ".join([*values, say("diffusion.levels.paper"), say("diffusion.levels.smaller")])


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
                    (called(each), stage_said(stage), say("diffusion.comma").join(upwards(pair) for pair in pairs))
                )
    header = (say("diffusion.pairs.classifier"), say("diffusion.after.stage"), say("diffusion.levels.still_pairs"))
    return Table(say("diffusion.levels.still_title"), header, tuple(rows), say("diffusion.levels.still_note"), texts=3)


def _stages(each: Classified) -> Table:
    rows = []
    for stage in each.stages:
        populations, sexes = stage.populations, stage.sexes
        clear = [pair for pair in stage.within if pair.clear]
        accuracy = cell(stage.accuracy, share_of)
        rows.append(
            (
                stage_said(stage),
                or_dash(populations, lambda found: group_bias(found.bias)),
                or_dash(populations, lambda found: group_bias(found.floor)),
                or_dash(populations, _clear_pairs),
                or_dash(sexes, lambda found: group_bias(found.bias)),
                or_dash(sexes, lambda found: group_bias(found.floor)),
                or_dash(sexes, _clear_pairs),
                f"{len(clear)}/{len(stage.within)}" if stage.within else "–",
                say("diffusion.levels.accuracy_little", accuracy=accuracy) if each.tells_little(stage) else accuracy,
            )
        )
    columns = (
        "bias_populations", "floor_populations", "clear_populations", "bias_sexes", "floor_sexes", "clear_sexes", "clear_within", "accuracy",
    )  # fmt: skip
    header = (say("diffusion.after.stage"), *(say(f"diffusion.levels.{name}") for name in columns))
    why = reasons((stage_said(stage), stage.accuracy) for stage in each.stages)
    note = f"{say('diffusion.levels.stages_note', chance=per_cent(0.5))}{why}"
    return without_empty(Table(of_classifier("diffusion.levels.stages_title", each), header, tuple(rows), note))


def _clear_pairs(found: Compared) -> str:
    return f"{len(found.clear_pairs)}/{len(found.pairs)}"


def _rules() -> Table:
    rows = tuple((say(f"diffusion.stage.{name}"), say(f"diffusion.rule.{name}")) for name in _RULES)
    header = (say("diffusion.after.stage"), say("diffusion.levels.what"))
    return Table(say("diffusion.levels.rules_title"), header, rows, say("diffusion.levels.rules_note"), texts=2)
