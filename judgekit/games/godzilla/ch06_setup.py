"""Chapter 6: decks, and the way from two decks to the first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judgekit.cardtext.model import DeckRule, This
from judgekit.engine.events import TurnBegan
from judgekit.engine.state import JUDGE, PLAYERS, A, B, Player
from judgekit.engine.table import Table
from judgekit.games.game import Deck, PrintedCard, Violation
from judgekit.games.godzilla.ch03_player_information import set_rage
from judgekit.games.godzilla.ch04_areas import from_the_deck_one_by_one, make_the_new_invading_monster
from judgekit.games.godzilla.ch05_02_placing import shuffle
from judgekit.games.godzilla.rules import ZONES, rules

GOLD = frozenset({"red", "blue", "green"})


@dataclass(frozen=True)
class Change:
    """What a continuous ability of a card says about deck construction."""

    rule: Any  # of the card text: so many of which cards
    text: str
    name: str = ""  # of the card that says it

    def lifts(self, clause: str, card: PrintedCard, pile: str) -> bool:
        """Whether it lets a card into the deck that this clause would keep out."""
        if self.rule.deck not in ("", pile):
            return False
        if clause == "6.1.1.3":
            allows = self.rule.rule == "may include" or (self.rule.rule == "at most" and self.rule.n > 0)
        else:
            allows = clause == "6.1.1.4" and self.rule.rule == "any number"
        return allows and self.speaks_of(card)

    def speaks_of(self, card: PrintedCard) -> bool:
        from judgekit.games.godzilla.ch12_keywords import matches_printed

        return card.name == self.name if self.of_itself else matches_printed(self.rule.what, card)

    @property
    def of_itself(self) -> bool:
        return isinstance(self.rule.what, This)


@dataclass(frozen=True)
class Built:
    """A deck with its cards looked up, and what its cards say about building it."""

    monsters: Sequence[PrintedCard]
    main: Sequence[PrintedCard]
    readings: Mapping[str, str]
    resonance: tuple[str, ...] = ()  # colours allowed by Resonance
    conditions: tuple[object, ...] = ()  # what its list demands
    changes: tuple[Change, ...] = ()  # what other cards of the deck say about building it
    several_colors: bool = True  # whether the edition knows cards of more than one color

    @property
    def all(self) -> list[PrintedCard]:
        return [*self.monsters, *self.main]

    @property
    def placed(self) -> list[tuple[PrintedCard, str]]:
        """Every card with the deck it is in."""
        return [(c, "monster deck") for c in self.monsters] + [(c, "main deck") for c in self.main]

    def kept(self, clause: str) -> list[PrintedCard]:
        """The cards for which no text lifts a clause's requirement."""
        return [c for c, pile in self.placed if not any(x.lifts(clause, c, pile) for x in self.changes)]

    def first(self) -> PrintedCard | None:
        return next((c for c in self.monsters if c.properties.get("rank") == 1), None)


def colors_of(card: PrintedCard) -> frozenset[str]:
    printed = frozenset(str(c) for c in card.properties.get("colors", ()))
    return printed - {"gold"} | GOLD if "gold" in printed else printed


def names(cards: Sequence[PrintedCard]) -> tuple[str, ...]:
    return tuple(sorted({card.name for card in cards}))


@rules.deck_rule("6.1.1")
def both_decks_are_there(deck: Built) -> Iterator[Violation]:
    if not deck.monsters or not deck.main:
        missing = "monster deck" if not deck.monsters else "main deck"
        yield Violation("6.1.1", rules.words("no deck", pile=missing))


@rules.deck_rule("6.1.1.1")
def one_monster_of_each_rank(deck: Built) -> Iterator[Violation]:
    wrong = [c for c in deck.monsters if c.properties.get("type") != "monster"]
    if wrong:
        yield Violation("6.1.1.1", rules.words("only monsters"), names(wrong))
    ranks = sorted(int(c.properties.get("rank", 0)) for c in deck.monsters)
    if ranks != [1, 2, 3, 4]:
        yield Violation("6.1.1.1", rules.words("one of each rank", ranks=ranks))


@rules.deck_rule("6.1.1.2")
def fifty_cards(deck: Built) -> Iterator[Violation]:
    if len(deck.main) != 50:
        yield Violation("6.1.1.2", rules.words("size of the main deck", n=len(deck.main)))


@rules.deck_rule("6.1.1.2.1")
def main_deck_takes_any_type(deck: Built) -> Iterator[Violation]:
    """Monster cards are allowed too; no other type is."""
    odd = [c for c in deck.main if c.properties.get("type") not in ("monster", "battle", "strategy")]
    if odd:
        yield Violation("6.1.1.2.1", rules.words("types of the main deck"), names(odd))


