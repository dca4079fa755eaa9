"""Random moves on random tables: models keep together, stand on nobody, stay on the table and go through nothing."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.blue_age.harness import draw, hero, unit
from tests.properties import examples
from warhost.dice import Chance, Dice
from warhost.field.loose.steps import Around, free_straight
from warhost.play.questions import Roll
from warhost.play.script import Ask
from warhost.rulesets.blue_age.chapters.movement import walking
from warhost.rulesets.blue_age.chapters.movement.flight import away, home
from warhost.rulesets.blue_age.chapters.movement.ground import around, footing_of
from warhost.rulesets.blue_age.chapters.movement.phase import act, why_not_move
from warhost.rulesets.blue_age.chapters.movement.walks import carry_out
from warhost.rulesets.blue_age.core import Battle, Unit
from warhost.rulesets.blue_age.core.party import Course, Party
from warhost.rulesets.blue_age.shown.invariants import out_of_cohesion, problems
from warhost.table import Circle, bases_overlap

KINDS = ("difficult", "dangerous", "impassable", "heavy_woods", "deep_river", "low_obstacle", "high_obstacle", "hill")
SPOTS = [(x, y) for x in (9, 21, 33) for y in (15, 24, 33)]


def table(kinds: list[str], forms: list[str]) -> Battle:
    """Two small armies with all kinds of feet, and pieces of terrain between them."""
    terrain = " ".join(f"{kind} {x},{y} 5x3" for kind, (x, y) in zip(kinds, SPOTS, strict=False))
    text = " | ".join(
        [
            f"48x48 {terrain}",
            f'Spears at 9,7 form="{forms[0]}"',
            "Captain at 9,12",
            "Knights at 22,8",
            "Griffons at 32,8",
            "Chariots at 40,8",
            f'Orcs at 12,39 face 180 form="{forms[1]}"',
            "Wolves at 26,39 face 180",
            "Giant at 36,39 face 180",
            "Ballista at 42,42 face 180",
        ]
    )
    return draw(
        text,
        Spears=unit(models=12, health=3),
        Captain=hero(),
        Knights=unit(type="cavalry", models=5, movement=8, base=40, health=3),
        Griffons=unit(type="cavalry", flyer=True, models=3, movement=10, base=50, health=3),
        Chariots=unit(type="chariot", models=2, movement=8, base=60, health=6),
        Orcs=unit(models=15, health=3),
        Wolves=unit(type="beast", models=6, movement=7, base=40, health=3),
        Giant=unit(type="monster", movement=8, base=100, health=8),
        Ballista=unit(type="war machine", movement=3, base=60, health=3),
    ).battle


def run(script: Any, chance: Chance) -> None:
    """Carry a script out with answers and dice at random; every answer must be legal."""
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        answer = None
        if isinstance(asked, Roll):
            answer = chance.roll(Dice.parse(asked.dice))
        elif isinstance(asked, Ask):
            answer = asked.sample(chance)
            asked.check(answer)


def check_ways(party: Party, course: Course) -> None:
    """Nobody on foot goes through a wall or an enemy, and no way is longer than a dash could make it."""
    battle = party.battle
    for base, way, place in zip(party.bases, course.ways, party.owner, strict=True):
        if party.flying[place] or len(way) < 2:
            continue
        about = around(battle, party.members[place], 0.0, alone=party.alone)
        for a, b in pairwise(way):
            length = hypot(b[0] - a[0], b[1] - a[1])
            if length > 1e-6:
                ahead = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
                solid = Around(about.board, about.walls, (), about.foes, 0.0)
                assert free_straight(Circle(*a, base.radius), ahead, solid, length) >= length - 4e-3
        assert sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)) <= 16.0


def checked(battle: Battle, unit: Unit) -> None:
    assert problems(battle) == []
    if unit.models:
        own = unit if unit.host is None else battle.units[unit.host]
        assert not out_of_cohesion(battle, own)
        walls = footing_of(battle, unit).walls
        assert not any(
            bases_overlap(Circle(m.x, m.y, battle.entry(unit).radius), wall) for m in unit.models for wall in walls
        )


tables = st.tuples(
    st.lists(st.sampled_from(KINDS), min_size=3, max_size=9),
    st.lists(st.sampled_from(("line", "column", "wedge", "crowd")), min_size=2, max_size=2),
    st.integers(0, 10**6),
)


@given(drawn=tables)
@examples(0.5)
def test_random_walks_are_sound(drawn: tuple[list[str], list[str], int]) -> None:
    kinds, forms, seed = drawn
    battle, chance = table(kinds, forms), Chance(f"walks {seed}".encode())
    kept: list[Course] = []

    def watched(party: Party, course: Course) -> dict[int, list[Any]]:
        check_ways(party, course)
        kept.append(course)
        return carry_out(party, course)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walking, "carry_out", watched)
        for _ in range(4):
            for one in battle.units:
                one.acted = one.moved = one.dashed = one.left = False
            for one in battle.units:
                if one.models and why_not_move(battle, one) is None:
                    run(act(battle, one), chance)
                    checked(battle, one)
    assert kept


@given(drawn=tables)
@examples(0.5)
def test_flights_are_sound(drawn: tuple[list[str], list[str], int]) -> None:
    kinds, forms, seed = drawn
    battle, chance = table(kinds, forms), Chance(f"flights {seed}".encode())
    for one in list(battle.units):
        foes = [foe for foe in battle.units if foe.seat != one.seat and foe.models]
        if not one.models or one.host is not None or not foes:
            continue
        inches = 1.0 + 9.0 * chance.uniform()
        run(away(battle, one, inches, foes[:1], flees=chance.pick(2) == 0), chance)
        assert problems(battle) == []
        if one.models:
            run(home(battle, one, inches, flees=False), chance)
            assert problems(battle) == []
