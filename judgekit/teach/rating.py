"""How hard a question is and how good a learner: Glicko-2 (Glickman, 2012), each answer a period of its own.

A question begins with a guess from its features: clauses performed, check timings, effects applied.
"""

from __future__ import annotations

import math

import msgspec

from judgekit.teach.question import Question

SCALE = 173.7178
TAU = 0.5
START = 1500.0
DEVIATION, VOLATILITY = 350.0, 0.06
GUESSED = 200.0  # deviation of a question whose features are known
LEAST = 45.0  # below which nobody's deviation falls: people change
EASE = {"easy": -150.0, "medium": 0.0, "hard": 200.0}
# What its features add to a question in the mean, measured over one ruling in sixty.
TYPICAL = {"godzilla": -118.0, "dragon-ball-super": 83.0, "gate-ruler": 33.0, "luck-and-logic": -37.0}
KIND = {"who": -60.0, "legal": 0.0, "next": 0.0, "end": 20.0, "wins": -80.0, "clause": 60.0, "order": 80.0,
        "number": 40.0, "deck": 0.0}  # fmt: skip


class Rating(msgspec.Struct, frozen=True):
    rating: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY


class Game(msgspec.Struct, frozen=True):
    """A meeting: with whom, and how it ended (1 won, 0 lost)."""

    other: Rating
    score: float


def first_guess(question: Question) -> float:
    """A rating for a question that nobody has answered."""
    length = 45 * math.log2(1 + question.clauses)
    return round(
        START - 180 + length + 40 * question.checks + 60 * question.layers
        + EASE.get(question.difficulty, 0.0) + KIND[question.kind], 1,
    )  # fmt: skip


def typical(game: str, level: str) -> float:
    """The average rating that a game's questions of a level start with."""
    return START + TYPICAL.get(game, 0.0) + EASE.get(level, 0.0)


def rated(one: Rating, games: list[Game]) -> Rating:
    """A rating after a period."""
    phi = one.deviation / SCALE
    if not games:
        return Rating(one.rating, min(DEVIATION, SCALE * math.hypot(phi, one.volatility)), one.volatility)
    mu = (one.rating - START) / SCALE
    met = [_met(mu, game) for game in games]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in met)
    delta = variance * sum(g * (score - e) for g, e, score in met)
    sigma = _volatility(phi, one.volatility, variance, delta)
    before = math.hypot(phi, sigma)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    better = mu + after**2 * sum(g * (score - e) for g, e, score in met)
    return Rating(START + SCALE * better, SCALE * after, sigma)


def _met(mu: float, game: Game) -> tuple[float, float, float]:
    """The weight of a meeting, the score that was to be expected, and the score."""
    other = game.other.deviation / SCALE
    weight = 1 / math.sqrt(1 + 3 * other**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-weight * (mu - (game.other.rating - START) / SCALE)))
    return weight, expected, game.score


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        ex = math.exp(x)
        spread = phi**2 + variance + ex
        return ex * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def met(learner: Rating, question: Rating, is_right: bool) -> tuple[Rating, Rating]:
    """Both ratings after an answer; the deviation has a lower bound."""
    score = float(is_right)
    ours = rated(learner, [Game(question, score)])
    theirs = rated(question, [Game(learner, 1 - score)])
    return _awake(ours), _awake(theirs)


def _awake(one: Rating) -> Rating:
    return one if one.deviation >= LEAST else Rating(one.rating, LEAST, one.volatility)


def chance(learner: Rating, question: Rating) -> float:
    """How likely the learner is to answer it right."""
    return _met((learner.rating - START) / SCALE, Game(question, 0))[1]
