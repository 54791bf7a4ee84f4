"""The same said in another order or with other common words, as the grammar puts it.

The grammar has one order for each instruction: trigger, condition, who, what, where, how long. Printed texts
turn it round: the passive in place of the active, the trigger or the place at the other end, "of its owner"
in place of "its owner's". Each row here turns such words back and keeps the meaning; it is tried only where
a line is not read as it stands, at the place where reading stopped. If two rows lead to two meanings, the
line stays unread.

A pattern is matched against the words of the line, in lower case, with one space around each; names,
traits and numbers are words too. The template is words and the named parts of the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

from judgekit.cardtext.scan import Token, scan

Words = list[Token]
Rewrite = Callable[["Found"], "list[str | Words] | None"]


class Found(NamedTuple):
    """A pattern that was found in a line."""

    match: re.Match[str]
    tokens: Words

    def part(self, name: str) -> Words:
        """The words of a named part."""
        if not self.said(name):
            return []
        start, end = span_of(self.match, name)
        return self.tokens[start:end]

    def said(self, name: str) -> str:
        return (self.match.groupdict().get(name) or "").strip()


class Candidate(NamedTuple):
    """A line with one part put otherwise: which words of it were changed."""

    tokens: Words
    start: int
    end: int


def span_of(match: re.Match[str], name: str | int = 0) -> tuple[int, int]:
    """The numbers of the words, whether or not the space behind them was taken along."""
    start, end = match.span(name)
    return match.string.count(" ", 1, start), match.string.count(" ", 1, end + (match.string[end - 1] != " "))


def line_of(tokens: Words) -> str:
    words = (each.key.replace(" ", "_") or "§" for each in tokens)
    return f" {' '.join(words)} "


def made(parts: list[str | Words], near: Words) -> Words:
    """Words of our own stand where those were that they replace."""
    start, end = near[0].start, near[-1].end
    found: Words = []
    for part in parts:
        if isinstance(part, str):
            found += [each._replace(start=start, end=end) for each in scan(part)]
        else:
            found += part
    return found


def templated(template: str) -> Rewrite:
    def fill(found: Found) -> list[str | Words]:
        spelt = re.sub(r"\{=(\w+)\}", lambda name: found.said(name[1]), template)
        pieces = re.split(r"\{(\w+)\}", spelt)
        return [found.part(each) if at % 2 else each for at, each in enumerate(pieces)]

    return fill


class Row(NamedTuple):
    pattern: re.Pattern[str]
    rewrite: Rewrite

    def candidates(self, tokens: Words, line: str) -> Iterator[Candidate]:
        """Each place where the row applies."""
        at = 0
        while (match := self.pattern.search(line, at)) is not None:
            at = match.start() + 1
            start, end = span_of(match)
            if start == end:
                continue
            parts = self.rewrite(Found(match, tokens))
            if parts is not None:
                new = made(parts, tokens[start:end])
                yield Candidate([*tokens[:start], *new, *tokens[end:]], start, end)


def row(pattern: str, template: str) -> Row:
    spelt = re.sub(r"(?<!\?P)<([a-z]+)>", lambda found: PARTS[found[1]], pattern)
    rewrite = globals()[template[1:]] if template.startswith("!") else templated(template)
    return Row(re.compile(spelt), rewrite)


@cache
def source() -> str:
    return (resources.files(__package__) / "rewording.rows").read_text(encoding="utf-8")


@cache
def words() -> frozenset[str]:
    """The words that rows look for: no names of anything, also with a capital."""
    patterns = (
        re.sub(r"<\w+>", "", each) for each in source().splitlines() if not each.startswith(("#", " "))
    )
    return frozenset(word for each in patterns for word in re.findall(r"[a-z']{3,}", each))


@cache
def rows(heading: str) -> tuple[Row, ...]:
    """The rows below a heading of the file beside this one."""
    block = source().partition(f"[{heading}]\n")[2].partition("\n[")[0]
    said = [each for each in block.splitlines() if each and not each.startswith("#")]
    return tuple(
        row(one, other.removeprefix("    =>").lstrip())
        for one, other in zip(said[::2], said[1::2], strict=True)
    )


def any_of(*words: str) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


DONE = {
    "put": "put", "placed": "place", "returned": "return", "added": "add", "moved": "move", "sent": "send",
    "destroyed": "destroy", "discarded": "discard", "revealed": "reveal", "shown": "show", "drawn": "draw",
    "removed": "remove", "negated": "negate", "prevented": "prevent", "dealt": "deal", "healed": "heal",
    "swapped": "swap", "exchanged": "exchange", "played": "play", "readied": "ready", "exhausted": "exhaust",
    "special summoned": "special summon", "normal summoned": "normal summon", "summoned": "summon",
    "genesis summoned": "genesis summon", "abyssal summoned": "abyssal summon",
    "driven": "drive", "set": "set", "shuffled": "shuffle", "chosen": "choose", "paid": "pay", "used": "use",
    "skipped": "skip", "reduced": "reduce", "increased": "increase", "doubled": "double",
    "attacked": "attack", "turned": "turn", "rested": "rest", "mobilized": "mobilize", "ko'd": "ko",
    "ko-ed": "ko",
}  # fmt: skip


def ending_in_ing(verb: str) -> str:
    """ "discarding", "removing", "putting", "looking at"."""
    first, _, rest = verb.partition(" ")
    if first in ("special", "normal", "genesis", "abyssal"):
        return f"{first} {ending_in_ing(rest)}"
    if first in ("put", "set", "swap"):
        first += first[-1]
    first = first.removesuffix("e") if not first.endswith("ee") else first
    return f"{first}ing {rest}".strip()


DOING = {
    ending_in_ing(verb): verb
    for verb in (*DONE.values(), "switch", "take", "lose", "gain", "look at", "search", "trance")
} | {"ko-ing": "ko", "ko'ing": "ko", "[ destroy ] ing": "[ destroy ]"}
PARTS = {
    # where a clause begins
    "begin": r"(?:(?<=^ )|(?<=[.,:;\]•] )|(?<= then )|(?<= and ))",
    # where an ability begins: behind its headers
    "front": r"(?:(?<=^ )|(?<=: )|(?<=\] ))",
    "np": r"(?:(?![.,:;\]•] |(?:if|when|whenever|while|unless|until|at the|during|as|after|instead) )\S+ )+?",
    "more": r"(?:(?![.,:;\]•] )\S+ )*?",
    "rest": r"(?:(?![.;\]•] )\S+ )*?",
    "done": any_of(*DONE),
    "doing": any_of(*DOING),
    "who": any_of(
        "you", "your opponent", "that player", "they", "each player", "its controller", "its owner",
        "a player", "either player", "both players", "the opponent",
    ),
    "does": any_of(*DONE.values(), "gain control of", "take control of", "look at", "search"),
    "when": any_of("when", "whenever", "each time", "at the (?:start|beginning|end) of"),
    "act": any_of(
        "attack", "block", "combo", "play", "activate", "use", "set", "draw", "discard", "normal summon",
        "special summon", "drive", "heal", "mobilize", "trance", "level boost", "luck drive", "define logic",
        "intercept", "invade", "gain", "move", "destroy", "advance", "be attacked",
    ),
    "per": any_of(
        "each turn", "every turn", "per turn", "a turn", "in a turn", "during a turn", "during each turn",
        "in each turn", "each battle", "per battle", "a battle", "in a battle", "during a battle",
        "during each battle", "in each battle",
    ),
    "sooften": r"(?:once|twice|(?:one|two|three|four|[0-9]+) times?)",
    "owner": any_of(
        "your", "their", "its", "your opponent's", "the opponent's", "that player's", "its owner's",
        "their owner's", "their owners'", "its controller's",
    ),
    # instead of the pile that a card would go to
    "rather": (
        r"(?:instead of|rather than) (?:(?:putting|placing|sending|being|having|put|place) )?"
        r"(?:(?:put|placed|sent|destroyed|ko-ed|destroying) )?(?:it |them |that \S+ |its )?"
        r"(?:(?:to |into |in )?(?:(?:the|your|their|its owner's|your opponent's|its) )?"
        r"(?:drop (?:zone|area)|graveyard|discard pile) )?"
    ),
    # the battle in which a card fights
    "itsown": r"(?:(?:a|any|each|the|that) (?:battle|combat)s? |(?:battle|combat)s )",
    "itsbattle": (
        r"(?:(?P<of>(?:this|that) \S+(?: card)?)'s (?:battle|combat)s? "
        r"|(?:(?:a|any|each|the|that) )?(?:battle|combat)s? "
        r"(?:of|involving|with|against) (?P<with>(?:this|that) \S+ ))"
    ),
    "end": r"(?=[.,;] |then |and |instead )",
}  # fmt: skip


def third(verb: str) -> str:
    """ "draws", "readies", "special summons"."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s"


