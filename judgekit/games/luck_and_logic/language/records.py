"""Which past events a text can ask for: those that the game counts, and those that a card can see."""

from __future__ import annotations

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.remembering import can_be_seen

COUNTED = ("trance", "logic drive", "luck drive")
SEEN = (
    m.AbilityUsed, m.Attaches, m.Attacks, m.Battles, m.ChangesZone, m.Defends, m.Destroyed, m.Discarded,
    m.Drawn, m.Flipped, m.Intercepts, m.Moved, m.NumberChanges, m.Performs, m.Played, m.Seen, m.Turned,
)  # fmt: skip


def is_recorded(asked: m.Happened | m.Did | m.HowOften) -> bool:
    """What the game counts by player and by member, whoever asks."""
    event = asked.event
    if asked.period != ("battle" if isinstance(event, m.Battles) else "turn"):
        return False
    if isinstance(asked, m.HowOften) and not isinstance(event, m.Destroyed | m.Moved | m.Attacks):
        return False
    if isinstance(asked, m.Did):
        return asked == m.Did(m.Attacks(m.This()), "turn")
    if isinstance(event, m.Destroyed | m.Moved):
        return kept_count(event) is not None
    if isinstance(event, m.Battles) and not isinstance(asked, m.HowOften):
        return event.result == "wins" and event.against is None and asked.least == 1
    if isinstance(event, m.Attacks):
        return not asked.apart and event.target is None and is_counted(event.what)
    return isinstance(event, m.Performs) and event.action in COUNTED and event.what is None


def is_seen(asked: m.Happened | m.Did | m.HowOften) -> bool:
    """What the card whose text asks can count by itself while the game goes on."""
    return can_be_seen(asked, SEEN)


def is_counted(what: m.Target | None) -> bool:
    """Attacks are counted by player and by member."""
    if not isinstance(what, m.Selector):
        return True
    return what in (m.Selector(whose=what.whose), m.Selector(whose=what.whose, types=("member",)))


def kept_count(event: m.Destroyed | m.Moved) -> str | None:
    """What is counted during a turn, by player: gates destroyed, members that left the circles for a zone.
    Their kind is not kept."""
    what = event.what
    if not isinstance(what, m.Selector) or what.filters or what.areas or event.cause is not None:
        return None
    if isinstance(event, m.Destroyed):
        return "gates destroyed" if what.types == ("gate",) else None
    if what.types != ("member",) or event.origin not in ((), ("circle",)):
        return None
    kept = {"drop zone": "members dropped", "stock zone": "members stocked"}
    return kept.get(event.to[0]) if len(event.to) == 1 else None
