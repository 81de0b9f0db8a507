"""Reducing bias in vectors, and an account of what was reduced, what is only hidden, and what it cost."""

from weatherglass.mitigate import methods as methods
