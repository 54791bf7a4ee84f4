"""Verbs in words. Each gives one clause, without its full stop."""

from __future__ import annotations

import re
from typing import Any, TypeGuard

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.wording.events import caused, duration, place_words
from judgekit.cardtext.wording.targets import (
    CHOSEN,
    adjective,
    amount,
    anchor,
    counted,
    described,
    feature,
    is_plural,
    keyword_name,
    named,
    numbered_zones,
    per,
    selector,
    target,
)
from judgekit.cardtext.wording.words import Words, a, bound, done_by, listed, owner, subject, third

AN_EMPTY_CIRCLE = m.Selector(m.Exactly(1), types=("circle",), filters=(m.Empty(),))


def each_one(words: Words, what: m.Target) -> str:
    """Of several cards, each gets its own."""
    said = target(words, what)
    return f"each of {said.removeprefix('all of ')}" if said.startswith(("them", "all of ")) else said


def verb(words: Words, what: m.Verb) -> str:
    who: m.Who = getattr(what, "who", "you")
    if who not in ("you", "any") and not isinstance(what, SAYS_WHO):
        plain: Any = what
        return f"{subject(who)} must {verb(words, replace(plain, who='you'))}"
    if isinstance(what, m.OwnersDo):
        inner: Any = what.do[0]
        if isinstance(inner, m.DealDamage | m.Heal):
            return done_to_the_owner(words, what)
        said = verb(words, replace(inner, who=what.which))
        return of_the_other(words, said) if isinstance(what.of, m.Object) else said
    if isinstance(what, m.Unread):
        return f"[not read: {what.text}]"
    for speak in (moving, playing, seeing, standing, numbers, board, damage, rest):
        said = speak(words, what)
        if said:
            return said
    raise TypeError(f"no words for the verb {what}")


def done_to_the_owner(words: Words, what: m.OwnersDo) -> str:
    """ "Deal 1 damage to its owner"."""
    inner: Any = what.do[0]
    name = "to" if isinstance(inner, m.DealDamage) else "what"
    said = verb(words, replace(inner, **{name: m.Player(what.which)}))
    its = subject(what.which)
    return said.replace(its, of_the_other(words, its), 1) if isinstance(what.of, m.Object) else said


def of_the_other(words: Words, said: str) -> str:
    """What the owner of an event's second card does: "its" would be the first one's."""
    other = named(words, m.Object()) if words.spelt else "the event's other card"
    return f"{other}'s {said.removeprefix('its ')}"


SAYS_WHO = (
    m.Move, m.Shuffle, m.Play, m.CreateToken, m.Drive, m.Mobilize, m.Choose, m.Pick, m.Draw, m.DrawUntil,
    m.Discard, m.DiscardDownTo, m.Look, m.Reveal, m.Search, m.Destroy, m.Orient, m.Win, m.LoseGame,
    m.EndNow, m.GainControl,
)  # fmt: skip


# Moving


def moving(words: Words, what: m.Node) -> str:
    match what:
        case m.Move(what=card, to=m.Place(area="removed from the game"), who=who):
            return done_by(who, f"remove {target(words, card)} from the game")
        case m.Move(what=card, to=m.Place(area="set zone", face="down", whose=""), who=who) if (
            "to set" in words.idioms
        ):
            return done_by(who, f"set {target(words, card)}")
        case m.Move(what=card, to=m.Place(area="deck", order="random", whose=whose, end=None), who=who):
            return done_by(who, f"shuffle {target(words, card)} into {owners(words, whose, card)} deck")
        case m.MoveUntil(what=last, whose=whose, to=to, who=who):
            taken = f"place cards from the top of {owner(whose)} deck {destination(words, to)}"
            return done_by(who, f"{taken} until you place {target(words, last)}")
        case m.Move(what=card, to=to, who=who):
            there = set(card.areas) <= {"field"} if isinstance(card, m.Selector) else True
            puts = "move" if to.zone is not None and there else "place"
            return done_by(who, f"{puts} {target(words, card)} {destination(words, to, card)}")
        case m.Stack(what=card, onto=onto, how="under"):
            return f"place {target(words, card)} under {target(words, onto)}"
        case m.Stack(what=card, onto=onto, how="on top"):
            return f"place {target(words, card)} on top of {target(words, onto)}"
        case m.Stack(what=card, onto=onto, how="charge"):
            charges = "charges" if many(words, card) else "a charge"
            return f"add {target(words, card)} to {target(words, onto)} as {charges}"
        case m.Stack(what=card, onto=onto, how="soul"):
            return f"place {target(words, card)} into the soul of {each_one(words, onto)}"
        case m.Stack(what=card, onto=onto, how="set", face=face):
            return f"set {target(words, card)}{' face down' if face else ''} to {each_one(words, onto)}"
        case m.Swap(one=one, other=None) if "swaps" in words.idioms:
            return f"swap {target(words, one)}"
        case m.Swap(one=one, other=None):
            return f"exchange the positions of {target(words, one)}"
        case m.Swap(one=one, other=other) if other is not None:
            return f"swap {target(words, one)} and {target(words, other)}"
        case m.Shuffle(what=None, whose=whose, who=who):
            return done_by(who, f"shuffle {owner(whose)} deck")
    return ""


def owners(words: Words, whose: m.Who, card: m.Target | None) -> str:
    """Whose place cards go to; for several cards `their owners'`."""
    if whose != "owner" or card is None or not many(words, card):
        return owner(whose)
    said = target(words, card)  # "the attacking battle card" is one, "the top 2 cards" are not
    is_one = said.startswith("the ") and not any(map(str.isdecimal, said))
    return owner(whose) if is_one else "their owners'"


def destination(words: Words, to: m.Place, card: m.Target | None = None) -> str:
    lead = f"{owners(words, to.whose, card)} " if to.whose else "the "
    tail = ""
    if to.face is not None:
        tail = f" face {to.face}"
    if to.orientation is not None:
        resting = {"rest": " resting", "active": " standing"}
        tail = resting[to.orientation] if "placed resting" in words.idioms else f" in {to.orientation} mode"
    if to.order:
        tail = " in any order" if to.order == "any" else " in a random order"
    if to.zone is not None:
        return f"to {zone_of_each(words, to.zone, card)}{tail}"
    if to.end == "either":
        return f"on the top or bottom of {lead}{to.area}{tail}"
    if to.end is not None:
        return f"on the {to.end} of {lead}{to.area}{tail}"
    return f"into {lead}{to.area}{tail}"


def zone_of_each(words: Words, what: m.Target, cards: m.Target | None) -> str:
    """ "1 empty zone", or of several cards "empty zones": one for each of them."""
    said = zone(words, what)
    quantity = cards.quantity if isinstance(cards, m.Selector) else None
    several = isinstance(cards, m.Bound) and cards.n in words.plural
    if not several and getattr(quantity, "n", 1) == 1:
        return said
    if words.spelt:
        said = re.sub(r"^(1 of .*\bempty zones\b.*)$", r"\1 each", said)
        return re.sub(r"^1 ((?:empty )?)zone( adjacent to .*)?$", r"\1zones\2", said)
    return re.sub(r"^1 ((?:empty|adjacent)(?: adjacent)?) zone$", r"\1 zones", said)