def agreeing(who: str, verb: str) -> str:
    return verb if who in ("you", "they", "both players") else third(verb)


# The passive


def done_by_nobody(found: Found) -> list[str | Words]:
    """ "The top card of your deck is revealed": by whoever carries out the text."""
    return [DONE[found.said("done")], found.part("what")]


def done_by(found: Found) -> list[str | Words]:
    """ "Discarded by your opponent", "when a card is played by you"."""
    who, verb = found.said("who"), DONE[found.said("done")]
    subject: list[str | Words] = [] if who == "you" and not found.said("when") else [found.part("who")]
    return [found.part("when"), *subject, agreeing(who, verb), found.part("what"), found.part("how")]


def may_be_done(found: Found) -> list[str | Words]:
    who = found.part("who") or "you"
    return [who, "may", DONE[found.said("done")], found.part("what"), found.part("how"), found.part("more")]


def cannot_be_done(found: Found) -> list[str | Words]:
    return [found.part("who"), "cannot", DONE[found.said("done")], found.part("what"), found.part("how")]


def by_doing(found: Found) -> list[str | Words]:
    """ "You may draw 1 card by discarding 1 card": a price, and what it is paid for."""
    who, price = found.said("who"), [DOING[found.said("doing")], *imperative(found.part("price"))]
    them: list[str | Words] = [] if who in ("", "you") else ["they"]
    offer: list[str | Words] = [found.part("who"), "may"] if found.said("may") else []
    return [*offer, *price, ". if", them[0] if them else "you", "do ,", *them, found.part("do")]


