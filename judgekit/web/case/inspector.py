"""The inspector's answers about one place: why, why not, and how a value is worked out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec

from judgekit.engine import explain
from judgekit.engine.abilities import Automatic
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Answered, Began, Created, Moved, Row
from judgekit.engine.layers import Mark
from judgekit.engine.legality import Check, PlayerAction
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked
from judgekit.engine.registry import RuleAction, Rulebook
from judgekit.engine.state import JUDGE, PLAYERS, UNKNOWN, CardId, Player
from judgekit.narrate import why as why_chain
from judgekit.narrate.places import Spot
from judgekit.web.case.board import card_named
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.urls import spot_text

MOST = 120  # attempts that are explained on one page
OTHERS = 6  # effects of a layer that change places with one, to see what would come of it


class WhyLink(msgspec.Struct, frozen=True):
    edge: str
    clause: ClauseRef
    sentence: str
    at: str = ""
    href: str = ""


class CheckView(msgspec.Struct, frozen=True):
    clause: ClauseRef
    needed: str
    found: str
    ok: bool
    first: bool = False  # the condition that decides
    by: tuple[ClauseRef, ...] = ()  # the clauses that were consulted for it


class Attempt(msgspec.Struct, frozen=True):
    """Something that could be tried: allowed, or refused by its first failed condition."""

    player: str
    id: str
    label: str
    ok: bool
    checks: tuple[CheckView, ...]
    last: str = ""  # where it is told when the condition was last met
    change: str = ""  # and what would meet it

    @property
    def reason(self) -> CheckView | None:
        return next((check for check in self.checks if check.first), None)

    @property
    def met(self) -> int:
        return sum(check.ok for check in self.checks)


class Group(msgspec.Struct, frozen=True):
    """What could be tried with one card, or without any."""

    title: str
    attempts: tuple[Attempt, ...]


class WhyNot(msgspec.Struct, frozen=True):
    actions: tuple[Attempt, ...]
    abilities: tuple[Attempt, ...]
    rules: tuple[Attempt, ...]
    groups: tuple[Group, ...] = ()  # the actions, by the card that each is about


class Swap(msgspec.Struct, frozen=True):
    """A value as it would be with two effects of its layer applied in the other order."""

    other: str
    value: str
    differs: bool
    decided: str  # "dependency" or "time stamp": what put the two in their order


class LedgerRow(msgspec.Struct, frozen=True):
    layer: ClauseRef
    effect: str
    source: str
    stamp: int
    before: str
    after: str
    change: str
    waits_for: str
    ordered: ClauseRef | None
    stamp_at: str = ""  # the event that gave it its time stamp
    stamp_href: str = ""
    swaps: tuple[Swap, ...] = ()
    tied: bool = False  # another effect of its layer stands beside it


class Bar(msgspec.Struct, frozen=True):
    """One column of the waterfall: in units of the drawing."""

    label: str
    told: str
    x: int
    y: float
    height: float
    kind: str  # "base", "up", "down", "set", "end"
    link: float  # where the line to the next column is


class Derivation(msgspec.Struct, frozen=True):
    card: int
    name: str
    property: str
    base: str
    value: str
    rows: tuple[LedgerRow, ...]
    bars: tuple[Bar, ...]


# why


def why_of(scene: Scene) -> tuple[WhyLink, ...]:
    """From what has just happened back to the choice at its root, the newest first."""
    seq, event = scene.focus
    if not event:
        return ()
    after = scene.case.at(scene.branch, min(seq + 1, scene.branch.head))
    line = Line(scene.rules, scene.pool, after, scene.readings)
    line.log = scene.course.entries
    return tuple(
        one for link in why_chain.why(line, (seq, event - 1), scene.game) for one in _links(scene, link)
    )


def _links(scene: Scene, link: why_chain.Link) -> Iterator[WhyLink]:
    """A link; after a choice of an action also the conditions that allowed it."""
    yield _link(scene, link)
    happened = scene.course.happened((link.at[0], link.at[1] + 1)) if link.at else None
    if happened is not None and isinstance(happened.event, Answered):
        yield from _allowed(scene, happened.event.chosen)


def _allowed(scene: Scene, chosen: tuple[str, ...]) -> Iterator[WhyLink]:
    """The conditions of the action that was chosen, one per clause."""
    fitting = [a for a in scene.rules.actions.values() if chosen and f"{chosen[0]} ".startswith(f"{a.name} ")]
    if not fitting:
        return
    needed: dict[str, list[str]] = {}
    for one in max(fitting, key=lambda action: len(action.name)).live(scene.table):
        number = scene.rules.number(one.clause) or one.clause
        needed.setdefault(number, []).append(scene.rules.words(one.needed))
    for number, parts in needed.items():
        yield WhyLink("allowed by", scene.clause(number), ", ".join(parts))


def _link(scene: Scene, link: why_chain.Link) -> WhyLink:
    clause = scene.clause(link.clause)
    if link.at is None:
        return WhyLink(link.edge, clause, link.sentence)
    spot = link.at[0], link.at[1] + 1
    seen = scene.seen_event(spot)
    assert seen is not None
    told = scene.sentence(seen.event, link.clause)
    return WhyLink(link.edge, clause, told, spot_text(spot), scene.view.at(spot))


# why not


def why_not_of(scene: Scene) -> WhyNot:
    """Everything that could be tried here, with the conditions that allow or refuse it."""
    abilities = _abilities(scene) if scene.view.card is not None else ()
    actions = tuple(_told_apart(scene, list(attempts(scene, windows=True))))
    return WhyNot(actions, tuple(abilities), tuple(_rule_actions(scene)), tuple(_groups(scene, actions)))


def _told_apart(scene: Scene, found: list[Attempt]) -> Iterator[Attempt]:
    """Attempts of a player that read the same, told apart as options are."""
    for player in dict.fromkeys(one.player for one in found):
        own = [one for one in found if one.player == player]
        told = scene.narrator.told_apart([one.label for one in own], [one.id for one in own])
        for one, label in zip(own, told, strict=True):
            yield msgspec.structs.replace(one, label=label)


def _groups(scene: Scene, found: tuple[Attempt, ...]) -> Iterator[Group]:
    """Refused ones first in each; attempts without a card come first."""
    by_card: dict[str, list[Attempt]] = {"": []}
    for one in found:
        sign = re.search(r"\bc(\d+)\b", one.id)
        title = scene.label(int(sign[1])) if sign else ""
        by_card.setdefault(title, []).append(one)
    for title, rows in by_card.items():
        if rows:
            yield Group(title, tuple(sorted(rows, key=lambda one: one.ok)))


def refused(scene: Scene) -> tuple[Attempt, ...]:
    """What the player who is asked might want to do, and may not."""
    question = scene.question
    if question is None or not question.window or question.player not in PLAYERS:
        return ()
    if scene.seat not in (JUDGE, question.player):
        return ()
    return tuple(a for a in attempts(scene, question.player, question.window) if not a.ok)


def attempts(
    scene: Scene, player: Player | None = None, window: str = "", windows: bool = False
) -> Iterator[Attempt]:
    """What the players could do, legal or not; with `windows`, whether it is their moment to act at all."""
    count = 0
    for who in _players(scene, player):
        table = scene.table_at(scene.state)
        for action in scene.rules.actions.values():
            if window and action.window != window:
                continue
            for subject in _subjects(lambda a=action, t=table, w=who: a.subjects(t, w)):  # type: ignore[misc]
                label = scene.deed((action.id(subject),)) or table.describe(action, subject)
                checks = _checked(scene.rules, lambda a=action, t=table, w=who, s=subject: a.checks(t, w, s))  # type: ignore[misc]
                if windows:
                    checks.insert(0, moment(scene, who, action))
                count += 1
                if count > MOST:
                    return
                yield _attempt(scene, who, action.id(subject), label, checks, "action")


def moment(scene: Scene, player: Player, action: PlayerAction) -> Check:
    """Whether the player is being asked, and for such an action."""
    rules = scene.rules
    needed = rules.words("may act now", player=player, window=action.window)
    if not scene.is_between:
        under_way = scene.course.entries[scene.spot[0]].clause
        return Check(under_way, needed, rules.words("clause under way"), False)
    question = scene.line.ask()
    if question is None:
        stands = scene.state.frames[-1].at if scene.state.frames else ""
        return Check(stands, needed, rules.words("nobody asked"), False)
    ok = question.player == player and question.window == action.window
    other = question.player == player and not ok
    found = rules.words("asked now for something else" if other else "asked", player=question.player)
    return Check(question.clause, needed, found, ok)


def _players(scene: Scene, player: Player | None) -> tuple[Player, ...]:
    if player is not None:
        return (player,)
    if scene.seat == JUDGE:
        turn = scene.state.turn_player
        return (turn, *(p for p in PLAYERS if p != turn))
    return (scene.seat,) if scene.seat in PLAYERS else ()


def _subjects(found: Callable[[], Iterable[Any]]) -> list[Any]:
    try:
        return list(dict.fromkeys(found()))
    except (Asked, EngineError):
        return []


def _checked(rules: Rulebook, found: Callable[[], Iterable[Check]]) -> list[Check]:
    try:
        return list(found())
    except Asked as asked:
        return [Check(asked.question.clause, rules.words("known card"), asked.question.prompt, False)]
    except EngineError as problem:
        return [Check("", rules.words("rules that can be asked"), str(problem), False)]


def _attempt(scene: Scene, player: str, name: str, label: str, checks: list[Check], kind: str) -> Attempt:
    first = explain.first_failed(checks)
    told = tuple(
        CheckView(
            scene.clause(check.clause), scene.plain(check.needed), scene.plain(check.found), check.ok,
            check is first, () if check.ok else tuple(map(scene.clause, check.by)),
        )
        for check in checks
    )  # fmt: skip
    label = scene.plain(label)
    if first is None or scene.seat != JUDGE or not kind or not scene.is_between:
        return Attempt(player, name, label, first is None, told)
    asked = {"kind": kind, "player": player, "id": name} | scene.view.query
    there = f"{scene.view.here}/hindsight?{urlencode(asked)}"
    return Attempt(player, name, label, False, told, f"{there}&ask=last", f"{there}&ask=change")


def _abilities(scene: Scene) -> Iterator[Attempt]:
    """Why the automatic abilities of the selected card are pending or not."""
    assert scene.view.card is not None
    card = card_named(scene, scene.view.card)
    if card.name == UNKNOWN:
        return
    line = line_here(scene)
    for ability in scene.pool[card.name].abilities:
        if isinstance(ability, Automatic):
            checks = _checked(line.rules, lambda a=ability: explain.of_an_ability(line, a, card.id))  # type: ignore[misc]
            label = ability.text or ability.address
            yield _attempt(scene, card.owner, ability.address, label, checks, "ability")


def _rule_actions(scene: Scene) -> Iterator[Attempt]:
    """Whether each rule action is due here."""
    if scene.seat == JUDGE:
        rules = (*scene.rules.live_interrupts(), *scene.rules.live_rule_actions())
        yield from rule_attempts(scene, line_here(scene), rules, asks=True)


def rule_attempts(
    scene: Scene, line: Line, rules: Iterable[RuleAction], asks: bool = False
) -> Iterator[Attempt]:
    """Rule actions at a line's current place, with what each needs; if the scene is there too, with what can
    be asked about each."""
    for rule in rules:
        number = scene.rules.number(rule.clause) or rule.clause
        checks = _checked(line.rules, lambda r=rule: explain.of_a_rule_action(line, r, None, None))  # type: ignore[misc]
        label = scene.clause(number).gist or number
        yield _attempt(scene, "", number, label, checks, "rule" if asks else "")


def line_here(scene: Scene) -> Line:
    """The engine's line of the branch, standing at this place, in the middle of a clause too."""
    line = scene.line
    line.log = scene.course.entries[: scene.seq]
    if not scene.is_between:
        seq, event = scene.spot
        entry = scene.course.entries[seq]
        line.log = [*line.log, msgspec.structs.replace(entry, events=entry.events[:event])]
        line.state = scene.state
    return line


