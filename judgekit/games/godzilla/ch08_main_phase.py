"""Chapter 8: what the turn player can do in the main phase."""

from __future__ import annotations

from collections.abc import Iterable

from judgekit.engine.abilities import Proposal
from judgekit.engine.legality import PlayerAction
from judgekit.engine.state import CardId, Player, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch01_overview import (
    anything_is_demanded,
    as_many_demands_as_possible,
    card_text_comes_first,
)
from judgekit.games.godzilla.ch02_card_information import by_trait, has_trait
from judgekit.games.godzilla.ch03_player_information import (
    find_monster,
    invading_monster,
    position,
    rage,
    set_rage,
)
from judgekit.games.godzilla.ch04_areas import free_strategy_zones, holds_by_a_card, need_not_be_found
from judgekit.games.godzilla.ch05_04_hands_and_decks import discard
from judgekit.games.godzilla.ch05_13_monsters import advance
from judgekit.games.godzilla.ch07_progression import as_texts_say
from judgekit.games.godzilla.ch10_05_playing import play_card, zones_for
from judgekit.games.godzilla.ch12_keywords import invasion_without_a_step
from judgekit.games.godzilla.rules import ZONES, rules

MAIN = "main"
rules.windows[MAIN] = ("8.1.1", "7.3.2", "7.1.1")


def in_hand(table: Table, player: Player, kind: str) -> Iterable[CardId]:
    """The known cards of a type in a hand; an unknown one must be identified first."""
    hand = table.pile(f"{player}.hand")
    return [c for c in hand if not table.is_unknown(c) and table.peek(c, "type") == kind]


play_a_battle_card = rules.player_action("8.2.1", "play", MAIN)


@play_a_battle_card.candidates
def battle_cards_in_hand(table: Table, player: Player) -> Iterable[CardId]:
    return in_hand(table, player, "battle")


def rank_against_opposing_zone(table: Table, player: Player, card: CardId) -> str:
    rank, zone = table.peek(card, "rank"), position(table, table.opponent(player))
    return table.words("rank and opposing zone", rank=rank, zone=zone)


@play_a_battle_card.requires(
    "8.2.1",
    "rank against the opposing monster",
    rank_against_opposing_zone,
)
def rank_fits_opposing_zone(table: Table, player: Player, card: CardId) -> bool:
    if rank_limit_lifted(table, card):
        return True
    return rank_to_play(table, card) <= position(table, table.opponent(player))


def rank_limit_lifted(table: Table, card: CardId) -> bool:
    """A card may say that its rank does not matter."""
    return table.has_status("ignore rank", card) and card_text_comes_first(table)


def rank_to_play(table: Table, card: CardId) -> int:
    """A card may be played as though it had another rank; its player takes the one that serves best."""
    printed = table.peek(card, "rank")
    ways = [each for name in ("play as rank", "play with less rank") for each in table.statuses(name, card)]
    if ways:
        card_text_comes_first(table)
    return int(min([printed, *(status.data(table, source, printed) for status, source in ways)]))


@play_a_battle_card.requires("10.5.2.1.2", "zone of one's own without one's invading monster")
def a_zone_is_free(table: Table, player: Player, card: CardId) -> bool:
    own = position(table, player)
    return bool(zones_for(table, card, [n for n in ZONES if n != own]))


@play_a_battle_card.requires("1.3.1", "no card says otherwise")
def may_be_played(table: Table, player: Player, card: CardId) -> bool:
    return not forbidden(table, "play", card, player)


play_a_battle_card.performs(play_card)


activate_a_strategy_card = rules.player_action("8.3.1", "activate", MAIN)


@activate_a_strategy_card.candidates
def strategy_cards_in_hand(table: Table, player: Player) -> Iterable[CardId]:
    return in_hand(table, player, "strategy")


def rank_against_own_zone(table: Table, player: Player, card: CardId) -> str:
    rank, zone = table.peek(card, "rank"), position(table, player)
    return table.words("rank and own zone", rank=rank, zone=zone)


@activate_a_strategy_card.requires("8.3.1", "rank against one's own monster", rank_against_own_zone)
def rank_fits_own_zone(table: Table, player: Player, card: CardId) -> bool:
    return rank_limit_lifted(table, card) or rank_to_play(table, card) <= position(table, player)


@activate_a_strategy_card.requires("8.3.2", "strategy zone without a strategy card")
def strategy_zone_is_free(table: Table, player: Player, card: CardId) -> bool:
    return has_free_strategy_zone(table, player)


@rules.guard("8.3.2")
def has_free_strategy_zone(table: Table, player: Player) -> bool:
    table.cite("4.5.2")
    return bool(free_strategy_zones(table, player)) or has_room_by_a_card(table, player)


def has_room_by_a_card(table: Table, player: Player) -> bool:
    in_play = sum(len(table.pile(f"{player}.strategy zone {n}")) for n in (1, 2))
    return holds_by_a_card(table, player, in_play + 1)


