"""`judgekit rules …`: import, show, search, lint, compare and list rulebooks.

Exit codes: 0 done; 1 nothing found, or faults found; 2 the call or the file is wrong. Every command has
`--json`, which prints one JSON value and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judgekit.cli import Group
from judgekit.cli.terminal import NO, console, json_option, say_json

if TYPE_CHECKING:
    from rich.text import Text

    from judgekit.book.compare import Comparison
    from judgekit.book.importing import Report
    from judgekit.book.lint import Finding
    from judgekit.book.lint.score import Score
    from judgekit.book.model import Doubt
    from judgekit.book.search import Hit
    from judgekit.book.shelf import Shelf


@click.group(cls=Group)
def rules() -> None:
    """Rulebooks: search them, import the official text, list their faults, compare editions."""


@contextmanager
def _shelf() -> Iterator[Shelf]:
    """The user's books."""
    from judgekit import paths
    from judgekit.book.shelf import Shelf
    from judgekit.book.store import Store

    with closing(Store(paths.database())) as store:
        yield Shelf(store)


@rules.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "named", metavar="GAME/EDITION", default="", help="Read the file as this edition.")
@json_option
def import_command(file: Path, named: str, as_json: bool) -> None:
    """Read an official rulebook (.txt, .md, .pdf) into your own database.

    The file is recognised by its clause numbers and headings. It stays on this computer.
    """
    from judgekit.book.importing import import_file

    with _shelf() as shelf:
        text, report = import_file(file, shelf.shipped, named)
        shelf.store.save(text)
        if as_json:
            say_json(report)
        else:
            _show_report(report)
            for line in _adoption(shelf, report.name):
                console().print(line, markup=False)


def _adoption(shelf: Shelf, name: str) -> list[str]:
    """How an edition without code of its own can be played."""
    from judgekit import games

    game, _, edition = name.partition("/")
    if game not in games.NAMES or edition in games.game(game).editions:
        return []
    found, new = games.game(game), shelf.store.official(name)
    old = next((text for one in found.editions if (text := shelf.store.official(f"{game}/{one}"))), None)
    if old is None or new is None:
        first = next(iter(found.editions))
        return [f"  to play it, import the text of {game}/{first} too: the two are compared clause by clause"]
    return games.adoption(found, old, new).told()


def _show_report(report: Report) -> None:
    out = console()
    out.print(f"{report.name}: {report.clauses} clauses from {report.source}", style="bold", markup=False)
    out.print(f"  matched {len(report.matched)}, new {len(report.new)}, missing {len(report.missing)}")
    for label, numbers in (("new", report.new), ("missing", report.missing)):
        if numbers and len(numbers) < report.clauses:
            more = " …" if len(numbers) > 12 else ""
            out.print(f"  {label}: {', '.join(numbers[:12])}{more}", markup=False)
    harms: dict[str, int] = {}
    for damage in report.damage:
        harms[damage.harm] = harms.get(damage.harm, 0) + 1
    for harm, times in sorted(harms.items()):
        out.print(f"  damaged: {times} x {harm}")
    for damage in report.suspect:
        out.print(f"  suspect: line {damage.line}, {damage.number}: {damage.note}", markup=False)


