"""A cluster of dask.distributed: connecting to it, and refusing one that could give other results than this machine."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weatherglass.errors import SpecError

if TYPE_CHECKING:
    from distributed import Client, Security

# With other versions of these the same seed may give other bytes.
_PACKAGES = ("weatherglass", "numpy", "numba", "scipy", "scikit-learn", "gensim")
NOT_THERE = "none"  # the version of a package that is not installed
_PATIENCE = 10.0  # seconds


@contextmanager
def connected(address: str, patience: float = _PATIENCE) -> Iterator[Client]:
    """A client of the scheduler at `address`, such as tcp://10.0.0.5:8786, which must have a worker within `patience`.

    Certificates for tls:// come from dask's own configuration. The cluster stays as it is when the block ends.
    """
    try:
        from distributed import Client, Security
    except ImportError as error:
        raise SpecError(
            f"{address}: computing on a cluster needs dask.distributed; pip install 'weatherglass[cluster]'"
        ) from error
    security = Security()  # type: ignore[no-untyped-call]
    try:
        _ask(address, security, patience)
    except (OSError, ValueError, TypeError, RuntimeError) as error:  # whatever is wrong with the address, or with TLS
        raise SpecError(f"{address}: no scheduler answers there ({_first_line(error)}); {_HELP}") from error
    client: Client = Client(address, timeout=patience, security=security, set_as_default=False)  # type: ignore[no-untyped-call]
    with client:
        try:
            client.wait_for_workers(1, timeout=patience)
        except TimeoutError as error:
            raise SpecError(
                f"{address}: the cluster has no workers; start some with `dask worker {address}`"
            ) from error
        _refuse_others(client)
        yield client


_HELP = "start one with `dask scheduler` and give the address it prints; for tls:// dask's configuration must name the certificates"


def _ask(address: str, security: Security, patience: float) -> None:
    """Connect once, and no more: a client that cannot connect leaves noise behind when it is thrown away."""
    from distributed.comm.core import connect

    async def ask() -> None:
        comm = await connect(address, timeout=patience, **security.get_connection_args("client"))  # type: ignore[no-untyped-call]
        await comm.close()

    with ThreadPoolExecutor(1) as pool:  # where the caller has a loop of its own, as in a notebook, none can be run
        pool.submit(asyncio.run, ask()).result()


def versions() -> dict[str, str]:
    """What must be the same wherever a part of the work is done."""
    return {"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}}


def refuse_other_versions(wanted: Mapping[str, str]) -> None:
    """For tasks to call where they run: a worker may join after the client has looked at all of them."""
    _refuse(platform.node(), versions(), wanted)


def shared_scratch(own: Path) -> Path:
    """Where copies of corpora lie on a machine, beside its workers' `own` folders: they outlive a worker."""
    return own.parent / "weatherglass"


def _refuse_others(client: Client) -> None:
    """Asked by dask itself, so that a worker without weatherglass can answer too."""
    told: Any = client.get_versions(packages=list(_PACKAGES))
    for worker, found in told["workers"].items():
        packages = found["packages"]
        python = ".".join(packages["python"].split(".")[:3])
        _refuse(worker, {"python": python, **{name: packages[name] or NOT_THERE for name in _PACKAGES}}, versions())


def _refuse(worker: str, found: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    other = [f"{name} {found[name]} instead of {wanted[name]}" for name in wanted if found[name] != wanted[name]]
    if other:
        raise SpecError(
            f"the worker {worker} has {', '.join(other)}; install the same versions everywhere, as others could give other results"
        )


@cache  # looking one up takes milliseconds, and every task does so
def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return NOT_THERE


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
