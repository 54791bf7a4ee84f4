"""Chapter 12: keywords. What a keyword makes an ability do, under the keyword's own clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.engine.abilities import Ability, Automatic, Moment, Source, Status
from judgekit.engine.events import Occurred
from judgekit.engine.state import CardId, Facts, Player, Ref, Standby
from judgekit.engine.table import Table
from judgekit.games.game import PrintedCard, Violation
from judgekit.games.godzilla.ch01_overview import card_text_comes_first
from judgekit.games.godzilla.ch02_card_information import has_trait, spelt_out
from judgekit.games.godzilla.ch03_player_information import find_monster
from judgekit.games.godzilla.ch05_02_placing import place, shuffle
from judgekit.games.godzilla.ch05_04_hands_and_decks import reveal, search, send_from_the_stack
from judgekit.games.godzilla.ch05_13_monsters import has_evolved, play_by_stacking
from judgekit.games.godzilla.ch10_05_playing import perform_effect
from judgekit.games.godzilla.rules import is_zone, rules

if TYPE_CHECKING:
    from judgekit.games.godzilla.ch06_setup import Built

BURST = "[Burst]"  # address of the timed trigger that sends a Burst card away


def resolving_under(clause: str, ability: Automatic) -> Automatic:
    """What an ability does cites the keyword that makes it do so."""
    inner = ability.resolve

    def resolve(table: Table, waiting: Standby) -> object:
        table.cite(what_it_is(clause))
        with table.under(clause):
            return None if inner is None else inner(table, waiting)

    return replace(ability, resolve=resolve, clause=clause)


def what_it_is(clause: str) -> str:
    """The clause before the meaning of a keyword, which says what sort of ability it is."""
    return f"{clause.rpartition('.')[0]}.1"


@rules.keyword("12.2.2", "enter")
def enter(ability: Automatic) -> Automatic:
    """When its card is played."""
    return resolving_under("12.2.2", ability)


@rules.keyword("12.3.2", "when invading")
def when_invading(ability: Automatic) -> Automatic:
    """When the invading monster that has it advances because of an invasion."""
    return resolving_under("12.3.2", ability)


@rules.action("12.3.2.1")
def invasion_without_a_step(table: Table, player: Player, zones: Sequence[int], steps: int) -> bool:
    """A step of an invasion that does not get the monster out of its zone triggers nothing; nor does an
    invasion that leaves it where it was."""
    monster, short = find_monster(table, player), len({*zones}) <= max(steps, 1)
    if monster is not None and short:
        if waits_for_an_invasion(table, monster):
            table.refuse("trigger", table.words("did not advance"), player, monster)
    return zones[-1] == zones[0]


def waits_for_an_invasion(table: Table, monster: CardId) -> bool:
    return any(ability.clause == "12.3.2" for ability in table.definition(monster).abilities)


def walk_without_invading(table: Table, player: Player) -> None:
    """The walk of the end phase, or a step by an effect: When Invading is not meant."""
    monster = find_monster(table, player)
    if monster is not None and waits_for_an_invasion(table, monster):
        with table.under("12.3.2"):
            table.cite("5.14.1")
            table.refuse("trigger", table.words("no invasion"), player, monster)


@rules.keyword("12.4.2", "awakening")
def awakening(ability: Ability) -> Ability:
    """Active only while one's own monster is far enough: the condition is part of the ability."""
    gate = ability.active_if

    def active_if(table: Table, source: Source) -> bool:
        table.cite("12.4.1", "12.4.2")
        return gate is None or gate(table, source)

    return replace(ability, active_if=active_if, clause="12.4.2")


@rules.action("12.5.2")
def play_as_burst(table: Table, player: Player, card: CardId) -> None:
    """Played as if of a lower rank: sent away when its player's next end phase begins."""
    facts: Facts = (("planned in turn", table.number("turn")), ("subject", card))
    table.cite("10.6.5", "12.5.1")
    table.plan(BURST, table.card(card).ref, player, True, facts)


def burst_is_over() -> Automatic:
    """The timed trigger of a Burst card."""

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        event = moment.event
        if isinstance(event, Occurred) and event.timing == "beginning of the end phase":
            late = dict(source.facts).get("planned in turn") != table.number("turn")
            if event.player == source.player and not (late and table.reading("A-08") == "this-turn-only"):
                yield ()

    def resolve(table: Table, waiting: Standby) -> None:
        if table.state.current(waiting.source) is not None:
            perform_effect(table, lambda: send_the_burst_card_away(table, waiting.source.card))

    return Automatic(
        BURST, "12.5.2", rules.words("end of Burst"), on=(Occurred,), fulfilled=fulfilled,
        resolve=resolve, timings=frozenset({"beginning of the end phase"}),
    )  # fmt: skip


