"""In the order of the text, what verbs take is noted, and what points back is settled."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.before import is_as_before
from judgekit.cardtext.build.registry import (
    THEM,
    DoneAmong,
    ManySuch,
    OfThat,
    Pronoun,
    ThatNumber,
    ThatStat,
    pronoun,
)
from judgekit.cardtext.discourse import (
    AWAY,
    OWNED,
    PILES,
    ROLES,
    Fate,
    Mention,
    WhichOne,
    deeds_of,
    is_single,
)
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.language import language
from judgekit.cardtext.marks import Ahead, Bare, One, They
from judgekit.cardtext.references.agreement import (
    BARE,
    DONE_TO,
    JOINING,
    MOVED,
    MOVED_CARD,
    VERBS,
    bound_to,
    changed_by,
    in_order_of_the_text,
    is_all_done,
    is_beside_it,
    is_beside_this,
    is_choice,
    is_clause,
    is_gone,
    is_of_either_player,
    is_of_this,
    is_one_and_another,
    is_passive,
    is_plain_them,
    is_put_away,
    is_suffered,
    mentions,
    said_of_this,
    sides_of,
    subjects,
)
from judgekit.cardtext.references.asking import (
    as_in_the_other_case,
    asked_about,
    found_by_pronoun,
    found_in_group,
    of_which_group,
    one_asked_for,
)
from judgekit.cardtext.references.candidates import (
    among_mentions,
    is_ability_used,
    is_played_now,
    taken,
    which_of,
)
from judgekit.cardtext.references.numbering import exchanged, theirs
from judgekit.cardtext.references.others import as_the_other, other
from judgekit.cardtext.references.players import (
    are_the_opponent,
    player,
    that_player,
    to_its_own_side,
    two_sides,
    whose,
    whose_effect,
    whose_side,
    whose_time,
)
from judgekit.cardtext.references.pronouns import (
    check_harm,
    check_which,
    chosen_card,
    goes,
    handled,
    is_undone,
    meant_by,
    noted,
    of_earlier,
    possessed,
    that_card,
    the_only,
    went,
)
from judgekit.cardtext.references.scope import Scope


def settle_part(scope: Scope, name: str, value: Any) -> Any:
    scope.part = {"costs": "cost", "conditions": "condition"}.get(name, "body")
    scope.here = scope.clauses if name == "letters" else 0
    return settle(scope, value)


def settle(scope: Scope, node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(settle(scope, each) for each in node)
    if isinstance(node, Pronoun):
        return meant_by(scope, node, own=scope.here)
    if isinstance(node, ThatNumber):
        return m.ChosenNumber() if "number" in scope.picked else m.ThatMany()
    if isinstance(node, ThatStat):
        return m.ChosenNumber() if "number" in scope.picked else m.ValueOf(node.stat, that_card(scope))
    if isinstance(node, OfThat):
        picked = node.what in scope.picked
        return m.Is(node.what, node.values) if picked else m.SameAs(node.what, that_card(scope))
    if isinstance(node, ManySuch):
        return of_such_cards(scope, node)
    if isinstance(node, m.Ability) or not isinstance(node, m.Node):
        return node
    given = getattr(node, "like", None) or getattr(node, "gains", None)
    if isinstance(given, OfThat) and given.what not in scope.picked:
        raise Unsound(f"which {given.what}? It must be chosen first")
    scope.unread = scope.unread or isinstance(node, m.Unread)
    if (
        isinstance(node, m.NegateAbility)
        and isinstance(node.what, Pronoun)
        and not (scope.events or scope.mentions)
    ):
        scope.negated = True
        return m.NegateAbility(node.kind)  # "that card" is the one being played
    if isinstance(node, m.NegateAbility) and node == m.NegateAbility() and (named := abilities(scope)):
        return m.NegateAbility("card", taken(scope, named[-1]))
    if isinstance(node, m.NegateAbility) and isinstance(node.what, Pronoun) and is_ability_used(scope):
        return m.NegateAbility()  # and not the card that has it
    if isinstance(node, m.NegateAbility) and node.what is None and not scope.events:
        scope.negated = True
    if isinstance(node, m.Matches) and (such := such_a_card(scope, node)) is not None:
        node = such
    kind: type = type(node)
    if not is_clause(kind):
        return settle_node(scope, node)
    outer, scope.clauses = (scope.here, scope.clause), scope.clauses + 1
    scope.here, scope.clause = scope.clauses, node
    settled = settle_node(scope, node)
    scope.here, scope.clause = outer
    return settled


def of_such_cards(scope: Scope, node: ManySuch) -> m.ThatMany:
    """Nobody keeps apart whose cards were moved, and whence: all that the text has moved must be such."""
    moved = [each.what for each in scope.mentions if node.way in each.deeds]
    if node.whose and any(isinstance(each, m.Selector) and each.whose != node.whose for each in moved):
        raise Unsound("how many cards of each player that were is not kept apart")
    if node.area and not all(isinstance(each, m.Selector) and each.areas == (node.area,) for each in moved):
        raise Unsound("how many of those cards that were is not kept apart")
    return m.ThatMany(node.way)


def such_a_card(scope: Scope, node: m.Matches) -> m.Compare | None:
    """ "If there is a red card, …. If that card is adjacent to this card, …": if there is one that is."""
    said: Any = node.what
    others = [each for each in scope.spoken_of if isinstance(each.what, m.Selector)]
    if not isinstance(said, Pronoun) or said.word != "that" or scope.events or node.like.areas:
        return None
    what = others[-1].what if others and others[-1].asked_for else None
    if not isinstance(what, m.Selector):
        return None
    like = msgspec.structs.replace(what, bind=0, filters=(*what.filters, *node.like.filters))
    return m.Compare(m.Count(like), "at least", 1)


def abilities(scope: Scope) -> list[Mention]:
    """What was chosen by the name of an ability: "choose an ability in the gate"."""
    return [each for each in scope.spoken_of if each.chosen and "ability" in each.types]


def settle_options(scope: Scope, options: Any) -> Any:
    """Of several options one is done: what another would do has not been done."""
    before = [Fate.now(each) for each in scope.mentions]
    settled = []
    for option in options:
        for each in before:
            each.restore()
        settled.append(settle(scope, option))
    return tuple(settled)


def settle_node(scope: Scope, node: m.Node) -> Any:
    if isinstance(node, m.NegateAbilities) and node.what == ALL_OF_THEIRS and names_several(scope):
        node = msgspec.structs.replace(node, what=THEM)
    if isinstance(node, m.Prohibit) and speaks_of_cards(scope, node):
        raise Unsound("said in another way")
    if isinstance(node, m.Drive) and node.what is None and scope.names_driven:
        top = m.Selector(m.Exactly(node.n), "their" if node.who == "each" else node.who, ("deck",), "top")
        node = m.Drive(1, top, node.who)
    if isinstance(node, m.Count) and is_all_done(node.what):
        raise Unsound("said in another way")  # so many as were done this way
    if isinstance(node, m.Among) and is_plain_them(node.what):
        said = cast(Pronoun, node.what)
        node = m.Among(pronoun("group", deed=said.deed, to=said.to), node.whole)
    if isinstance(node, m.Union) and is_one_and_another(node):
        raise Unsound("“another” than the one before it? Choose one after the other, or 2 of them")
    if isinstance(node, m.Selector):
        found = as_the_other(node.filters, tuple(other(scope, node, f) for f in node.filters))
        node = msgspec.structs.replace(node, filters=(*found, *paid_before(scope, node.filters)))
        node = of_which_group(scope, node)
    if isinstance(node, m.Redirect):
        scope.doing = node
    dealt_by_it = isinstance(node, m.DealDamage) and getattr(node, "source", None) == IT
    if isinstance(node, m.Doing):
        node = by_the_same(scope, node) if dealt_by_it else node
        scope.dealer = None
    if isinstance(node, m.Move) and is_beside_it(node):
        node = beside_the_moved(scope, node)
    if isinstance(node, m.Move):
        node = to_its_own_side(scope, node)
    performer = getattr(node, "who", None)
    if performer in ("owner", "master") and isinstance(node, VERBS):
        return by_its_owner(scope, node)
    if (done := done_to_its_owner(node)) is not None:
        return of_its_owner(scope, *done)
    if isinstance(performer, str):
        performer = that_player(scope, performer)
        scope.who.append(performer)
    entered = isinstance(node, m.Delayed | m.Instead) and (bool(subjects(node.event)) or not scope.events)
    changes: dict[str, Any] = {}
    before = [Fate.now(each) for each in scope.mentions]
    if isinstance(node, m.If):
        cases = {
            name: tuple(map(partial(of_earlier, scope), getattr(node, name)))
            for name in ("then", "otherwise")
        }
        node = msgspec.structs.replace(node, **cases)
    for name in in_order_of_the_text(node):
        if name == "to" and getattr(node, name) == Pronoun("itself"):
            changes[name] = bound_to(changes["source"])
            continue
        if name == "otherwise" and getattr(node, name):
            changes[name] = otherwise(scope, node, changes.get("then", ()), before)
            continue
        outer_group, outer_it = scope.asked_of_group, scope.asked_of_it
        if isinstance(node, m.If):
            scope.behind = told_before(node, name)
        if name == "then" and isinstance(node, m.If):
            before += asked_about(scope, changes["conditions"])
            scope.asked_of_group = found_in_group(scope, node.conditions, changes["conditions"])
            scope.asked_of_it = found_by_pronoun(scope, node.conditions, changes["conditions"])
        if name == "do" and isinstance(node, m.ForEach):
            changes["amount"] = hold(scope, changes["amount"])
        if entered and name == "do":
            scope.events.append(node.event)  # type: ignore[attr-defined]
            scope.replaced = scope.events[-1] if isinstance(node, m.Instead) else None
        outer, asked = scope.of_this, scope.asked
        either = scope.of_either
        if name == "then" and isinstance(node, m.If):
            both = asks_each_of_both(scope, node.conditions, changes["conditions"])
            scope.of_either = either or both or is_of_either_player(node.conditions)
        scope.of_this = outer or (name == "conditions" and is_of_this(getattr(node, name)))
        if name == "then" and isinstance(node, m.If):
            scope.asked = (*asked, *said_of_this(changes["conditions"]))
        told, scope.telling = scope.telling, node.event if entered and name == "event" else scope.telling  # type: ignore[attr-defined]
        options = name == "options" and isinstance(node, m.Either)
        changes[name] = settle_options(scope, getattr(node, name)) if options else field(scope, node, name)
        scope.telling = told
        scope.of_this, scope.asked, scope.asked_of_group = outer, asked, outer_group
        scope.asked_of_it = outer_it
        scope.of_either = either
    if entered:
        scope.events.pop()
    if isinstance(node, m.ForEach):
        let_go(scope)
    if isinstance(node, m.Delayed):
        done_later(scope, before)  # what is drawn then is not spoken of now
        scope.spoken_of = [each for each in scope.spoken_of if each.role != "drawn"]
    if isinstance(performer, str):
        scope.who.pop()
    settled = of_where_they_were(scope, msgspec.structs.replace(node, **changes))
    if isinstance(settled, m.Happened):
        mention_lone(scope, settled.event)
    if isinstance(node, m.Among) and isinstance(node.what, Pronoun) and changes["what"] == m.This():
        raise Unsound("among which cards? No cards were chosen or looked at before")
    if dealt_by_it and isinstance(settled, m.DealDamage):
        scope.dealer = settled.source
    follow(scope, settled)
    if isinstance(settled, m.Draw) and settled.who in ("you", "opponent"):
        return scope.drawn(settled)
    return scope.made(settled) if isinstance(settled, m.CreateToken) else settled


def by_the_same(scope: Scope, node: Any) -> Any:
    """ "It deals 2 damage to a unit, and it deals 1 damage to …": the same card again, not the unit."""
    if scope.dealer is None:
        return node
    return msgspec.structs.replace(node, source=scope.dealer, n=exchanged(node.n, IT, scope.dealer))


ALL_OF_THEIRS = m.Selector(m.Every(), "their")


def names_several(scope: Scope) -> bool:
    """ "Choose up to 2 units. Negate their …": of those, and not of all that a player has."""
    return any(each.chosen and not each.single for each in scope.spoken_of)


def asks_each_of_both(scope: Scope, said: Any, conditions: Any) -> bool:
    """ "Each player discards 1 card. If it is a unit, that player …": true of one of them, perhaps."""
    if scope.named != "each":
        return False
    named = [getattr(node, name, "") for node in m.walk(said) for name in ("who", "by")]
    cards = [node for node in m.walk(conditions) if isinstance(node, m.Bound)]
    taken = [each for card in cards for each in noted(scope, card)]
    return "that player" in named or any(getattr(each.what, "whose", "") == "their" for each in taken)


def hold(scope: Scope, amount: m.Amount) -> m.Amount:
    """ "For each of your units, … that unit": the one for which it is done."""
    outer, scope.at_hand = scope.at_hand, None
    scope.hands.append(outer)
    if not isinstance(amount, m.Count) or amount.different:
        return amount
    scope.clauses += 1
    n = len(scope.mentions) + 1
    what = amount.what if amount.what.bind else msgspec.structs.replace(amount.what, bind=-n)
    scope.at_hand = Mention(n, what, True, scope.clauses, part=scope.part)
    scope.note(scope.at_hand)
    return msgspec.structs.replace(amount, what=what)


def let_go(scope: Scope) -> None:
    """Afterwards it is spoken of no more."""
    scope.spoken_of = [each for each in scope.spoken_of if each is not scope.at_hand]
    scope.at_hand = scope.hands.pop()


def told_before(node: m.If, name: str) -> tuple[Any, ...]:
    """ "Return 1 unit to its owner's hand if its controller has …": what is done is before the condition."""
    return node.then if name == "conditions" and not isinstance(node.conditions, Ahead) else ()


def of_where_they_were(scope: Scope, node: Any) -> Any:
    """ "If you put a card from your hand this way": each of those came from there. Of several places, or of
    one card that has been moved on, nothing is kept."""
    like = node.like if isinstance(node, m.Matches) else node
    if not isinstance(like, m.Selector) or not like.areas:
        return node
    among = [each.what for each in like.filters if isinstance(each, m.Among)]
    for each in noted(scope, node.what if isinstance(node, m.Matches) else among[0] if among else None):
        if not each.went or not each.went.isdisjoint(like.areas) or not isinstance(each.what, m.Selector):
            continue
        if isinstance(node, m.Matches) or each.what.areas != like.areas:
            raise Unsound("where a card was before an instruction moved it is not kept: ask before it moves")
        return msgspec.structs.replace(node, areas=())
    return node


def speaks_of_cards(scope: Scope, node: m.Prohibit) -> bool:
    """ "Choose 2 units. They cannot attack this turn": the units, and not a player."""
    they = isinstance(node.what, m.Player) and isinstance(node.what.who, They)
    several = [each for each in scope.spoken_of if not each.single]
    there = ("summoned" in each.deeds or (each.chosen and not is_put_away(each)) for each in several)
    return they and node.act.verb in DONE_BY_CARDS and any(there)


DONE_BY_CARDS = frozenset({
    "attack", "move", "engage", "advance", "intercept", "trance", "use abilities", "use logic drive",
})  # fmt: skip


def beside_the_moved(scope: Scope, node: m.Move) -> m.Move:
    """ "Move 1 unit to a zone adjacent to it": the unit that moves, unless another card was mentioned."""
    if among_mentions(scope, Pronoun("it"), there=True):
        return node
    event = scope.events[-1] if scope.events else None
    cards = subjects(event) if event is not None and not is_gone(event) else []
    if cards and not scope.says_when:
        told = "this card" if isinstance(cards[0], m.This) else "the card of the event"
        if scope.refers.get("it") == told:
            return node
        if scope.refers.get("it") != MOVED_CARD:
            raise WhichOne("it", [MOVED_CARD, told])
    for said in BARE:
        node = exchanged(node, said, pronoun("moved"))
    return node


def done_later(scope: Scope, before: list[Fate]) -> None:
    """ "Until end of turn, whenever it …, discard a card. It …": what was there already, if anything was."""
    there = [each for each in scope.spoken_of if any(each is one.of for one in before)]
    scope.spoken_of = [*(each for each in scope.spoken_of if each not in there), *there]


def otherwise(scope: Scope, node: Any, then: Any, before: list[Fate]) -> Any:
    """Whatever was done or taken in the other case does not count here."""
    spoken = scope.spoken_of
    for each in before:
        each.restore()
    scope.spoken_of = [each for each in spoken if any(each is one.of for one in before)]
    outer, scope.alike = scope.alike, changed_by(then)
    settled = field(scope, node, "otherwise")
    scope.alike = outer
    scope.spoken_of = [*(each for each in spoken if each not in scope.spoken_of), *scope.spoken_of]
    return settled


def by_its_owner(scope: Scope, node: Any) -> Any:
    """ "Its owner draws a card": the owner of the card that "its" means."""
    if isinstance(node, JOINING) and not isinstance(node, m.May):
        raise Unsound("the owner of which card is asked? Say “your opponent” or “you”")
    of = whose_owner(scope, node.who)
    if isinstance(node, m.May):
        parts = {name: theirs(getattr(node, name), node.who) for name in ("do", "then", "otherwise")}
        node = msgspec.structs.replace(node, **parts)
    scope.who.append("their")
    settled = settle_node(scope, msgspec.structs.replace(node, who="their"))
    scope.who.pop()
    return m.OwnersDo(of, "owner" if node.who == "owner" else "master", (settled,))


def done_to_its_owner(node: Any) -> tuple[str, Any] | None:
    """ "Deal 1 damage to its owner", "its owner heals 1 life": which of the two words, and what is done to
    "them"."""
    for name in ("to", "what"):
        said = getattr(node, name, None)
        if isinstance(said, m.Player) and said.who in ("owner", "master"):
            if not isinstance(node, m.DealDamage | m.Heal):
                raise Unsound("whose? Say “you” or “your opponent”")
            return said.who, msgspec.structs.replace(node, **{name: m.Player("their")})
    return None


def of_its_owner(scope: Scope, which: str, node: Any) -> Any:
    of = whose_owner(scope, which)
    return m.OwnersDo(of, "owner" if which == "owner" else "master", (settle_node(scope, node),))


def whose_owner(scope: Scope, which: str) -> m.Target:
    """The card whose owner is spoken of: "when this unit attacks a unit, its owner …" can be either's."""
    scope.doing = None
    of: m.Target = settle(scope, whose(scope, which))
    cards = subjects(scope.events[-1]) if scope.events else []
    if of != m.This() or of not in cards or len(cards) != 2:
        return of
    other = 1 - cards.index(of)
    told = sides_of(scope.events[-1])
    either = {"this card": of, told[other] if told else "the other card of the event": scope.side(other)}
    return either[which_of(scope, Pronoun("it"), list(either))]


