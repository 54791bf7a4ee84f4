"""An unread word is an error, and no word is passed over: texts with a word more, or one less.

A word can be left out without a change only if it says nothing (`NOISE`). Every 72nd word of the tables
is tried; every sixth, where there is time.
"""

from __future__ import annotations

import re

import pytest

from judgekit.audit.texts.golden import cards
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.model import Ability, Compare, Moved, This, bare, walk
from judgekit.cardtext.parse import parse
from judgekit.cardtext.scan import Token, scan
from judgekit.cardtext.wording.abilities import wording

# Words that only make English of it, are said again elsewhere in the sentence, or have a shorter form.
NOISE = frozenset(
    {
        ".", ",", ":", "and", "then", "of", "the", "a", "an", "in", "at", "is", "all", "one", "1",
        "your", "their", "its", "you", "that", "card", "cards", "copies", "trait", "level", "area",
        "zone", "energy", "skill", "pay", "resource", "resources", "monster's", "more", "remaining",
        "left", "during", "would", "cont", "battle", "for", "mode", "so", "also", "only", "afterwards",
        "back", "backward", "by", "successfully", "additional", "chosen",
    }
)  # fmt: skip
# Words that have a shorter form in one phrase only: "gains 5000 power", "to a maximum of 2".
EVERYWHERE = (
    r"up(?= to a maximum of)|owner'?s'?(?= (hand|Drop|deck|stock|graveyard))|(put|place)(?= the rest)"
    r"|both(?= «| <| players)"
    r"|different(?= (color|empty))|own(?= (colors|zones|card|start))|instead(?=\.)"
    r"|each(?= (place|gain|player))|still|current|different(?= worlds)|rank(?=\.$)"
    r"|have(?= (it|played|used))|can(?= play this card only)|process(?= any)"
    r"|from(?= (among|under))|name(?= as)|total(?= (level|ATK))"
    r"|this(?= (turn|battle))|or|;|step"
)
NOISE_HERE = {
    "dragon_ball_super": re.compile(
        EVERYWHERE + r"|[+-](?=\d+ (combo )?power)|gains(?= \[)|when(?= (it|your opponent))|being"
        r"|skills|areas|special|on"
        r"|with(?= (\[|cards that cost))|let|even|participating|power(?= for the duration)"
        r"|from(?= their hand for)",
        re.IGNORECASE,
    ),
    "godzilla": re.compile(
        EVERYWHERE + r"|\+(?=(\d+|X) (counter power|threat level|invasion icon)|\d+\.)"
        r"|rank(?= (equal|to))|zones(?=\.)|with(?= this)"
        r"|rank(?=,)|card's(?=\.)|opponent's(?= battle card\.$)|directly|among(?= it)|monster(?= card\.)"
        r"|ed(?=,)|now",
        re.IGNORECASE,
    ),
    "gate_ruler": re.compile(
        EVERYWHERE + r"|\+(?=\d+ (ATK|HP|STK))|damage(?= instead)|become|returned|any(?= (charges|two))"
        r"|combat(?= damage)"
        r"|ability(?= is played)"
        r"|player's|to(?= each)|life(?=\.$)|process|exactly|effects(?= of)|enemy(?= unit\.)"
        r"|has(?= in theirs)",
        re.IGNORECASE,
    ),
    "luck_and_logic": re.compile(  # "it gets +6000 instead": of what was said before
        EVERYWHERE + r"|member(?=[],]| into|'s)|on(?= one of your circles)"
        r"|power(?= instead)|\+(?=(\d+|X) (power|aura|limit)|\d+\.\))|member(?= wins)|zones(?=\.)"
        r"|must(?= attack)|may(?= attack one)",
        re.IGNORECASE,
    ),
}
# What is so anyhow: a card is played and discarded from the hand, an empty zone is another one.
SO_ANYHOW = re.compile(r"(play this card|discard [\w ]+|draw|move this unit to|among) $", re.IGNORECASE)


COST = re.compile(r"(\(\w+\))+(?=[,:])")  # "(blue)(1):", which its game reads before words are


def says_nothing(text: str, word: Token, game: str) -> bool:
    here = NOISE_HERE.get(game)
    return text[word.start : word.end].lower() in NOISE or bool(here and here.match(text, word.start))


