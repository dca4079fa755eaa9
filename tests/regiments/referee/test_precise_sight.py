"""Precise line of sight: heights and size classes that meet."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.harness import Table, draw, regiment
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.core import Kind, Regiment, Settings, unit_sees

ROW = "Eyes at 36,10 | Screen at 36,20 | Mark at 36,30 face 180"


def of(kind: Kind = "infantry", *rules: str, base: tuple[int, int] = (25, 25), size: int = 1) -> Regiment:
    made = regiment(size, weapons=['Bow (24", A1)'], rules=rules)
    return msgspec.structs.replace(made, kind=kind, base=base)


def wide(kind: Kind = "infantry", *rules: str) -> Regiment:
    return of(kind, *rules, base=(100, 25), size=10)


def table(method: str, line: str = ROW, **given: Regiment) -> Table:
    regiments = {"Eyes": of(), "Screen": wide(), "Mark": of(), **given}
    named = {name: one for name, one in regiments.items() if f"{name} " in line}
    return draw(line, Settings(parts=(f"precise_sight:{method}",)), **named)


def seen(method: str, line: str = ROW, **given: Regiment) -> bool:
    made = table(method, line, **given)
    return unit_sees(made.battle, made.unit("Eyes"), made.unit("Mark"))


@pytest.mark.rule("aofr.los_precision.topdown_line")
@pytest.mark.parametrize(
    ("eyes", "screen", "mark", "visible"),
    [
        ("infantry", "monster", "titan", True),
        ("titan", "monster", "infantry", True),
        ("swarm", "swarm", "swarm", False),
        ("swarm", "swarm", "infantry", True),
        ("infantry", "giant", "monster", False),
        ("monster", "monster", "infantry", False),
    ],
)
def test_only_what_is_as_high_as_the_taller_one_hides(eyes: Kind, screen: Kind, mark: Kind, visible: bool) -> None:
    assert seen("top_down", Eyes=of(eyes), Screen=wide(screen), Mark=of(mark)) is visible


@pytest.mark.rule("aofr.los_precision.topdown_stack")
def test_a_target_on_a_hill_is_seen_over_a_monster() -> None:
    hill = "72x48 hill 36,30 8x8 | " + ROW
    assert seen("top_down", hill, Screen=wide("monster")), "2 and 3 for a hill of 2 inches make 5"
    assert not seen("top_down", hill, Screen=wide("giant"))
    assert not seen("top_down", Screen=wide("monster"))


@pytest.mark.rule("aofr.los_precision.hybrid_smaller", "aofr.los_precision.hybrid_bigger_target")
@pytest.mark.parametrize(
    ("eyes", "screen", "mark", "visible"),
    [
        (3, 3, 6, True),
        (6, 3, 0, True),
        (6, 6, 3, False),
        (3, 6, 15, False),
        (15, 12, 0, True),
        (24, 21, 24, True),
        (21, 24, 24, False),
    ],
)
def test_size_classes_say_through_whom_one_sees(eyes: int, screen: int, mark: int, visible: bool) -> None:
    def tough(rating: int) -> tuple[str, ...]:
        return (f"Tough({rating})",) if rating else ()

    one, other, between = of("infantry", *tough(eyes)), of("infantry", *tough(mark)), wide("infantry", *tough(screen))
    assert seen("hybrid", Eyes=one, Screen=between, Mark=other) is visible


@pytest.mark.rule("aofr.los_precision.hybrid_classes")
def test_a_hero_with_tough_three_is_small() -> None:
    screen = wide()
    assert not seen("hybrid", Eyes=of("infantry", "Hero", "Tough(3)"), Screen=screen)
    assert seen("hybrid", Eyes=of("infantry", "Tough(3)"), Screen=screen)
    assert seen("hybrid", Eyes=of("infantry", "Hero", "Tough(6)"), Screen=screen)


@pytest.mark.rule("aofr.los_precision.obstacles")
@pytest.mark.parametrize("method", ["top_down", "volumetric", "hybrid"])
def test_a_friendly_unit_hides_a_target_as_an_enemy_does(method: str) -> None:
    for seat in (0, 1):
        made = table(method, f"0 Eyes at 36,10 | {seat} Screen at 36,20 | 1 Mark at 36,30 face 180")
        assert made.unit("Mark").id not in {one.target for one in shooting.possible(made.battle, made.unit("Eyes"))}


@pytest.mark.rule("aofr.los_precision.volume_line")
def test_a_tall_target_shows_over_a_low_screen_though_the_viewer_is_low() -> None:
    giant = of("giant", base=(100, 100))
    near = "Eyes at 36,10 | Screen at 36,12.5 | Mark at 36,30 face 180"
    assert seen("volumetric", near, Screen=of(base=(100, 25), size=1), Mark=giant) is False, "its base is 4 inches wide"
    low = msgspec.structs.replace(of(size=30), base=(25, 25))
    assert seen("volumetric", ROW, Screen=low, Mark=giant)
