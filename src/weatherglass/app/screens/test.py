"""Does it associate these groups with these attributes, how strongly, and how sure is that?"""

from __future__ import annotations

from weatherglass.app.screen import form_screen

SCREENS = (form_screen("test", "audit"),)
