"""What leaves judgekit: a page that steps offline, the case file, a test, a whole link."""

from __future__ import annotations

import base64
import binascii
import tempfile
import zlib
from pathlib import Path
from urllib.parse import quote

import msgspec
from flask import copy_current_request_context, g, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from judgekit import __version__, budget
from judgekit.cases.errors import CaseError, UnknownCase
from judgekit.cases.files.position import loads
from judgekit.cases.files.writer import moment
from judgekit.cases.play.answering import worded
from judgekit.cases.play.case import Place
from judgekit.cases.store import bundle
from judgekit.cases.store.store import Branch
from judgekit.engine.events import Answered
from judgekit.engine.machine import Line
from judgekit.engine.state import Player, State
from judgekit.narrate.places import START, Spot
from judgekit.web.app import STATIC
from judgekit.web.case.branches import Lines
from judgekit.web.case.new import LIMIT, Begun
from judgekit.web.case.page import standing, step_page
from judgekit.web.case.scene import Scene
from judgekit.web.case.views import scene_at
from judgekit.web.case.what_if import answers_in, follow
from judgekit.web.jobs import Report, Work, begun, few_at_once
from judgekit.web.responses import came_of, file_answer, led_to, show
from judgekit.web.services import desk
from judgekit.web.urls import View, spot_text

PLACES = 1500  # that an offline page carries
FEW = 300  # entries of a case whose page is made at once
LINK = 2000  # characters that a link may have
UNPACKED = 400_000  # bytes that a link may unfold to


class OfflinePart(msgspec.Struct, frozen=True):
    """A place as it is shown; its page is given by the numbers of its lines."""

    key: str  # its branch and its place, as an address has them
    at: str
    said: str
    clause: str
    lines: tuple[int, ...]


class OfflineCase(msgspec.Struct):
    """All places of a case; the lines that their pages are made of are there once."""

    lines: list[str] = []
    parts: list[OfflinePart] = []
    branches: list[tuple[str, list[int]]] = []


class OfflineFile(msgspec.Struct, frozen=True):
    """A page that steps offline, already made."""

    text: str
    name: str


def offline(case: int, branch: str, place: str) -> Response:
    """One file that steps without a server: the whole case, all branches, each place as shown here.

    For a long case it is made in the background, and is here when it is done.
    """
    scene = scene_at(case, branch, place)
    heads = tuple((line.id, line.head) for line, _ in scene.lines.tree())
    key = ("offline", heads, scene.lines.version, scene.view.seat, scene.view.href)
    found = desk().findings.take(key, OfflineFile)  # fetched once: whoever asks later has the notes of then
    if found is None and sum(head for _, head in heads) > FEW:
        work = _making(scene, key, request.full_path.rstrip("?"))
        return begun(desk().jobs.start("Making a page that steps offline", PLACES, scene.view.href, work))
    found = found or _few_made(scene)
    return file_answer(found.text, found.name, "text/html; charset=utf-8")


def _making(scene: Scene, key: tuple[object, ...], address: str) -> Work:
    """Made in its own thread, for the visitor who asked; if stopped before the end, nothing is kept."""
    here, asked = desk(), {name: g.get(name) for name in g}

    @copy_current_request_context
    def work(tell: Report) -> str:
        for name, value in asked.items():
            setattr(g, name, value)
        try:
            here.findings.keep(key, _made(scene, tell))
        finally:
            scene.case.store.close()
        return address

    return work


def _made(scene: Scene, tell: Report | None = None) -> OfflineFile:
    whole, many = _whole_case(scene, tell)
    pack = zlib.compress(msgspec.json.encode(whole), 9)
    text = render_template(
        "case/offline.html", page=step_page(scene), pack=base64.b64encode(pack).decode(),
        count=len(whole.parts), many=many, most=PLACES, start=_key(scene.view), branch=scene.branch.name,
        style=_static("judgekit.css") + _static("case.css"), script=_static("offline.js"),
    )  # fmt: skip
    return OfflineFile(text, f"{scene.case.title}-{scene.view.place}.html")


_few_made = few_at_once(_made)


def _key(view: View) -> str:
    return f"{view.root.rpartition('/')[2]}/{view.place}"


def _whole_case(scene: Scene, tell: Report | None) -> tuple[OfflineCase, int]:
    """What an offline page carries, and the number of places: only the nearest of a very long case."""
    spots = {branch.id: _spots(scene, branch) for branch, _ in scene.lines.tree()}
    many = sum(map(len, spots.values()))
    if many > PLACES:
        spots = {scene.branch.id: _around(scene, spots[scene.branch.id])}
    found, known, lines = OfflineCase([], [], []), dict[tuple[int, Spot], int](), dict[str, int]()
    for branch, _ in scene.lines.tree():
        if branch.id in spots:
            own = []
            for spot in spots[branch.id]:
                budget.ask()
                own.append(_placed(scene, branch, spot, found, known, lines))
                if tell is not None:
                    tell(len(found.parts), min(many, PLACES), f"{branch.name}, {spot_text(spot)}")
            found.branches.append((branch.name, own))
    found.lines = list(lines)
    return found, many


