"""Luck & Logic, as the rest of judgekit sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace as altered

from judgekit.engine.abilities import Pool
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import (
    PLAYERS,
    Card,
    Frame,
    Map,
    Player,
    State,
    area,
    area_name,
    area_player,
)
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
    TieSpec,
    Violation,
)
from judgekit.games.luck_and_logic import ch06_setup
from judgekit.games.luck_and_logic.ch02_characteristics import ways_to_lie
from judgekit.games.luck_and_logic.ch04_zones import CIRCLES, FIELD, circle_of
from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic
from judgekit.games.luck_and_logic.policy import LuckAndLogicPolicy
from judgekit.games.luck_and_logic.rules import (
    BATTLE,
    BATTLE_RESULT,
    CHECK_TIMING,
    DECLARE_ATTACKERS,
    DRAW,
    EMPTY_CIRCLE,
    END,
    END_OF_BATTLE,
    INTERCEPT,
    LEVEL,
    LOGIC_DEFINITION,
    MAIN,
    MEMBER_ATTACKED,
    PLAY_TIMING,
    SET_UP,
    STAND,
    STEPS_OF_BATTLE,
    rules,
)
from judgekit.games.luck_and_logic.rules import (
    GAME as PHASES,
)
from judgekit.games.shared import before_set_up, definitions, load_chapters

load_chapters(__package__)
rules.policy = LuckAndLogicPolicy()
rules.close()

MEMBER_TYPES = ("logicalist", "foreigner", "tranceunion")
PLAYABLE = (*MEMBER_TYPES, "tactics", "paradox")
GRID = {circle: (at // 3 * 2 + 1, at % 3 + 2) for at, circle in enumerate(CIRCLES)}


def _spot(circle: str) -> tuple[int, int]:
    """Where a circle is drawn, together with its gate zone."""
    return divmod(CIRCLES.index(circle), 3)


AREAS = (
    *(
        AreaSpec(c, f"{c.title()} circle", "4.2", row=row, column=column, at=_spot(c))
        for c, (row, column) in GRID.items()
    ),
    *(
        AreaSpec(
            f"gate {c}",
            f"{c.title()} gate zone",
            "4.3",
            seen_by="nobody",
            row=row + 1,
            column=column,
            at=_spot(c),
            usual=1,
            usual_with="gates",
            usual_mark="face down",
        )
        for c, (row, column) in GRID.items()
    ),
    AreaSpec("battle", "Battle zone", "4.12", ordered=True, row=1, column=5, lies="row"),
    AreaSpec("paradox", "Paradox zone", "4.13", ordered=True, row=2, column=5, lies="row"),
    AreaSpec("intercept", "Intercept zone", "4.14", row=2, column=1, lies="row"),
    AreaSpec("resolution", "Resolution zone", "4.16", ordered=True, row=1, column=1, lies="row"),
    AreaSpec("deck", "Deck", "4.5", seen_by="nobody", ordered=True, row=3, column=5, lies="pile", usual=30),
    AreaSpec("drop", "Drop zone", "4.9", row=4, column=5, lies="pile"),
    AreaSpec("remove", "Remove zone", "4.10", row=5, column=5, lies="pile"),
    AreaSpec("refresh", "Refresh zone", "4.11", seen_by="nobody", row=5, column=4, lies="pile"),
    AreaSpec("level", "Level zone", "4.7", row=3, column=1, lies="pips"),
    AreaSpec("stock", "Stock zone", "4.8", seen_by="nobody", ordered=True, row=4, column=1, lies="pile"),
    AreaSpec("hand", "Hand", "4.6", seen_by="owner", row=5, column=1, lies="row"),
    AreaSpec(
        "main deck", "Main deck before the game", "6.1.1", "nobody", ordered=True, row=-1, noun="main deck"
    ),
    AreaSpec(
        "gate deck", "Gate deck before the game", "6.1.1", "nobody", ordered=True, row=-1, noun="gate deck"
    ),
)
PROPERTIES = (
    PropertySpec("type", "word", required=True, choices=(*PLAYABLE, "gate")),
    PropertySpec("title", "word", types=MEMBER_TYPES),
    PropertySpec("character", "word", types=MEMBER_TYPES),
    PropertySpec("covenanter", "word", types=("tranceunion",)),
    PropertySpec("soul power", types=("logicalist", "foreigner"), always=True, short="SP"),
    PropertySpec("world", "words"),
    PropertySpec("element", "words"),
    PropertySpec("colour", "words", types=PLAYABLE),
    PropertySpec("level", types=PLAYABLE, always=True, short="Lv"),
    PropertySpec("cost", types=PLAYABLE, always=True, short="C"),
    PropertySpec("territory", types=MEMBER_TYPES, choices=("1", "2", "4"), short="T"),
    PropertySpec("power", types=MEMBER_TYPES, always=True, short="P", key=True),
    PropertySpec("aura", types=MEMBER_TYPES, always=True, short="A", key=True),
    PropertySpec("limit", types=MEMBER_TYPES, always=True, short="L", key=True),
    PropertySpec("power logic", types=PLAYABLE, short="P+"),
    PropertySpec("aura logic", types=PLAYABLE, short="A+"),
    PropertySpec("limit logic", types=PLAYABLE, short="L+"),
    PropertySpec("intercept", types=MEMBER_TYPES, short="IC"),
    PropertySpec("paradox rule", "word", types=("paradox",), choices=("aura battle",)),
    PropertySpec("gate number", types=("gate",), short="No."),
)
NUMBERS = (
    NumberSpec("gates destroyed this turn", "Gates destroyed this turn", "8.2.10.4", bookkeeping=True),
    NumberSpec("gates destroyed this game", "Gates destroyed this game", "8.2.10.4", bookkeeping=True),
    NumberSpec("members dropped this turn", "Members dropped this turn", "4.6", bookkeeping=True),
    NumberSpec("members stocked this turn", "Members stocked this turn", "4.8", bookkeeping=True),
    NumberSpec("draws this turn", "Cards drawn this turn", "5.6", bookkeeping=True),
    NumberSpec("open hand", "Plays with the hand revealed", "1.3.1", bookkeeping=True),
    NumberSpec("open deck", "Plays with the top card of the deck revealed", "1.3.1", bookkeeping=True),
    NumberSpec(
        "attack moved", "The attack was moved to this circle", "1.3.1", per_player=False, bookkeeping=True
    ),
    NumberSpec(
        "battle ends early", "An effect has ended the battle", "1.3.1", per_player=False, bookkeeping=True
    ),
    NumberSpec(
        "turn ends early", "An effect has ended the turn", "1.3.1", per_player=False, bookkeeping=True
    ),
    NumberSpec("refresh points", "Refresh points", "6.2.1.7"),
    NumberSpec("attacks this turn", "Attacks this turn", "8.2.4", bookkeeping=True),
    NumberSpec("attack limit this turn", "Attacks allowed this turn", "8.2.3", bookkeeping=True),
    NumberSpec("declarations this turn", "Declare attackers steps this turn", "8.2.2", bookkeeping=True),
    NumberSpec("luck drives this turn", "Luck drives this turn", "7.5.3.3", bookkeeping=True),
    NumberSpec("trances this turn", "Trances this turn", "7.5.3.2", bookkeeping=True),
    NumberSpec("logic drives this turn", "Logic drives this turn", "7.5.3.4", bookkeeping=True),
    NumberSpec("extra level", "Increase of the maximum level", "4.7.2"),
    NumberSpec("extra level this turn", "Increase of the maximum level this turn", "4.7.2"),
    NumberSpec("extra attacks", "Increase of the number of attacks", "8.2.3"),
    NumberSpec("extra attacks this turn", "Increase of the number of attacks this turn", "8.2.3"),
    NumberSpec(
        "attacked circle",
        "Circle being attacked, 1 to 6",
        "8.2.7.2",
        per_player=False,
        words=((0, "none"), *enumerate(CIRCLES, 1)),
    ),
    NumberSpec(
        "member attacked",
        "A member is being attacked",
        "8.2.11",
        per_player=False,
        words=((0, "no"), (1, "yes"), (2, "yes; it is on other circles now")),
    ),
    NumberSpec("turn", "Turn", "7.1.1", per_player=False, default=3),
)
MARKS = (
    MarkSpec("won by", clause="8.5.4", bookkeeping=True),
    MarkSpec("lies open", clause="1.3.1"),
    MarkSpec("rested", clause="4.1.3.1.2"),
    MarkSpec("face down", clause="4.1.3.2.2"),
    MarkSpec("attacking", clause="8.2.10.1"),
    MarkSpec("defending", clause="8.2.11.2"),
    MarkSpec("destroyed", clause="8.2.10.4"),
    MarkSpec("intercepting", clause="8.3.3.1"),
    MarkSpec("has intercepted", clause="8.3.5", bookkeeping=True),
    MarkSpec("lends power", clause="8.3.4"),
)
MOMENTS = {
    "set-up": "6.2.1", "stand phase": "7.2", "draw phase": "7.3", "level phase": "7.4", "main phase": "7.5",
    "play timing": "9.5.4.1", "battle phase": "7.6", "declare attackers": "8.2", "intercept": "8.3",
    "logic definition": "8.4", "battle result": "8.5", "end of battle": "8.6", "end phase": "7.7",
    "check timing": "9.5.3.1",
}  # fmt: skip
CALLERS = {
    SET_UP: Caller("6.2.1", then="7.2"),
    "6.2": Caller("7.2", then="7.2"),
    STAND: Caller("7.2"),
    DRAW: Caller("7.3"),
    LEVEL: Caller("7.4"),
    MAIN: Caller("7.5"),
    BATTLE: Caller("7.6"),
    END: Caller("7.7"),
    STEPS_OF_BATTLE: Caller("7.6.1"),
    DECLARE_ATTACKERS: Caller("8.2"),
    EMPTY_CIRCLE: Caller("8.2.10"),
    MEMBER_ATTACKED: Caller("8.2.11"),
    INTERCEPT: Caller("8.3"),
    LOGIC_DEFINITION: Caller("8.4"),
    BATTLE_RESULT: Caller("8.5"),
    END_OF_BATTLE: Caller("8.6"),
    PLAY_TIMING: Caller("7.5.3"),
    CHECK_TIMING: Caller("9.5.4.1"),
}


def where_set(host: str) -> str:
    """5.24.1: on the circle of the card it is set to, or on the one that belongs to its gate zone."""
    player = area_player(host)
    return area(player, circle_of(host)) if player is not None and area_name(host) in FIELD else ""


def completed(state: State, pool: Pool) -> Completed:
    """Numbers of the moment, every circle that a member occupies, and the decks before the game."""
    numbers = Map(numbers_of_the_moment(state)).update(state.numbers)
    state, assumed = spread_out(altered(state, numbers=numbers), pool)
    if state.frames[-1].at in BEFORE_DECKS_ARE_PLACED:
        state = with_main_decks(state)
    return Completed(state, (*assumed, *assumed_territories(state, pool)))


def assumed_territories(state: State, pool: Pool) -> Iterator[Assumed]:
    """2.10.1: of a member whose territory is not told, which it has all the same."""
    for name in sorted({card.name for card in state.cards.values()} & set(pool.definitions)):
        printed = pool.definitions[name].properties
        if printed.get("type") in MEMBER_TYPES and "territory" not in printed:
            yield Assumed(f"territory {name}", rules.words("assumed territory", card=name))


def numbers_of_the_moment(state: State) -> dict[str, int]:
    before = any(frame.at == "6.2.1" or frame.procedure in (SET_UP, "6.2") for frame in state.frames)
    return declared(state) | ({"turn": 0} if before else {})


def spread_out(state: State, pool: Pool) -> tuple[State, tuple[Assumed, ...]]:
    """2.10.2: a wide member occupies all the circles of its territory, though the file names only one."""
    assumed = []
    for card in list(state.cards.values()):
        circle, size = area_name(card.area), territory(pool, card)
        if size == 1 or circle not in CIRCLES or card.mark("circles") or card.mark("set to"):
            continue
        side = area_player(card.area) or card.owner
        taken = {where for other in state.cards.values() for where in occupied(other, side) if other != card}
        ways = [way for way in ways_to_lie(size) if circle in way]
        free = [way for way in ways if not taken & ({*way} - {circle})] or ways
        if len(free) > 1:
            words = rules.words("assumed circles", card=card.name, circles=" and ".join(free[0]))
            assumed.append(Assumed(f"circles {card.name}", words))
        state = laid_across(state, card, side, free[0])
    return state, tuple(assumed)


BEFORE_DECKS_ARE_PLACED = frozenset({"6.2", "6.2.1", *(f"6.2.1.{n}" for n in range(1, 5))})


def with_main_decks(state: State) -> State:
    """6.2.1.4: no deck has been placed yet, so one that the file gives is a main deck."""
    for player in PLAYERS:
        deck, main = area(player, "deck"), area(player, "main deck")
        lying = state.pile(deck)
        if not lying or state.pile(main):
            continue
        moved = {card: altered(state.cards[card], area=main) for card in lying}
        areas = state.areas.set(deck, ()).set(main, lying)
        state = altered(state, areas=areas, cards=state.cards.update(moved))
    return state


def occupied(card: Card, side: Player) -> tuple[str, ...]:
    """The circles of a player's side that a member is known to be on."""
    there = area_player(card.area) == side and not card.mark("set to")
    return tuple(card.mark("circles") or (area_name(card.area),)) if there else ()


