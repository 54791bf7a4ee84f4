"""Section 9.6: playing cards and abilities, and resolving them.

Playing is one transaction: if a clause on the way cannot be met, nothing has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from judgekit.engine import plain
from judgekit.engine.abilities import Activated, Source
from judgekit.engine.events import Played, Replaced
from judgekit.engine.state import CardId, Facts, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import choose_whole_number, is_stopped, least_of
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of, cost_of, territories
from judgekit.games.luck_and_logic.ch04_zones import how_many, shows_its_face, top_of_stock
from judgekit.games.luck_and_logic.ch05_02_cards import drop
from judgekit.games.luck_and_logic.ch05_11_members import (
    Circles,
    choose_circles,
    is_free_by_effect,
    is_named_by_effect,
    mobilize,
    owes_requirements,
)
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import (
    can_pay_all,
    pays_at_once,
    reveal,
    revealed_with_the_rest,
)
from judgekit.games.luck_and_logic.ch05_23_looking_and_setting import end_of_showing
from judgekit.games.luck_and_logic.ch09_03_activity import pays_for, resolves_though_inactive
from judgekit.games.luck_and_logic.rules import rules

Able = Callable[[Table, Player, Source], bool]
Choices = Callable[[Table, Player, Source], Facts]
Pays = Callable[[Table, Player, Source, Facts], Facts]
Chosen = TypeVar("Chosen")
Resolves = Callable[[Table, Player, Source, Facts], object]


@dataclass(frozen=True)
class Use:
    """What stands in an ability's brackets and after them: how it is paid for, and what it does."""

    can_pay: Able | None = None
    choose: Choices | None = None  # what is chosen while it is played
    pay: Pays | None = None
    resolve: Resolves | None = None
    logic_drive: bool = False
    usage_icon: bool = False
    deck_cards: int = 0  # how many cards its cost takes from the deck
    condition: Able | None = None
    number: Choices | None = None  # 9.6.2.2.1: of an automatic ability, the X that it leaves open


play = rules.acts("9.6.2", plain.carry_out)  # a card or an ability is played, step by step


def play_member(table: Table, player: Player, card: CardId) -> None:
    """A member from the hand: shown, given its circles, paid for, mobilized."""
    if not table.propose("play", card, player):
        return
    play(table, lambda: process_member(table, player, card))


def process_member(table: Table, player: Player, card: CardId) -> None:
    late = bool(cost_of(table, card)) and table.reading("A-54") == "on-resolution"
    choose_to_play(table, player, card)
    circles = None if late else make_choices(table, lambda: choose_circles(table, player, card))
    if pay(table, lambda: pay_for_card(table, player, card)) is False:
        return
    if late:
        circles = make_choices(table, lambda: choose_circles(table, player, card))
    if circles:
        resolve(table, lambda: mobilize(table, player, card, circles))


@rules.action("9.6.2.1")
def choose_to_play(
    table: Table, player: Player, card: CardId, ability: str = "", standby: int | None = None
) -> None:
    """What is played; a card from the hand or the deck is shown."""
    table.emit(Played(ability or "card", player, card, standby))
    if not ability:
        reveal(table, [card])
        if not needs_only_its_level(table, card):
            table.cite("9.6.2.1.4")
            read_requirements(table, player)


def read_requirements(table: Table, player: Player) -> None:
    """The log shows what the level cards are when a tranceunion is played."""
    with table.under("9.9.1"):
        for level in level_cards(table, player):
            for name in ("world", "colour"):
                table.value(level, name)


def level_cards(table: Table, player: Player) -> list[CardId]:
    """A-06: the level cards whose colour and world count."""
    lying = list(table.pile(f"{player}.level"))
    if all(shows_its_face(table, table.card(card)) for card in lying):
        return lying
    if table.reading("A-06") == "printed-values-count":
        return lying
    return [card for card in lying if not table.card(card).mark("face down")]


@rules.guard("9.6.2.1.1")
def worlds_match(table: Table, player: Player, card: int) -> bool:
    world = table.peek(card, "world")
    return any(share(world, table.peek(level, "world")) for level in level_cards(table, player))


@rules.guard("9.6.2.1.2")
def colours_match(table: Table, player: Player, card: int) -> bool:
    colour = table.peek(card, "colour")
    return any(share(colour, table.peek(level, "colour")) for level in level_cards(table, player))


def share(one: object, other: object) -> bool:
    return bool(set(words(one)) & set(words(other)))


