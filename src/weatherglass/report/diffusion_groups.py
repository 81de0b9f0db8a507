"""Which names a sentiment classifier scores higher: groups compared in words, tables and figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from markupsafe import Markup

from weatherglass.downstream.diffused import ALPHA, Balanced, Classified, Compared, Diffusion, Group, Pair
from weatherglass.plot.diffusion import MOST_DOTS, comparison, extremes, names, rows_of, sexes_of
from weatherglass.plot.figure import picture
from weatherglass.report.document import Figure, Section, Table, without_empty
from weatherglass.report.mitigation_tests import said_of
from weatherglass.wording.messages import grouped, say
from weatherglass.wording.numbers import (
    effect,
    group_bias,
    interval_of,
    odds,
    or_dash,
    p_said,
    per_cent,
    probability,
    score,
    share_of,
    span,
    span_cell,
)

_NAMED = 4  # pairs that a sentence names


def titled(each: Classified) -> str:
    """The classifier's kind, at the beginning of a sentence."""
    return say(f"diffusion.title.{each.kind}")


def called(each: Classified) -> str:
    """The classifier's kind, within a sentence."""
    return say(f"diffusion.called.{each.kind}")


def of_classifier(key: str, each: Classified) -> str:
    """A title that names the classifier, and says so where it is near chance."""
    title = say(key, classifier=called(each))
    return say("diffusion.grey", title=title) if each.near_chance else title


def verdict_sections(found: Diffusion) -> list[Section]:
    """One for each classifier: what it can tell, and what that means for groups."""
    return [
        Section(
            anchor=f"verdict-{each.kind}",
            title=say(f"diffusion.verdict.{each.kind}"),
            findings=(*_verdict(each), *([say("diffusion.verdict.meaning")] if i == 0 else [])),
            tables=() if each.near_chance else (_overall(each),),
        )
        for i, each in enumerate(found.classified)
    ]


def _verdict(each: Classified) -> Iterable[str]:
    accuracy, chance = said_of(each.accuracy, share_of), per_cent(0.5)
    if each.near_chance:
        yield say("diffusion.verdict.near_chance", accuracy=accuracy, chance=chance)
        return
    yield say("diffusion.verdict.accuracy", accuracy=accuracy, right=share_of(each.right), chance=chance)
    before = each.stages[0]
    if before.populations is not None:
        yield say("diffusion.verdict.population", said=_groups_said(before.populations))
        if before.populations.h is not None and len(before.populations.pairs) > 1:
            yield _clear_said("pairs", before.populations.clear_pairs, before.populations.pairs)
    if before.sexes is not None:
        yield say("diffusion.verdict.sex", said=_groups_said(before.sexes))
    if before.within and any(pair.p is not None for pair in before.within):
        yield _clear_said("within", [pair for pair in before.within if pair.clear], before.within)
    if before.balanced is not None and before.balanced.p is not None:
        yield _balanced_said(before.balanced, before.balanced.p)


def _balanced_said(found: Balanced, p: float) -> str:
    """The difference of sexes that does not come from which populations have more names of either."""
    higher = "female" if found.difference >= 0 else "male"
    difference = score(found.difference)
    if found.interval is not None:
        difference += f" ({interval_of(found.interval, score)})"
    return say(
        f"diffusion.verdict.balanced_{higher}",
        populations=found.populations,
        names=found.names,
        difference=difference,
        p=p_said(p),
        clear=say("diffusion.clear" if p < ALPHA else "diffusion.unsure"),
    )


