"""Whether bias reaches sentiment classifiers, as a report: what it rests on here, the rest beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from importlib.metadata import version

from weatherglass.downstream.diffused import ALPHA, Classified, Compared, Diffusion, LexiconUsed, Name, Pair
from weatherglass.downstream.diffusion import REFITS
from weatherglass.downstream.lexicon_words import POLARITY
from weatherglass.downstream.names import NAMES
from weatherglass.plot.diffusion import extremes, rows_of
from weatherglass.report.command import command, unless
from weatherglass.report.diffusion_groups import (
    called,
    difference_said,
    populations_section,
    sexes_section,
    titled,
    verdict_sections,
)
from weatherglass.report.diffusion_mitigation import mitigation_sections, stage_said
from weatherglass.report.document import Document, Section, Table
from weatherglass.report.identity import language_name, of_vectors
from weatherglass.report.mitigation_tests import said_of
from weatherglass.report.provenance import setting_said, settings_said
from weatherglass.wording.messages import grouped, say, say_naming
from weatherglass.wording.numbers import correlation, group_bias, left, odds, per_cent, score, share_of

CITED = ("papakyriakopoulos2020", "platt1999", "mann1947", "kruskal1952", "holm1979")
_RANKED = 0.3  # correlation with rank from which it is called more than slight


def document(found: Diffusion) -> Document:
    """All that is to be said about it, in the language spoken."""
    return Document(
        kind="diffusion",
        name=found.embedding["name"],
        identity=tuple(_identity(found)),
        findings=tuple(said for each in found.classified for said in _findings(each)),
        mind=say("diffusion.mind"),
        warnings=found.warnings,
        sections=tuple(sections(found)),
        limits=tuple(limits(found)),
        methods=(methods(found),),
        command=command_of(found),
        cited=CITED,
        data=found.to_dict(),
        tables={"diffusion": found.table(), "names": found.names_table()},
    )


def sections(found: Diffusion) -> list[Section]:
    """The verdict, groups, mitigation, what it rests on, and what was published."""
    groups = [populations_section(found), sexes_section(found)]
    return [
        *verdict_sections(found),
        *(section for section in groups if section is not None),
        *mitigation_sections(found),
        rests_section(found),
        published_section(),
    ]


def _identity(found: Diffusion) -> Iterable[tuple[str, str]]:
    yield say("diffusion.lexicon"), found.lexicon.name
    yield say("diffusion.names"), say("diffusion.names_found", list=found.names_list, n=len(found.names))
    yield say("report.lists_language"), language_name(found.language)
    yield from of_vectors(found.embedding)


def _findings(each: Classified) -> Iterable[str]:
    """What is to be taken away of a classifier: who scores higher, sexes, and what mitigation leaves."""
    named = {"classifier": titled(each), "accuracy": said_of(each.accuracy, share_of)}
    if each.near_chance:
        yield say("diffusion.finding.near_chance", **named, chance=per_cent(0.5))
        return
    before = each.stages[0]
    groups = rows_of(each)
    if groups is not None:
        yield _groups_finding(groups, named)
    if before.sexes is not None and before.sexes is not groups:
        yield _groups_finding(before.sexes, named, "sexes")
    if before.populations is not None and (said := list(_left(each, before.populations))):
        yield say("diffusion.finding.left", classifier=titled(each), before=group_bias(before.populations.bias), left=say("diffusion.comma").join(said))  # fmt: skip


def _groups_finding(compared: Compared, named: dict[str, str], two: str = "two") -> str:
    if compared.h is None:
        return say("diffusion.finding.equal", classifier=named["classifier"])
    highest, lowest = extremes(compared)
    who = {"highest": highest.name, "lowest": lowest.name}
    ratio = odds(highest.mean - lowest.mean)
    if len(compared.pairs) == 1:
        pair = compared.pairs[0]
        difference = difference_said(_upwards(pair))
        clear = say("diffusion.clear" if pair.clear else "diffusion.unsure")
        return say_naming(f"diffusion.finding.{two}", who, **named, difference=difference, odds=ratio, clear=clear)
    n = len(compared.clear_pairs)
    key = "diffusion.finding.many" if n else "diffusion.finding.none"
    return say_naming(key, who, **named, odds=ratio, n=n, among=len(compared.pairs))


def _upwards(pair: Pair) -> Pair:
    """With the group that scores higher first."""
    if pair.difference >= 0:
        return pair
    ends = pair.interval
    turned = None if ends is None else replace(ends, low=-ends.high, high=-ends.low)
    return replace(pair, one=pair.other, other=pair.one, difference=-pair.difference, interval=turned)


def _left(each: Classified, before: Compared) -> Iterable[str]:
    """Shares of B_c at each stage where anything can be left, on the scale of this classifier."""
    for stage in each.stages[1:]:
        by_construction = stage.level == "classifier" and not stage.retrained
        if stage.level == "other classifier" or by_construction or each.tells_little(stage):
            continue
        if stage.populations is not None and group_bias(before.bias) != "0":
            share = left(stage.populations.bias / before.bias)
            yield say("diffusion.finding.left_part", share=share, stage=stage_said(stage))


def rests_section(found: Diffusion) -> Section:
    """Lexicon, names, classifiers and settings."""
    lexicon = found.lexicon
    missing = sum(map(len, found.missing.values()))
    lists = [(say("diffusion.rests.missing", group=group), words) for group, words in found.missing.items() if words]
    if lexicon.left_out_names:
        lists.append((say("diffusion.rests.lexicon_left_out"), lexicon.left_out_names))
    if found.pairs:
        lists.append((say("diffusion.rests.pairs"), found.pairs))
    return Section(
        anchor="rests",
        title=say("diffusion.rests.title"),
        findings=(
            _lexicon_said(lexicon),
            say("diffusion.rests.names", list=found.names_list, found=len(found.names), missing=missing),
            *(say("diffusion.rests.left_out", group=group, reason=reason) for group, reason in found.left_out.items()),
            *map(_rests_on, found.classified),
        ),
        folded=(_names_table(found), _settings_table(found)),
        lists=tuple(lists),
    )


def _lexicon_said(lexicon: LexiconUsed) -> str:
    said = say(
        "diffusion.rests.lexicon",
        name=lexicon.name,
        used=lexicon.positive + lexicon.negative,
        asked=lexicon.asked,
        positive=lexicon.positive,
        negative=lexicon.negative,
        lemmas=lexicon.lemmas,
    )
    n = len(lexicon.left_out_names)
    return f"{said} {say('diffusion.rests.lexicon_names', n=n) if n else say('diffusion.rests.lexicon_no_names')}"


def _rests_on(each: Classified) -> str:
    """What a reader should know of a classifier beside its accuracy."""
    parts = [say("diffusion.rests.zero", score=score(each.zero))]
    if each.with_rank is not None:
        lean = "lower" if each.with_rank < 0 else "higher"
        slight = "" if abs(each.with_rank) >= _RANKED else "_slight"
        parts.append(say(f"diffusion.rests.rank_{lean}{slight}", r=correlation(each.with_rank)))
    if each.refits and not each.near_chance:
        parts.append(_signs(each))
    return say("diffusion.rests.classifier", classifier=titled(each), parts=say("diffusion.semicolon").join(parts))


def _signs(each: Classified) -> str:
    """In how many classifiers of other draws of the lexicon the clear differences have the same sign."""
    first = each.stages[0]
    compared = [found for found in (first.populations, first.sexes) if found is not None]
    clear = [pair.same_sign for found in compared for pair in found.clear_pairs if pair.same_sign is not None]
    if not clear:
        return say("diffusion.rests.signs_none", refits=each.refits)
    if min(clear) == 1:
        return say("diffusion.rests.signs_all", n=len(clear), refits=each.refits)
    return say("diffusion.rests.signs_least", n=len(clear), share=share_of(min(clear)), refits=each.refits)


def _names_table(found: Diffusion) -> Table:
    counts = Counter(map(_group_of, found.names))
    groups = list(dict.fromkeys([*counts, *found.missing]))
    rows = tuple((group, grouped(counts[group]), grouped(len(found.missing.get(group, ())))) for group in groups)
    header = tuple(say(f"diffusion.rests.{name}") for name in ("group", "found_column", "missing_column"))
    return Table(say("diffusion.rests.names_title"), header, rows, say("diffusion.rests.names_note"))


def _group_of(name: Name) -> str:
    return f"{name.population} {name.sex}".strip()


def _settings_table(found: Diffusion) -> Table:
    rows = tuple((name.replace("_", " "), setting_said(each)) for name, each in found.settings.items())
    header = (say("diffusion.rests.setting"), say("diffusion.rests.value"))
    return Table(say("diffusion.rests.settings"), header, rows, "")


def limits(found: Diffusion) -> Iterable[str]:
    """What a reader might take it for."""
    of_sexes = any(each.stages[0].sexes is not None for each in found.classified)
    for name in ("likelihood", "people", "given", "frequency", "mixed", "words", "absence"):
        if name != "mixed" or of_sexes:
            yield say(f"diffusion.limit.{name}")


def published_section() -> Section:
    """What the paper has."""
    rows = tuple(
        (say(f"diffusion.plural.{by}"), say(f"diffusion.published.{vectors}"), *numbers)
        for by, vectors, *numbers in (
            ("population", "wikipedia", "0.23", "0.027", "0"),
            ("population", "social_media", "0.14", "0.035", "0"),
            ("sex", "wikipedia", "0.011", "0.009", "0"),
            ("sex", "social_media", "0.068", "0.018", "0"),
        )
    )
    header = (
        say("diffusion.published.groups"),
        say("diffusion.published.vectors"),
        *(say(f"diffusion.stage.{stage}") for stage in ("before", "embedding level", "classifier level")),
    )
    table = Table(say("diffusion.published.table"), header, rows, say("diffusion.published.note"), texts=2)
    title, said = say("diffusion.published.title"), say("diffusion.published.said")
    return Section(anchor="published", title=title, findings=(said,), tables=(table,))


def methods(found: Diffusion) -> str:
    """A paragraph to paste into a paper."""
    vectors, lexicon = found.embedding, found.lexicon
    accuracies = (
        f"{called(each)} {'–' if each.accuracy.value is None else share_of(each.accuracy.value)}"
        for each in found.classified
    )
    refits = max((each.refits for each in found.classified), default=0)
    return " ".join(
        [
            say(
                "diffusion.methods.measured",
                version=version("weatherglass"),
                kinds=_kinds(found),
                name=vectors["name"],
                words=vectors["words"],
                dim=vectors["dim"],
                positive=lexicon.positive,
                negative=lexicon.negative,
                lexicon=lexicon.name,
                accuracy=say("diffusion.semicolon").join(accuracies),
                chance=per_cent(0.5),
            ),
            say(
                "diffusion.methods.scored",
                names=len(found.names),
                groups=_grouped_by(found),
                list=found.names_list,
                alpha=f"{ALPHA:g}",
            ),
            say("diffusion.methods.mitigated"),
            *([say("diffusion.methods.refits", refits=refits)] if refits else []),
            *([say("diffusion.methods.settings", settings=settings_said(found.settings))] if found.settings else []),
        ]
    )


def _kinds(found: Diffusion) -> str:
    kinds = [called(each) for each in found.classified]
    return (
        say("diffusion.methods.and", one=kinds[0], other=kinds[1])
        if len(kinds) == 2
        else say("diffusion.comma").join(kinds)
    )


def _grouped_by(found: Diffusion) -> str:
    populations = len({name.population for name in found.names})
    sexes = len({name.sex for name in found.names if name.sex})
    if sexes:
        return say("diffusion.methods.populations_sexes", n=populations, sexes=sexes)
    return say("diffusion.methods.populations", n=populations)


def command_of(found: Diffusion) -> str:
    """The command that gives the same; none where the lexicon or the names came from files, whose paths the result does not have."""
    language, settings = found.language, found.settings
    if (found.lexicon.name, found.names_list) != (f"{language}/{POLARITY}", f"{language}/{NAMES}"):
        return ""
    options = {
        "--lang": [language],
        "--pair": [pair.replace("–", ",") for pair in found.pairs],
        "--lengths": unless(settings["lengths"], "kept"),
        "--refits": unless(settings["refits"], REFITS),
        "--seed": unless(settings["seed"], 0),
    }
    return command(["weatherglass", "diffuse", found.embedding["name"]], options, {})
