"""The frame of a ruler: deck limits, zones, set-up and start of turn, as the appendix prints them."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.registry import action
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import Ability, Keyword
from judgekit.games.gate_ruler.rules import UNLIMITED

Part = tuple[str, int]  # what a frame sets, and to how much


@action
def gr_framed(*parts: Part) -> Ability:
    """Each is kept as "what: how much"."""
    if len({what for what, _ in parts}) < len(parts):
        raise Unsound("a frame says each thing once")
    return Ability("keyword", keyword=Keyword("frame", values=tuple(f"{what}: {n}" for what, n in parts)))


@action
def gr_frame_none() -> Ability:
    return gr_framed()


@action
def gr_frame_limit(what: str, n: int) -> Ability:
    return gr_framed((what, n))


@action
def gr_frame_prepared(n: int) -> Ability:
    return gr_framed(("prepared", n))


@action
def gr_unlimited() -> int:
    return UNLIMITED


@action
def gr_zone_count(zone: str, n: int) -> Part:
    return f"{zone}s", n


@action
def gr_no_hand() -> Part:
    return "hand", 0


@action
def gr_laid_out(n: int) -> Part:
    return "set-up resources", n


@action
def gr_first_hand(n: Any) -> Part:
    return "set-up draws", n


@action
def gr_readies(n: int) -> Part:
    return "readies", n


@action
def gr_draws(n: Any) -> Part:
    return "draws", n


@action
def gr_drives(n: int) -> Part:
    return "drives", n


@action
def gr_cap(n: int) -> Part:
    return "summon cap", n


@action
def gr_free() -> Part:
    return "free", 1
