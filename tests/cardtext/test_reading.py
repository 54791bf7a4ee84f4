"""Single facts about how texts are read."""

from __future__ import annotations

import pytest

from judgekit.cardtext.model import (
    Ability,
    Bound,
    Choose,
    Compare,
    Count,
    Destroy,
    Destroyed,
    Discard,
    Draw,
    Exactly,
    Gain,
    If,
    Limit,
    Matches,
    May,
    Modify,
    Move,
    Nth,
    Object,
    Orient,
    Played,
    Rest,
    Selector,
    Stat,
    Subject,
    This,
    UpTo,
    ValueOf,
    Verb,
    bare,
)
from judgekit.cardtext.parse import parse


def read(text: str, game: str = "godzilla") -> Ability:
    (ability,) = parse(text, game)
    return ability


def body(text: str, game: str = "godzilla") -> tuple[Verb, ...]:
    return read(text, game).body


@pytest.mark.parametrize(
    "text",
    [
        "【Enter】 Destroy 1 «Mecha» battle card.",
        "[Enter] Destroy 1 <<Mecha>> battle card.",
        "[enter] destroy 1 《Mecha》 battle card",
        "[Enter] Destroy 1 «Mecha» battle card. (It goes to the discard pile.)",
        "[Enter]   Destroy one «Mecha» battle card.",
    ],
)
def test_brackets_case_spacing_and_reminders_do_not_matter(text: str) -> None:
    assert bare(read(text)) == bare(read("[Enter] Destroy 1 «Mecha» battle card."))


def test_curly_quotes_are_quotes() -> None:
    assert bare(read("[Enter] Search your deck for 1 “Drone”.")) == bare(
        read('[Enter] Search your deck for 1 "Drone".')
    )


def test_two_abilities_without_a_line_break_are_two() -> None:
    found = parse("[Enter] Draw 1 card. [Revenge] Draw 2 cards.", "godzilla")
    assert [each.labels for each in found] == [("enter",), ("revenge",)]


def test_two_sentences_without_a_header_are_one_ability() -> None:
    assert len(parse("Draw 1 card. Gain 1 rage.", "godzilla")) == 1


def test_a_text_without_a_trigger_stands_on_a_strategy_card() -> None:
    assert read("Draw 1 card.").kind == "automatic"
    assert read("Your battle cards gain +1000 counter power.").kind == "continuous"


def test_up_to_is_not_all() -> None:
    (destroy,) = body("[Enter] Destroy up to 2 battle cards.")
    assert isinstance(destroy, Destroy)
    assert isinstance(destroy.what, Selector)
    assert destroy.what.quantity == UpTo(2)


def test_it_is_the_card_chosen_before() -> None:
    choose, destroy = body("[Enter] Choose 1 of your opponent's battle cards. Destroy it.")
    assert isinstance(choose, Choose)
    assert isinstance(choose.what, Selector)
    assert choose.what.bind == 1
    assert destroy == Destroy(Bound(1))


@pytest.mark.parametrize("named", ["the chosen card", "the chosen battle card", "that battle card"])
def test_a_card_chosen_by_number_is_found_past_a_monster_named_after_it(named: str) -> None:
    choose, _, destroy, draw = body(
        "Choose 1 of your opponent's battle cards. Advance your opponent's monster. "
        f"Destroy {named}. Draw cards equal to its rank."
    )
    assert isinstance(choose, Choose)
    assert isinstance(choose.what, Selector)
    assert destroy == Destroy(Bound(choose.what.bind))
    assert draw == Draw(ValueOf("rank", Bound(choose.what.bind)))


def test_it_is_the_card_of_the_event_when_nothing_was_chosen() -> None:
    assert body("When your opponent plays a battle card, destroy it.") == (Destroy(Subject()),)


def test_it_is_this_card_when_this_card_is_the_topic() -> None:
    (modify,) = body("When this card advances, it gains +1000 threat level until end of turn.")
    assert isinstance(modify, Modify)
    assert modify.what == This()


def test_its_number_is_that_of_the_card_that_deals_the_damage() -> None:
    text = "【TD】 Choose 1 enemy unit. This unit deals damage equal to its ATK to that unit."
    _, damage = body(text, "gate_ruler")
    assert getattr(damage, "n", None).what == This()  # type: ignore[union-attr]
    assert getattr(damage, "to", None) == Bound(1)


def test_that_unit_is_the_one_attacked() -> None:
    text = "When this unit attacks an enemy unit, destroy that unit."
    assert body(text, "gate_ruler") == (Destroy(Object()),)


def test_it_can_be_the_card_that_was_damaged() -> None:
    _, orient = body("【TD】 Deal 2 damage to 1 enemy unit. Exhaust it.", "gate_ruler")
    assert orient == Orient(Bound(1), "rest")


