"""Preparing an army: what may be bought, combined and joined, and which lists may be played."""

from __future__ import annotations

import msgspec
import pytest

from warhost.errors import WarhostError
from warhost.muster.checking.roster import Budget
from warhost.muster.files.army_text import DataError
from warhost.rulesets.regiments.core import (
    DEFAULT_BASES,
    SCALE_BASES,
    ArmyList,
    Group,
    Kind,
    Regiment,
    UnitEntry,
    Upgrade,
    Weapon,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.limits import bounds
from warhost.rulesets.regiments.lists.profile_text import parse_profile, parse_weapon
from warhost.rulesets.regiments.lists.rosters import GAME_SIZES, base_problems, build, check, combine, join
from warhost.table import distance, rect

SWORD = Weapon("Sword", None, 1)
SPEAR = Weapon("Spear", None, 1, (RuleText("Counter"),))
HALBERD = Weapon("Halberd", None, 1, (RuleText("Rending"),))
COMMAND = tuple(
    Upgrade(name=name, cost=cost, rules=(RuleText(name),), models=1)
    for name, cost in (("Sergeant", 5), ("Musician", 10), ("Banner", 10))
)
INFANTRYMEN = UnitEntry(
    faction="Realm",
    name="Infantrymen",
    size=10,
    quality=5,
    defense=5,
    cost=130,
    kind="infantry",
    base=(20, 20),
    weapons=(SWORD,),
    upgrades=(
        *COMMAND,
        Upgrade(name="Spears", cost=10, replaces=("Sword",), weapons=(SPEAR,)),
        Upgrade(name="Halberds", cost=15, replaces=("Sword",), weapons=(HALBERD,)),
        Upgrade(name="Axe", cost=5, replaces=("Sword",), weapons=(Weapon("Axe", None, 2),), models=1, most=2),
        Upgrade(name="Drill", cost=20, rules=(RuleText("Fearless"),), choose="training"),
        Upgrade(name="Scouting", cost=20, rules=(RuleText("Scout"),), choose="training"),
    ),
)


def unit(name: str, size: int = 10, cost: int = 100, *rules: str, faction: str = "Realm") -> Regiment:
    """A unit of a test."""
    return Regiment(
        faction=faction,
        name=name,
        quality=4,
        defense=4,
        cost=cost,
        base=(20, 20),
        groups=(Group(size, (SWORD,)),),
        rules=tuple(RuleText.parse(rule) for rule in rules),
    )


def army(*regiments: Regiment, limit: int = 1500) -> ArmyList:
    return ArmyList(name="Army", limit=limit, regiments=regiments)


def rules_of(list_: ArmyList, points: int | None = None, force_organisation: bool = False) -> list[str | None]:
    """The rules behind the problems of a list."""
    limit = None if points is None else Budget(points)
    return [problem.rule for problem in check(list_, limit, force_organisation)]


@pytest.mark.rule("aofr.stats.profile")
def test_a_profile_holds_size_quality_defense_equipment_rules_and_cost() -> None:
    infantry = parse_profile("Infantrymen [10] Qua 5+ Def 4+, Hand Weapon (A1), Fear(2), 130pts")
    assert (infantry.name, infantry.size, infantry.quality, infantry.defense) == ("Infantrymen", 10, 5, 4)
    assert infantry.cost == 130
    assert infantry.groups[0].weapons == (Weapon("Hand Weapon", None, 1),)
    assert infantry.rules == (RuleText("Fear", 2),)


@pytest.mark.parametrize(
    "text", ["Infantrymen Qua 5+ Def 4+, 130pts", "Infantrymen [10] Qua 5+ Def 4+, Sword (A1)", "x"]
)
def test_a_profile_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(WarhostError, match=r"cannot be read.*aofr\.stats\.profile"):
        parse_profile(text)


@pytest.mark.rule("aofr.weapon.profile")
@pytest.mark.parametrize(
    ("text", "weapon"),
    [
        ('Heavy Rifle (24", A1, AP(1))', Weapon("Heavy Rifle", 24, 1, (RuleText("AP", 1),))),
        ("Halberd (A1, Rending)", Weapon("Halberd", None, 1, (RuleText("Rending"),))),
        ("2x Claws (A3)", Weapon("Claws", None, 3, (), 2)),
        ('Bow (18", A2, Blast(3), Indirect)', Weapon("Bow", 18, 2, (RuleText("Blast", 3), RuleText("Indirect")))),
    ],
)
def test_a_weapon_is_written_name_range_attacks_rules(text: str, weapon: Weapon) -> None:
    assert parse_weapon(text) == weapon
    assert str(weapon) == text


@pytest.mark.parametrize("text", ["Sword", "Sword ()", 'Bow (24")', "Tough(3)"])
def test_a_weapon_without_attacks_is_none(text: str) -> None:
    with pytest.raises(WarhostError, match="cannot be read"):
        parse_weapon(text)


@pytest.mark.parametrize(
    ("text", "name", "rating"),
    [("AP(1)", "AP", 1), ("Fast", "Fast", None), ("Tough (3)", "Tough", 3), ("Scopes(Sniper)", "Scopes(Sniper)", None)],
)
def test_a_rule_has_a_name_and_perhaps_a_number(text: str, name: str, rating: int | None) -> None:
    assert RuleText.parse(text) == RuleText(name, rating)
    assert RuleText.parse(str(RuleText(name, rating))) == RuleText(name, rating)


@pytest.mark.rule("aofr.army.points_limit")
@pytest.mark.parametrize(("cost", "legal"), [(750, True), (755, False)])
def test_a_list_costs_at_most_the_game_size(cost: int, legal: bool) -> None:
    assert (check(army(unit("Guard", cost=cost), limit=750)) == []) == legal


@pytest.mark.rule("aofr.army.points_limit")
def test_without_an_agreed_size_there_is_no_limit() -> None:
    assert rules_of(army(unit("Guard", cost=9000), limit=0), force_organisation=True) == []


@pytest.mark.rule("aofr.army.points_limit")
def test_upgrades_and_joined_heroes_count_for_the_limit() -> None:
    host = join(build(INFANTRYMEN, ["Spears", "Banner"]), unit("Hero", 1, 60, "Hero"))
    assert army(host).points == 130 + 10 + 10 + 60
    assert rules_of(army(host, limit=209)) == ["aofr.army.points_limit"]
    assert rules_of(army(host), points=209) == ["aofr.army.points_limit"]


@pytest.mark.rule("aofr.army.game_sizes")
def test_the_book_suggests_two_game_sizes() -> None:
    assert (GAME_SIZES["starter"], GAME_SIZES["full"]) == (750, 1500)


@pytest.mark.rule("aofr.army.mixed_factions")
def test_units_of_several_armies_may_fight_together() -> None:
    mixed = army(unit("Guard"), unit("Wolves", faction="Wild"))
    assert mixed.factions == ("Realm", "Wild")
    assert check(mixed, force_organisation=True) == []


@pytest.mark.rule("aofr.army.no_unit_limit")
def test_without_force_organisation_only_points_count() -> None:
    twelve = army(*[unit("Guard", cost=60)] * 12, limit=750)
    assert check(twelve) == []
    assert "aofr.army.fo_copies" in rules_of(twelve, force_organisation=True)


@pytest.mark.rule("aofr.army.fo_heroes")
@pytest.mark.parametrize(("size", "most"), [(1500, 4), (1100, 2), (749, 1), (300, 1)])
def test_one_hero_for_each_full_375_points(size: int, most: int) -> None:
    def heroes(count: int) -> list[str | None]:
        each = [unit(f"Hero {number}", 1, 10, "Hero") for number in range(count)]
        return rules_of(army(*each), size, force_organisation=True)

    assert "aofr.army.fo_heroes" not in heroes(most)
    assert "aofr.army.fo_heroes" in heroes(most + 1)


@pytest.mark.rule("aofr.army.fo_heroes")
def test_heroes_that_joined_a_unit_count() -> None:
    hosts = [join(unit(f"Guard {n}", 10, 20), unit(f"Hero {n}", 1, 10, "Hero")) for n in range(3)]
    assert "aofr.army.fo_heroes" in rules_of(army(*hosts), 1100, force_organisation=True)


@pytest.mark.rule("aofr.army.fo_copies")
@pytest.mark.parametrize(("size", "most"), [(1500, 3), (750, 2), (749, 1)])
def test_one_copy_and_one_more_for_each_full_750_points(size: int, most: int) -> None:
    assert "aofr.army.fo_copies" not in rules_of(army(*[unit("Guard", cost=9)] * most), size, True)
    assert "aofr.army.fo_copies" in rules_of(army(*[unit("Guard", cost=9)] * (most + 1)), size, True)


@pytest.mark.rule("aofr.army.fo_combined_counts_one")
def test_a_combined_unit_is_one_copy() -> None:
    single = build(INFANTRYMEN)
    assert rules_of(army(combine(single, single), single, single), 1500, True) == []
    assert "aofr.army.fo_copies" in rules_of(army(single, single, single, single), 1500, True)


@pytest.mark.rule("aofr.army.fo_unit_cost")
@pytest.mark.parametrize(("cost", "legal"), [(525, True), (530, False)])
def test_no_unit_costs_more_than_35_percent(cost: int, legal: bool) -> None:
    assert ("aofr.army.fo_unit_cost" not in rules_of(army(unit("Giant", 1, cost)), 1500, True)) == legal


@pytest.mark.rule("aofr.army.fo_unit_cost")
def test_a_combined_unit_costs_the_sum_and_its_hero_is_apart() -> None:
    dear = unit("Guard", cost=270)
    assert "aofr.army.fo_unit_cost" in rules_of(army(combine(dear, dear)), 1500, True)
    host = join(unit("Guard", cost=500), unit("Hero", 1, 60, "Hero"))
    assert rules_of(army(host), 1500, True) == []


@pytest.mark.rule("aofr.army.fo_unit_count")
@pytest.mark.parametrize(("size", "most"), [(1500, 10), (1499, 9), (100, 1)])
def test_one_unit_for_each_full_150_points(size: int, most: int) -> None:
    units = [unit(f"Guard {number}", cost=5) for number in range(most + 1)]
    assert "aofr.army.fo_unit_count" not in rules_of(army(*units[:most]), size, True)
    assert "aofr.army.fo_unit_count" in rules_of(army(*units), size, True)


@pytest.mark.rule("aofr.army.combine_units")
def test_two_copies_of_a_unit_make_one_of_double_size() -> None:
    both = combine(build(INFANTRYMEN, ["Banner"]), build(INFANTRYMEN))
    assert (both.size, both.cost, both.combined) == (20, 270, True)
    assert sorted(group.count for group in both.groups) == [1, 19]


@pytest.mark.rule("aofr.army.combine_units")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (unit("Giant", 1), unit("Giant", 1)),
        (unit("Guard"), unit("Watch")),
        (unit("Guard", 10), unit("Guard", 5)),
        (unit("Guard"), unit("Guard", faction="Wild")),
    ],
)
def test_single_models_and_different_units_are_not_combined(first: Regiment, second: Regiment) -> None:
    with pytest.raises(DataError, match=r"aofr\.army\.combine_units"):
        combine(first, second)


