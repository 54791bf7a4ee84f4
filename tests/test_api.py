"""The face for scripts: what it names can be used, and the verdict on a text says what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit import api, paths

BATTLE = {"type": "battle"}


def test_everything_named_is_there() -> None:
    assert [name for name in api.__all__ if not hasattr(api, name)] == []


def test_a_text_that_is_read_has_a_paraphrase_and_nothing_missing() -> None:
    found = api.card_verdict("godzilla/1.2", "Siren", BATTLE, "[Enter] Draw 1 card.")
    assert (found.verdict, found.missing) == ("read", ())
    assert str(found) == "read: [Enter] Draw 1 card."


def test_what_a_text_says_of_its_tokens_is_told() -> None:
    text = "[Auto] When you play this card, play 2 Pip tokens with 5000 power, no combo cost and [Barrier]."
    found = api.card_verdict("dragon-ball-super/1.06", "Hatchery", BATTLE, text)
    assert found.paraphrase[1:] == ("“Pip” tokens: power 5000, no combo cost, [Barrier].",)


def test_no_text_is_read() -> None:
    assert str(api.card_verdict("godzilla", "Siren", BATTLE, "")) == "read: nothing printed"


def test_one_line_of_two_is_a_part_and_the_other_is_named() -> None:
    found = api.card_verdict("godzilla", "Siren", BATTLE, "[Enter] Draw 1 card.\n[Enter] Frobnicate 1 card.")
    assert found.verdict == "part"
    assert found.paraphrase == ("[Enter] Draw 1 card.", "[Enter] [not read: Frobnicate 1 card].")
    (missing,) = found.missing
    assert missing.sentence == "Frobnicate 1 card"
    assert "Frobnicate" in missing.reason


def test_a_text_of_which_nothing_is_read_is_by_hand() -> None:
    found = api.card_verdict("godzilla", "Siren", BATTLE, "[Enter] Frobnicate 1 card.")
    assert found.verdict == "by hand"
    assert str(found) == "by hand: “Frobnicate 1 card”: cannot read 'Frobnicate'"


def test_what_could_never_happen_is_not_read() -> None:
    found = api.card_verdict("godzilla", "Siren", BATTLE, "[Enter] Negate the attack.")
    assert found.verdict != "read"
    assert "never" in found.missing[0].reason


def test_an_unknown_edition_is_named() -> None:
    with pytest.raises(api.UnknownGame, match=r"9\.9"):
        api.card_verdict("godzilla/9.9", "Siren", BATTLE, "")


def test_a_ruling_can_be_run() -> None:
    file = next(iter(sorted(Path(paths.rulings()).rglob("*.toml"))))
    assert api.run_ruling(api.load_ruling(file)).ok
