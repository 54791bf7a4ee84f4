"""Chapter 8: skills, their costs, activating and resolving them, effects that last or replace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace as altered

from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Change,
    Modifier,
    Moment,
    Proposal,
    Source,
    effect_source,
)
from judgekit.engine.events import Armed, Began, Happened, Occurred, StoodBy
from judgekit.engine.hidden import Fits, found_among, look_through
from judgekit.engine.layers import Board
from judgekit.engine.legality import PlayerAction
from judgekit.engine.state import (
    PLAYERS,
    UNKNOWN,
    Card,
    CardId,
    Effect,
    Facts,
    Player,
    Ref,
    Standby,
    area_name,
    area_player,
    fact,
    host_of,
    opponent,
)
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import as_far_as_possible
from judgekit.games.dragon_ball_super.ch02_card_data import (
    SIDES,
    can_rest_energy,
    energy_cost,
    is_on_the_side_shown,
    pay_for_an_extra_card,
    rest_energy,
    works_in,
)
from judgekit.games.dragon_ball_super.ch03_areas import (
    hand_is_hidden_from,
    nobody_may_know_the_deck,
    place,
    shuffle,
)
from judgekit.games.dragon_ball_super.ch04_terms import facts_of, open_a_counter_timing
from judgekit.games.dragon_ball_super.ch06_turn import (
    activate_main,
    awaken_in_main,
    counter_timing_ahead_of_a_skill,
    put_away_a_negated_card,
)
from judgekit.games.dragon_ball_super.ch07_battle import (
    activate_in_defense,
    activate_in_offense,
    awaken_in_defense,
    awaken_in_offense,
    counter_timing_of_an_offense_skill,
)
from judgekit.games.dragon_ball_super.rules import (
    ACTIVATION,
    CARRYING_OUT,
    RESOLUTION,
    SECRET,
    needed,
    rules,
)

NEGATES = "negates skills"  # kept with a modifier that does
SECRET_AREAS = {f"{player}.{name}" for player in PLAYERS for name in SECRET}
WHOLE_AREA = "whole area"  # kept with an effect on all cards of a description
Use = Standby  # a skill that is activated, or is about to be: whose, of which card, with what bound


@dataclass(frozen=True, slots=True)
class Cost:
    """One action of a skill cost."""

    text: str
    can: Callable[[Table, Use], bool]
    pay: Callable[[Table, Use], Facts | None]  # what it binds; none: not paid
    energy: int = 0  # to rest; then that is all of it
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Skill:
    """What the rules must know of an [Activate], [Auto] or [Counter] skill besides its effect."""

    kind: str = "activate"  # activate, awaken, auto, counter, or the keyword
    costs: tuple[Cost, ...] = ()
    condition: Callable[[Table, Use], bool] | None = None
    choices: Callable[[Table, Use], Facts] | None = None  # what must be settled to activate at all
    effect: Callable[[Table, Use], None] | None = None
    words: frozenset[str] = frozenset()  # "play", "attack", "combo": what it speaks of
    limit: int = 0  # activations a turn; 0: as many as one likes
    may_decline: Callable[[Table], bool] | None = None  # an [Auto] whose cost makes it a choice
    places_itself: bool = False  # an Extra Card that does not go to the Drop Area


PLAIN = Skill()


def skill_of(ability: Ability) -> Skill:
    return ability.data if isinstance(ability.data, Skill) else PLAIN


@rules.guard("8-1-3")
def meets_its_conditions(table: Table, use: Use, skill: Skill) -> bool:
    return skill.condition is None or skill.condition(table, use)


@rules.guard("8-1-3-1-1")
def is_only_declared(table: Table) -> bool:
    """A skill of a Leader or Battle Card without a cost."""
    return True


@rules.guard("8-1-3-1-2")
def costs_its_energy_cost(table: Table) -> bool:
    """The skill of an Extra Card in hand costs what the card costs."""
    return True


def is_an_extra_card_in_hand(table: Table, card: CardId) -> bool:
    now = table.state.cards.get(card)
    return now is not None and area_name(now.area) == "hand" and table.peek(card, "type") == "extra"


@rules.guard("8-3-2")
def is_negated(table: Table, use: Use) -> bool:
    """A negated skill is still there, but cannot be activated, and nothing of it is chosen."""
    now = table.state.current(use.source)
    if now is None or use.ability in table.board.value(now.id, "abilities"):
        return False
    return use.ability in (*table.board.base(now.id, "abilities"), *negated_skills(table.board, now.id))


def negated_skills(board: Board, card: CardId) -> list[str]:
    """Skills of a card that effects negate: it is still recognised as having them."""
    rows: Sequence[Any] = board.rows.get((card, "abilities"), ())
    return [
        skill
        for row in rows
        if board.table.pool.ability(row.effect).data == NEGATES
        for skill in row.before
        if skill not in row.after
    ]


@rules.guard("8-3-3")
def is_valid_now(table: Table, ability: Ability, source: Source) -> bool:
    """A skill that is valid under a condition is negated as long as that does not hold."""
    return ability.active_if is None or ability.active_if(table, source)


@rules.action("8-4-2-1")
def pay_in_order(table: Table, use: Use, costs: Sequence[Cost]) -> Use | None:
    """From the beginning of the text to its end."""
    for at, cost in enumerate(costs):
        if cost.energy:
            rest_energy(table, use.player, cost.energy, cost.colours, energy_of(costs[at + 1 :]))
            continue
        bound = cost.pay(table, use)
        if bound is None:
            return None
        use = with_facts(use, bound)
    return use


def energy_of(costs: Sequence[Cost]) -> tuple[int, tuple[str, ...]]:
    return sum(cost.energy for cost in costs), tuple(colour for cost in costs for colour in cost.colours)


def with_facts(use: Use, facts: Facts) -> Use:
    new = dict((*use.facts, *facts))
    return Standby(use.id, use.ability, use.source, use.player, use.cause, tuple(new.items()))


@rules.guard("8-4-2-2")
def can_pay_all(table: Table, use: Use, costs: Sequence[Cost]) -> bool:
    """A cost that cannot be paid in full cannot be paid at all."""
    energy, colours = energy_of(costs)
    if is_an_extra_card_in_hand(table, use.source.card) and costs_its_energy_cost(table):
        total, specified = energy_cost(table, use.source.card)
        energy, colours = energy + max(total, len(specified)), (*colours, *specified)
    if not can_rest_energy(table, use.player, energy, colours):
        return False
    return all(cost.can(table, use) for cost in costs)


@rules.step("8-5-2")
def activate(table: Table) -> None:
    """All of it at once: a skill that cannot be paid for has not been activated."""
    if is_answered_first(table):
        return
    waiting = table.recall("standby")
    use = intended(table) if waiting is None else find_waiting(table, waiting)
    can = use is not None and (waiting is not None or can_activate(table, use))
    done = go_through_activation(table, use) if use is not None and can else None
    if done is None:
        if waiting is not None and use is not None:
            cancel(table, use)
        table.finish()
    else:
        table.call(RESOLUTION, **facts_of(done), window=table.recall("window", ""))


def is_answered_first(table: Table) -> bool:
    """The clauses of chapters 6 and 7 that speak of counter timings have their say (A-06)."""
    window, player = table.recall("window"), table.recall("player")
    if window == "offense":
        counter_timing_of_an_offense_skill(table, player)
    if window != "main" or table.recall("announced"):
        return False
    table.remember(announced=True)
    return bool(counter_timing_ahead_of_a_skill(table, player))


def go_through_activation(table: Table, use: Use, link: int = 0) -> Use | None:
    """8-5-2-1 to 8-5-2-4, in one go; none if the skill is not activated after all."""
    trial = table.savepoint()
    specify(table, use)
    chosen = make_choices(table, use)
    if chosen is None:
        return None
    paid = pay_the_cost(table, chosen)
    if paid is None:
        table.rewind(trial)
        table.refuse("activate", "8-4-2-2: its cost cannot be paid in full", use.player, use.source.card)
        return None
    return is_activated(table, paid, link)


@rules.action("8-5-2-1")
def specify(table: Table, use: Use) -> None:
    """Name the skill; a card in hand is shown."""
    card = table.state.cards.get(use.source.card)
    if card is not None and area_name(card.area) == "hand":
        table.reveal(card.id)
    table.occurs("skill specified", use.player, use.source.card, (("ability", use.ability),))


@rules.action("8-5-2-2")
def make_choices(table: Table, use: Use) -> Use | None:
    """Only what must be settled to activate at all: targets wait for the resolution (A-09)."""
    skill = skill_of(table.pool.ability(use.ability))
    if (
        skill.may_decline is not None
        and skill.may_decline(table)
        and not table.may(use.player, f"activate {use.ability}?")
    ):
        table.occurs("skill declined", use.player, use.source.card)
        return None
    facts = skill.choices(table, use) if skill.choices else ()
    if facts:
        table.occurs("choices made", use.player, use.source.card, facts)
    return with_facts(use, facts)


@rules.action("8-5-2-3")
def pay_the_cost(table: Table, use: Use) -> Use | None:
    """What the cost is now, and all of it."""
    skill = skill_of(table.pool.ability(use.ability))
    is_extra = is_an_extra_card_in_hand(table, use.source.card)
    if is_extra and costs_its_energy_cost(table):
        pay_for_the_extra_card(table, use, skill.costs)
    if skill.costs:
        return pay_in_order(table, use, skill.costs)
    if not is_extra and skill.kind == "activate":
        is_only_declared(table)
    return use


@rules.action("8-5-2-3-1")
def pay_for_the_extra_card(table: Table, use: Use, costs: Sequence[Cost]) -> None:
    pay_for_an_extra_card(table, use.player, use.source.card, energy_of(costs))


@rules.action("8-5-2-4")
def is_activated(table: Table, use: Use, link: int = 0) -> Use:
    """From now on it is under way, and can be answered."""
    count_the_use(table, use)
    number = table.state.clock + 1
    facts: Facts = (*use.facts, ("use", number), *((("link", link),) if link else ()))
    done = Standby(number, use.ability, use.source, use.player, use.cause, facts)
    table.emit(StoodBy(done))
    if use.id:
        table.settle(use, "activated")
    table.tally(f"{use.player}.skills this turn")
    table.set_number(f"{use.player}.activated {use.ability} this turn", 1)
    table.occurs("skill activated", use.player, use.source.card, (("ability", use.ability),))
    return done


@rules.step("8-5-2-5")
def the_activation_may_be_countered(table: Table) -> None:
    answer_a_skill(table, "activated")


@rules.step("8-5-2-6")
def resolve(table: Table) -> None:
    here = {name: needed(table, name) for name in ("ability", "player", "card", "use")}
    table.call(CARRYING_OUT, **here)


@rules.step("8-5-2-6-1")
def resolve_an_extra_card(table: Table) -> None:
    """From hand to the Drop Area, and then the effect; a [Field] card goes another way, if not negated."""
    use = under_way(table)
    if use is None or not is_of_an_extra_card(table, use):
        return
    card = table.state.current(use.source)
    places_itself = skill_of(table.pool.ability(use.ability)).places_itself and not fact(use.facts, "negated")
    if card is not None and (not places_itself or table.reading("A-37") == "via-drop"):
        place(table, card.id, "drop")
    carry_out(table, use)


def is_of_an_extra_card(table: Table, use: Use) -> bool:
    """Used from hand, wherever the card is by now; the other skills of a [Field] are used in play."""
    card = table.state.cards.get(use.source.card)
    if card is None or table.peek(card.id, "type") != "extra":
        return False
    from_hand = skill_of(table.pool.ability(use.ability)).kind == "field"
    return from_hand or not has_keyword(table, card.id, "field")


@rules.step("8-5-2-6-2")
def resolve_any_other_skill(table: Table) -> None:
    """Of a card in play; one from hand is carried out as its keyword says."""
    use = under_way(table)
    if use is not None:
        carry_out(table, use)


@rules.step("8-5-2-7")
def the_resolution_may_be_countered(table: Table) -> None:
    answer_a_skill(table, "resolved")


@rules.action("8-5-3")
def choose_targets(
    table: Table,
    player: Player,
    cards: Iterable[CardId],
    prompt: str,
    n: int = 1,
    up_to: bool = False,
    by: Player | None = None,
    described: bool = False,
    fits: Fits | None = None,
) -> tuple[CardId, ...]:
    """During resolution, as the text comes to it; `fits` if it is found out only then what a card is."""
    offered = [card for card in cards if can_be_chosen(table, card, by or player)]
    if not offered:
        return no_targets(table)
    if up_to:
        least, most = how_few(table, n)
    else:
        least = most = how_many_exactly(table, n, len(offered))
    areas = {table.card(card).area for card in offered}
    if least and described and areas <= SECRET_AREAS and may_be_declined(table):
        least = 0
    if areas <= {f"{opponent(player)}.hand"} and hand_is_hidden_from(table, player):
        chosen = choose_blindly(table, player, offered, prompt, least, most)
    else:
        chosen = table.choose(player, offered, prompt, least, most)
    if fits is not None:
        chosen = found_among(table, player, chosen, fits, "choose")
    for card in chosen:
        table.occurs("chosen", player, card)
    return chosen


def choose_blindly(
    table: Table, player: Player, cards: Sequence[CardId], prompt: str, least: int, most: int
) -> tuple[CardId, ...]:
    """By place: the player does not see which card is which."""
    places = [(str(at), f"card {at}") for at in range(1, len(cards) + 1)]
    return tuple(
        cards[int(at) - 1] for at in table.picks(player, places, prompt, least, min(most, len(cards)))
    )


@rules.guard("8-5-3-1")
def how_many_exactly(table: Table, n: int, there_are: int) -> int:
    """As many as the text says, never fewer on purpose."""
    return as_many_as_there_are(table, n, there_are)


@rules.guard("8-5-3-2")
def how_few(table: Table, n: int) -> tuple[int, int]:
    return 0, n


@rules.guard("8-5-3-3")
def as_many_as_there_are(table: Table, n: int, there_are: int) -> int:
    return as_far_as_possible(table, n, there_are)


@rules.guard("8-5-3-4")
def no_targets(table: Table) -> tuple[CardId, ...]:
    """None can be chosen: none is, and what concerns them is skipped."""
    return ()


@rules.guard("8-5-3-5")
def may_be_declined(table: Table) -> bool:
    """Nobody can be held to a card in a secret area that has to fit a description."""
    return True


@rules.guard("8-5-3-6")
def implied_player(table: Table, master: Player) -> Player:
    """A text that names no player means its master."""
    return master


@rules.action("8-5-3-7")
def search_the_deck(
    table: Table,
    player: Player,
    fits: Fits,
    prompt: str,
    n: int = 1,
    whose: Player | None = None,
) -> tuple[CardId, ...]:
    """Look through the deck and pick; nobody may keep knowing its order."""
    deck = table.pile(f"{whose or player}.deck")
    table.look(player, deck)
    table.occurs("search", player)
    taken = table.choose(player, look_through(table, deck, fits, n), prompt, 0, n)
    return found_among(table, player, taken, fits, "choose")


def shuffle_after_a_search(table: Table, player: Player, told: bool = False) -> None:
    if told or (nobody_may_know_the_deck(table, player) and table.reading("A-49") == "always-shuffle"):
        shuffle(table, player)


rules.mechanic("stand by", "8-6-2")  # a skill whose condition is fulfilled pends
rules.mechanic("stand by again", "8-6-3")  # and once more for each time that it is fulfilled again


@rules.action("8-6-4")
def activate_pending(table: Table, player: Player, waiting: Sequence[Standby]) -> None:
    """The player picks one of the own pending skills and activates it."""
    use = pick_pending(table, player, waiting)
    table.occurs("takes up a pending skill", player, use.source.card)
    if not can_be_activated(table, use):
        cancel(table, use)
        return
    table.call(ACTIVATION, then="4-5-3-1", standby=use.id, player=player)


def pick_pending(table: Table, player: Player, waiting: Sequence[Standby]) -> Standby:
    """By the card whose skill it is; then, if that has several pending, by what set them off."""
    sources = dict.fromkeys(one.source.card for one in waiting)
    if all(card in table.state.cards for card in sources):
        (card,) = table.choose(player, sources, "whose pending skill is activated now?")
        waiting = [one for one in waiting if one.source.card == card]
    return table.which_first(
        player, waiting, "which pending skill is activated now?", lambda one: told(table, one)
    )


def told(table: Table, waiting: Standby) -> str:
    text = table.pool.ability(waiting.ability).text or waiting.ability
    subject = fact(waiting.facts, "subject")
    known = subject is not None and subject != waiting.source.card and subject in table.state.cards
    return f"{text} ({table.label(subject)})" if known else text


@rules.action("8-6-4-1")
def cancel(table: Table, use: Use) -> None:
    table.settle(use, "cancelled")


@rules.guard("8-6-5-1")
def seen_as(table: Table, src: str, dst: str) -> str:
    """Where a moved card is looked at by a skill that its move set off: before it, or after."""
    if (area_name(src) in SECRET) != (area_name(dst) in SECRET):
        return as_in_the_open(table, src)
    if area_name(src) == "battle" or area_player(src) != area_player(dst):
        return as_in_the_battle_area(table, src)
    return as_where_it_came_to(table)


@rules.guard("8-6-5-1-1")
def as_in_the_open(table: Table, src: str) -> str:
    """Between an open and a secret area: as it was, or is, in the open one."""
    return "after" if area_name(src) in SECRET else "before"


@rules.guard("8-6-5-1-2")
def as_in_the_battle_area(table: Table, src: str) -> str:
    return "before" if area_name(src) == "battle" else "after"


@rules.guard("8-6-5-1-3")
def as_where_it_came_to(table: Table) -> str:
    """From open to open otherwise: printed as the Battle Area, meant as the new area."""
    return "after" if table.reading("A-27") == "new-area" else "nowhere"


rules.mechanic("situation", "8-6-6-1")  # pends once, and again only when the situation has come anew


@rules.action("8-6-7")
def carry_out_though_moved(table: Table, use: Use, do: Callable[[Table, Use], None]) -> None:
    """The card has left; the skill is carried out all the same, as far as it still can be."""
    table.occurs("its card has moved", use.player, use.source.card)
    do(table, use)


@rules.action("8-7-1")
def carry_out_at_once(table: Table, do: Callable[[], None]) -> None:
    """An immediate effect is done, once, as the resolution comes to it."""
    do()


@rules.action("8-8-1")
def information(table: Table, card: CardId, name: str) -> Any:
    """What a card is now, with all that modifies it."""
    return table.value(card, name)


@rules.layer("8-8-1-1", properties=SIDES)
def printed_information(board: Board) -> Iterator[Change]:
    """What is printed, on the side that is up."""
    for player in PLAYERS:
        for card in board.state.pile(f"{player}.leader"):
            if board.state.cards[card].mark("back"):
                yield from back_of(board, card)


def back_of(board: Board, card: CardId) -> Iterator[Change]:
    for name in SIDES:
        printed = board.base(card, f"back {name}")
        if printed is not None:
            yield Change(card, name, "=", tuple(printed) if isinstance(printed, list) else printed)


@rules.layer("8-8-1-2", abilities=True)
def what_is_no_number(board: Board) -> tuple[Change, ...]:
    return ()


@rules.layer("8-8-1-3", properties=("power",))
def numbers(board: Board) -> Iterator[Change]:
    """Also the combo power that a battle has added."""
    for player in PLAYERS:
        for name in ("leader", "battle"):
            for card in board.state.pile(f"{player}.{name}"):
                if added := board.state.cards[card].mark("combo power"):
                    yield Change(card, "power", "+", added)


@rules.guard("8-8-1-4")
def effects_stay_behind(table: Table, src: str, dst: str) -> bool:
    """An effect not of a [Permanent] does not follow a card out of Leader or Battle Area."""
    if area_name(src) == "battle" and area_name(dst) == "combo":
        return table.reading("A-26") == "loses-effects"
    return area_name(src) in ("leader", "battle")


@rules.action("8-8-1-5")
def take_hold_of_a_newcomer(table: Table, card: CardId) -> None:
    """What rewrites all cards of an area rewrites a new one the moment it enters (A-53)."""
    for effect in table.state.effects:
        if is_missed_by(table, effect, card) and table.reading("A-53") == "newcomers-too":
            lay_on(table, effect, (*(effect.cards or ()), table.card(card).ref))


@rules.guard("8-8-1-5-1")
def checked_after_arrival(table: Table, moment: Moment, card: CardId, name: str) -> Any:
    """A trigger on a card of some description looks at it with all effects of the area applied."""
    table.cite("8-8-1-5")
    return table.board_of(moment.after).value(card, name)


rules.mechanic("replace", "8-9-1")  # something else happens in place of the event


@rules.guard("8-9-1-1")
def never_happened(table: Table) -> bool:
    return True


rules.mechanic("order replacements", "8-9-2")  # the player whom the event affects picks the first


def who_picks_a_replacement(table: Table, proposal: Proposal) -> Player:
    once_for_each_event(table)
    concerned = proposal.player or table.turn_player
    if proposal.card is None:
        return acts_itself(table, concerned)
    if table.reading("A-40") == "acting-player":
        return acts_itself(table, Player(fact(proposal.facts, "of") or concerned))
    return master_of_the_affected(table, proposal.card)


@rules.guard("8-9-2-1")
def master_of_the_affected(table: Table, card: CardId) -> Player:
    return table.master(card)


@rules.guard("8-9-2-2")
def acts_itself(table: Table, player: Player) -> Player:
    return player


@rules.guard("8-9-2-3")
def once_for_each_event(table: Table) -> bool:
    """The engine leaves out those that were applied to this event already."""
    return True


@rules.guard("8-9-3")
def can_be_replaced_at_will(table: Table, can: bool) -> bool:
    """A voluntary replacement that cannot be carried out is not offered."""
    return can


@rules.guard("8-10-1")
def final_information(table: Table, card: CardId, name: str) -> Any:
    """An effect that moves a card and then speaks of it means it as it is where it ended up."""
    now = table.state.cards.get(card)
    if now is not None:
        return table.peek(card, name)
    gone = max((r for r in table.state.former if r.card == card), key=lambda r: r.object)
    return fact(table.state.former[gone].values, name)


# using a skill


def find_waiting(table: Table, number: int) -> Standby | None:
    return next((one for one in table.state.standby if one.id == number), None)


def under_way(table: Table) -> Use | None:
    """The skill that the procedure at hand is about, if it has not been carried out."""
    number = needed(table, "use")
    return next((one for one in table.state.standby if fact(one.facts, "use") == number), None)


def intended(table: Table) -> Use:
    """The skill that a player wants to activate."""
    card = table.card(needed(table, "card"))
    return Standby(0, needed(table, "ability"), card.ref, Player(needed(table, "player")), (table.seq, 0))


def pending_autos(table: Table, player: Player) -> list[Standby]:
    return [one for one in table.state.standby if one.player == player and is_pending_auto(one)]


def is_pending_auto(waiting: Standby) -> bool:
    return fact(waiting.facts, "use") is None and not fact(waiting.facts, "counter")


def can_be_activated(table: Table, use: Use) -> bool:
    """A pending [Auto]: not if it is negated, used up for this turn, or its cost cannot be paid."""
    ability = table.pool.ability(use.ability)
    skill = skill_of(ability)
    if is_negated(table, use):
        information(table, use.source.card, "abilities")
        if table.reading("A-36") == "cancelled-if-negated":
            return False
    fits = skill.condition is None or skill.condition(table, use)
    allowed = fits and not is_used_up(table, use, skill) and may_be_activated(table, use)
    return allowed and bool(can_pay_all(table, use, skill.costs))


def may_be_activated(table: Table, use: Use) -> bool:
    """1-3-3: nothing forbids this player, this card or this kind of skill."""
    facts: Facts = (("ability", use.ability),)
    return not table.is_forbidden(Proposal("activate", use.player, use.source.card, facts=facts))


def can_activate(table: Table, use: Use) -> bool:
    ability = table.pool.ability(use.ability)
    skill = skill_of(ability)
    return not is_negated(table, use) and all(
        (
            not is_used_up(table, use, skill),
            bool(meets_its_conditions(table, use, skill)),
            bool(can_pay_all(table, use, skill.costs)),
        )
    )


def is_used_up(table: Table, use: Use, skill: Skill) -> bool:
    from judgekit.games.dragon_ball_super import ch10_keywords as keywords

    if keywords.as_often_as_one_likes(table, skill):
        return False
    if skill.kind == "over realm":
        return bool(keywords.over_realm_is_spent(table, use))
    if skill.kind == "x attack":
        return keywords.no_switch_is_left(table, use, skill.limit)
    return bool(keywords.limit_is_reached(table, use, skill.limit))


def count_the_use(table: Table, use: Use) -> None:
    from judgekit.games.dragon_ball_super.ch10_keywords import over_realm_key, use_key

    skill = skill_of(table.pool.ability(use.ability))
    if skill.limit:
        key = over_realm_key(table, use) if skill.kind == "over realm" else use_key(table, use)
        table.set_number(key, table.number(key) + 1)


def answer_a_skill(table: Table, stage: str) -> None:
    from judgekit.games.dragon_ball_super.ch10_keywords import words_of

    if table.recall("window") == "defense" and table.reading("A-07") == "none-in-defense-step":
        return
    ability = table.pool.ability(needed(table, "ability"))
    open_a_counter_timing(table, Player(needed(table, "player")), stage, words_of(table, ability))


def carry_out(table: Table, use: Use) -> None:
    """The effect, unless it has been negated; then the skill is no longer under way."""
    ability = table.pool.ability(use.ability)
    if fact(use.facts, "negated"):
        keep_or_drop(table, use, ability)
    else:
        moved = table.state.current(use.source) is None and isinstance(ability, Automatic)
        do = effect_of(ability)
        carry_out_though_moved(table, use, do) if moved else do(table, use)
    finish_the_use(table, use, ability)


def keep_or_drop(table: Table, use: Use, ability: Ability) -> None:
    """A card in hand whose skill was negated stays there, unless that is read otherwise (A-13)."""
    card = table.state.current(use.source)
    if card is not None and area_name(card.area) == "hand" and skill_of(ability).kind != "counter":
        put_away_a_negated_card(table, card.id)


def finish_the_use(table: Table, use: Use, ability: Ability) -> None:
    from judgekit.games.dragon_ball_super.ch10_keywords import drop_the_counter_card

    if skill_of(ability).kind == "counter":
        drop_the_counter_card(table, use)
    table.occurs("skill resolved", use.player, use.source.card, (("ability", use.ability),))
    table.settle(use, "negated" if fact(use.facts, "negated") else "resolved")


def effect_of(ability: Ability) -> Callable[[Table, Use], None]:
    do: Callable[[Table, Use], None] | None = skill_of(ability).effect or getattr(ability, "resolve", None)
    assert do is not None, f"{ability.address} has no effect"
    return do


def negate(table: Table, use: Use) -> None:
    """An activated skill will not be carried out; it stays under way until its turn comes."""
    number = table.state.clock + 1
    facts = (*use.facts, ("negated", True))
    table.emit(StoodBy(Standby(number, use.ability, use.source, use.player, use.cause, facts)))
    table.settle(use, "negated")


def skills_in(table: Table, player: Player, window: str) -> Iterator[tuple[CardId, Activated]]:
    """The skills a player could think of in a window, on cards in play and in hand."""
    for name in ("leader", "battle", "combo", "hand"):
        for card in table.pile(f"{player}.{name}"):
            for ability in abilities_of(table, card):
                if isinstance(ability, Activated) and window in ability.windows:
                    yield card, ability


def abilities_of(table: Table, card: CardId) -> list[Ability]:
    if not is_known_card(table, card):
        return []
    return [table.pool.ability(address) for address in table.board.value(card, "abilities") or ()]


def is_known_card(table: Table, card: CardId) -> bool:
    return table.card(card).name != UNKNOWN


def has_keyword(table: Table, card: CardId, word: str) -> bool:
    """Whether a card has a keyword now, printed or given, be it negated or not."""
    negated = [table.pool.ability(skill) for skill in negated_skills(table.board, card)]
    held = (*abilities_of(table, card), *negated)
    return any(ability.text.lower().startswith(f"[{word}") for ability in held)


# what a player may activate

Choice = tuple[CardId, str]


def set_up_activation(action: PlayerAction, window: str, awaken: bool) -> None:
    """[Activate: Main] in the Main Phase, [Activate: Battle] in a battle, [Awaken] in either."""
    action.name = "awaken" if awaken else "activate"
    wanted = "battle" if window != "main" else "main"

    @action.candidates
    def candidates(table: Table, player: Player) -> Iterator[Choice]:
        for card, ability in skills_in(table, player, wanted):
            if (skill_of(ability).kind == "awaken") == awaken:
                yield card, ability.address

    @action.requires("2-12-2", "a card where this skill works")
    def is_in_place(table: Table, player: Player, choice: Choice) -> bool:
        return is_usable_where_it_is(table, *choice)

    @action.requires("8-3-2", "a skill that is not negated")
    def is_not_negated(table: Table, player: Player, choice: Choice) -> bool:
        return not is_negated(table, about(table, player, choice))

    @action.requires("10-11-1", "a use of it left this turn")
    def is_left(table: Table, player: Player, choice: Choice) -> bool:
        skill = skill_of(table.pool.ability(choice[1]))
        return skill.kind == "over realm" or not is_used_up(table, about(table, player, choice), skill)

    @action.requires("10-17-5", "no [Over Realm] activated this turn")
    def is_first_over_realm(table: Table, player: Player, choice: Choice) -> bool:
        skill = skill_of(table.pool.ability(choice[1]))
        return skill.kind != "over realm" or not is_used_up(table, about(table, player, choice), skill)

    @action.requires("8-1-3", "its condition")
    def holds(table: Table, player: Player, choice: Choice) -> bool:
        skill = skill_of(table.pool.ability(choice[1]))
        return bool(meets_its_conditions(table, about(table, player, choice), skill))

    @action.requires("8-4-2-2", "all of its cost")
    def is_payable(table: Table, player: Player, choice: Choice) -> bool:
        skill = skill_of(table.pool.ability(choice[1]))
        return bool(can_pay_all(table, about(table, player, choice), skill.costs))

    @action.requires("1-3-3", "nothing that forbids activating it")
    def is_allowed(table: Table, player: Player, choice: Choice) -> bool:
        return may_be_activated(table, about(table, player, choice))

    @action.performs
    def perform(table: Table, player: Player, choice: Choice) -> None:
        table.occurs("announces a skill", player, choice[0])
        card, ability = choice
        table.call(ACTIVATION, then="4-6-2-1", player=player, card=card, ability=ability, window=window)


def about(table: Table, player: Player, choice: Choice) -> Use:
    card, ability = choice
    return Standby(0, ability, table.card(card).ref, player, (0, 0))


def is_usable_where_it_is(table: Table, card: CardId, address: str) -> bool:
    """In play; from hand if it says so, or if it is the skill of an Extra Card."""
    from judgekit.games.dragon_ball_super.ch10_keywords import works_as_a_field

    ability, now = table.pool.ability(address), table.card(card)
    if host_of(now.area) is not None or not is_on_the_side_shown(table, now, ability):
        return False
    name = area_name(now.area)
    if ability.where:
        return name in ability.where
    if table.peek(card, "type") == "extra":
        field = has_keyword(table, card, "field")
        return works_as_a_field(table, card) if field else name == "hand"
    return bool(works_in(table, name))


for _action, _window, _awaken in (
    (activate_main, "main", False),
    (awaken_in_main, "main", True),
    (activate_in_offense, "offense", False),
    (awaken_in_offense, "offense", True),
    (activate_in_defense, "defense", False),
    (awaken_in_defense, "defense", True),
):
    set_up_activation(_action, _window, _awaken)


def has_unfulfilled(table: Table, timing: str) -> bool:
    """Whether some skill still waits for this moment of the turn to be fulfilled."""
    trial = table.savepoint()
    event = Happened(Occurred(timing, table.turn_player))
    moment = Moment(table.state, table.state, event, (table.seq, 0))
    found = False
    for card, ability in list(table.automatic_abilities(Occurred)):
        if has_now(table, card, ability) and ability.fulfilled is not None:
            found |= any(True for _ in ability.fulfilled(table, moment, table.source(ability, card)))
    table.rewind(trial)
    return found


def has_now(table: Table, card: Card, ability: Ability) -> bool:
    """Whether a card has a skill that is neither negated nor out of place."""
    works = table.customs.active(table, table.state, card, ability)
    return works and table.board.has_ability(card.id, ability.address)


def what_holds_already(table: Table, card: CardId) -> None:
    """A situation that already holds when a card arrives does not occur any more (A-46)."""
    now = table.card(card)
    for ability in abilities_of(table, card):
        if not isinstance(ability, Automatic) or ability.situation is None:
            continue
        source = table.source(ability, now)
        holds = table.customs.active(table, table.state, now, ability) and ability.situation(table, source)
        if holds and table.reading("A-46") == "on-change-only":
            table.emit(Armed(f"{ability.address}@{now.id}.{now.object}"))


def lay_on(table: Table, effect: Effect, cards: tuple[Ref, ...]) -> None:
    """The same effect, as old as it is, on other cards than before."""
    table.end(effect)
    table.emit(Began(altered(effect, id=table.state.clock + 1, cards=cards)))


def is_missed_by(table: Table, effect: Effect, card: CardId) -> bool:
    """Whether an effect on all cards of some description fits a card that it does not touch yet."""
    if not fact(effect.facts, WHOLE_AREA) or table.card(card).ref in (effect.cards or ()):
        return False
    made = table.pool.ability(effect.what)
    if not isinstance(made, Modifier) or made.changes is None:
        return False
    words = effect_source(effect).altered(cards=None)
    return any(change.card == card for change in made.changes(table.board, words))


def can_be_chosen(table: Table, card: CardId, by: Player) -> bool:
    from judgekit.games.dragon_ball_super.ch10_keywords import is_behind_a_barrier

    if is_behind_a_barrier(table, card, by):
        return False
    facts: Facts = (("by", "skill"), ("of", by))
    return not table.is_forbidden(Proposal("be chosen", by, card, facts=facts))
