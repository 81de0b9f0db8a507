"""What does a mitigation change, what does it cost, and what remains?"""

from __future__ import annotations

from weatherglass.app.screen import form_screen

SCREENS = (form_screen("mitigate", "mitigate"),)
