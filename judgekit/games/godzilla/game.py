"""The Godzilla Card Game, as the rest of judgekit sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from msgspec.structs import replace as altered

from judgekit.book.load import load
from judgekit.engine.abilities import Pool
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import PLAYERS, Frame, Map, Player, State
from judgekit.games.game import (
    AreaSpec,
    Caller,
    Completed,
    Deck,
    Game,
    MarkSpec,
    NumberSpec,
    PrintedCard,
    PropertySpec,
    Violation,
)
from judgekit.games.godzilla import ch06_setup
from judgekit.games.godzilla.language.dialect import Godzilla
from judgekit.games.godzilla.rules import CHECK_TIMING, END_PHASE, PLAY_TIMING, SETUP, rules
from judgekit.games.shared import before_set_up, definitions, load_chapters

load_chapters(__package__)
rules.close()
older = load("godzilla", "1.00")
EDITIONS: dict[str, Rulebook] = {"1.2": rules, "1.00": rules.edition(older, older.renumbering)}

GRID = {1: (2, 1), 2: (2, 2), 3: (2, 3), 4: (2, 4), 5: (2, 5), 6: (1, 5), 7: (1, 4), 8: (1, 3)}
AREAS = (
    *(AreaSpec(f"zone {n}", f"Zone {n}", "4.4", row=row, column=column) for n, (row, column) in GRID.items()),
    AreaSpec(
        "strategy zone 1",
        "Strategy Zone 1",
        "4.5",
        row=3,
        column=1,
        capacity=1,
        at=(1, 1),
    ),
    AreaSpec(
        "strategy zone 2",
        "Strategy Zone 2",
        "4.5",
        row=3,
        column=2,
        capacity=1,
        at=(1, 2),
    ),
    AreaSpec(
        "monster deck",
        "Monster Deck Zone",
        "4.6",
        seen_by="owner",
        row=3,
        column=3,
        lies="pile",
    ),
    AreaSpec(
        "deck",
        "Deck",
        "4.8",
        seen_by="nobody",
        ordered=True,
        row=3,
        column=5,
        lies="pile",
        usual=30,
    ),
    AreaSpec("discard pile", "Discard Pile", "4.10", row=3, column=4, lies="pile"),
    AreaSpec("hand", "Hand", "4.9", seen_by="owner", row=4, column=1, lies="row"),
    AreaSpec("resolution", "Resolution Area", "4.11", shared=True),
    AreaSpec(
        "main deck presented", "Main deck before the game", "6.3.1.1", "owner", row=-1, noun="main deck"
    ),
    AreaSpec(
        "monster deck presented",
        "Monster deck before the game",
        "6.3.1.1",
        "owner",
        row=-1,
        noun="monster deck",
    ),
)
PROPERTIES = (
    PropertySpec("type", "word", required=True, choices=("monster", "battle", "strategy")),
    PropertySpec("rank", always=True, short="R"),
    PropertySpec("colors", "words", choices=("red", "blue", "white", "green", "gold")),
    PropertySpec("traits", "words"),
    PropertySpec("threat level", types=("monster",), always=True, short="TL", key=True),
    PropertySpec("counter power", types=("battle",), always=True, short="CP", key=True),
    PropertySpec("invasion icon", always=True, short="→"),
    PropertySpec("number", "word"),
    PropertySpec("starting zone", types=("monster",)),
)
NUMBERS = (
    NumberSpec("rage", "Rage", "3.4"),
    NumberSpec("invasions this turn", "Invasions this turn", "8.6.2", bookkeeping=True),
    NumberSpec("monsters played this turn", "Monster cards played this turn", "8.5.1", bookkeeping=True),
    NumberSpec("battle cards played this turn", "Battle cards played this turn", "8.2.1", bookkeeping=True),
    NumberSpec("counters this turn", "Counters this turn", "5.15.1", bookkeeping=True),
    NumberSpec("turn", "Turn", "7.1.1", per_player=False, default=1),
)
MARKS = (
    MarkSpec("invading", clause="3.3.2"),
    MarkSpec("token", clause="9.1.1"),
    MarkSpec("revealed", clause="5.10.1"),
    MarkSpec("placed this turn", clause="7.2.3"),
    MarkSpec("master", tuple(PLAYERS), clause="9.1.2.1"),
)
TOKEN = {"type": "battle", "traits": ("Token",)}  # 9.1.5; the book's appendix with the others is not in it
MOMENTS = {
    "set-up": "6.3.1.1", "start of turn": "7.1.2", "start phase": "7.2.1", "draw": "7.2.2",
    "main phase": "7.3.1",
    "play timing": "10.4.4.1", "counter phase": "7.4.1", "end phase": "7.5.1", "check timing": "10.4.3.1",
    "end of turn": "7.5.5",
}  # fmt: skip


def in_phase(n: int) -> Caller:
    """A phase is called by the clause that lists the phases, which then goes on with the next one."""
    return Caller("7.1.2", (("phase", (n + 1) % 4),), then="7.1.2")


CALLERS = {
    SETUP: Caller("7.1.2", then="7.1.2"),
    "7.2": in_phase(0),
    "7.3": in_phase(1),
    "7.4": in_phase(2),
    END_PHASE: in_phase(3),
    PLAY_TIMING: Caller("7.3.2"),
    CHECK_TIMING: Caller("10.4.4.1"),
}


def compile_cards(cards: Iterable[PrintedCard], rulebook: Rulebook) -> Pool:
    """Cards as printed, made playable."""
    dialect = Godzilla(rulebook)
    return dialect.pool(definitions(dialect, cards, "godzilla", PROPERTIES, TOKEN))


def check_deck(deck: Deck, cards: Mapping[str, PrintedCard], rulebook: Rulebook) -> list[Violation]:
    """Every clause of deck construction that a deck breaks."""
    built = looked_up(deck, cards, rulebook)
    found = []
    for clause, rule in rules.deck_rules.items():
        number = rulebook.number(clause)
        if number is not None:
            found += [Violation(number, v.text, v.cards) for v in rule(built)]
    return found


def deck_reasons(deck: Deck, cards: Mapping[str, PrintedCard], rulebook: Rulebook) -> list[str]:
    """Every clause of deck construction that lets something into a deck."""
    numbers = (rulebook.number(clause) for clause in ch06_setup.reasons(looked_up(deck, cards, rulebook)))
    return [number for number in numbers if number is not None]


def looked_up(deck: Deck, cards: Mapping[str, PrintedCard], rulebook: Rulebook) -> ch06_setup.Built:
    """A deck as the rules of an edition see it."""
    readings = rulebook.defaults | dict(deck.readings)
    changeable, several = (rulebook.number(clause) is not None for clause in ("6.1.2", "2.4.4"))
    built = ch06_setup.check(deck, cards, readings, changeable, several)
    return built if rulebook.number("12.8.2") is not None else replace(built, resonance=(), conditions=())


def new_game(decks: Mapping[Player, Deck], seed: int | None, rulebook: Rulebook) -> State:
    """Both players with their decks ready, before the first clause of set-up."""
    turn, setup = rulebook.number("7.1.2") or "", rulebook.number(SETUP) or ""
    frames = (
        Frame(rulebook.procedure_of(turn), turn, then=turn),
        Frame(setup, rulebook.first(setup)),
    )
    piles = {
        f"{player}.{pile} deck presented": decks[player].piles.get(pile, ())
        for player in PLAYERS
        for pile in ("monster", "main")
    }
    return before_set_up(piles, frames, seed)


def completed(state: State, pool: Pool) -> Completed:
    """In set-up no turn has begun."""
    before = any(frame.at.startswith(SETUP) for frame in state.frames)
    return Completed(altered(state, numbers=Map({"turn": 0}).update(state.numbers)) if before else state)


GAME = Game(
    name="godzilla",
    title="Godzilla Card Game",
    editions=EDITIONS,
    areas=AREAS,
    properties=PROPERTIES,
    numbers=NUMBERS,
    marks=MARKS,
    durations=("turn", "start phase", "main phase", "counter phase", "end phase"),
    moments=MOMENTS,
    effects=frozenset({"10.7.1"}),
    set_up="6.3",
    moving=frozenset({"3.3.3.3", "4.1.4", "4.1.7", "5.2.1"}),
    callers=CALLERS,
    playable=compile_cards,
    check_deck=check_deck,
    deck_reasons=deck_reasons,
    new_game=new_game,
    completes=completed,
    wiring=Godzilla.wiring(),
)
