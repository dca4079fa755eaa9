"""Moves that are suggested and moves that chance draws: all of them legal, and of every kind."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from tests.essence_of_war.harness import Play, draw
from warhost.dice import Chance
from warhost.play import Moved
from warhost.play.questions import Manoeuvre
from warhost.rulesets.essence_of_war.chapters.movement import manoeuvres, movement
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Back, Forward, Pivot, Sidestep, Wheel, apply, distance

CROWDED = (
    "36x48 impassable 10,22 3x4 impassable 26,26 3x4 hindering 18,18 6x4"
    " | Iron Orcs at 18,12 | Goblin Rabble at 10,12 face 30 | Feral Orc Marauders at 30,12 face 350"
    " | Orc Shaman at 18,9 | Pegasus Knights at 4,6 | Ghouls at 18,22 face 180 | Zombies at 10,32 face 180"
    " | Spectral Hunters at 26,18 face 200 | Vampire Courtier at 14,22 face 180"
)


def moving(unit: int, line: str = CROWDED) -> Play:
    return draw(line).play(phase="movement").choose(str(unit))


@pytest.mark.parametrize("unit", range(5))
def test_every_suggestion_is_legal_and_the_first_is_to_stay(unit: int) -> None:
    game = moving(unit)
    suggestions = game.game.asked.suggestions()
    assert suggestions[0] == Moved()
    assert len(suggestions) == len(set(suggestions))
    assert len(suggestions) >= 5
    for answer in suggestions:
        game.game.asked.check(answer)


def test_suggestions_go_ahead_back_aside_and_towards_enemies_and_the_centre() -> None:
    line = "Feral Orc Marauders at 12,12 | 0 Swarm Priest at 1,1 | Ghouls at 24,34 face 180"
    game = moving(0, line)
    suggestions = [answer for answer in game.game.asked.suggestions() if isinstance(answer, Moved)]
    shapes = {type(step) for answer in suggestions for step in answer.steps}
    assert shapes == {Forward, Back, Sidestep, Wheel, Pivot}
    assert Moved("march", (Forward(14),)) in suggestions
    assert Moved("march", (Forward(7.0),)) in suggestions
    assert Moved("advance", (Forward(7),)) in suggestions
    battle = game.battle
    start, foe = boundary(battle, battle.units[0]), boundary(battle, battle.units[2])
    best = 99.0
    for answer in suggestions:
        shape = start
        for step in answer.steps:
            shape = apply(shape, step)
        best = min(best, distance(shape, foe))
    assert best < distance(start, foe) - 11


@pytest.mark.parametrize("unit", range(5))
def test_random_moves_are_legal_and_of_every_kind(unit: int) -> None:
    game = moving(unit)
    chance = Chance(unit)
    seen: Counter[str] = Counter()
    for _ in range(300):
        answer = game.game.asked.sample(chance)
        game.game.asked.check(answer)
        assert isinstance(answer, Moved)
        seen[answer.kind] += 1
    question = game.question
    assert isinstance(question, Manoeuvre)
    assert set(seen) == {"", *(kind.name for kind in question.kinds)}
    assert seen[""] < 200


def test_random_moves_use_every_direction_and_the_whole_rate() -> None:
    battle = draw("Feral Orc Marauders at 18,24 | Ghouls at 3,44 face 180").battle
    unit = battle.units[0]
    kinds = [manoeuvres.pivot_kind(), movement.advance_kind(battle, unit), movement.march_kind(battle, unit)]
    chance = Chance("directions")
    check = partial(manoeuvres.check, battle, unit, kinds)
    drawn = [manoeuvres.sample(battle, unit, kinds, check, chance) for _ in range(500)]
    steps = {(answer.kind, type(step)) for answer in drawn for step in answer.steps}
    assert {("advance", kind) for kind in (Forward, Wheel, Back, Sidestep, Pivot)} <= steps
    assert {kind for name, kind in steps if name == "march"} == {Forward, Wheel}
    assert any(answer == Moved("march", (Forward(14),)) for answer in drawn)
    sidesteps = [step.inches for answer in drawn for step in answer.steps if isinstance(step, Sidestep)]
    assert min(sidesteps) < -2
    assert max(sidesteps) > 2


def test_kinds_of_moves_speak_of_shooting_only_to_units_that_shoot() -> None:
    battle = draw("Iron Orcs at 18,24 | Goblin Rabble at 28,24 | Ghouls at 3,44 face 180").battle
    orcs, goblins = battle.units[:2]
    for kind in (movement.advance_kind, movement.march_kind):
        assert "shoot" not in kind(battle, orcs).text
        assert "shoot" in kind(battle, goblins).text
