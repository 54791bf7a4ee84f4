"""What a book calls the subject of a clause: the nearest heading that says something."""

from __future__ import annotations

from judgekit.book.links import ancestors
from judgekit.book.model import Book

VAGUE = ("overview", "general", "basics")  # headings that say nothing without the one above them


def title_of(book: Book, number: str) -> str:
    if number not in book:
        return ""
    titles = [one.title for one in (*ancestors(book, number), book[number]) if one.title]
    telling = [title for title in titles if title.lower() not in VAGUE] or titles
    return telling[-1] if telling else ""
