"""The shooting weapons of the patrols in play: their shots, Strength, Armour Penetration and extras."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Play, Table, draw, with_rules
from warhost.rulesets.essence_of_war.chapters.shooting.shooting import Shooters, shooters, weapon_of
from warhost.rulesets.essence_of_war.lists.patrols import entry, patrol
from warhost.rulesets.essence_of_war.shown.events import AttackResolved, UnitShot

WOOD = "36x48 hindering 18,{y} 10x2 | "


def table_at(
    name: str, away: float, *, moved: bool = False, wood: bool = False, target: str = "Ghouls", one: bool = True
) -> Table:
    """The shooters at 18,8 and the target's front that many inches from theirs; one of them stands for all."""
    army = next(p for p in ALL if any(e.name == name for e in patrol(p).entries))
    made, aimed = entry(patrol(army), name), next(e for p in ALL for e in patrol(p).entries if e.name == target)
    y = 8 + (made.base_depth if one else made.depth) / 2 + away + aimed.depth / 2
    few = " models=1 files=1" if one else ""
    line = f"{name} at 18,8{few} | 1 {target} at 18,{y} face 180"
    if wood:
        line = WOOD.format(y=y - aimed.depth / 2 - 1.5) + line
    table = draw(line)
    if moved:
        table.set(name, moved=True)
    return table


ALL = (
    *("Beast Herds", "Daemon Legions", "Dread Elves", "Dwarven Holds", "Empire of Sonnstahl", "Highborn Elves"),
    *("Infernal Dwarves", "Kingdom of Equitaine", "Ogre Khans", "Orcs and Goblins", "Saurian Ancients"),
    *("Sylvan Elves", "Undying Dynasties", "Vampire Covenant", "Vermin Swarm"),
)


def groups(table: Table, name: str, target: str = "Ghouls") -> list[Shooters]:
    unit = table.unit(name)
    armed = weapon_of(table.battle, unit)
    assert armed is not None
    return shooters(table.battle, unit, armed, table.unit(target))


def shot(name: str, away: float, *, moved: bool = False, wood: bool = False) -> tuple[int, int, int] | None:
    """What one model needs and hits with at that distance: Aim, Strength, Armour Penetration; None out of range."""
    found = groups(table_at(name, away, moved=moved, wood=wood), name)
    return (found[0].aim, found[0].strength, found[0].ap) if found else None


def fired(table: Table, name: str, *dice: tuple[int, ...]) -> Play:
    return table.play(dice=dice, phase="shooting").choose(unit=name)


def count(name: str) -> int:
    """How many models of the whole unit shoot at a target well in range."""
    return sum(group.count for group in groups(table_at(name, 5, one=False), name))


@pytest.mark.rule("eow.patrol.beast_herds.throwing_weapons")
def test_throwing_weapons() -> None:
    assert shot("Wildhorn Herd", 7, moved=True) == (5, 3, 0)
    assert shot("Wildhorn Herd", 7, wood=True) == (6, 3, 0)
    assert shot("Wildhorn Herd", 8.1) is None
    play = fired(table_at("Wildhorn Herd", 7), "Wildhorn Herd", (1, 1))
    assert play.rolls[0].dice == "2D6"


@pytest.mark.rule("eow.patrol.daemon_legions.energy_bolts")
def test_energy_bolts() -> None:
    assert shot("Imps", 13) == (5, 5, 0)
    assert shot("Imps", 12) == (4, 5, 0)
    assert shot("Imps", 13, moved=True, wood=True) == (7, 5, 0)
    assert shot("Imps", 24) == (5, 5, 0)
    assert shot("Imps", 24.1) is None


@pytest.mark.rule("eow.patrol.dread_elves.repeater_crossbow")
def test_repeater_crossbows_pierce_near_and_shoot_after_a_march() -> None:
    assert shot("Silexian Auxiliaries", 9) == (3, 3, 1)
    assert shot("Silexian Auxiliaries", 9.1) == (4, 3, 0)
    assert shot("Silexian Auxiliaries", 18.1) is None
    table = table_at("Silexian Auxiliaries", 8).set("Silexian Auxiliaries", moved=True, marched=True)
    play = fired(table, "Silexian Auxiliaries", (4, 3), (1,))
    assert (play.rolls[0].dice, play.rolls[0].need) == ("2D6", 4)
    assert play.rolls[1].dice == "1D6"


