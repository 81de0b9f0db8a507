"""What the commands about mitigation print: a method's card, and an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from weatherglass.cli.terminal import named, print_notes, print_table
from weatherglass.files.plain import shown

if TYPE_CHECKING:
    from weatherglass.mitigate.account import Account
    from weatherglass.mitigate.base import Method


def print_account(account: Account) -> None:
    """What was done to which vectors, then by section what was found; tests as a table only."""
    from weatherglass.mitigate.base import get
    from weatherglass.report.mitigation import sections
    from weatherglass.report.mitigation_tests import hidden_note, said_of_test
    from weatherglass.report.provenance import settings_said

    card = get(account.method).card
    settings = settings_said(account.settings)
    print(named(account.embedding))
    print(f"{card.title} ({card.name}{f'; {settings}' if settings else ''})")
    if note := hidden_note(account):
        print(shown(note))
    in_tables = {said_of_test(test) for test in account.tests}
    for section in sections(account):
        print(f"\n{section.title}")
        for sentence in section.findings:
            if sentence not in in_tables:
                print(shown(sentence))
        for table in section.tables:
            print_table(table)
        if section.anchor == "tests":
            for name, reason in account.not_tested.items():
                print(shown(f"not run: {name}: {reason}"))
    print_notes(account.warnings)


def print_method(method: type[Method]) -> None:
    """The card of a method whole."""
    from weatherglass.report.readings import method_lines

    print(f"{method.card.name}: {method.card.title}")
    for name, said in method_lines(method):
        print(f"  {name}: {said}")
