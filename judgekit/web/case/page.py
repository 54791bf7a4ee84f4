"""The page of a case at one place: strips, log, board, transport, question, and one tab of the inspector."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlencode

import msgspec

from judgekit import __version__
from judgekit.book.links import Links, ancestors, links_of
from judgekit.book.model import Book
from judgekit.cases.play import verify as verifying
from judgekit.cases.play.answering import Names
from judgekit.cases.play.case import Case
from judgekit.cases.play.verify import Verdict, code_mark
from judgekit.cases.store.store import Branch
from judgekit.engine.events import Answered
from judgekit.engine.questions import Option, Question
from judgekit.engine.state import CardId
from judgekit.narrate.asking import wants
from judgekit.narrate.course import DEPTH_NAMES
from judgekit.narrate.endings import result
from judgekit.narrate.events import place
from judgekit.narrate.places import START, Spot
from judgekit.narrate.table import plain
from judgekit.web.case import divergence
from judgekit.web.case.answering import Meanwhile
from judgekit.web.case.board import BoardView, board_of, card_marks, card_named
from judgekit.web.case.changes import ChangeRow, change_rows
from judgekit.web.case.checking import Checked, checked_of
from judgekit.web.case.inspector import (
    Attempt,
    Derivation,
    WhyLink,
    WhyNot,
    ledger_of,
    refused,
    why_not_of,
    why_of,
)
from judgekit.web.case.log import NO_LOG, Log, Strip, bare_strip, just_happened, log_of, strip_of
from judgekit.web.case.notes import Note, notes_at
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.services import Desk
from judgekit.web.urls import SEATS, TABS, View, clause_href, spot_text

USES = re.compile(r"(play|activate|use|combo|mobilize)\b")  # what a card is used for
ENDS = 4096  # ends of branches in memory
MOMENTS = 12  # places of a clause that the rule tab names
SLOW = ("whynot",)  # tabs that are filled when the board is shown
BRANCHES = 256  # verdicts in memory
AT_ONCE = 1500  # entries that are run again while the page is made; longer logs are verified when asked


class Trust(msgspec.Struct, frozen=True):
    """How far this page can be trusted."""

    game: str
    edition: str
    date: str
    engine: str
    made: str  # the version that the case was made by
    code: str  # the mark of the rules' code
    status: str  # "verified", "older", "unverified", "diverged", "unchecked"
    reason: str
    upto: int
    readings: tuple[Reading, ...]
    assumptions: tuple[str, ...]
    corrections: tuple[tuple[str, str], ...]  # place and address
    by_hand: tuple[tuple[str, str], ...]  # a card, and its words that the judge carries out
    href: str


class Reading(msgspec.Struct, frozen=True):
    doubt: str
    choice: str
    told: str
    mattered: bool
    is_default: bool
    choices: tuple[tuple[str, str], ...]
    question: str


class Crumb(msgspec.Struct, frozen=True):
    """A suspended procedure: where it stands, and where it was called."""

    clause: ClauseRef
    href: str
    current: bool


class LineLink(msgspec.Struct, frozen=True):
    name: str
    href: str
    root: str
    fork: int
    entries: int
    depth: int
    current: bool
    readings: tuple[str, ...]
    compare: str
    is_first: bool
    struck: str  # who struck it and why
    badge: str = ""  # how it ended, if it did


class Move(msgspec.Struct, frozen=True):
    """A playback button: what it does, its key, and where it leads."""

    name: str
    label: str
    glyph: str
    key: str
    href: str


class Chosen(msgspec.Struct, frozen=True):
    """The selected card: what is printed on it, and where it is."""

    id: int
    name: str
    where: str
    text: str
    printed: tuple[tuple[str, str], ...]
    marks: tuple[str, ...]
    back: str


class RulePane(msgspec.Struct, frozen=True):
    """The acting clause in its section: what is above and around it, and what refers to it."""

    above: tuple[ClauseRef, ...] = ()
    around: tuple[ClauseRef, ...] = ()
    cites: tuple[ClauseRef, ...] = ()
    cited_by: tuple[ClauseRef, ...] = ()
    moments: tuple[tuple[str, str], ...] = ()
    count: int = 0  # moments in this line
    kind: str = ""


class Asking(msgspec.Struct, frozen=True):
    """The question here: open, or answered by what comes next."""

    player: str
    clause: ClauseRef
    prompt: str
    form: str
    least: int
    most: int
    options: tuple[Choice, ...]
    secret: bool
    taken: tuple[str, ...]  # labels, if it was answered
    is_open: bool
    wants: str
    text: str = ""  # of the card that asks


class Choice(msgspec.Struct, frozen=True):
    id: str
    label: str
    clause: str
    taken: bool
    cards: tuple[int, ...] = ()  # the cards that it names
    text: str = ""  # of the skill that it means
    is_aside: bool = False  # it is not about the selected card, as others are; or it only tells a face
    alike: int = 1  # options that mean the same with another copy of the card; none: it is one of those
    gist: str = ""  # of the clause that allows it
    plain: str = ""  # the label, without which copy it is


class StepData(msgspec.Struct, kw_only=True):
    """Where a place is in its branch, and where it leads: this changes as the branch grows."""

    title: str
    at: str
    is_end: bool
    heading: str
    said: str
    acting: ClauseRef
    strip: Strip
    moves: tuple[Move, ...]
    tab: str
    card: int | None
    href: str
    root: str
    entries: int  # of the branch

    @property
    def leads(self) -> str:
        """The moves in short form: a place of this line in the same view, else the whole address."""
        before, after = f"{self.root}/", self.href.removeprefix(f"{self.root}/{self.at}")
        return " ".join(f"{move.name}={_short(move.href, before, after)}" for move in self.moves if move.href)


class StepPage(StepData, kw_only=True):
    case: int
    name: str
    branch: str
    seq: int
    between: bool
    told_at: str  # the place of what is told, where that is an earlier one
    surprise: str
    path: tuple[ClauseRef, ...]
    trust: Trust
    process: tuple[Crumb, ...]
    lines: tuple[LineLink, ...]
    log: Log
    board: BoardView
    asking: Asking | None
    refused: tuple[Attempt, ...]
    why: tuple[WhyLink, ...]
    checked: Checked | None
    why_not: WhyNot | None
    ledger: tuple[Derivation, ...]
    diff: tuple[ChangeRow, ...]
    rule: RulePane
    chosen: Chosen | None
    notes: tuple[Note, ...]
    tabs: tuple[tuple[str, str, str], ...]
    seats: tuple[tuple[str, str, str], ...]
    depths: tuple[tuple[int, str, str], ...]
    seat: str
    depth: int
    otherwise: str = ""  # where the choice told here was asked for, and can be another
    meanwhile: Meanwhile | None = None  # what happened since an answer that led here
    is_later: bool = False  # the tab takes longer to fill: it follows the rest


def _short(href: str, before: str, after: str) -> str:
    place = href.removeprefix(before).removesuffix(after)
    return place if f"{before}{place}{after}" == href and "/" not in place else href


def scene_of(desk: Desk, case: Case, branch: Branch, view: View) -> Scene:
    return Scene(case, branch, desk.courses.of(case, branch), view)


def step_data(scene: Scene, strip: Strip) -> StepData:
    view, head = scene.view, scene.branch.head
    return StepData(
        title=f"{view.place} · {scene.case.title}", at=view.place, is_end=scene.is_end,
        heading=f"{view.place} of {head}", said=just_happened(scene),
        acting=scene.clause(scene.clause_of(scene.focus)), strip=strip, moves=moves_of(scene),
        tab=view.tab, card=view.card, href=view.href, root=view.root, entries=head,
    )  # fmt: skip


def step_page(scene: Scene, with_log: bool = True, at_once: bool = True) -> StepPage:
    """The whole page; without its log where the reader has it already, without a tab that can wait."""
    case, branch, view, tab = scene.case, scene.branch, scene.view, scene.view.tab
    happened = scene.seen_event(scene.focus)
    is_later = tab in SLOW and not at_once
    data = step_data(scene, strip_of(scene) if with_log else bare_strip(scene))
    return StepPage(
        **msgspec.structs.asdict(data), case=case.id, name=case.title, branch=branch.name,
        seq=scene.seq, between=scene.is_between, told_at=spot_text(scene.focus),
        surprise=happened.why if happened else "", path=_path(scene), trust=trust_of(scene),
        process=tuple(_crumbs(scene)), lines=tuple(_lines(scene)),
        log=log_of(scene) if with_log else NO_LOG, board=board_of(scene), asking=_asking(scene),
        refused=refused(scene),
        why=why_of(scene) if tab == "why" else (),
        checked=checked_of(scene) if tab == "why" else None,
        why_not=why_not_of(scene) if tab == "whynot" and not is_later else None,
        ledger=ledger_of(scene) if tab == "ledger" else (),
        diff=tuple(change_rows(scene)) if tab == "diff" else (),
        rule=_rule(scene) if tab == "rule" else RulePane(), chosen=_chosen(scene),
        notes=notes_at(scene) if tab == "note" else (),
        tabs=tuple((key, name, view.but(tab=key).href) for key, name in TABS.items()),
        seats=tuple((key, name, view.but(seat=key, card=None).href) for key, name in SEATS.items()),
        depths=tuple((n, name, view.but(depth=n).href) for n, name in DEPTH_NAMES.items()),
        seat=view.seat, depth=view.depth, otherwise=_otherwise(scene), is_later=is_later,
    )  # fmt: skip


def _path(scene: Scene) -> tuple[ClauseRef, ...]:
    """The clauses inside the step that led to what has just happened, the step first."""
    entry, happened = scene.course.entry(scene.focus), scene.course.happened(scene.focus)
    if entry is None or happened is None or not happened.path:
        return ()
    return tuple(scene.clause(number) for number in (entry.clause, *happened.path))


def _otherwise(scene: Scene) -> str:
    happened = scene.course.happened(scene.spot)
    if happened is None or not isinstance(happened.event, Answered):
        return ""
    return scene.view.at(scene.course.spot(scene.spot[0], 0))


# trust


def standing(case: Case, branch: Branch) -> Verdict | None:
    """What is known of a branch; a short one is rerun now, a long one on request."""
    kept = case.archive.standings
    key = case.store.foreign_writes(), branch.id, branch.head, branch.hash
    known = kept.get(key)
    if known is None:
        known = verifying.standing(case, branch, longest=AT_ONCE)
        while len(kept) >= BRANCHES:
            kept.pop(next(iter(kept)), None)
        if known is not None and known.is_sound:
            kept[key] = known
    return known


def trust_of(scene: Scene) -> Trust:
    case, book = scene.case, scene.book
    verdict = standing(case, scene.branch)
    return Trust(
        scene.game.title if scene.game else book.title or book.game, case.edition, book.date,
        _engine(case), case.pinned.engine, code_mark(case.opening.rules)[:12],
        verdict.status if verdict else "unchecked", _reason(scene, verdict),
        verdict.at if verdict else 0, tuple(_readings(scene)), case.pinned.assumptions,
        tuple((spot_text(spot), scene.view.at(spot)) for spot in scene.course.corrections), scene.by_hand,
        f"/rules/{case.edition}" if clause_href(case.edition, "1") else "",
    )  # fmt: skip


def _reason(scene: Scene, verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    if verdict.status == "older":
        return divergence.older(scene, verdict)
    return verdict.reason if verdict.is_fact else divergence.told(scene, verdict)


def _engine(case: Case) -> str:
    made = case.pinned.engine
    return f"judgekit {made}" if made == __version__ else f"judgekit {made}, shown by {__version__}"


def _readings(scene: Scene) -> Iterator[Reading]:
    """The open questions that mattered in this line, and those that the case reads differently."""
    for doubt in scene.book.doubts:
        choice = scene.readings.get(doubt.id, doubt.default)
        mattered = doubt.id in scene.course.readings
        if mattered or choice != doubt.default:
            yield Reading(
                doubt.id, choice, doubt.told(choice), mattered, choice == doubt.default,
                tuple(doubt.choices.items()), doubt.doubt,
            )  # fmt: skip


# strips, lines, transport


def _crumbs(scene: Scene) -> Iterator[Crumb]:
    frames = scene.state.frames
    for at, frame in enumerate(frames):
        target = scene.course.caller(scene.seq, at) if at else START
        yield Crumb(scene.clause(frame.at), scene.view.at(target), at == len(frames) - 1)


def _lines(scene: Scene) -> Iterator[LineLink]:
    lines = scene.lines
    for branch, depth in lines.tree():
        current = branch.id == scene.branch.id
        spot: Spot = scene.spot if scene.seq <= branch.head and current else (min(scene.seq, branch.head), 0)
        view = scene.view.but(branch=branch.name, spot=spot, card=None)
        readings = tuple(f"{doubt}: {choice}" for doubt, choice in branch.readings.items())
        struck = lines.struck.get(branch.id)
        yield LineLink(
            branch.name, view.href, view.root, branch.fork, branch.head, depth, current, readings,
            "" if current else _comparison(scene, branch), branch.id == lines.first.id,
            f"{struck.author}: {struck.why}" if struck else "", _badge(scene, branch),
        )  # fmt: skip


_ends: dict[bytes, str] = {}  # by the hash of a log, which never changes


def _badge(scene: Scene, branch: Branch) -> str:
    """How a branch ended; looked up once."""
    if branch.hash not in _ends:
        if len(_ends) > ENDS:
            _ends.clear()
        _ends[branch.hash] = result(scene.case.at(branch, branch.head).outcome)
    return _ends[branch.hash]


def _comparison(scene: Scene, other: Branch) -> str:
    asked = {"with": f"{scene.case.id}:{other.name}", "d": scene.view.depth, "v": scene.view.seat}
    return f"{scene.view.root}/compare?{urlencode(asked)}"


def moves_of(scene: Scene) -> tuple[Move, ...]:
    """The buttons, in the order in which they stand."""
    return (*_steps(scene), *_searches(scene), *_crossings(scene))


def _searches(scene: Scene) -> Iterator[Move]:
    """Places that are searched for only when the reader wants to go there."""
    asked = scene.view.asked
    here = f"{scene.view.here}/seek{asked}{'&' if asked else '?'}"
    yield Move("free", "Where something can be done", "", "", f"{here}to=option")
    yield Move("free-back", "Where something could be done", "", "", f"{here}to=option&back=1")
    yield Move("break", "To the next breakpoint", "", "", f"{here}to=break")
    if scene.view.tab == "ledger" and scene.view.card is not None:
        yield Move("write", "Next change of the value", "", "", f"{here}to=write")
        yield Move("write-back", "Previous change of the value", "", "", f"{here}to=write&back=1")


def _crossings(scene: Scene) -> Iterator[Move]:
    """Where lines part: to the next of them, to the one before; at the start of a line, out of it."""
    branch, lines = scene.branch, scene.lines
    if not scene.is_between:
        return
    here = [other for other in lines.partings(branch).get(scene.seq, ()) if other.head >= scene.seq]
    if not here:
        return
    order = [one.id for one, _ in lines.tree()]
    around = sorted([branch, *here], key=lambda one: order.index(one.id))
    at = around.index(branch)
    for name, other in (("line", around[(at + 1) % len(around)]), ("line-back", around[at - 1])):
        yield Move(name, f"To branch {other.name}", "", "", _same_place(scene, other))
    parent = next((one for one in here if one.id == branch.parent and scene.seq == branch.fork), None)
    if parent is not None:
        yield Move("leave", f"Leave for {parent.name}", "", "", _same_place(scene, parent))


def _same_place(scene: Scene, other: Branch) -> str:
    return scene.view.but(branch=other.name, card=None).href


def _steps(scene: Scene) -> tuple[Move, ...]:
    course, spot, depth = scene.course, scene.spot, scene.view.depth
    targets: tuple[tuple[str, str, str, str, Spot | None], ...] = (
        ("first", "First", "⇤", "Home", START if spot != START else None),
        ("turn-back", "Previous turn", "≪", "Shift+PgUp", course.phase(spot, False, turn=True)),
        ("phase-back", "Previous phase", "«", "PgUp", course.phase(spot, False)),
        ("choice-back", "Previous question", "◂◆", "Ctrl+←", course.question(spot, False)),
        ("back", "Back", "‹", "←", course.previous(spot, depth)),
        ("next", "Next", "›", "→", course.next(spot, depth)),
        ("choice", "Next question", "◆▸", "Ctrl+→", course.question(spot, True)),
        ("phase", "Next phase", "»", "PgDn", course.phase(spot, True)),
        ("turn", "Next turn", "≫", "Shift+PgDn", course.phase(spot, True, turn=True)),
        ("last", "Last", "⇥", "End", course.end if spot != course.end else None),
        ("event-back", "Previous event", "", "Shift+←", course.previous(spot, 4)),
        ("event", "Next event", "", "Shift+→", course.next(spot, 4)),
        ("timing", "Next timing", "", "", course.timing(spot, True)),
        ("timing-back", "Previous timing", "", "", course.timing(spot, False)),
        ("skip", "Next result", "", "", course.result(spot, depth, True)),
        ("skip-back", "Previous result", "", "", course.result(spot, depth, False)),
        ("cause", "To its cause", "", "[", course.cause(spot)),
        ("effect", "To what it caused", "", "]", course.effect(spot)),
        ("run", "Same clause again", "", "g", course.by_clause(spot, True)),
        ("run-back", "Same clause before", "", "Shift+g", course.by_clause(spot, False)),
    )
    return tuple(Move(name, label, glyph, key, scene.view.at(to)) for name, label, glyph, key, to in targets)


# the question


def _asking(scene: Scene) -> Asking | None:
    question, taken = scene.shown_question, scene.taken
    if question is None:
        return None
    chosen: tuple[str, ...] = ()
    if taken is not None:
        happened = scene.seen_event((scene.seq, 1))
        chosen = (
            scene.narrator.chosen(happened.event) if happened and isinstance(happened.event, Answered) else ()
        )
    ids = taken.chosen if taken is not None else ()
    real = scene.question.options if scene.question else ()
    labels = scene.narrator.options(question.options)
    alike = _alike(scene, question)
    selected = any(scene.view.card in _cards(one.id) for one in question.options)
    options = tuple(
        Choice(
            one.id, labels[at], one.clause, at < len(real) and real[at].id in ids,
            _cards(one.id), _skill(scene, one),
            one.id.startswith("tell ") or (selected and scene.view.card not in _cards(one.id)),
            alike[at], scene.clause(one.clause).gist,
            scene.narrator.option(one),
        )
        for at, one in enumerate(question.options)
    )  # fmt: skip
    return Asking(
        question.player, scene.clause(question.clause),
        scene.narrator.question(question),
        question.form, question.least, question.most, options, question.secret, chosen, taken is None,
        wants(question), _asks(scene, question),
    )  # fmt: skip


def _alike(scene: Scene, question: Question) -> list[int]:
    """For each action, how many there are that differ only in the copy of a card they are about."""
    names = Names(scene.state, {})
    looks = [
        f"{names.looks(one.id)} {scene.narrator.option(one)}" if question.window else one.id
        for one in question.options
    ]
    often = Counter(looks)
    return [often[look] if look not in looks[:at] else 0 for at, look in enumerate(looks)]


def _asks(scene: Scene, question: Question) -> str:
    """The text of the card that asks: its name stands before the question."""
    name, colon, _ = question.prompt.partition(": ")
    found = scene.pool.definitions.get(name) if colon else None
    return found.text if found else ""


def _cards(option: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\bc(\d+)\b", option)))


def _skill(scene: Scene, option: Option) -> str:
    """The text behind an option: of the ability that it names, or of the card that it uses."""
    cards = _cards(option.id)
    known = scene.state.cards.get(CardId(cards[0])) if len(cards) == 1 else None
    address = option.id.partition(f"c{cards[0]} ")[2] if cards else option.id
    if ability := scene.pool.abilities.get(address):
        return ability.text
    if known is None or not USES.match(option.id):
        return ""
    definition = scene.pool.definitions.get(known.name)
    return definition.text if definition else ""


def _rule(scene: Scene) -> RulePane:
    """The acting clause in its section: its parents, what is around it, and what refers to it."""
    number, book = scene.clause_of(scene.focus), scene.book
    if number not in book:
        return RulePane()
    at, links = book.order[number], book_links(book)
    above = ancestors(book, number)
    parents = {row.number for row in above}
    around = [row.number for row in book.rows[max(0, at - 6) : at + 9] if row.number not in parents]
    spots = scene.course.acts.get(number, [])
    return RulePane(
        tuple(scene.clause(row.number) for row in above), tuple(map(scene.clause, around)),
        tuple(map(scene.clause, book[number].cites)),
        tuple(map(scene.clause, links.cited_by.get(number, ()))),
        tuple((spot_text(spot), scene.view.at(spot)) for spot in spots[:MOMENTS]), len(spots),
        book[number].kind,
    )  # fmt: skip


_links: dict[str, tuple[Book, Links]] = {}


def book_links(book: Book) -> Links:
    """What leads from clause to clause in a book; worked out once."""
    known = _links.get(book.name)
    if known is None or known[0] is not book:
        known = _links[book.name] = book, links_of(book)
    return known[1]


def _chosen(scene: Scene) -> Chosen | None:
    """The selected card, as far as the seat may know it."""
    if scene.view.card is None or scene.view.card not in scene.seen.cards:
        return None
    card = card_named(scene, scene.view.card)
    definition = scene.pool.definitions.get(card.name)
    printed = definition.properties.items() if definition else ()
    return Chosen(
        card.id, scene.name(card), place(card.area), definition.text if definition else "",
        tuple((name, plain(value)) for name, value in printed), tuple(card_marks(scene, card)),
        scene.view.but(card=None).href,
    )  # fmt: skip