@pytest.mark.rule("eow.patrol.dwarven_holds.crossbow")
def test_crossbow() -> None:
    assert shot("Clan Marksmen", 15) == (4, 4, 1)
    assert shot("Clan Marksmen", 15.1) == (5, 4, 1)
    assert shot("Clan Marksmen", 15, moved=True, wood=True) == (6, 4, 1)
    assert shot("Clan Marksmen", 30.1) is None


@pytest.mark.rule("eow.patrol.empire_of_sonnstahl.handgun")
def test_handgun_wounds_and_pierces() -> None:
    assert shot("Handgunners", 12) == (4, 4, 2)
    assert shot("Handgunners", 24.1) is None
    assert shot("Handgunners", 13, moved=True) == (6, 4, 2)
    # Resilience 3 is wounded on 3+, Armour 3 less 2 saves on 6+.
    table = with_rules("Handgunners at 18,8 models=1 | Imperial Guard at 18,16 face 180", "Imperial Guard", (), arm=3)
    play = fired(table, "Handgunners", (4,), (3,), (5,))
    assert [roll.need for roll in play.rolls] == [4, 3, 6]
    assert play.unit("Imperial Guard").models == 14


@pytest.mark.rule("eow.patrol.highborn_elves.arandai_longbow")
def test_arandai_longbow() -> None:
    assert shot("Citizen Archers", 29) == (3, 3, 0)
    assert shot("Citizen Archers", 29, moved=True) == (4, 3, 0)
    assert shot("Citizen Archers", 30.1) is None
    table = draw("Citizen Archers at 18,8 models=15 | Ghouls at 18,20 face 180")
    assert sum(group.count for group in groups(table, "Citizen Archers")) == 15
    table = draw("Citizen Archers at 18,8 models=20 | Ghouls at 18,20 face 180")
    assert sum(group.count for group in groups(table, "Citizen Archers")) == 15


@pytest.mark.rule("eow.patrol.infernal_dwarves.flintlock_axe")
def test_flintlock_axe() -> None:
    assert shot("Citadel Guard", 9) == (3, 4, 2)
    assert shot("Citadel Guard", 9.5) == (4, 4, 2)
    assert shot("Citadel Guard", 9, moved=True, wood=True) == (5, 4, 2)
    assert shot("Citadel Guard", 18.1) is None


@pytest.mark.rule("eow.patrol.kingdom_of_equitaine.longbow")
def test_longbow_with_two_ranks() -> None:
    assert shot("Lowborn Archers", 15) == (4, 3, 0)
    assert shot("Lowborn Archers", 15.1, moved=True) == (6, 3, 0)
    assert shot("Lowborn Archers", 30.1) is None
    table = draw("Lowborn Archers at 18,8 models=15 | Ghouls at 18,20 face 180")
    assert sum(group.count for group in groups(table, "Lowborn Archers")) == 10


@pytest.mark.rule("eow.patrol.ogre_khans.hand_cannon")
def test_hand_cannon() -> None:
    assert shot("Bombardiers", 12, moved=True) == (4, 4, 2)
    assert shot("Bombardiers", 12.1, moved=True) == (5, 4, 2)
    assert shot("Bombardiers", 24.1) is None
    play = fired(table_at("Bombardiers", 10), "Bombardiers", (6,), (1, 1, 1, 1))
    assert (play.rolls[0].dice, play.rolls[1].dice) == ("D3+1", "4D6")


@pytest.mark.rule("eow.patrol.orcs_and_goblins.bow")
def test_bow_with_three_ranks() -> None:
    assert count("Goblin Rabble") == 15
    assert shot("Goblin Rabble", 12) == (4, 3, 0)
    assert shot("Goblin Rabble", 12.1, moved=True) == (6, 3, 0)
    assert shot("Goblin Rabble", 24.1) is None


@pytest.mark.rule("eow.patrol.saurian_ancients.poisoned_javelin")
def test_poisoned_javelins_wound_on_a_natural_6_to_hit() -> None:
    assert shot("Skink Hunters", 6, moved=True) == (4, 3, 0)
    assert shot("Skink Hunters", 6.1, moved=True) == (5, 3, 0)
    assert shot("Skink Hunters", 12.1) is None
    table = draw("Skink Hunters at 18,8 models=3 files=3 | Feudal Knights at 18,14 face 180")
    # One miss, one hit that fails to wound, and a 6: no wound roll for it, but armour and Aegis still save.
    play = fired(table, "Skink Hunters", (1, 5, 6), (1,), (1,), (5,))
    assert [roll.dice for roll in play.rolls] == ["3D6", "1D6", "1D6", "1D6"]
    assert [roll.why.partition(": ")[2] for roll in play.rolls] == ["to hit", "To-Wound", "Armour Save", "Aegis Save"]
    assert play.told(AttackResolved)[0].wounds == 1
    assert play.unit("Feudal Knights").models == 5


