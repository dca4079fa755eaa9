"""The odds of magic are those of the dice that play throws, over all ways that they may fall."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.blue_age.magic import cast, mage, odds_of, table
from warhost.dice import Dice, outcomes
from warhost.play import Chosen, Event, Game
from warhost.play.questions import Rolled
from warhost.rulesets.blue_age.core.events import magic as events
from warhost.rulesets.blue_age.thinks import magic_odds

DEEP = 4
"""So many rolls of one attempt are followed; what twelves bring beyond is an open end."""

Seen = tuple[int, int]


def follow(game: Game, key: str, see: Callable[[Sequence[Event]], Seen | None]) -> tuple[dict[Seen, float], float]:
    """The exact chances of what is seen after that answer, over all ways of the dice to a depth, and of the rest."""
    found: dict[Seen, float] = {}
    rest = 0.0

    def go_on(branch: Game, told: Sequence[Event], weight: float, depth: int) -> None:
        nonlocal rest
        seen = see(told)
        if seen is not None:
            found[seen] = found.get(seen, 0.0) + weight
        elif depth == DEEP:
            rest += weight
        else:
            assert branch.roll is not None, branch.asked.question.text
            for faces, chance in outcomes(Dice.parse(branch.roll.dice), None, "faces"):
                child = branch.fork()
                go_on(child, [*told, *child.answer(Rolled(faces))], weight * chance, depth + 1)

    start = game.fork()
    go_on(start, start.answer(Chosen(key)), 1.0, 0)
    return found, rest


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("need", [5, 8, 12])
@pytest.mark.parametrize("again", [False, True])
def test_the_chance_of_successes_is_that_of_all_ways(dice: int, need: int, again: bool) -> None:
    """Followed by hand to a depth; what is beyond it is the difference that is allowed."""
    rest = 0.0
    found: dict[int, float] = {}

    def follow(left: int, extra: int, successes: int, failures: int, weight: float, depth: int) -> None:
        """So many dice are still to be rolled; `extra` is 1 once failures have been rolled again."""
        nonlocal rest
        if weight < 1e-9 or depth > 40:
            rest += weight
            return
        if not left:
            if again and not extra and failures:
                follow(failures, 1, successes, 0, weight, depth + 1)
            else:
                found[successes] = found.get(successes, 0.0) + weight
            return
        follow(left - 1, extra, successes, failures + 1, weight * (need - 1) / 12, depth + 1)
        if need < 12:
            follow(left - 1, extra, successes + 1, failures, weight * (12 - need) / 12, depth + 1)
        follow(left, extra, successes + 1, failures, weight / 12, depth + 1)

    follow(dice, 0, 0, 0, 1.0, 0)
    for wanted in range(1, 5):
        seen = sum(chance for number, chance in found.items() if number >= wanted)
        assert magic_odds.reaches(dice, need, wanted, again) == pytest.approx(seen, abs=rest + 1e-9)


def cast_roll(told: Sequence[Event]) -> Seen | None:
    """The successes of a casting roll and whether like dice bring an Expulsion."""
    for event in told:
        if isinstance(event, events.SpellRolled):
            faces = event.faces.split(", ")
            return event.successes, int(len(faces) > len(set(faces)))
    return None


def dispel_roll(told: Sequence[Event]) -> Seen | None:
    """Whether a dispel worked."""
    for event in told:
        if isinstance(event, events.SpellDispelled):
            return event.successes, int(event.dispelled)
    return None


@pytest.mark.parametrize("dice", [1, 2])
def test_the_odds_of_a_cast_are_those_of_play(dice: int) -> None:
    game = table(pools=(3, 0), Mage=mage(magic=2)).play().choose("0:Ward>0")
    promised = odds_of(game, str(dice))
    found, rest = follow(game.game, str(dice), cast_roll)
    reached = sum(chance for (successes, _), chance in found.items() if successes >= 1)
    expelled = sum(chance for (_, alike), chance in found.items() if alike)
    assert promised["to cast it"].value == pytest.approx(reached, abs=rest + 1e-9)
    assert promised["risk of Expulsion"].value == pytest.approx(expelled, abs=rest + 1e-9)
    assert rest < 0.001


@pytest.mark.parametrize("rules", [[], ["Arcane Mastery"]])
def test_the_odds_of_a_dispel_are_those_of_play(rules: list[str]) -> None:
    text = "Mage at 4,4 | Witch at 14,4 face 180"
    drawn = table(text, pools=(3, 3), Witch=mage(magic=1, rules=rules), spells={"Mage": ("Ward", "Bark Skin")})
    game = cast(drawn.play(dice=[(7, 3)]), "0:Ward>0", 2)
    promised = odds_of(game, "1:1")["dispels it"].value
    found, rest = follow(game.game, "1:1", dispel_roll)
    assert promised == pytest.approx(sum(chance for (_, gone), chance in found.items() if gone), abs=rest + 1e-9)
    assert rest < 0.001


@pytest.mark.parametrize(("dice", "expected"), [(1, 1 / 144), (13, 1.0)])
def test_the_ends_of_the_chance_of_an_expulsion(dice: int, expected: float) -> None:
    # One die alone is like another only where a twelve brings a second twelve; of thirteen dice two are always alike.
    assert magic_odds.expulsion(dice) == pytest.approx(expected)
