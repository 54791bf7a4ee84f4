"""Cards as printed, from a `[cards]` table: stats as the game's cards have them, texts compiled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from judgekit.cardtext.checks.soundness import names_of
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.interpret import NoMeaning
from judgekit.cardtext.model import Ability, Condition, Event, Filter, Target, Verb
from judgekit.cardtext.wording.abilities import wording
from judgekit.cases.files.lookup import CardLibrary, LookedUp
from judgekit.cases.files.page import Page, folded, guess, is_a, one_of
from judgekit.engine.abilities import Pool
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import UNKNOWN
from judgekit.games.game import Game, PrintedCard, PropertySpec

KINDS = frozenset().union(*(names_of(union) for union in (Verb, Event, Condition, Filter, Target)))
WRITTEN = 100_000  # characters of card texts in a file: those of two decks, several times over
NONE = "none"  # printed on this card, unlike on others of its type: no such number
FORMS = {"number": "a whole number", "word": "a text in quotes", "words": "a list of texts"}


OURS = (
    "text",
    "abilities",
    "refers",
    "library",
    "aliases",
    "wording",
)  # fields that are not printed on the card


def read_cards(page: Page, game: Game, library: CardLibrary | None = None) -> dict[str, PrintedCard]:
    """Every card of the page's `cards` table."""
    table = page.inside("cards")
    found = {}
    for name in table.data:
        if name == UNKNOWN or not name.strip():
            table.tell((name,), 'the name of a card ("?" is the unknown one)', f'"{name}"')
        elif not isinstance(table.data[name], dict):
            table.wrong((name,), "a table of what is printed on the card", table.data[name])
        else:
            found[name] = read_card(table.inside(name), name, game, library)
    return found


def read_aliases(page: Page) -> dict[str, str]:
    """What else a file calls its cards, such as their numbers."""
    table = page.inside("cards")
    found: dict[str, str] = {}
    for name in (one for one, card in table.data.items() if isinstance(card, dict)):
        for alias in table.inside(name).texts("aliases"):
            if found.setdefault(alias, name) != name or alias in table.data:
                table.tell((name, "aliases"), "a word that no other card of the file goes by", f'"{alias}"')
    return found


def read_card(page: Page, name: str, game: Game, library: CardLibrary | None = None) -> PrintedCard:
    """One card: its properties by name, and its text; the rest from a library, where it says so."""
    specs = {folded(spec.name): spec for spec in game.properties}
    base = _from_library(page, name, game, library)
    properties: dict[str, Any] = dict(base.properties)
    for key, value in page.data.items():
        spec = specs.get(folded(key))
        if spec is not None:
            properties[spec.name] = _property(page, key, value, spec)
        elif key not in OURS:
            names = [*(s.name for s in game.properties), "text", "abilities"]
            expected = f"something printed on a card: {', '.join(names)}"
            page.tell((key,), expected + guess(key, names), f'the field "{key}"')
    _check_type(page, properties, game)
    wording = page.text("wording", base.wording if "text" not in page.data else "")
    text = page.text("text", base.text)
    return PrintedCard(name, properties, text, _abilities(page, game), wording, _refers(page, base))


def _from_library(page: Page, name: str, game: Game, library: CardLibrary | None) -> PrintedCard:
    """The card from which `library = true` or `library = "BT9-001"` takes what is not given."""
    word = page.data.get("library", False)
    if word is False:
        return PrintedCard(name, {})
    if word is not True and not isinstance(word, str):
        page.wrong(("library",), "true, or a number or name of the library", word)
        return PrintedCard(name, {})
    found = library.look_up(game.name, name if word is True else word) if library else ()
    if len(found) != 1:
        page.tell(
            ("library",), "a card of your library" + meanings(found), f'"{name if word is True else word}"'
        )
        return PrintedCard(name, {})
    return found[0].card


def meanings(found: Sequence[LookedUp]) -> str:
    """What a word could mean, if it means several cards."""
    return f" (this is {len(found)} cards: {', '.join(map(str, found))}; name its number)" if found else ""


def _refers(page: Page, base: PrintedCard) -> tuple[tuple[str, str], ...]:
    """What the judge has said about words of the text that can mean several things."""
    given = page.data.get("refers", dict(base.refers))
    if not isinstance(given, dict) or not all(isinstance(one, str) for one in given.values()):
        page.wrong(("refers",), 'what a word of the text means: refers = { it = "this card" }', given)
        return ()
    return tuple(sorted(given.items()))


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
    """An ability needs words to be shown with: our standard ones, if it has none."""
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
    if spec.form == "number" and value == NONE:
        return None
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
    kinds = game.types
    kind = properties.get("type")
    kind = kind if kind in kinds or not kinds else None
    for spec in game.properties:
        fits = not spec.types or kind is None or kind in spec.types
        if spec.required and fits and spec.name not in properties:
            if spec.types and kind is None:
                continue  # the type is missing or wrong, and reported already
            page.missing((spec.name,), one_of(spec.choices) if spec.choices else FORMS[spec.form])
        elif not fits and spec.name in properties:
            page.tell(
                (_written(page, spec),), f"no {spec.name} on a {kind} (only on: {', '.join(spec.types)})",
                f"{properties[spec.name]!r}",
            )  # fmt: skip


def _written(page: Page, spec: PropertySpec) -> str:
    return next(key for key in page.data if folded(key) == folded(spec.name))


def compile_cards(page: Page, cards: Mapping[str, PrintedCard], game: Game, rules: Rulebook) -> Pool:
    """What the cards do. Our games leave words they cannot read to the judge; another may refuse them."""
    written = sum(len(card.text) for card in cards.values())
    if written > WRITTEN:
        page.tell(
            ("cards",), f"card texts of at most {WRITTEN:,} characters together", f"{written:,} of them"
        )
        return Pool()
    try:
        return game.playable(cards.values(), rules)
    except (CardTextError, NoMeaning, RecursionError) as error:
        if not _report_each(page, cards.values(), game, rules):
            page.tell(("cards",), "card texts that can be read together", str(error))
        return Pool()


def _report_each(page: Page, cards: Iterable[PrintedCard], game: Game, rules: Rulebook) -> bool:
    found = False
    for card in cards:
        try:
            game.playable([card], rules)
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
