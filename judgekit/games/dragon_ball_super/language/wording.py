"""How this game's skills begin, and its keyword that says more than its name."""

from __future__ import annotations

from judgekit.cardtext.model import Ability
from judgekit.cardtext.wording.abilities import per_turn
from judgekit.cardtext.wording.verbs import cost
from judgekit.cardtext.wording.words import Words


def headers(ability: Ability) -> list[str]:
    found = [per_turn(each) for each in ability.limits]
    if "awaken" in ability.labels:
        return [*found, "[Awaken]"]
    if "union-absorb" in ability.labels:
        return [*found, "[Union-Absorb]"]
    window = ability.window.title()
    match "automatic" if "auto" in ability.labels else ability.kind:
        case "automatic":
            found.append("[Auto]")
        case "continuous" | "replacement":
            found.append("[Permanent]")
        case "activated":
            found.append("[Activate: Main/Battle]" if " or " in ability.window else f"[Activate: {window}]")
        case "counter":
            found.append(f"[Counter: {window}]")
    return found


def keyword(words: Words, ability: Ability) -> str:
    found = ability.keyword
    assert found is not None
    if found.name == "over realm":
        return f"[Over Realm {found.number}] {', '.join(cost(words, each) for each in found.costs)}"
    return ""
