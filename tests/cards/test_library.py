"""What a library answers: history, report, contradictions, comparison, finding, sharing."""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judgekit.cards import markup
from judgekit.cards.comparing import chosen, differences
from judgekit.cards.contradictions import contradictions
from judgekit.cards.finding import find
from judgekit.cards.history import outdated
from judgekit.cards.importing import bring, propose, propose_from
from judgekit.cards.library import Library, UnknownCard
from judgekit.cards.looking import Shelf, one_card
from judgekit.cards.report import report
from judgekit.cards.samples import take_sample
from judgekit.cards.sharing import export, take
from judgekit.cards.taking import take as rows_taken
from judgekit.cases.files.carrying import carried
from judgekit.cases.files.position import loads
from judgekit.cli import main
from judgekit.games.verdict import card_verdict
from tests.cards.lists import GODZILLA, Rows, as_json
from tests.cards.publishers import SHARED
from tests.cards.test_importing import needs_lists, variants

Sampled = Callable[[str], Library]


def filled(rows: Rows = GODZILLA, game: str = "godzilla", **given: Any) -> Library:
    library = Library(":memory:")
    bring(library, propose_from(as_json(rows), "list", game), **given)
    return library


# A4: wordings with dates


def test_a_card_reads_as_it_did_on_any_day() -> None:
    library = filled(day="2024-01-01")
    (card,) = library.meant("godzilla", "JK01-002")
    library.reword(card, "[Revenge] Draw 2 cards.", "errata", "the publisher", "2025-03-01")
    library.reword(
        card, "[Revenge] Draw 2 cards, then discard 1 card.", "reading", "head judge", "2026-01-01"
    )
    texts = [library.wording(card, day).faces[0].text for day in ("2024-06-01", "2025-03-01", "2026-05-05")]
    assert texts == [
        "[Revenge] Draw 1 card.", "[Revenge] Draw 2 cards.", "[Revenge] Draw 2 cards, then discard 1 card.",
    ]  # fmt: skip
    assert [one.kind for one in library.wordings(card)] == ["print", "errata", "reading"]
    with pytest.raises(UnknownCard, match="the first one is of 2024-01-01"):
        library.wording(card, "2023-01-01")


def test_a_position_that_ran_on_an_old_wording_says_which_sentence_changed() -> None:
    library = filled(day="2024-01-01")
    text = carried(
        'game = "godzilla/1.2"\nat = "main phase"\nturn = "A"\n\n[A]\nhand = ["JK01-002"]\n', Shelf(library)
    )
    assert outdated(library, loads(text)) == []
    (card,) = library.meant("godzilla", "JK01-002")
    library.reword(card, "[Revenge] Draw 2 cards.", "errata", day="2025-01-01")
    (found,) = outdated(library, loads(text))
    assert (found.name, found.sentence, found.now) == (
        "Pier Gunner",
        "Draw 1 card.",
        "[Revenge] Draw 2 cards.",
    )


# A9: how much is understood


def test_the_report_names_the_sentences_that_occur_most() -> None:
    odd = [
        {**GODZILLA[2], "number": f"JK02-{at:03}", "name": f"Odd {at}", "text": text}
        for at, text in enumerate(
            ["Zorp the quib."] * 3 + ["Flumm twice."] * 2 + ["Draw 2 cards.\nFlumm twice."]
        )
    ]
    found = report(filled([*GODZILLA, *odd]), "godzilla/1.2")
    assert found.counts == {"read": 3, "part": 1, "by hand": 5}
    assert [(one.sentence.rstrip("."), one.count) for one in found.sentences] == [
        ("Flumm twice", 3),
        ("Zorp the quib", 3),
    ]
    assert found.top_share == 1.0


def test_the_twenty_sentences_at_the_top_cover_the_share_that_is_stated() -> None:
    """Twenty-six sentences that nobody reads: the first of them on 30 cards, the next on 29, and so on."""
    words = [f"Zorp the {sign}quib." for sign in string.ascii_lowercase]
    texts = [word for at, word in enumerate(words) for _ in range(30 - at)]
    rows = [
        {**GODZILLA[2], "number": f"JK{at // 200:02}-{at % 200:03}", "name": f"Odd {at}", "text": text}
        for at, text in enumerate(texts)
    ]
    found = report(filled(rows), "godzilla/1.2")
    assert [one.count for one in found.sentences] == [30 - at for at in range(26)]
    assert found.top_share == pytest.approx(sum(30 - at for at in range(20)) / len(texts))


def test_a_second_report_has_nothing_to_work_out() -> None:
    library = filled()
    report(library, "godzilla")
    told: list[int] = []
    report(library, "godzilla", lambda done, total: told.append(done))
    assert told == []


