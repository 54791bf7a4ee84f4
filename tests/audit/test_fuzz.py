"""Play against the invariants: every one fails under a mutant, planted faults are found, and all is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from judgekit.audit.exploring.explore import at_next_question
from judgekit.audit.exploring.search import WrongBudget
from judgekit.audit.fuzzing import fuzz as fuzzing
from judgekit.audit.fuzzing.fuzz import fuzz, line_of
from judgekit.audit.fuzzing.invariants import Moment, Row, WrongInvariant, broken, invariants, look_of
from judgekit.audit.pending import pending
from judgekit.cli import main
from judgekit.engine.events import Called, Entry, Happened, Marked, Moved, Numbered, TurnBegan, Vanished
from judgekit.engine.machine import Line
from judgekit.engine.state import A, Area, B, Card, CardId, Outcome, Ref, Standby, State
from judgekit.engine.table import Table
from judgekit.games import game as game_of
from judgekit.known import GAMES
from tests.audit.tables import TEXTS

replace = msgspec.structs.replace


@pytest.mark.parametrize("game", GAMES)
def test_there_are_twenty_five_invariants_and_their_clauses_are_in_the_book(game: str) -> None:
    rows = invariants(game)
    assert len(rows) >= 25
    assert len({row.check for row in rows}) == len(rows)
    book = game_of(game).rules().book
    assert [row.clause for row in rows if row.clause not in book] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_invariant_holds_on_a_sound_table_and_fails_under_a_mutant(game: str) -> None:
    sound = moment(game)
    assert list(broken(invariants(game), sound)) == []
    for row in invariants(game):
        assert look_of(row.check)(mutant(row, sound)), row.check


def moment(game: str) -> Moment:
    line = pending(game, [next(iter(TEXTS[game].values()))]).line()
    line.run(30)
    clause = next(iter(line.rules.steps))
    return Moment(line, Entry(len(line.log), (clause,), ()), line.state, line.state)


def mutant(row: Row, sound: Moment) -> Moment:
    """The same moment, in which something went wrong that the row is about."""
    for pattern, spoil in SPOILS.items():
        if found := re.fullmatch(pattern, row.check):
            return spoil(sound, *found.groups())
    raise AssertionError(row.check)


def with_state(sound: Moment, state: State, clause: str = "") -> Moment:
    entry = replace(sound.entry, path=(clause,)) if clause else sound.entry
    return Moment(sound.line, entry, sound.before, state)


def spread(sound: Moment, where: str, many: int = 1, clause: str = "", **changes: object) -> Moment:
    """So many cards more in an area."""
    state = sound.after
    first = max(state.cards) + 1
    new = [Card(CardId(first + n), "Straggler", A, Area(where)) for n in range(many)]
    cards = state.cards.update({card.id: replace(card, **changes) for card in new})
    pile = (*state.pile(where), *(card.id for card in new))
    return with_state(sound, replace(state, cards=cards, areas=state.areas.set(Area(where), pile)), clause)


def wrong_type(sound: Moment, types: str, names: str) -> Moment:
    allowed = [one.strip() for one in types.split(",")]
    every = next(
        spec.choices
        for spec in game_of(sound.line.rules.book.name.partition("/")[0]).properties
        if spec.name == "type"
    )
    kind = next(one for one in every if one not in allowed)
    line = sound.line
    sample = next(iter(line.pool.definitions.values()))
    line.pool.definitions["Straggler"] = type(sample)("Straggler", {"type": kind}, (), "")  # type: ignore[index]
    return spread(sound, f"A.{names.split(',')[0].strip()}")


def marked(sound: Moment, where: str, mark: str, many: int = 1) -> Moment:
    return spread(sound, where, many, marks=((mark, True),))


def with_event(sound: Moment, event: object, clause: str, **before: object) -> Moment:
    entry = replace(sound.entry, events=(Happened(event, (clause,)),))  # type: ignore[arg-type]
    return Moment(sound.line, entry, replace(sound.before, **before), sound.after)


def drawn_from_below(sound: Moment, clause: str) -> Moment:
    last = sound.before.pile("A.deck")[-1]
    return with_event(sound, Moved(last, Area("A.deck"), Area("A.hand")), clause)


def phase_again(sound: Moment, numbers: str) -> Moment:
    first, *_, last = numbers.split()
    line = sound.line
    line.log = [Entry(0, ("x",), (Happened(Called(last, last)),))]
    begun = Entry(1, ("x",), (Happened(Called(first, first)),))
    return Moment(line, begun, sound.before, sound.after)


def waiting_at(sound: Moment, clause: str) -> Moment:
    waits = Standby(99, "Aldo#1", Ref(CardId(1), 0), A, (0, 0))
    return Moment(
        sound.line, replace(sound.entry, path=(clause,)), replace(sound.before, standby=(waits,)), sound.after
    )


def shown(sound: Moment, names: str) -> Moment:
    found = spread(sound, f"A.{names.split(',')[0].strip()}")
    found.line.rules.policy.__class__.sees = lambda *_: True  # type: ignore[method-assign]
    return found


def decided_in_silence(sound: Moment, later: str | None) -> Moment:
    """The next step looks at a reading, does something because of it, and tells nobody."""
    line, at = sound.line, sound.line.state.frames[-1].at
    rules = line.rules.without()
    doubt = next(one for one in rules.book.doubts if one.id not in (later or ""))
    step = rules.steps[at]

    def planted(table: Table) -> None:
        if table.readings[doubt.id] == doubt.default:
            table.set_number("planted", 1)
        step(table)

    rules.steps = {**rules.steps, at: planted}
    line.rules = rules
    return Moment(line, sound.entry, line.state, line.state)


def caused_from_ahead(sound: Moment) -> Moment:
    entry = sound.entry
    happened = Happened(Numbered("turn", 1, 1), cause=(entry.seq + 1, 0))
    return Moment(sound.line, replace(entry, events=(happened,)), sound.before, sound.after)


def shown_otherwise(sound: Moment) -> Moment:
    other = replace(sound.after, numbers=sound.after.numbers.set("planted", 1))
    return Moment(sound.line, sound.entry, sound.before, sound.after, (other,))


SPOILS: dict[str, Callable[..., Moment]] = {
    r"every card lies in an area of the game": lambda m: spread(m, "A.nowhere"),
    r"every reading that decides is told(?:, later (.+))?": decided_in_silence,
    r"every reason comes before what it is for": caused_from_ahead,
    r"what a question shows comes true": shown_otherwise,
    r"at most (\d+) in ([^,]+).*": lambda m, n, where: spread(m, f"A.{where}", int(n) + 1),
    r"at most (\d+) at (\S+) in ([^,]+).*": lambda m, n, c, where: spread(m, f"A.{where}", int(n) + 1, c),
    r"only (.+) in (.+)": wrong_type,
    r"own cards in ([^,]+).*": lambda m, where: spread(m, f"B.{where}"),
    r"(.+) from (-?\d+) to (\d+)": lambda m, key, least, _: with_state(
        m, replace(m.after, numbers=m.after.numbers.set(f"A.{key}", int(least) - 1))
    ),
    r"(.+) only in (.+)": lambda m, mark, _: marked(m, "A.nowhere", mark),
    r"at most (\d+) ([^,]+)": lambda m, n, mark: marked(m, "A.nowhere", mark, int(n) + 1),
    r"no card comes or goes": lambda m: spread(m, "A.hand"),
    r"no (.+) in ([^,]+).*": lambda m, mark, where: marked(m, f"A.{where}", mark),
    r"(.+) hidden": shown,
    r"top of deck is drawn by (.+)": drawn_from_below,
    r"phases (.+)": phase_again,
    r"nothing waits at (.+)": waiting_at,
    r"turn counts up": lambda m: with_event(m, TurnBegan(B, 9), "x", numbers=m.before.numbers.set("turn", 3)),
    r"every card lies somewhere once": lambda m: with_state(
        m, replace(m.after, areas=m.after.areas.set(Area("A.deck"), ()))
    ),
    r"nothing after the end": lambda m: Moment(
        m.line, m.entry, replace(m.before, outcome=Outcome(A, B, "x")), m.after
    ),
    r"every event has a clause": lambda m: with_event(m, Numbered("turn", 1, 1), "no such clause"),
}


@pytest.fixture(autouse=True)
def policies_as_they_were() -> object:
    """What a mutant did to a game's policy ends with the test."""
    kept = [(type(game_of(name).rules().policy), type(game_of(name).rules().policy).sees) for name in GAMES]
    yield None
    for policy, sees in kept:
        policy.sees = sees  # type: ignore[method-assign]


