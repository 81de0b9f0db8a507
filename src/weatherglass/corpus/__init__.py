"""Texts of any format, cleaned once and encoded."""