# A10: fields against the text


def with_burst(texts_and_fields: list[tuple[str, Any]]) -> Library:
    rows = [
        {
            **GODZILLA[0],
            "number": f"JK03-{at:03}",
            "name": f"Titan {at}",
            "rank": 2,
            "text": text,
            "burst": field,
        }
        for at, (text, field) in enumerate(texts_and_fields)
    ]
    return filled(rows)


def test_every_contradiction_of_a_field_is_listed_and_no_other() -> None:
    """50 labelled cards: 12 contradict themselves."""
    wrong = [("[Burst II]\n[Enter] Draw 1 card.", None)] * 6 + [("[Enter] Draw 1 card.", "2")] * 4
    wrong += [("[Burst III]", "2")] * 2
    right = [("[Burst II]", "2")] * 12 + [("[Burst 3]", 3)] * 8 + [("[Enter] Draw 1 card.", None)] * 12
    right += [("Your cards with [Burst II] gain +1000 threat level.", None)] * 6
    dice = random.Random(1)
    labelled = [(one, True) for one in wrong] + [(one, False) for one in right]
    dice.shuffle(labelled)
    found = report(with_burst([one for one, _ in labelled]), "godzilla").contradictions
    assert len(labelled) == 50
    assert {one.name for one in found} == {f"Titan {at}" for at, (_, bad) in enumerate(labelled) if bad}
    assert {one.field for one in found} == {"burst"}


def test_a_cost_in_two_places_and_a_colour_against_it_are_told() -> None:
    row = {"title": "A", "number": "J-1", "type": "BATTLE", "color": "Red", "power": "5000", "energy": "3",
           "energy_text": '2(<img src="/i/blue_ball.png" alt="">)', "skills_text": "-"}  # fmt: skip
    library = Library(":memory:")
    bring(library, propose_from(json.dumps([row]).encode(), "list", "dragon-ball-super"))
    told = {(one.field, one.says) for one in report(library, "dragon-ball-super").contradictions}
    assert told == {("energy_text", "2"), ("specified cost", "blue")}


# A11: two lists


def seeded() -> tuple[Rows, Rows, dict[str, int]]:
    """A pair of lists with forty differences, and others that are none."""
    old = [dict(row) for row in variants(bases=200, many=0)[0]]
    new = [dict(row) for row in old]
    for at in range(10):
        new[at]["text"] = str(new[at]["text"]).replace("Draw", "Discard")
        new[20 + at]["counter power"] += 500
        new[60 + at]["text"] = str(new[60 + at]["text"]).replace(". Your", ".  Your").replace("’", "'")
    for at in range(8):
        new[40 + at]["number"] = f"ZZ99-{at:03}"
        new[40 + at]["name"] = old[40 + at]["name"] = f"Renumbered {at}"
    del new[100:106]
    new += [
        {**old[0], "number": f"NW01-{at:03}", "name": f"Newcomer {at}", "text": f"Draw {at + 5} cards."}
        for at in range(6)
    ]
    return old, new, {"other wording": 20, "other number": 8, "gone": 6, "new": 6}


def test_forty_seeded_differences_are_found_and_nothing_else() -> None:
    old, new, wanted = seeded()
    sides = [propose_from(as_json(rows), "list", "godzilla") for rows in (old, new)]
    first, second = (rows_taken(one.rows, one.fields).entries for one in sides)
    found = differences(first, second)
    counts = {kind: sum(one.kind == kind for one in found) for kind in wanted}
    assert (len(found), counts) == (40, wanted)
    reworded = next(one for one in found if one.kind == "other wording" and "Discard" in one.after)
    assert "[-Draw-] {+Discard+}" in reworded.words
    mixed = chosen(first, second, {reworded.number: "first"})
    kept = next(one for one in mixed if one.number == reworded.number)
    assert "Draw" in kept.faces[0].text


# A14: finding


@pytest.fixture(scope="module", params=[2_000, pytest.param(10_000, marks=pytest.mark.long)])
def large(request: pytest.FixtureRequest) -> tuple[Library, list[str]]:
    """So many cards with pronounceable names, all different."""
    dice = random.Random(14)
    parts = [
        "ka",
        "ro",
        "mi",
        "tel",
        "va",
        "sor",
        "lin",
        "dra",
        "qu",
        "ben",
        "zy",
        "pha",
        "no",
        "gri",
        "ul",
        "tes",
    ]
    names: dict[str, None] = {}
    while len(names) < request.param:
        words = [
            "".join(dice.choices(parts, k=dice.randint(2, 4))).title() for _ in range(dice.randint(2, 3))
        ]
        names.setdefault(" ".join(words))
    listed = list(names)
    rows = [
        {**GODZILLA[1], "number": f"JK{at // 200:02}-{at % 200:03}", "name": name,
         "text": f"[Enter] Draw {at % 4} cards."}
        for at, name in enumerate(listed)
    ]  # fmt: skip
    return filled(rows), listed