@rules.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List the editions judgekit knows, and which of them you have imported."""
    with _shelf() as shelf:
        imported = set(shelf.store.names())
        rows = [
            {
                "edition": book.name,
                "title": book.title,
                "date": book.date,
                "clauses": len(book.rows),
                "misprints": len(book.misprints),
                "readings": len(book.doubts),
                "imported": book.name in imported,
            }
            for book in shelf.books.values()
        ]
    if as_json:
        say_json(rows)
        return
    _table(
        ("edition", "clauses", "misprints", "readings", "official text"),
        (
            (
                str(row["edition"]),
                str(row["clauses"]),
                str(row["misprints"]),
                str(row["readings"]),
                "yes" if row["imported"] else "no",
            )
            for row in rows
        ),
    )


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for head in heads:
        table.add_column(head)
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)


@rules.command("show")
@click.argument("edition")
@click.argument("clause")
@json_option
def show_command(edition: str, clause: str, as_json: bool) -> None:
    """Show one clause: gist, official text, the section it is in, what it cites and what cites it.

    Or an open question by its id (A-28): what is in doubt, its readings, and which one is assumed.
    """
    with _shelf() as shelf:
        edition = shelf.book(edition).name  # of a game alone, its latest
        doubt = next((one for one in shelf.book(edition).doubts if one.id == clause), None)
        page = None if doubt else _page(shelf, edition, clause)
    if as_json:
        say_json(doubt or page)
    elif doubt is not None:
        _show_doubt(edition, doubt)
    elif page is not None:
        _show_page(page)


def _show_doubt(edition: str, doubt: Doubt) -> None:
    out = console()
    out.print(f"{edition} {doubt.id}  open question", style="bold", markup=False)
    out.print(doubt.doubt, markup=False)
    for choice, meaning in doubt.choices.items():
        out.print(f"  {choice}{' (assumed)' if choice == doubt.default else ''}: {meaning}", markup=False)
    if doubt.why:
        out.print(f"why: {doubt.why}", markup=False)
    out.print(f"clauses: {', '.join(doubt.clauses)}", markup=False)
    out.print(
        f'to rule otherwise: [readings] {doubt.id} = "…" in a position, '
        f"or judgekit what-if CASE --reading {doubt.id}=…",
        markup=False,
    )


def _page(shelf: Shelf, edition: str, number: str) -> dict[str, Any]:
    from judgekit.book.links import ancestors, children, siblings
    from judgekit.book.whereabouts import code_of, rulings_of, tests_of

    row = shelf.clause(edition, number)
    book = shelf.book(edition)
    links = shelf.links(edition)
    return {
        "edition": edition,
        "clause": number,
        "kind": row.kind,
        "title": row.title,
        "gist": row.gist,
        "official": shelf.store.sentence(edition, number),
        "parents": [[above.number, above.title or above.gist] for above in ancestors(book, number)],
        "children": [below.number for below in children(book, number)],
        "siblings": [other.number for other in siblings(book, number)],
        "cites": list(row.cites),
        "cited_by": list(links.cited_by.get(number, ())),
        "alias_of": row.alias_of,
        "terms": {one.term.word: one.term.number for one in links.mentions.get(number, ())},
        "used_by": list(links.used_by.get(number, ())),
        "misprints": [slip for slip in book.misprints if slip.clause == number],
        "readings": [doubt for doubt in book.doubts if number in doubt.clauses],
        "code": code_of(book, number),
        "rulings": rulings_of(book, number),
        "tests": tests_of(book, number),
    }


def _show_page(page: dict[str, Any]) -> None:
    out = console()
    head = f"{page['edition']} {page['clause']}  {page['title']}".rstrip()
    out.print(head, style="bold", markup=False)
    for number, title in page["parents"]:
        out.print(f"  in {number} {title}", style="dim", markup=False)
    out.print(page["gist"] or "no gist yet", markup=False)
    if page["official"]:
        out.print(f"official: {page['official']}", style="italic", markup=False)
    for slip in page["misprints"]:
        out.print(f"misprint: {slip.printed} -> {slip.read_as}  {slip.note}".rstrip(), markup=False)
    for doubt in page["readings"]:
        out.print(f"reading {doubt.id}: {doubt.doubt} {doubt.choices[doubt.default]}", markup=False)
    terms = [f"{word} ({number})" for word, number in page["terms"].items()]
    for label, values in (
        ("kind", [page["kind"]]),
        ("says the same as", [page["alias_of"]] if page["alias_of"] else []),
        ("cites", page["cites"]),
        ("cited by", page["cited_by"]),
        ("terms", terms),
        ("its terms are used in", page["used_by"]),
        ("below it", page["children"]),
        ("code", page["code"]),
        ("rulings", page["rulings"]),
        ("tests", page["tests"]),
    ):
        if values:
            out.print(f"{label}: {', '.join(values)}", markup=False)


@rules.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--in", "edition", metavar="EDITION", default="", help="Only in this edition.")
@click.option("--limit", default=10, show_default=True, help="At most this many clauses.")
@json_option
def search_command(words: tuple[str, ...], edition: str, limit: int, as_json: bool) -> None:
    """Find clauses by words, "phrases", prefixes (destr*) and numbers (10.4.3, 10.4*).

    Name a game among the words to search only that game. Other games' words for the same thing are found too.
    """
    query = " ".join(f'"{word}"' if " " in word and '"' not in word else word for word in words)
    with _shelf() as shelf:
        if edition:
            shelf.book(edition)
        hits = shelf.search.find(query, edition, limit)
    if as_json:
        say_json(hits)
    else:
        _show_hits(hits)
    raise SystemExit(0 if hits else NO)


def _show_hits(hits: list[Hit]) -> None:
    out = console()
    if not hits:
        out.print("nothing found; try fewer words, or a prefix such as destr*")
    for hit in hits:
        above = " > ".join(title for _, title in hit.parents if title)
        out.print(f"{hit.citation}  {hit.title}".rstrip(), style="bold", markup=False)
        out.print(f"  {hit.gist or hit.official}", markup=False)
        if above:
            out.print(f"  in {above}", style="dim", markup=False)


@rules.command("lint")
@click.argument("edition", required=False)
@click.option("--all", "everything", is_flag=True, help="Include damage from the conversion to plain text.")
@json_option
def lint_command(edition: str | None, everything: bool, as_json: bool) -> None:
    """List the faults of an imported book, each with its place, reason and repair.

    Without an edition: how many of the listed faults are found in each imported book.
    """
    with _shelf() as shelf:
        if edition is None:
            _lint_all(shelf, as_json)
            return
        findings = _findings(shelf, edition)
        scores = _scores(shelf, edition, findings)
    if not everything:
        findings = [finding for finding in findings if finding.fault == "publisher"]
    if as_json:
        say_json({"edition": edition, "findings": findings, "score": _summary(scores)})
    else:
        _table(
            ("clause", "check", "reason", "repair"),
            ((one.place, one.check, one.reason, one.repair) for one in findings),
        )
        console().print(_sentence(edition, _summary(scores)), markup=False)
    raise SystemExit(NO if findings else 0)


def _findings(shelf: Shelf, edition: str) -> list[Finding]:
    from judgekit.book.lint import Subject, lexicon_of, lint

    text = shelf.imported(edition)
    older, newer = shelf.older(edition), shelf.newer(edition)
    before = shelf.text(older.name) if older else None
    after = shelf.text(newer.name) if newer else None
    index = next((book for book in shelf.shipped if book.name == edition), None)
    return list(lint(Subject(text, index, before, lexicon_of(shelf.shipped), after)))


def _scores(shelf: Shelf, edition: str, findings: list[Finding]) -> list[Score]:
    from judgekit.book.lint.score import score

    return score(findings, shelf.book(edition).misprints)


def _summary(scores: list[Score]) -> dict[str, Any]:
    """Both figures: the share of listed faults that were found, and the findings that no row confirms."""
    from judgekit.book.lint.score import FACTS

    checked = [one for one in scores if one.family != "wording"]
    judged = [one for one in checked if one.family not in FACTS]
    return {
        "listed": sum(one.listed for one in checked),
        "found": sum(one.found for one in checked),
        "missed": [f"{row.clause}: {row.printed}" for one in checked for row in one.missed],
        "judgements": sum(one.findings for one in judged),
        "false_alarms": sum(len(one.unlisted) for one in judged),
        "for_a_reader": sum(one.listed for one in scores if one.family == "wording"),
        "families": {one.family: {"listed": one.listed, "found": one.found} for one in checked},
    }


def _sentence(edition: str, summary: dict[str, Any]) -> str:
    return (
        f"{edition}: {summary['found']} of {summary['listed']} listed faults of the checked kinds found; "
        f"{summary['false_alarms']} of {summary['judgements']} judgements are in no list; "
        f"{summary['for_a_reader']} listed faults of wording need a reader"
    )


def _lint_all(shelf: Shelf, as_json: bool) -> None:
    summaries = {}
    for name in shelf.store.names():
        findings = _findings(shelf, name)
        summaries[name] = _summary(_scores(shelf, name, findings))
    if as_json:
        say_json(summaries)
    elif not summaries:
        console().print("no book has been imported; first say `judgekit rules import FILE`")
    else:
        for name, summary in summaries.items():
            console().print(_sentence(name, summary), markup=False)
    raise SystemExit(0 if summaries else NO)


@rules.command("compare")
@click.argument("old")
@click.argument("new")
@click.option(
    "--follow", metavar="CLAUSE", default="", help="Only follow this clause of OLD to its place in NEW."
)
@click.option("--words", is_flag=True, help="Show what changed in each clause, word by word.")
@json_option
def compare_command(old: str, new: str, follow: str, words: bool, as_json: bool) -> None:
    """Compare two editions: what moved, what is new, gone or changed, and which numbers mislead.

    OLD and NEW are editions of one game: godzilla/1.00 godzilla/1.2.
    """
    from judgekit.book.compare import follow as follow_citation

    with _shelf() as shelf:
        outcome = shelf.compare(old, new)
        target = follow_citation(outcome, follow) if follow else ""
    if as_json:
        say_json({"old": old, "clause": follow, "new": new, "became": target} if follow else outcome)
    elif follow:
        click.echo(f"{new} {target}")
    else:
        _show_comparison(outcome, words)


def _show_comparison(outcome: Comparison, words: bool) -> None:
    out = console()
    basis = (
        "official texts" if outcome.basis == "official" else "our gists (import both texts to compare words)"
    )
    out.print(f"{outcome.old} -> {outcome.new}, by {basis}", style="bold", markup=False)
    kept = sum(old == new for old, new in outcome.pairs.items())
    out.print(f"{len(outcome.pairs)} clauses aligned: {kept} kept their number")
    for move in outcome.moves:
        out.print(f"  moved: {move.old} -> {move.new} ({move.clauses} clauses)", markup=False)
    for label, numbers in (("new", outcome.added), ("gone", outcome.removed)):
        if numbers:
            out.print(f"  {label} ({len(numbers)}): {', '.join(numbers)}", markup=False)
    out.print(f"  changed ({len(outcome.changes)}): {', '.join(change.new for change in outcome.changes)}")
    doubles = ", ".join(one.number for one in outcome.collisions)
    out.print(f"  same number, another clause ({len(outcome.collisions)}): {doubles}", markup=False)
    for change in outcome.changes if words else ():
        out.print(_coloured(change.new, [(piece.change, piece.old, piece.new) for piece in change.pieces]))


def _coloured(number: str, pieces: list[tuple[str, str, str]]) -> Text:
    from rich.text import Text

    line = Text(f"{number}: ", style="bold")
    for change, old, new in pieces:
        if change == "equal":
            line.append(f"{new} ")
        else:
            line.append(f"[-{old}-] " if old else "", style="red")
            line.append(f"{{+{new}+}} " if new else "", style="green")
    return line
