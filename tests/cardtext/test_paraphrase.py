"""What people are told that a text means: all of it, in words that cannot mean something else."""

from __future__ import annotations

import pytest

from judgekit.cardtext.parse import parse
from judgekit.cardtext.wording.abilities import shown

GR, LL, GZ, DB = "gate_ruler", "luck_and_logic", "godzilla", "dragon_ball_super"


def told(text: str, game: str) -> str:
    return " / ".join(shown(each, game) for each in parse(text, game))


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        # Of several cards, what is said of them is said in the plural.
        (GZ, "[Enter] Destroy all of your opponent's battle cards that were played last turn.",
         "battle cards that were played last turn"),
        # Names of things, not numbers of choices.
        (GR, "Standard Action [Remove an event in your graveyard from the game] Choose an enemy unit. "
             "Exhaust it unless your opponent pays resources equal to the removed card's level.",
         "the level of the event removed from your graveyard as the cost"),
        (LL, "[AUTO] When this member attacks, your opponent reveals their hand. If they reveal a "
             "paradox this way, they discard 1 of those cards.",
         "among the cards revealed from your opponent's hand"),
        (GR, "Timing: Standard Action\nChoose an enemy unit and one of your units. "
             "Each of them deals damage equal to its STK to the other.",
         "Each of them (the chosen unit of your opponent and your chosen unit) deals"),
        (GR, "Timing: Standard Action\nChoose a unit in your deck and special summon it. Exhaust it.",
         "it (the unit chosen from your deck)"),
        (GR, "[TD] Choose 1 charge of an enemy card. Put it into its owner's graveyard.",
         "it (the chosen charge)"),
        (GZ, "[Enter] Play 2 \"Drone\" tokens. They get +1000 counter power until end of turn.",
         "(the “Drone” tokens)"),
        # The cards and players of the event.
        (LL, "[AUTO] When this member wins a battle against a member in the back row, destroy the gate "
             "on that member's circle.", "the gate on the circle of the member it beat"),
        (GR, "When this unit deals combat damage to a ruler, that player discards a card.",
         "that player (the player whose ruler is dealt the damage) discards"),
        (GR, "When this unit destroys an enemy unit in battle, draw 2 cards.",
         "When this card destroys 1 of your opponent's units by combat damage, draw"),
        (LL, "[AUTO] When this gate is destroyed, the attacking member's master chooses one of their "
             "members and rests it.", "if there is an attacking member, its master chooses 1 of their "
             "members"),
        # Of cards that have gone it is said what they were.
        (GR, "[TD] Return 1 enemy unit to its owner's hand. If its level was 3 or more, draw a card.",
         "was 3 or more"),
        (GR, "[TD] Return 1 enemy unit to its owner's hand. If it had any charges, draw a card.",
         "had any charges"),
        (GZ, "[Enter] Destroy 1 of your opponent's battle cards. If its rank was 2 or less, draw 1 card.",
         "was 2 or less"),
        # What stands.
        (GR, "Each player's summon cap is reduced by 1.", "Each player's summon cap is reduced by 1."),
        (GR, "As long as you control a Knight, this unit gets +2 ATK and +2 HP.",
         "this card gets +2 ATK and +2 HP"),
        (GR, "While you have no cards in your hand, Machine units you play cost 2 less and your units "
             "get +1 HP.",
         "Machine units you play cost 2 less and your units get +1 HP"),
        (LL, "[CONT] During your turn, if you have a member, your members get +1000 power.",
         "turn and there"),
        (DB, "[Permanent] Your other Battle Cards get +5000 power and [Blocker].",
         "get +5000 power and [Blocker]"),
        # Nothing is lost.
        (GR, "Abyssal Summoning - Standard Action: Discard 2 cards. You may special summon 1 unit with "
             "Abyssal Concerto from your graveyard.",
         "by fulfilling its requirements"),
        (LL, "[CONT] Your adjacent members get +1000 power.", "Your members adjacent to this card get"),
        (LL, "[CONT] All of your other <Flame> members in the front row get +1000 power.",
         "Your <Flame> members in the front row other than this card get"),
        (GR, "This unit can attack a ruler even if there is a unit in front of it.",
         "in front of that ruler"),
        (GR, "Your Knights cannot be chosen as a target of your opponent's events.",
         "by your opponent's events"),
        (GR, "Instant Action [Put all charges you control into their owners' graveyards] "
             "Draw a card for each card put into a graveyard this way.",
         "for each card put into the graveyard this way"),
        (GR, "Timing: Standard Action\nChoose a unit and deal damage to it equal to the number of cards "
             "in your hand, up to a maximum of 5.",
         "Deal damage to it (the chosen unit) equal to the number of cards in your hand, up to a "
         "maximum of 5."),
        (LL, "[AUTO] When this gate is destroyed, if you have 3 or less undestroyed gates, draw a card "
             "and stand all of your members. If you have only 1, draw 2 cards instead.",
         "draw 2 cards instead), then, in both cases, stand all of your members"),
        (LL, "[ACT] [②] Perform a trance.", "Perform a trance."),
        (LL, "[AUTO] When one of your members would be put into the stock zone, you may rest this "
             "member instead.",
         "[AUTO] When"),
        (LL, "[ACT] [①] Each time one of your members destroys a gate by attacking this turn, stand that "
             "member.",
         "whenever 1 of your members destroys a gate by attacking, stand it (the attacking member)."),
        (LL, "[CONT] Your opponent cannot attack your circles adjacent to this member.",
         "cannot attack your circles adjacent to this card."),
        (LL, "[CONT] Neither player can luck drive.", "No player can luck drive."),
        (LL, "[AUTO] When this member attacks a member, that member's master may draw a card.",
         "the attacked member's master may draw 1 card."),
        (LL, "[ACT] [①] You may attack one additional time this turn.", "You can attack 1 more time until"),
        (GR, "When this unit attacks a unit, that unit's controller draws a card.",
         "the attacked unit's controller draws 1 card."),
        (GR, "When a unit attacks, its controller draws a card.", "its controller draws 1 card."),
        (GR, "While your current life is 4 or less, this unit gets +1 ATK.", "If your current life is 4"),
        (GR, "This unit's ATK is equal to twice the number of Knights you control.", "of this card is twice"),
        (GR, "Your other units are also treated as Dragons.", "the «Dragon» attribute."),
        (GR, "When this unit enters play, destroy all enemy fields and draw a card for each field destroyed "
             "this way.", "for each field among the destroyed fields of your opponent."),
        (LL, "[AUTO] When this member attacks, put 1 of your opponent's members into its owner's hand. "
             "If it was resting, draw a card.",
         "was resting, draw 1 card."),
        # Sums, damage, and one zone for each.
        (GZ, "[Your Turn] If the total rank of all battle cards in your zones is 20 or more, this card gains "
             "+8000 counter power.", "If the total rank of all battle cards in your field is 20"),
        (GZ, "Move up to 2 of your opponent's battle cards to their empty zones of your choice.",
         "to 1 of your opponent's empty zones of your choice each."),
        (GR, "This unit gets +1 ATK for every 2 damage on it.", "for every 2 damage on this card."),
        (GR, "The first Dragon you normal summon each turn doesn't count toward your summon cap.",
         "The first Dragon unit you normal summon each turn does not count"),
        (LL, "[AUTO] When this member defends, your opponent's member in battle loses its soul bonus until "
             "end of battle.", "loses the power bonus from its soul until the end of the battle."),
        (DB, "[Auto] If this card would be KO'd, you may discard 1 card instead.", "[Auto] When"),
    ],
)  # fmt: skip
def test_the_paraphrase_says(game: str, text: str, said: str) -> None:
    assert said in told(text, game)


def test_two_things_that_are_alike_are_told_apart() -> None:
    text = "[ACT] [①] Choose one of your members and one of your members in the front row. Rest them."
    assert "(your first chosen member and your second chosen member)" in told(text, LL)
