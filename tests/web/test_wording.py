"""Signs of the log, said as a judge says them."""

from __future__ import annotations

from typing import Any

import pytest

from judgekit.book.model import Book
from judgekit.cases.rulings.ruling import files, load
from judgekit.engine.abilities import Ability, Definition, Pool
from judgekit.games import game
from judgekit.known import GAMES
from judgekit.narrate.events import deed
from judgekit.narrate.signs import Wording
from judgekit.web.rulings.views import told_event
from tests.web.table import Visitor


def wording(name: str, *addresses: str) -> Wording:
    found = game(name)
    abilities: dict[str, list[Ability]] = {}
    for address in addresses:
        abilities.setdefault(address.partition("#")[0], []).append(Ability(address, ""))
    cards = {card: Definition(card, {}, tuple(own)) for card, own in abilities.items()}
    return Wording(book(name), Pool(cards), found)


def book(name: str) -> Book:
    return next(iter(game(name).editions.values())).book


def plain(words: Wording, text: str) -> str:
    return words.plain(text, lambda card: f"Card {card}")


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        ("B.attack 2", "B's Attack zone 2"),
        ("rearrange A.attack 1 A.defense", "rearrange A's Attack zone 1 A's Defense zone"),
        ("Ox in under.5", "Ox under Card 5"),
        ("to under.5.", "to under Card 5."),
        ("B.attack 20", "B.attack 20"),
        ("J.B.hand", "J.B's hand"),
        ("v1.A.B", "v1.A.B"),
    ],
)
def test_areas_are_named_by_whose_they_are(sign: str, said: str) -> None:
    assert plain(wording("gate-ruler"), sign) == said


def test_an_ability_is_named_by_its_card() -> None:
    words = wording("godzilla", "Moth#1", "Larva#1", "Larva#2")
    assert plain(words, "Moth#1 of A waits.") == "Moth's ability (A) waits."
    assert plain(words, "activate Moth Moth#1") == "activate Moth's ability"
    assert plain(words, "A played Larva#2.") == "A played Larva's ability 2."
    assert plain(words, "Moth#12") == "Moth#12"


@pytest.mark.parametrize("name", GAMES)
def test_every_action_of_a_game_is_said_in_a_phrase(name: str) -> None:
    for edition in game(name).editions:
        rules = game(name).rules(edition)
        assert {action.name for action in rules.actions.values()} <= rules.words.deeds.keys()


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_player_is_offered_is_said_in_a_phrase(name: str) -> None:
    """Passing too, which is no action; what an unknown card is or has is told by the option itself."""
    offered: set[tuple[str, str]] = set()
    for path in files(name)[::20]:
        for script in load(path).scripts.values():
            question = script.position.line().run(500) if script.position else None
            if question is not None and question.window:
                asked = [one for one in question.options if not one.label.startswith("tell ")]
                offered |= {(option.id, script.edition) for option in asked}
    assert offered
    for option, edition in offered:
        assert deed(option, game(name).rules(edition).words.deeds, str), option


def test_a_game_that_has_skills_says_skill() -> None:
    assert plain(wording("dragon-ball-super", "Hush#1"), "Hush#1") == "Hush's skill"


def test_a_case_without_cards_of_its_own_is_left_as_it_is() -> None:
    assert plain(Wording(book("godzilla"), Pool(), None), "A.hand and X#1") == "A.hand and X#1"


@pytest.mark.parametrize(
    ("event", "fields", "said"),
    [
        ("Moved", {"card": "Tank", "dst": "A.hand"}, "move: card Tank, to A's hand"),
        ("Occurred", {"timing": "destroyed", "card": "Brood"}, "timing: destroyed, card Brood"),
        ("Numbered", {"key": "A.rage", "now": 1}, "number: key A's rage, now 1"),
        ("Shuffled", {}, "shuffle"),
        ("", {}, ""),
    ],
)
def test_a_step_of_a_ruling_says_what_happens_in_words(event: str, fields: dict[str, Any], said: str) -> None:
    assert told_event(event, fields) == said


def test_pages_have_no_signs_in_their_sentences(visitor: Visitor) -> None:
    """Two rulings full of them, at every depth."""
    for name in (
        ("godzilla", "12.6.2-evolution-lays-a-card-from-the-deck-on-the-larva"),
        ("gate-ruler", "15-23a-a-borrowed-unit-comes-home-to-a-full-house"),
    ):
        case = visitor.open_ruling(*name).split("/")[2]
        for depth in (1, 2, 3):
            page = visitor.json(f"/cases/{case}/main?d={depth}")
            told = [line["text"] for line in page["log"]["lines"]]
            told += [one["label"] for one in page["asking"]["options"]]
            for sentence in told:
                for sign in ("#", "under.", "A.", "B."):
                    assert sign not in sentence.removesuffix("."), sentence