def _spots(scene: Scene, branch: Branch) -> list[Spot]:
    """The places of a branch at the view's depth; if it diverged, only those that are fact."""
    verdict = standing(scene.case, branch)
    upto = branch.head if verdict is None or verdict.is_fact else verdict.at
    stops = desk().courses.of(scene.case, branch).stops[scene.view.depth]
    own = [scene.spot] if branch.id == scene.branch.id else []
    return sorted({*own, *(spot for spot in stops if spot[0] < upto or spot == START)})


def _around(scene: Scene, spots: list[Spot]) -> list[Spot]:
    first = max(0, min(spots.index(scene.spot) - PLACES // 2, len(spots) - PLACES))
    return spots[first : first + PLACES]


def _placed(
    scene: Scene, branch: Branch, spot: Spot, found: OfflineCase, known: dict[tuple[int, Spot], int],
    lines: dict[str, int],
) -> int:  # fmt: skip
    """The number of a place; one that a branch shares with its parent is there once."""
    shared = known.get((branch.parent or 0, spot)) if spot[0] < branch.fork else None
    if shared is None:
        found.parts.append(_part(scene, branch, spot, lines))
        shared = len(found.parts) - 1
    known[branch.id, spot] = shared
    return shared


def _part(scene: Scene, branch: Branch, spot: Spot, lines: dict[str, int]) -> OfflinePart:
    view = scene.view.but(branch=branch.name, spot=spot, card=None)
    there = Scene(scene.case, branch, desk().courses.of(scene.case, branch), view)
    page = step_page(there, with_log=False)
    body = render_template("case/fragment.html", page=page, offline=True)
    numbers = tuple(lines.setdefault(line, len(lines)) for line in body.split("\n"))
    return OfflinePart(_key(there.view), page.at, page.said, page.acting.number, numbers)


def _static(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


def case_file(case: int) -> Response:
    """The case as one file, all its lines, hashed."""
    found = desk().archive.case(case)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.judgekit"
        bundle.export(found, path)
        return file_answer(path.read_bytes(), f"{found.title}.judgekit", "application/x-ndjson")


def position_file(case: int, branch: str, place: str) -> Response:
    """This moment as a position file; it contains every card, so only the judge may have it."""
    scene = _whole_table(scene_at(case, branch, place))
    text = moment(scene.case, scene.branch, _whole(scene))
    return file_answer(text, f"{scene.case.title}-{scene.view.place}.toml", "application/toml")


def edit_moment(case: int, branch: str, place: str) -> Response:
    """This moment in the board editor, to be changed and opened as another case."""
    from judgekit.web.editor.views import edit_text

    scene = _whole_table(scene_at(case, branch, place))
    if request.args.get("keep"):
        if scene.case.pinned.kind != "position":
            raise CaseError("only a case that began with a position can be changed and answered again")
        return edit_text(scene.case.text, f"{scene.case.id}:{scene.branch.name}")
    return edit_text(moment(scene.case, scene.branch, _whole(scene)))


def _whole_table(scene: Scene) -> Scene:
    """What shows the whole table is not for the eyes of a seat."""
    if scene.view.seat != "judge":
        raise CaseError(
            "this shows every card, also what this seat may not see; take it from the judge's view"
        )
    return scene


def _whole(scene: Scene) -> Place:
    scene.must_be_between()
    return Place(scene.seq)


# a test


def test_file(case: int, branch: str, place: str) -> Response:
    """A pytest file that pins this moment: the position, the answers, and what must come of them."""
    scene = _whole_table(scene_at(case, branch, place))
    if scene.case.pinned.kind != "position":
        raise CaseError("only a case that began with a position can be pinned by a test")
    text = render_template(
        "case/pinned.py.txt", name=scene.case.name, place=scene.view.place, version=__version__,
        edition=scene.edition, position=scene.case.text,
        readings=scene.case.chosen(scene.branch), answers=_answers(scene),
        entries=_whole(scene).seq, frames=[frame.at for frame in scene.state.frames],
        clauses=_cited(scene), areas=_areas(scene.state),
        numbers=dict(sorted(scene.state.numbers.items())),
    )  # fmt: skip
    return file_answer(
        text, f"test_case_{scene.case.id}_{scene.view.place}.py", "text/x-python; charset=utf-8"
    )


def _answers(scene: Scene) -> list[tuple[str, ...]]:
    """The answers so far in words; by their ids, where the rules of today no longer ask for them."""
    given = [answer.chosen for answer in answers_in(scene.course.entries[: _whole(scene).seq])]
    place = loads(scene.case.text)
    line = Line(place.rules, place.pool, place.state, scene.case.readings(scene.branch))
    said = [words for _, words in worded(line, given, place.labels, place.game, LIMIT)]
    return [*said, *given[len(said) :]]


def _cited(scene: Scene) -> list[str]:
    """The clauses of the last entry: what this moment is about."""
    entry = scene.course.entry(scene.spot)
    if entry is None:
        return []
    return list(dict.fromkeys([*entry.path, *(clause for h in entry.events for clause in h.path)]))


def _areas(state: State) -> dict[str, list[int]]:
    return {str(where): list(map(int, pile)) for where, pile in sorted(state.areas.items()) if pile}


# a link with everything in it


class Packed(msgspec.Struct):
    """A position with its answers, small enough for an address."""

    text: str
    name: str
    answers: list[list[str]]
    players: list[str]
    place: list[int]
    query: dict[str, str] = {}


class LinkPage(msgspec.Struct):
    """Addresses of what is seen: on this judgekit, and, if it is small enough, on any."""

    short: str
    whole: str
    too_long: bool
    length: int
    back: str


class PackedPage(msgspec.Struct):
    code: str
    name: str
    text: str
    answers: int


def permalink(case: int, branch: str, place: str) -> Response:
    """An address that opens exactly this, also where nobody has seen the case."""
    scene = scene_at(case, branch, place)
    short, whole = scene.view.href, ""
    if scene.case.pinned.kind == "position" and scene.view.seat == "judge":
        whole = _pack(scene)
    is_long = len(whole) > LINK
    return show("case/link.html", LinkPage(short, "" if is_long else whole, is_long, len(whole), short))


def _pack(scene: Scene) -> str:
    answers = answers_in(scene.course.entries)
    packed = Packed(
        scene.case.text, scene.case.name, [list(a.chosen) for a in answers],
        [str(a.player) for a in answers], list(scene.spot), scene.view.query,
    )  # fmt: skip
    deflated = zlib.compress(msgspec.msgpack.encode(packed), 9)
    return "/p/z~" + base64.urlsafe_b64encode(deflated).decode().rstrip("=")


def _unpack(code: str) -> Packed:
    body = code.removeprefix("z~")
    try:
        data = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        inflate = zlib.decompressobj()
        raw = inflate.decompress(data, UNPACKED)
        if inflate.unconsumed_tail:
            raise CaseError("that link unpacks to more than a position can hold")
        return msgspec.msgpack.decode(raw, type=Packed)
    except (zlib.error, binascii.Error, ValueError, msgspec.MsgspecError):
        raise CaseError("that link is damaged or cut off; ask for it again") from None


def long_address(game: str, edition: str, position: str) -> Response:
    """An address that also says the game and the edition: leads to a case by its number (`l` its line, `e`
    the place), or to what a whole link carries."""
    if position.startswith("z~"):
        return led_to(f"/p/{quote(position, safe='~')}")
    if not position.isascii() or not position.isdecimal() or len(position) > 9:
        raise UnknownCase(f"{position!r} is neither the number of a case nor a link that contains one")
    case = desk().archive.case(int(position))
    if case.edition != f"{game}/{edition}":
        raise UnknownCase(f"case {case.id} is of {case.edition}, not of {game}/{edition}")
    branch = case.branch(request.args["l"]) if request.args.get("l") else Lines(case).first
    place = request.args.get("e") or str(branch.head)
    return led_to(View.read(case.id, branch.name, place, request.args).href)


def packed_page(code: str) -> Response:
    """What a link carries, before it becomes a case here."""
    found = _unpack(code)
    return show("case/packed.html", PackedPage(code, found.name, found.text, len(found.answers)))


def open_packed(code: str) -> Response:
    """Make a case of what a link carries, and go to the place it names."""
    found = _unpack(code)
    case = desk().archive.create("position", found.text, found.name[:120] or "from a link")
    answers = [
        Answered(Player(who), "", tuple(chosen))
        for who, chosen in zip(found.players, found.answers, strict=False)
    ]
    follow(case.sit(), answers)
    branch = case.branch()
    seq, event = (*found.place, 0, 0)[:2]
    spot = (seq, event) if 0 <= seq < branch.head and event >= 0 else (branch.head, 0)
    view = View.read(case.id, branch.name, f"{spot[0]}.{spot[1]}", MultiDict(found.query))
    address = view.href
    return came_of(Begun(case.id, address), address, 201)
