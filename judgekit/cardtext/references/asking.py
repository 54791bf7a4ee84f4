"""What a condition has asked about, for what hangs on it."""

from __future__ import annotations

from typing import Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import THEM, Pronoun
from judgekit.cardtext.discourse import Fate, Mention
from judgekit.cardtext.references.agreement import (
    DONE_TO,
    cannot_go,
    is_asked_of_a_group,
    is_choice,
    is_put_away,
)
from judgekit.cardtext.references.candidates import among_mentions, is_kind, of_event, taken, which
from judgekit.cardtext.references.scope import Scope


def asked_about(scope: Scope, conditions: Any) -> list[Fate]:
    """ "If your member in battle is …, …. Otherwise, it …": it was asked about, whatever it is."""
    asked = [each.what if isinstance(each, m.NotSo) else each for each in conditions]
    meant = {
        each.what.bind for each in asked if isinstance(each, m.Matches) and isinstance(each.what, m.Selector)
    }
    return [Fate.now(each) for each in scope.mentions if each.bind in meant - {0}]


def found_in_group(scope: Scope, said: Any, conditions: Any) -> tuple[Mention, bool] | None:
    """The cards of a group that a clause's condition describes."""
    sure = any(isinstance(each, Pronoun) and each.word == "shown" for each in m.walk(said))
    asked = [each for each in conditions if isinstance(each, m.Compare)]
    binds = {each.left.what.bind: each.right for each in asked if isinstance(each.left, m.Count)}
    found = [each for each in scope.mentions if each.bind in binds.keys() - {0} and is_asked_of_a_group(each)]
    return (found[-1], sure or is_of_all(scope, found[-1], binds[found[-1].bind])) if found else None


def is_of_all(scope: Scope, found: Mention, n: m.Amount) -> bool:
    """ "If both of them are red, take 1 of them": if two were revealed, there are no others."""
    filters = found.what.filters if isinstance(found.what, m.Selector) else ()
    among = [each.what for each in filters if isinstance(each, m.Among)]
    groups = [each.what for each in scope.mentions if any(is_of(one, each) for one in among)]
    return any(isinstance(each, m.Selector) and each.quantity == m.Exactly(n) for each in groups)


def is_of(one: m.Target, other: Mention) -> bool:
    return isinstance(one, m.Bound) and one.n in (other.bind, -other.n)


def found_by_pronoun(scope: Scope, said: Any, conditions: Any) -> Mention | None:
    """The card that a condition asks about as "it"."""
    for each, settled in zip(said, conditions, strict=True):
        meant = settled.what if isinstance(settled, m.Matches) else None
        if isinstance(meant, m.Bound) and isinstance(each.what, Pronoun):
            return next((one for one in scope.mentions if one.n == abs(meant.n) or one.bind == meant.n), None)
    return None


def of_which_group(scope: Scope, what: m.Selector) -> m.Selector:
    """ "If there are red cards among them, … 1 of them": of the red ones, or of all?"""
    bare = what.filters == (m.Among(THEM),) and not what.types and is_choice(what)
    if scope.asked_of_group is None or not bare:
        return what
    some, sure = scope.asked_of_group
    all_ = among_mentions(scope, Pronoun("group"))
    meant = some if sure or not all_ else which(scope, Pronoun("them"), [some, *all_])
    return msgspec.structs.replace(what, filters=(m.Among(taken(scope, meant)),))


def as_in_the_other_case(scope: Scope, said: Pronoun, other: m.Selector | m.Role) -> m.Target:
    """ "If it is red, your monster gets +1000. If not, it gets -1000": the monster again, unless the
    condition is about a card that could have such a number where it lies."""
    near = among_mentions(scope, said, there=True, own=scope.here)
    asked = [each for each in near if not is_put_away(each)]
    again = Mention(0, other, True, 0)
    meant = which(scope, said, [*asked, again]) if asked else again
    if meant is not again:
        return taken(scope, meant)
    return msgspec.structs.replace(other, bind=0) if isinstance(other, m.Selector) else other


def one_asked_for(scope: Scope, node: m.Node, said: object) -> m.Selector | None:
    """ "If there is a red card in your drop zone, return that card to your hand": 1 such card, unless
    another that was spoken of can still be put there."""
    others = [each for each in scope.spoken_of if isinstance(each.what, m.Selector)]
    asked = others[-1] if others and others[-1].indefinite and not others[-1].single else None
    if not isinstance(said, Pronoun) or said.word != "that" or asked is None:
        return None
    if not is_kind(scope, said, asked.types) or (asked.gone and isinstance(node, DONE_TO)):
        return None
    earlier = among_mentions(scope, said, isinstance(node, DONE_TO), scope.here)
    to = node.to if isinstance(node, m.Move) else None
    rivals = [each for each in earlier if each is not asked and not cannot_go(each, to)]
    if rivals and (not is_put_away(asked) or which(scope, said, [asked, *rivals]) is not asked):
        return None
    if of_event(scope, said) and not is_put_away(asked):
        return None
    assert isinstance(asked.what, m.Selector)
    return msgspec.structs.replace(asked.what, quantity=m.Exactly(1), bind=0)