@pytest.mark.rule("aofr.army.combine_units")
def test_two_models_are_enough_for_a_unit_of_several() -> None:
    assert combine(unit("Trolls", 2), unit("Trolls", 2)).size == 4


@pytest.mark.rule("aofr.army.combine_units")
@pytest.mark.parametrize(("size", "legal"), [(2, False), (3, False), (4, True), (5, False), (20, True)])
def test_a_list_cannot_call_combined_what_is_not_twice_a_unit(size: int, legal: bool) -> None:
    told = msgspec.structs.replace(unit("Guard", size), combined=True)
    assert rules_of(army(told)) == ([] if legal else ["aofr.army.combine_units"])


@pytest.mark.rule("aofr.army.combine_units", "aofr.special.hero.join")
def test_a_combined_unit_keeps_the_one_hero_that_it_may_have() -> None:
    alone, led = unit("Guard"), join(unit("Guard"), unit("Hero", 1, 50, "Hero"))
    assert combine(alone, led).hero == combine(led, alone).hero == led.hero
    assert combine(alone, alone).hero is None
    with pytest.raises(DataError, match="a hero already"):
        combine(led, led)


@pytest.mark.rule("aofr.army.combine_only_two")
def test_three_copies_are_not_combined() -> None:
    skeletons = unit("Skeletons", 5)
    with pytest.raises(DataError, match=r"aofr\.army\.combine_only_two"):
        combine(skeletons, skeletons, skeletons)
    with pytest.raises(DataError, match=r"aofr\.army\.combine_only_two"):
        combine(combine(skeletons, skeletons), skeletons)


