"""Effects that last (8-8): [Permanent] skills, what a skill lays on cards for a time, negated skills."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as altered

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, flat
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Change, Modifier, Proposal, Replacement, Source
from judgekit.engine.layers import Board
from judgekit.engine.state import Facts, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch08_07_effects import WHOLE_AREA
from judgekit.games.dragon_ball_super.language.information import NUMBERS
from judgekit.games.dragon_ball_super.language.places import ROLES
from judgekit.games.dragon_ball_super.language.replacing import (
    at_will,
    beside_critical,
    further_cost,
    is_of_damage,
    other_cost,
)
from judgekit.games.dragon_ball_super.rules import NEGATES, SECRET, SETS

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

NEGATED = "[negated]"
THIS_SKILL, CHOSEN_KEYWORD = "this skill", "a chosen keyword"
REWRITES = (m.Modify, m.Gain, m.Lose, m.TreatAs, m.NegateAbilities)  # what changes the information of cards


def is_about_an_area(verb: Any) -> bool:
    """Whether a change is laid on all cards of a description, without a choice."""
    what = getattr(verb, "what", None)
    if not isinstance(verb, REWRITES) or not isinstance(what, m.Selector):
        return False
    return isinstance(what.quantity, m.Every) and not any(isinstance(f, m.Among) for f in what.filters)


def layer_of(self: DragonBallSuper, name: str) -> str:
    return self.value_layer if name in NUMBERS else self.other_layer


def lasting(self: DragonBallSuper, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
    if isinstance(verb, m.AlternativeCost) and verb.besides:
        yield from further_cost(self, verb.what, verb.costs, address, ability)
        return
    if isinstance(verb, m.AlternativeCost):
        yield from other_cost(self, verb.what, verb.costs, address, ability)
        return
    if isinstance(verb, m.Permit) and verb.cost is not None and verb.cost.way == "instead":
        pay = m.Pay("energy", verb.cost.amount)
        yield from other_cost(self, verb.what, (pay,), address, ability)
        return
    if isinstance(verb, m.NegateAbilities) and verb.kinds == (THIS_SKILL,):
        yield without_a_skill(self, address, address.partition("/")[0])
        return
    if isinstance(verb, m.NegateAbilities) and verb.kinds == (CHOSEN_KEYWORD,):
        yield without_a_skill(self, address, "")
        return
    if ability.kind == "continuous":
        verb = where_it_counts(verb)
    clause = "8-1-4" if ability.kind == "continuous" else "8-2-2-2"
    for plain in Interpreter.lasting(self, verb, address, ability):
        made = replace(plain, clause=clause) if not plain.clause else plain
        if isinstance(made, Replacement) and isinstance(verb, m.Instead):
            made = for_each_damage(made, verb)
        if isinstance(made, Replacement) and isinstance(verb, m.Instead) and is_of_damage(verb.event):
            beside = beside_critical(made)
            yield at_will(beside) if beside.optional else beside
        if isinstance(made, Replacement) and made.optional:
            yield at_will(made)
        elif isinstance(verb, m.Modify) and verb.how == "set":
            yield replace(made, data=SETS)
        elif isinstance(verb, m.NegateAbilities):
            yield replace(made, data=NEGATES)
        else:
            yield made


def where_it_counts(verb: m.Verb) -> m.Verb:
    """Combo power counts in the Combo Area (7-4-1-2): cards that have more of it keep it there; a combo cost
    is paid for cards of the hand too (2-10-1)."""
    areas = COUNTS_IN.get(verb.stat) if isinstance(verb, m.Modify) else None
    if areas and isinstance(verb, m.Modify) and isinstance(verb.what, m.Selector) and not verb.what.areas:
        return altered(verb, what=altered(verb.what, areas=areas))
    return verb


COUNTS_IN = {"combo power": ("battle area", "combo area"), "combo cost": ("hand", "battle area")}


def without_a_skill(self: DragonBallSuper, address: str, own: str) -> Modifier:
    """One skill: the one that says so, or the one that was chosen; the others stay."""

    def changes(board: Board, source: Source) -> Iterator[Change]:
        for ref in source.cards or ():
            if board.state.current(ref) is not None:
                yield Change(ref.card, "abilities", "lose", own or str(fact(source.facts, CHOSEN_KEYWORD)))

    return Modifier(
        address, "8-3-2", self.rules.words("one skill negated"), layer=self.ability_layer,
        properties=frozenset({"abilities"}), changes=changes, data=NEGATES,
    )  # fmt: skip


def continuous(self: DragonBallSuper, ability: m.Ability, address: str) -> Iterator[Ability]:
    """An effect that reads a number it does not change itself is judged by the final numbers (A-25)."""
    read = numbers_read(ability)
    for made in Interpreter.continuous(self, ability, address):
        judged = isinstance(made, Modifier) and bool(read - made.properties)
        yield judged_last(self, made, ability, address) if judged else made  # type: ignore[arg-type]


def judged_last(self: DragonBallSuper, made: Modifier, ability: m.Ability, address: str) -> Modifier:
    conditions = conditions_of(ability, address)[made.address.partition("~")[0]]
    plain = made.changes
    assert plain is not None

    def changes(board: Board, source: Source) -> Iterator[Change]:
        if self.judging:
            return
        last = board.table.reading("A-25") == "set-then-add"
        seen = final_numbers(self, board) if last else board
        run = self.run(board.table, source, ability)
        if self.all_hold(conditions, run, Sight(board.table, seen)):
            yield from plain(seen, source)

    return replace(made, active_if=None, changes=changes)


def final_numbers(self: DragonBallSuper, board: Board) -> Board:
    """The table without any effect that waits for this: derived once for a state."""
    kept = self.finals
    if kept is None or kept.state is not board.state or kept.table is not board.table:
        self.judging = True
        try:
            self.finals = Board(board.table, board.state).derive()
        finally:
            self.judging = False
    assert self.finals is not None
    return self.finals


def _negate_a_keyword(self: DragonBallSuper, run: Run, verb: m.NegateAbilities) -> None:
    """The player now chooses which keyword skill of the card it is."""
    cards = self.cards(run, verb.what)
    held = [skill for card in cards[:1] for skill in run.table.board.value(card, "abilities")]
    words = [(skill, text) for skill in held if (text := keyword_of(run.table, skill))]
    run.done = bool(words)
    if words:
        chosen = run.table.pick(run.performer, words, run.table.words("skill to negate"))
        self.begin_effect(run, verb, self.fix(run, cards), ((CHOSEN_KEYWORD, chosen),))


def begin_lasting(self: DragonBallSuper, run: Run, verb: Any) -> None:
    """What changes all cards of an area begins even while none is there (8-8-1-5)."""
    if isinstance(verb, m.NegateAbilities) and verb.kinds == (CHOSEN_KEYWORD,):
        _negate_a_keyword(self, run, verb)
        return
    Interpreter._begin(self, run, verb)
    if not run.done and is_about_an_area(verb):
        facts = (("amount", self.amount(verb.amount, run)),) if isinstance(verb, m.Modify) else ()
        self.begin_effect(run, verb, (), facts)


def begin_effect(
    self: DragonBallSuper, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()
) -> None:
    """8-8-1-5: on all cards of an open area, it waits for newcomers; in a hand the text says which cards it
    is on, because a newcomer's face may be unknown."""
    facts = (*facts, *roles_meant(self, run, verb))
    cards = cards if cards is None else tuple(cards)
    look_below_zero(run.table, verb, cards or ())
    if cards is None or not is_about_an_area(verb):
        Interpreter.begin_effect(self, run, verb, cards, facts)
    elif not SECRET.issuperset(self.areas_meant(verb.what)):
        Interpreter.begin_effect(self, run, verb, cards, (*facts, (WHOLE_AREA, True)))
    else:
        late = run.table.reading("A-53") == "newcomers-too"
        Interpreter.begin_effect(self, run, verb, None if late else cards, facts)


