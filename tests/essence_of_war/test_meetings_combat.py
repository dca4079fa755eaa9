"""Rules of Essence of War that meet in the Magic and Melee Phases of a Basic game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.brawl import brawl, next_phase
from tests.essence_of_war.harness import Play, Table, draw
from tests.playing import pose
from warhost.rulesets.essence_of_war.core.battle import Effect
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import health

MISS: dict[str, Any] = {"to hit": 1, "": 1}


def checks(game: Play, kind: str) -> list[tuple[str, int, bool]]:
    units = game.battle.units
    return [(units[t.unit].name, t.needed, t.passed) for t in game.told(events.DisciplineTested) if t.kind == kind]


def rolled(game: Play, name: str, why: str) -> list[tuple[str, int | None]]:
    number = game.unit(name).id
    return [(roll.dice, roll.need) for roll in game.rolls if roll.unit == number and why in roll.why]


def casting(table: Table | str, dice: Any, **fields: Any) -> Play:
    laid = draw(table) if isinstance(table, str) else table
    return laid.play(dice, **{"phase": "magic", "stage": "cast", "pools": (9, 0), **fields})


def settled(game: Play) -> Play:
    """Pass on everything until the next casting, or until the phase is over."""
    while not game.game.over and game.battle.phase == "magic" and game.topic != "cast":
        game.decline()
    return game


# Magic


@pytest.mark.rule("eow.magic.miscast.hits", "eow.magic.miscast.wound", "eow.panic.quarter_losses")
def test_hunters_who_miscast_take_a_hit_for_every_die_and_may_run_from_the_closest_enemy() -> None:
    line = "0 Skink Hunters at 18,10 | 1 Imperial Guard at 18,24 face 180 | 1 Handgunners at 8,40 face 180"
    falls = {"Casting": (5, 5, 5, 1), "Aegis": 1, "Miscast": 6, "Panic": 6, "Flee": (1, 1), "": 1}
    game = settled(casting(line, falls).cast("Skink Hunters", "Entwining Roots", "Imperial Guard", dice=4))
    wounds = [roll for roll in game.rolls if "Miscast" in roll.why and "Panic" not in roll.why]
    assert next((roll.dice, roll.need) for roll in wounds) == ("4D6", 4)
    assert game.unit("Imperial Guard").effects
    # Four of them are a quarter: away from the Guard, who did nothing.
    assert game.unit("Skink Hunters").fleeing
    assert pose(game, "Skink Hunters").facing == pytest.approx(180, abs=0.5)


@pytest.mark.rule("eow.magic.miscast.hits", "eow.magic.miscast.wound", "eow.damage.armour_table")
@pytest.mark.parametrize(
    ("faces", "hits", "armour"), [((5, 5, 5), 2, 0), ((3, 3, 3, 1), 3, 1), ((6, 6, 6, 1, 1), 4, 0)]
)
def test_a_wizard_takes_a_hit_less_and_armour_helps_against_low_triples(
    faces: tuple[int, ...], hits: int, armour: int
) -> None:
    line = "0 Wizard at 18,10 | 0 Imperial Guard at 18,14 | 1 Iron Orcs at 18,40 face 180"
    table = draw(line).change("Wizard", arm=4)
    falls = {"Casting": faces, "Miscast": 6, "": 1}
    game = settled(casting(table, falls).cast("Wizard", "Word of Iron", "Imperial Guard", dice=len(faces)))
    wounds = [roll for roll in game.rolls if "Miscast" in roll.why and roll.need == 4]
    assert [roll.dice for roll in wounds][:1] == [f"{hits}D6"]
    assert bool([roll for roll in game.rolls if "Armour" in roll.why]) is bool(armour)


@pytest.mark.rule("eow.spell.faction.arise", "eow.basic.rsr", "eow.magic.two_values")
def test_arise_brings_each_of_two_units_back_by_its_own_measure_and_to_its_number() -> None:
    line = (
        "0 Vampire Courtier at 18,10 | 0 Ghouls at 14,13 models=14 | 0 Zombies at 22,13 models=10 | "
        "1 Iron Orcs at 18,44"
    )
    game = casting(line, {"Casting": (4, 4), "": 1})
    settled(game.cast("Vampire Courtier", "Arise!", "Ghouls", "Zombies", dice=2, value=8))
    assert [game.unit(name).models for name in ("Ghouls", "Zombies")] == [15, 15]


@pytest.mark.rule("eow.spell.faction.arise", "eow.basic.rsr", "eow.magic.once_per_spell")
def test_a_courtier_heals_himself_by_one_and_tries_no_second_time_in_a_phase() -> None:
    line = "0 Vampire Courtier at 18,10 | 0 Zombies at 22,13 models=10 | 1 Iron Orcs at 18,44"
    table = draw(line).set("Vampire Courtier", wounds=2)
    game = casting(table, {"Casting": (2, 2), "": 1})
    settled(game.cast("Vampire Courtier", "Arise!", "Vampire Courtier", dice=2, value=4))
    assert health(game.battle, game.unit("Vampire Courtier")) == 2
    assert not [key for key in game.keys if "Arise!" in key]


@pytest.mark.rule("eow.spell.druidism.entwining_roots", "eow.terrain.category", "eow.measure.closest_points")
@pytest.mark.parametrize(("apart", "reached"), [(5.9, True), (6.1, False)])
def test_roots_rise_far_away_near_a_wood(apart: float, reached: bool) -> None:
    # Thirty inches from the Soothsayer; the left edge of the Guard is at 24.03, the wood is ten inches wide.
    line = f"36x48 hindering {24.03 - apart - 5},40 10x4 | 0 Soothsayer at 18,4 | 1 Imperial Guard at 26,40 face 180"
    game = casting(line, {"": 1})
    keys = game.keys if game.topic == "cast" else []
    assert any("Entwining Roots" in key and key.endswith(">1") for key in keys) is reached


@pytest.mark.rule(
    "eow.magic.attack_spell_engaged", "eow.patrol.empire_of_sonnstahl.word_of_iron", "eow.stat.armour_cap"
)
def test_a_wizard_in_a_fight_may_strengthen_iron_but_not_hurl_silver() -> None:
    line = (
        "0 Wizard at 18,10 | 0 Electoral Cavalry at 24,10 | 1 Iron Orcs at 18,20 face 180 | "
        "1 Goblin Rabble at 24,20 face 180"
    )
    table = draw(line).fight("Iron Orcs", "Wizard").fight("Electoral Cavalry", "Goblin Rabble")
    game = casting(table, {"Casting": (4, 4), "": 1})
    assert not [key for key in game.keys if "Silver Spike" in key]
    settled(game.cast("Wizard", "Word of Iron", "Electoral Cavalry", dice=2))
    fight = brawl(Table.of(game.battle), {"Goblin Rabble: Melee Attacks: to hit": 6, "Goblin Rabble": 6, "": 1})
    while not fight.game.over and not rolled(fight, "Electoral Cavalry", "Armour"):
        fight.decline()
    # Five is the most: against AP 0 they save on 2+.
    assert {need for _, need in rolled(fight, "Electoral Cavalry", "Armour")} == {2}


@pytest.mark.rule("eow.magic.store", "eow.magic.stored_added", "eow.magic.dice_spent")
def test_a_stored_die_waits_for_the_own_next_phase_and_dispels_nothing() -> None:
    line = "0 Orc Shaman at 18,4 | 1 Wizard at 18,44 face 180 | 0 Iron Orcs at 4,4 | 1 Handgunners at 30,44 face 180"
    game = draw(line).play({"Flux": 1, "": 1}, phase="magic")
    while game.topic != "store":
        game.decline()
    game.choose(next(key for key in game.keys if key not in ("pass", "no", "0")))
    while not (game.battle.phase == "magic" and game.battle.active == 1 and game.topic == "cast"):
        game.decline()
    theirs = game.battle.pools
    while not (game.battle.phase == "magic" and game.battle.active == 0 and game.topic == "cast"):
        game.decline()
    drawn = game.told(events.FluxDrawn)
    assert len(drawn) == 3
    assert theirs[0] == {1: 4, 2: 4, 3: 5, 4: 5, 5: 6, 6: 6}[drawn[1].card]
    assert game.battle.pools[0] == {1: 4, 2: 5, 3: 6, 4: 7, 5: 8, 6: 9}[drawn[-1].card] + 1


# Melee


def fight(line: str, attacker: str, defender: str, side: str = "front") -> Table:
    return draw(line).fight(attacker, defender, side)


@pytest.mark.rule("eow.patrol.daemon_legions.fight_in_extra_rank", "eow.patrol.daemon_legions.know_thine_enemy")
def test_three_ranks_of_myrmidons_strike_by_what_they_know() -> None:
    table = fight("0 Myrmidons at 18,10 | 1 Ghouls at 18,20 face 180", "Myrmidons", "Ghouls")
    table.set("Myrmidons", effects=(Effect("Know Thine Enemy", 0, 0, 0),))
    game = brawl(table, MISS).rest()
    # Offence 5 + 2 against Defence 3; Offence 3 against Defence 4 + 2.
    assert [(blow.count, blow.need) for blow in game.struck("Myrmidons")] == [(12, 2)]
    assert {blow.need for blow in game.struck("Ghouls")} == {4}


@pytest.mark.rule("eow.patrol.daemon_legions.daemonic", "eow.result.health_points", "eow.damage.aegis")
def test_daemons_who_lose_fade_without_a_save_and_without_a_test() -> None:
    table = fight("0 Imperial Guard at 18,10 charging | 1 Myrmidons at 18,20 face 180", "Imperial Guard", "Myrmidons")
    game = brawl(table, MISS).rest()
    # Two ranks and a charge against two ranks: one is lost, and no Aegis is rolled for it.
    assert game.told(events.CombatScored)[0].totals == (3, 2)
    assert game.unit("Myrmidons").models == 11
    assert not game.tests("break", "Myrmidons")
    assert not [roll for roll in game.rolls if "Aegis" in roll.why]


@pytest.mark.rule("eow.basic.devastating", "eow.stat.agi_zero_fixed", "eow.melee.agility_order")
def test_marauders_strike_harder_in_the_round_of_their_charge_only() -> None:
    line = "0 Feral Orc Marauders at 18,10 charging | 1 Iron Orcs at 18,20 face 180"
    table = fight(line, "Feral Orc Marauders", "Iron Orcs")
    falls = {"Feral Orc Marauders: Melee Attacks: to hit": (6, *[1] * 9), "Iron Orcs: Melee": 1, "Break": 1, "": 1}
    first = brawl(table, falls).rest()
    # Strength 4 + 1 against Resilience 4, AP 1 against Armour 2.
    assert rolled(first, "Feral Orc Marauders", "To-Wound") == [("1D6", 3)]
    second = next_phase(first, falls).rest()
    assert rolled(second, "Feral Orc Marauders", "To-Wound") == [("1D6", 4)]
    assert [blow.agility for blow in second.struck("Iron Orcs")] == [0]


@pytest.mark.rule("eow.steadfast.condition", "eow.steadfast.lost_flank", "eow.result.flank_rear")
@pytest.mark.parametrize(("flanker", "needed"), [("Electoral Cavalry", 6), ("Handgunners", 4)])
def test_deep_goblins_stand_against_one_rank_in_the_flank_and_not_against_two(flanker: str, needed: int) -> None:
    line = f"0 Imperial Guard at 18,10 charging | 0 {flanker} at 4,4 charging | 1 Goblin Rabble at 18,20 face 180"
    table = fight(line, "Imperial Guard", "Goblin Rabble").fight(flanker, "Goblin Rabble", "left")
    game = brawl(table, MISS).rest()
    # Two for ranks, one for the charge, two for the flank, against three for ranks.
    assert game.told(events.CombatScored)[0].totals == (5, 3)
    assert [test.needed for test in game.tests("break", "Goblin Rabble")] == [needed]


@pytest.mark.rule(
    "eow.steadfast.lost_terrain", "eow.terrain.hindering.broken_ranks", "eow.patrol.orcs_and_goblins.warborn"
)
@pytest.mark.parametrize(("wood", "needed"), [("", 7), (" hindering 18,20 8x8", 5)])
def test_orcs_in_a_wood_count_what_they_lost_by_but_roll_as_those_born_for_war(wood: str, needed: int) -> None:
    line = f"36x48{wood} | 0 Electoral Cavalry at 18,10 charging | 1 Iron Orcs at 18,20 face 180"
    table = fight(line, "Electoral Cavalry", "Iron Orcs")
    falls = {"Electoral Cavalry: Melee Attacks: to hit": (6, 6, 1, 1, 1), "Electoral": 6, "Iron Orcs: Melee": 1, "": 1}
    game = brawl(table, falls).rest()
    # Two fell and a charge, against a rank.
    assert game.told(events.CombatScored)[0].totals == (3, 1)
    assert [test.needed for test in game.tests("break", "Iron Orcs")] == [needed]
    assert [dice for dice, _ in rolled(game, "Iron Orcs", "Break")] == ["minimised 2D6"]


@pytest.mark.rule("eow.patrol.beast_herds.primal_instinct", "eow.basic.general", "eow.dice.reroll_once")
@pytest.mark.parametrize(("x", "needed"), [(24, 8), (34, 7)])
def test_minotaurs_listen_to_their_general_before_they_strike(x: int, needed: int) -> None:
    line = f"36x48 | 0 Minotaurs at 18,10 | 0 Soothsayer at {x},10 | 1 Iron Orcs at 14,20 face 180"
    table = draw(line).fight("Iron Orcs", "Minotaurs")
    game = brawl(table, {"Minotaurs: Melee Attacks: to hit": [(1,) * 9, (1,) * 9], "": 1}).rest()
    assert [told[:2] for told in checks(game, "primal instinct")] == [("Minotaurs", needed)]
    assert len(rolled(game, "Minotaurs", "to hit")) == 2


@pytest.mark.rule("eow.no_more_foes.win", "eow.no_more_foes.score", "eow.result.flank_rear", "eow.break.test")
def test_who_killed_his_only_foe_counts_his_kills_for_friends_and_takes_no_test() -> None:
    line = (
        "36x48 | 0 Handgunners at 18,20 | 0 Imperial Guard at 4,4 charging | "
        "1 Iron Orcs at 4,40 charging | 1 Wizard at 30,40"
    )
    table = draw(line).fight("Iron Orcs", "Handgunners", "front").fight("Wizard", "Handgunners", "left")
    table.fight("Imperial Guard", "Wizard", "rear")
    falls = {
        "Imperial Guard: Melee": 6,
        "Iron Orcs: Melee Attacks: to hit": (*[6] * 6, *[1] * 6),
        "Iron Orcs: Melee": 6,
        "Handgunners: Break": 1,
        "": 1,
    }
    game = brawl(table, falls)
    while not game.game.over:
        game.decline()
    # Three for the Wizard, and no more: ranks, charge and rear of the Guard are gone with him. Four Handgunners are
    # left in one rank. Six fell to the Orcs, who charged in two ranks; nobody stands in a flank any more.
    assert game.told(events.CombatScored)[0].totals == (3, 6 + 1 + 1)
    assert [test.needed for test in game.tests("break", "Handgunners")] == [7 - 5]
    assert game.tests("break", "Imperial Guard") == []


@pytest.mark.rule("eow.pursuit.flee_direction", "eow.pursuit.declare", "eow.pursuit.catch")
def test_the_winner_says_from_whom_the_broken_flee_and_all_pursue_that_way() -> None:
    line = (
        "36x48 | 0 Imperial Guard at 18,10 charging | 0 Electoral Cavalry at 4,4 charging | "
        "1 Handgunners at 18,20 face 180"
    )
    table = draw(line).fight("Imperial Guard", "Handgunners").fight("Electoral Cavalry", "Handgunners", "left")
    falls = {"Break": 6, "Flee": (6, 6), "Pursuit": (1, 2), "": 1}
    game = brawl(table, {**falls, **MISS}).until_asked("flee direction")
    assert game.question.seat == 0
    game.choose(next(o.key for o in game.options if game.unit("Electoral Cavalry").id in (o.unit, o.target)))
    while game.topic == "pursuit":
        game.choose(game.keys[0])
    game.rest()
    # The Handgunners face down the board, so that their left is at greater x: they run to smaller x.
    assert game.told(events.UnitFled)[-1].unit == game.unit("Handgunners").id
    fled = game.unit("Handgunners").pose
    assert fled is not None
    assert 180 < fled.facing % 360 < 360
