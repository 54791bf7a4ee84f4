"""Is it legal?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from judgekit.engine.explain import first_failed
from judgekit.engine.legality import Check, PlayerAction
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import (
    PLAYERS,
    CardId,
    Player,
    area_name,
)
from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.context import unseen_areas
from judgekit.teach.making.draft import LEAST, WRONG, YES, Draft
from judgekit.teach.question import Condition, Option, Variant, mark
from judgekit.teach.stretch import Stretch

REFUSED = 3  # deeds that are asked about though they are not legal, each by another clause
LENT = re.compile(r"\b(use|activate) [^.“]*'s effect\b")  # what another card has lent it


def is_it_legal(asking: Asking) -> Iterator[Draft]:
    question = asking.right.question
    if question is None or not question.window or question.player not in PLAYERS or asking.right.steps:
        return
    allowed = {option.id for option in question.options}
    yes: list[Tried] = []
    no: list[Tried] = []
    for action, subject, checks in asking.right.candidates:
        told = asking.right.telling.deed((action.id(subject),)) if _is_clear(asking, action, subject) else ""
        number = asking.rules.number(action.clause) or action.clause
        card = subject[0] if isinstance(subject, tuple) and subject else subject
        deed = Deed(told, action.id(subject), number, (told.partition(" ")[0], card), action.name, subject)
        if told and deed.id in allowed:
            yes.append((deed, checks))
        elif told and checks:
            no.append((deed, checks))
    yes, no = ([one for one in own if not _is_obscure(asking, one[0])] for own in (yes, no))
    vague = {asking.rules.words.sentences.get(key) for key in VAGUE}
    no = [(deed, checks) for deed, checks in no if not {c.needed for c in checks if not c.ok} & vague]
    yes, no = _told_apart(yes, [one for one in no if not _otherwise(one[0], yes)])
    common = Counter(clause for _, checks in (*yes, *no) for clause in {check.clause for check in checks})
    refused: dict[str, Draft] = {}
    for deed, checks in no:
        failed = first_failed(checks)
        if failed is None:
            continue
        if len({c.clause for c in checks if not c.ok}) == 1:
            refused.setdefault(failed.clause, _refused(asking, question.player, deed, failed, checks))
    yield from islice(refused.values(), REFUSED)
    for deed, checks in yes[:1] if no else ():  # where everything is legal, whoever says yes is right
        met = [c for c in checks if c.ok and c.clause in asking.book]
        met.sort(key=lambda check: common[check.clause])
        if len({c.clause for c in met}) >= WRONG and deed.clause in asking.book:
            yield _allowed(asking, question.player, deed, met)
    wrong = [(deed, failed) for deed, checks in no if (failed := first_failed(checks)) is not None]
    if yes and len({deed.told for deed, _ in wrong}) >= LEAST:
        yield _which(asking, question.player, yes[0][0], wrong)


@dataclass(frozen=True)
class Deed:
    """Something that a player might do: in words, as an option of the question, and by which clause."""

    told: str
    id: str
    clause: str
    matter: tuple[str, object]  # play, attack, move …, and the card
    action: str = ""
    subject: object = None

    def asked_of(self, player: str) -> str:
        """Some actions are worded without their player, some as sentences about a card."""
        if self.told[:1].islower():
            return said("may do", player=player, deed=self.told)
        return said("may choose", player=player, deed=self.told)

    @property
    def attempt(self) -> Variant:
        return Variant("attempt", self.told, self.id)

    def verdict(self, stretch: Stretch) -> str:
        """Whether it can be done at the end of a stretch; if not, why."""
        question = stretch.question
        if question is None or not question.window:
            return ""
        if self.id in {option.id for option in question.options}:
            return YES
        tried = (checks for action, subject, checks in stretch.candidates if action.id(subject) == self.id)
        failed = first_failed(next(tried, []))
        return "" if failed is None else _no(failed, stretch.moment.place.rules)


Tried = tuple[Deed, list[Check]]
# The keys of words: several clauses say where a skill works, each for other cards; and what keeps demands
# possible, nobody could say of everything.
VAGUE = ("card where this skill works", "demands of effects met")
HISTORY = re.compile(r"\bthis (turn|game)\b")


def _is_obscure(asking: Asking, deed: Deed) -> bool:
    """Whether it hangs on a text that another card has lent, or on what has happened before."""
    card = asking.right.state.cards.get(deed.matter[1])  # type: ignore[call-overload]
    printed = asking.moment.place.pool.definitions.get(card.name) if card is not None else None
    return bool(LENT.search(deed.told) or (printed is not None and HISTORY.search(printed.text)))


def _is_clear(asking: Asking, action: PlayerAction, subject: object) -> bool:
    """Whether a deed reads clearly: not where Aria attacks Aria, nor where an occupied zone is attacked,
    which anyone would take for an attack on that card."""
    parts = subject if isinstance(subject, tuple) else ()
    cards = [one for one in parts if isinstance(one, int)]
    taken = [one for one in parts if isinstance(one, str) and asking.right.state.pile(one)]
    apart = len({asking.right.telling.label(card) for card in cards}) == len(cards)
    meant = [subject] if isinstance(subject, int) else cards
    alone = all(_has_no_namesake(asking, card) for card in meant)
    shown = not any(_lies_unseen(asking, card) or _is_bare(asking, card) for card in meant)
    return apart and alone and shown and not (taken and action.name == "attack")


def _is_bare(asking: Asking, number: int) -> bool:
    """Whether none of the numbers of a card is known: what it costs, nobody could say."""
    specs = asking.moment.place.game.properties
    card = asking.moment.table.cards.get(CardId(number))
    printed = next((one for one in asking.moment.place.cards if card and one.name == card.name), None)
    counted = [spec.name for spec in specs if spec.form == "number"]
    return printed is not None and not any(name in printed.properties for name in counted)


def _lies_unseen(asking: Asking, number: int) -> bool:
    card = asking.moment.table.cards.get(CardId(number))
    return card is not None and area_name(card.area) in unseen_areas(asking)


def _has_no_namesake(asking: Asking, number: int) -> bool:
    """Whether a name means one card: none of the same name lies open elsewhere, now or then."""
    for state in (asking.moment.table, asking.right.state):
        card = state.cards.get(CardId(number))
        alike = [one for one in state.cards.values() if card is not None and one.name == card.name]
        if len({one.area for one in alike if area_name(one.area) not in unseen_areas(asking)}) > 1:
            return False
    return True


def _otherwise(deed: Deed, yes: list[Tried]) -> bool:
    """Whether the same can be done with the card by another clause: played, though not as an instant; or by a
    skill of its own that plays it."""
    same = [one for one, _ in yes if one.matter[1] == deed.matter[1] and one.clause != deed.clause]
    return any(one.matter == deed.matter or (deed.matter[0], one.matter[0]) in BY_ITSELF for one in same)


BY_ITSELF = {("play", "activate"), ("play", "use"), ("summon", "use"), ("mobilize", "use")}


def _told_apart(yes: list[Tried], no: list[Tried]) -> tuple[list[Tried], list[Tried]]:
    """Drops options that read alike but differ: legal with one card, not with its namesake."""
    verdicts: dict[str, set[str]] = {}
    for deed, checks in (*yes, *no):
        failed = first_failed(checks)
        verdicts.setdefault(deed.told, set()).add(failed.clause if failed is not None else "")
    plain = {told for told, found in verdicts.items() if len(found) == 1}
    return [one for one in yes if one[0].told in plain], [one for one in no if one[0].told in plain]


FORBIDDEN = "no card says otherwise"  # the key of its words


def _no(check: Check, rules: Rulebook) -> str:
    """A condition that is not met; or that what a card says goes before the rules."""
    if check.needed == rules.words.sentences.get(FORBIDDEN):
        return said("no a card", clause=check.clause)
    return said("no it needs", clause=check.clause, needed=check.needed)


def _refused(asking: Asking, player: Player, deed: Deed, failed: Check, checks: list[Check]) -> Draft:
    right = _no(failed, asking.rules)
    needs = Condition(failed.clause, failed.needed, failed.found)

    def wrong() -> Iterator[Option]:
        yield Option(YES, "condition overlooked", failed.clause, deed.attempt, needs)
        for check in checks:
            if check.ok and check.clause != failed.clause and check.clause in asking.book:
                met = Condition(check.clause, check.needed, check.found)
                yield Option(_no(check, asking.rules), "condition met", check.clause, deed.attempt, met)

    prompt, by = deed.asked_of(player), frozenset(check.clause for check in checks)
    return Draft("legal", failed.clause, prompt, right, wrong(), deed.told, 0, asking, by, deed.verdict)


def _allowed(asking: Asking, player: str, deed: Deed, met: list[Check]) -> Draft:
    wrong = (
        Option(_no(check, asking.rules), "condition met", check.clause, deed.attempt,
               Condition(check.clause, check.needed, check.found))
        for check in met
    )  # fmt: skip
    prompt, by = deed.asked_of(player), frozenset(check.clause for check in met)
    return Draft("legal", deed.clause, prompt, YES, wrong, deed.told, 0, asking, by, deed.verdict)


def _which(asking: Asking, player: str, right: Deed, wrong: list[tuple[Deed, Check]]) -> Draft:
    def options() -> Iterator[Option]:
        for deed, failed in sorted(wrong, key=lambda pair: mark(asking.ruling.name, pair[0].told)):
            needs = Condition(failed.clause, failed.needed, failed.found)
            text = f"{deed.told[:1].upper()}{deed.told[1:]}."
            yield Option(text, "condition overlooked", failed.clause, deed.attempt, needs)

    text = f"{right.told[:1].upper()}{right.told[1:]}."
    about = next(options()).told

    def again(stretch: Stretch) -> str:
        still = right.verdict(stretch) == YES and YES not in {one.verdict(stretch) for one, _ in wrong}
        return text if still else ""

    prompt = said("which may", player=player)
    by = frozenset(failed.clause for _, failed in wrong)
    return Draft("legal", about, prompt, text, options(), right.told, 0, asking, by, again)
