"""Resolving an ability: choices first, then the price, then one instruction after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import LASTING, Interpreter, Run, Sight
from judgekit.cardtext.interpret.glue import each_by_themselves
from judgekit.cardtext.model import walk
from judgekit.engine.state import Player
from judgekit.games.godzilla.ch01_overview import each_player
from judgekit.games.godzilla.ch03_player_information import who_acts
from judgekit.games.godzilla.ch10_03_activity import falls_asleep
from judgekit.games.godzilla.ch10_05_playing import make_choices, may_do, perform_effect
from judgekit.games.godzilla.ch10_06_automatic import declined
from judgekit.games.godzilla.ch10_08_effects import do_once
from judgekit.games.godzilla.language.choosing import modes_of, prompt_for
from judgekit.games.godzilla.language.choosing import perform as perform_choices
from judgekit.games.godzilla.language.possible import choose_in_full

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla

TARGETS: dict[type[Any], tuple[str, ...]] = {  # where an instruction names what it is done to
    m.Choose: ("what",), m.Destroy: ("what",), m.Modify: ("what",), m.Gain: ("what",), m.Lose: ("what",),
    m.NegateAbilities: ("what",), m.Prohibit: ("what",), m.TreatAs: ("what",), m.Vanish: ("what",),
    m.Move: ("what",), m.Evolve: ("what",), m.Swap: ("one", "other"), m.Stack: ("what", "onto"),
    m.Play: ("what", "onto"),
}  # fmt: skip
OWN_MONSTER = m.Selector(m.Every(), "you", types=("monster card",))
TAKES = (m.Destroy, m.Move, m.Stack, m.Discard, m.Play)
IN_THE_OPEN = (m.Move, m.Evolve, m.Swap, m.Stack, m.Play)  # chosen first only where all see what there is
OPEN = frozenset({"field", "strategy zone", "discard pile"})


def is_awakening(verb: m.If) -> bool:
    """Whether a part of an effect follows [Awakening n]."""
    asked = verb.conditions[0]
    return isinstance(asked, m.Compare) and asked.left == m.ValueOf("zone number", OWN_MONSTER)


def hangs_on_what_is_done(run: Run, what: m.Selector) -> bool:
    """Whether how many are chosen, or which, is known only after part of the effect has been done."""
    parts = list(walk((what.quantity, what.filters)))
    known = [each.n in run.bound for each in parts if isinstance(each, m.Bound | m.Rest)]
    done = (isinstance(each, m.ThatMany) or getattr(each, "period", "") == "effect" for each in parts)
    return not all(known) or any(done)


def resolve(self: Godzilla, run: Run) -> bool:
    """Whether it was paid for, if it has a price."""
    who_acts(run.table, run.you)
    run.began = run.table.state
    if _reads_choices_first(run):
        make_choices(run.table, lambda: _choose_first(self, run, run.ability.body))
    perform_effect(run.table, lambda: Interpreter.resolve(self, run))
    return not run.unpaid


def _reads_choices_first(run: Run) -> bool:
    """Whether choices come before the first instruction; reported where it makes a difference."""
    table, ability = run.table, run.ability
    late = _chooses_late(ability.body, bool(ability.costs))
    return (table.reading("A-06") if late else table.readings["A-06"]) == "before-resolving"


def _chooses_late(verbs: Sequence[m.Verb], begun: bool) -> bool:
    """Whether something stands before an instruction with a choice: the price, or another instruction."""
    for at, verb in enumerate(verbs):
        begun = begun or at > 0
        modes = verb if isinstance(verb, m.ChooseModes) else None
        if begun and (modes is not None or _targets(verb)):
            return True
        if modes is not None:
            several = modes.count != m.Exactly(1) or bool(modes.all_if)
            if any(_chooses_late(option, several and n > 0) for n, option in enumerate(modes.options)):
                return True
    return False


def _targets(verb: m.Verb) -> list[m.Selector]:
    """What an instruction is done to, where a number is given; each player chooses for themselves."""
    if getattr(verb, "who", "you") == "each":
        return []
    if isinstance(verb, m.Play) and verb.cost is not None and verb.cost.way in ("less", "as though"):
        return []  # which ranks will do is known when it is played
    named = [getattr(verb, name) for name in TARGETS.get(type(verb), ())]
    anywhere = not isinstance(verb, IN_THE_OPEN)
    return [what for what in named if isinstance(what, m.Selector) and _is_target(what, anywhere)]


def _is_target(what: m.Selector, anywhere: bool) -> bool:
    if not isinstance(what.quantity, m.Exactly | m.UpTo) or any(isinstance(f, m.Among) for f in what.filters):
        return False
    return anywhere or (what.end is None and set(what.areas) <= OPEN)


def _choose_first(self: Godzilla, run: Run, verbs: Sequence[m.Verb]) -> None:
    """Options, and targets given by number, are chosen before anything is done."""
    if not self.all_hold(self.resolution_conditions(run.ability), run):
        return
    for verb in verbs:
        if isinstance(verb, m.ChooseModes):
            run.early[id(verb)] = tuple(modes_of(self, run, verb))
            for at in run.early[id(verb)]:
                _choose_first(self, run, verb.options[at])
        for what in _targets(verb):
            if hangs_on_what_is_done(run, what):
                continue
            outer, run.performer = run.performer, self.players(getattr(verb, "who", "you"), run)[0]
            run.early[id(what)] = self.chosen(run, what, prompt_for(run, verb))
            run.performer = outer


def pay(self: Godzilla, run: Run) -> bool:
    """A price is offered: a player who does not pay it does not get the effect."""
    run.unpaid = not run.table.may(run.you, run.table.words("pay the cost", text=run.ability.text))
    return not run.unpaid and Interpreter.pay(self, run)


def do(self: Godzilla, run: Run, verb: m.Verb) -> None:
    ability = run.table.pool.abilities.get(run.source.what)
    if ability is not None and run.began is not None and falls_asleep(run.table, ability, run.source):
        run.table.refuse("resolve", run.table.words("became inactive"), run.you, run.source.card.card)
        return
    together = self.done_together(run, verb) if getattr(verb, "who", "") == "each" else None
    if together is None:
        Interpreter.do(self, run, verb)
    else:
        do_once(run.table, together)


def done_together(self: Godzilla, run: Run, verb: m.Verb) -> Callable[[], object] | None:
    """How both players do at one time what each is told to do; none if one does it after the other."""
    return None


def perform(self: Godzilla, run: Run, verb: m.Verb, player: Player) -> None:
    """What is done and then over is done once; what lasts begins."""
    if isinstance(verb, TAKES) and finds_nothing(self, run, verb.what):
        self.done_in_part(run)
    if isinstance(verb, LASTING):
        perform_choices(self, run, verb, player)
    else:
        do_once(run.table, lambda: perform_choices(self, run, verb, player))


def finds_nothing(self: Godzilla, run: Run, what: m.Target) -> bool:
    """Whether there is no card to do it to: none that is described, or none of those referred to."""
    sight = Sight.now(run.table)
    if isinstance(what, m.Selector):
        every = isinstance(what.quantity, m.Every) and what.end is None
        return every and next(iter(self.candidates(sight, run, what)), None) is None
    return isinstance(what, m.Bound | m.This | m.Subject) and not self.pointed_at(sight, run, what)


def for_each_player(self: Godzilla, run: Run, do: Callable[[Player], None]) -> None:
    each_player(run.table, do)


def do_if(self: Godzilla, run: Run, verb: m.If) -> None:
    """12.4.2: an option after [Awakening n] is inactive while the monster is not far enough."""
    if is_awakening(verb) and "[awakening" in run.ability.text.lower():
        run.table.cite("12.4.2", "10.3.3")
        if not self.all_hold(verb.conditions, run):
            run.table.cite("10.3.2")
    Interpreter._if(self, run, verb)


def do_may(self: Godzilla, run: Run, verb: m.May) -> None:
    """What each player may do, each decides for themselves, the turn player first."""
    if verb.who != "each":
        Interpreter._may(self, run, verb)
        return
    own = each_by_themselves(verb)
    self._kept.append(own)

    def decide(player: Player) -> None:
        outer, run.performer = run.performer, player
        Interpreter._may(self, run, own)
        run.performer = outer

    self.for_each_player(run, decide)


def asks_to(self: Godzilla, run: Run, player: Player, verb: m.May) -> bool:
    possible = self.possible(run, verb.do)
    done = may_do(run.table, player, possible, self.whether_to_use(run))
    if possible and not done and verb is run.ability.body[0]:
        declined(run.table, player)
    if done:
        choose_in_full(self, run, verb.do)
    return done


GLUE: dict[type[Any], Callable[..., None]] = {m.May: do_may, m.If: do_if}
