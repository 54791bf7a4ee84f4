"""The library: cards of each game, what is read of them, and one card with everything about it."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.cards import samples
from judgekit.cards.finding import find
from judgekit.cards.importing import Proposal, bring, propose_from
from judgekit.cards.library import Library, UnknownCard, told_text
from judgekit.cards.mapping import Shown as Field
from judgekit.cards.mapping import samples as sampled
from judgekit.cards.model import Face, Imported, Printing, Wording, as_printed
from judgekit.cards.report import Report, report, unjudged, verdict_on
from judgekit.cards.sharing import SUFFIX, export, take
from judgekit.cases.errors import CaseError
from judgekit.cases.files.page import page_of
from judgekit.cases.rulings.folder import files
from judgekit.cases.store import catalogue
from judgekit.games import NAMES, UnknownGame
from judgekit.games import game as game_of
from judgekit.games.verdict import Verdict
from judgekit.known import titled
from judgekit.web.jobs import Report as Tell
from judgekit.web.jobs import Work, begun
from judgekit.web.responses import came_of, file_answer, json_answer, show
from judgekit.web.services import Desk, desk
from judgekit.web.urls import clause_href, whole

PAGE = 60
ROWS = 1500  # of a list that comes in while somebody waits
AT_ONCE = 25  # texts that a page works out while somebody waits
MOST_CASES = 200  # cases whose text is looked through for a card


class GameRow(msgspec.Struct, frozen=True):
    name: str
    title: str
    cards: int
    href: str
    has_sample: bool


class Shelves(msgspec.Struct):
    event: str  # whose library it is; nothing: the user's own
    library: str
    games: tuple[GameRow, ...]
    sources: tuple[dict[str, Any], ...]


class CardRow(msgspec.Struct, frozen=True):
    card: int
    name: str
    numbers: tuple[str, ...]
    type: str
    href: str


class CardList(msgspec.Struct):
    game: str
    title: str
    words: str
    total: int
    rows: tuple[CardRow, ...]
    earlier: str = ""
    later: str = ""


class Suggestion(msgspec.Struct, frozen=True):
    """A card that is meant, and the word to name it by."""

    word: str
    name: str
    number: str
    type: str


class Suggestions(msgspec.Struct):
    found: tuple[Suggestion, ...]


class FaceView(msgspec.Struct, frozen=True):
    name: str
    side: str
    values: tuple[tuple[str, str], ...]
    text: str
    original: str
    state: str
    mended: tuple[str, ...]
    verdict: str
    read: tuple[str, ...]
    missing: tuple[tuple[str, str], ...]
    open: tuple[tuple[str, tuple[str, ...]], ...] = ()  # words that can mean several things, and these
    unknown: tuple[str, ...] = ()  # fields of the list that tell nothing the game knows


class WordingView(msgspec.Struct, frozen=True):
    kind: str
    since: str
    until: str
    source: str
    hash: str
    text: str
    current: bool


class CardPage(msgspec.Struct):
    game: str
    title: str
    edition: str
    card: int
    name: str
    faces: tuple[FaceView, ...]
    wordings: tuple[WordingView, ...]
    printings: tuple[Printing, ...]
    clauses: tuple[tuple[str, str], ...]  # number, address
    rulings: tuple[tuple[str, str], ...]  # name, address
    cases: tuple[tuple[str, str], ...]
    table: str  # the address that puts it on a table


class ImportPage(msgspec.Struct):
    told: Imported
    fields: tuple[Field, ...]
    href: str
    mapping: str = ""  # as TOML, to be changed and given again


class ReportPage(msgspec.Struct):
    game: str
    title: str
    report: Report
    top_share: int


# the shelves


def library_page() -> Response:
    """Which cards there are, and how to add more."""
    counts = desk().library.games()
    there = {path.stem for path in samples.folder().glob("*.json")}
    rows = [
        GameRow(name, titled(name), counts.get(name, 0), f"/library/{name}", name in there) for name in NAMES
    ]
    event = desk().event
    whose = (event.name, event.library) if event and event.library else ("", "")
    return show("cards/library.html", Shelves(*whose, tuple(rows), tuple(desk().library.sources())))


def take_list() -> Response:
    """Import an uploaded card list: what came in, what was listed, what its fields are."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise CaseError("choose the list to import")
    name, data = upload.filename.replace("\\", "/").rpartition("/")[2][:120], upload.read()
    library, note = desk().library, request.form.get("note", "").strip()[:300]
    if name.endswith(SUFFIX):
        page = _imported(take(library, data, name))
    else:
        said = request.form.get("map", "").replace("\r\n", "\n").strip()
        given = page_of(said, "mapping") if said else None
        found = propose_from(data, name, request.form.get("game", ""), given)
        many = len(found.rows.rows)
        if many > ROWS:
            return begun(
                desk().jobs.start(f"Importing {name}", many, "/library", _bringing(desk(), found, note))
            )
        page = _imported(bring(library, found, note=note), found)
    return show("cards/imported.html", page)