@rules.deck_rule("6.1.1.2.2")
def ten_with_invasion_icon_two(deck: Built) -> Iterator[Violation]:
    fast = with_icon_two(deck.main)
    if len(fast) > 10:
        text = rules.words("invasion icon 2", n=len(fast))
        yield Violation("6.1.1.2.2", text, names(fast))


def with_icon_two(cards: Sequence[PrintedCard]) -> list[PrintedCard]:
    return [card for card in cards if card.properties.get("invasion icon") == 2]


@rules.deck_rule("6.1.1.3")
def colors_fit_the_first_monster(deck: Built) -> Iterator[Violation]:
    """White, or the colours of the rank I monster; Resonance widens that."""
    first = deck.first()
    if first is None:
        return
    wanted = colors_of(first)
    odd = [card for card in deck.kept("6.1.1.3") if not fits(deck, colors_of(card), wanted)]
    if odd:
        shown = ", ".join(sorted(wanted)) or rules.words("no color")
        yield Violation("6.1.1.3", rules.words("neither color", colors=shown), names(odd))


def fits(deck: Built, colors: frozenset[str], wanted: frozenset[str]) -> bool:
    if not deck.several_colors:
        return colors in (wanted, frozenset({"white"}))
    if "white" in colors:
        return True
    return fits_resonance(deck, colors) or fits_first(deck, colors, wanted)


def fits_first(deck: Built, colors: frozenset[str], wanted: frozenset[str]) -> bool:
    """The colour of the rank I monster: all it has, or by another reading any."""
    return bool(colors & wanted) if deck.readings.get("A-38") == "any-color" else wanted <= colors


def fits_resonance(deck: Built, colors: frozenset[str]) -> bool:
    """A colour that Resonance lists also lets a card in; or only a card without other colours."""
    listed = frozenset(deck.resonance)
    allowed = colors <= listed if deck.readings.get("A-39") == "only-listed" else bool(colors & listed)
    return bool(listed) and allowed


@rules.deck_rule("6.1.1.4")
def four_of_a_number(deck: Built) -> Iterator[Violation]:
    counted = Counter(card_number(card) for card in deck.kept("6.1.1.4"))
    for number, n in sorted(counted.items()):
        alike = [c for c in deck.all if card_number(c) == number]
        most = copies_allowed(deck, alike)
        if n > most:
            text = rules.words("too many of a number", n=n, number=number, most=most)
            yield Violation("6.1.1.4", text, names(alike))


def copies_allowed(deck: Built, alike: Sequence[PrintedCard]) -> int:
    """Four, unless the card's own text gives another number."""
    own = [c for c in deck.changes if c.rule.rule == "at most" and c.of_itself]
    return min((c.rule.n for c in own if any(c.speaks_of(card) for card in alike)), default=4)


@rules.deck_rule("6.1.1.4.1")
def plus_makes_no_difference(deck: Built) -> Iterator[Violation]:
    """Checked through `card_number`; names the cards that are too many only because of it."""
    limited = deck.kept("6.1.1.4")
    printed = Counter(str(c.properties.get("number", c.name)) for c in limited)
    counted = Counter(card_number(card) for card in limited)
    for number, n in sorted(counted.items()):
        if n > 4 and printed[number] <= 4 and printed[number + "+"]:
            yield Violation("6.1.1.4.1", rules.words("one card number", number=number))


def card_number(card: PrintedCard) -> str:
    return str(card.properties.get("number", card.name)).removesuffix("+")


@rules.deck_rule("6.1.1.5")
def no_tokens(deck: Built) -> Iterator[Violation]:
    tokens = [c for c in deck.all if "Token" in c.properties.get("traits", ())]
    if tokens:
        yield Violation("6.1.1.5", rules.words("token in the deck"), names(tokens))


@rules.deck_rule("6.1.2")
def cards_change_the_requirements(deck: Built) -> Iterator[Violation]:
    """What a card's own text demands of the deck; such abilities are inactive once the game begins."""
    from judgekit.games.godzilla.ch12_keywords import broken

    for change in deck.changes:
        for found in () if change.of_itself else broken(change.rule, deck):
            yield Violation("6.1.2", rules.words("card wants otherwise", text=change.text), found.cards)