def follow(scope: Scope, node: m.Node) -> None:
    """Whether the cards of an instruction are still there to have something done to them."""
    if isinstance(node, m.Pick):
        scope.picked.add(node.what)
    scope.drew = scope.drew or node == m.Draw()
    for each in noted(scope, node.to if isinstance(node, m.DealDamage) else getattr(node, "what", None)):
        each.deeds |= deeds_of(node, each.what)
    away = isinstance(node, m.Discard | m.Destroy)
    if isinstance(node, m.Discard | m.Destroy):
        went(scope, node.what, PILES)
    if isinstance(node, m.Move):
        away = node.to.area in AWAY
        went(scope, node.what, frozenset((node.to.area,)), node.to.whose)
    if away or isinstance(node, m.Move | m.Play | m.Summon | m.Mobilize):
        goes(scope, getattr(node, "what", None), away)
    if isinstance(node, m.Stack):
        goes(scope, node.onto if node.how == "on top" else node.what, True)
    if isinstance(node, m.Play):
        goes(scope, node.onto, True)
        covered = [] if is_choice(node.onto) else noted(scope, node.onto)
        scope.spoken_of = [each for each in scope.spoken_of if each not in covered]
    if isinstance(node, m.Evolve):
        goes(scope, node.what, True)


def field(scope: Scope, node: m.Node, name: str) -> Any:
    """What stands there: a card or player pointed at, or something new, which is noted."""
    said = getattr(node, name)
    if isinstance(said, Pronoun):
        scope.doing = node
    if said == IT and isinstance(node, DONE_TO + MOVED) and (chosen := chosen_card(scope)):
        return chosen
    said = put_plainly(scope, node, name, said)
    if isinstance(said, Pronoun) and (found := by_what_is_done(scope, node, name, said)) is not None:
        return found
    value = settle(scope, said)
    if isinstance(value, m.Selector) and (isinstance(node, m.ValueOf) or is_done_so(said)):
        value = the_only(scope, value)
    if isinstance(value, str):
        return of_whom(scope, node, name, value)
    if mentions(type(node), name):
        return named(scope, node, value)
    if isinstance(node, m.Compare) and name == "left":
        return counted(scope, node, value)
    return value


