"""Questions from a worked ruling: at every moment that matters, what a judge could be asked there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import dropwhile, groupby, islice
from string import ascii_lowercase

from msgspec.structs import replace as replace_state

from judgekit.audit.impact import Side, run_under
from judgekit.book.address import parent
from judgekit.book.model import Book, Doubt
from judgekit.cases.files.areas import called
from judgekit.cases.files.position import Position
from judgekit.cases.rulings.expectations import End, Fact
from judgekit.cases.rulings.folder import file
from judgekit.cases.rulings.ruling import Result, Ruling, run
from judgekit.cases.rulings.script import Script
from judgekit.engine import events as e
from judgekit.engine.errors import EngineError
from judgekit.engine.explain import clause_of, first_failed, fresh
from judgekit.engine.legality import Check, PlayerAction
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked
from judgekit.engine.questions import Option as OpenOption
from judgekit.engine.questions import Question as OpenQuestion
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import (
    PLAYERS,
    Card,
    CardId,
    Player,
    State,
    area_name,
    area_player,
    host_of,
    opponent,
)
from judgekit.errors import JudgekitError
from judgekit.games.game import NumberSpec
from judgekit.narrate.checks import applied_in, checks_of
from judgekit.narrate.endings import counted, told_fact
from judgekit.narrate.events import listed
from judgekit.narrate.said import said
from judgekit.narrate.table import FACE_DOWN, RESTED, TableWords
from judgekit.narrate.titles import title_of
from judgekit.teach.near import fact_at, near_events, near_facts, near_numbers
from judgekit.teach.question import Condition, Kind, Option, Question, Variant, mark
from judgekit.teach.stretch import Moment, Stretch, answers, play
from judgekit.teach.telling import Step, clause_told

MOST = 6  # questions from one ruling
WRONG = 3  # wrong options of a question
LEAST = 2
MOMENTS = 6  # moments of a ruling that are asked about
FAR = 500  # entries of a log behind which nothing is asked: it would take long to come there
LONG = 700  # entries of a log that is not asked about at all, for the same reason
TOLD = 5  # choices that are told before one that is open
CHANCE = ("Shuffled", "Drew")
TURNED = re.compile(r"(.+) is (?:no longer|now) face down\.$")
REFUSED = 3  # deeds that are asked about though they are not legal, each by another clause
VARIANTS = 3  # clauses that are forgotten, at one moment
WAYS = 4  # options of a choice that are compared


@dataclass(frozen=True)
class Draft:
    kind: Kind
    clause: str
    prompt: str
    right: str
    near: Iterable[Option]  # played out only when somebody looks at the wrong options
    subject: str = ""
    layers: int = 0
    asking: Asking | None = None
    by: frozenset[str] = frozenset()  # clauses that were consulted beside those of the log
    again: Callable[[Stretch], str] | None = None  # the answer by other rules

    @property
    def is_idle(self) -> bool:
        """Whether it asks for a choice that changes nothing: a zone for a card that cannot move there."""
        question = self.asking.right.question if self.kind == "who" and self.asking is not None else None
        if question is None or question.form in ("number", "order") or {question.least, question.most} != {1}:
            return False
        assert self.asking is not None
        ways = [play(self.asking.moment, [(option.id,)]) for option in question.options[:WAYS]]
        return not any(way.state.answers or way.broken for way in ways) and len(set(map(_lies, ways))) == 1

    @property
    def is_open(self) -> bool:
        """Whether another reading of the book, which its ruling is not about, would change the answer."""
        asking = self.asking
        if asking is None:
            return False
        return any(self._hangs_on(row) for row in asking.doubts(self.by))

    @property
    def assumed(self) -> str:
        """How the open questions are read that its ruling is about and that change its answer."""
        asking = self.asking
        if asking is None:
            return ""
        given = asking.moment.place.readings
        return " ".join(
            said("open question", id=row.id, doubt=row.doubt, read=row.told(given.get(row.id, row.default)))
            for row in asking.book.doubts
            if row.id in asking.ruling.readings and (row.id in asking.read_so_far or self._hangs_on(row))
        )

    def _hangs_on(self, row: Doubt) -> bool:
        assert self.asking is not None
        now = self.asking.moment.place.readings.get(row.id, row.default)
        return any(self._right_by(row.id, one) != self.right for one in row.choices if one != now)

    def _right_by(self, doubt: str, choice: str) -> str:
        assert self.asking is not None
        stretch = self.asking.read(doubt, choice)
        if self.again is not None:
            return self.again(stretch)
        there = replace(self.asking)
        there.__dict__["right"] = stretch
        same = (one.right for one in drafts(there, self.kind) if self._asks_as(one))
        return next(same, "")

    def _asks_as(self, other: Draft) -> bool:
        return (self.kind, self.prompt, self.subject) == (other.kind, other.prompt, other.subject)

    @cached_property
    def wrong(self) -> tuple[Option, ...]:
        """The first few that differ from the right answer and from each other."""
        taken: dict[str, Option] = {}
        for option in self.near:
            if option.text and option.text != self.right and option.text not in taken:
                taken[option.text] = option
            if len(taken) == WRONG:
                break
        return tuple(taken.values())


@dataclass
class Asking:
    """A moment of a ruling, its outcome, and the outcome of each mistake."""

    result: Result
    at: int
    context: str
    moment: Moment
    behind: int | None = None  # how many choices were made, if it stands directly behind the last one
    told_so: int = 0  # how often the sentence of its context comes in the ruling
    story: str = ""  # every choice since the table was last at rest
    after: tuple[Step, ...] = ()  # what comes behind the next choice, as the ruling has it
    before: list[str] = field(default_factory=list)  # the sentences that lead here
    asked_later: tuple[e.Answered, ...] = ()  # the choices behind the next one
    editions: dict[str, Stretch | None] = field(default_factory=dict)  # the end in other editions, once found
    opens: int | None = None  # which of the choices is open, if one is
    _other: dict[tuple[str, str], Stretch] = field(default_factory=dict)

    @property
    def ruling(self) -> Ruling:
        return self.result.ruling

    @property
    def script(self) -> Script:
        return self.result.script

    @cached_property
    def right(self) -> Stretch:
        return play(self.moment)

    @cached_property
    def steps(self) -> list[Step]:
        """What happens before chance has a say."""
        steps = [step for step in self.right.steps if not step.is_choice]
        chance = next((at for at, step in enumerate(steps) if step.kind in CHANCE), len(steps))
        return steps[: chance + 1]

    @cached_property
    def seen(self) -> list[Step]:
        """Of that, what anybody at the table sees happen, except that a card is turned up which somebody has
        just said to turn up."""
        told = [step for step in _seen(self.right) if step in self.steps]
        turned = {step.text: found[1] for step in told if (found := TURNED.match(step.text)) is not None}
        return [step for step in told if turned.get(step.text, step.text) not in self.story]

    @property
    def is_certain(self) -> bool:
        return not any(step.kind in CHANCE for step in self.right.steps)

    @property
    def rules(self) -> Rulebook:
        return self.moment.place.rules

    @property
    def book(self) -> Book:
        return self.rules.book

    def without(self, clause: str) -> Stretch:
        return self._kept("without", clause, lambda: self.moment.under(rules_without(self.rules, clause)))

    def read(self, doubt: str, choice: str) -> Stretch:
        return self._kept(doubt, choice, lambda: self.moment.reading(doubt, choice))

    def doubts(self, by: frozenset[str]) -> Iterator[Doubt]:
        """The open questions for which this stretch chose a reading, or that are about these clauses."""
        for row in self.book.doubts:
            if row.id not in self.ruling.readings and (row.id in self.read_here or by & {*row.clauses}):
                yield row

    @cached_property
    def read_here(self) -> set[str]:
        """The open questions for which this stretch chose a reading."""
        return _read_in(self.right.entries)

    @cached_property
    def read_so_far(self) -> set[str]:
        """With those of what came before."""
        end = self.result.end
        return self.read_here | _read_in(end.line.log[: self.at] if end is not None else ())

    def _kept(self, one: str, two: str, make: Callable[[], Moment]) -> Stretch:
        if (one, two) not in self._other:
            self._other[one, two] = play(make())
        return self._other[one, two]

    @property
    def knows_more(self) -> bool:
        """Whether a judge has named cards that the table does not show."""
        return any(one.player not in PLAYERS for one in self.chosen)

    @cached_property
    def chosen(self) -> list[e.Answered]:
        """What has been chosen until now."""
        return answers(self.result.end.line.log[: self.at]) if self.result.end is not None else []

    @cached_property
    def deciding(self) -> list[str]:
        """The clauses that the ruling names and that act on this stretch; they can be forgotten."""
        acting = {step.clause for step in self.steps}
        acting |= {c for entry in self.right.log for h in entry.events for c in h.path}
        acting |= {entry.clause for entry in self.right.log}
        named = [want.clause for want in self.script.clauses]
        found = [c for c in dict.fromkeys(named) if c in acting and c in self.rules.registered]
        return found[:VARIANTS]

    def mistakes(self) -> Iterator[Mistaken]:
        """Every other way this stretch could go: its outcome, the reason, and its subject."""
        for doubt in self.ruling.readings:
            for row in self.book.doubts:
                if row.id == doubt:
                    now = self.moment.place.readings.get(doubt, row.default)
                    for choice in row.choices:
                        if choice != now:
                            yield (
                                self.read(doubt, choice),
                                "other reading",
                                doubt,
                                Variant("reading", doubt, choice),
                            )
        for clause in self.deciding:
            other = self.without(clause)
            if not other.broken:
                yield other, "forgotten clause", clause, Variant("without", clause)

    @cached_property
    def last_check(self) -> Variant | None:
        """The last check in which a rule action was performed."""
        rules = self.rules
        acted = (one for one in reversed(self.right.log) if one.clause in checks_of(rules))
        last = next((one for one in acted if applied_in(rules, one)), None)
        return Variant("check", last.clause, str(last.seq)) if last and rules.onward(last.clause) else None

    def unchecked(self) -> Iterator[Mistaken]:
        """The stretch with one check too few: what was due last is not looked at."""
        if (check := self.last_check) is not None:
            other = self._kept("check", check.choice, lambda: self.past_check(check))
            if not other.broken:
                yield other, "missed check", check.what, check

    def past_check(self, check: Variant) -> Moment:
        """Behind a check of this stretch that nobody has made."""
        state = self.right.line.at(int(check.choice))
        behind = replace_state(state.frames[-1], at=self.rules.onward(check.what))
        there = replace_state(state, frames=(*state.frames[:-1], behind))
        return replace(self.moment, state=there, done=(), after=None, mistaken=True)

    def elsewhere(self) -> Iterator[tuple[Stretch, str]]:
        """The same ruling as it plays in its other editions."""
        for number in self.ruling.game.editions:
            if number == self.script.edition:
                continue
            if number not in self.editions:
                self.editions[number] = in_edition(self.ruling, number)
            if (other := self.editions[number]) is not None:
                yield other, number

    def behind_in(self, whole: Stretch) -> list[Step]:
        """Another edition's steps from this moment on: after the same choice, or the same step."""
        if self.behind is None:
            same = [at for at, step in enumerate(whole.steps) if step.text == self.context]
            return whole.steps[same[0] + 1 :] if len(same) == self.told_so == 1 else []
        made = [-1, *(entry.seq for entry in whole.log if _is_choice(entry))]
        if self.behind >= len(made):
            return []
        done = {self.right.telling.sentence(event) for event in self.moment.done}
        behind = [step for step in whole.steps if step.entry > made[self.behind]]
        return list(dropwhile(lambda step: step.text in done, behind))

    def same_before(self, whole: Stretch) -> bool:
        """Whether another edition comes to this moment by the same steps."""
        behind = self.behind_in(whole)
        first = behind[0].entry if behind else 0
        return bool(behind) and [s.text for s in whole.steps if s.entry < first] == self.before