def zone(words: Words, what: m.Target) -> str:
    if isinstance(what, m.Selector) and m.Empty() in what.filters and len(what.filters) == 2:
        spot = replace(what, filters=tuple(each for each in what.filters if each != m.Empty()))
        if isinstance(spot.filters[0], m.Zones) and len(spot.filters[0].numbers) == 1:
            return zone(words, spot).replace("zone", "empty zone")
    if isinstance(what, m.Bound) and "circles" in words.idioms and not words.spelt:
        return "that circle"
    zones = what.filters[0] if isinstance(what, m.Selector) and len(what.filters) == 1 else None
    if isinstance(what, m.Selector) and isinstance(zones, m.Zones):
        lead = f"{owner(what.whose)} " if what.whose else ""
        said = lead + numbered_zones(zones.numbers)
        return f"each of {said}".replace(" or ", " and ") if what.quantity == m.Every() else said
    if "circles" in words.idioms and isinstance(zones, m.Near) and zones.relation == "on":
        return f"the circle of {target(words, zones.of)}"
    if isinstance(what, m.Selector) and what.filters == (m.Near("on", m.This()),):
        return "the zone this card was in"
    if isinstance(what, m.Selector) and what.filters == (m.Near("same zone", m.This()),):
        return "the zone this card is in"
    if isinstance(zones, m.Near) and zones.relation == "on":
        return "the zone it was in"
    return target(words, what)


# Playing


def playing(words: Words, what: m.Node) -> str:
    match what:
        case m.Play(who=who):
            return done_by(who, played(words, what))
        case m.CreateToken(who=who):
            return done_by(who, tokens(words, what))
        case m.Vanish(what=card):
            return f"cause {target(words, card)} to disappear"
        case m.Evolve(what=card, into=None):
            return f"evolve {target(words, card)}"
        case m.Evolve(what=card, into=into, orientation=orientation) if into is not None:
            mode = f" in {orientation} mode" if orientation else ""
            return f"evolve {target(words, card)} into {target(words, into)}{mode}"
        case m.UseAbility(what=card, kind="card", free=free):
            return f"activate {target(words, card)}{free_words(words) if free else ''}"
        case m.UseAbility(what=card, kind="logic drive", free=free):
            return f"use the logic drive of {target(words, card)}{' without paying its cost' if free else ''}"
        case m.UseAbility(what=card, kind="", free=free):
            said = f"{words.activate} the {words.ability} of {target(words, card)}"
            return said + (" without paying its cost" if free else "")
        case m.UseAbility(what=card, kind=kind, free=free):
            said = f"activate the [{keyword_name(kind)}] {words.ability} of {target(words, card)}"
            return said + (" without paying its cost" if free else "")
        case m.Combo(what=card, free=free):
            return f"combo with {target(words, card)}{' without paying its combo cost' if free else ''}"
        case m.Summon():
            return summoned(words, what)
        case m.Drive(what=None, n=n, who=who):
            return done_by(who, f"drive {amount(words, n)}")
        case m.Drive(what=card, who=who) if card is not None:
            return done_by(who, f"drive {target(words, card)}")
        case m.Mobilize(what=card, to=to, orientation=orientation, free=free, who=who):
            said = target(words, card)
            where = f" onto {zone(words, to)}" if to is not None else ""
            if to == AN_EMPTY_CIRCLE and (isinstance(card, m.Union) or many(words, card)):
                where = " onto empty circles"  # each onto one
            mode = " in rest" if orientation else ""
            unpaid = " without paying its cost" if free else ""
            return done_by(who, f"mobilize {said}{where}{mode}{unpaid}")
        case m.Perform(action="remain", what=card) if card is not None:
            return f"{target(words, card)} remains in play"
        case m.Perform(action="fall back", what=card) if card is not None:
            return f"{target(words, card)} moves as though countered"
        case m.Perform(action="rearrange", what=m.Selector(whose=whose, types=("unit",))):
            return f"rearrange all of {owner(whose)} units"
        case m.Perform(action="rearrange", what=cards) if cards is not None:
            return f"rearrange {target(words, cards)} in their places as you like"
        case m.Perform(action="rearrange"):
            return "rearrange all of your units"
        case m.Perform(action="intercept", what=card) if card is not None:
            return f"intercept with {target(words, card)}"
        case m.Perform(action="trance", what=card) if card is not None:
            return f"trance with {target(words, card)}"
        case m.Perform(action="trance", who=who, into=into) if into is not None:
            return done_by(who, f"perform a trance into {target(words, into)}")
        case m.Perform(action="abyssal summoning" | "genesis summoning" as action, what=coming):
            bind = coming.bind if isinstance(coming, m.Selector) and words.tags else 0
            tag = f" as choice {bind}" if bind else ""
            return f"do {a(action)}{tag}"
        case m.Perform(action=action):
            return PERFORMED.get(action, action) if words.spelt and "circles" in words.idioms else action
    return ""


PERFORMED = {
    each: f"perform a {each}" for each in ("trance", "luck drive", "level boost", "logic definition")
}


def free_words(words: Words) -> str:
    return f" without paying its {words.cost}"


def tokens(words: Words, what: m.CreateToken) -> str:
    if isinstance(what.n, m.Minus) and isinstance(what.n.right, m.Count):
        return f'play "{what.name}" tokens until there are {what.n.left} {counted(words, what.n.right.what)}'
    n, each = per(words, what.n)
    many = f"{'up to ' if what.up_to else ''}{amount(words, n)}"
    told = f'{many} "{what.name}" {"token" if n == 1 else "tokens"}'
    choice = f" as choice {what.bind}" if what.bind and words.tags else ""
    where = f" in {zone(words, what.to)}" if what.to is not None else ""
    mode = f" in {what.orientation} mode" if what.orientation else ""
    return f"{'create' if what.created else 'play'} {told}{choice}{where}{mode}{each}"


def played(words: Words, what: m.Play) -> str:
    said = f"play {target(words, what.what)}"
    if what.origin:
        said += f" from your {what.origin}"
    if what.onto is not None:
        said += f" on top of {target(words, what.onto)}"
    if what.to is not None:
        said += f" in {zone_of_each(words, what.to, what.what)}"
    if what.orientation is not None:
        said += f" in {what.orientation} mode"
    if what.negated:
        said += " with its skills negated"
    if what.cost is not None:
        said += f" {play_cost(words, what.cost)}"
    return f"{said} at the same time" if what.together else said


def play_cost(words: Words, what: m.PlayCost) -> str:
    match what:
        case m.PlayCost(least=least) if least is not None:
            return f"{play_cost(words, replace(what, least=None))}, to a minimum of {least}"
        case m.PlayCost(way="free"):
            return free_words(words).strip()
        case m.PlayCost(way="less", amount=n, stat=stat):
            each, per_what = per(words, n)
            return f"with its {stat} reduced by {amount(words, each)}{per_what}"
        case m.PlayCost(way="as though", stat="instant action"):
            return "as an instant action"
        case m.PlayCost(way="as though", amount=n, stat=stat):
            return f"as though its {stat} is {amount(words, n)}"
        case m.PlayCost(way="ignoring", stat=stat):
            return f"ignoring its {stat}"
        case m.PlayCost(way="instead", amount=n) if "resources" in words.idioms:
            return f"by paying {amount(words, n)} resources instead"
        case m.PlayCost(way="instead", amount=n):
            return f"by paying {amount(words, n)} energy instead of its energy cost"
    raise TypeError(f"no words for {what}")


