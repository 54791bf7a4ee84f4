"""Which clause says so?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgekit.book.address import parent
from judgekit.book.model import Book
from judgekit.engine import events as e
from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.deck import kin
from judgekit.teach.making.draft import Draft
from judgekit.teach.making.seen import happened_at
from judgekit.teach.question import Condition, Option, Variant
from judgekit.teach.telling import Step, clause_told


def which_clause(asking: Asking) -> Iterator[Draft]:
    seen: set[object] = set()
    for step in asking.seen:
        entry, happened = asking.right.entries[step.entry], happened_at(asking.right, step)
        if step.clause not in asking.book or step.kind == "Decided":
            continue  # one clause says when a player loses, and another what comes of it
        at_once = (step.entry, step.clause)  # what comes with it, its words may not say
        if {step.text, at_once} & seen or _is_of_a_card(asking, happened, step):
            continue
        seen |= {step.text, at_once}
        alike = {one.clause for one in asking.steps if one.text == step.text}
        cited = {*entry.path, *entry.consulted, *happened.path, *alike}
        says = _directing(asking, entry, happened, step)
        if not _is_a_cause(asking, says) or _happens_without(asking, says, step.text) is not False:
            continue
        above = happened.path[: happened.path.index(says)] if says in happened.path else ()
        senders = [one for one in above if one in asking.book and not kin(one, says)]
        if any(_is_a_cause(asking, one) for one in senders):
            continue  # one clause sends to the other: either is an answer
        if step.kind == "Shuffled" and asking.book[says].kind != "step":
            continue  # what shuffling is, a clause says; that it is done, a card or nobody
        if step.kind == "TurnBegan" and not BEGINS.search(asking.book[says].gist):
            continue  # a clause about the phases of a turn lets none begin
        wrong = _neighbours(asking, says, cited, step.text)
        prompt = said("which clause", text=step.text)
        right = clause_told(asking.book, says)
        yield Draft("clause", says, prompt, right, wrong, step.text, asking=asking)


def _is_of_a_card(asking: Asking, happened: e.Happened, step: Step) -> bool:
    """Whether a card's instruction causes it, and the clause only says how or what its words mean."""
    game, path = asking.moment.place.game, happened.path
    before = path[: path.index(step.clause)] if step.clause in path else path
    only_how = asking.book[step.clause].kind == "action" and step.kind != "StoodBy"
    return only_how and bool(game.effects & {*before})


def _is_a_cause(asking: Asking, clause: str) -> bool:
    """Whether a clause orders something: not what a word means, nor in what order something is done, nor that
    effects are carried out."""
    row = asking.book[clause]
    is_general = clause in asking.moment.place.game.effects or IN_ORDER.search(row.gist)
    return row.kind in CAUSES and _chapter(asking.book, clause) not in MEANINGS and not is_general


def _happens_without(asking: Asking, clause: str, told: str) -> bool | None:
    """Whether the same comes about by the rules without a clause; none if they cannot go on."""
    if clause not in asking.rules.registered:
        return None
    other = asking.without(clause)
    return None if other.broken else told in {step.text for step in other.steps}


IN_ORDER = re.compile(r"\bin the order\b")
BEGINS = re.compile(r"\b(begins|starts|becomes)\b")
CAUSES = ("step", "action", "rule action", "keyword")
MEANINGS = ("Terms", "Specific actions", "Basic terms", "Game actions")  # chapters that say what words mean


def _chapter(book: Book, clause: str) -> str:
    """The title of the chapter that a clause stands in."""
    while above := parent(clause):
        clause = above
    return book[clause].title if clause in book else ""


def _directing(asking: Asking, entry: e.Entry, happened: e.Happened, step: Step) -> str:
    """The step that tells the players to do it, where the acting clause only says what a word means."""
    book, moving = asking.book, asking.moment.place.game.moving
    path = [clause for clause in happened.path if clause not in moving]
    only_words = all(_chapter(book, clause) in MEANINGS for clause in path)
    is_told = entry.clause in book and book[entry.clause].kind == "step"
    return entry.clause if path and only_words and is_told else step.clause


def _neighbours(asking: Asking, acts: str, cited: set[str], told: str) -> Iterator[Option]:
    """Clauses next to the one that acts, and others of this stretch, without which the same comes about."""
    book = asking.book
    order = book.order[acts]
    beside = [book.rows[i].number for d in NEAR if 0 <= (i := order + d) < len(book.rows)]
    own = [s.clause for s in asking.steps if s.clause in book]
    family = {acts, parent(acts) or ""}
    for number in dict.fromkeys((*beside[:2], *own, *beside[2:])):
        if number in cited or number in family or parent(number) == acts or book[number].kind not in CAUSES:
            continue
        if book[number].gist and _happens_without(asking, number, told):
            yield Option(
                clause_told(book, number), "neighbouring clause", number, Variant("without", acts),
                Condition(number, book[number].gist.rstrip("."), said("does not act", clause=acts)),
            )  # fmt: skip


NEAR = tuple(sign * by for by in range(1, 9) for sign in (1, -1))
