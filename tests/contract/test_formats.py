"""What every format of vectors in the tables keeps to: a sample that tests read, and a suffix that the commands name."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

import weatherglass
from tests.embedding.files import STREAMED, put
from weatherglass.cli import commands, training
from weatherglass.cli.options import app
from weatherglass.embedding import formats


def test_every_streamed_format_has_a_sample(tmp_path: Path) -> None:
    """With it come the tests of windows, compression, selection and damage that run over all samples."""
    sources = [weatherglass.read(put(tmp_path, name, make())).source for name, make in STREAMED.items()]
    assert {source.format for source in sources if source is not None} == set(formats.STREAM_FORMATS)


@pytest.mark.parametrize(("module", "command", "option"), [(commands, "convert", "target"), (training, "train", "out")])
@pytest.mark.parametrize("suffix", formats.WRITERS)
def test_the_commands_name_every_suffix_that_can_be_written(
    module: object, command: str, option: str, suffix: str
) -> None:
    parameters = typer.main.get_command(app).commands[command].params  # type: ignore[attr-defined]
    (text,) = [parameter.help for parameter in parameters if parameter.name == option]
    assert suffix in text, f"{module} says which files it writes"