def meaning(text: str, game: str) -> tuple[Ability, ...] | None:
    """What a text means; none, if it is refused at a place, with a reason or with what could stand there."""
    try:
        return tuple(map(bare, parse(text, game)))
    except CardTextError as error:
        refused = error
    assert 0 <= refused.position <= len(text)
    assert refused.expected or refused.reason
    return None


EACH = pytest.mark.parametrize("each", [72, pytest.param(6, marks=pytest.mark.long)])


def some_words(game: str, name: str, each: int) -> list[Token]:
    text = cards(game)[name].replace("■", "•")  # markup of lists, and as long
    text = COST.sub(lambda cost: "x" * len(cost[0]), text)  # a cost in brackets is one word
    words = [word for word in scan(text) if word.end > word.start]
    return words[sum(map(ord, name)) % 6 :: each]


def is_in_a_reminder(text: str, word: Token, game: str) -> bool:
    """Brackets that could be left out: what they say is so anyhow."""
    around = [each for each in re.finditer(r"\([^()]*\)", text) if each.start() < word.start < each.end()]
    return any(meaning(text.replace(each[0], ""), game) == meaning(text, game) for each in around)


@EACH
@pytest.mark.parametrize("game", GAMES)
def test_a_word_that_nobody_knows_is_never_passed_over(game: str, each: int) -> None:
    texts = [
        f"{text[: word.start]} flurb {text[word.start :]}"
        for name, text in cards(game).items()
        for word in some_words(game, name, each)
        if not is_in_a_reminder(text, word, game)
    ]
    assert [odd for odd in texts if meaning(odd, game) is not None] == []


@EACH
@pytest.mark.parametrize("game", GAMES)
def test_a_word_can_be_left_out_only_if_it_says_nothing(game: str, each: int) -> None:
    texts = [
        (text, text[: word.start] + text[word.end :])
        for name, text in cards(game).items()
        for word in some_words(game, name, each)
        if not says_nothing(text, word, game)
    ]
    assert [short for text, short in texts if meaning(short, game) == meaning(text, game)] == []


SWAPPED = {
    "your opponent's": "your", "your": "your opponent's", "your opponent": "you", "you": "your opponent",
    "or less": "or more", "or more": "or less", "1": "2", "2": "up to 2", "up to 1": "1", "all": "1",
    "hand": "deck", "deck": "hand", "this turn": "this game", "top": "bottom", "beginning": "end",
    "end": "beginning", "adjacent to": "behind", "with": "without", "without": "with", "another": "1",
    "highest": "lowest", "may": "", "cannot": "can", "enemy": "allied", "allied": "enemy", "red": "blue",
    "face up": "face down", "face down": "face up", "front": "back", "is": "is not", "next": "",
    "by your opponent's effect": "", "from your hand": "", "in rest mode": "", "at random": "",
}  # fmt: skip


@EACH
@pytest.mark.parametrize("game", GAMES)
def test_a_word_that_says_something_else_means_something_else(game: str, each: int) -> None:
    """Otherwise it was not listened to."""
    for text in [one for one in cards(game).values() if "(" not in one][:: each // 3]:
        full = meaning(text, game)
        for said, other in SWAPPED.items():
            before = "(?<!discard 1 card )" if said == "from your hand" else ""  # from where else
            for found in re.finditer(rf"{before}(?<![\w'])({re.escape(said)})(?![\w'])", text, re.IGNORECASE):
                odd = text[: found.start()] + other + text[found.end() :]
                if said in ("from your hand", "another", "all") and SO_ANYHOW.search(text[: found.start()]):
                    continue
                if other == "" and says_nothing(text, Token("", "", said, *found.span()), game):
                    continue
                assert meaning(odd, game) != full, odd


@pytest.mark.parametrize(
    "text",
    [
        "[Enter] Destroy battle card.",
        "[Enter] Destroy any battle card.",
        "[Enter] Choose any of your battle cards. Destroy it.",
        '[Enter] Add "Tank" from your discard pile to your hand.',
        "[Enter] Your opponent discards card.",
    ],
)
def test_a_number_that_is_not_said_is_not_taken_for_all(text: str) -> None:
    with pytest.raises(CardTextError, match="how many"):
        parse(text, "godzilla")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Draw 1 card. X is your rage.", "uses it nowhere"),
        ("Draw X cards. X is your rage. X is your opponent's rage.", "defines X twice"),
        ("Repeat this 2 times.", "has nothing before it"),
        ("X is 2. Repeat this X times.", "has nothing before it"),
        ("[Enter] [Enter] Draw 1 card.", "the same header appears twice"),
        ("If you have 3 cards in their hand, draw 1 card.", "whose is it"),
        ("If it is a card, draw 1 card.", "true of every card"),
        ("When 2 battle cards are destroyed, draw 1 card.", "one card at a time"),
        ("Your deck must contain exactly 4 adjacent cards.", "does not show this about a card"),
        ("This card starts in zones 2 to 4.", "in one zone"),
        ("This zone gains +1000 counter power.", "followed by a card"),
        ("Draw cards equal to the number of 2 battle cards.", "before the cards that are counted"),
    ],
)
def test_words_that_make_no_sense_together_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(CardTextError, match=reason):
        parse(text, "godzilla")


