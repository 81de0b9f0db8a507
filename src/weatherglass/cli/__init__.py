"""The command line: thin calls of library functions. Only this room prints."""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules

from weatherglass.errors import SpecError, UnknownName, WeatherglassError

GATE_FAILED, USAGE, INCONCLUSIVE, BAD_DATA = 1, 2, 3, 4


def main() -> None:
    """Run the command; a user's mistake ends with a sentence and a code, not a traceback.

    Typer itself sees to Ctrl-C (exit code 130), and to a reader of the output that has gone, as in `| head`.
    """
    from weatherglass.cli.options import app

    for module in iter_modules(__path__):  # each says what its commands are; --help lists them by file
        import_module(f"{__name__}.{module.name}")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        app()
    except SystemExit:
        # An interrupt that hits while Python executes a text, as many libraries do when they are loaded, is remembered although it was
        # caught: the process would end by the signal, whatever its exit code. Executing another text forgets it.
        exec("")  # noqa: S102
        raise
    except WeatherglassError as error:
        print(f"weatherglass: {error}", file=sys.stderr)
        sys.exit(USAGE if isinstance(error, SpecError | UnknownName) else BAD_DATA)
    except OSError as error:
        print(f"weatherglass: {error.filename or 'the file system'}: {error.strerror or error}", file=sys.stderr)
        sys.exit(BAD_DATA)
