"""How this game's abilities begin, and its keywords that say more than their name."""

from __future__ import annotations

from judgekit.cardtext.model import Ability, Compare
from judgekit.cardtext.wording.abilities import per_turn
from judgekit.cardtext.wording.verbs import verb
from judgekit.cardtext.wording.words import Words, capital, listed

ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV"}


def headers(ability: Ability) -> list[str]:
    found = [per_turn(each) for each in ability.limits if not each.used]
    for label in ability.labels:
        if label == "awakening":
            gate = next(each for each in ability.conditions if isinstance(each, Compare))
            found.append(f"[Awakening {gate.right}]")
        else:
            found.append(f"[{label.title()}]".replace("'S", "'s"))
    return found


def keyword(words: Words, ability: Ability) -> str:
    found = ability.keyword
    assert found is not None
    match found.name:
        case "burst":
            return f"[Burst {ROMAN[found.number]}]" if isinstance(found.number, int) else "[Burst X]"
        case "evolution":
            traits = listed([f"«{each}»" for each in found.values])
            return f"[Evolution {found.number}] {traits}"
        case "resonance":
            rules = " ".join(f"• {capital(verb(words, each))}." for each in ability.body)
            return f"[Resonance] {listed(list(found.values), 'and')} {rules}".strip()
    return ""
