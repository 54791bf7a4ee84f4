"""Every open question of the notes is a switch, and every reading of it can be played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judgekit import paths
from judgekit.cases.rulings import ruling
from judgekit.engine.abilities import Activated
from judgekit.engine.events import Shuffled, fold
from judgekit.engine.state import A
from judgekit.engine.table import Table
from judgekit.games.game import Deck, PrintedCard
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler.abilities import Cost, Play, Playing
from judgekit.games.gate_ruler.ch05_preparations import violations
from judgekit.games.gate_ruler.game import GAME
from tests.games.gate_ruler.decks import random_game
from tests.games.gate_ruler.tables import Place, event, find, names, play, shows, stand, unit
from tests.lots import rest_is_long

DOUBTS = GAME.rules().book.doubts
CHOICES = [(doubt.id, choice) for doubt in DOUBTS for choice in doubt.choices if choice != doubt.default]
# a ruling that comes out otherwise when the reading is switched; the others have a test of their own below
DECIDED_IN = {
    ("J-01", "after-resolving-only"): "9-4f-damage-made-by-an-event-can-be-answered",
    ("J-02", "ruler-damage-lowest"): "12-1b-flips-above-a-destruction",
    ("J-02", "active-player-chooses"): "12-1b-flips-above-a-destruction",
    ("J-03", "resolved-first"): "12-1b-1-destruction-and-defeat-at-once",
    ("J-04", "both-players"): "12-2c-the-newcomer-loses-first",
    ("J-05", "every-move-readies"): "7-10b-1-one-unit-moves-over",
    ("J-06", "exhausted-may-attack"): "8-4d-an-exhausted-unit-does-not-attack",
    ("J-07", "something-behind"): "1-5d-a-ruler-that-may-not-be-attacked",
    ("J-08", "end-skipped"): "8-2a-2-first-turn-one-attack",
    ("J-09", "checked-on-trigger"): "16-5a-1-the-defender-is-gone-before-it-resolves",
    ("J-09", "combat-damage-needed"): "16-5a-1-the-defender-is-gone-after-it-has-resolved",
    ("J-10", "processes-vanish"): "15-24c-ending-the-turn-with-damage-in-the-gate",
    ("J-10", "flips-vanish"): "15-24c-ending-the-turn-with-damage-in-the-gate",
    ("J-11", "all-abilities"): "15-29a-losing-one-keyword",
    ("J-12", "numbers-in-layer-six"): "15-2a-bonuses-add-up",
    ("J-13", "dependent-before"): "14-12c-1-a-dragon-by-way-of-a-beast",
    ("J-14", "once-only"): "13-3a-1-a-shield-for-the-whole-turn",
    ("J-15", "own-class-only"): "14-7a-a-counter-among-continuous-abilities",
    ("J-16", "normal-summons-only"): "16-3b-touchdown-of-a-field",
    ("J-17", "damage-zone"): "16-18c-a-counter-that-cannot-play-its-card",
    ("J-18", "normal-counted"): "14-5c-a-counter-that-plays-its-card",
    ("J-19", "after-system"): "16-15b-1-forced-reveal-before-waiting-triggers",
    ("J-19", "interrupting"): "16-15b-1-forced-reveal-before-waiting-triggers",
    ("J-20", "main-phase-only"): "R-1-13-apprentice-starts-by-driving",
    ("J-21", "any-card-and-stays"): "10-4c-only-its-own-cards",
    ("J-21", "own-cards-and-leaves"): "10-3a-1-driving-in-the-opponents-turn",
    ("J-22", "in-play-only"): "12-6a-a-charge-of-a-driven-card",
    ("J-23", "face-down-only"): "3-10e-a-revealed-set-card",
    ("J-24", "on-entering"): "10-3a-1-driving-in-the-opponents-turn",
    ("J-25", "replaced-counts-as-done"): "16-13b-3a-a-material-that-stays",
    ("J-26", "one-pairing-becomes-x"): "13-3d-1-each-damage-becomes-one",
    ("J-27", "also-from-hand"): "3-10d-a-set-card-leaves-in-the-open",
    ("J-28", "again-after-resolving"): "14-9g-1-a-status-that-goes-on",
    ("J-28", "once-per-game"): "14-9g-1-a-status-that-comes-back",
    ("J-29", "keeps-attacking"): "15-23a-gaining-control-of-an-attacker",
    ("J-30", "allowed-free"): "16-11a-1-a-ruler-without-resources-cannot-pay",
    ("J-31", "face-down-is-a-unit"): "3-6c-all-units-but-not-a-face-down-one",
    ("J-31", "unit-enters-from-set-zone"): "15-3c-from-a-set-zone-into-an-attack-zone",
    ("J-32", "neither-triggers"): "14-9e-two-mourners-die-together",
    ("J-34", "locked-except-prevention"): "14-13g-replaced-once-it-is-in-the-gate",
    ("J-35", "as-worded"): "15-24g-1-breakthrough-does-not-wait-for-another-turn",
    ("J-36", "acting-player"): "14-13c-2-discarding-instead-of-being-destroyed",
    ("J-37", "never-a-ruler"): "3-14c-a-charge-of-a-ruler",
    ("J-38", "new-object"): "14-16b-2-a-rewritten-counter-is-not-new",
    ("J-40", "not-both"): "11-2a-1-rules-effects-before-triggers",
    ("J-41", "counts-as-attack"): "15-14b-2-on-top-of-an-attacker",
    ("J-42", "turn-player-only"): "4-3a-1b-no-cap-in-the-opponents-turn",
    ("J-43", "in-one-batch"): "14-9c-order-of-triggered-abilities",
    ("J-44", "enters-no-touchdown"): "16-3b-touchdown-after-enhance",
    ("J-44", "enters-in-material-zone"): "12-6a-charges-of-a-charge",
    ("J-45", "lose-on-missing-card"): "13-6b-a-flip-without-a-deck",
    ("J-46", "skip-step"): "8-6d-an-attack-on-an-empty-column",
    ("J-47", "once-only"): "8-7c-2-a-unit-that-dies-with-its-bonus",
    ("J-48", "setup-too"): "5-3b-knight-and-legion-set-up",
    ("J-49", "no-amount"): "8-6d-1-a-ruler-attacks-a-ruler",
    ("J-50", "at-once"): "12-1b-1-destruction-and-defeat-at-once",
    ("J-51", "choice-on-playing"): "16-6a-1-defender",
    ("J-52", "move-to-new-controller"): "3-14c-a-charge-of-a-stolen-unit",
    ("J-53", "ban-per-text"): "14-3b-4b-the-same-unit-twice",
    ("J-54", "no-information"): "14-14a-the-level-of-an-event-that-is-gone",
    ("J-55", "any-card-there"): "12-5a-two-of-three-came-last",
    ("J-56", "only-plays-break"): "9-3f-setting-a-card-between-two-passes",
    ("J-57", "prevention-controller"): "13-3d-2a-both-rulers-and-one-shield",
    ("J-58", "all-non-continuous"): "16-12b-2-an-effect-without-an-end",
    ("J-59", "own-units-only"): "16-16b-an-enemy-unit-as-a-mount",
    ("J-60", "resource-cards-only"): "15-15b-a-wizard-in-place-of-a-resource",
    ("J-61", "never-for-nothing"): "15-15b-so-cheap-that-it-costs-nothing",
    ("J-61", "discounts-barred"): "15-15b-so-cheap-that-it-costs-nothing",
    ("J-62", "on-play"): "15-17b-when-this-unit-is-normal-summoned",
    ("J-63", "not-applied"): "14-14a-1-its-controller-when-the-target-is-gone",
    ("J-64", "the-chosen-one-only"): "14-13d-a-shield-after-another-replacement",
    ("J-65", "not-attacking"): "15-14b-2-a-sleeper-on-top-of-an-attacker",
    ("J-66", "any-pairing"): "13-3d-2b-all-damage-to-one-unit",
    ("J-67", "destroyed-once"): "12-4b-3-destroyed-twice-before-it-is-gone",
    ("J-68", "facing-zones"): "8-6d-2-a-bully-in-the-same-column",
    ("J-69", "one-after-the-other"): "15-9a-both-lay-a-card-down",
    ("J-70", "the-controllers-opponent"): "4-2b-the-opponent-of-the-player-named-last",
    ("J-71", "last-controller"): "4-5b-a-borrowed-revenant-in-its-owners-graveyard",
}
BY_TEST = {
    ("J-33", "not-allowed"): "test_resource_cards_in_a_deck",
    ("J-39", "reshuffle-known"): "test_a_deck_that_was_seen_in_a_play_that_is_taken_back",
}


@pytest.mark.parametrize("reading", rest_is_long(CHOICES, 8))
def test_a_game_can_be_played_under_every_reading(reading: tuple[str, str]) -> None:
    doubt, choice = reading
    line = random_game(DOUBTS.index(next(d for d in DOUBTS if d.id == doubt)) + 3, 25, {doubt: choice})
    assert fold(line.start, line.log) == line.state


@pytest.mark.parametrize(("doubt", "choice"), CHOICES)
def test_every_other_reading_changes_what_comes_out(doubt: str, choice: str) -> None:
    if (doubt, choice) in BY_TEST:
        assert BY_TEST[doubt, choice] in globals()
        return
    found = ruling.load(paths.rulings() / "gate-ruler" / f"{DECIDED_IN[doubt, choice]}.toml")
    (script,) = found.scripts.values()
    assert script.position is not None
    assert ruling.run(found).ok
    switched = replace(script.position, readings={**script.position.readings, doubt: choice})
    scripts = {script.edition: replace(script, position=switched)}
    assert not ruling.run(replace(found, scripts=scripts)).ok


@pytest.mark.parametrize(("choice", "broken"), [("allowed", []), ("not-allowed", ["5-2c"])])
def test_resource_cards_in_a_deck(choice: str, broken: list[str]) -> None:
    printed = PrintedCard("Ore", {"type": "resource"}, "")
    deck = Deck({"main": ["Ore"] * 50, "resource": ["Resource"] * 3}, "Knight")
    found = violations(deck, {"Ore": printed}, GAME.rules(), {"J-33": choice})
    assert [one.clause for one in found if one.clause == "5-2c"] == broken


@pytest.mark.parametrize(("choice", "shuffles"), [("exact-state", 0), ("reshuffle-known", 1)])
def test_a_deck_that_was_seen_in_a_play_that_is_taken_back(choice: str, shuffles: int) -> None:
    """14-3b-10: nothing has happened, but the top card of the deck is known."""

    def look_and_fail(table: Table, doing: Playing) -> bool:
        table.reveal(table.pile("A.deck")[0])
        return False

    spec = Play(costs=(Cost("look and fail", pay=look_and_fail),))
    line = stand("9-3e", {"A.attack 1": ["Pup"]}, inner={"peek": Activated("peek", "14-8a", data=spec)},
                 readings={"J-39": choice})  # fmt: skip
    table = line.table
    table.open(line.state, 0)
    source = line.state.cards[line.state.pile("A.attack 1")[0]].ref
    assert summoning.play_ability(table, A, "peek", source) is None
    assert sum(isinstance(h.event, Shuffled) for h in table.happened) == shuffles
    assert table.state.cards == line.state.cards


def test_every_doubt_is_asked_somewhere() -> None:
    """A switch that no code reads would decide nothing."""
    from pathlib import Path

    folder = Path(__file__).parents[3] / "judgekit" / "games" / "gate_ruler"
    code = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    assert [d.id for d in DOUBTS if f'"{d.id}"' not in code] == []


def test_losing_at_once_needs_no_gate() -> None:
    zones = {"A.damage": ["Pup"] * 11}
    at_once = stand("11-2a-1", zones, readings={"J-50": "at-once"})
    at_once.run()
    assert at_once.state.outcome is not None
    assert not any(c.name == "defeat process" for c in at_once.state.cards.values())


@pytest.mark.parametrize(
    ("reading", "top"), [("added-first", "defeat process"), ("resolved-first", "destruction process")]
)
def test_destruction_and_defeat_together(reading: str, top: str) -> None:
    zones: dict[str, list[Place]] = {"A.damage": ["Pup"] * 11, "A.attack 1": [("Pup", {"damage": 2})]}
    line = stand("11-2a-1", zones, readings={"J-03": reading})
    line.step()
    assert names(line, "gate")[-1] == top
    shows(line, "11-2a-1", "12-1b-1")


@pytest.mark.parametrize(
    ("reading", "lowest"),
    [
        ("destruction-lowest", "destruction process"),
        ("ruler-damage-lowest", "ruler damage application process"),
    ],
)
def test_destruction_and_ruler_damage_together(reading: str, lowest: str) -> None:
    line = stand("11-2a-1", {"A.attack 1": [("Pup", {"damage": 2})]}, numbers={"B.ruler damage": 1},
                 readings={"J-02": reading})  # fmt: skip
    line.step()
    assert names(line, "gate")[0] == lowest


@pytest.mark.parametrize(("reading", "where"), [("stops-attacking", None), ("keeps-attacking", "B.center")])
def test_an_attacker_that_changes_sides(reading: str, where: str | None) -> None:
    charm = event("Timing: You can play this when an enemy unit attacks\nGain control of that unit.")
    line = stand("8-4c", {"A.attack 1": ["Cub"], "B.set 1": [("Charm", {"face down": True})]},
                 {"Charm": charm, "Cub": unit()}, readings={"J-29": reading})  # fmt: skip
    cub, ruler = find(line, "Cub").id, find(line, "Knight", "B.ruler").id
    play(line, f"attack c{cub} c{ruler}", "yes", "B.attack 1")
    assert line.state.cards[cub].area == "B.attack 1"
    if where is None:
        assert line.state.cards[cub].mark("attacking") is None


@pytest.mark.parametrize(("reading", "left"), [("on-play", 1), ("on-entering", 0)])
def test_when_a_negated_summon_counts(reading: str, left: int) -> None:
    veto = event("Timing: Instant Action\nNegate that card.")
    line = stand("9-3e", {"A.hand": ["Cub"], "B.set 1": [("Veto", {"face down": True})]},
                 {"Cub": unit(), "Veto": veto}, readings={"J-24": reading})  # fmt: skip
    play(line, f"summon c{find(line, 'Cub').id}", "A.attack 1", f"play set c{find(line, 'Veto').id}")
    assert line.state.number("A.summons") == left
    assert find(line, "Cub").area == "A.graveyard"
