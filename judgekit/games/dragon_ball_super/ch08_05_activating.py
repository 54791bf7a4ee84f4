"""Chapter 8, section 5: activating a skill, step by step, and carrying it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judgekit.engine.abilities import Ability, Activated, Automatic, Proposal, Source
from judgekit.engine.events import StoodBy
from judgekit.engine.legality import PlayerAction
from judgekit.engine.state import CardId, Facts, Player, Standby, Value, area_name, fact, host_of
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import keep_what_was_told
from judgekit.games.dragon_ball_super.ch02_card_data import (
    is_on_the_side_shown,
    pay_for_an_extra_card,
    works_in,
)
from judgekit.games.dragon_ball_super.ch03_areas import place
from judgekit.games.dragon_ball_super.ch04_terms import facts_of, open_a_counter_timing
from judgekit.games.dragon_ball_super.ch06_turn import (
    PLAYED_LAST,
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
from judgekit.games.dragon_ball_super.ch08_01_skills import (
    FREE,
    Cost,
    Skill,
    Use,
    abilities_of,
    can_pay_all,
    costs_energy_as_a_card,
    costs_its_energy_cost,
    costs_to_pay,
    energy_of,
    has_keyword,
    is_negated,
    is_only_declared,
    meets_its_conditions,
    pay_in_order,
    skill_of,
    with_facts,
)
from judgekit.games.dragon_ball_super.rules import ACTIVATION, CARRYING_OUT, RESOLUTION, needed, rules

REST = "rest of the effect"  # remembered while a skill that an effect activates comes first


@rules.step("8-5-2")
def activate(table: Table) -> None:
    """All of it at once: a skill that cannot be paid for has not been activated."""
    from judgekit.games.dragon_ball_super.ch08_06_auto import cancel

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
        known = facts_of(done)
        if table.recall("asked"):
            known["asked"] = True
        table.call(RESOLUTION, **known, window=table.recall("window", ""))


def is_answered_first(table: Table) -> bool:
    """The clauses of chapters 6 and 7 that mention counter timings apply (A-06)."""
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
        keep_what_was_told(table, table.rewind(trial))
        table.refuse("activate", table.words("cost of a skill"), use.player, use.source.card)
        return None
    return is_activated(table, paid, link)


@rules.action("8-5-2-1")
def specify(table: Table, use: Use) -> None:
    """Name the skill; a card in hand is shown."""
    card = table.state.cards.get(use.source.card)
    if card is not None and area_name(card.area) == "hand":
        table.reveal(card.id)
    if card is not None and card.owner != use.player:
        table.cite("4-3-5" if isinstance(table.pool.ability(use.ability), Automatic) else "4-3-3")
    table.occurs("skill specified", use.player, use.source.card, (("ability", use.ability),))


@rules.action("8-5-2-2")
def make_choices(table: Table, use: Use) -> Use | None:
    """Only what must be settled to activate at all: targets wait for the resolution (A-09)."""
    ability = table.pool.ability(use.ability)
    skill = skill_of(ability)
    if (
        skill.may_decline is not None
        and skill.may_decline(table)
        and not table.may(use.player, table.words("activate", skill=called(table, use, ability)))
    ):
        table.occurs("skill declined", use.player, use.source.card)
        return None
    facts = skill.choices(table, use) if skill.choices else ()
    if facts:
        table.occurs("choices made", use.player, use.source.card, facts)
    return with_facts(use, facts)


def called(table: Table, use: Use, ability: Ability) -> str:
    """A skill as people call it: by its text and its card."""
    card, text = use.source.card, ability.text or use.ability
    here = card in table.state.cards
    return table.words("skill of a card", skill=text, card=table.label(card)) if here else text


@rules.action("8-5-2-3")
def pay_the_cost(table: Table, use: Use) -> Use | None:
    """What the cost is now, and all of it."""
    skill = skill_of(table.pool.ability(use.ability))
    costs, is_extra = costs_to_pay(use, skill.costs), costs_energy_as_a_card(table, use)
    if is_extra and costs_its_energy_cost(table):
        pay_for_the_extra_card(table, use, costs)
    if costs:
        return pay_in_order(table, use, costs)
    if not is_extra and skill.kind == "activate":
        is_only_declared(table)
    return use


@rules.action("8-5-2-3-1")
def pay_for_the_extra_card(table: Table, use: Use, costs: Sequence[Cost]) -> None:
    table.cite("8-5-2-3-1")  # also a cost of 0 is determined
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
    for played in [card.id for card in table.state.cards.values() if card.mark(PLAYED_LAST)]:
        table.mark(played, PLAYED_LAST, None)
    here = {name: needed(table, name) for name in ("ability", "player", "card", "use")}
    table.call(CARRYING_OUT, **here)


@rules.step("8-5-2-6-1", to=("8-5-2-6-1",))
def resolve_an_extra_card(table: Table) -> None:
    """From hand to the Drop Area, and then the effect; a [Field] card goes another way, if not negated."""
    use = under_way(table)
    if use is None or not is_of_an_extra_card(table, use):
        return
    card = table.state.current(use.source)
    if skill_of(table.pool.ability(use.ability)).kind == "counter":
        table.cite("10-10-4")
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
    stays = not from_hand and has_keyword(table, card.id, "field")
    if stays:
        table.cite("10-3-2")
    return not stays


@rules.step("8-5-2-6-2", to=("8-5-2-6-2",))
def resolve_any_other_skill(table: Table) -> None:
    """Of a card in play; one from hand is carried out as its keyword says."""
    use = under_way(table)
    if use is not None:
        carry_out(table, use)


@rules.step("8-5-2-7")
def the_resolution_may_be_countered(table: Table) -> None:
    answer_a_skill(table, "resolved")


def find_waiting(table: Table, number: int) -> Standby | None:
    return next((one for one in table.state.standby if one.id == number), None)


def under_way(table: Table) -> Use | None:
    """The skill that the procedure at hand is about, if it has not been carried out."""
    number = needed(table, "use")
    return next((one for one in table.state.standby if fact(one.facts, "use") == number), None)


def answered_card(table: Table, source: Source) -> CardId | None:
    """The card of the skill that a [Counter] answers: the opponent's latest activation before it."""
    own = int(fact(source.facts, "use", 0))
    uses = [
        (int(fact(one.facts, "use", 0)), one.source.card)
        for one in table.state.standby
        if one.player != source.player and 0 < int(fact(one.facts, "use", 0)) < own
    ]
    return max(uses)[1] if uses else None


