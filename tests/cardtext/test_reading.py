"""Single facts about how texts are read."""

from __future__ import annotations

import pytest

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.model import (
    Ability,
    Act,
    Bound,
    Choose,
    Compare,
    Condition,
    Count,
    CreateToken,
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
    Near,
    Nth,
    Object,
    Orient,
    OtherThan,
    Play,
    Played,
    Player,
    Prohibit,
    Rest,
    Retreat,
    Retreats,
    Selector,
    Shuffle,
    Stat,
    Subject,
    Target,
    This,
    UpTo,
    ValueOf,
    Verb,
    Who,
    bare,
    walk,
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
    assert [each.who for each in both] == ["opponent", "opponent"]  # type: ignore[attr-defined]
    mine = body("[Enter] Your opponent discards 1 card, then draw 1 card.")
    assert [each.who for each in mine] == ["opponent", "you"]  # type: ignore[attr-defined]


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


def test_limits_left_of_the_colon_behind_the_name_are_shared() -> None:
    """14-6a-1: wherever they stand there; right of the colon they are the ability's own."""
    for text in ('[Turn 1] "Blaze":', '"Blaze" [Turn 1]:', '"Blaze [Turn 1]":'):
        (named,) = parse(f"{text} Standard Action: Draw a card.", "gate_ruler")
        assert (named.name, named.limits) == ("Blaze", (Limit(1, shared=True),))
    (own,) = parse('"Blaze": [Turn 1] Standard Action: Draw a card.', "gate_ruler")
    assert own.limits == (Limit(1),)


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


def test_tokens_that_were_played_are_they() -> None:
    token, modify = body('[Enter] Play 2 "Drone" tokens. They gain +1000 counter power until end of turn.')
    assert isinstance(token, CreateToken)
    assert isinstance(modify, Modify)
    assert modify.what == Bound(token.bind)
    token, modify = body('[Enter] Play a "Drone" token. It gains +1000 counter power until end of turn.')
    assert isinstance(modify, Modify)
    assert modify.what == Bound(1)


def test_they_are_never_this_card_alone() -> None:
    with pytest.raises(CardTextError, match="which card"):
        parse("[Enter] Draw 1 card. They gain +1000 counter power until end of turn.", "godzilla")


def other_than(text: str, game: str) -> Target:
    found = next(node for node in walk(read(text, game).body) if isinstance(node, OtherThan))
    return found.what


@pytest.mark.parametrize(
    ("text", "game", "meant"),
    [
        ("[Enter] Swap 1 of your battle cards and another of your battle cards.", "godzilla", Bound(1)),
        ("[Enter] Destroy another of your battle cards.", "godzilla", This()),
        ("【TD】 Add the top card of your deck to another of your units as a charge.", "gate_ruler", This()),
        ("[Enter] Choose 1 battle card. Destroy all other battle cards.", "godzilla", Bound(1)),
        ("[Enter] Draw 1 card. Destroy all other battle cards.", "godzilla", This()),
        ("[Enter] Choose 1 monster. Destroy all other battle cards.", "godzilla", This()),
    ],
)
def test_another_is_other_than_the_last_of_its_sort_and_else_than_this_card(
    text: str, game: str, meant: Target
) -> None:
    assert other_than(text, game) == meant


def test_a_card_beside_another_is_a_card_beside_a_card() -> None:
    assert body("[Enter] Destroy 1 battle card adjacent to another battle card.") == body(
        "[Enter] Destroy 1 battle card adjacent to a battle card."
    )


def test_what_stands_behind_a_card_beside_is_said_of_the_card_beside() -> None:
    (found,) = body("If this card is adjacent to your monster with rank 2 or less, it gains [Revenge].")
    assert isinstance(found, If)
    (condition,) = found.conditions
    assert isinstance(condition, Matches)
    (near,) = condition.like.filters
    assert isinstance(near, Near)
    assert isinstance(near.of, Selector)
    assert near.of.filters == (Stat("rank", "at most", 2),)
    with pytest.raises(CardTextError, match="which of the two cards"):
        parse("[Enter] Destroy 1 battle card adjacent to your monster with rank 2 or less.", "godzilla")


def condition_of(text: str, game: str) -> Condition:
    (found,) = body(text, game)
    assert isinstance(found, If)
    (condition,) = found.conditions
    return condition


def test_the_top_card_of_a_pile_is_not_any_card_in_it() -> None:
    found = condition_of("[Enter] If the top card of your deck is blue, draw 1 card.", "godzilla")
    assert isinstance(found, Matches)
    assert isinstance(found.what, Selector)
    assert (found.what.end, found.what.quantity) == ("top", Exactly(1))


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("any of your Battle Cards are red", "there is a red card in your Battle Area"),
        ("any of your Battle Cards are not red", "there is a non-red card in your Battle Area"),
        ("1 of your Battle Cards is not red", "there is a non-red card in your Battle Area"),
    ],
)
def test_so_many_of_some_cards_are_counted(said: str, counted: str) -> None:
    """Not all of them, and not none of them."""
    one = condition_of(f"[Permanent] If {said}, this card gets +5000 power.", "dragon_ball_super")
    other = condition_of(f"[Permanent] If {counted}, this card gets +5000 power.", "dragon_ball_super")
    for each in (one, other):
        assert isinstance(each, Compare)
        assert isinstance(each.left, Count)
        assert (each.compare, each.right) == ("at least", 1)
    assert one.left.what.filters == other.left.what.filters  # type: ignore[union-attr]


