"""Chapter 7: what a player may do in a turn, and why not."""

from __future__ import annotations

from judgekit.engine.state import A
from judgekit.games.luck_and_logic.rules import rules
from tests.games.luck_and_logic.tables import offered, say, shows, table, where


def why_not(line: object, action: str, subject: object) -> list[str]:
    """The clauses that stand against an action."""
    table_ = line.table  # type: ignore[attr-defined]
    table_.open(line.state, 0)  # type: ignore[attr-defined]
    checks = rules.actions[action].checks(table_, A, subject)
    return [check.clause for check in checks if not check.ok]


def test_a_whole_turn_visits_the_phases_in_their_order() -> None:
    line, _ = table("stand phase")
    say(line, "do nothing")
    assert shows(
        line,
        "7.2.2",
        "7.2.4",
        "7.3.2",
        "7.3.3",
        "7.3.5",
        "7.4.2",
        "7.4.3",
        "7.5.2",
        "7.5.3",
        "7.6.1",
        "7.7.2",
        "7.7.6",
    )


def test_why_a_member_cannot_be_mobilized() -> None:
    line, _ = table("play timing", 'hand = ["Nomad", "Union"]\nlevel = ["Guard"]\nfront_left = ["Scholar"]\n')
    line.run()
    nomad, union = line.state.pile("A.hand")
    assert why_not(line, "mobilize", nomad) == ["9.6.2.3"]
    assert why_not(line, "mobilize", union) == ["9.6.2.1.3", "9.6.2.1.4", "9.6.2.3"]


def test_why_no_trance() -> None:
    line, _ = table("play timing", 'front_left = ["Scholar"]\n"trances this turn" = 1\n')
    line.run()
    assert why_not(line, "trance", None) == ["7.5.3.2", "5.13.1.1"]


def test_the_main_phase_offers_exactly_what_would_succeed() -> None:
    a = 'front_left = ["Scholar"]\nfront_middle = ["Nomad"]\nstock = 3\n'
    a += 'level = ["Filler"]\nhand = ["Guard"]\n'
    line, _ = table("play timing", a)
    names = {option.split()[0] for option in offered(line)}
    assert names == {"mobilize", "trance", "luck", "move", "do"}
    for option in [o.id for o in line.question.options]:  # type: ignore[union-attr]
        fork = line.fork()
        fork.answer(option)
        fork.run()
        assert len(fork.log) > len(line.log)


def test_only_one_trance_a_turn() -> None:
    a = 'front_left = ["Scholar"]\nfront_middle = ["Nomad"]\nback_left = ["Guard"]\n'
    line, _ = table("play timing", a)
    say(line, "trance", "Scholar", "no")
    assert where(line, "Nomad") == ["A.drop"]
    assert "trance" not in offered(line)


def test_without_the_draw_nobody_draws() -> None:
    usual, _ = table("7.3.3")
    other, _ = table("7.3.3", rules=rules.without("5.6.1"))
    for line in (usual, other):
        line.run()
    assert len(usual.state.pile("A.hand")) == 2
    assert len(other.state.pile("A.hand")) == 0
