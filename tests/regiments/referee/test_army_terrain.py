"""Odd corners of army terrain."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import bows, clash, dice_for, needs, volley
from tests.regiments.harness import Table, acts, find, happen, regiment
from tests.regiments.parts.grounds import landmarks
from tests.regiments.referee.tables import SWORDS, extra, finish, whole
from warhost.rulesets.regiments.chapters.morale import made_test
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import Battle, Regiment, optional
from warhost.rulesets.regiments.parts.army_terrain import ArmyTerrain
from warhost.rulesets.regiments.parts.army_terrain.pieces import Piece, kind_of
from warhost.rulesets.regiments.parts.army_terrain.placing import lay
from warhost.table import Forward, Pose

TOUGH = regiment(size=1, rules=["Tough(6)"])
PILLARS = ((30.0, 20.0), (42.0, 20.0))


def beside(slug: str, line: str, *places: tuple[float, float], seat: int = 0, **units: Regiment) -> Table:
    made = {"Unit": SWORDS, "Foe": SWORDS} | units
    named = {name: one for name, one in made.items() if f"{name} at" in line}
    return landmarks(line, named, slug, *(places or ((36.0, 10.0),)), seat=seat).having(turn=1)


def also(battle: Battle, *parts: str) -> None:
    """These parts are in force as well."""
    settings = msgspec.structs.replace(battle.scene.settings, parts=(*battle.scene.settings.parts, *parts))
    battle.scene = msgspec.structs.replace(battle.scene, settings=settings)


def test_pillars_hurt_a_unit_that_only_held_between_them() -> None:
    laid = beside("arcane_pillars", "Unit at 36,20 | Foe at 5,40", *PILLARS, seat=1, Unit=TOUGH)
    play = whole(laid, "Unit", by_reason({"Morale": 6, "": (2, 4)}))
    finish(play.act("Unit", "hold"))
    assert play.unit("Unit").wounds == 3


def test_pillars_hurt_a_shaken_unit_that_recovers_between_them() -> None:
    laid = beside("arcane_pillars", "Unit at 36,20 | Foe at 5,40", *PILLARS, seat=1, Unit=TOUGH).set(
        "Unit", shaken=True
    )
    play = finish(whole(laid, "Unit", by_reason({"Morale": 6, "": (2, 2)})))
    assert play.unit("Unit").wounds == 2


def test_nothing_happens_to_who_only_passes_between_the_pillars() -> None:
    laid = beside("arcane_pillars", "Unit at 36,17 | Foe at 5,40", *PILLARS, seat=1, Unit=TOUGH)
    play = finish(whole(laid, "Unit").act("Unit", "rush").move(Forward(6)))
    assert (play.rolls, play.unit("Unit").wounds) == ([], 0)


def test_pillars_make_who_they_halve_test() -> None:
    laid = beside("arcane_pillars", "Unit at 36,20 | Foe at 5,40", *PILLARS, seat=1, Unit=TOUGH)
    play = whole(laid, "Unit", by_reason({"Morale": 1, "": (6, 6)}))
    finish(play.act("Unit", "hold"))
    assert (play.unit("Unit").wounds, play.unit("Unit").fate) == (0, "destroyed")
    laid = beside("arcane_pillars", "Unit at 36,20 | Foe at 5,40", *PILLARS, seat=1, Unit=TOUGH)
    play = whole(laid, "Unit", by_reason({"Morale": 1, "": (4, 4)}))
    finish(play.act("Unit", "hold"))
    assert (play.unit("Unit").wounds, play.unit("Unit").shaken) == (4, True)


def test_a_banner_adds_to_fast_and_counts_where_the_unit_stood_when_it_was_activated() -> None:
    laid = beside("army_banner", "Unit at 36,15 | Foe at 36,44 face 180", Unit=regiment(size=5, rules=["Fast"]))
    play = acts(laid, "Unit").activate("Unit")
    reach = [moving.allowance(play.battle, play.unit("Unit"), action) for action in ("advance", "rush", "charge")]
    assert reach == [10.0, 20.0, 20.0]


def test_the_forge_helps_no_shot_from_overwatch() -> None:
    laid = beside("battle_forge", "Unit at 36,15 | Foe at 36,33 face 180", Unit=bows())
    also(laid.battle, "extra_actions")
    extra(acts(laid, "Unit"), "overwatch", "Unit")
    play = acts(laid, "Foe", {"to hit": 1}).act("Foe", "advance").move(Forward(2))
    play.choose(next(option.key for option in play.options if not option.passes))
    assert needs(play, "to hit") == [5]


def test_strider_ignores_the_barrier() -> None:
    line = "Unit at 50,30 face 270 | Foe at 5,40"
    laid = beside("defensive_barrier", line, (36.0, 30.0), seat=1, Unit=regiment(size=5, rules=["Strider"]))
    assert acts(laid, "Unit").act("Unit", "rush").move(Forward(9)).game.over


@pytest.mark.parametrize(("gap", "charges"), [(6.0, True), (7.0, False)])
def test_the_barrier_holds_up_charges_at_those_who_stand_by_it(gap: float, charges: bool) -> None:
    line = f"Unit at 36,15 | Foe at 36,{16 + gap} face 180"
    laid = beside("defensive_barrier", line, Foe=regiment(size=1))
    play = acts(laid, "Foe").activate("Foe")
    assert play.offers(target="Unit") is charges


def test_who_stays_by_the_tower_tests_when_activated_and_once() -> None:
    line = "Unit at 36,15 | Foe at 5,40"
    laid = beside("watch_tower", line, seat=1)
    play = acts(laid, "Unit", {"Dangerous": 3}).act("Unit", "advance").move(Forward(1))
    assert dice_for(finish(play), "Dangerous") == ["5D6"]


def test_the_icon_helps_the_charge_and_not_the_blows_that_are_struck_back() -> None:
    line = "Unit at 36,15 | Foe at 36,22 face 180"
    play = finish(acts(beside("icon_of_war", line), "Unit", {"to hit": 1, "Morale": 6}).charge("Unit", "Foe"))
    assert needs(play, "to hit") == [3, 4]
    play = finish(acts(beside("icon_of_war", line), "Foe", {"to hit": 1, "Morale": 6}).charge("Foe", "Unit"))
    assert needs(play, "to hit") == [4, 4]


def test_the_dome_is_no_help_in_melee_and_the_armory_is() -> None:
    line = "Unit at 36,15 | Foe at 36,22 face 180"
    for slug, need in (("protective_dome", 4), ("magic_armory", 3)):
        play = finish(clash(beside(slug, line), "Foe", "Unit", {"to hit": 6, "to block": 6, "Morale": 6}))
        assert needs(play, "to block")[0] == need


def test_the_armory_and_cover_add_up() -> None:
    line = "72x48 barricade 36,15 12x4 | Unit at 36,15 | Foe at 36,30 face 180"
    laid = beside("magic_armory", line, Foe=bows())
    assert needs(volley(laid, "Foe", "Unit", {"to hit": 6, "to block": 6}), "to block") == [2]


def test_the_armory_does_nothing_about_automatic_wounds() -> None:
    laid = beside("magic_armory", "Unit at 36,15 | Foe at 36,30 face 180")
    play = happen(laid, lambda battle: automatic_wounds(battle, find(battle, "Unit"), 2))
    assert play.unit("Unit").models == 3


@pytest.mark.parametrize(("y", "bonus"), [(23.5, 1), (24.6, 0)])
def test_the_relic_steadies_within_twelve_inches(y: float, bonus: int) -> None:
    laid = beside("faction_relic", f"Unit at 36,{y} | Foe at 36,44 face 180")
    depth = kind_of("faction_relic").size[1]
    far = y - 0.5 - 10 - depth / 2
    assert (far <= 12) is bool(bonus), f"the table is drawn for a piece of {depth}"
    assert made_test(laid.battle, laid.unit("Unit")).modifiers.total == bonus


def test_the_well_heals_a_shaken_unit_that_is_activated_and_only_if_the_owner_wants() -> None:
    line = "Unit at 36,15 | Foe at 36,30 face 180"
    for key, left in (("no", 3), ("yes", 1)):
        laid = beside("healing_well", line, Unit=TOUGH).set("Unit", shaken=True, wounds=3)
        play = acts(laid, "Unit", {"": 4})
        option = next(one for one in play.options if one.passes is (key == "no"))
        play.choose(option.key)
        assert play.unit("Unit").wounds == left


def test_the_well_does_nothing_for_the_unhurt_and_for_enemies() -> None:
    line = "Unit at 36,15 | Foe at 36,30 face 180"
    assert acts(beside("healing_well", line, Unit=TOUGH), "Unit").topic == "action"
    hurt = beside("healing_well", line, seat=1, Unit=TOUGH).set("Unit", wounds=3)
    assert acts(hurt, "Unit").topic == "action"


def test_a_shaken_unit_goes_through_the_gates_too() -> None:
    line = "Unit at 20,13.5 | Foe at 5,44 face 180"
    laid = beside("twin_voidgates", line, (20.0, 10.0), (40.0, 10.0)).set("Unit", shaken=True)
    play = whole(laid, "Unit")
    while not play.game.over and "gate" not in play.topic:
        play.decline()
    assert "gate" in play.topic


def test_both_sides_may_have_army_terrain_of_the_same_kind() -> None:
    laid = beside("faction_relic", "Unit at 36,15 | Foe at 36,30 face 180")
    lay(laid.battle, kind_of("faction_relic"), Pose(36, 36, 0))
    ours = Piece(0, "faction_relic", (Pose(36.0, 10.0, 0.0),))
    theirs = Piece(1, "faction_relic", (Pose(36.0, 36.0, 0.0),))
    optional.keep(laid.battle, "army_terrain", ArmyTerrain(placed=(ours, theirs)))
    for name in ("Unit", "Foe"):
        assert made_test(laid.battle, laid.unit(name)).modifiers.total == 1
