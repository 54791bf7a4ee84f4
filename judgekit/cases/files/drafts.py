"""Pages that people begin from or read: an empty position, an empty ruling, a ruling laid out."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.cases.files.page import Problem, WrongInput
from judgekit.cases.files.text_board import board
from judgekit.cases.files.writer import toml_key, toml_text
from judgekit.cases.rulings.ruling import Ruling, Script, clause_of
from judgekit.games import edition
from judgekit.games.game import Game, MarkSpec, PropertySpec


def position_draft(name: str) -> str:
    """A position with every area, number and card field of the game, ready to be filled in."""
    game, number = edition(name)
    return "\n".join([f'game = "{game.name}/{number}"', *_position(game, "")]) + "\n"


def _position(game: Game, prefix: str) -> Iterator[str]:
    moments = list(game.moments)
    usual = "main phase" if "main phase" in moments else moments[0]
    yield f"at = {toml_text(usual)}  # {', '.join(moments)}; or a clause"
    yield 'turn = "A"'
    yield "# seed = 1  # without a seed the judge is asked what chance brings"
    yield ""
    yield f'[{prefix}cards."Name of the card"]'
    kinds = game.types
    yield from (_property(spec, kinds[0] if kinds else "") for spec in game.properties)
    yield 'text = ""'
    borne = ", ".join(map(_mark, game.marks))
    yield ""
    yield '# on the table a card is its name, or a table: { card = "Name", count = 2 }'
    yield f"# it can bear: {borne}"
    for player in ("A", "B"):
        yield ""
        yield f"[{prefix}{player}]"
        yield from (f"{toml_key(spec.name)} = []" for spec in game.areas if not spec.shared)
        yield from (f"# {toml_key(n.key)} = {n.default}  # {n.title}" for n in game.numbers if n.per_player)
    shared = [f"{toml_key(spec.name)} = []" for spec in game.areas if spec.shared]
    numbers = [f"# {toml_key(n.key)} = {n.default}  # {n.title}" for n in game.numbers if not n.per_player]
    if shared or numbers:
        yield from ("", f"[{prefix}table]", *shared, *numbers)


def _mark(spec: MarkSpec) -> str:
    """What a card can bear, with its values where they are words."""
    if spec.values in ((), (True,)):
        return spec.name
    return f"{spec.name} ({' or '.join(map(str, spec.values))})"


def _property(spec: PropertySpec, kind: str) -> str:
    """A field of a card; left out where this type of card need not or cannot have it."""
    empty = {"number": "0", "word": '""', "words": "[]"}[spec.form]
    if spec.choices and spec.form == "word":
        empty = toml_text(spec.choices[0])
    notes = [", ".join(spec.choices)] if spec.choices else []
    notes += [f"only on: {', '.join(spec.types)}"] if spec.types else []
    line = f"{toml_key(spec.name)} = {empty}" + (f"  # {'; '.join(notes)}" if notes else "")
    needed = spec.required and (not spec.types or kind in spec.types)
    return line if needed else f"# {line}"


def ruling_draft(name: str, title: str) -> str:
    """A ruling about the clause that its name begins with."""
    game, number = edition(name)
    clause = clause_of(title, game.rules(number))
    if not clause:
        expected = f"a name that begins with a clause of {game.name}/{number}, like 7.4.3-short-name"
        raise WrongInput([Problem("ruling new", 1, "NAME", expected, title)])
    gist = game.rules(number).book[clause].gist
    head = f'''# {clause}: {gist}
question = ""
answer = ""
editions = ["{game.name}/{number}"]
difficulty = "easy"  # easy, medium, hard
status = "settled"  # settled, open
source = "reading of the book"
explanation = """
"""

answers = []  # like "A: play Tank"; run the ruling to see what is asked
until = "over"  # or a clause, or like "asked A {clause}"
clauses = ["{clause}"]
never = []
facts = []  # like {{ card = "Tank", in = "A.hand" }}

[position]'''
    return "\n".join([head, *_position(game, "position.")]) + "\n"


def ruling_page(found: Ruling, number: str) -> str:
    """Question, table, answer, and the clauses that decide, each with its gist."""
    return "\n".join(_lines(found, found.scripts[number])) + "\n"


def _lines(found: Ruling, script: Script) -> Iterator[str]:
    yield f"{found.name} · {found.game.name}/{script.edition} · {found.difficulty} · {found.status}"
    yield from ("", f"Question: {found.question}", f"Answer: {script.answer}", "", script.explanation.strip())
    if script.position is not None:
        yield from ("", board(script.position).rstrip())
    if script.answers:
        yield from ("", "Choices", *(f"  {given}" for given in script.answers))
    book = found.game.rules(script.edition).book
    named = list(dict.fromkeys(w.clause for w in script.clauses if w.clause)) or list(script.violations)
    if named:
        yield from ("", "Clauses", *(f"  {clause}  {book[clause].gist}" for clause in named))
    if found.readings:
        yield from ("", f"Depends on the reading of {', '.join(found.readings)}")
    yield from ("", f"Source: {found.source}")
