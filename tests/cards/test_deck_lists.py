"""Deck lists of any form: every line right or asked, none silently wrong (A12); legality (A13)."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest
from click.testing import CliRunner

from judgekit.cards import samples
from judgekit.cards.decks.matching import Match, deck_of, match
from judgekit.cards.decks.reading import read
from judgekit.cards.importing import bring, propose_from
from judgekit.cards.library import Library
from judgekit.cases.files.decks import DeckList
from judgekit.cases.files.page import WrongInput
from judgekit.cli import main
from judgekit.games import NAMES
from judgekit.games.game import Deck

Sampled = Callable[[str], Library]
Card = tuple[int, str, str]  # how many, number, name


def picked(library: Library, game: str, seed: int) -> list[Card]:
    """Some cards of a library, with how many."""
    dice = random.Random(seed)
    cards = dice.sample(library.cards(game), 12)
    return [(dice.randint(1, 4), library.numbers(c)[0], library.wording(c).name) for c in cards]


def each(line: str) -> Callable[[list[Card]], str]:
    def written(cards: list[Card]) -> str:
        return "\n".join(
            line.format(
                n=n, number=number, name=name, set=number.partition("-")[0], at=number.partition("-")[2]
            )
            for n, number, name in cards
        )

    return written


def cod(cards: list[Card]) -> str:
    inner = "".join(f"<card number='{n}' name={quoteattr(name)}/>\n" for n, _, name in cards)
    return f'<cockatrice_deck version="1"><zone name="main">{inner}</zone></cockatrice_deck>'


def o8d(cards: list[Card]) -> str:
    inner = "".join(
        f"<card qty='{n}' id={quoteattr(number)}>{escape(name)}</card>\n" for n, number, name in cards
    )
    return f'<deck game="x"><section name="Main">{inner}</section></deck>'


def ydk(cards: list[Card]) -> str:
    return (
        "#created by x\n#main\n" + "\n".join(number for n, number, _ in cards for _ in range(n)) + "\n!side\n"
    )


def table(cards: list[Card]) -> str:
    return "Quantity,Name,Number\n" + "\n".join(f'{n},"{name}",{number}' for n, number, name in cards)


def tts(cards: list[Card]) -> str:
    copies = [
        {"Name": "Card", "Nickname": name, "GMNotes": number} for n, number, name in cards for _ in range(n)
    ]
    return json.dumps({"ObjectStates": [{"Name": "Deck", "ContainedObjects": copies}]})


FORMS: dict[str, Callable[[list[Card]], str]] = {
    "4 Name": each("{n} {name}"),
    "4x Name": each("{n}x {name}"),
    "Name x4": each("{name} x{n}"),
    "4 number Name": each("{n} {number} {name}"),
    "4 Name (SET) 123": each("{n} {name} ({set}) {at}"),
    "4 Name (SET) 123 *F*": each("{n} {name} ({set}) {at} *F*"),
    "1 Name (X) (number)": each("{n} {name} (DCG) ({number})"),
    "number only": each("{n} {number}"),
    "titles": lambda cards: "// mine\nDeck\n" + each("{n} {name}")(cards) + "\n\nTotal: 50 cards\n",
    "titles in brackets": lambda cards: "[Main]\n" + each("{n} {name}")(cards),
    "SB: 2 Name": lambda cards: f"{each('{n} {name}')(cards[:6])}\n{each('SB: {n} {name}')(cards[6:])}",
    "//Sideboard": lambda cards: "\n//Sideboard\n".join(map(each("{n} {name}"), (cards[:6], cards[6:]))),
    "blank line": lambda cards: "\n\n".join(map(each("{n} {name}"), (cards[:6], cards[6:]))),
    "cod": cod, "o8d": o8d, "ydk": ydk, "csv": table, "tts": tts,
}  # fmt: skip

SIDEBOARDS = ("SB: 2 Name", "//Sideboard", "blank line")


def counted(found: Match) -> dict[str, int]:
    total: dict[str, int] = {}
    for line in found.lines:
        total[line.candidate.number] = total.get(line.candidate.number, 0) + line.count
    return total


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", NAMES)
def test_lists_of_every_form_are_read_right(game: str, form: str, sampled: Sampled) -> None:
    """72 lists of 18 forms: every line right, nothing asked; what is at the side is told from the deck."""
    library = sampled(game)
    cards = picked(library, game, seed=len(form))
    found = match(library, game, read(FORMS[form](cards), form))
    assert found.asked == []
    assert counted(found) == {number: n for n, number, _ in cards}
    aside = {line.candidate.number for line in found.lines if line.pile == "side"}
    assert aside == ({number for _, number, _ in cards[6:]} if form in SIDEBOARDS else set())


def test_every_form_is_taken_at_the_terminal(
    sampled: Sampled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    CliRunner().invoke(main, ["cards", "sample", "gate-ruler"])
    cards = picked(sampled("gate-ruler"), "gate-ruler", seed=5)
    for form, written in FORMS.items():
        done = CliRunner().invoke(
            main, ["deck", "import", "-", "-g", "gate-ruler", "--json"], input=written(cards)
        )
        told = tomllib.loads(json.loads(done.output)["text"])["deck"]
        lines = [line.split(" ", 1) for pile in told.values() if isinstance(pile, list) for line in pile]
        assert {name: int(n) for n, name in lines} == {name: n for n, _, name in cards}, form


@pytest.mark.parametrize("game", NAMES)
def test_a_damaged_list_is_asked_line_by_line(game: str, sampled: Sampled) -> None:
    """Every other line misspelt: each is asked with the right card among its candidates."""
    library = sampled(game)
    cards = picked(library, game, seed=3)
    lines = [f"{n} {name[:-2]}q" if at % 2 else f"{n} {name}" for at, (n, _, name) in enumerate(cards)]
    found = match(library, game, read("\n".join(lines)))
    assert {one.line for one in found.asked} == {2, 4, 6, 8, 10, 12}
    assert {line.line for line in found.lines} == {1, 3, 5, 7, 9, 11}
    for one in found.asked:
        assert cards[one.line - 1][2] in [candidate.name for candidate in one.candidates]


# traps on record


@pytest.fixture
def library() -> Library:
    row = {"type": "battle", "rank": 1, "colors": ["red"], "traits": ["X"], "counter power": 1000, "text": ""}
    names = ["Rex", "Rex Alpha", "Sky Warden", "Sky Warden", "Dusk // Dawn", "Half Moon"]
    rows = [{**row, "number": f"JK0{at}-00{at}", "name": name} for at, name in enumerate(names, 1)]
    found = Library(":memory:")
    bring(found, propose_from(json.dumps(rows).encode(), "list", "godzilla"))
    return found


def matched(library: Library, text: str, answers: dict[int, str] | None = None) -> Match:
    return match(library, "godzilla", read(text), answers)


def test_an_unknown_name_is_never_stored_as_another_card(library: Library) -> None:
    found = matched(library, "4 Nobody Knows This\n2 Rex")
    assert [line.candidate.name for line in found.lines] == ["Rex"]
    assert found.asked[0].why == "no card of the library is called that"


def test_a_name_of_two_cards_is_asked(library: Library) -> None:
    (asked,) = matched(library, "4 Sky Warden").asked
    assert [one.word for one in asked.candidates] == ["JK03-003", "JK04-004"]


def test_an_answer_settles_a_line(library: Library) -> None:
    found = matched(library, "4 Sky Warden\n1 Nobody", {1: "JK04-004", 2: "skip"})
    assert (found.asked, counted(found)) == ([], {"JK04-004": 4})


def test_a_word_that_is_also_a_code_of_a_set_stays_a_name(library: Library) -> None:
    assert counted(matched(library, "4 Rex (REX) 12")) == {"JK01-001": 4}


def test_a_number_and_a_name_of_different_cards_are_asked(library: Library) -> None:
    (asked,) = matched(library, "4 JK01-001 Half Moon").asked
    assert [one.name for one in asked.candidates] == ["Rex", "Half Moon"]


@pytest.mark.parametrize("slashes", ["/", "//", "///"])
def test_one_two_or_three_slashes_are_the_same(library: Library, slashes: str) -> None:
    found = matched(library, f"2 JK05-005 Dusk {slashes} Dawn")
    assert counted(found) == {"JK05-005": 2}


def test_half_of_a_name_is_asked(library: Library) -> None:
    (asked,) = matched(library, "2 Dusk").asked
    assert "Dusk // Dawn" in [one.name for one in asked.candidates]


def test_a_line_without_a_count_is_asked_where_others_have_one(library: Library) -> None:
    found = matched(library, "4 Rex\nHalf Moon")
    assert [one.raw for one in found.asked] == ["Half Moon"]
    assert counted(matched(library, "Rex\nRex\nHalf Moon")) == {"JK01-001": 2, "JK06-006": 1}


@pytest.mark.parametrize("line", ["Total: 50", "50 cards", "Cards: 50", "// 50 of them", "# note"])
def test_sums_and_comments_are_no_cards(library: Library, line: str) -> None:
    found = matched(library, f"4 Rex\n{line}")
    assert (counted(found), found.asked, len(found.passed)) == ({"JK01-001": 4}, [], 1)


def test_stars_in_numbers_are_printings(library: Library) -> None:
    assert counted(matched(library, "4 JK01-001★ Rex\n2 JK06-006_SPR")) == {"JK01-001": 4, "JK06-006": 2}


@pytest.mark.parametrize(
    "text", ["4 Rex\n\nSB: 2 Half Moon", "4 Rex\n//Sideboard\n2 Half Moon", "4 Rex\n\n2 Half Moon"]
)
def test_a_side_deck_is_told_from_the_deck(library: Library, text: str) -> None:
    found = matched(library, text)
    assert {line.candidate.name: line.pile for line in found.lines} == {"Rex": "main", "Half Moon": "side"}


def test_a_saved_table_has_its_piles_and_the_name_in_the_first_line(library: Library) -> None:
    cards = [{"Name": "CardCustom", "Nickname": "Rex\nBattle, rank 1"}, {"Name": "Card", "Nickname": ""}]
    aside = {"Name": "Deck", "Nickname": "Sideboard", "ContainedObjects": [{**cards[1], "Nickname": "Rex"}]}
    saved = {"ObjectStates": [{"Name": "Deck", "ContainedObjects": cards}, aside, {"Name": "Figurine"}]}
    found = match(library, "godzilla", read(json.dumps(saved)))
    assert [(line.candidate.name, line.pile) for line in found.lines] == [("Rex", "main"), ("Rex", "side")]
    assert [one.raw for one in found.asked] == ["1 without a name"]


@pytest.mark.parametrize("text", ["", " \n", "<html/>", "<deck>", '{"a": 1}', "[" * 90])
def test_what_is_no_deck_is_refused(text: str) -> None:
    with pytest.raises(WrongInput):
        read(text)


# legality (A13): eighty labelled decks


def changed(deck: DeckList, pile: str, change: Callable[[list[str]], list[str]]) -> DeckList:
    piles = {name: list(cards) for name, cards in deck.deck.piles.items()}
    piles[pile] = change(piles.get(pile, []))
    return DeckList(deck.game, deck.edition, deck.cards, Deck(piles, deck.deck.ruler, deck.deck.readings))


SIZE = {
    "godzilla": {"6.1.1.2"},
    "dragon-ball-super": {"5-1-3"},
    "gate-ruler": {"5-2c-1a", "R-1-2", "R-4-2"},
    "luck-and-logic": {"6.1.1.1.1"},
}
COPIES = {
    "godzilla": {"6.1.1.4"},
    "dragon-ball-super": {"5-1-3-1"},
    "gate-ruler": {"5-2c-1c", "R-1-4", "R-4-4"},
    "luck-and-logic": {"6.1.1.1.2"},
}


def labelled(deck: DeckList, at: int) -> tuple[list[str], str]:
    """A deck by lot, and what is wrong with it: nothing, its size, or too many copies of a card; paradoxes,
    of which a book wants so many, stay as they are."""
    dice, main = random.Random(at), list(deck.deck.piles["main"])
    dice.shuffle(main)
    if at < 4:
        return main, ""
    free = [one for one in main if deck.cards[one].properties["type"] != "paradox"]
    most = dice.choice([one for one in free if main.count(one) >= 3])
    others = [one for one in free if one != most]
    n = 1 + at % 8
    if at < 12:
        return _without(main, others[:n]), "size"
    wanted = 5 + at % 3
    return [
        *_without(main, others[: wanted - main.count(most)]),
        *[most] * (wanted - main.count(most)),
    ], "copies"


def _without(cards: list[str], gone: list[str]) -> list[str]:
    left = list(cards)
    for one in gone:
        left.remove(one)
    return left


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("at", range(20))
def test_eighty_decks_are_judged_by_their_clauses(game: str, at: int, sampled: Sampled) -> None:
    """A13: of each game 4 legal ones, 8 of a wrong size, 8 with too many copies, and nothing else is said."""
    deck = samples.deck(sampled(game), samples.decks(game)[at % 2])
    cards, wrong = labelled(deck, at)
    told = {one.clause for one in changed(deck, "main", lambda _: cards).violations()}
    frame = {"Apprentice": "R-4-", "Knight": "R-1-"}.get(deck.deck.ruler, "no other")  # the other ruler's
    wanted = {"": set(), "size": SIZE[game], "copies": COPIES[game]}[wrong]
    assert told == {one for one in wanted if not one.startswith(frame)}


@pytest.mark.parametrize("game", NAMES)
def test_the_labelled_decks_are_all_different(game: str, sampled: Sampled) -> None:
    lots = [(samples.deck(sampled(game), samples.decks(game)[at % 2]), at) for at in range(4, 20)]
    assert len({tuple(sorted(labelled(deck, at)[0])) for deck, at in lots}) == 16


def test_a_deck_without_questions_is_a_deck(library: Library) -> None:
    found = deck_of(library, matched(library, "4 Rex\n2 JK03-003\n1 JK04-004"))
    assert found.deck.piles["main"] == ("Rex",) * 4 + ("Sky Warden",) * 2 + ("Sky Warden (JK04-004)",)


def test_cards_of_one_name_count_together_where_the_book_counts_names() -> None:
    row = {"type": "unit", "faction": ["Amber"], "level": 0, "ATK": 1, "HP": 1, "STK": 1, "text": ""}
    rows = [{**row, "number": f"JR-{at}", "name": "Twin" if at < 2 else f"Unit {at}"} for at in range(14)]
    library = Library(":memory:")
    bring(library, propose_from(json.dumps(rows).encode(), "list", "gate-ruler"))
    lines = [
        "Ruler",
        "1 Apprentice",
        "Deck",
        "4 JR-0",
        "4 JR-1",
        *(f"4 JR-{at}" for at in range(2, 12)),
        "2 JR-12",
    ]
    found = deck_of(library, match(library, "gate-ruler", read("\n".join(lines))))
    assert {one.text for one in found.violations()} == {"at most 4 of one name; 8 of Twin"}
