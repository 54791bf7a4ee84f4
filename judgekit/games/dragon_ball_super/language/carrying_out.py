"""Carrying out a text (8-7): instruction by instruction, by one player or by both at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import LASTING, Interpreter, Run
from judgekit.cardtext.model import walk
from judgekit.engine.state import Player, Ref
from judgekit.games.dragon_ball_super.ch01_outline import both_lose_by_effect, turn_player_first
from judgekit.games.dragon_ball_super.ch08_05_activating import REST, activate_first
from judgekit.games.dragon_ball_super.ch08_05_targets import implied_player, shuffle_after_a_search
from judgekit.games.dragon_ball_super.ch08_07_effects import carry_out_at_once
from judgekit.games.dragon_ball_super.language.hidden_cards import both_lay_down, is_chosen_from_hand
from judgekit.games.dragon_ball_super.language.printed_skills import carry_out as carry_out_printed
from judgekit.games.dragon_ball_super.rules import CARRYING_OUT

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

ACTIVATE = "activate"
Entry = tuple[Any, ...]  # of an effect that was laid aside: something it knows, or something to be done


def perform(self: DragonBallSuper, run: Run, verb: m.Verb, player: Player) -> None:
    """8-7-1 carries out immediate effects; a lasting effect only begins, and a cost is not an effect."""
    resolving = run.table.state.frames[-1].procedure == run.table.rules.number(CARRYING_OUT)
    if isinstance(verb, LASTING) or not resolving:
        Interpreter.perform(self, run, verb, player)
        return
    concern_its_master(run, verb)
    act = partial(Interpreter.perform, self)
    carry_out_at_once(run.table, lambda: act(run, verb, player))


def concern_its_master(run: Run, verb: m.Verb) -> None:
    """Of another player's card too, it is the master who draws where the text names nobody."""
    card = run.table.state.cards.get(run.source.card.card)
    plain = getattr(verb, "who", "") == "you" and getattr(verb, "what", None) is None
    if plain and card is not None and card.owner != run.you:
        implied_player(run.table, run.you)


def do(self: DragonBallSuper, run: Run, verb: m.Verb) -> None:
    """What both players are told to do at once happens at once (A-01); the turn player chooses first."""
    if getattr(verb, "who", "you") != "each":
        Interpreter.do(self, run, verb)
        return
    if isinstance(verb, m.LoseGame):
        both_lose_by_effect(run.table)
        return
    if is_chosen_from_hand(verb):
        both_lay_down(self, run, verb)
    elif isinstance(getattr(verb, "what", None), m.Selector):
        turn_player_first(run.table)
    with run.table.together():
        Interpreter.do(self, run, verb)
    run.early.pop(id(verb), None)


def do_all(self: DragonBallSuper, run: Run, verbs: Sequence[m.Verb]) -> None:
    """One after the other; what comes after a skill that is activated first is put off."""
    for verb in verbs:
        if run.put_off:
            run.put_off.append(later(run, verb))
        else:
            self.do(run, verb)
    if verbs is run.ability.body:
        end_the_text(run)


def end_the_text(run: Run) -> None:
    searched = None if run.put_off else run.picked.pop("searched", None)
    if searched is not None:
        shuffle_after_a_search(run.table, Player(searched))


def resolve(self: DragonBallSuper, run: Run) -> None:
    if not take_up_again(self, run):
        Interpreter.resolve(self, run)
    lay_aside(run)


def carry_out(self: DragonBallSuper, run: Run) -> None:
    if not take_up_again(self, run):
        carry_out_printed(self, run)
    lay_aside(run)


def put_off_for(run: Run, uses: Sequence[Entry]) -> None:
    """These skills are activated first; what the effect has found out so far is kept."""
    known: list[Entry] = [("bound", n, *cards) for n, cards in sorted(run.bound.items())]
    taken = {card for cards in run.bound.values() for card in cards}
    known += [("place", card, area) for card, area in sorted(run.places.items()) if card in taken]
    known += [("picked", word, value) for word, value in sorted(run.picked.items())]
    run.put_off += [*known, ("numbers", run.count, run.number), *uses]


def later(run: Run, verb: m.Verb) -> Entry:
    """An instruction by its place in the text, with its performer and what has been bound since."""
    at = next(at for at, node in enumerate(walk(run.ability)) if node is verb)
    bound = [("bound", n, *cards) for n, cards in sorted(run.bound.items())]
    return ("do", at, run.performer, *[entry[1:] for entry in bound if entry not in run.put_off])


def lay_aside(run: Run) -> None:
    """The first skill that the effect activates is activated now; the rest waits (8-7-1)."""
    if not run.put_off:
        return
    first = next(entry for entry in run.put_off if entry[0] == ACTIVATE)
    run.put_off.remove(first)
    run.table.remember(**{REST: tuple(run.put_off)})
    _, address, card, _, player, free = first
    activate_first(run.table, player, card, address, free)


def take_up_again(self: DragonBallSuper, run: Run) -> bool:
    """Go on with an effect that was laid aside; false if it was not."""
    rest = run.table.recall(REST)
    if rest is None:
        return False
    run.table.remember(**{REST: ()})
    waiting = [entry for entry in rest if not recollect(run, entry)]
    while waiting and not run.put_off:
        go_on(self, run, waiting.pop(0))
    run.put_off += waiting
    end_the_text(run)
    return True


def recollect(run: Run, entry: Entry) -> bool:
    """What was found out before; false if the entry is something that is still to be done."""
    what, *values = entry
    if what == "bound":
        run.bound[values[0]] = tuple(values[1:])
    elif what == "place":
        run.places[values[0]] = values[1]
    elif what == "picked":
        run.picked[values[0]] = values[1]
    elif what == "numbers":
        run.count, run.number = values
    return what not in ("do", ACTIVATE)


def go_on(self: DragonBallSuper, run: Run, entry: Entry) -> None:
    if entry[0] == ACTIVATE:
        if run.table.state.current(Ref(entry[2], entry[3])) is not None:
            put_off_for(run, [entry])
        return
    _, at, performer, *bound = entry
    run.bound |= {n: tuple(cards) for n, *cards in bound}
    outer, run.performer = run.performer, performer
    verb: Any = next(node for number, node in enumerate(walk(run.ability)) if number == at)
    self.do(run, verb)
    run.performer = outer
