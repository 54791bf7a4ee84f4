"""Commands about cases: each calls one thing and shows what it says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from judgekit import paths
from judgekit.audit.fuzzing.random_play import pick
from judgekit.cases.errors import CaseError, UnknownCase
from judgekit.cases.files.page import open_page
from judgekit.cases.files.position_check import warnings
from judgekit.cases.play import verify as verifying
from judgekit.cases.play.answering import Names, NoSuchOption, names_for
from judgekit.cases.play.case import Archive, Case, Place, Sitting
from judgekit.cases.play.compare import compare as compare_branches
from judgekit.cases.play.pinned import kinds
from judgekit.cases.play.refusals import why_refused
from judgekit.cases.play.under_event import Table, table_of
from judgekit.cases.play.under_event import begin as begin_case
from judgekit.cases.store import bundle, profiles, signing
from judgekit.cases.store.profiles import Event
from judgekit.cases.store.store import MAIN, Branch
from judgekit.cli import telling
from judgekit.cli.terminal import NO, console, depth_option, json_option, progress, say, say_json
from judgekit.engine import explain, views
from judgekit.engine.codec import save
from judgekit.engine.events import Entry
from judgekit.engine.legality import Check
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE, PLAYERS, Player, State
from judgekit.errors import is_ours
from judgekit.narrate import why as why_chain
from judgekit.narrate.said import said

if TYPE_CHECKING:
    from rich.console import Console

TAIL = 40  # lines of the log that a run shows at most
LIMIT = 100_000  # entries a single run may perform before it stops and says so


def archive() -> Archive:
    return Archive(paths.database())


class Spot:
    """CASE, CASE:BRANCH or CASE:BRANCH@ENTRY.EVENT, found in the archive."""

    def __init__(self, archive: Archive, text: str) -> None:
        rest, at, place = text.rpartition("@")
        case, _, branch = (rest if at else text).partition(":")
        self.case = archive.case(case)
        self.branch = self.case.branch(branch or MAIN)
        self.place = Place.read(place) if at else Place(self.branch.head)
        self.is_end = not at

    @property
    def name(self) -> str:
        return f"{self.case.id}:{self.branch.name}@{self.place}"


READINGS = click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="DOUBT=CHOICE",
    help="Read an open question this way: A-05=anew.",
)


@click.command()
@click.argument("what")
@click.option("--name", default="", help="A name for the new case.")
@click.option("--answer", "-a", "answers", multiple=True, help="Answer the next question, in words or by id.")
@click.option("--random", "seed", type=int, help="Answer every question at random, with this seed.")
@READINGS
@click.option(
    "--limit", type=click.IntRange(0), default=LIMIT, show_default=True, help="At most this many clauses."
)
@click.option("--event", help='The event it belongs to, if not the current one; "" for none.')
@depth_option
@json_option
def run(
    what: str,
    name: str,
    answers: tuple[str, ...],
    seed: int | None,
    readings: tuple[str, ...],
    limit: int,
    event: str | None,
    depth: int,
    as_json: bool,
) -> None:
    """Play a position file, or continue a case.

    WHAT is a position file, which becomes a new case, or a case (3, or 3:branch). The game runs until
    somebody must choose; each --answer is one choice, in words ("Knight attacks Bors", "play Oak") or by id.
    """
    with archive() as open_archive:
        sitting = _sit_down(open_archive, what, name, readings_in(readings), _event(event))
        before = sitting.branch.head
        with progress("clauses", before + limit, quiet=as_json) as bar:
            question = _play(sitting, answers, seed, limit, bar)
        if as_json:
            say_json(_where(sitting, question))
        else:
            _tell_run(sitting, question, before, limit, depth)


def _event(name: str | None) -> Event | None:
    """The event by its name; if none is named, the one in use."""
    wanted = profiles.chosen(paths.database()) if name is None else name
    return profiles.find(paths.database(), wanted) if wanted else None


def _table(path: Path, event: Event | None) -> Table:
    """A position file with the cards that it names from the library; a case runs on these."""
    from judgekit.cards.where import own_shelf

    open_page(path)  # what is wrong with the file, it says itself
    with own_shelf(event) as shelf:
        return table_of(path.read_text("utf-8-sig"), event, shelf, str(path))


def _sit_down(
    archive: Archive, what: str, name: str, readings: dict[str, str], event: Event | None
) -> Sitting:
    path = Path(what)
    if path.is_file():
        table = _table(path, event)
        for warning in warnings(table.position):
            click.echo(f"warning: {warning}", err=True)
        return begin_case(archive, table, name or path.stem, readings).sit()
    if what in kinds() and what != "position":
        return archive.create(what, "", name, readings).sit()
    if path.suffix:
        raise UnknownCase(f"there is no file {what}")
    spot = Spot(archive, what)
    if not spot.is_end:
        raise CaseError(
            f"a case can only continue from its end; `judgekit fork {what}` starts a branch there"
        )
    if readings:
        raise CaseError(
            f"the readings of a case are fixed; `judgekit fork {what} --reading …` starts another branch"
        )
    return spot.case.sit(spot.branch)


def readings_in(texts: tuple[str, ...]) -> dict[str, str]:
    chosen = {}
    for text in texts:
        doubt, equals, choice = text.partition("=")
        if not equals:
            raise CaseError(f"a reading is written DOUBT=CHOICE, as in J-10=both; got {text!r}")
        chosen[doubt] = choice
    return chosen


def _play(
    sitting: Sitting, answers: tuple[str, ...], seed: int | None, limit: int, bar: Any
) -> Question | None:
    end = sitting.branch.head + limit
    question = sitting.run(limit, bar)
    for text in answers:
        sitting.answer(*chosen(sitting, text), limit=max(0, end - sitting.branch.head))
    random = Random(seed)  # noqa: S311 (play, not secrets)
    question = sitting.question
    while seed is not None and question is not None and sitting.branch.head < end:
        sitting.answer(*pick(question, random), limit=max(0, end - sitting.branch.head - 1))
        question = sitting.question
        bar(sitting.branch.head)
    return question


def chosen(sitting: Sitting, text: str) -> tuple[str, ...]:
    """The options that an answer means: by their sentences, by names, or by ids (`c12, c14`); who answers may
    stand before it, as in a ruling (`A: play Oak`)."""
    question = sitting.question
    if question is None:
        raise CaseError(said("no question for it", answer=text))
    who, colon, rest = text.partition(":")
    if colon and who.strip() in (*PLAYERS, JUDGE) and who.strip() != question.player:
        told = said("asked here", clause=question.clause, player=question.player, other=who.strip())
        raise NoSuchOption(told)
    try:
        own = colon and who.strip() == question.player
        return _names(sitting.case, sitting.line).read(question, rest if own else text)
    except NoSuchOption as wrong:
        asked = telling.Teller(sitting.case, sitting.branch).narrator.question(question)
        asking = {"clause": question.clause, "player": question.player, "prompt": asked}
        raise NoSuchOption(said("wrong answer", problem=wrong, **asking)) from None


def _names(case: Case, line: Line) -> Names:
    return names_for(line, case.labels, case.game)


def _where(sitting: Sitting, question: Question | None) -> dict[str, Any]:
    state = sitting.line.state
    return {
        "case": sitting.case.id,
        "name": sitting.case.name,
        "branch": sitting.branch.name,
        "edition": sitting.case.edition,
        "entries": sitting.branch.head,
        "at": [frame.at for frame in state.frames],
        "question": question,
        "outcome": state.outcome,
    }


def _tell_run(sitting: Sitting, question: Question | None, before: int, limit: int, depth: int) -> None:
    out = console()
    case, branch, state = sitting.case, sitting.branch, sitting.line.state
    telling.tell_case(out, case, f"branch {branch.name}")
    teller = telling.Teller(case, branch)
    teller.log(out, before, branch.head, depth, many=TAIL)
    teller.question(out, question, state)
    tell_of_loops_ahead(out, sitting.line)
    if question is None and not sitting.line.is_over:
        out.print(said("stopped after", limit=limit, branch=f"{case.id}:{branch.name}"), markup=False)


@click.command()
@click.argument("where")
@click.option(
    "--entries",
    "many",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="How many log entries to show.",
)
@click.option("--seat", type=click.Choice(["A", "B"]), help="Only what this player may see.")
@depth_option
@json_option
def show(where: str, many: int, seat: str | None, depth: int, as_json: bool) -> None:
    """Show the state at a place of a case, and what led there.

    WHERE is a place: 3, 3:branch, 3@42 (before entry 42), 3@42.3 (after its third event). Nothing past a
    divergence is shown.
    """
    with archive() as open_archive:
        spot = Spot(open_archive, where)
        verdict = _trusted(spot)
        seen = Seen(spot, verdict, Player(seat) if seat else JUDGE, many)
        if as_json:
            say_json(seen.data())
        else:
            seen.tell(console(), depth)


def _trusted(spot: Spot) -> verifying.Verdict:
    """What is known of the branch; a place past a divergence is refused, the end becomes the last fact."""
    verdict = verifying.standing(spot.case, spot.branch)
    assert verdict is not None
    if not verdict.is_fact and spot.place.seq > verdict.at:
        if not spot.is_end:
            raise CaseError(
                f"{spot.name}: diverged at {verdict.at}, nothing past it is fact: {verdict.reason}"
            )
        spot.place = Place(verdict.at)
    return verdict


class Seen:
    """A place of a case as a seat may see it."""

    def __init__(self, spot: Spot, verdict: verifying.Verdict, seat: Player, many: int) -> None:
        case, branch, place = spot.case, spot.branch, spot.place
        rules = case.opening.rules
        self.spot, self.verdict, self.seat = spot, verdict, seat
        self.real = case.at(branch, place)
        readings = case.readings(branch)
        self.on_table = self.real
        self.state = views.view(rules, self.real, seat, readings)
        upto = place.seq + (1 if place.event else 0)
        self.log = [
            self._redacted(entry, readings) for entry in case.entries(branch, max(0, upto - many), upto)
        ]
        self.question, self.provisional = None, False
        if place == Place(branch.head) and verdict.is_of_today:
            line = case.line(branch)
            question = line.ask()
            if line.provisional is not None:
                self.provisional, self.on_table = True, line.provisional
            if question is not None:
                self.question = views.redact_question(rules, self.real, question, seat, readings)

    def _redacted(self, entry: Entry, readings: dict[str, str]) -> Entry:
        case, branch = self.spot.case, self.spot.branch
        before, done = case.at(branch, entry.seq), entry.seq + 1 < branch.head
        return views.redact(case.opening.rules, entry, before, self.seat, done=done, readings=readings)

    def seen(self) -> State:
        """The table with what has happened up to the question, as the seat may see it."""
        case, branch = self.spot.case, self.spot.branch
        return views.view(case.opening.rules, self.on_table, self.seat, case.readings(branch))

    def data(self) -> dict[str, Any]:
        spot = self.spot
        verdict = self.verdict
        if self.seat != JUDGE:
            verdict = verifying.Verdict(verdict.status, verdict.at)
        return {
            "case": spot.case.id,
            "name": spot.case.name,
            "branch": spot.branch.name,
            "edition": spot.case.edition,
            "seat": self.seat,
            "readings": spot.case.chosen(spot.branch),
            "assumptions": spot.case.pinned.assumptions,
            "at": str(spot.place),
            "entries": spot.branch.head,
            "head": spot.case.store.record(spot.branch).hex(),
            "verdict": verdict,
            "state": save(self.seen()),
            "provisional": self.provisional,
            "log": self.log,
            "question": self.question,
        }

    def tell(self, out: Console, depth: int) -> None:
        spot = self.spot
        told = telling.trust(self.verdict) if self.seat == JUDGE else self.verdict.status
        telling.tell_case(out, spot.case, told)
        where = " > ".join(frame.at for frame in self.state.frames) or said("the end")
        out.print(f"branch {spot.branch.name}, at {spot.place} of {spot.branch.head} · {where}", markup=False)
        out.print(f"head {_head(spot.case, spot.branch)}", markup=False)
        for assumption in spot.case.pinned.assumptions:
            out.print(said("assumed", what=assumption), markup=False)
        teller = telling.Teller(spot.case, spot.branch, self.seat, spot.place)
        upto = self.log[-1].seq + 1 if self.log else 0
        teller.log(out, self.log[0].seq if self.log else 0, upto, depth)
        if self.provisional:
            out.print(said("provisional"), markup=False)
        telling.tell_state(out, spot.case, self.on_table, self.seat)
        teller.question(out, self.question, self.state)
        if self.question is not None and self.seat == JUDGE:
            tell_of_loops_ahead(out, spot.case.line(spot.branch))


def tell_of_loops_ahead(out: Console, line: Line) -> None:
    """The answers that begin a loop which nobody can leave."""
    from judgekit.audit.loops import LOOKED_AHEAD, warnings

    for one in warnings(line, LOOKED_AHEAD):
        out.print(said("warning", told=one.told), markup=False)


@click.command()
@click.argument("where")
@json_option
def why(where: str, as_json: bool) -> None:
    """Explain why something happened: the chain of causes back to the choice at its root.

    WHERE is an event of a case: 3@42.3, or 3@42 for the first event of entry 42.
    """
    with archive() as open_archive:
        spot = Spot(open_archive, where)
        if spot.is_end or spot.place.seq >= spot.branch.head:
            raise CaseError(f"`why` needs an entry or an event, as in {spot.case.id}@0.1; got {where}")
        _trusted(spot)
        address = spot.place.seq, max(0, spot.place.event - 1)
        links = why_chain.why(spot.case.line(spot.branch), address, spot.case.game)
    if as_json:
        say_json([_addressed(link) for link in links])
    else:
        telling.tell_links(console(), links)


def _addressed(link: why_chain.Link) -> dict[str, Any]:
    at = None if link.at is None else f"{link.at[0]}.{link.at[1] + 1}"
    return {"edge": link.edge, "clause": link.clause, "sentence": link.sentence, "at": at}


@click.command("why-not")
@click.argument("where")
@click.argument("player", type=click.Choice(["A", "B"]))
@click.argument("action")
@json_option
@click.pass_context
def why_not(context: click.Context, where: str, player: str, action: str, as_json: bool) -> None:
    """Explain why a player may not do something, clause by clause; exits with 1 if it is refused.

    ACTION is an action in words or by id ("play Oak", "Oak attacks Elm", "play c12"), a card or anything else
    that the open question does not offer ("Oak", "zone 4"), an ability with its card ("Oak#1 c3"), or the
    clause of a rule action.
    """
    with archive() as open_archive:
        spot = Spot(open_archive, where)
        _trusted(spot)
        line = spot.case.line(spot.branch, spot.place.seq)
        checks = _conditions(spot.case, line, Player(player), action)
    failed = explain.first_failed(checks)
    if as_json:
        say_json({"legal": failed is None, "failed": failed, "checks": checks})
    else:
        telling.tell_checks(console(), checks)
    context.exit(0 if failed is None else NO)


def _conditions(case: Case, line: Line, player: Player, action: str) -> Sequence[Check]:
    """The conditions of an ability or a rule action by its id; else of whatever the words mean."""
    name, subject = _subject(action)
    if explain.is_known(line, name) and name not in line.rules.actions:
        return explain.why_not(line, player, name, subject)
    return why_refused(line, player, action, case.labels, case.game)


def _subject(action: str) -> tuple[str, Any]:
    """`play c12` -> play, 12; `play c12 zone` -> play, (12, "zone"); `pass` -> pass, nothing."""
    words = action.split()
    at = next((n for n, word in enumerate(words) if is_card(word)), len(words))
    parts = [int(word[1:]) if is_card(word) else word for word in words[at:]]
    subject = None if not parts else parts[0] if len(parts) == 1 else tuple(parts)
    return " ".join(words[:at]), subject


def is_card(word: str) -> bool:
    return word[:1] == "c" and word[1:].isdecimal()


@click.command()
@click.argument("where")
@click.option("--name", default="", help="A name for the branch.")
@READINGS
@click.option(
    "--answer", "-a", "answers", multiple=True, help="Continue with this answer, in words or by id."
)
@json_option
def fork(where: str, name: str, readings: tuple[str, ...], answers: tuple[str, ...], as_json: bool) -> None:
    """Begin a new branch at a place of a case: what if?

    WHERE is the entry before which the branch begins: 3@42.
    """
    with archive() as open_archive:
        spot = Spot(open_archive, where)
        if spot.place.event:
            raise CaseError(
                f"a branch starts before an entry: 3@{spot.place.seq}, not inside one; got {where}"
            )
        new = spot.case.fork(spot.branch, spot.place.seq, name, readings_in(readings))
        sitting = spot.case.sit(new)
        question = _play(sitting, answers, None, LIMIT if answers else 0, lambda done: None)
        if as_json:
            say_json({**_where(sitting, question), "fork": new.fork, "of": spot.branch.name})
        else:
            out = console()
            out.print(
                f"branch [bold]{escape(new.name)}[/] of case {spot.case.id} begins before entry {new.fork}"
            )
            telling.Teller(spot.case, sitting.branch).question(out, question, sitting.line.state)


@click.command()
@click.argument("left")
@click.argument("right")
@json_option
@click.pass_context
def compare(context: click.Context, left: str, right: str, as_json: bool) -> None:
    """Compare two branches: where they part, and why; exits with 1 if they differ.

    LEFT and RIGHT are branches of one case or of two: 3:main, 3:what if, or 4 for its first branch.
    """
    with archive() as open_archive:
        one, other = Spot(open_archive, left), Spot(open_archive, right)
        difference = compare_branches(one.case, one.branch, other.case, other.branch)
        teller = telling.Teller(one.case, one.branch, place=Place(difference.shared))
    if as_json:
        say_json(difference)
    else:
        out = console()
        told = {"cause": difference.cause, "why": difference.text}
        out.print(said("the same until", n=difference.shared, **told), markup=False)
        teller.sides(out, (("left", difference.left), ("right", difference.right)))
    context.exit(0 if difference.is_same else NO)


@click.command("what-if")
@click.argument("where")
@click.option("--edition", help="Another edition of the game: 1.00, or godzilla/1.00.")
@click.option("--reading", metavar="DOUBT=CHOICE", help="Another reading of an open question: A-05=anew.")
@json_option
@click.pass_context
def what_if(
    context: click.Context, where: str, edition: str | None, reading: str | None, as_json: bool
) -> None:
    """Play a case again in another edition, or with another reading of an open question.

    Says how far the answers carry, and where the two part; exits with 1 if they do.
    """
    from judgekit.cases.play import what_if as whatif

    if bool(edition) == bool(reading):
        raise click.UsageError("name either --edition or --reading")
    with archive() as open_archive:
        spot = Spot(open_archive, where)
        if edition:
            number = edition.rpartition("/")[2]
            other, followed = whatif.in_edition(open_archive, spot.case, spot.branch, number)
            branch, place = other.branch("main"), f"{other.id}:main ({other.edition})"
        else:
            doubt, _, choice = str(reading).partition("=")
            branch, followed = whatif.under_reading(spot.case, spot.branch, doubt, choice)
            other, place = spot.case, f"{spot.case.id}:{branch.name}"
        parted = whatif.parting(spot.case, spot.branch, other, branch)
        teller = telling.Teller(spot.case, spot.branch, place=Place(parted.same))
    if as_json:
        say_json({"place": place, "followed": followed, "parting": parted})
    else:
        out = console()
        out.print(said("given again", place=place, n=followed.given, of=followed.of), markup=False)
        if followed.why:
            out.print(said("stopped because", why=followed.why), markup=False)
        out.print(said("same but numbers", n=parted.same), markup=False)
        teller.sides(out, (("before", parted.left), ("now", parted.right)))
    context.exit(0 if parted.is_none else NO)


@click.command()
@click.argument("where", nargs=-1)
@click.option(
    "--head", default="", help="The head on a sheet, or its beginning: find the record that it belongs to."
)
@click.option("--signature", default="", help="The signature on that sheet: check that it was made here.")
@json_option
@click.pass_context
def verify(context: click.Context, where: tuple[str, ...], head: str, signature: str, as_json: bool) -> None:
    """Run cases again and compare; exits with 1 if one diverged or is not as it was recorded.

    WHERE names cases or branches (3, 3:branch); a case means all its branches; nothing means every case.
    """
    results: list[Checked] = []
    with archive() as open_archive:
        found = _branches(open_archive, where)
        if head:
            _tell_head(context, found, head.lower(), signature.lower(), as_json)
        for case, branch in found:
            with progress(f"{case.id}:{branch.name}", branch.head, quiet=as_json) as bar:
                results.append((case, branch, _checked(case, branch, bar)))
        lost = [] if where else open_archive.store.lost()
        mended = {case.id: case.store.mended(case.id) for case, _ in found}
        if as_json:
            say_json(
                [
                    {
                        "case": c.id,
                        "branch": b.name,
                        "head": _head(c, b),
                        "verdict": v,
                        "mended": mended[c.id],
                    }
                    for c, b, v in results
                ]
                + [{"lost": text} for text in lost]
            )
        else:
            _tell_verdicts(results)
            again = (f"case {case}: {text}" for case, texts in mended.items() for text in texts)
            for text in (*lost, *again):
                console().print(text, markup=False)
    context.exit(0 if not lost and all(verdict.is_sound for _, _, verdict in results) else NO)


Checked = tuple[Case, Branch, verifying.Verdict]


def _checked(case: Case, branch: Branch, bar: Any) -> verifying.Verdict:
    """A case that cannot be read is one more result; the others are looked at all the same."""
    try:
        return verifying.verify(case, branch, bar)
    except Exception as problem:
        if not is_ours(problem):
            raise
        return verifying.Verdict("altered", 0, str(problem))


def _head(case: Case, branch: Branch) -> str:
    return case.store.record(branch).hex()


SHORTEST = 8  # signs of a head that are enough to look for it


def _tell_head(
    context: click.Context, found: list[tuple[Case, Branch]], head: str, signature: str, as_json: bool
) -> None:
    """Where the record of a sheet is: a branch has grown since, its beginning is the same."""
    if len(head) < SHORTEST:
        raise UnknownCase(f"a head needs at least {SHORTEST} characters; got {head!r}")
    for case, branch in found:
        for length in range(branch.head, -1, -1):
            whole = case.store.record(branch, length).hex()
            if whole.startswith(head):
                signed = bool(signature) and signing.is_signed(paths.database().parent, whole, signature)
                if as_json:
                    row = {"case": case.id, "branch": branch.name, "entries": length, "head": whole}
                    say_json(row | ({"signed": signed} if signature else {}))
                else:
                    told = f"{case.id}:{branch.name} has this head after {length} entries"
                    if signature:
                        told += "; the signature is ours" if signed else "; THE SIGNATURE IS NOT OURS"
                    console().print(told, markup=False)
                context.exit(0 if signed or not signature else NO)
    raise UnknownCase(f"no record here has the head {head!r}: it is of another database, or was altered")


def _tell_verdicts(results: list[Checked]) -> None:
    out = console()
    for case, branch, verdict in results:
        told = (
            f"{telling.trust(verdict)} · {verdict.at} of {branch.head} entries · head {_head(case, branch)}"
        )
        out.print(f"{case.id}:{branch.name} · {told}", markup=False)
        if verdict.recorded is not None:
            teller = telling.Teller(case, branch, place=Place(verdict.at))
            teller.sides(out, (("recorded", verdict.recorded), ("today", verdict.rerun)))


def _branches(archive: Archive, where: tuple[str, ...]) -> list[tuple[Case, Branch]]:
    if not where:
        return [(case, branch) for case in archive.cases() for branch in case.branches()]
    found = []
    for text in where:
        case, colon, name = text.partition(":")
        chosen = archive.case(case)
        found += [(chosen, b) for b in ([chosen.branch(name)] if colon else chosen.branches())]
    return found


@click.command()
@click.argument("case")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def export(case: str, file: Path, as_json: bool) -> None:
    """Write a case with all its branches to one FILE."""
    with archive() as open_archive:
        chosen = open_archive.case(case)
        many = bundle.export(chosen, file)
    told = f"case {chosen.id} with {many} entries is in {file}"
    say(as_json, {"case": chosen.id, "file": str(file), "entries": many}, told)


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
def bring(file: Path, as_json: bool) -> None:
    """Import a case from a FILE that `judgekit export` has written: all of it, or nothing."""
    with archive() as open_archive:
        case = bundle.bring(open_archive, file)
        branches = [branch.name for branch in case.branches()]
    answer = {"case": case.id, "name": case.name, "edition": case.edition, "branches": branches}
    say(as_json, answer, f"case {case.id} {case.name}, {case.edition}: {', '.join(branches)}")


@click.command()
@click.option("--removed", is_flag=True, help="List the removed cases instead.")
@json_option
def cases(removed: bool, as_json: bool) -> None:
    """List the cases."""
    with archive() as open_archive:
        if removed:
            _tell_removed(open_archive, as_json)
            return
        found = [(case, case.branches()) for case in open_archive.cases()]
    if as_json:
        say_json([_listed(case, branches) for case, branches in found])
        return
    from rich.table import Table

    table = Table("case", "name", "edition", "branches", "entries", "made")
    for case, branches in found:
        names = escape(", ".join(branch.name for branch in branches))
        table.add_row(
            str(case.id),
            escape(case.title),
            case.edition,
            names,
            str(sum(b.head - b.fork for b in branches)),
            case.created,
        )
    console().print(table if found else "no cases yet; `judgekit run FILE` makes one")


def _tell_removed(archive: Archive, as_json: bool) -> None:
    found = archive.store.removed()
    if as_json:
        say_json([{"case": case.id, "name": case.name, "removed": when} for case, when in found])
        return
    for case, when in found:
        console().print(f"case {case.id} {case.name[:80]} · removed {when}", markup=False)


def _listed(case: Case, branches: list[Branch]) -> dict[str, Any]:
    return {
        "case": case.id,
        "name": case.name,
        "edition": case.edition,
        "created": case.created,
        "branches": [{"name": b.name, "fork": b.fork, "entries": b.head} for b in branches],
    }