def test_games_by_chance_break_nothing() -> None:
    found = fuzz("godzilla", None, seed=3, games=6)
    assert found.violations == ()
    assert found.faults == ()
    assert found.games == 6
    assert found.reached > 20
    assert found.unreached


@pytest.mark.parametrize("start", ["9.1.3-a-card-that-waits-for-a-token", "6.3.1-from-two-decks"])
def test_a_token_that_disappears_and_a_set_up_are_no_false_alarms(start: str) -> None:
    fuzzer = fuzzing._Fuzzer("godzilla", 5, invariants("godzilla"))
    fuzzer.paths = [path for path in fuzzer.paths if path.stem.startswith(start)]
    assert fuzzer.paths
    found = fuzzer.go(None, 6, None, None)
    assert found.violations == ()


@pytest.mark.long  # sixty games
def test_games_are_led_to_clauses_that_nobody_has_reached() -> None:
    """B17: games by chance alone reach fewer clauses; what was not reached says what stood before it."""
    led = fuzz("godzilla", None, seed=4, games=30)
    with pytest.MonkeyPatch.context() as blind:
        blind.setattr(fuzzing._Fuzzer, "_hopes", lambda *_: 1.0)
        blind.setattr(fuzzing, "scripted", lambda *_: ())
        alone = fuzz("godzilla", None, seed=4, games=30)
    assert len(led.unreached) < len(alone.unreached)
    book = game_of("godzilla").rules().book
    assert all(one.clause in book and one.blocked for one in led.unreached)


