"""The table: what a step sees, and the only hands it has.

A step reads the state, performs events, asks, and says where the rules go on. All of it is a transaction: a
step that must ask for an answer it does not have is dropped whole and run again when the answer is there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from judgekit.engine.abilities import (
    Ability,
    Definition,
    Pool,
    Proposal,
    Source,
)
from judgekit.engine.chance import shuffled
from judgekit.engine.citing import Because, Citing, Together, Witnessing
from judgekit.engine.events import (
    AnyEvent,
    Arranged,
    Began,
    Bounded,
    Created,
    Decided,
    Drew,
    Ended,
    Event,
    Happened,
    Looked,
    Marked,
    Moved,
    Noted,
    Numbered,
    Occurred,
    Planned,
    ReadAs,
    Refused,
    Remembered,
    Renewed,
    Revealed,
    Shuffled,
    TurnBegan,
    Vanished,
)
from judgekit.engine.index import RESHAPES, Index
from judgekit.engine.layers import Board
from judgekit.engine.legality import PlayerAction, Requirement, Subject
from judgekit.engine.loops import Deal, Recurrence, barred, digest
from judgekit.engine.questions import Option
from judgekit.engine.state import (
    JUDGE,
    UNKNOWN,
    Area,
    Card,
    CardId,
    Effect,
    Facts,
    Former,
    Outcome,
    Player,
    Ref,
    Scheduled,
    State,
    Value,
    fact,
    opponent,
    under,
)
from judgekit.engine.table import asking, course, noticing, offers, replacing, rule_actions, values
from judgekit.engine.table.setting import Setting
from judgekit.engine.table.sight import Sight
from judgekit.engine.table.step import Over, Savepoint, Step

if TYPE_CHECKING:
    from judgekit.engine.registry import Layer, Rulebook
    from judgekit.engine.table.step import Describes

ALONE: dict[type[Event], frozenset[type[Event]]] = {kind: frozenset({kind}) for kind in get_args(AnyEvent)}


class Table(Step):
    """Reused from step to step; `open` begins a transaction. What holds for the case is in `setting`, what
    is known of the state in `sight`; the table itself keeps what the step has done."""

    # slots, because a class with so many attributes is read markedly faster with them
    __slots__ = (
        "index", "local", "policy", "pool", "printed", "readings", "rules", "setting", "sight", "words"
    )  # fmt: skip

    def __init__(self, rules: Rulebook, pool: Pool, readings: dict[str, str] | None = None) -> None:
        super().__init__()
        self.rules = rules
        self.pool = pool
        self.policy = rules.policy
        self.words = rules.words
        self.local = rules.local
        self.printed = pool.definitions  # by name; `definition` knows what to do about others
        self.readings = rules.defaults | (readings or {})
        self.setting = Setting(rules, pool, self.readings)
        self.sight = Sight(self.setting.touched)
        self.index = Index()

    def attach(self, state: State) -> None:
        """Take up a state that did not come from the last step: look at every card again."""
        if not self.steps:
            self.open(state, 0)
        self.state = self.opened = state
        values.reindex(self, state)

    def inspect(self, state: State, number: int) -> None:
        """Look at a state without continuing from it: its answers do not answer our questions."""
        self.open(state, number)
        self.attach(state)
        self.answered = len(state.answers)

    @contextmanager
    def supposing(self) -> Iterator[None]:
        """What is done inside is only supposed: it is taken back, also where it asks what nobody has told."""
        begin = self.savepoint()
        try:
            yield
        finally:
            self.rewind(begin)

    def rewind(self, to: Savepoint) -> tuple[Happened, ...]:
        """Undo everything tried since; answers stay given. Returns what is taken back."""
        undone = tuple(self.happened[to.happened :])
        del self.happened[to.happened :]
        del self.grouped[to.grouped :]
        if self.witness is not None:
            self.witness.reasons |= self.reasons
        self.reasons, self.told = to.reasons, to.told
        if self.being_read is not None:
            del self.being_read[to.read :]
        if any(type(h.event) in RESHAPES for h in undone):
            values.reindex(self, to.state)
        self.state = to.state
        return undone

    # reading the state

    @property
    def turn_player(self) -> Player:
        return self.state.turn_player

    def opponent(self, player: Player | None = None) -> Player:
        return opponent(player or self.state.turn_player)

    def card(self, card: int) -> Card:
        return self.state.cards[card]  # type: ignore[index] # asked so often that `CardId(…)` would count

    def pile(self, where: str) -> tuple[CardId, ...]:
        return self.state.areas.get(where, ())  # type: ignore[call-overload, no-any-return] # as above

    def number(self, key: str) -> int:
        return self.state.numbers.get(key, 0)

    def master(self, card: int) -> Player:
        return self.policy.master(self.state, self.state.cards[CardId(card)])

    def recall(self, name: str, default: Any = None) -> Any:
        """A local value of the procedure under way."""
        return fact(self.state.frames[-1].locals, name, default)

    def definition(self, card: int, state: State | None = None) -> Definition:
        """A card as printed; the judge is asked about an unknown card."""
        name = (state or self.state).cards[card].name  # type: ignore[index] # as in `card`
        found = self.printed.get(name)
        if found is not None:
            return found
        if name == UNKNOWN:
            number = CardId(card)
            now = self.state.cards.get(number)
            name = asking.identify(self, number) if now is None or now.name == UNKNOWN else now.name
        return self.pool[name]

    def reading(self, doubt: str) -> str:
        """How this case reads an open question of the book; logs that it mattered."""
        choice = self.readings[doubt]
        if self.being_read is not None and doubt not in self.being_read:
            self.being_read.append(doubt)
        if doubt not in self.told and doubt in self.setting.doubts:
            self.told.add(doubt)
            self.emit(ReadAs(doubt, choice))
        return choice

    def cite(self, *clauses: str) -> None:
        """These clauses are reasons for what happens in this step."""
        for clause in clauses:
            number = self.rules.number(clause)
            if number:
                self.reasons[number] = None

    def mechanic(self, name: str) -> Citing:
        """The engine does something by itself and cites the game's clause; false if that is switched off."""
        known = self.setting.mechanics.get(name)
        if known is None:
            own = self.rules.mechanics.get(name)
            if own is None and name.startswith("stand by"):
                own = self.policy.trigger_clause or None
            clause = None if own is None else self.rules.number(own)
            known = self.setting.mechanics[name] = (clause, own is None or clause is not None)
        return Citing(self, *known)

    def by(self, ability: Ability) -> Citing:
        """What happens inside cites the clause that makes this an ability of its kind, if it has one."""
        return Citing(self, self.rules.number(ability.clause) if ability.clause else None)

    def under(self, clause: str) -> Citing:
        """What happens inside cites this clause, if it is not switched off."""
        return Citing(self, self.rules.number(clause))

    def witnessing(self) -> Witnessing:
        """What is asked inside is recorded separately: for a check that gives its reasons."""
        return Witnessing(self)

    # values

    @property
    def board(self) -> Board:
        """The cards as modified, for the state as it is."""
        sight, state = self.sight, self.state
        board, before = sight.board, sight.board_before
        if board is not None and board.shows(state):
            return values.again(self, board)
        sight.board_before = board
        if before is not None and before.shows(state):
            sight.board = before
            return values.again(self, before)
        while True:  # deriving may bring the face of an unknown card to light: then all of it is done anew
            board = sight.board = Board(self, self.state)
            if values.derive(self, board).state is self.state:
                return board

    def peek(self, card: int, name: str) -> Any:
        """A property as modified, without a word in the log: for filters and offers."""
        state = self.state
        if name in self.sight.modifiable or (
            state.effects and name in values.effects_touch(self, state.effects)
        ):
            board = self.sight.board
            if board is None or board.shown is not state or board.step != self.steps:
                board = self.board
            return board.value(card, name)  # type: ignore[arg-type] # as in `card`
        definition = self.printed.get(state.cards[card].name) or self.definition(card)  # type: ignore[index]
        if name == "abilities":
            return definition.addresses
        found = definition.properties.get(name)
        return self.stated(card, name) if found is None and name in definition.untold else found

    def stated(self, card: int, name: str, state: State | None = None) -> int:
        """A number printed on a card that the position leaves out: the value the judge gives."""
        return asking.state_number(self, CardId(card), self.definition(card, state).name, name)

    def information(self, card: int, names: Iterable[str]) -> Facts:
        """What is known of a card as it is now; an unknown number is left out. Of cards that leave together,
        each is as it was before any of them left."""
        before = self.group_before.cards.get(CardId(card)) if self.group else None
        if before is not None and before.ref == self.card(card).ref and self.group_before is not self.state:
            read = partial(self.board_of(self.group_before).value, before.id)
        else:
            read = partial(self.peek, card)
        known = ((name, read(name)) for name in names if self.is_told(card, name))
        return tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in known if v is not None)

    def recalled(self, former: Former, name: str, default: Any = None) -> Any:
        """What a card that has left was like; a printed number that was unknown is asked for now."""
        found = fact(former.values, name)
        printed = self.printed.get(former.card.name)
        if found is None and printed is not None and name in printed.untold:
            return asking.state_number(self, former.card.id, printed.name, name)
        return default if found is None else found

    def is_told(self, card: int, name: str, state: State | None = None) -> bool:
        """Whether a number printed on a card is known: a rule that looks at all cards never asks for it."""
        definition = self.definition(card, state)
        return name not in definition.untold or self.state.stated(definition.name, name) is not None

    value = values.value
    board_of = values.board_of

    def live_layers(self) -> list[Layer]:
        return self.setting.layers

    working_modifiers = values.working_modifiers

    def source(self, ability: Ability, card: Card, state: State | None = None) -> Source:
        master = self.policy.master(state or self.state, card)
        return Source(ability.address, card.ref, master, card.since)

    # what happens

    def emit(self, event: AnyEvent, why: str = "") -> None:
        """Something happens. Abilities notice it, and rule actions that do not wait interrupt."""
        before = self.state
        self.state = event.onto(before)
        happened = self.happened
        happened.append(Happened(event, self.path, self.cause, self.group, why))
        kind = type(event)
        if kind in self.sight.reactive or noticing.may_end_effects(self, kind):
            if self.group:
                self.grouped.append(len(happened) - 1)
            else:
                noticing.react(self, (len(happened) - 1,), before, ALONE[kind])

    def together(self) -> Together:
        """What happens inside happens at the same time: noticed as one, when all of it is done."""
        return Together(self)

    def begin_group(self) -> None:
        self.groups += 1
        self.group = self.groups
        self.group_before = self.state

    def end_group(self, notice: bool) -> None:
        self.group = 0
        grouped, self.grouped = self.grouped, []
        if grouped and notice:
            kinds = frozenset([type(self.happened[at].event) for at in grouped])
            noticing.react(self, grouped, self.group_before, kinds)

    go_on = course.go_on

    def because(self, cause: tuple[int, int] | None) -> Because:
        """What happens inside was caused by that event."""
        return Because(self, cause)

    stand_by = noticing.stand_by
    settle = noticing.settle
    notice_situations = noticing.notice_situations
    automatic_abilities = noticing.automatic_abilities

    # interrupts and rule actions

    check_interrupts = rule_actions.check_interrupts
    all_due = rule_actions.all_due
    perform_rule_actions = rule_actions.perform_rule_actions

    def has_rule_actions_due(self) -> bool:
        """Whether the next check would find a rule action to perform."""
        return bool(rule_actions.check(self))

    would_do = rule_actions.would_do
    perform_rule_action = rule_actions.perform_rule_action

    # prohibitions and replacements

    def propose(
        self,
        verb: str,
        card: int | None = None,
        player: Player | None = None,
        src: str = "",
        dst: str = "",
        facts: Facts = (),
    ) -> bool:
        """Whether something that is about to happen does: not if it is forbidden or replaced."""
        if not (
            self.index.prohibitions or self.index.replacements or self.state.effects or replacing.grants(self)
        ):
            return True
        number = None if card is None else CardId(card)
        proposal = Proposal(verb, player, number, src, dst, facts)
        return not self.is_forbidden(proposal, log=True) and not replacing.replace(self, proposal)

    is_forbidden = replacing.is_forbidden
    forbidding = replacing.forbidding
    in_force = replacing.in_force
    grants = replacing.grants
    is_touched = values.is_touched

    def has_status(self, name: str, about: Value = None) -> bool:
        """Whether any status of this name holds: a permission, a restriction that a rule asks for."""
        return next(self.statuses(name, about), None) is not None

    statuses = replacing.statuses

    # verbs every game shares

    def move(self, card: int, dst: str, at: int | None = None, why: str = "") -> bool:
        """A card goes to an area, unless that is forbidden or replaced."""
        now = self.state.cards[CardId(card)]
        if not self.propose("move", card, src=now.area, dst=dst):
            return False
        self.put(card, dst, at, why)
        return True

    def put(self, card: int, dst: str, at: int | None = None, why: str = "") -> None:
        """A card goes to an area; nothing can stop it any more."""
        now = self.state.cards[CardId(card)]
        renewed = self.policy.renews(self.state, now, dst)
        was = self.policy.information(self, now, dst) if renewed else ()
        stamped = renewed or self.policy.restamps(self, now, dst)
        stamp = self.group_before.clock + 1 if self.group else None
        self.emit(Moved(now.id, now.area, Area(dst), at, renewed, stamped, stamp, was), why)

    def shuffle(self, where: str) -> None:
        """Shuffle an area at random; without a seed the judge gives the new order, if the cards are not all
        alike."""
        pile = self.pile(where)
        if self.state.seed is None and self._looks_the_same_in_any_order(pile):
            order = pile
        elif self.state.seed is None and len(pile) > 1:
            order = asking.new_order(self, where, pile)
        else:
            order = shuffled(pile, self.state.seed or 0, self.state.clock)
        self.emit(Shuffled(Area(where), order))

    def _looks_the_same_in_any_order(self, pile: Sequence[CardId]) -> bool:
        """Whether the cards of a pile cannot be told apart."""
        cards = [self.state.cards[card] for card in pile]
        return len({(card.name, card.owner, card.marks) for card in cards}) == 1 and not any(
            self.pile(under(card)) for card in pile
        )

    def chance(self, what: str, results: Sequence[str]) -> str:
        """Pick one at random; without a seed, or if dice results are entered anyway, the judge picks it."""
        return self._drawn(what, tuple(Option(r, r) for r in results))

    def chance_card(self, what: str, cards: Sequence[CardId]) -> CardId:
        """Pick a card at random; a judge who enters the result sees the cards by name."""
        return CardId(int(self._drawn(what, tuple(Option(str(c), self.label(c), card=c) for c in cards))))

    def _drawn(self, what: str, options: tuple[Option, ...]) -> str:
        if self.state.seed is None or self.state.dice_told:
            (result,) = asking.ask(self, JUDGE, what, options, 1, 1)
        else:
            result = shuffled(tuple(o.id for o in options), self.state.seed, self.state.clock)[0]
        self.emit(Drew(what, result))
        return result

    def arrange(self, where: str, order: Sequence[CardId]) -> None:
        self.emit(Arranged(Area(where), tuple(order)))

    def set_number(self, key: str, now: int) -> bool:
        """A number changes; setting it to the same value does nothing."""
        was = self.state.numbers.get(key, 0)
        if was == now:
            return False
        self.emit(Numbered(key, was, now))
        return True

    def mark(self, card: int, name: str, value: Value = True) -> bool:
        if self.card(card).mark(name) == value:
            return False
        self.emit(Marked(CardId(card), name, value))
        return True

    def create(self, name: str, owner: Player, where: str, marks: Facts = ()) -> CardId:
        """A card that was in no deck: its id is the next that is free."""
        card = CardId(max(self.state.cards, default=0) + 1)
        gone = max((ref.card for ref in self.state.former), default=0)
        card = CardId(max(card, gone + 1))
        first = self.group_before.clock + 1 if self.group else None
        stamp = first if first != self.state.clock + 1 else None
        self.emit(Created(card, name, owner, Area(where), marks, stamp))
        return card

    def vanish(self, card: int) -> None:
        now = self.card(card)
        self.emit(Vanished(now.id, self.policy.information(self, now, "")))

    def renew(self, card: int) -> None:
        now = self.card(card)
        self.emit(Renewed(now.id, self.policy.information(self, now, now.area)))

    def reveal(self, *cards: int) -> None:
        self.emit(Revealed(tuple(CardId(c) for c in cards)))

    def look(self, player: Player, cards: Iterable[int]) -> None:
        self.emit(Looked(player, tuple(CardId(c) for c in cards)))

    def occurs(
        self, timing: str, player: Player | None = None, card: int | None = None, facts: Facts = ()
    ) -> None:
        """A moment that abilities may wait for."""
        self.emit(Occurred(timing, player, None if card is None else CardId(card), facts))

    def begin_turn(self, player: Player) -> None:
        """A new turn: whatever is counted "this turn" starts from zero again."""
        self.emit(TurnBegan(player, self.number("turn") + 1))
        for key in sorted(k for k, n in self.state.numbers.items() if n and k.endswith(" this turn")):
            self.set_number(key, 0)

    def tally(self, key: str) -> None:
        """Count something that rules or cards ask about later in the turn: `A.invasions this turn`."""
        self.set_number(key, self.number(key) + 1)

    def begin(
        self,
        what: str,
        source: Ref,
        player: Player,
        until: str = "",
        cards: Iterable[int] | None = None,
        facts: Facts = (),
        stamp: int | None = None,
    ) -> int:
        """An effect begins to apply; `cards` fixes what it applies to, `stamp` dates it back."""
        number = self.state.clock + 1
        fixed = None if cards is None else tuple(self.card(c).ref for c in cards)
        dated = number if stamp is None else stamp
        self.emit(Began(Effect(number, what, source, player, dated, until, fixed, facts)))
        return number

    def end(self, effect: Effect) -> None:
        self.emit(Ended(effect.id, effect.what))

    def plan(self, ability: str, source: Ref, player: Player, once: bool = True, facts: Facts = ()) -> None:
        """A timed trigger is set up."""
        self.emit(Planned(Scheduled(self.state.clock + 1, ability, source, player, once, facts)))

    def remember(self, **values: Value) -> None:
        for name, value in values.items():
            self.emit(Remembered(name, value))

    def note(self, text: str) -> None:
        """Log what a clause decided where it changes nothing."""
        self.emit(Noted(text))

    def refuse(self, what: str, reason: str, player: Player | None = None, card: int | None = None) -> None:
        self.emit(Refused(what, reason, player, None if card is None else CardId(card)), why=reason)

    def decide(self, outcome: Outcome) -> None:
        """The game is over, at once."""
        self.emit(Decided(outcome))
        raise Over

    # where the rules go on

    goto = course.goto
    call = course.call
    finish = course.finish
    leave_to = course.leave_to

    # asking

    def _given(self) -> tuple[str, ...] | None:
        """The next answer, if it has been given: then there is no need to work out what could be asked."""
        answers = self.state.answers
        if self.answered == len(answers):
            return None
        self.answered += 1
        return answers[self.answered - 1]

    choose = asking.choose

    def pick(
        self,
        player: Player,
        options: Sequence[tuple[str, str]],
        prompt: str,
        describes: Describes | None = None,
    ) -> str:
        """One of several things, by id; the only one is taken without a question. `describes` tells why
        something else is not among them."""
        if len(options) == 1:
            return options[0][0]
        given = self._given()
        if given is None:
            self.describes = describes or self.describes
            offered = tuple([Option(i, label) for i, label in options])
            given = asking.ask(self, player, prompt, offered, 1, 1)
        return given[0]

    which_first = asking.which_first
    picks = asking.picks

    def may(self, player: Player, prompt: str) -> bool:
        options = (Option("yes", "yes"), Option("no", "no"))
        return asking.ask(self, player, prompt, options, 1, 1, "yes or no") == ("yes",)

    def choose_number(self, player: Player, low: int, high: int, prompt: str) -> int:
        if low >= high:
            return low
        return int(asking.ask(self, player, prompt, (), low, high, "number")[0])

    order = asking.order

    def choose_together(
        self, wanted: Sequence[tuple[Player, Sequence[int], int, int]], prompt: str
    ) -> dict[Player, tuple[CardId, ...]]:
        """Hidden choices of both players: the turn player first, shown together when both are made."""
        first = sorted(wanted, key=lambda w: w[0] != self.state.turn_player)
        return {
            player: self.choose(player, cards, prompt, least, most, secret=True)
            for player, cards, least, most in first
        }

    def label(self, card: int) -> str:
        return self.policy.label(self, self.card(card))

    # what a player may do

    legal = offers.legal

    def lying(self, about: Hashable, look: Callable[..., Any], *at: Any) -> Any:
        """What is found by looking only at cards and areas, and citing nothing: not looked for again before
        a card moves or is marked. For what is cheap to find and often asked for."""
        state, lately = self.state, self.sight.lately
        known = lately.get(about)
        if known is None or known[0] is not state.areas or known[1] is not state.cards:
            known = lately[about] = (state.areas, state.cards, look(*at))
        return known[2]

    keep = values.keep

    def judged(self, prompt: str, choices: Sequence[str]) -> str:
        """A fact that the cards do not show: the judge decides it."""
        (told,) = asking.ask(self, JUDGE, prompt, tuple(Option(c, c) for c in choices), 1, 1)
        return told

    def may_act(self, player: Player, window: str) -> bool:
        """Whether anything of a window is legal, or would be if a number were known."""
        found = offers.legal_now(self, player, window)
        return bool(found) or bool(offers.missing_numbers(self, player, window))

    def live_requirements(self, action: PlayerAction) -> tuple[Requirement, ...]:
        """The conditions of an action that are not switched off, worked out once."""
        known = self.setting.requirements.get(action.clause)
        if known is None:
            number = self.rules.number
            known = tuple(r for r in action.requirements if number(r.clause) is not None)
            self.setting.requirements[action.clause] = known
        return known

    offer = offers.offer

    def cards_called(self, name: str) -> Sequence[CardId]:
        """Every card with this name, wherever it lies."""
        return self.index.named.get(name, ())

    def is_unknown(self, card: int) -> bool:
        """Whether the face of a card is unknown."""
        return self.state.cards[CardId(card)].name == UNKNOWN

    def describe(self, action: PlayerAction, subject: Subject) -> str:
        if isinstance(subject, int):
            return f"{action.name} {self.label(subject)}"
        if isinstance(subject, tuple):
            parts = (self.label(p) if isinstance(p, int) else str(p) for p in subject)
            return f"{action.name} {' '.join(parts)}"
        return action.name if subject is None else f"{action.name} {subject}"

    # situations that come round again

    def situation(self, state: State) -> str:
        """What makes two situations the same, as the game defines it. Usually it has only the cards the
        table already knows: all those at the beginning of a step, if the step has created none."""
        if self.reshaped or len(state.cards) != len(self.opened.cards):
            return digest(state, self.setting.terms)
        deal = self.index.deal = self.index.deal or Deal(state, self.setting.terms)
        return digest(state, self.setting.terms, deal)

    def standing_apart(self, state: State) -> Facts:
        """The numbers that do not belong to a situation, as they are."""
        return tuple([(name, state.number(name)) for name in self.policy.apart])

    def repeat(
        self,
        again: Recurrence,
        times: int,
        stoppers: Iterable[Player],
        afterwards: Iterable[Player] = (),
        spared: tuple[str, ...] = (),
        inside: bool = False,
    ) -> None:
        """A loop is performed this many more times; then these players must choose something else in it, and
        others may not begin it again afterwards. What is `spared` stays open to them. `inside`: it
        continues to the first choice of one of them, even in the middle of a round."""
        clause = self.path[-1] if self.path else ""
        leaving = tuple(stoppers)
        on = again.choices_before(leaving) if inside else 0
        self.emit(Bounded(clause, len(again.round), times, "".join(leaving), "".join(afterwards), spared, on))

    def closed_by_loop(self, player: Player, option: str) -> str:
        """The clause by which an option is closed to a player who has to leave a loop; empty if it is open or
        the choice has been made already."""
        trail = self.state.trail
        if not trail.loops:
            return ""
        self.minds_loops = True
        if self.opened.answers:
            return ""
        return barred(trail, self.situation(self.opened), player).get(option, "")

    # keeping track of who watches what
