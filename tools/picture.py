"""Take the README's picture of a report: its beginning, and the words of one test.

python tools/picture.py report.html docs/images/report.png
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

WIDTH, HEIGHT = 1180, 1000


def main(report: Path, target: Path) -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(report.resolve().as_uri())
        for name, anchor in (("left", "results"), ("right", "test-6")):
            page.evaluate(f"document.getElementById('{anchor}').scrollIntoView()")
            page.screenshot(path=Path(folder) / f"{name}.png")
        both = Path(folder) / "both.html"
        images = "".join(
            f'<img src="{name}.png" style="width:50%;border:1px solid #ccc;box-sizing:border-box">'
            for name in ("left", "right")
        )
        both.write_text(f'<body style="margin:0;display:flex;gap:8px">{images}</body>', "utf-8")
        page = browser.new_page(viewport={"width": 1400, "height": round(HEIGHT / WIDTH * 696)})
        page.goto(both.as_uri())
        page.screenshot(path=target)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