def is_done_so(said: Any) -> bool:
    """ "The unit special summoned this way": nothing else is said of it."""
    return isinstance(said, m.Selector) and [type(each) for each in said.filters] == [DoneAmong]


IT = Pronoun("it")


def put_plainly(scope: Scope, node: m.Node, name: str, said: Any) -> Any:
    """What a word can only mean there: a card that was asked about, or another one than this card."""
    if name == "what" and isinstance(node, DONE_TO + MOVED) and (such := one_asked_for(scope, node, said)):
        return such
    if said == IT and isinstance(node, m.GainControl) and scope.mentions:
        return Pronoun("that")  # control is gained of another card
    if said == IT and isinstance(node, m.Matches) and node.like.types:
        if among_mentions(scope, Pronoun("that"), own=scope.here):
            return Pronoun("that")  # nobody asks of what kind this card is
    return said


def by_what_is_done(scope: Scope, node: m.Node, name: str, said: Any) -> Any:
    """Whom a pronoun means by what is done to it; nothing, if that does not tell."""
    if said == IT and isinstance(node, m.Orient) and is_undone(scope, node.orientation):
        return m.This()
    if said == IT and isinstance(node, m.Modify) and (changed := as_changed(scope, node, said)) is not None:
        return changed
    if said == IT and is_suffered(node) and name in ("what", "to"):
        if (side := of_both_sides(scope, node, said)) is not None:
            return side
    if said == THEM and isinstance(node, m.DealDamage) and name == "to" and are_the_opponent(scope):
        return m.Player("opponent")
    if isinstance(node, m.NegateAbility) and is_played_now(scope):
        return scope.side(0)
    if isinstance(node, m.Under):  # what lies under a card has nothing under it; what has left did
        return meant_by(scope, said, there=not (node.before or is_destroyed(scope, said)))
    if isinstance(node, DONE_TO) and name in ("what", "to"):
        check_harm(scope, said, node)
        return meant_by(scope, said, there=True, own=scope.here)
    if isinstance(node, m.ValueOf) and said.word in ("it", "them"):
        return possessed(scope, said, node.stat)
    if isinstance(node, m.ValueOf) and said.deed:
        return in_passing(scope, said)
    if isinstance(node, MOVED) and name == "what":
        check_which(scope, said)
    return None


