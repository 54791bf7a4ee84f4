"""Chapter 6: the rules of deck construction, and setting up a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from judgekit.cardtext.model import DeckRule, Is, Selector
from judgekit.engine.state import PLAYERS, UNKNOWN, CardId, Player, area
from judgekit.engine.table import Table
from judgekit.games.game import Deck, PrintedCard, Violation
from judgekit.games.luck_and_logic.ch02_characteristics import whole_names
from judgekit.games.luck_and_logic.ch04_zones import GATE_ZONES, lay
from judgekit.games.luck_and_logic.ch05_02_cards import draw, shuffle_group
from judgekit.games.luck_and_logic.rules import SET_UP, rules

Cards = Mapping[str, PrintedCard]
ANY_NUMBER = 50  # as many as a main deck has


def type_in(cards: Cards, name: str) -> str:
    return str(cards[name].properties.get("type", "")) if name in cards else ""


@rules.deck_rule("6.1.1")
def two_decks(deck: Deck, cards: Cards) -> Iterator[Violation]:
    """A main deck and a gate deck."""
    for pile in ("main", "gate"):
        if not deck.piles.get(pile):
            yield Violation("6.1.1", rules.words("no deck", pile=pile))


@rules.deck_rule("6.1.1.1.1")
def fifty_cards(deck: Deck, cards: Cards) -> Iterator[Violation]:
    main = deck.piles.get("main", ())
    if len(main) != 50:
        yield Violation("6.1.1.1.1", rules.words("size of the main deck", n=len(main)))


@rules.deck_rule("6.1.1.1.2")
def four_copies(deck: Deck, cards: Cards) -> Iterator[Violation]:
    for name, copies in Counter(known(deck, "main")).items():
        most = allowed_copies(cards, name)
        if copies > most:
            text = rules.words("too many copies", n=copies, name=name, most=most)
            yield Violation("6.1.1.1.2", text, (name,))


def known(deck: Deck, pile: str) -> list[str]:
    """What somebody has told of a deck: of the rest nobody can say what it breaks."""
    return [name for name in deck.piles.get(pile, ()) if name != UNKNOWN]


def allowed_copies(cards: Cards, name: str) -> int:
    """Four, unless the card itself says how many of it there may be (1.3.1)."""
    card = cards.get(name)
    if card is None or "deck" not in card.text.lower():
        return 4
    most = 4
    for ability in card.parsed("luck_and_logic"):
        for rule in (verb for verb in ability.body if isinstance(verb, DeckRule)):
            named = rule.what.filters if isinstance(rule.what, Selector) else ()
            meant = not named or any(named == (Is("name", (each,)),) for each in printed_names(cards, name))
            if meant and rule.rule == "any number":
                return ANY_NUMBER
            if meant and rule.rule == "at most" and isinstance(rule.n, int):
                most = max(most, rule.n)
    return most


@rules.deck_rule("6.1.1.1.2.1")
def four_of_a_name(deck: Deck, cards: Cards) -> Iterator[Violation]:
    """Cards that differ in everything but the printed name count together."""
    entries = Counter(deck.piles.get("main", ()))
    shared: dict[str, list[str]] = {}
    for entry in entries:
        shared.setdefault(printed_name(cards, entry), []).append(entry)
    for name, versions in shared.items():
        total = sum(entries[version] for version in versions)
        most = max(allowed_copies(cards, version) for version in versions)
        if len(versions) > 1 and total > most:
            text = rules.words("too many of a name", n=total, name=name, versions=len(versions), most=most)
            yield Violation("6.1.1.1.2.1", text, tuple(sorted(versions)))


def printed_name(cards: Cards, entry: str) -> str:
    return printed_names(cards, entry)[0]


def printed_names(cards: Cards, entry: str) -> tuple[str, ...]:
    """2.1.2: a member's name is its title and its character. In a list, versions of a card differ by the
    text in brackets after the name."""
    card = cards.get(entry)
    title, character = (card and card.properties.get(part) for part in ("title", "character"))
    return whole_names(title, character) or (entry.partition(" (")[0] if entry.endswith(")") else entry,)


@rules.deck_rule("6.1.1.1.3")
def eight_paradoxes(deck: Deck, cards: Cards) -> Iterator[Violation]:
    told = known(deck, "main")
    paradoxes = [name for name in told if type_in(cards, name) == "paradox"]
    untold = len(deck.piles.get("main", ())) - len(told)
    if not len(paradoxes) <= 8 <= len(paradoxes) + untold:
        yield Violation("6.1.1.1.3", rules.words("eight paradoxes", n=len(paradoxes)))


@rules.deck_rule("6.1.1.1.4")
def no_gates_in_main(deck: Deck, cards: Cards) -> Iterator[Violation]:
    strays = sorted({name for name in deck.piles.get("main", ()) if type_in(cards, name) == "gate"})
    if strays:
        yield Violation("6.1.1.1.4", rules.words("gates in the main deck"), tuple(strays))


@rules.deck_rule("6.1.1.2.1")
def ten_gates(deck: Deck, cards: Cards) -> Iterator[Violation]:
    gates = deck.piles.get("gate", ())
    if len(gates) != 10:
        yield Violation("6.1.1.2.1", rules.words("size of the gate deck", n=len(gates)))


@rules.deck_rule("6.1.1.2.2")
def two_of_a_gate_number(deck: Deck, cards: Cards) -> Iterator[Violation]:
    numbered: dict[str, list[str]] = {}
    for name in known(deck, "gate"):
        number = cards[name].properties.get("gate number") if name in cards else None
        numbered.setdefault(str(number if number is not None else name), []).append(name)
    for number, names in numbered.items():
        if len(names) > 2:
            text = rules.words("gates of a number", n=len(names), number=number)
            yield Violation("6.1.1.2.2", text, tuple(sorted(set(names))))


@rules.deck_rule("6.1.1.2.3")
def only_gates(deck: Deck, cards: Cards) -> Iterator[Violation]:
    gates = deck.piles.get("gate", ())
    strays = sorted({name for name in gates if type_in(cards, name) not in ("gate", "")})
    if strays:
        yield Violation("6.1.1.2.3", rules.words("only gates"), tuple(strays))


def reasons(deck: Deck, cards: Cards) -> Iterator[str]:
    """The clauses that let in what would be too many without them."""
    entries = Counter(deck.piles.get("main", ()))
    if any(4 < copies <= allowed_copies(cards, name) for name, copies in entries.items()):
        yield "1.3.1"
    of_character: dict[str, list[str]] = {}
    for entry in entries:
        character = str(cards[entry].properties.get("character") or "") if entry in cards else ""
        of_character.setdefault(character, []).append(entry)
    for character, versions in of_character.items():
        names = {printed_name(cards, entry) for entry in versions}
        if character and len(names) > 1 and sum(entries[entry] for entry in versions) > 4:
            yield from ("2.1.2", "6.1.1.1.2")  # each name by itself


def violations(deck: Deck, cards: Cards) -> list[Violation]:
    """Every rule of construction that a deck breaks."""
    return [found for rule in rules.deck_rules.values() for found in rule(deck, cards)]


# 6.2 Preparing the game


rules.calls("6.2.1", SET_UP, then="7.2")


@rules.step("6.2.1.1")
def present_decks(table: Table) -> None:
    """Both show what they will play with; a deck that breaks a rule is pointed out."""
    for player in PLAYERS:
        table.occurs("decks presented", player)
        for found in violations(*presented(table, player)):
            table.cite(found.clause)
            table.refuse(
                "deck", table.words("broken deck rule", clause=found.clause, text=found.text), player
            )


def presented(table: Table, player: Player) -> tuple[Deck, Cards]:
    piles = {name: names(table, table.pile(f"{player}.{name} deck")) for name in ("main", "gate")}
    cards = {
        name: PrintedCard(name, table.pool[name].properties)
        for pile in piles.values()
        for name in pile
        if name != UNKNOWN
    }
    return Deck(piles), cards


def names(table: Table, cards: Sequence[CardId]) -> list[str]:
    return [table.card(card).name for card in cards]


@rules.step("6.2.1.2")
def shuffle_both_decks(table: Table) -> None:
    for player in PLAYERS:
        shuffle_group(table, f"{player}.main deck")
        shuffle_group(table, f"{player}.gate deck")


@rules.step("6.2.1.3")
def lay_out_gates(table: Table) -> None:
    for player in PLAYERS:
        for zone in GATE_ZONES:
            for gate in table.pile(f"{player}.gate deck")[:1]:
                lay(table, gate, area(player, zone), face_down=True)
        remove_unused_gates(table, player)


@rules.action("6.2.1.3.1")
def remove_unused_gates(table: Table, player: Player) -> None:
    with table.together():
        for gate in table.pile(f"{player}.gate deck"):
            lay(table, gate, area(player, "remove"), face_down=True)


@rules.step("6.2.1.4")
def place_main_decks(table: Table) -> None:
    for player in PLAYERS:
        with table.together():
            for card in reversed(table.pile(f"{player}.main deck")):
                lay(table, card, area(player, "deck"))


@rules.step("6.2.1.5")
def determine_starting_player(table: Table) -> None:
    drawn = table.chance(table.words("who goes first"), PLAYERS)
    table.remember(first=starts(table, drawn))


starts = rules.passes("6.2.1.5.1")  # the player picked at random goes first and does not get to choose


@rules.step("6.2.1.6")
def draw_first_hands(table: Table) -> None:
    first = Player(table.recall("first", "A"))
    order = (first, table.opponent(first))
    for player in order:
        draw(table, player, 5)
    for player in order:
        change_first_hand(table, player)


def change_first_hand(table: Table, player: Player) -> None:
    """Once, a player puts any number of cards on the bottom of the deck and draws as many."""
    hand = table.pile(f"{player}.hand")
    table.cite("1.3.5")  # any number, none among them
    back = table.choose(player, hand, table.words("cards to put back"), 0, len(hand))
    for card in table.order(player, back, table.words("order to put back")):
        lay(table, card, area(player, "deck"), len(table.pile(f"{player}.deck")))
    draw(table, player, len(back))


@rules.step("6.2.1.7")
def start_refresh_points(table: Table) -> None:
    for player in PLAYERS:
        table.set_number(f"{player}.refresh points", 0)


@rules.step("6.2.1.8")
def begin_the_game(table: Table) -> None:
    table.begin_turn(Player(table.recall("first", "A")))