def summoned(words: Words, what: m.Summon) -> str:
    said = f"{what.how} summon {target(words, what.what)}"
    if what.to is not None:
        said += f" in {zone(words, what.to)}"
    if what.orientation == "rest":
        said += " exhausted"
    ways = [play_cost(words, what.cost)] if what.cost is not None else []
    ways += [] if what.counted else ["without it counting for the summon cap"]
    ways += ["by fulfilling its requirements"] if words.rites and words.spelt else []
    return f"{said} {' and '.join(ways)}".rstrip()


# Looking, choosing, drawing


def hand_of(whose: m.Who) -> m.Count:
    return m.Count(m.Selector(m.Some(), whose, ("hand",)))


def seeing(words: Words, what: m.Node) -> str:
    match what:
        case m.Choose(what=card, who=who):
            return done_by(who, f"choose {target(words, card)}")
        case m.Pick(who=who):
            return done_by(who, picked(words, what))
        case m.Draw():
            return drawn(words, what)
        case m.DrawUntil(n=n, who=who):
            they = "you" if who == "you" else "they"
            if n == hand_of("opponent"):
                return done_by(who, f"draw cards until {they} have as many cards in hand as your opponent")
            if not isinstance(n, int):
                so_many = f"a number of cards in hand equal to {amount(words, n)}"
                return done_by(who, f"draw cards until {they} have {so_many}")
            return done_by(who, f"draw cards until {they} have {n} cards in hand")
        case m.Discard(what=card, who=who):
            return done_by(who, f"discard {hand_card(words, card, who)}")
        case m.DiscardDownTo(n=n, who=who) if n == hand_of("you"):
            return done_by(who, "discard cards until they have as many cards in hand as you")
        case m.DiscardDownTo(n=n, who=who):
            return done_by(who, f"discard down to {amount(words, n)} {'card' if n == 1 else 'cards'}")
        case m.Look(what=card, who=who):
            return done_by(who, f"look at {target(words, card)}")
        case m.Reveal(what=card, who=who):
            return done_by(who, f"reveal {target(words, card)}")
        case m.Search(what=m.Union(parts=(m.Selector() as one, m.Selector() as other)), who=who):
            second = replace(other, whose="", areas=())
            return f"{verb(words, m.Search(one, who))} and {selector(words, second)}"
        case m.Search(what=m.Selector() as card, who=who):
            inner = m.Selector(card.quantity, "", (), None, card.types, card.filters, card.chooser, card.bind)
            return done_by(who, f"search {owner(card.whose)} {card.areas[0]} for {selector(words, inner)}")
    return ""


def picked(words: Words, what: m.Pick) -> str:
    if what.what == "number" and what.most is not None:
        return f"choose a number from {what.least} to {amount(words, what.most)}"
    if what.among:
        return f"choose {', '.join(what.among[:-1])} or {what.among[-1]}"
    return "name a card" if what.what == "name" else f"choose {a(what.what)}"


def hand_card(words: Words, what: m.Target, who: str) -> str:
    """The hand's owner is left out if it is the discarding player."""
    if isinstance(what, m.Selector) and what.whose in (who, "their") and what.areas == ("hand",):
        if what == m.Selector(m.Every(), what.whose, ("hand",), bind=what.bind):
            return f"{owner(what.whose) if who == 'you' else 'their'} hand"
        return selector(
            words, m.Selector(what.quantity, "", (), None, what.types, what.filters, what.chooser, what.bind)
        )
    return target(words, what)


def drawn(words: Words, what: m.Draw) -> str:
    n, each = per(words, what.n)
    if isinstance(n, int | m.Unknown) or (isinstance(n, m.ThatMany) and not each):
        many = f"{'up to ' if what.up_to else ''}{amount(words, n)}"
        choice = f" as choice {what.bind}" if what.bind and words.tags and not each else ""
        return done_by(what.who, f"draw {many} {'card' if n == 1 else 'cards'}{each}{choice}")
    lead = "up to a number of cards" if what.up_to else "cards"
    return done_by(what.who, f"draw {lead} equal to {amount(words, n)}")


# Standing effects


def attack_price(words: Words, card: m.Target, price: tuple[m.Verb, ...]) -> str:
    """The attacker pays it, each time."""
    costs = ", and ".join(cost(words, each) for each in price)
    if isinstance(card, m.Player) or "masters pay" in words.idioms:
        payer = "they" if isinstance(card, m.Player) and card.who != "you" else "you"
        payer = payer if isinstance(card, m.Player | m.This) else "their master"
        return f"{payer} pay{'s' if payer == 'their master' else ''} {costs} for each attack"
    if isinstance(card, m.This):
        return f"you {costs}"
    paid = third(costs) if all(isinstance(each, m.Pay) for each in price) else f"pays [{costs}]"
    return f"their controller {paid} for each attack"


