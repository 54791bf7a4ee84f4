"""Whatever is sent to any address, judgekit answers in words: there is no 500."""

from __future__ import annotations

import random
import re

import pytest

from tests.web.table import POSITION, Visitor

WORDS = (
    "", "0", "1", "-1", "main", "99999999999999999999", "1.5", "1.0", "0.0", "7.4.3", "..", "%2e%2e", "é§",
    "a b", "godzilla", "1.2", "latest", "<b>", "'; drop table cases; --", "\x00", "A" * 300, "z~AAAA", "½",
    "٣",
)  # fmt: skip
FIELDS = (
    "q", "d", "v", "t", "card", "part", "with", "case", "old", "new", "format", "draft", "option", "number",
    "text", "name", "doubt", "choice", "edition", "why", "by", "to", "mark", "value", "player", "what",
    "file",
    "game", "clause", "difficulty", "back", "theme", "as", "accept", "check", "line", "rank:c1", "author",
)  # fmt: skip


def fill(rule: str, dice: random.Random) -> str:
    """An address of a route, with numbers where numbers must be and anything elsewhere."""
    rule = re.sub(r"<int:\w+>", lambda _: dice.choice(("1", "1", "1", "2", "77")), rule)
    usual = {"branch": "main", "game": "godzilla", "edition": "1.2", "clause": "7.4.3", "place": "3"}

    def part(match: re.Match[str]) -> str:
        if dice.random() < 0.6 and match[1] in usual:
            return usual[match[1]]
        return dice.choice([word for word in WORDS if word and "/" not in word]).replace("%", "%25")

    return re.sub(r"<(\w+)>", part, rule)


@pytest.mark.parametrize("seed", range(6))
def test_no_request_breaks_a_page(visitor: Visitor, seed: int) -> None:
    dice = random.Random(seed)
    visitor.post("/positions", text=POSITION)
    rules = [rule for rule in visitor.app.url_map.iter_rules() if rule.endpoint != "static"]
    for _ in range(220):
        rule = dice.choice(rules)
        fields = {name: dice.choice(WORDS) for name in dice.sample(FIELDS, dice.randint(0, 6))}
        address = fill(rule.rule, dice)
        accept = dice.choice(("text/html", "application/json", "*/*"))
        if "POST" in (rule.methods or ()):
            data = {"csrf": visitor.token, **fields}
            answer = visitor.client.post(address, data=data, headers={"Accept": accept})
        else:
            answer = visitor.client.get(address, query_string=fields, headers={"Accept": accept})
        assert answer.status_code < 500, (rule.rule, address, fields, answer.text[-800:])


@pytest.mark.parametrize("seed", range(4))
def test_no_position_breaks_a_page(visitor: Visitor, seed: int) -> None:
    """Pieces of a position left out, doubled and put elsewhere."""
    dice = random.Random(seed)
    lines = POSITION.split("\n")
    for _ in range(40):
        torn = [line for line in lines if dice.random() > 0.1]
        if dice.random() < 0.5:
            dice.shuffle(torn)
        if dice.random() < 0.3:
            torn.insert(dice.randrange(len(torn)), dice.choice(WORDS))
        answer = visitor.post("/positions", text="\n".join(torn))
        assert answer.status_code in (303, 422), answer.text[-800:]


def test_no_bytes_break_an_upload(visitor: Visitor) -> None:
    import io

    dice = random.Random(1)
    for address, suffix in (
        ("/positions", "toml"),
        ("/rules/import", "pdf"),
        ("/rules/import", "txt"),
        ("/cases/import", "x"),
    ):
        for _ in range(6):
            body = dice.randbytes(dice.randint(0, 400))
            answer = visitor.post(address, file=(io.BytesIO(body), f"x.{suffix}"))
            assert answer.status_code < 500, answer.text[-800:]