def misspelt(name: str, dice: random.Random) -> str:
    """One or two slips of the fingers."""
    signs = list(name.lower())
    for _ in range(dice.randint(1, 2)):
        at = dice.randrange(1, len(signs) - 1)
        slip = dice.choice(("drop", "swap", "other", "double"))
        if slip == "drop":
            del signs[at]
        elif slip == "swap":
            signs[at], signs[at - 1] = signs[at - 1], signs[at]
        elif slip == "other":
            signs[at] = dice.choice(string.ascii_lowercase)
        else:
            signs.insert(at, signs[at])
    return "".join(signs)


def test_misspelt_names_are_found_among_thousands(large: tuple[Library, list[str]]) -> None:
    """The right card among the first three for 95 of 100; the time is printed by `make bench`."""
    library, names = large
    dice = random.Random(100)
    wanted = dice.sample(names, 100)
    right = [
        name
        for name in wanted
        if name in [hit.name for hit in find(library, "godzilla", misspelt(name, dice), 3)]
    ]
    assert len(right) >= 95


@pytest.mark.parametrize(
    "words", ["pier gunner", "JK01-002", "1-002", "gunn", "revenge draw", "crew", "Peer Gunnar"]
)
def test_a_card_is_found_by_name_number_part_text_trait_and_slip(words: str) -> None:
    assert find(filled(), "godzilla", words, 3)[0].name == "Pier Gunner"


def test_strange_words_find_nothing_and_break_nothing() -> None:
    library = filled()
    for words in ("", " ", '"', "a OR", "NEAR(", "*", "^", "{name}:x", "\0", "%" * 300, "🐉"):
        find(library, "godzilla", words)


def test_a_word_that_means_nothing_says_what_is_close() -> None:
    with pytest.raises(UnknownCard, match=r"close to it: Pier Gunner \(JK01-002\)"):
        one_card(filled(), "godzilla", "pir guner")


# A18: sharing


def test_a_library_travels_with_its_texts_only_when_asked() -> None:
    library = filled(note="my own list")
    bare, whole = Library(":memory:"), Library(":memory:")
    take(bare, export(library, "godzilla"), "bare.judgecards")
    take(whole, export(library, "godzilla", texts=True), "whole.judgecards")
    assert {w.faces[0].words for w in bare.all_current("godzilla").values()} == {"?"}
    texts = {w.faces[0].text for w in whole.all_current("godzilla").values()}
    assert texts == {row["text"] for row in GODZILLA}
    assert "list" in whole.sources()[0]["note"]


def test_taking_a_library_twice_changes_nothing() -> None:
    rows, _ = variants()
    data = export(filled(rows), "godzilla", texts=True)
    assert len(data) <= 1_500_000
    other = Library(":memory:")
    first = take(other, data, "x.judgecards")
    before = other.digest("godzilla")
    again = take(other, data, "x.judgecards")
    assert (first.taken, first.new, again.is_news) == (3600, 3050, False)
    assert other.digest("godzilla") == before
    assert export(other, "godzilla", texts=True) == export(other, "godzilla", texts=True)


def test_a_library_that_comes_home_changes_nothing() -> None:
    library = filled()
    before = library.digest("godzilla")
    take(library, export(library, "godzilla", texts=True), "x.judgecards")
    assert library.digest("godzilla") == before


# A6: how the share that is read compares with texts that a person cleaned


def _as_a_web_page_has_it(text: str) -> str:
    """A clean text as lists have it: pictures for keywords, wide brackets and digits, breaks for lines."""
    pictured = re.sub(r"\[([A-Z][A-Za-z ]+)\]", r'<img src="/i/x.png" alt="\1">', text)
    wide = re.sub(r"(?<![\w=\"/.])<([^<>=/]+)>", r"＜\1＞", pictured)
    return wide.replace("\n", "<br>").replace("(", "（").replace(")", "）")


@pytest.mark.parametrize("game", ["dragon-ball-super", "godzilla"])
def test_as_much_is_read_of_folded_texts_as_of_texts_that_a_person_cleaned(game: str) -> None:
    clean = [f.text for w in _sample(game).all_current(game).values() for f in w.faces if f.text]
    assert len(clean) > 50
    folded = [markup.read(_as_a_web_page_has_it(text), game).text for text in clean]
    assert [one for one in zip(folded, clean, strict=True) if _plain(one[0]) != _plain(one[1])] == []