def standing(words: Words, what: m.Node) -> str:
    match what:
        case m.Modify():
            return modified(words, what)
        case m.Gain(what=card, gains=m.Is() as like, duration=time) if not gain(words, like):
            treated = f"{'are' if many(words, card) else 'is'} also treated as {property_words(words, like)}"
            return f"{bearer(words, card)} {treated}{duration(words, time)}"
        case m.Gain(what=card, gains=m.Ability(window="gate") as new):
            return f'the effect of {target(words, card)} becomes "{effect_alone(words, new)}"'
        case m.Gain(what=card, gains=gains, duration=time):
            return f"{bearer(words, card)} {get(words, card)} {gain(words, gains)}{duration(words, time)}"
        case m.Lose(what=card, loses=None, all_of=kind, duration=time):
            several = "attributes" if "attributes" in words.idioms else "traits"
            plain = {"ability": "all abilities", "trait": f"all {several}"}
            plain |= {word: f"all {word} abilities" for word in ("continuous", "automatic", "activated")}
            plain["keyword"] = f"all keyword {words.abilities}"
            lost = plain.get(kind, f"all [{keyword_name(kind)}] abilities")
            return f"{bearer(words, card)} {lose(words, card)} {lost}{duration(words, time)}"
        case m.Lose(what=card, loses=loses, duration=time) if loses is not None:
            return f"{bearer(words, card)} {lose(words, card)} {gain(words, loses)}{duration(words, time)}"
        case m.TreatAs(what=card, like=like, duration=time) if "becomes" in words.idioms:
            way = "become" if many(words, card) else "becomes"
            return f"{bearer(words, card)} {way} {property_words(words, like)}{duration(words, time)}"
        case m.TreatAs(what=card, like=like, optional=optional, duration=time):
            way = "may be treated as" if optional else ("are" if many(words, card) else "is") + " treated as"
            return f"{bearer(words, card)} {way} {property_words(words, like)}{duration(words, time)}"
        case m.Permit(
            what=m.Player(who="you"),
            act=m.Act(verb="play", object=m.Selector(areas=("graveyard" | "set zone",)) as found),
            cost=None,
        ):
            every = target(words, replace(found, quantity=m.Every()))
            if found.types == ("unit",) and words.spelt:
                return f"you can normal summon {every}{duration(words, what.duration)}"
            return f"you can play {every} as though they were in your hand{duration(words, what.duration)}"
        case m.Permit(what=m.This(), act=m.Act(verb="pay energy")):
            return "you can use this card to pay energy costs even when it is in your battle area"
        case m.Prohibit(
            what=m.Selector(areas=("every zone",), whose="you" | "opponent" as by) as these,
            act=m.Act(verb="be placed", to=m.Place(area=area, whose=whose), cause=None),
            duration=time,
        ) if whose == by:
            kept_out = target(words, replace(these, areas=(), whose="")).removeprefix("all ")
            into = f"{'your' if by == 'you' else 'their'} {area}"
            return f"{subject(by)} cannot place {kept_out} into {into}{duration(words, time)}"
        case m.Prohibit(what=card, act=m.Act(verb="gain soul power"), duration=time):
            bonus = (
                "the power bonus from their souls" if many(words, card) else "the power bonus from its soul"
            )
            return f"{bearer(words, card)} {lose(words, card)} {bonus}{duration(words, time)}"
        case m.Prohibit(what=card, act=m.Act(verb="gain intercept power"), duration=time):
            does = "do" if many(words, card) else "does"
            return f"{bearer(words, card)} {does} not get power from interceptors{duration(words, time)}"
        case m.Prohibit(what=card, act=m.Act(verb="rest to attack"), duration=time):
            does = "do" if many(words, card) else "does"
            return f"{bearer(words, card)} {does} not rest to attack{duration(words, time)}"
        case m.Prohibit(what=m.Selector(whose=whose), act=m.Act(verb="reset rage"), duration=time):
            return f"{owner(whose)} rage is not set to 0{duration(words, time)}"
        case m.Prohibit(what=card, act=m.Act(verb="be paid with resources"), duration=time, only=True):
            return f"{bearer(words, card)} can only be played by paying with resources{duration(words, time)}"
        case m.Prohibit(what=m.This(), act=m.Act(verb="be used with resources"), only=True):
            return "this ability can only be played by paying with resources"
        case m.Prohibit(what=card, act=m.Act(verb="be played", to=m.Place(zone=where)), only=True) if where:
            return f"{bearer(words, card)} can only be played in {zone(words, where)}"
        case m.Prohibit(what=card, act=m.Act(verb="be played", to=m.Place(zone=where)), duration=time) if (
            where
        ):
            return f"{bearer(words, card)} cannot be played in {zone(words, where)}{duration(words, time)}"
        case m.Prohibit(what=m.Player(who="you"), act=m.Act(verb="play from hand"), duration=time, only=only):
            return f"you {'can only' if only else 'cannot'} play cards from your hand{duration(words, time)}"
        case m.Prohibit(what=card, act=act, duration=time, unless=price) if price:
            paid = attack_price(words, card, price)
            return (
                f"{bearer(words, card)} cannot {kept_from(words, act)}{duration(words, time)} unless {paid}"
            )
        case m.Prohibit(
            what=m.Player(who=who),
            act=m.Act(verb="attack with", object=m.Selector(whose=whose) as found),
            duration=time,
        ) if whose == who:
            cards = counted(words, replace(found, whose=""))
            return f"{subject(who)} cannot attack with {cards}{duration(words, time)}"
        case m.Prohibit(what=m.Player(who=who), act=m.Act(verb="intercept"), duration=time, times=int(n)):
            members = "1 member" if n == 1 else f"{n} members"
            return f"{subject(who)} can intercept with at most {members}{duration(words, time)}"
        case m.Demand(what=card, act=m.Act(verb="come resting")):
            return f"{bearer(words, card)} are placed on a circle resting"
        case m.Prohibit(what=card, act=act, duration=time, times=int(n)):
            often = "once" if n == 1 else f"{n} times"
            span = duration(words, time) or " each turn"
            return f"{bearer(words, card)} cannot {acted(words, act)} more than {often}{span}"
        case m.Prohibit(what=card, act=act, duration=time, only=only):
            way = "can only" if only else "cannot"
            kind = bearer(words, card)
            kind = kind if kind.startswith("all of ") else kind.removeprefix("all ")
            if card == m.Player("each") and not only:
                kind, way = "no player", "can"
            return f"{kind} {way} {kept_from(words, act)}{duration(words, time)}"
        case m.Permit(
            what=m.This(), act=m.Act(verb="be played", object=None), cost=m.PlayCost() as price
        ) if "you can play" in words.idioms:
            return f"you can play this card {play_cost(words, price)}"
        case m.Permit(
            what=m.This(),
            act=m.Act(verb="be played", object=m.Selector(areas=areas)),
            cost=m.PlayCost() as way,
        ):
            return f"you can play this card from your {areas[0]} {play_cost(words, way)}"
        case m.Permit(what=m.This(), act=m.Act(verb="be played", object=m.Selector(areas=areas))):
            return f"you can play this card from your {areas[0]}"
        case m.Permit(what=m.This(), act=m.Act(verb="evolve", object=m.Selector(whose=whose, areas=areas))):
            return f"this card can evolve into a card in {place_words(areas, whose)}"
        case m.Permit(what=m.This(), act=m.Act(verb="be normal summoned", object=m.Selector(areas=areas))):
            return f"you can normal summon this card from your {areas[0]}"
        case m.Permit(
            what=m.This(), act=m.Act(verb="use ability", object=m.Selector(whose=whose, areas=areas))
        ):
            return f"this skill can be activated from {owner(whose)} {areas[0]}"
        case m.Permit(what=card, act=m.Act(verb="be played", object=None), duration=time, cost=price) if (
            price
        ):
            way = play_cost(words, price)
            way = way.replace(" its ", " their ") if many(words, card) else way
            return f"{bearer(words, card)} can be played {way}{duration(words, time)}"
        case m.Permit(what=m.Player() as player, act=m.Act(verb="play", object=card), cost=price) if (
            price and card
        ):
            way = play_cost(words, price).replace(" its ", " their ") + duration(words, what.duration)
            return f"{bearer(words, player)} can play {bearer(words, card).removeprefix('all ')} {way}"
        case m.Permit(what=card, act=m.Act(verb="attack", object=whom), duration=time) if (
            "columns" in words.idioms and whom is not None
        ):
            kind = whom.types[0] if words.spelt and isinstance(whom, m.Selector) and whom.types else ""
            past = f"even if there is a unit in front of {f'that {kind}' if kind else 'it'}"
            lasting = duration(words, time)
            return f"{bearer(words, card)} can attack {target(words, whom)} {past}{lasting}"
        case m.Permit(what=card, act=m.Act(verb=deed)) if deed.startswith("not count "):
            do = "do" if many(words, card) else "does"
            return f"{bearer(words, card).removeprefix('all ')} {do} {deed}"
        case m.Permit(what=card, act=act, duration=time):
            return f"{bearer(words, card)} can {acted(words, act)}{duration(words, time)}"
        case m.Demand(what=m.Player(who=who), act=m.Act(verb="reveal the hand"), duration=time):
            way = "play with your" if who == "you" else "plays with their"
            return f"{subject(who)} {way} hand revealed{duration(words, time)}"
        case m.Demand(
            what=m.Player(who=who), act=m.Act(verb="reveal the top card of the deck"), duration=time
        ):
            way = "play with the top card of your" if who == "you" else "plays with the top card of their"
            return f"{subject(who)} {way} deck revealed{duration(words, time)}"
        case m.Demand(what=card, act=m.Act(verb="enter play exhausted"), duration=time):
            way = "enter" if many(words, card) else "enters"
            return f"{bearer(words, card)} {way} play exhausted{duration(words, time)}"
        case m.Demand(what=card, act=m.Act(verb="attack", object=at)) if (
            at is not None and "circles" in words.idioms
        ):
            way = "when it attacks" if isinstance(card, m.This) else "when they attack"
            return f"{bearer(words, card)} must attack the circle of {anchor(words, at)} {way} if possible"
        case m.Demand(what=card, act=act, duration=time):
            return f"{bearer(words, card)} must {acted(words, act)}{duration(words, time)} if possible"
        case m.Unaffected(what=card, cause=cause, duration=time):
            way = "are not" if many(words, card) else "is not"
            return f"{bearer(words, card)} {way} affected by {effects(words, cause)}{duration(words, time)}"
        case m.AlternativeCost(costs=costs, besides=True):
            return (
                f"as an additional cost to play this card, {', '.join(cost(words, each) for each in costs)}"
            )
        case m.AlternativeCost(costs=costs, amount=n) if n is not None:
            paid = ", ".join(cost(words, each) for each in costs)
            return f"discount: [{paid}] → pay {amount(words, n)}"
        case m.AlternativeCost(costs=(m.Pay() as paid,)):
            return f"you can play this card for {cost(words, paid)}"
        case m.AlternativeCost(costs=costs):
            paid = ", ".join(verb(words, each) for each in costs)
            return f"instead of paying this card's energy cost, you may {paid} to play it"
        case m.DeckRule():
            return deck_rule(words, what)
    return ""