def is_destroyed(scope: Scope, said: Pronoun) -> bool:
    return any("destroyed" in each.deeds for each in among_mentions(scope, said, own=scope.here))


def as_changed(scope: Scope, node: m.Modify, said: Pronoun) -> Any:
    """ "If …, it gets +1 ATK. If not, it gets +1 HP": the same card in both cases."""
    if node.stat in scope.alike:
        return as_in_the_other_case(scope, said, scope.alike[node.stat])
    if is_given_a_card(scope) and not scope.mentions:
        return m.This()
    others = {*scope.alike.values()}
    return as_in_the_other_case(scope, said, *others) if len(others) == 1 else None


def of_both_sides(scope: Scope, node: m.Node, said: Pronoun) -> Any:
    """ "When a unit attacks a unit, destroy it": one of the two, if none was spoken of."""
    sides = two_sides(scope)
    if sides and isinstance(node, m.DealDamage) and scope.events[-1] is scope.replaced:
        return list(sides.values())[0 if is_passive(scope.events[-1]) else 1]
    if sides and not among_mentions(scope, said, there=isinstance(node, DONE_TO), own=scope.here):
        return sides[which_of(scope, said, list(sides))]
    return None


def of_its_player(moved: m.Moved) -> str:
    """ "When one of your opponent's cards is put into the graveyard from their deck": the opponent's."""
    named = (
        getattr(moved.what, "whose", ""),
        getattr(moved.cause, "who", ""),
        moved.whose,
        moved.origin_whose,
    )
    return next((who for who in named if who in ("you", "opponent")), "")


