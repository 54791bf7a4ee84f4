"""Playing by an effect: cards, tokens, evolving, activating."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run, Sight
from judgekit.engine.abilities import Proposal
from judgekit.engine.events import Occurred
from judgekit.engine.state import PLAYERS, CardId, Player, area_name, area_player, opponent
from judgekit.games.godzilla.ch01_overview import choose_a_number
from judgekit.games.godzilla.ch03_player_information import position
from judgekit.games.godzilla.ch05_04_hands_and_decks import activate
from judgekit.games.godzilla.ch05_11_playing_and_destroying import (
    is_barred,
    play_battle_card,
    play_monster_card,
    play_token,
)
from judgekit.games.godzilla.ch05_13_monsters import evolve, play_onto
from judgekit.games.godzilla.ch09_special_cards import make_a_token_disappear
from judgekit.games.godzilla.ch12_keywords import evolution
from judgekit.games.godzilla.language.drawing import all_choose, is_chosen_from_the_hand
from judgekit.games.godzilla.language.monsters import done_together as others_together
from judgekit.games.godzilla.language.moving import at_once
from judgekit.games.godzilla.language.zones import choose_zone, field_of_play, zone_numbers

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def _do_play(self: Godzilla, run: Run, verb: m.Play, player: Player) -> None:
    """Cards played by one instruction are played at the same time."""
    chosen = self.cards(run, _of_a_rank_to_play(self, run, verb, player), prompt=run.table.words("to play"))
    cards = [card for card in chosen if not _is_kept_from_play(run, card, player)]
    if cards:
        run.table.cite("5.11.3")
    taken: list[int] = []
    played = 0
    battle = [c for c in cards if run.table.peek(c, "type") == "battle"]
    if len(battle) > 1 and verb.onto is None:
        run.did(_play_together(self, run, verb, player, battle))
        return
    for card in cards:
        kind = run.table.peek(card, "type")
        if kind == "monster":
            played += play_monster_card(run.table, player, card, "effect")
        elif kind == "strategy":
            played += bool(activate(run.table, card))
        elif verb.onto is not None:
            hosts = self.cards(run, verb.onto)
            played += bool(hosts) and play_onto(run.table, hosts[0], card)
        else:
            field = field_of_play(self, run, verb, player)
            number = choose_zone(self, run, verb.to, player, taken, card, field)
            if number is not None:
                taken.append(number)
                played += play_battle_card(run.table, player, card, number, "effect", field=field)
    run.did(played)


def done_together(self: Godzilla, run: Run, verb: m.Verb) -> Callable[[], object] | None:
    if isinstance(verb, m.Play) and verb.onto is None and isinstance(verb.what, m.Selector | m.Bound):
        if verb.cost is None or verb.cost.way == "ignoring":
            return partial(partial(_all_play, self), run, verb)
    if isinstance(verb, m.CreateToken):
        return partial(partial(at_once, self), run, verb)
    return others_together(self, run, verb)


def _all_play(self: Godzilla, run: Run, verb: m.Play) -> None:
    """Both play: chosen in turn, unseen out of hands, then the zones in turn; all are played at once."""
    table, places = run.table, list[tuple[Player, CardId, int]]()
    chosen = _chosen_by_each(self, run, verb.what)

    def place(player: Player) -> None:
        outer, run.performer = run.performer, player
        taken: list[int] = []
        for card in chosen.get(player, ()):
            battle = table.peek(card, "type") == "battle"
            number = choose_zone(self, run, verb.to, player, taken, card) if battle else 0
            if number is not None and not _is_kept_from_play(run, card, player):
                taken.append(number)
                places.append((player, card, number))
        run.performer = outer

    self.for_each_player(run, place)
    if places:
        table.cite("5.11.3", "1.3.4.1")
    with table.together():
        run.did(sum([_play_one(run, *each) for each in places]))


def _chosen_by_each(self: Godzilla, run: Run, what: m.Target) -> dict[Player, tuple[CardId, ...]]:
    prompt, chosen = run.table.words("to play"), dict[Player, tuple[CardId, ...]]()
    if isinstance(what, m.Bound) or is_chosen_from_the_hand(what):
        cards = self.cards(run, what) if isinstance(what, m.Bound) else all_choose(self, run, what, prompt)
        return {p: tuple(c for c in cards if area_player(run.table.card(c).area) == p) for p in PLAYERS}

    def choose(player: Player) -> None:
        outer, run.performer = run.performer, player
        chosen[player] = self.cards(run, what, prompt=prompt)
        run.performer = outer

    self.for_each_player(run, choose)
    return chosen


def _play_one(run: Run, player: Player, card: CardId, number: int) -> bool:
    kind = run.table.peek(card, "type")
    if kind == "battle":
        return play_battle_card(run.table, player, card, number, "effect")
    if kind == "monster":
        return play_monster_card(run.table, player, card, "effect")
    return bool(activate(run.table, card))


def _is_kept_from_play(run: Run, card: CardId, player: Player) -> bool:
    """Whether a ban stops the play before any zone has to be chosen."""
    ban = Proposal("play", player, card, run.table.card(card).area)
    return run.table.is_forbidden(ban, log=True)


def _of_a_rank_to_play(self: Godzilla, run: Run, verb: m.Play, player: Player) -> m.Target:
    """An effect that lowers or sets the rank for playing leaves the rank limit in force."""
    what, way = verb.what, verb.cost
    if not isinstance(what, m.Selector) or way is None or way.way not in ("less", "as though"):
        return what
    own = bool(what.types) and all(kind == "strategy card" for kind in what.types)
    limit = position(run.table, player if own else opponent(player))
    n = self.amount(way.amount, run)
    less = limit + n if limit >= (way.least or 0) else limit
    most = less if way.way == "less" else 99 if n <= limit else -1
    return msgspec.structs.replace(what, filters=(*what.filters, m.Stat("rank", "at most", most)))


def _play_together(self: Godzilla, run: Run, verb: m.Play, player: Player, cards: Sequence[CardId]) -> int:
    numbers: dict[CardId, int] = {}
    field = field_of_play(self, run, verb, player)
    for card in cards:
        number = choose_zone(self, run, verb.to, player, tuple(numbers.values()), card, field)
        if number is not None:
            numbers[card] = number
    singly = not verb.together and _leave_the_deck_singly(run, numbers)
    with nullcontext() if singly else run.table.together():
        return sum(
            [
                play_battle_card(run.table, player, card, n, "effect", field=field)
                for card, n in numbers.items()
            ]
        )


def _leave_the_deck_singly(run: Run, cards: Collection[CardId]) -> bool:
    """4.8.3: what is played out of a deck comes into play one card after the other."""
    if len(cards) < 2 or any(area_name(run.table.card(card).area) != "deck" for card in cards):
        return False
    singly = run.table.reading("A-65") == "one-by-one"
    if singly:
        run.table.cite("4.8.3")
    return singly


def _do_evolve(self: Godzilla, run: Run, verb: m.Evolve, player: Player) -> None:
    if verb.into is None:
        run.done = any([_evolve_by_its_own(self, run, card) for card in self.cards(run, verb.what)])
        return
    cards = self.cards(run, verb.what)
    into = self.cards(run, verb.into, prompt=run.table.words("to evolve into"))
    run.done = bool(cards and into) and evolve(run.table, cards[0], into[0])


def _evolve_by_its_own(self: Godzilla, run: Run, card: CardId) -> bool:
    """12.6.2: what a card's Evolution says, once for each Evolution it has that nothing takes away."""
    table, before = run.table, len(run.table.happened)
    for address in Sight.now(table).value(card, "abilities"):
        if address in self.evolutions and card in table.state.cards:
            rank, trait = self.evolutions[address]
            evolution(table, table.master(card), table.card(card).ref, rank, trait)
            break
    return any(
        isinstance(one.event, Occurred) and one.event.timing == "evolved" and one.event.card == card
        for one in table.happened[before:]
    )