def imperative(words: Words) -> list[str | Words]:
    """ "By discarding 1 card and resting this unit"."""
    return [
        DOING.get(each.key, [each]) if at and words[at - 1].key == "and" else [each]
        for at, each in enumerate(words)
    ]


def listed_beneath(found: Found) -> list[str | Words]:
    """ "If the specified cards are under it: <A> - [X]. <B> - [Y].": each for itself."""
    made: list[str | Words] = []
    words = [each for each in found.part("list") if each.key not in (".", ",", ";", "-", ":", "=")]
    for at, each in enumerate(words):
        if each.key == "]":
            made += [[each], "."]
        elif each.key == "[":
            made += ["is under this card , this card gains", [each]]
        elif at == 0 or words[at - 1].key == "]":
            made += ["if", [each]]
        else:
            made += [[each]]
    return made


def in_turn(found: Found) -> list[str | Words]:
    """ "Starting with you, each player discards 1 card": one after the other."""
    does = DOES.get(found.said("does"), found.said("does"))
    yours: list[str | Words] = [does, *own_words(found.part("rest"))]
    theirs: list[str | Words] = ["your opponent", third(does), found.part("rest")]
    first, then = (theirs, ["you", *yours]) if found.said("first") == "your opponent" else (yours, theirs)
    return [*first, ", then", *then]


DOES = {third(verb): verb for verb in (*DONE.values(), "switch", "take", "lose", "gain", "ko")}


def own_words(words: Words) -> list[str | Words]:
    return [OWN.get(each.key, [each]) for each in words]


OWN = {"their": "your", "they": "you", "theirs": "yours"}


# So often and no more


