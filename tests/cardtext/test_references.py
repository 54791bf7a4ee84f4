"""What "it", "that card" and "its owner" mean: one thing that fits, or the judge is asked."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from judgekit.audit.texts.golden import cards
from judgekit.cardtext.checks.bearer import parse_on
from judgekit.cardtext.errors import Ambiguous, CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.lexicon import Lexicon
from judgekit.cardtext.model import (
    Bound,
    Choose,
    DealDamage,
    Destroy,
    Draw,
    If,
    Modify,
    Node,
    Object,
    Orient,
    OtherThan,
    OwnersDo,
    Prohibit,
    Retreat,
    Role,
    Selector,
    Stack,
    Subject,
    Swap,
    This,
    Union,
    ValueOf,
    Verb,
    walk,
)
from judgekit.cardtext.parse import parse
from judgekit.cardtext.wording.abilities import shown
from judgekit.cases.files.position import loads
from judgekit.cases.files.writer import saved
from judgekit.engine.machine import Line
from judgekit.games.verdict import card_verdict
from tests.lots import EITHER, lot

GR = "When this unit enters play, "


def nodes(text: str, game: str, kind: type[Any]) -> list[Any]:
    return [node for ability in parse(text, game) for node in walk(ability) if isinstance(node, kind)]


def chosen(text: str, game: str) -> Bound:
    """The number of what is chosen."""
    found = nodes(text, game, Choose)[0].what
    assert isinstance(found, Selector)
    return Bound(found.bind)


@pytest.mark.parametrize(
    ("game", "text", "kind", "field"),
    [
        ("gate_ruler",
         f"{GR}choose 1 unit you control. Add the top card of your deck to it as a charge.", Stack, "onto"),
        ("gate_ruler",
         f"{GR}choose 1 enemy unit. 1 unit you control deals 2 damage to it.", DealDamage, "to"),
        ("gate_ruler", f"{GR}choose 1 unit you control. Put a unit card from your hand on top of it.", Stack,
         "onto"),
        ("gate_ruler", f"{GR}choose 1 enemy unit. Swap a unit you control with it.", Swap, "other"),
    ],
)  # fmt: skip
def test_a_pronoun_never_means_something_of_its_own_clause(
    game: str, text: str, kind: type[Verb], field: str
) -> None:
    (verb,) = nodes(text, game, kind)
    assert getattr(verb, field) == chosen(text, game) != Bound(0)


def test_the_card_of_a_number_is_the_one_spoken_of_before_it() -> None:
    text = (
        "[Enter] Destroy 1 of your battle cards. Your monster gets +X threat level until end of turn, "
        "where X is that card's counter power."
    )
    (destroyed,) = nodes(text, "godzilla", Destroy)
    (value,) = nodes(text, "godzilla", ValueOf)
    assert value.what == Bound(destroyed.what.bind) != Bound(0)


def test_what_a_condition_speaks_of_is_meant_behind_it() -> None:
    text = "[Enter] If your opponent's monster is rank III or higher, it retreats 1 zone."
    (verb,) = nodes(text, "godzilla", Retreat)
    assert isinstance(verb.what, Bound)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("godzilla",
         "[Enter] Choose 1 of your opponent's battle cards. If your monster is in zone 3, destroy it."),
        ("dragon_ball_super",
         "[Auto] When this card attacks, choose 1 of your opponent's Battle Cards. "
         "If your Leader Card is red, KO it."),
        ("gate_ruler", f"{GR}choose 1 enemy unit. If your ruler is exhausted, destroy it."),
    ],
)  # fmt: skip
def test_a_lone_card_that_is_only_asked_about_is_not_meant(game: str, text: str) -> None:
    (verb,) = nodes(text, game, Destroy)
    assert verb.what == chosen(text, game) != Bound(0)


@pytest.mark.parametrize(
    ("game", "text", "which"),
    [
        ("dragon_ball_super",
         "[Auto] When this card attacks, if your Leader Card is red, it gets +5000 power "
         "for the duration of the turn.",
         "your leader card, or this card"),
        ("dragon_ball_super",
         "[Auto] When one of your Battle Cards attacks, if your Leader Card is red, it gets +5000 power "
         "for the duration of the turn.",
         "your leader card, or the card of the event"),
        ("dragon_ball_super",
         "[Auto] When you play this card, choose 1 of your opponent's Battle Cards. "
         "If your Leader Card is red, switch it to Active Mode.",
         "the chosen battle card of your opponent, or your leader card"),
        ("luck_and_logic",
         "[AUTO] When this member attacks, choose one of your opponent's members. "
         "If your member in battle is red, rest it.",
         "the chosen member of your opponent, or your found member"),
        ("dragon_ball_super",
         "[Auto] When this card attacks a Battle Card, it loses -5000 power for the duration of the turn.",
         "this card, or the attacked card"),
        ("dragon_ball_super",
         "[Auto] When one of your other Battle Cards attacks, you may switch this card to Rest Mode. "
         "If you do so, it gains +5000 power for the duration of the battle.",
         "this card, or the card of the event"),
        ("gate_ruler", "When an enemy unit attacks one of your units, destroy that unit.",
         "“that unit”: the attacking card, or the attacked card"),
        ("gate_ruler", "When one of your units is attacked by an enemy unit, ready that unit.",
         "“that unit”: the attacked card, or the attacking card"),
        ("luck_and_logic",
         "[AUTO] When this member attacks, choose one of your other members. If there is a red member in "
         "your drop zone, put that card into your hand.",
         "or your chosen member"),
    ],
)  # fmt: skip
def test_a_card_that_may_be_meant_beside_another_is_asked_for(game: str, text: str, which: str) -> None:
    with pytest.raises(Ambiguous, match=which):
        parse(text, game)


def test_what_the_sentence_before_says_is_not_said_of_the_condition() -> None:
    text = (
        "[Auto] When you play this card, choose up to 1 of your opponent's Battle Cards and switch it to "
        "Rest Mode. If your Leader Card is red, KO it instead."
    )
    (rested,) = nodes(text, "dragon_ball_super", Orient)
    (fallen,) = nodes(text, "dragon_ball_super", Destroy)
    assert rested.what == fallen.what == chosen(text, "dragon_ball_super") != Bound(0)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("gate_ruler", f"{GR}choose 1 enemy unit. Destroy it. Its owner draws a card."),
        ("godzilla", "[Enter] Choose 1 of your opponent's battle cards. Destroy it. Its owner draws 1 card."),
        ("dragon_ball_super",
         "[Auto] When this card attacks, choose 1 of your opponent's Battle Cards and KO it. "
         "Its owner draws 1 card."),
        ("luck_and_logic",
         "[AUTO] When this member attacks, choose 1 of your opponent's members. Put it into the drop zone. "
         "Its owner draws a card."),
    ],
)  # fmt: skip
def test_its_owner_is_the_owner_of_the_card_spoken_of(game: str, text: str) -> None:
    (verb,) = nodes(text, game, OwnersDo)
    assert (verb.of, verb.which) == (chosen(text, game), "owner")


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        ("dragon_ball_super",
         "[Auto] When this card attacks, choose up to 2 of your Battle Cards and switch it to Active Mode.",
         "several can be chosen"),
        ("gate_ruler", f"{GR}each unit you control deals damage equal to its ATK to your opponent.",
         "their own number"),
        ("godzilla", "[Enter] If your opponent has a battle card, destroy it.", "may be several"),
    ],
)  # fmt: skip
def test_one_card_is_not_several(game: str, text: str, why: str) -> None:
    with pytest.raises(CardTextError, match=why):
        parse(text, game)


def test_energy_is_it_however_much_was_chosen() -> None:
    text = "[Auto] When this card attacks, choose up to 2 of your energy and switch it to Active Mode."
    (verb,) = nodes(text, "dragon_ball_super", Orient)
    assert verb.what == chosen(text, "dragon_ball_super") != Bound(0)


def test_whose_number_it_is_is_asked_if_two_cards_have_one() -> None:
    text = (
        "[ACT] [①] Choose 1 of your opponent's members. This member gets +X power until end of turn. "
        "X is {} power."
    )
    with pytest.raises(Ambiguous, match="this card, or the chosen member of your opponent"):
        parse(text.format("its"), "luck_and_logic")
    (value,) = nodes(text.format("that member's"), "luck_and_logic", ValueOf)
    assert value.what == chosen(text.format("that member's"), "luck_and_logic")


def test_what_was_negated_is_the_card_being_played() -> None:
    text = "[Counter: Play] Negate the activation of that card and place it in its owner's Drop Area."
    assert nodes(text, "dragon_ball_super", Role) == [Role("being played")]


BOTH = (
    "[Enter] Choose 1 of your battle cards. This card gains +1000 counter power until end of turn. "
    "It cannot be destroyed this turn."
)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (
            "dragon_ball_super",
            "[Auto] When you activate an Extra Card, if this card is in Rest Mode, switch it to Active Mode.",
        ),
        ("gate_ruler", "When an enemy unit attacks, if this unit is exhausted, ready it."),
        (
            "luck_and_logic",
            "[AUTO] When your opponent's member attacks, if this member is resting, stand it.",
        ),
    ],
)
def test_the_card_that_is_asked_about_is_the_one_that_is_turned(game: str, text: str) -> None:
    assert [each.what for each in nodes(text, game, Orient)] == [This()]


def test_whether_the_event_or_the_condition_is_spoken_of_is_asked() -> None:
    text = "When an enemy unit attacks, if this unit has 3 or more ATK, destroy it."
    with pytest.raises(Ambiguous, match=r"“it”: this card, or the card of the event\?"):
        parse_on(text, "gate_ruler", {})


def test_of_two_cards_of_which_one_destroys_the_other_the_one_that_is_left_is_changed() -> None:
    text = "When a unit destroys a unit, it gets +1 ATK."
    assert [each.what for each in nodes(text, "gate_ruler", Modify)] == [Object()]


@pytest.mark.parametrize("when", ["When a unit destroys a unit", "When your unit destroys a unit in battle"])
def test_whether_it_is_the_destroyer_or_the_destroyed_is_asked(when: str) -> None:
    with pytest.raises(Ambiguous, match=r"“it”: the destroyed card, or the card that destroys it\?"):
        parse(f"{when}, its controller draws a card.", "gate_ruler")


def test_the_destroyed_card_is_it_where_it_is_named_first() -> None:
    (found,) = nodes(
        "When a unit is destroyed by a unit, its controller draws a card.", "gate_ruler", OwnersDo
    )
    assert found.of == Subject()


def test_what_can_mean_two_things_is_asked_with_both_in_words() -> None:
    with pytest.raises(Ambiguous, match=r"“it”: this card, or your chosen battle card\?"):
        parse(BOTH, "godzilla")
    assert card_verdict("godzilla", "Siren", {"type": "battle"}, BOTH).verdict == "ambiguous"


@pytest.mark.parametrize(("said", "meant"), [("this card", This), ("your chosen battle card", Bound)])
def test_the_choice_of_the_judge_is_taken(said: str, meant: type[Any]) -> None:
    (ability,) = parse(BOTH, "godzilla", Lexicon(refers=(("it", said),)))
    (verb,) = (node for node in walk(ability) if isinstance(node, Prohibit))
    assert isinstance(verb.what, meant)


def test_the_paraphrase_says_what_each_pronoun_means() -> None:
    text = "[Enter] Choose 1 of your opponent's battle cards. Destroy it."
    (ability,) = parse(text, "godzilla")
    assert "it (the chosen battle card of your opponent)" in shown(ability, "godzilla")
    two = [parse(BOTH, "godzilla", Lexicon(refers=(("it", said),)))[0] for said in ("this card", CHOSEN)]
    assert shown(two[0], "godzilla") != shown(two[1], "godzilla")


def test_the_paraphrase_says_that_nothing_is_chosen_twice() -> None:
    """Luck & Logic 12.5.3; the other books do not say so."""
    text = "[AUTO] When this member attacks, for each of your members, choose 1 member, and rest it."
    (ability,) = parse(text, "luck_and_logic")
    assert "a different member each time" in shown(ability, "luck_and_logic")


CHOSEN = "your chosen battle card"
TABLE = """
game = "godzilla"
at = "play timing"
turn = "A"

