"""How this game's abilities begin, and how the rule of a paradox reads."""

from __future__ import annotations

from judgekit.cardtext.model import Ability, Is, Selector
from judgekit.cardtext.wording.abilities import own_conditions, trigger
from judgekit.cardtext.wording.words import Words

HEADS = {"automatic": "[AUTO]", "continuous": "[CONT]", "replacement": "[CONT]", "activated": "[ACT]"}


def headers(ability: Ability) -> list[str]:
    icon = HEADS["automatic" if "auto" in ability.labels else ability.kind]
    found = ["[Logic Drive]" if "logic drive" in ability.labels else icon]
    found += [f'"{ability.name}"'] if ability.name else []
    found += [f"[{each.n}/Turn]" for each in ability.limits]
    found += [active_in(each) for each in ability.areas]
    if "vanguard" in ability.labels:
        found.append("[Vanguard]")
    if "covenant" in ability.labels:
        found.append(f'Covenant - "{partner(ability)}"')
    return found


def active_in(area: str) -> str:
    if area == "every zone":
        return "[This ability is active in every zone]"
    return f"[This ability is only active {'on a circle' if area == 'circle' else f'in the {area}'}]"


def partner(ability: Ability) -> str:
    other = getattr(ability.trigger, "to", None)
    assert isinstance(other, Selector)
    name = other.filters[0]
    assert isinstance(name, Is)
    return name.values[0]


def front(words: Words, ability: Ability, costs: list[str]) -> str:
    lead = f"[{', '.join(costs)}] " if costs else ""
    asked = own_conditions(words, ability) if ability.kind == "activated" else ""
    return lead + (f"Use this ability only if {asked}. " if asked else "") + trigger(words, ability)


def keyword(words: Words, ability: Ability) -> str:
    found = ability.keyword
    assert found is not None
    match found.name:
        case "battle rule":
            return battle_rule(*found.values)
        case "aura battle":
            return "Paradox rule: Aura Battle"
    return ""


AS_PRINTED = "paradox rule"
OF_MASTERS = {
    "cards in hand": "cards in their hand", "cards in stock": "cards in their stock zone",
    "cards in drop": "cards in their drop zone", "level cards": "cards in their level zone",
    "cards in battle zone": "cards in their battle zone", "cards in deck": "cards in their deck",
    "cards in remove zone": "cards in their remove zone", "destroyed gates": "destroyed gates",
    "members": "members", "undestroyed gates": "undestroyed gates",
}  # fmt: skip


def battle_rule(*values: str) -> str:
    """The chain of numbers, each with what wins by it, and who wins if all of them are equal."""
    *pairs, last = values
    first, *others = zip(pairs[::2], pairs[1::2], strict=True)
    said = [f"{winner(*first).capitalize()} wins the battle."] if first[0] != AS_PRINTED else []
    said += [f"If they are equal, {winner(*each)} wins the battle." for each in others]
    end = ENDS.get(last, f"the {last} member wins the battle")
    return f"[CONT] {' '.join([*said, f'If they are equal, {end}.'])}"


ENDS = {
    "nobody": "neither member wins nor loses the battle",
    "no winner": "neither member wins the battle",
}


def winner(number: str, best: str) -> str:
    if number not in OF_MASTERS:
        return f"the member with the {best} {number}"
    return f"the member whose master has {'more' if best == 'highest' else 'fewer'} {OF_MASTERS[number]}"
