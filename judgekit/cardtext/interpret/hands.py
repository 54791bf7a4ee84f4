"""Hands and decks, in the words of every game: draw, draw until, discard down to, look, reveal, shuffle.

A game gives what its clauses do with the cards; who acts, how many and which cards is the same in all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.sight import Run
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table

Doing = Callable[..., None]
Draw = Callable[[Table, Player, int], Any]  # what was drawn, or how many
Show = Callable[[Table, Player, Sequence[CardId]], object]
LookAtTop = Callable[[Table, Player, Player, int], Sequence[CardId] | None]


def drawing(draw: Draw, draw_up_to: Draw) -> Doing:
    def do(self: Any, run: Run, verb: m.Draw, player: Player) -> None:
        run.did((draw_up_to if verb.up_to else draw)(run.table, player, self.amount(verb.n, run)))

    return do


def drawing_until(draw: Draw) -> Doing:
    def do(self: Any, run: Run, verb: m.DrawUntil, player: Player) -> None:
        missing = self.amount(verb.n, run) - len(run.table.pile(f"{player}.hand"))
        run.did(draw(run.table, player, missing))

    return do


def too_many(self: Any, run: Run, verb: m.DiscardDownTo, player: Player) -> int:
    """How many cards of a hand are over the number that is left."""
    left: int = self.amount(verb.n, run)
    return max(0, len(run.table.pile(f"{player}.hand")) - left)


def looking(look: Show, at_top: LookAtTop | None = None, up_to: LookAtTop | None = None) -> Doing:
    """At cards; at the top of a deck as a clause of its own says, if the game has one."""

    def do(self: Any, run: Run, verb: m.Look, player: Player) -> None:
        what = verb.what
        if at_top and up_to and isinstance(what, m.Selector) and what.end == "top":
            whose = self.players(what.whose if what.whose not in ("", "any") else "you", run)[0]
            n = self.amount(getattr(what.quantity, "n", 1), run)
            take = up_to if isinstance(what.quantity, m.UpTo) else at_top
            seen: Sequence[CardId] = take(run.table, player, whose, n) or ()
            run.take(what, seen)
        else:
            seen = self.cards(run, what, prompt=run.table.words("to look at"))
            look(run.table, player, seen)
        run.done = bool(seen)

    return do


def revealing(reveal: Show) -> Doing:
    def do(self: Any, run: Run, verb: m.Reveal, player: Player) -> None:
        if cards := self.cards(run, verb.what, prompt=run.table.words("to reveal")):
            reveal(run.table, player, cards)
        run.did(cards)

    return do


def shuffling(shuffle: Callable[[Table, Player], object]) -> Doing:
    def do(self: Any, run: Run, verb: m.Shuffle, player: Player) -> None:
        for whose in self.players(verb.whose, run):
            shuffle(run.table, whose)

    return do
