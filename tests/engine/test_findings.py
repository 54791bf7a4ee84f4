"""What the table does not look for twice: the log is the same as if it did."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from judgekit.audit.bench.practice.game import first_print, new_game, position, rules
from judgekit.engine.abilities import Moment
from judgekit.engine.codec import encode_entry
from judgekit.engine.events import Happened, Moved, Numbered, ReadAs, Went
from judgekit.engine.index import Watchers
from judgekit.engine.loops import digest
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import UNKNOWN, A, Area, Loop, Player, State, Trail, lies_the_same
from judgekit.engine.table import Table, noticing, offers, rule_actions, values
from judgekit.engine.table.offers import Offers
from judgekit.engine.watching import Watch, Watched
from tests.engine.acts import play
from tests.engine.walks import walk

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def look_every_time(patch: pytest.MonkeyPatch) -> None:
    """No check, no offer, no situation and no way through the rules is ever taken from the last time, and
    cards where no ability works are asked like any other."""

    def legal(table: Table, player: Player, window: str, closed: frozenset[str] = frozenset()) -> Offers:
        return offers.legal_by_id(table, player, window, closed)

    patch.setattr(
        rule_actions, "check", lambda table: rule_actions.all_due(table, table.setting.rule_actions)
    )
    patch.setattr(offers, "legal_now", legal)
    patch.setattr(Watch, "reads_the_same", lambda watch, seen, state: lies_the_same(seen, state))
    patch.setattr(noticing, "awake", lambda table, watchers, moment: watchers)
    patch.setattr(Table, "situation", lambda table, state: digest(state, table.setting.terms))
    patch.setattr(Rulebook, "going", lambda rules, course: (Happened(course),))
    for book in (rules, first_print()):
        patch.setattr(book, "ways", Forgetful())


class Forgetful(dict[Any, Any]):
    """A dictionary that never has what it was given."""

    def get(self, key: Any, default: Any = None) -> Any:
        return default

    def setdefault(self, key: Any, default: Any = None) -> Any:
        return default


@pytest.mark.parametrize("seed", range(25))
def test_logs_are_the_same_as_if_everything_were_looked_for_every_time(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = walk(seed, 40)
    with monkeypatch.context() as patch:
        look_every_time(patch)
        always = walk(seed, 40)
    assert [encode_entry(entry) for entry in once.log] == [encode_entry(entry) for entry in always.log]
    assert once.question == always.question


def counting(room: ModuleType | type[Table], patch: pytest.MonkeyPatch, name: str) -> Callable[[], int]:
    """How often the table really looks."""
    real, calls = getattr(room, name), []

    def look(table: Table, *args: object) -> object:
        calls.append(args)
        return real(table, *args)

    patch.setattr(room, name, look)
    return lambda: len(calls)


def test_a_check_that_found_nothing_is_made_again_only_when_something_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.run()
    table = line.table
    table.open(line.state, 0)
    looks = counting(rule_actions, monkeypatch, "all_due")
    assert not table.perform_rule_actions()
    before = looks()
    table.emit(Went("6.2.2"))
    assert not table.perform_rule_actions()
    assert looks() == before
    table.emit(Numbered("A.suns", 0, 7))
    assert table.has_rule_actions_due()
    assert looks() > before


def test_what_a_player_may_do_is_looked_for_once_to_know_whether_there_is_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    question = line.run()
    assert question is not None
    assert question.window
    line.table.open(line.state, 0)
    line.table.sight.offered = None
    looks = counting(offers, monkeypatch, "legal_by_id")
    assert not line.table.may_act(question.player, question.window)
    with pytest.raises(Asked):
        line.table.offer(question.player, question.window, question.prompt)
    assert looks() == 1


def test_what_was_offered_before_a_loop_was_bounded_is_looked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    question = line.run()
    assert question is not None
    table = line.table
    table.open(line.state, 0)
    offers.legal_now(table, question.player, question.window)
    looks = counting(offers, monkeypatch, "legal_by_id")
    offers.legal_now(table, question.player, question.window)
    assert looks() == 0
    table.state = replace(table.state, trail=Trail(loops=(Loop("10.1.1", ()),)))
    offers.legal_now(table, question.player, question.window)
    assert looks() == 1


def test_a_board_for_which_nobody_asked_where_the_rules_stand_holds_in_the_next_phase() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.run()
    table = line.table
    table.open(line.state, 0)
    board = table.board
    assert board.watch is not None
    assert not board.watch.frames.is_read
    board.phases = ("another phase",)
    table.emit(Went("6.2.2"))
    assert table.board is board
    table.emit(Went("6.2.1"))
    assert board.watch.frames[-1].at  # now somebody has
    assert table.board is not board


def test_what_was_kept_holds_until_something_changes_that_was_read() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.run()
    table, looked = line.table, []
    table.open(line.state, 0)

    def look() -> int:
        looked.append(1)
        return table.number("A.suns")

    assert table.keep("suns", look) == 0
    table.emit(Numbered("A.water", 0, 3))
    assert (table.keep("suns", look), len(looked)) == (0, 1)
    table.emit(Numbered("A.suns", 0, 2))
    assert (table.keep("suns", look), len(looked)) == (2, 2)


def test_what_was_kept_goes_by_the_cards_as_modified() -> None:
    """A value is read off a board; what the board was derived from counts as read, however often it is
    looked for, and inside what else."""
    line = position({"A.garden": ["Moss"], **BOXES}, numbers={"A.water": 0})
    line.run()
    table = line.table
    table.open(line.state, 0)

    def growth() -> int:
        return int(table.peek(1, "growth"))

    before = growth()
    assert table.keep("growth", growth) == table.keep("around", table.keep, "growth", growth) == before
    table.emit(Numbered("A.water", 0, 8))
    assert growth() > before
    assert table.keep("around", table.keep, "growth", growth) == table.keep("growth", growth) == growth()


def test_a_watched_map_is_read_like_a_plain_one() -> None:
    plain = new_game(seed=1).state.areas
    watched = Watched(plain)
    where, nowhere, elsewhere = next(iter(plain)), Area("nowhere"), Area("elsewhere")
    assert (watched[where], watched.get(where), watched.get(nowhere, ())) == (
        plain[where],
        plain[where],
        (),
    )
    assert (where in watched, nowhere in watched) == (True, False)
    assert watched.is_read_the_same(plain.set(elsewhere, ()))
    assert not watched.is_read_the_same(plain.set(nowhere, ()))
    assert (dict(watched.items()), list(watched), len(watched)) == (
        dict(plain.items()),
        list(plain),
        len(plain),
    )
    assert (list(watched.keys()), list(watched.values())) == (list(plain.keys()), list(plain.values()))
    assert not watched.is_read_the_same(plain.set(elsewhere, ()))
    assert watched.set(where, ()) == plain.set(where, ())
    assert watched.delete(where) == plain.delete(where)


def test_what_looking_cited_is_cited_again_when_nothing_is_looked_for() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.run()
    table = line.table
    table.open(line.state, 0)

    def look() -> bool:
        table.cite("2.3.1")
        return table.reading("D-1") == "anew"

    finding = values.look_for(table, None, look)
    assert (finding.found, list(table.reasons), len(table.happened)) == (True, ["2.3.1"], 1)
    table.open(line.state, 1)
    values.repeat(table, finding)
    assert (list(table.reasons), [type(one.event) for one in table.happened]) == (["2.3.1"], [ReadAs])
    assert finding.repeatable


def test_what_made_something_happen_is_looked_for_again() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.table.open(line.state, 0)
    finding = values.look_for(line.table, None, lambda: line.table.note("a clause spoke"))
    assert not finding.repeatable


def test_a_doubt_read_in_an_attempt_that_was_taken_back_is_not_read_again() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    table = line.table
    table.open(line.state, 0)
    finding = values.look_for(table, None, lambda: table.would_do(lambda: table.note(table.reading("D-1"))))
    assert (finding.found, finding.doubts, table.happened) == (False, [], [])


def test_the_offer_of_the_run_that_asked_is_used_by_the_run_that_has_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = position({"A.hand": ["Moss", "Rain"], **BOXES}, numbers={"A.water": 5})
    looks = counting(offers, monkeypatch, "legal_by_id")
    line.run()
    assert looks() == 1
    line.answer("play c2")
    line.step()
    assert looks() == 1
    assert any(isinstance(happened.event, Moved) for happened in line.log[-1].events)
    assert "6.3.1.2" in line.log[-1].consulted


def test_a_correction_in_between_is_seen_by_the_offer() -> None:
    line = position({"A.hand": ["Fern"], **BOXES}, numbers={"A.water": 0})
    line.run()
    assert line.question is not None
    assert [option.id for option in line.question.options] == ["pass"]
    line.correct([Numbered("A.water", 0, 5)], "water was forgotten", "HJ")
    line.run()
    assert line.question is not None
    assert [option.id for option in line.question.options] == ["play c1", "pass"]


def test_steps_that_only_lead_on_share_what_they_have_in_common() -> None:
    """Most of a log: the same events at the same places, each kept once."""
    log = walk(1, 20).log
    bare = [entry for entry in log if [type(h.event) for h in entry.events] == [Went]]
    assert len(bare) > 50
    assert len({id(entry.events) for entry in bare}) == len({entry.events for entry in bare})
    assert len({id(entry.path) for entry in bare}) == len({entry.path for entry in bare})


def test_an_edition_finds_its_own_ways() -> None:
    for line in (new_game(seed=1), new_game(seed=1, book=first_print())):
        line.run()
        for entry in line.log:
            assert all(clause in line.rules.book for clause in entry.path)
    assert first_print().ways is not rules.ways
    assert rules.without("5.1.1").ways is not rules.ways


def test_a_course_that_a_rule_sets_by_itself_is_the_one_taken() -> None:
    """Whoever jumps twice in a step goes where the last jump says, and so does one who sets the flow bare."""
    line = position({"A.garden": ["Moss"], **BOXES})
    line.table.open(line.state, 0)
    line.table.call("6.1")
    line.table.flow = Went("6.2.3")
    (went,) = line.table.go_on()
    assert went.event == Went("6.2.3")
    assert line.table.state.frames[-1].at == "6.2.3"


def test_a_card_hears_what_happens_if_abilities_work_where_it_was_or_where_it_is() -> None:
    line = position({"A.hand": ["Ivy"], **BOXES})
    card, there = line.state.pile("A.hand")[0], line.state
    planting = Moved(card, Area("A.hand"), Area("A.garden"))
    planted = planting.onto(there)
    watchers = line.table.index.watch[Moved]
    assert {one for one, _ in watchers} == {card}

    def awake(before: State, after: State) -> Watchers:
        moment = Moment(before, after, Happened(planting), (0, 0))
        return noticing.awake(line.table, watchers, moment)

    assert awake(there, there) == []
    assert awake(there, planted) == watchers
    assert awake(planted, there) == watchers


def is_the_same_written_anew(line: Line) -> bool:
    return line.table.situation(line.state) == digest(line.state, line.table.setting.terms)


def test_a_situation_is_the_same_with_the_cards_that_have_come_to_be() -> None:
    line = position({"A.hand": ["Sower"], **BOXES}, numbers={"A.water": 3})
    line.run()
    assert is_the_same_written_anew(line)
    play(line, "play Sower")
    assert len(line.state.cards) > 9
    assert is_the_same_written_anew(line)


def test_a_situation_is_the_same_with_the_cards_that_have_been_named() -> None:
    line = position({"A.hand": [UNKNOWN], **BOXES})
    line.run()
    assert is_the_same_written_anew(line)
    play(line, "Rain", "play Rain")
    assert is_the_same_written_anew(line)


def test_a_step_that_makes_cards_still_knows_the_situation_it_began_in() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.run()
    before = line.table.situation(line.state)
    line.table.open(line.state, 0)
    line.table.create("Seedling", A, "A.garden")
    assert line.table.situation(line.state) == before
    assert line.table.situation(line.table.state) == digest(line.table.state, line.table.setting.terms)


def test_a_line_that_goes_back_knows_the_cards_that_were_there() -> None:
    line = position({"A.hand": ["Sower"], **BOXES}, numbers={"A.water": 3})
    line.run()
    here, before = line.bookmark(), line.table.situation(line.state)
    play(line, "play Sower")
    line.go_back(here)
    assert line.table.situation(line.state) == before
    assert is_the_same_written_anew(line)
