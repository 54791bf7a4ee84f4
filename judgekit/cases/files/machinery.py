"""What only the machine knows about a moment: the `[machine]` table of a saved position.

Whatever a state has that a person never writes by hand goes through the engine's own codec, so that a new
field of the engine is saved without a change here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from judgekit.cases.files.page import Page, guess
from judgekit.engine.codec import Saved, restore, save
from judgekit.engine.state import Area, State

BY_HAND = frozenset(
    {
        "cards", "areas", "numbers", "frames", "turn_player", "standby", "effects", "scheduled", "seed",
        "dice_told",
    }
)  # fmt: skip
KEPT = tuple(name for name in Saved.__struct_fields__ if name not in BY_HAND)


def kept(state: State) -> dict[str, Any]:
    """The machine's part of a state, as it is written; areas that have become empty are named."""
    plain = msgspec.to_builtins(save(state))
    found = {name: _written(plain[name]) for name in KEPT if plain.get(name) not in (None, {}, [])}
    empty = sorted(str(where) for where, pile in state.areas.items() if not pile)
    return {"clock": state.clock} | found | ({"empty": empty} if empty else {})


def resumed(page: Page, state: State) -> State:
    """The state with the machine's part as it was saved."""
    for name in page.data:
        if name not in (*KEPT, "empty"):
            page.tell((name,), "what a saved position has here" + guess(name, KEPT), f"the field {name}")
    given = {name: _read(page.data[name]) for name in KEPT if name in page.data}
    try:
        saved = msgspec.convert({"cards": [], "areas": {}, "numbers": {}, "frames": [], **given}, Saved)
    except msgspec.ValidationError as error:
        page.tell((), "what a saved position has here", str(error))
        return state
    whole = restore(saved)
    areas = state.areas.update({Area(where): () for where in page.texts("empty")})
    return msgspec.structs.replace(state, areas=areas, **{name: getattr(whole, name) for name in KEPT})


def _written(value: Any) -> Any:
    """TOML has no null: an empty table replaces it."""
    if isinstance(value, dict):
        return {key: _written(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_written(part) for part in value]
    return {} if value is None else value


def _read(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _read(part) for key, part in value.items()} or None
    if isinstance(value, list):
        return [_read(part) for part in value]
    return value
