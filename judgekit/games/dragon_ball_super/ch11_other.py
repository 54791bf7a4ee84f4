"""Chapter 11: loops, revealing, cards underneath, the Warp, gaining control."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace as altered

from judgekit.engine import plain
from judgekit.engine.abilities import Proposal
from judgekit.engine.loops import MOST_ROUNDS, Recurrence
from judgekit.engine.state import (
    PLAYERS,
    CardId,
    Facts,
    Player,
    Ref,
    State,
    area,
    area_name,
    area_player,
    host_of,
    opponent,
    under,
)
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import name_a_number
from judgekit.games.dragon_ball_super.ch03_areas import (
    cause,
    go,
    leaves_the_battle_area,
    leaves_the_combo_area,
    place,
    whose_area,
    without_a_player_named,
)
from judgekit.games.dragon_ball_super.ch08_01_skills import abilities_of
from judgekit.games.dragon_ball_super.ch08_06_auto import what_holds_already
from judgekit.games.dragon_ball_super.ch08_07_effects import (
    effects_stay_behind,
    lay_on,
    take_hold_of_a_newcomer,
)
from judgekit.games.dragon_ball_super.ch09_rule_processing import (
    CARRIED,
    noting_who_falls,
    pass_on,
    take_over,
)
from judgekit.games.dragon_ball_super.ch10_21_tokens import leave_as_a_token
from judgekit.games.dragon_ball_super.of_no_avail import note_no_ko, note_no_play
from judgekit.games.dragon_ball_super.rules import SECRET, rules


@rules.loop
@rules.action("11-1-1")
def it_is_a_loop(table: Table, again: Recurrence) -> None:
    """The same situation came round again; what happens depends on who had a choice on the way."""
    if not again.players:
        end_in_a_draw(table)
    elif len(again.players) == 1:
        one_player_stops_it(table, again)
    else:
        the_smaller_number_counts(table, again)


end_in_a_draw = rules.acts("11-1-1-1", plain.nobody_wins)


def how_many_rounds(table: Table, player: Player, again: Recurrence, known: str = "") -> int:
    """1-3-5: a whole number from 1."""
    prompt = table.words("rounds of the loop", known=known, round=again.in_words(table))
    return int(name_a_number(table, player, prompt, MOST_ROUNDS) or 0)


@rules.action("11-1-1-2")
def one_player_stops_it(table: Table, again: Recurrence) -> None:
    """This many more rounds, all alike; then the player must do something else."""
    (player,) = again.players
    n = how_many_rounds(table, player, again)
    table.occurs("loop carried out", player, facts=(("rounds", n),))
    table.repeat(again, n, (player,), inside=True)


@rules.action("11-1-1-3")
def the_smaller_number_counts(table: Table, again: Recurrence) -> None:
    """The turn player names a number first; the player with the smaller number stops the loop, and the other
    one may not begin it again."""
    first, second = table.turn_player, table.opponent()
    n = how_many_rounds(table, first, again)
    other_n = how_many_rounds(table, second, again, table.words("number of the other", player=first, n=n))
    if n == other_n:
        stopper = first if table.reading("A-42") == "turn-player-stops" else second
    else:
        stopper = first if n < other_n else second
    table.occurs("loop carried out", stopper, facts=(("rounds", min(n, other_n)),))
    others = (table.opponent(stopper),)
    table.repeat(again, min(n, other_n), (stopper,), afterwards=others, inside=True)


FIGHTING = tuple(area(player, name) for player in PLAYERS for name in ("battle", "combo"))
POINTS_AT_A_CARD = frozenset({"subject", "object", "source", "card", "attacker", "target"})


def without_equal_tokens(state: State) -> State:
    """The state with only the first of all identical tokens; references to the others now mean it."""
    first = first_of_equals(state)
    if not first:
        return state

    def meant(ref: Ref) -> Ref:
        return state.cards[first[ref.card]].ref if ref.card in first else ref

    def told(facts: Facts) -> Facts:
        named = POINTS_AT_A_CARD
        return tuple((name, first.get(v, v) if name in named else v) for name, v in facts)  # type: ignore[call-overload]

    cards = state.cards
    for one in first:
        cards = cards.delete(one)
    areas = state.areas
    for where in FIGHTING:
        areas = areas.set(where, tuple(card for card in state.pile(where) if card not in first))
    return altered(
        state,
        cards=cards,
        areas=areas,
        standby=tuple(altered(s, source=meant(s.source), facts=told(s.facts)) for s in state.standby),
        frames=tuple(altered(f, locals=told(f.locals)) for f in state.frames),
        effects=tuple(
            altered(e, source=meant(e.source), cards=e.cards and tuple(dict.fromkeys(map(meant, e.cards))))
            for e in state.effects
        ),
    )


def first_of_equals(state: State) -> dict[CardId, CardId]:
    """Every token that has an identical one before it, with the first of its kind."""
    found: dict[CardId, CardId] = {}
    kinds: dict[tuple[object, ...], CardId] = {}
    for card in (state.cards[one] for where in FIGHTING for one in state.pile(where)):
        if card.mark("token") and not state.pile(under(card.id)):
            same = kinds.setdefault((card.name, card.owner, card.area, card.marks), card.id)
            if same != card.id:
                found[card.id] = same
    return found


@rules.action("11-2-1")
def reveal_what_had_to_fit(table: Table, card: CardId, dst: str) -> None:
    """From one secret area to another under a description: the other player must see that it fits."""
    if area_name(table.card(card).area) in SECRET and dst in SECRET:
        table.reveal(card)


# Skills of a card that lies under another do nothing; the stack is one card.
is_nullified_underneath = rules.says("11-3-2", True)


@rules.guard("11-3-3")
def at_the_very_bottom(table: Table, host: CardId) -> int:
    return len(table.pile(under(host)))


@rules.action("11-3-4")
def drop_what_lay_beneath(table: Table, cards: Sequence[CardId]) -> None:
    """The top card leaves; what lay under it goes to the Drop Area, and nothing of it triggers."""
    for card in cards:
        if abilities_of(table, card):
            table.cite("11-3-2")
            note_no_ko(table, card)
        dst = f"{table.card(card).owner}.drop"
        if not (table.card(card).mark("token") and leave_as_a_token(table, card, dst)):
            table.put(card, dst, 0)


@rules.action("11-3-5")
def take_along_what_lies_beneath(table: Table, card: CardId, player: Player) -> bool:
    """A card takes what lies under it to another player's area; else that would stay behind."""
    for below in table.pile(under(card)):
        table.occurs("moves along underneath", player, below)
    return True