def _groups_said(compared: Compared) -> str:
    """Who is highest and lowest, B_c beside its floor, and the test over all groups."""
    if compared.h is None or compared.p is None:
        return say("diffusion.verdict.equal")
    highest, lowest = extremes(compared)
    number = "two" if len(compared.groups) == 2 else "many"
    means = say(
        f"diffusion.verdict.{number}",
        highest=highest.name,
        lowest=lowest.name,
        high=_mean_said(highest),
        low=_mean_said(lowest, level=False),
        odds=odds(highest.mean - lowest.mean),
    )
    bias = say(
        f"diffusion.verdict.bias_{number}{'_chance' if compared.bias <= compared.floor else ''}",
        bias=group_bias(compared.bias),
        pairs=len(compared.pairs),
        odds=odds(compared.bias),
        floor=group_bias(compared.floor),
    )
    test = _test_said(compared, compared.h, compared.p)
    tested = (
        f"{test}."
        if compared.explained is None
        else say("diffusion.verdict.explained", test=test, share=per_cent(compared.explained))
    )
    return " ".join([means, bias, tested, *([] if compared.p < ALPHA else [say("diffusion.verdict.apart")])])


def _test_said(compared: Compared, h: float, p: float) -> str:
    """Of two groups, the test by which they are published."""
    if len(compared.pairs) == 1 and (pair := compared.pairs[0]).u is not None and pair.p is not None:
        return f"Mann–Whitney U = {_u(pair.u)}, {p_said(pair.p)}"
    return f"Kruskal–Wallis H = {effect(h)}, {p_said(p)}"


def _u(u: float) -> str:
    """A whole number, or a half where scores are equal."""
    return grouped(int(u)) if u == int(u) else f"{grouped(int(u))}.5"


def _mean_said(group: Group, *, level: bool = True) -> str:
    if group.interval is None:
        return score(group.mean)
    ends = interval_of(group.interval, score) if level else span(group.interval, score)
    return f"{score(group.mean)} ({ends})"


def _clear_said(what: str, clear: Sequence[Pair], among: Sequence[Pair]) -> str:
    """How many differences are clear, and the largest of them."""
    if not clear:
        return say(f"diffusion.verdict.{what}_none", among=len(among))
    return say(f"diffusion.verdict.{what}_clear", clear=len(clear), among=len(among), largest=largest(clear))


def largest(pairs: Sequence[Pair], most: int = _NAMED, rest: str = "diffusion.more") -> str:
    """The pairs with the largest differences, with their numbers; that there are more is said."""
    ordered = sorted(pairs, key=lambda pair: -pair.bias)
    said = say("diffusion.semicolon").join(
        upwards(pair) if pair.p_holm is None else f"{upwards(pair)} ({p_said(pair.p_holm)})" for pair in ordered[:most]
    )
    return said + say(rest, n=len(ordered) - most) if len(ordered) > most else said


def upwards(pair: Pair) -> str:
    """A pair with the group that scores higher first, and by how much."""
    one, other = (pair.one, pair.other) if pair.difference >= 0 else (pair.other, pair.one)
    return f"{one} – {other} {score(pair.bias)}"


def named(pair: Pair) -> str:
    """The first group and the other, from which it is taken away."""
    return f"{pair.one} – {pair.other}"


def _overall(each: Classified) -> Table:
    rows = tuple(
        (
            say(f"diffusion.plural.{compared.by}"),
            f"{len(compared.groups)}",
            group_bias(compared.bias),
            group_bias(compared.floor),
            odds(compared.bias),
            or_dash(compared.h, effect),
            or_dash(compared.p, probability),
            or_dash(compared.explained, per_cent),
            f"{len(compared.clear_pairs)}/{len(compared.pairs)}",
        )
        for compared in (each.stages[0].populations, each.stages[0].sexes)
        if compared is not None
    )
    by, groups, bias, floor, ratio, explained, clear = (
        say(f"diffusion.overall.{name}") for name in ("by", "groups", "bias", "floor", "odds", "explained", "clear")
    )
    return Table(
        say("diffusion.overall.title", classifier=called(each)),
        (by, groups, bias, floor, ratio, "H", "p", explained, clear),
        rows,
        say("diffusion.overall.note", alpha=f"{ALPHA:g}"),
    )


