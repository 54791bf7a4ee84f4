"""Cases for the tests of the pages: small ones of each game, and a long one."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from judgekit.audit.bench.godzilla_decks import cards, random_game
from judgekit.audit.fuzzing.random_play import pick
from judgekit.cases.files.position import Position
from judgekit.cases.files.writer import saved
from judgekit.cases.play.case import Archive
from judgekit.cases.rulings import ruling
from judgekit.games.godzilla.game import GAME
from judgekit.web.app import create_app

COUNTER = "7.4.3-a-total-that-equals-the-threat-counters"
POSITION = """game = "godzilla/1.2"
at = "main phase"
turn = "A"

[cards.Tank]
type = "battle"
rank = 1
"counter power" = 2500

[cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 5000

[A]
hand = ["Tank", "Tank"]
"zone 1" = [{ card = "Titan", invading = true }]
deck = 20

[B]
hand = ["Tank"]
"zone 1" = [{ card = "Titan", invading = true }]
deck = 20
"""


class Visitor:
    """A browser without a screen: keeps its cookies, and sends the token that its pages have."""

    def __init__(self, app: Flask, link: str = "") -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        if link:
            self.client.get(f"/enter/{link}")
        self.token = str(self.client.get("/csrf").get_json()["token"])

    def get(self, address: str, **options: Any) -> Any:
        return _closed(self.client.get(address, **options))

    def json(self, address: str) -> Any:
        answer = self.client.get(address, headers={"Accept": "application/json"}, follow_redirects=True)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def post(self, address: str, **fields: Any) -> Any:
        return _closed(self.client.post(address, data={"csrf": self.token, **fields}))

    def followed(self, address: str) -> str:
        """The address of what came of a job, once it is done."""
        for _ in range(2000):  # long enough for a busy machine
            if "/jobs/" not in address:
                return address
            time.sleep(0.05)
            address = str(self.get(address).headers.get("Location", address))
        raise AssertionError(f"{address} does not end")

    def open_ruling(self, game: str, name: str) -> str:
        """The address of the new case's beginning."""
        answer = self.post(f"/rulings/{game}/{name}/open")
        assert answer.status_code == 303, answer.text
        return str(answer.headers["Location"])


def _closed(answer: Any) -> Any:
    """An answer read to its end: files that it came from are closed."""
    answer.get_data()
    answer.close()
    return answer


def first_ruling(game: str) -> str:
    """A ruling of a game that can be opened as a case."""
    for path in ruling.files(game):
        if "[position" in path.read_text("utf-8"):
            return path.stem
    return ""


def random_text(seed: int = 3) -> str:
    """A whole game's beginning, as a position: two decks of invented cards."""
    line = random_game(seed)
    place = Position(
        GAME, "1.2", GAME.rules("1.2"), tuple(cards().values()), line.pool, line.start, title="Random"
    )
    return saved(place)


def played(database: Path, choices: int = 60, name: str = "random game") -> int:
    """A case of a random game, with so many choices made."""
    with Archive(database) as archive:
        case = archive.create("position", random_text(), name)
        sitting, dice = case.sit(), random.Random(1)
        question = sitting.run(3000)
        while question is not None and choices:
            question = sitting.answer(*pick(question, dice), limit=3000)
            choices -= 1
        return case.id


def app_on(database: Path) -> Flask:
    return create_app(database)


def links_in(page: str) -> list[str]:
    return [link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"]*)"', page)]