Mistaken = tuple[
    Stretch, str, str, Variant
]  # what comes of a mistake, its reason and subject, how it is played


def _read_in(entries: Iterable[e.Entry]) -> set[str]:
    events = (h.event for entry in entries for h in entry.events)
    return {event.doubt for event in events if isinstance(event, e.ReadAs)}


def _lies(stretch: Stretch) -> tuple[object, ...]:
    """What lies where at the end of a stretch, by names, and what waits or applies."""
    state, question = stretch.state, stretch.question
    piles = tuple(
        (where, tuple((state.cards[one].name, state.cards[one].marks) for one in pile))
        for where, pile in sorted(state.areas.items())
        if pile
    )
    waits = (tuple(one.ability for one in state.standby), len(state.effects), len(state.scheduled))
    numbers = tuple(sorted(state.numbers.items()))
    return piles, waits, numbers, state.outcome, question and (question.player, question.prompt)


@lru_cache(maxsize=256)
def rules_without(rules: Rulebook, clause: str) -> Rulebook:
    return rules.without(clause)


# a ruling


def questions(ruling: Ruling, edition: str = "", most: int = MOST) -> list[Question]:
    """What can be asked about a ruling, the most telling first."""
    script = ruling.scripts[edition] if edition else next(iter(ruling.scripts.values()))
    result = run(ruling, script.edition)
    if not result.ok or ruling.status == "open" or (result.end and len(result.end.line.log) > LONG):
        return []
    name = f"{ruling.game.name}/{script.edition}"
    if script.position is None:
        made = [(0, "", 1, 0, draft) for draft in of_a_deck(ruling, script, result)]
    else:
        made = [
            (
                asking.at,
                context_of(asking, draft.kind),
                len(asking.right.log),
                _checks(asking),
                draft,
            )
            for asking in Course(result).moments()
            for draft in drafts(asking)
        ]
    chosen = _chosen(made, script.names(), most)
    return [
        Question(
            f"{ruling.name}~{draft.kind}-{at}{_tail(chosen, at, draft)}", ruling.name, name, draft.kind,
            draft.clause, at, f"{context} {draft.assumed}".strip(), draft.prompt,
            (Option(draft.right), *draft.wrong), draft.subject, ruling.difficulty, length, checks,
            draft.layers,
        )
        for at, context, length, checks, draft in chosen
    ]  # fmt: skip


def context_of(asking: Asking, kind: Kind) -> str:
    """Where the game is, what has been chosen, and what nobody could see on the board."""
    found = looked_through(asking) if kind == "who" else ""
    told = (where(asking, kind), asking.story, arrivals(asking), unseen(asking, kind), found, _how_far(kind))
    return " ".join(filter(None, told))


def table_of(asking: Asking, kind: Kind) -> State:
    """The table that a question is about: what may be done is asked where the choice is open."""
    return asking.right.state if kind == "legal" else asking.moment.table


def where(asking: Asking, kind: Kind) -> str:
    """The phase and the step that a moment is in, or that begins; else what is under way."""
    book, frames = asking.book, (asking.right if kind == "legal" else asking.moment).state.frames
    titles = list(dict.fromkeys(title_of(book, f.procedure) for f in frames))
    begins = [title_of(book, f.at) for f in frames[-1:]]
    told = list(filter(_is_phase, titles)) or list(filter(_is_phase, begins)) or titles[-1:]
    return f"{', '.join(told)}." if any(told) else ""


def _begins_midway(begun: Asking) -> bool:
    """Whether a ruling begins in the middle of a phase, where nobody is asked at once, or in the middle of a
    battle: what has been until then, nobody could say."""
    rules, frames = begun.rules, begun.moment.state.frames

    def is_phase(clause: str) -> bool:
        return title_of(begun.book, clause).lower().endswith("phase")

    if not frames or (is_phase(frames[-1].at) and not is_phase(frames[-1].procedure)):
        return False
    phases = [at for at, f in enumerate(frames) if is_phase(f.procedure)]
    within = frames[phases[-1] if phases else -1 :]
    under_way = [rules.first(f.procedure) != f.at for f in within]
    if begun.right.question is None or begun.right.steps:
        return any(under_way)
    is_a_step = len({title_of(begun.book, clause) for clause in (frames[-1].procedure, frames[-1].at)}) > 1
    return any(under_way[1:] if is_a_step else under_way[1:-1])


def arrivals(asking: Asking) -> str:
    """In which order cards came that lie in one place, where only the last one may stay."""
    table, game = asking.moment.table, asking.moment.place.game
    ties, words = {spec.mark for spec in game.ties}, TableWords(game, {})
    many = Counter(spec.clause for spec in game.areas if spec.drawn == "place")
    places = [spec.name for spec in game.areas if many[spec.clause] > 1 or spec.capacity == 1]
    told = []
    for where in (f"{player}.{name}" for player in PLAYERS for name in places):
        own = [card for card in map(table.cards.__getitem__, table.pile(where)) if not _bears(card, ties)]
        if len(own) > 1 and len({card.name for card in own}) > 1:
            came = groupby(sorted(own, key=lambda card: card.since), lambda card: card.since)
            names = [listed(card.name for card in together) for _, together in came]
            told.append(said("came to a place", place=words.area(where), cards=said("and then").join(names)))
    return " ".join(told)


def _bears(card: Card, marks: set[str]) -> bool:
    return any(card.mark(name) for name in marks)


def looked_through(asking: Asking) -> str:
    """The cards among which somebody chooses who looks through a pile that the board does not list."""
    question, cards = asking.right.question, asking.right.state.cards
    offered = question.options if question is not None else ()
    found: dict[str, list[str]] = {}
    for card in (cards[CardId(one.card)] for one in offered if one.card is not None and one.card in cards):
        if (
            area_name(card.area) in _unseen_areas(asking)
            and card.name in asking.moment.place.pool.definitions
        ):
            found.setdefault(card.area, []).append(card.name)
    return " ".join(_found_in(asking, where, own) for where, own in found.items())


def _found_in(asking: Asking, where: str, own: list[str]) -> str:
    words = TableWords(asking.moment.place.game, {})
    told = {"place": words.area(where), "cards": listed(counted(own))}
    if len(own) == len(asking.right.state.pile(where)):
        return said("all of them", **told)
    return said("among others", **told)


def unseen(asking: Asking, kind: Kind) -> str:
    """What lies in piles that only their owner sees, and the cards that come next from those that nobody
    sees, where another card could change the answer: at an end, what somebody could do with it."""
    told = (*_in_own_piles(asking), *_below(asking), _coming(asking, kind == "end"))
    return " ".join(filter(None, told))


def _below(asking: Asking) -> Iterator[str]:
    """Whose the cards are that lie under a card of the other player: the board marks the top card alone."""
    cards = asking.moment.table.cards
    for card in cards.values():
        host = cards.get(host_of(card.area) or CardId(0))
        if host is not None and card.owner != area_player(host.area):
            yield said("owned below", card=card.name, host=host.name, player=card.owner)


