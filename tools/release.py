"""Build what is released into a folder, and check it: python tools/release.py FOLDER [--final]

Source archive and wheel are built by hatchling, the wheel twice: from the tree and from the unpacked archive. Both must hold the
same bytes. `--final` first refuses a tree with changes, and a version of which the changelog does not tell; and it writes beside
them the list of dependencies (CycloneDX), for which all extras must be installed, and checksums.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
SBOM, SUMS = "sbom.cdx.json", "SHA256SUMS"
_SECTION = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<day>\d{4}-\d\d-\d\d))?$", re.MULTILINE)


def version() -> str:
    """As pyproject.toml has it."""
    told: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return told


def sections(changelog: str) -> list[tuple[str, date | None, str]]:
    """Version, day and text of each section, newest first; what is not released yet has no day."""
    found = list(_SECTION.finditer(changelog))
    ends = [*(each.start() for each in found[1:]), len(changelog)]
    return [
        (each["version"], date.fromisoformat(each["day"]) if each["day"] else None, changelog[each.end() : end].strip())
        for each, end in zip(found, ends, strict=True)
    ]


def unready(changelog: str, wanted: str, changes: str) -> list[str]:
    """What speaks against a release of this version; `changes`: what git tells of the tree."""
    told = sections(changelog)
    released = [each for each in told if each[1] is not None]
    problems = []
    if changes.strip():
        problems.append(f"the tree has changes that are not committed:\n{changes.rstrip()}")
    if not released or released[0][0] != wanted:
        problems.append(
            f"the newest section of CHANGELOG.md is not [{wanted}] with a day; pyproject.toml says {wanted}"
        )
    if any(text for name, _, text in told if name == "Unreleased"):
        problems.append("CHANGELOG.md has entries under [Unreleased]; move them to the version")
    return problems


def build(kind: str, source: Path, target: Path) -> Path:
    """One archive of the tree at `source`, by the hatchling of this environment."""
    target.mkdir(parents=True, exist_ok=True)
    before = set(target.iterdir())
    asked = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(asked, cwd=source, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    made = [each for each in target.iterdir() if each not in before]
    return made[0]


def content(wheel: Path) -> dict[str, bytes]:
    """Each file of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """Names of files that are in one only, or not the same."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def unpacked(sdist: Path, folder: Path) -> Path:
    """The tree inside a source archive."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir())


def missing_from(sdist: Path, tracked: list[str]) -> list[str]:
    """Files of the project that are not in the source archive."""
    with tarfile.open(sdist) as archive:
        there = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    return sorted(set(tracked) - there)


def checksums(folder: Path) -> str:
    """As sha256sum writes and checks them."""
    files = sorted(each for each in folder.iterdir() if each.is_file() and each.name != SUMS)
    return "".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def main(folder: Path, *, final: bool) -> None:
    if final and (problems := unready((ROOT / "CHANGELOG.md").read_text("utf-8"), version(), git("status", "--short"))):
        raise SystemExit("No release:\n- " + "\n- ".join(problems))
    if folder.exists() and any(folder.iterdir()):
        raise SystemExit(f"{folder} is not empty; remove it first")
    sdist, wheel = (build(kind, ROOT, folder) for kind in ("sdist", "wheel"))
    with TemporaryDirectory() as beside:
        again = build("wheel", unpacked(sdist, Path(beside, "tree")), Path(beside, "wheel"))
        if different := differing(content(wheel), content(again)):
            raise SystemExit(f"the wheel from {sdist.name} differs from that of the tree: {', '.join(different)}")
    if (ROOT / ".git").exists() and (left_out := missing_from(sdist, git("ls-files").splitlines())):
        raise SystemExit(f"{sdist.name} lacks {', '.join(left_out)}; see [tool.hatch.build.targets.sdist]")
    if final:
        subprocess.run([sys.executable, ROOT / "tools" / "write_sbom.py", folder / SBOM], check=True)
        (folder / SUMS).write_text(checksums(folder), "utf-8")
    for each in sorted(folder.iterdir()):
        print(f"{each.stat().st_size:>10,}  {each}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), final="--final" in sys.argv[2:])