[cards.Crab]
type = "monster"
rank = 1
"threat level" = 20000

[cards.Crew]
type = "battle"
rank = 1
"counter power" = 1000
text = "TEXT"
MORE

[A]
"zone 3" = [{ card = "Crab", invading = true }]
"zone 4" = ["Crew"]
hand = ["Crew"]
deck = 20

[B]
"zone 1" = [{ card = "Crab", invading = true }]
"zone 2" = ["Crew"]
deck = 20
"""


def test_the_choice_is_kept_in_the_position() -> None:
    text = TABLE.replace("TEXT", BOTH).replace("MORE", f'refers = {{ it = "{CHOSEN}" }}')
    position = loads(text)
    assert position.pool.by_hand() == {}
    again = loads(saved(position))
    assert [card.refers for card in again.cards if card.name == "Crew"] == [(("it", CHOSEN),)]
    assert list(loads(text.replace(CHOSEN, "the moon")).pool.by_hand()) == ["Crew"]


def played(line: Line) -> None:
    """A plays Crew from hand, and takes the first of whatever is offered, of the opponent's if possible."""
    question = line.run(400)
    begun = question.clause if question else ""
    while question is not None:
        wanted = [one.id for one in question.options if "Crew" in one.label and "B's" in one.label]
        wanted = wanted or [one.id for one in question.options if "Crew" in one.label]
        line.answer((wanted or [one.id for one in question.options])[0])
        question = line.run(400)
        if question is not None and question.clause == begun:
            return


