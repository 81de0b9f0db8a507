"""What can be asked for: from a form or an address to a checked value, and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherglass.app.asking import as_pairs, controls, from_pairs, made
from weatherglass.app.work import works
from weatherglass.app.works.audit import AskedOfAudit
from weatherglass.errors import SpecError

WORKS = sorted(works())
WITHOUT_FORM = {"open", "analogies", "study"}  # asked for by screens of their own


def test_a_form_becomes_what_is_asked_for() -> None:
    pairs = [("vectors", "sample"), ("queries", "en/weat1"), ("queries", "en/weat6"), ("seed", " 7 "), ("smallest_effect", ""), ("other", "x")]  # fmt: skip
    asked = made(AskedOfAudit, from_pairs(AskedOfAudit, pairs))
    assert asked == AskedOfAudit(vectors="sample", queries=["en/weat1", "en/weat6"], seed=7)


@given(
    asked=st.builds(
        AskedOfAudit,
        vectors=st.sampled_from(["sample", "0123456789abcdef"]),
        language=st.sampled_from(["", "de", "ar"]),
        queries=st.lists(st.sampled_from(["en/weat1", "de/x", "own-0123456789abcdef"]), unique=True, max_size=3),
        measures=st.lists(st.sampled_from(["weat", "ect"]), unique=True),
        comparisons=st.integers(0, 2000),
        smallest_effect=st.none() | st.floats(0.001, 2),
        min_coverage=st.floats(0, 1),
        seed=st.integers(0, 2**31 - 1),
    )
)
def test_an_address_gives_back_what_was_asked_for(asked: AskedOfAudit) -> None:
    assert made(AskedOfAudit, from_pairs(AskedOfAudit, as_pairs(asked))) == asked


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({}, "vectors"),
        ({"vectors": "../etc/passwd"}, "vectors"),
        ({"vectors": "sample", "seed": "x"}, "seed"),
        ({"vectors": "sample", "seed": -1}, "seed"),
        ({"vectors": "sample", "comparisons": 10**9}, "comparisons"),
        ({"vectors": "sample", "method": "guessing"}, "method"),
        ({"vectors": "sample", "smallest_effect": "nan"}, "smallest_effect"),
        ({"vectors": "sample", "queries": ["x" * 500]}, "queries"),
        ({"vectors": "sample", "queries": [str(i) for i in range(400)]}, "queries"),
        ({"vectors": "sample", "unknown": 1}, "unknown"),
    ],
)
def test_what_is_wrong_is_named(values: dict[str, Any], key: str) -> None:
    with pytest.raises(SpecError, match=key):
        made(AskedOfAudit, values)


@pytest.mark.parametrize("name", sorted(set(WORKS) - WITHOUT_FORM))
def test_every_field_of_every_work_has_a_label_in_every_language(name: str) -> None:
    from weatherglass.wording.messages import languages, messages

    work = works()[name]
    shown = controls(work.asked, {}, work.folded)
    assert set(work.folded) <= {each.name for each in shown}
    for language in languages():
        known = messages(language)
        assert f"app.work.{name}" in known
        for each in shown:
            assert {f"app.{name}.field.{each.name}", f"app.field.{each.name}"} & set(known), (language, each.name)


@pytest.mark.parametrize("name", WORKS)
def test_every_work_has_bounds_on_whatever_can_be_long(name: str) -> None:
    schema = works()[name].asked.model_json_schema()
    for field, told in schema["properties"].items():
        for each in told.get("anyOf", [told]):
            if each.get("type") == "array":
                assert "maxItems" in each, field
                each = each["items"]  # noqa: PLW2901
            if each.get("type") == "string":
                assert {"maxLength", "pattern", "enum", "const"} & set(each), field
            if each.get("type") in ("integer", "number"):
                assert {"maximum", "exclusiveMaximum"} & set(each), field