def send_the_burst_card_away(table: Table, card: CardId) -> None:
    with table.under("12.5.2"):
        if is_zone(table.card(card).area):
            player = table.master(card)
            send_from_the_stack(table, card, reason="burst")
            if not uncovered_is_not_played(table):
                table.occurs("played", player, find_monster(table, player), (("how", "uncovered"),))
        else:
            send_from_below(table, card)


@rules.action("12.5.2.1")
def send_from_below(table: Table, card: CardId) -> None:
    """Some other card lies on top of it by then; it goes all the same."""
    send_from_the_stack(table, card, reason="burst")


@rules.action("12.5.3")
def uncovered_is_not_played(table: Table) -> bool:
    """The card that becomes the top is the monster now, and all the same it has not been played."""
    table.occurs("uncovered")
    return True


@rules.action("12.6.2")
def evolution(table: Table, player: Player, card: Ref, rank: int, trait: str) -> None:
    """Look in the deck for a battle card of that trait and rank or less, and lay it on this one."""
    table.cite("12.6.1")

    def fits(found: CardId) -> bool:
        battle = table.peek(found, "type") == "battle"
        return battle and (table.peek(found, "rank") or 0) <= rank and has_trait(table, found, [trait])

    if not table.may(player, table.words("search for a trait", trait=trait, rank=rank)):
        return
    if (where := evolves_out_of(table, player, card.card, fits)) != "deck":
        evolve_out_of(table, player, card, where, fits)
        return
    chosen = search(table, player, 1, fits)
    if chosen:
        reveal(table, player, chosen)
        still_there = table.state.current(card)
        if still_there is not None and is_zone(still_there.area):
            lay_on_the_evolving_card(table, player, card.card, chosen[0])
        else:
            table.cite("1.3.2", "3.2.1")  # stacks lie in zones alone
            if table.reading("A-26") == "discard-pile":
                place(table, chosen[0], "discard pile")
        shuffle(table, player)
    elif table.reading("A-25") == "shuffle-anyway":
        shuffle(table, player)


def evolves_out_of(table: Table, player: Player, card: CardId, fits: Callable[[CardId], bool]) -> str:
    """The deck, unless a card names other areas too and the player takes one of those."""
    told = [area for status, _ in table.statuses("evolve from", card) for area in status.data]
    there = [area for area in told if any(known_to_fit(table, f"{player}.{area}", fits))]
    if not there:
        return "deck"
    card_text_comes_first(table)
    return table.pick(
        player, [(area, f"{player}.{area}") for area in ("deck", *dict.fromkeys(there))],
        table.words("evolve out of"),
    )  # fmt: skip


def known_to_fit(table: Table, area: str, fits: Callable[[CardId], bool]) -> Iterator[CardId]:
    return (each for each in table.pile(area) if not table.is_unknown(each) and fits(each))


def evolve_out_of(
    table: Table, player: Player, card: Ref, where: str, fits: Callable[[CardId], bool]
) -> None:
    found = [*known_to_fit(table, f"{player}.{where}", fits)]
    (chosen,) = table.choose(player, found, table.words("evolve into"))
    reveal(table, player, (chosen,))
    still_there = table.state.current(card)
    if still_there is not None and is_zone(still_there.area):
        lay_on_the_evolving_card(table, player, card.card, chosen)


def lay_on_the_evolving_card(table: Table, player: Player, card: CardId, into: CardId) -> None:
    """By the usual reading this is evolving, and what forbids that forbids this."""
    evolves = table.reading("A-24") == "evolves"
    if evolves and not table.propose("evolve", card, table.master(card)):
        return
    with table.together():
        if play_by_stacking(table, player, card, into, "evolution") and evolves:
            has_evolved(table, card, into)


@rules.keyword("12.7.2", "revenge")
def revenge(ability: Automatic) -> Automatic:
    """When its card goes from the field to the discard pile for any reason but overload."""
    return resolving_under("12.7.2", ability)


@rules.action("12.7.3")
def revenge_sleeps_under_a_card(table: Table, card: CardId) -> bool:
    """Nothing triggers for a card that goes to the discard pile from under another one."""
    table.refuse("trigger", table.words("under another card"), table.master(card), card)
    return True


def tell_of_a_covered_card(table: Table, card: CardId, where: str) -> None:
    """It goes to the discard pile from the zone of its stack and is not destroyed: only Revenge could ask."""
    if has_revenge(table, card) and not revenge_sleeps_under_a_card(table, card):
        table.occurs("put down", table.master(card), card, (("from", where), ("reason", "stack")))


def has_revenge(table: Table, card: CardId) -> bool:
    return not table.is_unknown(card) and any(a.clause == "12.7.2" for a in table.definition(card).abilities)


@rules.deck_rule("12.8.1")
def resonance_changes_the_requirements(deck: Built) -> Iterator[Violation]:
    """Only a rank I monster of several colors can have it."""
    first = deck.first()
    if first is not None and deck.resonance and len(first.properties.get("colors", ())) < 2:
        if "gold" not in first.properties.get("colors", ()):
            yield Violation("12.8.1", rules.words("Resonance and one color"), (first.name,))