def of_whom(scope: Scope, node: m.Node, name: str, value: str) -> Any:
    """A word for a player, as a player."""
    if (
        isinstance(value, Bare | One)
        and language(scope.game).opponent_is_open
        and scope.who[-1] == "opponent"
    ):
        if isinstance(node, m.Player):
            raise Unsound("whose opponent? Say “you” or “your opponent”")
        value = "the opponent" if name == "whose" else "opponent"
    if name in ("whose", "origin_whose") and value == "their" and isinstance(node, m.Moved):
        return of_its_player(node) or value
    if name == "who" and value == "their" and isinstance(node, m.Cause):
        return whose_effect(scope)
    if name in ("who", "whose", "by") and value == "that player":
        player_named = that_player(scope, value)
        if name == "whose" and player_named == "each" and isinstance(node, m.Selector):
            raise Unsound("“that player” is one of the two: say it of each player separately")
        return player_named
    if value == "that player's opponent":
        return that_player(scope, value)
    if name == "whose" and value == "their" and isinstance(node, m.Place) and scope.who[-1] == "you":
        return "owner" if node.area in OWNED else player(scope, value)
    if value == "their" and isinstance(node, m.DuringPhase | m.DuringTurn):
        return whose_time(scope)
    if name == "whose" and value in ("performer", "their"):
        return player(scope, value)
    if name == "whose" and value in ("owner", "master") and isinstance(node, m.Selector):
        return whose_side(scope, value)
    if name == "whose" and value in ("opponent", "each"):
        scope.named = value
    return value


