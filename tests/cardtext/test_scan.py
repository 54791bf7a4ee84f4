"""Words and numbers, as they are printed."""

from __future__ import annotations

from judgekit.cardtext.scan import scan


def test_a_number_may_be_printed_as_a_word() -> None:
    found = [(each.kind, each.value) for each in scan("Two or 3")]
    assert found == [("A_NUMBER", 2), ("A_WORD", "or"), ("A_NUMBER", 3)]