def territory(pool: Pool, card: Card) -> int:
    known = pool.definitions.get(card.name)
    return int((known and known.properties.get("territory")) or 1)


def laid_across(state: State, card: Card, side: Player, way: tuple[str, ...]) -> State:
    """A card on all these circles: it is in the area of the first."""
    here, there = card.area, area(side, way[0])
    marks = tuple(sorted((*card.marks, ("circles", way))))
    areas = state.areas.set(here, tuple(c for c in state.pile(here) if c != card.id))
    areas = areas.set(there, (*areas.get(there, ()), card.id)) if here != there else state.areas
    return altered(state, areas=areas, cards=state.cards.set(card.id, altered(card, area=there, marks=marks)))


def declared(state: State) -> dict[str, int]:
    """8.2.2: every attack of the turn had its declaration, and so has the battle that is going on."""
    player = state.turn_player
    made = state.number(f"{player}.attacks this turn")
    steps = [frame.at for frame in state.frames if frame.procedure.partition(".")[0] == STEPS_OF_BATTLE]
    under_way = any(at not in ("8.2", "8.2.2") for at in steps)
    found = max(made, 1 if under_way else 0)
    return {f"{player}.declarations this turn": found} if found else {}


def compile_cards(cards: Iterable[PrintedCard], rulebook: Rulebook) -> Pool:
    """Cards as printed, made playable."""
    dialect = LuckAndLogic(rulebook)
    return dialect.pool(definitions(dialect, cards, "luck_and_logic", PROPERTIES))


