"""What each verb asks, of whom, and what it moves: one table for four games, played on small positions."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from judgekit.cases.files.position import loads
from judgekit.engine.events import Moved, Shuffled
from judgekit.engine.questions import Question


class Table(NamedTuple):
    """How a game says it, and a position in which A's Probe says it: 2 cards of A in play, 3 of B."""

    head: str
    card: str
    kind: str
    side: str
    own: tuple[str, str]  # in play: A's places, B's places
    third: str
    hand: str
    before: str
    units: str
    pile: str
    destroy: tuple[str, str]  # "destroy 1 …": before and behind the cards
    probe: str = 'hand = ["Probe", "Ox", "Ox", "Ox", "Ox"]'


CARD = '[cards.{name}]\ntype = "{kind}"\n{more}\n'
TABLES = {
    "godzilla": Table(
        'game = "godzilla"\nat = "play timing"\nturn = "A"\nseed = 1',
        'rank = 1\n"counter power" = 1000',
        "battle",
        '"zone 1" = [{ card = "Titan", invading = true }]\ndeck = 20',
        ('"zone 4" = ["Ox"]\n"zone 5" = ["Ox"]', '"zone 4" = ["Ox"]\n"zone 5" = ["Ox"]'),
        '"zone 6" = ["Ox"]',
        'hand = ["Ox", "Ox", "Ox", "Ox"]',
        "",
        "battle cards",
        "discard pile",
        ("Destroy", ""),
    ),
    "dragon-ball-super": Table(
        'game = "dragon-ball-super"\nat = "main phase"\nturn = "A"\nseed = 1',
        'colours = ["red"]\n"energy cost" = 1\npower = 10000\n"combo cost" = 0\n"combo power" = 5000',
        "battle",
        'leader = ["Boss"]\nlife = 5\ndeck = 20\nenergy = ["Ox"]',
        ('battle = ["Ox", "Ox"]', 'battle = ["Ox", "Ox", "Ox"]'),
        "",
        'hand = ["Ox", "Ox", "Ox", "Ox"]',
        "[Activate: Main] ",
        "Battle Cards",
        "Drop Area",
        ("KO", ""),
    ),
    "gate-ruler": Table(
        'game = "gate-ruler"\nat = "priority"\nturn = "A"\nseed = 1\n[table]\npriority = 1',
        "level = 0\nATK = 2\nHP = 2\nSTK = 1",
        "unit",
        'ruler = ["Knight"]\ndeck = [{ card = "Ox", count = 20 }]',
        ('"attack 1" = ["Ox"]\n"attack 2" = ["Ox"]', '"attack 1" = ["Ox"]\n"attack 2" = ["Ox"]'),
        'defense = ["Ox"]',
        'hand = ["Ox", "Ox", "Ox", "Ox"]',
        "Timing: Standard Action\\n",
        "units",
        "graveyard",
        ("Destroy", ""),
    ),
    "luck-and-logic": Table(
        'game = "luck-and-logic"\nat = "play timing"\nturn = "A"\nseed = 1',
        'level = 1\ncost = 0\nterritory = 1\npower = 3000\naura = 2\nlimit = 2\ncharacter = "Ren"',
        "logicalist",
        'deck = [{ card = "Ox", count = 20 }]\n"gate back right" = [{ card = "Gate", "face down" = true }]',
        ('"front left" = ["Probe"]\n"back left" = ["Ox"]', '"front left" = ["Ox"]\n"back left" = ["Ox"]'),
        '"back right" = ["Ox"]',
        'hand = ["Ox", "Ox", "Ox", "Ox"]',
        "[ACT] [1/Turn] ",
        "members",
        "drop zone",
        ("Put", " into the drop zone"),
        'hand = ["Ox", "Ox", "Ox", "Ox"]',
    ),
}  # fmt: skip


class Row(NamedTuple):
    """Asked: who, how many at the least and at the most, of how many. Moved: from and to, how many. Shuffled:
    whose deck. At once: all that moves does so at the same time."""

    says: str
    asked: tuple[tuple[str, int, int, int], ...] = ()
    moved: tuple[tuple[str, str, int], ...] = ()
    shuffled: str = ""
    at_once: bool = False