@activate_a_strategy_card.requires("1.3.1", "no card says otherwise")
def may_be_activated(table: Table, player: Player, card: CardId) -> bool:
    return not forbidden(table, "play", card, player) and not forbidden(table, "activate", card, player)


activate_a_strategy_card.performs(play_card)


gain_rage = rules.player_action("8.4.1", "rage", MAIN)


@gain_rage.candidates
def cards_to_discard(table: Table, player: Player) -> Iterable[CardId]:
    return [card for card in table.pile(f"{player}.hand") if not table.is_unknown(card)]


def type_of(table: Table, player: Player, card: CardId) -> str:
    return table.words("card of a type", type=table.peek(card, "type"))


@gain_rage.requires("8.4.1", "monster card", type_of)
def is_a_monster(table: Table, player: Player, card: CardId) -> bool:
    return bool(table.peek(card, "type") == "monster")


@gain_rage.requires("8.4.1", "invading monster to gain rage")
def has_a_monster(table: Table, player: Player, card: CardId) -> bool:
    return find_monster(table, player) is not None


@gain_rage.requires("1.3.1", "no card says otherwise")
def may_rage(table: Table, player: Player, card: CardId) -> bool:
    monster = find_monster(table, player)
    if monster is not None and forbidden(table, "gain rage", monster, player):
        return False
    return not any(forbidden(table, act, card, player) for act in ("discard", "discard for rage"))


@gain_rage.performs
def discard_for_rage(table: Table, player: Player, card: CardId) -> None:
    discard(table, player, 1, chosen=[card], purpose="rage")
    set_rage(table, player, rage(table, player) + 1)


play_a_monster_card = rules.player_action("8.5.1", "play monster", MAIN)


@play_a_monster_card.candidates
def monsters_in_hand(table: Table, player: Player) -> Iterable[CardId]:
    return in_hand(table, player, "monster")


def rank_against_own_rank(table: Table, player: Player, card: CardId) -> str:
    monster = find_monster(table, player)
    own = table.peek(monster, "rank") if monster is not None else None
    return table.words("rank and own rank", rank=table.peek(card, "rank"), own=own)


@play_a_monster_card.requires("8.5.1", "rank of one's invading monster", rank_against_own_rank)
def rank_is_equal(table: Table, player: Player, card: CardId) -> bool:
    monster = find_monster(table, player)
    if monster is None:
        return False
    own = table.peek(monster, "rank")
    return bool(table.peek(card, "rank") == own or table.peek(card, "burst") == own)


@play_a_monster_card.requires("8.5.1", "trait of one's invading monster")
def shares_a_trait(table: Table, player: Player, card: CardId) -> bool:
    monster = find_monster(table, player)
    if monster is None:
        return False
    return has_trait(table, card, by_trait(table, table.peek(monster, "traits") or ()) or ())


@play_a_monster_card.requires("1.3.1", "no card says otherwise")
def monster_may_be_played(table: Table, player: Player, card: CardId) -> bool:
    return not forbidden(table, "play", card, player)


@play_a_monster_card.requires("8.5.1", "no monster played yet this turn")
def no_limit_is_reached(table: Table, player: Player, card: CardId) -> bool:
    played = table.number(f"{player}.monsters played this turn")
    return played == 0 or table.reading("A-50") == "no-limit"


@play_a_monster_card.performs
def play_monster_from_hand(table: Table, player: Player, card: CardId) -> None:
    monster = find_monster(table, player)
    if monster is not None and table.pile(under(monster)):
        table.cite("3.2.3.1")
    play_card(table, player, card)
    table.tally(f"{player}.monsters played this turn")
    if find_monster(table, player) == card:
        gain_rage_for_playing(table, player)


@rules.action("8.5.1.1")
def gain_rage_for_playing(table: Table, player: Player) -> None:
    set_rage(table, player, rage(table, player) + 1)


invasion = rules.player_action("8.6.1", "invade", MAIN)


@invasion.candidates
def any_card_in_hand(table: Table, player: Player) -> Iterable[CardId]:
    return table.pile(f"{player}.hand")


@invasion.requires("8.6.2", "no invasion yet this turn")
def has_not_invaded(table: Table, player: Player, card: CardId) -> bool:
    return once_a_turn(table, player)


@invasion.requires("1.3.1", "no card says otherwise")
def may_invade(table: Table, player: Player, card: CardId) -> bool:
    monster = find_monster(table, player)
    if monster is None or any(forbidden(table, act, card, player) for act in FOR_INVASION):
        return False
    return not forbidden(table, "invade", monster, player)


FOR_INVASION = ("discard", "discard for invasion")


@invasion.performs
def invade_from_hand(table: Table, player: Player, card: CardId) -> None:
    """Discard a card, read its icon, advance that many times."""
    discarded = discard(table, player, 1, chosen=[card], purpose="invasion")
    steps = as_texts_say(table, "invasion steps", icon_of(table, card, bool(discarded)) or 0, player)
    table.tally(f"{player}.invasions this turn")
    table.occurs("invaded", player, invading_monster(table, player))
    advance_by_invasion(table, player, steps)


