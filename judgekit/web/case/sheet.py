"""The ruling sheet: one page to hand over. What is filled in is kept, version by version."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from urllib.parse import urlencode

import msgspec
import segno
from flask import request
from markupsafe import Markup
from werkzeug.wrappers import Response

from judgekit import __version__
from judgekit.cases.errors import CaseError, UnknownCase
from judgekit.cases.store import labels, profiles, remarks, signing
from judgekit.narrate.said import said
from judgekit.web.case.board import BY_HAND, AreaView, BoardView, CardView, SideView, board_of
from judgekit.web.case.inspector import WhyLink, why_of
from judgekit.web.case.log import just_happened
from judgekit.web.case.page import Trust, trust_of
from judgekit.web.case.scene import Scene
from judgekit.web.case.views import scene_at
from judgekit.web.case.wordings import Wording, wordings_of
from judgekit.web.responses import came_of, led_to, show
from judgekit.web.services import desk
from judgekit.web.urls import View, whole

FIELDS = (
    "title", "event", "table", "time", "judge", "agreed", "disputed", "question", "answer", "alternatives",
    "backup", "appeal",
)  # fmt: skip
LONGEST = 2000  # characters of a box
QUOTED = 180  # characters of an official clause on a sheet; a gist is short enough
STEPS = 9  # of the chain that a page has room for


class Step(msgspec.Struct, frozen=True):
    """A link of the chain, with its clause quoted: the official sentence if present, else our gist."""

    link: WhyLink
    quoted: str
    is_official: bool


class Version(msgspec.Struct, frozen=True):
    """A saved version of a sheet."""

    number: int
    created: str
    judge: str
    href: str


class Small(msgspec.Struct, frozen=True):
    """An area on the sheet: what lies in it, equal cards listed once with their count."""

    title: str
    count: int
    cards: tuple[tuple[str, int, bool], ...]  # a card with its marks, how many of it, whether they rest
    unseen: int  # cards that nobody knows, or that the page leaves out


class SmallSide(msgspec.Struct, frozen=True):
    player: str
    is_turn: bool
    numbers: tuple[tuple[str, str], ...]
    areas: tuple[Small, ...]


class Sheet(msgspec.Struct):
    """One page to hand over: facts, question, answer, steps with clauses, and what it rests on."""

    case: int
    name: str
    branch: str
    at: str
    trust: Trust
    said: str
    steps: tuple[Step, ...]
    left_out: int  # steps that the page has no room for
    process: tuple[tuple[str, str], ...]
    table: tuple[SmallSide, ...]
    cards: tuple[Wording, ...]  # those that decide, as printed
    more_cards: int  # that the page has no room for
    by_hand: tuple[tuple[str, str], ...]  # a card, and its words that the judge carries out
    fields: dict[str, str]
    head: str
    signature: str  # of the head; none while signing is off
    code: str  # short enough to be said over a table
    link: str  # the whole address behind the picture
    picture: str  # of the link, as SVG
    asked: dict[str, str]  # what the form must send along
    href: str
    versions: tuple[Version, ...]
    shown: int  # of them; 0: none is kept yet
    judges: tuple[str, ...]
    version: str


def sheet(case: int, branch: str, place: str) -> Response:
    """A ruling sheet for this place, ready to print: the last version that was kept, or `version` of them."""
    scene = scene_at(case, branch, place)
    kept = _kept(scene)
    number = _number(request.args.get("version", ""), len(kept))
    fields = dict(kept[number - 1].fields) if number else _first(scene)
    fields |= {name: request.args[name][:LONGEST] for name in FIELDS if name in request.args}
    code = kept[number - 1].code if number else _code(scene)
    link = request.host_url.rstrip("/") + (f"/s/{code}" if number else scene.view.href)
    head = scene.case.store.record(scene.branch).hex()
    chain = why_of(scene)
    return show(
        "case/sheet.html",
        Sheet(
            case, scene.case.title, scene.branch.name, scene.view.place,
            trust_of(scene), just_happened(scene),
            tuple(_steps(scene, chain[:STEPS])), max(0, len(chain) - STEPS),
            tuple((frame.at, scene.title(frame.at)) for frame in scene.state.frames), _small(board_of(scene)),
            *wordings_of(scene, chain), scene.by_hand, {name: fields.get(name, "") for name in FIELDS},
            head, signing.signature(scene.case.store.path.parent, head), code, link, _picture(link),
            scene.view.query, scene.view.href, tuple(_versions(scene, kept)), number, _judges(scene),
            __version__,
        ),
    )  # fmt: skip


def keep_sheet(case: int, branch: str, place: str) -> Response:
    """Keep what is filled in as the next version of the sheet at this place."""
    scene = scene_at(case, branch, place)
    if scene.view.seat != "judge":
        raise CaseError("sheets are the judge’s; take the judge's view")
    fields = {name: request.form.get(name, "").strip()[:LONGEST] for name in FIELDS}
    kept = _kept(scene)
    if not any(fields.values()):
        raise CaseError("a sheet needs some words: fill in a box")
    code = kept[0].code if kept else _code(scene)
    if not kept or kept[-1].fields != fields:
        remarks.sheet(scene.case, scene.branch.id, scene.view.place, code, fields)
    address = f"{scene.view.here}/sheet{scene.view.asked}"
    return came_of({"href": address, "code": code}, address, 201)


def short(code: str) -> Response:
    """The sheet that a code on paper stands for."""
    with desk().archive.store.reading() as connection:
        found = remarks.sheet_of_code(connection, code.strip().lower())
    if found is None:
        raise UnknownCase(
            f"no sheet here has the code {code[:20]!r}; a code stands on each sheet that was kept"
        )
    case, number, at = found
    branch = next(one.name for one in desk().archive.case(case).branches() if one.id == number)
    return led_to(f"{View(case, branch).root}/{at}/sheet")


def _kept(scene: Scene) -> list[remarks.SheetLine]:
    """The versions of this place; only for the judge."""
    if scene.view.seat != "judge":
        return []
    return remarks.sheets(scene.case, scene.branch.id, scene.view.place)


def _number(asked: str, many: int) -> int:
    number = whole(asked, 4, many)
    if number > many or (asked and not number):
        raise UnknownCase(f"this sheet has {many} versions" if many else "no version of this sheet is kept")
    return number


def _versions(scene: Scene, kept: list[remarks.SheetLine]) -> list[Version]:
    here = f"{scene.view.here}/sheet?"
    return [
        Version(at, one.created[:16].replace("T", " "), one.fields.get("judge", ""),
                here + urlencode({**scene.view.query, "version": at}))
        for at, one in enumerate(kept, 1)
    ]  # fmt: skip


def _first(scene: Scene) -> dict[str, str]:
    """What is known before anybody fills anything in."""
    label = labels.label_of(scene.case.store, scene.case.id)
    judges = _judges(scene)
    return {"event": label.event, "judge": judges[0] if len(judges) == 1 else ""}


def _judges(scene: Scene) -> tuple[str, ...]:
    event = labels.label_of(scene.case.store, scene.case.id).event
    found = profiles.events(desk().database).get(event)
    return found.judges if found else ()


def _small(board: BoardView) -> tuple[SmallSide, ...]:
    """The table in a few lines: both sides, and what lies between them."""
    waits = Counter(f"{one.player}: {one.card}" for one in board.standby)
    between = [_small_area(one) for one in board.shared if one.count]
    if waits:
        told = tuple((name, many, False) for name, many in waits.items())
        between.append(Small("Standby", len(board.standby), told, 0))
    middle = SmallSide("", False, tuple((n.title, n.value) for n in board.numbers), tuple(between))
    sides = (_small_side(board.far), middle, _small_side(board.near))
    return tuple(one for one in sides if one.areas or one.numbers)


def _small_side(side: SideView) -> SmallSide:
    numbers = tuple((n.title, n.value) for n in side.numbers)
    return SmallSide(
        side.player, side.is_turn, numbers, tuple(_small_area(one) for one in side.areas if one.count)
    )


def _small_area(area: AreaView) -> Small:
    known = [card for card in area.cards if card.face in ("up", "down")]
    told = Counter((_told(card, area.lies == "place"), card.rested) for card in known)
    cards = tuple((name, many, rested) for (name, rested), many in told.items())
    return Small(area.title, area.count, cards, area.count - len(known))


def _told(card: CardView, with_numbers: bool) -> str:
    numbers = [f"{one.value}" for one in card.worth if one.key][:1] if with_numbers else []
    below = [said("under it", n=len(card.under))] if card.under else []
    marks = (mark for mark in card.marks if mark not in BY_HAND)  # these have a section of their own
    return ", ".join([" ".join([card.name, *numbers]), *marks, *below])


def _steps(scene: Scene, chain: Sequence[WhyLink]) -> Iterator[Step]:
    """A clause is quoted where it first appears."""
    quoted = set[str]()
    for link in chain:
        step = _step(scene, link)
        yield step if link.clause.number not in quoted else msgspec.structs.replace(step, quoted="")
        quoted.add(link.clause.number)


def _step(scene: Scene, link: WhyLink) -> Step:
    official = desk().shelf.store.sentence(scene.edition, link.clause.number) if link.clause.number else ""
    text = official or link.clause.gist
    is_whole = not official or len(text) <= QUOTED
    cut = text if is_whole else text[:QUOTED].rsplit(" ", 1)[0] + " …"
    return Step(link, cut, bool(official))


def _code(scene: Scene) -> str:
    """Eight characters that stand for this place of this exact log."""
    seed = scene.case.store.record(scene.branch) + f"{scene.case.id} {scene.view.place}".encode()
    mark = blake2b(seed, digest_size=4).hexdigest()
    return f"{mark[:4]}-{mark[4:]}"


def _picture(link: str) -> str:
    """A link for a phone's camera; as part of a page."""
    if len(link) > 400:
        return ""
    return Markup(segno.make(link, error="m", micro=False).svg_inline(border=2, svgclass="qr", omitsize=True))  # noqa: S704
