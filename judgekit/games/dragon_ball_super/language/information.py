"""What a card is: its type, names, numbers, modes and skills, now or as it was when it left (8-6-5-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as altered

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.interpret.vocabulary import SEEN, is_automatic
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Activated
from judgekit.engine.layers import Board
from judgekit.engine.state import UNKNOWN, Card, CardId, Former, Ref, area_name, fact, under
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import as_a_number
from judgekit.games.dragon_ball_super.ch02_card_data import look_at_the_way
from judgekit.games.dragon_ball_super.ch08_01_skills import negated_skills, skill_of
from judgekit.games.dragon_ball_super.ch08_06_auto import seen_as
from judgekit.games.dragon_ball_super.ch08_07_effects import final_information
from judgekit.games.dragon_ball_super.ch10_21_tokens import may_be_selected_too
from judgekit.games.dragon_ball_super.language.places import Places

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

TYPES = {"battle card": "battle", "leader card": "leader", "extra card": "extra"}
STANDING = "what a standing effect applies to is looked for"
FIGHTERS = ("attacking", "being attacked")
NUMBERS = frozenset({"power", "combo power", "combo cost", "energy cost", "specified cost"})


class Before(Sight):
    """The table now, with one card, and what lay under it, as they were when it left the Battle Area."""

    __slots__ = ("below", "gone", "left")

    def __init__(self, table: Table, board: Board, left: Former) -> None:
        super().__init__(table, board)
        self.left = left
        refs = [Ref(CardId(card), number) for card, number in fact(left.values, "beneath") or ()]
        self.below = tuple(ref.card for ref in refs)
        known = {ref.card: self.state.former[ref] for ref in refs if ref in self.state.former}
        self.gone = {**known, left.card.id: left}

    def card(self, card: int) -> Card:
        return self.gone[CardId(card)].card if card in self.gone else super().card(card)

    def pile(self, where: str) -> tuple[CardId, ...]:
        return self.below if where == under(self.left.card.id) else super().pile(where)

    def value(self, card: int, name: str) -> Any:
        kept = dict(self.gone[CardId(card)].values) if card in self.gone else {}
        if name in kept or card not in self.state.cards:
            return kept.get(name, ())
        return super().value(card, name)


def is_type(self: DragonBallSuper, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
    if kind == "token":
        return bool(sight.card(card).mark("token"))
    if kind in ("energy", "life"):
        return area_name(sight.card(card).area) == kind
    return kind == "card" or sight.value(card, "type") == TYPES.get(kind, kind)


def property_name(self: DragonBallSuper, what: str) -> str:
    names = {"trait": "traits", "colour": "colours", "color": "colours", "character": "characters"}
    return names.get(what, what)


def values(self: DragonBallSuper, sight: Sight, card: CardId, what: str) -> list[str]:
    if what != "name":
        return Interpreter.values(self, sight, card, what)
    held = sight.value(card, "name")
    more = held if isinstance(held, list | tuple) else () if held is None else (held,)
    shown = () if sight.card(card).mark("back") and more else (sight.card(card).name,)
    return [str(name).lower() for name in (*shown, *more)]


def stat(self: DragonBallSuper, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
    if stat == "cards under":
        return len(sight.pile(under(card)))
    value = sight.value(card, stat)
    if stat == "specified cost":
        return len(value or ())
    if stat in NUMBERS:
        look_at_the_way(run.table, stat, sight.board.rows.get((card, stat), ()))
    return None if value is None else as_a_number(run.table, stat, int(value))


def has_state(self: DragonBallSuper, sight: Sight, run: Run, state: str, card: CardId) -> bool:
    now = sight.card(card)
    colours = len(sight.value(card, "colours") or ())
    states: dict[str, bool] = {
        "active": not now.mark("rest"),
        "rest": bool(now.mark("rest")),
        "attacking": self.plays_role(run, now, "attack"),
        "being attacked": self.plays_role(run, now, "guard"),
        "in battle": bool(now.mark("attack") or now.mark("guard")),
        "in play": area_name(now.area) in ("leader", "battle"),
        "topmost": not now.area.startswith("under."),
        "token": bool(now.mark("token")),
        "multicolor": colours > 1,
        "awakened": bool(now.mark("back")),
        "mono-color": colours == 1,
    }
    if state not in states:
        return Interpreter.has_state(self, sight, run, state, card)
    return states[state]


def fits(
    self: DragonBallSuper,
    sight: Sight,
    run: Run,
    selector: m.Selector,
    card: CardId,
    skip_areas: bool = False,
) -> bool:
    """A card mentioned before is meant no matter whose it is; standing effects never ask for a face."""
    if (lying := next((f for f in selector.filters if isinstance(f, m.Under) and f.too), None)) is not None:
        others = tuple(f for f in selector.filters if f is not lying)
        there = altered(selector, filters=others)
        beneath = altered(selector, whose="any", areas=(), filters=(*others, altered(lying, too=False)))
        return any(fits(self, sight, run, each, card, skip_areas) for each in (there, beneath))
    described = bool(selector.types or selector.filters)
    if described and STANDING in run.picked and sight.card(card).name == UNKNOWN:
        return False
    if any(isinstance(f, m.Among) for f in selector.filters):
        selector = altered(selector, whose=selector.whose or "any")
    return Interpreter.fits(self, sight, run, whoever_fights(selector), card, skip_areas)


def live_targets(self: DragonBallSuper, sight: Sight, run: Run, target: m.Target) -> Iterable[CardId]:
    """An unknown card takes no part in standing effects until it is identified."""
    run.picked[STANDING] = "yes"
    found = tuple(Interpreter.live_targets(self, sight, run, target))
    del run.picked[STANDING]
    return found


def places(self: DragonBallSuper, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    yield from Places.places(self, sight, run, whoever_fights(selector))


def candidates(self: DragonBallSuper, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    if (lain := next((f for f in selector.filters if isinstance(f, m.Under) and f.before), None)) is not None:
        like = altered(selector, whose="any", filters=tuple(f for f in selector.filters if f is not lain))
        yield from (c for c in fallen_from(run, lain.what) if self.fits(sight, run, like, c, skip_areas=True))
        return
    in_play = any(isinstance(f, m.State) and f.state == "in play" for f in selector.filters)
    if in_play and not selector.areas:
        selector = altered(selector, areas=("battle area", "leader area"))
    extremes = [f for f in selector.filters if isinstance(f, m.Extreme)]
    plain = altered(selector, filters=tuple(f for f in selector.filters if f not in extremes))
    found = list(Interpreter.candidates(self, sight, run, plain))
    for extreme in extremes:
        found = self.best(sight, run, extreme, found)
    for card in found:
        if sight.card(card).mark("token"):
            may_be_selected_too(run.table)
    yield from found


def is_of_kind(self: DragonBallSuper, ability: Ability, keyword: str, kind: str) -> bool:
    if keyword:
        return ability.text.lower().replace(":", "").startswith(f"[{keyword.lower()}")
    if kind == "keyword":
        return is_keyword_skill(ability)
    if kind == "permanent":
        return not is_automatic(ability) and not isinstance(ability, Activated)
    is_counter = skill_of(ability).kind == "counter"
    if kind == "counter" or is_counter:
        return is_counter and kind in ("counter", "")
    return Interpreter.is_of_kind(self, ability, keyword, kind)


def is_keyword_skill(ability: Ability) -> bool:
    """10-10-1: a [Counter] is one too; a skill that is spelled out is none."""
    return not ability.text.lower().startswith(("[auto]", "[permanent]", "[activate", "[once"))


def is_skill(self: DragonBallSuper, table: Table, used: Ability, kind: str) -> bool:
    """Whether a skill is of a kind; a [Counter] is a kind of its own, or an [Activate] (A-10)."""
    if not kind or self.is_of_kind(used, kind, "") or skill_of(used).kind == kind:
        return True
    is_counter = skill_of(used).kind == "counter"
    return kind == "activate" and is_counter and table.reading("A-10") == "as-activate"


def is_played_so(wanted: str, how: str) -> bool:
    """Whether a card was played by one of the keywords that a text names, or by any skill ("an effect")."""
    ways = wanted.split(" or ") if wanted else []
    return not ways or any(way in (how, *how.split("-")) or (way == "effect" and how) for way in ways)


def has_the_keyword(self: DragonBallSuper, sight: Sight, run: Run, f: m.HasKeyword, card: CardId) -> bool:
    return any(self.is_of_kind(skill, f.keyword, "") for skill in recognised(sight, card))


def has_skill(self: DragonBallSuper, sight: Sight, run: Run, f: m.HasAbility, card: CardId) -> bool:
    return any(self.is_of_kind(skill, "", f.kind) for skill in recognised(sight, card))


def recognised(sight: Sight, card: CardId) -> list[Ability]:
    """8-3-2: a negated skill is still there as a skill."""
    held = (*sight.value(card, "abilities"), *negated_skills(sight.board, card))
    return [sight.table.pool.ability(skill) for skill in dict.fromkeys(held) if SEEN not in skill]


def as_it_left(run: Run, what: m.Target) -> Former | None:
    """8-6-5-1: the card whose leaving set the skill off, as it was in the Battle Area."""
    card, was = run.fact("subject"), run.fact("was")
    is_this = isinstance(what, m.This) and card == run.source.card.card
    if was is None or not (is_this or isinstance(what, m.Subject)):
        return None
    left = run.table.state.former[Ref(card, was)]
    went = run.fact("went") or f"{left.card.owner}.drop"  # a token would have gone there
    return left if seen_as(run.table, left.card.area, went) == "before" else None


def left_meanwhile(run: Run, what: m.Target) -> Former | None:
    """A card that has left while the skill was carried out, as it was in the Battle Area."""
    source = run.source.card
    refs = [source] if isinstance(what, m.This) else []
    if isinstance(what, m.Bound):
        refs = [Ref(card, run.objects[card]) for card in run.bound.get(what.n, ()) if card in run.objects]
    left = run.table.state.former.get(refs[0]) if len(refs) == 1 else None
    return left if left is not None and area_name(left.card.area) == "battle" else None


def fallen_from(run: Run, host: m.Target) -> Iterator[CardId]:
    """11-3-4: what lay under a card when it left, as long as it is in the Drop Area, where it went."""
    left = as_it_left(run, host) or left_meanwhile(run, host)
    for card, number in (fact(left.values, "beneath") or ()) if left is not None else ():
        now = run.table.state.cards.get(CardId(card))
        if now is not None and area_name(now.area) == "drop" and now.object == number + 1:
            yield now.id


def amount(
    self: DragonBallSuper, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None
) -> int:
    if isinstance(amount, m.ValueOf) and (left := as_it_left(run, amount.what)) is not None:
        seen = Before(run.table, run.table.board, left)
        return as_a_number(run.table, amount.stat, self.stat(seen, run, left.card.id, amount.stat))
    if isinstance(amount, m.ValueOf) and isinstance(amount.what, m.Bound | m.Subject) and sight is None:
        cards = self.pointed_at(Sight.now(run.table), run, amount.what)
        found = [final_information(run.table, c, amount.stat) for c in cards]
        return sum(int(value or 0) for value in found)
    return Interpreter.amount(self, amount, run, sight, card)


def holds(self: DragonBallSuper, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
    if sight is None and speaks_of_moved_cards(condition, run):
        run.table.cite("8-10-1")
    if isinstance(condition, m.Matches) and condition.like.whose == "":
        like = altered(condition.like, whose="any")  # what a card is like does not ask whose it is
        return self.holds(m.Matches(condition.what, like), run, sight)
    if isinstance(condition, m.Matches) and not condition.like.areas:
        left = as_it_left(run, condition.what)
        if left is not None:
            like, seen = condition.like, Before(run.table, run.table.board, left)
            return self.fits(seen, run, like, left.card.id, skip_areas=like.whose == "any")
    return Places.holds(self, condition, run, sight)


def speaks_of_moved_cards(condition: m.Condition, run: Run) -> bool:
    """Whether it asks about a card that the effect has moved."""
    about = {node.n for node in walk(condition) if isinstance(node, m.Bound)}
    cards = [card for n in about for card in run.bound.get(n, ()) if card in run.table.state.cards]
    return any(run.places.get(c, run.table.card(c).area) != run.table.card(c).area for c in cards)


def counted(self: DragonBallSuper, sight: Sight, run: Run, what: m.Selector) -> list[CardId]:
    """Cards under a card that left are those that lay there in the Battle Area (8-6-5-1-2)."""
    hosts = [f for f in what.filters if isinstance(f, m.Under)]
    left = as_it_left(run, hosts[0].what) if hosts else None
    if left is None and hosts and hosts[0].before:
        left = left_meanwhile(run, hosts[0].what)
    if left is None:
        return Interpreter.counted(self, sight, run, what)
    seen = Before(run.table, run.table.board, left)
    like = altered(what, filters=tuple(f for f in what.filters if not isinstance(f, m.Under)))
    return [card for card in seen.below if self.fits(seen, run, like, card, skip_areas=True)]


FILTERS: dict[type[Any], Callable[..., bool]] = {
    m.HasKeyword: has_the_keyword,
    m.HasAbility: has_skill,
}


def whoever_fights(selector: m.Selector) -> m.Selector:
    """ "The guard card": the battle says which one that is, and whose."""
    in_battle = any(isinstance(f, m.State) and f.state in FIGHTERS for f in selector.filters)
    return altered(selector, whose="any") if in_battle and selector.whose == "" else selector
