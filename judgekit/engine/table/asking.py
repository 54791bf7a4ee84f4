"""Questions: what a step must know before it can go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from judgekit.engine.errors import RuleError
from judgekit.engine.events import (
    Identified,
    Looked,
    Occurred,
    Revealed,
    Stated,
)
from judgekit.engine.questions import Asked, Form, Option, Question, card_id, chosen_card
from judgekit.engine.state import (
    IRRELEVANT,
    JUDGE,
    CardId,
    Player,
    Standby,
    fact,
)

if TYPE_CHECKING:
    from judgekit.engine.table.face import Table
    from judgekit.engine.table.step import Describes

MOST_PRINTED = 1_000_000  # no number on a card is higher


def identify(table: Table, card: CardId) -> str:
    where = table.state.cards[card].area
    options = tuple(Option(name, name) for name in (*sorted(table.pool.definitions), IRRELEVANT))
    told = ask(table, JUDGE, table.words("which card", area=where), options, 1, 1)
    table.emit(Identified(card, told[0]))
    return told[0]


class Untold(Exception):
    """What can be done depends on a number printed on a card, and that number is unknown."""

    def __init__(self, card: CardId, name: str) -> None:
        super().__init__(f"{name} of card {card}")
        self.card, self.name = card, name


def state_number(table: Table, card: CardId, printed: str, name: str) -> int:
    told = table.state.stated(printed, name)
    if told is not None:
        return told
    if table.offering:
        raise Untold(card, name)
    question = table.words("printed number", property=name, card=printed)
    given = ask(table, JUDGE, question, (), 0, MOST_PRINTED, "number")
    table.emit(Stated(card, printed, name, int(given[0])))
    return int(given[0])


def ask(
    table: Table,
    player: Player,
    prompt: str,
    options: tuple[Option, ...],
    least: int,
    most: int,
    form: Form = "choose",
    secret: bool = False,
    window: str = "",
) -> tuple[str, ...]:
    given = table._given()
    if given is not None:
        return given
    frames = table.state.frames
    path = (*[frame.at for frame in frames], *table.path)
    clause = table.path[-1] if table.path else (frames[-1].at if frames else "")
    if not options and form != "number":
        raise RuleError(f"{clause}: asks {player} ({prompt}) where there is nothing to choose from")
    looked = shown_to(table, player)
    raise Asked(Question(player, clause, prompt, options, least, most, form, secret, path, window, looked))


def shown_to(table: Table, player: Player) -> tuple[CardId, ...]:
    """The cards that a player has been shown in this step, and that have not been hidden again."""
    if not table.happened:
        return ()
    shown: Counter[CardId] = Counter()
    for happened in table.happened:
        event = happened.event
        if isinstance(event, Revealed) or (isinstance(event, Looked) and event.player == player):
            shown.update(event.cards)
        elif isinstance(event, Occurred) and event.timing in table.policy.hiding:
            shown.subtract(fact(event.facts, "cards", ()) if event.player in (None, player) else ())
    return tuple(card for card, times in shown.items() if times > 0)


def choose(
    table: Table,
    player: Player,
    cards: Iterable[int],
    prompt: str,
    least: int = 1,
    most: int | None = None,
    secret: bool = False,
    describes: Describes | None = None,
) -> tuple[CardId, ...]:
    """Cards that a player picks: at least `least`, or all there are; not asked if there is no choice.
    `describes` tells why another card is not among them."""
    offered: tuple[CardId, ...] = tuple(cards)  # type: ignore[arg-type] # as in `card`
    upper = min(least if most is None else most, len(offered))
    lower = min(least, upper)
    if not offered or upper == 0 or lower == len(offered):
        return offered[:upper] if lower == len(offered) else ()
    chosen = table._given()
    if chosen is None:
        table.describes = describes or table.describes
        label, cards_now = table.policy.label, table.state.cards
        options = tuple([Option(f"c{c}", label(table, cards_now[c]), card=c) for c in offered])
        chosen = ask(table, player, prompt, options, lower, upper, secret=secret)
    return tuple([CardId(chosen_card(o)) for o in chosen])


def which_first(
    table: Table, player: Player, waiting: Sequence[Standby], prompt: str, told: Callable[[Standby], str]
) -> Standby:
    """One of the abilities that wait. Its id says whose ability it is, and so is the same in every round
    of a loop."""
    named: dict[str, Standby] = {}
    for standby in waiting:
        name, again = f"{standby.ability} c{standby.source.card}", 1
        while name in named:
            again += 1
            name = f"{standby.ability} c{standby.source.card} ~{again}"
        named[name] = standby
    if len(named) == 1:
        return waiting[0]
    given = table._given()
    if given is None:
        options = tuple([Option(name, told(one)) for name, one in named.items()])
        given = ask(table, player, prompt, options, 1, 1)
    return named[given[0]]


def picks(
    table: Table, player: Player, options: Sequence[tuple[str, str]], prompt: str, least: int, most: int
) -> tuple[str, ...]:
    upper = min(most, len(options))
    lower = min(least, upper)
    if upper == 0 or lower == len(options):
        return tuple(i for i, _ in options[:upper])
    given = table._given()
    if given is not None:
        return given
    return ask(table, player, prompt, tuple([Option(i, label) for i, label in options]), lower, upper)


def order(table: Table, player: Player, cards: Sequence[int], prompt: str) -> tuple[CardId, ...]:
    """The order in which a player puts cards."""
    if len(cards) < 2:
        return tuple(CardId(c) for c in cards)
    options = tuple(Option(card_id(c), table.label(c), card=c) for c in cards)
    chosen = ask(table, player, prompt, options, len(options), len(options), "order")
    return tuple(CardId(chosen_card(o)) for o in chosen)


def new_order(table: Table, where: str, pile: Sequence[CardId]) -> tuple[CardId, ...]:
    """The order in which the judge says that a shuffled area lies."""
    return order(table, JUDGE, pile, table.words("new order", area=where))