def _sample(game: str) -> Library:
    library = Library(":memory:")
    take_sample(library, game)
    return library


def _plain(text: str) -> str:
    return " ".join(text.split())


class _ByHand(HTMLParser):
    """A text of a web page as somebody would type it off: icons in square brackets, a line a line."""

    def __init__(self, original: str) -> None:
        super().__init__()
        self.typed = ""
        self.feed(original)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "br":
            self.typed += "\n"
        elif tag == "img":
            self.typed += f"[{given.get('alt')}] "
        else:
            self.typed += self.get_starttag_text() or ""  # a name or an icon in angle brackets

    def handle_data(self, data: str) -> None:
        self.typed += data


@needs_lists
@pytest.mark.parametrize("game", ["dragon-ball-super", "godzilla"])
def test_no_less_is_read_of_the_lists_than_of_their_texts_typed_off(game: str) -> None:
    library = Library(":memory:")
    bring(library, propose(SHARED / f"{game}-sample.json", game))
    listed = [w.faces[0] for w in library.all_current(game).values() if w.faces[0].text][::4]
    folded, typed = (
        sum(card_verdict(game, face.name, face.printed, text).verdict == "read" for face, text in pairs)
        for pairs in (
            [(face, face.text) for face in listed],
            [(face, _ByHand(face.original).typed) for face in listed],
        )
    )
    assert folded >= typed > len(listed) / 2


@needs_lists
def test_every_icon_of_the_lists_is_resolved() -> None:
    for game in ("dragon-ball-super", "godzilla"):
        library = Library(":memory:")
        bring(library, propose(SHARED / f"{game}-sample.json", game))
        texts = [f.text for w in library.all_current(game).values() for f in w.faces]
        assert not [text for text in texts if "<img" in text or "<br" in text or "[?]" in text]


# the command line


def test_the_commands_of_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    runner = CliRunner()
    (tmp_path / "list.json").write_bytes(as_json(GODZILLA))
    changed = [{**row, "text": row["text"].replace("1", "3")} for row in GODZILLA]
    (tmp_path / "other.json").write_bytes(as_json(changed))

    def run(*words: str, code: int = 0) -> str:
        result = runner.invoke(main, list(words))
        assert result.exit_code == code, result.output
        return result.output

    told = run("cards", "import", str(tmp_path / "list.json"), "--keep-map", str(tmp_path / "map.toml"))
    assert "3 rows: 3 taken, 0 listed; 3 new cards" in told
    again = run("cards", "import", str(tmp_path / "list.json"), "--map", str(tmp_path / "map.toml"))
    assert "0 new cards, 0 new printings" in again
    assert "Pier Gunner" in run("cards", "find", "godzilla", "peer gunner")
    assert "[Revenge] Draw 1 card." in run("cards", "show", "godzilla", "JK01-002")
    assert "3  read" in run("cards", "report", "godzilla")
    told = run(
        "cards",
        "compare",
        str(tmp_path / "list.json"),
        str(tmp_path / "other.json"),
        "-g",
        "godzilla",
        code=1,
    )
    assert told.count("other wording") == 3
    pair = (str(tmp_path / "list.json"), str(tmp_path / "other.json"), "-g", "godzilla")
    run("cards", "compare", *pair, "--take", "second", "--winner", "JK01-003=first")
    assert "[Revenge] Draw 3 card" in run("cards", "show", "godzilla", "JK01-002")
    assert "then discard 1 card" in run("cards", "show", "godzilla", "JK01-003")
    run("cards", "compare", *pair, "--take", "second", "--winner", "JK01-003", code=2)
    assert "errata" in run("cards", "reword", "godzilla", "JK01-002", "Draw 9 cards.", "--kind", "errata")
    file = tmp_path / "mine.judgecards"
    assert "3 cards" in run("cards", "export", "godzilla", str(file), "--texts")
    assert run("cards", "import", str(file)) == ""
    (tmp_path / "wrong.json").write_bytes(as_json([{**GODZILLA[0], "rank": "x"}]))
    run("cards", "import", str(tmp_path / "wrong.json"), "-g", "godzilla", code=1)
    run("cards", "import", str(tmp_path / "none.json"), code=2)
    run("cards", "show", "godzilla", "Nobody", code=2)


@needs_lists
@pytest.mark.parametrize("game", ["dragon-ball-super", "godzilla"])
def test_lists_that_agree_with_themselves_raise_no_alarm(game: str) -> None:
    library = Library(":memory:")
    bring(library, propose(SHARED / f"{game}-sample.json", game))
    assert list(contradictions(library, game, library.all_current(game))) == []
