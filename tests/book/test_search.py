"""A search finds by words, prefixes, phrases, numbers and other games' words, and is quick."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judgekit.book.links import links_of
from judgekit.book.load import editions, load
from judgekit.book.model import Book, Row
from judgekit.book.official import OfficialClause, OfficialText
from judgekit.book.search import Search
from judgekit.book.store import Store

LAMPS = Book(
    "lanterns",
    "1.0",
    "Lantern Keepers",
    "",
    (
        Row("1", "heading", "What there is.", "Places"),
        Row("1.1", "heading", "Where spent cards go.", "Discard pile"),
        Row("1.1.1", "definition", "Spent cards lie face up, the newest on top."),
        Row("1.2", "heading", "Where lit lamps stand.", "Harbour"),
        Row("1.2.1", "definition", "A struck lamp goes to the discard pile.", cites=("1.1",)),
        Row("10", "heading", "Other things.", "Weather"),
        Row("10.1", "step", "A storm destroys one lamp in each harbour."),
        Row("10.1.1", "guard", "Destruction can be prevented by a bell."),
    ),
)
TOWERS = Book(
    "towers",
    "2",
    "Towers",
    "",
    (
        Row("1", "heading", "All zones.", "Zones"),
        Row("1-1", "heading", "Where dead units go.", "Graveyard"),
        Row("1-1-1", "definition", "A destroyed unit goes to its owner's graveyard."),
    ),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "judgekit.sqlite")
    yield store
    store.close()


@pytest.fixture
def search(store: Store) -> Search:
    return Search(store, [LAMPS, TOWERS])


def found(search: Search, words: str, book: str = "") -> list[str]:
    return [hit.citation for hit in search.find(words, book)]


def test_all_words_must_be_there(search: Search) -> None:
    assert found(search, "storm harbour") == ["lanterns/1.0 10.1"]


def test_when_no_clause_has_all_words_some_are_enough(search: Search) -> None:
    assert set(found(search, "storm newest")) == {"lanterns/1.0 10.1", "lanterns/1.0 1.1.1"}


def test_words_are_found_in_all_their_forms(search: Search) -> None:
    assert "lanterns/1.0 10.1" in found(search, "destroyed lamps")


def test_a_prefix_finds_what_begins_so(search: Search) -> None:
    assert set(found(search, "destr*")) == {"lanterns/1.0 10.1", "lanterns/1.0 10.1.1", "towers/2 1-1-1"}


def test_a_phrase_is_found_word_for_word(search: Search) -> None:
    assert found(search, '"lit lamps"') == ["lanterns/1.0 1.2"]
    assert found(search, '"lamps lit"') == []


def test_a_number_finds_its_clause_in_every_book(search: Search) -> None:
    assert found(search, "1.1.1") == ["lanterns/1.0 1.1.1"]
    assert found(search, "1") == ["lanterns/1.0 1", "towers/2 1"]


def test_a_number_with_a_star_finds_the_whole_branch(search: Search) -> None:
    assert found(search, "1.1*") == ["lanterns/1.0 1.1", "lanterns/1.0 1.1.1"]
    assert found(search, "1*")[:2] == ["lanterns/1.0 1", "towers/2 1"]
    assert "lanterns/1.0 10" not in found(search, "1*")


def test_another_game_s_word_finds_this_game_s_thing_and_titles_come_first(search: Search) -> None:
    hits = found(search, "graveyard")
    assert set(hits[:2]) == {"towers/2 1-1", "lanterns/1.0 1.1"}
    assert "lanterns/1.0 1.2.1" in hits


def test_a_game_s_name_or_an_edition_keeps_the_search_to_it(search: Search) -> None:
    assert found(search, "towers graveyard") == ["towers/2 1-1", "towers/2 1-1-1"]
    assert found(search, "graveyard", "lanterns/1.0")[0] == "lanterns/1.0 1.1"


def test_a_hit_comes_with_its_parents_and_siblings(search: Search) -> None:
    (hit,) = search.find("prevented bell")
    assert hit.parents == (("10", "Weather"), ("10.1", ""))
    (hit,) = search.find("1.2", "lanterns/1.0")
    assert hit.siblings == ("1.1",)


@pytest.mark.parametrize(
    "words", ["", "   ", '"', '""', "*", "AND", "a OR", "(", "NEAR(", "title:", "-", "10.4.", "'"]
)
def test_no_input_is_an_error(search: Search, words: str) -> None:
    search.find(words)


def test_after_an_import_the_official_words_are_found_too(store: Store) -> None:
    assert found(Search(store, [LAMPS]), "barnacle") == []
    store.save(OfficialText("lanterns", "1.0", "f", (OfficialClause("1.1.1", 1, "Old barnacle cards."),)))
    search = Search(store, [LAMPS])
    (hit,) = search.find("barnacle")
    assert (hit.citation, hit.official) == ("lanterns/1.0 1.1.1", "Old barnacle cards.")


def test_importing_again_replaces_the_text(store: Store) -> None:
    for words in ("Old barnacle cards.", "New cards."):
        store.save(OfficialText("lanterns", "1.0", "f", (OfficialClause("1.1.1", 1, words),)))
    assert store.sentence("lanterns/1.0", "1.1.1") == "New cards."
    assert store.names() == ["lanterns/1.0"]
    assert found(Search(store, [LAMPS]), "barnacle") == []
    store.forget("lanterns/1.0")
    assert (store.names(), store.official("lanterns/1.0")) == ([], None)


def test_when_the_books_change_the_index_does(store: Store) -> None:
    assert found(Search(store, [LAMPS]), "kraken") == []
    row = Row("11", "heading", "A kraken comes.", "Kraken")
    larger = Book("lanterns", "1.0", "Lantern Keepers", "", (*LAMPS.rows, row))
    assert found(Search(store, [larger]), "kraken") == ["lanterns/1.0 11"]


def test_an_index_that_fits_is_not_built_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    Search(store, [LAMPS])

    def never(self: Search) -> None:
        raise AssertionError("built again")

    monkeypatch.setattr(Search, "_entries", never)
    assert found(Search(store, [LAMPS]), "storm") == ["lanterns/1.0 10.1"]


def test_terms_lead_to_the_clause_that_defines_them_and_back() -> None:
    links = links_of(LAMPS)
    assert {one.term.number for one in links.mentions["1.2.1"]} == {"1.1"}
    assert links.used_by["1.2"] == ("10.1",)
    assert links.cited_by == {"1.1": ("1.2.1",)}


def test_graveyard_finds_every_game_s_pile() -> None:
    store = Store(":memory:")
    titles = {
        hit.title for hit in Search(store, [load(*name.split("/")) for name in editions()]).find("graveyard")
    }
    assert {"Graveyard", "Discard pile", "Drop Area", "Drop zone"} <= titles