def named(scope: Scope, node: m.Node, value: Any) -> Any:
    """What a verb takes, an event is about or a condition finds: it can be pointed at from now on."""
    role = ROLES.get(type(node), "")
    if isinstance(value, m.Selector):
        if is_left_behind(value):
            there = msgspec.structs.replace(value, quantity=m.Exactly(1))
            scope.note(
                Mention(len(scope.mentions) + 1, there, True, scope.here, "found", scope.part, again=True)
            )
            return value
        mention_bearers(scope, value, 0)  # further away than what is taken
        found = scope.mention(value, role)
        scope.mentions[-1].with_this = isinstance(node, m.Swap) and m.This() in (node.one, node.other)
        if isinstance(node, m.Matches) and isinstance(value.quantity, m.Every) and is_beside_this(value):
            scope.mentions[-1].single = True  # "if the member in front of this member is …, it": either
            scope.mention_this()
        return found
    lies = isinstance(node, m.Matches) and bool(node.like.areas)  # "if this card is in your hand"
    if isinstance(value, m.This) and (lies or isinstance(node, m.Verb)):
        scope.mention_this()
    if isinstance(value, m.Role) and not scope.of_this:
        scope.mention_role(value, scope.here)
    if isinstance(value, m.Host):
        scope.note(Mention(len(scope.mentions) + 1, value, True, scope.here, part=scope.part))
    if isinstance(value, m.Union):
        parts = tuple(scope.mention(one, role) if isinstance(one, m.Selector) else one for one in value.parts)
        described = any(isinstance(one, m.Selector) for one in parts)
        if isinstance(node, m.Verb) and m.This() in parts and len(parts) == 2 and described:
            scope.mentions[-1].with_this = True
        return msgspec.structs.replace(value, parts=parts)
    return value


