"""How fast card libraries are: 3,600 made-up rows imported, reported on, searched, exported."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judgekit.audit.bench.report import Figure, figure
from judgekit.cards.finding import find
from judgekit.cards.importing import bring, propose_from
from judgekit.cards.library import Library
from judgekit.cards.report import report
from judgekit.cards.samples import folder as samples
from judgekit.cards.sharing import export, take

GAME = "godzilla"
BASES, VARIANTS, LARGE = 3050, 550, 10_000
LENGTHS = (80, 160, 240)  # signs of a text: 190 in the middle, as in lists that people keep
NUMBER = re.compile(r"\b(?:[2-9](?=\b|000)|1(?=000))")
PARTS = (
    "ka",
    "ro",
    "mi",
    "tel",
    "va",
    "sor",
    "lin",
    "dra",
    "qu",
    "ben",
    "zy",
    "pha",
    "no",
    "gri",
    "ul",
    "tes",
)


def measure(folder: Path, scale: float, times: int) -> Iterator[Figure]:
    """The figures of a library, each against its limit at full size."""
    rows = made_up(max(20, int(BASES * scale)), max(4, int(VARIANTS * scale)))
    data = json.dumps(rows).encode()
    texts = len({row["text"] for row in rows})
    library = Library(folder / "bench-cards.sqlite")
    yield _timed(f"import of {len(rows)} rows", lambda: bring(library, propose_from(data, "list", GAME)), 15)
    named = f"report on {len(rows)} rows with {texts} different texts"
    yield _timed(named, lambda: report(library, GAME), 10)
    sheet = export(library, GAME, texts=True)
    yield _timed(f"export of {len(rows)} rows", lambda: export(library, GAME, texts=True), 2)
    other = Library(":memory:")
    yield _timed(f"taking {len(rows)} rows that were exported", lambda: take(other, sheet, "x"), 2)
    yield figure(f"size of {len(rows)} rows that travel", "MB", [len(sheet) / 1e6]).reaching("<= 1.5")
    yield _as_of_a_day(library, max(20, 10 * times))
    library.close()
    yield from _searching(max(50, int(LARGE * scale)), max(20, int(20 * times)))


def _as_of_a_day(library: Library, times: int) -> Figure:
    """What cards said on some day, each with an erratum that came later."""
    dice, cards, taken = random.Random(4), library.cards(GAME), []
    for card in dice.choices(cards, k=times):
        library.reword(card, "[Enter] Draw 1 card.", "errata", day="2126-01-01")
        before = time.perf_counter()
        library.wording(card, f"{dice.randint(2100, 2200)}-06-01")
        taken.append((time.perf_counter() - before) * 1000)
    return figure("text of a card as of a day", "ms", taken).reaching("<= 5", "p95")


def _timed(metric: str, work: Any, limit: float) -> Figure:
    before = time.perf_counter()
    work()
    return figure(metric, "s", [time.perf_counter() - before]).reaching(f"<= {limit}")


def made_up(bases: int, variants: int) -> list[dict[str, Any]]:
    """Sample cards under other names, each with a text that no other has, and variant printings of some."""
    cards = json.loads((samples() / f"{GAME}.json").read_text("utf-8"))["cards"]
    dice = random.Random(16)
    texts = _texts([line for card in cards for line in card["text"].splitlines()], dice)
    rows = [
        {
            **cards[at % len(cards)],
            "number": f"MB{at // 100:02}-{at % 100:03}",
            "name": f"{cards[at % len(cards)]['name']} {at}",
            "text": next(texts),
        }
        for at in range(bases)
    ]
    rows += [
        {**card, "number": f"{card['number']}_SPR", "text": card["text"].replace(". ", ".  ")}
        for card in dice.sample(rows, min(variants, len(rows)))
    ]
    return rows


def _texts(lines: list[str], dice: random.Random) -> Iterator[str]:
    """Texts as long as those in real lists, with other numbers in them; no text occurs twice."""
    seen = set[str]()
    while True:
        text = ""
        while len(text) < dice.choice(LENGTHS):
            text += "\n" * bool(text) + NUMBER.sub(lambda _: str(dice.randint(2, 9)), dice.choice(lines))
        if text not in seen:
            seen.add(text)
            yield text


def _searching(size: int, times: int) -> Iterator[Figure]:
    dice = random.Random(14)
    names: dict[str, None] = {}
    while len(names) < size:
        words = (
            "".join(dice.choices(PARTS, k=dice.randint(2, 4))).title() for _ in range(dice.randint(2, 3))
        )
        names.setdefault(" ".join(words))
    card = {"type": "battle", "rank": 1, "counter power": 1000, "text": "[Enter] Draw 1 card."}
    rows = [
        {**card, "name": name, "number": f"MB{at // 200:02}-{at % 200:03}"} for at, name in enumerate(names)
    ]
    library = Library(":memory:")
    bring(library, propose_from(json.dumps(rows).encode(), "list", GAME))
    find(library, GAME, "warm")
    samples_of_time = []
    for name in dice.choices(list(names), k=times):
        at = dice.randrange(1, len(name) - 1)
        before = time.perf_counter()
        find(library, GAME, name[:at] + name[at + 1 :], 8)
        samples_of_time.append((time.perf_counter() - before) * 1000)
    yield figure(f"finding a misspelt name among {size} cards", "ms", samples_of_time).reaching(
        "<= 20", "p95"
    )