@pytest.mark.rule("aofr.army.combine_upgrades")
def test_upgrades_for_all_models_must_be_bought_for_both() -> None:
    spears, halberds = build(INFANTRYMEN, ["Spears"]), build(INFANTRYMEN, ["Halberds"])
    with pytest.raises(DataError, match=r"one has Spears, the other Halberds \(aofr\.army\.combine_upgrades\)"):
        combine(spears, halberds)
    assert combine(spears, spears).size == 20


@pytest.mark.rule("aofr.army.combine_upgrades")
@pytest.mark.parametrize(
    "other",
    [
        unit("Guard", 10, 100, "Fearless"),
        msgspec.structs.replace(unit("Guard"), quality=3),
        msgspec.structs.replace(unit("Guard"), defense=3),
        msgspec.structs.replace(unit("Guard"), base=(25, 25)),
    ],
)
def test_copies_that_differ_in_what_all_models_have_are_not_combined(other: Regiment) -> None:
    with pytest.raises(DataError, match=r"aofr\.army\.combine_upgrades"):
        combine(unit("Guard"), other)


@pytest.mark.rule("aofr.army.combine_upgrades")
def test_a_combined_unit_names_what_was_bought_for_all_once() -> None:
    both = combine(build(INFANTRYMEN, ["Spears", "Banner"]), build(INFANTRYMEN, ["Spears", "Musician"]))
    assert both.upgrades == ("Spears", "Banner", "Musician")