@pytest.mark.parametrize(
    ("game", "text", "way"),
    [
        ("godzilla", "If you have exactly 1 card in your hand, draw 1 card.", "equal"),
        ("godzilla", "If you have 1 card in your hand, draw 1 card.", "at least"),
        ("godzilla", "If there are exactly 3 cards under this card, draw 1 card.", "equal"),
        (
            "dragon_ball_super",
            "[Auto] When this card attacks, if you have exactly 1 life, draw 1 card.",
            "equal",
        ),
        ("gate_ruler", "[OD] If this unit has exactly 1 charge, draw 1 card.", "equal"),
        (
            "luck_and_logic",
            "[AUTO] When this member attacks, if you have exactly 1 gate, draw 1 card.",
            "equal",
        ),
    ],
)
def test_exactly_one_is_not_one_or_more(game: str, text: str, way: str) -> None:
    (ability,) = parse(text, game)
    (condition,) = [node for node in walk(ability) if isinstance(node, Compare)]
    assert condition.compare == way
    assert meaning(wording(ability, game), game) == (bare(ability),)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("godzilla", "When exactly 1 battle card is destroyed, draw 1 card.", "one card at a time"),
        ("godzilla", "When this card advances, destroy the chosen battle card.", "was chosen before"),
        ("gate_ruler", "All cards from the top of your gate gain +1 ATK.", "how many from the top"),
        ("gate_ruler", "[OD] If the top card of the gate is a set card, draw a card.", "in another place"),
        ("gate_ruler", "[OD] If this unit is a zone, draw a card.", "not a zone"),
        ("godzilla", "[Enter] Destroy the rank 3 battle card.", "which one"),
        ("luck_and_logic", "[AUTO] When this member attacks, stand the other member.", "which one"),
        ("godzilla", "This card gains [Evolution].", "needs a rank and a trait"),
        ("gate_ruler", "This unit gains Enhance.", "needs what is enhanced"),
        ("gate_ruler", "[OD] If its charges have 2 or more charges, draw a card.", "cannot have charges"),
        ("gate_ruler", "1 of your units gains +1 ATK.", "does not say when"),
        ("luck_and_logic", "[CONT] Up to 1 of your members gets +500 power.", "does not say when"),
        ("godzilla", "[Enter] Destroy of your opponent's battle cards.", "cannot read 'of'"),
        ("dragon_ball_super", "[Activate: Main] KO of your opponent's Battle Cards.", "cannot read 'of'"),
        ("dragon_ball_super", "[Xeno-Evolve] non-Extra Cards <Kaz>.", "describe a material by"),
        (
            "luck_and_logic",
            "[ACT] [①] Use this ability only if you have 1 gate. Repeat this.",
            "nothing before",
        ),
        ("luck_and_logic", "[ACT] [①] Use this ability only if you have 1 gate.", "what this ability does"),
    ],
)
def test_a_word_that_would_be_lost_is_refused(game: str, text: str, reason: str) -> None:
    with pytest.raises(CardTextError, match=reason):
        parse(text, game)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (
            "luck_and_logic",
            "[AUTO] When this member attacks, put the top two cards of your deck into your drop zone. "
            "If a paradox was put into your opponent's drop zone this way, draw a card.",
            "was put before",
        ),
        (
            "dragon_ball_super",
            "[Activate: Main] Choose 1 yellow card from your deck and add it to your hand. "
            "If you do not add a card to your Drop Area, draw 1 card.",
            "no card was put there",
        ),
        (
            "gate_ruler",
            "[OD] Put the top 3 cards of your deck into your graveyard. "
            "If a unit card was put into your opponent's graveyard this way, draw a card.",
            "known, but not like this",
        ),
        (
            "godzilla",
            "Whenever you discard a battle card from your opponent's hand, draw 1 card.",
            "own hands",
        ),
        (
            "godzilla",
            "[Enter] Place 1 strategy card from your hand into your opponent's strategy zone "
            "and activate it.",
            "own strategy zone",
        ),
        (
            "dragon_ball_super",
            "[Activate: Main] During this turn, you may activate your Leader Card's [Awaken] "
            "even if your opponent has 4 or more life.",
            "your own life",
        ),
    ],
)
def test_a_place_or_a_player_that_does_not_fit_is_refused(game: str, text: str, reason: str) -> None:
    """What was done this way went where the text has put it, by whoever did it."""
    with pytest.raises(CardTextError, match=reason):
        parse(text, game)


