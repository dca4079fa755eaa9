"""Positions in which rules meet, worked out by a referee: combat, markers, the end, armies, rules at their edges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import BOW, archers, wizard
from tests.kings_of_war.harness import draw, pose, unit
from tests.kings_of_war.meeting_rules import BIRD, MOVING, REST, moving, thrown, under, went
from tests.kings_of_war.mustering import rules_broken
from tests.kings_of_war.test_positions_1 import HERO, HORDE, stands
from tests.kings_of_war.test_positions_2 import DEEP, field, said
from tests.kings_of_war.test_positions_3 import DICE, MINE, THEIRS, chief, loot, ruled, score
from warhost.play import Allocated, Ticked
from warhost.rulesets.kings_of_war.core import Effect, Marker, Settings, lay
from warhost.table import Back, Forward

# Combat


@pytest.mark.rule("kow.outcome.target_routed", "kow.outcome.target_remains")
def test_only_who_has_no_enemy_left_moves_after_combat() -> None:
    at = "0 Foot at 10,10 | 0 Pal at 20,10 | 1 Foe at 36,24 face 180 | 1 Also at 60,40 face 180"
    table = field(at, 'phase="combat"', Foe=unit(nerve=1)).engage("Foot", "Foe").engage("Pal", "Foe", "left")
    table.engage("Also", "Pal", "left")
    game = table.play(dice={"Nerve of Foe": (3, 3), **DICE}).choose("0")
    game.choose("1").allocate(attacks={"2": 10})
    assert game.unit("Foe").fate == "routed"
    assert (game.topic, {option.unit for option in game.options}) == ("outcome", {0})
    game.choose("pass")
    assert game.unit("Pal").engaged
    assert game.topic != "outcome"


@pytest.mark.rule("kow.outcome.forward", "kow.loot.pick_up")
def test_who_goes_forward_onto_loot_may_take_it_at_the_end_of_the_phase() -> None:
    at = "0 Foot at 36,20 | 1 Foe at 36,26 face 180 | 1 Rest at 60,44 face 180"
    table = field(at, 'scenario="plunder" phase="combat"', Foe=unit(nerve=1)).engage("Foot", "Foe")
    table.battle.markers = (Marker(36, 30, "loot"),)
    game = table.play(dice=[(6,) * 10, (6,) * 10, (3, 3), 6]).choose("0").choose("forward")
    assert game.topic == "loot"


@pytest.mark.rule("kow.combat.attack_pipeline", "kow.nerve.devastated_attacks")
def test_random_attacks_are_rolled_halved_and_doubled() -> None:
    at = "0 Foot at 10,10 damage=13 | 1 Foe at 36,24 face 180"
    table = field(at, 'phase="combat"', Foot=unit(attacks="D6+2")).engage("Foot", "Foe", "left")
    game = table.play(dice={"to ": 1, "": 5}).choose("0")
    assert [roll.dice for roll in game.rolls][:2] == ["D6+2", "6D6"]


@pytest.mark.rule("kow.special.duellist", "kow.combat.distribute")
@pytest.mark.parametrize(("share", "dice"), [({"1": 4, "2": 6}, {"A": 4, "B": 9}), ({"1": 10}, {"A": 10, "B": 3})])
def test_a_duellist_gains_nothing_against_another(share: dict[str, int], dice: dict[str, int]) -> None:
    at = "0 Foot at 36,20 | 1 A at 60,40 face 180 | 1 B at 66,40 face 180"
    made = {"A": ruled("Duellist (1)", hero=True), "B": unit(hero=True)}
    table = field(at, 'phase="combat"', Foot=ruled("Duellist (3)"), **made)
    table.engage("A", "Foot", "front", offset=1.0).engage("B", "Foot", "front", offset=-1.0)
    game = table.play(dice=DICE).choose("0").answer(Allocated({"attacks": share}))
    if game.topic == "bonus":
        game.choose("2")
    thrown = [roll.dice for roll in game.rolls if "to hit" in roll.why]
    assert thrown == [f"{number}D6" for number in dice.values()]


@pytest.mark.rule("kow.special.individual_no_multiply", "kow.combat.flank_double")
def test_an_individual_in_the_flank_is_struck_twice_as_often_as_it_strikes() -> None:
    at = "0 Hero at 10,10 | 0 Idle at 6,6 | 1 Foe at 36,24 face 180"
    table = field(at, 'phase="combat"', Hero=ruled("Individual", hero=True)).engage("Hero", "Foe", "left")
    assert table.play(dice={"to hit": 1}).choose("0").rolls[0].dice == "10D6"
    back = field(at.replace("1 Foe", "0 Foe").replace("0 Hero", "1 Hero"), 'phase="combat"', Hero=ruled("Individual"))
    back.engage("Foe", "Hero", "left")
    assert back.play(dice={"to hit": 1}).choose("2").rolls[0].dice == "20D6"


# Markers and the end


@pytest.mark.rule("kow.us.monster", "kow.us.champion", "kow.us.halved", "kow.special.dread")
@pytest.mark.parametrize(
    ("foot", "foes", "more", "result"),
    [
        (unit(hero=True, type="monster", rank="champion"), unit(), "", "A draw"),
        (unit(hero=True, rank="champion"), unit(), "", "Second wins: 1 to 0"),
        (unit(hero=True, rank="champion"), unit(size="troop"), "", "A draw"),
        (unit(hero=True, rank="warlord", type="cavalry"), unit(), "", "A draw"),
        (unit(type="titan"), unit(type="war engine"), "", "First wins: 1 to 0"),
        # 12 points of 12 devastate nobody, but the Dread of an enemy near by makes it 11.
        (unit(), unit(), "", "A draw"),
        (unit(), unit(), " | 0 Fiend at 42,26", "First wins: 1 to 0"),
    ],
)
def test_who_holds_a_marker_by_strength(foot: Any, foes: Any, more: str, result: str) -> None:
    at = f"{MINE} | {THEIRS} {'damage=12' if foes == unit() == foot else ''}{more}"
    fiend = ruled("Dread", hero=True, strength=0)
    made = {"Fiend": fiend} if more else {}
    assert score(at, Marker(36, 24), Foot=foot, Foes=foes, **made).startswith(result)


@pytest.mark.rule("kow.loot.destroyed", "kow.loot.non_scoring")
@pytest.mark.parametrize(("strength", "taken"), [(2, True), (0, False)])
def test_only_who_scores_takes_the_loot_of_whom_it_routs(strength: int, taken: bool) -> None:
    at = "0 Foot at 36,20 | 1 Foe at 36,26 face 180 | 1 Rest at 60,44 face 180"
    made = {"Foot": unit(strength=strength), "Foe": unit(nerve=1)}
    table = field(at, 'scenario="plunder" phase="combat"', **made).engage("Foot", "Foe")
    table.battle.markers = (Marker(36, 26, "loot", carrier=1),)
    game = table.play(dice={**DICE, "Nerve": (3, 3)}).choose("0")
    if not taken:
        assert (game.topic, game.question.seat) == ("loot", 1)
        game.place(36, 26)
    assert game.battle.markers[0].carrier == (0 if taken else None)


@pytest.mark.rule("kow.loot.pick_up", "kow.spell.surge", "kow.us.halved")
def test_a_wavering_troop_surged_onto_loot_takes_it_in_the_ranged_phase() -> None:
    at = '0 Wizard at 36,6 order="halt" | 0 Dead at 36,12 wavering=1 | 1 Foes at 60,40 face 180'
    dead = ruled("Shambling", size="troop")
    game = loot(at, Marker(36, 18, "loot"), 'phase="ranged"', Wizard=wizard(("Surge", 5)), Dead=dead)
    game.choose("0:Surge>1")
    assert game.topic == "loot"


@pytest.mark.rule("kow.timed.out_of_time", "kow.timed.no_more_orders", "kow.special.regeneration")
def test_time_runs_out_between_two_combats() -> None:
    at = "0 A at 10,10 | 0 B at 20,10 damage=3 | 1 X at 20,24 face 180 | 1 Y at 50,24 face 180"
    made = {"A": unit(), "B": ruled("Regeneration (2+)"), "X": unit(), "Y": unit()}
    table = draw(f'phase="combat" first=1 | {at}', Settings(clock="chess clock"), **made)
    game = thrown(table.engage("A", "X").engage("B", "Y"), {"Nerve": (1, 1), "": 6})
    game.choose("0+2")
    game.game.answer(Ticked(), game.question.seat)
    assert (game.unit("X").damage, game.unit("Y").damage, game.unit("B").engaged) == (0, 0, True)
    while not game.game.over and game.battle.turn < 3:
        assert game.question.seat == 1
        fights = game.topic == "attacker" and game.offers("3")
        game.choose("3") if fights else game.decline()
    assert not any("Regeneration" in roll.why for roll in game.rolls)
    assert game.unit("B").damage > 3


# Armies and commands


@pytest.mark.rule("kow.artefact.excluded", "kow.artefact.heroic", "kow.artefact.unique")
@pytest.mark.parametrize(
    ("picks", "broken"),
    [
        (("2 Watch", "Wizard + Shroud of the Saint", "Captain"), {"kow.army.commander"}),
        (("4 Watch", "Wizard + Shroud of the Saint", "Captain + Shroud of the Saint"), {"kow.artefact.unique"}),
        (("2 Watch", "Watch + Shroud of the Saint", "Captain"), {"kow.artefact.heroic"}),
        (("4 Watch", "Captain", "Chariot Lord + Ej Periscope"), {"kow.artefact.heroic"}),
        (("2 Watch", "Beast Rider + Inspiring Talisman"), set()),
        (("4 Watch", "Captain", "Beast Rider + Boots of the Seven Leagues"), {"kow.artefact.heroic"}),
        (("4 Watch", "Captain", "Old Hob + Brew of Haste"), {"kow.artefact.excluded"}),
        (("4 Watch", "Captain", "Captain + Crystal Pendant of Retribution"), {"kow.artefact.common"}),
    ],
)
def test_artefacts_go_where_they_may(picks: tuple[str, ...], broken: set[str]) -> None:
    assert rules_broken(*picks) == broken


@pytest.mark.rule("kow.command.one_attempt", "kow.command.receiver", "kow.command.one_success")
def test_a_wavering_chief_commands_in_combat_and_after_another_failed() -> None:
    at = '0 Chief at 36,20 wavering=1 order="halt" | 0 Foot at 36,12 | 0 Second at 40,16 | 1 Foes at 60,44 face 180'
    table = field(f"{at} | 1 Foe at 36,30 face 180", MOVING, Chief=chief(), Second=chief())
    table.engage("Foe", "Chief", "front")
    game = table.play(dice={"Onward": [(3, 3), (1, 4)], **DICE})
    game.choose("2:Onward>1")
    game.choose("0:Onward>1")
    assert game.unit("Foot").commanded
    assert not any("Onward" in key for key in game.keys)


# Rules at their edges


@pytest.mark.rule("kow.reform.must_fit", "kow.terrain.table_edge")
@pytest.mark.parametrize(("y", "fits"), [(5.0, False), (6.0, True)])
def test_nobody_turns_off_the_table_to_face_an_enemy(y: float, fits: bool) -> None:
    car = unit(hero=True, type="chariot")
    table = moving(f"0 Car at 10,10 | 1 Foe at 36,{y} face 180", Car=car).engage("Car", "Foe", mine="right")
    game = table.play(dice=DICE).order("Car")
    assert (game.topic == "action" and game.offers("reform")) is fits


@pytest.mark.rule("kow.war_engine.always_rear", "kow.special.big_shield", "kow.special.ensnare")
@pytest.mark.parametrize("rule", ["Big Shield", "Ensnare"])
def test_no_front_helps_a_war_engine_in_combat(rule: str) -> None:
    at = "0 Foot at 10,10 | 1 Gun at 36,24 face 180"
    table = field(at, 'phase="combat"', Gun=ruled(rule, type="war engine")).engage("Foot", "Gun")
    game = table.play(dice=DICE).choose("0")
    said(game, "to hit: 30D6 needing 4+", "to damage: 30D6 needing 4+")


@pytest.mark.rule("kow.special.brutal", "kow.combat.nerve_at_end")
def test_who_only_stands_there_is_brutal_too() -> None:
    at = "0 Foot at 10,10 | 0 Ogre at 20,10 | 1 Foe at 36,24 face 180"
    made = {"Foot": ruled("Brutal (1)", attacks=1), "Ogre": ruled("Brutal (2)")}
    table = field(at, 'phase="combat"', **made).engage("Foot", "Foe").engage("Ogre", "Foe", "left")
    game = thrown(table, {"Nerve": (3, 4), "": 6}).choose("0").choose("pass")
    said(game, "Foe tested nerve: 10 against 12, steady")


@pytest.mark.rule("kow.loot.drop", "kow.withdraw.move")
@pytest.mark.parametrize("order", ["withdraw", "halt"])
def test_a_carrier_in_combat_drops_its_loot_at_its_order(order: str) -> None:
    at = "0 Foot at 10,10 | 0 Idle at 6,6 | 1 Foe at 36,24 face 180"
    table = field(at, f'scenario="plunder" {MOVING}').engage("Foot", "Foe")
    table.battle.markers = (Marker(36, 20.85, "loot", carrier=0),)
    game = table.play(dice={**DICE, "": 1}).order("Foot")
    game.choose(order).choose("drop").place(36, 20.85)
    assert (game.battle.markers[0].carrier, game.unit("Foot").order) == (None, order)


@pytest.mark.rule("kow.nerve.wavering_token", "kow.turn.initiative", "kow.special.frozen")
def test_who_wavers_before_two_enemy_turns_still_wavers_in_its_own() -> None:
    at = '0 Bows at 36,10 order="halt" | 1 Foes at 36,24 face 180 | 1 Rest at 66,44 face 180'
    bows = archers({**BOW, "rules": ["Frostbite"]}, attacks=1)
    table = field(at, 'phase="ranged" turn=2 taken=1 first=1 active=0', Bows=bows, Foes=unit(nerve=8))
    game = thrown(table, {"Nerve": (4, 4), "First turn": [6, 1, 6, 1], "": 6})
    game.choose("0>1").until("first turn")
    game.choose(game.keys[0])
    assert (game.battle.turn, game.battle.active) == (3, 0)
    game.until(phase="movement").decline()
    while game.battle.active == 0:
        game.choose("pass") if game.offers("pass") else game.decline()
    game.order("Foes")
    assert went(game, "Foes", "advance", Forward(1)) == "kow.nerve.wavering_orders"
    assert went(game, "Foes", "back", Back(2.1)) == "kow.order.back"
    assert went(game, "Foes", "back", Back(2)) == (36, 26, 180)
    game.until("first turn")
    assert not game.unit("Foes").wavering
    assert not game.unit("Foes").effects


@pytest.mark.rule("kow.special.aura_move_timing", "kow.special.strider")
@pytest.mark.parametrize(("y", "hindered"), [(6.0, False), (24.0, True), (34.0, True)])
def test_an_aura_of_movement_counts_where_the_move_begins(y: float, hindered: bool) -> None:
    at = f"72x48 hedge 36,18 9x0.5 | 0 Foot at 36,10 | 0 Bard at 40,{y} | 1 Foe at 36,22 face 180"
    game = field(at, MOVING, Bard=ruled("Aura (Strider)", hero=True)).play(dice=DICE).charge("Foot", "Foe")
    assert game.unit("Foot").hindered is hindered


@pytest.mark.rule("kow.spell.barkskin_absorb", "kow.nerve.we_are_doomed_combat")
def test_bark_takes_the_damage_of_a_double_six_first() -> None:
    at = "0 Foot at 10,10 | 1 Foe at 36,24 face 180"
    table = field(at, 'phase="combat"', Foot=unit(attacks=1), Foe=unit(nerve=20)).engage("Foot", "Foe")
    lay(table.battle, table.unit("Foe"), Effect("Barkskin", "start", 1, 0, 3))
    table.unit("Foe").hurt = True
    game = thrown(table, {"Nerve": (6, 6), "doomed": 4, "": 6}).choose("0")
    assert game.unit("Foe").damage == 1 + 4 - 3


@pytest.mark.rule("kow.special.shattering", "kow.spell.barkskin_absorb")
@pytest.mark.parametrize(
    ("tokens", "order", "total"), [(0, "01", 7 + 2 + 2), (1, "01", 7 + 1 + 1), (1, "10", 7 + 1 + 2)]
)
def test_shattering_counts_once_and_only_for_damage_done(tokens: int, order: str, total: int) -> None:
    at = '0 A at 33,10 order="halt" | 0 B at 39,10 order="halt" | 1 Foes at 36,24 face 180'
    made = {"A": archers({**BOW, "rules": ["Shattering (2)"]}, attacks=1)}
    made["B"] = archers({**BOW, "rules": ["Shattering (1)"]}, attacks=1)
    table = field(at, **made)
    if tokens:
        lay(table.battle, table.unit("Foes"), Effect("Barkskin", "start", 1, 0, tokens))
    game = thrown(table, {"Nerve": (3, 4), "": 6})
    for shooter in order:
        game.choose(f"{shooter}>2")
    said(game, f"Foes tested nerve: {total} against 12")


@pytest.mark.rule("kow.artefact.hammer_of_measured_force", "kow.spell.weakness", "kow.special.big_shield")
def test_the_hammer_strikes_the_same_through_shield_and_weakness() -> None:
    at = "0 Foot at 10,10 | 1 Foe at 36,24 face 180"
    foot = unit(artefact="Hammer of Measured Force", rules=["Thunderous Charge (2)"])
    table = field(at, 'phase="combat"', Foot=foot, Foe=ruled("Big Shield")).engage("Foot", "Foe")
    under(table, "Foot", "Weakened").unit("Foot").charged = True
    said(table.play(dice=DICE).choose("0"), "to damage: 10D6 needing 4+")


@pytest.mark.rule("kow.special.yielding_pursuit", "kow.charge.forced_full_facing")
def test_a_pursuit_stops_before_a_front_that_two_friends_hold() -> None:
    at = "0 Foot at 10,10 | 0 One at 20,10 | 0 Two at 30,10 | 1 Foe at 36,20 face 180 | 1 Line at 36,26 face 180"
    made = {"Foe": ruled("Yielding", nerve=1, hero=True), "Line": HORDE, "One": HERO, "Two": HERO}
    table = field(at, 'phase="combat"', **made).engage("Foot", "Foe")
    table.engage("One", "Line", offset=3.1).engage("Two", "Line", offset=-3.1)
    game = table.play(dice={"Nerve of Foe": (3, 3), **DICE})
    game.choose("0+3").choose("0")
    game.choose("forward")
    assert not game.unit("Foot").engaged
    assert pose(game, "Foot").y == pytest.approx(26 - DEEP - 1 / 25.4, abs=1e-3)


@pytest.mark.rule("kow.artefact.crystal_pendant_resolution", "kow.spell.barkskin_absorb")
def test_friends_and_bark_when_the_pendant_bursts() -> None:
    at = '0 Bows at 36,10 order="halt" | 1 Foes at 36,24 face 180 damage=12 | 1 Pal at 36,27.1496 face 180'
    made = {"Bows": archers(attacks=1), "Foes": unit(artefact="Crystal Pendant of Retribution")}
    table = field(f"{at} | 1 Rest at 66,44 face 180", **made)
    lay(table.battle, table.unit("Pal"), Effect("Barkskin", "start", 1, 0, 2))
    game = thrown(table, {"Nerve": (1, 2), "Crystal": [(1, 2), 6], "": 6}).choose("0>1")
    assert game.unit("Pal").damage == 1


@pytest.mark.rule("kow.special.rallying", "kow.combat.nerve_simultaneous")
def test_who_falls_in_the_same_batch_still_rallies() -> None:
    at = '0 Bows at 33,10 order="halt" | 0 Guns at 39,10 order="halt" | 1 Foes at 33,24 face 180'
    made = {"Bows": archers(attacks=1), "Guns": archers(attacks=1), "Drum": ruled("Rallying", nerve=1)}
    table = field(f"{at} | 1 Drum at 39,24 face 180 damage=1", **made)
    game = thrown(table, {"Nerve of Foes": (5, 6), "Nerve of Drum": (1, 2), "": 6})
    game.choose("1>3").choose("0>2")
    assert game.unit("Drum").fate == "routed"
    said(game, "Foes tested nerve: 12 against 13, steady")


@pytest.mark.rule("kow.special.wild_charge_variable", "kow.charge.impossible_other_order")
def test_who_falls_short_charges_nobody_else() -> None:
    at = f"0 Foot at 36,10 | 1 A at 36,{10 + DEEP + 12.5} face 180 | 1 B at 40.5,{10 + DEEP + 8} face 180"
    game = moving(at, Foot=ruled("Wild Charge (D3)"), B=HERO).play(dice={"Wild": 1, **DICE}).order("Foot")
    assert game.offers("charge>1")
    assert game.offers("charge>2")
    game.choose("charge>1")
    assert (game.topic, game.unit("Foot").order) == ("move", "")


@pytest.mark.rule("kow.special.wild_charge_variable", "kow.charge.multiple")
def test_a_partner_that_falls_short_leaves_the_other_to_charge_alone() -> None:
    at = f"0 Foot at 34,13 | 0 Two at 38,10 | 1 Foe at 36,{10 + DEEP + 12.5} face 180"
    game = moving(at, Two=ruled("Wild Charge (D3)"), Foe=HORDE).play(dice={"Wild": 1, **DICE})
    game.charge("Foot", "Foe", "Two")
    assert (game.unit("Foot").engaged, game.unit("Two").engaged, game.unit("Two").order) == (True, False, "")
    assert stands(game, "Foot")[0] == 36
    assert game.order("Two").topic == "move"


@pytest.mark.rule("kow.loot.no_fly_wild", "kow.special.fly", "kow.charge.friends_block")
@pytest.mark.parametrize(("drops", "hindered", "over"), [(True, False, True), (False, True, False)])
def test_loot_keeps_a_charging_flyer_on_the_ground(drops: bool, hindered: bool, over: bool) -> None:
    ways = ("72x48 hedge 36,15 9x0.5 | 0 Bird at 36,10", "0 Bird at 36,10 | 0 Pal at 36,14 wavering=1")
    found = []
    for way in ways:
        table = field(f"{way} | {REST} | 1 Foe at 36,20 face 180", MOVING, Bird=BIRD)
        table.battle.markers = (Marker(36, 10, "loot", carrier=0),)
        game = table.play(dice=DICE).order("Bird")
        game.choose("drop").place(36, 10) if drops else game.choose("pass")
        key = f"charge>{game.unit('Foe').id}"
        found.append(game.topic == "action" and game.offers(key))
        if "hedge" in way:
            assert game.choose(key).unit("Bird").hindered is hindered
    assert found == [True, over]


@pytest.mark.rule("kow.artefact.amulet_of_the_fireheart")
def test_the_amulet_works_once_a_game() -> None:
    at = '0 Wizard at 36,10 order="halt" | 0 Bows at 42,10 order="halt" | 1 Foes at 36,20 face 180'
    mage = wizard(("Hex", 1), ("Weakness", 1), artefact="Amulet of the Fireheart")
    game = field(at, Wizard=mage, Bows=archers()).play(dice={**DICE, "": 1, "First turn": [6, 1]})
    game.choose("0:Hex>2").choose("0:Weakness>2").until("first turn").until(turn=2)
    while (game.battle.active, game.battle.phase) != (0, "ranged"):
        game.decline()
    game.choose("0:Hex>2")
    assert not any(key.startswith("0:") for key in game.keys)


@pytest.mark.rule("kow.withdraw.may_shoot", "kow.ranged.aiming", "kow.special.feint_face")
@pytest.mark.parametrize("rules", [[], ["Feint"]])
def test_who_withdrew_shoots_and_does_not_aim(rules: list[str]) -> None:
    at = "1 Foe at 36,24 face 180 | 0 Foot at 10,10 | 0 Idle at 6,6"
    table = field(at, MOVING, Foot=archers(rules=rules)).engage("Foot", "Foe")
    game = thrown(table, {"Nerve": (1, 1), "": 3}).order("Foot", "withdraw").until(phase="ranged")
    game.choose("1>0")
    said(game, "to hit: 4D6 needing 5+")


@pytest.mark.rule("kow.special.cloak_of_death", "kow.withdraw.fail")
@pytest.mark.parametrize(("nerve", "away", "damage"), [((6, 6), (1, 3), 0), ((1, 1), (1, 3), 1), ((1, 1), (4, 3), 0)])
def test_a_cloak_strikes_from_where_a_withdrawal_ends(
    nerve: tuple[int, int], away: tuple[int, int], damage: int
) -> None:
    at = "1 Foe at 36,24 face 180 | 0 Foot at 10,10 | 0 Idle at 6,6"
    table = field(at, MOVING, Foot=ruled("Cloak of Death")).engage("Foot", "Foe")
    game = table.play(dice={"Nerve": nerve, "Withdraw": away}).order("Foot", "withdraw")
    assert game.unit("Foe").damage == damage