def no_more_often(found: Found) -> list[str | Words] | None:
    """ "Your opponent cannot play more than 1 event each turn": once so many have been played, no more."""
    first = found.said("n").split()[0]
    n = {"once": "1", "one": "1", "twice": "2"}.get(first, first)
    act, period = found.said("act"), "this battle" if "battle" in found.said("per") else "this turn"
    what: list[str | Words] = [found.part("what")] if found.match.groupdict().get("what") else []
    cards: list[str | Words] = [found.part("cards")] if found.match.groupdict().get("cards") else []
    cards = cards or [*WHAT_ELSE.get(act, ())]
    many: list[str | Words] = [] if not what else ["a", *what] if n == "1" else [f"{n} or more", *what]
    done: list[str | Words] = [
        PAST[act],
        found.part("with"),
        *(many or [*cards, f"{n} or more times"]),
        period,
    ]
    not_again: list[str | Words] = [
        "cannot",
        act,
        found.part("with"),
        *(many[:1] if n == "1" else ()),
        *(what or cards),
    ]
    if found.said("who") in EVERYBODY:
        before = found.match.string[: found.match.start()].split()
        if before and before[-1] != "]":
            return None
        you: list[str | Words] = ["as long as you have", *done, ", you", *not_again]
        return [*you, ". as long as your opponent has", *done, ", your opponent", *not_again]
    have = "have" if found.said("who") == "you" else "has"
    return ["as long as", found.part("who"), have, *done, ",", found.part("who"), *not_again]


WHAT_ELSE = {"normal summon": ["a unit"], "special summon": ["a unit"], "mobilize": ["a member"]}
EVERYBODY = ("players", "each player", "a player")
PAST = {
    "attack": "attacked", "block": "blocked", "combo": "comboed", "play": "played", "activate": "activated",
    "use": "used", "set": "set", "draw": "drawn", "discard": "discarded", "drive": "driven", "heal": "healed",
    "normal summon": "normal summoned", "special summon": "special summoned", "mobilize": "mobilized",
    "trance": "tranced", "level boost": "level boosted", "luck drive": "luck driven",
    "define logic": "defined logic", "intercept": "intercepted", "invade": "invaded", "gain": "gained",
    "move": "moved", "destroy": "destroyed", "advance": "advanced", "be attacked": "been attacked",
}  # fmt: skip


def not_done_by(found: Found) -> list[str | Words]:
    """ "Your opponent's effects cannot destroy this unit": it cannot be destroyed by them."""
    done = DEEDS | {"lower": "reduced", "change": "changed", "target": "chosen", "stand": "stood"}
    how = found.part("how") if "how" in found.match.groupdict() else []
    return [found.part("what"), "cannot be", done[found.said("do")], how, "by", found.part("by")]


def would_be_destroyed(found: Found) -> list[str | Words]:
    """ "When this card KO's a card in battle, send it … instead of …": if one would be KO-ed by it."""
    done = "destroyed" if found.said("does") == "destroys" else "ko-ed"
    event: list[str | Words] = [
        "if",
        found.part("what"),
        "would be",
        done,
        found.part("in"),
        "by",
        found.part("by"),
    ]
    return [*event, ",", found.part("do"), "instead"]


def player_takes(found: Found) -> list[str | Words]:
    """ "If your leader card would take damage": you."""
    who = found.said("whose").removesuffix("'s").replace("your opponent", "their").replace("your", "you")
    who = "your opponent" if who == "their" else who
    does = ["would take"] if found.said("would") else [agreeing(who, "take")]
    return [who, *does, found.part("n"), found.part("damage")]


def discarded_elsewhere(found: Found) -> list[str | Words]:
    """ "Cards your opponent discards are put into … instead of …": each of them, as it is discarded."""
    event: list[str | Words] = ["if", found.part("who"), "would discard a card", found.part("from")]
    return [*event, ",", DONE[found.said("done")], "it", found.part("to"), "instead"]


