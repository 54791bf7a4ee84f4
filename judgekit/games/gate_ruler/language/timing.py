"""When an event is played: a line of its text, a field of the card, or words before its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from judgekit.cardtext.parse import stands_apart

ALONE = re.compile(r"\s*[\[【]?(standard|instant) action[\]】]?\s*[.:]?\s*", re.IGNORECASE)


FORCED = re.compile(r"\s*[\[【]?forced reveal[\]】]?\s*\.?\s*", re.IGNORECASE)


def with_timing(text: str, properties: Mapping[str, Any]) -> str:
    """The text of an event with its timing in front, as most are printed."""
    if properties.get("type") != "event":
        return text
    if (forced := FORCED.match(text)) and (rest := text[forced.end() :]) and not stands_apart(rest):
        lead = "" if "timing" in rest.lower() else "Timing: Forced Reveal\n"  # 16-15a: it is one
        return f"Forced Reveal\n{lead}{rest}"
    if "timing" in text.lower():
        return text
    timing = str(properties.get("timing", ""))
    if found := ALONE.match(text):
        text, timing = text[found.end() :], f"{found[1]} action"
    return f"Timing: {timing.title()}\n{text}" if timing and text and not stands_apart(text) else text
