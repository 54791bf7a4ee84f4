"""Other words for the same thing: each row is read as the text beside it."""

from __future__ import annotations

import pytest

from judgekit.cardtext.model import bare
from judgekit.cardtext.parse import parse

SAME = (
    # what happens, in front of its moment
    ("[AUTO] Draw two cards at the end of your turn.", "[AUTO] At the end of your turn, draw two cards."),
    ("[AUTO] Stand this member when it wins.", "[AUTO] When this member wins, stand this member."),
    (
        "[AUTO] You may discard a card when this member defends. If you do, stand it.",
        "[AUTO] When this member defends, you may discard a card. If you do, stand this member.",
    ),
    (
        "[AUTO] Draw a card when this member intercepts if you have two or more tranceunions.",
        "[AUTO] When this member intercepts, if you have two or more tranceunions, draw a card.",
    ),
    ("[AUTO] As soon as you trance, draw a card.", "[AUTO] When you trance, draw a card."),
    ("[AUTO] If this member loses, draw a card.", "[AUTO] When this member loses, draw a card."),
    (
        "[AUTO] As your level phase begins, draw a card.",
        "[AUTO] At the beginning of your level phase, draw a card.",
    ),
    (
        "[AUTO] At the beginning of each of your main phases, draw a card.",
        "[AUTO] At the beginning of your main phase, draw a card.",
    ),
    (
        "[AUTO] Once per turn, when this member stands, draw a card.",
        "[AUTO] [1/Turn] When this member stands, draw a card.",
    ),
    (
        "[AUTO] When one of your other members becomes resting by an effect, draw a card.",
        "[AUTO] When one of your other members is rested by an effect, draw a card.",
    ),
    (
        "[AUTO] When this member becomes standing by your opponent's effect, draw a card.",
        "[AUTO] When this member is stood by your opponent's effect, draw a card.",
    ),
    ("[ACT] [② Rest this member] Draw a card.", "[ACT] [② & Rest this member] Draw a card."),
    # replacements behind, and “instead of”
    (
        "[CONT] Rest this member instead if it would be put into your drop zone from a circle.",
        "[CONT] If this member would be put into your drop zone from a circle, rest it instead.",
    ),
    (
        "[CONT] Instead of being put into your stock zone, this member is returned to your hand.",
        "[CONT] If this member would be put into your stock zone, return this member to your hand instead.",
    ),
    (
        "[CONT] Return one of your other members to your hand instead if that member would be removed.",
        "[CONT] If one of your other members would be removed, return it to your hand instead.",
    ),
    (
        "[AUTO] When this member attacks, draw a card. Draw two cards instead if you have no stock.",
        "[AUTO] When this member attacks, draw a card. If you have no stock, draw two cards instead.",
    ),
    (
        "[AUTO] When this member attacks, draw a card, but if you have no stock, draw two cards instead.",
        "[AUTO] When this member attacks, draw a card. If you have no stock, draw two cards instead.",
    ),
    # what is suffered
    ("[ACT] [②] One of your opponent's members is rested.", "[ACT] [②] Rest one of your opponent's members."),
    ("[ACT] [②] All your members are stood.", "[ACT] [②] Stand all your members."),
    ("[ACT] [②] All of your opponent's members rest.", "[ACT] [②] Rest all of your opponent's members."),
    (
        "[AUTO] When you refresh, the top card of your deck goes into your stock zone.",
        "[AUTO] When you refresh, put the top card of your deck into your stock zone.",
    ),
    (
        "[AUTO] When this gate is destroyed, two cards in your drop zone are shuffled into your deck.",
        "[AUTO] When this gate is destroyed, shuffle two cards in your drop zone into your deck.",
    ),
    ("[ACT] [②] A card is discarded by your opponent.", "[ACT] [②] Your opponent discards a card."),
    (
        "[AUTO] When one of your effects rests this member, draw a card.",
        "[AUTO] When this member is rested by your effect, draw a card.",
    ),
    (
        "[AUTO] When a luck drive is used by you, draw a card.",
        "[AUTO] When you use a luck drive, draw a card.",
    ),
    # numbers
    ("[ACT] [②] This member gains 2000 power.", "[ACT] [②] This member gets +2000 power."),
    (
        "[ACT] [②] Give one of your members +2 aura until end of turn.",
        "[ACT] [②] One of your members gets +2 aura until end of turn.",
    ),
    ("[ACT] [②] Draw no more than two cards.", "[ACT] [②] Draw up to two cards."),
    ("[ACT] [②] Both players draw two cards each.", "[ACT] [②] Each player draws two cards."),
    # whose
    (
        "[CONT] As long as you control a tranceunion, this member gets +1 limit.",
        "[CONT] As long as you have a tranceunion, this member gets +1 limit.",
    ),
    (
        "[CONT] Foreigners on your side of the field get +1 limit.",
        "[CONT] Your foreigners get +1 limit.",
    ),
    (
        "[ACT] [②] Rest a member controlled by your opponent.",
        "[ACT] [②] Rest one of your opponent's members.",
    ),
    (
        "[AUTO] When a card is put into the level zone of your opponent, draw a card.",
        "[AUTO] When a card is put into your opponent's level zone, draw a card.",
    ),
    # durations, turns and places
    (
        "[ACT] [②] Until end of turn this member cannot attack.",
        "[ACT] [②] This member cannot attack until end of turn.",
    ),
    (
        "[CONT] On your opponent's turn, this member gets +2 aura.",
        "[CONT] During your opponent's turn, this member gets +2 aura.",
    ),
    (
        "[CONT] While in the front row, this member gets +2 aura.",
        "[CONT] While this member is in the front row, this member gets +2 aura.",
    ),
    (
        "[AUTO] When this member wins, it doesn't stand in the next stand phase of its master.",
        "[AUTO] When this member wins, it does not stand during its master's next stand phase.",
    ),
    # who may, and who may not
    ("[CONT] None of your members can intercept.", "[CONT] Your members cannot intercept."),
    ("[CONT] Only red foreigners can attack.", "[CONT] Non-red foreigners cannot attack."),
    (
        "[CONT] Your opponent's effects cannot destroy your gates.",
        "[CONT] Your gates cannot be destroyed by your opponent's effects.",
    ),
    (
        "[CONT] Circles in the back row can be attacked by your foreigners.",
        "[CONT] Your foreigners can attack circles in the back row.",
    ),
    (
        "[CONT] Luck drives cannot be used by your opponent.",
        "[CONT] Your opponent cannot use luck drives.",
    ),
    (
        "[CONT] Foreigners cannot be mobilized by your opponent.",
        "[CONT] Your opponent cannot mobilize foreigners.",
    ),
    ("[CONT] Your members are treated as <Song> as well.", "[CONT] Your members are also treated as <Song>."),
    # how often
    (
        "[CONT] Your opponent can attack at most twice each turn.",
        "[CONT] Your opponent cannot attack more than 2 times each turn.",
    ),
    (
        "[CONT] You can only perform one luck drive per turn.",
        "[CONT] You cannot luck drive more than once each turn.",
    ),
    # causes
    (
        "[AUTO] When you place a tactics on your battle zone by logic definition, draw a card.",
        "[AUTO] When you define logic with a tactics, draw a card.",
    ),
    (
        "[AUTO] When you rest a level card for a level boost, draw a card.",
        "[AUTO] When you perform a level boost, draw a card.",
    ),
    # whom a condition behind is about
    (
        "[AUTO] When this member wins, until end of turn, its battle opponent gets -1 aura if it has soul.",
        "[AUTO] When this member wins, if its battle opponent has soul, it gets -1 aura until end of turn.",
    ),
    (
        "[AUTO] When this member intercepts, your defending member gets +1 aura until end of battle"
        " if it is a foreigner.",
        "[AUTO] When this member intercepts, if your defending member is a foreigner,"
        " your defending member gets +1 aura until end of battle.",
    ),
    (
        "[AUTO] If you have no stock at the beginning of your end phase, draw a card.",
        "[AUTO] At the beginning of your end phase, if you have no stock, draw a card.",
    ),
    (
        "[AUTO] Draw a card at the beginning of your end phase if you have no stock.",
        "[AUTO] At the beginning of your end phase, if you have no stock, draw a card.",
    ),
    (
        "[CONT] If this member would be put into your stock zone because it lost a battle, rest it instead.",
        "[CONT] If this member would be put into your stock zone by losing a battle, rest it instead.",
    ),
    (
        "[CONT] Whichever member has the higher limit wins the battle."
        " The defending member wins if they are equal.",
        "[CONT] The member with the higher limit wins the battle."
        " If they are equal, the defending member wins.",
    ),
    # positions
    (
        "[ACT] [②] This member and one of your other members exchange positions.",
        "[ACT] [②] Exchange the positions of this member and one of your other members.",
    ),
    ("[ACT] [②] Look at the card on top of your deck.", "[ACT] [②] Look at the top card of your deck."),
)


@pytest.mark.parametrize(("other", "same"), SAME, ids=[each[0][:60] for each in SAME])
def test_other_words_mean_the_same(other: str, same: str) -> None:
    assert [bare(each) for each in parse(other, "luck_and_logic")] == [
        bare(each) for each in parse(same, "luck_and_logic")
    ]
