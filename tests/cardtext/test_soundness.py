"""An ability that is read but could never happen is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from judgekit.audit.texts.golden import cards
from judgekit.audit.texts.stage import stage, tables
from judgekit.cardtext import model
from judgekit.cardtext.checks.soundness import Wiring, needs, never
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Sight
from judgekit.cardtext.language import GAMES as LANGUAGES
from judgekit.cardtext.model import Ability, AlternativeCost, Draw, Move, Pay, Place, This
from judgekit.cardtext.parse import parse
from judgekit.engine.abilities import Source
from judgekit.engine.state import Ref
from judgekit.games import game as game_of
from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper
from judgekit.games.game import Game, PrintedCard
from judgekit.games.gate_ruler.language.dialect import GateRuler
from judgekit.games.godzilla.game import GAME
from judgekit.games.godzilla.language.dialect import Godzilla
from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic
from tests.lots import EITHER, lot

WIRED = Wiring(
    triggers=frozenset({"Played", "PhaseMoment:beginning main phase"}),
    verbs=frozenset({"Draw", "If"}),
    costs=frozenset({"Pay:energy"}),
    conditions=frozenset({"Compare"}),
    keywords=frozenset({"blocker"}),
    windows=frozenset({"main"}),
)


def missing(text: str, game: str) -> list[str]:
    return [reason for ability in parse(text, game) for reason in never(ability, WIRED)]


def test_a_wired_ability_can_happen() -> None:
    assert missing("[Auto] When you play this card, draw 1 card.", "dragon_ball_super") == []
    assert missing("[Auto] At the beginning of your Main Phase, draw 1 card.", "dragon_ball_super") == []
    assert missing("[Activate: Main] {1}: Draw 1 card.", "dragon_ball_super") == []
    assert missing("[Blocker]", "dragon_ball_super") == []


def test_a_trigger_that_nothing_sets_off_is_named() -> None:
    assert missing("[Auto] When this card attacks, draw 1 card.", "dragon_ball_super") == [
        "no trigger is wired for Attacks"
    ]
    assert missing("[Auto] At the end of your turn, draw 1 card.", "dragon_ball_super") == [
        "no trigger is wired for PhaseMoment:end turn"
    ]


def test_a_cost_that_cannot_be_paid_is_named() -> None:
    assert missing("[Activate: Main] Discard 1 card: Draw 1 card.", "dragon_ball_super") == [
        "no way to pay Discard"
    ]


def test_a_cost_that_contradicts_itself_is_named() -> None:
    text = "[Activate: Main] Place this card in your Drop Area, place this card in your Warp: Draw 1 card."
    assert "the same card would have to leave its area twice to pay" in missing(text, "dragon_ball_super")


def test_a_verb_condition_keyword_or_window_that_is_not_wired_is_named() -> None:
    assert missing("[Critical]", "dragon_ball_super") == ["the keyword critical is not wired"]
    assert missing("[Activate: Battle] Draw 1 card.", "dragon_ball_super") == [
        "there is no window called battle"
    ]
    assert missing("[Activate: Main] Shuffle your deck.", "dragon_ball_super") == [
        "the verb Shuffle is not wired (the judge will be asked to do it by hand)"
    ]
    text = "[Activate: Main] If your Leader Card is red, draw 1 card."
    assert missing(text, "dragon_ball_super") == ["the condition Matches is not wired"]


def test_a_cost_of_another_way_to_play_a_card_is_a_cost_too() -> None:
    leaving = Move(This(), Place("drop area", "you"))
    ability = Ability("continuous", body=(AlternativeCost(This(), (leaving, leaving)),))
    assert never(ability, WIRED) == [
        "no way to pay Move",
        "the same card would have to leave its area twice to pay",
        "the verb AlternativeCost is not wired (the judge will be asked to do it by hand)",
        "the verb Move is not wired (the judge will be asked to do it by hand)",
    ]


def test_a_cost_of_more_cards_than_there_ever_are_is_named() -> None:
    text = "[Activate: Main] Switch 2 of your Leader Cards to Rest Mode: Draw 1 card."
    assert "the cost takes more cards than there can be" in missing(text, "dragon_ball_super")


def test_a_currency_that_the_game_does_not_have_is_named() -> None:
    ability = Ability("activated", window="main", costs=(Pay("stock", 1),), body=(Draw(1),))
    assert never(ability, WIRED) == ["no way to pay Pay:stock"]


def test_a_trigger_inside_an_effect_or_a_granted_ability_is_looked_at() -> None:
    later = "[Auto] When you play this card, during this turn, when this card attacks, draw 1 card."
    assert "no trigger is wired for Attacks" in missing(later, "dragon_ball_super")
    given = '[Auto] When you play this card, this card gains "[Auto] When this card attacks, draw 1 card."'
    assert "no trigger is wired for Attacks" in missing(given, "dragon_ball_super")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Your opponent cannot choose.", "nothing in godzilla proposes to choose"),
        ("When this card would evolve, draw 1 card instead.", "nothing replaces Evolves"),
        ("[Enter] Destroy 1 face down battle card.", "no card is ever 'face down'"),
        ("[Enter] Destroy 1 battle card in the same row as this card.", "nothing is ever 'same row'"),
        ("[Enter] Place 1 card from your hand on top of this card.", "put to another as 'on top'"),
        ("When this card attacks, draw 1 card.", "godzilla has no trigger for Attacks"),
        ("At the end of your main phase, draw 1 card.", "nothing occurs at the end of the main phase"),
    ],
)
def test_what_a_game_has_nothing_for_is_refused_before_play(text: str, why: str) -> None:
    """Otherwise it would stop the game in the midst of a step, or be passed over."""
    card = PrintedCard("Card", {"type": "battle", "rank": 1}, text)
    with pytest.raises(NoMeaning, match=why):
        GAME.compile([card], GAME.rules())


def test_an_automatic_ability_without_a_trigger_is_named() -> None:
    assert never(Ability("automatic", body=(Draw(1),)), WIRED) == ["nothing triggers this automatic ability"]


def test_needs_lists_the_parts_of_a_body() -> None:
    (ability,) = parse("[Enter] Draw 1 card.", "godzilla")
    assert needs(ability.body) == {"Draw"}


ELSEWHERE = [
    # Dragon Ball Super
    ("[Activate: Main] KO 1 face up Battle Card.", "dragon-ball-super", "no card is ever 'face up'"),
    ("[Activate: Main] KO 1 adjacent Battle Card.", "dragon-ball-super", "selected by Near"),
    ("[Activate: Main] Flip 1 of your life face up.", "dragon-ball-super", "Flip cannot say"),
    ("[Activate: Main] KO all of your Battle Cards one by one.", "dragon-ball-super", "cannot say “one"),
    ("[Activate: Main] Activate this card's [Auto] skill: Draw 1 card.", "dragon-ball-super", "be a cost"),
    ("[Permanent] When you would shuffle your deck, draw 1 card instead.", "dragon-ball-super", "replaces"),
    (
        "[Activate: Main] KO 1 Battle Card. If it was in Rest Mode, draw 1 card.",
        "dragon-ball-super",
        "seen in its last area",
    ),
    # Gate Ruler
    ("When you draw a card by an effect, draw a card.", "gate-ruler", "what causes it"),
    ("【TD】 Destroy 1 adjacent unit.", "gate-ruler", "nothing is ever 'adjacent'"),
    ("【TD】 End the battle.", "gate-ruler", "'battle' means nothing as the what of EndNow"),
    ("When this unit is destroyed for a reason other than battle, draw a card.", "gate-ruler", "'battle'"),
    ("This unit cannot be destroyed by the effect of an event.", "gate-ruler", "the source of the effect"),
    ("【TD】 If you shuffled your deck this turn, draw a card.", "gate-ruler", "waits for a shuffle"),
    # Luck & Logic
    ("[ACT] [①] Rest 1 revealed member.", "luck-and-logic", "no state 'revealed'"),
    ("[ACT] [①] Rest 1 member to the left of this member.", "luck-and-logic", "nothing is ever 'left'"),
    ("[ACT] [①] Put 1 card from your hand on top of this member.", "luck-and-logic", "no way to put a card"),
]  # fmt: skip
TYPES = {"dragon-ball-super": "battle", "gate-ruler": "unit", "luck-and-logic": "logicalist"}


@pytest.mark.parametrize(("text", "game", "why"), ELSEWHERE)
def test_what_the_other_games_have_nothing_for_is_refused_too(text: str, game: str, why: str) -> None:
    played = game_of(game)
    with pytest.raises(NoMeaning, match=why):
        played.compile([PrintedCard("Card", {"type": TYPES[game]}, text)], played.rules())


DIALECTS = (Godzilla, DragonBallSuper, GateRuler, LuckAndLogic)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_a_game_says_it_knows_or_not_is_a_part_of_the_model(dialect: type[Interpreter]) -> None:
    for key in (*dialect.KNOWN_WORDS, *dialect.UNHEEDED):
        kind, _, field = key.partition(".")
        assert field in getattr(model, kind).__struct_fields__, key


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_game_answers_for_every_state_and_relation_that_it_knows(dialect: type[Interpreter]) -> None:
    states, relations = (list[Any](words or ()) for words in (dialect.STATES, dialect.NEAR))
    near = [model.Near(word, model.Selector()) for word in relations]
    assert not unanswered(dialect, [*map(model.State, states), *near])


def test_a_state_that_a_game_does_not_know_is_not_answered() -> None:
    assert unanswered(Godzilla, [model.State("asleep")]) == [model.State("asleep")]


def unanswered(dialect: type[Interpreter], filters: list[model.Filter]) -> list[model.Filter]:
    """The filters that neither a card, nor a group of cards, nor a zone can be asked about."""
    game = game_of(dialect.game)
    line = next(tables(game, "Card", "")).line()
    asked, sight = dialect(game.rules()), Sight.now(line.table)
    cards = tuple(line.state.cards.values())
    source = Source("Card#1", Ref(cards[0].id, cards[0].object), cards[0].owner, 0)
    run = asked.run(line.table, source, Ability("continuous"))

    def group(one: model.Filter, *types: str) -> model.Selector:
        return model.Selector(whose="any", types=types, filters=(one,))

    ways: tuple[Callable[[model.Filter], object], ...] = (
        lambda one: [asked.passes(sight, run, one, card.id) for card in cards],
        lambda one: list(asked.candidates(sight, run, group(one))),
        lambda one: list(asked.zones(sight, run, group(one, "zone"))),
    )
    return [one for one in filters if not any(is_answered(way, one) for way in ways)]


def is_answered(way: Callable[[model.Filter], object], one: model.Filter) -> bool:
    try:
        way(one)
    except NoMeaning:
        return False
    return True


@EITHER
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_tables_deserves_a_report(language: str, whole: bool) -> None:
    game = game_of(language.replace("_", "-"))
    odd = {
        name: why
        for name, text in lot(cards(language).items(), 60, whole)
        for card in (PrintedCard(name, {}, text), printed_as(game, text))
        if (why := game.never(card))
    }
    assert odd == {}


def printed_as(game: Game, text: str) -> PrintedCard:
    """The card of the first type that can have the text."""
    found = stage(game.name.replace("-", "_"))
    for kind in (found.plain["type"], *found.types):
        card = PrintedCard("Card", {"type": kind}, text)
        try:
            game.compile([card], game.rules())
        except (NoMeaning, CardTextError):
            continue
        return card
    return PrintedCard("Card", {"type": found.plain["type"]}, text)


def test_what_would_stand_and_do_nothing_is_refused() -> None:
    game = game_of("luck-and-logic")
    given = Ability("continuous", body=(model.Total("power", "you", "plus", 1),))
    with pytest.raises(NoMeaning, match="apply by itself"):
        LuckAndLogic(game.rules()).compile(given, "Card#1", {"type": "logicalist"})


@pytest.mark.parametrize(
    ("game", "kind", "text"),
    [
        ("gate-ruler", "unit",
         "When this card is destroyed or when it is put into your graveyard from your hand, draw a card."),
        ("luck-and-logic", "logicalist",
         "[AUTO] When this card is placed on a circle or when it is discarded, draw a card."),
    ],
)  # fmt: skip
def test_two_events_of_its_own_card_in_two_places_are_two_abilities(game: str, kind: str, text: str) -> None:
    """Noticed in one of the places alone, the other event would never trigger it."""
    card = PrintedCard("Scout", {"type": kind}, text)
    of_game = game_of(game)
    with pytest.raises(NoMeaning, match="each as an ability of its own"):
        of_game.compile([card], of_game.rules())