def test_instead_behind_an_if_is_one_of_two() -> None:
    (found,) = body("[Enter] Draw 1 card. If your rage is 3 or more, draw 2 cards instead.")
    assert isinstance(found, If)
    assert (found.then, found.otherwise) == ((Draw(2),), (Draw(1),))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "[Enter] Destroy 1 battle card. If your rage is 3 or more, discard it instead.",
            "choose first",
        ),
        (
            "[Enter] Destroy 1 battle card. If it is blue, destroy 2 battle cards instead.",
            "choose first",
        ),
        (
            "When your opponent plays a battle card, destroy 1 battle card. Return it to its owner's hand.",
            "the one in the event",
        ),
        ("[Enter] When your opponent draws a card, draw 1 card.", "the header already says when"),
        ("[Enter] Draw 1 card. If it isn't, gain 1 rage.", "has no “if it is” before it"),
        ("This card gains +X counter power.", "nobody chooses X here"),
        ("This card gains +counter power equal to that many.", "mentions no number"),
        ("Your opponent can't draw blue cards.", "which cards are drawn"),
        ("[Enter] Choose a number from 5 through 3.", "smaller number first"),
        ("[Enter] Destroy choice 2.", "there is no choice 2"),
        ("Your opponent cannot play 2 battle cards.", "leave out the number"),
        (
            "When a situation where your rage is 3 or more, draw 1 card instead.",
            "would happen can be replaced",
        ),
    ],
)
def test_what_could_only_be_guessed_is_refused(text: str, reason: str) -> None:
    with pytest.raises(CardTextError, match=reason):
        parse(text, "godzilla")


@pytest.mark.parametrize("said", ["draw cards", "draw a card", "draw"])
def test_drawing_is_forbidden_in_one_way(said: str) -> None:
    assert body(f"Your opponent cannot {said}.") == (Prohibit(Player("opponent"), Act("draw")),)


@pytest.mark.parametrize(
    ("text", "game", "meant"),
    [
        (
            "When your opponent's monster advances, you may discard 1 card. If you do, retreat it.",
            "godzilla",
            Subject(),
        ),
        (
            "[Auto] When this card attacks, you may discard 1 card. If you do, it gets +5000 power.",
            "dragon_ball_super",
            This(),
        ),
        (
            "When this unit attacks, put 1 of this unit's charges into the graveyard. Exhaust it.",
            "gate_ruler",
            This(),
        ),
        (
            "[AUTO] When your member wins, put the top card of your deck into your drop zone, and rest it.",
            "luck_and_logic",
            Subject(),
        ),
    ],
)  # fmt: skip
def test_a_card_that_was_put_away_is_not_what_something_is_done_to(
    text: str, game: str, meant: Target
) -> None:
    done = [node for node in walk(body(text, game)) if isinstance(node, Retreat | Modify | Orient)]
    assert [each.what for each in done] == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "[Enter] Choose 1 battle card in your discard pile and play it. It gains [Revenge].",
        "[Enter] Return 1 battle card to your hand. It gains [Revenge] until end of turn.",
        "[Enter] Destroy 1 battle card. If you do, play it.",
    ],
)
def test_a_card_that_came_back_or_is_only_asked_about_is_still_it(text: str) -> None:
    last = [node for node in walk(body(text)) if isinstance(node, Gain | Play)][-1]
    assert last.what == Bound(1)


def test_so_many_instead_is_said_of_the_same_verb() -> None:
    with pytest.raises(CardTextError):
        read("Draw 1 card. If your rage is 3 or more, heal 2 instead.")
    (verb,) = body("Draw 1 card. If your rage is 3 or more, draw 2 instead.")
    assert isinstance(verb, If)
    assert (verb.then, verb.otherwise) == ((Draw(2),), (Draw(1),))


def test_a_condition_before_whenever_leaves_the_trigger_to_the_event() -> None:
    ability = read("If your rage is 3 or more, whenever this card retreats, draw 1 card.")
    assert isinstance(ability.trigger, Retreats)


@pytest.mark.parametrize("whose", ["you", "opponent"])
def test_the_deck_that_was_spoken_of_is_shuffled(whose: Who) -> None:
    owner = {"you": "your", "opponent": "your opponent's"}[whose]
    *_, last = body(f"Look at the top 2 cards of {owner} deck, then shuffle it.")
    assert last == Shuffle(whose)


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this unit becomes exhausted, ready it. Whenever this unit becomes ready, exhaust it.",
        "When this unit attacks, draw a card. Discard a card. When you discard a card, heal 1 life.",
        "Dormant. When this unit is destroyed, draw a card.",
        "Timing: Standard Action\nResource. Draw a card.",
    ],
)
def test_two_abilities_may_stand_in_one_line(text: str) -> None:
    assert len(parse(text, "gate_ruler")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "When this unit attacks, choose an enemy unit. When it is destroyed, draw a card.",
        "When this unit attacks, draw a card. When an enemy unit is destroyed this turn, draw a card.",
    ],
)
def test_a_trigger_that_goes_on_from_the_one_before_is_no_ability_of_its_own(text: str) -> None:
    assert len(parse(text, "gate_ruler")) == 1