def test_the_owner_of_a_card_that_is_gone_draws() -> None:
    text = "[Enter] Destroy 1 of your opponent's battle cards. Its owner draws 2 cards."
    line = loads(TABLE.replace("TEXT", text).replace("MORE", "")).line()
    played(line)
    assert len(line.state.pile("B.hand")) == 2


def test_one_place_said_behind_two_cards_is_said_of_both() -> None:
    text = "[Auto] When you play this card, add 1 <Hero> and 1 <Rival> from your deck to your hand."
    (union,) = nodes(text, "dragon_ball_super", Union)
    assert [(part.areas, part.whose) for part in union.parts] == [(("deck",), "you")] * 2


def bound_to(node: Any, other: Any, place: list[int]) -> Any:
    """The same ability, with another referent in the place of one pronoun."""
    if isinstance(node, tuple):
        return tuple(bound_to(each, other, place) for each in node)
    if isinstance(node, Bound):
        place[0] -= 1
        return other if place[0] == 0 else node
    if not isinstance(node, Node):
        return node
    return type(node)(
        **{name: bound_to(getattr(node, name), other, place) for name in node.__struct_fields__}
    )


@EITHER
@pytest.mark.parametrize("game", GAMES)
def test_no_two_meanings_have_one_paraphrase(game: str, whole: bool) -> None:
    """Each accepted text, with another referent for each pronoun in turn, is paraphrased otherwise."""
    compared = 0
    for text in lot(cards(game).values(), 80, whole):
        for ability in parse(text, game):
            pronouns = [node for node in walk(ability) if isinstance(node, Bound)]
            for at, meant in product(range(1, len(pronouns) + 1), (This(), *dict.fromkeys(pronouns))):
                other = bound_to(ability, meant, [at])
                said, instead = shown(ability, game), shown(other, game)
                if ability.text in (said, instead) or other == ability:
                    continue  # there are no words of ours for it
                compared += 1
                assert said != instead, text
    assert compared > (20 if whole else 4)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("gate_ruler",
         f"{GR}discard 1 card. Choose 1 enemy unit. "
         "Deal damage equal to the level of the discarded card to it."),
        ("gate_ruler",
         "Instant Action [Remove 1 event in your graveyard from the game] Choose 1 enemy unit. "
         "Deal damage equal to the removed card's level to it."),
    ],
)  # fmt: skip
def test_a_card_told_by_what_was_done_to_it_is_that_card(game: str, text: str) -> None:
    (asked,) = nodes(text, game, ValueOf)
    (hit,) = nodes(text, game, DealDamage)
    assert asked.what != chosen(text, game) == hit.to