@pytest.mark.long  # fifty games
def test_a_text_that_goes_before_a_rule_breaks_nothing() -> None:
    """A third strategy zone, a monster under the deck, gates traded across the table."""
    for game, start in (("godzilla", "8.3.2-a-third-strategy-zone-for-good"),
                        ("godzilla", "1.3.4.2-each-player-puts-a-card-of-the-hand-under-the-deck"),
                        ("luck-and-logic", "5.11.1-gates-traded-across-the-table")):  # fmt: skip
        fuzzer = fuzzing._Fuzzer(game, 7, invariants(game))
        fuzzer.paths = [path for path in fuzzer.paths if path.stem == start]
        assert fuzzer.paths
        assert fuzzer.go(None, 12, None, None).violations == ()
    without = tuple(replace(row, unless=()) for row in invariants("luck-and-logic"))
    fuzzer = fuzzing._Fuzzer("luck-and-logic", 7, without)
    fuzzer.paths = [path for path in fuzzer.paths if path.stem.startswith("5.11.1-gates-traded")]
    fuzzer.rows = tuple(row for row in without if row.clause == "4.3.1")
    assert any(fuzzer._play(*opened(fuzzer)) for _ in range(12))


def opened(fuzzer: fuzzing._Fuzzer) -> tuple[Line, list[str], list[str]]:
    (ruling,) = (fuzzer.rulings[path] for path in fuzzer.paths)
    line = fuzzing.line_of(fuzzer.game.name, fuzzer.edition, ruling["position"])
    assert line is not None
    return line, [], list(ruling["answers"])


def test_what_is_declared_at_any_time_is_declared_in_a_game_by_chance() -> None:
    """A ruling's answers may have a concession among them."""
    fuzzer = fuzzing._Fuzzer("gate-ruler", 2, invariants("gate-ruler"))
    fuzzer.paths = [path for path in fuzzer.paths if path.stem.startswith("1-4c-1-conceding")]
    assert fuzzer.go(None, 4, None, None).violations == ()
    assert {"1-4c", "1-4c-1"} <= set(fuzzer.reached)


