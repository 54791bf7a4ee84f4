"""One table of words per game: no sentence of a step is in the code, and every key is used and fits."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import judgekit
from judgekit.audit.words import faults, parsed, prose, sentences, unsaid
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


SPEAKING = (  # rooms that say something about a game outside its steps
    "engine", "games", "cases/play", "cases/rulings", "teach",
    "audit", "audit/exploring", "audit/fuzzing", "audit/fuzzing/invariants", "audit/proof", "audit/texts",
    "cli", "web", "web/audit", "web/cards", "web/case", "web/editor", "web/learn", "web/rules",
)  # fmt: skip
ALONE = ("cases/files/text_board.py",)
NOT_OF_A_GAME = {
    "engine/words.py": "says what is wrong with a table of words",
    "cases/play/samples.py": "names of cases",
    "cases/rulings/reader.py": "says what is wrong with a file",
    "audit/words.py": "reads code, for developers",
    "audit/texts/frames.py": "counts what is read, for developers",
    "audit/texts/golden.py": "the same",
    "audit/texts/constructs.py": "the same",
    "audit/texts/speed.py": "the same",
    "audit/texts/played.py": "the same",
    "audit/pending.py": "tables that are made up",
    "teach/bench.py": "measures, for developers",
    "teach/survey.py": "the same",
    "teach/store.py": "a database",
    "teach/kept.py": "the same",
    "teach/classroom.py": "the same",
    "teach/practice.py": "the same; its hints are in the table",
    "teach/drafting.py": "writes a file; its sentences are in the table",
    "teach/revising.py": "the same",
    "teach/exams.py": "writes files",
    "cli/bench.py": "measures, for developers",
    "cli/cards.py": "what is in card lists and libraries",
    "cli/cases.py": "what is kept: cases, branches, heads",
    "cli/deck.py": "what is wrong with a deck list; the faults of a deck are in the tables",
    "cli/event.py": "settings of an event",
    "cli/files.py": "what was written",
    "cli/game.py": "what was written",
    "cli/keeping.py": "what is kept: backups, keys, removed cases",
    "cli/rules.py": "what is in a book and its text",
    "cli/serve.py": "addresses and links",
    "web/access.py": "who may see what",
    "web/home.py": "the tour of the pages",
    "web/openapi.py": "what an address takes",
    "web/responses.py": "what is wrong with a request",
    "web/security.py": "the same",
    "web/case/keys.py": "what the keys do",
    "web/editor/shorthand.py": "what is wrong with a typed line",
    "web/learn/described.py": "what an address takes",
    "web/learn/writing.py": "a lesson to begin with, and what its fields are",
}
NAMES = {  # what code calls a thing: nobody reads it, or it is written in files
    "none of these", "stand by again", "perform rule actions", "read a value", "a hidden card",
    "always as before", "as before ", "end of ", "effect left out", "not the end", "no card says otherwise",
    "card where this skill works", "demands of effects met", "cannot be played", "no longer pending",
    "before the game", "reading of the book", "drawn by lot", "nobody has said yet", "tell c", "asked ",
    "clause … of edition … is dropped, and would be used here",
    "<rules of …: … clauses with code>", " of card ", " of ", "  … … lines before", " … … in all",
    "case … [bold]…[/]", " (did you mean …?)", "c… in ",
}  # fmt: skip
FURNITURE = {  # of pages and commands: titles of work, buttons, kinds of files, what is wrong with a form
    "Other choice here", "Following every line", "Comparing … with ", "Looking for loops",
    "Taking parts of the table away", "Following what was told", "story ", "deck ", "a deck list",
    "a whole number, or nothing", "the list of ", "expected …; got ", "Running … with … read as ",
    "Running … in edition ", "Running …: … again", "Making a page that steps offline", "from a link",
    "assumptions = […]\n", " of ", "judgekit ", "judgekit …, shown by ", "Where something can be done",
    "Where something could be done", "To the next breakpoint", "Next change of the value",
    "Previous change of the value", "Leave for ", "To its cause", "To what it caused", "Same clause again",
    "Same clause before", "Not read: ", "the name of the card", "up to ", "share of ", "number of questions",
    "a change in the form or in the text, not in both: press “Use the text” or “Use the form”",
    "withdrawn by a teacher", "what is due", "what I got wrong", "learner ", "question ", "on ", "room ",
    "there is no game …; there are ", "the examiner's notes are for judges and teachers",
    "choose a game first: ", "choose one of the options, or type words that only one of them has",
    "nothing is asked about this ruling: it is open, or nothing happens in it",
    "this is asked in an exam or homework of yours; it can be opened when that is over",
    "this lesson no longer holds: its ruling or the rules have changed; tell its teacher",
    "a kept lesson can be hidden (hide) or put back (show); got ",
    "say what is wrong with the question", "too many wrong codes from there; wait a minute", "Mock exam, ",
    "the number of the question is from 1 to …; got ", "this work was begun by somebody else",
    "judgekit made a mistake; see the terminal", "nothing like it", "table-safe: what both may see",
    "Playing the rulings of ", " Did you mean '…'?", "wrote …: what came of … items",
    "an edition (godzilla/1.00), a reading (A-05=choice), a wording (Scout=@FILE), or several by commas",
    " questions (…none…)", " of … questions change", "FAILED…ok    ", "Key …: ",
    " of …, discrimination …, … s", "SICK…ok  …: …: ", " questions answered, … withdrawn",
}  # fmt: skip
FORMS = re.compile(  # of what a judge or an invariant can write
    r"^SELECT |^&…|\(\.\+\)|\(\\d|, \w+:[A-Z]|^line …|^a (ruling|step)|lies somewhere once$"
    r"|^(no card comes|turn counts|nothing after|every (card|event|reading|reason)|what a question shows)"
)


def speaking() -> list[Path]:
    rooms = (path for room in SPEAKING for path in sorted((PACKAGE / room).glob("*.py")))
    alone = (PACKAGE / one for one in ALONE)
    return [path for path in (*rooms, *alone) if str(path.relative_to(PACKAGE)) not in NOT_OF_A_GAME]


@pytest.mark.parametrize("path", speaking(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_what_a_room_says_about_a_game_is_in_the_table_of_narrate(path: Path) -> None:
    found = prose(path, parsed(path))
    told = ((one, ast.literal_eval(one.partition("code: ")[2])) for one in found)
    assert [one for one, text in told if text not in NAMES | FURNITURE and not FORMS.search(text)] == []


def test_every_sentence_of_narrate_is_said_and_gets_its_parts() -> None:
    assert unsaid(sorted(PACKAGE.rglob("*.py"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "failures.append(f'{clause} is not reached')",
        "return f'{player} is asked'",
        "why = 'the game is over'",
        "return 'it was stopped' if stopped else ''",
        "yield 'nothing is broken.'",
        "raise NoSuchOption(f'{word!r} is not offered')",
        "return Verdict('read', why='no card of it could be read')",
        "told = {'same': 'it makes no difference'}",
    ],
)
def test_a_sentence_about_a_game_in_the_code_of_a_room_is_found(line: str) -> None:
    tree = ast.parse(f"def report(player, clause, word):\n    {line}\n")
    assert len(list(prose(Path("story.py"), tree))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "return said('not reached', clause=clause)",
        "raise CaseError(f'{path} is not a file of judgekit')",
        "assert clause, 'there is no clause here'",
        "page.wrong('until', 'over, a clause, or who is asked')",
        "return kind == 'the same in the end'",
        "key = 'nobody is asked' if over else 'the end of it'",
        "return 'rule action'",
        "return f'{player}.hand'",
        "'What happens here, in words.'",
    ],
)
def test_keys_errors_of_files_and_names_are_no_sentences_of_a_room(line: str) -> None:
    assert not list(prose(Path("story.py"), ast.parse(f"def report(player, clause):\n    {line}\n")))


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
