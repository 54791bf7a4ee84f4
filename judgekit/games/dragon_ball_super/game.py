"""The Dragon Ball Super Card Game, as the rest of judgekit knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace as altered

from judgekit.cardtext.checks.bearer import read_on
from judgekit.cardtext.lexicon import Lexicon, lexicon
from judgekit.engine.abilities import Definition, Pool
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import UNKNOWN, Frame, Player, State, area
from judgekit.games.dragon_ball_super.ch05_preparation import reasons, violations
from judgekit.games.dragon_ball_super.ch10_keywords import static_keyword
from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper
from judgekit.games.dragon_ball_super.language.printed_skills import without_later
from judgekit.games.dragon_ball_super.printed_tokens import tokens_of
from judgekit.games.dragon_ball_super.rules import (
    ACTIVATION,
    ATTACK,
    BATTLE,
    BREAK_OFF,
    CARRYING_OUT,
    CHARGE_PHASE,
    CHECKPOINT,
    CHECKPOINT_ORDER,
    COLOURS,
    COUNTER_TIMING,
    COUNTER_TIMING_ORDER,
    DAMAGE_ORDER,
    DAMAGE_STEP,
    DEFENSE_ORDER,
    DEFENSE_STEP,
    END_PHASE,
    END_PHASE_ORDER,
    FREE_TIMING,
    FREE_TIMING_ORDER,
    MAIN_PHASE,
    MAIN_PHASE_END_ORDER,
    MAIN_PHASE_END_STEP,
    MAIN_PHASE_ORDER,
    OFFENSE_ORDER,
    OFFENSE_STEP,
    PLAY,
    RESOLUTION,
    SETUP,
    SETUP_ORDER,
    TURN,
    rules,
)
from judgekit.games.game import (
    AreaSpec,
    Assumed,
    Caller,
    Completed,
    Deck,
    Game,
    MarkSpec,
    NumberSpec,
    PrintedCard,
    PropertySpec,
    Violation,
)
from judgekit.games.shared import before_set_up, load_chapters

load_chapters(__package__)
rules.close()

AREAS = (
    AreaSpec("battle", "Battle Area", "3-6", row=0, column=1, at=(0, 0), span=4),
    AreaSpec("combo", "Combo Area", "3-7", row=0, column=2, at=(1, 3)),
    AreaSpec("leader", "Leader Area", "3-5", row=1, column=1, capacity=1, at=(1, 0)),
    AreaSpec(
        "life",
        "Life Area",
        "3-9",
        "nobody",
        ordered=True,
        row=1,
        column=0,
        lies="pile",
        usual=8,
    ),
    AreaSpec(
        "deck",
        "Deck Area",
        "3-2",
        "nobody",
        ordered=True,
        row=1,
        column=2,
        lies="pile",
        usual=30,
    ),
    AreaSpec("drop", "Drop Area", "3-4", ordered=True, row=2, column=2, lies="pile"),
    AreaSpec("energy", "Energy Area", "3-8", row=2, column=1, lies="pips", at=(1, 1), span=2),
    AreaSpec("warp", "Warp", "3-10", ordered=True, row=2, column=0, lies="pile"),
    AreaSpec("hand", "Hand", "3-3", "owner", row=3, column=1, lies="row"),
    AreaSpec("removed", "Removed from the game", "10-22", row=-1, noun="removed cards"),
    AreaSpec("presented", "Presented before the game", "5-2-1-1", "owner", row=-1, noun="presented cards"),
)

FIGHTERS = ("leader", "battle")
PROPERTIES = (
    PropertySpec("type", "word", required=True, choices=("leader", "battle", "extra")),
    PropertySpec("number", "word"),
    PropertySpec("colours", "words", choices=COLOURS),
    PropertySpec("characters", "words", FIGHTERS),
    PropertySpec("traits", "words", FIGHTERS),
    PropertySpec("era", "word", FIGHTERS),
    PropertySpec("power", types=FIGHTERS, always=True, short="P", key=True),
    PropertySpec("combo power", types=("battle",), always=True, short="CP", key=True),
    PropertySpec("combo cost", types=("battle",), always=True, short="CC"),
    PropertySpec("energy cost", types=("battle", "extra"), always=True, short="E"),
    PropertySpec("specified cost", "words", ("battle", "extra"), choices=COLOURS),
    PropertySpec("keywords", "words"),
    PropertySpec("back name", "word", ("leader",)),
    PropertySpec("back characters", "words", ("leader",)),
    PropertySpec("back traits", "words", ("leader",)),
    PropertySpec("back era", "word", ("leader",)),
    PropertySpec("back colours", "words", ("leader",), choices=COLOURS),
    PropertySpec("back keywords", "words", ("leader",)),
    PropertySpec("back power", types=("leader",)),
    PropertySpec("back text", "word", ("leader",)),
)

YES_NO = ((0, "no"), (1, "yes"))
NUMBERS = (
    NumberSpec("turn", "Turn", "6-1-1", per_player=False, default=1),
    NumberSpec("attack negated", "Attack negated", "7-1-4", per_player=False, words=YES_NO),
    NumberSpec("play negated", "Play negated", "4-7-3-6", per_player=False, words=YES_NO),
    NumberSpec(
        "play enters in Rest Mode", "Play enters in Rest Mode", "6-3-1-2-1-3", per_player=False, words=YES_NO
    ),
    NumberSpec("over realm used this turn", "Over Realm used this turn", "10-17-5", bookkeeping=True),
)

MARKS = (
    MarkSpec("rest", clause="4-8-1-2"),
    MarkSpec("back", clause="2-3-2-1-3"),
    MarkSpec("attack", clause="7-1"),
    MarkSpec("guard", clause="7-1"),
    MarkSpec("was attacking", (), "7-1", bookkeeping=True),
    MarkSpec("was attacked", (), "7-1", bookkeeping=True),
    MarkSpec("declared target", clause="10-4-2"),
    MarkSpec("combo power", (), "7-4-1-2"),
    MarkSpec("over realm", (), "10-17-4"),
    MarkSpec("fell", (), "9-5-2-1", bookkeeping=True),
    MarkSpec("token", clause="10-21-1"),
    MarkSpec("played in turn", (), "3-6-3", bookkeeping=True),
    MarkSpec("played by", (), "3-6-3", bookkeeping=True),
    MarkSpec("played by the last skill", (), "3-6-3", bookkeeping=True),
    MarkSpec("control until", (), "11-5-1", bookkeeping=True),
)

MOMENTS = {
    "set-up": "5-2-1",
    "turn": "6-1-1",
    "charge phase": "6-2-1",
    "draw": "6-2-3",
    "charge": "6-2-5",
    "beginning of main phase": "6-3-1-1",
    "main phase": "6-3-1-2",
    "main phase end step": "6-3-1-3-1-1",
    "end phase": "6-4-1-1",
    "attack declared": "7-1-1",
    "offense step": "7-2-1-1",
    "defense step": "7-3-1-1",
    "damage step": "7-4-1-1",
    "checkpoint": "4-5-3-1",
}

LANGUAGE = "dragon_ball_super"  # of the card texts
CALLERS = {
    SETUP: Caller("6-1-1"),
    SETUP_ORDER: Caller("5-2-1"),
    CHARGE_PHASE: Caller("6-1-1", (("phase", "charge"),)),
    MAIN_PHASE: Caller("6-1-1", (("phase", "main"),)),
    MAIN_PHASE_ORDER: Caller("6-3-1"),
    MAIN_PHASE_END_STEP: Caller("6-1-1", (("phase", "main end"),)),
    MAIN_PHASE_END_ORDER: Caller("6-3-1-3-1"),
    END_PHASE: Caller("6-1-1", (("phase", "end"),)),
    END_PHASE_ORDER: Caller("6-4-1"),
    FREE_TIMING: Caller("6-3-1-2"),
    FREE_TIMING_ORDER: Caller("4-6-2"),
    CHECKPOINT: Caller("6-3-1-1"),
    CHECKPOINT_ORDER: Caller("4-5-3"),
    COUNTER_TIMING: Caller("7-1-2"),
    COUNTER_TIMING_ORDER: Caller("4-7-3"),
    PLAY: Caller("4-6-2-2", (), "4-6-2-1"),
    BATTLE: Caller("6-3-1-2"),
    ATTACK: Caller("7-1", (("step", "attack"),)),
    BREAK_OFF: Caller("7-1-4"),
    OFFENSE_STEP: Caller("7-1", (("step", "offense"),)),
    OFFENSE_ORDER: Caller("7-2-1"),
    DEFENSE_STEP: Caller("7-1", (("step", "defense"),)),
    DEFENSE_ORDER: Caller("7-3-1"),
    DAMAGE_STEP: Caller("7-1", (("step", "damage"),)),
    DAMAGE_ORDER: Caller("7-4-1"),
    ACTIVATION: Caller("4-6-2-2", (), "4-6-2-1"),
    RESOLUTION: Caller("8-5-2"),
    CARRYING_OUT: Caller("8-5-2-6"),
}


def compile_cards(cards: Iterable[PrintedCard], book: Rulebook) -> Pool:
    """Turn cards as judges type them into cards that the rules can use."""
    dialect = DragonBallSuper(book)
    cards = tuple(cards)
    known = lexicon(LANGUAGE, (card.properties for card in cards))
    return dialect.pool(define(dialect, card, known) for card in (*cards, *tokens_of(cards, known)))


def define(dialect: DragonBallSuper, card: PrintedCard, known: Lexicon) -> Definition:
    """A card with the skills of its text, of its keywords, and, of a Leader, of its back."""
    properties = dict(card.properties)
    front = dialect.define(card.name, properties, card.text, card.parsed(LANGUAGE, known))
    back = properties.get("back text")
    turned = read_on(back, LANGUAGE, properties, known) if back not in (None, "", UNKNOWN) else ()
    behind = dialect.define(f"{card.name}/back", {}, back or "", turned)
    words = [str(word).lower() for word in properties.get("keywords") or ()]
    made = [one for word in words for one in static_keyword(word, f"{card.name}#[{word}]")]
    named = without_later(dialect, made)
    return Definition(
        card.name,
        properties,
        (*front.abilities, *named, *behind.abilities),
        card.text,
        (*front.by_hand, *behind.by_hand),
        card.untold(PROPERTIES),
    )


LATER = 3  # a turn in which nothing is said about first turns
BEFORE_THE_DRAW = ("6-1-1", "6-2-1", "6-2-2", "6-2-3")


def completed(state: State, pool: Pool) -> Completed:
    """A position that does not say which turn it is: none before the game, else one of the later ones."""
    if "turn" in state.numbers:
        return Completed(state)
    set_up = any(frame.procedure in (SETUP, SETUP_ORDER) for frame in state.frames)
    state = altered(state, numbers=state.numbers.set("turn", 0 if set_up else LATER))
    if set_up or state.frames[-1].at not in BEFORE_THE_DRAW:
        return Completed(state)
    return Completed(state, (Assumed("usual turn", rules.words("assumed turn", turn=LATER)),))


def check_deck(deck: Deck, cards: Mapping[str, PrintedCard], book: Rulebook) -> list[Violation]:
    return violations(
        [cards[name] for name in deck.piles.get("leader", ())],
        [cards[name] for name in deck.piles.get("main", ())],
        book,
        book.defaults | dict(deck.readings),
    )


def deck_reasons(deck: Deck, cards: Mapping[str, PrintedCard], book: Rulebook) -> list[str]:
    """Every clause of deck construction that lets something into a deck."""
    found = dict.fromkeys(reasons([cards[name] for name in deck.piles.get("main", ())], book))
    return [number for clause in found if (number := book.number(clause)) is not None]


def new_game(decks: Mapping[Player, Deck], seed: int | None, book: Rulebook) -> State:
    """Both players have brought a Leader and a deck; nothing has happened yet."""
    piles = {
        area(player, "presented"): (*deck.piles.get("leader", ()), *deck.piles.get("main", ()))
        for player, deck in decks.items()
    }
    frames = (Frame(TURN, "6-1-1"), Frame(SETUP, "5-2-1"))
    return before_set_up(piles, frames, seed)


GAME = Game(
    name="dragon-ball-super",
    title="Dragon Ball Super Card Game",
    editions={"1.06": rules},
    areas=AREAS,
    properties=PROPERTIES,
    numbers=NUMBERS,
    marks=MARKS,
    durations=("turn", "battle", "charge phase", "main phase"),
    moments=MOMENTS,
    effects=frozenset({"8-7-1"}),
    set_up="5-2",
    callers=CALLERS,
    playable=compile_cards,
    completes=completed,
    check_deck=check_deck,
    deck_reasons=deck_reasons,
    new_game=new_game,
    row_titles=("Battle", "Leader", "Energy", "Hand"),
    wiring=DragonBallSuper.wiring(),
)
