"""Positions of advanced battles, reckoned by hand from the book and the rulings, then played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.advanced.spellbook import magic
from tests.essence_of_war.harness import Fall, Play, Table, draw, happen
from warhost.play import Allocate
from warhost.rulesets.essence_of_war import damage, events
from warhost.rulesets.essence_of_war.attacks import Attack
from warhost.rulesets.essence_of_war.battle import Battle, Effect, Settings
from warhost.rulesets.essence_of_war.combined import check_join
from warhost.rulesets.essence_of_war.discipline import nominated
from warhost.rulesets.essence_of_war.formation import boundary, ranks
from warhost.rulesets.essence_of_war.running import dice_of
from warhost.rulesets.essence_of_war.values import flies, rate, value
from warhost.rulesets.essence_of_war.victory_points import points_of, result_of
from warhost.table import Pose

ADVANCED = Settings(mode="advanced")
EMPIRE = "Empire of Sonnstahl"


def lay(line: str, **fields: Any) -> Table:
    return draw(line, settings=ADVANCED, **fields)


def melee(table: Table, dice: dict[str, Fall], active: int = 0) -> Play:
    """The last Melee Phase of a battle, in which everybody gives the quietest answers."""
    reasons = {**dice, "": dice.get("", 1)}
    game = table.play(reasons, phase="melee", active=active, first=1 - active, turn=5)
    while not game.game.over:
        game.decline()
    return game


def blows(game: Play, name: str, what: str = "Melee Attacks") -> list[tuple[str, int, int, int | None]]:
    """What a unit struck: the target, how many, at which Agility, needing what to hit."""
    units = game.battle.units
    number = named(game, name)
    return [
        (units[told.target].name, told.count, told.agility, told.need)
        for told in game.told(events.BlowsStruck)
        if told.unit == number and told.what == what
    ]


def named(game: Play, name: str) -> int:
    return next(unit.id for unit in game.battle.units if unit.name == name)


def needs(game: Play, name: str, why: str) -> list[int | None]:
    """What the rolls of a unit for this reason needed."""
    number = named(game, name)
    return [roll.need for roll in game.rolls if roll.unit == number and why in roll.why]


def score(game: Play) -> tuple[int, int]:
    return game.told(events.CombatScored)[0].totals


def checks(game: Play, kind: str) -> list[tuple[str, int, bool]]:
    units = game.battle.units
    return [(units[t.unit].name, t.needed, t.passed) for t in game.told(events.DisciplineTested) if t.kind == kind]


def lost(game: Play, name: str) -> int:
    number = named(game, name)
    return sum(told.health for told in game.told(events.HealthLost) if told.unit == number)


def struck(table: Table, target: str, hits: int) -> Play:
    """So many hits on a unit that wound without a roll and that no armour stops."""

    def strike(battle: Battle) -> object:
        attack = Attack("spell", None, table.unit(target).id, hits, "Blast", "eow.magic.hits", ap=10)
        attack.hits = hits
        return damage.suffer(battle, [damage.prepared(battle, attack)])

    return happen(table, strike)  # type: ignore[arg-type]


def base_of(game: Play | Table, name: str) -> tuple[float, float]:
    base = boundary(game.battle, game.unit(name))
    return round(base.x, 3), round(base.y, 3)


def gap(table: Table, mover: str, fixed: str, inches: float) -> Table:
    """Put a unit so far to the right of another, beside it."""
    there = boundary(table.battle, table.unit(fixed))
    width = boundary(table.battle, table.unit(mover)).width
    table.unit(mover).pose = Pose(there.x + there.width / 2 + inches + width / 2, there.y, 0.0)
    return table


def ahead(table: Table, mover: str, of: str, inches: float) -> Table:
    """Put a unit so far in front of another, facing it."""
    there = boundary(table.battle, table.unit(of))
    depth = boundary(table.battle, table.unit(mover)).depth
    table.unit(mover).pose = Pose(there.x, there.y + there.depth / 2 + inches + depth / 2, 180.0)
    return table


# Combined Units in combat

HERD_CHARGE = (
    f"{EMPIRE}/Spearmen + 6x4 at 18,10 | {EMPIRE}/Marshal + General at 3,3 | "
    "Beast Herds/Minotaurs + 3x1 at 18,20 face 180"
)


@pytest.mark.rule("eow.special_attack.impact", "eow.special_attack.stomp", "eow.adv.char.highest_discipline")
def test_minotaurs_run_into_spearmen_with_a_marshal() -> None:
    table = lay(HERD_CHARGE).join("Marshal", "Spearmen", 2).fight("Minotaurs", "Spearmen")
    game = melee(table.set("Minotaurs", charging=True), {"Primal": (3, 3), "Break": (3, 3), "Save": 1, "": 4}, 1)
    # Agility 10: three Impact hits, Strength 5 against 3 wounds on 2+: three Spearmen fall.
    assert blows(game, "Minotaurs", "Impact") == [("Spearmen", 3, 10, None)]
    # Agility 5: the Marshal, 5 against 4 hits on 3+, Strength 5 against 4 on 3+, Armour 2 - 2 is none: a Minotaur dies.
    assert blows(game, "Marshal") == [("Minotaurs", 3, 5, 3)]
    # Agility 3: two Minotaurs left, 4 against 3. They touch four files and a fifth by the corner: of these the Marshal
    # is one, so 4 Spearmen strike, 5 of the second and 5 of the third rank support.
    assert blows(game, "Minotaurs") == [("Spearmen", 6, 3, 3)]
    assert blows(game, "Spearmen") == [("Minotaurs", 14, 3, 4)]
    assert blows(game, "Minotaurs", "Stomp") == [("Spearmen", 2, 0, None)]
    # 3 lost and 12 R&F with the Marshal in three ranks: 3 + 2. Against it 3 + 6 + 2 lost and the charge.
    assert score(game) == (5, 12)
    # Three ranks against one are Steadfast: no modifier, on the Marshal's Discipline of 9.
    assert checks(game, "break") == [("Spearmen", 9, True)]


@pytest.mark.rule("eow.adv.char.attackable", "eow.special_attack.allocate")
def test_attacks_on_the_marshal_come_only_from_models_that_touch_him() -> None:
    # Minotaurs of 40 mm stand before files 0-1, 2-3, 4-5: the Marshal in file 0 is touched by one of them alone (its
    # neighbour begins at the far edge of file 1), so three of nine attacks may be his.
    table = lay(HERD_CHARGE).join("Marshal", "Spearmen", 0).fight("Minotaurs", "Spearmen").change("Marshal", (), agi=1)
    game = table.play({"Primal": (6, 6), "": 1}, phase="melee", active=1)
    game.until("allocate attacks")
    assert isinstance(game.question, Allocate)
    assert [(pool.count, len(pool.targets)) for pool in game.question.pools if len(pool.targets) > 1] == [(3, 2)]
    game.allocate(**{game.question.pools[0].key: {str(named(game, "Marshal")): 3}})
    assert ("Marshal", 3, 3, 4) in blows(game, "Minotaurs")  # 4 against the Marshal's 5
    assert ("Spearmen", 6, 3, 3) in blows(game, "Minotaurs")


@pytest.mark.rule("eow.adv.char.left_alone", "eow.adv.char.hits_rf_first")
def test_the_last_spearmen_fall_and_the_marshal_fights_on() -> None:
    line = (
        f"{EMPIRE}/Spearmen + 6x4 at 18,10 models=3 files=3 | {EMPIRE}/Marshal at 3,3 | "
        "Warriors + 5x2 at 18,20 face 180"
    )
    table = lay(line).join("Marshal", "Spearmen", 1).change("Marshal", (), agi=0).fight("Warriors", "Spearmen")
    game = melee(table, {"Warriors Melee Attacks": 6, "Save": 1, "Break": (1, 2)}, 1)
    # All Warriors strike the ranks at Agility 4: two fall, what is over is lost, the Marshal has not a scratch.
    assert [told.health for told in game.told(events.HealthLost)] == [2]
    assert game.unit("Marshal").wounds == 0
    assert not game.told(events.UnitDestroyed)
    # The Warriors have two ranks (+1), the Marshal alone none: 0 against 3, Discipline 9 - 3.
    assert score(game) == (0, 3)
    assert checks(game, "break") == [("Marshal", 6, True)]
    # He still strikes at Agility 0 in the same round.
    assert blows(game, "Marshal") == [("Warriors", 3, 0, 4)]


@pytest.mark.rule("eow.adv.char.hits_rf_first", "eow.panic.quarter_losses")
def test_what_the_first_volley_has_over_is_lost_and_the_second_finds_the_wizard() -> None:
    line = (
        f"0 {EMPIRE}/Handgunners + 5x2 at 18,20 face 180 models=3 files=3 | 0 {EMPIRE}/Wizard at 3,40 | "
        "1 Clan Marksmen + 5x2 at 14,8 face 0 | 1 Clan Marksmen + 5x2 at 22,8 face 0"
    )
    table = lay(line, active=1).join("Wizard", "Handgunners", 1)
    game = table.play({"to hit": 6, "To-Wound": 6, "Panic": (1, 1), "Save": 1, "": 1}, phase="shooting")
    game.choose(game.keys[1])
    assert (game.unit("Wizard").wounds, game.unit("Handgunners").fate) == (0, "destroyed")
    # 2 of 2 + 3 Health Points are more than a quarter: the unit, now the Wizard alone, tests on 7.
    assert checks(game, "panic") == [("Wizard", 7, True)]
    game.choose(game.keys[1])
    assert game.unit("Wizard").fate == "destroyed"


@pytest.mark.rule("eow.panic.quarter_losses", "eow.adv.char.separate_hp")
@pytest.mark.parametrize(("wounds", "tests"), [(2, False), (3, True)])
def test_a_quarter_is_reckoned_of_ranks_and_character_together(wounds: int, tests: bool) -> None:
    # Nine Handgunners and a Wizard of 3 HP are 12: 3 is a quarter, 2 is not.
    line = (
        f"0 {EMPIRE}/Handgunners + 5x2 at 18,20 face 180 | 0 {EMPIRE}/Wizard at 3,40 | "
        "1 Clan Marksmen + 5x2 at 18,8 face 0"
    )
    table = lay(line, active=1).join("Wizard", "Handgunners")
    wound = tuple(6 if n < wounds else 1 for n in range(10))
    game = table.play({"to hit": 6, "To-Wound": wound, "Panic": (1, 1), "": 1}, phase="shooting").choose(
        unit="Clan Marksmen"
    )
    assert lost(game, "Handgunners") == wounds
    assert bool(checks(game, "panic")) is tests


# Casualties around a Character


@pytest.mark.rule("eow.adv.char.casualty_shift")
@pytest.mark.parametrize(
    ("file", "hits", "files", "spot"),
    [
        (2, 15, 5, (0, 2)),  # 4 R&F and the Marshal: one whole rank
        (2, 16, 4, (0, 2)),  # R R M R: the odd one goes from the right
        (2, 17, 3, (0, 1)),  # R M R
        (0, 17, 3, (0, 0)),  # M R R: he stays at the end
        (4, 17, 3, (0, 2)),  # R R M
        (4, 14, 5, (0, 4)),  # R R R R M and one behind
    ],
)
def test_a_rank_shrinks_around_the_marshal(file: int, hits: int, files: int, spot: tuple[int, int]) -> None:
    line = f"{EMPIRE}/Spearmen + 5x4 at 18,10 | {EMPIRE}/Marshal at 3,3 | Warriors + 5x2 at 18,30 face 180"
    table = lay(line).join("Marshal", "Spearmen", file)
    where = base_of(table, "Marshal")
    game = struck(table, "Spearmen", hits)
    unit = game.unit("Spearmen")
    assert (unit.models, unit.files, unit.spot) == (19 - hits, files, spot)
    assert base_of(game, "Marshal") == where


@pytest.mark.rule("eow.result.health_points", "eow.adv.char.casualty_self", "eow.special.undead.crumble")
def test_the_health_points_of_a_fallen_character_count_for_the_result() -> None:
    line = (
        "0 Vampire Covenant/Barrow Guard + 5x3 at 18,10 | 0 Vampire Covenant/Necromancer + Alchemy + General at 3,3 | "
        "0 Vampire Covenant/Zombies + 5x4 at 32,5 | 1 Ogre Khans/Khan at 18,20 face 180"
    )
    table = lay(line).join("Necromancer", "Barrow Guard").fight("Khan", "Barrow Guard")
    dice: dict[str, Fall] = {"Khan Melee": 6, "Crumble": (4, 3), "": 1}
    game = table.play(dice, phase="melee", active=1, first=0, turn=5).until("allocate attacks")
    assert isinstance(game.question, Allocate)
    game.allocate(**{game.question.pools[0].key: {str(named(game, "Necromancer")): 5}})
    while not game.game.over:
        game.decline()
    # Five wounds on 3 HP are 3. The Guard, 14 in three ranks, has +2 and loses by one: one crumbles.
    assert score(game) == (2, 3)
    # The General is gone: 7 against Discipline 7 costs the Guard nothing, against 2 five Zombies.
    assert (lost(game, "Barrow Guard"), lost(game, "Zombies")) == (1, 5)


# War Platforms

SHIELDS = (
    "Dwarven Holds/Clan Warriors + 5x3 at 18,10 | Thane + on Shield Bearers at 3,3 | Zombies + 5x4 at 18,20 face 180"
)


@pytest.mark.rule("eow.special.war_platform.base", "eow.special.war_platform.place")
def test_a_thane_on_shields_takes_the_place_of_two() -> None:
    table = lay(SHIELDS).join("Thane", "Clan Warriors")
    unit = table.unit("Clan Warriors")
    assert (unit.models, unit.room, unit.spot) == (13, (2, 1), (0, 1))
    assert ranks(table.battle, unit) == 3
    # Armour 3 + 2, 4 Health Points, the Advance of a dwarf.
    thane = table.battle.profile(table.unit("Thane"))
    assert (thane.hp, thane.arm, rate(table.battle, unit, "adv"), rate(table.battle, unit, "mar")) == (4, 5, 3, 9)
    assert "swap:0" not in table.play({}, phase="movement").keys


@pytest.mark.rule("eow.special.war_platform.place", "eow.special_attack.grind")
def test_all_dwarfs_behind_the_shields_support() -> None:
    table = lay(SHIELDS).join("Thane", "Clan Warriors").fight("Clan Warriors", "Zombies")
    game = melee(table, {})
    # All at Agility 0: three in front and five behind them, the Thane's three blows (6 against 1 is 2+), one Grind.
    assert blows(game, "Clan Warriors") == [("Zombies", 8, 0, 3)]
    assert blows(game, "Thane") == [("Zombies", 3, 0, 2)]
    assert blows(game, "Thane", "Grind") == [("Zombies", 1, 0, None)]
    # Grind has Strength 4 against 3.
    assert needs(game, "Thane", "Grind: To-Wound") == [3]
    # Three ranks against four: 2 to 3.
    assert score(game) == (2, 3)


@pytest.mark.rule("eow.special.war_platform.place", "eow.adv.char.casualty_self")
def test_rear_dwarfs_fill_the_two_places_of_a_dead_thane() -> None:
    game = struck(lay(SHIELDS).join("Thane", "Clan Warriors"), "Thane", 4)
    unit = game.unit("Clan Warriors")
    assert (unit.models, unit.guest, unit.files, ranks(game.battle, unit)) == (13, None, 5, 3)


ARCHMAGE = (
    "Saurian Ancients/Tegu Warriors + {} at 18,10 | Anurarch Archmage + Druidism + General at 3,3 | "
    "Zombies + 5x4 at 18,20 face 180"
)


@pytest.mark.rule("eow.list.saurian_ancients.rule.guarded", "eow.special.war_platform.base")
@pytest.mark.parametrize(
    ("formation", "hits", "spot", "rows"),
    [("6x4", 0, (1, 2), 4), ("4x3", 0, (1, 1), 3), ("4x3", 4, (1, 1), 1), ("4x3", 5, (0, 1), 2)],
)
def test_the_archmage_is_guarded_by_a_full_rank(formation: str, hits: int, spot: tuple[int, int], rows: int) -> None:
    # 6x4: four are replaced, 20 stay. 4x3: 8 stay; with 4 left the front is still full, with 3 it is not:
    # two stand beside him, one behind them.
    table = lay(ARCHMAGE.format(formation)).join("Anurarch Archmage", "Tegu Warriors")
    game = struck(table, "Tegu Warriors", hits)
    unit = game.unit("Tegu Warriors")
    assert (unit.spot, ranks(game.battle, unit)) == (spot, rows)


@pytest.mark.rule("eow.list.saurian_ancients.rule.guarded", "eow.adv.char.attackable")
def test_nobody_in_front_strikes_the_guarded_archmage_but_he_supports() -> None:
    table = lay(ARCHMAGE.format("6x4")).join("Anurarch Archmage", "Tegu Warriors").fight("Zombies", "Tegu Warriors")
    game = melee(table, {}, 1)
    assert {target for target, *_ in blows(game, "Zombies")} == {"Tegu Warriors"}
    # In the second rank, behind models in contact, he makes one Supporting Attack: 1 against 1.
    assert blows(game, "Anurarch Archmage") == [("Zombies", 1, 1, 4)]


@pytest.mark.rule("eow.list.saurian_ancients.rule.hunt_leader", "eow.special.frenzy")
def test_a_carnosaur_leads_a_pack() -> None:
    line = (
        "Saurian Ancients/Raptor Pack + {} at 18,10 | Carnosaur + Hunt Leader at 3,3 | Zombies + 5x4 at 18,20 face 180"
    )
    small = lay(line.format("5x1"))
    assert check_join(small.battle, small.unit("Carnosaur"), small.unit("Raptor Pack")) is not None
    table = lay(line.format("6x2")).join("Carnosaur", "Raptor Pack")
    pack = table.unit("Raptor Pack")
    assert (pack.models, pack.room, pack.spot) == (8, (2, 2), (0, 2))
    table.fight("Raptor Pack", "Zombies")
    game = melee(table, {"Zombies": 1})
    # Zombies 100 mm, the pack 150 mm: files 1 to 4 overlap (25-125), files 0 and 5 touch with a corner each. In front
    # of it stand raptors in files 0, 1, 4, 5 with 2 attacks each; behind these four support with 2 each (Support, but
    # no more than their Attack Value): 16 at Agility 4. The Carnosaur: 5 at Agility 3.
    assert blows(game, "Raptor Pack") == [("Zombies", 16, 4, 3)]
    assert blows(game, "Carnosaur") == [("Zombies", 5, 3, 3)]
    assert blows(game, "Carnosaur", "Stomp") == [("Zombies", 1, 0, None)]


@pytest.mark.rule("eow.special.frenzy", "eow.list.saurian_ancients.rule.communal_bond")
def test_frenzy_and_the_bond_cancel_each_other() -> None:
    line = (
        "Saurian Ancients/Raptor Pack + 6x2 at 18,10 | Carnosaur + Hunt Leader at 3,3 | Zombies + 5x4 at 18,22 face 180"
    )
    table = lay(line).join("Carnosaur", "Raptor Pack")
    table.battle.stage = "start of charges"
    game = table.play({"Frenzy": (4, 4), "": 1})
    # Maximised and Minimised: two plain dice, on the Carnosaur's Discipline of 7.
    assert checks(game, "frenzy") == [("Raptor Pack", 7, False)]
    assert not game.offers("pass")


# Fear, Fearless, Unstable, Supernal, Undead


@pytest.mark.rule("eow.special.fear", "eow.special.unstable.break", "eow.list.undying_dynasties.rule.undying_will")
def test_a_nomarch_among_his_guard_frightens_and_crumbles_last() -> None:
    line = (
        "Undying Dynasties/Necropolis Guard + 5x3 at 18,10 | Undying Dynasties/Nomarch + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    )
    table = lay(line).join("Nomarch", "Necropolis Guard", 2).fight("Imperial Guard", "Necropolis Guard")
    dice: dict[str, Fall] = {"Imperial Guard Melee Attacks: To-Wound": (6, 6, 6, *[1] * 7)}
    dice["Imperial Guard Melee Attacks: to hit"] = 6
    game = melee(table.set("Imperial Guard", charging=True), {**dice, "Save": 1}, 1)
    # All at Agility 3. The R&F have 4 + 2 to hit against 5: 3+; 4 in front with 2 attacks, 5 behind: 13. The Nomarch,
    # who gives but does not get the bonus, 5 against 5 on 4+.
    assert blows(game, "Necropolis Guard") == [("Imperial Guard", 13, 3, 3)]
    assert blows(game, "Nomarch") == [("Imperial Guard", 3, 3, 4)]
    # Imperial Guard 4 against 3 + 2: 4+; 5 in front and 5 behind, all on the ranks.
    assert blows(game, "Imperial Guard") == [("Necropolis Guard", 10, 3, 4)]
    # Three fall: 11 R&F and the Nomarch are three ranks. 2 against 3 + 2 + 1: four more crumble, without a test.
    assert score(game) == (2, 6)
    assert checks(game, "break") == []
    assert (game.unit("Necropolis Guard").models, game.unit("Nomarch").wounds) == (7, 0)
    # In contact with the Nomarch the Imperial Guard has a Discipline of 8 - 1.
    assert value(game.battle, game.unit("Imperial Guard"), "dis") == 7


@pytest.mark.rule("eow.special.fear", "eow.special.fear_immune")
@pytest.mark.parametrize(("file", "discipline"), [(2, 7), (0, 8)])
def test_only_a_vampire_in_contact_frightens(file: int, discipline: int) -> None:
    # One knight of 25 mm before the middle of five ghouls: it touches file 2 and, by its ends, files 1 and 3.
    line = (
        "Vampire Covenant/Ghouls + 5x3 at 18,10 | Vampire Covenant/Vampire Courtier + Evocation at 3,3 | "
        f"1 {EMPIRE}/Electoral Cavalry + 5x1 at 18,20 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Ghouls", file).set("Electoral Cavalry", models=1, files=1)
    table.fight("Electoral Cavalry", "Ghouls")
    assert value(table.battle, table.unit("Electoral Cavalry"), "dis") == discipline


@pytest.mark.rule("eow.special.supernal", "eow.special.fear")
def test_the_margin_of_supernal_counts_the_combat_and_fear() -> None:
    line = "Daemon Legions/Hellhounds + 5x1 at 18,10 | 1 Varkolak at 18,20 face 180"
    table = lay(line).fight("Varkolak", "Hellhounds").set("Varkolak", charging=True)
    game = melee(table, {"Varkolak Melee Attacks": 6, "Aegis": 1, "Break": (4, 4)}, 1)
    # Five blows at Agility 4, 5 against 3: 3+; they strike together with the hounds: 5 hounds of 3 attacks could.
    # All five hounds fall: nobody is left to test.
    assert blows(game, "Varkolak") == [("Hellhounds", 5, 4, 3)]
    assert checks(game, "break") == []
    table = lay(line).fight("Varkolak", "Hellhounds").set("Varkolak", charging=True)
    wounds = (6, 6, 1, 1, 1)
    dice: dict[str, Fall] = {"Varkolak Melee Attacks: to hit": 6, "Varkolak Melee Attacks: To-Wound": wounds}
    game = melee(table, {**dice, "Aegis": 1, "Break": (4, 4)}, 1)
    # Two fall and the charge: 0 to 3. The hounds have one rank, the Towering Varkolak one: nobody is Steadfast.
    assert score(game) == (0, 3)
    # Discipline 7 - 3, Fearless against Fear: 8 is four too many; of the three hounds left all are gone.
    assert checks(game, "break") == [("Hellhounds", 4, False)]
    assert game.unit("Hellhounds").fate == "destroyed"


@pytest.mark.rule("eow.list.vampire_covenant.rule.grim_coachman", "eow.special.unstable.break")
@pytest.mark.parametrize(("inches", "crumbles"), [(6.0, 2), (6.1, 3)])
def test_the_coachman_saves_one_zombie(inches: float, crumbles: int) -> None:
    line = (
        "Vampire Covenant/Zombies + 5x4 at 18,10 | Necromancer + Grim Coachman + Alchemy + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    )
    table = lay(line).fight("Imperial Guard", "Zombies", "rear").set("Imperial Guard", charging=True)
    gap(table, "Necromancer", "Zombies", inches)
    # Nobody is hurt. Zombies +3; Guard +2 by ranks, +1 charge, +2 rear and one Zombie killed: 6.
    dice: dict[str, Fall] = {"Imperial Guard Melee Attacks: to hit": 6, "Aegis": 1}
    game = melee(table, {**dice, "Imperial Guard Melee Attacks: To-Wound": (6, *[1] * 9)}, 1)
    assert score(game) == (3, 6)
    assert lost(game, "Zombies") == 1 + crumbles


@pytest.mark.rule("eow.special.undead.crumble")
def test_the_army_crumbles_at_the_end_of_the_phase_in_which_the_vampire_fell() -> None:
    line = (
        "0 Vampire Covenant/Vampire Courtier + Evocation + General at 18,20 face 180 wounds=2 | "
        "0 Vampire Covenant/Zombies + 5x4 at 6,40 face 180 | 0 Vampire Covenant/Barrow Guard + 5x3 at 28,40 face 180 | "
        "1 Clan Marksmen + 5x2 at 18,8 face 0"
    )
    game = lay(line, active=1).play(
        {"to hit": 6, "To-Wound": 6, "Save": 1, "Zombies": (3, 3), "Barrow Guard": (3, 3), "": 1}, phase="shooting"
    )
    game.choose(unit="Clan Marksmen", target="Vampire Courtier")
    # 6 against Discipline 2 costs four Zombies, against 7 no Barrow Guard.
    assert (lost(game, "Zombies"), lost(game, "Barrow Guard")) == (4, 0)


# Weapons and armour of the Vault


@pytest.mark.rule("eow.vault.weapon.touch_of_greatness", "eow.special.devastating")
@pytest.mark.parametrize(("charging", "needed"), [(True, []), (False, [6])])
def test_greatness_and_a_charge_add_up(charging: bool, needed: list[int]) -> None:
    # Strength 6 and AP 3 of the Thane, +1 each by the weapon, +1 each by the charge.
    line = "Dwarven Holds/Thane + Touch of Greatness at 18,10 | Steam Tank at 18,20 face 180"
    table = lay(line).fight("Thane", "Steam Tank").set("Thane", charging=charging)
    game = melee(table, {"Thane Melee Attacks": 6, "Save": 6})
    # Resilience 5, Armour 5: 2+ to wound either way; 5 - 5 leaves no save, 5 - 4 leaves 6+.
    assert needs(game, "Thane", "To-Wound") == [2]
    assert [roll.need for roll in game.rolls if "Armour" in roll.why] == needed


@pytest.mark.rule("eow.vault.armour.essence_of_mithril", "eow.vault.armour.hardening_infusion")
@pytest.mark.parametrize(
    ("line", "spell", "armour"),
    [
        ("Dwarven Holds/Runic Smith + Hardening Infusion", "", 5),  # 4 + 1
        ("Dwarven Holds/Thane + on Shield Bearers + Hardening Infusion", "", 5),  # 3 + 2 is five already
        (f"{EMPIRE}/Marshal + on Horse + Destiny's Call", "", 3),  # 3 + 2, then set to 3
        (f"{EMPIRE}/Marshal + Destiny's Call", "Word of Iron", 3),  # never better than 3
        (f"{EMPIRE}/Marshal + Essence of Mithril", "Word of Iron", 5),
        (f"{EMPIRE}/Marshal + Hardening Infusion", "Word of Iron", 5),  # 3 + 1, and 1 by the spell
        (f"{EMPIRE}/Wizard + Hardening Infusion + Alchemy", "", 2),
    ],
)
def test_armour_of_the_vault(line: str, spell: str, armour: int) -> None:
    table = lay(f"{line} at 18,10 | 1 Zombies at 18,40 face 180")
    one = table.battle.units[0]
    if spell:
        one.effects = (Effect(spell, 0, 0),)
    assert value(table.battle, one, "arm") == armour


@pytest.mark.rule("eow.vault.artefact.signet_of_command")
@pytest.mark.parametrize(
    ("line", "discipline"),
    [
        (f"{EMPIRE}/Wizard + Alchemy + Signet of Command", 8),
        (f"{EMPIRE}/Marshal + Signet of Command", 9),
        ("Dread Elves/Silexian Officer + Signet of Command", 10),  # more than nine already: no more, no less
    ],
)
def test_the_signet_lifts_discipline_up_to_nine(line: str, discipline: int) -> None:
    table = lay(f"{line} at 18,10 | 1 Zombies at 18,40 face 180")
    assert value(table.battle, table.battle.units[0], "dis") == discipline


@pytest.mark.rule("eow.vault.weapon.shield_breaker", "eow.vault.weapon.supernatural_dexterity")
def test_a_shield_breaker_needs_a_three_against_anybody() -> None:
    line = f"{EMPIRE}/Marshal + {{}} at 18,10 | Vampire Covenant/Zombies + 5x4 at 18,20 face 180"
    table = lay(line.format("Shield Breaker")).fight("Marshal", "Zombies")
    game = melee(table, {"Marshal Melee Attacks: to hit": 6, "Marshal Melee Attacks: To-Wound": (2, 2, 3)})
    assert lost(game, "Zombies") == 1  # Strength 5 against 3 is 2+, but twos never wound; Zombies have no saves
    # Dexterity: 5 + 2 against 1 is 2+ as 5 against 1 is; Agility 7.
    table = lay(line.format("Supernatural Dexterity")).fight("Marshal", "Zombies")
    assert blows(melee(table, {}), "Marshal") == [("Zombies", 3, 7, 2)]


@pytest.mark.rule("eow.vault.banner.battle_standard", "eow.special.rally_around_the_flag")
def test_a_standard_in_the_ranks_lets_the_unit_roll_its_break_again() -> None:
    line = (
        f"{EMPIRE}/Handgunners + 5x2 at 18,10 | {EMPIRE}/Marshal + Battle Standard at 3,3 | "
        "Warriors + 5x2 at 18,20 face 180"
    )
    table = lay(line).join("Marshal", "Handgunners", 2).fight("Warriors", "Handgunners").set("Warriors", charging=True)
    dice: dict[str, Fall] = {"to hit": 6, "Warriors Melee Attacks: To-Wound": (6, 6, *[1] * 13), "To-Wound": 1}
    game = melee(table, {**dice, "Break": [(6, 6), (2, 3)]}, 1)
    # Two fall; 7 and the Marshal are two ranks as the Warriors: 1 to 2 + 1 + 1. Discipline 9 - 3.
    assert score(game) == (1, 4)
    assert checks(game, "break") == [("Handgunners", 6, False), ("Handgunners", 6, True)]


@pytest.mark.rule("eow.vault.banner.banner_of_speed", "eow.list.empire_of_sonnstahl.rule.order_speed")
def test_a_banner_in_the_ranks_hastens_its_own_unit_and_those_near_it() -> None:
    line = (
        f"{EMPIRE}/Spearmen + 5x4 at 18,10 | {EMPIRE}/Marshal + Banner of Speed at 3,3 | "
        f"{EMPIRE}/Imperial Guard + 5x3 at 30,10 | Zombies at 18,44 face 180"
    )
    table = lay(line).join("Marshal", "Spearmen", 4)
    for inches, rates in ((6.0, (5, 10)), (6.1, (4, 8))):
        gap(table, "Imperial Guard", "Marshal", inches)
        guard = table.unit("Imperial Guard")
        assert (rate(table.battle, guard, "adv"), rate(table.battle, guard, "mar")) == rates
    spears = table.unit("Spearmen")
    assert (rate(table.battle, spears, "adv"), rate(table.battle, spears, "mar")) == (5, 10)


@pytest.mark.rule("eow.vault.artefact.dragon_staff", "eow.special_attack.breath_hits")
def test_a_dragon_staff_in_the_ranks_breathes_from_where_its_bearer_stands() -> None:
    line = (
        f"{EMPIRE}/Handgunners + 5x2 at 18,10 marched moved | {EMPIRE}/Marshal + Dragon Staff at 3,3 | "
        "Zombies + 5x4 at 18,20 face 180"
    )
    table = lay(line).join("Marshal", "Handgunners", 2)
    ahead(table, "Zombies", "Handgunners", 6.0)
    game = table.play({"To-Wound": 6, "shots": (6, 6), "": 1}, phase="shooting")
    # The Handgunners marched; only the breath may still be used: 2D3 hits of Strength 4 against 3.
    game.choose(target="Zombies")
    assert lost(game, "Zombies") == 6
    assert needs(game, "Marshal", "To-Wound") == [3]


# Spells of Wizards in the ranks

CASTERS = (
    "0 {army}/{unit} at 18,10 | 0 {army}/{wizard} at 3,3 | 1 {target} at 18,22 face 180 | "
    "1 Zombies + 5x4 at 32,44 face 180"
)


def caster(army: str, unit: str, wizard: str, target: str) -> Table:
    table = lay(CASTERS.format(army=army, unit=unit, wizard=wizard, target=target))
    return table.join(wizard.partition(" +")[0], unit.partition(" +")[0])


@pytest.mark.rule("eow.spell.alchemy.molten_copper")
@pytest.mark.parametrize(
    ("target", "need"),
    [
        ("Vampire Covenant/Zombies + 5x4", 4),  # Armour 0 counts as 2: Strength 3 against 3
        ("Vermin Swarm/Vermin Velites + 5x3", 3),  # Armour 1 counts as 2: Strength 3 against 2
        ("Dwarven Holds/Greybeards + 5x2", 4),  # Strength 4 against 4
        (f"{EMPIRE}/Electoral Cavalry + 5x2", 2),  # Strength 6 against 3
    ],
)
def test_molten_copper_is_hotter_on_armour(target: str, need: int) -> None:
    table = caster(EMPIRE, "Handgunners + 5x2", "Wizard + Master + Alchemy", target)
    play = magic(table, {"Casting": (6, 6), "": 1})
    key = next(key for key in play.keys if ":Molten Copper:" in key and key.endswith(">2"))
    play.choose(key).choose("2")
    assert needs(play, "Wizard", "To-Wound") == [need]


@pytest.mark.rule("eow.spell.alchemy.silver_spike", "eow.special.multiple_wounds_cap")
@pytest.mark.parametrize(("target", "health_lost"), [("Ogre Khans/Tribesmen + 3x1", 2), (f"{EMPIRE}/Reiters + 5x1", 1)])
def test_a_silver_spike_takes_two_from_an_ogre_and_one_from_a_man(target: str, health_lost: int) -> None:
    table = caster(EMPIRE, "Handgunners + 5x2", "Wizard + Alchemy", target)
    play = magic(table, {"Casting": (6, 6), "To-Wound": 6, "": 1})
    play.choose(next(key for key in play.keys if ":Silver Spike:" in key and key.endswith(">2"))).choose("2")
    # AP 10 leaves no Armour.
    assert play.told(events.HealthLost)[0].health == health_lost


@pytest.mark.rule("eow.spell.shamanism.swarm_of_insects")
def test_insects_sting_on_sixes_and_armour_holds() -> None:
    table = caster("Beast Herds", "Wildhorn Herd + 5x3", "Soothsayer + Shamanism", f"{EMPIRE}/Imperial Guard + 5x3")
    play = magic(table, {"Casting": (6, 6), "To-Wound": 6, "Save": 6, "": (1, 2, 3, 4)})
    play.choose(next(key for key in play.keys if ":Swarm of Insects:" in key and key.endswith(">2"))).choose("2")
    told = play.told(events.AttackResolved)[0]
    # 4D6 hits; Strength 1 against 3 on 6+, Armour 4 against AP 0 on 3+.
    assert needs(play, "Soothsayer", "To-Wound") == [6]
    assert [roll.need for roll in play.rolls if "Armour" in roll.why] == [3]
    assert told.hits == 1 + 2 + 3 + 4


@pytest.mark.rule("eow.spell.evocation.spectral_blades", "eow.list.vampire_covenant.rule.lethal_strike")
def test_lethal_blows_under_spectral_blades() -> None:
    line = (
        "0 Vampire Covenant/Barrow Guard + 5x3 at 18,10 | 0 Vampire Covenant/Vampire Courtier + Evocation at 3,3 | "
        "1 Dwarven Holds/Greybeards + 5x2 at 18,20 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Barrow Guard").fight("Barrow Guard", "Greybeards")
    table.set("Barrow Guard", effects=(Effect("Spectral Blades", 0, 0),))
    dice: dict[str, Fall] = {
        "Barrow Guard Melee Attacks: to hit": 6,
        "Barrow Guard Melee Attacks: To-Wound again": (6, 6, 3),
        "Barrow Guard Melee Attacks: To-Wound": (1, 1, 1, 3, 3, 3, 3, 3, 6),
        "Save": 6,
    }
    game = melee(table, dice)
    # 4 in front and 5 behind: nine. Strength 5 against 4: 3+. Three ones are rolled again: 6, 6, 3. So three of nine
    # wounds are lethal and have no Armour Save (AP 10), six have 3 - 2: 6+. Shield Wall saves on 6+ in front.
    assert blows(game, "Barrow Guard") == [("Greybeards", 9, 3, 4)]
    told = next(t for t in game.told(events.AttackResolved) if t.attacker == named(game, "Barrow Guard"))
    assert (told.wounds, told.armour_saved, told.aegis_saved) == (9, 6, 3)


@pytest.mark.rule("eow.spell.pyromancy.fireball", "eow.list.highborn_elves.rule.fiery_heart_engaged")
@pytest.mark.rule("eow.list.highborn_elves.rule.spellcrafting")
def test_a_fiery_heart_burns_whom_its_unit_fights() -> None:
    line = (
        "0 Highborn Elves/Citizen Spearmen + 5x3 at 18,10 | 0 Highborn Elves/Mage + Fiery Heart + Pyromancy at 3,3 | "
        "1 Dwarven Holds/Greybeards + 5x2 at 18,20 face 180 | 1 Dwarven Holds/Clan Warriors + 5x2 at 26,20 face 180"
    )
    table = lay(line).join("Mage", "Citizen Spearmen").fight("Citizen Spearmen", "Greybeards")
    play = magic(table, {"Casting": (2, 2), "": 1})
    targets = {option.target for option in play.options if ":Fireball:" in option.key}
    # The unit it fights, and nobody else: for others it stays Engaged.
    assert targets == {2}
    play.cast("Mage", "Fireball", "Greybeards", dice=2)
    # 5+ is 4+ by Spellcrafting: a total of 4 is enough.
    assert [told.value for told in play.told(events.SpellDeclared)] == [4]
    assert play.told(events.SpellCast)


@pytest.mark.rule("eow.list.dwarven_holds.rule.hewn_mountain", "eow.list.highborn_elves.rule.spellcrafting")
def test_a_mountain_outweighs_spellcrafting() -> None:
    line = (
        "0 Highborn Elves/Mage + Pyromancy at 18,10 | 1 Dwarven Holds/Clan Warriors + 5x2 at 18,24 face 180 | "
        "1 Dwarven Holds/Thane at 4,40 | 1 Dwarven Holds/Runic Smith at 8,40"
    )
    play = magic(lay(line), {"Casting": (1, 3), "": 1}).cast("Mage", "Fireball", "Clan Warriors", dice=2)
    # 5 + 1 (two bearers do not add up) - 1.
    assert [told.value for told in play.told(events.SpellDeclared)] == [5]
    assert play.told(events.SpellFailed)


@pytest.mark.rule("eow.vault.artefact.obsidian_rock", "eow.list.daemon_legions.rule.immortal_denizens")
def test_a_rock_in_the_ranks_weakens_the_casting() -> None:
    line = (
        "0 Daemon Legions/Imps + 6x2 + Conclave at 18,10 | 1 Beast Herds/Wildhorn Herd + 5x3 at 18,24 face 180 | "
        "1 Beast Herds/Beast Chieftain + Obsidian Rock at 4,40"
    )
    table = lay(line).join("Beast Chieftain", "Wildhorn Herd")
    play = magic(table, {"Casting": 5, "": 1}).cast("Imps", "Spear of Infinity", "Wildhorn Herd", dice=1)
    # 5 + 1 by one die of an Immortal Denizen - 2 by the Rock is 4: just enough.
    assert [told.total for told in play.told(events.SpellCast)] == [4]
    table = lay(line).join("Beast Chieftain", "Wildhorn Herd")
    play = magic(table, {"Casting": 4, "": 1}).cast("Imps", "Spear of Infinity", "Wildhorn Herd", dice=1)
    assert play.told(events.SpellFailed)


# Army rules in combat


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.beloved")
@pytest.mark.parametrize(("models", "targets"), [(20, {"Lowborn Levies"}), (5, {"Lowborn Levies", "Damsel"})])
def test_a_damsel_is_safe_behind_two_ranks(models: int, targets: set[str]) -> None:
    line = (
        f"0 Kingdom of Equitaine/Lowborn Levies + 5x4 at 18,10 models={models} | "
        "0 Kingdom of Equitaine/Damsel + Druidism at 3,3 | 1 Minotaurs + 3x1 at 18,20 face 180"
    )
    table = lay(line).join("Damsel", "Lowborn Levies").fight("Minotaurs", "Lowborn Levies")
    game = table.play({"": 1}, phase="melee", active=1)
    found = {"Lowborn Levies"}
    while not game.game.over and game.battle.phase == "melee":
        if isinstance(game.question, Allocate):
            for pool in game.question.pools:
                found |= {game.battle.units[option.target].name for option in pool.targets if option.target is not None}
        game.decline()
    assert found == targets


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.banneret", "eow.special.devastating")
def test_feudal_knights_charge_with_their_banner() -> None:
    line = "0 Kingdom of Equitaine/Feudal Knights + 3x3 + Banneret at 18,10 | 1 Zombies + 5x4 at 18,20 face 180"
    table = lay(line).fight("Feudal Knights", "Zombies").set("Feudal Knights", charging=True)
    game = melee(table, {"Feudal Knights Melee Attacks: to hit": 6})
    # 3 in front, 3 behind, 3 in the third rank: nine at Agility 3, 4 against 1 on 3+; Strength 6 against 3 on 2+.
    assert blows(game, "Feudal Knights") == [("Zombies", 9, 3, 3)]
    assert needs(game, "Feudal Knights", "To-Wound") == [2]
    # Three ranks +2, charge +1, banner +1; Zombies +3. The Zombies lose by one and one crumbles.
    assert score(game) == (4, 3)
    assert lost(game, "Zombies") == 1


@pytest.mark.rule("eow.list.vermin_swarm.rule.life_is_cheap", "eow.list.vermin_swarm.rule.cohort_coordination")
@pytest.mark.parametrize(("killed", "points"), [(3, 2), (5, 3), (6, 4), (7, 5)])
def test_the_first_five_rats_count_half(killed: int, points: int) -> None:
    # Half a point each for the first five, rounded up once: 1.5 is 2, 2.5 is 3, 3.5 is 4, 4.5 is 5.
    line = f"0 Vermin Swarm/Vermin Legionaires + 5x5 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    table = lay(line).fight("Imperial Guard", "Vermin Legionaires")
    wound = tuple(6 if n < killed else 1 for n in range(10))
    dice: dict[str, Fall] = {"Imperial Guard Melee Attacks: to hit": 6, "Imperial Guard Melee Attacks: To-Wound": wound}
    game = melee(table, {**dice, "Save": 1, "Break": (1, 1)}, 1)
    assert lost(game, "Vermin Legionaires") == killed
    # Five ranks, or four after more than... 25 - 7 = 18 are still four ranks: +3; the Guard +2.
    assert score(game) == (3, points + 2)
    # Steadfast with five ranks against three: the third rank supports too. 5 + 5 + 5 at Agility 4.
    assert blows(game, "Vermin Legionaires") == [("Imperial Guard", 15, 4, 4)]


@pytest.mark.rule("eow.list.dread_elves.rule.ruthless_efficiency", "eow.special.lightning_reflexes")
@pytest.mark.parametrize(("rounds", "need"), [(0, 3), (1, 4)])
def test_dread_elves_wound_better_at_first(rounds: int, need: int) -> None:
    line = f"0 Dread Elves/Silexian Spears + 5x3 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    table = lay(line).fight("Silexian Spears", "Imperial Guard").set("Silexian Spears", rounds=rounds)
    game = melee(table, {"Silexian Spears Melee Attacks: to hit": 6, "Break": (1, 1)})
    # 15 blows, 4 against 5 is 4+, by Lightning Reflexes 3+.
    assert blows(game, "Silexian Spears") == [("Imperial Guard", 15, 5, 3)]
    assert needs(game, "Silexian Spears", "To-Wound") == [need]


@pytest.mark.rule("eow.list.dread_elves.rule.rage")
def test_a_wounded_hydra_has_more_attacks() -> None:
    line = f"0 Dread Elves/Hydra at 18,10 wounds=4 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    game = melee(lay(line).fight("Hydra", "Imperial Guard"), {"Break": (1, 1)})
    assert blows(game, "Hydra") == [("Imperial Guard", 9, 2, 4)]


@pytest.mark.rule("eow.list.dwarven_holds.rule.rune_craft_mastery", "eow.list.dwarven_holds.rule.shield_wall")
@pytest.mark.parametrize(("side", "saves"), [("front", [6]), ("left", [])])
def test_the_shield_wall_stands_in_front_only(side: str, saves: list[int]) -> None:
    line = (
        "0 Dwarven Holds/Greybeards + 5x4 at 18,10 | 0 Dwarven Holds/Runic Smith at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,30 face 180"
    )
    table = lay(line).join("Runic Smith", "Greybeards").fight("Imperial Guard", "Greybeards", side)
    game = melee(table, {"Save": 1, "Melee": 6, "Break": (1, 1)}, 1)
    aegis = [roll.need for roll in game.rolls if "Aegis" in roll.why]
    assert aegis == saves
    # AP 1 + 1 against Armour 4: 2 is 5+.
    armour = {roll.need for roll in game.rolls if "Armour" in roll.why and roll.unit == named(game, "Imperial Guard")}
    assert armour == {5}


@pytest.mark.rule("eow.list.ogre_khans.rule.touch_of_frost", "eow.list.ogre_khans.rule.spinesplitter")
def test_yetis_slow_their_foes() -> None:
    line = (
        f"0 Ogre Khans/Yetis + 3x1 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180 | "
        f"1 {EMPIRE}/Marshal at 3,40"
    )
    table = lay(line).join("Marshal", "Imperial Guard").fight("Yetis", "Imperial Guard")
    game = melee(table, {"Break": (1, 1)})
    assert {agility for _, _, agility, _ in blows(game, "Imperial Guard")} == {2}
    assert {agility for _, _, agility, _ in blows(game, "Marshal")} == {4}
    assert {agility for _, _, agility, _ in blows(game, "Yetis")} == {3}


@pytest.mark.rule("eow.list.ogre_khans.rule.spinesplitter", "eow.special_attack.impact")
def test_a_splitter_among_tribesmen() -> None:
    line = (
        "0 Ogre Khans/Tribesmen + 3x2 at 18,10 | 0 Ogre Khans/Khan + Splitter at 3,3 | "
        f"1 {EMPIRE}/Spearmen + 6x5 at 18,20 face 180"
    )
    table = lay(line).join("Khan", "Tribesmen", 1).fight("Tribesmen", "Spearmen").set("Tribesmen", charging=True)
    game = melee(table, {"Hits of Impact": 6, "Break": (1, 1)})
    # Impact: two Tribesmen 1 each at Strength 4, the Khan D3 = 3 at Strength 6.
    assert blows(game, "Tribesmen", "Impact") == [("Spearmen", 2, 10, None)]
    assert blows(game, "Khan", "Impact") == [("Spearmen", 3, 10, None)]
    assert needs(game, "Tribesmen", "Impact: To-Wound") == [3]
    assert needs(game, "Khan", "Impact: To-Wound") == [2]
    # Blows: the Khan 5 + 1 at Agility 3; Tribesmen 2 x 4 and 3 x 3 (Support) at Agility 2.
    assert [count for _, count, *_ in blows(game, "Khan")] == [6]
    assert blows(game, "Tribesmen") == [("Spearmen", 17, 2, 3)]
    assert blows(game, "Khan", "Stomp") == [("Spearmen", 1, 0, None)]
    assert blows(game, "Tribesmen", "Stomp") == [("Spearmen", 2, 0, None)]


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.brood_rivalry", "eow.list.orcs_and_goblins.rule.warborn")
@pytest.mark.parametrize(("rival", "attacks"), [(True, 20), (False, 15)])
def test_orcs_fight_harder_beside_others(rival: bool, attacks: int) -> None:
    line = (
        f"0 Orcs and Goblins/Veteran Orcs + 5x3 at 12,10 | 1 {EMPIRE}/Spearmen + 6x5 at 12,20 face 180 | "
        f"0 Orcs and Goblins/Goblin Rabble + 5x4 at 28,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 28,20 face 180"
    )
    table = lay(line).fight("Veteran Orcs", "Spearmen")
    if rival:
        table.fight("Goblin Rabble", "Imperial Guard")
    game = melee(table, {"Veteran Orcs Break": (1, 1, 1), "Break": (1, 1), "": 1})
    # Five in front with 1 or 2 attacks, ten behind with one each.
    assert [count for _, count, *_ in blows(game, "Veteran Orcs")] == [attacks]


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.path_of_the_favoured")
@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.battle_fever")
@pytest.mark.parametrize(("models", "rolls"), [(9, 2), (2, 2), (1, 1)])
def test_most_of_the_models_must_be_in_fever(models: int, rolls: int) -> None:
    # Barbarians (Battle Fever) with the Chosen Lord (Favoured): most of 9 + 1 and of 2 + 1 have the fever and roll
    # again; of 1 + 1 neither rule has more than half.
    line = (
        "0 Warriors of the Dark Gods/Barbarians + 5x3 at 18,10 | 0 Warriors of the Dark Gods/Chosen Lord at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 6x4 at 18,20 face 180"
    )
    table = (
        lay(line).set("Barbarians", models=models + 1, files=min(models + 1, 5)).join("Chosen Lord", "Barbarians", 0)
    )
    table.fight("Imperial Guard", "Barbarians").set("Imperial Guard", charging=True)
    game = melee(table, {"Break": (6, 6), "": 1}, 1)
    assert len(checks(game, "break")) == rolls


@pytest.mark.rule("eow.list.sylvan_elves.rule.dance_attack", "eow.special.light_troops.ranks")
def test_blade_dancers_have_no_ranks_but_support() -> None:
    line = f"0 Sylvan Elves/Blade Dancers + 5x2 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    game = (
        lay(line)
        .fight("Blade Dancers", "Imperial Guard")
        .play({"Break": (1, 1), "": 1}, phase="melee", active=0, first=1, turn=5)
    )
    game.choose(game.keys[1])
    while not game.game.over:
        game.decline()
    # Five with 2 + 1 attacks and five that support: 20, at 6 against 5, Lightning Reflexes: 2+.
    assert blows(game, "Blade Dancers") == [("Imperial Guard", 20, 6, 2)]
    assert score(game) == (0, 2)


# More rules of the armies


@pytest.mark.rule("eow.list.daemon_legions.rule.know_thyself")
@pytest.mark.parametrize(
    ("foe", "attacks"),
    [
        ("Minotaurs + 3x1", 4),  # its 25 mm lie within the 40 mm of the one in the middle: 1 + 3
        ("Zombies + 5x4", 4),  # three Zombies of 20 mm touch it: 1 + 3 x 1
        ("Hydra", 5),  # 1 + 5, but no more than five
    ],
)
def test_the_deceiver_knows_as_many_attacks_as_touch_it(foe: str, attacks: int) -> None:
    table = lay(f"0 Daemon Legions/Kuulima's Deceiver + Evocation at 18,10 | 1 {foe} at 18,20 face 180")
    game = melee(table.fight("Kuulima's Deceiver", foe.partition(" +")[0]), {"Break": (1, 1)})
    assert [count for _, count, *_ in blows(game, "Kuulima's Deceiver")] == [attacks]


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.path_of_the_exiled")
def test_the_fallen_strike_once_more_and_are_gone() -> None:
    line = f"0 Warriors of the Dark Gods/Fallen + 5x2 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    table = lay(line).fight("Imperial Guard", "Fallen").set("Imperial Guard", charging=True)
    game = melee(table, {"Break": (6, 6), "": 1}, 1)
    # 0 to 2 + 1: the test on 8 - 3 fails twice; 5 x 3 + 5 last blows; nobody pursues.
    assert checks(game, "break") == [("Fallen", 5, False), ("Fallen", 5, False)]
    assert [count for _, count, *_ in blows(game, "Fallen")][-1] == 20
    assert game.unit("Fallen").fate == "destroyed"
    assert not game.told(events.PursuitDeclared)


@pytest.mark.rule("eow.list.undying_dynasties.rule.amplify", "eow.spell.faction.death_is_only_the_beginning")
@pytest.mark.parametrize(("models", "after"), [(9, 12), (13, 14)])
def test_an_amplified_spell_raises_archers_up_to_their_number(models: int, after: int) -> None:
    # Rsr 3; of 15 archers one gave its place to the Hierarch: never more than 14.
    line = (
        f"0 Undying Dynasties/Skeleton Archers + 5x3 at 18,10 models={models + 1} | "
        "0 Undying Dynasties/Death Cult Hierarch + Cosmology at 3,3 | 1 Zombies at 18,40 face 180"
    )
    table = lay(line).join("Death Cult Hierarch", "Skeleton Archers")
    play = magic(table, {"Casting": (4, 3), "": 1})
    play.cast("Death Cult Hierarch", "Altered Sight", "Skeleton Archers", dice=2, value=7)
    while play.topic not in ("", "cast", "shoot") and play.battle.phase == "magic":
        play.decline()
    assert play.unit("Skeleton Archers").models == after


@pytest.mark.rule("eow.list.undying_dynasties.rule.undying_will", "eow.list.undying_dynasties.rule.aspen_bow")
def test_archers_with_a_nomarch_aim_better_and_he_shoots_too() -> None:
    line = (
        "0 Undying Dynasties/Skeleton Archers + 5x3 at 18,10 | 0 Undying Dynasties/Nomarch at 3,3 | "
        "1 Zombies + 5x4 at 18,30 face 180"
    )
    table = lay(line).join("Nomarch", "Skeleton Archers").set("Skeleton Archers", moved=True)
    game = table.play({"to hit": 4, "": 1}, phase="shooting").choose(target="Zombies")
    # 14 and the Nomarch, all on 4+ at long range and after a move.
    assert [roll.need for roll in game.rolls if "to hit" in roll.why] == [4, 4]
    assert sum(told.shots for told in game.told(events.UnitShot)) == 15


@pytest.mark.rule("eow.special.fly.all_models", "eow.special.light_troops.joined", "eow.special.swiftstride_all")
def test_a_vampire_on_a_winged_steed_rides_with_spectral_hunters() -> None:
    line = (
        "0 Vampire Covenant/Spectral Hunters + 4x2 at 18,10 | "
        "0 Vampire Covenant/Vampire Courtier + Skeletal Steed + Evocation at 3,3 | 1 Zombies at 18,40 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Spectral Hunters")
    unit = table.unit("Spectral Hunters")
    assert (flies(table.battle, unit), ranks(table.battle, unit)) == (True, 0)
    assert str(dice_of(table.battle, unit, "charge")) == "maximised 2D6"
    # Only the Vampire is Autonomous, and no General is near: no March.
    game = table.play({}, phase="movement").choose(unit="Spectral Hunters")
    assert "march" not in [kind.name for kind in game.question.kinds]  # type: ignore[union-attr]


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.steam_powered_charge", "eow.special_attack.grind")
@pytest.mark.parametrize(("inches", "meets"), [(3.5, True), (4.0, True), (4.1, False)])
def test_a_steam_tank_rolls_into_whom_it_reaches(inches: float, meets: bool) -> None:
    # 4D3 of ones are 4": Zombies at 4.0" are touched, those at 4.1" are not.
    line = f"0 {EMPIRE}/Steam Tank at 18,10 | 1 Vampire Covenant/Zombies + 5x4 at 18,20 face 180"
    table = ahead(lay(line), "Zombies", "Steam Tank", inches)
    assert table.play({"": 1}).topic != "declare charge"
    game = table.play({"March": 1, "": 1}, phase="movement").choose(unit="Steam Tank").choose("march").stay()
    while game.battle.active == 0:
        game.decline()
    assert bool(game.told(events.RoundFought)) is meets
    if meets:
        # Grind (2D3 + 1) with ones: three hits at Agility 0, and no other blows; +1 for the charge against three ranks.
        assert blows(game, "Steam Tank", "Grind")[0] == ("Zombies", 3, 0, None)
        assert blows(game, "Steam Tank") == []
        assert score(game) == (1, 3)


@pytest.mark.rule("eow.adv.char.swap_engaged")
def test_swapping_is_for_the_active_player_and_into_contact() -> None:
    # Zombies of 100 mm, an inch to the right of the middle of 150 mm of Tegu: they reach from -24.6 to 75.4 mm, so the
    # four files on the right (-25 to 75) touch them, the two on the left do not.
    line = (
        "0 Saurian Ancients/Tegu Warriors + 6x3 at 18,10 | 0 Beast Herds/Beast Chieftain at 3,3 | "
        "1 Vampire Covenant/Zombies + 5x4 at 18,20 face 180"
    )
    table = lay(line).join("Beast Chieftain", "Tegu Warriors", 0).fight("Zombies", "Tegu Warriors", offset=1.0)
    game = table.play({"": 1}, phase="melee", active=0)
    assert (game.topic, game.keys) == ("swap places", ["stay", "2", "3", "4", "5"])
    table = lay(line).join("Beast Chieftain", "Tegu Warriors", 0).fight("Zombies", "Tegu Warriors", offset=1.0)
    assert table.play({"": 1}, phase="melee", active=1).topic != "swap places"


@pytest.mark.rule("eow.special.area_attack.hits", "eow.special.area_attack.combined")
def test_a_rock_on_five_and_a_character() -> None:
    line = (
        f"0 Beast Herds/Cyclops at 18,8 | 1 {EMPIRE}/Handgunners + 5x2 at 18,18 face 180 models=5 | "
        f"1 {EMPIRE}/Wizard + Alchemy at 3,40"
    )
    table = lay(line).join("Wizard", "Handgunners")
    game = table.play({"to hit": 6, "To-Wound": 6, "Multiple": 6, "Panic": (1, 1), "": 1}, phase="shooting")
    game.choose(unit="Cyclops", target="Handgunners")
    # Four R&F and the Wizard are five models, so five hits; the four die, the strong hit kills one only, and the
    # Wizard stands untouched.
    assert sum(told.hits for told in game.told(events.AttackResolved)) == 5
    assert game.unit("Wizard").wounds == 0
    assert game.unit("Handgunners").fate == "destroyed"


@pytest.mark.rule("eow.special.multiple_wounds", "eow.special.multiple_wounds_cap")
def test_a_carnosaur_bites_twos_out_of_ogres() -> None:
    line = "0 Saurian Ancients/Carnosaur at 18,10 | 1 Ogre Khans/Tribesmen + 3x2 at 18,20 face 180"
    table = lay(line).fight("Carnosaur", "Tribesmen")
    game = melee(table, {"Carnosaur Melee": 6, "Save": 1, "Break": (1, 1)})
    # Five wounds of two each are ten of eighteen: three Ogres of 3 HP and a wound. 40 mm bases are not stomped on.
    assert lost(game, "Tribesmen") == 10
    assert (game.unit("Tribesmen").models, game.unit("Tribesmen").wounds) == (3, 1)
    assert blows(game, "Carnosaur", "Stomp") == []


@pytest.mark.rule("eow.list.dread_elves.rule.academy_trained")
@pytest.mark.parametrize(("inches", "reach"), [(8.0, 2 + 5 + 1), (8.1, 2 + 5)])
def test_trained_elves_charge_an_inch_farther_near_their_like(inches: float, reach: int) -> None:
    line = (
        "0 Dread Elves/Silexian Spears + 5x3 at 10,10 | 0 Dread Elves/Silexian Auxiliaries + 5x2 at 26,10 | "
        "1 Zombies + 5x4 at 10,20 face 180"
    )
    table = gap(lay(line), "Silexian Auxiliaries", "Silexian Spears", inches)
    game = table.play({"": 1}).choose(unit="Silexian Spears", target="Zombies")
    game.until(phase="movement")
    assert [told.inches for told in game.told(events.ChargeRangeRolled)] == [reach]


@pytest.mark.rule("eow.list.vermin_swarm.rule.life_is_cheap", "eow.adv.char.separate_hp")
def test_the_legates_wounds_count_in_full() -> None:
    line = (
        "0 Vermin Swarm/Vermin Legionaires + 5x5 at 18,10 | 0 Vermin Swarm/Bloodfur Legate at 3,3 | "
        "1 Ogre Khans/Khan at 18,20 face 180"
    )
    table = lay(line).join("Bloodfur Legate", "Vermin Legionaires").fight("Khan", "Vermin Legionaires")
    game = table.play(
        {"Khan Melee": 6, "Save": 1, "Break": (1, 1), "Stomp": 6, "": 1}, phase="melee", active=1, first=0, turn=5
    )
    while not game.game.over:
        if isinstance(game.question, Allocate) and game.question.seat == 1:
            pool = game.question.pools[0]
            game.allocate(
                **{pool.key: {str(named(game, "Bloodfur Legate")): 2, str(named(game, "Vermin Legionaires")): 3}}
            )
        else:
            game.decline()
    # Two wounds of the Legate are 2; three Legionaires and one stomped on are 4 x 0.5: together 4. The rats have +3.
    assert score(game) == (3, 4)


# Points of Victory


def outcome(table: Table, size: int = 1600) -> Any:
    table.battle.note(size=size)
    table.battle.mission = "Occupation"
    return points_of(table.battle, 1)


@pytest.mark.rule("eow.adv.vp.characters_separate", "eow.adv.vp.shattered", "eow.adv.vp.starting_hp")
@pytest.mark.parametrize(
    ("models", "wounds", "flees", "points"),
    [
        (6, 0, False, 175),  # 6 of the 24 of the list are a quarter
        (7, 2, False, 0),  # 7 are more; a Marshal with 1 of 3 is not shattered
        (7, 0, True, 175 + 150),  # both flee
    ],
)
def test_spearmen_and_marshal_are_reckoned_apart(models: int, wounds: int, flees: bool, points: int) -> None:
    line = f"0 {EMPIRE}/Spearmen + 6x4 at 5,5 | 0 {EMPIRE}/Marshal at 3,3 | 1 Zombies + 5x4 at 5,43 face 180"
    table = lay(line).join("Marshal", "Spearmen", 0).set("Spearmen", models=models, fleeing=flees)
    assert outcome(table.set("Marshal", wounds=wounds)).total == points


@pytest.mark.rule("eow.adv.vp.result")
@pytest.mark.parametrize("size", [0, 800])
def test_equal_points_are_a_draw_of_whatever_size(size: int) -> None:
    assert result_of(0, size) == "draw"


@pytest.mark.rule("eow.adv.vp.mission", "eow.adv.mission.ignored_units")
def test_a_combined_unit_counts_once_and_its_last_character_not_at_all() -> None:
    line = f"0 Zombies + 5x4 at 5,5 | 1 {EMPIRE}/Spearmen + 6x4 at 18,24 face 180 | 1 {EMPIRE}/Marshal at 3,40"
    table = lay(line).join("Marshal", "Spearmen")
    assert outcome(table).mission == 400
    game = struck(lay(line).join("Marshal", "Spearmen"), "Spearmen", 23)
    game.battle.note(size=1600)
    game.battle.mission = "Occupation"
    assert points_of(game.battle, 1).mission == 0
    # For the other side: the Spearmen are destroyed, the Marshal is whole.
    assert points_of(game.battle, 0).total == 175


# Odd ends of Combined Units


@pytest.mark.rule("eow.spell.evocation.hasten_the_hour", "eow.adv.char.casualty_self")
def test_a_wizard_who_falls_in_the_ranks_is_no_unit_destroyed() -> None:
    line = (
        f"0 {EMPIRE}/Handgunners + 5x2 at 18,20 face 180 | 0 {EMPIRE}/Wizard + Alchemy at 3,40 | "
        f"0 {EMPIRE}/Spearmen + 5x4 at 24,20 face 180 | 1 Beast Herds/Soothsayer + Evocation at 18,8 face 0"
    )
    table = lay(line).join("Wizard", "Handgunners").set("Wizard", wounds=2)
    play = magic(table, {"Casting": (6, 6), "": 6}, active=1, pools=(0, 9))
    play.cast("Soothsayer", "Hasten the Hour", "Handgunners", dice=2).choose(target="Wizard")
    # The Spearmen stand within 6", but the unit lives; 1 HP of 10 is no quarter.
    assert play.unit("Wizard").fate == "destroyed"
    assert (play.unit("Handgunners").models, checks(play, "panic")) == (9, [])


@pytest.mark.rule("eow.spell.faction.arise", "eow.adv.char.separate_hp")
@pytest.mark.parametrize(("healed", "models", "wounds"), [("Barrow Guard", 10, 2), ("Vampire Courtier", 7, 1)])
def test_arise_heals_the_ranks_or_the_vampire(healed: str, models: int, wounds: int) -> None:
    # Rsr 3 of the Guard gives three models, a Character regains one at most.
    line = (
        "0 Vampire Covenant/Barrow Guard + 5x3 at 18,10 models=8 | "
        "0 Vampire Covenant/Vampire Courtier + Evocation + Arise! at 3,3 | 1 Zombies at 18,40 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Barrow Guard").set("Vampire Courtier", wounds=2)
    play = magic(table, {"Casting": (2, 2), "": 1}).cast("Vampire Courtier", "Arise!", "Barrow Guard", value=4, dice=2)
    assert play.topic == "heal whom"
    play.choose(str(named(play, healed)))
    assert (play.unit("Barrow Guard").models, play.unit("Vampire Courtier").wounds) == (models, wounds)


@pytest.mark.rule("eow.special.fear_immune")
@pytest.mark.parametrize(("models", "discipline"), [(1, 6), (2, 5)])
def test_half_of_the_models_with_fear_are_immune_to_it(models: int, discipline: int) -> None:
    # A Vampire with Fear among Ghouls that are not Fearless here: half of 1 + 1, but not of 2 + 1.
    line = (
        "0 Vampire Covenant/Ghouls + 5x3 at 18,10 | 0 Vampire Covenant/Vampire Courtier + Evocation at 3,3 | "
        "1 Varkolak at 18,20 face 180"
    )
    table = lay(line).change("Ghouls", ["Unstable"]).change("Vampire Courtier", ["Fear", "Unstable"])
    table.set("Ghouls", models=models + 1, files=models + 1).join("Vampire Courtier", "Ghouls", 0)
    assert value(table.fight("Varkolak", "Ghouls").battle, table.unit("Ghouls"), "dis") == discipline


@pytest.mark.rule("eow.adv.char.attackable", "eow.result.flank_rear")
@pytest.mark.parametrize(
    ("file", "on_marshal", "on_spearmen", "spearmen"),
    [(0, [("Marshal", 3, 4, 4)], 12, 3), (4, [], 15, 4)],
)
def test_warriors_in_the_flank(file: int, on_marshal: list[Any], on_spearmen: int, spearmen: int) -> None:
    # Five Warriors (125 mm) at a flank of four ranks (80 mm): all touch it, 5 x 2 and five that support. The one at the
    # end touches the first rank only: if the Marshal stands there, its two blows and its supporter's are his.
    line = (
        f"0 {EMPIRE}/Spearmen + 5x4 at 18,10 | 0 {EMPIRE}/Marshal at 3,3 | "
        "1 Warriors of the Dark Gods/Warriors + 5x2 at 30,10"
    )
    table = lay(line).join("Marshal", "Spearmen", file).fight("Warriors", "Spearmen", "left")
    game = melee(table, {"Break": (1, 1)}, 1)
    assert [blow for blow in blows(game, "Warriors") if blow[0] == "Marshal"] == on_marshal
    assert ("Spearmen", on_spearmen, 4, 3) in blows(game, "Warriors")
    # From the flank nobody supports: only the models of that file strike.
    assert blows(game, "Spearmen") == [("Warriors", spearmen, 3, 4)]
    # Four ranks +3 against two ranks +1 and the flank +2.
    assert score(game) == (3, 3)


@pytest.mark.rule("eow.special_attack.breath_modes", "eow.list.highborn_elves.rule.dragon_mage")
def test_an_initiate_breathes_in_melee() -> None:
    line = f"0 Highborn Elves/Initiate of the Fiery Heart at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    table = lay(line).fight("Initiate of the Fiery Heart", "Imperial Guard")
    game = table.play({"Hits of Breath": (3, 4), "": 1}, phase="melee", active=0, first=1, turn=5)
    assert game.topic == "breath"
    game.choose("breath")
    while not game.game.over:
        game.decline()
    # 2D3 of a 3 and a 4 are 2 + 2, at Agility 3 as its blows; Strength 4 against 3. Of the Guard three touch 50 mm and
    # three support.
    assert blows(game, "Initiate of the Fiery Heart", "Breath") == [("Imperial Guard", 4, 3, None)]
    assert blows(game, "Initiate of the Fiery Heart") == [("Imperial Guard", 4, 3, 4)]
    assert needs(game, "Initiate of the Fiery Heart", "Breath: To-Wound") == [3]
    assert blows(game, "Imperial Guard") == [("Initiate of the Fiery Heart", 6, 3, 4)]


@pytest.mark.rule("eow.list.highborn_elves.rule.queens_cavalier", "eow.special.devastating")
@pytest.mark.parametrize(("charging", "attacks", "discipline"), [(True, 4, 6), (False, 3, 7)])
def test_a_cavalier_frightens_when_he_charges(charging: bool, attacks: int, discipline: int) -> None:
    line = (
        "0 Highborn Elves/Highborn Lancers + 4x2 at 18,10 | 0 Highborn Elves/Commander + Queen's Cavalier at 3,3 | "
        f"1 {EMPIRE}/Spearmen + 6x4 at 18,20 face 180"
    )
    table = lay(line).join("Commander", "Highborn Lancers", 1).fight("Highborn Lancers", "Spearmen")
    table.set("Highborn Lancers", charging=charging)
    assert value(table.battle, table.unit("Commander"), "att") == attacks
    assert value(table.battle, table.unit("Spearmen"), "dis") == discipline


@pytest.mark.rule("eow.vault.artefact.crown_of_autocracy", "eow.list.infernal_dwarves.rule.infernal_brand")
@pytest.mark.parametrize(
    ("lender", "borrower", "inches", "discipline"),
    [
        (f"{EMPIRE}/Marshal + General + Crown of Autocracy", f"{EMPIRE}/Handgunners + 5x2", 15.0, 9),
        (f"{EMPIRE}/Marshal + General + Crown of Autocracy", f"{EMPIRE}/Handgunners + 5x2", 15.1, 7),
        (f"{EMPIRE}/Marshal + Crown of Autocracy", f"{EMPIRE}/Handgunners + 5x2", 3.0, 9),
        (f"{EMPIRE}/Marshal + Crown of Autocracy", f"{EMPIRE}/Handgunners + 5x2", 3.1, 7),
        # A Cult Leader reaches 18" already, and nobody farther.
        ("Ogre Khans/Khan + Cult Leader + Crown of Autocracy", "Ogre Khans/Scraplings + 5x4", 18.0, 8),
        ("Ogre Khans/Khan + Cult Leader + Crown of Autocracy", "Ogre Khans/Scraplings + 5x4", 18.1, 6),
        # The Brand is for the Insignificant within 6".
        ("Infernal Dwarves/Infernal Warriors + 5x2", "Infernal Dwarves/Vassal Levies + 5x4", 6.0, 9),
        ("Infernal Dwarves/Infernal Warriors + 5x2", "Infernal Dwarves/Vassal Levies + 5x4", 6.1, 7),
    ],
)
def test_how_far_discipline_is_lent(lender: str, borrower: str, inches: float, discipline: int) -> None:
    table = lay(f"0 {lender} at 5,10 | 0 {borrower} at 25,10 | 1 Zombies at 18,44 face 180")
    first, second = table.battle.units[:2]
    gap(table, second.name, first.name, inches)
    assert nominated(table.battle, second)[0] == discipline