@pytest.mark.rule("aofr.army.combine_upgrades")
def test_what_single_models_may_have_both_copies_of_a_combined_unit_may_have() -> None:
    assert build(INFANTRYMEN, ["Axe"] * 4, combined=True).cost == 2 * 130 + 4 * 5
    for names, says in ((["Axe"] * 5, "4 times, not 5"), (["Spears"] * 2, "once, not 2")):
        with pytest.raises(DataError, match=says):
            build(INFANTRYMEN, names, combined=True)


@pytest.mark.rule("aofr.army.combine_upgrades")
def test_a_combined_unit_pays_twice_for_what_all_models_have() -> None:
    both = build(INFANTRYMEN, ["Spears", "Banner"], combined=True)
    assert both.cost == 2 * (130 + 10) + 10
    assert {weapon.name for group in both.groups for weapon in group.weapons} == {"Spear"}


def test_upgrades_of_single_models_may_differ() -> None:
    both = combine(build(INFANTRYMEN, ["Axe"]), build(INFANTRYMEN, ["Axe", "Axe"]))
    assert sum(group.count for group in both.groups if group.name == "Axe") == 3


@pytest.mark.rule("aofr.command.limit")
@pytest.mark.parametrize("command", ["Sergeant", "Musician", "Banner"])
def test_a_unit_has_one_model_of_each_command_at_most(command: str) -> None:
    one, two = build(INFANTRYMEN, [command]), build(INFANTRYMEN, [command, command], combined=True)
    assert rules_of(army(one)) == []
    assert rules_of(army(two)) == ["aofr.command.limit"]
    assert rules_of(army(combine(one, one))) == ["aofr.command.limit"]


