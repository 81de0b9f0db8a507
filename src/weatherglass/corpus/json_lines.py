"""JSON lines: an object per line, with the text in one field and what is known of it in others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from weatherglass.corpus.lines import blocks
from weatherglass.corpus.parts import LONGEST, SHORT, About, Findings, Part, Reading, paragraphs_of, parts_of
from weatherglass.corpus.source import Source
from weatherglass.errors import FormatError

TEXT_FIELDS = ("text", "paragraphs", "content", "body")
LONGEST_LINE = 256 << 20
_ARRAY = "is a JSON array; JSON lines have one object per line, which `jq -c '.[]'` makes of it"


def looks_like_json_lines(head: str) -> bool:
    """Whether the first line is an object, or the beginning of a long one."""
    line, end, _ = head.lstrip().partition("\n")
    if not line.startswith("{"):
        return False
    if not end:
        return line[1:].lstrip().startswith(('"', "}"))
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def not_lines(head: str) -> str:
    """What to do about JSON that is not one object per line."""
    if head.lstrip().startswith("["):
        return _ARRAY
    return "is not JSON lines: an object must be on one line, which `jq -c .` does"


def read_json_lines(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    """The documents of a file of JSON lines."""
    name = source.name
    for block in blocks(source, reading, findings, longest=LONGEST_LINE):
        lines = block.text.split("\n")
        for number, line in enumerate(lines, block.first):
            if not line or line.isspace():
                continue
            cut = number == block.first + len(lines) - 1  # what follows the last line break of the file
            item = _object(line, number, cut, source)
            if "\\u" in line and ("\\ud" in line or "\\uD" in line):
                item = _without_half_characters(item, number, source, reading, findings)
            field = _text_field(item, number, source, reading)
            paragraphs = _paragraphs(item[field], field, number, source)
            about = About(f"{name}, line {number}", _fields(item, field, source.fields, reading, findings, number))
            if not paragraphs:
                findings.add("empty-documents", about.name)
            elif len(line) <= LONGEST:  # nearly all are; a generator for each would take a tenth of the time
                yield Part(about, paragraphs)
            else:
                yield from parts_of(about, paragraphs, findings)


_decode = json.JSONDecoder().decode


def _object(line: str, number: int, cut: bool, source: Source) -> dict[str, Any]:
    try:
        item = _decode(line)
    except json.JSONDecodeError as error:
        raise FormatError(_not_json(line, number, cut, error), file=source.path, line=number) from error
    except (ValueError, RecursionError) as error:  # a number of too many digits, brackets within brackets
        raise FormatError(f"is not JSON that can be read ({error})", file=source.path, line=number) from error
    if isinstance(item, dict):
        return item
    problem = _ARRAY if isinstance(item, list) else f"is JSON, but not an object: {line.strip()[:60]}"
    raise FormatError(problem, file=source.path, line=number)


def _not_json(line: str, number: int, cut: bool, error: json.JSONDecodeError) -> str:
    problem = f"is not JSON: {error.msg} at column {error.colno:,}"
    if number == 1 and line.strip() in ("[", "{"):
        return not_lines(line)
    return f"{problem}; the file ends here, so it is probably cut short" if cut else problem


def _text_field(item: dict[str, Any], number: int, source: Source, reading: Reading) -> str:
    wanted = TEXT_FIELDS if reading.text_field is None else (reading.text_field,)
    for field in wanted:
        if field in item:
            return field
    found = ", ".join(f"'{key[:40]}'" for key in list(item)[:20]) or "none"
    asked = " or ".join(f"'{field}'" for field in wanted)
    raise FormatError(
        f"has no field {asked} for the text; its fields are {found}. Name one as text_field",
        file=source.path,
        line=number,
    )


def _paragraphs(value: Any, field: str, number: int, source: Source) -> list[str]:
    if isinstance(value, str):
        return paragraphs_of(value)
    if value is None:
        return []
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return [paragraph for part in value for paragraph in paragraphs_of(part)]
    raise FormatError(f"the field '{field}' is neither text nor a list of texts", file=source.path, line=number)


def _fields(
    item: dict[str, Any], text: str, given: Mapping[str, str], reading: Reading, findings: Findings, number: int
) -> dict[str, str]:
    own: dict[str, str] = {}
    for key, value in item.items():
        if key == text:
            continue
        if type(value) is str:
            if len(value) <= SHORT:
                own[key] = value
        elif isinstance(value, int | float):
            own[key] = json.dumps(value)
    fields = {**given, **own}
    for role, field in (("date", reading.date_field), ("source", reading.source_field), ("group", reading.group_field)):
        if field is None:
            continue
        fields.pop(role, None)
        if field in own:
            fields[role] = own[field]
        else:
            findings.add(f"no-{role}-field", f"line {number}")
            if role in given:
                fields[role] = given[role]
    return fields


def _without_half_characters(
    item: dict[str, Any], number: int, source: Source, reading: Reading, findings: Findings
) -> dict[str, Any]:
    """JSON can spell half of a character, which no text may hold."""
    written = json.dumps(item, ensure_ascii=False)
    try:
        written.encode("utf-8")
    except UnicodeEncodeError as error:
        if reading.errors == "refuse":
            raise FormatError(
                f"holds half a character (\\u{ord(error.object[error.start]):04x}); errors='replace' reads on over it",
                file=source.path,
                line=number,
            ) from error
        findings.add("replaced-bytes", source.name)
        whole = written.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return _object(whole, number, False, source)
    return item
