"""What has to be paid: parts of a cost, and whether they can be paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, walk
from judgekit.cardtext.interpret.cards import each_of
from judgekit.engine.abilities import (
    Proposal,
)
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler.abilities import Cost, Playing, Way
from judgekit.games.gate_ruler.language.carrying_out import replaced, run_of
from judgekit.games.gate_ruler.language.places import side_of

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def cost_of(self: GateRuler, ability: m.Ability, verb: m.Verb, of: str = "play") -> Cost:
    """A part of a cost; of a play, one that something replaced counts as done (14-3b-8)."""
    if isinstance(verb, m.Pay) and isinstance(verb.n, int):
        return Cost(self.rules.words("cost of play", n=verb.n), resources=verb.n)

    def can(table: Table, doing: Playing) -> bool:
        kind, cards, n = takes(table, doing)
        if not kind:
            return self.can(run_of(self, table, doing, ability), verb)
        return places.was_done(table, cards) is not False and len(cards) >= n

    def pay(table: Table, doing: Playing) -> bool:
        run, before = run_of(self, table, doing, ability), len(table.happened)
        run.picked["cost of"] = of
        self.do(run, verb)
        _remember_payment(run, verb, doing)
        return run.done or (of == "play" and bool(replaced(run, before)))

    def takes(table: Table, doing: Playing) -> tuple[str, Sequence[CardId], int]:
        run = run_of(self, table, doing, ability)
        eligible = _eligible(self, run, verb)
        if eligible is None:
            return "", (), 0
        own = () if doing.ability else (doing.object,)  # a card that is played is in the gate by then
        kind = "turned" if isinstance(verb, m.Orient) else "moved"
        cards = [card for card in eligible if card not in own]
        return kind, cards, _needed(self, run, getattr(verb, "what", None))

    return Cost(self.words((verb,)), can=can, pay=pay, takes=takes)


def _remember_payment(run: Run, verb: m.Verb, doing: Playing) -> None:
    """What a text later calls "the discarded card" or "put there this way" was taken for its cost."""
    said = [node.bind for node in walk(verb) if isinstance(node, m.Selector) and node.bind]
    counted = any(isinstance(node, m.ThatMany) and node.way for node in walk(run.ability.body))
    if doing.object not in run.table.state.cards or not (said or counted):
        return
    cards = [card for n in said for card in run.bound.get(n, ())]
    refs = tuple((int(card), _object_before(run, card)) for card in cards)
    known = (
        *(run.table.card(doing.object).mark("facts") or ()),
        *((f"bound {n}", tuple(int(c) for c in run.bound.get(n, ()))) for n in said),
        ("paid with", refs), ("paid", run.count),
    )  # fmt: skip
    run.table.mark(doing.object, "facts", known)


def _object_before(run: Run, card: CardId) -> int:
    """The object that a card was when it was taken."""
    now = run.table.card(card)
    return now.object if now.area == run.places.get(card) else now.object - 1


def can(self: GateRuler, run: Run, verb: m.Verb) -> bool:
    """Whether a part of a cost, or of what one may do, can be done."""
    table = run.table
    if isinstance(verb, m.Pay):
        payer = run.you if verb.who == "you" else self.players(verb.who, run)[0]
        return summoning.resources_to_spend(table, payer) >= self.amount(verb.n, run)
    what = getattr(verb, "what", None)
    if any(isinstance(each, m.Bound | m.Rest) and each.n not in run.bound for each in m.walk(what)):
        return True  # "reveal a card and put it into your hand": which card it is comes of what is done first
    if (kinds := kinds_of(what)) and isinstance(verb, m.Move | m.Orient | m.Destroy | m.Discard | m.Stack):
        return _can_all(self, run, [msgspec.structs.replace(verb, what=kind) for kind in kinds])
    eligible = _eligible(self, run, verb)
    if eligible is not None:
        done = places.was_done(table, eligible) is not False
        return done and len(eligible) >= _needed(self, run, what) and _adds_up(self, run, what, eligible)
    if isinstance(verb, m.Summon):
        return len(_offered(self, run, what)) >= max(1, _needed(self, run, what))
    return Interpreter.can(self, run, verb)


def _can_all(self: GateRuler, run: Run, parts: Sequence[m.Verb]) -> bool:
    """Whether each of several kinds of cards is there, and no card is needed for two of them."""
    found = [
        ({*(_eligible(self, run, p) or ())}, max(1, _needed(self, run, getattr(p, "what", None))))
        for p in parts
    ]
    groups = (group for size in range(1, len(found) + 1) for group in combinations(found, size))
    return all(len(set().union(*(c for c, _ in g))) >= sum(n for _, n in g) for g in groups)


def _eligible(self: GateRuler, run: Run, verb: m.Verb) -> Sequence[CardId] | None:
    """The cards that a part of a cost can be done with."""
    table, what = run.table, getattr(verb, "what", None)
    if isinstance(verb, m.Orient):
        wanted = verb.orientation == "rest"
        offered = _offered(self, run, what)
        able = [c for c in offered if bool(table.card(c).mark("exhausted")) != wanted]
        if len(able) < len(offered):
            table.cite("15-7c")
        return able
    if isinstance(verb, m.Move):
        return [card for card in _offered(self, run, what) if _can_go(self, run, verb, card)]
    if isinstance(verb, m.Destroy):
        facts = (("reason", "effect"),)
        return [
            card
            for card in _offered(self, run, what)
            if not table.is_forbidden(Proposal("destroy", run.you, card, facts=facts))
        ]
    if isinstance(verb, m.Discard | m.Stack):
        return _offered(self, run, what)
    return None


def _can_go(self: GateRuler, run: Run, verb: m.Move, card: CardId) -> bool:
    """Whether a card can lie where it would move to (3-2f-1, 3-2h), and nothing holds it (1-5d)."""
    table, here = run.table, run.table.card(card).area
    side = side_of(self, run, verb.to.whose, card)
    zones = [f"{side}.{name}" for name in self.area_names(verb.to.area)] if verb.to.zone is None else [""]
    there = [zone for zone in zones if not zone or not places.what_bars(table, card, here, zone)]
    return any(not table.is_forbidden(Proposal("move", run.you, card, here, zone)) for zone in there)


def _offered(self: GateRuler, run: Run, what: Any) -> Sequence[CardId]:
    """What a part of a cost can take; an unknown card of a hand is told only if it matters."""
    sight = Sight.now(run.table)
    if isinstance(what, m.Selector) and what.areas == ("hand",) and run.table.sight.has_unknown:
        hand = (card for card in self.unsifted(sight, run, what) if not run.table.is_unknown(card))
        known = [card for card in hand if self.fits(sight, run, what, card)]
        if len(known) >= max(1, _needed(self, run, what)):
            return known
    return self.pointed_at(sight, run, what)


def _needed(self: GateRuler, run: Run, what: Any) -> int:
    if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly | m.AtLeast):
        return self.amount(what.quantity.n, run)
    return 0 if isinstance(what, m.Selector) and isinstance(what.quantity, m.Every) else 1


def _adds_up(self: GateRuler, run: Run, what: Any, eligible: Sequence[CardId]) -> bool:
    sums = [f for f in getattr(what, "filters", ()) if isinstance(f, m.Together)]
    return not sums or self.reaches(run, eligible, what.quantity, sums)


def way_of(self: GateRuler, run: Run, cost: m.PlayCost | None) -> Way:
    if cost is None:
        return Way()
    n = self.amount(cost.amount, run)
    return Way(free=cost.way in ("free", "ignoring"), instead=n if cost.way == "instead" else None,
               less=n if cost.way == "less" else 0)  # fmt: skip


def _pay(self: GateRuler, run: Run, verb: m.Pay, player: Player) -> None:
    run.done = bool(summoning.pay_resources(run.table, player, self.amount(verb.n, run)))


def fixed(n: Any) -> int:
    return n if isinstance(n, int) else 1


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Pay: _pay,
}  # fmt: skip


def kinds_of(what: Any) -> tuple[Any, ...]:
    """The kinds of cards that a text wants together: "1 unit and 1 card from your hand"."""
    each = each_of(what)
    if each is not None:
        return () if each.one else each.kinds
    return what.parts if isinstance(what, m.Union) else ()
