"""Whatever is sent to any address, judgekit answers in words: there is no 500, and errors lead back."""

from __future__ import annotations

import gzip
import io
import random
import re
from typing import Any
from urllib.parse import quote

import pytest

from judgekit.cases.rulings import ruling
from judgekit.teach import stretch
from tests.lots import EITHER, lot
from tests.web.table import COUNTER, POSITION, Visitor

WORDS = (
    "", "0", "1", "-1", "main", "99999999999999999999", "1.5", "1.0", "0.0", "7.4.3", "..", "%2e%2e", "é§",
    "a b", "godzilla", "1.2", "latest", "<b>", "'; drop table cases; --", "\x00", "A" * 300, "z~AAAA", "½",
    "٣", "1e9", "NaN", "\ud7ff", "‮", "a\r\nSet-Cookie: x=1", "{{7*7}}", "A.hand", "?", "A/hand", "[", "\\",
    "card/0", "pile/A/hand/0", "accept:x", "drop:card/0", "read", "open", "why",
)  # fmt: skip
FIELDS = (
    "q", "d", "v", "t", "card", "part", "with", "case", "old", "new", "format", "draft", "option", "number",
    "text", "name", "doubt", "choice", "edition", "why", "by", "to", "mark", "value", "player", "what",
    "file", "game", "clause", "difficulty", "back", "theme", "as", "accept", "check", "line", "rank:c1",
    "author", "do", "seen", "rest", "quick", "order", "in", "page", "rows", "ask", "kind", "id", "on", "at",
    "head/at", "card/0/name", "card/0/is/type", "card/9999/name", "pile/A/hand/0/card",
    "pile/A/hand/0/more", "pile/A/hand/0/count", "pile/A/hand/x/card", "number/A/rage", "add/A/hand",
)  # fmt: skip


