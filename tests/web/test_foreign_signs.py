"""Texts as other editors save them: with a mark at the beginning, and the line ends of another system."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cases.files.page import page_of
from judgekit.cases.play.case import Archive
from judgekit.cli import main
from judgekit.web.editor.views import LONGEST
from tests.web.table import POSITION, Visitor

FOREIGN = "\ufeff" + POSITION.replace("\n", "\r\n")


def test_a_position_is_the_same_however_it_was_saved() -> None:
    assert page_of(FOREIGN).data == page_of(POSITION).data


@pytest.mark.parametrize("address", ["/positions", "/positions/edit"])
def test_a_position_from_another_system_is_taken(visitor: Visitor, address: str) -> None:
    assert visitor.post(address, text=FOREIGN).status_code in (200, 303)
    if address == "/positions":
        sent = visitor.post(address, file=(io.BytesIO(FOREIGN.encode()), "table 7.toml"))
        assert sent.status_code == 303
        pages = [visitor.json(f"/cases/{case}/main/0")["board"] for case in (1, 2)]
        assert pages[0] == pages[1]


def test_the_terminal_takes_it_too_in_a_home_of_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "Mein Zuhause – 私の家"
    monkeypatch.setenv("JUDGEKIT_HOME", str(home))
    file = tmp_path / "Tisch 7 ä.toml"
    file.write_bytes(FOREIGN.encode())
    done = CliRunner().invoke(main, ["run", str(file)])
    assert done.exit_code == 0, done.output
    assert CliRunner().invoke(main, ["position", "show", str(file)]).exit_code == 0
    copy = tmp_path / "Sicherung 7.sqlite"
    assert CliRunner().invoke(main, ["backup", str(copy)]).exit_code == 0
    assert CliRunner().invoke(main, ["restore", str(copy)]).exit_code == 0
    with Archive(home / "judgekit.sqlite") as archive:
        assert archive.case(1).branch().head > 0


def test_a_token_from_a_file_with_a_mark_is_the_token(tmp_path: Path) -> None:
    from judgekit.cli.serve import _token

    file = tmp_path / "token"
    file.write_bytes(b"\xef\xbb\xbfa token that nobody guesses\r\n")
    assert _token(file, made=False) == "a token that nobody guesses"


def test_the_editor_refuses_what_nobody_could_look_at(visitor: Visitor) -> None:
    many = "".join(f"x{at} = 1\n" for at in range(100_000))
    assert len(many) > LONGEST
    refused = visitor.post("/positions/edit", text=POSITION + many)
    assert refused.status_code == 422
    assert "open it as a file" in refused.text