def _in_own_piles(asking: Asking) -> Iterator[str]:
    table, cards = asking.moment.table, asking.moment.place.cards
    printed = {card.name for card in cards}
    for spec in asking.moment.place.game.areas:
        if spec.seen_by == "owner" and not spec.is_listed:
            for player in PLAYERS:
                lies = [table.cards[one] for one in table.pile(f"{player}.{spec.name}")]
                own = [_with_owner(card, player) for card in lies]
                if own and printed >= {card.name for card in lies}:
                    yield said("in a pile", player=player, pile=spec.title, cards=", ".join(counted(own)))


def _with_owner(card: Card, player: Player) -> str:
    return card.name if card.owner == player else said("with its owner", card=card.name, player=card.owner)


def _coming(asking: Asking, all_of_them: bool) -> str:
    came: dict[str, list[str]] = {}
    for entry in asking.right.entries:
        for event in (happened.event for happened in entry.events):
            if isinstance(event, e.Shuffled):
                return _next_in(asking, came)
            if isinstance(event, e.Moved) and _matters_unseen(asking, event, all_of_them):
                came.setdefault(event.src, []).append(asking.moment.table.cards[event.card].name)
    return _next_in(asking, came)


def _matters_unseen(asking: Asking, event: e.Moved, whatever: bool) -> bool:
    table, pool = asking.moment.table, asking.moment.place.pool
    pile = table.pile(event.src)
    if area_name(event.src) not in _hidden_areas(asking) or event.card not in pile:
        return False
    name = table.cards[event.card].name
    if name not in pool.definitions or name in asking.story:
        return False
    alike = len({table.cards[one].name for one in pile}) == 1 and not pool.definitions[name].text
    return whatever or not alike


def _next_in(asking: Asking, came: dict[str, list[str]]) -> str:
    titles = {spec.name: spec.title for spec in asking.moment.place.game.areas}
    told = ((area_player(w), titles[area_name(w)], ", ".join(own)) for w, own in came.items())
    return " ".join(said("next in a pile", player=who, pile=pile, cards=cards) for who, pile, cards in told)


def _is_phase(title: str) -> bool:
    return title.lower().endswith(("phase", "step"))


Made = tuple[int, str, int, int, Draft]


def _chosen(made: list[Made], named: set[str], most: int) -> list[Made]:
    """A limited number: one of each kind before a second, first those about what the ruling names."""
    good = [one for one in made if len(one[4].wrong) >= LEAST]
    ranked = sorted(good, key=lambda one: (one[4].clause not in named, len(one[4].wrong) < WRONG, -one[0]))
    seen: dict[str, int] = {}
    places: list[tuple[int, Made]] = []
    asked: set[tuple[str, str, str]] = set()
    for one in ranked:
        same = (one[4].kind, one[4].prompt, one[4].right)
        if same not in asked:
            asked.add(same)
            places.append((seen.get(one[4].kind, 0), one))
            seen[one[4].kind] = seen.get(one[4].kind, 0) + 1
    places.sort(key=lambda pair: pair[0])
    clear = (one for _, one in places if not (one[4].is_open or one[4].is_idle))
    return sorted(islice(clear, most), key=lambda one: (one[0], one[4].kind))


def _tail(chosen: list[Made], at: int, draft: Draft) -> str:
    """Distinguishes two of a kind at one moment."""
    same = [one[4] for one in chosen if one[0] == at and one[4].kind == draft.kind]
    return "" if len(same) == 1 else ascii_lowercase[same.index(draft)]


def _checks(asking: Asking) -> int:
    return sum(isinstance(h.event, e.Called) and "heck" in title_of(asking.book, h.event.procedure)
               for entry in asking.right.log for h in entry.events)  # fmt: skip