def test_a_place_tells_which_of_two_moves_is_meant() -> None:
    text = (
        "[AUTO] When this member attacks, put the top two cards of your deck into your drop zone. "
        "Put 1 card from your hand into your stock zone. "
        "If a paradox was put into your {} zone this way, draw a card."
    )
    dropped, stocked = (meaning(text.format(area), "luck_and_logic") for area in ("drop", "stock"))
    assert dropped
    assert stocked
    assert dropped != stocked


def test_what_the_opponent_returned_are_the_opponents_cards() -> None:
    text = "Return up to 3 of your battle cards to your hand. If {} returned 2 cards this way, draw 1 card."
    assert meaning(text.format("your opponent"), "godzilla") != meaning(text.format("you"), "godzilla")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("godzilla", "When a card is placed into your opponent's invading monster zone, draw 1 card."),
        ("godzilla", "During this turn, your rage becomes 3."),
        ("godzilla", 'Play 1 "Drone" token in any empty zone.'),
        ("godzilla", "Destroy 1 battle card with exactly 1 card under it."),
        ("gate_ruler", "When your opponent puts a unit into play, draw a card."),
        ("gate_ruler", "[OD] Destroy 1 unit with exactly 1 charge."),
        ("gate_ruler", "Standard Action: Draw a card. Use this ability only if you have 1 unit."),
        ("luck_and_logic", "[ACT] [①] Until end of turn, your attack count becomes 1."),
        ("dragon_ball_super", "[Auto] When a player activates a skill, draw 1 card."),
    ],
)
def test_our_wording_leaves_nothing_out(game: str, text: str) -> None:
    found = meaning(text, game)
    assert found
    assert meaning(wording(found[0], game), game) == found


@pytest.mark.parametrize(
    ("game", "text", "longer"),
    [
        (
            "dragon_ball_super",
            "[Permanent] This card gains 5000 power.",
            "[Permanent] This card gains +5000 power.",
        ),
        (
            "luck_and_logic",
            "[ACT] [①] Put 1 card from your hand under this member.",
            "[ACT] [①] Put 1 card from your hand under this member as its soul.",
        ),
        (
            "luck_and_logic",
            "[ACT] [①] Draw a card. Use this ability only if you have 1 gate. Repeat this.",
            "[ACT] [①] Use this ability only if you have 1 gate. Draw a card. Repeat this.",
        ),
    ],
)
def test_a_text_can_say_the_same_in_other_words(game: str, text: str, longer: str) -> None:
    found = meaning(text, game)
    assert found
    assert found == meaning(longer, game)
    assert meaning(wording(found[0], game), game) == found


def test_what_is_chosen_is_no_standing_effect_on_all() -> None:
    (ability,) = parse("1 of your battle cards gains +1000 counter power.", "godzilla")
    assert (ability.kind, ability.trigger) == ("automatic", Moved(This(), to=("strategy zone",)))
    (ability,) = parse("All of your battle cards gain +1000 counter power.", "godzilla")
    assert ability.kind == "continuous"
