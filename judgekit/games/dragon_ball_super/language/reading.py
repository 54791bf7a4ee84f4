"""How Dragon Ball Super texts are read: the grammar beside this file, and the game's own words."""

from __future__ import annotations

from judgekit.cardtext.build.verbs.allowing import lose_for_deck
from judgekit.cardtext.language import Language, no_zone_words
from judgekit.cardtext.markup import price_in_round
from judgekit.cardtext.wording.words import Words
from judgekit.games.dragon_ball_super.language import build, wording

__all__ = ["LANGUAGE", "build"]

COLOURS = ("red", "blue", "green", "yellow", "black")
NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip

# 2-6-3: several traits are listed with a stroke, and a card that is described so has them all.
TRAITS_TOGETHER = (r"(?:[«《≪]|<<)([^«»《》≪≫<>/]+)/([^«»《》≪≫<>]+)(?:[»》≫]|>>)", r"«\1» «\2»")

# What is paid to activate an Extra Card is the cost of its skill.
FURTHER = r"(?m)^as an additional cost to (?:activate|play|use) this card, (?:you must )?([^.\n]+)\.\s+"

# 10-21-2: "a Saibaiman token with 5000 power, 0 combo cost and [Barrier]" is described as in a note.
_STAT = r"(?:(?:no|[\d,]+) (?:combo |energy )?(?:power|cost)s?|\[[^\[\]]+\])"
TOKENS_WITH = (rf"\b(tokens?) with ({_STAT}(?:(?:,? and |, ){_STAT})*)(?=[.,;]|$)", r"\1 (\2)")

LANGUAGE = Language(
    "dragon_ball_super",
    folder=__package__,
    words=Words(
        "dragon_ball_super",
        "KO",
        "KO'd",
        ability="skill",
        abilities="skills",
        effect="skill",
        use="activate",
        cost="energy cost",
        idioms=frozenset({"you can play", "chosen by effects"}),
        acts={
            "be made active": "be switched to active mode",
            "be made rest": "be switched to rest mode",
            "become active": "switch to active mode",
            "be destroyed": "be KO'd",
            "combo rested": "combo even in rest mode",
            "use abilities": "activate skills",
            "add to hand": "add cards to their hand",
            "lose": "lose the game",
            "win": "win the game",
        },
    ),
    types={
        "battle card": ("battle",),
        "leader card": ("leader",),
        "extra card": ("extra",),
        "token": ("battle",),
    },
    areas={"energy": "energy area", "life": "life area"},
    headers=wording.headers,
    keyword=wording.keyword,
    traits={},
    settle=build.gathering.counts_what_was_paid,
    actions={
        "zone_words": no_zone_words,
        "act_lose_for_deck": lose_for_deck,
        "automatic_situation": build.frame.situation_now,
        "body": build.gathering.body_of,
        "role": build.conditions.fighting,
        "happened": build.conditions.so_it_happened,
        "that_was": build.gathering.not_kept,
        "played_how": build.events.way_of_playing,
    },
    markup=(
        price_in_round(r"\[(?:Activate|Counter)[ :-]+\w+\]", r"\2:"),
        (rf"{FURTHER}(\[(?:activate|counter)[^\]\n]*\]) *((?:\{{\w+\}})+) *: *", r"\2 \3, \1: "),
        (rf"{FURTHER}(\[(?:activate|counter)[^\]\n]*\]) *(?![^\n]*:)", r"\2 \1: "),
        TRAITS_TOGETHER,
        TRAITS_TOGETHER,
        TOKENS_WITH,
        *((rf"\[{word}\]", f"{{{n}}}") for n, word in enumerate(NUMBERS)),
        (rf"[(（](\d+|[a-z]|{'|'.join(COLOURS)})[)）](?!\w)", r"{\1}"),  # energy, not a note
        (r"\b(battle|leader|extra) card['’]s (?=(in|with|from)\b)", r"\1 cards "),
        *((rf"\[{colour}_ball\]", f"{{{colour}}}") for colour in COLOURS),
        (r"\[(activate|counter)[ -]+(?=\w)", r"[\1: "),
        (r"\"((?:battle|extra|leader) card)\"", r"\1"),  # a type, and no name
        # options in quotes
        (r"(?<=following[.:]) \"([^\"]*\.)\"", r" • \1"),
        (r"(?<=choose both[.:]) \"([^\"]*\.)\"", r" • \1"),
        (r"(?<=\.) \"([A-Z][^\"]*\.)\"(?=\s*(\"|$))", r" • \1"),
    ),
    bears={"characters": "A_CHARACTER", "traits": "A_TRAIT"},
)
