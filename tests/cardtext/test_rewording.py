"""The same said otherwise means the same, in every game; what could mean two things is not read."""

from __future__ import annotations

import pytest

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.model import Destroy, Object, Selector, Union, bare
from judgekit.cardtext.parse import parse, parse_line

SAME = [
    # the passive
    ("[TD] The top card of your deck is revealed.", "[TD] Reveal the top card of your deck."),
    ("[TD] 2 damage is dealt to your opponent.", "[TD] Deal 2 damage to your opponent."),
    ("[TD] An enemy unit is dealt 3 damage.", "[TD] Deal 3 damage to an enemy unit."),
    ("[TD] One enemy unit is returned to its owner's hand.",
     "[TD] Return an enemy unit to its owner's hand."),
    ("[TD] A card is discarded by your opponent at random.", "[TD] Your opponent discards a card at random."),
    ("When an event is played by your opponent, draw a card.",
     "When your opponent plays an event, draw a card."),
    ("[OD] A Golem is special summoned from your graveyard.",
     "[OD] Special summon a Golem from your graveyard."),
    ("When this unit attacks, a Golem may be special summoned from your hand.",
     "When this unit attacks, you may special summon a Golem from your hand."),
    ("Each time an effect exhausts this unit, draw a card.",
     "When this unit is exhausted by an effect, draw a card."),
    ("At the beginning and end of your turn, draw a card.",
     "At the beginning of your turn and at the end of your turn, draw a card."),
    ("[TD] When you play an event next this turn, draw a card.",
     "[TD] The next time you play an event this turn, draw a card."),
    ("At the end of your second turn of the game, draw a card.",
     "At the end of your turn, if it is your second turn, draw a card."),
    ("[TD] If you have already played an event this turn, draw a card.",
     "[TD] If you played an event this turn, draw a card."),
    ("When you play an event, you may draw a card once per turn.",
     "Once per turn, when you play an event, you may draw a card."),
    ("[TD] Look at the top card of your deck. You may put it on the bottom.",
     "[TD] Look at the top card of your deck. You may put it on the bottom of your deck."),
    ("Your opponent can't choose your units as targets of abilities.",
     "Your opponent can't choose your units as a target of abilities."),
    ("[TD] During your opponent's next turn, they can attack only once.",
     "[TD] Your opponent can only attack once during your opponent's next turn."),
    ("[TD] You may play a Golem from your hand without it counting toward your summon cap this turn.",
     "[TD] You may normal summon a Golem from your hand without it counting for the summon cap."),
    # a price and what it is paid for; one after the other
    ("[TD] You may draw 2 cards by discarding a card and exhausting this unit.",
     "[TD] You may discard a card and exhaust this unit. If you do, draw 2 cards."),
    ("[TD] By exhausting this unit, draw a card.", "[TD] Exhaust this unit. If you do, draw a card."),
    ("[TD] Starting with your opponent, each player destroys a unit they control.",
     "[TD] Your opponent destroys a unit they control, then you destroy a unit you control."),
    ("[TD] You may discard a card. If you do, draw a card, and you may repeat this process.",
     "[TD] You may discard a card. If you do, draw a card. You may repeat this process."),
    # instead of where it would go
    ("When an enemy unit is destroyed, remove it from the game instead of putting it into the graveyard.",
     "If an enemy unit would be destroyed, remove it from the game instead."),
    ("Units destroyed by this unit are removed from the game instead of being put into the graveyard.",
     "If a unit would be destroyed by this unit, remove it from the game instead."),
    ("Cards your opponent discards are put on the bottom of their deck rather than into the graveyard.",
     "If your opponent would discard a card, put it on the bottom of their deck instead."),
    ("[TD] Deal 2 damage to an enemy unit or your opponent.",
     "[TD] Deal 2 damage to an enemy unit or deal 2 damage to your opponent."),
    ("[TD] Destroy one of your units. Then, your opponent destroys one of theirs.",
     "[TD] Destroy one of your units. Then, your opponent destroys one of their units."),
    # one of two numbers
    ("[TD] Choose a unit. It gains +1 ATK until end of turn, or +2 ATK if it's a Dragon.",
     "[TD] Choose a unit. If it is a Dragon, it gains +2 ATK until end of turn. "
     "Otherwise, it gains +1 ATK until end of turn."),
    # in a battle, and at its sides
    ("Your opponent can't play events during battles in which this unit is attacking.",
     "While this unit is attacking, your opponent can't play events."),
    ("When this unit attacks a unit with a higher level or is attacked by one, draw a card.",
     "When this unit attacks a unit with a higher level or this unit is attacked by a unit with a higher "
     "level, draw a card."),
    # some below, the others on top
    ("[TD] Look at the top 3 cards of your deck. Put any number of them on the bottom of your deck in any "
     "order and the rest on top in any order.",
     "[TD] Look at the top 3 cards of your deck. Put any number of them on the bottom of your deck in any "
     "order. Put the rest on the top of your deck in any order."),
    # a number that is added
    ("When this unit attacks, add +2 to its ATK until end of turn.",
     "When this unit attacks, it gains +2 ATK until end of turn."),
    ("[TD] Choose 1 of your units and add +2 to its ATK until end of turn.",
     "[TD] Choose 1 of your units. It gains +2 ATK until end of turn."),
    ("[TD] Add -2 to the ATK of an enemy unit until end of turn.",
     "[TD] An enemy unit gets -2 ATK until end of turn."),
    ("[TD] Add +1 to the ATK of your other units until end of turn.",
     "[TD] Your other units get +1 ATK until end of turn."),
    # a sum
    ("[TD] Destroy any number of enemy units whose levels total 4 or less.",
     "[TD] Destroy any number of enemy units with total level 4 or less."),
    ("[TD] Destroy enemy units so that their total level adds up to 4 or less.",
     "[TD] Destroy any number of enemy units with total level 4 or less."),
    ("When this unit attacks, if your units have a total ATK of 9 or more, draw a card.",
     "When this unit attacks, if the total ATK of your units is 9 or more, draw a card."),
    # in two ways
    ("Your units can't be destroyed in battle or by effects.",
     "Your units can't be destroyed in battle and can't be destroyed by effects."),
    # whose doing it is
    ("Your opponent must discard a card whenever they play an event.",
     "Whenever your opponent plays an event, your opponent discards a card."),
    # less and more
    ("Damage dealt to your units is decreased by 1.", "Damage dealt to your units is reduced by 1."),
    ("Decrease the cost to play your events by 1.", "The cost to play your events is reduced by 1."),
    ("Raise the cost to play enemy units by 1.", "The cost to play enemy units is increased by 1."),
    ("Your events cost 1 fewer resource to play.", "Your events cost 1 less to play."),
    ("[TD] Prevent 2 damage that would be dealt to your units this turn.",
     "[TD] Prevent the next 2 damage that would be dealt to your units this turn."),
    # the trigger behind
    ("Heal 1 life at the end of your turn.", "At the end of your turn, heal 1 life."),
    ("Drive 1 at the start of your turn if you control a Golem.",
     "At the start of your turn, if you control a Golem, drive 1."),
    ("Ready this unit when it is dealt damage.", "When this unit is dealt damage, ready this unit."),
    ("Exhaust this unit instead when it would be destroyed.",
     "When this unit would be destroyed, exhaust this unit instead."),
    ("Remove an enemy unit from the game instead if it would be put into a graveyard.",
     "If an enemy unit would be put into a graveyard, remove it from the game instead."),
    ("Any unit that would be put into a graveyard is removed from the game instead.",
     "If a unit would be put into a graveyard, it is removed from the game instead."),
    # the place in front
    ("[TD] From your graveyard, special summon a Golem.", "[TD] Special summon a Golem from your graveyard."),
    ("[TD] Put into your graveyard the top card of your deck.",
     "[TD] Put the top card of your deck into your graveyard."),
    ("[TD] Special summon a Golem into your defense zone from your graveyard.",
     "[TD] Special summon a Golem from your graveyard into your defense zone."),
    # whose
    ("[TD] Return a unit that you control to the hand of its owner.",
     "[TD] Return a unit you control to its owner's hand."),
    ("[TD] Destroy a unit your opponent controls. The controller of that unit draws a card.",
     "[TD] Destroy a unit your opponent controls. That unit's controller draws a card."),
    ("Allied units' ATK becomes 3.", "The ATK of allied units becomes 3."),
    ("[TD] Destroy either an enemy field or an enemy unit.", "[TD] Destroy an enemy field or an enemy unit."),
    ("This unit can attack only units.", "This unit can only attack units."),
    # numbers and times
    ("No player can attack more than twice during each of their turns.",
     "Each player cannot attack more than twice each turn."),
    ("[TD] Each player discards cards until they have at most 4 cards in their hand.",
     "[TD] Each player discards cards until they have 4 cards in their hand."),
    ("[OD] Look at the top 3 cards of your deck and put them back in any order.",
     "[OD] Look at the top 3 cards of your deck and put them on top of your deck in any order."),
    ("[TD] Look at the top 3 cards of your deck, then return them to the top in any order.",
     "[TD] Look at the top 3 cards of your deck, then put them on top of your deck in any order."),
    ("[TD] Look at the top 2 cards of your deck. Put one back on top and the other on the bottom.",
     "[TD] Look at the top 2 cards of your deck. Put one on the top of your deck and the other on the "
     "bottom of your deck."),
    ("Units you control that would be destroyed are exhausted instead.",
     "If one of your units would be destroyed, exhaust it instead."),
    ("When this unit would leave play, you may put it underneath one of your other units as a charge. "
     "If you do, it isn't put into the graveyard.",
     "When this unit would leave play, you may put it underneath one of your other units as a charge "
     "instead."),
    ("This unit gains +1 ATK for each of its levels.", "This unit gains +1 ATK for each level of it."),
    ("[TD] Put the top 2 cards of your deck into your graveyard. If neither is a unit card, draw a card.",
     "[TD] Put the top 2 cards of your deck into your graveyard. If neither of them is a unit card, draw a "
     "card."),
    ("[TD] Discard cards until you have 3 or fewer in your hand.",
     "[TD] Discard cards until you have 3 cards in your hand."),
    ("This card costs 0 if you control no units.",
     "If you control no units, you may play this card without paying its cost."),
    ("Instead of paying this card's cost, you may discard 2 cards.",
     "You may discard 2 cards rather than pay this card's cost."),
    ("[TD] Reduce the next damage dealt to your ruler this turn to 0.",
     "[TD] Prevent the next damage dealt to your ruler this turn."),
    # other words
    ("As soon as this unit enters play, draw a card.", "When this unit enters play, draw a card."),
    ("Also treat your Golem units as Spirits.", "Your Golem units are also treated as Spirits."),
    ("It costs 1 less to play your events.", "Your events cost 1 less to play."),
    ("While in the front row, this unit gains +1 ATK.",
     "While this unit is in the front row, it gains +1 ATK."),
    ("[TD] Choose one of the following: draw a card, heal 1 life, or drive 1.",
     "[TD] Choose 1: draw a card; heal 1 life; or drive 1."),
]  # fmt: skip


