"""How this game's abilities begin, and its keywords that say more than their name."""

from __future__ import annotations

from judgekit.cardtext.model import Ability, PhaseMoment
from judgekit.cardtext.wording.abilities import own_conditions, steps, trigger
from judgekit.cardtext.wording.events import all_conditions, event
from judgekit.cardtext.wording.targets import target
from judgekit.cardtext.wording.words import Words
from judgekit.games.gate_ruler.rules import UNLIMITED

BOXES = {
    "overdrive": "[OD]", "touchdown": "[TD]", "counter": "[CNT]",
    "genesis summoning": "Genesis Summoning -", "abyssal summoning": "Abyssal Summoning -",
}  # fmt: skip


def headers(ability: Ability) -> list[str]:
    """Boxes stand before or after the word Resource, its name and its limits, as they were written."""
    shared = [f"[{each.per.title()} {each.n}]" for each in ability.limits if each.shared]
    own = [f"[{each.per.title()} {each.n}]" for each in ability.limits if not each.shared]
    resource = "resource" in ability.labels
    at = ability.labels.index("resource") if resource else 0
    found = [BOXES[each] for each in ability.labels[:at] if each in BOXES]
    found += ["Resource"] if resource else []
    if ability.name:
        found += [*shared, f'"{ability.name}":', *own]
    else:
        found += own
    return [*found, *(BOXES[each] for each in ability.labels[at:] if each in BOXES)]


def front(words: Words, ability: Ability, costs: list[str]) -> str:
    if "event" in ability.labels:
        besides = f"As an additional cost to play this card, {', '.join(costs)}. " if costs else ""
        return timing(words, ability) + besides + only_if(words, ability)
    if ability.kind == "activated":
        lead = f"{ability.window.title()} Action"
        asked = own_conditions(words, ability)
        only = f"Use this ability only if {asked}. " if asked else ""
        return (f"{lead} [{', '.join(costs)}] " if costs else f"{lead}: ") + only
    return trigger(words, ability) + (f"[{', '.join(costs)}] " if costs else "")


def timing(words: Words, ability: Ability) -> str:
    if ability.window == "when":
        assert ability.trigger is not None
        if isinstance(ability.trigger, PhaseMoment):
            return f"Timing: {event(words, ability.trigger)}. "
        asked = f" while {all_conditions(words, ability.conditions)}" if ability.conditions else ""
        return f"Timing: when {event(words, ability.trigger)}{asked}. "
    if ability.window == "while":
        return f"Timing: while {all_conditions(words, ability.conditions)}. "
    if ability.window == "forced reveal":
        return "Timing: Forced Reveal. "
    return f"Timing: {ability.window.title()} Action. "


def only_if(words: Words, ability: Ability) -> str:
    """What an event asks for that no timing says."""
    if not ability.conditions or ability.window in ("when", "while"):
        return ""
    return f"You can play this only if {all_conditions(words, ability.conditions)}. "


LEADS = {
    "set-up resources": "Setup: ", "set-up draws": "Setup: ", "set-up exhausted": "Setup: ",
    "readies": "Start of Turn: ",
    "draws": "Start of Turn: ", "drives": "Start of Turn: ", "summon cap": "Start of Turn: ",
}  # fmt: skip
FRAMED = {
    "prepared": "Prepare {} resource cards in addition to your deck.",
    "hand": "You have no hand zone.",
    "set-up resources": "Put {} resource cards into your resource zone ready.",
    "set-up exhausted": "Put {} resource cards into your resource zone exhausted.",
    "set-up draws": "Draw {} cards.",
    "readies": "Ready {} resources you control.",
    "draws": "Draw {} cards.",
    "drives": "Drive {}.",
    "summon cap": "Your summon cap is {}.",
    "free": "As you play a card, you do not spend resources to pay for its level.",
}


def framed(values: tuple[str, ...]) -> str:
    """What a ruler's frame says, as it is printed."""
    parts = [tuple(value.split(": ")) for value in values]
    if not parts:
        return "Setup: none."
    if parts[0][0].endswith(" zones"):
        return f"Zones: {', '.join(f'{what[:-1]}: {n}' for what, n in parts)}."
    if parts[0] == ("readies", str(UNLIMITED)):
        rest = f" {framed(values[1:]).removeprefix('Start of Turn: ')}" if values[1:] else ""
        return f"Start of Turn: Ready all resources you control.{rest}"
    said = " ".join(
        FRAMED.get(what, f"{what.capitalize()}: {{}}.").format(UNSAID.get(n, n)) for what, n in parts
    )
    return LEADS.get(parts[0][0], "") + said.replace("Draw 1 cards", "Draw 1 card").replace("Cnt", "CNT")


UNSAID = {str(UNLIMITED): "unlimited"}


def keyword(words: Words, ability: Ability) -> str:
    found = ability.keyword
    assert found is not None
    match found.name:
        case "abyssal concerto":
            return f"Abyssal Concerto - Requirement: {steps(words, found.costs)}."
        case "enhance":
            return f"Enhance {target(words, found.materials[0])}."
        case "dr":
            return f"DR {found.number}"
        case "frame":
            return framed(found.values)
    return ""
