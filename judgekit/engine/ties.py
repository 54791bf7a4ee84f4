"""Effects of one moment whose order matters: a player puts them in order, once as long as they tie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from judgekit.engine.abilities import Source
from judgekit.engine.state import CardId, Player

if TYPE_CHECKING:
    from judgekit.engine.table import Table

TIE = "place of "  # the names of numbers that put effects of one moment in order


def settle_ties(table: Table, chooser: Callable[[Table, Sequence[Source]], Player]) -> None:
    """Ask the player who chooses for the order of effects that tie and have none yet."""
    if not (table.index.modifiers or table.state.effects):
        return
    ties = table.board.ties
    if not ties and not any([key.startswith(TIE) for key in table.state.numbers]):
        return  # as nearly always
    for tied in ties:
        if not all(table.number(tie(source)) for source in tied):
            put_in_order(table, tied, chooser(table, tied))
    forget_old_ties(table, ties)


def put_in_order(table: Table, tied: Sequence[Source], player: Player) -> None:
    """The effect to apply first, then the next, until one is left."""
    left = {tie(source): table.pool.ability(source.what).text or source.what for source in tied}
    order = []
    while left:
        options = [(key.removeprefix(TIE), text) for key, text in left.items()]
        order.append(TIE + table.pick(player, options, table.words("first of the effects")))
        del left[order[-1]]
    with table.together():
        for place, first in enumerate(order, 1):
            table.set_number(first, place)


def forget_old_ties(table: Table, ties: Sequence[Sequence[Source]]) -> None:
    """Effects that no longer tie lose their places."""
    standing = {tie(source) for tied in ties for source in tied}
    for key in sorted(k for k in table.state.numbers if k.startswith(TIE) and k not in standing):
        table.set_number(key, 0)


def affected_by_both(table: Table, tied: Sequence[Source]) -> CardId:
    """A card whose value two of the effects change."""
    names = {source.what for source in tied}
    both = [card for (card, _), rows in table.board.rows.items() if len(names & {r.effect for r in rows}) > 1]
    return both[0] if both else tied[0].card.card


def tie(source: Source) -> str:
    """The number for an effect's place among simultaneous ones."""
    return f"{TIE}{source.what} c{source.card.card}"
