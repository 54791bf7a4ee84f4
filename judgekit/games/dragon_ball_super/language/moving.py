"""Verbs that move cards: KO-ing, moving to an area, placing on and under others, playing, gaining control."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run
from judgekit.cardtext.interpret.doing import by_end_of_deck
from judgekit.engine.state import CardId, Player, area_name
from judgekit.games.dragon_ball_super import ch07_battle as battle
from judgekit.games.dragon_ball_super import ch11_other as other
from judgekit.games.dragon_ball_super.ch01_outline import name_a_number
from judgekit.games.dragon_ball_super.ch02_card_data import can_rest_energy, energy_cost, rest_energy
from judgekit.games.dragon_ball_super.ch03_areas import (
    at_once,
    in_the_order_of_their_owners,
    is_one_field_too_many,
    place,
    shuffle,
)
from judgekit.games.dragon_ball_super.ch06_turn import in_whose_battle_area, put_into_play
from judgekit.games.dragon_ball_super.ch10_01_ko import ko
from judgekit.games.dragon_ball_super.ch10_05_evolve import stack_and_play
from judgekit.games.dragon_ball_super.ch10_21_tokens import create_tokens, remove_from_the_game
from judgekit.games.dragon_ball_super.language.lasting import NEGATED
from judgekit.games.dragon_ball_super.of_no_avail import note_no_play
from judgekit.games.dragon_ball_super.rules import SECRET

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper


def _do_destroy(self: DragonBallSuper, run: Run, verb: m.Destroy, player: Player) -> None:
    cards = self.cards(run, verb.what, prompt=run.table.words("to KO"))
    with run.table.together():
        run.count = sum([bool(ko(run.table, card)) for card in cards])
    run.done = run.count > 0


def _do_move(self: DragonBallSuper, run: Run, verb: m.Move, player: Player) -> None:
    cards = self.cards(run, verb.what, prompt=run.table.words("to move to", area=verb.to.area))
    run.did(move_all(self, run, cards, verb.to))


def move_all(self: DragonBallSuper, run: Run, cards: Sequence[CardId], to: m.Place) -> int:
    """How many went where they were sent; one that may not move, or goes elsewhere, did not."""
    if to.end == "either":
        return to_either_end(self, run, cards, to)
    (name,) = self.area_names(to.area)
    moved = 0
    sorted_out = to.order == "random" or name != "deck"
    ordered = cards if sorted_out else in_the_order_of_their_owners(run.table, cards, name)
    if to.order == "random" and to.end is not None:
        ordered = self.take_at_random(run, list(cards), len(cards))
    for group in at_once(run.table, ordered):
        with run.table.together():
            moved += sum([move_one(run, card, name, to) for card in group])
    if name == "deck" and to.order == "random" and to.end is None:
        for owner in dict.fromkeys(run.table.card(card).owner for card in cards):
            shuffle(run.table, owner)
    return moved


def to_either_end(self: DragonBallSuper, run: Run, cards: Sequence[CardId], to: m.Place) -> int:
    ends = by_end_of_deck(run, cards).items()
    return sum(move_all(self, run, some, replace(to, end=end)) for end, some in ends if some)


def move_one(run: Run, card: CardId, name: str, to: m.Place) -> bool:
    table = run.table
    here = area_name(table.card(card).area)
    if f"fits {card}" in run.picked and here in SECRET and name in SECRET:
        other.reveal_what_had_to_fit(table, card, name)
    if "topmost" in run.picked:
        return bool(other.move_only_the_top_card(table, card, name))
    if name == "warp":
        return bool(other.send_to_the_warp(table, card))
    if name == "removed":
        return bool(remove_from_the_game(table, card))
    player = table.master(card) if here in ("battle", "combo") else run.you
    if name == "battle" and here not in ("battle", "combo") and table.peek(card, "type") == "battle":
        return put_into_play(table, card, player, "skill", to.orientation)
    if name == "combo":
        return battle.combo(table, player, card)
    if name == "battle" and is_one_field_too_many(table, card, player):
        return False
    if name == "battle" and here != "battle":
        note_no_play(table)
    at = 0 if to.end == "top" or (to.end is None and name == "life") else None
    return place(table, card, name, player, at=at, mode=to.orientation)


def _do_stack(self: DragonBallSuper, run: Run, verb: m.Stack, player: Player) -> None:
    hosts = self.cards(run, verb.onto)
    cards = self.cards(run, verb.what, prompt=run.table.words("to stack"))
    run.done, run.count = bool(hosts and cards), len(cards)
    if not run.done:
        return
    on_top = verb.how == "on top"
    if on_top and "union-absorb" in run.ability.labels:
        on_top = run.table.reading("A-31") == "absorbed-on-top"
    for card in cards:
        if on_top and not all(other.may_lie_under_another(run.table, host) for host in hosts):
            run.done = False
        elif on_top:
            other.put_on_top(run.table, card, hosts, player)
        else:
            other.put_underneath(run.table, card, hosts[0])


def _do_play(self: DragonBallSuper, run: Run, verb: m.Play, player: Player) -> None:
    """What one instruction plays is played at once (3-1-6)."""
    played = 0
    for group in at_once(run.table, self.cards(run, verb.what, prompt=run.table.words("to play"))):
        with run.table.together():
            played += sum([play_this(self, run, card, player, verb) for card in group])
    run.did(played)


def play_this(self: DragonBallSuper, run: Run, card: CardId, player: Player, verb: m.Play) -> bool:
    if verb.origin and area_name(run.table.card(card).area) not in self.area_names(verb.origin):
        return False
    if area_name(run.table.card(card).area) == "deck":
        run.table.reveal(card)
    if not pays_to_play(self, run, card, player, verb.cost):
        return False
    if verb.onto is not None and (hosts := self.cards(run, verb.onto)):
        return bool(stack_and_play(run.table, card, hosts, player, "skill"))
    return play_one(run, card, player, verb)


def pays_to_play(
    self: DragonBallSuper, run: Run, card: CardId, player: Player, cost: m.PlayCost | None
) -> bool:
    """A skill plays for nothing, unless it names a price; what cannot be paid is not played."""
    if cost is None or cost.way not in ("instead", "less"):
        return True
    n, colours = self.amount(cost.amount, run), tuple[str, ...]()
    if cost.way == "less":
        total, colours = energy_cost(run.table, card)
        n = max(total - n, len(colours))
    if not can_rest_energy(run.table, player, n, colours):
        return False
    rest_energy(run.table, player, n, colours)
    return True


def play_one(run: Run, card: CardId, player: Player, verb: m.Play) -> bool:
    with run.table.together():
        side = in_whose_battle_area(run.table, card, player)
        done = put_into_play(run.table, card, player, "skill", verb.orientation, side=side)
        if done and verb.negated:
            run.table.begin(NEGATED, run.source.card, run.you, "", [card])
    return done


def _do_evolve(self: DragonBallSuper, run: Run, verb: m.Evolve, player: Player) -> None:
    """Played on top of the base, as an evolution; in the mode that the text says."""
    bases = self.cards(run, verb.what)
    into = verb.into
    cards: tuple[CardId, ...] = ()
    if bases and into is not None:
        cards = self.cards(run, into, prompt=run.table.words("to evolve into"))
    run.done = bool(cards) and stack_and_play(run.table, cards[0], bases, player, "evolve")
    if run.done and verb.orientation is not None:
        run.table.mark(cards[0], "rest", True if verb.orientation == "rest" else None)


def _do_control(self: DragonBallSuper, run: Run, verb: m.GainControl, player: Player) -> None:
    cards = self.cards(run, verb.what, prompt=run.table.words("to gain control of"))
    until = self.until(verb.duration, run)
    with run.table.together():
        run.count = sum([bool(other.gain_control(run.table, card, player, until)) for card in cards])
    run.done = run.count > 0


def _do_token(self: DragonBallSuper, run: Run, verb: m.CreateToken, player: Player) -> None:
    n = self.amount(verb.n, run)
    if verb.up_to:
        n = name_a_number(run.table, player, run.table.words("how many tokens"), n, up_to=True)
    made = create_tokens(run.table, player, verb.name, n, verb.orientation, not verb.created)
    self.remember_made(run, verb, made or ())


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Destroy: _do_destroy,
    m.Move: _do_move,
    m.Stack: _do_stack,
    m.Play: _do_play,
    m.Evolve: _do_evolve,
    m.GainControl: _do_control,
    m.CreateToken: _do_token,
}
