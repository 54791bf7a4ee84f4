"""Whose cards a text means, and where: areas, players, "this card", cards mentioned before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.model import walk
from judgekit.engine.state import Card, CardId, Facts, Player, fact, host_of, under
from judgekit.games.dragon_ball_super import ch07_battle as battle
from judgekit.games.dragon_ball_super import ch11_other as other
from judgekit.games.dragon_ball_super.ch01_outline import turn_player_first
from judgekit.games.dragon_ball_super.ch06_turn import being_played, just_played
from judgekit.games.dragon_ball_super.ch08_05_activating import answered_card
from judgekit.games.dragon_ball_super.ch08_05_targets import implied_player

AREAS = {
    "battle area": ("battle",),
    "leader area": ("leader",),
    "combo area": ("combo",),
    "energy area": ("energy",),
    "life area": ("life",),
    "drop area": ("drop",),
    "field": ("leader", "battle"),
    "removed from the game": ("removed",),
}
USUAL = {
    "leader card": ("leader area",),
    "energy": ("energy area",),
    "life": ("life area",),
    "card": ("battle area", "leader area"),
}
HAS_NEGATED = "has negated the attack"  # by the effect that is being carried out
ROLES = {"attacking": "attack", "attacked": "guard"}
BEING_PLAYED, JUST_PLAYED, COUNTERED = "being played", "just played", "countered"


class Places(Interpreter):
    """The areas of the game, and the cards that a text points at."""

    def area_names(self, area: str) -> Sequence[str]:
        return AREAS.get(area, (area,))

    def usual_areas(self, types: Sequence[str]) -> Sequence[str]:
        """8-5-4, 8-5-5, 8-5-6: Battle Cards, energy and life are meant where they belong."""
        found = [area for kind in types or ("card",) for area in USUAL.get(kind, ("battle area",))]
        return tuple(dict.fromkeys(found))

    def areas_meant(self, what: m.Selector) -> Sequence[str]:
        return self.names_of(what.areas or self.usual_areas(what.types))

    def players(self, who: str, run: Run) -> tuple[Player, ...]:
        """A text that names no player is about its master's cards (A-45)."""
        if who != "":
            return super().players(who, run)
        if run.table.reading("A-45") == "both-players":
            return tuple(turn_player_first(run.table))
        implied_player(run.table, run.you)
        return (run.you,)

    def places(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """Cards under a card are looked for there."""
        lying = [f for f in selector.filters if isinstance(f, m.Under)]
        if not lying or lying[0].too:
            yield from super().places(sight, run, selector)
        for host in self.pointed_at(sight, run, lying[0].what) if lying else ():
            yield from sight.pile(under(host))

    def holds(self, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
        """ "If this card is under that card": the card itself, though it counts as the stack it lies in."""
        is_this = isinstance(condition, m.Matches) and isinstance(condition.what, m.This)
        filters = condition.like.filters if isinstance(condition, m.Matches) and is_this else ()
        hosts = [each.what for each in filters if isinstance(each, m.Under)]
        if not hosts:
            return super().holds(condition, run, sight)
        sight = sight or Sight.now(run.table)
        card = sight.state.cards.get(run.source.card.card)
        host = None if card is None else host_of(card.area)
        return host is not None and host in self.pointed_at(sight, run, hosts[0])

    def this(self, sight: Sight, run: Run) -> tuple[CardId, ...]:
        """A card that lies in a stack by now is that stack, and so the card on top of it (11-3-2)."""
        if used := self._spent(sight, run):
            return used
        found = super().this(sight, run)
        moved = bool(found) and sight.card(found[0]).object != run.source.card.object
        if moved and run.fact("was") is None and not run.fact("comboed"):
            return ()  # 8-6-7: it left, and not by the move that set the skill off
        while found and (host := host_of(sight.card(found[0]).area)) is not None:
            found = (host,)
        return found

    def _spent(self, sight: Sight, run: Run) -> tuple[CardId, ...]:
        """8-5-2-6-1, 10-10-4: a card activated from the hand is in the Drop Area when its effect is carried
        out."""
        card = sight.state.cards.get(run.source.card.card)
        if card is None or card.object != run.source.card.object + 1 or not card.area.endswith(".drop"):
            return ()
        used = run.ability.kind == "counter" or (
            run.ability.kind == "activated" and sight.table.peek(card.id, "type") == "extra"
        )
        return (card.id,) if used else ()

    def pointed_at(self, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
        """A skill for later means the objects it mentioned; if one is now in a stack, the stack."""
        found = super().pointed_at(sight, run, target)
        objects = dict(fact(run.source.facts, "objects") or ()) if run.source.facts else {}
        if not objects:
            return found
        there = [c for c in found if c not in objects or sight.card(c).object == objects[c]]
        return tuple(other.top_of(run.table, c) if c in objects else c for c in there)

    def kept_for_later(self, run: Run) -> Facts:
        """3-1-4: which objects a skill for later refers to."""
        spoken_of = (run.fact("subject"), run.fact("object"))
        cards = {*(c for bound in run.bound.values() for c in bound), *spoken_of}
        known = [run.table.state.cards[c] for c in sorted(cards - {None}) if c in run.table.state.cards]
        return (("objects", tuple((card.id, card.object) for card in known if host_of(card.area) is None)),)

    def role(self, sight: Sight, run: Run, role: str) -> list[CardId]:
        if (meant := run.fact(f"the card {role}")) is not None:
            return list(meant)
        if role == COUNTERED:
            return [card for card in (answered_card(run.table, run.source),) if card is not None]
        if role == BEING_PLAYED:
            return [card for card in (being_played(run.table),) if card is not None]
        if role == JUST_PLAYED:
            return list(just_played(run.table))
        mark = ROLES.get(role)
        if mark is None:
            return list(super().role(sight, run, role))
        return [card.id for card in sight.state.cards.values() if self.plays_role(run, card, mark)]

    def plays_role(self, run: Run, card: Card, mark: str) -> bool:
        """7-1: after a negation nobody attacks; the text that negates it still refers to the attacker."""
        return bool(card.mark(mark) or (HAS_NEGATED in run.picked and card.mark(battle.ROLES[mark])))

    def anywhere(self, selector: m.Selector) -> m.Selector:
        whose = selector.whose or "any"
        filters = tuple(f for f in selector.filters if not (isinstance(f, m.State) and f.state == "in play"))
        return m.Selector(selector.quantity, whose, (), None, selector.types, filters)

    def areas_of_ability(self, ability: m.Ability) -> tuple[str, ...]:
        """Where a skill works; a change of a card's own cost or combo power works where that is asked for."""
        if ability.areas:
            return super().areas_of_ability(ability)
        for node in walk(ability.body):
            if isinstance(node, m.Play) and node.origin and isinstance(node.what, m.This):
                return tuple(self.area_names(node.origin))
            if is_kept_out(node) or is_kept_from_play(node):
                return self.names_of(ANYWHERE_ELSE)
            told = isinstance(node, m.Prohibit | m.TreatAs | m.Gain) and isinstance(node.what, m.This)
            if told and (said := where_it_is(ability)):
                return self.names_of(said)
            own = isinstance(node, m.Modify | m.Permit | m.AlternativeCost) and isinstance(node.what, m.This)
            cost = getattr(node, "stat", "") == "energy cost" or isinstance(node, m.AlternativeCost)
            if own and cost and (said := where_it_is(ability)):
                return self.names_of(said)
            if own and (cost or (isinstance(node, m.Permit) and node.act.verb == "be played")):
                return ("hand",)
            stands = own and ability.kind == "continuous"
            if stands and (used := USED_IN.get(getattr(node, "stat", ""))):
                return used
        if away := asked_to_be_away(ability):
            return self.names_of(away)
        return self.areas_of_its_own_move(ability.trigger)

    def areas_of_its_own_move(self, trigger: m.Event | None) -> tuple[str, ...]:
        """2-12-2: a skill about its own card's move between other areas implies where it works."""
        if isinstance(trigger, m.EitherEvent):
            away = [name for each in trigger.events for name in self.areas_of_its_own_move(each)]
            return ("battle", *away) if away else ()
        if isinstance(trigger, m.Discarded) and isinstance(trigger.what, m.This):
            return ("drop",)
        if not isinstance(trigger, m.Moved) or not isinstance(trigger.what, m.This):
            return ()
        origin = self.names_of(trigger.origin)
        if not origin or not trigger.to or set(origin) & {"leader", "battle", "combo"}:
            return ()
        return self.names_of(trigger.to)


USED_IN = {"combo cost": ("hand", "battle"), "combo power": ("battle", "combo")}  # 2-10-1, 2-9-1
ANYWHERE_ELSE = ("hand", "deck", "drop area", "warp", "life area", "battle area", "combo area")


def is_kept_out(node: m.Node) -> bool:
    """ "This card can't be placed in the Energy Area": said of it wherever it is."""
    if not isinstance(node, m.Prohibit) or not isinstance(node.what, m.This) or node.act.to is None:
        return False
    return node.act.to.area in ("energy area", "battle area", "combo area")


def is_kept_from_play(node: m.Node) -> bool:
    """ "This card can't be played unless …", "you can't combo with this card", "this card is played in Rest
    Mode": wherever it waits for that."""
    if isinstance(node, m.Instead):
        return isinstance(node.event, m.Played) and isinstance(node.event.what, m.This)
    if not isinstance(node, m.Prohibit) or node.act.verb not in ("play", "be played", "combo"):
        return False
    return m.This() in (node.what, node.act.object)


def asked_to_be_away(ability: m.Ability) -> tuple[str, ...]:
    """2-12-2: a skill that requires its own card to be in the Drop Area or the Warp works there."""
    first = ability.body[0] if ability.kind == "automatic" and len(ability.body) == 1 else None
    asked = (*ability.conditions, *(first.conditions if isinstance(first, m.If) else ()))
    for each in asked:
        if isinstance(each, m.Matches) and isinstance(each.what, m.This):
            if each.like.areas and set(each.like.areas) <= {"drop area", "warp", "hand"}:
                return each.like.areas
    return ()


def where_it_is(ability: m.Ability) -> tuple[str, ...]:
    """The areas in which a text says that its own card must be."""
    for node in walk(ability.body):
        if isinstance(node, m.Matches) and isinstance(node.what, m.This) and node.like.areas:
            return node.like.areas
    return ()