@pytest.fixture(autouse=True)
def few_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small library: nobody waits here until all of it has been played."""
    files = [path for path in ruling.files("godzilla") if path.stem.startswith(("7.4", "1.2"))]
    monkeypatch.setattr(stretch, "CALLS", 20_000)  # nor until all that is wrong with a question is known
    monkeypatch.setattr(ruling, "files", lambda game="": files if game in ("", "godzilla") else [])


ACCEPT = ("text/html", "application/json", "*/*", "image/png", "", ";;;")


def fill(rule: str, dice: random.Random) -> str:
    """An address of a route, with numbers where numbers must be and anything elsewhere."""
    rule = re.sub(r"<int:\w+>", lambda _: dice.choice(("1", "1", "1", "2", "77", "9" * 30)), rule)
    usual = {
        "branch": "main", "game": "godzilla", "edition": "1.2", "clause": "7.4.3", "place": "3",
        "name": COUNTER,
    }  # fmt: skip

    def part(match: re.Match[str]) -> str:
        if dice.random() < 0.6 and match[1] in usual:
            return usual[match[1]]
        return quote(dice.choice([word for word in WORDS if word and "/" not in word]), safe="")

    return re.sub(r"<(?:\w+:)?(\w+)>", part, rule)


def must_answer(answer: Any, sent: object) -> None:
    """No fault of ours; what is refused is a page with a way back, or JSON."""
    assert answer.status_code < 500, (sent, answer.get_data().decode("utf-8", "replace")[-800:])
    if answer.status_code >= 400:
        if answer.mimetype == "application/json":
            assert answer.get_json()["message"], sent
        else:
            assert (
                'class="button" href="/' in answer.get_data().decode("utf-8", "replace")
                or 'name="csrf"' in answer.text
            ), sent
    assert "Traceback" not in answer.get_data().decode("utf-8", "replace")
    assert not any("x=1" in cookie for cookie in answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 46))]
)
def test_no_request_breaks_a_page(visitor: Visitor, seed: int) -> None:
    dice = random.Random(seed)
    visitor.post("/positions", text=POSITION)
    rules = [rule for rule in visitor.app.url_map.iter_rules() if rule.endpoint != "static"]
    for _ in range(110):
        rule = dice.choice(rules)
        fields = {name: dice.choice(WORDS) for name in dice.sample(FIELDS, dice.randint(0, 7))}
        address = fill(rule.rule, dice)
        headers = {"Accept": dice.choice(ACCEPT)}
        if "POST" in (rule.methods or ()):
            data = {"csrf": visitor.token, **fields}
            answer = visitor.client.post(address, data=data, headers=headers)
        else:
            answer = visitor.client.get(address, query_string=fields, headers=headers)
        must_answer(answer, (rule.rule, address, fields))


@EITHER
def test_every_route_answers_every_method(visitor: Visitor, whole: bool) -> None:
    """Every third route, or all."""
    dice = random.Random(1)
    rules = list(visitor.app.url_map.iter_rules())
    for rule in lot(rules, len(rules) // 3, whole):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"):
            headers = {"X-CSRF-Token": visitor.token}
            answer = visitor.client.open(fill(rule.rule, dice), method=method, headers=headers)
            assert answer.status_code < 500, (method, rule.rule)
            answer.close()


BODIES = (
    ("application/json", b'{"csrf": "x"}'),
    ("application/json", b"[" * 5000),
    ("text/plain", b"\xff\xfe\x00"),
    ("multipart/form-data", b"no boundary"),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=\r\n\r\n"),
    ("multipart/form-data; boundary=x", b"--x\r\n" * 2000),
    ("application/x-www-form-urlencoded", b"&".join(b"text=%ff" for _ in range(3000))),
    ("application/x-www-form-urlencoded; charset=utf-7", b"text=+ADw-script+AD4-"),
)


@EITHER
def test_no_body_breaks_a_change(visitor: Visitor, whole: bool) -> None:
    """Of every third change, or of all."""
    rules = [rule.rule for rule in visitor.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    for kind, body in BODIES:
        headers = {"Content-Type": kind, "X-CSRF-Token": visitor.token}
        for rule in lot(rules, len(rules) // 3, whole):
            answer = visitor.client.post(fill(rule, random.Random(2)), data=body, headers=headers)
            must_answer(answer, (rule, kind))


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_no_position_breaks_a_page(visitor: Visitor, seed: int) -> None:
    """Pieces of a position left out, doubled and put elsewhere; as text, and in the editor."""
    dice = random.Random(seed)
    lines = POSITION.split("\n")
    for at in range(40):
        torn = [line for line in lines if dice.random() > 0.1]
        if dice.random() < 0.5:
            dice.shuffle(torn)
        if dice.random() < 0.3:
            torn.insert(dice.randrange(len(torn)), dice.choice(WORDS))
        address = "/positions/edit" if at % 3 == 0 else "/positions"
        answer = visitor.post(address, text="\n".join(torn))
        assert answer.status_code in (200, 303, 422), answer.get_data().decode("utf-8", "replace")[-800:]


HOSTILE = (
    "x = " + "[" * 20_000,
    '{"a":' * 20_000,
    "a." * 20_000 + "b = 1",
    'game = "godzilla"\nturn = "A"\nat = "main phase"\n[A]\ndeck = 999999999999',
    'game = "godzilla"\nturn = "A"\nat = "main phase"\n[A]\nhand = [{ card = "?", count = 500000 }]',
    'game = "godzilla"\nturn = "A"\nat = "main phase"\n[A]\nrage = 9223372036854775808',
    'game = "godzilla"\nturn = "A"\nat = "main phase"\nseed = ' + "9" * 5000,
    'game = "godzilla"\nturn = "A"\nat = "main phase"\n[cards.X]\ntype="battle"\nrank=1\n"counter power"=1\n'
    'text = "' + "(" * 4000 + '"',
    'game = "godzilla"\nturn = "A"\nat = "main phase"\n[cards.X]\ntype="battle"\nrank=1\n"counter power"=1\n'
    'text = "' + "Draw 1 card. " * 400 + '"',
    'game = "godzilla"\nturn = "A"\nat = "main phase"\n[A]\nhand = '
    + '[{ card = "?", under = ' * 600 + "[]" + " }]" * 600,
)  # fmt: skip


@pytest.mark.parametrize("at", range(len(HOSTILE)))
def test_a_position_that_is_meant_to_hurt_is_refused_in_words(visitor: Visitor, at: int) -> None:
    for address in ("/positions", "/positions/edit"):
        answer = visitor.post(address, text=HOSTILE[at])
        assert answer.status_code in (200, 303, 422), answer.get_data().decode("utf-8", "replace")[-400:]
        assert len(answer.data) < 3_000_000


def test_no_bytes_break_an_upload(visitor: Visitor) -> None:
    dice = random.Random(1)
    for address, suffix in (
        ("/positions", "toml"),
        ("/rules/import", "pdf"),
        ("/rules/import", "txt"),
        ("/cases/import", "judgekit"),
    ):
        for _ in range(6):
            body = dice.randbytes(dice.randint(0, 400))
            answer = visitor.post(address, file=(io.BytesIO(body), f"x.{suffix}"))
            must_answer(answer, address)


@pytest.mark.parametrize("seed", range(3))
def test_no_damage_to_a_case_file_breaks_its_import_or_leaves_half_of_it(visitor: Visitor, seed: int) -> None:
    """Lines of an exported case left out, doubled, changed: all of it comes in, or nothing."""
    dice = random.Random(seed)
    visitor.open_ruling("godzilla", COUNTER)
    whole = visitor.get("/cases/1/export.judgekit").data
    for _ in range(12):
        body = bytearray(whole)
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(body))
            body[at : at + dice.randint(0, 30)] = dice.randbytes(dice.randint(0, 30))
        before = len(visitor.json("/cases")["cases"])
        answer = visitor.post("/cases/import", file=(io.BytesIO(bytes(body)), "case.judgekit"))
        must_answer(answer, "damaged case")
        came = len(visitor.json("/cases")["cases"]) - before
        assert came == (1 if answer.status_code == 303 else 0)


PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\ntrailer<</Root 1 0 R>>",  # pages of themselves
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Kids[2 0 R]/Count 99999999/Type/Pages>>endobj\ntrailer<</Root 1 0 R>>",
    b"%PDF-1.7\n%%EOF",
    b"%PDF-9.9\n" + b"<<" * 3000,
)


@pytest.mark.parametrize("body", PDF)
def test_a_pdf_that_is_meant_to_hurt_is_refused_in_words(visitor: Visitor, body: bytes) -> None:
    answer = visitor.post("/rules/import", file=(io.BytesIO(body), "x.pdf"))
    job = visitor.app.extensions["judgekit"].jobs.find(1)
    assert job.is_over.wait(60)
    assert job.status == "failed"
    assert "mistake" not in job.problem, job.problem
    must_answer(answer, "pdf")


def test_a_text_of_a_million_clauses_is_no_trouble(visitor: Visitor) -> None:
    text = "\n".join(f"{a}.{b}. words" for a in range(1, 90) for b in range(1, 90)).encode()
    answer = visitor.post("/rules/import", file=(io.BytesIO(text), "x.txt"))
    job = visitor.app.extensions["judgekit"].jobs.find(1)
    assert job.is_over.wait(60)
    assert job.status == "failed"
    assert "none of the known books" in job.problem
    must_answer(answer, "long text")


def test_a_link_that_unfolds_to_too_much_is_refused(visitor: Visitor) -> None:
    import base64
    import zlib

    bomb = base64.urlsafe_b64encode(zlib.compress(b"\x00" * 50_000_000, 9)).decode().rstrip("=")
    answer = visitor.get(f"/p/z~{bomb}")
    assert answer.status_code in (414, 422)
    assert visitor.get("/p/" + "z~" * 1000).status_code == 422


def test_a_packed_position_is_as_good_as_any(visitor: Visitor) -> None:
    """What a link carries is not trusted: wrong positions, places, queries and answers."""
    import base64
    import zlib

    import msgspec

    dice = random.Random(5)
    for _ in range(30):
        packed = {
            "text": dice.choice((POSITION, "", "x", POSITION[:200])), "name": dice.choice(WORDS),
            "answers": dice.choice(([], [["x"]], [["end"], []], "no")),
            "players": dice.choice(([], ["A"], ["Z"])),
            "place": dice.choice(([], [0], [-1, 5], [9**9], ["x"])),
            "query": dice.choice(({}, {"card": "x"}, {"d": "9"})),
        }  # fmt: skip
        body = base64.urlsafe_b64encode(zlib.compress(msgspec.msgpack.encode(packed))).decode().rstrip("=")
        for answer in (visitor.get(f"/p/z~{body}"), visitor.post(f"/p/z~{body}")):
            must_answer(answer, packed)


def test_what_is_compressed_is_not_unpacked(visitor: Visitor) -> None:
    body = gzip.compress(POSITION.encode())
    headers = {"Content-Encoding": "gzip", "X-CSRF-Token": visitor.token}
    answer = visitor.client.post("/positions", data=body, headers=headers)
    must_answer(answer, "gzip")