@pytest.mark.rule("aofr.command.limit")
def test_a_unit_may_have_all_three_commands() -> None:
    full = build(INFANTRYMEN, ["Sergeant", "Musician", "Banner"])
    assert rules_of(army(full)) == []
    armed = build(INFANTRYMEN, ["Axe", "Sergeant"])
    assert [group.name for group in armed.groups] == ["Sergeant", "Axe", ""]
    assert [(group.name, group.count) for group in full.groups] == [
        ("Sergeant", 1),
        ("Musician", 1),
        ("Banner", 1),
        ("", 7),
    ]


@pytest.mark.rule("aofr.special.hero.join")
def test_a_hero_of_up_to_tough_6_joins_a_unit() -> None:
    host = join(unit("Guard"), unit("Hero", 1, 50, "Hero", "Tough(6)"))
    assert check(army(host)) == []
    assert (host.size, host.starting_size, host.points) == (10, 11, 150)
    assert join(unit("Trolls", 2), unit("Hero", 1, 50, "Hero")).starting_size == 3


@pytest.mark.rule("aofr.special.hero.join")
@pytest.mark.parametrize(
    ("host", "hero", "says"),
    [
        (unit("Guard"), unit("Hero", 1, 50, "Hero", "Tough(7)"), r"up to Tough\(6\), and it has Tough\(7\)"),
        (unit("Giant", 1), unit("Hero", 1, 50, "Hero"), "a unit of several models"),
        (unit("Guard"), unit("Wolf", 1, 50), "only a single Hero"),
        (unit("Guard"), unit("Twins", 2, 50, "Hero"), "only a single Hero"),
        (
            unit("Guard"),
            msgspec.structs.replace(unit("Hero", 1, 50, "Hero"), hero=unit("Squire", 1, 5, "Hero")),
            "only a single Hero",
        ),
        (unit("Champions", 3, 90, "Hero"), unit("Hero", 1, 50, "Hero"), "a hero among its models"),
    ],
)
def test_who_may_not_join_is_told(host: Regiment, hero: Regiment, says: str) -> None:
    with pytest.raises(DataError, match=says):
        join(host, hero)
    assert rules_of(army(msgspec.structs.replace(host, hero=hero))) == ["aofr.special.hero.join"]


@pytest.mark.rule("aofr.special.hero.join")
def test_a_second_hero_may_not_join() -> None:
    host = join(unit("Guard"), unit("Hero", 1, 50, "Hero"))
    with pytest.raises(DataError, match="a hero already"):
        join(host, unit("Other", 1, 50, "Hero"))


@pytest.mark.parametrize(
    ("bought", "says"),
    [
        (["Spaers"], 'upgrade "Spaers" is unknown. Did you mean "Spears"?'),
        (["Spears", "Halberds"], '"Halberds" replaces Sword, but no model has it any more.'),
        (["Axe"] * 3, '"Axe" may be bought twice, not 3 times.'),
        (["Spears", "Axe"], '"Axe" replaces Sword, but no model has it any more.'),
        (["Spears", "Drill", "Scouting"], r"Drill and Scouting are one choice (training): take one of them."),
        (
            ["Wings"],
            'upgrade "Wings" is unknown. '
            "It may have Sergeant, Musician, Banner, Spears, Halberds, Axe, Drill, Scouting.",
        ),
    ],
)
def test_what_cannot_be_bought_is_told(bought: list[str], says: str) -> None:
    with pytest.raises(DataError) as error:
        build(INFANTRYMEN, bought)
    assert error.value.problems == (says,)


def test_an_upgrade_may_change_quality_and_defense() -> None:
    veterans = Upgrade(name="Veterans", cost=30, quality=3, defense=3)
    entry = msgspec.structs.replace(INFANTRYMEN, upgrades=(veterans,))
    assert [(r.quality, r.defense) for r in (build(entry), build(entry, ["Veterans"]))] == [(5, 5), (3, 3)]


def test_a_new_weapon_comes_where_the_old_one_was() -> None:
    riders = msgspec.structs.replace(INFANTRYMEN, weapons=(SWORD, Weapon("Hooves", None, 1)))
    assert [weapon.name for weapon in build(riders, ["Spears"]).groups[0].weapons] == ["Spear", "Hooves"]