@pytest.mark.parametrize(("otherwise", "plain"), SAME)
def test_the_same_said_otherwise_means_the_same(otherwise: str, plain: str) -> None:
    assert [*map(bare, parse(otherwise, "gate_ruler"))] == [*map(bare, parse(plain, "gate_ruler"))]


@pytest.mark.parametrize(
    "text",
    [
        "After this unit attacks, draw a card.",  # as it attacks, or when the battle is over?
        "When this unit attacks, an enemy unit is frobbed.",
        "[TD] It is destroyed from your graveyard by your opponent.",
    ],
)
def test_what_is_not_clear_stays_unread(text: str) -> None:
    with pytest.raises(CardTextError):
        parse_line(text, "gate_ruler")


HEADS = {
    "godzilla": "[Enter] ", "dragon_ball_super": "[Auto] When this card attacks, ",
    "gate_ruler": "【TD】 ", "luck_and_logic": "[AUTO] When this member attacks, ",
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "otherwise", "plain"),
    [
        ("luck_and_logic", "[ACT] (Rest this member) Draw a card.", "[ACT] [Rest this member] Draw a card."),
        ("gate_ruler", "Standard Action (Exhaust this unit): Draw a card.",
         "Standard Action [Exhaust this unit] Draw a card."),
        ("gate_ruler", 'Instant Action "Lid" [Pay 1 resource] Draw a card.',
         '"Lid": Instant Action [Pay 1 resource] Draw a card.'),
        ("gate_ruler", "If an enemy unit would deal damage to you, it deals 1 less instead.",
         "If an enemy unit would deal damage to you, reduce that damage by 1 instead."),
        ("gate_ruler", "If this unit would deal damage, it deals 1 more damage instead.",
         "If this unit would deal damage, it deals that much plus 1 instead."),
        ("gate_ruler", "When this unit is destroyed by an attack, draw a card.",
         "When this unit is destroyed by combat damage, draw a card."),
        ("dragon_ball_super", "[Permanent] This card costs 1 less for each of your <Kaz>.",
         "[Permanent] This card's energy cost is reduced by 1 for each of your <Kaz>."),
        ("dragon_ball_super", "[Permanent] While defending, this card gets +5000 power.",
         "[Permanent] While this card is being attacked, this card gets +5000 power."),
        ("godzilla", "[Enter] Your monster may advance by up to 2 zones.",
         "[Enter] You may advance your monster by up to 2 zones."),
        ("luck_and_logic", "[CONT] If you have two or more members in play, this member gets +500 power.",
         "[CONT] If you have two or more members, this member gets +500 power."),
        ("luck_and_logic", "Paradox rule: Compare the limits of the members instead of their power.",
         "[CONT] The member with the higher limit wins the battle."),
        ("dragon_ball_super", "[Permanent] To play this card, you must discard 1 card.",
         "[Permanent] As an additional cost to play this card, discard 1 card."),
        ("gate_ruler", "To play this card, you must discard a card.",
         "As an additional cost to play this card, discard a card."),
        ("dragon_ball_super",
         "As an additional cost to activate this card, discard 1 card.\n[Activate: Main] {2}: Draw 3 cards.",
         "[Activate: Main] {2}, discard 1 card: Draw 3 cards."),
        ("godzilla", "[Enter] If zone 3 is unoccupied, play 1 “Drone” token there.",
         "[Enter] If zone 3 is unoccupied, play 1 “Drone” token in zone 3."),
        ("godzilla",
         "[Enter] Destroy 1 of your battle cards. Your monster gains +X threat level, where X is its "
         "counter power.",
         "[Enter] Destroy 1 of your battle cards. Your monster gains +X threat level, where X is that card's "
         "counter power."),
        ("godzilla", "[Enter] The top card of your deck is revealed.",
         "[Enter] Reveal the top card of your deck."),
        ("dragon_ball_super", "[Auto] As soon as this card attacks, draw 1 card.",
         "[Auto] When this card attacks, draw 1 card."),
        ("dragon_ball_super", "[Auto] When your skill switches this card to Rest Mode, draw 1 card.",
         "[Auto] When this card is switched to Rest Mode by your skill, draw 1 card."),
        ("dragon_ball_super",
         "[Auto] When one of your opponent's skills returns this card to your hand, draw 1 card.",
         "[Auto] When this card is returned to your hand by one of your opponent's skills, draw 1 card."),
        ("dragon_ball_super", "[Auto] When a skill plays one of your Battle Cards, draw 1 card.",
         "[Auto] When one of your Battle Cards is played by a skill, draw 1 card."),
        ("dragon_ball_super",
         "[Permanent] Your «Imp» cost 2 less total energy. This does not change their specified cost.",
         "[Permanent] Your «Imp» cost 2 less energy."),
        ("dragon_ball_super",
         "[Auto] When you play this card, your opponent can't play cards with the same name this turn.",
         "[Auto] When you play this card, your opponent can't play cards with the same name as that card "
         "this turn."),
        ("dragon_ball_super",
         "[Counter: Counter] Negate the [Counter]. Your opponent can't activate [Counter] skills with the "
         "same name this turn.",
         "[Counter: Counter] Negate the [Counter]. Your opponent can't activate [Counter] skills of cards "
         "with the same name as that card this turn."),
        ("dragon_ball_super",
         "[Permanent] Your opponent can't choose your Leader Card as the target of attacks.",
         "[Permanent] Your opponent can't attack your Leader Card."),
        ("dragon_ball_super", "[Permanent] Cards placed in your Drop Area are sent to your Warp instead.",
         "[Permanent] If a card would be placed in your Drop Area, send it to your Warp instead."),
        ("dragon_ball_super", "[Awaken] When your life is at 4 or less, you may flip this card over.",
         "[Awaken] When your life is at 4 or less: You may flip this card over."),
        ("dragon_ball_super", "[Activate: Main] KO 2 Battle Cards with the same energy cost as each other.",
         "[Activate: Main] KO 2 Battle Cards with the same energy cost."),
        ("dragon_ball_super", "[Permanent] Your energy can't be moved to another area by skills.",
         "[Permanent] Your energy can't be moved by skills."),
        ("dragon_ball_super",
         "[Activate: Main] Discard up to 2 cards. Draw 1 card for each card you discarded this way.",
         "[Activate: Main] Discard up to 2 cards. Draw 1 card for each card discarded this way."),
        ("dragon_ball_super",
         "[Permanent] If you would take damage from a skill, you take no damage instead.",
         "[Permanent] If you would take damage from a skill, prevent that damage instead."),
        ("dragon_ball_super",
         "[Auto] When this card attacks, if there are Battle Cards of 3 or more colors in your Warp, draw 1 "
         "card.",
         "[Auto] When this card attacks, if there are 3 or more different colors among Battle Cards in your "
         "Warp, draw 1 card."),
        ("dragon_ball_super",
         "[Auto] When this card attacks, if your energy is of 2 or more colors, draw 1 card.",
         "[Auto] When this card attacks, if there are 2 or more different colors among your energy, draw 1 "
         "card."),
        ("dragon_ball_super", "[Permanent] Your cards gain «Imp» in addition to their other special traits.",
         "[Permanent] Your cards gain the «Imp» trait."),
        ("dragon_ball_super", "[Activate: Main] KO all Battle Cards other than <Rho>, <Sol> and <Bo>.",
         "[Activate: Main] KO all Battle Cards other than <Rho>, <Sol> or <Bo>."),
        ("dragon_ball_super",
         "[Activate: Main] Choose 1 Battle Card with a card underneath it. Return only the top card to its "
         "owner's hand.",
         "[Activate: Main] Choose 1 Battle Card with a card under it. Return only its top card to its "
         "owner's hand."),
        ("dragon_ball_super",
         "[Auto] When you play this card, name a number. If your life is the named number, draw 1 card.",
         "[Auto] When you play this card, name a number. If your life is the chosen number, draw 1 card."),
        ("dragon_ball_super", "[Counter: Attack] The guard card's power becomes 5000 for the battle.",
         "[Counter: Attack] The guarding card's power becomes 5000 for the battle."),
        ("dragon_ball_super", "[Counter: Attack] Choose the guard card and KO it.",
         "[Counter: Attack] Choose the guarding card and KO it."),
        ("dragon_ball_super", "[Activate: Main] Both players simultaneously discard their hands.",
         "[Activate: Main] Both players discard their hands simultaneously."),
        ("godzilla", "[Enter] Destroy all battle cards other than «Tank» and «Kaiju».",
         "[Enter] Destroy all battle cards other than «Tank» or «Kaiju»."),
        ("luck_and_logic",
         "[ACT] [①] Exchange the positions of two of your gates. (You may look at them first.)",
         "[ACT] [①] Choose two of your gates. You may look at them. Exchange their positions."),
        ("luck_and_logic", "[AUTO] When your opponent's effect rests this member, draw 1 card.",
         "[AUTO] When this member is rested by your opponent's effect, draw 1 card."),
        ("luck_and_logic", "[ACT] [①] Perform a trance. (You can do this even if you tranced this turn.)",
         "[ACT] [①] Perform a trance."),
        ("luck_and_logic", "[AUTO] When this member attacks, reveal a card from your hand chosen at random.",
         "[AUTO] When this member attacks, reveal a card at random from your hand."),
        ("luck_and_logic", "[AUTO] When this member wins a battle decided by a paradox, draw a card.",
         "[AUTO] When this member wins while there is a face up paradox, draw a card."),
        ("luck_and_logic", "[CONT] The power logic of cards in the battle zones is ignored.",
         "[CONT] Cards in the battle zones lose their power logic."),
        ("luck_and_logic", "[ACT] [②] During your next turn, you may attack one additional time.",
         "[ACT] [②] You may attack one additional time during your next turn."),
        ("luck_and_logic", "[ACT] [Discard two members with the same level] Draw a card.",
         "[ACT] [Discard two members of the same level] Draw a card."),
        ("luck_and_logic", "[AUTO] When your opponent defines logic, draw a card.",
         "[AUTO] When your opponent performs a logic definition, draw a card."),
        ("luck_and_logic", "[CONT] While defending, this member's aura is increased by 1.",
         "[CONT] While this member is defending, its aura is increased by 1."),
        ("luck_and_logic", "[ACT] [①] Look at one of your opponent's gates that has not been destroyed.",
         "[ACT] [①] Look at one of your opponent's undestroyed gates."),
        ("luck_and_logic", "[AUTO] When this member is placed on a circle in the front row, draw a card.",
         "[AUTO] When this member is placed on a circle while it is in the front row, draw a card."),
        ("luck_and_logic", "[CONT] For each color among your members, this member gets +500 power.",
         "[CONT] This member gets +500 power for each different color among your members."),
        ("luck_and_logic", "[ACT] [①] Choose one of your members. It attacks this turn if able.",
         "[ACT] [①] Choose one of your members. It must attack this turn if able."),
        ("luck_and_logic", "[AUTO] When this member attacks, draw a card, or two if you have a member.",
         "[AUTO] When this member attacks, draw a card. If you have a member, draw 2 cards instead."),
        ("luck_and_logic", "[CONT] This member gets +1 aura, or +2 if you have a destroyed gate.",
         "[CONT] This member gets +1 aura. If you have a destroyed gate, it gets +2 aura instead."),
        ("luck_and_logic", "[AUTO] During a battle in which it is attacking, when this member wins, rest it.",
         "[AUTO] When this member wins while it is attacking, rest it."),
        ("luck_and_logic", "[CONT] The maximum number of cards you can have in your level zone becomes five.",
         "[CONT] Your maximum level becomes five."),
        ("luck_and_logic", "[AUTO] Draw 1 card at the beginning of your turn.",
         "[AUTO] At the beginning of your turn, draw 1 card."),
        ("luck_and_logic", "[CONT] This member cannot attack the turn it is mobilized.",
         "[CONT] If this member was mobilized this turn, this member cannot attack."),
        ("luck_and_logic", "[CONT] During the turn this member was placed on a circle, it gets +1 aura.",
         "[CONT] If this member was placed on a circle this turn, this member gets +1 aura."),
        ("luck_and_logic", "[CONT] When you use a luck drive, you may draw 2 cards instead of one.",
         "[CONT] If you would draw a card by a luck drive, you may draw 2 cards instead."),
        ("luck_and_logic", "[ACT] [①] Move this member to the circle behind it, if that circle is empty.",
         "[ACT] [①] Move this member to the empty circle behind it."),
        ("luck_and_logic",
         "[ACT] [discard 1 card] Choose 1 card in your drop zone. You can't choose the discarded card.",
         "[ACT] [discard 1 card] Choose 1 card in your drop zone other than the discarded card."),
        ("luck_and_logic", "[AUTO] When this member attacks, if it wins this battle, draw 1 card.",
         "[AUTO] When this member attacks, until end of battle, when it wins, draw 1 card."),
        ("luck_and_logic",
         "[ACT] [①] Set 2 cards from your hand face down, each to a different gate of yours.",
         "[ACT] [①] Choose 2 of your gates, then set a card from your hand face down to each of them."),
        ("luck_and_logic", "[CONT] If your opponent's members are all resting, this member gets +1 aura.",
         "[CONT] If all of your opponent's members are resting, this member gets +1 aura."),
        ("luck_and_logic",
         "[CONT] This member gets +500 power for each card with a different name in your drop zone.",
         "[CONT] This member gets +500 power for each different name among cards in your drop zone."),
        ("luck_and_logic",
         "[CONT] This member gets +500 power for each differently named card in your drop zone.",
         "[CONT] This member gets +500 power for each different name among cards in your drop zone."),
        ("dragon_ball_super",
         "[Permanent] This card gains +1000 power for each card with a different name under it.",
         "[Permanent] This card gains +1000 power for each different name among cards under it."),
        ("dragon_ball_super", "[Activate: Main] Choose up to 2 differently named cards in your Drop Area.",
         "[Activate: Main] Choose up to 2 cards in your Drop Area with different names."),
        ("dragon_ball_super",
         "[Auto] When you play this card, choose 1 card in your hand or Drop Area. If you chose a card in "
         "your Drop Area, play it. If you chose a card in your hand, discard it.",
         "[Auto] When you play this card, choose 1 card in your hand or Drop Area. If it is in your Drop "
         "Area, play it. Otherwise, if it is in your hand, discard it."),
        ("dragon_ball_super",
         "[Activate: Main] Choose 1 <Moth> in your hand and place it on top of this card. It is treated as "
         "having evolved.",
         "[Activate: Main] Choose 1 <Moth> in your hand, and evolve this card into it."),
        ("dragon_ball_super", "[Auto] When this card survives a battle in which it attacked, draw 1 card.",
         "[Auto] At the end of a battle in which this card attacked, if this card is in play, draw 1 card."),
        ("dragon_ball_super",
         "[Counter: Counter] Negate the [Counter], and place that card in its owner's hand instead of "
         "the Drop Area.",
         "[Counter: Counter] Negate the [Counter], and place that card in its owner's hand."),
        ("dragon_ball_super",
         "[Activate: Main] Return up to 3 cards in your Drop Area to your hand. Draw 1 card for each card "
         "returned.",
         "[Activate: Main] Return up to 3 cards in your Drop Area to your hand. Draw 1 card for each card "
         "returned this way."),
        ("luck_and_logic", "[CONT] If this is your only member, it gets +1 aura.",
         "[CONT] If this card is the only member you control, it gets +1 aura."),
        ("luck_and_logic", "[CONT] Each time you luck drive, draw one additional card.",
         "[CONT] If you would draw a card by a luck drive, draw 2 cards instead."),
        ("luck_and_logic", "[CONT] If every one of your members is red, this member gets +1 aura.",
         "[CONT] If each of your members is red, this member gets +1 aura."),
        ("luck_and_logic", "[AUTO] When this card is placed on the battle zone, this battle ends.",
         "[AUTO] When this card is placed on the battle zone, end the battle."),
        ("luck_and_logic", "[ACT] [①] Set 2 cards from your hand to your gates, one each.",
         "[ACT] [①] Choose 2 of your gates, then set 1 card from your hand to each of them."),
        ("luck_and_logic", "[CONT] While this card is in a soul, that member gets +1 aura.",
         "[CONT] The member with this card in its soul gets +1 aura."),
        ("luck_and_logic", "[AUTO] When this member moves, look at the gate on the circle it moved to.",
         "[AUTO] When this member moves, look at the gate on its circle."),
        ("luck_and_logic", "[CONT] While on the middle circle of your front row, this member gets +1 aura.",
         "[CONT] While this member is on the front row middle circle, this member gets +1 aura."),
        ("luck_and_logic",
         "[AUTO] When you level boost, your member in that battle gets +1 aura "
         "until end of battle.",
         "[AUTO] When you level boost, your member in battle gets +1 aura until end of battle."),
        ("luck_and_logic", "[ACT] [①] Turn one of your destroyed gates whose circle is empty face down.",
         "[ACT] [①] Turn one of your destroyed gates on an empty circle face down."),
        ("luck_and_logic", "[AUTO] When this member loses a battle in which it attacked, rest it.",
         "[AUTO] When this member loses a battle while attacking, rest it."),
        ("luck_and_logic", "[CONT] This member cannot attack your opponent's front row.",
         "[CONT] This member cannot attack the front row."),
        ("luck_and_logic",
         "[ACT] [①] Look at the top two cards of your deck. Put one of them "
         "into your hand, and one into your stock zone.",
         "[ACT] [①] Look at the top two cards of your deck. Put one of them "
         "into your hand, put one of them into your stock zone."),
        ("luck_and_logic",
         "[ACT] [①] You may mobilize a <Song> member from your hand to an empty circle, resting.",
         "[ACT] [①] You may mobilize a <Song> member from your hand to an empty circle resting."),
        ("luck_and_logic",
         "[AUTO] When this member attacks, until end of battle, its power "
         "becomes equal to its battle opponent's power at that time.",
         "[AUTO] When this member attacks, its power becomes equal to its "
         "battle opponent's power until end of battle."),
        ("luck_and_logic", "[CONT] Your opponent cannot choose your other members as targets of effects.",
         "[CONT] Your other members cannot be chosen by your opponent's effects."),
        ("luck_and_logic",
         "[ACT] [①] Declare a card type, then reveal the top card of your deck. "
         "If it is the declared type, draw a card.",
         "[ACT] [①] Choose a card type, then reveal the top card of your deck. "
         "If it is of the chosen type, draw a card."),
        ("luck_and_logic",
         "[ACT] [①] During this turn, when this member wins a battle for the first time, stand it.",
         "[ACT] [①] The next time this member wins a battle this turn, stand it."),
        ("luck_and_logic", "[AUTO] When you trance using this member, draw a card.",
         "[AUTO] When this member trances, draw a card."),
        ("luck_and_logic", "[CONT] You can use logic drives twice each turn.",
         "[CONT] You can use 2 logic drives each turn."),
        ("luck_and_logic", "[ACT] [Put a soul from this member into your drop zone] Draw a card.",
         "[ACT] [Put a card from this member's soul into your drop zone] Draw a card."),
        ("luck_and_logic",
         "[CONT] If your members are of three or more different elements, this member gets +1 aura.",
         "[CONT] If your members have three or more different elements, this member gets +1 aura."),
        ("luck_and_logic",
         "[CONT] When you perform a level boost, draw two cards instead of drawing a card.",
         "[CONT] If you would draw a card by a level boost, draw two cards instead."),
        ("luck_and_logic", "[CONT] This member does not rest when it attacks.",
         "[CONT] This member can attack without resting."),
        ("luck_and_logic", "[ACT] [①] You may trance. That tranceunion must be <Flame>.",
         "[ACT] [①] You may trance into a <Flame> tranceunion."),
        ("luck_and_logic", "[CONT] Your <Flame>, <Ice>, and <Song> members get +1 aura.",
         "[CONT] Your <Flame>, <Ice>, or <Song> members get +1 aura."),
        ("luck_and_logic", "[AUTO] When this member declares an attack, draw a card.",
         "[AUTO] When this member attacks, draw a card."),
        ("luck_and_logic",
         "[CONT] Limit +1 while defending.", "[CONT] This member gets +1 limit while defending."),
        ("luck_and_logic", "[ACT] [①, rest this] Draw a card.", "[ACT] [①, rest this card] Draw a card."),
        ("luck_and_logic", "[ACT] [①] Target one of your opponent's members. Rest it.",
         "[ACT] [①] Choose one of your opponent's members. Rest it."),
        ("luck_and_logic",
         "[AUTO] When placed on the battle zone, your battling member gets +1 aura until end of battle.",
         "[AUTO] When this card is placed on the battle zone, your member in battle gets "
         "+1 aura until end of battle."),
        ("luck_and_logic", "[CONT] Instead of comparing power, compare aura.",
         "[CONT] Compare aura instead of power."),
        ("luck_and_logic", "[CONT] The player with fewer cards in their hand wins the battle.",
         "[CONT] The member whose master has fewer cards in their hand wins the battle."),
        ("godzilla", "[Enter] Destroy all battle cards in your and your opponent's zones.",
         "[Enter] Destroy all battle cards in both players' zones."),
        ("godzilla", "[Enter] Destroy 1 of your or your opponent's battle cards.",
         "[Enter] Destroy 1 of either player's battle cards."),
        ("luck_and_logic", "[ACT] [①] All members on both players' fields get -1 aura until end of turn.",
         "[ACT] [①] All members get -1 aura until end of turn."),
        ("luck_and_logic", "[AUTO] When another member is placed on your field, draw a card.",
         "[AUTO] When another of your members is placed on a circle, draw a card."),
        ("luck_and_logic", "[AUTO] When a battle in which this member attacked ends, draw a card.",
         "[AUTO] At the end of a battle in which this member attacked, draw a card."),
        ("luck_and_logic",
         "[CONT] If you have a <Flame> and an <Ice> card in your drop zone, this member gets +1 aura.",
         "[CONT] If you have a <Flame> card in your drop zone and you have an <Ice> card "
         "in your drop zone, this member gets +1 aura."),
        ("luck_and_logic",
         "[ACT] [①] Your opponent chooses one of their members and rests the rest of their members.",
         "[ACT] [①] Your opponent chooses one of their members and rests the others."),
        ("luck_and_logic",
         "[CONT] If an effect would turn this card face down, you may discard a card instead.",
         "[CONT] If this card would be turned face down by an effect, you may discard a card instead."),
        ("godzilla",
         "[Enter] Destroy up to 2 of your battle cards. Draw 1 card for each card destroy this way.",
         "[Enter] Destroy up to 2 of your battle cards. Draw 1 card for each card destroyed this way."),
        ("godzilla", "[Enter] Your opponent discard 1 card.", "[Enter] Your opponent discards 1 card."),
        ("godzilla", "Choose 1 of your opponent's zones with a «Moth» battle card. Draw 1 card.",
         "Choose 1 of your opponent's zones with a «Moth» battle card in it. Draw 1 card."),
        ("godzilla", "If there is a battle card in both your zone 1 and zone 8, draw 1 card.",
         "If there is a battle card in your zones 1 and 8, draw 1 card."),
        ("gate_ruler", "[OD] If there is a unit in both your hand and graveyard, draw a card.",
         "[OD] If there is a unit in your hand and there is a unit in your graveyard, draw a card."),
        ("dragon_ball_super",
         "[Auto] When this card attacks, put all cards under one of your Battle Cards into your Drop Area.",
         "[Auto] When this card attacks, choose 1 of your Battle Cards, then put all cards under it into "
         "your Drop Area."),
        ("godzilla",
         "[When Invading] If this card was adjacent to your monster before it advanced, draw 1 card.",
         "[When Invading] If the zone this card was in is adjacent to your monster, draw 1 card."),
        ("godzilla",
         "[Enter] Move up to 2 of your battle cards to unoccupied zones. If a card was moved to a zone "
         "adjacent to this card, draw 1 card.",
         "[Enter] Move up to 2 of your battle cards to unoccupied zones. If there is a card adjacent to this "
         "card that was moved this way, draw 1 card."),
        ("godzilla", "[Enter] Draw 1 card for each card under this card. (Up to 3 cards.)",
         "[Enter] Draw 1 card for each card under this card, up to a maximum of 3."),
        ("godzilla", "[Enter] Draw cards equal to how many cards are under this card.",
         "[Enter] Draw cards equal to the number of cards under this card."),
        ("godzilla",
         "Return up to 2 of your battle cards to your hand. If you returned 2 cards, draw 1 card.",
         "Return up to 2 of your battle cards to your hand. If 2 cards were returned this way, draw 1 card."),
    ],
)  # fmt: skip
def test_in_all_games(game: str, otherwise: str, plain: str) -> None:
    assert [*map(bare, parse(otherwise, game))] == [*map(bare, parse(plain, game))]


