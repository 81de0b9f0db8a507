"""Limits that somebody set on the tests of an audit, and whether they are exceeded."""
