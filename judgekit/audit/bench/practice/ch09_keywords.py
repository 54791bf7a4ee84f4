"""Chapter 9: words that stand for abilities."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.audit.bench.practice.ch05_actions import gain, shade
from judgekit.audit.bench.practice.rules import rules
from judgekit.engine.abilities import Automatic, Moment, Prohibition, Proposal, Replacement, Source
from judgekit.engine.events import Moved
from judgekit.engine.state import Facts, Standby, area_name, opponent
from judgekit.engine.table import Table


def wilted(moment: Moment) -> bool:
    event = moment.event
    return isinstance(event, Moved) and area_name(event.src) == "garden" and area_name(event.dst) == "compost"


def this_wilted(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    if wilted(moment) and isinstance(moment.event, Moved) and moment.event.card == source.card.card:
        yield ()


def prick(table: Table, standby: Standby) -> None:
    gain(table, opponent(standby.player), "water", -1)


def would_wilt(table: Table, source: Source, proposal: Proposal) -> bool:
    return proposal.verb == "wilt" and proposal.card == source.card.card


def shade_instead(table: Table, source: Source, proposal: Proposal) -> None:
    shade(table, source.card.card)


@rules.keyword("9.1", "thorny")
def thorny(address: str) -> Automatic:
    return Automatic(address, "9.1", "thorny", on=(Moved,), fulfilled=this_wilted, resolve=prick)


@rules.keyword("9.2", "hardy")
def hardy(address: str) -> Prohibition:
    return Prohibition(address, "9.2", "hardy", forbids=would_wilt)


@rules.keyword("9.3", "evergreen")
def evergreen(address: str) -> Replacement:
    return Replacement(address, "9.3", "evergreen", optional=True, replaces=would_wilt, instead=shade_instead)
