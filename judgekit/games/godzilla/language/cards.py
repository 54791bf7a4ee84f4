"""Which cards a text means: whose, where, of which type, and what it asks of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, without
from judgekit.engine.abilities import Ability
from judgekit.engine.events import Moved, Occurred, Vanished
from judgekit.engine.state import CardId, Player, area_name, fact, under
from judgekit.games.godzilla.ch01_overview import may_be_negative
from judgekit.games.godzilla.ch02_card_information import by_color, by_name, by_trait
from judgekit.games.godzilla.ch03_player_information import cards_under
from judgekit.games.godzilla.ch04_areas import column_of, outermost, whose_area
from judgekit.games.godzilla.ch09_special_cards import (
    counts_as_a_card,
    is_called_token,
    is_token,
    tokens_away,
)
from judgekit.games.godzilla.language.words import FIELD, STRATEGY, THIS_WAY, TYPES
from judgekit.games.godzilla.rules import zone_number

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla

LABELS = re.compile(r"(\s*[\[【<][^\]】>]*[\]】>])+")  # the bold words before an ability


def area_names(self: Godzilla, area: str) -> Sequence[str]:
    names = {"field": FIELD, "strategy zone": STRATEGY, "zone": FIELD, "resolution area": ("resolution",)}
    return names.get(area, (area,))


def is_shared(self: Godzilla, where: str) -> bool:
    return where == "resolution"


def usual_areas(self: Godzilla, types: Sequence[str]) -> Sequence[str]:
    """4.3, 3.3.4: battle and monster cards on the field, strategy cards in their zones."""
    if types and all(kind == "strategy card" for kind in types):
        return ("strategy zone",)
    return ("field",) if not types or "card" not in types else ("field", "strategy zone")


def players(self: Godzilla, who: str, run: Run) -> tuple[Player, ...]:
    return Interpreter.players(self, who or "any", run)


def places(self: Godzilla, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    below = next((f for f in selector.filters if isinstance(f, m.Under)), None)
    if below is not None:
        for host in self.pointed_at(sight, run, below.what):
            yield from cards_under(run.table, sight.pile(under(host))) or ()
        return
    if m.State("in play") in selector.filters and not selector.areas:
        selector = msgspec.structs.replace(selector, areas=("field", "strategy zone"))
    if selector.whose in ("you", "opponent") and not selector.areas and tokens_away(run.table):
        everywhere = Interpreter.places(self, sight, run, msgspec.structs.replace(selector, whose="any"))
        masters = self.players(selector.whose, run)
        yield from (card for card in everywhere if sight.master(card) in masters)
        return
    if selector.whose == "" and selector.areas and "field" not in selector.areas:
        for area in selector.areas:
            for name in self.area_names(area):
                where = name if self.is_shared(name) else whose_area(run.table, name, run.you)
                yield from _pile(sight, where, selector)
        return
    yield from Interpreter.places(self, sight, run, selector)


def _pile(sight: Sight, where: str, selector: m.Selector) -> tuple[CardId, ...]:
    pile = sight.pile(where)
    return pile[::-1] if selector.end == "bottom" else pile


def this_way(self: Godzilla, run: Run, event: Any) -> list[CardId]:
    """The cards to which the effect did something; what a rule action did meanwhile does not count."""
    what = getattr(event, "what", None)
    fits = anywhere(what) if isinstance(what, m.Selector) else m.Selector()
    cards = _came_to(self, run, event, run.table.rules.number("11.1.2.1"))
    return [card for card in cards if self.fits(self.as_of(run, event, card), run, fits, card)]


def as_of(self: Godzilla, run: Run, event: Any, card: CardId) -> Sight:
    """The table as it is when asking about a card that an event happened to."""
    return Sight.now(run.table)


def _came_to(self: Godzilla, run: Run, event: Any, but: str | None = None) -> list[CardId]:
    since = (one.event for one in run.table.happened[run.since :] if but not in one.path)
    if isinstance(event, m.Moved):
        return _went(self, run, event, [one for one in since if isinstance(one, Moved)])
    if isinstance(event, m.Performs):  # 9.1.3: tokens that have disappeared
        return [one.card for one in since if isinstance(one, Vanished)]
    who, zones = getattr(event, "who", "any") or "any", getattr(event, "zones", ())
    return [
        one.card for one in since
        if isinstance(one, Occurred) and one.timing == THIS_WAY[type(event)] and one.card is not None
        and (who == "any" or one.player in self.players(who, run))
        and (not zones or fact(one.facts, "to") in zones)
    ]  # fmt: skip


def _went(self: Godzilla, run: Run, event: m.Moved, moves: list[Moved]) -> list[CardId]:
    """The cards that moved there; what lay under one of them and went with it is not counted apart."""
    names = self.names_of(event.to)
    whose = self.players(event.whose or "any", run)
    found = [
        one for one in moves
        if (not names or area_name(one.dst) in names) and (not event.whose or one.dst[0] in whose)
    ]  # fmt: skip
    below = {under(one.card) for one in found}
    return [one.card for one in found if one.src not in below]


def so_often_this_way(self: Godzilla, run: Run, event: Any) -> int:
    """How often it happened since the effect began; to the very card that a word means, even if gone."""
    what = getattr(event, "what", None)
    if isinstance(what, m.Bound | m.This | m.Subject):
        meant = _pointed_out(run, what)
        return sum(card in meant for card in _came_to(self, run, event))
    return len(this_way(self, run, event))


def _pointed_out(run: Run, what: m.Bound | m.This | m.Subject) -> tuple[CardId, ...]:
    """The very cards that a word points at, wherever they have gone."""
    if isinstance(what, m.Bound):
        return run.bound.get(what.n, ())
    card = run.source.card.card if isinstance(what, m.This) else run.fact("subject")
    return () if card is None else (card,)


def _brought(self: Godzilla, run: Run, selector: m.Selector) -> list[CardId] | None:
    """The cards of a selector that an effect did something to; None if it does not ask for that."""
    did = next((f for f in selector.filters if isinstance(f, m.Did) and f.period == "effect"), None)
    if did is None or selector.areas:
        return None
    rest = without(selector, [did])
    cards = dict.fromkeys(this_way(self, run, did.event))
    return [card for card in cards if self.fits(self.as_of(run, did.event, card), run, rest, card)]


def candidates(self: Godzilla, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    if (brought := _brought(self, run, selector)) is not None:
        yield from (card for card in brought if card in sight.state.cards)
        return
    groups = [f for f in selector.filters if isinstance(f, m.Extreme | m.Outermost)]
    if not groups:
        yield from _in_their_zones(sight, run, selector, Interpreter.candidates(self, sight, run, selector))
        return
    found = list(Interpreter.candidates(self, sight, run, without(selector, groups)))
    for group in groups:
        if isinstance(group, m.Outermost):
            sides = [
                {*outermost(run.table, run.you, found, right)}
                for right in (True, False)
                if group.which in ("outermost", "rightmost" if right else "leftmost")
            ]
            found = [card for card in found if any(card in side for side in sides)]
        else:
            found = self.best(sight, run, group, found)
    yield from found


def _in_their_zones(
    sight: Sight, run: Run, selector: m.Selector, found: Iterable[CardId]
) -> Iterator[CardId]:
    """3.3.3.2: an invading monster is a card in its zone, also where none is asked for by name."""
    for card in found:
        if "monster card" not in selector.types and sight.card(card).mark("invading"):
            run.table.cite("3.3.3.2")
        yield card


def fits(
    self: Godzilla, sight: Sight, run: Run, selector: m.Selector, card: CardId, skip_areas: bool = False
) -> bool:
    if selector.whose == "":
        selector = m.Selector(
            selector.quantity, "any", selector.areas, selector.end, selector.types, selector.filters,
            selector.chooser, selector.bind,
        )  # fmt: skip
    return Interpreter.fits(self, sight, run, selector, card, skip_areas)


def anywhere(selector: m.Selector) -> m.Selector:
    return m.Selector(selector.quantity, selector.whose, (), None, selector.types, selector.filters)


def own_hand(selector: m.Selector) -> m.Selector:
    return m.Selector(selector.quantity, "any", ("hand",), None, selector.types, selector.filters)


def is_described(selector: m.Selector) -> bool:
    """Whether anything but a number is asked for."""
    plain = (m.Among, m.OtherThan)
    return bool(set(selector.types) - {"card"}) or any(not isinstance(f, plain) for f in selector.filters)


def is_type(self: Godzilla, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
    """3.3.4: a monster card on the field is the invading monster; 9.1.5.1: tokens by their trait."""
    if kind == "token":
        return is_called_token(run.table, sight.value(card, "traits") or ())
    if kind in ("invading monster", "opposing monster"):
        mine = kind == "invading monster" or sight.master(card) != run.you
        return bool(sight.card(card).mark("invading")) and mine
    if is_token(run.table, card) and not counts_as_a_card(run.table):
        return False
    return kind == "card" or sight.value(card, "type") == TYPES.get(kind, kind)


def values(self: Godzilla, sight: Sight, card: CardId, what: str) -> list[str]:
    """2.1.3, 2.5.3: a name in quotation marks, a trait in its brackets; 2.4.5: gold is three colors."""
    if what == "column":
        zone = self.zone_of(sight, card)
        return [] if zone is None else [str(column_of(zone))]
    held = Interpreter.values(self, sight, card, what)
    if what == "name" and (given := sight.value(card, "name")):
        held = [str(name).lower() for name in given]  # by a text that names it otherwise
    read = READERS.get(self.property_name(what))
    return held if read is None else list(read(sight.table, held) or held)


def kinds(self: Godzilla, sight: Sight, card: CardId, what: str) -> list[str]:
    """2.4.3: gold is no color of its own, but a word for three."""
    return [each for each in self.values(sight, card, what) if what != "colour" or each != "gold"]


READERS: dict[str, Callable[..., Sequence[str]]] = {"name": by_name, "traits": by_trait, "colors": by_color}


def has_state(self: Godzilla, sight: Sight, run: Run, state: str, card: CardId) -> bool:
    if state in ("token", "tokens"):
        return is_called_token(run.table, sight.value(card, "traits") or ())
    if state == "invading":
        return bool(sight.card(card).mark("invading"))
    if state == "engaging":
        return not run.table.has_status("cannot engage", card)
    if state == "topmost":
        return not sight.card(card).area.startswith("under.")
    if state == "in play":
        return area_name(sight.card(card).area) in (*FIELD, *STRATEGY)
    if state == "revealed":
        return bool(sight.card(card).mark("revealed"))
    return Interpreter.has_state(self, sight, run, state, card)


def is_of_kind(self: Godzilla, ability: Ability, keyword: str, kind: str) -> bool:
    """A keyword stands before the ability that has it; one that a text only mentions does not count."""
    if not keyword:
        return Interpreter.is_of_kind(self, ability, keyword, kind)
    front = LABELS.match(ability.text)
    return front is not None and f"[{keyword.lower()}" in re.sub(r"[【<]", "[", front[0].lower())


def has_keyword(self: Godzilla, sight: Sight, run: Run, f: m.HasKeyword, card: CardId) -> bool:
    """12.5: Burst does not work on the field, but its card has the ability."""
    own = f.keyword == "burst" and sight.value(card, "burst") is not None
    return own or Interpreter._has_keyword(self, sight, run, f, card)


FILTERS: dict[type[Any], Callable[..., bool]] = {
    m.HasKeyword: has_keyword,
}


def counted(self: Godzilla, sight: Sight, run: Run, what: m.Selector) -> list[CardId]:
    """What a condition has found can be mentioned afterwards: “… 1 from among them”."""
    if (brought := _brought(self, run, what)) is not None:
        _speaks_of(run, sight, what, [card for card in brought if card in sight.state.cards])
        return brought
    found = Interpreter.counted(self, sight, run, what)
    _speaks_of(run, sight, what, found)
    return found


def known(self: Godzilla, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
    found = Interpreter.known(self, sight, run, target)
    _speaks_of(run, sight, target, found)
    return found


def spoken_of(self: Godzilla, sight: Sight, run: Run, what: m.Target) -> tuple[CardId, ...]:
    found = Interpreter.spoken_of(self, sight, run, what)
    _speaks_of(run, sight, what, found)
    return found


def _speaks_of(run: Run, sight: Sight, what: m.Target, cards: Sequence[CardId]) -> None:
    if isinstance(what, m.Selector) and what.bind:
        run.bound[what.bind] = tuple(cards)
        run.places |= {card: sight.card(card).area for card in cards}


def has_done(self: Godzilla, sight: Sight, run: Run, event: m.Event, card: CardId) -> bool:
    return card in this_way(self, run, event)


def stat(self: Godzilla, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
    if stat == "zone number":
        return zone_number(sight.card(card).area)
    if stat == "cards under":
        return len(cards_under(run.table, sight.pile(under(card))) or ())
    value = sight.value(card, stat)
    if value is not None and value < 0:
        may_be_negative(run.table, value)
    return None if value is None else int(value)
