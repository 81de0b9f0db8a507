"""The command `serve`: the local page."""

from __future__ import annotations

import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from weatherglass.cli.options import app
from weatherglass.errors import SpecError


@app.command()
def serve(
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Folder whose vectors, studies and results can be opened."),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    lang: Annotated[
        str,
        typer.Option(
            "--lang", metavar="xx", help="Language of the page: en, de, fr or ar; else as the browser prefers."
        ),
    ] = "",
    state: Annotated[
        Path | None, typer.Option("--state", metavar="DIR", help="Folder that results and word sets are kept in.")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="Address to listen at; others than this machine's own can then reach it.")
    ] = "127.0.0.1",
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host", metavar="NAME", help="A further name that the page is asked for by. Repeatable."
        ),
    ] = None,
    token: Annotated[
        bool, typer.Option("--token/--no-token", help="Whether the page asks for the token in its address.")
    ] = True,
    job_minutes: Annotated[
        float, typer.Option("--job-minutes", min=0.1, help="How long one piece of work may take.")
    ] = 60,
    job_memory: Annotated[
        float | None,
        typer.Option(
            "--job-memory",
            metavar="GB",
            min=0.1,
            help="How much memory it may take; four fifths of the machine's by default.",
        ),
    ] = None,
) -> None:
    """Serve the page on this machine: open vectors, build word sets, test, explore, compare, mitigate, report."""
    missing = [name for name in ("fastapi", "uvicorn", "python_multipart") if find_spec(name) is None]
    if missing:
        raise SpecError(f"the page needs {', '.join(missing)}, which is not installed; pip install 'weatherglass[app]'")
    from weatherglass.app.server import serve as run
    from weatherglass.app.settings import LOOPBACK, Settings, most_memory, new_token, usual_state
    from weatherglass.cli.output import check_report_language

    if lang:
        check_report_language(lang)
    if data is not None and not data.is_dir():
        raise SpecError(f"--data {data}: there is no such folder")
    if not token and host not in LOOPBACK:
        raise SpecError("--no-token lets everybody in who can reach the port; leave it out with --host")
    try:
        bound = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=1024
        )
    except OSError as error:
        raise SpecError(
            f"--port {port}: cannot listen at {host} ({error.strerror}); give another port, or 0 for a free one"
        ) from error
    made = Settings(
        data=data,
        state=state or usual_state(),
        host=host,
        port=bound.getsockname()[1],
        hosts=frozenset({*LOOPBACK, host.lower(), *(name.lower() for name in allowed_host or ())} - {""}),
        language=lang,
        job_seconds=60 * job_minutes,
        token=new_token() if token else "",
        once=new_token() if token else "",
        job_memory=most_memory() if job_memory is None else int(job_memory * 2**30),
    )
    place = f"http://{'[' + host + ']' if ':' in host else host}:{made.port}/"
    # The browser gets a token that is good once: what a program is started with can be read by everybody on the machine.
    address, for_browser = (f"{place}?token={each}" if each else place for each in (made.token, made.once))

    def ready(_port: int) -> None:
        print(address, flush=True)
        if host not in LOOPBACK:
            print(
                "note: Whoever can reach this machine can reach the page, and whoever has the token can use it.",
                file=sys.stderr,
            )
        print("Stop with Ctrl-C.", file=sys.stderr, flush=True)
        if browser:
            import threading
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(for_browser,), daemon=True).start()

    run(made, ready, bound)