def bearer(words: Words, what: m.Target) -> str:
    """The subject of a standing effect: "your battle cards", not "all of your battle cards"."""
    said = target(words, what).removeprefix("all of ")
    return f"those cards{said[4:]}" if said == "them" or said.startswith("them (") else said


def many(words: Words, what: m.Target) -> bool:
    """Does the subject take a plural verb? Both can be read; this is for looks."""
    if isinstance(what, m.Selector):
        one = isinstance(what.quantity, m.UpTo) or what.quantity.__class__.__name__ == "Exactly"
        return not (one and getattr(what.quantity, "n", 0) == 1) and is_plural(what)
    if isinstance(what, m.Union):
        return True
    return isinstance(what, m.Bound) and what.n in words.plural and not words.tags


def get(words: Words, what: m.Target) -> str:
    return "get" if many(words, what) else "gets"


def lose(words: Words, what: m.Target) -> str:
    return "lose" if many(words, what) else "loses"


def modified(words: Words, what: m.Modify) -> str:
    card, time = bearer(words, what.what), duration(words, what.duration)
    if what.stat.endswith("ability cost") and "costs less" in words.idioms:
        way = "less" if what.how == "minus" else "more"
        sort = what.stat.removesuffix("y cost") + "ies"
        if isinstance(what.what, m.Selector) and what.what == m.Selector(m.Every(), what.what.whose):
            return f"{owner(what.what.whose)} {sort} cost {amount(words, what.amount)} {way} to play"
        return f"the {sort} of {target(words, what.what)} cost {amount(words, what.amount)} {way} to play"
    if what.stat in ("ability cost", "logic drive cost") and what.how in ("minus", "plus"):
        thing = "logic drive costs" if what.stat == "logic drive cost" else "abilities cost"
        kind, _, verb_word = thing.rpartition(" ")
        n, each = per(words, what.amount)
        paid = cost(words, m.Pay("stock", n)) if isinstance(n, int) else amount(words, n)
        way = "less" if what.how == "minus" else "more"
        return f"the {kind} of {target(words, what.what)} {verb_word} {paid} {way}{each}{time}"
    if what.stat == "attack count":
        return f"{card} can attack {amount(words, what.amount)} times each turn{time}"
    if what == m.Modify(m.This(), "base damage", what.how, what.amount) and is_plain_change(what):
        return f"add {'+' if what.how == 'plus' else '-'}{amount(words, what.amount)} to the base damage"
    if what.stat == "cost" and "costs less" in words.idioms:
        way = "less" if what.how == "minus" else "more"
        costs = "cost" if many(words, what.what) else "costs"
        n, each = per(words, what.amount)
        least = f", to a minimum of {what.least}" if what.least else ""
        if what.next and isinstance(what.what, m.Selector):
            kind = described(words, replace(what.what, whose="", areas=()), False)
            plays = "your opponent plays" if what.what.whose == "opponent" else "you play"
            return f"the next {kind} {plays} this turn costs {amount(words, n)} {way} to play{each}{least}"
        if words.spelt and is_played_by(what.what):
            kind = described(words, replace(what.what, whose=""), True)
            card = f"{kind} {subject(what.what.whose)} {'play' if what.what.whose == 'you' else 'plays'}"
            return f"{card} cost {amount(words, n)} {way}{each}{time}{least}"
        return f"{card} {costs} {amount(words, n)} {way} to play{each}{time}{least}"
    if what.how == "set":
        way = "is" if words.spelt and words.standing and not time else "becomes"
        return f"the {what.stat} of {card} {way} {amount(words, what.amount)}{time}"
    if what.how == "times" and words.standing and words.spelt:
        return f"the {what.stat} of {card} is {'tripled' if what.amount == 3 else 'doubled'}{time}"
    if what.how == "times":
        many_times = "triple" if what.amount == 3 else "double"
        return f"{many_times} the {what.stat} of {target(words, what.what)}{time}"
    if what.least is not None:
        plain = modified(words, replace(what, least=None))
        return f"{plain} (to a minimum of {what.least})"
    n, each = per(words, what.amount)
    sign = "+" if what.how == "plus" else "-"
    if isinstance(n, int | m.Unknown):
        return f"{card} {get(words, what.what)} {sign}{amount(words, n)} {what.stat}{each}{time}"
    if words.spelt:
        way = "increased" if what.how == "plus" else "reduced"
        return f"the {what.stat} of {card} is {way} by {amount(words, n)}{time}"
    return f"{card} {get(words, what.what)} {sign}{what.stat} equal to {amount(words, n)}{time}"


def is_played_by(what: m.Target) -> TypeGuard[m.Selector]:
    """All cards of a kind, wherever a player plays them from: they are not those in play."""
    return (
        isinstance(what, m.Selector)
        and what.whose in ("you", "opponent")
        and not what.areas
        and isinstance(what.quantity, m.Every)
    )


def is_plain_change(what: m.Modify) -> bool:
    return what.how in ("plus", "minus") and isinstance(what.amount, int)


