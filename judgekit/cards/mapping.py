"""Which field of a list is what: proposed from names and values, shown, kept as TOML, reused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec
import tomli_w
from rapidfuzz import fuzz, process

from judgekit.cards.forms.rows import Rows
from judgekit.cards.model import BACK
from judgekit.cases.files.page import Page, Problem, WrongInput, guess, one_of, shown
from judgekit.games import NAMES, game
from judgekit.games.game import Game, PropertySpec

GENERAL = ("name", "number", "text", "id", "series", "rarity")
LEFT_OUT = ""
NAMED: dict[str, tuple[str, ...]] = {
    "name": ("name", "title", "card name", "nickname", "card title", "english name"),
    "number": ("number", "card number", "card no", "no", "nr", "code", "card code", "num", "collector number",
               "card num", "serial", "gm notes"),
    "text": ("text", "skills text", "skill text", "description", "effect", "effects", "card effect",
             "rules text", "card text", "ability text", "abilities", "ability",
             "oracle text", "skill", "rules"),
    "id": ("id", "uuid", "guid", "card id", "uid"),
    "series": ("set", "series", "set name", "set code", "expansion", "product", "booster"),
    "rarity": ("rarity", "rare"),
    "type": ("type", "card type", "kind", "category", "maintype"),
    "colors": ("color", "colors", "colour", "colours"),
    "traits": ("trait", "traits", "special trait", "special traits", "feature", "features"),
    "attributes": ("attribute", "attributes", "race", "races"),
    "era": ("era", "saga", "special era"),
    "characters": ("character", "characters", "character name"),
    "energy cost": ("energy", "energy cost", "cost", "total cost"),
    "specified cost": ("energy text", "specified cost", "color cost", "colour cost", "energy color"),
    "combo cost": ("combo energy", "combo cost"),
    "combo power": ("combo power",),
    "invasion icon": ("invasion icon", "invasion icon value", "invasion", "step"),
    "threat level": ("threat level", "threat"),
    "counter power": ("counter power", "counter"),
    "logic": ("logic", "logic icons"),
    "soul power": ("soul power", "soul"),
    "legendary": ("legendary", "legend"),
    "gate number": ("gate number", "gate no"),
    "starting zone": ("starting zone", "start zone"),
    "paradox rule": ("paradox rule",),
}  # fmt: skip
OWN = {"colors": ("colors", "colours", "colour")}  # what a game may call it
NOISE = frozenset((
    "skills", "skills back", "back skills", "image", "image url", "imagefile", "image file", "picture",
    "picurl", "meaning", "icons", "artist", "illustrator", "flavor", "flavour", "flavor text", "total",
    "tablerow", "side", "layout",
    "burst", "keyword", "keywords", "language", "lang", "limit", "memo", "price", "cmc", "manacost", "pt",
    "coloridentity", "upright",
))  # fmt: skip


class FieldMap(msgspec.Struct):
    """A field of the list -> what it is: `name`, `text`, a property of the game; empty: left out."""

    game: str
    form: str
    fields: dict[str, str]
    absent_text: str = "unknown"

    def toml(self) -> str:
        head = {"game": self.game, "form": self.form, "absent text": self.absent_text}
        return tomli_w.dumps(head | {"fields": self.fields})


class Shown(msgspec.Struct, frozen=True):
    """A field with what it is taken for and some of its values."""

    field: str
    target: str
    samples: tuple[str, ...]


def targets(of: Game) -> tuple[str, ...]:
    """Everything that a field may be in a game."""
    own = [spec.name for spec in of.properties]
    more = ["logic"] if "power logic" in own else []
    return tuple(dict.fromkeys([*GENERAL, *own, *more]))


def propose(rows: Rows, named: str = "") -> FieldMap:
    """A mapping for a list; if no game is named, the one that fits most fields and values."""
    if named and named.partition("/")[0] not in NAMES:
        raise WrongInput([Problem(rows.file, 1, "game", one_of(NAMES) + guess(named, NAMES), named)])
    tried = [_fitted(rows, game(one)) for one in ([named.partition("/")[0]] if named else NAMES)]
    best, score = max(tried, key=lambda one: one[1])
    rivals = [one for one, other in tried if other == score]
    if len(rivals) > 1 or (not named and score == 0):
        raise WrongInput([
            Problem(rows.file, 1, "game", f"a game: say --game, one of {', '.join(NAMES)}", "none")
        ])  # fmt: skip
    best.absent_text = _absent(rows, best)
    return best


def _fitted(rows: Rows, of: Game) -> tuple[FieldMap, float]:
    fields = _by_name(rows.keys, of)
    _by_values(rows, of, fields)
    found = FieldMap(of.name, rows.form, fields)
    own = {spec.name for spec in of.properties}
    values = _values(rows, next((key for key, to in fields.items() if to == "type"), ""))
    kinds = of.types
    fits = sum(choice(one, kinds) is not None for one in values) / len(values) if values else 0
    has_colour = any(to in ("colors", "colours", "colour") for to in fields.values())
    return found, 4 * fits + sum(to in own - {"number", "type"} for to in fields.values()) - 0.5 * has_colour


def _by_name(keys: Iterable[str], of: Game) -> dict[str, str]:
    known = _words_of(of)
    found: dict[str, str] = {}
    for certain in (True, False):
        for key in keys:
            if key in found:
                continue
            target = _named(plain(key), known, certain)
            if target is not None and (target == LEFT_OUT or target not in found.values()):
                found[key] = target
    return {key: found.get(key, LEFT_OUT) for key in keys}


def _words_of(of: Game) -> dict[str, str]:
    """Every word for every target of a game."""
    known: dict[str, str] = {}
    own = targets(of)
    for target in own:
        known.setdefault(plain(target), target)
    for general, words in NAMED.items():
        target = next((name for name in OWN.get(general, (general,)) if name in own), "")
        for word in words if target else ():
            known.setdefault(word, target)
    return known


def _named(key: str, known: Mapping[str, str], certain: bool) -> str | None:
    words = key.split()
    if {"back", "reverse", "awakened"} & set(words):
        front = _named(" ".join(w for w in words if w not in ("back", "reverse", "awakened")), known, certain)
        return None if front is None else (BACK + front if front else LEFT_OUT)
    if key in known:
        return known[key]
    if key in NOISE:
        return LEFT_OUT
    if certain:
        return None
    close = process.extractOne(key, list(known), scorer=fuzz.ratio, score_cutoff=86)
    return known[close[0]] if close else None


def _by_values(rows: Rows, of: Game, fields: dict[str, str]) -> None:
    """The type by its words, the text by its length, where no name said so."""
    free = [key for key, target in fields.items() if not target and plain(key) not in NOISE]
    kinds = of.types
    if "type" not in fields.values():
        for key in free:
            values = _values(rows, key)
            if values and all(choice(one, kinds) is not None for one in values):
                fields[key] = "type"
                break
    if "text" not in fields.values():
        long = [
            (sum(map(len, v)) / len(v), key) for key in free if (v := _values(rows, key)) and not fields[key]
        ]
        if long and max(long)[0] > 40:
            fields[max(long)[1]] = "text"


def _values(rows: Rows, key: str) -> list[str]:
    found = (row.fields.get(key) for row in rows.rows[:400])
    return [str(one) for one in found if isinstance(one, str | int) and str(one).strip()] if key else []


def _absent(rows: Rows, mapping: FieldMap) -> str:
    """If a list omits all empty fields, a missing text means no text; otherwise it is unknown."""
    text = next((key for key, target in mapping.fields.items() if target == "text"), None)
    if text is None or rows.form in ("octgn", "tts"):
        return "unknown"
    given = [row.fields[text] for row in rows.rows if text in row.fields]
    says_empty = any(one is None or not str(one).strip() for one in given)
    return "empty" if len(given) * 2 > len(rows.rows) and not says_empty else "unknown"


def plain(key: str) -> str:
    """`cardNumber`, `card_number` and `Card Number` are the same."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key)
    return " ".join(re.sub(r"[\W_]+", " ", spaced).lower().split())