@dataclass
class Course:
    """A ruling that was played, and its moments."""

    result: Result
    line: Line = field(init=False)
    whole: Stretch = field(init=False)
    choices: list[int] = field(init=False)  # the entries in which somebody chose
    editions: dict[str, Stretch | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        place, end = self.result.script.position, self.result.end
        assert place is not None
        assert end is not None
        self.line = end.line
        self.whole = Stretch(Moment(place, place.state), end.line)
        self.choices = [entry.seq for entry in end.line.log if _is_choice(entry)]

    @property
    def starts(self) -> list[int]:
        """The beginning, and after each choice."""
        return [0, *(seq + 1 for seq in self.choices)]

    @cached_property
    def wanted(self) -> set[int]:
        """The beginning, after each choice, and where a choice is open: in the middle of a step, nobody could
        say how far it has come."""
        if _begins_midway(self.asking(0)):
            return set()
        starts = [at for at in self.starts if at not in self.choices]
        return {at for at in (*starts[-MOMENTS:], *self.choices[:TOLD]) if at <= FAR}

    def moments(self) -> Iterator[Asking]:
        """The moments that are asked about."""
        return map(self.asking, sorted(self.wanted))

    @cached_property
    def states(self) -> list[State]:
        return list(self.line.states())

    def asking(self, at: int) -> Asking:
        script, log, choices, steps = self.result.script, self.line.log, self.choices, self.whole.steps
        assert script.position is not None
        until = script.until if script.until[:5] not in ("asked", "over") else ""
        last = at == 0 or not any(seq >= at for seq in choices)
        before = [step.text for step in steps if step.entry < at]
        told = [step.text for step in steps if step.entry < at and step.kind != "Refused"]
        context = told[-1] if told else ""
        later = next((seq for seq in choices if seq >= at), None)
        chosen = next((i for i, s in enumerate(steps) if s.is_choice and s.entry == later), len(steps))
        after = tuple(step for step in steps[chosen:] if not step.is_choice)
        moment = self._moment(script.position, at, until if last else "")
        behind = sum(seq < at for seq in choices) if at in self.starts else None
        asked = tuple(answers(log[later + 1 :])) if later is not None else ()
        told_so = sum(step.text == context for step in steps)
        story = " ".join([*self._chosen_until(at)] or [context]).strip()
        opens = choices.index(at) if at in choices else None
        return Asking(
            self.result, at, context, moment, behind, told_so, story, after[:2], before, asked, self.editions,
            opens,
        )  # fmt: skip

    def _moment(self, place: Position, at: int, until: str) -> Moment:
        """Includes what the current step has done: it asked midway, and reruns with the answer."""
        state = self.states[at]
        if not state.answers or at - 1 not in self.choices:
            return Moment(place, state, until)
        line = Line(place.rules, place.pool, self.states[at - 1], dict(place.readings))
        if line.ask() is None or line.provisional is None:
            return Moment(place, state, until)
        done = tuple(happened.event for happened in line.table.happened)
        return Moment(place, state, until, done=done, after=line.provisional)

    def _chosen_until(self, at: int) -> Iterator[str]:
        """The choices since the table was last at rest; none where something else has happened last; all of
        them where a choice is open."""
        own = [seq for seq in self.choices if seq < at]
        if at in self.choices:  # what may be done hangs on all that was done
            yield from (step.text for step in self.whole.steps if step.is_choice and step.entry < at)
        if at not in self.starts or at in self.choices or not own:
            return
        outermost = min(len(self.states[seq].frames) for seq in own)
        rested = (s for s in own if len(self.states[s].frames) == outermost and self._is_at_rest(s))
        begun = max(rested, default=own[0])
        for step in self.whole.steps:
            if step.is_choice and begun <= step.entry < at:
                yield step.text

    def _is_at_rest(self, seq: int) -> bool:
        """Nothing waits, no step is under way, and no card is just being played."""
        state = self.states[seq]
        shared = (spec.name for spec in self.result.ruling.game.areas if spec.shared)
        return not (state.standby or state.answers or any(map(state.pile, shared)))

    def same_moment(self, other: Asking) -> Asking | None:
        """The same moment in this ruling as in the other: where the same choice is open, after the same
        choice, or after the same step."""
        if other.opens is not None:
            return self.asking(self.choices[other.opens]) if other.opens < len(self.choices) else None
        if other.behind is not None:
            return self.asking(self.starts[other.behind]) if other.behind < len(self.starts) else None
        if not other.context:  # nothing has been told yet
            first = next((step.entry for step in self.whole.steps), len(self.line.log))
            return self.asking(min(other.at, first))
        here, there = (
            [step.entry for step in one.whole.steps if step.text == other.context]
            for one in (self, Course(other.result))
        )
        before = sum(entry < other.at for entry in there)
        return self.asking(here[before - 1] + 1) if len(here) == len(there) and before else None


def _is_choice(entry: e.Entry) -> bool:
    return any(isinstance(h.event, e.Answered | e.Announced) for h in entry.events)


LENT = re.compile(r"\b(use|activate) [^.“]*'s effect\b")  # what another card has lent it


def drafts(asking: Asking, kind: Kind | None = None) -> Iterator[Draft]:
    """Everything that can be asked at a moment; or only what is of one kind."""
    if asking.right.broken or any(step.is_choice for step in asking.right.steps):
        return  # what repeats itself in a loop has been chosen, too
    if asking.knows_more or LENT.search(asking.story) or UNSETTLED.search(asking.story):
        return
    if _goes_on_choosing(asking) or _chose_a_namesake(asking):
        return
    if _says_nothing(asking) or _lies_untold(asking) or _searches_unseen(asking):
        return
    for own, make in _makers(asking).items():
        if kind in (None, own):
            yield from make(asking)


def _makers(asking: Asking) -> dict[Kind, Callable[[Asking], Iterator[Draft]]]:
    """The kinds of question that can be asked at a moment."""
    if asking.behind is None and asking.story:  # the table shows what has come of the last choice
        return {"legal": _legal}
    found: dict[Kind, Callable[[Asking], Iterator[Draft]]] = {
        "next": _next, "clause": _clause, "order": _order, "number": _number
    }  # fmt: skip
    if not asking.is_certain:
        return found
    found |= {"who": _who, "legal": _legal, "wins": _wins}
    end = asking.result.end
    if asking.steps and end is not None and asking.right.state == end.line.state:
        found["end"] = _ends
    return found


def _goes_on_choosing(asking: Asking) -> bool:
    """Whether the next choice is the last one again: one choice of the book in several parts, of which nobody
    could say whether it is at its end."""
    question = asking.right.question
    if question is None or question.window or not asking.chosen:
        return False
    last = asking.chosen[-1]
    return (last.player, last.prompt) == (question.player, question.prompt)


def _chose_a_namesake(asking: Asking) -> bool:
    """Whether somebody has chosen a card of which another lies open with the other player, and neither the
    story nor the request says whose."""
    cards, closed = asking.moment.table.cards, _unseen_areas(asking)
    for one in asking.chosen:
        meant = (cards.get(CardId(int(id[1:]))) for id in one.chosen if CHOSEN.fullmatch(id))
        for card in (card for card in meant if card is not None and f": {card.name}" in asking.story):
            alike = [c for c in cards.values() if c.name == card.name and area_name(c.area) not in closed]
            if len({area_player(c.area) for c in alike}) > 1 and not WHOSE.search(one.prompt):
                return True
    return False


CHOSEN = re.compile(r"c\d+")  # the option that is a card
WHOSE = re.compile(r"\b(your (?!choice)|opponent)", re.I)


def _says_nothing(asking: Asking) -> bool:
    """Whether there is an ability that no text tells: one that an effect has made for later, or of a card."""
    state, pool = asking.moment.table, asking.moment.place.pool
    waits = [*(one.ability for one in state.standby), *(one.ability for one in state.scheduled)]
    mute = {card.name for card in asking.moment.place.cards if card.abilities and not card.text}
    here = {card.name for card in state.cards.values()}
    return bool(mute & here) or not all(pool.ability(address).text for address in waits)


def _lies_untold(asking: Asking) -> bool:
    """Whether the board cannot tell how a card lies: open where cards lie face down, or tied to several."""
    game, table = asking.moment.place.game, asking.moment.table
    set_down = {spec.name for spec in game.areas if spec.seen_by == "owner" and spec.drawn == "place"}
    told = {spec.name for spec in game.marks if not spec.bookkeeping}
    for card in table.cards.values():
        is_open = area_name(card.area) in set_down and not _bears(card, {*FACE_DOWN})
        if is_open or any(isinstance(v, tuple) and len(v) > 1 and name in told for name, v in card.marks):
            return True
    return False


SEARCHED = re.compile(r"\bsearch\b[^.?]*\? [AB] says yes\.$", re.I)


def _searches_unseen(asking: Asking) -> bool:
    """Whether somebody has begun to look through a pile and finds nothing there, which nobody could know."""
    return (
        SEARCHED.search(asking.story) is not None
        and asking.right.question is not None
        and not (looked_through(asking) or asking.right.question.form == "yes or no")
    )


# what happens next


COUNT = re.compile(r"\d → -?\d")  # numbers, not such as none and front right
SEEN = ("Moved", "Numbered", "Marked", "Created", "Vanished", "Shuffled", "Drew", "Decided", "TurnBegan")


SHOWN_ON = (*RESTED, *FACE_DOWN, "damage")  # how a card is turned, and counters on it


def _seen(stretch: Stretch) -> Iterator[Step]:
    """What anybody at the table sees happen, the choices left out: cards that go somewhere or are turned,
    numbers, the end of the game. When an ability waits, applies or has resolved, nobody sees."""
    happened = [h.event for entry in stretch.entries for h in entry.events]
    gone = {event.card for event in happened if isinstance(event, e.Moved)}
    for step in stretch.steps:
        if step.kind in SEEN and _is_seen(stretch, step, event := event_at(stretch, step)):
            is_played = isinstance(event, e.Marked) and event.mark in FACE_DOWN and event.card in gone
            is_uncovered = isinstance(event, e.Moved) and host_of(event.src) in gone
            if not (is_played or is_uncovered):
                yield step  # a card that is played is turned face up by that; what lay under one stays there


def _is_seen(stretch: Stretch, step: Step, event: e.AnyEvent) -> bool:
    if isinstance(event, e.Marked):
        beside = stretch.entries[step.entry].events  # what a card takes along as it goes, nobody does to it
        return event.mark in SHOWN_ON and not any(isinstance(one.event, e.Moved) for one in beside)
    if isinstance(event, e.Created | e.Vanished):  # a card, not a process or an ability
        before = stretch.moment.table.cards.get(event.card)
        name = event.name if isinstance(event, e.Created) else before.name if before is not None else ""
        return name in {card.name for card in stretch.moment.place.cards}
    return not isinstance(event, e.Numbered) or COUNT.search(step.text) is not None


def next_step(stretch: Stretch) -> Step | None:
    """The next thing that anybody would see."""
    return next(_seen(stretch), None)


def asked_told(stretch: Stretch) -> str:
    question = stretch.question
    if question is None:
        return ""
    who = said("the judge") if question.player not in PLAYERS else question.player
    return said("has a choice", player=who, prompt=_ended(stretch.telling.plain(question.prompt)))


def _ended(prompt: str) -> str:
    """A question as it is asked; a request with a full stop."""
    if re.fullmatch(r"what does \w+ do\?", prompt):
        return FREE
    return prompt if prompt.endswith(("?", ".”", "?”")) else f"{prompt.rstrip('.')}."


def _next(asking: Asking) -> Iterator[Draft]:
    step = next_step(asking.right)
    if step is None or step not in asking.seen or _is_as_chosen(step, asking.story):
        return
    at_once = _by_rule_action(asking.right, step)
    later = [
        one
        for one in asking.seen
        if one.entry > step.entry and not (at_once and _by_rule_action(asking.right, one))
    ]
    right = step.text
    so_far = {
        one.text for one in asking.right.steps if one.entry <= step.entry
    }  # at once, or unseen before it

    def wrong() -> Iterator[Option]:
        for one, number in _in_other_editions(asking):
            yield Option(
                one.text, "other edition", number, Variant("edition", number), _lacks(asking, step, one.text)
            )
        mistaken = (
            (*asking.mistakes(), *asking.unchecked())
            if _is_checked_first(asking, step)
            else asking.mistakes()
        )
        for other, reason, told, variant in mistaken:
            first = next_step(other)
            if first is not None and not (at_once and _by_rule_action(other, first)):
                yield Option(first.text, reason, told, variant, _lacks(asking, step, first.text))
        event = event_at(asking.right, step)
        for near, reason in near_events(asking.moment, event):
            text = asking.right.telling.sentence(near, step.clause)
            yield Option(text, reason, step.clause, Variant("force", event=near), _lacks(asking, step, text))
        for one in later:
            claimed = Variant("force", event=event_at(asking.right, one))
            yield Option(one.text, "too early", one.clause, claimed, _lacks(asking, step, one.text))

    kept = wrong()
    if step.kind == "Numbered":  # when a count is kept up, the book says less clearly than how far
        kept = (one for one in kept if COUNT.search(one.text))
    options = (one for one in kept if one.text not in {*so_far, asking.context})
    yield Draft("next", step.clause, said("what first"), right, options, asking=asking)


def _is_checked_first(asking: Asking, step: Step) -> bool:
    """Whether nothing is seen before the last check."""
    return asking.last_check is not None and step.entry >= int(asking.last_check.choice)


def _by_rule_action(stretch: Stretch, step: Step) -> bool:
    """Whether a rule action does it: those of one check are done at the same time."""
    book, entry = stretch.moment.place.rules.book, stretch.entries[step.entry]
    cited = (clause for clause in (*entry.path, *happened_at(stretch, step).path) if clause in book)
    return any(book[clause].kind == "rule action" for clause in cited)


def _is_as_chosen(step: Step, story: str) -> bool:
    """Whether a card only goes where somebody has just said that it goes: `A chooses 1 card in their deck to
    place into their hand: Kaz.`"""
    card, _, way = step.text.rstrip(".").partition(" moves ")
    where = way.rpartition(" to ")[2]
    if not where or card not in story:
        return False
    last = story.rpartition(" chooses ")[2]
    goal = last.rpartition(": ")[0].rpartition(" to ")[2]
    return story.endswith(f"{where}.") or (card in last and _bare(where) in goal.casefold())


def _bare(area: str) -> str:
    """`the Drop Area`, `A's Drop Area` -> `drop area`."""
    return re.sub(r"^(the|[AB]'s) ", "", area).casefold()


def _in_other_editions(asking: Asking) -> Iterator[tuple[Step, str]]:
    """What comes next in the other editions, after the same choice or the same step."""
    for other, number in asking.elsewhere():
        behind = asking.behind_in(other)
        step = next((one for one in _seen(other) if one in behind), None)
        if step is not None:
            yield step, number


def _lacks(asking: Asking, step: Step, claimed: str) -> Condition:
    """What the clause acting there says, and what the answer has instead."""
    gist = asking.book[step.clause].gist if step.clause in asking.book else step.text
    return Condition(step.clause, gist.rstrip("."), claimed.rstrip(".") or said("nothing before"))


def happened_at(stretch: Stretch, step: Step) -> e.Happened:
    seq, _, at = step.at.partition(".")
    return stretch.entries[int(seq)].events[int(at) - 1]


def event_at(stretch: Stretch, step: Step) -> e.AnyEvent:
    return happened_at(stretch, step).event


# which clause says so


def _clause(asking: Asking) -> Iterator[Draft]:
    seen: set[object] = set()
    for step in asking.seen:
        entry, happened = asking.right.entries[step.entry], happened_at(asking.right, step)
        if step.clause not in asking.book or step.kind == "Decided":
            continue  # one clause says when a player loses, and another what comes of it
        at_once = (step.entry, step.clause)  # what comes with it, its words may not say
        if {step.text, at_once} & seen or _is_of_a_card(asking, happened, step):
            continue
        seen |= {step.text, at_once}
        alike = {one.clause for one in asking.steps if one.text == step.text}
        cited = {*entry.path, *entry.consulted, *happened.path, *alike}
        says = _directing(asking, entry, happened, step)
        if not _is_a_cause(asking, says) or _happens_without(asking, says, step.text) is not False:
            continue
        above = happened.path[: happened.path.index(says)] if says in happened.path else ()
        senders = [one for one in above if one in asking.book and not _kin(one, says)]
        if any(_is_a_cause(asking, one) for one in senders):
            continue  # one clause sends to the other: either is an answer
        if step.kind == "Shuffled" and asking.book[says].kind != "step":
            continue  # what shuffling is, a clause says; that it is done, a card or nobody
        if step.kind == "TurnBegan" and not BEGINS.search(asking.book[says].gist):
            continue  # a clause about the phases of a turn lets none begin
        wrong = _neighbours(asking, says, cited, step.text)
        prompt = said("which clause", text=step.text)
        right = clause_told(asking.book, says)
        yield Draft("clause", says, prompt, right, wrong, step.text, asking=asking)


def _is_of_a_card(asking: Asking, happened: e.Happened, step: Step) -> bool:
    """Whether a card's instruction causes it, and the clause only says how or what its words mean."""
    game, path = asking.moment.place.game, happened.path
    before = path[: path.index(step.clause)] if step.clause in path else path
    only_how = asking.book[step.clause].kind == "action" and step.kind != "StoodBy"
    return only_how and bool(game.effects & {*before})


def _is_a_cause(asking: Asking, clause: str) -> bool:
    """Whether a clause orders something: not what a word means, nor in what order something is done, nor that
    effects are carried out."""
    row = asking.book[clause]
    is_general = clause in asking.moment.place.game.effects or IN_ORDER.search(row.gist)
    return row.kind in CAUSES and _chapter(asking.book, clause) not in MEANINGS and not is_general


def _happens_without(asking: Asking, clause: str, told: str) -> bool | None:
    """Whether the same comes about by the rules without a clause; none if they cannot go on."""
    if clause not in asking.rules.registered:
        return None
    other = asking.without(clause)
    return None if other.broken else told in {step.text for step in other.steps}


IN_ORDER = re.compile(r"\bin the order\b")
BEGINS = re.compile(r"\b(begins|starts|becomes)\b")
CAUSES = ("step", "action", "rule action", "keyword")
MEANINGS = ("Terms", "Specific actions", "Basic terms", "Game actions")  # chapters that say what words mean


def _chapter(book: Book, clause: str) -> str:
    """The title of the chapter that a clause stands in."""
    while above := parent(clause):
        clause = above
    return book[clause].title if clause in book else ""


def _directing(asking: Asking, entry: e.Entry, happened: e.Happened, step: Step) -> str:
    """The step that tells the players to do it, where the acting clause only says what a word means."""
    book, moving = asking.book, asking.moment.place.game.moving
    path = [clause for clause in happened.path if clause not in moving]
    only_words = all(_chapter(book, clause) in MEANINGS for clause in path)
    is_told = entry.clause in book and book[entry.clause].kind == "step"
    return entry.clause if path and only_words and is_told else step.clause


def _neighbours(asking: Asking, acts: str, cited: set[str], told: str) -> Iterator[Option]:
    """Clauses next to the one that acts, and others of this stretch, without which the same comes about."""
    book = asking.book
    order = book.order[acts]
    beside = [book.rows[i].number for d in NEAR if 0 <= (i := order + d) < len(book.rows)]
    own = [s.clause for s in asking.steps if s.clause in book]
    family = {acts, parent(acts) or ""}
    for number in dict.fromkeys((*beside[:2], *own, *beside[2:])):
        if number in cited or number in family or parent(number) == acts or book[number].kind not in CAUSES:
            continue
        if book[number].gist and _happens_without(asking, number, told):
            yield Option(
                clause_told(book, number), "neighbouring clause", number, Variant("without", acts),
                Condition(number, book[number].gist.rstrip("."), said("does not act", clause=acts)),
            )  # fmt: skip


NEAR = tuple(sign * by for by in range(1, 9) for sign in (1, -1))


# in what order


def _order(asking: Asking) -> Iterator[Draft]:
    steps = [step for step in asking.seen if step.kind != "Numbered"]  # a count may be kept up later
    texts = [s.text for s in steps]
    if len(set(texts)) != len(texts):
        steps = [s for s in steps if texts.count(s.text) == 1]
    apart: list[Step] = []
    for step in steps:
        if not apart or step.entry != apart[-1].entry:
            apart.append(step)
    if len(apart) < 3:
        return
    three = tuple(apart[:3])
    if sum(_by_rule_action(asking.right, step) for step in three) > 1:
        return
    right = in_order(three)

    def wrong() -> Iterator[Option]:
        for order in ((1, 0, 2), (0, 2, 1), (2, 0, 1), (2, 1, 0)):
            told = tuple(three[i] for i in order)
            first = next(i for i in range(3) if order[i] != i)
            claimed, due = told[first], three[first]
            variant = Variant("order", due.at, claimed.at)
            yield Option(
                in_order(told), "too early", claimed.clause, variant, _lacks(asking, due, claimed.text)
            )

    yield Draft("order", three[1].clause, said("what order"), right, wrong(), asking=asking)


def in_order(steps: Iterable[Step]) -> str:
    return said("then").join(step.text for step in steps)


# what is the number


def _number(asking: Asking) -> Iterator[Draft]:
    done = asking.right.done
    for entry in asking.right.log:
        for at, happened in enumerate(entry.events, 1):
            event = happened.event
            if (entry.seq, at) in done:
                continue
            if isinstance(event, e.Derived) and event.rows and isinstance(event.value, int):
                if (card := _card_shown(asking, event.card)) and _is_so_now(asking, event):
                    yield _derived(asking, entry, happened, event, card)
                    return
    for step in asking.steps:
        event = event_at(asking.right, step)
        if isinstance(event, e.Numbered) and event.now >= 0 and _is_count(asking, event):
            draft = _counted(asking, step, event)
            if draft.right not in asking.context:  # somebody has just chosen it
                yield draft
            return


def _is_so_now(asking: Asking, event: e.Derived) -> bool:
    """Whether a value is the same before anything happens, and no time stamp decides it: nobody sees one."""
    if any(row.ordered_by for row in event.rows):
        return False
    try:
        return bool(fresh(_now(asking).line).peek(event.card, event.property) == event.value)
    except (Asked, EngineError):
        return False


def _card_shown(asking: Asking, number: int) -> str:
    """A card as it is found on the board: by its name, or by its side of the table too."""
    cards = asking.moment.table.cards
    card = cards.get(CardId(number))
    if card is None:
        return ""
    side = area_player(card.area)
    alike = [one for one in cards.values() if one.name == card.name]
    beside = [one for one in alike if area_player(one.area) == side]
    return card.name if len(alike) == 1 else f"{side}'s {card.name}" if side and len(beside) == 1 else ""


def _derived(asking: Asking, entry: e.Entry, happened: e.Happened, event: e.Derived, card: str) -> Draft:
    right = str(event.value)
    value = event.value
    assert isinstance(value, int)
    layer = event.rows[-1].layer or clause_of(entry, happened)
    about = {"property": event.property, "card": card}

    def wrong() -> Iterator[Option]:
        needs = Condition(layer, said("every effect", **about), said("in the end", value=right))
        if isinstance(event.base, int):
            yield Option(str(event.base), "as printed", layer, _or_say(asking, layer), needs)
        for row in event.rows:
            if isinstance(row.before, int) and isinstance(row.after, int):
                left = value - (row.after - row.before)
                told = asking.right.telling.plain(row.effect)
                yield Option(str(left), "effect left out", told, _or_say(asking, row.layer), needs)
        for other in near_numbers(event.base if isinstance(event.base, int) else 0, value):
            yield Option(str(other), "wrong number", layer, _or_say(asking, layer), needs)

    prompt = said("what number", **about)
    return Draft("number", layer, prompt, right, wrong(), card, len(event.rows), asking)


def _or_say(asking: Asking, clause: str) -> Variant:
    return Variant("without", clause) if clause in asking.rules.registered else Variant("say")


def _spec(asking: Asking, event: e.Numbered) -> NumberSpec:
    return next(s for s in asking.moment.place.game.numbers if s.key == area_name(event.key))


def _is_count(asking: Asking, event: e.Numbered) -> bool:
    """Whether it is shown as a number, not in words such as yes and no."""
    spec = _spec(asking, event)
    return all(spec.told(value) == str(value) for value in (event.was, event.now))


def _counted(asking: Asking, step: Step, event: e.Numbered) -> Draft:
    spec = _spec(asking, event)
    whose = f"{player}'s " if (player := area_player(event.key)) else ""
    right = spec.told(event.now)

    def wrong() -> Iterator[Option]:
        for near, reason in near_events(asking.moment, event):
            assert isinstance(near, e.Numbered)
            text = asking.right.telling.sentence(near)
            yield Option(
                spec.told(near.now),
                reason,
                step.clause,
                Variant("force", event=near),
                _lacks(asking, step, text),
            )

    name = f"{spec.name[:1].lower()}{spec.name[1:]}" if whose and spec.name[1:].islower() else spec.name
    told = f"{whose}{name}"
    prompt = said("what becomes of it", number=f"{told[:1].upper()}{told[1:]}", now=spec.told(event.was))
    return Draft("number", step.clause, prompt, right, wrong(), event.key, asking=asking)


# who chooses

BARE = re.compile(
    r"choose( the zone| the circles?| \d+ cards? among them)?\."
)  # a request that does not say what for
# From which round on it is a loop, whether one rule action on two cards is two, when the order of effects is
# chosen, nobody could say;
# nor whether prevention falls on damage that its text is not about.
UNSETTLED = re.compile(
    r"\bloop\b|\brule action comes first\b|\bbegan at the same time\b|\bof the damage to .+ is prevented\b"
)
FREE = said("what to do")
YES = said("yes")


WAITING = re.compile(r"\b(pending skill|standby ability|automatic ability|triggered ability)\b")
NONE = re.compile(r"\b(up to|any number|or none|to have none|or not)\b|\?")


def _or_none(question: OpenQuestion, prompt: str) -> str:
    """A request with the leave to take nothing, where it has that."""
    free = question.least == 0 and question.form == "choose" and not NONE.search(prompt)
    return said("or none", prompt=prompt.rstrip(".")) if free else prompt


def _is_only_excused(question: OpenQuestion) -> bool:
    """Whether a card names a number, one card could be taken, and only a hidden area lets it be none."""
    prompt = question.prompt
    one = question.least == 0 and len(question.options) <= 1 and question.form == "choose"
    return (
        one and (": " in prompt or "none" in prompt) and not re.search(r"\b(up to|any number|may)\b", prompt)
    )


def _who(asking: Asking) -> Iterator[Draft]:
    question = asking.right.question
    if question is None or question.player not in PLAYERS or question.clause not in asking.book:
        return
    if question.window or _is_forced(asking.right) or _is_only_excused(question):
        return  # who may act: before them, somebody else could have passed
    other = opponent(question.player)
    about = _ended(_or_none(question, asking.right.telling.plain(question.prompt)))
    if BARE.fullmatch(about) or UNSETTLED.search(about) or _is_sham(asking) or _is_of_unseen(asking):
        return
    right = said("chosen by", player=question.player, words=about)
    asked_first = said("asked first", player=question.player, prompt=about.rstrip("."))

    def option(text: str, reason: str, told: str, variant: Variant) -> Option:
        return Option(text, reason, told, variant, Condition(question.clause, asked_first, text.rstrip(".")))

    def wrong() -> Iterator[Option]:
        swapped = re.sub(rf"\b{question.player}\b", other, about)
        yield option(
            said("chosen by", player=other, words=swapped),
            "other player",
            question.clause,
            Variant("attempt", other),
        )
        for mistaken, reason, told, variant in (*asking.mistakes(), *asking.unchecked()):
            if mistaken.question is not None and mistaken.question.player in PLAYERS:
                asked = _ended(_or_none(mistaken.question, mistaken.telling.plain(mistaken.question.prompt)))
                yield option(
                    said("chosen by", player=mistaken.question.player, words=asked), reason, told, variant
                )
        for later in () if WAITING.search(about) else asking.asked_later:
            if later.clause == question.clause:
                continue  # the same of another card: which comes first, nobody could say
            if question.form == "yes or no" and later.player == question.player:
                continue  # whether to do it, and to what: the book may have it as one choice
            asked = _ended(asking.right.telling.plain(later.prompt))
            if later.player in PLAYERS and later.clause in asking.book and not BARE.fullmatch(asked):
                text = said("chosen by", player=later.player, words=asked)
                yield option(text, "too early", later.clause, Variant("attempt", later.player))
        before = {step.text for step in asking.right.steps}
        for step in asking.after:
            if step.kind not in ("Moved", "Decided"):
                continue
            if step.text in before:
                continue  # it happens twice, once before anybody chooses
            text = said("nobody before", text=step.text)
            yield option(text, "choice skipped", question.clause, Variant("attempt", "nobody"))
        both = said("both at once")
        yield option(both, "order of another game", question.clause, Variant("attempt", other))
        nobody = said("nobody chooses")
        yield option(nobody, "choice skipped", question.clause, Variant("attempt", "nobody"))

    options = (one for one in wrong() if not one.text.endswith(f": {FREE}"))
    prompt = said("who chooses")
    yield Draft("who", question.clause, prompt, right, options, asking=asking)


def _is_sham(asking: Asking) -> bool:
    """Whether no more than one thing that can be chosen comes to anything: an ability that waits and then
    cannot be used, or one of several effects that sleeps."""
    question = asking.right.question
    assert question is not None
    if question.form != "choose" or question.least != 1 or not 1 < len(question.options) <= WAYS:
        return False
    ways = [play(asking.moment, [(option.id,)]) for option in question.options]
    return sum(_comes_to_something(way) for way in ways) < LEAST


def _comes_to_something(way: Stretch) -> bool:
    every = [h.event for entry in way.entries for h in entry.events]
    chosen = max((at for at, event in enumerate(every) if isinstance(event, e.Answered)), default=0)
    happened = every[chosen:]
    if any(isinstance(event, e.Settled) and event.how in DUDS for event in happened):
        return False
    is_asked = way.question is not None and not way.question.window
    return is_asked or bool(way.broken) or any(isinstance(event, CHANGES) for event in happened)


CHANGES = (e.Moved, e.Numbered, e.Marked, e.Created, e.Vanished, e.Shuffled, e.Drew, e.Began, e.Decided)
DUDS = ("cancelled", "cannot be played", "not played", "no longer pending", "negated")


def _is_of_unseen(asking: Asking) -> bool:
    """Whether somebody chooses among cards that are not told: nobody could say that there are any."""
    question, cards = asking.right.question, asking.right.state.cards
    assert question is not None
    named = (CardId(one.card) for one in question.options if one.card is not None)
    offered = [cards[card] for card in named if card in cards]
    known, unseen = asking.moment.place.pool.definitions, _unseen_areas(asking)
    return any(area_name(card.area) in unseen and card.name not in known for card in offered)


# is it legal


def _legal(asking: Asking) -> Iterator[Draft]:
    question = asking.right.question
    if question is None or not question.window or question.player not in PLAYERS or asking.right.steps:
        return
    allowed = {option.id for option in question.options}
    yes: list[Tried] = []
    no: list[Tried] = []
    for action, subject, checks in asking.right.candidates:
        told = asking.right.telling.deed((action.id(subject),)) if _is_clear(asking, action, subject) else ""
        number = asking.rules.number(action.clause) or action.clause
        card = subject[0] if isinstance(subject, tuple) and subject else subject
        deed = Deed(told, action.id(subject), number, (told.partition(" ")[0], card), action.name, subject)
        if told and deed.id in allowed:
            yes.append((deed, checks))
        elif told and checks:
            no.append((deed, checks))
    yes, no = ([one for one in own if not _is_obscure(asking, one[0])] for own in (yes, no))
    vague = {asking.rules.words.sentences.get(key) for key in VAGUE}
    no = [(deed, checks) for deed, checks in no if not {c.needed for c in checks if not c.ok} & vague]
    yes, no = _told_apart(yes, [one for one in no if not _otherwise(one[0], yes)])
    common = Counter(clause for _, checks in (*yes, *no) for clause in {check.clause for check in checks})
    refused: dict[str, Draft] = {}
    for deed, checks in no:
        failed = first_failed(checks)
        if failed is None:
            continue
        if len({c.clause for c in checks if not c.ok}) == 1:
            refused.setdefault(failed.clause, _refused(asking, question.player, deed, failed, checks))
    yield from islice(refused.values(), REFUSED)
    for deed, checks in yes[:1] if no else ():  # where everything is legal, whoever says yes is right
        met = [c for c in checks if c.ok and c.clause in asking.book]
        met.sort(key=lambda check: common[check.clause])
        if len({c.clause for c in met}) >= WRONG and deed.clause in asking.book:
            yield _allowed(asking, question.player, deed, met)
    wrong = [(deed, failed) for deed, checks in no if (failed := first_failed(checks)) is not None]
    if yes and len({deed.told for deed, _ in wrong}) >= LEAST:
        yield _which(asking, question.player, yes[0][0], wrong)


@dataclass(frozen=True)
class Deed:
    """Something that a player might do: in words, as an option of the question, and by which clause."""

    told: str
    id: str
    clause: str
    matter: tuple[str, object]  # play, attack, move …, and the card
    action: str = ""
    subject: object = None

    def asked_of(self, player: str) -> str:
        """Some actions are worded without their player, some as sentences about a card."""
        if self.told[:1].islower():
            return said("may do", player=player, deed=self.told)
        return said("may choose", player=player, deed=self.told)

    @property
    def attempt(self) -> Variant:
        return Variant("attempt", self.told, self.id)

    def verdict(self, stretch: Stretch) -> str:
        """Whether it can be done at the end of a stretch; if not, why."""
        question = stretch.question
        if question is None or not question.window:
            return ""
        if self.id in {option.id for option in question.options}:
            return YES
        tried = (checks for action, subject, checks in stretch.candidates if action.id(subject) == self.id)
        failed = first_failed(next(tried, []))
        return "" if failed is None else _no(failed, stretch.moment.place.rules)


Tried = tuple[Deed, list[Check]]


# The keys of words: several clauses say where a skill works, each for other cards; and what keeps demands
# possible, nobody could say of everything.
VAGUE = ("card where this skill works", "demands of effects met")
HISTORY = re.compile(r"\bthis (turn|game)\b")


def _is_obscure(asking: Asking, deed: Deed) -> bool:
    """Whether it hangs on a text that another card has lent, or on what has happened before."""
    card = asking.right.state.cards.get(deed.matter[1])  # type: ignore[call-overload]
    printed = asking.moment.place.pool.definitions.get(card.name) if card is not None else None
    return bool(LENT.search(deed.told) or (printed is not None and HISTORY.search(printed.text)))


def _is_clear(asking: Asking, action: PlayerAction, subject: object) -> bool:
    """Whether a deed reads clearly: not where Aria attacks Aria, nor where an occupied zone is attacked,
    which anyone would take for an attack on that card."""
    parts = subject if isinstance(subject, tuple) else ()
    cards = [one for one in parts if isinstance(one, int)]
    taken = [one for one in parts if isinstance(one, str) and asking.right.state.pile(one)]
    apart = len({asking.right.telling.label(card) for card in cards}) == len(cards)
    meant = [subject] if isinstance(subject, int) else cards
    alone = all(_has_no_namesake(asking, card) for card in meant)
    shown = not any(_lies_unseen(asking, card) or _is_bare(asking, card) for card in meant)
    return apart and alone and shown and not (taken and action.name == "attack")


def _is_bare(asking: Asking, number: int) -> bool:
    """Whether none of the numbers of a card is known: what it costs, nobody could say."""
    specs = asking.moment.place.game.properties
    card = asking.moment.table.cards.get(CardId(number))
    printed = next((one for one in asking.moment.place.cards if card and one.name == card.name), None)
    counted = [spec.name for spec in specs if spec.form == "number"]
    return printed is not None and not any(name in printed.properties for name in counted)


def _lies_unseen(asking: Asking, number: int) -> bool:
    card = asking.moment.table.cards.get(CardId(number))
    return card is not None and area_name(card.area) in _unseen_areas(asking)


def _has_no_namesake(asking: Asking, number: int) -> bool:
    """Whether a name means one card: none of the same name lies open elsewhere, now or then."""
    for state in (asking.moment.table, asking.right.state):
        card = state.cards.get(CardId(number))
        alike = [one for one in state.cards.values() if card is not None and one.name == card.name]
        if len({one.area for one in alike if area_name(one.area) not in _unseen_areas(asking)}) > 1:
            return False
    return True


def _unseen_areas(asking: Asking) -> set[str]:
    return {spec.name for spec in asking.moment.place.game.areas if not spec.is_listed}


def _hidden_areas(asking: Asking) -> set[str]:
    """The piles that nobody looks into: what lies in the others is told."""
    areas = asking.moment.place.game.areas
    return {spec.name for spec in areas if not spec.is_listed and spec.seen_by != "owner"}


def _otherwise(deed: Deed, yes: list[Tried]) -> bool:
    """Whether the same can be done with the card by another clause: played, though not as an instant; or by a
    skill of its own that plays it."""
    same = [one for one, _ in yes if one.matter[1] == deed.matter[1] and one.clause != deed.clause]
    return any(one.matter == deed.matter or (deed.matter[0], one.matter[0]) in BY_ITSELF for one in same)


BY_ITSELF = {("play", "activate"), ("play", "use"), ("summon", "use"), ("mobilize", "use")}


def _told_apart(yes: list[Tried], no: list[Tried]) -> tuple[list[Tried], list[Tried]]:
    """Drops options that read alike but differ: legal with one card, not with its namesake."""
    verdicts: dict[str, set[str]] = {}
    for deed, checks in (*yes, *no):
        failed = first_failed(checks)
        verdicts.setdefault(deed.told, set()).add(failed.clause if failed is not None else "")
    plain = {told for told, found in verdicts.items() if len(found) == 1}
    return [one for one in yes if one[0].told in plain], [one for one in no if one[0].told in plain]


FORBIDDEN = "no card says otherwise"  # the key of its words


def _no(check: Check, rules: Rulebook) -> str:
    """A condition that is not met; or that what a card says goes before the rules."""
    if check.needed == rules.words.sentences.get(FORBIDDEN):
        return said("no a card", clause=check.clause)
    return said("no it needs", clause=check.clause, needed=check.needed)


def _refused(asking: Asking, player: Player, deed: Deed, failed: Check, checks: list[Check]) -> Draft:
    right = _no(failed, asking.rules)
    needs = Condition(failed.clause, failed.needed, failed.found)

    def wrong() -> Iterator[Option]:
        yield Option(YES, "condition overlooked", failed.clause, deed.attempt, needs)
        for check in checks:
            if check.ok and check.clause != failed.clause and check.clause in asking.book:
                met = Condition(check.clause, check.needed, check.found)
                yield Option(_no(check, asking.rules), "condition met", check.clause, deed.attempt, met)

    prompt, by = deed.asked_of(player), frozenset(check.clause for check in checks)
    return Draft("legal", failed.clause, prompt, right, wrong(), deed.told, 0, asking, by, deed.verdict)


def _allowed(asking: Asking, player: str, deed: Deed, met: list[Check]) -> Draft:
    wrong = (
        Option(_no(check, asking.rules), "condition met", check.clause, deed.attempt,
               Condition(check.clause, check.needed, check.found))
        for check in met
    )  # fmt: skip
    prompt, by = deed.asked_of(player), frozenset(check.clause for check in met)
    return Draft("legal", deed.clause, prompt, YES, wrong, deed.told, 0, asking, by, deed.verdict)


def _which(asking: Asking, player: str, right: Deed, wrong: list[tuple[Deed, Check]]) -> Draft:
    def options() -> Iterator[Option]:
        for deed, failed in sorted(wrong, key=lambda pair: mark(asking.ruling.name, pair[0].told)):
            needs = Condition(failed.clause, failed.needed, failed.found)
            text = f"{deed.told[:1].upper()}{deed.told[1:]}."
            yield Option(text, "condition overlooked", failed.clause, deed.attempt, needs)

    text = f"{right.told[:1].upper()}{right.told[1:]}."
    about = next(options()).told

    def again(stretch: Stretch) -> str:
        still = right.verdict(stretch) == YES and YES not in {one.verdict(stretch) for one, _ in wrong}
        return text if still else ""

    prompt = said("which may", player=player)
    by = frozenset(failed.clause for _, failed in wrong)
    return Draft("legal", about, prompt, text, options(), right.told, 0, asking, by, again)


# how it ends


def _ends_elsewhere(asking: Asking) -> Iterator[Mistaken]:
    """The end of the same ruling in its other editions, if they are the same up to here."""
    for other, number in asking.elsewhere():
        if asking.same_before(other):
            yield other, "other edition", number, Variant("edition", number)


def in_edition(ruling: Ruling, number: str) -> Stretch | None:
    """A ruling as it goes in another edition; none if it cannot be played there as written."""
    if number in ruling.scripts:
        result = run(ruling, number)
    else:
        text = file(ruling.name).read_text("utf-8")
        try:
            result, _ = run_under(text, ruling.name, Side(f"{ruling.game.name}/{number}"))
        except JudgekitError:
            return None
    place, end = result.script.position, result.end
    if place is None or end is None or result.failures:
        return None
    return Stretch(Moment(place, place.state), end.line, end.line.question)


def _wins(asking: Asking) -> Iterator[Draft]:
    outcome = asking.right.state.outcome
    if outcome is None or outcome.clause not in asking.book or asking.moment.state.outcome is not None:
        return  # nothing is decided, or it is already
    right = outcome_told(asking.right)
    needs = Condition(outcome.clause, asking.book[outcome.clause].gist.rstrip("."), right.rstrip("."))

    def wrong() -> Iterator[Option]:
        for other, reason, told, variant in (
            *asking.unchecked(),
            *asking.mistakes(),
            *_ends_elsewhere(asking),
        ):
            yield Option(outcome_told(other), reason, told, variant, needs)
        for text, reason in (
            (said("wins", player="A"), "other outcome"), (said("wins", player="B"), "other outcome"),
            (said("drawn"), "other outcome"), (said("goes on"), "not yet"),
        ):  # fmt: skip
            yield Option(text, reason, outcome.clause, _or_say(asking, outcome.clause), needs)

    yield Draft("wins", outcome.clause, said("how it stands"), right, wrong(), asking=asking)


def outcome_told(stretch: Stretch) -> str:
    outcome = stretch.state.outcome
    if outcome is None:
        return said("goes on")
    return said("wins", player=outcome.winner) if outcome.winner else said("drawn")


def _ends(asking: Asking) -> Iterator[Draft]:
    """Facts that the ruling's file states, beside the same facts with something else in them."""
    if REPLACED.search(asking.story):
        return  # whether that is asked again of the next one, nobody could say
    for fact in asking.script.facts:
        kept = fact.kind == "number" and _is_bookkeeping(asking, str(fact.data["number"]))
        if fact.kind not in ("card", "number", "area") or kept or not fact_told(asking.result, fact):
            continue
        if near := list(near_facts(asking.moment, fact)):
            yield from _end(asking, fact, near)


REPLACED = re.compile(r"\bwould replace this\b")


def _is_bookkeeping(asking: Asking, number: str) -> bool:
    """Whether a number is kept for the rules' sake alone: no player looks at it."""
    return any(s.bookkeeping for s in asking.moment.place.game.numbers if s.key == area_name(number))


def _end(asking: Asking, fact: Fact, near: list[Fact]) -> Iterator[Draft]:
    right = fact_told(asking.result, fact)
    last = _last_about(asking, fact)
    later = _on_to_a_choice(asking)
    here = _end_of(asking, later)
    elsewhere = list(_led_elsewhere(asking, fact, here))
    if later.broken or (later.question is None and later.state.outcome is None) or here.fails(fact):
        return  # the ruling ends where nobody could say that it does
    if _is_forced(later) or _holds_unseen(later) or UNSETTLED.search(asked_told(later)):
        return  # that is no choice, or nobody could say so, and what comes behind it is another ending
    if not last or not (elsewhere or _now(asking).fails(fact)):
        return  # it is so already, and nobody would think that it changes

    def needs(text: str) -> Condition:
        return Condition(last, right.rstrip("."), said("in this answer", text=text.rstrip(".")))

    def wrong() -> Iterator[Option]:
        for one, reason, told, variant in elsewhere:
            text = fact_told(asking.result, one)
            yield Option(text, reason, told, variant, needs(text))
        for one in filter(here.fails, near):
            text = fact_told(asking.result, one)
            yield Option(text, "not the end", last, _or_say(asking, last), needs(text))

    def again(stretch: Stretch) -> str:
        return "" if _end_of(asking, stretch).fails(fact) else right

    prompt = said("what is true")
    yield Draft("end", last, prompt, right, wrong(), right, asking=asking, again=again)


def _is_forced(stretch: Stretch) -> bool:
    """Whether it ends where only one thing is possible, or where all that is possible is alike."""
    question = stretch.question
    if question is None or question.form == "yes or no":
        return False
    if question.form == "number":
        return question.least == question.most
    names = {stretch.telling.plain(_named(option)) for option in question.options}
    must_take_all = question.form == "choose" and question.least >= len(question.options)
    return must_take_all or (len(names) <= 1 and (question.least > 0 or not names))


def _holds_unseen(stretch: Stretch) -> bool:
    """Whether somebody holds what nobody sees, and could have acted with it before this choice."""
    question, known, table = stretch.question, stretch.moment.place.pool.definitions, stretch.moment.table
    if question is None or not question.window:
        return False
    held = (one for player in PLAYERS for one in table.pile(f"{player}.hand"))
    return any(table.cards[one].name not in known for one in held)


def _named(option: OpenOption) -> str:
    """An option without what set an ability off: one that waits twice is the same both times."""
    return option.label if option.card is not None else SET_OFF.sub("", option.label)


SET_OFF = re.compile(r" \([^()]*\)$")


def _how_far(kind: Kind) -> str:
    """Up to where a question looks."""
    nobody = said("no choice")
    return {"who": nobody, "end": (far := said("go on", no_choice=nobody)), "wins": far}.get(kind, "")


def _on_to_a_choice(asking: Asking) -> Stretch:
    """A stretch that its ruling leaves midway is played on."""
    if asking.right.question is not None or asking.right.state.outcome is not None:
        return asking.right
    return play(replace(asking.moment, until=""))


def _led_elsewhere(asking: Asking, fact: Fact, here: End) -> Iterator[tuple[Fact, str, str, Variant]]:
    """A fact as a mistake or another edition makes it, if the rules lead elsewhere."""
    for other, reason, told, variant in (*_ends_elsewhere(asking), *asking.unchecked(), *asking.mistakes()):
        one = fact_at(_end_of(asking, other), fact)
        if one is not None and here.fails(one):
            yield one, reason, told, variant


def _now(asking: Asking) -> End:
    """The table at this moment, to see what already holds."""
    place = asking.moment.place
    line = Line(place.rules, place.pool, replace_state(asking.moment.table, answers=()), dict(place.readings))
    return End(line, place.game, place.labels, asking.script.numbers)


def fact_told(result: Result, fact: Fact) -> str:
    """A fact of a ruling as a sentence of its game; none about a card that has namesakes beside it."""
    game, data = result.ruling.game, dict(fact.data)
    if "card" in data:
        data["card"] = _card_told(result, str(data["card"]))
        if not data["card"]:
            return ""
    if fact.kind == "number":
        spec = next((s for s in game.numbers if s.key == area_name(str(data["number"]))), None)
        data["is"] = spec.told(data["is"]) if spec is not None else data["is"]
    return told_fact(fact.kind, data, game.rules().words.states, game.areas)


def _card_told(result: Result, word: str) -> str:
    """A card that a ruling's file mentions, as the table names it: `Crab`, or `B's Crab`."""
    assert result.end is not None
    end, hidden = result.end, {s.name for s in result.ruling.game.areas if "deck" in s.name}
    for cards in (end.line.start.cards.values(), end.state.cards.values()):
        meant = list(called(cards, end.labels, word))
        if len(meant) == 1:
            name, owner = meant[0].name, meant[0].owner
            alike = [c for c in cards if c.name == name and area_name(c.area) not in hidden]
            own = [c for c in alike if c.owner == owner]
            return name if len(alike) <= 1 else f"{owner}'s {name}" if len(own) == 1 else ""
    return ""


def _end_of(asking: Asking, stretch: Stretch) -> End:
    place = stretch.moment.place
    return End(stretch.line, place.game, place.labels, asking.script.numbers)


def _last_about(asking: Asking, fact: Fact) -> str:
    """The clause that last did something to what the fact is about; else the last that the ruling names."""
    kinds, word = PLACED, str(fact.data.get("card", "")).partition("@")[0]
    if fact.kind == "area":
        key = area_name(str(fact.data["area"]))
        word = next((s.title for s in asking.moment.place.game.areas if s.name == key), key)
    elif "is" in fact.data:
        kinds, word = (LASTING if word else ("Numbered",)), ""
    steps = [s for s in asking.steps if s.kind in kinds and word.casefold() in s.text.casefold()]
    named = [want.clause for want in asking.script.clauses if want.clause in asking.book]
    found = [s.clause for s in steps if s.clause in named] or [s.clause for s in steps] or named[-1:]
    return found[-1] if found else ""


PLACED: tuple[str, ...] = ("Moved", "Created", "Vanished")
LASTING: tuple[str, ...] = ("Began", "Ended")


# is the deck legal


LIMITS = re.compile(
    r"\b(must|at most|exactly|cannot|no more|no (card|gate)|nothing but|needs|(have|include) only)\b", re.I
)  # a clause that says what a deck can break; others say what counts, or what is allowed


def _says_as_much(book: Book, one: str, other: str) -> bool:
    """Whether a clause is another one, or above or below it, or says the same elsewhere in the book."""
    return _kin(one, other) or _wording(book[one].gist) == _wording(book[other].gist)


def _kin(one: str, other: str) -> bool:
    return one in _upwards(other) or other in _upwards(one)


def _wording(gist: str) -> set[str]:
    return {COUNTED.get(word, word) for word in re.findall(r"\w+", gist.casefold())}


COUNTED = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}


