"""Chapters 2 and 4 in the words of card texts: which cards a text describes, and where they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import structs

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Past, Run, Sight
from judgekit.engine.state import PLAYERS, CardId, Player, State, area_name, fact, host_of
from judgekit.games.luck_and_logic.ch02_characteristics import MEMBERS, whole_names
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    GATE_ZONES,
    is_destroyed,
    is_set,
    maximum_level,
    soul_of,
    zones_to_choose_from,
)
from judgekit.games.luck_and_logic.ch08_01_battles import attacking_member, defending_member
from judgekit.games.luck_and_logic.ch09_09_continuous import is_defending, is_in_battle
from judgekit.games.luck_and_logic.language.circles import lines_of, zones_of

ZONE_WORDS: dict[str, tuple[str, ...]] = {
    "circle": CIRCLES, "field": (*CIRCLES, *GATE_ZONES), "gate zone": GATE_ZONES, "drop zone": ("drop",),
    "stock zone": ("stock",), "level zone": ("level",), "remove zone": ("remove",),
    "battle zone": ("battle",),
    "intercept zone": ("intercept",), "refresh zone": ("refresh",), "paradox zone": ("paradox",),
    "soul zone": ("soul",), "resolution zone": ("resolution",),
}  # fmt: skip
ZONE_WORDS["every zone"] = (
    "hand", "deck", *dict.fromkeys(name for names in ZONE_WORDS.values() for name in names),
)  # fmt: skip
IN_USE = frozenset({*CIRCLES, *GATE_ZONES, "battle", "paradox"})  # where texts work that name no zone (9.3.2)
LAST_PLACED = m.State("last placed")
NOT_NUMBERS = frozenset({"world", "element", "colour", "type", "character", "title", "name"})
LOGIC_ICONS = {
    "power icon": "power logic", "aura icon": "aura logic", "limit icon": "limit logic",
    "intercept icon": "intercept",
}  # fmt: skip


class Cards(Interpreter):
    """What a text says of cards: their zones, types, numbers, states, and parts in a battle."""

    game = "luck-and-logic"
    value_layer = "9.9.1.5"
    other_layer = "9.9.1.4"
    ability_layer = "9.9.1.3"
    doubt_of_silence = "A-56"

    def area_names(self, area: str) -> Sequence[str]:
        return ZONE_WORDS.get(area, (area,))

    def usual_areas(self, types: Sequence[str]) -> Sequence[str]:
        """2.2.3, 2.1.3.1: where such cards are meant to be."""
        homes = {
            "gate": ("gate zone",), "tactics": ("battle zone",), "paradox": ("battle zone", "paradox zone"),
            "level card": ("level zone",), "soul card": ("soul zone",), "stock": ("stock zone",),
        }  # fmt: skip
        found = [name for kind in types for name in homes.get(kind, ("circle",))]
        return tuple(dict.fromkeys(found)) or ("circle",)

    def areas_of_ability(self, ability: m.Ability) -> tuple[str, ...]:
        """2.12.2: a text about its own card leaving a zone works in that zone."""
        trigger = ability.trigger
        if not ability.areas and isinstance(trigger, m.Seen) and isinstance(trigger.what, m.This):
            return ("hand", "deck")  # what is revealed is hidden: such a text can work nowhere else
        if not ability.areas and isinstance(trigger, m.Discarded) and isinstance(trigger.what, m.This):
            return ("hand", "drop")  # 5.8.1: it says itself where it comes from and goes
        if not ability.areas and isinstance(trigger, m.Moved) and isinstance(trigger.what, m.This):
            stated = self.names_of(trigger.origin)
            comes = set(self.names_of(trigger.to)) & IN_USE
            return stated if stated and not comes and not set(stated) & set(CIRCLES) else ()
        for node in m.walk((ability.costs, ability.body)):
            if isinstance(node, m.Selector) and m.Among(m.This()) in node.filters and not ability.areas:
                return self.names_of(node.areas)
        if not ability.areas and m.Host("set") in m.walk((ability.conditions, ability.body)):
            return CIRCLES  # 5.24.1: where it lies while it is set
        if not ability.areas and ability.kind == "continuous" and m.Host() in m.walk(ability.body):
            return tuple(self.area_names("soul zone"))  # 4.15.2: only there it lies under a member
        if not ability.areas and ability.kind == "continuous":
            return self.names_of(named_zone(ability))
        return super().areas_of_ability(ability)

    def players(self, who: str, run: Run) -> tuple[Player, ...]:
        """3.3.1, 3.3.2: the words are the master's, whoever owns the card."""
        if who in PLAYER_WORDS:
            card = run.table.state.cards.get(run.source.card.card)
            if card is not None and card.owner != run.you:
                run.table.cite(PLAYER_WORDS[who])
        return super().players(who or "any", run)

    def select(self, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
        run.table.cite(*words_that_decide(selector))
        if run.you != run.table.turn_player and selector.whose in PLAYER_WORDS:
            run.table.cite(PLAYER_WORDS[selector.whose])  # not the turn player's, though it is their turn
        return super().select(run, selector, prompt)

    def places(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        if not selector.areas and any(isinstance(f, m.Is) and f.what == "name" for f in selector.filters):
            run.table.cite("2.1.3", "2.1.3.1")
        attached = [f for f in selector.filters if isinstance(f, m.Attached)]
        if selector.whose == "":
            whose = zones_to_choose_from(run.table) or (run.you,)
            found = self.places(sight, run, structs.replace(selector, whose="any"))
            yield from (card for card in found if sight.master(card) in whose)
        elif any(f.how == "soul" for f in attached) or "soul zone" in selector.areas:
            yield from self._souls(sight, run, selector.whose)
        elif any(f.how == "set" for f in attached):
            yield from (c.id for c in sight.state.cards.values() if is_set(c))
        else:
            yield from super().places(sight, run, selector)

    def _souls(self, sight: Sight, run: Run, whose: str) -> Iterator[CardId]:
        masters = self.players(whose, run)
        for card in sight.state.cards.values():
            if host_of(card.area) is not None and sight.master(card.id) in masters:
                yield card.id

    def candidates(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """The highest, lowest and last placed are found among all cards that the other words fit."""
        extremes = [f for f in selector.filters if isinstance(f, m.Extreme) or f == LAST_PLACED]
        if not extremes:
            yield from super().candidates(sight, run, selector)
            return
        kept = tuple(f for f in selector.filters if f not in extremes)
        found = list(super().candidates(sight, run, structs.replace(selector, filters=kept)))
        for extreme in extremes:
            if isinstance(extreme, m.Extreme):
                found = self.best(sight, run, extreme, found)
                continue
            placed = {c: int(sight.card(c).mark("placed") or sight.card(c).since) for c in found}
            found = [card for card in found if placed[card] == max(placed.values())]
        yield from found

    def fits(
        self, sight: Sight, run: Run, selector: m.Selector, card: CardId, skip_areas: bool = False
    ) -> bool:
        if selector.whose == "":
            selector = structs.replace(selector, whose="any")
        return super().fits(sight, run, selector, card, skip_areas)

    def is_in(self, sight: Sight, card: CardId, areas: Sequence[str]) -> bool:
        where = sight.card(card).area
        name = "soul" if host_of(where) is not None else area_name(where)
        return name in self.names_of(areas)

    def is_type(self, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
        """2.2.2: three types are called members; a set card is not a member."""
        if kind in ("card", "level card", "soul card", "stock"):
            return True
        if kind == "member":
            is_one = sight.value(card, "type") in MEMBERS
            as_set = is_one and is_set(sight.card(card))
            return is_one and (not as_set or run.table.reading("A-34") == "member-even-if-set")
        return str(sight.value(card, "type")) == kind

    def property_name(self, what: str) -> str:
        return {"color": "colour", "character name": "character", "card type": "type"}.get(what, what)

    def values(self, sight: Sight, card: CardId, what: str) -> list[str]:
        """2.1.3: text in quotation marks is a card name, a title or a character's name."""
        if what == "name":
            title, character = sight.value(card, "title"), sight.value(card, "character")
            names = (sight.card(card).name, character, title, *whole_names(title, character))
            given = sight.value(card, "name") or ()
            return [str(name).lower() for name in (*names, *given) if name]
        if what in ("row", "column"):
            return lines_of(sight, card, what)
        return super().values(sight, card, what)

    def stat_name(self, stat: str) -> str:
        return {"logic": "power logic"}.get(stat, stat)

    def layer_of(self, name: str) -> str:
        if name in NOT_NUMBERS:
            return self.other_layer
        return "9.9.1.2" if name.endswith(" logic") else self.value_layer

    def stat(self, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
        if stat == "soul":
            return self.soul_count(sight, card)
        return super().stat(sight, run, card, stat)

    def soul_count(self, sight: Sight, card: CardId) -> int:
        """4.15.2.2; of a member that has left, as it was on the field."""
        if isinstance(sight, Past) and sight.is_gone(card):
            return len(fact(sight.former.values, "soul", ()))
        return len(soul_of(sight.state, card))

    def player_number(self, sight: Sight, player: Player, number: str) -> int:
        if number == "maximum level":
            return maximum_level(sight.table, player)
        if number == "attack count":
            return sight.state.number(f"{player}.attacks this turn")
        if number == "turn order":
            begins = sight.state.number("turn") % 2 == 1
            return 1 if (sight.table.turn_player == player) == begins else 2
        if number == "battles this turn":
            return sight.state.number(f"{player}.declarations this turn")
        return super().player_number(sight, player, number)

    def battle(self, state: State) -> int:
        """8.2: a battle begins with a declare attackers step."""
        return sum(state.number(f"{player}.declarations this turn") for player in PLAYERS)

    def has_state(self, sight: Sight, run: Run, state: str, card: CardId) -> bool:
        now, table = sight.card(card), run.table
        if state in LOGIC_ICONS:
            return bool(sight.value(card, LOGIC_ICONS[state]))
        tests: dict[str, Callable[[], bool]] = {
            "active": lambda: not now.mark("rested"),
            "rest": lambda: bool(now.mark("rested")),
            "face up": lambda: not now.mark("face down"),
            "face down": lambda: bool(now.mark("face down")),
            "destroyed": lambda: is_destroyed(table, card),
            "undestroyed": lambda: not is_destroyed(table, card),
            "attacking": lambda: bool(now.mark("attacking")),
            "defending": lambda: is_defending(sight.state, now, table.readings),
            "intercepting": lambda: bool(now.mark("intercepting")),
            "in battle": lambda: is_in_battle(sight.state, now, table.readings),
            "being attacked": lambda: is_defending(sight.state, now, table.readings),
            "set": lambda: is_set(now),
            "battle opponent": lambda: card in self.role(sight, run, "battle opponent"),
            "tactics icon": lambda: sight.value(card, "type") == "tactics",
            "paradox icon": lambda: sight.value(card, "type") == "paradox",
            "on the circle being attacked": lambda: self.is_there(sight, run, card),
        }
        if state not in tests:
            return super().has_state(sight, run, state, card)
        return tests[state]()

    def is_there(self, sight: Sight, run: Run, card: CardId) -> bool:
        """8.2.7.2; a gate is on the circle that its zone belongs to (4.3.2)."""
        attacked = self.spots(sight, run, m.Role("circle being attacked"))
        return any(zone in attacked for zone in zones_of(sight, card))

    def _fighters(self, sight: Sight, run: Run) -> tuple[CardId | None, CardId | None]:
        """Who attacks and who defends; for an earlier table, by what the members were then."""
        if sight.state is run.table.state:
            return attacking_member(run.table), defending_member(run.table)
        there = [c for c in sight.state.cards.values() if area_name(c.area) in CIRCLES]
        marked = [next((c.id for c in there if c.mark(mark)), None) for mark in ("attacking", "defending")]
        return marked[0], marked[1]

    def role(self, sight: Sight, run: Run, role: str) -> Iterable[CardId]:
        """8.2.11.4: for the attacking member the defending one, and vice versa."""
        attacker, defender = self._fighters(sight, run)
        here = run.source.card.card
        if role == "battle opponent":
            run.table.cite("8.2.11.4")
            opponents = {attacker: defender, defender: attacker}
            if here not in opponents and area_name(sight.card(here).area) in ("battle", "paradox"):
                mine = [c for c in (attacker, defender) if c is not None and sight.master(c) == run.you]
                here = mine[0] if mine else here  # said of the member that it was placed for
            found = opponents.get(here) if here is not None else None
            return [found] if found is not None else []
        if role in ("attacking", "attacking member", "attacking card"):
            return [attacker] if attacker is not None else []
        if role in ("defending", "defending member", "attacked", "attacked card", "defending card"):
            return [defender] if defender is not None else []
        if role.startswith("intercepting"):
            return [c.id for c in sight.state.cards.values() if c.mark("intercepting")]
        raise NoMeaning(f"{self.game} has no card in the role of {role!r}")


USUAL = {
    **dict.fromkeys((*MEMBERS, "member"), "2.2.3.1"),
    "gate": "2.2.3.2", "tactics": "2.2.3.3", "paradox": "2.2.3.4",
}  # fmt: skip
BRACKETS = {"name": "2.1.3", "world": "2.5.3", "element": "2.6.3"}
PLAYER_WORDS = {"you": "3.3.1", "opponent": "3.3.2"}


def words_that_decide(selector: m.Selector) -> list[str]:
    """What the words of a description mean: the zone where none is named, what stands in quotation marks and
    brackets."""
    cited = [BRACKETS[f.what] for f in selector.filters if isinstance(f, m.Is) and f.what in BRACKETS]
    if not selector.areas:
        cited += [USUAL[kind] for kind in selector.types if kind in USUAL]
    if "field" in selector.areas:
        cited.append("4.4.1")
    if selector.areas == ("drop zone",) and selector.filters:
        cited.append("4.9.1.1")  # everybody sees whether a card fits
    return cited


def named_zone(ability: m.Ability) -> tuple[str, ...]:
    """2.12.2: the zones in which a text about its own card works: those that it says it is in, or from which
    it would be played."""
    found: list[tuple[str, ...]] = []
    for verb in ability.body:
        conditions = ability.conditions
        while isinstance(verb, m.If) and len(verb.then) == 1:
            conditions, verb = (*conditions, *verb.conditions), verb.then[0]
        said = [c.like.areas for c in conditions if isinstance(c, m.Matches) and c.what == m.This()]
        if isinstance(verb, m.Modify) and verb.what == m.This() and verb.stat == "cost":
            said.append(("hand",))  # a cost is paid for a card that is played (2.9.1)
        if isinstance(verb, m.Prohibit | m.Permit) and verb.what == m.This() and verb.act.verb in FROM_HAND:
            meant = verb.act.object
            said.append(meant.areas if isinstance(meant, m.Selector) and meant.areas else ("hand",))
        found.append(next((areas for areas in said if areas), ()))
    return found[0] if found and all(areas == found[0] for areas in found) else ()


FROM_HAND = frozenset({"be mobilized", "be played", "be defined", "be discarded"})