def intended(table: Table) -> Use:
    """The skill that a player wants to activate."""
    card, free = table.card(needed(table, "card")), table.recall(FREE)
    facts: Facts = ((FREE, free),) if free else ()
    player = Player(needed(table, "player"))
    return Standby(0, needed(table, "ability"), card.ref, player, (table.seq, 0), facts)


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
    from judgekit.games.dragon_ball_super.ch10_06_critical_to_revenge import no_switch_is_left
    from judgekit.games.dragon_ball_super.ch10_10_counter import as_often_as_one_likes, limit_is_reached
    from judgekit.games.dragon_ball_super.ch10_17_over_realm import over_realm_is_spent

    if as_often_as_one_likes(table, skill):
        return False
    if skill.kind == "over realm":
        return bool(over_realm_is_spent(table, use))
    if skill.kind == "x attack":
        return no_switch_is_left(table, use, skill.limit)
    return bool(limit_is_reached(table, use, skill.limit))


def count_the_use(table: Table, use: Use) -> None:
    from judgekit.games.dragon_ball_super.ch10_10_counter import use_key
    from judgekit.games.dragon_ball_super.ch10_17_over_realm import over_realm_key

    skill = skill_of(table.pool.ability(use.ability))
    if skill.limit:
        key = over_realm_key(table, use) if skill.kind == "over realm" else use_key(table, use)
        table.set_number(key, table.number(key) + 1)


def answer_a_skill(table: Table, stage: str) -> None:
    from judgekit.games.dragon_ball_super.ch10_10_counter import words_of

    if table.recall("window") == "defense" and table.reading("A-07") == "none-in-defense-step":
        return
    if table.recall("asked") and table.reading("A-56") == "only-the-outer":
        return
    ability = table.pool.ability(needed(table, "ability"))
    open_a_counter_timing(table, Player(needed(table, "player")), stage, words_of(table, ability))


def carry_out(table: Table, use: Use) -> None:
    """The effect, unless it has been negated; then the skill is no longer under way."""
    from judgekit.games.dragon_ball_super.ch08_06_auto import carry_out_though_moved

    ability = table.pool.ability(use.ability)
    if fact(use.facts, "negated"):
        keep_or_drop(table, use, ability)
    else:
        gone = table.state.current(use.source) is None and table.recall(REST) is None
        do = effect_of(ability)
        carry_out_though_moved(table, use, do) if gone and isinstance(ability, Automatic) else do(table, use)
    if not table.recall(REST):
        finish_the_use(table, use, ability)


def activate_first(table: Table, player: Player, card: CardId, ability: str, free: Value) -> None:
    """8-7-1: an effect that is being carried out activates a skill; what is left of it comes afterwards."""
    outer, here = table.state.frames[-2], table.state.frames[-1].at
    window = "defense" if fact(outer.locals, "window") == "defense" else ""  # A-07 is about that step
    table.call(
        ACTIVATION, here, player=player, card=card, ability=ability, free=free, window=window, asked=True
    )


def can_be_asked_for(table: Table, player: Player, card: CardId, ability: Ability, free: Value) -> bool:
    """Whether an effect can make a player activate a skill: if that player could do so."""
    facts: Facts = ((FREE, free),) if free else ()
    use = Standby(0, ability.address, table.card(card).ref, player, (0, 0), facts)
    works = is_reached_where_it_is(table, card, ability)
    return works and can_activate(table, use) and may_be_activated(table, use)