# ledger


def ledger_of(scene: Scene) -> tuple[Derivation, ...]:
    """Every number of the selected card; else every value on the table that something modifies."""
    try:
        rows = scene.table.board.rows
    except (Asked, EngineError):
        return ()
    if scene.view.card is not None and scene.view.card > 0:
        card = card_named(scene, scene.view.card)
        if card.name == UNKNOWN:
            return ()
        game = scene.game
        shown = [spec.name for spec in game.properties if spec.short] if game else []
        named = dict.fromkeys([*(p for c, p in rows if c == card.id), *shown])
        found = (_derivation(scene, card.id, name, rows.get((card.id, name), [])) for name in named)
        return tuple(one for one in found if one is not None)
    visible = [(c, p) for c, p in rows if c in scene.seen.cards]
    found = (_derivation(scene, c, p, rows[c, p]) for c, p in visible)
    return tuple(one for one in found if one is not None)


def _derivation(scene: Scene, card: CardId, name: str, rows: list[Row]) -> Derivation | None:
    base = scene.table.board.base(card, name)
    value = rows[-1].after if rows else base
    if value is None and base is None:
        return None
    told = tuple(_ledger_row(scene, card, name, row) for row in rows)
    bars = waterfall(base, rows) if rows and _all_numbers(base, rows) else ()
    return Derivation(card, scene.label(card), name, said(base), said(value), told, bars)