def test_the_rest_is_what_was_looked_at_and_not_taken() -> None:
    look = "[Enter] Look at the top 3 cards of your deck. Add 1 of them to your hand"
    _, _, rest = body(f"{look}, and place the rest into your discard pile.")
    assert isinstance(rest, Move)
    assert rest.what == Rest(1)


def test_their_hand_is_the_discarding_players() -> None:
    (discard,) = body("[Enter] Your opponent discards 1 card.")
    assert isinstance(discard, Discard)
    assert discard.who == "opponent"
    assert isinstance(discard.what, Selector)
    assert discard.what.whose == "opponent"


def test_a_player_goes_on_to_the_next_verb_in_the_third_person_only() -> None:
    both = body("[Enter] Your opponent discards 1 card and draws 1 card.")
    assert [each.who for each in both] == ["opponent", "opponent"]  # type: ignore[union-attr]
    mine = body("[Enter] Your opponent discards 1 card, then draw 1 card.")
    assert [each.who for each in mine] == ["opponent", "you"]  # type: ignore[union-attr]


def test_if_you_do_hangs_on_the_may_before_it() -> None:
    (may,) = body("[Enter] You may discard 1 card. If you do, draw 2 cards. If you do not, gain 1 rage.")
    assert isinstance(may, May)
    assert may.then == (Draw(2),)
    assert len(may.otherwise) == 1


def test_an_if_covers_the_rest_of_its_sentence_and_no_more() -> None:
    first, second = body("[Enter] If your rage is 3 or more, draw 1 card and gain 1 rage. Discard 1 card.")
    assert isinstance(first, If)
    assert len(first.then) == 2
    assert isinstance(second, Discard)


def test_the_order_of_filters_does_not_matter() -> None:
    assert body("[Enter] Destroy 1 «Mecha» battle card with rank 2 or less.") == body(
        "[Enter] Destroy 1 battle card with rank 2 or less and the «Mecha» trait."
    )


def test_there_is_and_you_have_are_one_shape() -> None:
    (first,) = body("If there are 2 or more of your battle cards, draw 1 card.")
    (second,) = body("If you have 2 or more battle cards, draw 1 card.")
    assert first == second
    assert isinstance(first, If)
    (condition,) = first.conditions
    assert isinstance(condition, Compare)
    assert isinstance(condition.left, Count)


def test_a_number_of_a_card_is_a_comparison() -> None:
    (found,) = body("If your opponent's monster is rank III or higher, draw 1 card.")
    assert isinstance(found, If)
    assert isinstance(found.conditions[0], Compare)
    (found,) = body("If this card is in zone 8, it gains +1000 counter power.")
    assert isinstance(found, If)
    assert isinstance(found.conditions[0], Matches)


def test_ko_and_destroy_are_one_verb() -> None:
    (verb,) = body("[Activate: Main] KO 1 Battle Card.", "dragon_ball_super")
    assert verb == Destroy(Selector(Exactly(1), types=("battle card",)))
    assert read("[Auto] When this card is KO'd, draw 1 card.", "dragon_ball_super").trigger == Destroyed(
        This()
    )


def test_limits_left_of_the_name_are_shared() -> None:
    left = read('[Turn 1] "Blaze": Standard Action: Draw a card.', "gate_ruler")
    right = read('"Blaze" [Turn 1]: Standard Action: Draw a card.', "gate_ruler")
    assert left.limits == (Limit(1, shared=True),)
    assert right.limits == (Limit(1),)


def test_a_condition_before_the_colon_is_kept() -> None:
    found = read("[Activate: Main] If your Leader Card is blue: Draw 1 card.", "dragon_ball_super")
    assert len(found.conditions) == 1
    assert found.costs == ()


def test_the_first_time_each_turn() -> None:
    found = read("When you play a battle card for the first time each turn, draw 1 card.")
    assert isinstance(found.trigger, Nth)
    assert isinstance(found.trigger.event, Played)


def test_a_quoted_ability_is_an_ability() -> None:
    (gain,) = body('Your battle cards gain "[Revenge] Draw 1 card."')
    assert isinstance(gain, Gain)
    assert isinstance(gain.gains, Ability)
    assert gain.gains.labels == ("revenge",)


def test_a_relative_bound_keeps_what_it_is_relative_to() -> None:
    (destroy,) = body("[Enter] Destroy 1 battle card with rank equal to or less than your rage.")
    assert isinstance(destroy, Destroy)
    assert isinstance(destroy.what, Selector)
    (bound,) = destroy.what.filters
    assert isinstance(bound, Stat)
    assert bound.compare == "at most"
    assert not isinstance(bound.amount, int)


def test_several_things_about_chosen_cards_are_one_choice() -> None:
    modify, gain = body(
        "[Enter] 1 of your battle cards gains +1000 counter power and [Revenge] until end of turn."
    )
    assert isinstance(modify, Modify)
    assert isinstance(gain, Gain)
    assert gain.what == Bound(1)
    assert gain.duration == modify.duration
