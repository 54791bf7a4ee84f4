"""Cards as printed, from a `[cards]` table: stats as the game's cards have them, texts compiled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from judgekit.cardtext.checks.soundness import names_of
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.interpret import NoMeaning
from judgekit.cardtext.model import Ability, Condition, Event, Filter, Target, Verb
from judgekit.cardtext.wording.abilities import wording
from judgekit.cases.files.page import Page, folded, guess, is_a, one_of
from judgekit.engine.abilities import Pool
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import UNKNOWN
from judgekit.games.game import Game, PrintedCard, PropertySpec

KINDS = frozenset().union(*(names_of(union) for union in (Verb, Event, Condition, Filter, Target)))
FORMS = {"number": "a whole number", "word": "a text in quotes", "words": "a list of texts"}


def read_cards(page: Page, game: Game) -> dict[str, PrintedCard]:
    """Every card of the page's `cards` table."""
    table = page.inside("cards")
    found = {}
    for name in table.data:
        if name == UNKNOWN or not name.strip():
            table.tell((name,), 'the name of a card ("?" is the unknown one)', f'"{name}"')
        elif not isinstance(table.data[name], dict):
            table.wrong((name,), "a table of what is printed on the card", table.data[name])
        else:
            found[name] = read_card(table.inside(name), name, game)
    return found


def read_card(page: Page, name: str, game: Game) -> PrintedCard:
    """One card: its properties by name, and its text."""
    specs = {folded(spec.name): spec for spec in game.properties}
    properties: dict[str, Any] = {}
    for key, value in page.data.items():
        spec = specs.get(folded(key))
        if spec is not None:
            properties[spec.name] = _property(page, key, value, spec)
        elif key not in ("text", "abilities"):
            names = [*(s.name for s in game.properties), "text", "abilities"]
            expected = f"something printed on a card: {', '.join(names)}"
            page.tell((key,), expected + guess(key, names), f'the field "{key}"')
    _check_type(page, properties, game)
    return PrintedCard(name, properties, page.text("text"), _abilities(page, game))


def _abilities(page: Page, game: Game) -> tuple[Ability, ...]:
    """Abilities given as data, where no text would do."""
    if "abilities" not in page.data:
        return ()
    try:
        found = msgspec.convert(page.data["abilities"], type=tuple[Ability, ...])
    except msgspec.ValidationError as error:
        page.tell(
            ("abilities",), "abilities as data (`judgekit card check TEXT --json` shows some)", _told(error)
        )
        return ()
    return tuple(_with_words(one, game.name.replace("-", "_")) for one in found)


def _told(error: msgspec.ValidationError) -> str:
    """What is wrong and where in the list; for a misspelt kind of part, the nearest one."""
    told = str(error)
    wrong = re.search(r"Invalid value '(.*)' - at `.*\.is`", told)
    return told + (guess(wrong[1], KINDS) if wrong else "")


def _with_words(ability: Ability, language: str) -> Ability:
    """An ability needs some words to be shown by: our standard ones, if it has none."""
    if ability.text:
        return ability
    try:
        return msgspec.structs.replace(ability, text=wording(ability, language))
    except (KeyError, TypeError):  # no words for this game, or for this ability
        return msgspec.structs.replace(ability, text=f"(an ability given as data: {ability.kind})")


def _property(page: Page, key: str, value: Any, spec: PropertySpec) -> Any:
    if spec.form == "words":
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            page.wrong((key,), FORMS["words"], value)
            return ()
        return tuple(_word(page, key, one, spec) for one in given)
    if not is_a(value, int if spec.form == "number" else str):
        page.wrong((key,), FORMS[spec.form], value)
        return None
    return _word(page, key, value, spec)


def _word(page: Page, key: str, value: Any, spec: PropertySpec) -> Any:
    """A value among the choices, as the game spells it."""
    if not spec.choices:
        return value
    known = {folded(choice): choice for choice in spec.choices}
    if folded(str(value)) not in known:
        page.wrong((key,), one_of(spec.choices) + guess(str(value), spec.choices), value)
        return value
    return value if spec.form == "number" else known[folded(str(value))]


def _check_type(page: Page, properties: Mapping[str, Any], game: Game) -> None:
    """A card has what its type has, and nothing of other types."""
    kinds = next((spec.choices for spec in game.properties if spec.name == "type"), ())
    kind = properties.get("type")
    kind = kind if kind in kinds or not kinds else None
    for spec in game.properties:
        fits = not spec.types or kind is None or kind in spec.types
        if spec.required and fits and spec.name not in properties:
            if spec.types and kind is None:
                continue  # the type is missing or wrong, and reported already
            page.missing((spec.name,), _expected(spec))
        elif not fits and spec.name in properties:
            page.tell(
                (_written(page, spec),), f"no {spec.name} on a {kind} (only on: {', '.join(spec.types)})",
                f"{properties[spec.name]!r}",
            )  # fmt: skip


def _expected(spec: PropertySpec) -> str:
    return one_of(spec.choices) if spec.choices else FORMS[spec.form]


def _written(page: Page, spec: PropertySpec) -> str:
    return next(key for key in page.data if folded(key) == folded(spec.name))


def compile_cards(page: Page, cards: Mapping[str, PrintedCard], game: Game, rules: Rulebook) -> Pool:
    """What the cards do; every text that cannot be read, or means nothing in the game, is reported."""
    try:
        return game.compile(cards.values(), rules)
    except (CardTextError, NoMeaning, RecursionError) as error:
        if not _report_each(page, cards.values(), game, rules):
            page.tell(("cards",), "card texts that can be read together", str(error))
        return Pool()


def _report_each(page: Page, cards: Iterable[PrintedCard], game: Game, rules: Rulebook) -> bool:
    found = False
    for card in cards:
        try:
            game.compile([card], rules)
        except CardTextError as error:
            found = True
            page.tell(("cards", card.name, "text"), "a text that can be read", str(error))
        except RecursionError:
            found = True
            came = f"one of {len(card.text)} signs"
            page.tell(("cards", card.name, "text"), "a text that a card has room for", came)
        except NoMeaning as error:
            found = True
            given = "abilities" if card.abilities else "text"
            page.tell(("cards", card.name, given), f"what means something in {game.title}", str(error))
    return found
