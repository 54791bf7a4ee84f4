"""One table of words per game: no sentence of a step is in the code, and every key is used and fits."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import judgekit
from judgekit.audit.words import faults, sentences
from judgekit.book.load import load
from judgekit.engine.errors import WordsError
from judgekit.engine.registry import Rulebook
from judgekit.engine.words import ENGINE, FILE, Words, read, words_of

PACKAGE = Path(judgekit.__file__).parent
TABLES = sorted(path.parent for path in PACKAGE.rglob(FILE) if path.parent != PACKAGE / "engine")


@pytest.mark.parametrize("folder", TABLES, ids=lambda folder: folder.name)
def test_what_a_game_says_at_its_steps_is_in_its_table_of_words(folder: Path) -> None:
    assert faults(folder) == []


def test_what_the_engine_says_in_every_game_is_in_its_own_table() -> None:
    rooms = ("games", "cardtext", "cardtext/interpret", "cards/decks", "cases/files", "web/case")
    beside = [path for room in rooms for path in (PACKAGE / room).glob("*.py")]
    games = [path for folder in TABLES for path in folder.rglob("*.py")]
    assert faults(PACKAGE / "engine", beside, games) == []


@pytest.mark.parametrize(
    "step",
    [
        "table.may(player, 'draw a card?')",
        "table.choose(player, cards, f'choose {n} cards', n)",
        "table.refuse('draw', 'the deck is empty' if empty else '4.1')",
        "table.pick(player, options, prompt or 'which one?')",
        "prompt = 'which ' + kind\n    table.order(player, cards, prompt)",
        "asks(table, prompt='which one?')",
        "table.pick(player, [('1', 'the first'), ('2', table.words('second'))], table.words('which'))",
        "options = [(str(n), f'card {n}') for n in cards]\n    table.picks(player, options, prompt)",
        "yield Violation('6.1.1', f'the deck has {n} cards')",
        "text = 'there is no deck'\n    yield Violation('6.1.1', text, cards)",
        "found.append(Assumed('usual turn', 'turn 9 is assumed'))",
        "yield Oddity('full deck', text=f'{n} cards are too many')",
        "ability = Automatic(address, '12.5.2', f'{word} after the battle')",
        "cost = Cost('pay resources', can_pay)",
        "self.cards(run, verb.what, prompt='destroy')",
        "self.take(run, player, cards, what, 'combo with')",
        "Interpreter.take(self, run, player, cards, what, 'combo with')",
    ],
)
def test_a_sentence_in_the_code_is_found(step: str) -> None:
    tree = ast.parse(f"def rule(table, player, cards, n):\n    {step}\n")
    assert len(list(sentences(Path("ch01.py"), tree))) == 1


@pytest.mark.parametrize(
    "step",
    [
        "table.may(player, table.words('draw'))",
        "table.refuse('draw', '4.1a')",
        "table.may(player, asked)",
        "table.pick(player, [('1', f'{player}.zone 1'), ('attack', 'attack')], asked)",
        "self.cards(run, verb.what, prompt=run.table.words('to destroy'))",
        "ability = Automatic(address, '16-9a-1', '[Double Attack]')",
    ],
)
def test_a_key_a_clause_and_words_that_were_handed_on_are_no_sentences(step: str) -> None:
    assert not list(sentences(Path("ch01.py"), ast.parse(f"def rule(table, player, asked):\n    {step}\n")))


def game(folder: Path, table: str, step: str) -> Path:
    (folder / FILE).write_text(table, "utf-8")
    (folder / "rules.py").write_text(f"def rule(table, player):\n    {step}\n", "utf-8")
    return folder


@pytest.mark.parametrize(
    ("table", "step", "wrong"),
    [
        ("draw = 'draw?'", "table.may(player, table.words('draws'))", "there are no words for 'draws'"),
        ("draw = 'draw?'", "table.may(player, words)", "nothing says 'draw'"),
        ("draw = 'draw {n}?'", "table.may(player, table.words('draw'))", "'draw' wants n"),
        ("draw = 'draw?'", "table.may(player, table.words('draw', n=1))", "no sentence has a place for n"),
        ("draw = 'draw?'", "table.may(player, table.words(key))", "the key of the words is not written"),
    ],
)
def test_a_table_that_does_not_fit_its_rules_is_told(
    table: str, step: str, wrong: str, tmp_path: Path
) -> None:
    assert any(wrong in fault for fault in faults(game(tmp_path, f"[questions]\n{table}", step)))


def test_a_sentence_that_the_module_keeps_is_found() -> None:
    tree = ast.parse("PROMPT = 'which one?'\ndef rule(table, player):\n    table.may(player, PROMPT)\n")
    assert list(sentences(Path("ch01.py"), tree)) == ["ch01.py:3: a sentence in the code: 'which one?'"]


def test_a_function_of_the_same_game_that_asks_in_the_words_it_is_given_is_known(tmp_path: Path) -> None:
    folder = game(tmp_path, "", "asks(table, 'which one?')")
    (folder / "language").mkdir()
    (folder / "language" / "asking.py").write_text("def asks(table, prompt):\n    ...\n", "utf-8")
    assert faults(folder) == ["rules.py:2: a sentence in the code: 'which one?'"]


def test_a_game_may_word_what_the_engine_asks() -> None:
    words = Words({"questions": {"which card": "what lies in {area}?"}}, "here", ENGINE.sentences)
    assert words("which card", area="A.hand") == "what lies in A.hand?"
    assert words("printed number", property="rank", card="Oak") == "what is the rank of Oak?"


@pytest.mark.parametrize(("n", "told"), [(1, "choose 1 card"), (0, "choose 0 cards"), (3, "choose 3 cards")])
def test_a_number_takes_the_word_that_goes_with_it(n: int, told: str) -> None:
    assert Words({"questions": {"take": "choose {n} {n:card|cards}"}}, "here")("take", n=n) == told


def test_words_that_are_missing_are_named_with_the_file_that_needs_them() -> None:
    with pytest.raises(WordsError, match=r"no words for 'draws': .*narrate\.toml needs a line 'draws'"):
        words_of("judgekit.games.godzilla")("draws")
    with pytest.raises(WordsError, match=r"here: 'draw' wants 'n'"):
        Words({"questions": {"draw": "draw {n}?"}}, "here")("draw", player="A")


def test_rules_without_a_table_say_how_they_get_one() -> None:
    with pytest.raises(WordsError, match=r"no words for 'draw'.*words_of\(__package__\)"):
        Rulebook(load("godzilla", "1.2")).words("draw")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (None, "narrate.toml is missing"),
        ("[questions]\ndraw", "narrate.toml: "),
        ("[questions]\ndraw = 1", "narrate.toml: 'draw' is no sentence, but 1"),
        ("[verdicts]\ndraw = 'draw?'", r"\[verdicts\] is none of questions, options, answers, refusals, "),
        ("[questions]\ndraw = 'draw?'\n[notes]\ndraw = 'draws'", "'draw' is in two sections"),
    ],
)
def test_a_table_that_cannot_be_read_says_why(text: str | None, wrong: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / FILE).write_text(text, "utf-8")
    with pytest.raises(WordsError, match=wrong):
        read(tmp_path / FILE)
