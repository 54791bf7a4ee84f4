"""The frame of a ruler: deck limits, zones, set-up and start of turn, as the appendix prints them."""

from __future__ import annotations

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import action, actions
from judgekit.cardtext.errors import Unsound
from judgekit.games.gate_ruler.rules import UNLIMITED

Part = tuple[str, int]  # what a frame sets, and to how much


@action
def gr_framed(*parts: Part) -> m.Ability:
    """Each is kept as "what: how much"."""
    if len({what for what, _ in parts}) < len(parts):
        raise Unsound("a frame lists each thing only once")
    return m.Ability("keyword", keyword=m.Keyword("frame", values=tuple(f"{what}: {n}" for what, n in parts)))


actions(
    gr_frame_none=gr_framed,
    gr_frame_limit=lambda what, n: gr_framed((what, n)),
    gr_frame_prepared=lambda n: gr_framed(("prepared", n)),
    gr_unlimited=lambda: UNLIMITED,
    gr_zone_count=lambda zone, n: (f"{zone}s", n),
    gr_no_hand=lambda: ("hand", 0),
    gr_laid_out=lambda n: ("set-up resources", n),
    gr_laid_out_exhausted=lambda n: ("set-up exhausted", n),
    gr_first_hand=lambda n: ("set-up draws", n),
    gr_readies=lambda n: ("readies", n),
    gr_readies_all=lambda: ("readies", UNLIMITED),
    gr_draws=lambda n: ("draws", n),
    gr_drives=lambda n: ("drives", n),
    gr_cap=lambda n: ("summon cap", n),
    gr_free=lambda: ("free", 1),
)
