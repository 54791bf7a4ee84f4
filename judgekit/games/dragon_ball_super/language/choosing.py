"""Choosing cards and numbers: in the open, in a deck, in an unknown hand, when activating."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, each_of, is_apart
from judgekit.engine.abilities import Source
from judgekit.engine.state import PLAYERS, CardId, Facts, Player, Ref, area_name, fact, opponent
from judgekit.engine.table import Table
from judgekit.engine.unknown_cards import Fits, anything, look_through
from judgekit.games.dragon_ball_super.ch01_outline import ANY_NUMBER, is_forbidden, name_a_number
from judgekit.games.dragon_ball_super.ch03_areas import own_hand
from judgekit.games.dragon_ball_super.ch08_01_skills import Use
from judgekit.games.dragon_ball_super.ch08_05_targets import (
    can_be_chosen,
    choose_targets,
    search_the_deck,
)

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

PAID, NAMED = "paid", "X"  # with how many cards; the number that was named for it


def select(self: DragonBallSuper, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
    if any(isinstance(f, m.State) and f.state == "topmost" for f in selector.filters):
        run.picked["topmost"] = "yes"
    cite_what_is_meant(self, run, selector)
    plain = not is_searched(selector) and not is_untold(self, run, selector)
    if plain or each_of(selector) is not None:
        return Interpreter.select(self, run, selector, prompt)
    taken = select_hidden(self, run, selector, prompt or run.table.words("to choose"))
    note_what_had_to_fit(run, selector, taken)
    run.take(selector, taken)
    return taken


BRACKETS = {"character": "2-5-3", "trait": "2-6-4", "name": "2-1-2", "colour": "2-4-1"}
TYPED = {"battle card": "2-3-2-2-1", "extra card": "2-3-2-3-1", "leader card": "2-3-2-1-1"}
PLACED = {"energy": "8-5-5", "life": "8-5-6"}
HELD = {
    "character": ("2-5-4", "leader", "battle"),
    "trait": ("2-6-5", "leader", "battle"),
    "power": ("2-8-2", "leader", "battle"),
    "combo power": ("2-9-2", "battle"),
    "combo cost": ("2-10-2", "battle"),
    "energy cost": ("2-11-2", "battle", "extra"),
}  # what only cards of some types have, and the clause that says so


def cite_what_is_meant(self: DragonBallSuper, run: Run, selector: m.Selector) -> None:
    """What the words of a description mean, as far as that tells cards apart."""
    table = run.table
    pool = [*self.unsifted(Sight.now(table), run, selector)]
    cite_what_tells_apart(table, selector, pool)
    if not selector.areas and selector.types == ("battle card",) and lies_elsewhere(run, selector):
        table.cite("8-5-4")


def cite_meaning(self: DragonBallSuper, run: Run, what: m.Selector, card: CardId) -> None:
    cite_what_tells_apart(run.table, what, (card,))


def cite_what_tells_apart(table: Table, selector: m.Selector, cards: Iterable[CardId]) -> None:
    """The clauses about what a description asks for, and those by which cards of other types lack it."""
    filters = selector.filters
    asked = [f.what if isinstance(f, m.Is) else f.stat for f in filters if isinstance(f, m.Is | m.Stat)]
    table.cite(*(BRACKETS[what] for what in asked if what in BRACKETS))
    table.cite(*(PLACED[kind] for kind in selector.types if kind in PLACED))
    here = {str(table.peek(card, "type")) for card in cards if not table.is_unknown(card)}
    table.cite(*(HELD[what][0] for what in asked if what in HELD and not here <= {*HELD[what][1:]}))
    meant = {kind: kind.removesuffix(" card") for kind in selector.types if kind in TYPED}
    table.cite(*(TYPED[kind] for kind, one in meant.items() if here - {one}))


def lies_elsewhere(run: Run, selector: m.Selector) -> bool:
    """Whether there are Battle Cards in open areas that a text does not mean."""
    sides = {"you": (run.you,), "opponent": (opponent(run.you),)}.get(selector.whose, PLAYERS)
    others = (c for player in sides for name in ELSEWHERE for c in run.table.pile(f"{player}.{name}"))
    return any(run.table.peek(card, "type") == "battle" for card in others)


ELSEWHERE = ("energy", "combo", "drop", "warp")


def is_searched(selector: m.Selector) -> bool:
    """8-5-3-7: a number of cards anywhere in a deck."""
    return selector.areas == ("deck",) and selector.end is None and hasattr(selector.quantity, "n")


def is_untold(self: DragonBallSuper, run: Run, selector: m.Selector) -> bool:
    """Whether a choice by description is among hidden cards that are unknown."""
    groups = [f for f in selector.filters if isinstance(f, m.Extreme) or is_unlike_others(f)]
    if groups or selector.chooser == "random" or selector.end is not None or not is_described(selector):
        return False
    pool, own = [*self.unsifted(Sight.now(run.table), run, selector)], f"{self.chooser(run, selector)}.hand"
    areas = [run.table.card(card).area for card in pool]
    hidden = all(area == own or area_name(area) in ("deck", "life") for area in areas)
    counted = isinstance(selector.quantity, m.Exactly | m.UpTo)
    return counted and hidden and any(run.table.is_unknown(card) for card in pool)


def select_hidden(self: DragonBallSuper, run: Run, selector: m.Selector, prompt: str) -> tuple[CardId, ...]:
    """Of unknown cards, only those that are taken need to be identified."""
    chooser = self.chooser(run, selector)
    n = max(0, self.amount(getattr(selector.quantity, "n", 1), run))
    among = any(isinstance(f, m.Among) for f in selector.filters)

    def fits(card: CardId) -> bool:
        return self.fits(Sight.now(run.table), run, selector, card, skip_areas=not among)

    if is_searched(selector):
        (whose,) = self.players(selector.whose, run)
        run.picked["searched"] = whose
        bare = isinstance(selector.quantity, m.Exactly) and not is_described(selector)
        return search_the_deck(run.table, chooser, fits, prompt, n, whose, bare) or ()
    up_to = isinstance(selector.quantity, m.UpTo)
    found = look_through(run.table, [*self.unsifted(Sight.now(run.table), run, selector)], fits, n)
    return choose_targets(run.table, chooser, found, prompt, n, up_to, run.you, True, fits) or ()


def take(
    self: DragonBallSuper, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
) -> tuple[CardId, ...]:
    """8-5-3-5 depends on whether the choice needs to know what a card is."""
    if is_described(selector):
        run.picked["described"] = "yes"
    else:
        run.picked.pop("described", None)
    taken = Interpreter.take(self, run, chooser, found, selector, prompt)
    note_what_had_to_fit(run, selector, taken)
    return taken


def note_what_had_to_fit(run: Run, selector: m.Selector, taken: Sequence[CardId]) -> None:
    """11-2-1: a card chosen by description in a secret area is shown if it goes to another one."""
    for card in taken if is_described(selector) else ():
        run.picked[f"fits {card}"] = "yes"


def may_be_chosen(self: DragonBallSuper, run: Run, chooser: Player, card: CardId) -> bool:
    return can_be_chosen(run.table, card, run.you, chooser)


def choose_among_targets(
    self: DragonBallSuper, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
) -> tuple[CardId, ...]:
    described = "described" in run.picked
    return choose_targets(run.table, chooser, found, prompt, n, up_to, run.you, described)


def up_to(self: DragonBallSuper, run: Run, chooser: Player, most: int, prompt: str) -> int:
    asked = run.table.words("how many of them", prompt=prompt)
    return name_a_number(run.table, chooser, asked, most, up_to=True) if most else 0


def hand_for(self: DragonBallSuper, run: Run, player: Player, what: m.Selector) -> list[CardId]:
    """Cards in hand that fit or are unknown, without the one whose skill is being used."""
    hand = own_hand(run.table, player) or ()
    others = [card for card in hand if card != run.source.card.card]
    free = [card for card in others if not is_forbidden(run.table, "discard", card, player)]
    return look_through(run.table, free, what_fits(self, run, what), len(free))


def what_fits(self: DragonBallSuper, run: Run, what: m.Selector) -> Fits:
    """Whether a card in hand fits the description; without one, any card does."""
    plain = m.Selector(what.quantity, "any", (), None, what.types, what.filters)
    if not (what.types or what.filters):
        return anything
    return lambda card: self.fits(Sight.now(run.table), run, plain, card, skip_areas=True)


def might_fit(self: DragonBallSuper, run: Run, selector: m.Selector) -> list[CardId]:
    """Cards that fit a description, and those that might, because they are unknown."""
    sight = Sight.now(run.table)
    pool = [*self.unsifted(sight, run, selector)]
    among = any(isinstance(f, m.Among) for f in selector.filters)
    return look_through(
        run.table,
        pool,
        lambda card: self.fits(sight, run, selector, card, skip_areas=not among),
        len(pool),
    )


def look_at_what_is_described(self: DragonBallSuper, run: Run, verb: m.Verb) -> None:
    """Have the judge identify all hidden cards that an instruction might take by description."""
    what = getattr(verb, "what", None)
    if not isinstance(what, m.Selector) or not is_described(what):
        return
    if isinstance(verb, m.Discard):
        fits = what_fits(self, run, what)
        for card in hand_for(self, run, self.players(verb.who, run)[0], what):
            fits(card)
    elif is_untold(self, run, what):
        list(self.candidates(Sight.now(run.table), run, what))


def done_in_part(self: DragonBallSuper, run: Run) -> None:
    run.table.cite("1-3-2")


def left_out_by_condition(self: DragonBallSuper, run: Run) -> None:
    run.table.cite("8-3-3")


def pick_one(self: DragonBallSuper, run: Run, verb: m.Pick, player: Player) -> None:
    if verb.what != "number":
        Interpreter._pick(self, run, verb, player)
        return
    most = ANY_NUMBER if verb.most is None else self.amount(verb.most, run)
    run.number = run.count = name_a_number(run.table, player, run.table.words("choose a number"), most)


def choose_letter(self: DragonBallSuper, run: Run, asked: str) -> int:
    return name_a_number(run.table, run.performer, asked)


def targets_of(ability: m.Ability) -> list[m.Selector]:
    """What the effect will have chosen, in the order of the text."""
    found = [getattr(verb, "what", None) for verb in ability.body]
    return [
        target
        for target in found
        if isinstance(target, m.Selector)
        and isinstance(target.quantity, m.Exactly | m.UpTo)
        and target.end is None
        and not any(isinstance(f, m.Among) for f in target.filters)
    ]


def early_choices(self: DragonBallSuper, ability: m.Ability) -> Callable[[Table, Use], Facts]:
    """8-5-2-2 read to the letter: targets too are chosen at activation (A-09)."""

    def choices(table: Table, use: Use) -> Facts:
        targets = targets_of(ability)
        if not targets or table.reading("A-09") == "at-resolution":
            return ()
        run = run_of(self, table, use, ability)
        asked = [self.chosen(run, target) for target in targets]
        refs = [tuple((card, table.card(card).object) for card in cards) for cards in asked]
        return tuple((f"early {at}", cards) for at, cards in enumerate(refs))

    return choices


def run_of(self: DragonBallSuper, table: Table, use: Use, ability: m.Ability) -> Run:
    source = Source(use.ability, use.source, use.player, table.state.clock, use.facts)
    run = self.run(table, source, ability)
    run.count = int(fact(use.facts, PAID) or 0)  # "that many", after a cost of as many as one likes
    run.number = fact(use.facts, NAMED)
    for at, target in enumerate(targets_of(ability)):
        if (cards := fact(use.facts, f"early {at}")) is not None:
            run.early[id(target)] = tuple(c for c, was in cards if table.state.current(Ref(c, was)))
            if target.bind:
                run.bound[target.bind] = run.early[id(target)]
    return run


def is_unlike_others(one: m.Filter) -> bool:
    """Whether a filter is about the cards taken together: "with different names"."""
    return isinstance(one, m.State) and is_apart(one)


def is_described(selector: m.Selector) -> bool:
    """Whether a card must be known to say that it fits; being one of those looked at does not count."""
    return bool(selector.types) or any(not isinstance(f, m.Among) for f in selector.filters)
