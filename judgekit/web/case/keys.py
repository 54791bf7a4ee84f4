"""The keys of the case page: what each does, and its default key."""

from __future__ import annotations

import msgspec
from werkzeug.wrappers import Response

from judgekit.web.responses import show


class Key(msgspec.Struct, frozen=True):
    action: str
    key: str  # as a browser names it, with "ctrl+" and "shift+" before it
    label: str
    hold: bool = False

    @property
    def shown(self) -> str:
        """The key as it is printed on a keyboard."""
        *before, last = self.key.split("+") if self.key != "+" else [self.key]
        names = [{"ctrl": "Ctrl", "shift": "⇧"}[one] for one in before]
        return "".join([*(f"{name}+" if name == "Ctrl" else name for name in names), SIGNS.get(last, last)])


SIGNS = {
    "ArrowRight": "→", "ArrowLeft": "←", "ArrowUp": "↑", "ArrowDown": "↓", "PageDown": "PgDn",
    "PageUp": "PgUp", " ": "Space", "Escape": "Esc",
}  # fmt: skip

GROUPS: tuple[tuple[str, tuple[Key, ...]], ...] = (
    ("Stepping", (
        Key("next", "ArrowRight", "next stop at this depth"),
        Key("back", "ArrowLeft", "previous stop"),
        Key("choice", "ctrl+ArrowRight", "next question to a player"),
        Key("choice-back", "ctrl+ArrowLeft", "previous question, where it can be answered differently"),
        Key("event", "shift+ArrowRight", "next single event"),
        Key("event-back", "shift+ArrowLeft", "previous single event; at the start of a branch: leave it"),
        Key("phase", "PageDown", "next phase"),
        Key("phase-back", "PageUp", "previous phase"),
        Key("turn", "shift+PageDown", "next turn"),
        Key("turn-back", "shift+PageUp", "previous turn"),
        Key("first", "Home", "beginning of the branch"),
        Key("last", "End", "end of the branch"),
        Key("down", "ArrowDown", "next in the log; where branches part: the next one"),
        Key("up", "ArrowUp", "previous in the log; where branches part: the one before"),
        Key("play", " ", "play, pause"),
    )),
    ("Where to stop", (
        Key("every", "a", "while held, steps and play stop at every timing", hold=True),
        Key("skip", "s", "while held, they pass over timings and choices", hold=True),
        Key("free", "d", "while held, they stop only where something can be done", hold=True),
        Key("break", "b", "breakpoint at this clause, or at the selected card"),
        Key("run", "g", "run to a breakpoint; without one: this clause again"),
        Key("run-back", "shift+G", "run back to a breakpoint"),
    )),
    ("Asking", (
        Key("cause", "[", "to the cause; in the ledger: previous change of the value"),
        Key("effect", "]", "to what it caused; in the ledger: next change"),
        Key("why", "w", "why"),
        Key("whynot", "shift+W", "why not"),
        Key("ledger", "l", "ledger"),
        Key("diff", "i", "what changed"),
        Key("rule", "r", "the rule of this event"),
        Key("section", "shift+R", "the whole page of the rule"),
        Key("before", "z", "while held: the board before this step", hold=True),
        Key("search", "/", "search"),
    )),
    ("Branches", (
        Key("question", "q", "to the question"),
        Key("fork", "v", "new branch here"),
        Key("strike", "x", "strike this branch"),
        Key("promote", "m", "put this branch first"),
        Key("compare", "c", "compare with another branch or edition"),
        Key("note", "n", "note"),
        Key("test", "t", "write a test that pins this moment"),
        Key("link", "p", "permalink"),
        Key("sheet", "shift+P", "ruling sheet, one page to print"),
        Key("export", "e", "to the exports"),
    )),
    ("Views", (
        Key("depth-1", "1", "log: ruling"),
        Key("depth-2", "2", "log: actions"),
        Key("depth-3", "3", "log: rule steps"),
        Key("depth-4", "4", "log: kernel"),
        Key("seat", "f", "next seat"),
        Key("safe", "shift+F", "table-safe view"),
        Key("keys", "?", "these keys"),
        Key("release", "Escape", "close; give up a preview; back to where you stood before a jump"),
    )),
)  # fmt: skip
USUAL = "\n".join(f"{'*' * one.hold}{one.action}={one.key}" for _, group in GROUPS for one in group)
SHOWN = {key.action: key.shown for _, group in GROUPS for key in group}


class KeyGroup(msgspec.Struct, frozen=True):
    title: str
    keys: tuple[Key, ...]


class KeyList(msgspec.Struct, frozen=True):
    groups: tuple[KeyGroup, ...]


def key_list() -> Response:
    """What each key does on the page of a case."""
    return show("keys.html", KeyList(tuple(KeyGroup(title, keys) for title, keys in GROUPS)))
