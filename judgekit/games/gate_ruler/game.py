"""Gate Ruler, as the rest of judgekit sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace as altered

from judgekit.engine.abilities import Definition, Pool
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import PLAYERS, CardId, Frame, Map, Player, State
from judgekit.games.game import (
    AreaSpec,
    Assumed,
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
from judgekit.games.gate_ruler import appendix_rulers, ch05_preparations
from judgekit.games.gate_ruler import rules as book
from judgekit.games.gate_ruler.language.dialect import GateRuler
from judgekit.games.gate_ruler.rules import rules
from judgekit.games.shared import before_set_up, definitions, load_chapters

load_chapters(__package__)
rules.close()
EDITIONS: dict[str, Rulebook] = {"1.1.2": rules}

AREAS = (
    AreaSpec("attack 1", "Attack zone 1", "3-8", row=1, column=1, capacity=1),
    AreaSpec("defense", "Defense zone", "3-9", row=1, column=2, capacity=1),
    AreaSpec("attack 2", "Attack zone 2", "3-8", row=1, column=3, capacity=1),
    AreaSpec("field", "Field zone", "3-11", row=2, column=1),
    AreaSpec("ruler", "Ruler zone", "3-7", row=2, column=2, capacity=1),
    AreaSpec("deck", "Deck zone", "3-4", "nobody", ordered=True, row=2, column=4, lies="pile", usual=30),
    AreaSpec("set 1", "Set zone 1", "3-10", seen_by="owner", row=3, column=1, capacity=1),
    AreaSpec("set 2", "Set zone 2", "3-10", seen_by="owner", row=3, column=2, capacity=1),
    AreaSpec("set 3", "Set zone 3", "3-10", seen_by="owner", row=3, column=3, capacity=1),
    AreaSpec("graveyard", "Graveyard", "3-15", row=3, column=4, lies="pile"),
    AreaSpec("resource", "Resource zone", "3-16", row=4, column=1, lies="pips"),
    AreaSpec("damage", "Damage zone", "3-13", row=4, column=2, lies="pile"),
    AreaSpec("drive", "Drive zone", "3-12", seen_by="owner", row=4, column=3, lies="pile"),
    AreaSpec("counter", "Counter zone", "3-19", row=4, column=4, lies="row"),
    AreaSpec("hand", "Hand", "3-5", seen_by="owner", row=5, column=1, lies="row"),
    AreaSpec("charge", "Unlinked charges", "3-14", row=5, column=3, lies="row"),
    AreaSpec("removed", "Removal zone", "3-17", row=5, column=4, lies="pile"),
    AreaSpec("gate", "Gate", "3-18", ordered=True, shared=True),
    AreaSpec("brought", "Ruler and deck before the game", "5-3a", "owner", row=-1, noun="ruler and deck"),
    AreaSpec("prepared", "Resource cards before the game", "R-4-10", row=-1, noun="resource cards"),
)
PROPERTIES = (
    PropertySpec("type", "word", required=True, choices=("ruler", "unit", "event", "field", "resource")),
    PropertySpec("faction", "words", types=("unit", "event", "field")),
    PropertySpec("attributes", "words"),
    PropertySpec("level", always=True, types=("unit", "event", "field"), short="Lv"),
    PropertySpec("ATK", types=("unit", "ruler"), always=True, short="ATK", key=True),
    PropertySpec("HP", types=("unit",), always=True, short="HP", key=True),
    PropertySpec("STK", types=("unit", "ruler"), always=True, short="STK", key=True),
    PropertySpec("life", types=("ruler",), short="Life", key=True),
    PropertySpec("legendary", "word", choices=("yes",)),
    PropertySpec("timing", "word", types=("event",), choices=("standard action", "instant action")),
    PropertySpec("collector number", "words"),
)
NUMBERS = (
    NumberSpec("summons", "Number of summons", "4-3a"),
    NumberSpec(
        "summon cap",
        "Summon cap before effects (-1: unlimited)",
        "4-3a-1",
        default=-1,
        words=((-1, "unlimited"),),
    ),
    NumberSpec("ruler damage", "Current ruler damage", "3-6f"),
    NumberSpec("turn", "Turn", "6-1a", per_player=False, default=2),
    NumberSpec(
        "priority",
        "Priority (1: A, 2: B)",
        "9-3b",
        per_player=False,
        bookkeeping=True,
        words=((1, "A"), (2, "B")),
    ),
    NumberSpec("passes", "Players who passed in a row", "9-3g-1", per_player=False, bookkeeping=True),
    NumberSpec(
        "sub phases this turn", "Attack sub phases this turn", "8-2a", per_player=False, bookkeeping=True
    ),
)
COLUMNS = ("center", "attack 1", "attack 2")
MARKS = (
    MarkSpec("exhausted", clause="3-3a"),
    MarkSpec("face down", clause="3-3b"),
    MarkSpec("lies open", clause="15-5b"),
    MarkSpec("damage", (), "3-6g"),
    MarkSpec("attacking", tuple(f"{p}.{c}" for p in PLAYERS for c in COLUMNS), "8-4e"),
    MarkSpec("link", (), "3-14c"),
    MarkSpec("linked at", (), "12-6b", bookkeeping=True),
    MarkSpec("charge zone", ("A", "B"), "3-14a"),
    MarkSpec("controller", ("A", "B"), "4-5b"),
    MarkSpec("zone", (), "14-3b-3a", bookkeeping=True),
    MarkSpec("played from", ("hand", "drive", "set", "graveyard", "counter"), "16-3a-1", bookkeeping=True),
    MarkSpec("summoned", ("normal", "special", "genesis", "abyssal"), "15-17b"),
    MarkSpec("summoned in turn", (), "15-17b", bookkeeping=True),
    MarkSpec("materials", (), "16-13b-2a", bookkeeping=True),
    MarkSpec("ability", (), "14-3b-1", bookkeeping=True),
    MarkSpec("source", (), "14-15a", bookkeeping=True, names="card"),
    MarkSpec("facts", (), "14-3b-1", bookkeeping=True),
    MarkSpec("targets", (), "14-3b-4", bookkeeping=True),
    MarkSpec("chosen player", PLAYERS, "14-3b-4", bookkeeping=True),
    MarkSpec("modes", (), "14-3b-2", bookkeeping=True),
    MarkSpec("amounts", (), "14-3b-5", bookkeeping=True),
    MarkSpec("pairs", (), "13-2a-1", bookkeeping=True, names="amounts"),
    MarkSpec("measured", (), "13-2a-5", bookkeeping=True),
    MarkSpec("combat", clause="13-2a-1"),
    MarkSpec("of damage", (), "13-5b", bookkeeping=True),
    MarkSpec("ignore CNT", clause="13-6c-1"),
    MarkSpec("cards", (), "12-4b-1", bookkeeping=True, names="cards"),
    MarkSpec("players", (), "12-2b-1", bookkeeping=True, names="players"),
    MarkSpec("by", ("rules", "effect"), "12-4b-2", bookkeeping=True),
    MarkSpec("related", (), "10-3c", bookkeeping=True),
    MarkSpec("attacked", (), "8-4e", bookkeeping=True),
    MarkSpec("counter of", (), "13-6d", bookkeeping=True),
)
MOMENTS = {
    "preparation": "5-3a", "start of turn": "6-2a", "main phase": "6-3a", "gate process": "9-2b",
    "priority": "9-3e", "attack phase": "8-2a", "attack declaration": "8-4a", "damage step": "8-6a",
    "end of battle": "8-7a", "end phase": "6-5a", "system process": "11-2a-1", "resolve the gate": "9-4b",
}  # fmt: skip


def in_phase(n: int) -> Caller:
    """A phase is called by the clause that lists the phases, which then goes on with the next one."""
    return Caller("6-1a", (("phase", (n + 1) % 4),), then="6-1a")


def in_sub_phase(n: int) -> Caller:
    """A step of an attack, called by the clause that repeats them."""
    return Caller("8-2a", (("step", (n + 1) % 5),), then="8-2a")


CALLERS = {
    book.PREPARATION: Caller("6-1a", then="6-1a"),
    book.START_PHASE: in_phase(0),
    book.MAIN_PHASE: in_phase(1),
    book.ATTACK_PHASE: in_phase(2),
    book.END_PHASE: in_phase(3),
    book.LAST_THINGS: Caller("6-5c"),
    book.ATTACK_SUB_PHASE: Caller("6-4a"),
    book.ATTACK_START: in_sub_phase(0),
    book.ATTACK_DECLARATION: in_sub_phase(1),
    book.INTERCEPT: in_sub_phase(2),
    book.DAMAGE_STEP: in_sub_phase(3),
    book.ATTACK_END: in_sub_phase(4),
    book.NO_MORE_ATTACK: Caller("8-4c"),
    book.END_OF_ATTACK_PHASE: Caller("8-4c-2"),
    book.NO_INTERCEPT: Caller("8-5a"),
    book.END_OF_BATTLE: Caller("8-7c"),
    book.GATE_PROCESS: Caller("6-3b"),
    book.GATE_ADDITION: Caller("9-2b"),
    book.PRIORITY_GIVEN_UP: Caller("9-3g"),
    book.GATE_RESOLUTION: Caller("9-2c"),
    book.DRIVE_RESOLUTION: Caller("9-4c"),
    book.RULER_DAMAGE_APPLICATION: Caller("9-4c"),
    book.SYSTEM_PROCESS: Caller("9-3c"),
    book.AUTOMATIC_ABILITIES: Caller("11-2a-2"),
    book.AUTOMATIC_PLAYED: Caller("14-9c"),
}


def completed(state: State, pool: Pool) -> Completed:
    """The turn numbers, and what the rulers on the table say about summoning (6-2a)."""
    numbers = Map(numbers_of_the_moment(state)).update(state.numbers)
    active = state.turn_player
    assumed = []
    if f"{active}.summon cap" not in numbers:
        spec = next((s for c in state.pile(f"{active}.ruler") if (s := ruler_named(state, c, pool))), None)
        numbers = numbers.set(f"{active}.summon cap", book.UNLIMITED if spec is None else spec.summon_cap)
        if spec is None:
            words = rules.words("assumed summon cap", player=active)
            assumed.append(Assumed(f"summon cap {active}", words))
    return Completed(altered(state, numbers=numbers), tuple(assumed))


def ruler_named(state: State, card: CardId, pool: Pool) -> appendix_rulers.Ruler | None:
    name = state.cards[card].name
    printed = pool.definitions[name].properties if name in pool.definitions else {}
    return appendix_rulers.BY_NAME.get(name) or appendix_rulers.printed_ruler(name, printed)


def numbers_of_the_moment(state: State) -> dict[str, int]:
    """No turn before the game; inside an attack the current sub phase."""
    within = {frame.procedure for frame in state.frames}
    before = {"turn": 0} if book.PREPARATION in within else {}
    attack = {"sub phases this turn": 1} if within & STEPS_OF_ATTACK else {}
    return before | attack


STEPS_OF_ATTACK = {
    book.ATTACK_START, book.ATTACK_DECLARATION, book.INTERCEPT, book.DAMAGE_STEP, book.ATTACK_END,
}  # fmt: skip
IMAGINARY = (
    "ability", "Overdrive ability", "damage resolution process", "ruler damage application process",
    "destruction process", "defeat process", "drive resolution process",
)  # fmt: skip
RESOURCE = "Resource"


def compile_cards(cards: Iterable[PrintedCard], rulebook: Rulebook) -> Pool:
    """Cards as printed, made playable; the rulers and what can lie in the gate are always there."""
    dialect = GateRuler(rulebook)
    found = standing_definitions()
    found |= {one.name: one for one in definitions(dialect, cards, "gate_ruler", PROPERTIES)}
    return dialect.pool(found.values())


def standing_definitions() -> dict[str, Definition]:
    """Rulers, the resource card, and the imaginary cards of abilities and processes."""
    found = appendix_rulers.ruler_cards()
    found[RESOURCE] = Definition(RESOURCE, {"type": "resource"})
    return found | {name: Definition(name, {"type": "imaginary"}) for name in IMAGINARY}


def check_deck(deck: Deck, cards: Mapping[str, PrintedCard], rulebook: Rulebook) -> list[Violation]:
    return ch05_preparations.violations(deck, cards, rulebook, deck.readings)


def deck_reasons(deck: Deck, cards: Mapping[str, PrintedCard], rulebook: Rulebook) -> list[str]:
    return ch05_preparations.reasons(deck, cards, rulebook, deck.readings)


def new_game(decks: Mapping[Player, Deck], seed: int | None, rulebook: Rulebook) -> State:
    """Both players with ruler, deck and resource cards in hand, before the first clause of preparation."""
    piles: dict[str, Sequence[str]] = {}
    for player in PLAYERS:
        deck = decks[player]
        ruler = deck.ruler or next(iter(deck.piles.get("ruler", ())))
        spec = appendix_rulers.BY_NAME.get(ruler)
        piles[f"{player}.brought"] = (ruler, *deck.piles["main"])
        resources = deck.piles.get("resource") or (RESOURCE,) * (spec.resources if spec else 0)
        piles[f"{player}.prepared"] = tuple(resources)
    frames = (Frame("6-1", "6-1a", then="6-1a"), Frame("5-3", rulebook.first("5-3")))
    return before_set_up(piles, frames, seed)


GAME = Game(
    name="gate-ruler",
    title="Gate Ruler",
    editions=EDITIONS,
    areas=AREAS,
    properties=PROPERTIES,
    numbers=NUMBERS,
    marks=MARKS,
    durations=("end of turn", "end of battle", "end of attack", "end of combat"),
    moments=MOMENTS,
    effects=frozenset({"14-3c-2d", "14-3c-3"}),
    set_up="5-3",
    callers=CALLERS,
    playable=compile_cards,
    check_deck=check_deck,
    deck_reasons=deck_reasons,
    new_game=new_game,
    completes=completed,
    needs={
        "damage resolution process": ("pairs", "source"),
        "destruction process": ("cards",),
        "defeat process": ("players",),
        "ability": ("ability", "source"),
        "Overdrive ability": ("ability", "source"),
    },
    wiring=GateRuler.wiring(),
)
