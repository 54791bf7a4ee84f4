"""How this game's abilities begin, and how the rule of a paradox reads."""

from __future__ import annotations

from judgekit.cardtext.model import Ability, Is, Selector
from judgekit.cardtext.wording.abilities import own_conditions, trigger
from judgekit.cardtext.wording.words import Words

HEADS = {"automatic": "[AUTO]", "continuous": "[CONT]", "replacement": "[CONT]", "activated": "[ACT]"}


def headers(ability: Ability) -> list[str]:
    found = ["[Logic Drive]" if "logic drive" in ability.labels else HEADS[ability.kind]]
    found += [f'"{ability.name}"'] if ability.name else []
    found += ["[1/Turn]" for _ in ability.limits]
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


NUMBERS = ("power", "aura", "limit", "level", "cost", "soul")


OF_MASTERS = {
    "cards in hand": "cards in their hand", "cards in stock": "cards in their stock zone",
    "cards in drop": "cards in their drop zone", "level cards": "cards in their level zone",
    "members": "members", "undestroyed gates": "undestroyed gates",
}  # fmt: skip


def battle_rule(stat: str, best: str, tie: str) -> str:
    wins = f"The member with the {best} {stat} wins the battle."
    if stat in OF_MASTERS:
        way = "more" if best == "highest" else "fewer"
        wins = f"The member whose master has {way} {OF_MASTERS[stat]} wins the battle."
    if tie in NUMBERS:
        return f"[CONT] {wins} If they are equal, the member with the highest {tie} wins the battle."
    if tie == "nobody":
        return f"[CONT] {wins} If they are equal, neither member wins the battle."
    return f"[CONT] {wins} If they are equal, the {tie} member wins the battle."
