"""What can be asked for, as types: each says what is allowed, what a form shows for it, and how a form's text becomes a value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from weatherglass.errors import SpecError

LONGEST_WORD = 200
MOST_WORDS = 20_000


def shown_as(control: str) -> dict[str, Any]:
    """What a form shows a field as, where its type does not say it."""
    return {"x-control": control}


Vectors = Annotated[str, Field(pattern=r"^[0-9a-z]{4,32}$", json_schema_extra=shown_as("vectors"))]
SeveralVectors = Annotated[
    list[Vectors], Field(min_length=2, max_length=8, json_schema_extra=shown_as("several-vectors"))
]
# One of several vectors that are given beside it; empty: the first of them.
OneOfVectors = Annotated[str, Field(pattern=r"^([0-9a-z]{4,32})?$", json_schema_extra=shown_as("one-of-vectors"))]
# Vectors that GloVe's model was kept with; empty: none.
KeptVectors = Annotated[str, Field(pattern=r"^([0-9a-z]{4,32})?$", json_schema_extra=shown_as("kept-vectors"))]
StudyFolder = Annotated[str, Field(pattern=r"^[0-9a-z]{4,32}$", json_schema_extra=shown_as("study"))]
CorpusFolder = Annotated[str, Field(pattern=r"^[0-9a-z]{4,32}$", json_schema_extra=shown_as("corpus"))]
Language = Annotated[str, Field(pattern=r"^([a-z]{2,3})?$", json_schema_extra=shown_as("language"))]  # empty: guessed
Queries = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=200)]],
    Field(max_length=300, json_schema_extra=shown_as("queries")),
]
OneQuery = Annotated[str, Field(min_length=1, max_length=200, json_schema_extra=shown_as("query"))]
Measures = Annotated[
    list[Annotated[str, Field(max_length=60)]], Field(max_length=60, json_schema_extra=shown_as("measures"))
]
SmoothMeasure = Annotated[str, Field(max_length=60, json_schema_extra=shown_as("smooth-measure"))]
Method = Annotated[str, Field(max_length=60, json_schema_extra=shown_as("method"))]
Word = Annotated[str, Field(min_length=1, max_length=LONGEST_WORD)]
Words = Annotated[list[Word], Field(max_length=MOST_WORDS, json_schema_extra=shown_as("words"))]
# Names of fields, none of which has a sign in it that separates them.
Names = Annotated[
    list[Annotated[str, Field(max_length=LONGEST_WORD, pattern=r"^[^,;،؛\t\r\n]+$")]],
    Field(max_length=10, json_schema_extra=shown_as("names")),
]
Percents = Annotated[
    list[Annotated[float, Field(gt=0, lt=100)]], Field(max_length=4, json_schema_extra=shown_as("numbers"))
]
Seed = Annotated[int, Field(ge=0, le=2**31 - 1)]


def _different_words(words: list[str]) -> list[str]:
    """Words that stand together in one line, as the command line takes them: none has a comma in it."""
    composed = [unicodedata.normalize("NFC", word.strip()) for word in words]
    if not all(composed) or len(set(composed)) < len(composed) or any("," in word for word in composed):
        raise ValueError("give different words on each line, with a comma between them, such as she, he")
    return composed


def _two(words: list[str]) -> list[str]:
    if len(words) != 2:
        raise ValueError("give two words on each line, with a comma between them, such as she, he")
    return _different_words(words)


def _two_or_more(words: list[str]) -> list[str]:
    if len(words) < 2:
        raise ValueError("give two or more words on each line, with commas between them, such as mother, father")
    return _different_words(words)


# Lines of words: pairs, the word that counts as positive first, and sets of any size.
Pairs = Annotated[
    list[Annotated[list[Word], AfterValidator(_two)]], Field(max_length=500, json_schema_extra=shown_as("lines"))
]
WordRows = Annotated[
    list[Annotated[list[Word], Field(max_length=50), AfterValidator(_two_or_more)]],
    Field(max_length=2000, json_schema_extra=shown_as("lines")),
]


class Asked(BaseModel):
    """What is asked of one kind of work; `folded`: fields that a form keeps out of sight until they are wanted."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Control(BaseModel):
    """A field of a form. Its label is the message `app.<work>.field.<name>` or `app.field.<name>`, its help likewise `app.help.…` where there is one."""

    name: str
    kind: str  # vectors, several-vectors, one-of-vectors, kept-vectors, study, corpus, language, queries, query, measures, smooth-measure, method, words, names, lines, choice, choices, number, numbers, yes-no, text
    value: Any
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    step: str = "any"
    folded: bool = False


