"""What a word of a text means is one click, in the editor and on the card's page, and stays with the card."""

from __future__ import annotations

import pytest

from judgekit.web.services import desk
from tests.cards.test_pages import send, visitor
from tests.cardtext.test_references import BOTH, CHOSEN
from tests.web.table import Visitor
from tests.web.test_editor import form_of

__all__ = ["visitor"]  # the fixture
TABLE = f"""game = "godzilla/1.2"
at = "main phase"
turn = "A"

[cards.Crew]
type = "battle"
rank = 1
"counter power" = 1000
text = "{BOTH}"

[A]
hand = ["Crew"]
"""


@pytest.fixture
def page(visitor: Visitor) -> dict[str, object]:
    answer = visitor.client.post(
        "/positions/edit", data={"csrf": visitor.token, "text": TABLE}, headers={"Accept": "application/json"}
    )
    found: dict[str, object] = answer.get_json()
    return found


def test_the_editor_offers_what_a_word_can_mean_and_keeps_it_with_the_card(
    visitor: Visitor,
    page: dict[str, object],
) -> None:
    assert page["open_words"] == [[["it", ["this card", CHOSEN]]]]
    answer = visitor.client.post(
        "/positions/edit", data={**form_of(page, do=f"mean:card/0>it>{CHOSEN}"), "csrf": visitor.token},
        headers={"Accept": "application/json"},
    )  # fmt: skip
    after = answer.get_json()
    assert after["open_words"] == [[]]
    assert f'it = "{CHOSEN}"' in after["text"]
    visitor.post("/positions/edit", **form_of(after, do="keep:card/0"))
    with visitor.app.app_context():
        (found,) = desk().cards.look_up("godzilla", "Crew")
    assert found.card.refers == (("it", CHOSEN),)


def test_a_meaning_is_settled_on_the_page_of_the_card(visitor: Visitor, page: dict[str, object]) -> None:
    visitor.post("/positions/edit", **form_of(page, do="keep:card/0"))
    before = visitor.json("/library/godzilla/1")
    assert before["faces"][0]["open"] == [["it", ["this card", CHOSEN]]]
    assert (
        send(visitor, "/library/godzilla/1/means", {"word": "it", "meaning": "this card"}).status_code == 303
    )
    after = visitor.json("/library/godzilla/1")
    assert (after["faces"][0]["verdict"], after["faces"][0]["open"]) == ("read", [])
    assert [one["kind"] for one in after["wordings"]][-1] == "reading"