def test_a_card_to_which_that_was_not_done_is_not_meant() -> None:
    with pytest.raises(CardTextError, match="no unit was destroyed before"):
        parse(f"{GR}choose 1 enemy unit. Exhaust the destroyed unit.", "gate_ruler")


def test_other_units_of_an_event_are_other_than_the_unit_it_summons() -> None:
    text = (
        "Timing: Standard Action\nChoose 1 unit in your deck and special summon it. "
        "If you control no other units, draw a card."
    )
    (others,) = nodes(text, "gate_ruler", OtherThan)
    assert others.what == chosen(text, "gate_ruler")


@pytest.mark.parametrize(
    ("game", "kind", "text"),
    [
        ("gate_ruler", "event", "Timing: Standard Action\nDestroy all other units."),
        ("godzilla", "strategy", "Destroy all other battle cards."),
        ("dragon_ball_super", "extra", "[Activate: Main] KO all other Battle Cards."),
        ("luck_and_logic", "tactics", "[ACT] Rest all other members."),
    ],
)  # fmt: skip
def test_other_is_refused_on_a_card_of_another_type(game: str, kind: str, text: str) -> None:
    with pytest.raises(CardTextError, match="“other” than what"):
        parse_on(text, game, {"type": kind})


@pytest.mark.parametrize(
    ("game", "text", "meant"),
    [
        ("gate_ruler", "When this unit is destroyed by a unit, deal 2 damage to that unit.", Object()),
        ("dragon_ball_super", "[Auto] When this card is KO-ed by a Battle Card, KO that card.", Object()),
        ("gate_ruler", "When this unit is destroyed, remove that card from the game.", This()),
    ],
)
def test_that_card_is_the_one_that_did_it_where_one_is_told(game: str, text: str, meant: Node) -> None:
    (ability,) = parse_on(text, game, {})
    assert meant in walk(ability.body)


