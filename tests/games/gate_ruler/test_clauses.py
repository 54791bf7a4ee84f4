"""What no ruling can show: rules that no card text reaches, and clauses switched off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judgekit import paths
from judgekit.book.model import ACTING, CONSULTED
from judgekit.cases.files import position
from judgekit.cases.files.page import WrongInput, page_of
from judgekit.cases.rulings import ruling
from judgekit.engine.abilities import Activated, Proposal
from judgekit.engine.events import Moved, Refused
from judgekit.engine.explain import why_not
from judgekit.engine.state import A, B
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch14_15_source as sources
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler.abilities import Play
from judgekit.games.gate_ruler.game import GAME
from tests.games.gate_ruler.tables import cited, event, find, play, shows, stand, unit

RULES = GAME.rules()
BOLT = event("Timing: Standard Action\nDeal 1 damage to your opponent.")


def test_every_acting_clause_guard_and_deck_rule_has_code() -> None:
    missing = [
        r.number for r in RULES.book if r.kind in ACTING | CONSULTED and r.number not in RULES.registered
    ]
    assert missing == []


def test_every_requirement_names_a_clause_with_code() -> None:
    asked = {r.clause for action in RULES.actions.values() for r in action.requirements}
    assert asked <= set(RULES.registered)


@pytest.mark.parametrize(
    ("clause", "zones", "answers", "area", "count"),
    [
        ("14-3c-2b", {"A.hand": ["Cub"]}, ("summon c23", "A.attack 1"), "A.attack 1", 0),
        ("14-3b-3a", {"A.hand": ["Cub"]}, ("summon c23",), "A.attack 1", 1),
        ("12-2c", {"B.deck": []}, (), "gate", 0),
    ],
)
def test_without_a_clause_something_else_happens(
    clause: str, zones: dict[str, list[str]], answers: tuple[str, ...], area: str, count: int
) -> None:
    at = "11-2a-1" if not answers else "9-3e"
    line = stand(at, zones, {"Cub": unit()}, rules=RULES.without(clause))
    play(line, *answers)
    assert len(line.state.pile(area)) == count
    assert clause not in cited(line.log)


def test_a_player_sees_own_set_cards_and_no_others() -> None:
    line = stand("9-3e", {"A.set 1": [("Bolt", {"face down": True})], "A.hand": ["Pup"]}, {"Bolt": BOLT})
    sees, state = line.table.policy.sees, line.state
    bolt, top = find(line, "Bolt"), state.cards[state.pile("A.deck")[0]]
    assert sees(state, A, bolt)
    assert not sees(state, B, bolt)
    assert not sees(state, A, top)
    assert not sees(state, B, state.cards[state.pile("A.hand")[0]])


def test_a_refused_play_leaves_only_its_refusal() -> None:
    doom = event("Timing: Standard Action\nChoose 1 enemy unit. Destroy it.")
    line = stand("9-3e", {"A.hand": ["Doom"]}, {"Doom": doom})
    table = line.table
    table.open(line.state, 0)
    assert summoning.play_card(table, A, find(line, "Doom").id) is None
    assert [type(h.event) for h in table.happened] == [Refused]
    assert table.happened[0].path[-1] == "14-3b-10"
    assert table.state == line.state


def test_a_rewritten_counter_keeps_its_place_in_the_gate() -> None:
    """14-16b-2: another effect stands where the Counter ability lay, and the window stays closed (J-38)."""
    done: list[str] = []
    new = Activated("new effect", "14-16b-2", data=Play(resolve=lambda table, doing: done.append("new")))
    old = Activated("old effect", "16-4a", data=Play(resolve=lambda table, doing: done.append("old")))
    marks = {"ability": "old effect", "source": (1, 0), "counter of": 1, "controller": "B", "owner": "B"}
    line = stand("9-4c", {"gate": [("ability", marks), ("ability", {**marks, "counter of": 2})]},
                 inner={"new effect": new, "old effect": old})  # fmt: skip
    table = line.table
    table.open(line.state, 0)
    low = line.state.pile("gate")[0]
    put = sources.change_counter_ability(table, low, "new effect")
    assert table.pile("gate")[0] == put
    assert all(h.path == ("14-16b-2",) for h in table.happened)


def test_a_rewritten_counter_card_goes_by_the_counter_zone() -> None:
    """14-16b-1."""
    mine = {"controller": "B", "owner": "B"}
    line = stand("9-4c", {"gate": [("Cub", dict(mine)), ("Pup", dict(mine))]}, {"Cub": unit()})
    table = line.table
    table.open(line.state, 0)
    cub = find(line, "Cub").id
    sources.change_counter_card(table, cub, "anything")
    assert table.pile("gate")[0] == cub
    assert next(h.event.dst for h in table.happened if isinstance(h.event, Moved)) == "B.counter"


def test_sources_of_both_players_are_ordered() -> None:
    """13-2a-2 and 13-2a-2a: the active player's first; the rest as their controller likes."""
    line = stand("9-4c", {"A.attack 1": ["Pup"]}, turn="B")
    table = line.table
    table.open(line.state, 0)
    assert damage.order_of_players(table, [A, B]) == [B, A]
    assert damage.order_of_sources(table, A, [1]) == (1,)
    assert {"13-2a-2", "13-2a-2a"} <= set(table.reasons)


