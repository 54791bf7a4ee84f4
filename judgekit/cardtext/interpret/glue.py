"""What joins instructions: you may, if, choose some of these, for each, again, later, as long as."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any, ClassVar

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.cards import each_of
from judgekit.cardtext.interpret.doing import Doing, picked_facts
from judgekit.cardtext.interpret.sight import Run, Sight, Verbs, taken_before
from judgekit.cardtext.interpret.triggers import tally_of
from judgekit.cardtext.wording.abilities import told
from judgekit.engine.state import CardId, Facts, Player, Ref


def asks_what_was_done(verb: m.If) -> bool:
    asked = verb.conditions[0]
    return isinstance(asked.what if isinstance(asked, m.NotSo) else asked, m.Done)


def each_by_themselves(verb: m.May) -> m.May:
    """What each player may do, turned into what the player who is asked may do."""
    parts = {name: tuple(map(their, getattr(verb, name))) for name in ("do", "then", "otherwise")}
    return msgspec.structs.replace(verb, who="their", **parts)


def their(verb: m.Verb) -> m.Verb:
    """An instruction for each player, turned into one for the player who performs it."""
    for name in ("to", "what"):
        if isinstance(verb, m.DealDamage | m.Heal) and getattr(verb, name, None) == m.Player("each"):
            return msgspec.structs.replace(verb, **{name: m.Player("their")})
    return msgspec.structs.replace(verb, who="their") if getattr(verb, "who", "") == "each" else verb


def known_now(run: Run, verbs: Verbs) -> list[m.Verb]:
    """The instructions of which one can say now whether they can be done: not those about cards that one
    before them takes ("look at two cards, put one of them …")."""
    known, taken = [], set[int]()
    for verb in verbs:
        named = m.walk(getattr(verb, "what", None))
        if not any(isinstance(node, m.Bound | m.Rest) and node.n in taken for node in named):
            known.append(verb)
        taken |= {node.bind for node in m.walk(verb) if isinstance(node, m.Selector) and node.bind}
        taken -= run.bound.keys()
    return known


class Glue(Doing):
    """The glue that all games share."""

    def _may(self, run: Run, verb: m.May) -> None:
        if verb.who == "each":
            self._each_may(run, verb)
            return
        player = self.players(verb.who, run)[0]
        if verb.often:
            self._may_often(run, verb, player)
            return
        does = self.may_still(run, verb) and self._agrees(run, verb, player)
        if does:
            self.count_use(run, verb)
        self._follow(run, verb, player, does)

    def _may_often(self, run: Run, verb: m.May, player: Player) -> None:
        """Asked until the player declines; what it is for comes afterwards, once for each time."""
        outer, times = run.performer, 0
        while self.may_still(run, verb) and self._agrees(run, verb, player):
            self.count_use(run, verb)
            run.performer = player
            self.do_all(run, verb.do)
            run.performer = outer
            times += 1
        run.performer = player
        for _ in range(times):
            self.do_all(run, verb.then)
        if not times:
            self.do_all(run, verb.otherwise)
        run.performer = outer
        run.did(times)

    def _each_may(self, run: Run, verb: m.May) -> None:
        """Each decides for themselves, before either acts; what both do, they do together."""
        own = each_by_themselves(verb)
        self._kept.append(own)
        open_ = self.may_still(run, verb)
        agree: dict[Player, bool] = {}

        def ask(player: Player) -> None:
            agree[player] = open_ and self._agrees(run, own, player)

        self.for_each_player(run, ask)
        run.agreed = agree
        if any(agree.values()):
            self.count_use(run, verb)
        if len({*agree.values()}) == 1:
            self._follow(run, verb, run.performer, all(agree.values()))
            return
        for player, does in agree.items():
            self._follow(run, own, player, does)

    def _agrees(self, run: Run, verb: m.May, player: Player) -> bool:
        outer, run.performer = run.performer, player
        does = self.asks_to(run, player, verb)
        run.performer = outer
        return does

    def _follow(self, run: Run, verb: m.May, player: Player, does: bool) -> None:
        outer, run.performer = run.performer, player
        before = len(run.table.happened)
        if does:
            run.done = True
            self.do_all(run, verb.do)
            run.done = run.done or isinstance(verb.do[-1], m.If)
        run.performer = player if verb.who == "their" else outer
        if does:
            if self.counts_as_done(run, before) or run.done:
                self.do_all(run, verb.then)
        else:
            run.done = False
            self.do_all(run, verb.otherwise)
        run.performer = outer

    def uses(self, run: Run, verb: m.May) -> list[tuple[int, str]]:
        """How often what the ability offers may be done, and the number that counts it."""
        if verb not in m.walk(run.ability.body):
            return []
        return [
            (each.n, tally_of(each, run.source.what, run.source)) for each in run.ability.limits if each.used
        ]

    def may_still(self, run: Run, verb: m.May) -> bool:
        return all(run.table.number(key) < n for n, key in self.uses(run, verb))

    def count_use(self, run: Run, verb: m.May) -> None:
        for _, key in self.uses(run, verb):
            run.table.tally(key)

    def counts_as_done(self, run: Run, before: int) -> bool:
        """Whether it counts as done, whatever became of it, by what happened since event `before`."""
        return False

    def asks_to(self, run: Run, player: Player, verb: m.May) -> bool:
        """Whether the player does it: not if it cannot all be done."""
        return self.possible(run, verb.do) and run.table.may(player, self.whether_to_use(run))

    def whether_to_use(self, run: Run) -> str:
        """The question for a player who may follow a text or not."""
        card = run.table.label(run.source.card.card)
        return run.table.words("use its text", card=card, text=run.ability.text)

    def possible(self, run: Run, verbs: Verbs) -> bool:
        """Whether all of some instructions could be carried out now."""
        return all(self.can(run, verb) for verb in known_now(run, verbs))

    def can(self, run: Run, verb: m.Verb) -> bool:
        """Whether an instruction has what it needs: enough cards to choose from."""
        if isinstance(verb, m.Either):
            return any(self.possible(run, option) for option in verb.options)
        what = getattr(verb, "what", None)
        if (each := each_of(what)) is not None:
            able = [self.can(run, m.Choose(kind)) for kind in each.kinds]
            return any(able) if each.one else all(able)
        if isinstance(what, m.This):
            return bool(self.this(Sight.now(run.table), run))
        if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly):
            if what.bind and what.bind in run.bound:
                return True
            needed = self.amount(what.quantity.n, run)
            return len(list(self.candidates(Sight.now(run.table), run, what))) >= needed
        return True

    def _if(self, run: Run, verb: m.If) -> None:
        """If this fails, it is not done: "if you have …, draw 1 card. If you do not, …"."""
        holds = self.all_hold(verb.conditions, run)
        if not holds and not asks_what_was_done(verb):
            self.left_out_by_condition(run)
            if not verb.otherwise:
                run.done = False
        if holds or not any(self.is_left_out(run, each) for each in verb.conditions):
            self.do_all(run, verb.then if holds else verb.otherwise)

    def left_out_by_condition(self, run: Run) -> None:
        """The clause of the game by which a part is left out when its condition does not hold."""

    def _modes(self, run: Run, verb: m.ChooseModes) -> None:
        for at in self.choose_modes(run, verb, *self.how_many_modes(run, verb)):
            self.do_all(run, verb.options[at])

    def how_many_modes(self, run: Run, verb: m.ChooseModes) -> tuple[int, int]:
        """The fewest and the most options that can be chosen."""
        there = len(verb.options)
        count = verb.count
        if verb.all_if and self.all_hold(verb.all_if, run):
            if verb.rather is None:
                return 1, there
            count = verb.rather
        n = min(self.amount(getattr(count, "n", there), run), there)
        least = n if isinstance(count, m.Exactly | m.AtLeast | m.Every) else 0
        return least, there if isinstance(count, m.AtLeast) else n

    def _alternative(self, run: Run, verb: m.Either) -> None:
        """One of the possible actions, chosen now and not in advance."""
        open_ = [at for at, option in enumerate(verb.options) if self.possible(run, option)]
        run.done = bool(open_)
        if open_:
            told_as = [(str(at + 1), self.words(verb.options[at])) for at in open_]
            chooser = run.performer if verb.who == "you" else self.players(verb.who, run)[0]
            prompt = run.table.words("which of these")
            chosen = run.table.pick(chooser, told_as, prompt) if open_[1:] else told_as[0][0]
            self.do_all(run, verb.options[int(chosen) - 1])

    def choose_modes(self, run: Run, verb: m.ChooseModes, least: int, most: int) -> list[int]:
        options = [(str(at + 1), self.words(option, verb.who)) for at, option in enumerate(verb.options)]
        chosen = run.table.picks(
            self.players(verb.who, run)[0], options, run.table.words("which of these"), least, most
        )
        return sorted(int(i) - 1 for i in chosen)

    def words(self, verbs: Verbs, chooser: str = "you") -> str:
        """Instructions as an option shows them; for a player other than "you" it says what "you" do."""
        say = partial(told, game=self.game, of_you=chooser != "you")
        return " ".join(say(verb) or type(verb).__name__.lower() for verb in verbs)

    def _for_each(self, run: Run, verb: m.ForEach) -> None:
        amount = verb.amount
        if isinstance(amount, m.Count) and not amount.different:
            for card in self.counted(Sight.now(run.table), run, amount.what):
                if amount.what.bind:
                    run.bound[amount.what.bind] = (card,)
                self.do_all(run, verb.do)
            return
        for _ in range(max(0, self.amount(amount, run))):
            self.do_all(run, verb.do)

    def _repeat(self, run: Run, verb: m.Repeat) -> None:
        """Do it once, then that many more times; zero or less adds none."""
        self.do_all(run, verb.do)
        for _ in count() if verb.times is None else range(max(0, self.amount(verb.times, run))):
            if verb.up_to and not run.table.may(run.performer, run.table.words("once more")):
                return
            self.do_all(run, verb.do)

    def _delayed(self, run: Run, verb: m.Delayed) -> None:
        bound = taken_before(run)
        sides = [(side, run.fact(side)) for side in ("subject", "object")]  # of the event it was said about
        known: Facts = tuple((side, card) for side, card in sides if card is not None)
        until: Facts = (("until", self.until(verb.duration, run)),) if verb.duration else ()
        lasts = (*until, *self.due(run, verb.duration))
        turn: Facts = (("planned in turn", run.table.number("turn")),)
        run.table.plan(
            self.nodes[id(verb)],
            run.source.card,
            run.you,
            self.once(run, verb),
            (*known, *bound, *picked_facts(run, verb), *lasts, *turn, *self.kept_for_later(run)),
        )

    def kept_for_later(self, run: Run) -> Facts:
        """What else a timed trigger of the game keeps."""
        return ()

    def once(self, run: Run, verb: m.Delayed) -> bool:
        """Whether a timed trigger goes off a single time."""
        return verb.next or not verb.duration

    def _owners_do(self, run: Run, verb: m.OwnersDo) -> None:
        """The owners of the cards, even of cards that have gone; each does it once."""
        players = self.owners_of(run, verb)
        run.done = bool(players)
        for player in players:
            for inner in verb.do:
                if isinstance(inner, m.May):
                    run.performer, outer = player, run.performer
                    self.do(run, inner)
                    run.performer = outer
                else:
                    self._as(run, inner, player)

    def owners_of(self, run: Run, verb: m.OwnersDo) -> list[Player]:
        sight = Sight.now(run.table)
        if whose := self.clause_of.get(verb.which):
            run.table.cite(whose)
        cards = [card for card in self.known(sight, run, verb.of) if card in sight.state.cards]
        masters = (self.last_master(sight, card) for card in cards)
        owners = (sight.card(card).owner for card in cards)
        return list(dict.fromkeys(masters if verb.which == "master" else owners))

    def last_master(self, sight: Sight, card: CardId) -> Player:
        """Its master in play; for a card that has left, its last master."""
        now = sight.card(card)
        former = sight.state.former.get(Ref(card, now.object - 1))
        if former is None or self.is_in(sight, card, self.usual_areas(())):
            return sight.master(card)
        return sight.table.policy.master(sight.state, former.card)

    def _lasting(self, run: Run, verb: m.Lasting) -> None:
        for inner in verb.do:
            given: Any = inner
            if not getattr(inner, "duration", None):
                given = msgspec.structs.replace(given, duration=verb.duration)
            self.nodes[id(given)] = self.nodes[id(inner)]
            self._kept.append(given)
            self.do(run, given)

    GLUE: ClassVar[dict[type[Any], Callable[..., None]]] = {
        m.May: _may, m.If: _if, m.ChooseModes: _modes, m.Either: _alternative, m.ForEach: _for_each,
        m.Repeat: _repeat, m.Delayed: _delayed, m.Lasting: _lasting, m.OwnersDo: _owners_do,
    }  # fmt: skip
