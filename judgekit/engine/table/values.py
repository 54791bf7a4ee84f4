"""What cards are like as modified: boards of the state as it is and as it was, and who watches what there."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from judgekit.engine.abilities import (
    Automatic,
    Modifier,
    Source,
    Status,
    effect_source,
)
from judgekit.engine.events import (
    Called,
    Derived,
    ReadAs,
    Went,
    plain,
)
from judgekit.engine.index import CHANGES, RESHAPES, index_cards
from judgekit.engine.layers import Board
from judgekit.engine.state import (
    UNKNOWN,
    CardId,
    Effect,
    State,
)
from judgekit.engine.table.step import Finding
from judgekit.engine.watching import Watch, unwatched

if TYPE_CHECKING:
    from judgekit.engine.table.face import Table


def derive(table: Table, board: Board) -> Board:
    """Derive a board, and keep what that cited: a step that reuses it cites the same clauses."""
    outer = table.reasons, table.being_read, table.offering
    table.reasons, table.being_read, table.offering = board.reasons, board.doubts, False
    table.sight.deriving += 1
    try:
        if board.state is table.state:
            derive_watched(table, board)
        else:
            board.derive()
    finally:
        table.sight.deriving -= 1
        table.reasons, table.being_read, table.offering = outer
    board.step = table.steps
    table.reasons.update(board.reasons)
    if table.being_read is not None:
        table.being_read += [doubt for doubt in board.doubts if doubt not in table.being_read]
    return board


def derive_watched(table: Table, board: Board) -> None:
    """Derive a board of the current state, and note everything that is read for it."""
    state, watch = table.state, Watch(table.state)
    table.state = board.state = board.shown = watch.state
    try:
        board.derive()
    finally:
        table.state = state if table.state is watch.state else unwatched(table.state)
        board.state = board.shown = state
        board.watch = watch


def again(table: Table, board: Board) -> Board:
    if board.step != table.steps:
        board.step = table.steps
        table.reasons.update(board.reasons)
        for doubt in tuple(board.doubts):  # while it is being derived, reading adds to them
            table.reading(doubt)
    return board


def look_for(table: Table, about: Any, look: Callable[..., Any], *at: Any) -> Finding:
    """Look for something and keep what that cites with it, so that the search need not be repeated."""
    outer, outer_reading, done = table.reasons, table.being_read, len(table.happened)
    reasons: dict[str, None] = {}
    doubts: list[str] = []
    table.reasons, table.being_read = reasons, doubts
    # whoever looks at a board cites what it was derived by, even if others did before
    if table.sight.board is not None:
        table.sight.board.step = 0
    if table.sight.board_before is not None:
        table.sight.board_before.step = 0
    try:
        finding = Finding(table.state, look(*at), reasons, doubts, about)
    finally:
        table.reasons, table.being_read = outer, outer_reading
    if len(table.happened) > done:
        finding.repeatable = all(type(one.event) is ReadAs for one in table.happened[done:])
    repeat(table, finding)
    return finding


def keep(table: Table, about: Hashable, look: Callable[..., Any], *at: Any) -> Any:
    """What is found in the state; not looked for again while everything read for it is unchanged. It must
    depend on the state alone, and on where the rules stand only through `Policy.phases`."""
    if table.sight.deriving:  # the cards are not yet as they will be
        return look(*at)
    kept = table.sight.kept
    known = kept.get(about)
    if known is not None and _still_holds(table, known):
        repeat(table, known)
        if known.board is not None:
            known.board.step = table.steps  # what it cites has been cited with the rest
        return known.found
    state, watch = table.state, Watch(table.state)
    phases = table.policy.under_way(state)
    _take_for(table, state, watch.state)
    try:
        known = look_for(table, phases, look, *at)
    finally:
        _take_for(table, watch.state, state)
        if table.state is not state:
            table.state = unwatched(table.state)
    known.state, known.watch, known.board = state, watch, _board_used(table)
    if known.repeatable and table.state is state:
        kept[about] = known
    return known.found


def _take_for(table: Table, one: State, other: State) -> None:
    """Continue with another, equal state; boards of the first now show it."""
    for board in (table.sight.board, table.sight.board_before):
        if board is not None and board.shown is one:
            board.shown = board.state = other
    if table.state is one:
        table.state = other


def _board_used(table: Table) -> Board | None:
    """The board of the state, if it has been used since it was last asked for."""
    board = table.sight.board
    return board if board is not None and board.step else None


def _still_holds(table: Table, known: Finding) -> bool:
    seen, state, watch = known.state, table.state, known.watch
    assert watch is not None
    if seen is not state and (
        seen.effects is not state.effects
        or (watch.standby.is_read and seen.standby is not state.standby)
        or seen.scheduled is not state.scheduled
        or seen.situations is not state.situations
        or seen.stalled is not state.stalled
        or seen.turn_player != state.turn_player
        or (watch.frames.is_read and known.about != table.policy.under_way(state))
        or not watch.reads_the_same(seen, state)
    ):
        return False
    if known.board is not None and not _is_the_board(table, known.board):
        return False
    known.state = state
    return True


def _is_the_board(table: Table, board: Board) -> bool:
    """Whether a board shows the state. If so, it is the one to use; nothing is cited yet."""
    if not board.shows(table.state):
        return False
    sight = table.sight
    if sight.board is not board:
        sight.board, sight.board_before = board, sight.board
    return True


def repeat(table: Table, finding: Finding) -> None:
    """Cite what finding this cited."""
    table.reasons.update(finding.reasons)
    for doubt in finding.doubts:
        table.reading(doubt)


def value(table: Table, card: int, name: str) -> Any:
    """A property as modified, read by a rule: its derivation is logged."""
    value = table.peek(card, name)
    if not is_touched(table, name):
        return value
    rows = table.board.rows.get((CardId(card), name))
    if not rows:
        return value
    base = table.board.base(CardId(card), name)
    with table.mechanic("read a value") as works, table.mechanic("printed value") as printed:
        if not (works and printed):
            return base if printed else None
        if (card, name, value) not in table.told:
            table.told.add((card, name, value))
            table.emit(Derived(CardId(card), name, plain(base), plain(value), tuple(rows)))
            for other in changed_before(table, CardId(card), name, rows[0].layer):
                table.value(card, other)
            for row in rows:
                if (
                    row.source is not None
                    and name != "abilities"
                    and was_given(table, row.source, row.effect)
                ):
                    table.value(row.source, "abilities")
    return value


def changed_before(table: Table, card: CardId, name: str, layer: str) -> list[str]:
    """What else of a card had been changed when an effect of this layer looked at it: a colour, a trait."""
    rows, order = table.board.rows, table.rules.book.order
    others = [n for c, n in rows if c == card and n not in (name, "abilities")]
    return [n for n in others if order.get(rows[card, n][0].layer, 0) < order.get(layer, 0)]


def was_given(table: Table, card: int, ability: str) -> bool:
    """Whether a card has an ability from an effect, not in print: then the log says how it got it."""
    gives = (CardId(card), "abilities") in table.board.rows and card in table.state.cards
    return (
        gives
        and ability in table.board.value(CardId(card), "abilities")
        and all(ability != printed.address for printed in table.definition(card).abilities)
    )


def board_of(table: Table, state: State) -> Board:
    """The cards as they were modified in a state of this moment."""
    if table.sight.board is not None and table.sight.board.shows(state):
        return again(table, table.sight.board)
    if state is table.state:
        return table.board
    if table.sight.board_before is None or not table.sight.board_before.shows(state):
        table.sight.board_before = derive(table, Board(table, state))
    return again(table, table.sight.board_before)


def is_touched(table: Table, name: str, state: State | None = None) -> bool:
    """Whether anything in this game can modify such a property at all."""
    if name in table.sight.modifiable:
        return True
    effects = (state or table.state).effects
    return bool(effects) and name in effects_touch(table, effects)


def effects_touch(table: Table, effects: tuple[Effect, ...]) -> frozenset[str]:
    """The properties that lasting effects change, and "abilities" if any gives or takes some."""
    if effects is not table.sight.touching[0]:
        abilities = (table.pool.ability(effect.what) for effect in effects)
        names = [a.properties for a in abilities if isinstance(a, Modifier)]
        table.sight.touching = (effects, table.setting.with_what_is_given(frozenset().union(*names)))
    return table.sight.touching[1]


def effects_hold(table: Table, effects: tuple[Effect, ...]) -> frozenset[str]:
    """The names of the statuses that lasting effects bring."""
    if effects is not table.sight.holding[0]:
        abilities = (table.pool.ability(effect.what) for effect in effects)
        table.sight.holding = (effects, frozenset(a.name for a in abilities if isinstance(a, Status)))
    return table.sight.holding[1]


def working_modifiers(table: Table, board: Board) -> list[tuple[Modifier, Source]]:
    """Every modifier in force: of cards in play, given to cards, and of lasting effects."""
    state = board.state
    found: list[tuple[Modifier, Source]] = []
    areas = table.setting.working_areas
    for card_number, modifier in table.index.modifiers:
        card = state.cards.get(card_number)
        if card is None or (areas is not None and card.area not in areas and not modifier.where):
            continue
        if not board.has_ability(card.id, modifier.address):
            continue
        if table.policy.active(table, state, card, modifier):
            found.append((modifier, table.source(modifier, card, state)))
    for card_number, ability in board.granted() if board.picture else ():
        card = state.cards[card_number]
        if isinstance(ability, Modifier) and table.policy.active(table, state, card, ability):
            found.append((ability, table.source(ability, card, state)))
    for effect in state.effects:
        ability = table.pool.ability(effect.what)
        if isinstance(ability, Modifier):
            found.append((ability, effect_source(effect)))
    return found


def reindex(table: Table, state: State, before: State | None = None) -> None:
    """Cards that an event has just taken away still notice that event."""
    index = index_cards(table.pool, state, before)
    table.sight.has_unknown = UNKNOWN in index.named
    table.sight.has_untold = any(name in table.printed and table.printed[name].untold for name in index.named)
    index.touched = set(table.setting.with_what_is_given(frozenset(index.touched)))
    table.index = index
    table.sight.modifiable = table.setting.touched | index.touched
    reactive = set(RESHAPES) | set(index.watch) | table.setting.interrupting_types
    reactive |= {kind for a in table.pool.abilities.values() if isinstance(a, Automatic) for kind in a.on}
    table.sight.has_situations = any(
        isinstance(a, Automatic) and a.situation is not None for a in table.pool.abilities.values()
    )
    if table.sight.has_situations:
        reactive |= CHANGES
    table.sight.reactive = frozenset(reactive)
    table.sight.course_is_watched = Went in reactive or Called in reactive
    table.sight.board = table.sight.board_before = None
    table.sight.kept.clear()
    table.sight.awake_lately.clear()
    table.sight.prohibitions = None
