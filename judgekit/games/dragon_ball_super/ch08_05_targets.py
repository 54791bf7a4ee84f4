"""Chapter 8, section 5, from 8-5-3: choosing targets, and searching a deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgekit.engine.abilities import Proposal
from judgekit.engine.state import PLAYERS, CardId, Facts, Player, opponent
from judgekit.engine.table import Table
from judgekit.engine.unknown_cards import Fits, found_among, look_through
from judgekit.games.dragon_ball_super.ch01_outline import as_far_as_possible
from judgekit.games.dragon_ball_super.ch03_areas import (
    cause,
    hand_is_hidden_from,
    nobody_may_know_the_deck,
    shuffle,
)
from judgekit.games.dragon_ball_super.rules import SECRET, rules

SECRET_AREAS = {f"{player}.{name}" for player in PLAYERS for name in SECRET}


@rules.action("8-5-3")
def choose_targets(
    table: Table,
    player: Player,
    cards: Iterable[CardId],
    prompt: str,
    n: int = 1,
    up_to: bool = False,
    by: Player | None = None,
    described: bool = False,
    fits: Fits | None = None,
) -> tuple[CardId, ...]:
    """During resolution, when the text reaches it; `fits` if what a card is becomes known only then."""
    offered = [card for card in cards if can_be_chosen(table, card, by or player, player)]
    if not offered:
        return no_targets(table)
    if up_to:
        least, most = how_few(table, n)
    else:
        least = most = how_many_exactly(table, n, len(offered))
    areas = {table.card(card).area for card in offered}
    if least and described and areas <= SECRET_AREAS and may_be_declined(table):
        least = 0
    if areas <= {f"{opponent(player)}.hand"} and hand_is_hidden_from(table):
        chosen = choose_blindly(table, player, offered, prompt, least, most)
    else:
        unseen = bool(table.group) and areas <= {f"{player}.hand"}
        secret = unseen and table.reading("A-58") == "laid-down-together"
        chosen = table.choose(player, offered, prompt, least, most, secret=secret)
    if fits is not None:
        chosen = found_among(table, player, chosen, fits, "choose")
    for card in chosen:
        table.occurs("chosen", player, card, cause(table))
    return chosen


def choose_blindly(
    table: Table, player: Player, cards: Sequence[CardId], prompt: str, least: int, most: int
) -> tuple[CardId, ...]:
    """By place: the player does not see which card is which."""
    places = [(str(at), table.words("card unseen", n=at)) for at in range(1, len(cards) + 1)]
    return tuple(
        cards[int(at) - 1] for at in table.picks(player, places, prompt, least, min(most, len(cards)))
    )


@rules.guard("8-5-3-1")
def how_many_exactly(table: Table, n: int, there_are: int) -> int:
    """As many as the text says, never fewer on purpose."""
    return as_many_as_there_are(table, n, there_are)


@rules.guard("8-5-3-2")
def how_few(table: Table, n: int) -> tuple[int, int]:
    return 0, n


as_many_as_there_are = rules.asks("8-5-3-3", as_far_as_possible)


@rules.guard("8-5-3-4")
def no_targets(table: Table) -> tuple[CardId, ...]:
    """If none can be chosen, none is, and what concerns them is skipped."""
    table.cite("1-3-2")
    return ()


# Nobody can be forced to choose a card in a secret area that must fit a description.
may_be_declined = rules.says("8-5-3-5", True)
implied_player = rules.passes("8-5-3-6")  # a text that names no player means its master


@rules.action("8-5-3-7")
def search_the_deck(
    table: Table,
    player: Player,
    fits: Fits,
    prompt: str,
    n: int = 1,
    whose: Player | None = None,
    bare: bool = False,
) -> tuple[CardId, ...]:
    """Look through the deck and pick; nobody may keep knowing its order. A bare number of cards must be
    picked (8-5-3-1); cards of some description need not be found (8-5-3-5)."""
    deck = table.pile(f"{whose or player}.deck")
    table.look(player, deck)
    table.occurs("search", player)
    found = look_through(table, deck, fits, n)
    least = how_many_exactly(table, n, len(found)) if bare else 0 if may_be_declined(table) else n
    taken = table.choose(player, found, prompt, least, n)
    return found_among(table, player, taken, fits, "choose")


def shuffle_after_a_search(table: Table, player: Player) -> None:
    if nobody_may_know_the_deck(table) and table.reading("A-49") == "always-shuffle":
        shuffle(table, player)


def can_be_chosen(table: Table, card: CardId, by: Player, chooser: Player) -> bool:
    """For a skill of `by`, which may have the other player choose (A-65)."""
    from judgekit.games.dragon_ball_super.ch10_18_xeno_evolve import is_behind_a_barrier

    own_choice = chooser == table.master(card)
    if is_behind_a_barrier(table, card, by) and not (own_choice and table.reading("A-65") == "own-choice"):
        table.cite("1-3-3")
        return False
    facts: Facts = (("by", "skill"), ("of", by))
    return not table.is_forbidden(Proposal("be chosen", by, card, facts=facts))