@rules.action("11-3-6")
def move_only_the_top_card(table: Table, card: CardId, name: str) -> bool:
    """The next card stays where the top one was, and takes over what applied to it."""
    beneath, where = table.pile(under(card)), table.card(card).area
    owner = whose_area(table, card, name, without_a_player_named(table, card))
    if not beneath:
        return place(table, card, name)
    if not table.propose("move", card, owner, where, f"{owner}.{name}", cause(table)):
        return False
    heir, rest = beneath[0], beneath[1:]
    with table.together():
        table.put(heir, where, table.pile(where).index(card))
        take_over(table, card, heir)
        for below in rest:
            table.put(below, under(heir))
        what_holds_already(table, heir)
        go(table, card, name, owner)
    return True


def move_the_stack(
    table: Table, card: CardId, dst: str, at: int | None, why: str = "", by: Facts = ()
) -> None:
    """A card goes somewhere, with what lies under it, or without."""
    src = table.card(card).area
    beneath = table.pile(under(card))
    stays = not becomes_a_new_card(table, src, dst)
    with noting_who_falls(table), table.together():
        if area_name(src) == "battle" and area_name(dst) == "combo" and effects_stay_behind(table, src, dst):
            shed_effects(table, card)
        ref = table.card(card).ref
        if not stays and any(ref in (effect.cards or ()) for effect in table.state.effects):
            table.cite("8-8-1-4")
        master, object_number = table.master(card), table.card(card).object
        if not (table.card(card).mark("token") and leave_as_a_token(table, card, dst)):
            table.put(card, dst, at, why)
            if src != dst and area_name(dst) not in SECRET:
                take_hold_of_a_newcomer(table, card)
        if area_name(dst) == "battle" and area_name(src) != "battle":
            what_holds_already(table, card)
        if area_name(src) == "battle" and not stays:
            facts: Facts = (("from", src), ("object", object_number), ("to", dst), *(by or cause(table)))
            table.occurs("leaves play", master, card, facts)
        changes_sides = stays and area_player(src) != area_player(dst)
        comes_along = stays and not changes_sides
        if beneath and changes_sides:
            comes_along = take_along_what_lies_beneath(table, card, area_player(dst) or table.turn_player)
        if beneath and not comes_along:
            drop_what_lay_beneath(table, beneath)