def reasons(deck: Built) -> Iterator[str]:
    """Clauses that let something into a deck, the opposite of those that keep something out."""
    if any("gold" in (card.properties.get("colors") or ()) for card in deck.all):
        yield "2.4.5"
    if any(card.properties.get("type") == "monster" for card in deck.main):
        yield "6.1.1.2.1"
    if len(with_icon_two(deck.main)) <= 10 <= len(with_icon_two(deck.all)):
        yield "6.1.1.2.2"  # as many as there may be, or more over both decks
    if deck.changes or deck.resonance:
        yield "6.1.2"
    if deck.resonance:
        yield from ("12.8.1", "12.8.2")
    if deck.conditions:
        yield "12.8.2.2"


def changes_by(cards: Iterable[PrintedCard]) -> Iterator[Change]:
    """What the cards of a deck say about building it, besides Resonance."""
    for card in {card.name: card for card in cards if "deck" in card.text.lower()}.values():
        for ability in card.parsed("godzilla"):
            rules_of_it = [verb for verb in ability.body if isinstance(verb, DeckRule)]
            if ability.keyword is None:
                yield from (Change(verb, ability.text, card.name) for verb in rules_of_it)


def check(
    deck: Deck, cards: Mapping[str, PrintedCard], readings: Mapping[str, str], changeable: bool = True,
    several_colors: bool = True,
) -> Built:  # fmt: skip
    """Look up a deck's cards, and what they say about building it."""
    from judgekit.games.godzilla.ch12_keywords import resonance_of

    monsters = [cards[name] for name in deck.piles.get("monster", ())]
    main = [cards[name] for name in deck.piles.get("main", ())]
    first = next((c for c in monsters if c.properties.get("rank") == 1), None)
    listed, conditions = resonance_of(first) if first is not None else ((), ())
    changes = tuple(changes_by([*monsters, *main])) if changeable else ()
    return Built(monsters, main, readings, listed, conditions, changes, several_colors)


@rules.step("6.3.1.1")
def show_the_decks(table: Table) -> None:
    """Put on the table as they are; the next steps move them, and nobody looks into them."""
    table.occurs("decks shown")


@rules.step("6.3.1.2")
def lay_the_monster_decks_down(table: Table) -> None:
    for player in PLAYERS:
        for card in table.pile(f"{player}.monster deck presented"):
            table.put(card, f"{player}.monster deck")


@rules.step("6.3.1.3")
def shuffle_the_main_decks(table: Table) -> None:
    for player in PLAYERS:
        for card in table.pile(f"{player}.main deck presented"):
            table.put(card, f"{player}.deck")
        shuffle(table, player)


@rules.step("6.3.1.4")
def decide_who_goes_first(table: Table) -> None:
    first = table.chance(table.words("who goes first"), ("A", "B"))
    table.emit(TurnBegan(Player(first), 0))


@rules.step("6.3.1.5")
def take_five_cards(table: Table) -> None:
    """Moved, not drawn: abilities about drawing do not trigger."""
    for player in PLAYERS:
        from_the_deck_one_by_one(table, player, 5, "hand")


@rules.step("6.3.1.6")
def bring_the_first_monsters(table: Table) -> None:
    for player in (table.turn_player, table.opponent()):
        first = [c for c in table.pile(f"{player}.monster deck") if table.peek(c, "rank") == 1]
        if not first:
            table.refuse("set up", table.words("no first monster"), player)
            continue
        set_position(table, player, first[0])
        table.cite("5.11.2")
        if table.reading("A-04") == "triggers":
            table.occurs("played", player, first[0], (("from", f"{player}.monster deck"), ("how", "set-up")))


@rules.action("6.3.1.6.1")
def begin_in_zone_1(table: Table, player: Player, card: int) -> bool:
    """Zone 1, if nothing else is said."""
    make_the_new_invading_monster(table, player, card, 1)
    return True


def set_position(table: Table, player: Player, card: int) -> None:
    """As the card says; else zone 1. The older edition does not say it, and leaves it to a reading."""
    printed = table.peek(card, "starting zone")
    if printed:
        make_the_new_invading_monster(table, player, card, int(printed))
    elif not begin_in_zone_1(table, player, card):
        read = "A-51" in table.readings and table.reading("A-51") == "zone-1"
        number = 1 if read else ask_for_the_zone(table, player)
        make_the_new_invading_monster(table, player, card, number)


def ask_for_the_zone(table: Table, player: Player) -> int:
    zones = [(str(n), table.words("zone number", n=n)) for n in ZONES]
    return int(table.pick(JUDGE, zones, table.words("starting zone", player=player)))


@rules.step("6.3.1.7")
def start_without_rage(table: Table) -> None:
    for player in (A, B):
        set_rage(table, player, 0)
    table.occurs("the game begins")
