"""Positions in which rules meet, worked out by a referee from the book before anything was played.

What a rule does alone is shown elsewhere; here two or three of them lay hold of the same unit.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import BOW, archers, wizard
from tests.kings_of_war.harness import pose, unit
from tests.kings_of_war.meeting_rules import BIRD, MOVING, REST, moving, thrown, under, went
from tests.kings_of_war.test_positions_1 import HERO, HORDE, charging, stands
from tests.kings_of_war.test_positions_2 import DEEP, field, said
from tests.kings_of_war.test_positions_3 import DICE, ruled
from warhost.rulesets.kings_of_war.core import Effect, Marker, lay
from warhost.table import Back, Forward, Pivot, Sidestep, Step

# Orders


@pytest.mark.rule("kow.special.individual_pivot", "kow.nerve.wavering_orders")
def test_a_wavering_individual_turns_round_and_backs_away() -> None:
    game = moving("0 Hero at 36,20 wavering=1", Hero=ruled("Individual", hero=True)).play(dice=DICE)
    game.order("Hero", "turn").move("turn", Pivot(180.0))
    assert went(game, "Hero", "advance", Forward(1)) == "kow.nerve.wavering_orders"
    assert went(game, "Hero", "back", Back(2.5)) == (36, 22.5, 180)


@pytest.mark.rule("kow.loot.no_fly_wild", "kow.loot.speed", "kow.special.fly")
@pytest.mark.parametrize(
    ("drops", "kind", "inches", "found"),
    [
        (False, "advance", 9, "kow.order.advance"),
        (False, "at the double", 9, "kow.interp.enemies_block"),
        (True, "advance", 9, (36, 19, 0)),
        (True, "at the double", 20, (36, 30, 0)),
    ],
)
def test_a_flyer_walks_with_loot_and_flies_when_it_drops_it(drops: bool, kind: str, inches: float, found: Any) -> None:
    table = moving("0 Bird at 36,10 | 1 Screen at 36,16 face 180", Bird=BIRD)
    table.battle.markers = (Marker(36, 10, "loot", carrier=0),)
    game = table.play(dice=DICE).order("Bird")
    game.choose("drop").place(36, 10) if drops else game.choose("pass")
    game.choose("move")
    assert went(game, "Bird", kind, Forward(inches)) == found


@pytest.mark.rule("kow.special.frozen", "kow.loot.speed", "kow.order.back")
@pytest.mark.parametrize(
    ("speed", "carries", "kind", "step", "legal"),
    [
        (5, False, "advance", Forward(4), True),
        (5, False, "advance", Forward(4.1), False),
        (4, False, "advance", Forward(4), True),
        (8, True, "advance", Forward(4), True),
        (8, True, "advance", Forward(4.1), False),
        (8, True, "back", Back(2), True),
        (8, True, "back", Back(2.1), False),
        (8, True, "sidestep", Sidestep(2), True),
        (8, True, "sidestep", Sidestep(2.1), False),
    ],
)
def test_frost_and_loot_slow_a_unit_together(speed: int, carries: bool, kind: str, step: Step, legal: bool) -> None:
    table = under(moving("0 Foot at 36,20", Foot=unit(speed=speed)), "Foot", "Frozen")
    if carries:
        table.battle.markers = (Marker(36, 20, "loot", carrier=0),)
    game = table.play(dice=DICE).order("Foot")
    if carries:
        game.choose("pass")
    assert (went(game, "Foot", kind, step) != f"kow.order.{kind}") is legal


@pytest.mark.rule("kow.special.fly", "kow.nerve.wavering_orders", "kow.order.sidestep")
@pytest.mark.parametrize(
    ("foe", "state", "kind", "step", "rules", "found"),
    [
        ("38.5,20", "", "sidestep", Sidestep(5), ["Fly"], (41, 20, 0)),
        ("38.5,20", "", "sidestep", Sidestep(5), [], "kow.interp.enemies_block"),
        ("36,17.5", "wavering=1", "back", Back(5), ["Fly"], (36, 15, 0)),
        ("36,17.5", "wavering=1", "back", Back(5), [], "kow.interp.enemies_block"),
        ("36,17.5", "wavering=1", "back", Back(5), ["Fly", "Shambling"], (36, 15, 0)),
    ],
)
def test_flyers_pass_over_enemies_with_every_order(
    foe: str, state: str, kind: str, step: Step, rules: list[str], found: Any
) -> None:
    at = f"0 Bird at 36,20 {state} | 1 Foe at {foe} face 180"
    game = moving(at, Bird=ruled(*rules, type="monster", speed=10), Foe=HERO).play(dice=DICE).moving("Bird")
    assert went(game, "Bird", kind, step) == found


@pytest.mark.rule("kow.special.headstrong", "kow.ranged.implicit_halt", "kow.ranged.aiming")
@pytest.mark.parametrize(("face", "shoots"), [(4, True), (3, False)])
def test_the_headstrong_without_an_order_find_their_courage_and_aim(face: int, shoots: bool) -> None:
    at = "0 Bows at 36,10 wavering=1 began_wavering | 0 Guard at 45,10 | 1 Foes at 36,24 face 180"
    table = field(at, MOVING, Bows=archers(rules=["Headstrong"]), Guard=archers())
    game = table.play(dice={"Headstrong": face, **DICE}).choose("pass")
    assert game.battle.phase == "ranged"
    assert game.offers("0>2") is shoots
    if shoots:
        game.choose("0>2")
        said(game, "to hit: 4D6 needing 4+")


@pytest.mark.rule("kow.special.regeneration", "kow.special.radiance_of_life")
def test_a_unit_regenerates_before_its_order_and_one_radiance_reaches_it() -> None:
    at = "0 Trolls at 36,20 damage=4 | 0 Saint at 39,20 | 0 Nun at 33,20"
    saint = ruled("Radiance of Life", hero=True)
    table = moving(at, Trolls=ruled("Regeneration (5+)"), Saint=saint, Nun=saint)
    game = table.play(dice={"Regeneration": (5, 6, 4, 1), **DICE}).choose("pass")
    assert game.unit("Trolls").damage == 1


@pytest.mark.rule("kow.special.cloak_of_death", "kow.spell.barkskin_absorb", "kow.combat.nerve_at_end")
@pytest.mark.parametrize(("tokens", "told"), [(0, "took 1 point"), (1, "lost 1 barkskin token")])
def test_a_cloak_of_death_strikes_after_the_charge_of_its_bearer(tokens: int, told: str) -> None:
    table = moving("0 Fiends at 36,10 | 1 Foes at 36,22 face 180", Fiends=ruled("Cloak of Death", attacks=1))
    if tokens:
        lay(table.battle, table.unit("Foes"), Effect("Barkskin", "start", 1, 0, tokens))
    game = thrown(table, {"Nerve": (3, 3), "First turn": [1, 6], "": 6}).charge("Fiends", "Foes")
    assert not any(" tested nerve" in line for line in game.log)
    said(game, told)
    game.until(phase="combat")
    game.choose("0")
    said(game, f"Foes tested nerve: {8 - tokens} against 12, steady")


@pytest.mark.rule("kow.special.shambling", "kow.special.scout")
@pytest.mark.parametrize(
    ("steps", "found"),
    [((Pivot(90), Forward(5)), (41, 10, 90)), ((Pivot(90), Forward(3), Pivot(-90)), "kow.order.advance_pivots")],
)
def test_a_shambling_scout_has_one_pivot(steps: tuple[Step, ...], found: Any) -> None:
    table = field(
        f"0 Dead at 36,10 | {REST}", 'stage="scouts" phase="deployment" turn=0', Dead=ruled("Shambling", "Scout")
    )
    game = table.play(dice=DICE)
    assert went(game, "Dead", "advance", *steps) == found


# Charges


ACROSS = "0 Foot at 48,24 face 270 | 0 Wall at 44,24 face 270 wavering=1 | 0 Pal at 10,10 | 1 Foe at 36,24 face 180"


@pytest.mark.rule("kow.charge.friends_block", "kow.charge.into_engaged", "kow.special.yielding", "kow.special.fly")
@pytest.mark.parametrize(
    ("foot", "wall", "free"),
    [((), (), False), (("Fly",), (), True), ((), ("Yielding",), True), (("Nimble",), (), False)],
)
def test_a_wavering_friend_stands_between_a_charger_and_the_flank(
    foot: tuple[str, ...], wall: tuple[str, ...], free: bool
) -> None:
    made = {"Foot": ruled(*foot), "Wall": ruled(*wall, size="horde"), "Foe": unit(type="cavalry"), "Pal": unit()}
    game = field(ACROSS, MOVING, **made).engage("Pal", "Foe").play(dice=DICE)
    assert charging(game) == ((40.035, 24, 270, False) if free else None)


@pytest.mark.rule("kow.charge.into_engaged_reform", "kow.nerve.wavering_orders")
@pytest.mark.parametrize(("state", "found"), [("", (37.969, 34.031)), ("wavering=1", None)])
def test_a_wavering_friend_in_combat_makes_no_room_for_a_newcomer(state: str, found: Any) -> None:
    at = f"0 Foot at 39.5,12 | 0 Pal at 10,10 {state} | 1 Foe at 36,24 face 180"
    game = field(at, MOVING).engage("Pal", "Foe").play(dice=DICE)
    there = charging(game, "Pal")
    assert (there and tuple(one[0] for one in there)) == found


@pytest.mark.rule("kow.reform.condition", "kow.withdraw.condition", "kow.special.feint")
def test_who_is_held_on_two_sides_only_halts() -> None:
    at = "0 Foot at 36,20 | 1 Foe at 36,30 face 180 | 1 Also at 60,30 face 180"
    table = moving(at, Foot=ruled("Feint")).engage("Foe", "Foot", "front").engage("Also", "Foot", "left")
    game = table.play(dice=DICE)
    game.order("Foot")
    assert not any(game.offers(key) for key in ("withdraw", "reform", "wrap"))


@pytest.mark.rule("kow.charge.hindered", "kow.special.thunderous_charge", "kow.charge.multiple")
def test_of_two_chargers_only_the_one_behind_the_hedge_is_hindered() -> None:
    at = "72x48 hedge 32,15 7.8x0.5 | 0 Foot at 34.0315,12 | 0 Two at 37.9685,12 | 1 Foe at 36,22 face 180"
    made = {"Foot": ruled("Thunderous Charge (1)"), "Two": ruled("Thunderous Charge (1)"), "Foe": HORDE}
    game = field(at, MOVING, **made).play(dice=DICE)
    game.charge("Foot", "Foe", "Two").until(phase="combat")
    game.choose("0")
    said(game, "10D6 needing 5+", "to damage: … needing 4+")
    game.choose("1")
    said(game, "10D6 needing 4+", "to damage: … needing 3+")


@pytest.mark.rule("kow.spell.scorched_earth", "kow.special.strider", "kow.spell.bane_chant")
def test_scorched_earth_takes_the_thunder_and_bane_chant_stays() -> None:
    at = '0 Foot at 36,12 | 0 Wizard at 36,6 order="halt" | 1 Foe at 36,22 face 180'
    made = {"Foot": ruled("Thunderous Charge (2)", "Strider"), "Foe": unit(defence=5)}
    table = under(field(at, MOVING, Wizard=wizard(("Bane Chant", 2)), **made), "Foot", "Scorched Earth")
    game = table.play(dice=DICE).charge("Foot", "Foe").until(phase="ranged")
    game.choose("1:Bane Chant>0").until(phase="combat")
    game.choose("0")
    said(game, "10D6 needing 5+", "to damage: … needing 4+")


SURGED = '72x48 {} | 0 Wizard at 36,6 order="halt" | 0 Dead at 36,12 | 1 Foes at 36,19 face 180'


@pytest.mark.rule("kow.spell.surge_charge", "kow.spell.scorched_earth", "kow.spell.surge_hindered")
@pytest.mark.parametrize(
    ("ground", "rules", "scorched", "hindered"),
    [
        ("hill 5,5 2x2", [], False, False),
        ("hill 5,5 2x2", [], True, True),
        ("hill 5,5 2x2", ["Strider"], True, True),
        ("hedge 36,15 6x0.5", [], False, True),
        ("hedge 36,15 6x0.5", ["Strider"], False, False),
        ("hedge 36,15 6x0.5", ["Fly"], False, True),
    ],
)
def test_a_surge_is_hindered_as_a_charge_is(ground: str, rules: list[str], scorched: bool, hindered: bool) -> None:
    table = field(SURGED.format(ground), Wizard=wizard(("Surge", 5)), Dead=ruled("Shambling", *rules))
    if scorched:
        under(table, "Dead", "Scorched Earth")
    game = table.play(dice={"Surge": 6, **DICE}).choose("0:Surge>1")
    assert (game.unit("Dead").charged, game.unit("Dead").hindered) == (True, hindered)


@pytest.mark.rule("kow.charge.forced_full_facing")
def test_a_surge_stops_before_a_front_that_two_friends_hold() -> None:
    at = SURGED.format("hill 5,5 2x2") + " | 0 One at 10,10 | 0 Two at 20,10"
    table = field(at, Wizard=wizard(("Surge", 5)), Dead=ruled("Shambling"), Foes=HORDE, One=HERO, Two=HERO)
    table.engage("One", "Foes", offset=3.1).engage("Two", "Foes", offset=-3.1)
    game = table.play(dice={"Surge": 6, **DICE}).choose("0:Surge>1")
    assert not game.unit("Dead").engaged
    assert pose(game, "Dead").y == pytest.approx(19 - DEEP - 1 / 25.4, abs=1e-3)


@pytest.mark.rule("kow.special.wild_charge", "kow.special.frozen", "kow.loot.no_fly_wild")
@pytest.mark.parametrize(
    ("away", "frozen", "carries", "reaches"),
    [
        (12.0, False, False, True),
        (12.1, False, False, False),
        (10.0, True, False, True),
        (10.1, True, False, False),
        (10.0, False, True, True),
        (10.1, False, True, False),
        (8.0, True, True, True),
        (8.1, True, True, False),
    ],
)
def test_frost_and_loot_shorten_a_wild_charge(away: float, frozen: bool, carries: bool, reaches: bool) -> None:
    table = moving(f"0 Foot at 36,10 | 1 Foe at 36,{10 + DEEP + away} face 180", Foot=ruled("Wild Charge (2)"))
    if frozen:
        under(table, "Foot", "Frozen")
    if carries:
        table.battle.markers = (Marker(36, 10, "loot", carrier=0),)
    game = table.play(dice=DICE).order("Foot")
    if carries:
        game.choose("pass")
    assert (game.topic == "action" and game.offers("charge>1")) is reaches


# Withdrawals


FLIGHT = "1 Foe at 36,24 face 180 | 0 Foot at 10,10 | 0 Idle at 6,6 | 1 Back at 36,12 face 180"


@pytest.mark.rule("kow.special.fly", "kow.withdraw.hits_enemy")
def test_a_flyer_that_withdraws_into_an_enemy_is_routed_like_others() -> None:
    table = field(FLIGHT, MOVING, Foot=ruled("Fly")).engage("Foot", "Foe")
    game = table.play(dice=[(1, 1), (6, 6)]).order("Foot", "withdraw")
    assert game.unit("Foot").fate == "routed"


@pytest.mark.rule("kow.special.individual_withdraw", "kow.special.retaliator")
@pytest.mark.parametrize(
    ("foot", "foes", "found"),
    [
        (unit(), ("Individual", "Individual"), "automatic"),
        (unit(), ("Individual", ""), "tested"),
        (ruled("Individual", hero=True), ("Individual",), "tested"),
        (ruled("Retaliator"), ("Individual",), "never"),
        (ruled("Retaliator", "Feint"), ("Individual",), "never"),
    ],
)
def test_who_withdraws_from_individuals(foot: Any, foes: tuple[str, ...], found: str) -> None:
    at = "0 Foot at 36,20 damage=10 | 0 Idle at 6,6 | 1 A at 60,40 face 180 | 1 B at 66,40 face 180"
    made = {name: ruled(*filter(None, [rule]), hero=True) for name, rule in zip("AB", foes, strict=False)}
    table = field(at, MOVING, Foot=foot, **made)
    for name, offset in zip("AB", (-1.0, 1.0), strict=False):
        if len(foes) > "AB".index(name):
            table.engage(name, "Foot", "front", offset=offset if len(foes) > 1 else 0.0)
    game = thrown(table, {"Nerve": (1, 1), "": 3}).order("Foot")
    assert game.offers("withdraw") is (found != "never")
    if found != "never":
        game.choose("withdraw")
        assert any("Nerve" in roll.why for roll in game.rolls) is (found == "tested")


@pytest.mark.rule("kow.nerve.we_are_doomed_combat", "kow.special.iron_resolve", "kow.special.inspiring")
def test_who_passes_with_a_double_six_bleeds_is_not_inspired_and_resolves() -> None:
    table = field(FLIGHT, MOVING, Foot=ruled("Inspiring", "Iron Resolve (1)", nerve=15)).engage("Foot", "Foe")
    game = table.play(dice=[(6, 6), 4, (1, 2)]).order("Foot", "withdraw")
    assert (game.unit("Foot").damage, stands(game, "Foot")[1]) == (3, 17.85)


@pytest.mark.rule("kow.special.fearless", "kow.special.inspiring", "kow.withdraw.nerve_test")
def test_the_fearless_are_inspired_once_when_they_fail_to_withdraw() -> None:
    table = field(FLIGHT, MOVING, Foot=ruled("Inspiring", "Fearless")).engage("Foot", "Foe")
    game = table.play(dice=[(6, 6), (6, 6)]).order("Foot", "withdraw")
    assert game.unit("Foot").fate == "routed"


@pytest.mark.rule("kow.artefact.crystal_pendant", "kow.withdraw.nerve_test")
def test_a_crystal_pendant_bursts_when_its_bearer_fails_to_withdraw() -> None:
    table = field(FLIGHT, MOVING, Foot=unit(artefact="Crystal Pendant of Retribution")).engage("Foot", "Foe")
    game = thrown(table, {"Nerve": (6, 6), "2D6": (1, 2), "": 6}).order("Foot", "withdraw")
    assert game.unit("Foot").fate == "routed"
    assert game.unit("Foe").damage > 0
    assert sum("tested nerve" in line for line in game.log) == 1


# Shooting and magic


@pytest.mark.rule("kow.special.leaper", "kow.cover.three_lower", "kow.los.blocked")
@pytest.mark.parametrize(
    ("kind", "rules", "need"),
    [
        ("infantry", [], None),
        ("infantry", ["Leaper"], 5),
        ("large cavalry", [], 5),
        ("large cavalry", ["Leaper"], 5),
        ("monster", [], 4),
    ],
)
def test_a_leaper_sees_farther_and_its_target_keeps_its_cover(kind: str, rules: list[str], need: int | None) -> None:
    at = '0 Bow at 36,10 order="halt" | 0 Screen at 36,17 | 0 Sure at 60,10 | 1 Foe at 36,26 face 180'
    made = {"Bow": archers(hero=True, size="", type=kind, rules=rules), "Screen": HORDE, "Sure": archers()}
    game = field(f"{at} | 1 Rest at 60,30 face 180", **made).play(dice=DICE)
    assert game.offers("0>3") is (need is not None)
    if need is not None:
        game.choose("0>3")
        said(game, f"to hit: 4D6 needing {need}+")


@pytest.mark.rule("kow.los.blocked", "kow.magic.as_ranged", "kow.cover.half_facing")
@pytest.mark.parametrize(("kind", "seen"), [("infantry", False), ("cavalry", True)])
def test_a_line_in_combat_hides_a_friend_from_its_healer(kind: str, seen: bool) -> None:
    at = '0 Wizard at 36,8 order="halt" | 0 Hurt at 36,19 damage=3 | 0 Line at 36,13 | 1 Foe at 60,40 face 180'
    made = {"Wizard": wizard(("Heal", 3), ("Lightning Bolt", 3)), "Hurt": unit(type=kind), "Line": HORDE}
    table = field(f"{at} | 1 Far at 36,28 face 180", **made).engage("Foe", "Line", "left")
    game = table.play(dice=DICE)
    assert not game.offers("0:Lightning Bolt>4")
    assert game.offers("0:Heal>1") is seen


@pytest.mark.rule("kow.spell.barkskin_absorb", "kow.special.frostbite", "kow.spell.drain_life")
@pytest.mark.parametrize(
    ("spell", "tokens", "frozen", "healed", "tests"),
    [
        ("Icy Breath", 3, False, 0, False),
        ("Icy Breath", 1, True, 0, True),
        ("Drain Life", 3, False, 0, False),
        ("Drain Life", 1, False, 1, True),
    ],
)
def test_bark_keeps_out_frost_and_drain(spell: str, tokens: int, frozen: bool, healed: int, tests: bool) -> None:
    table = field('0 Wizard at 36,10 order="halt" damage=4 | 1 Foes at 36,17 face 180', Wizard=wizard((spell, 2)))
    lay(table.battle, table.unit("Foes"), Effect("Barkskin", "start", 1, 0, tokens))
    game = table.play(dice=DICE).choose(f"0:{spell}>1")
    if game.topic == "drain":
        game.choose("0")
    foes = game.unit("Foes")
    assert any(effect.name == "Frozen" for effect in foes.effects) is frozen
    assert game.unit("Wizard").damage == 4 - healed
    assert any("Foes tested nerve" in line for line in game.log) is tests


@pytest.mark.rule("kow.spell.drain_life", "kow.nerve.devastated", "kow.combat.nerve_at_end")
def test_who_is_devastated_by_a_drain_in_combat_tests_only_for_blows() -> None:
    at = '0 Wizard at 42,24 face 270 order="halt" | 0 Pal at 10,10 order="halt" | 1 Foe at 36,24 face 180 damage=12'
    table = field(at, Wizard=wizard(("Drain Life", 1))).engage("Pal", "Foe")
    game = thrown(table, {"Drain": 6, "First turn": [1, 6], "attack": 1})
    game.choose("0:Drain Life>2").until(phase="combat")
    game.choose("1")
    assert (game.unit("Foe").damage, game.unit("Foe").fate) == (13, "")
    assert not any("tested nerve" in line for line in game.log)
    game.until(phase="movement").until(phase="combat")
    game.choose(unit="Foe")
    said(game, "to hit: 5D6 needing 4+")


@pytest.mark.rule("kow.spell.heal", "kow.nerve.devastated_recover")
def test_who_is_healed_in_combat_fights_with_all_its_attacks() -> None:
    at = '0 Wizard at 36,14 order="halt" | 0 Pal at 10,10 order="halt" damage=13 | 1 Foe at 36,24 face 180'
    table = field(at, Wizard=wizard(("Heal", 1))).engage("Pal", "Foe")
    game = table.play(dice=DICE).choose("0:Heal>1").until(phase="combat")
    game.choose("1")
    said(game, "to hit: 10D6 needing 4+")


@pytest.mark.rule("kow.nerve.devastated_rout", "kow.special.inspiring", "kow.nerve.hold_your_ground")
@pytest.mark.parametrize(("second", "fate"), [((1, 1), ""), ((1, 2), "routed")])
def test_an_inspired_unit_that_is_devastated_needs_a_double_one(second: tuple[int, int], fate: str) -> None:
    at = '0 Bows at 36,10 order="halt" | 1 Foes at 36,24 face 180 damage=12 wavering=1 | 1 Lord at 36,28 face 180'
    table = field(at, Bows=archers(attacks=1), Lord=ruled("Inspiring", hero=True))
    game = thrown(table, {"Nerve": [(6, 5), second], "": 6}).choose("0>1")
    assert (game.unit("Foes").fate, game.unit("Foes").damage) == (fate, 13)


@pytest.mark.rule("kow.special.iron_resolve", "kow.special.inspiring")
def test_who_is_inspired_to_stand_resolves() -> None:
    at = '0 Bows at 36,10 order="halt" | 1 Foes at 36,24 face 180 damage=5'
    table = field(at, Bows=archers(attacks=1), Foes=ruled("Inspiring", "Iron Resolve (2)"))
    game = thrown(table, {"Nerve": [(3, 3), (1, 2)], "": 6}).choose("0>1")
    assert game.unit("Foes").damage == 4


@pytest.mark.rule("kow.special.rallying", "kow.spell.bastion", "kow.special.dread", "kow.artefact.staying_stone")
def test_changes_of_nerve_add_up() -> None:
    at = '0 Bows at 36,10 order="halt" | 0 Fiend at 30,21 | 1 Foes at 36,24 face 180 | 1 Drum at 36,28 face 180'
    made = {"Fiend": ruled("Dread", hero=True), "Drum": ruled("Rallying", hero=True)}
    table = field(at, Bows=archers(attacks=1), Foes=unit(artefact="Staying Stone"), **made)
    lay(table.battle, table.unit("Foes"), Effect("Bastion", "start", 1, changes=(("nerve", 1),), gives=("Rallying",)))
    game = thrown(table, {"Nerve": (6, 6), "": 6}).choose("0>2")
    said(game, "Foes tested nerve: 13 against 14")


@pytest.mark.rule("kow.spell.mind_fog", "kow.special.fearless", "kow.spell.surge_no_nerve")
@pytest.mark.parametrize(
    ("foes", "damage", "surges", "end"),
    [
        (unit(nerve=8), 0, False, "wavering"),
        (ruled("Fearless", nerve=8), 0, False, "steady"),
        (ruled("Fearless", nerve=8), 9, False, "routed"),
        (unit(nerve=8), 0, True, "wavering"),
    ],
)
def test_fog_tests_a_unit_that_took_no_damage(foes: Any, damage: int, surges: bool, end: str) -> None:
    at = SURGED.format("hill 5,5 2x2") + f' damage={damage} | 0 Mage at 30,8 order="halt"'
    made = {"Wizard": wizard(("Surge", 5)), "Dead": ruled("Shambling"), "Mage": wizard(("Mind Fog", 3))}
    game = thrown(field(at, Foes=foes, **made), {"Nerve": (4, 5), "First turn": [1, 6], "": 6})
    game.choose("3:Mind Fog>2")
    game.choose("0:Surge>1" if surges else "pass")
    assert [line for line in game.log if "Foes tested nerve" in line][-1].endswith(end)


@pytest.mark.rule("kow.artefact.amulet_of_the_fireheart")
def test_the_amulet_casts_a_second_spell_and_shoots_no_bow() -> None:
    at = '0 Wizard at 36,10 order="halt" | 0 Bows at 42,10 order="halt" | 1 Foes at 36,20 face 180'
    spells = [("Fireball", 1), ("Lightning Bolt", 1), ("Hex", 1)]
    mage = wizard(*spells, artefact="Amulet of the Fireheart", weapons=[{**BOW, "shooting": 4}])
    game = field(at, Wizard=mage, Bows=archers()).play(dice=DICE)
    game.choose("0:Fireball>2")
    assert game.offers("0:Lightning Bolt>2")
    assert not game.offers("0:Fireball>2")
    assert not any(key.startswith(("0>", "0:Bow")) for key in game.keys)
    game.choose("0:Hex>2")
    assert not any(key.startswith("0") for key in game.keys)


@pytest.mark.rule("kow.artefact.granted_attacks", "kow.special.reload", "kow.nerve.devastated_attacks")
@pytest.mark.parametrize(("damage", "dice"), [(0, 1), (13, 0)])
def test_the_war_bow_has_nothing_of_its_bearers_rules(damage: int, dice: int) -> None:
    at = f'0 Foot at 36,10 order="advance" damage={damage} | 0 Bows at 42,10 | 1 Foes at 36,24 face 180'
    foot = unit(artefact="War-Bow of Kaba", rules=["Reload", "Elite", "Vicious"])
    game = field(at, Foot=foot, Bows=archers()).play(dice={"to hit": 1, **DICE})
    game.choose(next(key for key in game.keys if key.startswith("0") and key.endswith(">2")))
    assert [roll.dice for roll in game.rolls if roll.unit == 0] == ["1D6"] * dice


@pytest.mark.rule("kow.special.spellward", "kow.magic.magical_missile", "kow.ranged.impossible_shot")
@pytest.mark.parametrize(("screen", "dice"), [("60,30", 5), ("37,16", 2)])
def test_a_ward_alone_never_makes_a_missile_impossible(screen: str, dice: int) -> None:
    at = f'0 Wizard at 36,10 order="advance" | 1 Foe at 36,22 face 180 | 1 Screen at {screen} face 180'
    foe = ruled("Individual", "Stealthy", "Spellward", type="monster", hero=True)
    game = field(at, Wizard=wizard(("Lightning Bolt", 5)), Foe=foe, Screen=unit(type="cavalry")).play(dice=DICE)
    game.choose("0:Lightning Bolt>1")
    said(game, f"{dice}D6 needing 6+")


@pytest.mark.rule("kow.spell.host_shadowbeast", "kow.nerve.wavering_orders")
@pytest.mark.parametrize(("state", "casts"), [("", True), ("wavering=1", False), ('order="withdraw"', True)])
def test_who_wavers_hosts_no_shadowbeast(state: str, casts: bool) -> None:
    at = f'0 Wizard at 36,14 {state} | 0 Bows at 60,10 order="halt" | 1 Foe at 36,24 face 180 | 1 Far at 60,26 face 180'
    table = field(at, Wizard=wizard(("Host Shadowbeast", 5)), Bows=archers()).engage("Wizard", "Foe")
    assert table.play(dice=DICE).offers("0:Host Shadowbeast>0") is casts