def choice(value: str, choices: Iterable[str]) -> str | None:
    """One of the game's words: `LEADER`, `Leader Card` and `leader` are the same."""
    said = plain(value)
    for one in choices:
        if said in (one, f"{one} card", f"{one}s", f"{one} cards"):
            return one
    return None


def samples(mapping: FieldMap, rows: Rows) -> list[Shown]:
    """The mapping as shown to a person."""
    found = []
    for key, target in mapping.fields.items():
        values = [row.fields[key] for row in rows.rows if row.fields.get(key) not in (None, "", [])]
        told = dict.fromkeys(shown(one) for one in values[:40])
        found.append(Shown(key, target, tuple(list(told)[:3])))
    return found


def load(page: Page, rows: Rows) -> FieldMap:
    """A saved mapping; a field that the list lacks, or a target that the game lacks, is reported."""
    page.only(("game", "form", "absent text", "fields"), "the fields of a mapping")
    named = page.choice("game", NAMES, required=True)
    absent = page.choice("absent text", ("empty", "unknown"), "unknown")
    fields = page.inside("fields")
    known = targets(game(named)) if named else ()
    allowed = (LEFT_OUT, *known, *(BACK + one for one in known if not one.startswith(BACK)))
    found = {}
    for key in fields.data:
        target = fields.text(key)
        if key not in rows.keys:
            fields.tell((key,), "a field of the list" + guess(key, rows.keys), "a field that no row has")
        elif target not in allowed:
            fields.wrong((key,), one_of(known) + " (or nothing: left out)" + guess(target, known), target)
        found[key] = target
    if "name" not in found.values():
        page.missing(("fields",), 'a field that is the name, like title = "name"')
    page.finish()
    return FieldMap(named, rows.form, found, absent)


def spec_of(of: Game, name: str) -> PropertySpec | None:
    return next((spec for spec in of.properties if spec.name == name), None)