def gain(words: Words, what: m.Keyword | m.Ability | m.Is) -> str:
    from judgekit.cardtext.wording.abilities import ability_words

    if isinstance(what, m.Ability):
        return f'"{ability_words(words, what).removesuffix(".")}"'
    if isinstance(what, m.Keyword) and what.materials:
        return ability_words(words, m.Ability("keyword", keyword=what)).removesuffix(".")
    if isinstance(what, m.Keyword):
        number = f" {amount(words, what.number)}" if what.number is not None else ""
        return f"[{keyword_name(what.name)}{number}]"
    if what.values[0] in CHOSEN:
        return f"that {what.values[0].removeprefix('chosen ').replace('colour', 'color')}"
    if what.what == "colour":
        return f"the {listed(list(what.values))} color" if len(what.values) < 5 else "every color"
    return feature(words, what)


def effect_alone(words: Words, what: m.Ability) -> str:
    """What an ability does, without the word before it."""
    from judgekit.cardtext.wording.abilities import ability_words

    return ability_words(words, what).partition("] ")[2].removesuffix(".")


def property_words(words: Words, what: m.Is) -> str:
    if what.values[0] in CHOSEN:
        return gain(words, what)
    if what.what == "type":
        return listed(list(what.values))
    if what.what == "colour" and what.every:
        return "all colors"
    return adjective(words, what)


def effects(words: Words, what: m.Cause) -> str:
    if what.source is not None:
        if isinstance(what.source, m.Selector) and isinstance(what.source.quantity, m.Some):
            return f"effects of {counted(words, what.source)}"
        return f"effects of {target(words, what.source)}"
    return "effects" if what == m.Cause("effect") else f"{owner(what.who)} {what.by}"


def acted(words: Words, what: m.Act) -> str:
    """What may be done or not: "by your opponent's events", not "by 1 of your opponent's events"."""
    said = act_words(words, what)
    return re.sub(r"\b(by|of) 1 of (?=your\b)", r"\1 ", said) if words.spelt else said


def kept_from(words: Words, what: m.Act) -> str:
    """What is done to none of them: "attack your circles", not "1 of" them."""
    some = isinstance(what.object, m.Selector) and what.object.quantity == m.Some()
    return acted(words, what).replace(" 1 of ", " ", 1) if some else acted(words, what)


def act_words(words: Words, what: m.Act) -> str:
    kind = what.verb.removeprefix("use ")
    if kind != what.verb and kind not in NOT_KEYWORDS:
        name = keyword_name(kind)
        if "keyword abilities" in words.idioms:
            return f"use the [{name}] abilities"
        of = "" if what.object is None else f" {words.abilities} of {target(words, what.object)}"
        return f"activate [{name}]{of}"
    match what:
        case m.Act(verb="lose", cause=m.Cause(by="empty deck")):
            return "lose the game for having no cards in the deck"
        case m.Act(verb="leave", object=m.Selector(areas=("battle area",)), cause=cause):
            return f"be removed from the battle area{caused(words, cause)}"
        case m.Act(verb="leave", object=m.Selector(areas=areas, whose=whose), cause=cause):
            return f"leave {place_words(areas, whose)}{caused(words, cause)}"
        case m.Act(verb="be placed", object=m.Selector(areas=areas, whose=whose), to=m.Place() as to):
            return f"be moved from {place_words(areas, whose)} {destination(words, to)}"
        case m.Act(verb="be placed", to=m.Place(area="field", end=None), cause=cause) if (
            "moved to another zone" in words.idioms
        ):
            return f"be moved to another zone{caused(words, cause)}"
        case m.Act(verb="be placed", to=to, cause=cause) if to is not None:
            return f"be placed {destination(words, to)}{caused(words, cause)}"
        case m.Act(verb="discard for invasion" | "discard for rage" as word, object=other) if (
            other is not None
        ):
            return (
                f"discard {target(words, other)} {'to gain rage' if word.endswith('rage') else 'to invade'}"
            )
        case m.Act(verb="be defined"):
            return "be placed into the battle zone by logic definition"
        case m.Act(verb="stand in the stand phase"):
            return "stand during the stand phase"
        case m.Act(verb="be countered", cause=m.Cause(source=m.Selector(filters=(power,)))):
            return (
                f"be countered by total counter power of {bound(power.compare, amount(words, power.amount))}"  # type: ignore[attr-defined]
            )
        case m.Act(verb="be chosen", cause=cause) if cause is not None and "targets" in words.idioms:
            return f"be chosen as a target{caused(words, cause)}"
        case m.Act(verb="use abilities", object=other) if other is not None:
            return f"activate the skills of {target(words, other)}"
        case m.Act(verb="combo", object=other) if other is not None:
            return f"combo with {target(words, other)}"
        case m.Act(verb=word, object=m.Selector(areas=areas, whose=whose, types=())) if (
            areas and word.startswith("be ")
        ):
            lead = f"{owner(whose)} " if whose else ""
            return f"{spoken(words, word)} from {lead}{areas[0]}{caused(words, what.cause)}"
        case m.Act(verb=word, object=other, cause=cause):
            tail = f" {target(words, other)}" if other is not None else ""
            return f"{spoken(words, word)}{tail}{caused(words, cause)}"


NOT_KEYWORDS = frozenset({"abilities", "ability", "tactics", "paradox"})
COMMON_ACTS = {"draw by effects": "draw cards by effects"}


def spoken(words: Words, word: str) -> str:
    return words.acts.get(word, COMMON_ACTS.get(word, word))


def deck_rule(words: Words, what: m.DeckRule) -> str:
    assert what.what is not None
    n = amount(words, what.n) if what.n is not None else ""
    if what.rule == "start in zone":
        return f"{target(words, what.what)} starts the game in zone {n}"
    deck = f"your {what.deck or 'deck'}"
    if what.rule == "copies" and isinstance(what.what, m.Selector):
        return f"you can include up to {n} copies of each {described(words, what.what, False)} in {deck}"
    if isinstance(what.what, m.Selector):
        cards = described(words, what.what, True)
    else:
        cards = "copies of this card"
    match what.rule:
        case "exactly":
            return f"{deck} must contain exactly {n} {cards}"
        case "at most" if n == "0" and what.what != m.This():
            return f"{deck} cannot contain {cards}"
        case "at most":
            return f"you can include up to {n} {cards} in {deck}"
        case "at least":
            return f"{deck} must contain at least {n} {cards}"
        case "only" if what.n is not None:
            copies = "copy of this card" if n == "1" else cards
            return f"you can only include {n} {copies} in {deck}"
        case "only":
            return f"{deck} can only contain {cards}"
        case "may include":
            return f"you can include {cards} in {deck}"
        case "any number":
            return f"you can include any number of {cards} in {deck}"
    raise TypeError(f"no words for {what}")


# Numbers