@pytest.mark.parametrize(
    ("otherwise", "plain"),
    [
        ("Draw until your hand has 3 cards.", "Draw cards until you have 3 cards in hand."),
        ("Discard until you have 2 cards left in your hand.", "Discard down to 2 cards."),
        (
            "Your opponent discards cards until their hand contains 2 cards.",
            "Your opponent discards down to 2 cards.",
        ),
    ],
)
@pytest.mark.parametrize("game", HEADS)
def test_how_many_are_left_in_a_hand_is_said_in_many_ways(game: str, otherwise: str, plain: str) -> None:
    head = HEADS[game]
    assert [*map(bare, parse(head + otherwise, game))] == [*map(bare, parse(head + plain, game))]


def test_it_is_the_unit_that_was_just_pointed_at() -> None:
    """ "Exhaust that unit. It …": not this unit, of which the event speaks too."""
    said = (
        "When this unit deals combat damage to a unit, exhaust that unit. It gains -1 ATK until end of turn."
    )
    (ability,) = parse(said, "gate_ruler")
    assert [each.what for each in ability.body] == [Object(), Object()]  # type: ignore[attr-defined]


def test_a_place_belongs_to_the_cards_that_name_it() -> None:
    (ability,) = parse("[TD] Destroy all fields and all set cards.", "gate_ruler")
    (verb,) = ability.body
    assert isinstance(verb, Destroy)
    assert isinstance(verb.what, Union)
    assert [each.areas for each in verb.what.parts if isinstance(each, Selector)] == [(), ("set zone",)]