def destroyed_elsewhere(found: Found) -> list[str | Words] | None:
    one = singled(found.part("what"))
    how: list[str | Words] = ["would be", found.said("how"), found.part("in"), "by", found.part("by")]
    return one and ["if", *one, *how, ",", DONE[found.said("done")], "it", found.part("to"), "instead"]


# The trigger behind


def trigger_first(found: Found) -> list[str | Words] | None:
    """ "Draw a card whenever this unit attacks, then discard a card."."""
    when, body = told_apart(found.part("when"), found.part("body"))
    asked: list[str | Words] = [found.part("asked"), ","] if found.part("asked") else []
    return [when, ",", *asked, body, found.part("then")]


def told_apart(event: Words, body: Words) -> tuple[Words, Words]:
    """ "Exhaust this unit when it …": the event, which comes first now, names the card."""
    at = next((n for n, each in enumerate(event) if each.key == "it"), -1)
    if at < 0:
        return event, body
    start, end = described(body)
    if start == end:
        return event, body
    named = body[start:end]
    again = named if named[0].key == "this" else made(["it"], named)
    return [*event[:at], *named, *event[at + 1 :]], [*body[:start], *again, *body[end:]]


DESCRIBED = re.compile(
    r" (this \S+|(?:a|an|1 of|one of|each) .*?(?= (?:from|to|into|on|until|gets|gains|has|is|instead|$)))"
)


def described(body: Words) -> tuple[int, int]:
    line = line_of(body)
    match = DESCRIBED.search(line)
    return span_of(match, 1) if match else (0, 0)


def instead_first(found: Found) -> list[str | Words] | None:
    """ "Exhaust this unit instead when it would be destroyed."."""
    event, body = told_apart(found.part("event"), found.part("body"))
    turn: list[str | Words] = [found.part("turn")] if found.part("turn") else []
    return [found.part("when"), event, *turn, ",", body, "instead"]


def done_instead(found: Found) -> list[str | Words] | None:
    """ "Units you control that would be destroyed are exhausted instead": each of them, as it happens."""
    one = singled(found.part("what"))
    done: list[str | Words] = [DONE[found.said("done")], "it", found.part("rest"), "instead"]
    return one and ["if", *one, "would", found.part("event"), ",", *done]


def singled(what: Words) -> list[str | Words] | None:
    """One of the cards that a plural describes."""
    if what[0].key in ("your", "their"):
        return ["one of", what]
    at = next((n for n, each in enumerate(what) if each.key.endswith("s")), -1)
    if at < 0 or what[0].key in ("this", "that", "a", "an"):
        return None
    noun = what[at].key.removesuffix("s")
    return ["a", what[:at], noun, what[at + 1 :]]


# Words that change with what stands beside them


def in_control(found: Found) -> list[str | Words]:
    return [CONTROLS[found.said("whose")]]


CONTROLS = {
    "your": "you control",
    "your opponent's": "your opponent controls",
    "their": "they control",
    "that player's": "that player controls",
}


def playing(found: Found) -> list[str | Words]:
    return [found.part("what"), found.part("who"), agreeing(found.said("who"), "play")]


def of_chosen_player(found: Found) -> list[str | Words]:
    """ "Deal 2 damage to target player"."""
    whose = "'s" if found.said("s") else ""
    return ["choose a player , then", found.part("do"), f"that player{whose}"]


def to_another(found: Found) -> list[str | Words]:
    """ "A charge from one of your units to another": to another of your units."""
    kind = [found.said("what"), found.said("unit")]
    one = f"a {kind[1].removesuffix('s')} you control" if kind[0] == "of your" else " ".join(["a", *kind])
    return [
        found.part("from"),
        one,
        found.part("of"),
        found.part("to"),
        f"another {one[2:]}",
        found.part("of"),
    ]


def by_another_stat(found: Found) -> list[str | Words]:
    """ "Deals combat damage equal to its HP instead of its ATK": to what the number it names is for."""
    to: str | Words = found.part("to") or (found.part("too") if "too" in found.match.groupdict() else [])
    of = {"atk": "to a unit", "stk": "to a ruler"}[found.said("old")]
    own, sort = f"{found.said('who')}'s", found.said("sort") or "combat"
    when: list[str | Words] = ["when", found.part("who"), "would deal", sort, "damage", to or of]
    return [*when, ", that damage becomes", own, found.part("stat"), "instead"]