def controls(model: type[Asked], values: Mapping[str, Any], folded: Iterable[str] = ()) -> list[Control]:
    """The fields of a form for it, filled in with these values, as far as they are given."""
    return [_control(name, info, values, name in set(folded)) for name, info in model.model_fields.items()]


def _control(name: str, info: FieldInfo, values: Mapping[str, Any], folded: bool) -> Control:
    usual = info.get_default(call_default_factory=True) if not info.is_required() else None
    made = Control(name=name, kind=kind_of(info), value=values.get(name, usual), folded=folded)
    if made.kind == "choice":
        made.choices = tuple(str(each) for each in get_args(_plain(info)))
    if made.kind == "choices":
        made.choices = tuple(str(each) for each in get_args(get_args(_plain(info))[0]))
    if made.kind == "number":
        made.least, made.most = (
            next((getattr(rule, key) for rule in info.metadata if hasattr(rule, key)), None) for key in ("ge", "le")
        )
        made.step = "1" if _plain(info) is int else "any"
    return made


def kind_of(info: FieldInfo) -> str:
    """What a form shows a field as."""
    extra = info.json_schema_extra
    if isinstance(extra, dict) and "x-control" in extra:
        return str(extra["x-control"])
    plain = _plain(info)
    if get_origin(plain) is Literal:
        return "choice"
    if get_origin(plain) is list and get_origin(get_args(plain)[0]) is Literal:
        return "choices"
    if plain is bool:
        return "yes-no"
    return "number" if plain in (int, float) else "text"


def _plain(info: FieldInfo) -> Any:
    """Its type without None."""
    parts = [each for each in get_args(info.annotation) if each is not type(None)]
    return parts[0] if type(None) in get_args(info.annotation) and len(parts) == 1 else info.annotation


_LISTS = ("several-vectors", "queries", "measures", "choices")
_BETWEEN_NUMBERS = re.compile(r"[\s,;،؛%٪]+")


def from_pairs(model: type[Asked], pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The values in a form or an address, by the names of the model's fields; what is left empty has its usual value."""
    from weatherglass.words.pasted import split_words

    given: dict[str, list[str]] = {}
    for name, value in pairs:
        given.setdefault(name, []).append(value)
    found: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        kind, texts = kind_of(info), [text for text in given.get(name, []) if text.strip()]
        if kind == "yes-no":
            if name in given:  # a form sends "no" before every box, as browsers send nothing for an empty one
                found[name] = given[name][-1] == "yes"
        elif not texts:
            continue
        elif kind in _LISTS:
            found[name] = list(dict.fromkeys(texts))
        elif kind in ("words", "names"):
            found[name] = [word for text in texts for word in split_words(text)]
        elif kind == "numbers":
            found[name] = [number for text in texts for number in _BETWEEN_NUMBERS.split(text) if number]
        elif kind == "lines":
            lines = (line for text in texts for line in text.splitlines())
            found[name] = [words for line in lines if (words := _words_of(line, split_words))]
        else:
            found[name] = texts[-1].strip()
    return found


def _words_of(line: str, split: Any) -> list[str]:
    """The words of one line; two with only a space between them are two words."""
    words: list[str] = split(line)
    return words[0].split() if len(words) == 1 and len(words[0].split()) == 2 else words


def lines_of(value: Iterable[Iterable[str]]) -> str:
    """Rows of words as a form shows them."""
    return "\n".join(", ".join(words) for words in value)


def as_pairs(asked: Asked) -> list[tuple[str, str]]:
    """The inverse: what stands in an address; usual values are left out."""
    pairs: list[tuple[str, str]] = []
    for name, info in type(asked).model_fields.items():
        value = getattr(asked, name)
        if not info.is_required() and value == info.get_default(call_default_factory=True):
            continue
        if kind_of(info) == "words":
            pairs.append((name, "\n".join(value)))
        elif kind_of(info) == "names":
            pairs.append((name, ", ".join(value)))
        elif kind_of(info) == "numbers":
            pairs.append((name, ", ".join(str(each).removesuffix(".0") for each in value)))
        elif kind_of(info) == "lines":
            pairs.append((name, lines_of(value)))
        elif isinstance(value, list):
            pairs += [(name, str(each)) for each in value]
        elif isinstance(value, bool):
            pairs.append((name, "yes" if value else "no"))
        elif value is not None:
            pairs.append((name, str(value)))
    return pairs


def made(model: type[Asked], values: Mapping[str, Any]) -> Any:
    """What is asked for, checked; a problem names the field and what was given."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        given = re.sub(r"\s+", " ", repr(first["input"]))[:80]
        raise SpecError(f"{first['msg'].removeprefix('Value error, ')}, got {given}", key=where) from error