def test_rules_with_a_number_add_up() -> None:
    beast = msgspec.structs.replace(
        INFANTRYMEN,
        rules=(RuleText("Tough", 3),),
        upgrades=(Upgrade(name="Hide", cost=5, rules=(RuleText("Tough", 3),)),),
    )
    assert build(beast, ["Hide"]).tough == 6


@pytest.mark.rule("aofr.scale.infantry", "aofr.scale.large_infantry", "aofr.scale.monster")
@pytest.mark.parametrize(
    ("kind", "bases"),
    [
        ("infantry", {(20, 20), (32, 32)}),
        ("large infantry", {(40, 40), (50, 50)}),
        ("monster", {(60, 60)}),
    ],
)
def test_square_bases_for_men_and_monsters(kind: Kind, bases: set[tuple[int, int]]) -> None:
    assert set(SCALE_BASES[kind]) == bases


@pytest.mark.rule("aofr.scale.cavalry", "aofr.scale.giant")
@pytest.mark.parametrize(("kind", "front", "depth"), [("cavalry", 125 / 5 / 25.4, 1.969), ("giant", 1.969, 3.937)])
def test_long_bases_for_cavalry_and_giants(kind: Kind, front: float, depth: float) -> None:
    rider = msgspec.structs.replace(unit("Rider", 5), base=DEFAULT_BASES[kind])
    assert (rider.base_width, rider.base_depth) == pytest.approx((front, depth), abs=0.001)


@pytest.mark.rule("aofr.scale.infantry", "aofr.scale.large_infantry", "aofr.scale.cavalry")
@pytest.mark.parametrize(
    ("base", "models", "width"), [((20, 20), 5, 3.937), ((40, 40), 3, 4.724), ((25, 50), 5, 4.921)]
)
def test_models_side_by_side_are_as_wide_as_their_bases(base: tuple[int, int], models: int, width: float) -> None:
    row = msgspec.structs.replace(unit("Row", models), base=base)
    assert models * row.base_width == pytest.approx(width, abs=0.001)


@pytest.mark.rule("aofr.scale.vehicle")
def test_a_vehicle_has_the_footprint_that_was_agreed() -> None:
    wagon = msgspec.structs.replace(unit("Wagon", 1), kind="vehicle", base=(75, 125))
    footprint = rect(0.0, 0.0, 0.0, wagon.base_width, wagon.base_depth)
    target = rect(0.0, 10.0, 0.0, 1.0, 1.0)
    assert distance(footprint, target) == pytest.approx(10.0 - 0.5 - 125 / 25.4 / 2)
    assert check(army(wagon)) == []


@pytest.mark.rule("aofr.scale.base_size_free")
def test_another_base_changes_nothing_else() -> None:
    small, big = (build(msgspec.structs.replace(INFANTRYMEN, base=base)) for base in ((20, 20), (32, 32)))
    assert msgspec.structs.replace(big, base=(20, 20)) == small
    assert check(army(msgspec.structs.replace(big, base=(23, 31)))) == []


@pytest.mark.rule("aofr.scale.base_consistent")
def test_models_of_one_unit_stand_on_one_base_size() -> None:
    small, big = (msgspec.structs.replace(unit("Infantrymen"), base=(side, side)) for side in (20, 32))
    assert rules_of(army(small, small)) == []
    assert rules_of(army(small, big)) == ["aofr.scale.base_consistent"]
    assert [problem.rule for problem in base_problems(army(small), army(big))] == ["aofr.scale.base_consistent"]


def test_all_problems_are_told_at_once() -> None:
    bad = army(*[unit("Giant", 1, 600, "Hero")] * 5, limit=1500)
    assert set(rules_of(bad, force_organisation=True)) == {
        "aofr.army.points_limit",
        "aofr.army.fo_heroes",
        "aofr.army.fo_copies",
        "aofr.army.fo_unit_cost",
    }
    assert all(str(problem).endswith(f"({problem.rule}).") for problem in check(bad, force_organisation=True))


def test_an_army_without_units_is_a_problem() -> None:
    assert [problem.message for problem in bounds(army())] == ["Army cannot be played: the list has no units."]