@rules.action("8.6.1.1")
def icon_of(table: Table, card: CardId, discarded: bool) -> int:
    """The number on the icon of the discarded card, read where it is then; without one, no steps."""
    if not discarded and table.reading("A-35") == "no-steps":
        return 0
    number = int(table.peek(card, "invasion icon") or 0)
    table.note(table.words("invasion icon", n=number))
    return number


@rules.action("8.6.1.2")
def advance_by_invasion(table: Table, player: Player, steps: int) -> None:
    zones = [position(table, player)]
    for _ in range(steps):
        advance(table, player, from_invasion=True)
        zones.append(position(table, player))
    if not invasion_without_a_step(table, player, zones, steps):
        table.occurs("invasion moved", player, find_monster(table, player))


@rules.guard("8.6.2")
def once_a_turn(table: Table, player: Player) -> bool:
    made = table.number(f"{player}.invasions this turn")
    return made == 0 or may_invade_again(table, player, made + 1)


def may_invade_again(table: Table, player: Player, times: int) -> bool:
    """A card may let its player invade more often."""
    return table.has_status("so many invasions", (player, times)) and bool(card_text_comes_first(table))


def invade_by_effect(table: Table, player: Player) -> bool:
    """An instruction to invade: the whole action, with its discard and its limit."""
    extra = table.reading("A-34") == "extra-invasion"
    hand = [card for card in table.pile(f"{player}.hand") if may_invade(table, player, card)]
    if not hand or not (extra or once_a_turn(table, player)):
        table.refuse("invade", table.words("cannot invade"), player)
        return False
    (card,) = table.choose(player, hand, table.words("discard to invade"))
    before = table.number(f"{player}.invasions this turn")
    invasion.perform(table, player, card)
    if extra:
        table.set_number(f"{player}.invasions this turn", before)
    return True


def demanded(table: Table, player: Player) -> tuple[int, list[CardId]]:
    """How many effects demand that a player invades, and which cards of an open hand must be played."""
    if not anything_is_demanded(table.pool):
        return 0, []
    monster = find_monster(table, player)
    invasions = 0 if monster is None else len(list(table.statuses("must invade", (monster, player))))
    hand = [c for c in table.pile(f"{player}.hand") if not table.is_unknown(c)]
    wanted = [c for c in hand if table.has_status("must be played", (c, player))]
    return invasions, [] if wanted and need_not_be_found(table, f"{player}.hand") else wanted


def can_be_met(table: Table, player: Player, action: PlayerAction | None, card: CardId | None) -> int:
    """How many demands can still be met if this is done now; doing nothing meets none."""
    if action is None:
        return 0
    invasions, wanted = demanded(table, player)
    plays = (play_a_battle_card, activate_a_strategy_card, play_a_monster_card)
    playable = {
        c for play in plays for c in play.subjects(table, player) if is_allowed(table, play, player, c)
    }
    later = [c for c in wanted if c in playable and c != card]
    met = int(action in plays and card in wanted)
    if action is invasion:
        return invasions + len(later)
    spare = [c for c in table.pile(f"{player}.hand") if c != card and is_allowed(table, invasion, player, c)]
    if not invasions or not spare:
        return met + len(later)
    lost = 0 if any(c not in later for c in spare) else 1
    return met + max(len(later), len(later) - lost + invasions)


def is_allowed(table: Table, action: PlayerAction, player: Player, card: CardId) -> bool:
    """Whether an action is possible, apart from demands."""
    return all(r.test(table, player, card) for r in action.live(table) if r.clause != "1.3.2.3")


def choices(table: Table, player: Player) -> list[tuple[PlayerAction | None, CardId | None]]:
    actions = [action for action in table.rules.actions.values() if action.window == MAIN]
    found = [(a, c) for a in actions for c in a.subjects(table, player) if is_allowed(table, a, player, c)]
    return [*found, (None, None)]


def meets_most_demands(
    table: Table, player: Player, action: PlayerAction | None, card: CardId | None
) -> bool:
    """Of the possible actions, only those that let the most demands be met."""
    if demanded(table, player) == (0, []):
        return True
    best = as_many_demands_as_possible(
        table, choices(table, player), lambda one: can_be_met(table, player, *one)
    )
    return best is None or (action, card) in best


def respects_demands(action: PlayerAction) -> None:
    @action.requires("1.3.2.3", "demands of effects met")
    def leaves_the_most(table: Table, player: Player, card: CardId) -> bool:
        return meets_most_demands(table, player, action, card)


for each in (play_a_battle_card, activate_a_strategy_card, gain_rage, play_a_monster_card, invasion):
    respects_demands(each)


def must_act(table: Table, player: Player) -> bool:
    """Whether doing nothing would leave undone what is demanded and possible."""
    return not meets_most_demands(table, player, None, None)


def forbidden(table: Table, verb: str, card: CardId, player: Player) -> bool:
    """What the rules allow and a card forbids is not allowed."""
    proposal = Proposal(verb, player, card, src=table.card(card).area)
    return table.is_forbidden(proposal) and bool(card_text_comes_first(table))
