"""One field that finds everything: clauses, cases, rulings, places of a log."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from judgekit.web.address import View, clause_href, ruling_href
from judgekit.web.answers import show, wants_json
from judgekit.web.desk import desk
from judgekit.web.rulings import listed

pages = Blueprint("searching", __name__)

LONGEST = 200
_PLACE = re.compile(r"e?(\d{1,7})\.(\d{1,5})|e(\d{1,7})")
_FIELD = re.compile(r'(clause|card|kind|game):("[^"]*"|\S+)')


class Found(msgspec.Struct, frozen=True):
    what: str  # "clause", "case", "ruling", "place"
    title: str
    text: str
    href: str
    about: str = ""


class Results(msgspec.Struct):
    q: str
    found: tuple[Found, ...]
    case: str = ""


@pages.get("/search")
def search_page() -> Response:
    """Clauses, cases and rulings by words, numbers (12.7.3), and places of a case (e120)."""
    words = request.args.get("q", "").strip()[:LONGEST].replace("\x00", "")
    case = request.args.get("case", "")
    found = tuple(everything(words, case)) if words else ()
    places = [one for one in found if one.what == "place"]
    if places and not wants_json():
        return redirect(places[0].href)
    return show("search.html", Results(words, found, case))


def everything(words: str, case: str = "") -> Iterator[Found]:
    fields = {key: value.strip('"') for key, value in _FIELD.findall(words)}
    plain = _FIELD.sub("", words).strip()
    yield from _places(plain, case)
    wanted = fields.get("clause") or " ".join(
        filter(None, [plain, fields.get("card", ""), fields.get("game", "")])
    )
    for hit in desk().shelf.search.find(wanted, limit=20) if wanted else ():
        above = " › ".join(title for _, title in hit.parents if title)
        href = clause_href(hit.book, hit.number, **({"case": case} if case else {}))
        href = href or f"/rules/{hit.book}/{hit.number}"
        yield Found("clause", f"{hit.book} {hit.number}", hit.title or hit.gist or hit.official, href, above)
    if "clause" in fields or not plain:
        return
    for one in listed(words=plain)[:10]:
        yield Found("ruling", one.question, one.answer, ruling_href(one.name), f"{one.game} {one.clause}")
    for found in desk().archive.cases():
        if plain.casefold() in found.name.casefold():
            yield Found("case", found.name, found.edition, f"/cases/{found.id}", found.created[:10])


def _places(words: str, case: str) -> Iterator[Found]:
    """`e120` or `e42.3` in the case that the reader comes from."""
    which, colon, name = case.partition(":")
    match = _PLACE.fullmatch(words)
    if match is None or not colon or not which.isdecimal() or (match[1] and not words.startswith("e")):
        return
    found = desk().archive.case(int(which))
    branch = found.branch(name)
    seq, event = int(match[1] or match[3]), int(match[2] or 0)
    if seq <= branch.head:
        yield Found(
            "place", words, f"{found.name}: {branch.name}", View(found.id, branch.name, (seq, event)).href
        )