def numbers(words: Words, what: m.Node) -> str:
    match what:
        case m.ChangeNumber("attack count", who, "plus", int(n), time) if words.spelt and not words.standing:
            return f"{subject(who)} can attack {n} more time{'s' * (n > 1)}{duration(words, time)}"
        case m.ChangeNumber(duration=time) if time is not None:
            return f"{duration(words, time).strip()}, {numbers(words, replace(what, duration=None))}"
        case m.ChangeNumber(least=least) if least is not None:
            return f"{numbers(words, replace(what, least=None))}, to a minimum of {least}"
        case m.ChangeNumber(number=number, whose=whose, how=how, amount=found):
            n, each = per(words, found)
            if words.standing and words.spelt:
                way = {"set": "is", "plus": "is increased by", "minus": "is reduced by"}[how]
                return f"{owner(whose)} {number} {way} {amount(words, n)}{each}"
            if how == "set":
                return f"set {owner(whose)} {number} to {amount(words, found)}"
            way = "increase" if how == "plus" else "reduce"
            return f"{way} {owner(whose)} {number} by {amount(words, n)}{each}"
        case m.Total(stat="strategy zones", whose=whose, how="plus", amount=n, duration=None):
            has = "has" if whose == "opponent" else "have"
            return f"{subject(whose)} {has} {amount(words, n)} extra strategy zone{'' if n == 1 else 's'}"
        case m.Total(stat="strategy zones", whose=whose, amount=n, duration=None):
            return f"{subject(whose)} may have up to {amount(words, n)} strategy cards in play"
        case m.Total(stat="strategy zones", duration=time):
            return f"{duration(words, time).strip()}, {numbers(words, replace(what, duration=None))}"
        case m.Total(stat="invasions", whose=whose, how=how, amount=n, duration=time):
            more = "1 more time" if n == 1 else f"{amount(words, n)} more times"
            often = more if how == "plus" else f"{amount(words, n)} times each turn"
            return f"{subject(whose)} can invade {often}{duration(words, time)}"
        case m.Total(stat="start phase draw", whose=whose, how=how, amount=n, duration=time):
            factor, each = per(words, n)
            way, noun = "more" if how == "plus" else "fewer", "card" if factor == 1 else "cards"
            many = f"{amount(words, factor)} {way} {noun}"
            draws, whose_phase = "draw" if whose == "you" else "draws", "your" if whose == "you" else "their"
            said = f"{subject(whose)} {draws} {many}{each} during {whose_phase} start phase"
            return said + duration(words, time)
        case m.Total(stat="end phase advance", whose=whose, how="set", amount=n, duration=time):
            said = f"{owner(whose)} monster advances {amount(words, n)} zones instead of 1"
            return said + duration(words, time)
        case m.Total(stat="end phase advance" | "invasion steps" as stat, whose=whose, how=how, amount=n):
            (factor, each), way = per(words, n), "increased" if how == "plus" else "reduced"
            if stat == "invasion steps":
                said = f"the number of zones {owner(whose)} monster advances by invasion is {way}"
                return f"{said} by {amount(words, factor)}{each}{duration(words, what.duration)}"
            more = f"{amount(words, n)} {'additional' if how == 'plus' else 'fewer'} zone{'s' * (n != 1)}"
            when = f"during {'your' if whose == 'you' else 'their'} end phase"
            return f"{owner(whose)} monster advances {more} {when}{duration(words, what.duration)}"
        case m.Total(stat="end phase hand", whose=whose, amount=n, duration=time):
            they = "you draw until you" if whose == "you" else f"{subject(whose)} draws until they"
            return f"{they} have {amount(words, n)} cards in hand instead of 5{duration(words, time)}"
        case m.Total(whose=whose, how="times", duration=time):
            return f"{owner(whose)} total counter power is doubled{duration(words, time)}"
        case m.Total(whose=whose, how=how, amount=n, duration=time):
            factor, each = per(words, n)
            if not isinstance(factor, int | m.Unknown):
                way = "increase" if how == "plus" else "reduce"
                said = f"{way} {owner(whose)} total counter power by {amount(words, n)}"
                return f"{said}{duration(words, time)}"
            sign = "+" if how == "plus" else "-"
            said = f"{owner(whose)} total counter power gets {sign}{amount(words, factor)}"
            return f"{said}{each}{duration(words, time)}"
        case m.Pay(currency="stock"):
            return f"pay {cost(words, what)}"
        case m.Pay():
            return cost(words, what)
    return ""


SYMBOLS = {"red": "R", "blue": "U", "green": "G", "yellow": "Y", "black": "K"}


def cost(words: Words, what: m.Verb) -> str:
    """A verb as it stands among costs."""
    match what:
        case m.Pay(currency="energy", n=int(n), colours=colours):
            free = n - len(colours)
            coloured = "".join(f"{{{SYMBOLS[each]}}}" for each in colours)
            return coloured + (f"{{{free}}}" if free or not colours else "")
        case m.Pay(currency="stock", n=int(n)):
            return "⓪①②③④⑤⑥⑦⑧⑨⑩"[n]
        case m.Pay(currency="stock", n=m.Unknown(letter=letter)):
            return f"pay {letter} stock"
        case m.Pay(currency="resources", n=int(n)):
            return f"pay {n} {'resource' if n == 1 else 'resources'}"
        case m.Pay(currency="stock" | "energy" as paid, n=n):
            return f"pay {paid} equal to {amount(words, n)}"
        case m.Pay(currency="resources", n=n):
            return f"pay resources equal to {amount(words, n)}"
    return verb(words, what)


# The board


def board(words: Words, what: m.Node) -> str:
    match what:
        case m.Destroy(what=card, one_by_one=singly, who=who):
            return done_by(who, f"{words.destroy} {target(words, card)}{' one by one' if singly else ''}")
        case m.Advance() | m.Retreat():
            return stepped(words, what)
        case m.Invade(what=card):
            return f"{target(words, card)} invades"
        case m.CounterMonster(what=card):
            return f"counter {target(words, card)}"
        case m.Orient(what=m.Role(role="being played") as card, orientation=orientation):
            return f"{target(words, card)} is played in {orientation} mode"
        case m.Orient(what=card, orientation=orientation, who=who):
            return done_by(who, oriented(words, target(words, card), orientation))
        case m.Flip(what=card, face=None):
            return f"flip {target(words, card)} over"
        case m.Flip(what=card, face=face):
            return f"{words.flip} {target(words, card)} face {face}"
        case m.GainControl(what=card, duration=time, who=who):
            return done_by(who, f"gain control of {target(words, card)}{duration(words, time)}")
        case m.Redirect(to=m.Role(role="circle being attacked")):
            return "the other member becomes the defending member"
        case m.Redirect(to=to) if "circles" in words.idioms and not is_circle(to):
            return f"{target(words, to)} becomes the defending member"
        case m.Redirect(to=to) if "circles" in words.idioms:
            return f"change the circle being attacked to {target(words, to)}"
        case m.Redirect(to=to):
            return f"change the target of {words.the_attack} to {target(words, to)}"
    return ""


def is_circle(what: m.Target) -> bool:
    return isinstance(what, m.Selector) and "circle" in what.types


def oriented(words: Words, card: str, orientation: str) -> str:
    if words.modes:
        return f"{words.modes[orientation].make} {card}"
    return f"switch {card} to {orientation} mode"


def stepped(words: Words, what: m.Advance | m.Retreat) -> str:
    lead = f"{type(what).__name__.lower()} {target(words, what.what)}"
    if what.zone is not None:
        return f"{lead} to zone {amount(words, what.zone)}"
    if what.up_to:
        return f"{lead} up to {amount(words, what.times)} {'time' if what.times == 1 else 'times'}"
    if isinstance(what.times, int):
        return f"{lead} {what.times} {'time' if what.times == 1 else 'times'}"
    return f"{lead} by {amount(words, what.times)}"


