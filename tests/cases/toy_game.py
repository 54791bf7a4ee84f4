"""Skirmish: a small invented game, with everything a position can hold."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from judgekit import games
from judgekit.book.load import read
from judgekit.cardtext.errors import CardTextError
from judgekit.engine.abilities import (
    Ability,
    Automatic,
    Change,
    Definition,
    Modifier,
    Moment,
    Pool,
    Source,
)
from judgekit.engine.events import Moved, Numbered
from judgekit.engine.layers import Board
from judgekit.engine.policy import AS_USUAL, Policy
from judgekit.engine.registry import Due, Rulebook
from judgekit.engine.state import (
    PLAYERS,
    UNKNOWN,
    Area,
    Card,
    CardId,
    Facts,
    Frame,
    Map,
    Outcome,
    Player,
    Standby,
    State,
    area_name,
    opponent,
)
from judgekit.engine.table import Table
from judgekit.engine.words import ENGINE, Words
from judgekit.games.game import (
    AreaSpec,
    Caller,
    Deck,
    Game,
    MarkSpec,
    NumberSpec,
    PrintedCard,
    PropertySpec,
    Violation,
)

HERE = Path(__file__).parent


class ToyPolicy(Policy):
    loop_points = frozenset({"2.1"})

    def active(self, table: Table, state: State, card: Card, ability: Ability) -> bool:
        return area_name(card.area) == "field"

    def information(self, table: Table, card: Card, dst: str) -> Facts:
        if card.name == UNKNOWN or area_name(card.area) != "field":
            return ()
        return (("power", table.peek(card.id, "power")),)

    def sees(self, state: State, seat: Player, card: Card, readings: Mapping[str, str] = AS_USUAL) -> bool:
        where = area_name(card.area)
        return where != "deck" and (where != "hand" or card.area == f"{seat}.hand")


NEEDED = ("fewer than three units on the field", "as many other cards in hand as it costs")
SAID = Words({"requirements": {one: one for one in NEEDED}}, __file__, ENGINE.sentences)
rules = Rulebook(read(HERE / "toy" / "clauses-2.toml"), ToyPolicy(), SAID)
TURN = rules.procedure("1")
CHECK = rules.procedure("2")
rules.start = TURN


@rules.step("1.1")
def draw_for_the_turn(table: Table) -> None:
    draw(table, table.turn_player)


@rules.step("1.2", to=("1.2",))
def play_cards(table: Table) -> None:
    chosen = table.offer(table.turn_player, "main", "play a card?")
    if chosen:
        action, subject = chosen
        action.perform(table, table.turn_player, subject)
        table.call(CHECK, then="1.2", after="play")


@rules.step("1.3")
def check(table: Table) -> None:
    table.call(CHECK)


@rules.step("1.4", to=("1.1",))
def pass_the_turn(table: Table) -> None:
    for effect in table.state.effects:
        if effect.until == "turn":
            table.end(effect)
    table.set_number(f"{table.turn_player}.plays", 0)
    table.begin_turn(table.opponent())
    table.goto("1.1")


@rules.step("2.1", to=("2.1",))
def perform_rule_actions(table: Table) -> None:
    if table.perform_rule_actions():
        table.goto("2.1")


@rules.step("2.2", to=("2.1",))
def play_waiting(table: Table) -> None:
    waiting = sorted(table.state.standby, key=lambda s: (s.player != table.turn_player, s.id))
    if not waiting:
        return
    mine = [s for s in waiting if s.player == waiting[0].player]
    first = mine[-1] if len(mine) > 1 and table.reading("D-1") == "newest" else mine[0]
    ability = table.pool.ability(first.ability)
    assert isinstance(ability, Automatic)
    assert ability.resolve is not None
    ability.resolve(table, first)
    table.settle(first)
    table.goto("2.1")


@rules.step("2.3")
def check_is_over(table: Table) -> None:
    table.occurs("check over", table.turn_player)


@rules.action("3.1")
def draw(table: Table, player: Player) -> None:
    if not table.pile(f"{player}.deck"):
        renew_the_deck(table, player)
    if table.pile(f"{player}.deck"):
        table.move(table.pile(f"{player}.deck")[0], f"{player}.hand")


@rules.action("3.1.1")
def renew_the_deck(table: Table, player: Player) -> None:
    with table.together():
        for card in table.pile(f"{player}.pile"):
            table.move(card, f"{player}.deck")
    table.shuffle(f"{player}.deck")


playing = rules.player_action("3.2", "play", "main")


@playing.candidates
def cards_in_hand(table: Table, player: Player) -> Iterator[CardId]:
    yield from (c for c in table.pile(f"{player}.hand") if table.card(c).name != UNKNOWN)


@playing.requires("7.1", "fewer than three units on the field")
def room_on_the_field(table: Table, player: Player, card: CardId) -> bool:
    return has_room(table, player)


@playing.requires("7.3", "as many other cards in hand as it costs")
def enough_in_hand(table: Table, player: Player, card: CardId) -> bool:
    return len(table.pile(f"{player}.hand")) > (table.peek(card, "cost") or 0)


@playing.performs
def play(table: Table, player: Player, card: CardId) -> None:
    table.set_number(f"{player}.plays", table.number(f"{player}.plays") + 1)
    if table.card(card).owner == player:
        table.move(card, f"{player}.field")
        table.mark(card, "rested")


@rules.action("3.3")
def destroy(table: Table, card: CardId) -> None:
    for below in table.pile(f"under.{card}"):
        table.put(below, f"{table.card(below).owner}.pile")
    table.move(card, f"{table.card(card).owner}.pile")


@rules.action("3.4")
def deal_damage(table: Table, player: Player, much: int) -> None:
    table.set_number(f"{player}.damage", table.number(f"{player}.damage") + much)


@rules.interrupt("4.1", on=(Numbered,))
def beaten(table: Table) -> Iterator[Due]:
    for player in PLAYERS:
        if table.number(f"{player}.damage") >= 5:
            yield Due(player)


@beaten.performs("4.1")
def lose(table: Table, due: Due) -> None:
    assert due.player is not None
    table.decide(Outcome(opponent(due.player), due.player, table.path[-1]))


@rules.rule_action("4.2")
def powerless(table: Table) -> Iterator[Due]:
    for player in PLAYERS:
        for card in table.pile(f"{player}.field"):
            if table.card(card).name != UNKNOWN and (table.peek(card, "power") or 0) <= 0:
                yield Due(player, card)


@powerless.performs("4.2")
def destroy_powerless(table: Table, due: Due) -> None:
    table.value(due.subject, "power")  # type: ignore[arg-type]
    destroy(table, due.subject)  # type: ignore[arg-type]


@rules.announcement("4.3", "concede")
def concede(table: Table, player: Player) -> None:
    table.decide(Outcome(opponent(player), player, table.path[-1]))


rules.stage("5.1")  # additions


@rules.deck_rule("6.1")
def ten_cards(deck: Deck, cards: Mapping[str, PrintedCard]) -> Iterator[Violation]:
    if len(deck.piles.get("main", ())) != 10:
        yield Violation("6.1", f"the deck has {len(deck.piles.get('main', ()))} cards, not 10")


@rules.deck_rule("6.2")
def three_copies(deck: Deck, cards: Mapping[str, PrintedCard]) -> Iterator[Violation]:
    main = deck.piles.get("main", ())
    for name in dict.fromkeys(main):
        if main.count(name) > 3:
            yield Violation("6.2", f"{main.count(name)} copies of {name}", (name,))


@rules.guard("7.1")
def has_room(table: Table, player: Player) -> bool:
    return len(table.pile(f"{player}.field")) < 3


rules.definition("7.3", enough_in_hand)
rules.close()

old_book = read(HERE / "toy" / "clauses-1.toml")
old_rules = rules.edition(old_book, old_book.renumbering)


# card texts: a few sentences, read whole

WORDS: dict[str, Callable[[str, int], Ability]] = {
    r"Enter: draw (\d)\.": lambda address, n: _enter(address, draw_some(n)),
    r"Enter: deal (\d)\.": lambda address, n: _enter(address, deal_some(n)),
    r"Enter: all get \+(\d) this turn\.": lambda address, n: _enter(address, cheer(address)),
    r"Enter: all get -(\d) this turn\.": lambda address, n: _enter(address, cheer(address)),
    r"Enter: later, draw 1\.": lambda address, n: _enter(address, schedule(address)),
    r"Others get \+(\d)\.": lambda address, n: Modifier(
        address, "5.1", layer="5.1", properties=frozenset({"power"}), changes=lambda b, s: _others(b, s, n)
    ),
}


def compile_toy(cards: Iterable[PrintedCard], rules: Rulebook) -> Pool:
    definitions: dict[str, Definition] = {}
    inner: dict[str, Ability] = {}
    for card in cards:
        abilities = []
        for at, line in enumerate(filter(None, card.text.split("\n")), 1):
            address = f"{card.name}#{at}"
            abilities.append(_ability(line, address, inner))
        definitions[card.name] = Definition(card.name, card.properties, tuple(abilities), card.text)
    return Pool(definitions, inner)


def _ability(line: str, address: str, inner: dict[str, Ability]) -> Ability:
    for pattern, make in WORDS.items():
        if found := re.fullmatch(pattern, line):
            much = int(found[1]) if found.groups() else 1
            if "this turn" in line:
                sign = -1 if "-" in line else 1
                inner[f"{address}/1"] = _cheered(f"{address}/1", sign * much)
            if "later" in line:
                inner[f"{address}/1"] = _later(f"{address}/1")
            return make(address, much)
    raise CardTextError(line, 0, ("Enter:", "Others get"))


def _enter(address: str, resolve: object) -> Automatic:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        event = moment.event
        if isinstance(event, Moved) and event.card == source.card.card and area_name(event.dst) == "field":
            yield (("came from", event.src),)

    return Automatic(address, "2.2", on=(Moved,), fulfilled=fulfilled, resolve=resolve)  # type: ignore[arg-type]


def draw_some(n: int) -> object:
    def resolve(table: Table, standby: Standby) -> None:
        for _ in range(n):
            draw(table, standby.player)

    return resolve


def deal_some(n: int) -> object:
    def resolve(table: Table, standby: Standby) -> None:
        if table.may(standby.player, f"deal {n} damage?"):
            deal_damage(table, opponent(standby.player), n)

    return resolve


def cheer(address: str) -> object:
    def resolve(table: Table, standby: Standby) -> None:
        cards = table.pile("A.field") + table.pile("B.field")
        table.begin(f"{address}/1", standby.source, standby.player, "turn", cards)

    return resolve


def schedule(address: str) -> object:
    def resolve(table: Table, standby: Standby) -> None:
        table.plan(f"{address}/1", standby.source, standby.player, facts=(("n", 1), ("who", None)))

    return resolve


def _cheered(address: str, much: int) -> Modifier:
    def changes(board: Board, source: Source) -> Iterator[Change]:
        for ref in source.cards or ():
            yield Change(ref.card, "power", "+", much)

    return Modifier(address, "5.1", layer="5.1", properties=frozenset({"power"}), changes=changes)


def _later(address: str) -> Automatic:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        event = moment.event
        if isinstance(event, Numbered) and event.key == f"{source.player}.plays":
            yield (("plays", event.now),)

    return Automatic(address, "2.2", on=(Numbered,), fulfilled=fulfilled, resolve=draw_some(1))  # type: ignore[arg-type]


def _others(board: Board, source: Source, n: int) -> Iterator[Change]:
    for card in board.state.pile(f"{source.player}.field"):
        if card != source.card.card:
            yield Change(card, "power", "+", n)


def check_toy_deck(deck: Deck, cards: Mapping[str, PrintedCard], rules: Rulebook) -> list[Violation]:
    found = []
    for clause, rule in rules.deck_rules.items():
        number = rules.number(clause)
        if number:
            found += [Violation(number, v.text, v.cards) for v in rule(deck, cards)]
    return found


def new_toy_game(decks: Mapping[Player, Deck], seed: int | None, rules: Rulebook) -> State:
    cards: dict[CardId, Card] = {}
    areas: dict[Area, tuple[CardId, ...]] = {}
    for player, deck in decks.items():
        where = Area(f"{player}.deck")
        for name in deck.piles["main"]:
            number = CardId(len(cards) + 1)
            cards[number] = Card(number, name, player, where)
            areas[where] = (*areas.get(where, ()), number)
    return State(Map(cards), Map(areas), Map(), (Frame("1", "1.1"),), seed=seed)


GAME = Game(
    name="toy",
    title="Skirmish",
    editions={"2": rules, "1": old_rules},
    areas=(
        AreaSpec("deck", "Deck", "3.1", "nobody", ordered=True, row=1, column=2),
        AreaSpec("hand", "Hand", "3.2", "owner", row=-1),
        AreaSpec("field", "Field", "7.1", row=0, column=1, capacity=3),
        AreaSpec("pile", "Pile", "3.3", row=1, column=1),
        AreaSpec("limbo", "Limbo", "3.3", shared=True, row=0),
    ),
    properties=(
        PropertySpec("type", "word", required=True, choices=("unit", "spell")),
        PropertySpec("power", "number", types=("unit",), required=True, short="P"),
        PropertySpec("cost", "number", short="C"),
        PropertySpec("traits", "words"),
    ),
    numbers=(
        NumberSpec("damage", "Damage", "3.4"),
        NumberSpec("plays", "cards played this turn", "3.2"),
        NumberSpec("turn", "turn number", "", per_player=False, default=1),
    ),
    marks=(
        MarkSpec("rested"),
        MarkSpec("face", ("up", "down")),
        MarkSpec("charge"),
        MarkSpec("counters", ()),
    ),
    moments={"start": "1.1", "main phase": "1.2", "check": "2"},
    callers={"2": Caller("1.3")},
    playable=compile_toy,
    check_deck=check_toy_deck,
    new_game=new_toy_game,
    row_titles=("Front", "Back"),
)


@contextmanager
def known() -> Iterator[None]:
    """Inside, judgekit has this game, as if it had a folder of its own."""
    folder = ModuleType("judgekit.games.toy")
    folder.__path__ = []
    names, modules = games.NAMES, {folder.__name__: folder, f"{folder.__name__}.game": sys.modules[__name__]}
    sys.modules.update(modules)
    games.NAMES = (*names, "toy")
    games.game.cache_clear()
    try:
        yield
    finally:
        games.NAMES = names
        for name in modules:
            del sys.modules[name]
        games.game.cache_clear()
