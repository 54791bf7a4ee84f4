"""Why something did not happen, condition by condition, and what an entry cites: always with clauses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from judgekit.book.address import is_number
from judgekit.engine.abilities import Automatic, Moment, Proposal
from judgekit.engine.errors import EngineError
from judgekit.engine.events import (
    Answered,
    Derived,
    Entry,
    Happened,
    ReadAs,
    Refused,
    Row,
)
from judgekit.engine.legality import Check, PlayerAction, Subject
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked, Question
from judgekit.engine.registry import Due, RuleAction, Rulebook, stall_key
from judgekit.engine.state import CardId, Player, State
from judgekit.engine.table import Table

Address = tuple[int, int]


def find(line: Line, address: Address) -> tuple[Entry, Happened]:
    seq, at = address
    if not 0 <= seq < len(line.log) or not 0 <= at < len(line.log[seq].events):
        raise EngineError(
            f"{seq}.{at + 1}: the log has no such event; it ends with entry {len(line.log) - 1}"
        )
    return line.log[seq], line.log[seq].events[at]


def clause_of(entry: Entry, happened: Happened) -> str:
    return happened.path[-1] if happened.path else entry.clause


def why_not(line: Line, player: Player, action: str, subject: Subject = None) -> list[Check]:
    """Every condition of a player's action, by its name; of an automatic ability, by its address (the
    subject is its card); or of a rule action, by its clause. At the moment at which the line stands."""
    if action in line.rules.actions:
        return of_an_action(line, player, line.rules.actions[action], subject)
    if isinstance(ability := line.pool.abilities.get(action), Automatic):
        return of_an_ability(line, ability, CardId(subject))
    for rule in (*line.rules.interrupts, *line.rules.rule_actions):
        if action in (line.rules.number(rule.clause), line.rules.number(rule.performing)):
            return of_a_rule_action(line, rule, player, subject)
    known = ", ".join(line.rules.actions)
    raise EngineError(line.rules.words("no such action", deed=action, known=known))


def is_known(line: Line, action: str) -> bool:
    """Whether `why_not` can be asked about a thing of this name."""
    rules = (*line.rules.interrupts, *line.rules.rule_actions)
    numbers = {line.rules.number(one) for rule in rules for one in (rule.clause, rule.performing)}
    return action in line.rules.actions or action in line.pool.abilities or action in numbers


def first_failed(checks: Iterable[Check]) -> Check | None:
    """The condition that decides."""
    return next((check for check in checks if not check.ok), None)


def fresh(line: Line, state: State | None = None) -> Table:
    """A separate table at the moment where the line stands: whatever is asked there leaves no trace, except
    that whoever looks hears which open questions were read."""
    table = Table(line.rules, line.pool, line.readings)
    table.being_read = line.table.being_read
    table.inspect(state or line.state, len(line.log))
    return table


def of_an_action(line: Line, player: Player, action: PlayerAction, subject: Subject) -> list[Check]:
    clause = line.rules.number(action.clause)
    if clause is None:
        needed = line.rules.words("edition with it", deed=action.name)
        return [Check(action.clause, needed, line.rules.name, False)]
    probe = line.fork()
    probe.table.being_read = line.table.being_read
    question = probe.ask()
    table = fresh(line, probe.asking if question else None)
    checks = [_window(table, question, player, action, subject, clause)]
    try:
        offered = subject in list(action.subjects(table, player))
        needed = table.words("something to do it with", deed=action.name)
        checks.append(Check(clause, needed, table.words("yes" if offered else "no"), offered))
        if offered or _is_of_a_skill(subject):
            checks += action.checks(table, player, subject)
            checks += _forbidden(table, player, action, subject, clause)
        checks += _closed(table, question, action, subject, checks)
    except Asked as asked:
        checks.append(Check(clause, table.words("known card"), asked.question.prompt, False))
    return checks


def _is_of_a_skill(subject: Subject) -> bool:
    """Whether it is an ability of a card, which tells where it works even where nobody would try it."""
    return isinstance(subject, tuple) and any(isinstance(part, str) for part in subject)


def of_an_option(line: Line, player: Player, what: CardId | str | None, offered: bool = False) -> list[Check]:
    """Why something is not an option of the open question; of a card by what the text asks of it, of a place
    by what the rules ask of it."""
    probe = line.fork()
    question = probe.ask()
    words = line.rules.words
    if question is None:
        where = line.state.frames[-1].at if line.state.frames else ""
        return [Check(where, words("asked", player=player), words("nobody asked"), False)]
    asked = words("asked at", player=question.player, clause=question.clause)
    checks = [Check(question.clause, words("asked", player=player), asked, question.player == player)]
    if not checks[0].ok or offered:
        return checks
    table, clause, inside = probe.table, question.clause, question.path[len(line.state.frames) :]
    table.path = inside
    of_cards = any(option.card is not None for option in question.options)
    if what is not None and table.describes is not None and isinstance(what, str) is not of_cards:
        try:
            told_of = table.describes(what)
            checks += [msgspec.structs.replace(c, clause=c.clause or clause) for c in told_of]
        except Asked as unknown:
            checks.append(Check(clause, words("known card"), unknown.question.prompt, False))
    if all(check.ok for check in checks):
        said = table.reasons if question.form == "number" else ()  # what bounds the number
        told = (*inside, question.closed_by, *said)
        by = tuple(dict.fromkeys(one for one in told if one not in ("", clause)))
        checks.append(Check(clause, question.prompt, table.words("none of the options"), False, by))
    return checks


def _window(
    table: Table,
    question: Question | None,
    player: Player,
    action: PlayerAction,
    subject: Subject,
    clause: str,
) -> Check:
    rules = table.rules
    if question is None:
        needed, found = rules.words("asked", player=player), rules.words("nobody asked")
        return Check(clause, needed, found, False, _numbers(rules, _when_open(table, action.window)))
    ok = question.player == player and question.window == action.window
    other = question.player == player and not ok
    found = rules.words(
        "asked for something else" if other else "asked at", player=question.player, clause=question.clause
    )
    needed = rules.words("may act now", player=player, window=action.window)
    alike = (one for one in rules.actions.values() if one.name == action.name and one is not action)
    here = [one.clause for one in alike if one.window == question.window]  # what it is limited to
    its, now = _when_open(table, action.window), _when_open(table, question.window)
    by = dict.fromkeys((clause, *_numbers(rules, (*its, *now, *here, *action.limits(table, subject)))))
    return Check(question.clause, needed, found, ok, () if ok else tuple(by))  # which say when, and to whom


def _numbers(rules: Rulebook, clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(number for one in clauses if (number := rules.number(one)) is not None)


def _when_open(table: Table, window: str) -> tuple[str, ...]:
    """The clauses that say when players may act there, and when nobody may."""
    clauses = table.rules.windows.get(window, ())
    return clauses(table) if callable(clauses) else clauses


def _closed(
    table: Table, question: Question | None, action: PlayerAction, subject: Subject, checks: list[Check]
) -> list[Check]:
    """What would be legal, but is closed because it led round in a loop."""
    if question is None or not question.closed_by or not all(check.ok for check in checks):
        return []
    if action.id(subject) in [option.id for option in question.options]:
        return []
    needed, found = table.words("not round in a loop"), table.words("round in a loop")
    return [Check(question.closed_by, needed, found, False)]


def _forbidden(
    table: Table, player: Player, action: PlayerAction, subject: Subject, clause: str
) -> list[Check]:
    """What forbids the action with this card; one with several cards asks about them itself."""
    card = CardId(subject) if isinstance(subject, int) else None
    with table.witnessing() as witness:
        alone = card is not None or subject is None
        prohibition = table.forbidding(Proposal(action.name, player, card)) if alone else None
    if prohibition is None:
        return []
    number = table.rules.number(prohibition.clause) or clause
    found = table.words("forbidden by an ability", card=witness.forbidding[0], ability=prohibition.address)
    return [Check(number, table.words("not forbidden"), found, False)]


def of_an_ability(
    line: Line, ability: Automatic, card: CardId, address: Address | None = None
) -> list[Check]:
    """Whether an ability had what it waits for: at an event, by default the last one of its kind."""
    clause = line.rules.number(ability.clause) or ability.clause
    if ability.situation is not None:
        return _of_a_situation(line, ability, card, clause)
    needed = line.rules.words("an event", kinds=", ".join(sorted(kind.__name__ for kind in ability.on)))
    address = address or _last_of(line, ability)
    if address is None:
        return [Check(clause, needed, line.rules.words("no event"), False)]
    moment = moment_of(line, address)
    kind = type(moment.event).__name__
    checks = [Check(clause, needed, kind, type(moment.event) in ability.on)]
    return checks + (_at(line, ability, card, moment, clause) if checks[0].ok else [])


def _at(line: Line, ability: Automatic, card: CardId, moment: Moment, clause: str) -> list[Check]:
    table = fresh(line, moment.after)
    holder = table.policy.holder(table, moment, card, ability)
    if holder is None:
        now = moment.after.cards.get(card)
        return [
            Check(clause, table.words("works there"), now.area if now else table.words("card gone"), False)
        ]
    state = moment.after if moment.after.cards.get(card) is holder else moment.before
    has = ability.address in table.board_of(state).value(card, "abilities")
    checks = [
        Check(clause, table.words("works there"), holder.area, True),
        _has(table, clause, has),
    ]
    source = table.source(ability, holder, state)
    if ability.checks is not None:
        checks += ability.checks(table, moment, source)
    times = len(list(ability.fulfilled(table, moment, source))) if ability.fulfilled else 0
    found = table.words("condition met", n=times)
    return [*checks, Check(clause, table.words("condition of it"), found, times > 0)]


def _has(table: Table, clause: str, has: bool) -> Check:
    return Check(
        clause, table.words("ability of the card"), table.words("yes" if has else "ability lost"), has
    )


def _of_a_situation(line: Line, ability: Automatic, card: CardId, clause: str) -> list[Check]:
    table = fresh(line)
    now = line.state.cards.get(card)
    if now is None:
        return [Check(clause, table.words("works there"), table.words("card gone"), False)]
    works = table.policy.active(table, line.state, now, ability)
    has = ability.address in table.board.value(card, "abilities")
    source = table.source(ability, now)
    holds = ability.situation is not None and ability.situation(table, source)
    spent = f"{ability.address}@{now.id}.{now.object}" in line.state.situations
    said = table.words("situation holds" if holds else "situation does not hold")
    return [
        Check(clause, table.words("works there"), now.area, works),
        _has(table, clause, has),
        Check(clause, table.words("situation of it"), said, holds),
        Check(
            clause, table.words("new situation"), table.words("it has lasted" if spent else "yes"), not spent
        ),
    ]


def _last_of(line: Line, ability: Automatic) -> Address | None:
    for entry in reversed(line.log):
        for at in range(len(entry.events) - 1, -1, -1):
            if type(entry.events[at].event) in ability.on:
                return entry.seq, at
    return None


def moment_of(line: Line, address: Address) -> Moment:
    """An event with the state before and after it, or before and after all that happened with it."""
    entry, happened = find(line, address)
    states = _states_in(line.at(entry.seq), entry)
    with_it = [
        at
        for at, other in enumerate(entry.events)
        if at == address[1] or (happened.group and other.group == happened.group)
    ]
    return Moment(states[with_it[0]], states[with_it[-1] + 1], happened, address)


def _states_in(state: State, entry: Entry) -> list[State]:
    states = [state]
    for happened in entry.events:
        states.append(happened.event.onto(states[-1]))
    return states


def of_a_rule_action(line: Line, rule: RuleAction, player: Player | None, subject: Subject) -> list[Check]:
    """Whether a rule action is due for a subject, and if so, what keeps it from doing anything."""
    table = fresh(line)
    clause = line.rules.number(rule.clause) or rule.clause
    checks = [
        requirement.check(table, player or line.state.turn_player, subject)
        for requirement in rule.requirements
    ]
    dues = [due for due in rule.find(table) if subject is None or due.subject == subject]
    checks.append(Check(clause, table.words("due"), table.words("yes" if dues else "no"), bool(dues)))
    for due in dues:
        checks += _hindered(table, rule, due, clause)
    return checks


def _hindered(table: Table, rule: RuleAction, due: Due, clause: str) -> list[Check]:
    refused: list[Happened] = []

    def attempt() -> None:
        table.perform_rule_action(rule, due)
        refused.extend(h for h in table.happened if isinstance(h.event, Refused))

    changes = table.would_do(attempt)
    found = table.words("it does" if changes else "it does not")
    if stall_key(rule, due) in table.state.stalled:
        found += table.words("tried before")
    return [
        Check(clause, table.words("changes something"), found, changes),
        *(
            Check(h.path[-1] if h.path else clause, table.words("not forbidden"), h.event.reason, False)
            for h in refused
            if isinstance(h.event, Refused)
        ),
    ]


def doubts_read(line: Line, looked_at: bool = False) -> tuple[str, ...]:
    """The open questions of the book that the case has read by now, the step that asks included: it is not in
    the log before its answer. `looked_at`: also those that its options hang on, and that are logged only when
    such an option is taken."""
    events = [happened.event for entry in line.log for happened in entry.events]
    seen: dict[str, None] = {}
    if line.question is not None:
        probe = line.fork()
        probe.table.readings = Looked(probe.table.readings)
        probe.ask()
        events += [happened.event for happened in probe.table.happened]
        seen = probe.table.readings.seen if looked_at else {}
    return tuple(dict.fromkeys([*(e.doubt for e in events if isinstance(e, ReadAs)), *seen]))


class Looked(dict[str, str]):
    """How a case reads the book, with a note of what was asked."""

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings)
        self.seen: dict[str, None] = {}

    def __getitem__(self, doubt: str) -> str:
        self.seen[doubt] = None
        return super().__getitem__(doubt)


# coverage


def cited(entry: Entry) -> set[str]:
    """The clauses that an entry cites: where it stood, what acted, what was read as a reason."""
    clauses = {*entry.path, *entry.consulted}
    for happened in entry.events:
        clauses.update(happened.path)
        event = happened.event
        if isinstance(event, Derived):
            clauses.update(clause for row in event.rows for clause in _cited_by_row(row))
        elif isinstance(event, Refused) and _is_clause(event.reason):
            clauses.add(event.reason)
        elif isinstance(event, Answered):
            clauses.add(event.clause)
    return clauses - {""}


def _cited_by_row(row: Row) -> tuple[str, ...]:
    by_rule = row.effect if _is_clause(row.effect) else ""
    return row.layer, row.ordered_by, by_rule


def _is_clause(word: str) -> bool:
    return word[:1].isdigit() and is_number(word)