def _ledger_row(scene: Scene, card: CardId, name: str, row: Row) -> LedgerRow:
    source = scene.label(row.source) if row.source else "the rules"
    ordered = scene.clause(row.ordered_by) if row.ordered_by else None
    stamped = _stamped(scene, row)
    return LedgerRow(
        scene.clause(row.layer), _effect(scene, row.effect), source, row.stamp, said(row.before),
        said(row.after), _change(row), _effect(scene, row.after_effect), ordered,
        spot_text(stamped) if stamped else "", scene.view.at(stamped),
        tuple(_swaps(scene, card, name, row)), bool(row.ordered_by),
    )  # fmt: skip


def _effect(scene: Scene, what: str) -> str:
    ability = scene.pool.abilities.get(what)
    return ability.text if ability and ability.text else what


def _stamped(scene: Scene, row: Row) -> Spot | None:
    """The event that gave an effect its time stamp: the effect began, or its card arrived."""
    for entry in reversed(scene.course.entries[: scene.spot[0] + 1]):
        for at in range(len(entry.events), 0, -1):
            event = entry.events[at - 1].event
            began = isinstance(event, Began) and event.effect.stamp == row.stamp
            came = isinstance(event, Moved | Created) and event.card == row.source
            if (entry.seq, at) <= scene.spot and (began or came):
                return (entry.seq, at) if began or _since(scene, row) == row.stamp else None
    return None


