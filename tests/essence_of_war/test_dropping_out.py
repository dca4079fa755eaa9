"""Contact that casualties broke: units close up or leave the combat."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.play.script import Script
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.core.attacks import Attack
from warhost.rulesets.essence_of_war.core.battle import Battle
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import TOLERANCE, distance

from .brawl import brawl
from .harness import Play, Table, draw, happen

RANK = 20 / 25.4
"""The depth of a base of 20 mm."""

DICE: dict[str, Any] = {
    "Imperial Guard: Melee Attacks: to hit": (6,) + (1,) * 9,
    "to hit": 1,
    "Wound": 6,
    "Armour": 1,
    "Break": 1,
    "Combat pivot": 1,
}
ON_BOTH_SIDES: dict[str, Any] = {"Imperial Guard: Melee Attacks: to hit": [(6,) + (1,) * 9, (1,) * 5]}


def struck_in_the_rear() -> Table:
    """Imperial Guard in the rear of Handgunners whose second rank is a single model."""
    table = draw("Imperial Guard at 4,4 | 1 Handgunners at 18,24 models=6 rear_from=2")
    return table.fight("Imperial Guard", "Handgunners", "rear")


def gap(game: Play, one: str, other: str) -> float:
    return distance(boundary(game.battle, game.unit(one)), boundary(game.battle, game.unit(other)))


@pytest.mark.rule("eow.melee.drop_out.nudge")
def test_the_unit_that_lost_least_closes_the_gap_that_casualties_leave() -> None:
    table = struck_in_the_rear()
    before, target = table.unit("Imperial Guard").pose, table.unit("Handgunners").pose
    assert before is not None
    assert target is not None
    game = brawl(table, DICE).rest()
    assert [(e.unit, round(e.inches, 6)) for e in game.told(events.UnitNudged)] == [(0, round(RANK, 6))]
    after = game.unit("Imperial Guard").pose
    assert after is not None
    assert after.x == before.x
    assert after.y - before.y == pytest.approx(RANK)
    assert gap(game, "Imperial Guard", "Handgunners") <= TOLERANCE
    assert game.unit("Handgunners").engaged


@pytest.mark.rule("eow.melee.drop_out.nudge")
@pytest.mark.parametrize(("active", "mover"), [(0, 0), (1, 1)])
def test_of_units_with_equal_losses_the_active_players_closes_up(active: int, mover: int) -> None:
    game = brawl(struck_in_the_rear(), {"Handgunners: Melee Attacks: to hit": (6, 1, 1, 1, 1), **DICE}, active=active)
    assert [event.unit for event in game.told(events.UnitNudged)] == [mover]


@pytest.mark.rule("eow.melee.drop_out.nudge")
def test_where_a_rock_stops_the_unit_that_lost_least_the_other_one_closes_up() -> None:
    # The guard reaches two files beyond the Handgunners, and there the rock is before its front.
    rock = "36x48 impassable 20.9,23.8 0.8x1"
    table = draw(f"{rock} | Imperial Guard at 4,4 | 1 Handgunners at 18,24 models=6 rear_from=2")
    table.fight("Imperial Guard", "Handgunners", "rear", -2 * RANK)
    game = brawl(table, {**DICE, "Imperial Guard: Melee Attacks: to hit": (6, 1, 1, 1, 1, 1)}).rest()
    assert [event.unit for event in game.told(events.UnitNudged)] == [1]
    assert gap(game, "Imperial Guard", "Handgunners") <= TOLERANCE


@pytest.mark.rule("eow.melee.drop_out.multi")
def test_a_unit_that_fights_two_enemies_is_not_nudged_and_the_other_one_is() -> None:
    table = draw("Imperial Guard at 4,4 | 1 Handgunners at 18,24 models=6 rear_from=2 | 1 Sylvan Archers at 4,40")
    table.fight("Imperial Guard", "Handgunners", "rear").fight("Sylvan Archers", "Imperial Guard", "rear")
    before = table.unit("Imperial Guard").pose
    game = brawl(table, DICE | ON_BOTH_SIDES)
    assert [event.unit for event in game.told(events.UnitNudged)] == [1]
    assert game.unit("Imperial Guard").pose == before
    assert gap(game, "Imperial Guard", "Handgunners") <= TOLERANCE


@pytest.mark.rule("eow.melee.drop_out.leave")
def test_contact_that_no_nudge_can_restore_ends() -> None:
    table = draw("Imperial Guard at 4,4 | 1 Feudal Knights at 18,24 models=3 files=1")
    table.fight("Imperial Guard", "Feudal Knights", "rear")
    two_hits = (6, 6) + (1,) * 4
    dice = {**DICE, "Imperial Guard: Melee Attacks: to hit": two_hits, "Aegis": 1}
    game = brawl(table, dice).rest()
    assert not game.told(events.UnitNudged)
    assert len(game.told(events.DroppedOut)) == 1
    assert not game.unit("Imperial Guard").engaged
    assert not game.unit("Feudal Knights").engaged
    assert not game.tests("break", "Feudal Knights")


@pytest.mark.rule("eow.melee.drop_out.leave")
def test_a_unit_that_cannot_be_nudged_leaves_one_enemy_and_goes_on_with_the_other() -> None:
    table = draw(
        "Imperial Guard at 4,4 | 1 Handgunners at 18,24 models=6 rear_from=2 | 1 Sylvan Archers at 4,40 | "
        "0 Citadel Guard at 30,40"
    )
    table.fight("Imperial Guard", "Handgunners", "rear").fight("Sylvan Archers", "Imperial Guard", "rear")
    table.fight("Citadel Guard", "Handgunners")
    game = brawl(table, DICE | ON_BOTH_SIDES).rest()
    assert [(event.unit, event.foe) for event in game.told(events.DroppedOut)] == [(0, 1)]
    assert [foe.unit for foe in game.unit("Imperial Guard").foes] == [2]
    assert [foe.unit for foe in game.unit("Handgunners").foes] == [3]


@pytest.mark.rule("eow.melee.drop_out.nudge")
@pytest.mark.parametrize(("side", "offset"), [("left", -2.5), ("right", 2.5)])
def test_a_flanker_beside_a_shrinking_rank_slides_along_until_it_touches_again(side: str, offset: float) -> None:
    table = draw("Imperial Guard at 4,4 | 1 Handgunners at 18,24 models=6 rear_from=2")
    table.fight("Imperial Guard", "Handgunners", side, offset)
    dice = {**DICE, "Imperial Guard: Melee Attacks: to hit": (6, 1)}
    game = brawl(table, dice).rest()
    # The last rank lay behind the middle of the flank, from which half of the guard's front is 2.5 files away.
    assert [event.inches for event in game.told(events.UnitNudged)] == [pytest.approx(2.5 - 2.5 * RANK)]
    assert gap(game, "Imperial Guard", "Handgunners") <= TOLERANCE


def hits(table: Table, target: str, count: int) -> Play:
    """So many hits of a spell that wound without a roll strike a unit in the Magic Phase."""

    def strike(battle: Battle) -> Script[None]:
        attack = Attack("spell", None, table.unit(target).id, count, "A spell", "eow.damage.sequence", ap=10)
        yield from damage.roll_hits(battle, damage.prepared(battle, attack))
        yield from panic.suffer_attacks(battle, [attack])

    return happen(table, strike, {"Panic": 1})


def test_contact_is_kept_after_losses_of_other_phases_too() -> None:
    game = hits(struck_in_the_rear(), "Handgunners", 1)
    assert [event.unit for event in game.told(events.UnitNudged)] == [0]
    assert gap(game, "Imperial Guard", "Handgunners") <= TOLERANCE


def test_a_charger_whose_foe_is_gone_before_they_fought_no_longer_counts_as_charging() -> None:
    table = struck_in_the_rear().set("Imperial Guard", charging=True)
    assert not hits(table, "Handgunners", 6).unit("Imperial Guard").charging
