"""Is there one direction of gender, and what is it made of?"""

from __future__ import annotations

from weatherglass.app.screen import form_screen

SCREENS = (form_screen("structure", "structure"),)