def test_who_orders_replacements() -> None:
    """14-13c, 14-13c-1: whoever causes it; of damage dealt to something, its controller."""
    line = stand("9-4c", {"B.attack 1": ["Pup"]})
    table = line.table
    table.open(line.state, 0)
    pup = line.state.pile("B.attack 1")[0]
    assert replacements.who_orders_replacements(table, Proposal("move", A, pup)) == A
    assert replacements.who_orders_replacements(table, Proposal("be dealt damage", A, pup)) == B
    assert replacements.who_orders_replacements(table, Proposal("deal damage", A, pup)) == A


def test_a_card_that_left_is_remembered_as_it_was() -> None:
    """14-14a, 14-14a-1: its controller, its placement and its numbers."""
    line = stand("9-4c", {"B.attack 1": [("Pup", {"exhausted": True})]})
    table = line.table
    table.open(line.state, 0)
    pup = line.state.cards[line.state.pile("B.attack 1")[0]]
    table.put(pup.id, "B.graveyard")
    assert replacements.information(table, pup.ref, "ATK") == 2
    assert replacements.information(table, pup.ref, "controller") == B
    assert replacements.information(table, pup.ref, "exhausted") is True


def test_heal_that_damage_is_one_wound() -> None:
    """13-7b-1: of two wounds of this phase, one is healed, as chosen."""
    line = stand(
        "9-4c",
        {
            "A.attack 1": [
                ("Pup", {"damage": 5, "wounds": ((2, "main", 9, False, 2, 50), (2, "main", 9, False, 3, 51))})
            ]
        },
    )
    table = line.table
    pup = line.state.pile("A.attack 1")[0]
    from judgekit.engine.questions import Asked

    table.open(line.state, 0)
    with pytest.raises(Asked) as asked:
        damage.wounds_to_heal(table, A, pup)
    assert len(asked.value.question.options) == 2
    assert damage.wounds_to_heal(table, A, pup, any_damage=True) == 5
    assert damage.wounds_to_heal(table, A, pup, process=51) == 3


def test_unaffected_units_ignore_one_time_effects() -> None:
    aloof = unit("This unit is not affected by enemy effects.")
    nap = event("Timing: Standard Action\nExhaust 1 enemy unit.")
    line = stand("9-3e", {"A.hand": ["Nap"], "B.attack 1": ["Aloof"]}, {"Aloof": aloof, "Nap": nap})
    play(line, f"play event c{find(line, 'Nap').id}")
    assert not find(line, "Aloof").mark("exhausted")
    shows(line, "15-27a-3")


def test_conceding_is_possible_at_any_time() -> None:
    line = stand("9-3e", {"A.attack 1": ["Pup"]})
    line.run()
    line.announce(B, "concede")
    assert line.state.outcome is not None
    assert line.state.outcome.winner == A


