"""`judgekit event`: what all cases of a tournament share, said once."""

from __future__ import annotations

import click

from judgekit import paths
from judgekit.cases.store import profiles
from judgekit.cases.store.profiles import Event
from judgekit.cases.store.store import Store
from judgekit.cli import Group
from judgekit.cli.terminal import console, json_option, say, say_json


@click.group(cls=Group)
def event() -> None:
    """Events: edition, readings, card texts and judges, kept once for all cases of a tournament."""


@event.command("new")
@click.argument("name")
@click.argument("edition")
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="DOUBT=CHOICE",
    help="Choose a reading of an open question.",
)
@click.option("--cards-on", default="", metavar="DAY", help="Card texts as they read on this day.")
@click.option("--library", default="", metavar="NAME", help="The card library; made by the first import.")
@click.option("--judge", "judges", multiple=True, help="The name of a judge, which sheets then suggest.")
@json_option
def new_event(
    name: str, edition: str, readings: tuple[str, ...], cards_on: str, library: str,
    judges: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Create the event NAME, played by EDITION (godzilla/1.2), and make it the current one.

    The same name again replaces what was said before. An event with a library has cards of its own: while
    it is the current one, `judgekit cards` and `judgekit deck` work with that library.
    """
    from judgekit.cases.play.under_event import checked
    from judgekit.cli.cases import readings_in

    found = checked(Event(name.strip(), edition, readings_in(readings), cards_on, judges, library))
    with Store(paths.database()) as store:
        profiles.keep(store, found)
        profiles.choose(store, found.name)
    say(as_json, found, f"{told(found)}; new cases are of this event")


@event.command("list")
@json_option
def list_events(as_json: bool) -> None:
    """List the events; * marks the one that new cases belong to."""
    known, chosen = profiles.events(paths.database()), profiles.chosen(paths.database())
    if as_json:
        say_json({"events": list(known.values()), "chosen": chosen})
        return
    for one in known.values():
        console().print(f"{'*' if one.name == chosen else ' '} {told(one)}", markup=False)
    if not known:
        console().print("no event yet; `judgekit event new NAME EDITION` makes one", markup=False)


@event.command("use")
@click.argument("name", default="")
@json_option
def use_event(name: str, as_json: bool) -> None:
    """Make NAME the current event, to which new cases belong; without a NAME, no event is current."""
    with Store(paths.database()) as store:
        profiles.choose(store, name)
    say(as_json, {"chosen": name}, f"new cases are of {name or 'no event'}")


@event.command("close")
@click.argument("name")
@json_option
def close_event(name: str, as_json: bool) -> None:
    """Take an event out of the list; its cases stay as they are."""
    from msgspec.structs import replace

    found = profiles.find(paths.database(), name)
    with Store(paths.database()) as store:
        profiles.keep(store, replace(found, closed=True))
    say(as_json, {"closed": name}, f"{name} is closed; its cases stay")


def told(one: Event) -> str:
    """An event in a line."""
    readings = ", ".join(f"{doubt}={choice}" for doubt, choice in one.readings.items())
    texts = one.cards_on and f"cards of {one.cards_on}"
    library = one.library and f"library {one.library}"
    parts = [one.edition, readings, library, texts, ", ".join(one.judges)]
    return f"{one.name}: {' · '.join(filter(None, parts))}"
