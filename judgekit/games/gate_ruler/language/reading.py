"""How Gate Ruler texts are read: the grammar beside this file, and the game's own words."""

from __future__ import annotations

from judgekit.cardtext.build.targets.selectors import both_kinds
from judgekit.cardtext.build.verbs.allowing import lose_for_deck
from judgekit.cardtext.language import Language, both_reader, no_zone_words, property_reader
from judgekit.cardtext.markup import price_in_round
from judgekit.cardtext.wording.words import Mode, Words
from judgekit.games.gate_ruler.language import build, wording
from judgekit.games.gate_ruler.language.settling import settled
from judgekit.games.gate_ruler.language.timing import with_timing

__all__ = ["LANGUAGE", "build"]

NAME, LIMIT = r"[\"“][^\"“”\n]+[\"”]", r"[\[【](?:turn|game) \d[\]】]"

LANGUAGE = Language(
    "gate_ruler",
    folder=__package__,
    opponent_is_open=True,  # J-70
    words=Words(
        "gate_ruler",
        activate="use",
        the_attack="that attack",
        master="controller",
        abilities_used={
            "": "ability",
            "activated": "activated ability",
            "automatic": "automatic ability",
            "overdrive": "Overdrive ability",
            "touchdown": "Touchdown ability",
            "counter": "Counter ability",
        },
        capitals=frozenset({"atk", "hp", "stk"}),
        modes={
            "active": Mode("ready", "ready", "become ready"),
            "rest": Mode("exhausted", "exhaust", "become exhausted"),
        },
        idioms=frozenset(
            {
                "to set",
                "current life",
                "resources",
                "you can play",
                "columns",
                "costs less",
                "targets",
                "attributes",
                "graveyards",
                "effects",
                "swaps",
            }
        ),
        acts={
            "be made active": "be readied",
            "be made rest": "be exhausted",
            "set": "set cards",
            "lose": "lose the game",
            "win": "win the game",
        },
    ),
    types={
        "unit": ("unit",),
        "event": ("event",),
        "field": ("field",),
        "ruler": ("ruler",),
        "resource": ("resource",),
        "card or ability": (),
        "ability": (),
        "attack zone": (),
        "defense zone": (),
    },
    areas={"set card": "set zone", "damage card": "damage zone", "charge": "charge zone"},
    headers=wording.headers,
    keyword=wording.keyword,
    front=wording.front,
    traits={},
    actions={
        "by_trait": property_reader("attribute"),
        "by_all_traits": both_reader("attribute"),
        "both_traits": lambda *parts: both_kinds("attribute", parts),
        "both_characters": lambda *parts: both_kinds("faction", parts),
        "by_character": property_reader("faction"),
        "zone_words": no_zone_words,
        "act_lose_for_deck": lose_for_deck,
        "together": build.descriptions.gr_together,
        "act_by": build.conditions.gr_act_by,
        "the_chosen": build.doing.gr_the_chosen,
        "plays_by": build.conditions.by_no_keyword,
        "played_by": build.conditions.by_no_keyword,
        "modes_by": build.sentences.gr_modes_by,
        "search": build.conditions.found_in_deck,
        "player_can_only": build.doing.gr_player_can_only,
        "number_to_event": build.events.gr_number_reached,
    },
    markup=(
        (rf"(?m)^((?:{LIMIT} *)*{NAME}(?: *{LIMIT})*) +(?=(?:standard|instant) action)", r"\1: "),
        (rf"(?m)^((?:{LIMIT} *)*)((?:standard|instant) action) +({NAME})( *:)?", r"\1\3: \2\4"),
        (r"(\bTiming *:[^\n]*\n)\s*[•・■] *([^\n•・■]*)$", r"\1\2"),  # one thing is no choice
        price_in_round(r"\b(?:Standard|Instant) Action", r"[\2]"),
        (r"\b(Enhance) *\(([^()\n]+)\)", r"\1 \2"),  # 16-16b: no reminder, but the condition
        (r"\b(Timing *: *)[\[【]([^\[\]【】\n]+)[\]】]", r"\1\2"),
    ),
    bears={"attributes": "A_TRAIT", "faction": "A_CHARACTER"},
    settle=settled,
    told=with_timing,
    bare=True,
)
