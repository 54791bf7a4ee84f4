"""What the texts of Gate Ruler's cards mean.

Each module is one class that builds on the one before it and knows nothing of those after it:

    words         what zones, stats, moments and keywords are called, and which words the game heeds
    places        where cards lie, and which of them a description means
    describing    properties, numbers, states, what a card has done
    carrying_out  what all instructions share: whom they reach, whether they count as done
    costs         parts of a cost
    playing       what a text needs to be played, and how it resolves
    occasions     what has happened, as a trigger sees it
    triggers      what automatic abilities wait for, by the kind of event
    replacing     something else instead; damage prevented
    permitting    what may, must or cannot be done
    lasting       continuous abilities, effects that last
    moving        verbs that move, turn and show cards
    damaging      verbs that destroy, hurt and heal
    summoning     verbs that play, use, summon, drive and negate
    deciding      verbs about the turn, the attack and the game
    refusing      texts that say nothing in this game
    compiling     a printed card as abilities of the engine
"""

from __future__ import annotations

from judgekit.games.gate_ruler.language.compiling import Compiling


class GateRuler(Compiling):
    """All of it together."""


__all__ = ["GateRuler"]
