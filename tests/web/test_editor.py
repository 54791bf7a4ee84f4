"""The board editor: a position by form and by text, each kept in step with the other."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from judgekit import games, paths
from judgekit.cases.files.page import WrongInput
from judgekit.cases.files.position import loads
from judgekit.cases.files.writer import saved, toml
from judgekit.cases.rulings import ruling
from judgekit.web.editor.position_form import Sketch, sketched, written
from judgekit.web.editor.shorthand import example, typed
from tests.web.table import POSITION, Visitor

GODZILLA, _ = games.edition("godzilla/1.2")
POSITIONS = sorted((paths.fixtures() / "positions").rglob("*.toml"))


def round_trip(text: str) -> dict[str, Any]:
    data = tomllib.loads(text)
    game, edition = games.edition(data["game"])
    return tomllib.loads(written(sketched(data, game, edition), game).text)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Both are read as the same table, with the same future."""
    left, right = loads(toml(one)), loads(toml(other))
    return left.state == right.state and left.cards == right.cards and left.labels == right.labels


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_a_position_comes_back_from_the_form_as_the_same_table(path: Path) -> None:
    text = path.read_text("utf-8")
    assert same(tomllib.loads(text), round_trip(text))


@pytest.mark.parametrize("each", [54, pytest.param(9, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", games.NAMES)
def test_the_tables_of_the_rulings_come_back_from_the_form(game: str, each: int) -> None:
    """Exact positions too, with ids, time stamps and what only the machine knows. One ruling of so many."""
    seen = 0
    for path in ruling.files(game)[::each]:
        for script in ruling.load(path).scripts.values():
            if script.position is not None:
                text = saved(script.position)
                assert loads(toml(round_trip(text))).state == script.position.state, path
                seen += 1
    assert seen > 3


def test_what_the_form_has_no_field_for_is_kept() -> None:
    text = POSITION + '\n[history]\n"invasions this turn" = 1\n\n[readings]\n"A-05" = "anew"\n'
    text = text.replace(
        "deck = 20", 'deck = ["?", { card = "Tank", since = 2, under = [{ card = "?" }] }]', 1
    )
    assert round_trip(text) == tomllib.loads(text)


def test_fields_that_no_game_has_are_kept_for_the_reader_to_complain_about() -> None:
    text = POSITION.replace("[B]\n", "[B]\nhnad = 3\n").replace("rank = 1", 'rank = "one"', 1)
    assert round_trip(text) == tomllib.loads(text)


# the typed line


def quick(line: str, turn: str = "A") -> Sketch:
    sketch = Sketch("godzilla", "1.2", {"turn": turn})
    typed(line, sketch, GODZILLA, ())
    return sketch


@pytest.mark.parametrize("name", ["godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic"])
def test_the_example_of_each_game_can_be_typed(name: str) -> None:
    """What the editor shows as an example is understood, each of its words as what it is said to be."""
    game = games.game(name)
    shown, sketch = example(game), Sketch(name, "", {"turn": "A"})
    typed(f"{shown.line} {shown.mark} x2 {shown.number} {shown.area} Scout", sketch, game, ())
    (card,) = sketch.cards
    assert set(card.values) > {"type"}
    ((_, (entry, again)),) = sketch.piles.items()
    assert (entry.card, entry.count, list(entry.marks)) == ("Scout", "2", [shown.mark.replace("-", " ")])
    assert again.card == "Scout"
    assert list(sketch.numbers.values()) == ["2"]


def test_a_table_is_typed_in_one_line() -> None:
    found = quick('z5 b:Titan r3 rage2 B hand m:"Harbour King" r1 tl5000 x2 ? dp Titan')
    assert [(c.name, c.values) for c in found.cards] == [
        ("Titan", {"type": "battle", "rank": "3"}),
        ("Harbour King", {"type": "monster", "rank": "1", "threat level": "5000"}),
    ]
    piles = {where: [(e.card, e.count) for e in pile] for where, pile in found.piles.items()}
    assert piles == {
        "A/zone 5": [("Titan", "")],
        "B/hand": [("Harbour King", "2"), ("?", "")],
        "B/discard pile": [("Titan", "")],
    }
    assert found.numbers == {"A/rage": "2"}


def test_marks_stand_after_their_card() -> None:
    assert quick("zone-1 m:King invading").piles["A/zone 1"][0].marks == {"invading": "yes"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Titan", "an area first"),
        ("hand Titan", "its type before its name (monster:Titan"),
        ("hand q:Titan", "a type of card before the colon: monster, battle, strategy"),
        ('hand "Titan', "quotes in pairs"),
        ("zne-1 b:Titan", "did you mean zone 1"),
        ("zo b:Titan", "zo can mean zone 1 or zone 2"),
    ],
)
def test_a_word_that_says_nothing_is_named(line: str, expected: str) -> None:
    with pytest.raises(WrongInput) as problem:
        quick(line)
    assert expected in problem.value.problems[0].expected


def test_a_known_card_keeps_its_printed_numbers() -> None:
    sketch = Sketch("gate-ruler", "1.1.2", {"turn": "A"})
    with pytest.raises(WrongInput) as problem:
        typed("A ruler Oracle atk9", sketch, games.game("gate-ruler"), ("Oracle",))
    assert "the numbers of Oracle are in the library" in problem.value.problems[0].expected


def test_of_types_that_begin_alike_the_one_of_the_area_is_meant() -> None:
    sketch, game = Sketch("gate-ruler", "1.1.2", {"turn": "A"}), games.game("gate-ruler")
    typed("A ruler r:Knight", sketch, game, ())
    assert [(card.name, card.values["type"]) for card in sketch.cards] == [("Knight", "ruler")]
    with pytest.raises(WrongInput) as problem:
        typed("A hand r:Oracle", sketch, game, ())
    assert problem.value.problems[0].expected == "one type: r can mean ruler or resource"


# the page


def form_of(page: dict[str, Any], **changes: str) -> dict[str, str]:
    """What a browser would send back for a page: every field as it is shown."""
    form = {"game": page["game"], "edition": page["edition"], "seen": page["seen"], "text": page["text"]}
    form |= {"order": page["order"], "follows": page["follows"]}
    form |= {f"head/{key}": value for key, value in page["head"].items()} | {"rest": page["rest"]}
    for at, card in enumerate(page["cards"]):
        form |= {f"card/{at}/name": card["name"], f"card/{at}/text": card["text"]}
        form |= {f"card/{at}/is/{name}": value for name, value in card["values"].items()}
    for side in page["sides"]:
        form |= {f"number/{one['where']}": one["value"] for one in side["numbers"]}
        for area in [*(area for row in side["rows"] for area in row), *side["aside"]]:
            for at, entry in enumerate(area["entries"]):
                own = f"pile/{area['where']}/{at}"
                form |= {f"{own}/{key}": entry[key] for key in ("card", "count", "owner", "under", "more")}
                form |= {f"{own}/as": entry["label"]}
                form |= {f"{own}/is/{name}": value for name, value in entry["marks"].items()}
    return form | changes


def sent(visitor: Visitor, page: dict[str, Any], **changes: str) -> dict[str, Any]:
    data = {"csrf": visitor.token, **form_of(page, **changes)}
    answer = visitor.client.post("/positions/edit", data=data, headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


@pytest.mark.parametrize("game", games.NAMES)
def test_every_area_and_number_of_a_game_has_its_field(visitor: Visitor, game: str) -> None:
    page = visitor.json(f"/positions/new?game={game}")
    found, _ = games.edition(game)
    shown = [a["title"] for side in page["sides"] for row in (*side["rows"], side["aside"]) for a in row]
    wanted = [spec.title for spec in found.areas for _ in range(1 if spec.shared else 2)]
    assert sorted(shown) == sorted(wanted)
    text = visitor.get(f"/positions/new?game={game}").text
    assert all(f'name="number/{"A" if s.per_player else "table"}/{s.key}"' in text for s in found.numbers)


def test_a_position_is_built_by_form_and_opened(visitor: Visitor) -> None:
    page = visitor.json("/positions/new?game=godzilla")
    page = sent(visitor, page, quick="z1 m:Titan r1 tl5000 invading B z1 Titan invading")
    page = sent(visitor, page, **{"add/A/hand": "Tank, Tank", "add/A/deck": "20", "add/B/deck": "20"})
    assert [one["input"] for one in page["faults"]] == ["pile/A/hand/0/card", "pile/A/hand/1/card"]
    page = sent(visitor, page, do="define:Tank")
    faults = {one["input"] for one in page["faults"]}
    assert faults == {"card/1/is/type"}
    page = sent(visitor, page, **{"card/1/is/type": "battle", "card/1/is/rank": "one"})
    assert {one["input"]: one["came"] for one in page["faults"]} == {"card/1/is/rank": '"one"'}
    stats = {"card/1/is/rank": "1", "card/1/is/counter power": "2500", "number/A/rage": "2"}
    page = sent(visitor, page, **stats)
    assert page["faults"] == []
    state = loads(page["text"]).state
    assert [state.cards[n].name for n in state.pile("A.hand")] == ["Tank", "Tank"]
    assert state.number("A.rage") == 2
    assert len(state.pile("B.deck")) == 20
    answer = visitor.post("/positions/edit", **form_of(page, do="open"))
    assert answer.headers["Location"] == "/cases/1/main/0"


def test_a_form_with_a_fault_is_not_opened_and_keeps_what_was_typed(visitor: Visitor) -> None:
    page = sent(visitor, visitor.json("/positions/new?game=godzilla"), **{"add/A/hand": "Nobody"})
    answer = visitor.post("/positions/edit", **form_of(page, do="open", **{"number/A/rage": "lots"}))
    assert answer.status_code == 422
    assert 'name="number/A/rage" value="lots"' in answer.text
    assert 'data-for="number/A/rage"' in answer.text
    assert visitor.json("/cases")["cases"] == []


def test_a_changed_text_fills_the_form(visitor: Visitor) -> None:
    page = visitor.json("/positions/new?game=godzilla")
    page = sent(visitor, page, text=POSITION)
    assert [card["name"] for card in page["cards"]] == ["Tank", "Titan"]
    assert loads(page["text"]).state == loads(POSITION).state


def test_a_text_that_cannot_be_read_is_kept_and_the_form_stays(visitor: Visitor) -> None:
    page = sent(visitor, visitor.json("/positions/new?game=godzilla"), **{"number/A/rage": "3"})
    page = sent(visitor, page, do="read", text='game = "godzilla"\nat = main')
    assert page["text_faults"][0]["line"] == 2
    assert page["text"].endswith("at = main")
    assert page["sides"][2]["numbers"][0]["value"] == "3"


def test_changes_in_both_are_never_thrown_away(visitor: Visitor) -> None:
    page = visitor.json("/positions/new?game=godzilla")
    both = {"number/A/rage": "3", "text": POSITION}
    told = sent(visitor, page, do="check", **both)
    assert "not in both" in told["text_faults"][0]["expected"]
    assert told["text"] == POSITION
    assert told["sides"][2]["numbers"][0]["value"] == "3"
    assert sent(visitor, page, do="read", **both)["cards"]
    assert "rage = 3" in sent(visitor, page, do="write", **both)["text"]


def test_rows_are_moved_and_taken_away(visitor: Visitor) -> None:
    page = sent(visitor, visitor.json("/positions/new?game=godzilla"), text=POSITION)
    page = sent(visitor, page, **{"add/A/hand": "Titan, ? x3"})
    page = sent(visitor, page, do="up:pile/A/hand/2")
    page = sent(visitor, page, do="drop:pile/A/hand/0")
    hand = tomllib.loads(page["text"])["A"]["hand"]
    assert hand == ["Titan", "Tank", {"card": "?", "count": 3}]
    page = sent(visitor, page, do="drop:card/0")
    assert "Tank" not in tomllib.loads(page["text"])["cards"]


def test_an_oddity_is_accepted_and_taken_back(visitor: Visitor) -> None:
    page = sent(visitor, visitor.json("/positions/new?game=godzilla"), text=POSITION)
    page = sent(
        visitor, page, text=POSITION.replace('hand = ["Tank"]', '"strategy zone 1" = ["Tank", "Tank"]')
    )
    odd = next(one for one in page["oddities"] if one["key"].startswith("full"))
    page = sent(visitor, page, do=f"accept:{odd['key']}")
    assert odd["key"] in tomllib.loads(page["text"])["assumptions"]
    assert next(one for one in page["oddities"] if one["key"] == odd["key"])["accepted"]
    page = sent(visitor, page, do=f"object:{odd['key']}")
    assert "assumptions" not in tomllib.loads(page["text"])


def test_a_position_file_is_saved(visitor: Visitor) -> None:
    page = sent(visitor, visitor.json("/positions/new?game=godzilla"), text=POSITION)
    answer = visitor.post("/positions/edit", **form_of(page, do="save"))
    assert "attachment" in answer.headers["Content-Disposition"]
    assert loads(answer.text).state == loads(POSITION).state


def test_what_of_a_card_text_cannot_be_read_is_told_under_it(visitor: Visitor) -> None:
    page = sent(visitor, visitor.json("/positions/new?game=godzilla"), text=POSITION)
    page = sent(visitor, page, **{"card/0/text": "[Enter] Destroy 1 battel card."})
    assert "Not read:" in page["read_as"][0]
    assert "battel" in page["read_as"][0]


def test_toml_in_a_field_is_read_as_such(visitor: Visitor) -> None:
    page = sent(visitor, visitor.json("/positions/new?game=godzilla"), text=POSITION)
    page = sent(visitor, page, **{"pile/A/hand/0/more": "since = 2"})
    assert tomllib.loads(page["text"])["A"]["hand"][0] == {"card": "Tank", "since": 2}
    for wrong in ("since = ", "a = 1 }\ny = { b = 2", "sinse = 2"):
        told = sent(visitor, page, **{"pile/A/hand/0/more": wrong})
        assert [one["input"] for one in told["faults"]] == ["pile/A/hand/0/more"], wrong
    assert sent(visitor, page, rest="[oops")["faults"][0]["input"] == "rest"


def test_an_unknown_game_is_named(visitor: Visitor) -> None:
    assert visitor.get("/positions/new?game=chess").status_code == 404
    assert visitor.post("/positions/edit", game="chess").status_code == 404
    assert visitor.post("/positions/edit", text="game = 3").status_code == 422
    assert visitor.post("/positions/edit", text=POSITION).status_code == 200


def test_numbers_and_counts_are_typed_as_two_words() -> None:
    game = games.game("dragon-ball-super")
    sketch = Sketch(game.name, "1.06", {"turn": "A"})
    typed("A life 5 B deck 20", sketch, game, ())
    assert [(one.card, one.count) for one in sketch.piles["A/life"]] == [("?", "5")]
    assert [(one.card, one.count) for one in sketch.piles["B/deck"]] == [("?", "20")]
    godzilla = games.game("godzilla")
    sketch = Sketch(godzilla.name, "1.2", {"turn": "A"})
    typed("B rage 3", sketch, godzilla, ())
    assert sketch.numbers == {"B/rage": "3"}


def test_one_fact_is_changed_and_the_answers_are_given_again(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    first = visitor.json("/cases/1/main")
    visitor.post(f"/cases/1/main/{first['at']}/answer", option=first["asking"]["options"][-1]["id"])
    page = visitor.json("/cases/1/main/0/edit?keep=1")
    assert page["follows"] == "1:main"
    changed = page["text"].replace('hand = ["Tank"]', 'hand = ["Tank", "Tank"]')
    opened = visitor.post("/positions/edit", **{**form_of(page, do="open"), "text": changed})
    assert opened.headers["Location"].startswith("/cases/2/main/compare?with=1")
    assert "1 of 1" in visitor.get(opened.headers["Location"]).text
    rows = visitor.json(opened.headers["Location"])["outcomes"]
    assert {"what": "B's Hand", "left": "Tank", "right": "–"} in rows