@pytest.mark.parametrize(("games", "left"), [(40, 0.3), pytest.param(200, 0.05, marks=pytest.mark.long)])
def test_positions_of_rulings_lead_quickly_to_nearly_every_clause(games: int, left: float) -> None:
    """Without the rulings that promise something, 30 games come less far (see above)."""
    found = fuzz("godzilla", None, seed=17, games=games)
    many = sum(row.role not in fuzzing.NOT_PLAYED for row in game_of("godzilla").rules().registered.values())
    assert len(found.unreached) <= left * many
    assert found.violations == ()


def test_what_keeps_a_player_from_an_action_is_told_as_its_condition() -> None:
    fuzzer = fuzzing._Fuzzer("godzilla", 1, ())
    giant = {
        "cards": {"Giant": {"type": "battle", "rank": 9, "counter power": 9000}},
        "A": {"hand": ["Giant"]},
    }
    line = at_next_question(pending("godzilla", [TEXTS["godzilla"]["draw"]], giant).line())
    while (question := line.run(200)) is not None and not question.window:
        line.answer(*(option.id for option in question.options[: question.least]))
    assert question is not None
    fuzzer._try_in_vain(line, question)
    assert fuzzer.blocked
    assert all(" needs " in why and "; found " in why for why in fuzzer.blocked.values())


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_games_reach_nineteen_clauses_in_twenty(game: str) -> None:
    found = fuzz(game, None, seed=17, games=1_000)
    registered = game_of(game).rules().registered
    many = sum(row.role not in fuzzing.NOT_PLAYED for row in registered.values())
    assert len(found.unreached) <= 0.05 * many
    assert found.violations == ()


def stays(self: Moved, state: State) -> State:
    """A card that is in its old area as well."""
    pile = state.pile(self.src)
    moved = SOUND_MOVE(self, state)
    return replace(moved, areas=moved.areas.set(self.src, pile))


def goes_to_the_other(self: Moved, state: State) -> State:
    """A drawn card goes to the other player's hand."""
    dst = {"A.hand": Area("B.hand"), "B.hand": Area("A.hand")}.get(self.dst, self.dst)
    return SOUND_MOVE(replace(self, dst=dst), state)


def gets_lost(self: Moved, state: State) -> State:
    """A card that goes to a hand is nowhere."""
    moved = SOUND_MOVE(self, state)
    if not self.dst.endswith(".hand"):
        return moved
    return replace(moved, areas=moved.areas.set(self.dst, state.pile(self.dst)))


def goes_among_the_monsters(self: Moved, state: State) -> State:
    """A card for a strategy zone is put into the zone of the same number."""
    dst = Area(self.dst.replace("strategy zone", "zone"))
    return SOUND_MOVE(replace(self, dst=dst), state)


def goes_to_the_other_life(self: Moved, state: State) -> State:
    """A card leaves for the other player's drop area."""
    dst = {"A.drop": Area("B.drop"), "B.drop": Area("A.drop")}.get(self.dst, self.dst)
    return SOUND_MOVE(replace(self, dst=dst), state)


def marks_two(self: Marked, state: State) -> State:
    """What is said of one card is said of all beside it."""
    marked = SOUND_MARK(self, state)
    for card in state.pile(state.cards[self.card].area):
        marked = SOUND_MARK(replace(self, card=card), marked)
    return marked if self.mark != "invading" else _everywhere(self, marked)


def _everywhere(self: Marked, state: State) -> State:
    for card in state.cards.values():
        if "zone" in card.area:
            state = SOUND_MARK(replace(self, card=card.id), state)
    return state


def falls_below(self: Numbered, state: State) -> State:
    """Numbers count down."""
    return replace(state, numbers=state.numbers.set(self.key, min(self.now, -1)))


def says_no_clause(self: Line, state: State, events: tuple[Happened, ...]) -> Entry:
    """Entries come from nowhere."""
    bare = tuple(replace(one, path=()) for one in events)
    return replace(SOUND_ENTRY(self, state, bare), path=("the blue",))


def goes_nowhere(self: Moved, state: State) -> State:
    """A card for a hand lies in an area that no game has."""
    dst = Area(self.dst.replace(".hand", ".limbo"))
    return SOUND_MOVE(replace(self, dst=dst), state)


