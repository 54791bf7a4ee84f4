"""Sentences at which people stumbled: each says what a judge would say."""

from __future__ import annotations

import re

import pytest

from judgekit import games, paths
from judgekit.cards.forms.json_lists import listed
from judgekit.cards.mapping import propose
from judgekit.cards.taking import take
from judgekit.cardtext import model as m
from judgekit.cardtext.parse import parse
from judgekit.cardtext.wording.abilities import addressed, purpose, shown, wording
from judgekit.cases.play.answering import names_for
from judgekit.cases.rulings.ruling import Result, files, load, run
from judgekit.engine.state import CardId
from judgekit.known import GAMES
from judgekit.narrate.narrator import narrator_for
from judgekit.narrate.table import table_words


def played(name: str) -> Result:
    return run(load(paths.rulings() / f"{name}.toml"))


def log(result: Result) -> list[str]:
    assert result.end is not None
    line = result.end.line
    names = {**line.start.cards, **line.state.cards}
    narrator = narrator_for(
        line.rules, line.pool, result.ruling.game, lambda card: names[CardId(card)].name, line.state
    )
    return [narrator.sentence(one.event, entry.clause) for entry in line.log for one in entry.events]


def test_units_are_rearranged_between_two_zones_in_option_and_log_alike() -> None:
    ruling = load(paths.rulings() / "gate-ruler" / "15-17a-2-an-instant-summon-is-a-summon.toml")
    place = next(iter(ruling.scripts.values())).position
    assert place is not None
    line = place.line()
    question = line.run(3000)
    assert question is not None
    told = names_for(line, {}, place.game).sentences(question.options)
    assert "Rearrange units between A's Attack zone 1 (Pup) and A's Attack zone 2 (empty)" in told
    assert "A chooses to rearrange units between A's Attack zone 1 and A's Attack zone 2." in log(run(ruling))


@pytest.mark.parametrize("game", GAMES)
def test_an_option_and_the_deed_in_the_log_have_the_same_words(game: str) -> None:
    """Every 24th ruling: an option says more only in brackets, about what lies where."""
    met = 0
    for path in files(game)[::24]:
        result = run(load(path))
        if result.end is None:
            continue
        line = result.end.line
        narrator = narrator_for(line.rules, line.pool, result.ruling.game, str, line.state)
        for asked, _ in result.asked:
            for one in asked.options:
                if did := narrator.deed((one.id,)):
                    assert _bare(narrator.option(one)) == _bare(did.option), f"{path.stem}: {one.id}"
                    met += 1
    assert met > 20


def _bare(text: str) -> str:
    return re.sub(r" \([^()]*\)", "", text)


def test_a_card_is_removed_from_the_game() -> None:
    told = log(played("dragon-ball-super/10-22-1-removed-from-the-game"))
    assert "Great Kaz is removed from the game, from B's Battle Area." in told
    assert not [one for one in told if "the Removed" in one]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("on the bottom of their deck", "choose 1 card in your hand to place on the bottom of your deck"),
        ("into their discard pile", "choose 1 card in your hand to place into your discard pile"),
    ],
)
def test_where_both_players_choose_each_reads_where_the_card_goes(text: str, asked: str) -> None:
    (ability,) = parse(f"[Enter] Each player puts 1 card from their hand {text}.", "godzilla")
    (move,) = (one for one in m.walk(ability.body) if isinstance(one, m.Move))
    assert isinstance(move.what, m.Selector)
    said = purpose(move.what, "godzilla", "move to the deck", ability.body)
    assert {addressed(said, True), addressed(said, False)} == {asked}


@pytest.mark.parametrize(
    ("game", "text", "ours"),
    [
        (
            "gate_ruler",
            "When a unit with a charge enters play, its controller draws 1 card.",
            "When a unit with a charge enters play, its controller draws 1 card.",
        ),
        (
            "dragon_ball_super",
            "[Auto] When this card attacks, place up to 1 card from the top of your deck under this card.",
            "[Auto] When this card attacks, place up to 1 card from the top of your deck under this card.",
        ),
    ],
)
def test_a_paraphrase_has_the_books_noun_and_the_right_number(game: str, text: str, ours: str) -> None:
    assert [wording(one, game) for one in parse(text, game)] == [ours]


def test_people_read_which_card_an_event_is_about() -> None:
    when = "Timing: You can play this when a unit you control is destroyed by combat damage."
    text = f"{when}\nDestroy the unit that destroyed it."
    (ability,) = parse(text, "gate_ruler")
    assert shown(ability, "gate_ruler").endswith("Destroy the card that destroys it.")


def test_a_heading_names_areas_as_the_board_does() -> None:
    heading = table_words(games.game("gate-ruler").rules("1.1.2")).heading
    found = [heading(one) for one in ("gate", "A's hand", "B's hand as A sees it", "turn player")]
    assert found == ["Gate", "A's Hand", "B's Hand as A sees it", "Turn player"]


def test_a_fault_in_a_list_of_one_line_names_the_card() -> None:
    text = '[{"name": "Oak", "type": "battle", "rank": "x"}, {"type": "battle", "rank": "y"}, 3]'
    rows = listed(text, "cards.json")
    found = [str(one) for one in take(rows, propose(rows, "godzilla")).listed]
    assert found[0].startswith("cards.json:1: card 3: expected a card")
    assert found[1].startswith("cards.json:1: Oak: rank: expected ")
    assert found[2].startswith("cards.json:1: card 2: ")
