"""Card lists come in without a manual: sniffed, mapped, taken (A1, A3, A5 to A8)."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from judgekit.cards import mapping, markup, samples
from judgekit.cards.importing import Proposal, bring, propose, propose_from
from judgekit.cards.library import Library
from judgekit.cards.model import Imported, as_printed, fold
from judgekit.cards.taking import base_number
from judgekit.cases.files.page import open_page
from judgekit.games import game as game_of
from tests.cards.lists import FORMS, GODZILLA, LISTS, as_csv, as_json, as_octgn, as_tts
from tests.cards.publishers import SHARED

needs_lists = pytest.mark.skipif(not SHARED.is_dir(), reason="the lists of the workshop are not here")


@pytest.fixture
def library() -> Library:
    return Library(":memory:")


def taken(library: Library, data: bytes, file: str = "list", game: str = "", **given: Any) -> Imported:
    return bring(library, propose_from(data, file, game), **given)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", LISTS)
def test_every_form_of_every_list_is_recognised_and_mapped(form: str, game: str) -> None:
    """A1: 24 of 24 files, at least 95 % of the fields right without help."""
    rows = LISTS[game]
    found = propose_from(FORMS[form](rows), f"list.{form}")
    assert (found.rows.form, found.fields.game) == (form, game)
    fields = {mapping.plain(key): mapping.plain(to) for key, to in found.fields.fields.items()}
    wanted = {mapping.plain(key) for row in rows for key in row}
    told = "num" if "cockatrice" in form else "number"
    right = [key for key in wanted if fields.get(told if key == "number" else key) == key]
    assert len(right) >= 0.95 * len(wanted)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", LISTS)
def test_every_form_gives_the_same_cards(library: Library, form: str, game: str) -> None:
    told = taken(library, FORMS[form](LISTS[game]), game=game)
    assert (told.rows, told.taken, told.listed) == (3, 3, ())
    for row in LISTS[game]:
        (card,) = library.meant(game, row["number"])
        printed = library.printed(card)
        assert (printed.name, printed.text) == (row["name"], row["text"])
        for key, value in row.items():
            if key not in ("name", "text", "number"):
                assert printed.properties[key] == (tuple(value) if isinstance(value, list) else value), key


def test_a_mapping_is_kept_and_given_again(library: Library, tmp_path: Path) -> None:
    data = as_json([{**row, "Was": row["text"]} for row in GODZILLA])
    found = propose_from(data, "list.json")
    kept = tmp_path / "map.toml"
    told = found.fields.toml().replace('text = "text"', 'text = ""')
    kept.write_text(told.replace('Was = ""', 'Was = "text"'))
    again = propose_from(data, "list.json", given=open_page(kept))
    assert (again.fields.fields["text"], again.fields.fields["Was"]) == ("", "text")
    assert bring(library, again).taken == 3


def test_the_same_file_twice_changes_nothing(library: Library) -> None:
    taken(library, as_json(GODZILLA))
    before = library.digest("godzilla"), library.sources()
    again = taken(library, as_json(GODZILLA))
    assert not again.is_news
    assert (library.digest("godzilla"), library.sources()) == before


def test_the_same_cards_in_another_form_are_the_same_cards(library: Library) -> None:
    taken(library, as_json(GODZILLA))
    other = taken(library, as_csv(GODZILLA), "list.csv")
    assert (other.new, other.changes) == (0, ())
    assert library.games() == {"godzilla": 3}


def test_a_crash_in_the_middle_leaves_nothing(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def breaks(*given: object) -> None:
        calls.append(given)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("judgekit.cards.library.index", breaks)
    with pytest.raises(KeyboardInterrupt):
        taken(library, as_json(GODZILLA))
    assert library.games() == {}
    assert library.sources() == []


# card, printing, wording (A3)


def variants(seed: int = 7, bases: int = 3050, many: int = 550) -> tuple[list[dict[str, Any]], set[str]]:
    """A made-up list of 3,600 rows: variants that differ in spacing and lost signs, and 20 real changes."""
    dice = random.Random(seed)
    rows = [
        {"number": f"JK{at // 100:02}-{at % 100:03}", "name": f"Drone’s Keeper {at}",
         "type": "battle", "rank": 1 + at % 7, "colors": ["red"], "traits": ["Drone"],
         "counter power": 1000 + at % 9,
         "invasion icon": 1 + at % 2,
         "text": f"[Enter] Draw {1 + at % 3} cards. Your opponent’s battle cards "
         f"lose {500 * (1 + at % 7)} counter power."}
        for at in range(bases)
    ]  # fmt: skip
    changed = set()
    for at, row in enumerate(dice.sample(rows, many)):
        text = str(row["text"])
        if at < 20:
            text = text.replace("Draw", "Discard") if at % 2 else text.replace("lose ", "lose 1")
            changed.add(f"{row['number']}_SPR")
        elif at % 3 == 0:
            text = text.replace(". Your", ".  Your ")
        elif at % 3 == 1:
            text = text.replace("’", "?")
        else:
            text = text.replace("’", "")
        rows.append({**row, "number": f"{row['number']}_SPR", "text": text})
    return rows, changed


def test_variants_are_printings_and_only_real_changes_are_called_changes(library: Library) -> None:
    """A3: 3,600 rows with 550 variants; the 20 planted changes are found, nothing else."""
    rows, changed = variants()
    told = taken(library, as_json(rows), game="godzilla")
    assert (told.rows, told.taken, told.new, told.printings) == (3600, 3600, 3050, 3600)
    assert {one.number for one in told.changes} == changed
    assert len(changed) == 20


def test_a_variant_never_replaces_the_wording_of_its_card(library: Library) -> None:
    rows = [GODZILLA[1], {**GODZILLA[1], "number": "JK01-002_SPR", "text": "[Revenge] Draw 3 cards."}]
    taken(library, as_json(rows), game="godzilla")
    (card,) = library.meant("godzilla", "JK01-002_SPR")
    assert library.wording(card).faces[0].text == "[Revenge] Draw 1 card."
    texts = {one.faces[0].text for one in library.wordings(card)}
    assert texts == {"[Revenge] Draw 1 card.", "[Revenge] Draw 3 cards."}


def test_lost_signs_are_restored_by_a_better_row(library: Library) -> None:
    whole = "Your opponent’s monster gains 1 rage."
    taken(library, as_json([{**GODZILLA[0], "text": whole.replace("’", "?")}]), game="godzilla")
    told = taken(library, as_json([{**GODZILLA[0], "text": whole}]), game="godzilla")
    assert (told.corrected, told.changes) == (1, ())
    (card,) = library.meant("godzilla", "JK01-001")
    assert library.wording(card).kind == "typing correction"
    assert library.wording(card).faces[0].text == "Your opponent's monster gains 1 rage."


def test_numbers_names_and_ids_are_aliases_and_no_name_is_a_key(library: Library) -> None:
    twins = [GODZILLA[1], {**GODZILLA[1], "number": "JK09-001", "text": "Draw 2 cards."}]
    taken(library, as_json(twins), game="godzilla")
    assert len(library.meant("godzilla", "pier  gunner")) == 2
    assert library.meant("godzilla", "jk09-001") != library.meant("godzilla", "JK01-002")


@pytest.mark.parametrize("mark", ["", "_PR", "_SPR_S", "_PR02", "★", "+"])
def test_the_mark_of_a_printing_is_no_part_of_the_number(mark: str) -> None:
    assert base_number(f"BT1-001{mark}") == "BT1-001"


# the text: known, empty, unknown (A5)


def test_a_list_without_texts_makes_no_card_vanilla(library: Library) -> None:
    taken(library, as_octgn(GODZILLA, texts=False), game="godzilla")
    faces = [wording.faces[0] for wording in library.all_current("godzilla").values()]
    assert [face.state for face in faces] == ["unknown"] * 3
    assert [face.words for face in faces] == ["?"] * 3


def test_a_field_that_is_empty_says_that_there_is_no_text(library: Library) -> None:
    taken(library, as_json([{**GODZILLA[0], "text": ""}, *GODZILLA[1:]]), game="godzilla")
    (card,) = library.meant("godzilla", "JK01-001")
    assert library.wording(card).faces[0].state == "empty"


def test_lists_that_leave_empty_fields_out_say_it_by_that(library: Library) -> None:
    bare = {key: value for key, value in GODZILLA[0].items() if key != "text"}
    taken(library, as_json([bare, *GODZILLA[1:]]), game="godzilla")
    (card,) = library.meant("godzilla", "JK01-001")
    assert library.wording(card).faces[0].state == "empty"


# markup and damage (A6, A7)

ICON = '<img src="/i/{0}.png" alt="{0}" class="x">'


def test_icons_and_lines_are_folded_and_the_original_is_kept(library: Library) -> None:
    text = (
        ICON.format("Auto") + " When you play this card, choose 1 ＜Kaz＞ card.<br>" + ICON.format("Blocker")
    )
    row = {"title": "Kaz", "number": "J-1", "type": "BATTLE", "color": "Red", "power": "5000", "energy": "1",
           "energy_text": '1(<img src="/i/red_ball.png" alt="">)', "skills_text": text}  # fmt: skip
    taken(library, json.dumps([row]).encode(), game="dragon-ball-super")
    (card,) = library.meant("dragon-ball-super", "J-1")
    face = library.wording(card).faces[0]
    assert face.text == "[Auto] When you play this card, choose 1 <Kaz> card.\n[Blocker]"
    assert face.original == text
    assert library.printings(card)[0].row == row
    assert face.printed["specified cost"] == ["red"]


@pytest.mark.parametrize(
    ("eaten", "name"),
    [
        ('<storm clan=""></storm>', "Storm Clan"), ('<kaz :="" xeno=""></kaz>', "Kaz: Xeno"),
        ("<drone></drone>", "Drone"), ('<storm clan="">', "Storm Clan"),
    ],
)  # fmt: skip
def test_names_that_a_web_page_ate_are_mended_and_said(eaten: str, name: str) -> None:
    names = ["Storm Clan", "Kaz: Xeno", "Drone"]
    read = markup.read(f"Choose 1 red {eaten} card.", "dragon-ball-super", names)
    assert read.text == f"Choose 1 red <{name}> card."
    assert len(read.mended) == 1


def eaten(name: re.Match[str]) -> str:
    """What a web page makes of a name in angle brackets: an element, and attributes without a value."""
    first, *rest = name[1].lower().split()
    given = "".join(f' {word}=""' for word in rest)
    return f"<{first}{given}></{first}>"


def test_every_name_that_was_eaten_in_a_whole_list_is_found(library: Library) -> None:
    """A7: a list with every name in angle brackets eaten is the list as it was, and says what was mended."""
    game, name = "dragon-ball-super", re.compile(r"<([^<>]+)>")
    cards = json.loads((samples.folder() / f"{game}.json").read_text("utf-8"))["cards"]
    planted = [{k: name.sub(eaten, v) if "text" in k else v for k, v in card.items()} for card in cards]
    told = taken(library, as_json(planted), game=game)
    whole = Library(":memory:")
    taken(whole, as_json(cards), game=game)
    many = sum(str(one).count("></") for one in planted)
    assert len(told.mended) == many >= 12
    texts = [
        [w.faces[-1].text + w.faces[0].text for w in lib.all_current(game).values()]
        for lib in (library, whole)
    ]
    assert texts[0] == texts[1]


def test_a_lost_bracket_is_mended_where_the_name_is_known() -> None:
    read = markup.read("Choose 1 《Storm Clan card.", "dragon-ball-super", ["Storm Clan"])
    assert (read.text, len(read.mended)) == ("Choose 1 《Storm Clan》 card.", 1)


def test_icons_in_angle_brackets_are_no_damage() -> None:
    text = "<Burst3>\n<Enter> <Destroy> 1 battle card , then <《Moth》>."
    read = markup.read(text, "godzilla", ["Moth", "Enter"])
    assert (read.mended, read.text) == ((), "[Burst 3]\n[Enter] Destroy 1 battle card, then «Moth».")


# the lists of the workshop, where they are

LISTED = [
    ("dragon-ball-super", 195, 0),
    ("godzilla", 151, 0),
    ("gate-ruler", 81, 0),
    ("luck-and-logic", 74, 0),
]


@needs_lists
@pytest.mark.parametrize(("game", "rows", "most"), LISTED)
def test_the_lists_of_the_workshop_need_no_mapping(library: Library, game: str, rows: int, most: int) -> None:
    found = propose(SHARED / f"{game}-sample.json")
    assert found.fields.game == game
    told = bring(library, found)
    assert (told.rows, told.taken) == (rows, rows - len(told.listed))
    assert len(told.listed) <= most
    assert told.mended == ()
    kept = {fold(number): row for number, row in _rows(found)}
    for card in library.cards(game):
        for printing in library.printings(card):
            assert printing.row == kept[fold(printing.number)]


def _rows(found: Proposal) -> list[tuple[str, dict[str, Any]]]:
    key = next(key for key, target in found.fields.fields.items() if target == "number")
    return [(row.fields[key], row.fields) for row in found.rows.rows]


@needs_lists
def test_every_leader_of_the_sample_has_both_sides(library: Library) -> None:
    """A8."""
    path = SHARED / "dragon-ball-super-sample.json"
    bring(library, propose(path, "dragon-ball-super"))
    leaders = [row for row in json.loads(path.read_text("utf-8")) if row["type"] == "LEADER"]
    for row in leaders:
        (card,) = library.meant("dragon-ball-super", row["number"])
        front, back = library.wording(card).faces
        printed = as_printed((front, back), game_of("dragon-ball-super"))
        names = [" ".join(row[key].split()) for key in ("title", "title_back")]
        assert [front.name, back.name] == names
        assert printed.properties["back power"] == int(row["power_back"])
        assert printed.properties["back text"] == back.text != ""
    assert len(leaders) == 18


def test_a_saved_table_is_recognised_and_says_what_it_lacks(library: Library) -> None:
    """Tabletop Simulator keeps no type and no values: a game that needs them takes no such row."""
    found = propose_from(as_tts(GODZILLA), "save.json", "godzilla")
    fields = found.fields.fields
    assert (found.rows.form, fields["Nickname"], fields["Description"]) == ("tts", "name", "text")
    told = bring(library, found)
    assert (told.rows, told.taken, len(told.listed)) == (3, 0, 3)
    assert "one of monster, battle, strategy" in str(told.listed[0])
