"""A standing effect in card words: { on = "Knight", says = "gets +2 power", until = "turn" }.

Nobody has to invent the card that it came from. The words become an ability of a card that lies nowhere, and
the effect applies to the card it is about, like one that was made in play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.interpret.doing import LASTING
from judgekit.cardtext.model import Ability, Unread, walk
from judgekit.cases.files.page import Page
from judgekit.games.game import Game, PrintedCard

LASTS = "what goes on applying to a card, as a card text says it: “gets +2 power”, “cannot attack”"


def speaking_card(page: Page, game: Game, at: int, properties: Mapping[str, Any]) -> PrintedCard | None:
    """The card with the words of an entry of `effects`; none, and reported, if they cannot stand."""
    says = page.text("says", required=True, expected=LASTS)
    try:
        parsed = PrintedCard("", properties, sentence(says)).parsed(game.name.replace("-", "_"))
    except CardTextError as error:
        page.tell(("says",), LASTS, f'"{says}" ({error})')
        return None
    if why := _why_not(parsed):
        page.tell(("says",), LASTS, f'"{says}" ({why})')
        return None
    made = tuple(msgspec.structs.replace(one, kind="activated") for one in parsed)
    return PrintedCard(f"Effect {at + 1}: {says}", {"type": properties.get("type")}, abilities=made)


def sentence(says: str) -> str:
    """“+2 power” is what a card gets; “power becomes 2” and “its skills …” say what its own does; all else
    is said of “this card”."""
    words = says.strip().rstrip(".")
    if own := ITS_OWN.fullmatch(words):
        return f"This card's {own[1] or own[2]}."
    return f"This card {'gets ' if words.startswith(('+', '-', '−')) else ''}{words}."


ITS_OWN = re.compile(r"its\s+(.+)|(\w[\w ]*\sbecomes\s.+)", re.IGNORECASE)


def _why_not(parsed: tuple[Ability, ...]) -> str:
    for node in (node for one in parsed for node in walk(one)):
        if isinstance(node, Unread):
            return node.reason
    if not all(one.kind == "continuous" and one.keyword is None for one in parsed):
        return "that is done once, or only now and then"
    if not all(isinstance(verb, LASTING) for one in parsed for verb in one.body):
        return "that is done once"
    return "" if parsed and not any(one.conditions for one in parsed) else "that has a condition"