def _since(scene: Scene, row: Row) -> int:
    """Since when the card of an effect has been where it is."""
    card = scene.state.cards.get(CardId(row.source or 0))
    return card.since if card is not None else -1


def _swaps(scene: Scene, card: CardId, name: str, row: Row) -> Iterator[Swap]:
    """What would come out if this effect and another one of its layer changed places."""
    board = scene.table.board
    mine: Mark = (row.effect, row.stamp, CardId(row.source or 0))
    order = board.orders.get(row.layer, []) if row.ordered_by else []
    for other in order[:OTHERS]:
        if other != mine and mine in order:
            value = board.otherwise(mine, other).value(card, name)
            now = board.value(card, name)
            yield Swap(
                f"{_effect(scene, other[0])} ({scene.label(other[2])})", said(value), value != now,
                _decided(board.rows.values(), row, other),
            )  # fmt: skip


def _decided(rows: Iterable[list[Row]], row: Row, other: Mark) -> str:
    waits = any(
        (one.effect, one.after_effect) in ((row.effect, other[0]), (other[0], row.effect))
        for found in rows
        for one in found
        if one.layer == row.layer
    )
    return "dependency" if waits else "time stamp"


def _change(row: Row) -> str:
    if type(row.before) is int and type(row.after) is int:
        return f"{row.after - row.before:+,}".replace(",", "\u202f")
    return f"→ {said(row.after)}"


def _all_numbers(base: Any, rows: list[Row]) -> bool:
    return type(base) in (int, type(None)) and all(type(r.after) is int for r in rows)


HEIGHT = 120.0  # of the drawing


def waterfall(base: Any, rows: list[Row]) -> tuple[Bar, ...]:
    """The layers as columns: each begins where the one before it ended."""
    start = base or 0
    ends = [start, *(_whole(row.after) for row in rows)]
    low, high = min(0, *ends), max(1, *ends)
    scale = HEIGHT / (high - low)

    def y(value: float) -> float:
        return round((high - value) * scale, 1)

    bars = [_bar("printed", start, 0, 0, start, "base", y)]
    before = start
    for at, row in enumerate(rows, 1):
        after = _whole(row.after)
        kind = "up" if after > before else "down" if after < before else "set"
        bars.append(_bar(row.layer, after, at, before, after, kind, y))
        before = after
    bars.append(_bar("now", before, len(rows) + 1, 0, before, "end", y))
    return tuple(bars)


def _bar(label: str, shown: int, at: int, low: int, high: int, kind: str, y: Callable[[float], float]) -> Bar:
    top, bottom = y(max(low, high)), y(min(low, high))
    return Bar(label, said(shown), at, top, max(1.5, round(bottom - top, 1)), kind, y(high))


def _whole(value: Any) -> int:
    return value if type(value) is int else 0


def said(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "none"
    if type(value) is int:
        return f"{value:,}".replace(",", "\u202f")
    return "–" if value is None else str(value)
