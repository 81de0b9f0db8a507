"""The command line: each command is a thin call of one library function. Only this room prints."""

from __future__ import annotations

import os
import sys

from weatherglass.errors import SpecError, UnknownName, WeatherglassError

USAGE, BAD_DATA, INTERRUPTED = 2, 4, 130


def main() -> None:
    """Run the command; a user's mistake ends with a sentence and a code, not a traceback."""
    from weatherglass.cli import analogies as analogies
    from weatherglass.cli import commands as commands
    from weatherglass.cli import compare as compare
    from weatherglass.cli import corpus as corpus
    from weatherglass.cli import measuring as measuring
    from weatherglass.cli import quality as quality
    from weatherglass.cli import stability as stability
    from weatherglass.cli import study as study
    from weatherglass.cli import study_show as study_show
    from weatherglass.cli import training as training
    from weatherglass.cli.options import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        app()
    except WeatherglassError as error:
        print(f"weatherglass: {error}", file=sys.stderr)
        sys.exit(USAGE if isinstance(error, SpecError | UnknownName) else BAD_DATA)
    except KeyboardInterrupt:
        print("weatherglass: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has gone, as in `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"weatherglass: {error.filename or 'the file system'}: {error.strerror or error}", file=sys.stderr)
        sys.exit(BAD_DATA)