def by_an_effect(found: Found) -> list[str | Words]:
    """ "When an effect exhausts this unit": when it is exhausted by one."""
    be = "would be" if found.said("would") else "is"
    done: list[str | Words] = [be, ACTED[found.said("does")], found.part("where")]
    return [found.part("when"), found.part("what"), *done, "by", found.part("by")]


DEEDS = {verb: done for done, verb in DONE.items()} | {"switch": "switched", "ko's": "ko'd"}
ACTED = DEEDS | {third(verb): done for verb, done in DEEDS.items()}


HAVING = {"you are": "you have", "your opponent is": "your opponent has", "your": "you have"} | {
    "your opponent's": "your opponent has", "their": "they have",
}  # fmt: skip
ZONES_OF = {"you": "your", "your opponent": "your opponent's", "they": "their"}


def only_that_player(found: Found) -> list[str | Words]:
    """ "If you are the only player who controls a unit"."""
    return ["only", HAVING[found.said("who")]]


def has_among(found: Found) -> list[str | Words]:
    """ "If your units include a Dragon"."""
    return [found.part("if"), HAVING[found.said("whose")]]


def came_of_it(found: Found) -> list[str | Words]:
    """ "If they discarded none": by the instruction before."""
    done = ["if no cards were" if found.said("n").startswith("no") else "if a card was", found.part("did")]
    return [*done, "this way"]


def came_of_nothing(found: Found) -> list[str | Words]:
    """ "If you did not destroy any"."""
    return ["if no cards were", ACTED[found.said("do")], "this way"]


def in_both_places(found: Found) -> list[str | Words]:
    """ "If there is a card in both your zone 1 and zone 8": in each of the two."""
    there: list[str | Words] = [found.part("there"), found.part("what"), "in"]
    whose: list[str | Words] = [] if found.part("two")[0].key in OWNERS else [found.part("whose")]
    one: list[str | Words] = [found.part("if"), *there, found.part("whose"), found.part("one")]
    return [*one, "and", *there, *whose, found.part("two")]


OWNERS = ("your", "their", "its")


def none_empty(found: Found) -> list[str | Words]:
    """ "If you control a unit in each of your zones"."""
    whose = ZONES_OF[found.said("who").rpartition(" ")[0]]
    return ["none of", whose, found.said("kind"), "zones are empty"]


def being_so(found: Found) -> list[str | Words]:
    """ "While in the front row, this unit …", "if played from your hand, this unit …"."""
    past = found.said("so").split()[0] in ("played", "normal", "special")
    it = found.part("it")
    return [found.part("while"), it, "was" if past else "is", found.part("so"), ",", it]


def or_more_if(found: Found) -> list[str | Words]:
    """ "It gains +1 ATK until end of turn, or +2 ATK if it is red": one of the two, for the same time."""
    time = found.part("time") or [*found.part("long"), *found.part("long2")]
    lead: list[str | Words] = [] if found.said("long") or found.said("long2") else [time]
    tail: list[str | Words] = [] if lead else [found.part("long") or found.part("long2")]
    gains: list[str | Words] = [found.part("who"), found.part("gets"), "+"]
    return [
        *("if", found.part("if"), ",", *lead, *gains, found.part("two"), *tail),
        *(". otherwise ,", *lead, *gains, found.part("one"), *tail),
    ]


def options(found: Found) -> list[str | Words]:
    """ "Choose one: draw a card, heal 1 life, or drive 1": commas stand between them, and nowhere inside."""
    parts: list[str | Words] = [found.part("choose"), found.part("n"), ":"]
    for each in found.part("all"):
        if each.key == "or" and parts[-1] != ";":
            parts.append(";")
        parts.append(";" if each.key == "," else [each])
    return parts


def of_several(found: Found) -> list[str | Words]:
    """ "Allied units' ATK"."""
    return ["the", found.part("stat"), "of", found.part("what"), found.said("unit").removesuffix("'")]


