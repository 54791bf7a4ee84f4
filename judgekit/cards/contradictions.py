"""Fields that contradict the text or each other: a keyword that the text lacks, a cost in two places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from judgekit.cards.library import Library
from judgekit.cards.model import Face, Wording

_KEYWORD_FIELDS = ("burst", "awakening", "evolution", "revenge", "resonance", "base", "blocker", "critical")
_LISTS = ("skills", "keywords", "icons", "skills_back")
_NOTHING = ("", "-", "none", "null", "no", "false", "0")


class Contradiction(msgspec.Struct, frozen=True):
    card: int
    name: str
    field: str
    says: str
    but: str


def contradictions(library: Library, game: str, current: Mapping[int, Wording]) -> Iterator[Contradiction]:
    """What the rows of a library say twice, and differently."""
    rows: dict[int, Mapping[str, Any]] = {}
    for card, row in library.rows(
        "SELECT p.card, p.row FROM printings p JOIN cards c ON c.id = p.card WHERE c.game = ? "
        "ORDER BY p.id DESC", game,
    ):  # fmt: skip
        rows[card] = msgspec.json.decode(row)
    present = {key for row in rows.values() for key in row}
    for card, wording in current.items():
        row, front = rows.get(card, {}), wording.faces[0]
        found = [*_keywords(row, wording.faces, present), *_costs(row, front), *_colours(front)]
        yield from (Contradiction(card, wording.name, *one) for one in found)


def _keywords(
    row: Mapping[str, Any], faces: tuple[Face, ...], present: set[str]
) -> Iterator[tuple[str, str, str]]:
    """A field of its own for a keyword, against the icons at the beginning of the text's lines."""
    texts = "\n".join(face.text for face in faces)
    if any(face.state == "unknown" for face in faces):
        return
    for field in _KEYWORD_FIELDS:
        if field not in present:
            continue
        in_text = _in_text(field, texts)
        value = row.get(field)
        in_field = value is not None and str(value).strip().lower() not in _NOTHING
        if in_text and not in_field:
            yield field, "nothing", f"the text has [{in_text}]"
        elif in_field and not in_text:
            yield field, str(value), f"the text has no [{field.title()}]"
        elif in_field and in_text and _number(str(value)) not in ("", _number(in_text)):
            yield field, str(value), f"the text has [{in_text}]"
    for field in _LISTS:
        said = row.get(field)
        face = faces[1] if field.endswith("_back") and len(faces) > 1 else faces[0]
        for word in said if isinstance(said, list) else ():
            if isinstance(word, str) and face.text and not _has_word(word, face.original + face.text):
                yield field, word, "the text does not have it"


def _in_text(field: str, text: str) -> str:
    """The keyword as an ability of the card: it begins a line, or follows another icon."""
    found = re.search(rf"(?m)^(?:\[[^\]]*\]\s*)*\[({field}\b[^\]]*)\]", text, re.IGNORECASE)
    return found[1] if found else ""


def _has_word(word: str, text: str) -> bool:
    plain = re.sub(r"[^a-z0-9]", "", word.lower())
    return plain in re.sub(r"[^a-z0-9]", "", text.lower())


def _number(said: str) -> str:
    found = re.search(r"\d+|[IVX]+$", said)
    roman = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5"}
    return roman.get(found[0], found[0]) if found else ""


def _costs(row: Mapping[str, Any], face: Face) -> Iterator[tuple[str, str, str]]:
    """A number that is printed in two fields of the row."""
    cost, told = face.printed.get("energy cost"), str(row.get("energy_text") or "")
    lead = re.match(r"\d+", told)
    if cost is not None and lead and int(lead[0]) != cost:
        yield "energy_text", lead[0], f"the energy cost is {cost}"
    specified = face.printed.get("specified cost") or ()
    if cost is not None and len(specified) > cost:
        yield "energy_text", f"{len(specified)} colours", f"the energy cost is {cost}"


def _colours(face: Face) -> Iterator[tuple[str, str, str]]:
    """Colours that must be paid and that the card does not have."""
    own = set(face.printed.get("colours") or ())
    odd = [one for one in face.printed.get("specified cost") or () if own and one not in own]
    if odd:
        yield "specified cost", ", ".join(dict.fromkeys(odd)), f"the card is {', '.join(sorted(own))}"