def test_two_units_of_one_event_are_asked_about() -> None:
    text = "When a unit you control is destroyed by an enemy unit, destroy that unit."
    with pytest.raises(CardTextError, match="the one it happens to, or the one that does it"):
        parse_on(text, "gate_ruler", {})


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("When this unit is attacked by a Dragon, it gains +1 ATK until end of turn.", This()),
        ("When a unit you control is dealt damage by an event, it gains +1 ATK until end of turn.", Object()),
        ("When a unit you control is attacked by a Dragon, that Dragon gains -1 ATK.", Subject()),
        ("When a Dragon attacks a unit you control, that Dragon gains -1 ATK.", Subject()),
    ],
)
def test_what_is_suffered_is_told_of_the_card_that_suffers(text: str, meant: Node) -> None:
    """ "Is attacked by" goes on about the card that is attacked; "that Dragon" is the one called so."""
    assert nodes(text, "gate_ruler", Modify)[0].what == meant


@pytest.mark.parametrize(
    "text",
    [
        "When this unit attacks a unit, exhaust it.",
        "When this unit is attacked by a unit, destroy it.",
        "When a Dragon deals damage to a unit, return it to its owner's hand.",
    ],
)
def test_of_two_cards_that_fight_either_may_have_something_done_to_it(text: str) -> None:
    with pytest.raises(Ambiguous):
        parse(text, "gate_ruler")
    asked = card_verdict("gate-ruler/1.1.2", "Card", {"type": "unit"}, text).missing[0].open_word
    assert asked is not None
    meanings = [
        card_verdict("gate-ruler/1.1.2", "Card", {"type": "unit"}, text, {"it": word}) for word in asked[1]
    ]
    assert {each.verdict for each in meanings} == {"read"}
    assert len({each.paraphrase for each in meanings}) == 2


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("When this unit is attacked, exhaust the attacking unit. That unit cannot attack.", "attacking"),
        ("When one of your units is attacked, exhaust the attacking unit. It cannot attack.", "attacking"),
        ("When an enemy unit attacks, ready the attacked unit. That unit cannot attack.", "attacked"),
    ],
)  # fmt: skip
def test_that_unit_is_the_one_spoken_of_last_though_the_event_has_another(text: str, role: str) -> None:
    assert nodes(text, "gate_ruler", Prohibit)[0].what == Role(role, "unit")


def test_what_was_not_done_is_not_done_behind_the_condition() -> None:
    """ "If you don't set it, …" asks whether it was set; it does not set it."""
    text = (
        "When this unit attacks, look at the top card of your deck. You may set it. If you don't set it, {}."
    )
    told = card_verdict("gate-ruler/1.1.2", "Card", {"type": "unit"}, text.format("draw a card"))
    assert told.verdict != "read"


@pytest.mark.parametrize(
    "text",
    [
        "[TD] Choose a unit you control. Destroy that enemy unit.",
        "When a unit you control is destroyed, exhaust that enemy unit.",
        "[TD] Choose one of both players' units and destroy the others.",
    ],
)
def test_a_card_called_by_its_side_and_the_others_of_two_choices_are_not_guessed(text: str) -> None:
    with pytest.raises(CardTextError):
        parse(text, "gate_ruler")


def test_one_and_another_is_not_another_than_this_card() -> None:
    with pytest.raises(CardTextError, match="“another” than the one before it"):
        parse(
            "[ACT] [①] Choose one of your members and another of your members. Rest them.", "luck_and_logic"
        )


EACH_DISCARDS = "[Enter] Each player discards 1 card from their hand. "


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "[Enter] Each player destroys 1 of their battle cards. If it was rank 3 or higher, that player"
            " draws a card.",
            "which player is that",
        ),
        (EACH_DISCARDS + "If they do, they draw a card.", "one of them may"),
        (
            EACH_DISCARDS + "If they discarded a monster card this way, they draw a card.",
            "which player is that",
        ),
    ],
)
def test_what_may_be_true_of_one_player_is_not_done_by_both(text: str, why: str) -> None:
    with pytest.raises(CardTextError, match=why):
        parse(text, "godzilla")


def test_each_player_goes_by_the_card_they_have_taken() -> None:
    """ "If it is …, that player …" behind what each player does: of both, of one, of the other."""
    (ability,) = parse(EACH_DISCARDS + "If it is a monster card, that player draws a card.", "godzilla")
    asked = ability.body[1]
    assert isinstance(asked, If)
    assert len(asked.conditions) == 2
    drawn = [each.who for each in walk(asked) if isinstance(each, Draw)]
    assert drawn == ["each", "you", "opponent"]
