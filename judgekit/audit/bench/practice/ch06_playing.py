"""Chapter 6: checks, play timings, playing cards, using abilities, abilities that wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from judgekit.audit.bench.practice.ch02_cards import garden
from judgekit.audit.bench.practice.ch05_actions import compost, pay, tire
from judgekit.audit.bench.practice.ch10_loops import does_not_begin_the_loop_again
from judgekit.audit.bench.practice.rules import CHECK, GlasshousePolicy, rules
from judgekit.engine.abilities import Ability, Activated, Automatic
from judgekit.engine.events import Played
from judgekit.engine.legality import Subject
from judgekit.engine.state import CardId, Player, Standby
from judgekit.engine.table import Table

Targets = tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Spell:
    """What a charm or a used ability does, and the cards it may point at (none: it points at nothing)."""

    does: Callable[[Table, Player, CardId, Targets], None]
    targets: Callable[[Table, Player, CardId], Iterable[CardId]] | None = None
    least: int = 1
    most: int = 1


@rules.step("6.1.1", to=("6.1.1",))
def perform_rule_actions(table: Table) -> None:
    if table.perform_rule_actions():
        table.goto("6.1.1")


@rules.step("6.1.2", to=("6.1.1",))
def play_one_of_the_turn_gardener(table: Table) -> None:
    if play_one(table, table.turn_player):
        table.goto("6.1.1")


@rules.step("6.1.3", to=("6.1.1",))
def play_one_of_the_other_gardener(table: Table) -> None:
    if play_one(table, table.opponent()):
        table.goto("6.1.1")


@rules.step("6.1.4")
def check_is_over(table: Table) -> None:
    """Nothing is left to do."""


rules.calls("6.2.1", CHECK)


@rules.step("6.2.2", to=("6.2.1",))
def play_or_pass(table: Table) -> None:
    player = Player(table.recall("player"))
    chosen = table.offer(player, "noon", table.words("noon"))
    if chosen is not None:
        action, subject = chosen
        action.perform(table, player, subject)
        table.goto("6.2.1")


@rules.step("6.2.3")
def play_timing_is_over(table: Table) -> None:
    """The gardener has passed."""


play = rules.player_action("6.3.1", "play", "noon")


@play.candidates
def cards_in_hand(table: Table, player: Player) -> Iterable[CardId]:
    return table.pile(f"{player}.hand")


@play.performs
def play_a_card(table: Table, player: Player, card: CardId) -> None:
    targets = point(table, player, card, spell_of(table, card))
    show(table, card)
    pay(table, player, table.value(card, "cost") or 0)
    table.emit(Played(table.card(card).name, player, card))
    resolve(table, player, card, targets)


@rules.action("6.3.1.1")
def show(table: Table, card: CardId) -> None:
    table.reveal(card)
    table.put(card, "bench")


@rules.guard("6.3.1.2")
def can_pay(table: Table, player: Player, card: CardId) -> bool:
    cost: int = table.peek(card, "cost") or 0
    return table.number(f"{player}.water") >= cost


@rules.action("6.3.1.3")
def resolve(table: Table, player: Player, card: CardId, targets: Targets) -> None:
    if table.peek(card, "type") == "plant":
        table.move(card, f"{player}.garden")
        return
    spell = spell_of(table, card)
    if spell is not None:
        spell.does(table, player, card, targets)
    if table.card(card).area == "bench":
        compost(table, player, (card,))


def water_there(table: Table, player: Player, card: CardId) -> str:
    return table.words("water there", n=table.number(f"{player}.water"))


@play.requires("6.3.1.2", "enough water", found=water_there)
def has_enough_water(table: Table, player: Player, card: CardId) -> bool:
    return can_pay(table, player, card)


@rules.guard("6.3.2")
def can_point(table: Table, player: Player, card: CardId, spell: Spell | None) -> bool:
    if spell is None or spell.targets is None or spell.least == 0:
        return True
    return len(tuple(spell.targets(table, player, card))) >= spell.least


@play.requires("6.3.2", "something to point at")
def has_something_to_point_at(table: Table, player: Player, card: CardId) -> bool:
    return can_point(table, player, card, spell_of(table, card))


use = rules.player_action("6.4.1", "use", "noon")


@use.candidates
def abilities_in_the_garden(table: Table, player: Player) -> Iterator[tuple[CardId, str]]:
    for card in garden(table, player):
        for address in table.peek(card, "abilities") or ():
            if isinstance(table.pool.ability(address), Activated):
                yield card, address


@use.performs
def use_an_ability(table: Table, player: Player, subject: tuple[CardId, str]) -> None:
    card, address = subject
    spell = spell_in(table.pool.ability(address))
    targets = point(table, player, card, spell)
    tire(table, card)
    table.emit(Played(address, player, card))
    spell.does(table, player, card, targets)


@rules.guard("6.4.2")
def is_not_tired(table: Table, card: CardId) -> bool:
    return not table.card(card).mark("tired")


def tired_or_rested(table: Table, player: Player, subject: tuple[CardId, str]) -> str:
    return table.words("tired" if tired(table, subject) else "rested")


@use.requires("6.4.2", "plant that is not tired", found=tired_or_rested)
def plant_is_not_tired(table: Table, player: Player, subject: tuple[CardId, str]) -> bool:
    return is_not_tired(table, subject[0])


@use.requires("10.1.3", "no loop that was bounded")
def begins_no_loop(table: Table, player: Player, subject: Subject) -> bool:
    return does_not_begin_the_loop_again(table, player, use.id(subject))


rules.mechanic("stand by", "6.5.1")
rules.mechanic("situation", "6.5.4")


rules.definition("6.5.2", GlasshousePolicy.sees_its_end)


@rules.action("6.5.3")
def set_for_later(table: Table, ability: str, standby: Standby, once: bool = True) -> None:
    table.plan(ability, standby.source, standby.player, once, (("object", standby.source.object),))


@rules.action("6.5.5")
def play_waiting(table: Table, standby: Standby) -> None:
    """The cause of all that happens is what triggered the ability."""
    ability = table.pool.ability(standby.ability)
    assert isinstance(ability, Automatic)
    assert ability.resolve is not None
    with table.because(standby.cause), table.under(ability.clause):
        table.emit(Played(standby.ability, standby.player, standby.source.card, standby.id))
        ability.resolve(table, standby)
        table.settle(standby)


def play_one(table: Table, player: Player) -> bool:
    """If the same ability of the same card waits several times, it does not matter which is first."""
    waiting = table.state.standby
    mine = [standby for standby in waiting if standby.player == player] if waiting else ()
    if not mine:
        return False
    named = {f"{s.ability} c{s.source.card} {dict(s.facts) if s.facts else '{}'}": s for s in reversed(mine)}
    options = [(key, standby.ability) for key, standby in reversed(named.items())]
    play_waiting(table, named[table.pick(player, options, table.words("first ability"))])
    return True


def spell_in(ability: Ability) -> Spell:
    assert isinstance(ability.data, Spell)
    return ability.data


def spell_of(table: Table, card: CardId) -> Spell | None:
    """What a charm does."""
    definition = table.definition(card)
    if definition.properties.get("type") != "charm":
        return None
    return next((spell_in(a) for a in definition.abilities if isinstance(a, Activated)), None)


def point(table: Table, player: Player, card: CardId, spell: Spell | None) -> Targets:
    if spell is None or spell.targets is None:
        return ()
    return table.choose(
        player, spell.targets(table, player, card), table.words("point at"), spell.least, spell.most
    )


def tired(table: Table, subject: tuple[CardId, str]) -> bool:
    return bool(table.card(subject[0]).mark("tired"))