DECIDED_IN = {
    "1-4c-1": "1-4c-1-conceding-in-spite-of-an-effect",
    "1-5b-2": "1-5b-2-a-drive-of-no-cards",
    "1-5c": "1-5c-exhausted-once-more",
    "2-11b": "2-11b-two-wounds-add-up",
    "3-2c-1": "15-6a-searched-and-put-on-top",
    "3-2e": "3-2e-a-stolen-unit-whose-owner-has-no-hand",
    "3-2i": "3-2d-2-the-owner-of-the-deck-decides-the-order",
    "3-3b-3": "14-4a-a-trap-that-waits",
    "3-6c": "3-6c-all-units-but-not-a-face-down-one",
    "3-10d": "3-10d-a-set-card-leaves-in-the-open",
    "3-14d": "12-6a-charges-of-a-charge",
    "4-3a-1b": "4-3a-1b-no-cap-in-the-opponents-turn",
    "4-4a-1": "6-3c-a-borrowed-card-in-the-drive-zone",
    "6-5a-1": "6-5a-1-a-unit-that-comes-back-in-the-end-phase",
    "3-2i-1": "3-2i-1-no-charges-no-cost",
    "14-3b-4d": "14-3b-4d-two-little-secrets",
    "7-1b-1": "7-1b-1-a-card-that-waits-for-its-overdrive",
    "8-4c#2": "8-4c-a-column-with-a-unit",
    "8-4c-1": "8-4c-1-a-ruler-behind-its-defender",
    "8-4d-1": "8-4d-1-two-tolls-and-one-card",
    "10-3c-1": "10-3a-1-driving-in-the-opponents-turn",
    "10-4d-1a": "10-4d-1a-a-drive-that-cannot-be-paid",
    "10-4d-1b": "10-4d-1b-driving-beyond-the-cap",
    "12-4a-2": "12-4a-2-no-hp-and-no-damage-however-read",
    "12-4b-3a": "17-1a-3-a-loop-nobody-can-stop",
    "12-6a-1": "12-6a-1-charges-that-are-still-spoken-of",
    "13-2a-5": "13-2a-5-replaced-before-anybody-waits-for-it",
    "13-3c-1": "13-3c-1-the-next-of-two",
    "13-3d-2b": "13-3d-2b-nothing-for-all-however-read",
    "13-5b-1": "13-3c-1-the-next-of-two",
    "13-5b-2": "13-5b-2-both-rulers-in-the-other-turn",
    "13-8a": "13-8a-damage-to-a-field",
    "14-3b-1b": "14-3b-1b-a-bonus-given-in-the-hand",
    "14-3b-4a": "14-3b-4a-fewer-than-no-targets",
    "14-3b-4e": "14-3b-4e-as-many-targets-as-were-chosen",
    "14-3b-6e": "14-3b-6e-an-ability-for-nothing",
    "14-3b-8a": "14-3b-8a-discard-first-then-pay",
    "14-9b-1b": "14-9b-1b-one-occasion-met-in-two-ways",
    "14-9d": "14-9d-whether-to-play-it-is-asked-where-so-read",
    "14-9f-1": "14-9f-1-the-next-damage-comes-once",
    "14-9h": "14-9h-the-mourner-is-gone-too",
    "14-11a-2": "14-11a-2-as-long-as-this-unit-is-in-play",
    "14-11a-2a": "16-12b-2-an-effect-without-an-end",
    "14-12c-2b": "14-12c-2b-a-bonus-after-a-banner",
    "14-13c-2": "14-13c-2-the-one-who-acts-decides-where-so-read",
    "14-13d": "14-13d-drawing-two-instead-of-one",
    "14-15e#1": "14-15e-destroyed-by-combat-damage",
    "14-15e#2": "14-15e-destroyed-by-its-effect",
    "14-15f#1": "14-15f-paid-with-a-unit",
    "14-15f#2": "14-15f-put-there-by-the-opponent",
    "14-15f-1": "14-15f-1-destroyed-by-whose-effect",
    "15-3b-1": "15-3b-1-a-stolen-unit-moves-on-its-controllers-side",
    "15-6a-2": "15-6a-2-not-finding-it",
    "15-6b": "15-6b-a-search-that-will-find-nothing",
    "15-15b": "15-15b-an-ability-that-wants-real-resources",
    "15-15b-1": "15-15b-only-by-paying-with-resources",
    "15-16a-1": "15-16a-1-told-to-play-and-to-pay",
    "15-16a-2": "15-16a-2-paying-one-instead",
    "15-17a-2b": "15-17a-2b-a-summon-that-does-not-count",
    "15-21c": "15-21c-no-healing-in-advance",
    "15-26b": "15-26b-a-unit-that-cannot-be-attacked",
    "15-27a-3": "15-27a-3-told-to-be-exhausted",
    "15-27a-4": "15-27a-4-a-curse-that-passes-by",
    "15-27a-5": "15-27a-5-a-replacement-that-passes-by",
    "16-5b": "16-5b-breakthrough-deals-combat-damage",
    "16-7b": "16-7b-intercept-deals-combat-damage",
    "16-8c": "16-8c-retaliate-deals-combat-damage",
    "16-10b": "16-10b-a-familiar-keeps-what-it-is",
    "16-11a-2": "16-11a-2-undying-keeps-the-time-of-a-summon",
    "16-15b-1b": "16-15b-1-forced-reveal",
    "16-15b-1c": "16-15b-1c-both-players-are-forced",
    "16-15b-1d": "16-15b-1d-two-forced-cards",
    "16-15b-2a": "16-15b-2a-concealed-and-forced-to-reveal",
    "R-1-14": "R-1-13-apprentice-starts-by-driving",
    "R-2-14": "R-2-13-berserker-starts-by-driving",
    "R-3-14": "R-3-13-highlander-starts-by-driving",
    "R-7-14": "R-7-13-world-alpha-starts-by-driving",
}


