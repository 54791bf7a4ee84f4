"""“If there are 5 or more”, “if you have only 1”: what the previous condition counted."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import Ability, Compare, Count, Look, Node, Reveal, Selector, Some

AS_BEFORE = "as before"  # the type of cards that only the sentence before names
SO_MUCH_BEFORE = Count(Selector(types=("so much before",)))  # "if it is 6 or more": the number asked before


def is_as_before(what: Any) -> bool:
    return isinstance(what, Selector) and what.types == (AS_BEFORE,)


class _Last:
    """What was counted last while going through an ability."""

    def __init__(self) -> None:
        self.what: Selector | None = None
        self.different = ""  # of how many kinds, not of how many cards
        self.asked: Compare | None = None

    def filled(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self.filled(each) for each in node)
        if not isinstance(node, Node) or isinstance(node, Ability):
            return node
        if isinstance(node, Compare):
            self.asked = self.compared(node)
            return self.asked
        if isinstance(node, Look | Reveal) and isinstance(node.what, Selector) and node.what.end is None:
            self.what = replace(node.what, quantity=Some())  # "look at their hand. If they have 2 or more, …"
            self.different = ""
        return replace(node, **{name: self.filled(getattr(node, name)) for name in node.__struct_fields__})

    def compared(self, node: Compare) -> Compare:
        if node.left == SO_MUCH_BEFORE:
            if self.asked is None:
                raise Unsound("which number is “it”? No number was asked for before")
            return replace(node, left=self.asked.left)
        if node.right == SO_MUCH_BEFORE:
            return self.beside(node)
        return self.counted(node, node.left.what) if isinstance(node.left, Count) else node

    def beside(self, node: Compare) -> Compare:
        """ "If you have fewer": than the other player, of what was compared before."""
        last, left = self.asked, node.left
        counts = last is not None and isinstance(last.left, Count) and isinstance(last.right, Count)
        if not counts or left.what.whose != last.left.what.whose:  # type: ignore[union-attr]
            raise Unsound("fewer or more than what? Two numbers were not compared before")
        return replace(last, compare=node.compare)  # type: ignore[type-var, return-value]

    def counted(self, node: Compare, what: Selector) -> Compare:
        if not is_as_before(what):
            self.what, self.different = what, node.left.different if isinstance(node.left, Count) else ""
            return node
        if self.what is None:
            raise Unsound("“as many” of what? Nothing was counted before")
        counted = replace(self.what, whose=what.whose or self.what.whose)
        return replace(node, left=Count(counted, self.different))


def counted_on(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """The conditions of `other`, which come after those of `one`."""
    last = _Last()
    last.filled(one)
    return last.filled(other)  # type: ignore[no-any-return]


def counted_as_before(ability: Ability) -> Ability:
    _Last().filled(ability.trigger)
    last = _Last()
    parts = ("conditions", "body")
    return replace(ability, **{name: last.filled(getattr(ability, name)) for name in parts})
