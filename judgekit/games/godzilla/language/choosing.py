"""Choosing: cards, numbers and options, including among cards that are unknown to us."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, Zone, differing, is_apart
from judgekit.engine.abilities import Proposal
from judgekit.engine.state import CardId, Player, area_name
from judgekit.engine.unknown_cards import found_among, look_through
from judgekit.games.godzilla.ch01_overview import choose_a_number, is_nothing
from judgekit.games.godzilla.ch04_areas import column_of, need_not_be_found
from judgekit.games.godzilla.ch10_05_playing import choose_options, choose_targets
from judgekit.games.godzilla.language.cards import is_described
from judgekit.games.godzilla.rules import HIDDEN

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def select(self: Godzilla, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
    """Of unknown cards in hidden areas, only those that are taken are asked about."""
    if selector.types == ("zone",):
        select_zones(self, run, selector)
        return ()
    if not is_guesswork(self, run, selector):
        return Interpreter.select(self, run, selector, prompt)
    chooser, n = self.chooser(run, selector), self.amount(getattr(selector.quantity, "n", 1), run)
    fits = fitting(self, run, selector)
    found = look_through(run.table, [*self.unsifted(Sight.now(run.table), run, selector)], fits, n)
    taken = self.take(run, chooser, found, selector, prompt)
    taken = found_among(run.table, chooser, taken, fits, "search")
    run.take(selector, taken)
    return taken


def select_zones(self: Godzilla, run: Run, selector: m.Selector) -> None:
    """Zones are chosen like cards, as many as there are up to the number (10.5.3)."""
    found = list(self.zones(Sight.now(run.table), run, selector))
    quantity = selector.quantity
    if isinstance(quantity, m.Exactly | m.UpTo):
        n = min(max(0, self.amount(quantity.n, run)), len(found))
        least = 0 if isinstance(quantity, m.UpTo) else n
        if differing(selector):
            found = zones_apart(self, run, selector, found, n)
        else:
            found = pick_zones(self, run, selector, found, least, n)
    run.zones[selector.bind] = tuple(found)


def zones_apart(self: Godzilla, run: Run, selector: m.Selector, found: list[Zone], n: int) -> list[Zone]:
    """One after the other, each in a column of its own."""
    taken: list[Zone] = []
    least = 0 if isinstance(selector.quantity, m.UpTo) else 1
    while len(taken) < n:
        columns = [column_of(zone) for zone in taken]
        left = [zone for zone in found if column_of(zone) not in columns]
        more = pick_zones(self, run, selector, left, min(least, len(left)), 1)
        if not more:
            break
        taken += more
    return taken


def pick_zones(
    self: Godzilla, run: Run, selector: m.Selector, found: list[Zone], least: int, most: int
) -> list[Zone]:
    if least >= len(found):
        return found
    options = [(f"{player} {number}", f"{player}.zone {number}") for player, number in found]
    with run.table.under("10.5.3"):
        chosen = run.table.picks(self.chooser(run, selector), options, run.table.words("a zone"), least, most)
    return [zone for zone, (key, _) in zip(found, options, strict=True) if key in chosen]


def perform(self: Godzilla, run: Run, verb: m.Verb, player: Player) -> None:
    if isinstance(verb, m.Choose) and isinstance(verb.what, m.Selector) and verb.what.types == ("zone",):
        if verb.what.bind not in run.zones:
            select_zones(self, run, verb.what)
        run.done = bool(run.zones[verb.what.bind])
        return
    Interpreter.perform(self, run, verb, player)


def done_in_part(self: Godzilla, run: Run) -> None:
    run.table.cite("1.3.2")


def is_guesswork(self: Godzilla, run: Run, selector: m.Selector) -> bool:
    """Whether a number of described cards is taken from hidden ones, some of them unknown to us."""
    groups = (m.Extreme, m.Outermost, m.Together, m.Alike)
    if not isinstance(selector.quantity, m.Exactly | m.UpTo) or selector.end is not None:
        return False
    if selector.chooser == "random" or not is_described(selector):
        return False
    if any(isinstance(f, groups) or (isinstance(f, m.State) and is_apart(f)) for f in selector.filters):
        return False
    table, pool = run.table, [*self.unsifted(Sight.now(run.table), run, selector)]
    hidden = all(area_name(table.card(card).area) in HIDDEN for card in pool)
    return hidden and any(table.is_unknown(card) for card in pool)


def fitting(self: Godzilla, run: Run, selector: m.Selector) -> Callable[[CardId], bool]:
    among = any(isinstance(f, m.Among) for f in selector.filters)
    return lambda card: self.fits(Sight.now(run.table), run, selector, card, skip_areas=not among)


def take(
    self: Godzilla, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
) -> tuple[CardId, ...]:
    """4.1.2.3: of cards in a hidden area, the chooser may claim to have none."""
    limited = any(isinstance(f, m.Together) for f in selector.filters)
    if not limited and may_claim_none(run, selector, found):
        n = max(0, self.amount(getattr(selector.quantity, "n", 1), run))
        with run.table.under("4.1.2.3"):
            asked = run.table.words("or claim to have none", prompt=prompt or run.table.words("to choose"))
            return run.table.choose(chooser, found, asked, 0, n)
    return Interpreter.take(self, run, chooser, found, selector, prompt)


def may_claim_none(run: Run, selector: m.Selector, found: Sequence[CardId]) -> bool:
    """4.1.2.3: of cards that are described and lie in a hidden area, none need be there."""
    if not isinstance(selector.quantity, m.Exactly) or selector.end is not None:
        return False
    if selector.chooser == "random" or not is_described(selector):
        return False
    areas = {run.table.card(card).area for card in found}
    hidden = bool(areas) and all(area_name(area) in HIDDEN for area in areas)
    if any(run.table.card(card).mark("revealed") for card in found):
        return False  # everybody sees that it is there
    return hidden and all(need_not_be_found(run.table, area) for area in areas)


def may_be_chosen(self: Godzilla, run: Run, chooser: Player, card: CardId) -> bool:
    return not run.table.is_forbidden(Proposal("choose", chooser, card))


def choose_among_targets(
    self: Godzilla, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
) -> tuple[CardId, ...]:
    if is_nothing(run.table, n):
        return ()
    free = [card for card in found if self.may_be_chosen(run, chooser, card)]
    return choose_targets(run.table, chooser, free, n, up_to, prompt)


def choose_modes(self: Godzilla, run: Run, verb: m.ChooseModes, least: int, most: int) -> list[int]:
    if id(verb) in run.early:
        return list(run.early[id(verb)])
    options = [self.words(option, verb.who) for option in verb.options]
    return choose_options(run.table, self.players(verb.who, run)[0], options, least, most)


def modes_of(self: Godzilla, run: Run, verb: m.ChooseModes) -> list[int]:
    return self.choose_modes(run, verb, *self.how_many_modes(run, verb))


def pick_one(self: Godzilla, run: Run, verb: m.Pick, player: Player) -> None:
    if verb.what == "number" and verb.most is None and not verb.least:
        asked = run.table.words("choose a number")
        run.number = run.count = choose_a_number(run.table, player, 99, asked)
    else:
        Interpreter._pick(self, run, verb, player)


def choose_letter(self: Godzilla, run: Run, asked: str) -> int:
    return choose_a_number(run.table, run.performer, 99, asked)


def prompt_for(run: Run, verb: m.Verb) -> str:
    if isinstance(verb, m.Destroy):
        return run.table.words("to destroy")
    return run.table.words("to change" if isinstance(verb, m.Modify) else "to choose")
