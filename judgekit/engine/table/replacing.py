"""What forbids and what replaces something that is about to happen, and the statuses that rules ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.engine.abilities import (
    Prohibition,
    Proposal,
    Replacement,
    Source,
    Status,
    effect_source,
)
from judgekit.engine.citing import Citing
from judgekit.engine.events import (
    Refused,
    Replaced,
)
from judgekit.engine.questions import Option
from judgekit.engine.state import (
    JUDGE,
    CardId,
    Value,
)
from judgekit.engine.table import asking, values

if TYPE_CHECKING:
    from judgekit.engine.table.face import Table


def is_forbidden(table: Table, proposal: Proposal, log: bool = False) -> bool:
    """A prohibition beats whatever allows or demands."""
    prohibition = table.forbidding(proposal)
    if prohibition is None:
        return False
    outer = len(table.path)
    with beaten(table) as works, table.by(prohibition):
        if table.witness is not None:
            table.witness.reasons.update(dict.fromkeys(table.path[outer:]))
        if works and log:
            table.emit(
                Refused(proposal.verb, prohibition.address, proposal.player, proposal.card),
                why=table.words("forbidden by", cards=prohibition.address),
            )
    return works


def beaten(table: Table) -> Citing:
    """The current action gives way to a prohibition, under the game's clause for that."""
    clause = table.policy.beaten_under(table)
    if clause is None:
        return table.mechanic("forbid")
    number = table.rules.number(clause)
    return Citing(table, number, number is not None)


def forbidding(table: Table, proposal: Proposal) -> Prohibition | None:
    """What forbids something that is about to happen, if anything does."""
    for prohibition, source in prohibitions(table):
        assert prohibition.forbids is not None
        if prohibition.forbids(table, source, proposal):
            if table.witness is not None:
                table.witness.forbidding.append(table.label(source.card.card))
            return prohibition
    return None


def prohibitions(table: Table) -> Sequence[tuple[Prohibition, Source]]:
    """All prohibitions in force: an offer asks for them again and again in one state."""
    printed = table.index.prohibitions
    if not (printed or table.state.effects or grants(table)):
        return ()
    known = table.sight.prohibitions
    if known is not None and known.state is table.state and not table.sight.deriving:
        values.repeat(table, known)
    else:
        known = values.look_for(table, None, lambda: list(in_force(table, Prohibition, printed)))
        table.sight.prohibitions = known if known.repeatable and not table.sight.deriving else None
    found: Sequence[tuple[Prohibition, Source]] = known.found
    return found


def replace(table: Table, proposal: Proposal) -> bool:
    """Apply one replacement, chosen by the player the game names; it may bring others in turn."""
    fitting = []
    for replacement, source in in_force(table, Replacement, table.index.replacements):
        key = f"{replacement.address}@{source.card.card}.{source.effect}"
        assert replacement.replaces is not None
        if not replacement.replaces(table, source, proposal):
            continue
        if key in table.replaced:
            table.policy.replaced_already(table)
            continue
        if f"{key}?" in table.replaced and not table.policy.applies_after_another(table):
            continue
        if replacement.can is None or replacement.can(table, source, proposal):
            fitting.append((key, replacement, source))
    if not fitting:
        return False
    key, replacement, source = pick_replacement(table, proposal, fitting)
    outer, table.replaced = table.replaced, table.replaced | {key}
    rivals = {f"{other}?" for other, _, _ in fitting if other != key}
    try:
        if (replacement.optional or replacement.by_hand) and not is_wanted(
            table, replacement, source, proposal
        ):
            if replacement.declined is not None:
                replacement.declined(table, source)
            return replace(table, proposal)
        mode = table.policy.replacements(table)
        if mode == "again" and f"{key}'" not in outer:
            table.replaced = outer | {f"{key}'"}
        table.replaced |= rivals
        if not instead(table, replacement, source, proposal):
            return False
        left = [one for one in fitting if one[0] != key] if mode == "all" else []
        while left:
            key, replacement, source = pick_replacement(table, proposal, left)
            instead(table, replacement, source, proposal)
            left = [one for one in left if one[0] != key]
        return True
    finally:
        table.replaced = outer


def instead(table: Table, replacement: Replacement, source: Source, proposal: Proposal) -> bool:
    """What a replacement puts in the place of an event; false if the game has that switched off."""
    with table.mechanic("replace") as works, table.by(replacement):
        if not works:
            return False
        table.emit(Replaced(proposal.verb, replacement.address, source.player, proposal.card))
        assert replacement.instead is not None
        with table.because((table.seq, len(table.happened) - 1)):
            replacement.instead(table, source, proposal)
    return True


def is_wanted(table: Table, replacement: Replacement, source: Source, proposal: Proposal) -> bool:
    text, card = replacement.text or replacement.address, table.label(source.card.card)
    if not replacement.optional:
        return table.may(JUDGE, table.words("applies instead", card=card, text=text))
    question = table.words("use instead", card=card, text=text)
    return table.may(table.policy.decider(table, source, proposal), question)


def pick_replacement(
    table: Table, proposal: Proposal, fitting: list[tuple[str, Replacement, Source]]
) -> tuple[str, Replacement, Source]:
    if len(fitting) == 1:
        return fitting[0]
    table.cite(*(replacement.clause for _, replacement, _ in fitting))
    player = table.policy.chooser(table, proposal)
    options = [Option(key, f"{r.text or r.address}") for key, r, _ in fitting]
    with table.mechanic("order replacements") as ordered:
        if not ordered:
            return fitting[0]
        prompt = table.words("first replacement", deed=proposal.verb)
        (chosen,) = asking.ask(table, player, prompt, tuple(options), 1, 1)
    return next(f for f in fitting if f[0] == chosen)


def in_force(
    table: Table, kind: type[Any], printed: Sequence[tuple[CardId, Any]]
) -> Iterator[tuple[Any, Source]]:
    """Every ability of a kind that works now: printed on these cards, given to cards, from effects."""
    state, areas = table.state, table.setting.working_areas
    granting = grants(table)
    for number, ability in printed:
        card = state.cards.get(number)
        if card is None or (areas is not None and card.area not in areas and not ability.where):
            continue  # most cards are in no place where an ability works
        if not table.policy.active(table, state, card, ability):
            continue
        if not granting or table.board.has_ability(number, ability.address):
            yield ability, table.source(ability, card)
    if granting:
        for number, ability in table.board.granted():
            card = state.cards[number]
            if isinstance(ability, kind) and table.policy.active(table, state, card, ability):
                yield ability, table.source(ability, card)
    for effect in state.effects:
        ability = table.pool.ability(effect.what)
        if isinstance(ability, kind):
            yield ability, effect_source(effect)


def grants(table: Table) -> bool:
    """Whether anything gives or takes abilities at all."""
    if "abilities" in table.sight.modifiable:
        return True
    effects = table.state.effects
    return bool(effects) and "abilities" in values.effects_touch(table, effects)


def statuses(table: Table, name: str, about: Value = None) -> Iterator[tuple[Status, Source]]:
    printed, effects = table.index.statuses.get(name, ()), table.state.effects
    given = (effects or name in table.setting.given_statuses) and grants(table)
    if not (printed or given or (effects and name in values.effects_hold(table, effects))):
        return
    for status, source in in_force(table, Status, printed):
        if status.name == name and (status.holds is None or status.holds(table, source, about)):
            yield status, source