def test_what_is_asked_of_each_of_several_is_not_asked_of_this_card() -> None:
    (ability,) = parse("Each Golem you control gains +1 ATK while it is attacking.", "gate_ruler")
    (plain,) = parse("Your Golems gain +1 ATK while they are attacking.", "gate_ruler")
    assert bare(ability) == bare(plain)


MANY = {
    "godzilla": "battle cards",
    "dragon_ball_super": "Battle Cards",
    "gate_ruler": "units",
    "luck_and_logic": "members",
}


@pytest.mark.parametrize(
    ("otherwise", "plain"),
    [
        ("Draw 1 card only if you have no MANY.", "If you have no MANY, draw 1 card."),
        ("Draw 1 card except if you have 2 or more MANY.", "Unless you have 2 or more MANY, draw 1 card."),
        (
            "If you are the only player who has MANY, draw 1 card.",
            "If you have MANY and your opponent has no MANY, draw 1 card.",
        ),
        (
            "If your opponent has MANY and you don't, draw 1 card.",
            "If only your opponent has MANY, draw 1 card.",
        ),
        (
            "If you have the most MANY, draw 1 card.",
            "If you have more MANY than your opponent, draw 1 card.",
        ),
        (
            "If your MANY outnumber your opponent's, draw 1 card.",
            "If you have more MANY than your opponent, draw 1 card.",
        ),
        (
            "If you don't have more MANY than your opponent, draw 1 card.",
            "If you have no more MANY than your opponent, draw 1 card.",
        ),
        (
            "If you have more MANY than your opponent, draw 1 card. If you have fewer, draw 2 cards.",
            "If you have more MANY than your opponent, draw 1 card. If you have fewer MANY than your "
            "opponent, draw 2 cards.",
        ),
        (
            "If it isn't your turn, or if you have 3 or more MANY, draw 1 card.",
            "If it is not your turn or you have 3 or more MANY, draw 1 card.",
        ),
        (
            "You may discard 1 card. If you do, draw 1 card; if you don't, draw 2 cards.",
            "You may discard 1 card. If you do, draw 1 card. If you don't, draw 2 cards.",
        ),
        (
            "Your opponent discards 2 cards. If none were discarded this way, draw 1 card.",
            "Your opponent discards 2 cards. If no cards were discarded this way, draw 1 card.",
        ),
    ],
)
@pytest.mark.parametrize("game", HEADS)
def test_a_condition_is_said_in_many_ways(game: str, otherwise: str, plain: str) -> None:
    one, other = (HEADS[game] + each.replace("MANY", MANY[game]) for each in (otherwise, plain))
    assert [*map(bare, parse(one, game))] == [*map(bare, parse(other, game))]


@pytest.mark.parametrize("game", HEADS)
def test_no_cards_is_the_opposite_of_some(game: str) -> None:
    asked = "Your opponent discards 2 cards. If {} discarded this way, draw 1 card."
    some, none = (parse(HEADS[game] + asked.format(each), game) for each in ("a card was", "no cards were"))
    assert [*map(bare, some)] != [*map(bare, none)]
