"""Chapter 10, section 5: [Evolve] and [EX-Evolve], and the cards that a keyword is played on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from judgekit.engine import plain
from judgekit.engine.abilities import Ability, Activated
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Facts, Player, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch06_turn import put_into_play, was_played
from judgekit.games.dragon_ball_super.ch08_01_skills import Skill, Use
from judgekit.games.dragon_ball_super.printed_keyword import MAIN, Fits, Printed
from judgekit.games.dragon_ball_super.rules import rules


@rules.keyword("10-5-1", "Evolve")
def evolve(printed: Printed, name: str = "evolve") -> tuple[Ability, ...]:
    """Evolve from the hand onto a Battle Card of that name, if it meets the condition."""
    skill = Skill(
        name, printed.costs, has_material(printed, "10-5-1"), material(printed, "base"),
        cited("10-5-1", evolves(name)), frozenset({"play"}),
    )  # fmt: skip
    return (Activated(printed.address, "10-5-1", printed.text, HAND, data=skill, windows=MAIN),)


HAND = ("hand",)


evolves_from_hand = rules.asks("10-5-2", plain.is_in_hand)


needs_no_condition = rules.says("10-5-3-1", True)  # where no condition is printed, none is asked for


def stack_and_play(table: Table, card: CardId, bases: Sequence[CardId], player: Player, how: str) -> bool:
    """A card is played by being placed on others."""
    from judgekit.games.dragon_ball_super.ch11_other import PLACED_UNDER, put_on_top

    if not all(table.propose(PLACED_UNDER, base, table.master(base)) for base in bases):
        return False
    if not table.propose("play", card, player):
        return False
    origin = area_name(table.card(card).area)
    with table.together():
        put_on_top(table, card, bases, player)
        was_played(table, card, player, origin, how, bases)
    return True


# played on cards that are in play; the stack is one card from now on
play_on_top = rules.acts("10-5-4", stack_and_play)


def evolves(name: str) -> Callable[[Table, Use], None]:
    def effect(table: Table, use: Use) -> None:
        if not evolves_from_hand(table, use.source.card):
            return
        base = still_there(table, use, "base")
        if base:
            play_on_top(table, use.source.card, base, use.player, name)
        elif table.reading("A-29") == "played-anyway":
            put_into_play(table, use.source.card, use.player, name)

    return effect


def has_material(printed: Printed, clause: str, stacked: bool = True) -> Callable[[Table, Use], bool]:
    fitting = beneath(printed) if stacked else printed.materials

    def holds(table: Table, use: Use) -> bool:
        table.cite(clause)
        if clause == "10-5-1" and not printed.has_condition:
            needs_no_condition(table)
        return next(combinations_of(table, use.player, fitting, "battle"), None) is not None

    return holds


def combinations_of(
    table: Table, player: Player, materials: Sequence[Fits], area: str, but: CardId | None = None
) -> Iterator[tuple[CardId, ...]]:
    """Every way of having one card for each of the descriptions."""
    from judgekit.games.dragon_ball_super.ch10_21_tokens import may_be_selected_too

    if not materials:
        yield ()
        return
    for card in table.pile(f"{player}.{area}"):
        if card != but and materials[0](table, player, card):
            if table.card(card).mark("token"):
                may_be_selected_too(table)
            for rest in combinations_of(table, player, materials[1:], area, but):
                if card not in rest:
                    yield (card, *rest)


def beneath(printed: Printed) -> tuple[Fits, ...]:
    """What the card can be played on: cards that may lie under another."""
    return tuple(partial(fits_beneath, fits) for fits in printed.materials)


def fits_beneath(fits: Fits, table: Table, player: Player, card: CardId) -> bool:
    from judgekit.games.dragon_ball_super.ch11_other import may_lie_under_another

    return fits(table, player, card) and may_lie_under_another(table, card)


def material(
    printed: Printed, name: str, area: str = "battle", stacked: bool = True
) -> Callable[[Table, Use], Facts]:
    """Which cards are used is settled at activation."""
    fitting = beneath(printed) if stacked else printed.materials

    def choices(table: Table, use: Use) -> Facts:
        return materials_fact(table, use, name, combinations_of(table, use.player, fitting, area))

    return choices


def materials_fact(table: Table, use: Use, name: str, ways: Iterable[tuple[CardId, ...]]) -> Facts:
    options = list(ways)
    names = [("+".join(f"c{c}" for c in way), " and ".join(table.label(c) for c in way)) for way in options]
    chosen = table.pick(
        use.player, names, table.words("materials", purpose=name, card=table.label(use.source.card))
    )
    way = next(option for option, (key, _) in zip(options, names, strict=True) if key == chosen)
    return ((name, way), ("objects", tuple(table.card(c).object for c in way)))


def still_there(table: Table, use: Use, name: str, area: str = "battle") -> tuple[CardId, ...]:
    """The cards settled on at activation, if all of them are still the same and still there."""
    cards, objects = fact(use.facts, name, ()), fact(use.facts, "objects", ())
    for card, number in zip(cards, objects, strict=True):
        now = table.state.cards.get(card)
        if now is None or now.object != number or area_name(now.area) != area:
            return ()
    return tuple(cards)