def _upwards(number: str | None) -> list[str]:
    return [number, *_upwards(parent(number))] if number else []


def of_a_deck(ruling: Ruling, script: Script, result: Result) -> Iterator[Draft]:
    """Of a deck that no open question decides: a list of cards shows no assumption."""
    deck = script.deck
    if ruling.readings or deck is None or deck.deck.readings or deck.deck.ruler not in (*deck.cards, ""):
        return  # nor what a ruler says that nobody knows
    book, registered = ruling.game.rules(script.edition).book, ruling.game.rules(script.edition).registered
    broken = list(dict.fromkeys(v.clause for v in result.broken))
    if len(broken) > 1 or not all(LIMITS.search(book[one].gist) for one in broken):
        return  # what a word means, no deck breaks
    right = said("no by a clause", clause=clause_told(book, broken[0])) if broken else YES
    rules = [row for row in book if row.kind == "deck rule" and LIMITS.search(row.gist)]
    deck_rules = [
        row.number for row in rules if not any(_says_as_much(book, row.number, one) for one in broken)
    ]
    about = broken[0] if broken else next((w.clause for w in script.clauses), "")
    about = about or next(iter(deck_rules), "")
    deck_rules.sort(key=lambda n: abs(book.order[n] - book.order.get(about, 0)))

    def wrong() -> Iterator[Option]:
        if broken:
            variant = Variant("without", broken[0]) if broken[0] in registered else Variant("say")
            needs = Condition(
                broken[0], book[broken[0]].gist.rstrip("."), "; ".join(v.text for v in result.broken)
            )
            yield Option(YES, "condition overlooked", broken[0], variant, needs)
        for number in deck_rules:
            variant = Variant("without", number) if number in registered else Variant("say")
            met = Condition(number, book[number].gist.rstrip("."), said("deck keeps to it"))
            yield Option(
                said("no by a clause", clause=clause_told(book, number)),
                "condition met",
                number,
                variant,
                met,
            )

    yield Draft("deck", about, said("is it a legal deck"), right, wrong())