def draws_by_luck(found: Found) -> list[str | Words]:
    """ "When you use a luck drive, draw two cards instead of one": in place of the card that it draws."""
    who = found.said("who")
    again = {"you": "you", "a player": "that player"}.get(who, "they")
    does = ["may", "draw"] if found.said("may") else [agreeing(again, "draw")]
    subject = [] if again == "you" and not found.said("may") else [again]
    return [
        "if",
        found.part("who"),
        "would draw a card by a luck drive ,",
        *subject,
        *does,
        found.part("n"),
        "cards instead",
    ]


def abilities_unused(found: Found) -> list[str | Words]:
    """ "Its abilities cannot be used and it cannot attack": both are said of that card."""
    a, b = found.said("a"), found.said("b")
    who = f"that {a}" if a else f"this {b}" if b else "it"
    rest = ["and", who] if found.said("and") else []
    return ["the abilities of", who, "cannot be used", found.part("time"), *rest]


def placed_there(found: Found) -> list[str | Words]:
    """ "When this member is placed on a circle in the front row": and it is there then."""
    where = found.said("where")
    on = "on a circle " if where.startswith("with") else ""
    return [found.part("when"), found.part("how"), found.part("too"), f"while it is {on}{where}"]


def it_fought(found: Found) -> list[str | Words]:
    """ "A battle in which it attacked": in which it was attacking."""
    return [f"it was {found.said('was').removesuffix('ed')}ing"]


def if_so_many_done(found: Found) -> list[str | Words]:
    """ "If you moved 3 or more this way": of the cards that were moved."""
    what = found.part("what") or "cards"
    return ["if there are", found.part("n"), what, "that were", found.part("done"), "this way"]


def luck_for_less(found: Found) -> list[str | Words]:
    """ "Put the top two cards of your stock zone … instead of the top three": by so many fewer."""
    return [f"your luck drives cost {'1' if found.said('n') in ('two', '2') else '2'} less"]


def goes_elsewhere(found: Found) -> list[str | Words]:
    """ "Cards placed in your drop area are sent to your warp instead"."""
    one = found.said("what").removesuffix("s")
    then = DONE[found.said("then")]
    would: list[str | Words] = [
        f"if a {one} would be",
        found.said("done"),
        found.part("to"),
        found.part("from"),
    ]
    return [*would, f", {then} it", found.part("there"), "instead"]


def all_but_one(found: Found) -> list[str | Words]:
    """ "Destroys all of their units except 1": chooses one, and does it to the others."""
    who, what = found.part("who"), found.part("what")
    return [who, "chooses 1 of their", what, "and", found.part("do"), "all of their other", what]


def but_discarded(found: Found) -> list[str | Words]:
    """ "Choose a card in your drop zone …. You cannot choose the discarded card": one other than that."""
    several = "cards" in found.match.group(0).rsplit("choose", 1)[1]
    paid = "cards" if several else "card"
    return [found.part("choose"), f"other than the discarded {paid}", found.part("rest")[:-1]]


def as_meant(tokens: Words) -> Words:
    """The words with those exchanged that the grammar would take for something else."""
    return reworded(tokens, "always")


def normal(tokens: Words) -> Words:
    """The words with all that is merely another way to say whose it is, and the like."""
    return reworded(tokens, "normal")


def reworded(tokens: Words, heading: str) -> Words:
    line = line_of(tokens)
    for each in rows(heading):
        for _ in range(PLACES):
            one = next(each.candidates(tokens, line), None)
            if one is None:
                break
            tokens = one.tokens
            line = line_of(tokens)
    return tokens


PLACES = 6  # of a line in which one row is used


def turned(tokens: Words, stop: int | None) -> Iterator[Words]:
    """The line with one part put otherwise, which takes in the word where reading stopped."""
    line = line_of(tokens)
    for each in rows("turned"):
        for one in each.candidates(tokens, line):
            if stop is None or one.start <= stop <= one.end + 1:
                yield one.tokens
