"""Instructions carried out: who performs them, which verb is whose, and the effects they begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.cards import ITSELF
from judgekit.cardtext.interpret.sight import Run, Verbs, taken_before
from judgekit.cardtext.interpret.triggers import Triggers
from judgekit.cardtext.language import language
from judgekit.cardtext.model import walk
from judgekit.cardtext.wording.abilities import told
from judgekit.engine.plain import skipping
from judgekit.engine.state import JUDGE, PLAYERS, CardId, Facts, Player
from judgekit.engine.table import Table

LASTING = (
    m.Modify, m.Gain, m.Lose, m.TreatAs, m.Prohibit, m.Permit, m.Demand, m.NegateAbilities, m.Unaffected,
    m.Total, m.Instead, m.AlternativeCost,
)  # fmt: skip
ELSEWHERE = (m.Choose, m.Pick, m.DeckRule)  # done by `perform` itself, or when decks are built


def picked_facts(run: Run, verb: m.Verb) -> Facts:
    """Names, colours and the like that were chosen, for later references, and a number that one refers to."""
    picked = sorted(run.picked.items())
    if run.number is not None and any(isinstance(each, m.ChosenNumber) for each in walk(verb)):
        picked.append(("number", str(run.number)))
    return tuple((f"picked {what}", value) for what, value in picked)


def end_of_deck(run: Run, card: CardId, player: Player) -> str:
    """Top or bottom, as the player says."""
    ends = [("top", run.table.words("on the top")), ("bottom", run.table.words("on the bottom"))]
    return run.table.pick(player, ends, run.table.words("where in the deck", card=run.table.label(card)))


def by_end_of_deck(run: Run, cards: Iterable[CardId]) -> dict[str, list[CardId]]:
    """Top or bottom, as the performer says of each card."""
    there: dict[str, list[CardId]] = {"top": [], "bottom": []}
    for card in cards:
        there[end_of_deck(run, card, run.performer)].append(card)
    return there


class Doing(Triggers):
    """The instructions of an ability, one after the other. A dialect has its verbs in `VERBS`."""

    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {}

    GLUE: ClassVar[dict[type[Any], Callable[..., None]]] = {}  # what only joins instructions

    def do_all(self, run: Run, verbs: Verbs) -> None:
        for verb in verbs:
            self.do(run, verb)

    def do(self, run: Run, verb: m.Verb) -> None:
        """One instruction, performed by the player it names."""
        glue = self.GLUE.get(type(verb))
        if glue is not None:
            glue(self, run, verb)
            return
        who = getattr(verb, "who", "you")
        if who == "each":
            self._both_do(run, verb)
            return
        for player in self.players(who, run) if who != "you" else (run.you,):
            self._as(run, verb, player)

    def _both_do(self, run: Run, verb: m.Verb) -> None:
        """What both players take is referred to together afterwards, and by both as what each has taken."""
        taken: dict[int, tuple[CardId, ...]] = {}
        binds = [node.bind for node in walk(verb) if isinstance(node, m.Selector) and node.bind]

        before = run.counts if sum(run.counts.values()) == run.count else {}
        asks = any(
            isinstance(node, m.ThatMany) for node in walk(verb)
        )  # each draws as many as they discarded
        counts: dict[Player, int] = {}

        def one(player: Player) -> None:
            run.count = before.get(player, 0) if asks else 0
            self._as(run, verb, player)
            counts[player] = run.count
            for n in binds:
                taken[n] = (*taken.get(n, ()), *run.bound.get(n, ()))
                run.shares.setdefault(n, {})[player] = run.bound.get(n, ())

        self.for_each_player(run, one)
        run.bound |= taken
        run.count, run.counts = sum(counts.values()), counts

    def for_each_player(self, run: Run, do: Callable[[Player], None]) -> None:
        """Both players do it, in the order of the game."""
        for player in self.players("each", run):
            do(player)

    def _as(self, run: Run, verb: m.Verb, player: Player) -> None:
        outer, run.performer = run.performer, player
        all_of_them = self._narrowed(run, verb, player)
        try:
            self.perform(run, verb, player)
        finally:
            run.performer = outer
            run.bound |= all_of_them

    def _narrowed(self, run: Run, verb: m.Verb, player: Player) -> dict[int, tuple[CardId, ...]]:
        """ "Each player chooses a card and discards it": each the own one. Returns what was meant before."""
        if not run.shares or getattr(verb, "who", "you") != "each":
            return {}
        meant = {node.n for node in walk(verb) if isinstance(node, m.Bound | m.Rest)}
        before = {n: run.bound[n] for n in meant if n in run.shares}
        run.bound |= {n: run.shares[n].get(player, ()) for n in before}
        return before

    def perform(self, run: Run, verb: m.Verb, player: Player) -> None:
        """A verb of the game; the dialect knows its own, the base those that only last or choose."""
        outer, run.acting = run.acting, None if isinstance(verb, m.Choose | m.Pick) else verb
        try:
            self._perform(run, verb, player)
        finally:
            run.acting = outer

    def _perform(self, run: Run, verb: m.Verb, player: Player) -> None:
        if isinstance(verb, m.Choose):
            run.done = bool(
                self.cards(run, self.to_choose(run, verb.what), prompt=run.table.words("to choose"))
            )
        elif isinstance(verb, m.Pick):
            self._pick(run, verb, player)
        elif self.lasts(verb):
            self._begin(run, verb)
        else:
            handler = self.VERBS.get(type(verb))
            hand = set(run.table.pile(f"{player}.hand")) if isinstance(verb, m.Draw) and verb.bind else None
            if handler is None:
                self.by_hand(run, verb, player)
            else:
                handler(self, run, verb, player)
            if hand is not None and isinstance(verb, m.Draw):
                run.take(verb, [card for card in run.table.pile(f"{player}.hand") if card not in hand])

    def lasts(self, verb: object) -> bool:
        """Whether an instruction makes something that applies by itself from then on."""
        return isinstance(verb, LASTING)

    def to_choose(self, run: Run, what: m.Target) -> m.Target:
        """ "Choose all" chooses each of them, as far as it can be chosen."""
        if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Every):
            return what
        return replace(what, quantity=m.Exactly(len(self._found(run, what))))

    def skip(self, run: Run, verb: m.EndNow, player: Player) -> None:
        """The next phase of that name that would come is left out, or that of the player's next turn."""
        now = run.table.number("turn")
        for each in self.players(verb.who, run):
            turn = now + (2 if each == run.table.turn_player else 1)
            run.table.tally(skipping(each, verb.what, turn if verb.next_turn else None))

    def by_hand(self, run: Run, verb: m.Verb, player: Player) -> None:
        """What the game has no rules for stops nothing: the judge does it by a correction, or it is not
        done."""
        card = run.source.card.card
        if isinstance(verb, m.Unread):
            said = verb.text
            why = run.table.words("not read", text=said)
        else:
            said = told(verb, self.game) or run.ability.text
            why = run.table.words("no rules for it", text=said)
        ways = [
            ("done", run.table.words("done by a correction")),
            ("not done", run.table.words("not done")),
        ]
        asked = run.table.words("do by hand", card=run.table.label(card), why=why)
        run.done = run.table.pick(JUDGE, ways, asked) == "done"
        if run.done:
            run.table.note(run.table.words("was done by hand", text=said))
        else:
            reason = run.table.words("was not done by hand", why=why)
            run.table.refuse(type(verb).__name__.lower(), reason, player, card)

    def remember_made(self, run: Run, verb: m.CreateToken, made: Sequence[CardId]) -> None:
        """Created tokens can be referred to like cards that were taken."""
        run.did(made)
        run.take(verb, made)

    def _pick(self, run: Run, verb: m.Pick, player: Player) -> None:
        if verb.what == "number":
            most = 99 if verb.most is None else self.amount(verb.most, run)
            asked = run.table.words("choose a number")
            run.number = run.count = run.table.choose_number(player, verb.least, most, asked)
        elif verb.what == "player":
            both = [(each, run.table.words("player", player=each)) for each in PLAYERS]
            run.picked["chosen player"] = run.table.pick(player, both, run.table.words("choose a player"))
        else:
            options = [(v, v) for v in verb.among or self.pickable(run.table, verb.what)]
            run.done = bool(options)
            if not options:
                run.table.refuse("choose", run.table.words("none has it", what=verb.what), player)
                return
            asked = run.table.words("choose one", what=verb.what)
            run.picked[f"chosen {verb.what}"] = run.table.pick(player, options, asked)

    def pickable(self, table: Table, what: str) -> list[str]:
        """The values there are of something other than a card: colours, traits, names."""
        name = self.property_name(what)
        found = set(language(self.game.replace("-", "_")).known.get(name, ()))
        for definition in table.pool.definitions.values():
            value = definition.name if name == "name" else definition.properties.get(name)
            found |= set(value if isinstance(value, list | tuple) else () if value is None else (str(value),))
        return sorted(str(v) for v in found)

    def _begin(self, run: Run, verb: Any) -> None:
        if isinstance(verb, m.Instead):
            self.begin_effect(run, verb, None)
            return
        if isinstance(verb, m.Total | m.ChangeNumber):
            self.begin_effect(run, verb, None, (("amount", self.amount(verb.amount, run)),))
            return
        target = verb.what
        if isinstance(target, m.Player):
            self.begin_effect(run, verb, None)
            return
        cards = self.cards(run, target, prompt=run.table.words("to choose"))
        run.done = bool(cards)
        if not cards:
            return
        if isinstance(verb, m.Modify) and any(isinstance(each, m.Itself) for each in walk(verb.amount)):
            self._begin_for_each(run, verb, cards)
            return
        facts = (("amount", self.amount(verb.amount, run)),) if isinstance(verb, m.Modify) else ()
        for affected in self.ending_together(run, verb.duration, cards):
            run.affected = affected
            self.begin_effect(run, verb, self.fix(run, affected), facts)
        run.affected = tuple(cards)

    def ending_together(
        self, run: Run, duration: m.Duration | None, cards: Sequence[CardId]
    ) -> list[tuple[CardId, ...]]:
        """The cards whose effects end together: "during their controllers' next turn" is a different turn
        for each player's cards, and each leaves play by itself."""
        if isinstance(duration, m.WhileIn):
            return [(card,) for card in cards]
        if not isinstance(duration, m.Until) or duration.whose not in ("owner", "master"):
            return [tuple(cards)]
        table, own = run.table, duration.whose == "owner"
        whose = {card: table.card(card).owner if own else table.master(card) for card in cards}
        return [tuple(c for c in cards if whose[c] == p) for p in dict.fromkeys(whose.values())]

    def _begin_for_each(self, run: Run, verb: m.Modify, cards: Sequence[CardId]) -> None:
        """ "… for each card in their soul": the number differs for each of them."""
        for card in cards:
            run.bound[ITSELF] = run.affected = (card,)
            self.begin_effect(run, verb, self.fix(run, (card,)), (("amount", self.amount(verb.amount, run)),))
        run.affected = tuple(cards)

    def fix(self, run: Run, cards: Sequence[CardId]) -> Sequence[int] | None:
        """The set of an effect, fixed when it begins."""
        return cards

    def begin_effect(self, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()) -> None:
        """A resolving ability makes an effect that lasts."""
        address = self.nodes[id(verb)]
        until = self.until(verb.duration, run)
        bound = taken_before(run)
        for made in [a for a in self.inner if a == address or a.startswith(f"{address}~")]:
            given = (*facts, *self.due(run, verb.duration), *bound, *picked_facts(run, verb))
            run.table.begin(made, run.source.card, run.you, until, cards, given, self.dated(run))

    def due(self, run: Run, duration: m.Duration | None) -> Facts:
        """In which turn, and which part of it, an effect that begins later applies."""
        if not isinstance(duration, m.Until) or not duration.only:
            return ()
        return (("during", (run.table.number("turn") + self.turns_ahead(run, duration), duration.end)),)

    def turns_ahead(self, run: Run, duration: m.Until) -> int:
        """How many turns ahead the turn is in which a duration ends."""
        if duration.whose == "any":
            return 1 if duration.next else 0
        whose = self.players(duration.whose, run)
        if duration.whose in ("owner", "master") and run.affected:
            first = run.affected[0]
            whose = (run.table.card(first).owner if duration.whose == "owner" else run.table.master(first),)
        mine = run.table.turn_player in whose
        return (2 if mine else 1) if duration.next or not mine else 0

    def dated(self, run: Run) -> int | None:
        """The time stamp of an effect, if it is not that of the moment when it begins."""
        return None

    def until(self, duration: m.Duration | None, run: Run) -> str:
        """The engine's name for a duration; the game's steps end effects by it."""
        if duration is None or isinstance(duration, m.ForGame):
            return ""
        if isinstance(duration, m.Until):
            turn = run.table.number("turn")
            if not duration.next and duration.whose in ("any", "turn player"):
                return duration.end
            ahead = self.turns_ahead(run, duration)
            later = ahead or duration.moment == "beginning"
            return f"{duration.moment} of {duration.end} {turn + ahead}" if later else duration.end
        if isinstance(duration, m.WhileIn):
            itself = isinstance(duration.what, m.Itself)
            cards = run.affected if itself else self.cards(run, duration.what)
            if itself and not cards:
                cards = self.cards(run, m.This())
            if not cards:
                return "over"
            card = run.table.card(cards[0])
            there = f" in {card.area}" if duration.spot else ""
            return f"while {card.id}.{card.object}{there}"
        return ""  # while a condition holds, which is asked all the time
