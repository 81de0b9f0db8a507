"""The rooms, the direction of imports, and the habits that keep them apart."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from tools.draw_rooms import imports, room_of

import weatherglass

SOURCE = Path(weatherglass.__file__).parent
ORDER = [
    "errors",
    "arrays",
    "progress",
    "shown",
    "files",
    "language",
    "embedding",
    "words",
    "stats",
    "measure",
    "structure",
    "quality",
    "mitigate",
    "auditing",
    "gate",
    "corpus",
    "train",
    "downstream",
    "trace",
    "study",
    "replication",
    "wording",
    "plot",
    "report",
    "testing",
    "app",
    "diagnosis",
    "cli",
]
FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return
    later = {other for other in imports(path) if ORDER.index(other) > ORDER.index(room)}
    assert not later, f"{room} imports {later}, which come after it"


def test_only_the_command_line_prints() -> None:
    for path in FILES:
        calls = [
            node
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        ]
        assert not calls or room_of(path) == "cli", path


def test_no_public_name_is_that_of_a_room() -> None:
    """Importing the room would put the module in the name's place."""
    assert not {room_of(path) for path in FILES} & {*weatherglass.__all__}


def test_the_public_names() -> None:
    assert sorted(weatherglass.__all__) == [
        "Account",
        "Audit",
        "Comparison",
        "Corpus",
        "Detection",
        "DetectionSettings",
        "Diffusion",
        "Embedding",
        "Gated",
        "Given",
        "Match",
        "PValue",
        "Quality",
        "Query",
        "Replication",
        "Result",
        "Results",
        "Roles",
        "Scrutiny",
        "Skipped",
        "Stability",
        "Structure",
        "Studied",
        "Test",
        "Texts",
        "Trace",
        "WeatherglassError",
        "Wishes",
        "__version__",
        "account_of",
        "analogies",
        "assert_bias",
        "audit",
        "build_corpus",
        "check_gate",
        "compare",
        "detect",
        "diffusion_of",
        "encode_queries",
        "encode_words",
        "from_arrays",
        "from_gensim",
        "from_spacy",
        "from_static",
        "from_wefe",
        "mitigate_vectors",
        "mitigation",
        "open_corpus",
        "open_study",
        "project",
        "quality_of",
        "read",
        "read_baseline",
        "read_gate",
        "read_lexicon",
        "read_queries",
        "read_query",
        "read_texts",
        "replicate",
        "run",
        "run_study",
        "save_baseline",
        "sentence_test",
        "stability",
        "structure_of",
        "to_arrays",
        "to_gensim",
        "to_sentence_transformers",
        "to_spacy",
        "trace_of",
        "train_vectors",
        "write",
        "write_report",
    ]  # fmt: skip
    for name in weatherglass.__all__:
        assert getattr(weatherglass, name) is not None
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = weatherglass.nothing_of_the_kind  # type: ignore[attr-defined]  # mypy sees it too


def modules_after(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = {"scipy", "polars", "matplotlib", "sklearn", "numba", "jinja2", "typer", "rich", "gensim", "spacy"}
    assert not modules_after("import weatherglass; weatherglass.read; weatherglass.run") & heavy


def test_an_audit_of_small_sets_does_not_load_the_compiler() -> None:
    assert "numba" not in modules_after("import weatherglass; weatherglass.audit(queries='en/weat7')")


def test_the_report_of_tests_alone_loads_no_matplotlib() -> None:
    audited = "weatherglass.audit(queries='en/weat6', measures=['weat'], scrutiny=weatherglass.Scrutiny(interval='none', baseline=0))"
    report = f"from weatherglass.report.write import report_html; report_html({audited})"
    assert "matplotlib" not in modules_after(f"import weatherglass; {report}")


def test_help_loads_no_numpy() -> None:
    commands = [f"weatherglass.cli.{path.stem}" for path in sorted((SOURCE / "cli").glob("[a-z]*.py"))]
    assert "numpy" not in modules_after(f"import {', '.join(commands)}")


def test_no_file_is_too_long() -> None:
    assert [str(p) for p in FILES if len(p.read_text("utf-8").splitlines()) > 450] == []
