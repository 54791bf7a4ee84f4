"""Small tables for tests: a cast of invented cards, and a way of writing down who has what where."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from judgekit.cases.files import position
from judgekit.cases.rulings.clause_trace import Walk
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import CardId

Side = Mapping[str, Any]


def fighter(power: int, text: str = "", cost: int = 1, **more: Any) -> dict[str, Any]:
    stats = {"type": "battle", "colours": ["red"], "energy cost": cost, "power": power, "text": text}
    return {**stats, "combo cost": 0, "combo power": 5000, **more}


def extra(text: str, cost: int = 0) -> dict[str, Any]:
    return {"type": "extra", "colours": ["red"], "energy cost": cost, "text": text}


def leader(colour: str, name: str) -> dict[str, Any]:
    return {"type": "leader", "colours": [colour], "characters": [name], "power": 10000, "back power": 15000}


class Cast(dict[str, dict[str, Any]]):
    """The cards of all test modules by name. A name means one card: whoever gives it another one is told."""

    def __setitem__(self, name: str, card: dict[str, Any]) -> None:
        if self.get(name, card) != card:
            raise ValueError(f"another test's card is called {name}: choose another name")
        super().__setitem__(name, card)

    def __ior__(self, cards: Mapping[str, dict[str, Any]]) -> Cast:  # type: ignore[override,misc]
        for name, card in cards.items():
            self[name] = card
        return self


TURN = "for the duration of the turn"
THEIRS = "Choose 1 of your opponent's Battle Cards"
CAST = Cast({
    "Aria": leader("red", "Aria"),
    "Bors": leader("blue", "Bors"),
    "Grunt": fighter(10000),
    "Brute": fighter(15000, cost=3),
    "Wisp": fighter(5000, colours=["blue"]),
    "Kaz": fighter(10000, characters=["Kaz"]),
    "Uri": fighter(10000, characters=["Uri"]),
    "Drone": fighter(5000, characters=["Drone"]),
    "Great Kaz": fighter(20000, "[Evolve] {1}: <Kaz>", characters=["Kaz"]),
    "Kazuri": fighter(30000, "[Union-Fusion] {1}: <Kaz> and <Uri>"),
    "Rift Walker": fighter(25000, "[Over Realm 2] {1}"),
    "Rift Runner": fighter(25000, "[Over Realm 0] {1}"),
    "Alert Wall": fighter(10000, "[Blocker]\n[Auto] When this card is attacked, draw 1 card."),
    "Wall": fighter(10000, "[Blocker]"),
    "Stone": fighter(10000, "[Indestructible]"),
    "Grudge": fighter(10000, "[Revenge]"),
    "Sniper": fighter(15000, "[Critical]"),
    "Tri-Fang": fighter(15000, "[Triple Strike]"),
    "Tireless": fighter(15000, "[Triple Attack]"),
    "Owl": fighter(10000, "[Auto] At the end of your turn, draw 1 card."),
    "Dreamer": fighter(10000, "[Auto] When you have no cards in your hand, draw 1 card."),
    "Keeper": fighter(10000, "[Auto] When this card is attacked, draw 1 card."),
    "Push": extra("[Counter: Attack] Negate the attack."),
    "Hush": extra("[Counter: Counter] Negate that skill."),
    "Halt": extra("[Counter: Play] Negate that skill."),
    "Swat": extra("[Counter: Play] Choose 1 of your opponent's Battle Cards and KO it."),
    "Cull": extra("[Activate: Main] Choose 1 of your opponent's Battle Cards and KO it."),
    "Chill": extra(f"[Activate: Main] {THEIRS}. It gets -10000 power {TURN}."),
    "Level": extra(f"[Activate: Main] Choose 1 of your Battle Cards. Its power becomes 1000 {TURN}."),
    "Pep": extra(f"[Activate: Main] Choose 1 of your Battle Cards. It gets +5000 power {TURN}."),
    "Jab": extra("[Activate: Main] Deal 1 damage to your opponent."),
    "Sweep": extra("[Activate: Main] KO all Battle Cards."),
    "Arena": extra("[Field]"),
})  # fmt: skip


def duel(
    at: str = "main phase",
    turn: str = "A",
    readings: Mapping[str, str] | None = None,
    rules: Rulebook | None = None,
    A: Side | None = None,  # noqa: N803  the players are called so
    B: Side | None = None,  # noqa: N803
    number: int = 3,
    effects: Sequence[Mapping[str, Any]] = (),
) -> Line:
    """Two players with a Leader, five life cards and twenty cards each, and whatever is said besides."""
    sides = {"A": {"leader": ["Aria"], **(A or {})}, "B": {"leader": ["Bors"], **(B or {})}}
    page = {
        "game": "dragon-ball-super", "at": at, "turn": turn, "readings": dict(readings or {}),
        "cards": cards_of(json.dumps(["Drone", sides, list(effects)])),
        "table": {"turn": number}, "seed": 1, "effects": list(effects),
        **{who: {"life": ["Drone"] * 5, "deck": ["Drone"] * 20, **side} for who, side in sides.items()},
    }  # fmt: skip
    found = position.loads(json.dumps(page))
    return (found if rules is None else found.under(rules)).line()


def cards_of(table: str) -> dict[str, dict[str, Any]]:
    """The cards that this table names, and those that their texts name (tokens): only these are read."""
    if '"?"' in table:
        return CAST
    named: set[str] = set()
    while more := {name for name in CAST if f'"{name}"' in table} - named:
        named |= more
        table += "".join(CAST[name].get("text", "") for name in more)
    return {name: card for name, card in CAST.items() if name in named}


def resting(name: str, **more: Any) -> dict[str, Any]:
    return {"card": name, "rest": True, **more}


def play(line: Line, *answers: str) -> Line:
    """Answer as people say it: by what an option is called, or by its id; several with a semicolon."""
    for answer in answers:
        question = line.run()
        assert question is not None, f"nobody asks; {answer} is left over"
        parts = [part.strip() for part in answer.split(";") if part.strip()]
        line.answer(*(option_of(question, part) for part in parts))
    line.run()
    return line


def option_of(question: Question, word: str) -> str:
    if question.form == "number":
        return word
    for option in question.options:
        if word in (option.id, option.label):
            return option.id
    raise AssertionError(f"{question.clause} offers {[o.label for o in question.options]}, not {word}")


def offered(line: Line) -> list[str]:
    question = line.run()
    return [] if question is None else [option.label for option in question.options]


def ids(line: Line) -> list[str]:
    question = line.run()
    return [] if question is None else [option.id for option in question.options]


def where(line: Line, name: str) -> list[str]:
    """The areas in which cards of this name lie."""
    return sorted(str(card.area) for card in line.state.cards.values() if card.name == name)


def find(line: Line, name: str) -> CardId:
    return next(card.id for card in line.state.cards.values() if card.name == name)


def power(line: Line, name: str) -> int:
    line.table.attach(line.state)
    return int(line.table.peek(find(line, name), "power"))


def count(line: Line, area: str) -> int:
    return len(line.state.pile(area))


def shows(line: Line, *clauses: str) -> bool:
    """Whether the log cites these clauses in this order."""
    walked = iter(Walk(line.log, line.rules, line.pool).clauses())
    return all(clause in walked for clause in clauses)


def read(line: Line) -> set[str]:
    """The open questions of the book that mattered."""
    from judgekit.engine.events import ReadAs

    return {h.event.doubt for e in line.log for h in e.events if isinstance(h.event, ReadAs)}
