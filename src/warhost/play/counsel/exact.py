"""Exact chances: the questions to chance of the very scripts that are played, all answers weighed.

There is no second calculation that could disagree with play. What is played is forked, every distinct result of each
roll is tried, and the probabilities of the ends that look alike are added up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from warhost.dice import Dice, Distribution, outcomes
from warhost.errors import WarhostError
from warhost.play.battle import Battle, copied
from warhost.play.game import Game
from warhost.play.questions import Answer, Choose, Chosen, Roll, Rolled
from warhost.play.script import Ask, Script, Together

B = TypeVar("B", bound=Battle)
T = TypeVar("T")
K = TypeVar("K", bound=int | tuple[Any, ...])

Answers: TypeAlias = tuple[tuple[int, ...] | Chosen, ...]
"""What dice showed and players chose, in the order in which a script asked."""


class TooManyBranches(WarhostError):
    """The question has more endings than were allowed to be looked at."""


def chances(
    game: Game,
    *,
    until: Callable[[Game], bool],
    see: Callable[[Game], K],
    answer: Callable[[Ask], Answer],
    limit: int = 20_000,
) -> Distribution[K]:
    """The exact distribution of what is seen at the end.

    From the present moment on players answer by `answer`, chance in every possible way, until `until` says so or the
    battle is over; `see` tells ends apart. The game itself is not touched.
    """
    found: dict[K, float] = {}
    branches = 0

    def follow(branch: Game, weight: float) -> None:
        nonlocal branches
        while branch.roll is None:
            if branch.over or until(branch):
                seen = see(branch)
                found[seen] = found.get(seen, 0.0) + weight
                return
            ask = branch.asked
            branch.answer(answer(ask), ask.question.seat)
        roll = branch.roll
        for faces, probability in outcomes(Dice.parse(roll.dice), roll.cuts or None, roll.read):
            branches += 1
            if branches > limit:
                raise TooManyBranches(f"The dice can fall in more than {limit} ways: ask about something sooner.")
            child = branch.fork()
            child.answer(Rolled(faces))
            follow(child, weight * probability)

    follow(game.fork(), 1.0)
    return Distribution(found)


def ends(
    battle: B, script: Callable[[B], Script[Any]], like: Callable[[B], Hashable], limit: int = 2_000
) -> list[tuple[B, float]]:
    """All that may have become of a battle after a piece of its script, each with its probability.

    The script runs on copies, once for each way that its dice may fall; `like` tells ends apart. It must not ask a
    player: then nothing is known, and there are no ends.
    """
    found: dict[Hashable, tuple[B, float]] = {}

    def begin() -> tuple[B, Script[Any]]:
        twin = copied(battle)
        return twin, script(twin)

    for twin, asked, _, weight in _ways(begin, limit):
        if asked is not None:
            return []
        key = like(twin)
        known = found.get(key)
        found[key] = (twin, weight) if known is None else (known[0], known[1] + weight)
    return list(found.values())


class Forms(NamedTuple, Generic[B]):
    """The battles in which a piece of script may end, each once, and whether a player picks among them."""

    battles: list[B]
    picked: bool


def forms(battle: B, script: Callable[[B], Script[Any]], like: Callable[[B], Hashable], limit: int = 200) -> Forms[B]:
    """Every form that a piece of script may take: its dice fall and its players choose in every possible way.

    The script runs on copies; `like` tells ends apart. Only choices between options can be foreseen.
    """
    found: dict[Hashable, B] = {}
    waiting: list[tuple[Answers, bool]] = [((), False)]
    picked, runs = False, 0
    while waiting:
        known, chosen = waiting.pop(0)
        runs += 1
        if runs > limit:
            raise TooManyBranches(f"The script can end in more than {limit} ways: ask about something sooner.")
        twin = copied(battle)
        asked, _ = _run(script(twin), known)
        if isinstance(asked, Roll):
            faces = outcomes(Dice.parse(asked.dice), asked.cuts or None, asked.read)
            waiting += [((*known, more), chosen) for more, _ in faces]
        elif isinstance(asked, Ask) and isinstance(asked.question, Choose):
            waiting += [((*known, Chosen(option.key)), True) for option in asked.question.options]
        elif asked is not None:
            raise WarhostError("The script asks for more than a choice: its forms cannot be foreseen.")
        else:
            found.setdefault(like(twin), twin)
            picked |= chosen
    return Forms(list(found.values()), picked)


def returned(script: Callable[[], Script[K]], limit: int = 20_000) -> Distribution[K]:
    """The exact distribution of what a script returns that asks chance alone; it is begun anew for each way."""
    found: dict[K, float] = {}
    for _, asked, value, weight in _ways(lambda: (None, script()), limit):
        if asked is not None:
            raise WarhostError("The script asks a player: what it returns is not left to chance alone.")
        found[value] = found.get(value, 0.0) + weight
    return Distribution(found)


def _ways(
    begin: Callable[[], tuple[T, Script[Any]]], limit: int
) -> Iterator[tuple[T, Ask | Together | None, Any, float]]:
    """Every way that the dice of a script may fall: what it was begun with, whom it asks, its value, the probability.

    It is begun anew for each way, and left where it asks a player.
    """
    waiting: list[tuple[Answers, float]] = [((), 1.0)]
    runs = 0
    while waiting:
        faces, weight = waiting.pop()
        runs += 1
        if runs > limit:
            raise TooManyBranches(f"The dice can fall in more than {limit} ways: ask about something sooner.")
        thing, script = begin()
        asked, value = _run(script, faces)
        if isinstance(asked, Roll):
            for more, probability in outcomes(Dice.parse(asked.dice), asked.cuts or None, asked.read):
                waiting.append(((*faces, more), weight * probability))
        else:
            yield thing, asked, value, weight


def _run(script: Script[Any], answers: Answers) -> tuple[Roll | Ask | Together | None, Any]:
    """Run a script with answers that are known; what it asks beyond them, or, where it is over, None and its value."""
    known = iter(answers)
    value: Any = None
    while True:
        try:
            asked = script.send(value)
        except StopIteration as end:
            return None, end.value
        value = None
        if isinstance(asked, Roll | Ask | Together):
            value = next(known, None)
            if value is None:
                return asked, None