def populations_section(found: Diffusion) -> Section | None:
    """Their figure 2: names by population."""
    shown = [each for each in found.classified if each.stages[0].populations is not None]
    if not shown:
        return None
    return Section(
        anchor="populations",
        title=say("diffusion.populations.title"),
        findings=(_direction(shown),),
        figures=_names_figures(found, shown, "diffusion.populations.figure"),
        tables=(_groups_table("diffusion.populations.means", shown, "population"),),
        folded=tuple(
            _pairs_table(of_classifier("diffusion.populations.pairs", each), _pairs(each, "population"))
            for each in shown
        ),
    )


def _names_figures(found: Diffusion, shown: Sequence[Classified], title: str) -> tuple[Figure, ...]:
    return figures_of(shown, title, lambda each: partial(picture, say(title, classifier=called(each)), names, found, each), _names_caption(found))  # fmt: skip


def figures_of(
    shown: Sequence[Classified], title: str, drawn: Callable[[Classified], Callable[[], Markup]], caption: str
) -> tuple[Figure, ...]:
    """One for each classifier; how they are read is said once."""
    return tuple(
        Figure(of_classifier(title, each), drawn(each), say("diffusion.as_above") if i else caption)
        for i, each in enumerate(shown)
    )


def _names_caption(found: Diffusion) -> str:
    sexes = sexes_of(found)
    many = max(Counter((name.population, name.sex) for name in found.names).values(), default=0) > MOST_DOTS
    return " ".join(
        [
            say("diffusion.populations.each"),
            *([say("diffusion.populations.boxes")] if many else []),
            *([say("diffusion.populations.sexes", sexes=say("diffusion.comma").join(sexes))] if len(sexes) > 1 else []),
            say("diffusion.populations.rest"),
        ]
    )


def _direction(shown: Sequence[Classified]) -> str:
    """How the classifiers' orders agree, if there are two that can be asked."""
    able = [each for each in shown if not each.near_chance]
    if not able:
        return say("diffusion.populations.nobody")
    orders = []
    for each in able:
        compared = each.stages[0].populations
        assert compared is not None
        ordered = sorted(compared.groups, key=lambda group: -group.mean)
        groups = say("diffusion.comma").join(group.name for group in ordered)
        orders.append(say("diffusion.populations.order_by", classifier=called(each), groups=groups))
    return say("diffusion.populations.order", orders=say("diffusion.semicolon").join(orders))


def _pairs(each: Classified, by: str) -> Sequence[Pair]:
    compared = comparison(each.stages[0], by)
    return () if compared is None else compared.pairs


def _groups_table(title: str, shown: Sequence[Classified], by: str) -> Table:
    """A row for each group, in the order of the first classifier's means."""
    tables = []
    for each in shown:
        compared = comparison(each.stages[0], by)
        assert compared is not None
        tables.append({group.name: group for group in compared.groups})
    ordered = sorted(tables[0].values(), key=lambda group: -group.mean)
    header = [say(f"diffusion.by.{by}"), say("diffusion.means.names")]
    for each in shown:
        header += [of_classifier("diffusion.means.mean", each), say("diffusion.means.odds", classifier=called(each))]
    rows = tuple(
        (
            group.name,
            grouped(group.names),
            *(text for each in tables for text in _group_cells(each[group.name])),
        )
        for group in ordered
    )
    return Table(say(title), tuple(header), rows, say("diffusion.means.note"))


def _group_cells(group: Group) -> tuple[str, str]:
    return mean_cell(group), odds(group.mean)


def mean_cell(group: Group) -> str:
    """The mean with its interval, for a table."""
    return score(group.mean) if group.interval is None else f"{score(group.mean)} ({span_cell(group.interval, score)})"


def _pairs_table(title: str, pairs: Sequence[Pair]) -> Table:
    """Of one classifier, the largest difference first."""
    ordered = sorted(pairs, key=lambda pair: -pair.bias)
    header = (say("diffusion.pairs.pair"), *_pair_header())
    rows = tuple((named(pair), *_pair_cells(pair)) for pair in ordered)
    return without_empty(Table(title, header, rows, _pairs_note(pairs)))