def reads_in_silence(self: Table, doubt: str) -> str:
    """Nobody is told how an open question was read."""
    return self.readings[doubt]


def shows_the_future(self: Line) -> State | None:
    """A question shows one card less than there are."""
    if self.question is None or self.asking is self.state:
        return None
    first = min(self.asking.cards)
    return Vanished(first).onto(self.asking)


SOUND_MOVE, SOUND_MARK, SOUND_ENTRY = Moved.onto, Marked.onto, Line._entry
ONCE, HAND = "every card lies somewhere once", "own cards in hand"
FAULTS: list[tuple[str, type, str, Callable[..., object], str]] = [
    ("godzilla", Moved, "onto", stays, ONCE),
    ("godzilla", Moved, "onto", goes_to_the_other, HAND),
    ("godzilla", Numbered, "onto", falls_below, "rage from 0"),
    ("godzilla", Moved, "onto", goes_among_the_monsters, "only monster, battle in"),
    ("godzilla", Marked, "onto", marks_two, "at most 1 invading"),
    ("godzilla", Line, "_entry", says_no_clause, "every event has a clause"),
    ("dragon-ball-super", Moved, "onto", goes_to_the_other_life, "own cards in drop"),
    ("gate-ruler", Moved, "onto", gets_lost, ONCE),
    ("luck-and-logic", Moved, "onto", goes_to_the_other, HAND),
    ("gate-ruler", Numbered, "onto", falls_below, "passes from 0"),
    ("luck-and-logic", Moved, "onto", goes_nowhere, "every card lies in an area"),
    ("gate-ruler", Table, "reading", reads_in_silence, "every reading that decides is told"),
    ("godzilla", Line, "provisional", shows_the_future, "what a question shows"),
]


def is_property(where: type, name: str) -> bool:
    return isinstance(vars(where)[name], property)


def plant(there: pytest.MonkeyPatch, where: type, name: str, fault: Callable[..., object]) -> None:
    there.setattr(where, name, property(fault) if is_property(where, name) else fault)
    there.setattr(fuzzing, "CHOICES", 8)


@pytest.mark.parametrize(
    ("game", "where", "name", "fault", "check"),
    [pytest.param(*fault, marks=[pytest.mark.long] * (at % 5 > 0)) for at, fault in enumerate(FAULTS)],
)
def test_a_planted_fault_of_the_engine_is_found_made_small_and_can_be_blamed(
    game: str, where: type, name: str, fault: Callable[..., object], check: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    plant(monkeypatch, where, name, fault)
    found = fuzz(game, 120, seed=2, games=100, enough=lambda one: one.check.startswith(check))
    (one,) = [one for one in found.violations if one.broken.check.startswith(check)]
    assert one.cards <= 8
    assert (one.seed, one.edition) == (2, found.game + "/" + found.edition)
    assert one.rules
    assert line_of(game, found.edition, one.position) is not None


def test_a_finding_is_tried_again_as_git_bisect_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as planted:
        planted.setattr(Moved, "onto", goes_to_the_other)
        command = ["audit", "fuzz", "godzilla", "--games", "2", "--seed", "2", "--out", str(tmp_path)]
        assert CliRunner().invoke(main, command).exit_code == 1
        (file,) = (path for path in tmp_path.glob("*.json") if HAND in path.read_text("utf-8"))
        again = ["audit", "fuzz", "godzilla", "--again", str(file)]
        assert CliRunner().invoke(main, again).exit_code == 1
    sound = CliRunner().invoke(main, again)
    clause = next(row.clause for row in invariants("godzilla") if row.check == HAND)
    assert (sound.exit_code, sound.output) == (0, f"{clause} holds: {HAND}\n")
    file.write_text("{}")
    assert CliRunner().invoke(main, again).exit_code == 125


def test_what_cannot_be_fuzzed_is_refused() -> None:
    with pytest.raises(WrongBudget):
        fuzz("godzilla", 0)
    with pytest.raises(WrongInvariant, match="no invariants are written down"):
        invariants("chess")
    with pytest.raises(WrongInvariant, match="is not a check"):
        look_of("cards are nice")