def becomes_a_new_card(table: Table, src: str, dst: str) -> bool:
    if area_name(src) == "combo":
        return bool(leaves_the_combo_area(table, src, dst))
    return area_name(src) == "battle" and bool(leaves_the_battle_area(table, src, dst))


def shed_effects(table: Table, card: CardId) -> None:
    """8-8-1-4: effects of resolved skills no longer apply to the card; other cards keep theirs."""
    ref = table.card(card).ref
    for effect in table.state.effects:
        if effect.cards is None or ref not in effect.cards:
            continue
        table.cite("8-8-1-4")
        if others := tuple(one for one in effect.cards if one != ref):
            lay_on(table, effect, others)
        else:
            table.end(effect)


def may_lie_under_another(table: Table, card: CardId) -> bool:
    """Whether nothing says that it cannot be placed under another card."""
    return not table.is_forbidden(Proposal(PLACED_UNDER, table.master(card), card))


PLACED_UNDER = "be placed under"


def put_on_top(table: Table, card: CardId, bases: Sequence[CardId], player: Player) -> None:
    """A card is placed on others that are in play; they and what lay under them are beneath it now."""
    where = table.card(bases[0]).area
    at = table.pile(where).index(bases[0])
    with table.together():
        table.put(card, where, at)
        for base in bases:
            beneath = table.pile(under(base))
            pass_on(table, base, card)
            for below in (base, *beneath):
                lay_under(table, below, card)
        take_hold_of_a_newcomer(table, card)
        what_holds_already(table, card)


def lay_under(table: Table, card: CardId, host: CardId, at: int | None = None) -> None:
    """11-3-2: from now on its skills are nullified."""
    if abilities_of(table, card):
        table.cite("11-3-2")
    table.put(card, under(host), at)


def top_of(table: Table, card: CardId) -> CardId:
    """11-3-2: a stack is one card; what is done to a card in it is done to the one on top."""
    host = host_of(table.card(card).area)
    return card if host is None else top_of(table, host)


def put_underneath(table: Table, card: CardId, host: CardId) -> None:
    """With what lies under it: stacks do not nest, and cards underneath never rest or fight."""
    if not table.propose(PLACED_UNDER, card, table.master(card)):
        return
    beneath = table.pile(under(card))
    with table.together():
        for name in CARRIED:
            table.mark(card, name, None)
        for one in (card, *beneath):
            lay_under(table, one, host, at_the_very_bottom(table, host))


@rules.action("11-4-1")
def send_to_the_warp(table: Table, card: CardId) -> bool:
    """Face up, into its owner's Warp."""
    return place(table, card, "warp")


@rules.action("11-5-1")
def gain_control(table: Table, card: CardId, player: Player, until: str = "") -> bool:
    """Another player's card moves to one's own area."""
    if table.master(card) == player or area_name(table.card(card).area) not in ("battle", "combo"):
        return False
    keeps_everything(table)
    table.cite("4-3-2")
    name = area_name(table.card(card).area)
    with table.together():
        done = place(table, card, name, player)
        if done:
            table.occurs("control gained", player, card)
            table.mark(card, "control until", until or None)
            if table.reading("A-34b") == "a-play":
                table.occurs("play", player, card)
            else:
                note_no_play(table)
    return done


keeps_everything = rules.says("11-5-1-1", True)  # mode, facing and effects stay as they are


def give_back_control(table: Table, over: Sequence[str]) -> None:
    """Control for a time is done once and stays; read otherwise, it ends with that time (A-34)."""
    borrowed = [c for c in table.state.cards.values() if c.mark("control until") in over]
    for card in borrowed:
        if table.reading("A-34") == "returns-at-duration-end" and host_of(card.area) is None:
            place(table, card.id, area_name(card.area), opponent(table.master(card.id)))
        table.mark(card.id, "control until", None)
