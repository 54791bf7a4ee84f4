"""Twenty thousand looks through the eyes of a seat: no name that the seat has not seen by then."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from werkzeug.test import TestResponse

from judgekit.audit.fuzzing.random_play import pick
from judgekit.cases.play.case import Archive
from judgekit.engine.events import Answered, AnyEvent, Looked, Revealed
from judgekit.engine.state import Player
from judgekit.engine.views import Eyes
from tests.web.table import Visitor
from tests.web.test_exports import places_of
from tests.web.test_seats import visitor_by

NAME = re.compile("Zq[bdfgklmn]{6}")
LINE = re.compile(r'<li class="log-line[^>]*id="at-(\d+).*?</li>', re.DOTALL)
SEATS = {"A": "seat-A", "B": "seat-B"}
FORMS = (
    "", "?format=json", "?t=why", "?t=diff", "?t=ledger&d=4", "?t=whynot", "?t=rule&d=3", "/sheet",
    "/sheet?format=json", "/link", "/export.toml", "/export.py", "/edit", "/hindsight",
    "/explore", "/explore.html", "?part=pile&area=A.deck", "?part=pile&area=B.hand", "?v=judge", "?v=",
)  # fmt: skip


def table_text(dice: Random) -> str:
    """A table on which no two cards have one name; the names are words of no language."""
    names = [f"Zq{''.join(dice.choices('bdfgklmn', k=6))}" for _ in range(28)]
    cards = "".join(
        f'[cards.{name}]\ntype = "battle"\nrank = 1\n"counter power" = 1500\n'
        f'text = "{dice.choice(TEXTS)}"\n\n'
        for name in names
    )
    hands = [names[:4], names[4:8]]
    decks = [names[8:18], names[18:28]]
    sides = "".join(
        f'[{seat}]\nhand = {hand}\ndeck = {deck}\n"zone 1" = [{{ card = "Titan", invading = true }}]\n\n'
        for seat, hand, deck in zip("AB", hands, decks, strict=True)
    )
    titan = '[cards.Titan]\ntype = "monster"\nrank = 1\ntraits = ["Titan"]\n"threat level" = 5000\n\n'
    return f'game = "godzilla/1.2"\nat = "main phase"\nturn = "A"\nseed = 5\n\n{cards}{titan}{sides}'


TEXTS = (  # what is seen, and hidden again
    "[Enter] Draw 1 card.",
    "[Enter] Reveal the top card of your deck.",
    "[Enter] Return 1 of your other battle cards to its owner's hand.",
    "[Enter] Look at the top card of your deck.",
)


def played(database: Path, dice: Random) -> None:
    with Archive(database) as archive:
        sitting = archive.create("position", table_text(dice), "unseen").sit()
        question = sitting.run(2000)
        for _ in range(30):
            if question is None:
                return
            question = sitting.answer(*pick(question, dice), limit=2000)


def seen_by(database: Path, seat: str) -> list[set[str]]:
    """The names that a seat has seen when the clause under way at each entry is done: who is asked in the
    middle of a clause sees what it has done so far."""
    found: list[set[str]] = [set()]
    with Archive(database) as archive:
        case = archive.case(1)
        branch = case.branch()
        for at in range(branch.head + 1):
            state = case.at(branch, at)
            told = told_to(seat, [one.event for one in case.entry(branch, at - 1).events]) if at else set()
            eyes = Eyes(case.opening.rules, state, Player(seat))
            now = {card.name for n, card in state.cards.items() if n in told or eyes.sees(n)}
            found.append(found[-1] | now)
        acts = [any(not isinstance(e.event, Answered) for e in one.events) for one in case.entries(branch)]
    ends = [next((n for n in range(at, len(acts)) if acts[n]), len(acts) - 1) for at in range(len(acts))]
    return [found[1:][end + 1] for end in ends]


def told_to(seat: str, events: list[AnyEvent]) -> set[int]:
    """Cards that everybody, or this player, was shown for a moment."""
    found: set[int] = set()
    for one in events:
        if isinstance(one, Revealed) or (isinstance(one, Looked) and one.player == seat):
            found.update(one.cards)
    return found


PARTS = [range(at, at + 2) for at in range(0, 40, 2)]
OFTEN = 500
MANY = [pytest.param(one, OFTEN, marks=pytest.mark.long, id=f"from {one[0]}") for one in PARTS]


@pytest.mark.parametrize(("games", "often"), [(range(1), 60), *MANY])
def test_a_seat_reads_no_name_that_it_has_not_seen(tmp_path: Path, games: range, often: int) -> None:
    """Forty games with 500 looks each, two at a time; one with 60."""
    for game in games:
        dice = Random(game)
        database = tmp_path / str(game) / "judgekit.sqlite"
        played(database, dice)
        seat = dice.choice("AB")
        visitor, seen = visitor_by(database, SEATS[seat]), seen_by(database, seat)
        looked(visitor, seen, dice, often)
        taken_along(visitor, seen)


def test_the_long_form_is_twenty_thousand_looks() -> None:
    assert sum(map(len, PARTS)) * OFTEN == 20_000


def looked(visitor: Visitor, seen: list[set[str]], dice: Random, often: int) -> None:
    """Looks at places and pages by chance; whatever name stands there has been seen by then, and what a line
    of the log names by the end of its entry."""
    for _ in range(often):
        at = dice.randrange(len(seen))
        address = f"/cases/1/main/{at}{dice.choice(FORMS)}"
        page = visitor.get(address, follow_redirects=True)
        assert page.status_code < 500, address
        lines, rest = parts(page)
        for entry, line in lines:
            assert set(NAME.findall(line)) <= seen[entry], (address, line)
        assert set(NAME.findall(rest)) <= seen[at], address


def taken_along(visitor: Visitor, seen: list[set[str]]) -> None:
    """The page that steps offline, place by place: each tells what the seat has seen by then."""
    address = "/cases/1/main/0/export.html"
    page = visitor.get(address)
    places = places_of(visitor.get(visitor.followed(page.location)).text if page.location else page.text)
    assert len(places) > 1
    for one in places:
        at = int(one["at"].partition(".")[0])
        assert set(NAME.findall(one["html"] + one["said"])) <= seen[at], one["at"]


def parts(page: TestResponse) -> tuple[list[tuple[int, str]], str]:
    """The lines of the log (it goes on to its end wherever one looks), each with its entry; and the rest."""
    twin = page.get_json(silent=True) if page.is_json else None
    if isinstance(twin, dict) and isinstance(twin.get("log"), dict):
        lines = twin.pop("log")["lines"]
        return [(int(one["at"].partition(".")[0]), json.dumps(one)) for one in lines], json.dumps(twin)
    return [(int(line[1]), line[0]) for line in LINE.finditer(page.text)], LINE.sub("", page.text)
