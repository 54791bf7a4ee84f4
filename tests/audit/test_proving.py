"""What a citation is worth: whether anything but the clause's name is missing when it is switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judgekit.audit.proof import proving
from judgekit.cases.rulings import ruling
from judgekit.cases.rulings.outcome import came_of, uncited
from judgekit.engine.state import Player
from judgekit.engine.table import Table
from tests.cases import toy_game
from tests.cases.toy_game import known

RULINGS = Path(__file__).parents[1] / "cases" / "rulings" / "toy"
PASSING = str(RULINGS / "1.4-passing-all-the-way.toml")
PLAY = RULINGS / "4.2-powerless-after-a-play.toml"
GUNNER = RULINGS / "4.1-five-damage-loses-at-once.toml"


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    proving.load.cache_clear()
    with known():
        yield


def written(path: Path, source: Path, *changes: tuple[str, str]) -> str:
    text = source.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = path / source.name
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize("clause", ["2.1", "2.2", "3.2", "3.3", "4.2"])
def test_a_clause_without_which_a_fact_fails_is_proved_by_the_outcome(clause: str) -> None:
    assert proving.worth(clause, "2", [str(PLAY)]) == "stated"


def test_a_check_that_finds_nothing_is_proved_by_its_citation_alone() -> None:
    assert proving.worth("1.3", "2", [PASSING]) == "cited"


def test_a_step_that_only_says_that_a_moment_has_come_proves_nothing_while_nobody_waits_for_it(
    tmp_path: Path,
) -> None:
    assert proving.worth("2.3", "2", [PASSING]) == "nothing"
    moment = '{ clause = "2.3", event = "Occurred", timing = "check over" }'
    assert proving.worth("2.3", "2", [written(tmp_path, Path(PASSING), ('"2.3"', moment))]) == "cited"


def test_another_outcome_of_which_the_ruling_says_nothing_is_told_apart(tmp_path: Path) -> None:
    """The ruling asks for 3.1 alone, and not for the card that is drawn by it."""
    silent = written(
        tmp_path,
        Path(PASSING),
        (', { event = "Shuffled", area = "B.deck" }', ""),
        ('facts = [{ turn = "B" }, { card = "Scout", in = "B.hand" }, { number = "turn", is = 2 }]', ""),
    )
    assert proving.worth("3.1", "2", [silent]) == "unstated"
    assert proving.worth("3.1", "2", [silent, PASSING]) == "stated"


def test_the_clause_that_decides_a_game_is_no_outcome_but_who_wins_is() -> None:
    assert proving.worth("4.1", "2", [str(GUNNER)]) == "stated"
    bare = uncited(ruling.load(GUNNER), "2").scripts["2"]
    assert [dict(fact.data) for fact in bare.facts] == [
        {"outcome": "A wins"}, {"number": "B.damage", "is": 6}
    ]  # fmt: skip


def test_a_ruling_about_a_refusal_is_the_same_while_another_clause_still_refuses() -> None:
    found = ruling.load(RULINGS / "7.1-no-room-for-a-fourth.toml")
    rules = found.game.rules("2")
    with_it = came_of(ruling.run(found, "2"))
    assert came_of(ruling.run(uncited(found, "2"), "2", rules.without("7.1"))) == with_it
    assert came_of(ruling.run(uncited(found, "2"), "2", rules.without("7.1", "7.3"))) != with_it


def test_a_deck_that_has_become_legal_is_another_outcome() -> None:
    assert proving.worth("6.2", "2", [str(RULINGS / "6.2-four-of-a-kind.toml")]) == "stated"


@pytest.mark.parametrize("path", sorted(RULINGS.iterdir()), ids=lambda path: path.stem)
def test_a_ruling_still_holds_when_its_citations_are_set_aside(path: Path) -> None:
    found = ruling.load(path)
    for edition in found.scripts:
        bare = ruling.run(uncited(found, edition), edition)
        assert bare.ok, ruling.report(bare)
        assert came_of(bare) == came_of(ruling.run(found, edition))


# clauses that find something for others


def counting(table: Table) -> None:
    """The step needs the number that 3.1 finds."""
    found: Any = toy_game.draw
    table.set_number("drawn", table.number("drawn") + found(table, table.turn_player))


def draws_one(table: Table, player: Player) -> int:
    toy_game.renew_the_deck(table, player)
    table.move(table.pile(f"{player}.deck")[0], f"{player}.hand")
    return 1


def draws_somehow(table: Table, player: Player) -> complex:
    return draws_one(table, player)


@pytest.mark.parametrize(("code", "worth"), [(draws_one, "stated"), (draws_somehow, "broken")])
def test_where_others_break_without_what_it_finds_a_clause_finds_nothing_instead(
    code: Callable[[Table, Player], object], worth: str
) -> None:
    """A number can be none; what cannot be empty leaves nothing to compare."""
    book = toy_game.rules.book
    rules = toy_game.rules.edition(book, {c: c for c in book.order}, {"1.1": counting, "3.1": code})
    found = ruling.load(PASSING)
    script = found.scripts["2"]
    assert script.position is not None
    scripts = {"2": replace(script, position=script.position.under(rules))}
    found = replace(found, game=replace(found.game, editions={"2": rules}), scripts=scripts)
    assert ruling.run(found, "2").ok
    assert proving.worth_in(found, "2", "3.1") == worth