def _imported(told: Imported, found: Proposal | None = None) -> ImportPage:
    fields = tuple(sampled(found.fields, found.rows)) if found else ()
    return ImportPage(told, fields, f"/library/{told.game}", found.fields.toml() if found else "")


def _bringing(where: Desk, found: Proposal, note: str) -> Work:
    """Import a long list in the background; if stopped before the end, nothing is imported."""

    path = where.library.path

    def work(tell: Tell) -> str:
        with Library(path) as library:
            told = bring(library, found, note=note, progress=lambda done, total: tell(done, total))
        page = _imported(told, found)
        where.findings.keep(("import", found.digest), page)
        return f"/library/imports/{found.digest}"

    return work


def imported_page(digest: str) -> Response:
    """What came in with a long list, and what was listed."""
    page = desk().findings.get(("import", digest), ImportPage)
    if page is None:
        raise UnknownCard("that import was long ago; the cards page has what came in")
    return show("cards/imported.html", page)


def take_sample() -> Response:
    """Add the invented cards of a game to the library."""
    wanted = known_game(request.form.get("game", ""))
    told = samples.take_sample(desk().library, wanted)
    return came_of(told, f"/library/{wanted}")


def known_game(name: str) -> str:
    if name not in NAMES:
        raise UnknownGame(f"there is no game {name!r}; judgekit has {', '.join(NAMES)}")
    return name


# the cards of a game


def cards_page(game: str) -> Response:
    """The cards of a game; with `q`, those that are found by name, number or text."""
    library, words = desk().library, request.args.get("q", "").strip()[:200]
    known_game(game)
    found = [hit.card for hit in find(library, game, words, 50)] if words else library.cards(game)
    first = whole(request.args.get("from", ""), 7)
    rows = tuple(_row(game, card) for card in found[first : first + PAGE])
    page = CardList(game, titled(game), words, len(found), rows)
    if first:
        page.earlier = f"/library/{game}?{urlencode({'q': words, 'from': max(0, first - PAGE)})}"
    if first + PAGE < len(found):
        page.later = f"/library/{game}?{urlencode({'q': words, 'from': first + PAGE})}"
    return show("cards/cards.html", page)


def _row(game: str, card: int) -> CardRow:
    library = desk().library
    front = library.wording(card).faces[0]
    numbers = tuple(library.numbers(card)[:4])
    return CardRow(card, front.name, numbers, str(front.printed.get("type", "")), f"/library/{game}/{card}")


def suggest() -> Response:
    """Cards for what is being typed, the best first."""
    name, words = request.args.get("game", ""), request.args.get("q", "")
    found = []
    for hit in find(desk().library, known_game(name), words, 8):
        number = hit.numbers[0] if hit.numbers else ""
        found.append(Suggestion(desk().library.calling(hit.card), hit.name, number, hit.type))
    return json_answer(Suggestions(tuple(found)))


def report_page(game: str) -> Response:
    """What is read of a game's cards: fully, partly, by hand; the most frequent sentences first."""
    waiting = unjudged(desk().library, known_game(game))
    if waiting > AT_ONCE:
        job = desk().jobs.start(
            f"Reading {titled(game)}", waiting, f"/library/{game}", _reading(desk(), game)
        )
        return begun(job)
    found = report(desk().library, game)
    return show("cards/report.html", ReportPage(game, titled(game), found, round(100 * found.top_share)))


