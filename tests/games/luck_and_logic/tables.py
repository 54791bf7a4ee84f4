"""Tables as a judge writes them, and what a test asks of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judgekit.cases.files import position
from judgekit.cases.play.answering import Names
from judgekit.cases.rulings.clause_trace import Walk
from judgekit.engine.machine import Line
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import CardId

CARDS = """
[cards.Filler]
type = "tactics"

[cards.Gate]
type = "gate"
"gate number" = 1

[cards.Scholar]
type = "logicalist"
character = "Ren"
world = ["Kelvane"]
colour = ["red"]
level = 1
territory = 1
power = 3000
aura = 2
limit = 2
"soul power" = 1000
"power logic" = 1000

[cards.Nomad]
type = "foreigner"
character = "Mira"
world = ["Kelvane"]
colour = ["red"]
level = 1
cost = 1
territory = 1
power = 2500
aura = 3
limit = 2
"soul power" = 500

[cards.Guard]
type = "logicalist"
world = ["Orrin"]
colour = ["blue"]
level = 1
territory = 1
power = 2000
aura = 1
limit = 1
"power logic" = 1500
intercept = 1

[cards.Union]
type = "tranceunion"
world = ["Kelvane"]
colour = ["red"]
level = 2
cost = 1
territory = 1
power = 6000
aura = 4
limit = 3

[cards.Spark]
type = "tactics"
"power logic" = 2000

[cards.Mirror]
type = "paradox"
"paradox rule" = "aura battle"
"""
GATE = '[{ card = "Gate", "face down" = true }]'
SIDE = f"""
deck = [{{ card = "Filler", count = 10 }}]
"gate back right" = {GATE}
"""


def table(
    at: str,
    a: str = "",
    b: str = "",
    more: str = "",
    readings: dict[str, str] | None = None,
    rules: Rulebook | None = None,
    turn: str = "A",
) -> tuple[Line, dict[str, CardId]]:
    """A line that stands at a clause; A's and B's areas as in a position file."""
    sides = [side if "deck" in side else SIDE + side for side in (a, b)]
    text = f'game = "luck-and-logic"\nat = "{at}"\nturn = "{turn}"\nseed = 3\n'
    chosen = "".join(f'\n{name} = "{choice}"' for name, choice in (readings or {}).items())
    text += f"{free(CARDS + more)}\n[readings]{chosen}\n[A]\n{sides[0]}\n[B]\n{sides[1]}\n"
    found = position.loads(text)
    if rules is not None:
        found = found.under(rules)
    return found.line(), dict(found.labels)


def free(cards: str) -> str:
    """Cards that cost nothing and are of level 0, where nothing else is said."""
    blocks = re.split(r"(?m)^(?=\[)", cards)
    return "".join(_free(block) if re.match(r"\[cards\.[^\]]+\]\n", block) else block for block in blocks)


def _free(block: str) -> str:
    missing = [name for name in ("level", "cost") if not re.search(rf"(?m)^{name} =", block)]
    lines = "".join(f"{name} = 0\n" for name in missing if 'type = "gate"' not in block)
    return re.sub(r'(?m)^(type = "[^"]*"\n)', rf"\1{lines}", block, count=1)


def say(line: Line, *answers: str) -> Line:
    """Go on to each question and answer it; an answer is what is offered, or names of cards."""
    for answer in answers:
        question = line.run()
        assert question is not None, f"nobody is asked, but the answer is {answer!r}"
        words = [word.strip() for word in answer.split(";")] if answer else []
        line.answer(*Names(line.state, {}).options(question, words))
    line.run()
    return line


def offered(line: Line) -> list[str]:
    """The open question's options, cards by name."""
    question = line.run()
    assert question is not None
    names = Names(line.state, {})
    return names.shown(*question.options)


def walked(line: Line) -> list[str]:
    return [stop.clause for stop in Walk(line.log, line.rules, line.pool).stops if stop.clause]


def shows(line: Line, *clauses: str) -> bool:
    """Whether these clauses come in the log, in this order."""
    return is_within(clauses, walked(line))


def is_within(wanted: Iterable[str], found: Iterable[str]) -> bool:
    rest = iter(found)
    return all(any(one == clause for one in rest) for clause in wanted)


def where(line: Line, name: str) -> list[str]:
    """The areas in which cards of this name lie."""
    return sorted(card.area for card in line.state.cards.values() if card.name == name)
