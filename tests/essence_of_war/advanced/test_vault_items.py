"""The enchantments of the Vault that have nothing to do with magic (The Vault)."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Fall, Play, Table, draw
from warhost.rulesets.essence_of_war.chapters.damage.damage import aegis_save, armour_save, to_wound
from warhost.rulesets.essence_of_war.chapters.general.discipline import nominated, prepare
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_attack, special_attack
from warhost.rulesets.essence_of_war.core.battle import Effect, Settings
from warhost.rulesets.essence_of_war.core.moments import SpecialAttack
from warhost.rulesets.essence_of_war.core.values import rate, value
from warhost.rulesets.essence_of_war.rules.special_rules import Support
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Arc, Pose

ADVANCED = Settings(mode="advanced")


def armed(item: str, rest: str = "Ghouls at 18,20 face 180") -> Table:
    table = draw(f"Marshal + {item} at 18,10 | {rest}", settings=ADVANCED, phase="melee")
    return table.change("Ghouls", []).fight("Marshal", "Ghouls")


def strike(item: str, dice: dict[str, Fall]) -> Play:
    return armed(item).play({"Ghouls Melee Attacks: to hit": 1, **dice, "": 1})


def apart(table: Table, mover: str, gap: float) -> Table:
    """Put a unit so far to the right of the Marshal."""
    there = boundary(table.battle, table.unit("Marshal"))
    width = boundary(table.battle, table.unit(mover)).width
    table.unit(mover).pose = Pose(there.x + there.width / 2 + gap + width / 2, there.y, 0.0)
    return table


@pytest.mark.rule("eow.vault.weapon.eldrich_inscriptions")
def test_eldrich_inscriptions_roll_failed_wounds_again() -> None:
    game = strike("Eldrich Inscriptions", {"to hit": 6, "To-Wound again": 6, "To-Wound": 1})
    again = [roll for roll in game.rolls if "To-Wound again by Eldrich Inscriptions" in roll.why]
    assert [roll.dice for roll in again] == ["3D6"]


@pytest.mark.rule("eow.vault.weapon.touch_of_greatness")
def test_touch_of_greatness_makes_blows_stronger() -> None:
    for item, expected in (("Touch of Greatness", (6, 3)), ("Cleansing Light", (5, 2))):
        table = armed(item)
        attack = normal_attack(table.battle, table.unit("Marshal"), table.unit("Ghouls"), 1, Arc.FRONT)
        assert (attack.strength, attack.ap) == expected


@pytest.mark.rule("eow.vault.weapon.touch_of_greatness", "eow.vault.weapon.eldrich_inscriptions")
@pytest.mark.parametrize("item", ["Touch of Greatness", "Eldrich Inscriptions"])
def test_enchanted_weapons_do_nothing_for_special_attacks(item: str) -> None:
    table = armed(item)
    own = SpecialAttack(source=Support(), agility=0, hits="1", strength=4, ap=1)
    attack = special_attack(table.battle, table.unit("Marshal"), table.unit("Ghouls"), own, 1, Arc.FRONT)
    assert (attack.strength, attack.ap, attack.wounds_rerolled_by) == (4, 1, None)


@pytest.mark.rule("eow.vault.weapon.cleansing_light")
def test_cleansing_light_rolls_passed_aegis_saves_again() -> None:
    table = armed("Cleansing Light").change("Ghouls", [], aeg=4)
    game = table.play(
        {"Ghouls Melee Attacks: to hit": 1, "to hit": 6, "To-Wound": 6, "Aegis Save again": 2, "Aegis": 5, "": 1}
    )
    assert game.told(events.HealthLost)[0].health == 3


@pytest.mark.rule("eow.vault.weapon.shield_breaker")
def test_shield_breaker_pierces_but_never_wounds_on_two() -> None:
    table = armed("Shield Breaker").change("Ghouls", [], res=1, arm=5)
    attack = normal_attack(table.battle, table.unit("Marshal"), table.unit("Ghouls"), 1, Arc.FRONT)
    assert (attack.ap, to_wound(table.battle, attack), armour_save(table.battle, attack)) == (8, 3, None)
    game = strike("Shield Breaker", {"to hit": 6, "To-Wound": 2})
    assert not [event for event in game.told(events.HealthLost) if event.unit == game.unit("Ghouls").id]


@pytest.mark.rule("eow.vault.weapon.supernatural_dexterity")
def test_supernatural_dexterity_adds_skill_and_agility() -> None:
    table = armed("Supernatural Dexterity")
    marshal = table.unit("Marshal")
    assert (value(table.battle, marshal, "off"), value(table.battle, marshal, "agi")) == (7, 7)
    table.change("Marshal", [], agi=0)
    assert value(table.battle, marshal, "agi") == 0


def aegis(table: Table) -> int | None:
    attack = normal_attack(table.battle, table.unit("Ghouls"), table.unit("Marshal"), 1, Arc.FRONT)
    best = aegis_save(attack)
    return None if best is None else best[0]


@pytest.mark.rule("eow.vault.armour.destinys_call")
def test_destinys_call_saves_and_sets_armour_for_good() -> None:
    table = armed("on Horse + Destiny's Call")
    assert table.battle.profile(table.unit("Marshal")).arm == 5
    assert (value(table.battle, table.unit("Marshal"), "arm"), aegis(table)) == (3, 4)
    table.set("Marshal", effects=(Effect("Word of Iron", 0, 0),))
    assert value(table.battle, table.unit("Marshal"), "arm") == 3


@pytest.mark.rule("eow.vault.armour.armour_of_shielding")
def test_armour_of_shielding_saves_on_five() -> None:
    table = armed("Armour of Shielding")
    assert aegis(table) == 5
    table.change("Marshal", [], aeg=4)
    assert aegis(table) == 4


@pytest.mark.rule("eow.vault.armour.essence_of_mithril")
def test_essence_of_mithril_sets_armour_to_five() -> None:
    table = armed("Essence of Mithril").change("Marshal", [], arm=0)
    assert value(table.battle, table.unit("Marshal"), "arm") == 5
    table.set("Marshal", effects=(Effect("Word of Iron", 0, 0),))
    assert value(table.battle, table.unit("Marshal"), "arm") == 5
    assert value(table.battle, table.unit("Marshal"), "res") == 4


@pytest.mark.rule("eow.vault.armour.hardening_infusion")
@pytest.mark.parametrize(("arm", "hardened"), [(4, 5), (5, 5), (0, 1)])
def test_hardening_infusion_adds_armour_up_to_five(arm: int, hardened: int) -> None:
    table = armed("Hardening Infusion").change("Marshal", [], arm=arm)
    assert value(table.battle, table.unit("Marshal"), "arm") == hardened


BANNER = "Marshal + {} at 6,10 | Handgunners at 18,10 | Ghouls at 18,44 face 180"


@pytest.mark.rule("eow.vault.banner.banner_of_speed")
@pytest.mark.parametrize(("gap", "flees", "rates"), [(6.0, False, (5, 10)), (6.1, False, (4, 8)), (1.0, True, (4, 8))])
def test_the_banner_of_speed_hastens_friends(gap: float, flees: bool, rates: tuple[int, int]) -> None:
    table = apart(draw(BANNER.format("Banner of Speed"), settings=ADVANCED), "Handgunners", gap)
    table.set("Marshal", fleeing=flees)
    guns = table.unit("Handgunners")
    assert (rate(table.battle, guns, "adv"), rate(table.battle, guns, "mar")) == rates
    assert rate(table.battle, table.unit("Ghouls"), "mar") == 8
    # Who is not on the table is near no banner.
    guns.pose = None
    assert rate(table.battle, guns, "mar") == 8


@pytest.mark.rule("eow.vault.banner.banner_of_speed")
def test_a_charge_keeps_the_rate_of_its_declaration() -> None:
    line = "Marshal + Banner of Speed at 6,10 | Handgunners at 18,10 | Ghouls at 18,20 face 180 models=5"
    table = apart(draw(line, settings=ADVANCED), "Handgunners", 3.0).change("Ghouls", [])
    guns = table.unit("Handgunners")
    assert guns.pose is not None
    table.unit("Ghouls").pose = Pose(guns.pose.x, 20.0, 180.0)
    game = table.play({"Charge Range": 1, "": 1}).choose(unit="Handgunners", target="Ghouls")
    game.unit("Marshal").fleeing = True
    game.choose("hold")
    game.until("move charger") if game.topic == "declare charge" else None
    while not game.told(events.ChargeRangeRolled):
        game.decline()
    assert game.told(events.ChargeRangeRolled)[0].inches == 2 + 5


@pytest.mark.rule("eow.vault.banner.battle_standard", "eow.special.rally_around_the_flag")
@pytest.mark.parametrize(("gap", "again"), [(12.0, True), (12.1, False)])
def test_the_battle_standard_rallies(gap: float, again: bool) -> None:
    table = apart(draw(BANNER.format("Battle Standard"), settings=ADVANCED), "Handgunners", gap)
    for kind in ("break", "panic", "rally"):
        test = prepare(table.battle, table.unit("Handgunners"), kind)
        assert (test.rerolled_by is not None) is again


@pytest.mark.rule("eow.vault.banner.banner_of_discipline")
@pytest.mark.parametrize(("gap", "flees", "again"), [(6.0, False, True), (6.1, False, False), (1.0, True, False)])
def test_the_banner_of_discipline_helps_against_panic(gap: float, flees: bool, again: bool) -> None:
    table = apart(draw(BANNER.format("Banner of Discipline"), settings=ADVANCED), "Handgunners", gap)
    table.set("Marshal", fleeing=flees)
    assert (prepare(table.battle, table.unit("Handgunners"), "panic").rerolled_by is not None) is again
    assert prepare(table.battle, table.unit("Handgunners"), "break").rerolled_by is None


@pytest.mark.rule("eow.vault.artefact.signet_of_command")
@pytest.mark.parametrize(("dis", "commanded"), [(7, 8), (8, 9), (9, 9)])
def test_the_signet_of_command_lifts_discipline_to_nine_at_most(dis: int, commanded: int) -> None:
    table = armed("Signet of Command").change("Marshal", [], dis=dis)
    assert value(table.battle, table.unit("Marshal"), "dis") == commanded


@pytest.mark.rule("eow.vault.artefact.crown_of_autocracy", "eow.diff.general")
@pytest.mark.parametrize(
    ("bought", "gap", "rules", "lends"),
    [
        ("Crown of Autocracy + General", 15.0, None, True),
        ("Crown of Autocracy + General", 15.1, None, False),
        ("Crown of Autocracy", 3.0, None, True),
        ("Crown of Autocracy", 3.1, None, False),
        ("Crown of Autocracy", 18.0, ['Commanding Presence (17")'], True),
        ("Crown of Autocracy", 18.1, ['Commanding Presence (17")'], False),
    ],
)
def test_the_crown_of_autocracy_carries_farther(bought: str, gap: float, rules: list[str] | None, lends: bool) -> None:
    table = apart(draw(BANNER.format(bought), settings=ADVANCED), "Handgunners", gap)
    if rules is not None:
        table.change("Marshal", rules)
    assert (nominated(table.battle, table.unit("Handgunners"))[0] == 9) is lends


@pytest.mark.rule("eow.vault.artefact.dragon_staff")
def test_the_dragon_staff_breathes_once() -> None:
    table = draw("Marshal + Dragon Staff at 18,10 | Ghouls at 18,15 face 180", settings=ADVANCED).change("Ghouls", [])
    game = table.play({"shots": 6, "": 1}, phase="shooting").choose(unit="Marshal", target="Ghouls")
    assert game.told(events.UnitShot)[0].shots == 6
    # Strength 4 against Resilience 4.
    assert {roll.need for roll in game.rolls if "Dragon Staff: To-Wound" in roll.why} == {4}
    assert game.unit("Marshal").used == ("Dragon Staff",)
