"""Pictures of every screen of the local page, with something on it: python tools/draw_page.py [NAME …]

Serves the vectors that ship, what a mitigation makes of them, a small study and a small made-up corpus, and writes docs/images/page/*.png.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.app.served import Served, run, served
from tests.app.texts import QUICK, spoken_corpus
from tests.e2e.conftest import CHROMIUM, FLAGS
from tests.study.making import planted_corpus, study_toml

from weatherglass.study.run import run_study

FOLDER = Path(__file__).parents[1] / "docs" / "images" / "page"
WIDTH, HEIGHT = 1200, 1000
COLOURS = 128
PROFESSIONS = "nurse, engineer, teacher, doctor, lawyer, dancer, soldier, scientist, cook, driver, secretary, pilot, judge, poet, farmer, banker, maid, boss, clerk, architect"


def _studied(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as texts:
        planted_corpus(Path(texts), size=600)
        run_study(study_toml(Path(texts), "[samples]\nrates = [0.25, 0.5]\nrepeats = 6\nwhole = true", name="robustness"), folder / "robustness", workers=1)  # fmt: skip


def _addresses(server: Served) -> Iterator[tuple[str, str]]:
    """Names of pictures, and what they show."""
    with server.client() as client:
        run(client, "open", vectors="sample")
        audit = run(client, "audit", vectors="sample", language="en")
        mitigated = run(client, "mitigate", vectors="sample", language="en")
        made = next(each["id"] for each in client.get("/api/vectors").json() if each["made_by"])
        study = client.get("/studies.json").json()["studies"][0]["id"]
        yield "start", "/"
        yield "embedding", "/embedding/sample"
        yield "words", "/words/en/weat6?vectors=sample"
        yield "words-ar", "/words?vectors=sample&ui=ar"
        yield "test", "/test?vectors=sample&language=en&queries=en/weat6&queries=en/weat7"
        yield "test-result", f"/runs/{audit}"
        yield "explore", f"/explore?vectors=sample&part=projection&x=she,he&y=rich,poor&words={PROFESSIONS}#plane"
        yield "structure", f"/runs/{run(client, 'structure', vectors='sample', language='en')}"
        yield "stability", f"/runs/{run(client, 'stability', vectors='sample', language='en')}"
        yield "studies", f"/runs/{run(client, 'study', study=study)}"
        corpus = client.get("/api/corpora").json()[0]["id"]
        yield "trace", f"/runs/{run(client, 'trace', corpus=corpus, query='en/weat7', **QUICK)}"
        yield "compare", f"/runs/{run(client, 'compare', spaces=['sample', made], language='en')}"
        yield "mitigate", f"/runs/{mitigated}"
        yield "diffusion", f"/runs/{run(client, 'diffusion', vectors='sample', language='en')}"
        yield "report", f"/report?run={audit}&run={mitigated}#preview"
        yield "methods", "/methods"
        yield "api", "/api"


def _picture(page: Page, address: str, target: Path) -> None:
    page.context.clear_cookies(name="ui")
    page.goto(address)
    page.wait_for_load_state("networkidle")
    if "#" in address:
        page.evaluate("name => document.getElementById(name).scrollIntoView()", address.partition("#")[2])
        page.wait_for_timeout(500)
    taken = Image.open(io.BytesIO(page.screenshot()))
    taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        _studied(Path(data))
        spoken_corpus(Path(data) / "essays", "en/weat7")
        with served(Path(data), "--lang", "en") as server:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en")
            page.goto(server.address)
            for name, address in _addresses(server):
                if name in sys.argv[1:] or not sys.argv[1:]:
                    _picture(page, server.base + address, FOLDER / f"{name}.png")
                    print(FOLDER / f"{name}.png")
            browser.close()


if __name__ == "__main__":
    main()