@pytest.mark.rule("eow.patrol.sylvan_elves.sylvan_longbow")
def test_sylvan_longbow_is_stronger_near() -> None:
    assert shot("Sylvan Archers", 14, moved=True) == (3, 4, 1)
    assert shot("Sylvan Archers", 15, moved=True) == (3, 4, 1)
    assert shot("Sylvan Archers", 16, moved=True) == (4, 3, 1)
    assert shot("Sylvan Archers", 30.1) is None
    # A lone Druid has no ranks and shoots all the same (EOW-R128).
    assert shot("Druid", 14) == (3, 4, 1)


@pytest.mark.rule("eow.patrol.undying_dynasties.aspen_bow")
def test_aspen_bow_knows_no_penalties() -> None:
    assert shot("Skeleton Archers", 23, moved=True, wood=True) == (5, 3, 0)
    assert shot("Skeleton Chariots", 23, moved=True, wood=True) == (5, 3, 0)
    assert shot("Skeleton Archers", 24.1) is None
    assert count("Skeleton Archers") == 15


@pytest.mark.rule("eow.patrol.vermin_swarm.rotary_gun")
def test_rotary_gun() -> None:
    assert shot("Murmillo Brutes", 9, moved=True) == (4, 4, 2)
    assert shot("Murmillo Brutes", 9.1, moved=True) == (5, 4, 2)
    assert shot("Murmillo Brutes", 18.1) is None
    play = fired(table_at("Murmillo Brutes", 8, one=False), "Murmillo Brutes", (1, 6), (1,) * 6)
    assert (play.rolls[0].dice, play.told(UnitShot)[0].shots) == ("2D3+2", 6)


@pytest.mark.rule("eow.patrol.vermin_swarm.sling")
def test_sling_is_stronger_near() -> None:
    assert shot("Vermin Velites", 17, moved=True) == (4, 3, 0)
    assert shot("Vermin Velites", 9, moved=True) == (4, 4, 0)
    assert shot("Vermin Velites", 9, wood=True) == (5, 4, 0)
    assert shot("Vermin Velites", 18.1) is None
    assert count("Vermin Velites") == 10


@pytest.mark.rule("eow.patrol.beast_herds.throwing_weapons", "eow.patrol.daemon_legions.energy_bolts")
@pytest.mark.rule("eow.patrol.dread_elves.repeater_crossbow", "eow.patrol.dwarven_holds.crossbow")
@pytest.mark.rule("eow.patrol.empire_of_sonnstahl.handgun", "eow.patrol.highborn_elves.arandai_longbow")
@pytest.mark.rule("eow.patrol.infernal_dwarves.flintlock_axe", "eow.patrol.kingdom_of_equitaine.longbow")
@pytest.mark.rule("eow.patrol.ogre_khans.hand_cannon", "eow.patrol.orcs_and_goblins.bow")
@pytest.mark.rule("eow.patrol.saurian_ancients.poisoned_javelin", "eow.patrol.sylvan_elves.sylvan_longbow")
@pytest.mark.rule("eow.patrol.undying_dynasties.aspen_bow", "eow.patrol.vermin_swarm.sling")
@pytest.mark.rule("eow.patrol.vermin_swarm.rotary_gun")
@pytest.mark.parametrize(
    ("shooter", "dice"),
    [
        *((name, "2D6") for name in ("Wildhorn Herd", "Silexian Auxiliaries")),
        *((name, "1D6") for name in ("Imps", "Clan Marksmen", "Handgunners", "Citizen Archers", "Citadel Guard")),
        *((name, "1D6") for name in ("Lowborn Archers", "Goblin Rabble", "Skink Hunters", "Skink Veteran on Pteradon")),
        *((name, "1D6") for name in ("Druid", "Sylvan Archers", "Skeleton Archers", "Skeleton Chariots")),
        ("Vermin Velites", "1D6"),
        *((name, "D3+1") for name in ("Bombardiers", "Murmillo Brutes")),
    ],
)
def test_a_model_makes_the_shots_of_its_weapon(shooter: str, dice: str) -> None:
    play = fired(table_at(shooter, 7), shooter, *((1,) * 2 if dice == "2D6" else (1,), (1, 1)))
    assert play.rolls[0].dice == dice