def is_left_behind(what: m.Selector) -> bool:
    """ "If the zone it was in is empty, play a token in that zone": described again."""
    on = what.filters[0] if len(what.filters) == 1 else None
    return what.types == ("zone",) and isinstance(on, m.Near) and on.relation == "on"


def counted(scope: Scope, node: m.Compare, value: Any) -> Any:
    """ "If you have a Dragon, it …": what is counted, or whose number is compared, can be pointed at."""
    if isinstance(value, m.Count) and not is_as_before(value.what):
        own = m.This() in m.walk(value.what)  # "if this member has soul": the member is spoken of
        if (node.compare, node.right) == ("equal", 1) and not own and not value.what.bind:
            n = len(scope.mentions) + 1  # "if you have exactly 1 battle card, it …": the only one
            what = msgspec.structs.replace(value.what, quantity=m.Every())
            gone = bool(what.areas) and AWAY.issuperset(what.areas)
            scope.note(Mention(n, what, True, scope.here, "found", scope.part, gone=gone, again=True))
            return value
        one = (node.compare, node.right) == ("at least", 1)
        what = scope.mention(value.what, "found", indefinite=one and not own)
        scope.mentions[-1].asked_for = one
        scope.mentions[-1].single |= (node.compare, node.right) == ("equal", 1)  # "exactly 1 unit, it"
        scope.mentions[-1].gone = bool(what.areas) and AWAY.issuperset(what.areas)
        if own:
            scope.mention_this()
        mention_bearers(scope, what, scope.here)
        return msgspec.structs.replace(value, what=what)
    if (
        isinstance(value, m.ValueOf) and scope.part != "condition"
    ):  # a header ("Awakening 3") speaks of nothing
        if isinstance(value.what, m.Role) and not scope.of_this:
            scope.mention_fighter(value.what, scope.here)
        if isinstance(value.what, m.Selector) and is_single(value.what):
            return msgspec.structs.replace(value, what=scope.mention(value.what, "found"))
    return value


