"""Positions in which rules meet, worked out by a referee from the book before anything was played.

What a rule does alone is shown elsewhere; here two or three of them lay hold of the same unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.kings_of_war.firing import BOW, archers, wizard
from tests.kings_of_war.harness import Fall, Play, Table, draw, pose, unit
from tests.kings_of_war.mustering import rules_broken
from tests.kings_of_war.test_positions_1 import HERO, HORDE, charging, stands
from tests.kings_of_war.test_positions_2 import DEEP, field, said
from tests.kings_of_war.test_positions_3 import DICE, MINE, THEIRS, chief, loot, ruled, score
from warhost.play import Allocated, Refused, Ticked
from warhost.rulesets.kings_of_war.battle import Effect, Marker, Settings, lay
from warhost.table import Back, Forward, Pivot, Sidestep, Step

MOVING = 'phase="movement"'
REST = "0 Idle at 6,6 | 1 Rest at 66,44 face 180"


def moving(text: str, **units: Any) -> Table:
    """The first player's movement phase; somebody else of each side stands far off."""
    return field(f"{text} | {REST}", MOVING, **units)


def under(table: Table, name: str, *effects: str) -> Table:
    """The unit is under these spells in its own turn."""
    for effect in effects:
        lay(table.battle, table.unit(name), Effect(effect, "end", table.unit(name).seat))
    return table


def thrown(table: Table, dice: Mapping[str, Fall]) -> Play:
    """The table is played with dice told by what they are for."""
    return table.play(dice=dice)


def went(game: Play, name: str, kind: str, *steps: Step) -> Any:
    """Where the unit stands after that move, or the rule by which it is refused."""
    try:
        game.move(kind, *steps)
    except Refused as refused:
        return refused.rule
    return stands(game, name)


# Orders


@pytest.mark.rule("kow.special.individual_pivot", "kow.nerve.wavering_orders")
def test_a_wavering_individual_turns_round_and_backs_away() -> None:
    game = moving("0 Hero at 36,20 wavering=1", Hero=ruled("Individual", hero=True)).play(dice=DICE)
    game.order("Hero", "turn").move("turn", Pivot(180.0))
    assert went(game, "Hero", "advance", Forward(1)) == "kow.nerve.wavering_orders"
    assert went(game, "Hero", "back", Back(2.5)) == (36, 22.5, 180)


BIRD = ruled("Fly", type="monster", speed=10)


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
        said(game, "to hit, needing 4+: 4D6")


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
    said(game, "needing 5+: 10D6", "to damage, needing 4+")
    game.choose("1")
    said(game, "needing 4+: 10D6", "to damage, needing 3+")


@pytest.mark.rule("kow.spell.scorched_earth", "kow.special.strider", "kow.spell.bane_chant")
def test_scorched_earth_takes_the_thunder_and_bane_chant_stays() -> None:
    at = '0 Foot at 36,12 | 0 Wizard at 36,6 order="halt" | 1 Foe at 36,22 face 180'
    made = {"Foot": ruled("Thunderous Charge (2)", "Strider"), "Foe": unit(defence=5)}
    table = under(field(at, MOVING, Wizard=wizard(("Bane Chant", 2)), **made), "Foot", "Scorched Earth")
    game = table.play(dice=DICE).charge("Foot", "Foe").until(phase="ranged")
    game.choose("1:Bane Chant>0").until(phase="combat")
    game.choose("0")
    said(game, "needing 5+: 10D6", "to damage, needing 4+")


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
        said(game, f"to hit, needing {need}+: 4D6")


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
    said(game, "to hit, needing 4+: 5D6")


@pytest.mark.rule("kow.spell.heal", "kow.nerve.devastated_recover")
def test_who_is_healed_in_combat_fights_with_all_its_attacks() -> None:
    at = '0 Wizard at 36,14 order="halt" | 0 Pal at 10,10 order="halt" damage=13 | 1 Foe at 36,24 face 180'
    table = field(at, Wizard=wizard(("Heal", 1))).engage("Pal", "Foe")
    game = table.play(dice=DICE).choose("0:Heal>1").until(phase="combat")
    game.choose("1")
    said(game, "to hit, needing 4+: 10D6")


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
    said(game, f"needing 6+: {dice}D6")


@pytest.mark.rule("kow.spell.host_shadowbeast", "kow.nerve.wavering_orders")
@pytest.mark.parametrize(("state", "casts"), [("", True), ("wavering=1", False), ('order="withdraw"', True)])
def test_who_wavers_hosts_no_shadowbeast(state: str, casts: bool) -> None:
    at = f'0 Wizard at 36,14 {state} | 0 Bows at 60,10 order="halt" | 1 Foe at 36,24 face 180 | 1 Far at 60,26 face 180'
    table = field(at, Wizard=wizard(("Host Shadowbeast", 5)), Bows=archers()).engage("Wizard", "Foe")
    assert table.play(dice=DICE).offers("0:Host Shadowbeast>0") is casts


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
    said(game, "to hit, needing 4+: 30D6", "to damage, needing 4+: 30D6")


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
    said(table.play(dice=DICE).choose("0"), "to damage, needing 4+: 10D6")


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
    said(game, "to hit, needing 5+: 4D6")


@pytest.mark.rule("kow.special.cloak_of_death", "kow.withdraw.fail")
@pytest.mark.parametrize(("nerve", "away", "damage"), [((6, 6), (1, 3), 0), ((1, 1), (1, 3), 1), ((1, 1), (4, 3), 0)])
def test_a_cloak_strikes_from_where_a_withdrawal_ends(
    nerve: tuple[int, int], away: tuple[int, int], damage: int
) -> None:
    at = "1 Foe at 36,24 face 180 | 0 Foot at 10,10 | 0 Idle at 6,6"
    table = field(at, MOVING, Foot=ruled("Cloak of Death")).engage("Foot", "Foe")
    game = table.play(dice={"Nerve": nerve, "Withdraw": away}).order("Foot", "withdraw")
    assert game.unit("Foe").damage == damage
