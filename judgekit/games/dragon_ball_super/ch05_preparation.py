"""Chapter 5: Leader and deck, and what comes before the first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from judgekit.engine.events import TurnBegan
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import PLAYERS, UNKNOWN, CardId, Player
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch03_areas import place, place_the_deck, shuffle
from judgekit.games.dragon_ball_super.ch04_terms import draw
from judgekit.games.dragon_ball_super.deck_list import DeckList, Face, number_of, permitted, texts_of
from judgekit.games.dragon_ball_super.rules import CHECKPOINT, SETUP_ORDER, rules
from judgekit.games.game import Violation

DECK_SIZE = 50
COPIES = 4
OPENING_HAND = 6
LIFE = 8


@rules.deck_rule("5-1-1")
def brings_both(deck: DeckList) -> Iterator[Violation]:
    if not deck.leaders and not deck.main:
        yield Violation("5-1-1", rules.words("Leader and deck"))


@rules.deck_rule("5-1-2")
def has_one_leader(deck: DeckList) -> Iterator[Violation]:
    kinds = [card.name for card in deck.leaders if card.properties.get("type") != "leader"]
    if len(deck.leaders) != 1 or kinds:
        names = tuple(card.name for card in deck.leaders)
        yield Violation("5-1-2", rules.words("one Leader", n=len(names)), names)


@rules.deck_rule("5-1-3")
def has_fifty_cards(deck: DeckList) -> Iterator[Violation]:
    if len(deck.main) != DECK_SIZE:
        yield Violation("5-1-3", rules.words("size of the deck", size=DECK_SIZE, n=len(deck.main)))
    wrong = sorted({c.name for c in deck.main if c.properties.get("type") not in ("battle", "extra")})
    if wrong:
        yield Violation("5-1-3", rules.words("Battle and Extra Cards"), tuple(wrong))


@rules.deck_rule("5-1-3-1")
def has_four_copies_at_most(deck: DeckList) -> Iterator[Violation]:
    for number, n in sorted(deck.copies.items()):
        cards = deck.numbered(number)
        allowed = max([COPIES, *permitted(deck, cards)])
        if n > allowed:
            text = rules.words("too many copies", n=n, number=number, most=allowed)
            yield Violation("5-1-3-1", text, (cards[0].name,))


@rules.deck_rule("5-1-3-2")
def has_no_more_than_its_text_allows(deck: DeckList) -> Iterator[Violation]:
    """A text about deck construction stands in place of the rule for its card."""
    for number, n in sorted(deck.copies.items()):
        cards = deck.numbered(number)
        limits = [most for only, most in texts_of(deck, cards) if only]
        if permitted(deck, cards) and not deck.limit_wins:
            continue
        if limits and n > min(limits):
            text = rules.words("more than its text allows", n=n, number=number, most=min(limits))
            yield Violation("5-1-3-2", text, (cards[0].name,))


@rules.deck_rule("5-1-3-2-1")
def two_kinds_of_text(deck: DeckList) -> Iterator[Violation]:
    """A text that allows a number of copies, or limits it: nothing else affects the deck."""
    yield from ()


@rules.deck_rule("5-1-3-2-2")
def in_force_before_the_game(deck: DeckList) -> Iterator[Violation]:
    """Such texts work while the deck is built, though the card is in no area yet."""
    yield from ()


def reasons(main: Sequence[Face], book: Rulebook) -> Iterator[str]:
    """The clauses that permit cards which would otherwise be too many."""
    live = frozenset(clause for clause in book.deck_rules if book.number(clause) is not None)
    deck = DeckList((), main, live)
    for number, n in Counter(number_of(card) for card in main).items():
        if COPIES < n <= max([0, *permitted(deck, deck.numbered(number))]):
            yield from ("5-1-3-2", "5-1-3-2-1", "5-1-3-2-2")
    if COPIES in Counter(number_of(card) for card in main).values():
        yield from ("5-1-3-1", "2-15-2-1")  # as many as there may be, whatever their names


def violations(
    leaders: Sequence[Face], main: Sequence[Face], book: Rulebook, readings: Mapping[str, str] | None = None
) -> list[Violation]:
    """Every rule that the deck breaks, in the book's order."""
    live = frozenset(clause for clause in book.deck_rules if book.number(clause) is not None)
    how = (readings or {}).get("A-41", "limit-wins")
    deck = DeckList(leaders, main, live, how == "limit-wins")
    found: list[Violation] = []
    for clause in sorted(live, key=book.book.order.__getitem__):
        found += book.deck_rules[clause](deck)
    return found


