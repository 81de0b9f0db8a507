"""Does bias leak into a classifier?"""

from __future__ import annotations

from weatherglass.app.screen import form_screen

SCREENS = (form_screen("diffusion", "diffusion"),)