def _pair_header() -> tuple[str, ...]:
    difference, interval, ratio, holm, clear, above, same_sign = (
        say(f"diffusion.pairs.{name}")
        for name in ("difference", "interval", "odds", "holm", "clear", "above", "same_sign")
    )
    return difference, interval, ratio, "U", "p", holm, clear, above, same_sign


def _pair_cells(pair: Pair) -> tuple[str, ...]:
    return (
        score(pair.difference),
        span_cell(pair.interval, score),
        odds(pair.bias),
        or_dash(pair.u, _u),
        or_dash(pair.p, probability),
        or_dash(pair.p_holm, probability),
        say("diffusion.yes" if pair.clear else "diffusion.no"),
        share_of(pair.above),
        or_dash(pair.same_sign, share_of),
    )


def _pairs_note(pairs: Sequence[Pair]) -> str:
    methods = [say(f"diffusion.p_method.{each}") for each in dict.fromkeys(pair.p_method for pair in pairs if pair.p is not None)]  # fmt: skip
    how = methods[0] if len(methods) == 1 else say("diffusion.pairs.either", one=methods[0], other=methods[1]) if methods else ""  # fmt: skip
    return " ".join(
        [
            say("diffusion.pairs.what"),
            *([say("diffusion.pairs.test", methods=how)] if how else []),
            say("diffusion.pairs.corrected"),
            *([say("diffusion.pairs.same")] if any(pair.same_sign is not None for pair in pairs) else []),
            *([say("diffusion.pairs.dash")] if any(pair.p is None for pair in pairs) else []),
        ]
    )


def sexes_section(found: Diffusion) -> Section | None:
    """Sexes as a whole and within populations; None where names are not told apart by sex."""
    shown = [each for each in found.classified if each.stages[0].sexes is not None]
    if not shown:
        return None
    drawn = [each for each in shown if rows_of(each) is each.stages[0].sexes]
    return Section(
        anchor="sexes",
        title=say("diffusion.sexes.title"),
        findings=tuple(_sexes_said([each for each in shown if not each.near_chance])),
        figures=_names_figures(found, drawn, "diffusion.sexes.figure"),
        tables=(_groups_table("diffusion.sexes.means", shown, "sex"), _sexes_table(shown)),
        folded=tuple(
            _pairs_table(of_classifier("diffusion.sexes.within", each), each.stages[0].within)
            for each in shown
            if each.stages[0].within
        ),
    )


def _sexes_table(shown: Sequence[Classified]) -> Table:
    rows = tuple(
        (say("diffusion.grey", title=called(each)) if each.near_chance else called(each), named(pair), *_pair_cells(pair))
        for each in shown
        for pair in _pairs(each, "sex")
    )  # fmt: skip
    note = _pairs_note([pair for each in shown for pair in _pairs(each, "sex")])
    header = (say("diffusion.pairs.classifier"), say("diffusion.pairs.pair"), *_pair_header())
    return without_empty(Table(say("diffusion.sexes.compared"), header, rows, note, texts=2))


def _sexes_said(able: Sequence[Classified]) -> Iterable[str]:
    if not able:
        yield say("diffusion.sexes.nobody")
    for each in able:
        for pair in _pairs(each, "sex"):
            if pair.p is None:
                yield say("diffusion.sexes.equal", classifier=titled(each), one=pair.one, other=pair.other)
                continue
            yield say(
                "diffusion.sexes.pair",
                classifier=titled(each),
                one=pair.one,
                other=pair.other,
                difference=difference_said(pair),
                odds=odds(pair.difference),
                p=p_said(pair.p),
                clear=say("diffusion.clear" if pair.clear else "diffusion.not_clear"),
                above=share_of(pair.above),
            )
    if any(each.stages[0].within for each in able):
        yield say("diffusion.sexes.also_within")


def difference_said(pair: Pair) -> str:
    """By how much, with its interval."""
    difference = score(pair.difference)
    return difference if pair.interval is None else f"{difference} ({interval_of(pair.interval, score)})"
