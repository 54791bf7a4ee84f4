"""Questions from a worked ruling: at every moment that matters, what a judge could be asked there."""

from __future__ import annotations

from itertools import islice
from string import ascii_lowercase

from judgekit.cases.rulings.ruling import Ruling, run
from judgekit.engine import events as e
from judgekit.narrate.titles import title_of
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.context import context_of
from judgekit.teach.making.course import Course
from judgekit.teach.making.deck import of_a_deck
from judgekit.teach.making.doubtful import assumed, is_idle, is_open
from judgekit.teach.making.draft import LEAST, WRONG, Draft
from judgekit.teach.making.drafts import drafts
from judgekit.teach.question import Option, Question

MOST = 6  # questions from one ruling
LONG = 700  # entries of a log that is not asked about at all, for the same reason


def questions(ruling: Ruling, edition: str = "", most: int = MOST) -> list[Question]:
    """What can be asked about a ruling, the most telling first."""
    script = ruling.scripts[edition] if edition else next(iter(ruling.scripts.values()))
    result = run(ruling, script.edition)
    if not result.ok or ruling.status == "open" or (result.end and len(result.end.line.log) > LONG):
        return []
    name = f"{ruling.game.name}/{script.edition}"
    if script.position is None:
        made = [(0, "", 1, 0, draft) for draft in of_a_deck(ruling, script, result)]
    else:
        made = [
            (
                asking.at,
                context_of(asking, draft.kind),
                len(asking.right.log),
                _checks(asking),
                draft,
            )
            for asking in Course(result).moments()
            for draft in drafts(asking)
        ]
    chosen = _chosen(made, script.names(), most)
    return [
        Question(
            f"{ruling.name}~{draft.kind}-{at}{_tail(chosen, at, draft)}", ruling.name, name, draft.kind,
            draft.clause, at, f"{context} {assumed(draft)}".strip(), draft.prompt,
            (Option(draft.right), *draft.wrong), draft.subject, ruling.difficulty, length, checks,
            draft.layers,
        )
        for at, context, length, checks, draft in chosen
    ]  # fmt: skip


Made = tuple[int, str, int, int, Draft]


def _chosen(made: list[Made], named: set[str], most: int) -> list[Made]:
    """A limited number: one of each kind before a second, first those about what the ruling names."""
    good = [one for one in made if len(one[4].wrong) >= LEAST]
    ranked = sorted(good, key=lambda one: (one[4].clause not in named, len(one[4].wrong) < WRONG, -one[0]))
    seen: dict[str, int] = {}
    places: list[tuple[int, Made]] = []
    asked: set[tuple[str, str, str]] = set()
    for one in ranked:
        same = (one[4].kind, one[4].prompt, one[4].right)
        if same not in asked:
            asked.add(same)
            places.append((seen.get(one[4].kind, 0), one))
            seen[one[4].kind] = seen.get(one[4].kind, 0) + 1
    places.sort(key=lambda pair: pair[0])
    clear = (one for _, one in places if not (is_open(one[4]) or is_idle(one[4])))
    return sorted(islice(clear, most), key=lambda one: (one[0], one[4].kind))


def _tail(chosen: list[Made], at: int, draft: Draft) -> str:
    """Distinguishes two of a kind at one moment."""
    same = [one[4] for one in chosen if one[0] == at and one[4].kind == draft.kind]
    return "" if len(same) == 1 else ascii_lowercase[same.index(draft)]


def _checks(asking: Asking) -> int:
    return sum(isinstance(h.event, e.Called) and "heck" in title_of(asking.book, h.event.procedure)
               for entry in asking.right.log for h in entry.events)  # fmt: skip
