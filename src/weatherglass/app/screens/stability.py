"""Does the conclusion depend on which pair of words was taken?"""

from __future__ import annotations

from weatherglass.app.screen import form_screen

SCREENS = (form_screen("stability", "stability"),)