def _reading(where: Desk, game: str) -> Work:
    """Work out what is read of a game's texts; if stopped before the end, the results so far stay."""

    path = where.library.path

    def work(tell: Tell) -> str:
        with Library(path) as library:
            report(library, game, lambda done, total: tell(done, total))
        return f"/library/{game}/report"

    return work


def library_file(game: str) -> Response:
    """The library of a game as a file to hand on; with its texts only where `texts=1` asks for them."""
    data = export(desk().library, known_game(game), request.args.get("texts") == "1")
    return file_answer(data, f"{game}{SUFFIX}", "application/gzip")


# one card


def card_page(game: str, card: int) -> Response:
    """A card: faces, wordings, what is read, and where it has been."""
    library = desk().library
    if library.game_of(card) != known_game(game):
        raise UnknownCard(f"card {card} is not one of {titled(game)}")
    wording = library.wording(card)
    edition = f"{game}/{next(iter(game_of(game).editions))}"
    kind = str(wording.faces[0].printed.get("type", ""))
    faces = tuple(_face(edition, face, kind, at) for at, face in enumerate(wording.faces))
    table = f"/positions/new?{urlencode({'game': game, 'card': library.calling(card)})}"
    return show(
        "cards/card.html",
        CardPage(
            game, titled(game), edition, card, wording.name, faces, _wordings(card, wording),
            tuple(library.printings(card)), _clauses(game, edition, wording), _rulings(game, wording.name),
            _cases(game, wording), table,
        ),
    )  # fmt: skip


def _face(edition: str, face: Face, kind: str, at: int) -> FaceView:
    verdict = verdict_on(edition, face, kind) if face.state == "known" and face.text else Verdict("read")
    word = verdict.verdict if face.text else {"unknown": "text unknown"}.get(face.state, "without text")
    values = tuple((key, _said(value)) for key, value in face.printed.items())
    missing = tuple((one.sentence, one.reason) for one in verdict.missing)
    return FaceView(
        face.name, "back" if at else "front", values, face.text, face.original, face.state, face.mended, word,
        verdict.paraphrase, missing,
        () if at else tuple(one.open_word for one in verdict.missing if one.open_word), face.unknown,
    )  # fmt: skip


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _wordings(card: int, current: Wording) -> tuple[WordingView, ...]:
    return tuple(
        WordingView(
            w.kind, w.since, w.until, w.source, w.hash, told_text(w.faces), w.id == current.id,
        )
        for w in desk().library.wordings(card)
    )  # fmt: skip


def _clauses(name: str, edition: str, wording: Wording) -> tuple[tuple[str, str], ...]:
    """The clauses that its abilities use."""
    of = game_of(name)
    pool = of.playable([as_printed(wording.faces, of)], of.rules(edition.partition("/")[2]))
    numbers = dict.fromkeys(one.clause for one in pool.abilities.values() if one.clause)
    return tuple((number, clause_href(edition, number)) for number in numbers)


def _rulings(name: str, card: str) -> tuple[tuple[str, str], ...]:
    """Worked rulings with a card of that name."""
    words = (f'[cards."{card}"]', f"[cards.{card}]")
    found = [path for path in files(name) if any(word in path.read_text("utf-8") for word in words)]
    return tuple((path.stem, f"/rulings/{name}/{quote(path.stem)}") for path in found)


def _cases(name: str, wording: Wording) -> tuple[tuple[str, str], ...]:
    """Cases that were begun with this card."""
    if not desk().database.exists():
        return ()
    own = [
        case for case, _ in reversed(catalogue.listed(desk().database)) if case.edition.startswith(f"{name}/")
    ]
    found = []
    for case in own[:MOST_CASES]:
        text = desk().archive.store.pinned(case.id).text
        if wording.hash in text or f'[cards."{wording.name}"]' in text or f"[cards.{wording.name}]" in text:
            found.append((f"{case.id}: {case.name}", f"/cases/{case.id}"))
    return tuple(found)