def roles_meant(self: DragonBallSuper, run: Run, verb: m.Verb) -> Facts:
    """ "Cards with the same name as the card being played": as this one, whatever is played later."""
    sight = Sight.now(run.table)
    roles = {node.role for node in walk(verb) if isinstance(node, m.Role) and node.role not in ROLES}
    return tuple((f"the card {role}", tuple(self.role(sight, run, role))) for role in sorted(roles))


def look_below_zero(table: Table, verb: Any, cards: Iterable[int]) -> None:
    """What is added to a negative number is added to that (1-3-6); power can be negative (2-8-3)."""
    if isinstance(verb, m.Modify) and verb.stat == "power":
        if any((table.peek(card, "power") or 0) < 0 for card in cards):
            table.cite("1-3-6", "2-8-3")


def keyword_of(table: Table, skill: str) -> str:
    """What a keyword skill is called; nothing for a skill that is spelled out."""
    text = table.pool.ability(skill).text
    plain = text.lower().startswith(("[auto]", "[permanent]", "[activate", "[counter", "[once"))
    return "" if plain else text


def for_each_damage(made: Replacement, verb: m.Instead) -> Replacement:
    """4-10-2-2: two damage is one damage twice, and each has its replacement."""
    replaced = made.instead
    if not isinstance(verb.event, m.Damages) or replaced is None:
        return made

    def instead(table: Table, source: Source, proposal: Proposal) -> None:
        points = int(fact(proposal.facts, "amount", 1))
        if points > 1:
            table.cite("4-10-2-2")
        for _ in range(points):
            replaced(table, source, proposal)

    return replace(made, instead=instead)


def numbers_read(ability: m.Ability) -> frozenset[str]:
    """The numbers of cards that a text asks for."""
    asked = (node.stat for node in walk(ability) if isinstance(node, m.Stat | m.ValueOf | m.Extreme))
    return frozenset(stat for stat in asked if stat in NUMBERS)


def conditions_of(ability: m.Ability, address: str) -> dict[str, tuple[m.Condition, ...]]:
    """Under which conditions each instruction of a [Permanent] applies, by its address."""
    found = {}
    for at, verb in enumerate(flat(ability.body), 1):
        conditions = ability.conditions
        while isinstance(verb, m.If) and len(verb.then) == 1 and not verb.otherwise:
            conditions, verb = (*conditions, *verb.conditions), verb.then[0]
        found[f"{address}.{at}"] = conditions
    return found


def without_skills(board: Board, source: Source) -> Iterator[Change]:
    for ref in source.cards or ():
        if board.state.current(ref) is not None:
            yield Change(ref.card, "abilities", "lose all", None)