@pytest.mark.parametrize("clause", DECIDED_IN)
def test_a_guard_decides_and_is_not_only_cited(clause: str) -> None:
    """Without it the ruling comes out otherwise, even if nobody wants to see its number."""
    found = ruling.load(paths.rulings() / "gate-ruler" / f"{DECIDED_IN[clause]}.toml")
    (script,) = found.scripts.values()
    uncited = replace(script, clauses=tuple(want for want in script.clauses if want.clause != clause))
    asked = replace(found, scripts={script.edition: uncited})
    assert ruling.run(asked).ok
    assert not ruling.run(asked, script.edition, RULES.without(clause)).ok


def test_an_attacker_in_a_position_says_which_column_it_attacks() -> None:
    written = 'game = "gate-ruler"\nat = "priority"\nturn = "A"\n'
    written += '[A]\nruler = [{ card = "Knight", attacking = true }]\n'
    with pytest.raises(WrongInput, match="attacking: expected one of"):
        position.read(page_of(written, "table.toml"))
    position.read(page_of(written.replace("true", '"B.center"'), "table.toml"))


def test_a_unit_that_is_destroyed_again_and_again_never_ends() -> None:
    """Without 12-4a-3 each pass of the rules effects adds one more destruction of the same unit."""
    found = ruling.load(paths.rulings() / "gate-ruler" / "14-9b-the-unit-that-destroyed-it.toml")
    result = ruling.run(found, "1.1.2", RULES.without("12-4a-3"))
    assert result.failures[0] == "the rules never end: 11-2a-1: still goes to itself after 1000 times"
    assert not result.is_stuck


def test_a_waiting_overdrive_is_told_as_what_was_found() -> None:
    found = ruling.load(paths.rulings() / "gate-ruler" / "7-1b-1-a-card-that-waits-for-its-overdrive.toml")
    end = ruling.run(found).end
    assert end is not None
    checks = why_not(end.line, A, "summon", find(end.line, "Spark").id)
    assert [(each.clause, each.found) for each in checks if not each.ok] == [
        ("7-1b-1", "one that waits there")
    ]