def words(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(str(v) for v in value) if isinstance(value, list | tuple) else (str(value),)


@rules.guard("9.6.2.1.3")
def level_suffices(table: Table, player: Player, card: int) -> bool:
    """A-39: as many cards in the level zone as the level of the card."""
    table.cite("2.8.1")
    needed = table.peek(card, "level") or 0
    there = how_many(table, f"{player}.level") or 0
    open_cards = len([c for c in table.pile(f"{player}.level") if not table.card(c).mark("face down")])
    if open_cards < needed <= there and table.reading("A-39") == "face-up-level-cards":
        return False
    return there >= needed


@rules.guard("9.6.2.1.4")
def tranceunion_can_be_played(table: Table, player: Player, card: int) -> bool:
    """Level, and world or colour."""
    matches = worlds_match(table, player, card) or colours_match(table, player, card)
    return bool(matches and level_suffices(table, player, card))


@rules.guard("9.6.2.1.5")
def needs_only_its_level(table: Table, card: int) -> bool:
    """A logicalist or a foreigner needs no world and no colour."""
    return table.peek(card, "type") in ("logicalist", "foreigner")


@rules.action("9.6.2.2")
def make_choices(table: Table, choose: Callable[[], Chosen]) -> Chosen:
    """A-42, A-54: what is chosen while playing."""
    chosen = choose()
    table.occurs("choices made")
    return chosen


@rules.guard("9.6.2.2.1")
def choose_x(table: Table, player: Player, most: int = 99) -> int:
    """An X that the text leaves open is any whole number from 0."""
    return choose_whole_number(table, player, most, table.words("number X"))


def can_pay_cost(table: Table, player: Player, card: int) -> bool:
    return bool(can_pay_all(table, [len(table.pile(f"{player}.stock")) >= (cost_of(table, card) or 0)]))


@rules.action("9.6.2.3")
def pay(table: Table, process: Callable[[], object]) -> bool:
    """The cost of a card or an activated ability, all of it at once; whether it has been paid."""
    since = len(table.happened)
    if pays_at_once(table):
        with table.together():
            process()
    return is_paid(table, since)


def is_paid(table: Table, since: int) -> bool:
    """A-60: whether a cost counts as paid if part of it was replaced."""
    replaced = any(isinstance(happened.event, Replaced) for happened in table.happened[since:])
    if not replaced or table.reading("A-60") == "counts-as-paid":
        return True
    table.cite("9.10.1.1", "5.22.3")
    table.refuse("pay", table.words("cost replaced"))
    return False


def pay_for_card(table: Table, player: Player, card: CardId) -> None:
    """Its number of stock cards, from the top."""
    if owes_requirements(table, True):
        drop(table, top_of_stock(table, player, cost_of(table, card) or 0) or ())


@rules.action("9.6.2.4")
def resolve(table: Table, process: Callable[[], object]) -> None:
    """Once it is paid for: what waited for the payment to end comes first (10.2.3)."""
    table.check_interrupts()
    process()


@rules.action("9.6.2.4.1")
def resolve_text(table: Table, player: Player, source: Source, use: Use, chosen: Facts) -> None:
    """Do what the text says, wherever its card is now."""
    from judgekit.games.luck_and_logic.ch09_07_automatic import process_once

    if table.state.current(source.card) is None and not goes_on_without_its_card(table, source.card):
        table.refuse("resolve", table.words("left its zone"), player, source.card.card)
        return
    since = len(table.happened)
    if use.resolve is not None:
        perform = use.resolve
        process_once(table, lambda: perform(table, player, source, chosen))
    end_of_showing(table, since)


def effect_at_work(table: Table, path: tuple[str, ...] | None = None) -> Played | None:
    """The ability whose text is being carried out; none if rules are at work (10.1.2)."""
    clauses = table.path if path is None else path
    if "9.6.2.4.1" not in clauses:
        return None
    since = clauses[clauses.index("9.6.2.4.1") :]
    if any(clause.startswith("10.") for clause in since):
        return None
    for happened in reversed(table.happened):
        if isinstance(happened.event, Played) and happened.event.what != "card":
            return happened.event
    return None


@rules.guard("9.6.2.4.2")
def goes_on_without_its_card(table: Table, card: Ref) -> bool:
    """A card that has left its zone does not stop its ability."""
    return table.state.current(card) is None and bool(resolves_though_inactive(table))


# Activated abilities


def usable_abilities(table: Table, player: Player) -> list[tuple[CardId, str]]:
    """The activated abilities of a player's cards that are active now."""
    state, policy = table.state, table.policy
    found = []
    for number in state.cards if table.grants() else table.index.activated:
        card = state.cards[number]
        if card.name in table.pool.definitions and policy.master(state, card) == player:
            for address in abilities_of(table, number):
                ability = table.pool.ability(address)
                if isinstance(ability, Activated) and policy.active(table, state, card, ability):
                    found.append((number, address))
    return sorted(found)


def abilities_of(table: Table, card: CardId) -> Sequence[str]:
    if table.grants():
        return tuple(table.peek(card, "abilities") or ())
    return [ability.address for ability in table.definition(card).abilities]


def source_of(table: Table, card: CardId, address: str) -> Source:
    return table.source(table.pool.ability(address), table.card(card))


def played_by(table: Table, player: Player, card: CardId, address: str) -> Source:
    """3.2.1.2.3: whoever plays an activated ability is its master."""
    return source_of(table, card, address).altered(player=player)


def can_pay_for_ability(table: Table, player: Player, card: CardId, address: str) -> bool:
    """A-03: what would need more deck than there is cannot be paid."""
    use = use_of(table, address)
    source = source_of(table, card, address)
    parts = [
        bool(pays_for(table, player, source.player)),
        use.can_pay is None or use.can_pay(table, player, source),
        deck_suffices(table, player, use.deck_cards),
    ]
    return bool(can_pay_all(table, parts))


def deck_suffices(table: Table, player: Player, count: int) -> bool:
    if count <= len(table.pile(f"{player}.deck")):
        return True
    table.cite("10.2.3")
    return table.reading("A-03") == "reshuffle-and-pay"


def use_of(table: Table, address: str) -> Use:
    found = table.pool.ability(address).data
    return found if isinstance(found, Use) else Use()


def play_ability(table: Table, player: Player, card: CardId, address: str) -> None:
    """An activated ability: chosen, its choices made, paid for, resolved."""
    play(table, lambda: process_ability(table, player, card, address))


def process_ability(table: Table, player: Player, card: CardId, address: str, free: bool = False) -> None:
    from judgekit.games.luck_and_logic.ch12_miscellaneous import spend_use

    use, source = use_of(table, address), played_by(table, player, card, address)
    choose_to_play(table, player, card, address)
    chosen = choose_for_ability(table, player, source, use)
    spend_use(table, source.card, player, address, use.usage_icon)
    if use.pay is not None and not free and revealed_with_the_rest(table):
        payment = partial(use.pay, table, player, source, chosen)
        if pay(table, payment) is False:
            return
    resolve(table, lambda: resolve_text(table, player, source, use, chosen))
    spend_use(table, source.card, player, address, use.usage_icon, "resolved")


def choose_for_ability(table: Table, player: Player, source: Source, use: Use) -> Facts:
    """A-42: the choices of the first instruction and of the cost."""
    if use.choose is None:
        return ()
    choose = use.choose
    return make_choices(table, lambda: choose(table, player, source)) or ()


# Trance


def can_be_tranced(table: Table, player: Player, card: int, by_rule: bool) -> bool:
    """A-10, A-10c: a trance by rule owes requirements and cost; an effect owes nothing."""
    if is_stopped(table, "mobilize", card, player) or (by_rule and is_stopped(table, "play", card, player)):
        return False
    if not tranceunion_can_be_played(table, player, card):
        if not is_named_by_effect(table, by_rule) or table.reading("A-10c") == "only-if-named":
            return False
    if is_free_by_effect(table, by_rule) or pays_nothing(table, card):
        return True
    return can_pay_cost(table, player, card)


def pays_nothing(table: Table, card: int) -> bool:
    return bool(cost_of(table, card)) and table.reading("A-10") == "trance-is-free"


def circles_for_trance(
    table: Table, player: Player, card: CardId, materials: Sequence[CardId]
) -> list[Circles]:
    """A-10d: every place of its territory, or those where a material stands."""
    ways = list(territories(table, card, player) or ())
    there = {circle for one in materials for circle in circles_of(table, one)}
    near = [way for way in ways if there & set(way)]
    return near if near != ways and table.reading("A-10d") == "where-a-material-stood" else ways


def play_by_trance(
    table: Table, player: Player, card: CardId, by_rule: bool, materials: Sequence[CardId] = ()
) -> Circles | None:
    """Show the tranceunion, choose its circles, pay for it."""
    if by_rule and not table.propose("play", card, player):
        return None
    choose_to_play(table, player, card)
    ways = circles_for_trance(table, player, card, materials)
    circles = make_choices(table, lambda: choose_circles(table, player, card, ways))
    if by_rule and not pays_nothing(table, card):
        if pay(table, lambda: pay_for_card(table, player, card)) is False:
            return None
    table.check_interrupts()
    return circles


# 9.6.3: "choose"


@rules.guard("9.6.3")
def choose_in_order(
    table: Table, choices: Iterable[Callable[[], tuple[CardId, ...]]]
) -> list[tuple[CardId, ...]]:
    """Choices are made in the order of the instructions that ask for them."""
    return [choice() for choice in choices]


@rules.guard("9.6.3.1")
def choose_cards(
    table: Table, player: Player, cards: Sequence[int], count: int, up_to: bool, prompt: str
) -> tuple[CardId, ...]:
    """That many, or as many as there are; a possible choice may not be refused."""
    if has_no_choice(table, cards):
        return ()
    least = least_to_choose(table, up_to, count)
    most = as_many_as_there_are(table, cards, count)
    return table.choose(player, cards, prompt, min(least, most or 0), most or 0)


def least_to_choose(table: Table, up_to: bool, count: int) -> int:
    least = least_of_choice(table, count) if up_to else None
    return count if least is None else least


@rules.guard("9.6.3.1.1")
def least_of_choice(table: Table, count: int) -> int:
    """Up to a number: any number from 0."""
    least = least_of(table, up_to=True, wanted=count)
    return count if least is None else least


@rules.guard("9.6.3.1.2")
def as_many_as_there_are(table: Table, cards: Sequence[int], count: int) -> int:
    return min(count, len(cards))


# nothing can be chosen: what relies on the choice is left out
has_no_choice = rules.asks("9.6.3.1.3", plain.is_not)


@rules.guard("9.6.3.1.4")
def may_fail_to_find(table: Table, hidden: bool, conditional: bool) -> bool:
    """Of unseen cards nobody can tell whether one fits: the player may find none."""
    return hidden and conditional