ONE, ALL = ("A", 1, 1, 4), ("A.hand", "A.pile")
THEIRS, TAKEN, SUNK = ("B.hand", "B.pile"), ("A.pile", "A.hand"), ("A.pile", "A.deck")
ROWS = [
    Row("Discard 1 card.", (ONE,), ((*ALL, 1),)),
    Row("Discard 2 cards.", (("A", 2, 2, 4),), ((*ALL, 2),)),
    Row("Discard up to 2 cards.", (("A", 0, 2, 4),), ((*ALL, 2),)),
    Row("Discard any number of cards.", (("A", 0, 4, 4),), ((*ALL, 4),)),
    Row("Discard your hand.", (), ((*ALL, 4),)),
    Row("Discard 1 card at random.", (), ((*ALL, 1),)),
    Row("Your opponent discards 1 card.", (("B", 1, 1, 4),), (("B.hand", "B.pile", 1),)),
    Row("Your opponent discards 2 cards at random.", (), (("B.hand", "B.pile", 2),)),
    Row("Each player discards 1 card.", (ONE, ("B", 1, 1, 4)), ((*ALL, 1), (*THEIRS, 1)), "", True),
    Row("Draw 2 cards.", (), (("A.deck", "A.hand", 2),)),
    Row("Your opponent draws 1 card.", (), (("B.deck", "B.hand", 1),)),
    Row("Each player draws 1 card.", (), (("A.deck", "A.hand", 1), ("B.deck", "B.hand", 1)), "", True),
    Row("Draw 1 card for each of your {units}.", (), (("A.deck", "A.hand", 2),)),
    Row(
        "Each player draws cards equal to the number of their {units}.", (),
        (("A.deck", "A.hand", 2), ("B.deck", "B.hand", 3)),
    ),
    Row("Both players discard 1 card, then draw 2 cards.", (ONE, ("B", 1, 1, 4)), (
        (*ALL, 1), ("A.deck", "A.hand", 2), ("B.deck", "B.hand", 2), ("B.hand", "B.pile", 1),
    )),
    Row("Put 1 card from your hand on the bottom of your deck.", (ONE,), (("A.hand", "A.deck", 1),)),
    Row("Put up to 2 cards from your hand on the bottom of your deck in any order.", (("A", 0, 2, 4),), (
        ("A.hand", "A.deck", 2),
    )),
    Row("Put the top 2 cards of your deck into your {pile}.", (), (("A.deck", "A.pile", 2),)),
    Row("Put 1 {unit} from your {pile} into your hand.", (("A", 1, 1, 3),), (("A.pile", "A.hand", 1),)),
    Row("Put up to 2 {cards} from your {pile} into your hand.", (("A", 0, 2, 3),), ((*TAKEN, 2),)),
    Row("Put all {cards} in your {pile} into your hand.", (), (("A.pile", "A.hand", 3),)),
    Row("Shuffle 2 {cards} from your {pile} into your deck.", (("A", 2, 2, 3),), ((*SUNK, 2),), "A"),
    Row("{destroy} 1 of your opponent's {units}{gone}.", (("A", 1, 1, 3),), (("B.play", "B.pile", 1),)),
    Row("{destroy} up to 2 of your opponent's {units}{gone}.", (("A", 0, 2, 3),), (("B.play", "B.pile", 2),)),
    Row("{destroy} all of your opponent's {units}{gone}.", (), (("B.play", "B.pile", 3),), "", True),
    Row(
        "Choose up to 2 of your opponent's {units}. Return them to their owners' hands.", (("A", 0, 2, 3),),
        (("B.play", "B.hand", 2),),
    ),
    Row(
        "Look at the top 3 cards of your deck. Put 1 of them into your hand and the rest into your {pile}.",
        (("A", 1, 1, 3),), (("A.deck", "A.hand", 1), ("A.deck", "A.pile", 2)),
    ),
]  # fmt: skip


PROBES = {
    "godzilla": ("strategy", "rank = 1"),
    "dragon-ball-super": ("extra", 'colours = ["red"]\n"energy cost" = 1'),
    "gate-ruler": ("event", "level = 0"),
}
EXTRAS = {
    "godzilla": '[cards.Titan]\ntype = "monster"\nrank = 1\n"threat level" = 20000\n',
    "dragon-ball-super": '[cards.Boss]\ntype = "leader"\ncolours = ["red"]\npower = 10000\n',
    "luck-and-logic": '[cards.Gate]\ntype = "gate"\n"gate number" = 1\n',
}
PILED = {"godzilla": '"discard pile"', "gate-ruler": "graveyard"}


