"""What the lists of the workshop say, to look for it elsewhere: `python -m tests.cards.publishers`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

SHARED = Path("/work/shared/cards")
LONG = 10  # words: shorter sentences are templates that every card game has
TEXTS = frozenset((".py", ".toml", ".json", ".html", ".md", ".txt", ".js", ".css", ".lark"))
LISTS = (
    ("dragon-ball-super", ("skills_text", "skills_back_text"), ("title", "title_back")),
    ("godzilla", ("description",), ("name",)),
)


def rows() -> Iterator[tuple[dict[str, str], tuple[str, ...], tuple[str, ...]]]:
    for game, texts, names in LISTS:
        data = json.loads((SHARED / f"{game}-sample.json").read_text("utf-8"))
        for row in data["cards"] if isinstance(data, dict) else data:
            yield row, texts, names


def names() -> set[str]:
    """The names of cards that have at least three words."""
    found = {plain(row.get(key) or "") for row, _, keys in rows() for key in keys}
    return {name for name in found if len(name.split()) >= 3}


def sentences() -> set[str]:
    """Every long sentence of the cards."""
    parts = (
        part
        for row, keys, _ in rows()
        for key in keys
        for part in re.split(r"[.\n]|<br>", row.get(key) or "")
    )
    return {plain(part) for part in parts if len(plain(part).split()) >= LONG}


def plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", re.sub(r"<img[^>]*>", " ", text).lower()))


def found_in(folder: Path, wanted: Iterable[str]) -> list[tuple[str, str]]:
    """Every file of a folder with something in it that is wanted nowhere."""
    listed = list(wanted)
    hits = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in TEXTS:
            text = f" {plain(path.read_text('utf-8', errors='ignore'))} "
            hits += [(str(path.relative_to(folder)), one) for one in listed if f" {one} " in text]
    return hits


if __name__ == "__main__":
    for part in ("judgekit", "templates", "rulings", "fixtures", "tests"):
        for file, said in found_in(Path(part), sentences() | names()):
            print(f"{part}/{file}: {said}")
