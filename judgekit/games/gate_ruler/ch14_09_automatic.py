"""Section 14-9: automatic abilities: how they trigger, and how they are played."""

from __future__ import annotations

from collections.abc import Callable

from judgekit.engine.abilities import Ability, Automatic, Moment, Source
from judgekit.engine.events import Armed, Happened, Occurred
from judgekit.engine.state import PLAYERS, Card, CardId, Facts, Player, Ref, Standby, fact, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch06_how_to_play as turn
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_04_set_cards as set_cards
from judgekit.games.gate_ruler import ch14_05_boxes as boxes
from judgekit.games.gate_ruler import ch14_06_limits as limits
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import play_of
from judgekit.games.gate_ruler.ch03_zones import arrives_face_down, may_check, may_check_face_down
from judgekit.games.gate_ruler.rules import AUTOMATIC_PLAYED, is_hidden, is_in_play, phase, rules, zone_kind

END_OF_TURN = "end of the turn"


def sees_the_event(table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
    """The card in the form that sees the event, if the ability can trigger."""
    holder = which_card(table, moment, card, ability)
    if holder is None or not triggers(table, holder, ability):
        return None
    if table.policy.master(moment.before, holder) != holder.owner:
        table.cite("4-5c")
        if moment.after.cards.get(card) is not holder:
            table.cite("14-14a-1")
    return holder


@rules.guard("14-9b")
def triggers(table: Table, card: Card, ability: Ability) -> bool:
    """Each time its condition is met, its trigger count grows by one; unless a rule stops it."""
    player = table.policy.master(table.state, card)
    if play_of(ability).limits and limits.automatic_is_used_up(table, player, ability.address, card.ref):
        return False
    if play_of(ability).resource and demanding.does_not_trigger(table, player, ability.address):
        return False
    if waits_for_end_of_turn(ability) and phase(table) == "end":
        key = end_of_turn_key(ability, card)
        if turn.triggered_in_this_phase(table, key):
            return False
        table.set_number(key, table.number("turn"))
    return True


def which_card(table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
    """As it is after the event; as it was before, if the event took it away."""
    after = moment.after.cards.get(card)
    if after is not None and table.policy.active(table, moment.after, after, ability):
        return after
    before = moment.before.cards.get(card)
    if before is None or not table.policy.active(table, moment.before, before, ability):
        return None
    if getattr(moment.event, "card", None) == card:
        return before
    looks = looks_at_what_moved_together(table, moment)
    return before if looks else None


@rules.guard("14-9b-1")
def reveal_to_trigger(table: Table, card: int, player: Player) -> bool:
    """An ability of a hidden card triggers only if the card is shown."""
    if all(may_check(table, seat, card) for seat in PLAYERS):
        return True
    face_down = bool(table.card(card).mark("face down"))
    if face_down and not may_check_face_down(table, player, card):
        return False
    if may_keep_it_hidden(table, card, player):
        return False
    table.mark(card, "face down", None)
    table.reveal(card)
    stays_revealed(table, card)
    return True


@rules.guard("14-9b-1a")
def may_keep_it_hidden(table: Table, card: int, player: Player) -> bool:
    return not table.may(player, table.words("reveal to play", card=table.label(card)))


# Meeting the condition in two ways at once is still one occasion to show it.
once_for_each_occasion = rules.says("14-9b-1b", True)


@rules.guard("14-9b-1c")
def stays_revealed(table: Table, card: int) -> None:
    """Until it has been played and has resolved, or it is settled that it will not be."""
    table.mark(card, "shown to trigger", True)
    if zone_kind(table.card(card).area) == "hand":
        table.mark(card, "revealed", True)


def hide_again(table: Table, ref: Ref) -> None:
    """The ability that a card was shown for is over: where its zone hides it, it is hidden again."""
    now = table.state.current(ref)
    if now is None or not now.mark("shown to trigger"):
        return
    with table.under("14-9b-1c"):
        table.mark(now.id, "shown to trigger", None)
        table.mark(now.id, "revealed", None)
        if arrives_face_down(table, now.area):
            table.mark(now.id, "face down", True)


@rules.step("14-9c")
def play_one_that_waits(table: Table) -> None:
    """One of the active player's, or else one of the other player's."""
    for player in (table.turn_player, opponent(table.turn_player)):
        waiting = [standby for standby in table.state.standby if standby.player == player]
        if waiting:
            if play_waiting(table, choose_waiting(table, player, waiting)):
                table.call(AUTOMATIC_PLAYED)
            return


@rules.step("14-9c-1")
def start_the_system_process_over(table: Table) -> None:
    """J-43: after each, or when all that wait have been played."""
    if table.state.standby and table.reading("J-43") == "in-one-batch":
        table.leave_to("14-9c")
    else:
        table.leave_to("11-2a-1")


@rules.guard("14-9d")
def must_be_played(table: Table, standby: Standby) -> bool:
    """A triggered ability is played, like it or not. J-51."""
    spec = play_of(table.pool.ability(standby.ability))
    if spec.optional and table.reading("J-51") == "choice-on-playing":
        return table.may(standby.player, table.words("play the ability", ability=standby.ability))
    return True


@rules.guard("14-9e")
def looks_at_what_moved_together(table: Table, moment: Moment) -> bool:
    """J-32: cards that leave together see each other leave."""
    return table.reading("J-32") == "both-trigger"


@rules.guard("14-9e-1")
def between_revealed_and_hidden(table: Table, src: str, dst: str) -> bool:
    """The card in the zone that reveals it counts; whether that is the old zone."""
    return is_hidden(dst) and not is_hidden(src)


@rules.guard("14-9e-2")
def out_of_play(table: Table, src: str, dst: str) -> bool:
    """The card in play counts; whether that is the old zone."""
    return is_in_play(src) and not is_in_play(dst)


otherwise_as_it_arrives = rules.says("14-9e-3", True)  # else the card where it arrives


def as_referred_to(table: Table, src: str, dst: str) -> bool:
    """Whether an ability that a move triggered refers to the card as it was before."""
    if is_in_play(src) != is_in_play(dst):
        return bool(out_of_play(table, src, dst))
    if is_hidden(src) != is_hidden(dst):
        return bool(between_revealed_and_hidden(table, src, dst))
    return not otherwise_as_it_arrives(table)


@rules.guard("14-9f-1")
def triggers_once(table: Table, again: bool = False) -> bool:
    """A delayed ability triggers once, unless its text says otherwise."""
    return not again


@rules.guard("14-9g-1")
def status_is_new(table: Table, situation: str) -> bool:
    """J-28: a status ability triggers when its status begins to hold."""
    return situation not in table.state.situations


played_without_its_card = rules.says("14-9h", True)  # it is played even if its card is gone or has lost it


def trigger_again(table: Table, facts: Facts) -> None:
    """J-28: a status ability that has left the gate may trigger again while its status goes on, or not."""
    situation = fact(facts, "situation")
    if situation and table.reading("J-28") == "again-after-resolving":
        table.emit(Armed(situation, spent=False))
        table.notice_situations((table.seq, len(table.happened) - 1))


def status(table: Table, source: Source, holds: Callable[[Table, Source], bool]) -> bool:
    """Whether a status ability may trigger: its status holds, and has not set it off yet (J-28)."""
    if not holds(table, source) or status_is_new(table, f"{source.what}@{source.card.card}") is None:
        return False
    if table.number(f"{source.what}@{source.card.card} ever"):
        return table.reading("J-28") != "once-per-game"
    return True


# playing what waits


def choose_waiting(table: Table, player: Player, waiting: list[Standby]) -> Standby:
    """By the ability's address; identical ones are numbered in the order they triggered."""
    named: dict[str, Standby] = {}
    for standby in waiting:
        again = sum(name.partition(" ~")[0] == standby.ability for name in named)
        named[f"{standby.ability} ~{again + 1}" if again else standby.ability] = standby
    options = [(name, table.pool.ability(s.ability).text or name) for name, s in named.items()]
    return named[table.pick(player, options, table.words("triggered ability"))]


def play_waiting(table: Table, standby: Standby) -> bool:
    """Its trigger count falls by one, played or not; returns whether it was played."""
    ability = table.pool.ability(standby.ability)
    spec = play_of(ability)
    now = table.state.current(standby.source)
    gone = now is None
    if now is not None and ability.where and zone_kind(now.area) in ability.where:
        table.cite("14-2b")
    if isinstance(ability, Automatic) and ability.situation is not None:
        table.set_number(f"{standby.ability}@{standby.source.card} ever", 1)
    played = None
    used_up = bool(spec.limits) and limits.automatic_is_used_up(
        table, standby.player, standby.ability, standby.source
    )
    lost = used_up or (gone and not played_without_its_card(table))
    if must_be_played(table, standby) is not False and not lost:
        with table.because(standby.cause):
            played = play_triggered(table, standby)
    table.settle(standby, "played" if played is not None else "not played")
    if played is None:
        hide_again(table, standby.source)
    return played is not None


def play_triggered(table: Table, standby: Standby) -> CardId | None:
    spec = play_of(table.pool.ability(standby.ability))
    if spec.sort == "set":
        return play_shown_card(table, standby)
    if spec.sort == "TD":
        return boxes.play_special(
            table, standby.player, standby.ability, standby.source, standby.facts, standby.id
        )
    return playing.play(
        table, standby.player, spec, address=standby.ability, source=standby.source, facts=standby.facts,
        standby=standby.id,
    )  # fmt: skip


def play_shown_card(table: Table, standby: Standby) -> CardId | None:
    """A set card whose condition was met."""
    card = standby.source.card
    if table.state.current(standby.source) is None or zone_kind(table.card(card).area) != "set":
        return None
    return set_cards.play_when(table, standby.player, card, standby.id, standby.facts)


def waits_for_end_of_turn(ability: Ability) -> bool:
    return isinstance(ability, Automatic) and "end of turn" in play_of(ability).labels


def end_of_turn_key(ability: Ability, card: Card) -> str:
    """Key of the number that holds the turn it triggered in; a card that returns is another (3-2d)."""
    return f"{ability.address}@{card.id}.{card.object} at the end of turn"


def untriggered_end_of_turn(table: Table) -> bool:
    """6-5d: abilities that wait for the end of the turn and have not triggered in this phase yet."""
    for card in table.state.cards.values():
        if not is_in_play(card.area) or card.name == "?":
            continue
        for ability in playing.abilities_of(table, card.id):
            if not waits_for_end_of_turn(ability) or not table.policy.active(
                table, table.state, card, ability
            ):
                continue
            key = end_of_turn_key(ability, card)
            source = table.source(ability, card)
            if table.number(key) != table.number("turn") and wants_this_turn(table, ability, source):
                return True
    return delayed_end_of_turn(table)


def delayed_end_of_turn(table: Table) -> bool:
    """One made in this very phase, after the end of the turn occurred, waits for it too."""
    return any(
        wants_this_turn(
            table,
            table.pool.ability(timed.ability),
            Source(timed.ability, timed.source, timed.player, 0, timed.facts),
        )
        for timed in table.state.scheduled
        if waits_for_end_of_turn(table.pool.ability(timed.ability))
    )


def wants_this_turn(table: Table, ability: Ability, source: Source) -> bool:
    """Whether the end of this turn would trigger it: tried, not done."""
    if not isinstance(ability, Automatic) or ability.fulfilled is None:
        return False
    happened = Happened(Occurred(END_OF_TURN, table.turn_player))
    moment = Moment(table.state, table.state, happened, (table.seq, 0))
    return any(True for _ in ability.fulfilled(table, moment, source))