def deck_reasons(deck: Deck, cards: Mapping[str, PrintedCard], rulebook: Rulebook) -> list[str]:
    """Every clause that lets something into a deck which would not be legal without it."""
    found = dict.fromkeys(ch06_setup.reasons(deck, cards))
    return [number for clause in found if (number := rulebook.number(clause)) is not None]


def check_deck(deck: Deck, cards: Mapping[str, PrintedCard], rulebook: Rulebook) -> list[Violation]:
    """Every clause of deck construction that a deck breaks."""
    return [v for v in ch06_setup.violations(deck, cards) if rulebook.number(v.clause) is not None]


def new_game(decks: Mapping[Player, Deck], seed: int | None, rulebook: Rulebook) -> State:
    """Both players with their decks, at the first clause of set-up."""
    piles = {
        f"{player}.{pile} deck": decks[player].piles.get(pile, ())
        for player in PLAYERS
        for pile in ("main", "gate")
    }
    return before_set_up(piles, (Frame(PHASES, "6.2.1"),), seed)


GAME = Game(
    name="luck-and-logic",
    title="Luck & Logic",
    editions={"1.00": rules},
    areas=AREAS,
    properties=PROPERTIES,
    numbers=NUMBERS,
    marks=MARKS,
    durations=(
        "turn",
        "battle",
        "stand phase",
        "draw phase",
        "level phase",
        "main phase",
        "battle phase",
        "end phase",
    ),
    moments=MOMENTS,
    effects=frozenset({"9.8.1"}),
    set_up="6.2",
    callers=CALLERS,
    playable=compile_cards,
    check_deck=check_deck,
    deck_reasons=deck_reasons,
    new_game=new_game,
    wiring=LuckAndLogic.wiring(),
    ties=(TieSpec("set", "set to", where_set, "a card on a circle or in a gate zone"),),
    across="circles",
    completes=completed,
)
