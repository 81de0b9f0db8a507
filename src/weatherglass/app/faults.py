"""Our own faults, told without what people typed."""

from __future__ import annotations


def where_in_code(error: BaseException) -> str:
    """The place in our code, without what people typed."""
    trace = error.__traceback__
    place = ""
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if module.startswith("weatherglass"):
            place = f"{module}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