# Damage


def damage(words: Words, what: m.Node) -> str:
    match what:
        case m.DealDamage(n=n, to=to, source=source, divided=True) if source is not None:
            much = f"{n} damage" if isinstance(n, int) else f"damage equal to {amount(words, n)}"
            among = target(words, to)
            return f"{target(words, source)} deals {much}, divided as you choose among {among}"
        case m.DealDamage(n=n, to=to, divided=True):
            return f"deal {amount(words, n)} damage, divided as you choose among {target(words, to)}"
        case m.DealDamage(n=m.Player(), to=to):
            return ""
        case m.DealDamage(n=int(n), to=to, source=None):
            return f"deal {n} damage to {target(words, to)}"
        case m.DealDamage(n=m.Unknown(letter=letter), to=to, source=None):
            return f"deal {letter} damage to {target(words, to)}"
        case m.DealDamage(n=n, to=to, source=None) if words.spelt:
            return f"deal damage to {target(words, to)} equal to {amount(words, n)}"
        case m.DealDamage(n=n, to=to, source=None):
            return f"deal damage equal to {amount(words, n)} to {target(words, to)}"
        case m.DealDamage(n=n, to=to, source=source) if source is not None:
            much = f"{n} damage" if isinstance(n, int) else f"damage equal to {amount(words, n)}"
            hit = "itself" if to == source else target(words, to)
            if words.spelt and not isinstance(n, int):
                return f"{target(words, source)} deals damage to {hit} equal to {amount(words, n)}"
            return f"{target(words, source)} deals {much} to {hit}"
        case m.Clash(what=what, stat=stat):
            names = target(words, what).removeprefix("them (").removesuffix(")")
            meant = f" ({names})" if words.spelt else ""
            return f"each of them{meant} deals damage equal to its {stat} to the other"
        case m.PreventDamage(n=None, to=None):
            return "prevent that damage"
        case m.PreventDamage(n=n, to=None, sort="attack") if n is not None:
            return f"the combat damage from this attack is reduced by {amount(words, n)}"
        case m.PreventDamage(n=n, to=None, up_to=True) if n is not None:
            return f"prevent up to {amount(words, n)} of that damage"
        case m.PreventDamage(n=n, to=None) if n is not None and not isinstance(n, int):
            return f"reduce that damage by {amount(words, n)}"
        case m.PreventDamage(n=n, to=None) if n is not None:
            return f"prevent {amount(words, n)} damage"
        case m.PreventDamage(n=n, to=to, next=True, duration=time) if n is not None and to is not None:
            said = f"prevent {amount(words, n)} of the next damage that would be dealt to {target(words, to)}"
            return said + duration(words, time)
        case m.PreventDamage(n=None, to=to, next=True, duration=time) if to is not None:
            return (
                f"prevent the next damage that would be dealt to {target(words, to)}{duration(words, time)}"
            )
        case m.PreventDamage(n=None, to=to, sort="now") if to is not None:
            return f"prevent the damage being dealt to {target(words, to)}"
        case m.PreventDamage(n=n, to=to, sort="now") if n is not None and to is not None:
            return f"reduce the damage being dealt to {target(words, to)} by {amount(words, n)}"
        case m.PreventDamage(n=n, to=to, sort=sort) if n is not None and to is not None and sort:
            return f"{sort} damage dealt to {target(words, to)} is reduced by {amount(words, n)}"
        case m.PreventDamage(n=n, to=to, duration=time) if n is not None and to is not None:
            return (
                f"damage dealt to {target(words, to)} is reduced by {amount(words, n)}{duration(words, time)}"
            )
        case m.SetDamage(n=n, of="attack"):
            return f"the combat damage from this attack becomes {amount(words, n)}"
        case m.SetDamage(n=n, of="named"):
            return f"this part of the damage becomes {amount(words, n)}"
        case m.SetDamage(n=m.Plus(left=m.ThatMany(), right=more)) if words.spelt:
            return f"this damage is increased by {amount(words, more)}"
        case m.SetDamage(n=n):
            return f"this damage becomes {amount(words, n)}"
        case m.IgnoreCounter(of="attack"):
            return "ignore [CNT] for the combat damage from this attack"
        case m.IgnoreCounter():
            return "ignore [CNT] for this damage"
        case m.Heal(what=m.Player(who=who), n=n) if n is not None:
            many, each = per(words, n)
            return done_by(who, f"heal {amount(words, many)} life{each}")
        case m.Heal(what=card, sets=True):
            return f"the damage on {target(words, card)} becomes 0"
        case m.Heal(what=card, dealt=True, period=period, every=every, sort=sort) if period:
            some = "any" if every else "one instance of"
            sorted_ = f"{sort} damage" if sort else "damage"
            return f"heal {some} {sorted_} dealt to {target(words, card)} this {period}"
        case m.Heal(dealt=True):
            return "heal that damage"
        case m.Heal(what=card, n=None):
            return f"heal all damage from {target(words, card)}"
        case m.Heal(what=m.Selector(types=("ruler",)) as ruler, n=n) if n is not None:
            return f"heal {amount(words, n)} life from {target(words, ruler)}"
        case m.Heal(what=card, n=n) if n is not None:
            return f"heal {amount(words, n)} HP of {target(words, card)}"
    return ""


# The rest


def rest(words: Words, what: m.Node) -> str:
    match what:
        case m.NegateAttack():
            return "negate the attack"
        case m.NegateAbility(kind="", what=None):
            return f"negate that {words.ability}"
        case m.NegateAbility(kind="card", what=None):
            return "negate that card"
        case m.NegateAbility(kind="card", what=card) if card is not None:
            return f"negate {target(words, card)}"
        case m.NegateAbility(kind=kind):
            return f"negate [{keyword_name(kind)}]"
        case m.NegateAbilities(what=card, kinds=("a chosen keyword",), duration=time):
            return f"choose 1 keyword skill of {target(words, card)} and negate it{duration(words, time)}"
        case m.NegateAbilities(kinds=("this skill",), duration=time):
            return f"negate this skill{duration(words, time)}"
        case m.NegateAbilities(what=card, kinds=(), duration=time):
            return f"negate the {words.abilities} of {target(words, card)}{duration(words, time)}"
        case m.NegateAbilities(what=card, kinds=("keyword",), duration=time):
            return f"negate the keyword {words.abilities} of {target(words, card)}{duration(words, time)}"
        case m.NegateAbilities(what=card, kinds=(kind,), duration=time):
            lead = f"negate the [{keyword_name(kind)}] {words.abilities} of"
            return f"{lead} {target(words, card)}{duration(words, time)}"
        case m.Win(who=who):
            return done_by(who, "win the game") if who != "you" else "you win the game"
        case m.LoseGame(who=who):
            return done_by(who, "lose the game") if who != "you" else "you lose the game"
        case m.EndNow(what=end, who=who, skip=True, next_turn=True):
            return f"skip the {end} of {owner(who)} next turn"
        case m.EndNow(what=end, who=who, skip=True):
            return f"skip {owner(who)} next {end}"
        case m.EndNow(what=end):
            return f"end the {end}"
    return ""
