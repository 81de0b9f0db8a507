"""Word sets that others published, given to a command as files."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.command import printed_json
from weatherglass.embedding.sample import sample_path
from weatherglass.words import packs

QUICK = ("--measure", "weat", "--interval", "none", "--comparisons", "0", "--no-structure")


def test_a_table_of_xweat_is_a_query(tmp_path: Path) -> None:
    """Every word is its own translation, so the published test comes back."""
    (weat7,) = packs.given(["en/weat7"])
    table = tmp_path / "vocab_en_es.csv"
    table.write_text("".join(f"{word[0]},{word[0]},\n" for word in weat7.all_words()), "utf-8")
    found = printed_json("audit", sample_path(), "--query", table, *QUICK)
    expected = printed_json("audit", sample_path(), "--query", "en/weat7", *QUICK)
    values = {result["query"]: result["value"] for result in found["results"]}
    (original,) = expected["results"]
    assert values["es/vocab_en_es-weat7"] == original["value"]
    assert found["options"]["request"]["queries"] == [str(table)]