def is_reached_where_it_is(table: Table, card: CardId, ability: Ability) -> bool:
    """In play and in hand as usual; anywhere else, if the text that asks for it says it works there."""
    if area_name(table.card(card).area) in ("leader", "battle", "combo", "hand"):
        return is_usable_where_it_is(table, card, ability.address)
    return not has_keyword(table, card, "field") or skill_of(ability).kind == "field"


def name_the_skill(table: Table, player: Player, able: Sequence[Ability]) -> str:
    options = [(ability.address, ability.text or ability.address) for ability in able]
    return options[0][0] if len(options) == 1 else table.pick(player, options, table.words("which skill"))


def is_being_carried_out(table: Table, use: Use) -> bool:
    """Whether its effect has begun: it is too late to negate it."""
    number, doing = fact(use.facts, "use"), table.rules.number(CARRYING_OUT)
    return any(
        frame.procedure == doing and fact(frame.locals, "use") == number for frame in table.state.frames
    )


def keep_or_drop(table: Table, use: Use, ability: Ability) -> None:
    """A card in hand whose skill was negated stays there, unless A-13 is read differently."""
    card = table.state.current(use.source)
    if card is not None and area_name(card.area) == "hand" and skill_of(ability).kind != "counter":
        put_away_a_negated_card(table, card.id)


def finish_the_use(table: Table, use: Use, ability: Ability) -> None:
    from judgekit.games.dragon_ball_super.ch10_10_counter import drop_the_counter_card

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
    """The skills a player might use in a window, on cards in play and in hand."""
    for name in ("leader", "battle", "combo", "hand"):
        for card in table.pile(f"{player}.{name}"):
            for ability in abilities_of(table, card):
                if isinstance(ability, Activated) and window in ability.windows:
                    yield card, ability


Choice = tuple[CardId, str]
FROM_HAND = {
    "10-5-1": "10-5-2",
    "10-13-1": "10-13-2",
    "10-14-1": "10-14-2",
    "10-17-1": "10-17-3",
    "10-18-1": "10-18-2",
}


def set_up_activation(action: PlayerAction, window: str, awaken: bool) -> None:
    """[Activate: Main] in the Main Phase, [Activate: Battle] in a battle, [Awaken] in either."""
    action.name = "awaken" if awaken else "activate"
    wanted = "battle" if window != "main" else "main"

    @action.candidates
    def candidates(table: Table, player: Player) -> Iterator[Choice]:
        for card, ability in skills_in(table, player, wanted):
            if (skill_of(ability).kind == "awaken") == awaken:
                yield card, ability.address

    require_what_activating_needs(action)

    @action.limited
    def of_its_kind(table: Table, choice: Choice) -> tuple[str, ...]:
        return (table.pool.ability(choice[1]).clause,)

    @action.performs
    def perform(table: Table, player: Player, choice: Choice) -> None:
        table.occurs("announces a skill", player, choice[0])
        card, ability = choice
        table.call(ACTIVATION, then="4-6-2-1", player=player, card=card, ability=ability, window=window)


def require_what_activating_needs(action: PlayerAction) -> None:
    """The card is where the skill works; the skill is there, has a use left, and can be paid for."""

    @action.requires("10-10-1", "skill that is no [Counter]")
    def is_for_a_free_timing(table: Table, player: Player, choice: Choice) -> bool:
        from judgekit.games.dragon_ball_super.ch10_10_counter import is_a_counter

        if not is_a_counter(table, table.pool.ability(choice[1])):
            return True
        table.cite("10-10-3-4")
        return False

    @action.requires("2-12-2", "card where this skill works")
    def is_in_place(table: Table, player: Player, choice: Choice) -> bool:
        return is_usable_where_it_is(table, *choice)

    @action.requires("8-3-2", "skill that is not negated")
    def is_not_negated(table: Table, player: Player, choice: Choice) -> bool:
        return not is_negated(table, about(table, player, choice))

    @action.requires("10-11-1", "use of it left this turn")
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
        can = bool(can_pay_all(table, about(table, player, choice), skill.costs))
        if not can:
            table.cite("8-5-2-3")
        return can

    @action.requires("1-3-3", "nothing that forbids activating it")
    def is_allowed(table: Table, player: Player, choice: Choice) -> bool:
        return may_be_activated(table, about(table, player, choice))


def about(table: Table, player: Player, choice: Choice) -> Use:
    card, ability = choice
    return Standby(0, ability, table.card(card).ref, player, (0, 0))


def is_usable_where_it_is(table: Table, card: CardId, address: str) -> bool:
    """In play; from hand if it says so, or if it is the skill of an Extra Card."""
    from judgekit.games.dragon_ball_super.ch10_02_awaken_and_field import works_as_a_field

    ability, now = table.pool.ability(address), table.card(card)
    if host_of(now.area) is not None or not is_on_the_side_shown(table, now, ability):
        return False
    name = area_name(now.area)
    if ability.where:
        if name not in ability.where and ability.clause in FROM_HAND:
            table.cite(FROM_HAND[ability.clause])
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