def mention_bearers(scope: Scope, what: m.Selector, clause: int) -> None:
    """ "If your member in battle has soul, it …": the bearer of the counted cards is mentioned."""
    for each in what.filters:
        if isinstance(each, m.Attached) and isinstance(each.to, m.Role):
            named = scope.mention_role if each.to.role == "battle opponent" else scope.mention_fighter
            named(each.to, clause)
        if isinstance(each, m.Attached) and isinstance(each.to, m.Selector) and is_single(each.to):
            n = len(scope.mentions) + 1
            scope.note(Mention(n, each.to, True, clause, part=scope.part, again=not is_choice(each.to)))


def mention_lone(scope: Scope, event: m.Event) -> None:
    """ "If your monster was countered this turn, it …": a player's only card of its kind."""
    for each in subjects(event)[:1]:
        if isinstance(each, m.Selector) and is_single(each) and not is_choice(each):
            n = len(scope.mentions) + 1
            what = msgspec.structs.replace(each, quantity=m.Every())
            scope.note(Mention(n, what, True, scope.here, "found", scope.part, again=True))


def is_given_a_card(scope: Scope) -> bool:
    """ "When a card is put into this member's soul, it gets +500 power": who bears it."""
    event = scope.events[-1] if scope.events else None
    return isinstance(event, m.Attaches) and event.to == m.This()


def paid_before(scope: Scope, said: tuple[Any, ...]) -> tuple[m.Filter, ...]:
    """ "[Rest another member, put another member into your drop zone]": neither is this card."""
    words = [getattr(each.what, "word", "") for each in said if isinstance(each, m.OtherThan)]
    before = [each.what.filters for each in scope.mentions if isinstance(each.what, m.Selector)]
    if scope.part != "cost" or "another" not in words:
        return ()
    return (m.OtherThan(m.This()),) if any(m.OtherThan(m.This()) in each for each in before) else ()


def in_passing(scope: Scope, pronoun: Pronoun) -> m.Target:
    """Only a number of the card is asked for: "it" is still what was mentioned last."""
    spoken = scope.spoken_of
    meant = handled(scope, pronoun)
    scope.spoken_of = spoken
    return meant
