"""What is forbidden and what is allowed: attacking, blocking, playing, activating; and by whom or what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as altered

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.engine.abilities import Ability, Proposal, Source
from judgekit.engine.state import CardId, Facts, area_name, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch02_card_data import PAYS_ENERGY
from judgekit.games.dragon_ball_super.ch07_battle import COMBOS_RESTED, MUST_ATTACK, MUST_ATTACK_IT
from judgekit.games.dragon_ball_super.language.information import is_skill

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

ANY_AREA = ("hand", "deck", "drop area", "battle area", "energy area", "life area", "warp", "combo area")
SKILL_KINDS = (
    "activate", "activate main", "activate battle", "auto", "awaken", "blocker", "counter", "counter attack",
    "counter counter", "counter play", "dual attack", "evolve", "ex-evolve", "field", "over realm", "revenge",
    "triple attack", "union", "union-absorb", "union-fusion", "union-potara", "xeno-evolve",
)  # fmt: skip
AWAKENS_ANYWAY = "awakens whatever its condition"
AWAKENS_AT_ANY_LIFE = "awakens at any life"
FIGHTING = ("attack", "be attacked", "block", "be blocked")


def is_about(
    self: DragonBallSuper,
    table: Table,
    source: Source,
    proposal: Proposal,
    verb: m.Prohibit,
    ability: m.Ability,
) -> bool:
    if verb.act.verb in LEAVING and not is_leaving(self, verb, proposal):
        return False
    if verb.times is not None and times_done(table, verb, proposal) < verb.times:
        return False
    run = self.run(table, source, ability)
    told = isinstance(verb.what, m.Player) or verb.act.verb in LEAVING
    if told and isinstance(verb.act.object, m.Selector):
        whose = verb.act.object.whose or "any"  # that player's, whoever is named; the area of the card itself
        verb = altered(verb, act=altered(verb.act, object=altered(verb.act.object, whose=whose)))
    if verb.act.verb == "be placed" and not is_where(self, run, verb, proposal):
        return False
    if verb.act.verb in FIGHTING:
        return is_about_fighting(self, table, source, proposal, verb, ability)
    if verb.act.verb != "activate" and verb.act.verb.removeprefix("use ") in SKILL_KINDS:
        return is_about_activating(self, table, source, proposal, verb, ability)
    return Interpreter.is_about(self, table, source, proposal, wherever_played(verb), ability)


LEAVING = ("leave", "be removed", "be moved")


def is_leaving(self: DragonBallSuper, verb: m.Prohibit, proposal: Proposal) -> bool:
    """Whether a card is about to leave the areas that a text names: the Battle Area, if it names none; what
    cannot be moved stays where it is."""
    here, there = area_name(proposal.src), area_name(proposal.dst)
    named = verb.act.object.areas if isinstance(verb.act.object, m.Selector) else ()
    left = self.names_of(named) or ((here,) if verb.act.verb == "be moved" else ("battle",))
    return here in left and there not in left


TALLIES = {"attack": "attacks", "draw": "draws", "play": "plays"}  # of each player, this turn


def times_done(table: Table, verb: m.Prohibit, proposal: Proposal) -> int:
    """How often the player has done so this turn."""
    return table.number(f"{proposal.player}.{TALLIES[verb.act.verb]} this turn")


def is_where(self: DragonBallSuper, run: Run, verb: m.Prohibit, proposal: Proposal) -> bool:
    """Whether a card is about to go where it may not be placed."""
    to = verb.act.to
    if to is None or area_name(proposal.dst) not in self.area_names(to.area):
        return False
    whose = area_player(proposal.dst)
    return to.whose in ("", "any", "owner") or whose in self.players(to.whose, run)


def is_about_fighting(
    self: DragonBallSuper,
    table: Table,
    source: Source,
    proposal: Proposal,
    verb: m.Prohibit,
    ability: m.Ability,
) -> bool:
    """Who may not attack or block, or be attacked or blocked; and whom, or by whom, if the text says."""
    plain = altered(verb, act=altered(verb.act, object=None, cause=None))
    if not Interpreter.is_about(self, table, source, proposal, plain, ability):
        return False
    cause, opposite = verb.act.cause, fact(proposal.facts, "other")
    named = verb.act.object or (cause.source if cause is not None else None)
    if named is None:
        return True
    run = self.run(table, source, ability)
    named = altered(named, whose=named.whose or "any") if isinstance(named, m.Selector) else named
    met = opposite is not None and self.is_target(table, run, named, opposite)
    return met != (cause is not None and cause.negated)


def is_about_activating(
    self: DragonBallSuper,
    table: Table,
    source: Source,
    proposal: Proposal,
    verb: m.Prohibit,
    ability: m.Ability,
) -> bool:
    """ "Can't activate [Counter]" and the like: a kind of skill, of the players or cards named."""
    used = fact(proposal.facts, "ability")
    if proposal.verb != "activate" or used is None:
        return False
    kind, of = verb.act.verb.removeprefix("use "), verb.act.object
    if isinstance(of, m.Selector) and not (of.areas or of.types):
        of = altered(of, areas=(*ANY_AREA, "leader area"))  # a [Counter] is activated in the hand
    plain = altered(verb, act=altered(verb.act, verb="activate", object=of))
    return is_skill(self, table, table.pool.ability(str(used)), kind) and Interpreter.is_about(
        self, table, source, proposal, plain, ability
    )


def is_caused(self: DragonBallSuper, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
    return by_cause(self, run, cause, proposal.facts)


def by_cause(self: DragonBallSuper, run: Run, cause: m.Cause | None, facts: Facts) -> bool:
    """By a skill, a battle or a rule; whose; from which card."""
    if cause is None:
        return True
    by, of = fact(facts, "by"), fact(facts, "all of") or (fact(facts, "of"),)
    wanted = {"effect": "skill", "ability": "skill"}.get(cause.by, cause.by)
    same = not wanted or wanted == by or (wanted == "damage" and bool(fact(facts, "damage")))
    whose = cause.who in ("any", "") or any(p in self.players(cause.who, run) for p in of)
    source = fact(facts, "source")
    found = cause.source is None or (source is not None and _is_from(self, run, cause.source, source))
    return (same and whose and found) != cause.negated


def _is_from(self: DragonBallSuper, run: Run, named: m.Target, source: CardId) -> bool:
    """Whether this is the card by which it came about; an Extra Card has gone to the Drop Area by then."""
    if not isinstance(named, m.Selector):
        return self.is_target(run.table, run, named, source)
    if named.types == ("extra card",) and not named.areas and source in run.table.state.cards:
        return self.fits(Sight.now(run.table), run, self.anywhere(named), source)
    return self.is_target(run.table, run, altered(named, whose=named.whose or "any"), source)


def status_of(self: DragonBallSuper, verb: Any, address: str, ability: m.Ability) -> Ability | None:
    if isinstance(verb, m.Demand) and verb.act == m.Act("attack"):
        return _must_attack(self, verb, address, ability)
    if isinstance(verb, m.Demand) and verb.act.verb == "attack" and verb.act.object is not None:
        return _must_attack_it(self, verb, address, ability)
    if not isinstance(verb, m.Permit):
        return None
    name = {
        "attack": "can attack active cards",
        "be played": "plays for nothing",
        "use awaken": AWAKENS_ANYWAY,
        "awaken at any life": AWAKENS_AT_ANY_LIFE,
        "pay energy": PAYS_ENERGY,
        "combo rested": COMBOS_RESTED,
    }.get(verb.act.verb)
    if name is None:
        return None

    def test(run: Run, about: Any) -> bool:
        return is_for(self, run, verb.what, about)

    return self.status(address, ability, "1-3-1", name, test)


def _must_attack(self: DragonBallSuper, verb: m.Demand, address: str, ability: m.Ability) -> Ability:
    """The Main Phase does not end while such a card can attack."""
    return self.status(address, ability, "1-3-1", MUST_ATTACK, self.lasts_on(verb.what))


def _must_attack_it(self: DragonBallSuper, verb: m.Demand, address: str, ability: m.Ability) -> Ability:
    """If such a card attacks, it attacks that one."""
    named = verb.act.object
    assert named is not None

    def test(run: Run, about: Any) -> bool:
        attacker, target = about
        attacks = self.is_lasting_on(run.table, run, verb.what, CardId(attacker))
        return attacks and self.is_target(run.table, run, named, CardId(target))

    return self.status(address, ability, "1-3-1", MUST_ATTACK_IT, test)


def is_for(self: DragonBallSuper, run: Run, what: m.Target, card: Any) -> bool:
    """Whether a permission is about this card."""
    return card is not None and self.is_lasting_on(run.table, run, what, CardId(card))


def wherever_played(verb: m.Prohibit) -> m.Prohibit:
    """Cards that cannot be played, activated, discarded or comboed with are meant wherever they are."""
    if verb.act.verb not in ("play", "be played", "be placed", "combo", "discard", "activate"):
        return verb
    what, thing = verb.what, verb.act.object
    if isinstance(what, m.Selector) and not what.areas:
        what = altered(what, areas=ANY_AREA)
    if isinstance(thing, m.Selector):  # whoever is forbidden to, plays cards of their own
        thing = altered(thing, areas=thing.areas or (*ANY_AREA, "leader area"), whose=thing.whose or "any")
    return altered(verb, what=what, act=altered(verb.act, object=thing))
