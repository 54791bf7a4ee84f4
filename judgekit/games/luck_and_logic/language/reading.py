"""How Luck & Logic texts are read: the grammar beside this file, and the game's own words."""

from __future__ import annotations

from judgekit.cardtext.build.targets.selectors import both_kinds
from judgekit.cardtext.language import Language, both_reader, no_zone_words, property_reader
from judgekit.cardtext.markup import price_in_round
from judgekit.cardtext.model import Every, Selector, State
from judgekit.cardtext.wording.words import Mode, Words
from judgekit.games.luck_and_logic.language import build, wording

__all__ = ["LANGUAGE", "build"]

CHOOSE = r"\b(choose (?:one|two|1|2)(?: of the following)?)(?:,? and (?:do|perform) it)?:\s*"
IN_ORDER = r",? and (?:do|perform|resolve) them in (?:the )?order (?:they are )?(?:written|listed|printed)"
OPTION, OR = r'"([^"\n]*?)\.?"', r"(?:,|;|,? or|; or)\s*"
QUOTED_OPTIONS = (  # with nothing behind them: what follows a list of options would belong to the last
    (rf"{CHOOSE}{OPTION}{OR}{OPTION}{OR}{OPTION}\.?(?=\s*$)", r"\1: • \2. • \3. • \4."),
    (rf"{CHOOSE}{OPTION}{OR}{OPTION}\.?(?=\s*$)", r"\1: • \2. • \3."),
)

PILES = "drop zone|stock zone|level zone|battle zone|paradox zone|gate zone|remove zone|hand|deck|stock"

ONCE = (
    r"(?:(?:you can (?:only )?)?use this ability|this ability (?:can (?:only )?be used|triggers))"
    r" (?:only )?once (?:each|per|a) turn"
)

# Who has searched, and found nothing, shuffles too; who has not been willing to does not.
SEARCHED = r"\.\s+If you (?:searched|did search)(?: your deck)?(?: this way)?, shuffle (?:it|your deck)\b"

LANGUAGE = Language(
    "luck_and_logic",
    folder=__package__,
    words=Words(
        "luck_and_logic",
        flip="turn",
        abilities_used={"activated": "activated ability", "automatic": "automatic ability"},
        modes={"active": Mode("standing", "stand", "stand"), "rest": Mode("resting", "rest", "rest")},
        idioms=frozenset(
            {
                "circles",
                "end of battle step",
                "set member",
                "perform a reshuffle",
                "placed resting",
                "becomes",
                "keyword abilities",
                "is theirs",
                "masters pay",
                "other choices",
            }
        ),
        acts={"be made active": "be stood", "be made rest": "be rested", "become active": "stand"},
    ),
    types={
        "member": ("logicalist", "foreigner", "tranceunion"),
        "logicalist": ("logicalist",),
        "foreigner": ("foreigner",),
        "tranceunion": ("tranceunion",),
        "tactics": ("tactics",),
        "paradox": ("paradox",),
        "gate": ("gate",),
    },
    areas={"level card": "level zone", "stock": "stock zone", "soul card": "soul zone"},
    headers=wording.headers,
    keyword=wording.keyword,
    front=wording.front,
    traits={},
    actions={
        "by_trait": property_reader("world"),
        "by_all_traits": both_reader("world"),
        "both_traits": lambda *parts: both_kinds("world", parts),
        "both_characters": lambda *parts: both_kinds("element", parts),
        "by_character": property_reader("element"),
        "zone_words": no_zone_words,
        "move": build.mobilizing.move_to,
        "place_under": build.mobilizing.soul_of,
        "owner_area": build.descriptions.zone_of_a_player,
        "attacks_target": build.events.attacks_such_target,
        "swap": build.doing.swap_other,
        "act_placed_by": build.doing.placed_by_here,
        "can": build.doing.can_here,
        "cannot": build.doing.cannot_here,
        "while_step_after": build.doing.while_of_the_last,
        "matches_features": build.conditions.of_features,
        "clause_phase": build.doing.done_in_phase,
        "clause_any_phase": build.doing.done_in_any_phase,
        "happened": build.conditions.happened_here,
        "happened_just": build.conditions.happened_just_here,
        "happened_times": build.conditions.happened_times_here,
        "that_was": build.conditions.that_was_here,
        "automatic_situation": build.conditions.situation_here,
    },
    markup=(
        price_in_round(r"\[(?:ACT|AUTO|Logic Drive)\](?: \[1/Turn\])?", r"[\2]"),
        (r"(?m)^paradox rule *[:：-] *(?!\W*aura battle\b)", "[CONT] "),  # 2.16.1: any criterion
        *QUOTED_OPTIONS,
        (
            rf"\bthe ({PILES}) of (?:that|the attacking|the chosen|the defending) \w+'s owner\b",
            r"its owner's \1",
        ),
        (r"\bunderneath\b", "under"),
        (rf"\bthe ({PILES}) of (your opponent|its owner|its master|that player)\b", r"\2's \1"),
        (rf"(of the following){IN_ORDER}(?=:)", r"\1"),
        (SEARCHED, ", then shuffle your deck"),
        (r"\[(rest|stand)\]", r"\1"),  # icons that stand for the word
        (r"(?<![\w\[])1\s*/\s*turn(?!\])", "[1/Turn]"),
        (rf"(?m)^(\[(?:AUTO|ACT)\])(?!.*1/Turn)(.*?\.)\s*{ONCE}\.?\s*$", r"\1 [1/Turn]\2"),
        (
            r"\b(Covenant)\s*[-–—]\s*(?-i:((?:[A-Z][\w'’-]*)(?: [A-Z][\w'’-]*)*)[ :]+(?=[A-Z][a-z]+\b))",
            r'\1 - "\2" ',
        ),
    ),
    settle=build.frame.told_apart,
    set_off_in={"battle zone": ("tactics", "paradox")},
    speaks_for=Selector(Every(), "you", types=("member",), filters=(State("in battle"),)),
    bears={"world": "A_TRAIT", "element": "A_CHARACTER"},
)