def _do_token(self: Godzilla, run: Run, verb: m.CreateToken, player: Player) -> None:
    n = self.amount(verb.n, run)
    if verb.up_to:
        n = choose_a_number(run.table, player, n, run.table.words("how many tokens"))
    field = field_of_play(self, run, verb, player)
    numbers = _each_zone(self, run, verb, field)
    for _ in range(0 if numbers else n):
        number = choose_zone(self, run, verb.to, player, numbers, field=field)
        if number is not None:
            numbers.append(number)
    with run.table.together():
        made = [play_token(run.table, player, verb.name, number, field) for number in numbers]
    self.remember_made(run, verb, [card for card in made if card is not None])


def _each_zone(self: Godzilla, run: Run, verb: m.CreateToken, field: Player) -> list[int]:
    """ "In each of your empty zones": one in every zone that the text allows."""
    if not isinstance(verb.to, m.Selector) or verb.to.quantity != m.Every() or verb.n != 1:
        return []
    return [n for n in zone_numbers(self, run, verb.to, field) if not is_barred(run.table, field, n)]


def _do_vanish(self: Godzilla, run: Run, verb: m.Vanish, player: Player) -> None:
    cards = self.cards(run, verb.what)
    for card in cards:
        make_a_token_disappear(run.table, card)
    run.did(cards)


def _do_use(self: Godzilla, run: Run, verb: m.UseAbility, player: Player) -> None:
    cards = self.cards(run, verb.what, prompt=run.table.words("to activate"))
    run.done = any([bool(activate(run.table, card)) for card in cards])


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Play: _do_play, m.Evolve: _do_evolve, m.CreateToken: _do_token, m.Vanish: _do_vanish,
    m.UseAbility: _do_use,
}  # fmt: skip
