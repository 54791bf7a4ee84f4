"""A rulebook's code and its book must fit together; what does not is refused when it is registered."""

from __future__ import annotations

import pytest

from judgekit.audit.bench.practice.game import first_print, rules
from judgekit.audit.bench.practice.rules import FOLDER
from judgekit.book.load import read
from judgekit.book.model import ACTING, CONSULTED
from judgekit.engine.errors import RegistryError
from judgekit.engine.registry import Rulebook
from judgekit.engine.table import Table


def blank() -> Rulebook:
    return Rulebook(read(FOLDER / "clauses-1.toml"))


def nothing(table: Table) -> None:
    """A step that does nothing."""


def test_every_acting_clause_of_the_book_has_code() -> None:
    missing = [row.number for row in rules.book if row.kind in ACTING and row.number not in rules.registered]
    assert missing == []


def test_every_consulted_clause_of_the_book_has_code() -> None:
    missing = [
        row.number for row in rules.book if row.kind in CONSULTED and row.number not in rules.registered
    ]
    assert missing == []


def test_a_clause_registers_once() -> None:
    book = blank()
    book.step("4.1.1")(nothing)
    with pytest.raises(RegistryError, match=r"glasshouse/1 4\.1\.1: registered twice, as step and as action"):
        book.action("4.1.1")(nothing)


def test_a_clause_must_be_in_the_book() -> None:
    with pytest.raises(RegistryError, match=r"4\.9\.9: the book has no such clause"):
        blank().step("4.9.9")(nothing)


def test_a_module_keeps_the_order_of_the_book() -> None:
    book = blank()
    book.step("4.1.2")(nothing)
    with pytest.raises(RegistryError, match=r"4\.1\.1: stands after 4\.1\.2 in .*; keep the book's order"):
        book.step("4.1.1")(nothing)


def test_rows_keep_the_order_of_the_book_too() -> None:
    book = blank()
    book.does("4.1.2", nothing)
    for row in (book.calls, book.does, book.says):
        with pytest.raises(
            RegistryError, match=rf"4\.1\.1: stands after 4\.1\.2 in {__name__}; keep the book"
        ):
            row("4.1.1", "4.1")  # type: ignore[arg-type] # refused before it is looked at


def test_a_jump_must_lead_to_a_step_of_the_same_procedure() -> None:
    book = blank()
    book.procedure("4.1")
    book.step("4.1.1", to=("4.2.1",))(nothing)
    with pytest.raises(RegistryError, match=r"4\.1\.1: goes to 4\.2\.1, which is no step of 4\.1"):
        book.close()


def test_a_step_must_belong_to_a_procedure() -> None:
    book = blank()
    book.step("4.1.1")(nothing)
    with pytest.raises(RegistryError, match=r"4\.1\.1: this step belongs to no procedure"):
        book.close()


def test_a_procedure_must_have_steps() -> None:
    book = blank()
    book.procedure("4.1")
    with pytest.raises(RegistryError, match=r"4\.1: a procedure without steps"):
        book.close()


def test_a_procedure_is_declared_once() -> None:
    book = blank()
    book.procedure("4.1")
    with pytest.raises(RegistryError, match="declared twice"):
        book.procedure("4.1")


def test_registration_ends_before_the_first_game() -> None:
    with pytest.raises(RegistryError, match=r"the rules are closed; register before the first game"):
        rules.definition("1.1")


def test_a_requirement_must_cite_a_clause_of_the_book() -> None:
    action = blank().player_action("6.3.1", "play", "noon")
    with pytest.raises(Exception, match=r"6\.9\.9: the book has no such clause \(asked by play\)"):
        action.requires("6.9.9", "yes")


def test_steps_are_the_children_of_a_procedure_or_the_siblings_that_follow_it() -> None:
    assert rules.procedures["4.2"].steps == ["4.2.1", "4.2.2", "4.2.3", "4.2.4"]
    assert rules.procedures["4.3.1"].steps == ["4.3.2", "4.3.3", "4.3.4", "4.3.5", "4.3.6"]


def test_only_what_has_code_can_be_switched_off() -> None:
    with pytest.raises(RegistryError, match=r"4\.1: no code stands under this clause"):
        rules.without("4.1")


def test_an_edition_cannot_have_a_number_that_its_book_lacks() -> None:
    book = first_print().book
    with pytest.raises(RegistryError, match=r"glasshouse/0\.9 4\.9\.9: not in this edition \(from 4\.1\.1\)"):
        rules.edition(book, {**book.renumbering, "4.1.1": "4.9.9"})


def test_an_edition_overrides_steps_actions_and_guards_alone() -> None:
    book = first_print().book
    with pytest.raises(RegistryError, match=r"7\.2\.1: a layer cannot be overridden"):
        rules.edition(book, book.renumbering, {"7.2.1": nothing})
