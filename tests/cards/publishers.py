"""What the lists of the workshop say, to look for it elsewhere: `python -m tests.cards.publishers`."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

PLACES = [folder / "shared" / "cards" for folder in Path(__file__).parents[3:]]
SHARED = next((place for place in PLACES if place.is_dir()), PLACES[0])
LONG = 10  # words: shorter sentences are templates that every card game has
FOLDERS = ("judgekit", "templates", "rulings", "fixtures", "tests")
TEXTS = frozenset((".py", ".toml", ".json", ".html", ".md", ".txt", ".js", ".css", ".lark"))
PARTS = re.compile(r"[.\n()]|<br\s*/?>")
KEYWORDS = re.compile(r"<[^>]*>")
KEYWORDS_IN_FRONT = re.compile(r"^\s*(?:(?:<[^>]*>|\[[^]]*\]|【[^】]*】)\s*)+")
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
    """Every long sentence of the cards without the keywords in front; with and without those within."""
    said = {
        plain(form)
        for row, keys, _ in rows()
        for key in keys
        for part in PARTS.split(html.unescape(row.get(key) or ""))
        for form in (KEYWORDS_IN_FRONT.sub("", part), KEYWORDS.sub(" ", part))
    }
    return {sentence for sentence in said if len(sentence.split()) >= LONG}


def plain(text: str) -> str:
    """The words alone; an apostrophe of any shape leaves its word whole."""
    drawn_out = re.sub(r"<img[^>]*>|\\[nt]", " ", text)
    return " ".join(re.findall(r"[a-z0-9]+", re.sub(r"['’‘]", "", drawn_out).lower()))


def found_in(folder: Path, wanted: Iterable[str]) -> list[tuple[str, str]]:
    """Every file of a folder with something in it that is wanted nowhere."""
    listed = by_beginning(wanted)
    texts = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in TEXTS)
    return [
        (str(path.relative_to(folder)), one)
        for path in texts
        for one in sorted(said_in(plain(path.read_text("utf-8", errors="ignore")).split(), listed))
    ]


def by_beginning(wanted: Iterable[str]) -> dict[tuple[str, ...], list[str]]:
    """What is looked for, by its first three words."""
    listed: dict[tuple[str, ...], list[str]] = {}
    for one in wanted:
        listed.setdefault(tuple(one.split()[:3]), []).append(one)
    return listed


def said_in(words: list[str], listed: dict[tuple[str, ...], list[str]]) -> set[str]:
    starts = enumerate(zip(words, words[1:], words[2:], strict=False))
    return {
        one
        for at, start in starts
        for one in listed.get(start, ())
        if words[at : at + len(one.split())] == one.split()
    }


if __name__ == "__main__":
    for part in FOLDERS:
        for file, said in found_in(Path(part), sentences() | names()):
            print(f"{part}/{file}: {said}")