rules.calls("5-2-1", SETUP_ORDER)


@rules.step("5-2-1-1")
def present_leader_and_deck(table: Table) -> None:
    """A deck that breaks a rule is reported; whether the game goes on is up to the judge."""
    table.cite(*table.rules.deck_rules)
    for player in PLAYERS:
        table.occurs("presents Leader Card and deck", player)
        known = [c for c in table.pile(f"{player}.presented") if table.card(c).name != UNKNOWN]
        leaders = [table.definition(card) for card in known if is_leader(table, card)]
        main = [table.definition(card) for card in known if not is_leader(table, card)]
        for violation in violations(leaders, main, table.rules, table.readings):
            table.refuse(
                "deck", table.words("broken deck rule", clause=violation.clause, text=violation.text), player
            )


@rules.step("5-2-1-2")
def place_the_leaders(table: Table) -> None:
    """Face up in the Leader Area; the deck is put in its place too."""
    for player in PLAYERS:
        for card in [c for c in table.pile(f"{player}.presented") if is_leader(table, c)]:
            place(table, card, "leader")
        place_the_deck(table, player)


@rules.step("5-2-1-3")
def leaders_have_been_placed(table: Table) -> None:
    """The first player is determined first, so that this checkpoint has a turn player (A-03)."""
    if table.reading("A-03") == "first-player-first":
        find_the_first_player(table)
    else:
        first = Player(table.chance(table.words("whose skills first"), PLAYERS))
        table.remember(order=first)
        set_turn_player(table, first)
    with table.together():
        for player in from_the_first_player(table):
            for leader in table.pile(f"{player}.leader"):
                table.occurs("placed in the Leader Area", player, leader)
    table.call(CHECKPOINT)


@rules.action("5-2-1-3-1")
def find_the_first_player(table: Table) -> None:
    """By chance alone; nobody may choose."""
    set_turn_player(table, Player(table.chance(table.words("who plays first"), PLAYERS)))


@rules.step("5-2-1-4")
def draw_opening_hands(table: Table) -> None:
    """Beginning with the starting player, each may redraw once."""
    if table.recall("order"):
        find_the_first_player(table)
    for player in from_the_first_player(table):
        draw(table, player, OPENING_HAND)
    for player in from_the_first_player(table):
        redraw(table, player)


@rules.action("5-2-1-4-1")
def redraw(table: Table, player: Player) -> None:
    hand = table.pile(f"{player}.hand")
    returned = table.choose(player, hand, table.words("redraw"), 0, len(hand))
    if not returned:
        table.occurs("keeps the opening hand", player)
    elif table.reading("A-04") == "shuffle-before-drawing":
        give_back(table, returned)
        shuffle(table, player)
        draw(table, player, len(returned))
    else:
        draw(table, player, len(returned))
        give_back(table, returned)
        shuffle(table, player)


@rules.step("5-2-1-5")
def place_life(table: Table) -> None:
    for player in from_the_first_player(table):
        for card in table.pile(f"{player}.deck")[:LIFE]:
            place(table, card, "life")


@rules.step("5-2-1-6")
def begin_the_game(table: Table) -> None:
    table.begin_turn(table.turn_player)
    table.leave_to("6-1-1")


def from_the_first_player(table: Table) -> tuple[Player, Player]:
    return table.turn_player, table.opponent()


def give_back(table: Table, cards: Sequence[CardId]) -> None:
    with table.together():
        for card in cards:
            place(table, card, "deck")


def is_leader(table: Table, card: CardId) -> bool:
    return table.card(card).name != UNKNOWN and table.peek(card, "type") == "leader"


def set_turn_player(table: Table, player: Player) -> None:
    """Nobody's turn has begun; but one player comes first."""
    if table.turn_player != player:
        table.emit(TurnBegan(player, 0))
