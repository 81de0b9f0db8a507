"""What figures and PDFs need: a font that shapes Arabic, and a browser that prints."""

from __future__ import annotations

from collections.abc import Iterator

from weatherglass.diagnosis.check import Check, without_home

FONT = "DejaVu Sans"  # what plot draws with; a test holds the two together
_LAM, _ALIF = "\u0644", "\u0627"


def arabic() -> Iterator[Check]:
    """Lam before alif is drawn as one letter wherever Arabic is shaped, and so is narrower than the two apart."""
    import matplotlib as mpl
    from matplotlib.font_manager import findfont

    facts = {"font": FONT, "matplotlib": mpl.__version__}
    try:
        file = findfont(FONT, fallback_to_default=False)
    except ValueError:
        advice = "install matplotlib anew, which ships it: pip install --force-reinstall matplotlib"
        yield Check(
            name="arabic figures", state="problem", found=f"the font {FONT} is missing", advice=advice, facts=facts
        )
        return
    if _width(file, _LAM + _ALIF) < _width(file, _LAM) + _width(file, _ALIF):
        yield Check(name="arabic figures", found=f"{FONT}, shaped by matplotlib {mpl.__version__}", facts=facts)
    else:
        said = f"matplotlib {mpl.__version__} draws the letters of {FONT} apart"
        advice = "install a matplotlib that shapes them: pip install 'matplotlib>=3.11'"
        yield Check(name="arabic figures", state="warning", found=said, advice=advice, facts=facts)


def _width(file: str, text: str) -> int:
    from matplotlib.ft2font import FT2Font

    font = FT2Font(file)
    font.set_size(20, 72)
    font.set_text(text)
    width, _height = font.get_width_height()
    return int(width)


def browser() -> Iterator[Check]:
    """A Chromium, which only reports as PDF need."""
    from weatherglass.report.pdf import chromium

    program = chromium()
    facts = {"found": program is not None}
    if program is None:
        advice = (
            "for reports as PDF install Chromium (Debian: apt-get install chromium), or print the HTML in a browser"
        )
        yield Check(name="chromium", state="absent", found="not found", advice=advice, facts=facts)
    else:
        yield Check(name="chromium", found=without_home(program), facts=facts)