@rules.deck_rule("12.8.2")
def resonance_conditions_are_kept(deck: Built) -> Iterator[Violation]:
    for condition in deck.conditions:
        yield from broken(condition, deck)


def broken(condition: Any, deck: Built) -> Iterator[Violation]:
    """A condition of the list: at most, at least or exactly a number of cards of a kind."""
    about = {"main deck": deck.main, "monster deck": deck.monsters}.get(condition.deck, deck.all)
    found = [card for card in about if matches_printed(condition.what, card)]
    n = condition.n or 0
    fails = {
        "at most": len(found) > n, "at least": len(found) < n, "exactly": len(found) != n,
        "only": len(found) != len(about),
    }.get(condition.rule, False)  # fmt: skip
    if fails:
        text = rules.words("Resonance wants", rule=condition.rule, most=n, n=len(found))
        if condition.rule == "only":
            text = rules.words("Resonance allows only", n=len(found), of=len(about))
        yield Violation("12.8.2", text, tuple(sorted({c.name for c in found})))


def matches_printed(selector: Any, card: PrintedCard) -> bool:
    """Whether a printed card fits a description, before any game."""
    if not isinstance(selector, m.Selector):
        return False
    kind = f"{card.properties.get('type')} card"
    if selector.types and kind not in selector.types and "card" not in selector.types:
        return False
    return all(passes_printed(one, card) for one in selector.filters)


def passes_printed(one: Any, card: PrintedCard) -> bool:
    """One part of a description; what a printed card cannot show is refused, not left out."""
    from judgekit.cardtext.interpret import NoMeaning, compare

    if isinstance(one, m.Not):
        return not passes_printed(one.what, card)
    if isinstance(one, m.OneOf):
        return any(passes_printed(each, card) for each in one.filters)
    if isinstance(one, m.Is):
        held = printed_values(one.what, card)
        hits = [any(v.lower() in h if one.part else v.lower() == h for h in held) for v in one.values]
        return all(hits) if one.every else any(hits)
    if isinstance(one, m.Stat) and isinstance(one.amount, int):
        value = card.properties.get(one.stat)
        return value is not None and compare(value, one.compare, one.amount)
    if isinstance(one, m.HasKeyword):
        return one.keyword in printed_keywords(card)
    raise NoMeaning(f"godzilla: a deck list does not show a card's {type(one).__name__}")


def printed_keywords(card: PrintedCard) -> set[str]:
    """The keywords that stand before a card's abilities; what its text only mentions is not its own."""
    abilities = card.parsed("godzilla")
    named = {ability.keyword.name for ability in abilities if ability.keyword is not None}
    return named.union(*(ability.labels for ability in abilities))


def printed_values(what: str, card: PrintedCard) -> list[str]:
    name = {"trait": "traits", "colour": "colors", "color": "colors"}.get(what, what)
    held = [card.name] if name == "name" else card.properties.get(name, ())
    if name == "colors":
        held = spelt_out(held)
    return [str(v).lower() for v in ([held] if isinstance(held, str) else held)]


def resonance_of(card: PrintedCard) -> tuple[tuple[str, ...], tuple[object, ...]]:
    """The colors and conditions that a rank I monster's Resonance lists."""
    for ability in card.parsed("godzilla") if "esonance" in card.text else ():
        if ability.keyword is not None and ability.keyword.name == "resonance":
            return tuple(v.lower() for v in ability.keyword.values), tuple(ability.body)
    return (), ()


@rules.keyword("12.9.2", "base")
def base(ability: Ability) -> list[Ability]:
    """The start phase leaves its card alone; and it has its automatic ability."""
    status = Status(
        f"{ability.address}=base", "12.9.2", rules.words("text of Base"), name="base", holds=is_own
    )
    return [status, resolving_under("12.9.2", ability) if isinstance(ability, Automatic) else ability]


def is_own(table: Table, source: Source, about: Any) -> bool:
    return bool(source.card.card == about)


def stays_as_a_base(table: Table, card: CardId) -> bool:
    """Noted in the log: the card would have gone."""
    stays = table.has_status("base", card)
    if stays:
        with table.under("12.9.2"):
            table.cite(what_it_is("12.9.2"))
            table.refuse("place", table.words("Base card stays"), table.master(card), card)
    return stays


def is_a_protected_base(table: Table, card: CardId) -> bool:
    """By one reading a Base card is exempt from everything that the rules do by themselves."""
    return table.has_status("base", card) and table.reading("A-40") == "all-rules"


KEYWORDS: dict[str, Callable[..., Any]] = {
    "enter": enter, "when invading": when_invading, "awakening": awakening, "revenge": revenge, "base": base,
}  # fmt: skip