def position(game: str, says: str) -> str:
    at = TABLES[game]
    kind, printed = PROBES.get(game, (at.kind, at.card))
    return "\n".join((
        at.head, EXTRAS.get(game, ""), CARD.format(name="Ox", kind=at.kind, more=at.card),
        CARD.format(name="Probe", kind=kind, more=f'{printed}\ntext = "{at.before}{says}"'),
        "[A]", at.side, at.own[0], at.probe, f'{PILED.get(game, "drop")} = ["Ox", "Ox", "Ox"]',
        "[B]", at.side, at.own[1], at.third, at.hand,
    ))  # fmt: skip


class Played(NamedTuple):
    asked: list[tuple[str, int, int, int]]
    moved: dict[tuple[str, str], int]
    shuffled: set[str]
    groups: set[int]
    counts: list[tuple[str, int, int]]  # how many, asked as a number: who, from, to


PILES = {"discard pile": "pile", "drop": "pile", "graveyard": "pile"}
STAYS = frozenset({"hand", "deck", "pile"})


def place(area: str) -> str:
    player, _, name = area.partition(".")
    short = PILES.get(name, name)
    return f"{player}.{short if short in STAYS else 'play'}"


USES = ("use ", "activate ", "play ")


def play(game: str, says: str) -> Played:
    """Use the Probe, answer with as many as can be taken, until a player may act again."""
    line = loads(position(game, says)).line()
    question: Question | None = line.run(400)
    assert question is not None
    use = next(one.id for one in question.options if one.label.startswith(USES) and "Probe" in one.label)
    start = len(line.log)
    line.answer(use)
    asked: list[tuple[str, int, int, int]] = []
    fewest: int | None = None
    counts: list[tuple[str, int, int]] = []
    for _ in range(12):
        question = line.run(400)
        assert question is not None
        passing = next((one.id for one in question.options if one.label == "give up priority"), "")
        if passing:
            line.answer(passing)
            continue
        if question.window or "do nothing" in [one.label for one in question.options]:
            break
        if question.form == "number":  # how many first, then which
            fewest = question.least
            counts.append((str(question.player), question.least, question.most))
            line.answer(str(question.most))
            continue
        taken = [one.id for one in question.options][: question.most]
        if all(one.startswith("c") for one in taken) and question.form != "order":
            least = question.least if fewest is None else fewest
            asked.append((str(question.player), least, question.most, len(question.options)))
        line.answer(*taken)
    moved: dict[tuple[str, str], int] = {}
    shuffled, groups = set(), set()
    for entry in line.log[start:]:
        for happened in entry.events:
            if isinstance(happened.event, Shuffled):
                shuffled.add(happened.event.area.partition(".")[0])
            if isinstance(happened.event, Moved) and line.state.cards[happened.event.card].name != "Probe":
                way = (place(happened.event.src), place(happened.event.dst))
                if way[0] != way[1]:
                    moved[way] = moved.get(way, 0) + 1
                    groups.add(happened.group)
    return Played(asked, moved, shuffled, groups, counts)


CASES = [(game, row) for game in TABLES for row in ROWS]


@pytest.mark.parametrize(("game", "row"), CASES, ids=[f"{game}: {row.says}" for game, row in CASES])
def test_a_verb_asks_and_moves_what_the_table_says(game: str, row: Row) -> None:
    at = TABLES[game]
    says = row.says.format(
        unit=at.units.removesuffix("s"), cards=at.units, units=at.units, pile=at.pile,
        destroy=at.destroy[0], gone=at.destroy[1],
    )  # fmt: skip
    seen = play(game, says)
    assert tuple(seen.asked) == row.asked
    assert seen.moved == {(src, dst): n for src, dst, n in row.moved}
    assert seen.shuffled == set(row.shuffled)
    if row.at_once:
        assert len(seen.groups) == 1
        assert seen.groups != {0}


@pytest.mark.parametrize("game", TABLES)
def test_up_to_a_number_from_the_top_asks_how_many(game: str) -> None:
    seen = play(game, f"Put up to 2 cards from the top of your deck into your {TABLES[game].pile}.")
    assert seen.counts == [("A", 0, 2)]
    assert seen.moved == {("A.deck", "A.pile"): 2}
