"""Positions of combat, artefacts, command orders, markers and army lists that a referee worked out from the book alone.

Each is played through the game's own questions: what is asked, which dice are thrown and what they need must agree.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, wizard
from tests.kings_of_war.harness import Play, draw, engaged, unit
from tests.kings_of_war.mustering import rules_broken
from tests.kings_of_war.test_positions_2 import DEEP, HERO, field, said
from warhost.play import Allocated
from warhost.rulesets.kings_of_war.core import Effect, Marker, lay
from warhost.table import Pose

TOKEN = 20 / 25.4
"""Half the width of a marker in inches."""

DICE: dict[str, Any] = {"Nerve": (1, 1), "First turn": [1, 6], "": 6}


def ruled(*rules: str, **fields: Any) -> Any:
    return unit(rules=list(rules), **fields)


FIGHTS: dict[str, tuple[Any, Any, str, dict[str, Any], int, int, int]] = {
    # attacker, target, facing, state of the attacker, dice, to hit, to damage
    "two values": (ruled("Crushing Strength (1)", "Crushing Strength (2)"), unit(defence=5), "front", {}, 10, 4, 3),
    "a value and more": (
        ruled("Crushing Strength (1)", "Crushing Strength (+1)"),
        unit(defence=5),
        "front",
        {},
        10,
        4,
        3,
    ),
    "only more": (ruled("Crushing Strength (+1)"), unit(defence=5), "front", {}, 10, 4, 4),
    "qualified": (ruled("Crushing Strength (2 vs. Cavalry)"), unit(type="cavalry", defence=5), "front", {}, 10, 4, 3),
    "not qualified": (ruled("Crushing Strength (2 vs. Cavalry)"), unit(defence=5), "front", {}, 10, 4, 5),
    "Rampage on a hero": (ruled("Rampage (4)"), unit(hero=True), "front", {}, 14, 4, 4),
    "Rampage on a war engine": (ruled("Rampage (4)"), unit(type="war engine"), "front", {}, 42, 4, 4),
    "Rampage on large infantry": (ruled("Rampage (4)"), unit(type="large infantry"), "front", {}, 10, 4, 4),
    "Rampage on a chariot": (ruled("Rampage (4)"), unit(type="chariot"), "front", {}, 10, 4, 4),
    "Rampage in the flank": (ruled("Rampage (D6)"), unit(), "left", {}, 32, 4, 4),
    "Rampage of the devastated": (ruled("Rampage (D6)"), unit(), "left", {"damage": 13}, 22, 4, 4),
    "Slayer on a titan": (ruled("Slayer (4)"), unit(type="titan"), "front", {}, 14, 4, 4),
    "Slayer on a monster chariot": (ruled("Slayer (4)"), unit(type="monster chariot"), "front", {}, 14, 4, 4),
    "Slayer on a chariot": (ruled("Slayer (4)"), unit(type="chariot"), "front", {}, 10, 4, 4),
    "Duellist": (ruled("Duellist (3)", "Rampage (2)"), unit(hero=True), "front", {}, 15, 4, 4),
    "Duellist on a Duellist": (ruled("Duellist (3)"), ruled("Duellist (1)", hero=True), "front", {}, 10, 4, 4),
    "Duellist on a regiment": (ruled("Duellist (3)"), unit(), "front", {}, 10, 4, 4),
    "Thunderous Charge": (ruled("Thunderous Charge (2)"), unit(defence=5), "front", {"charged": True}, 10, 4, 3),
    "hindered": (
        ruled("Thunderous Charge (2)"),
        unit(defence=5),
        "front",
        {"charged": True, "hindered": True},
        10,
        5,
        5,
    ),
    "no charge": (ruled("Thunderous Charge (2)"), unit(defence=5), "front", {}, 10, 4, 5),
    "Big Shield": (unit(), ruled("Big Shield", defence=3), "front", {}, 10, 4, 6),
    "behind a Big Shield": (unit(), ruled("Big Shield", defence=3), "rear", {}, 30, 4, 3),
    "Individual in the flank": (ruled("Individual"), unit(), "left", {}, 10, 4, 4),
    "Individual on a war engine": (ruled("Individual"), unit(type="war engine"), "front", {}, 30, 4, 4),
    "Ensnare": (unit(), ruled("Ensnare"), "front", {}, 10, 5, 4),
    "Ensnare from behind": (unit(), ruled("Ensnare"), "rear", {}, 30, 4, 4),
    "war engines have no front": (
        unit(),
        ruled("Ensnare", "Big Shield", type="war engine", defence=3),
        "front",
        {},
        30,
        4,
        3,
    ),
    "impossible": (unit(melee=6), ruled("Ensnare"), "front", {}, 5, 6, 4),
    "devastated, flank, impossible": (
        unit(attacks=11, melee=6),
        unit(),
        "left",
        {"damage": 13, "charged": True, "hindered": True},
        5,
        6,
        4,
    ),
    "Brew of Sharpness": (unit(artefact="Brew of Sharpness"), ruled("Ensnare"), "front", {}, 10, 4, 4),
    "Brew of Strength": (unit(artefact="Brew of Strength"), unit(), "front", {}, 10, 4, 3),
    "Fire-Oil": (unit(artefact="Fire-Oil"), ruled("Regeneration (5+)"), "front", {}, 10, 4, 3),
    "Fire-Oil on others": (unit(artefact="Fire-Oil"), unit(), "front", {}, 10, 4, 4),
    "Hammer": (
        unit(artefact="Hammer of Measured Force", rules=["Crushing Strength (3)"]),
        unit(defence=3),
        "front",
        {},
        10,
        4,
        4,
    ),
    "Blade of the Beast Slayer": (
        unit(hero=True, artefact="Blade of the Beast Slayer"),
        unit(type="large infantry"),
        "front",
        {},
        10,
        4,
        3,
    ),
    "Mournful Blade": (unit(hero=True, artefact="Mournful Blade"), unit(hero=True), "front", {}, 13, 4, 4),
    "Axe of the Giant Slayer": (
        unit(hero=True, artefact="Axe of the Giant Slayer"),
        unit(type="titan"),
        "front",
        {},
        13,
        4,
        4,
    ),
}


@pytest.mark.rule("kow.combat.attack_pipeline")
@pytest.mark.rule("kow.combat.hit_roll")
@pytest.mark.rule("kow.combat.damage_roll")
@pytest.mark.rule("kow.war_engine.always_rear")
@pytest.mark.parametrize("name", FIGHTS)
def test_attacks_need_what_the_book_says(name: str) -> None:
    us, them, facing, state, dice, hit, damage = FIGHTS[name]
    table = engaged(facing, Us=us, Them=them)
    for field_name, value in state.items():
        setattr(table.unit("Us"), field_name, value)
    game = table.play(dice=DICE)
    game.choose("0")
    said(game, f"to hit: {dice}D6 needing {hit}+", f"to damage: {dice}D6 needing {damage}+")


@pytest.mark.rule("kow.special.lifeleech")
def test_lifeleech_counts_over_all_targets_and_not_what_barkskin_takes() -> None:
    table = engaged(Us=ruled("Lifeleech (2)"), Them=unit(), Other=unit()).engage("Other", "Us", "left")
    table.unit("Us").damage = 6
    lay(table.battle, table.unit("Them"), Effect("Barkskin", "start", 1, 0, 9))
    game = table.play(dice=DICE)
    game.choose("0").answer(Allocated({"attacks": {"1": 9, "2": 1}}))
    assert game.unit("Us").damage == 5
    said(game, "Them lost 9 barkskin tokens", "Other took 1 point", "Us recovered 1 point", "Other tested nerve")
    assert not any("Them tested nerve" in line for line in game.log)


@pytest.mark.rule("kow.special.retaliator")
@pytest.mark.parametrize(("held", "need"), [((1, 2), 4), ((1,), 5)])
def test_retaliator_strikes_harder_at_one_of_two_enemies_of_the_turns_start(held: tuple[int, ...], need: int) -> None:
    table = engaged(Us=ruled("Retaliator"), Them=unit(defence=5), Other=unit(defence=5)).engage("Other", "Us", "left")
    table.unit("Us").held_by = held
    game = table.play(dice=DICE)
    game.choose("0").answer(Allocated({"attacks": {"1": 10}}))
    if game.topic == "bonus":
        game.choose("1")
    said(game, f"to damage: 10D6 needing {need}+")


@pytest.mark.rule("kow.special.aura_extra_attacks")
@pytest.mark.parametrize(("away", "dice"), [(6.0, 24), (6.1, 20)])
def test_attacks_of_an_aura_come_before_doubling(away: float, dice: int) -> None:
    table = engaged("left", Us=unit(), Them=unit(), Bard=ruled("Aura (Rampage (+2))", hero=True))
    bard, us = table.unit("Bard"), table.unit("Us").pose
    assert us is not None
    bard.seat = 0
    # It looks to the right, into the enemy's left flank: its rear is to the left.
    step = 1 if us.x > 36 else -1
    bard.pose = Pose(us.x + step * (DEEP / 2 + away + HERO / 2), us.y, 0.0)
    game = table.play(dice=DICE)
    game.choose("0")
    said(game, f"to hit: {dice}D6 needing 4+")


@pytest.mark.rule("kow.special.phalanx")
@pytest.mark.parametrize(
    ("charger", "facing", "hindered"),
    [
        (unit(type="cavalry", speed=8), 180, True),
        (unit(type="cavalry", speed=8, hero=True, rules=["Strider"]), 180, True),
        (ruled("Fly", type="monster", speed=8), 180, True),
        (unit(speed=8), 180, False),
        (unit(type="chariot", speed=8), 180, False),
        (unit(type="cavalry", speed=8), 90, False),
    ],
)
def test_phalanx_hinders_riders_and_flyers_in_front(charger: Any, facing: int, hindered: bool) -> None:
    at = f"0 Us at 36,10 | 1 Them at 36,22 face {facing}"
    game = field(at, 'phase="movement"', Us=charger, Them=ruled("Phalanx")).play(dice=DICE)
    game.charge("Us", "Them")
    assert game.unit("Us").hindered is hindered


@pytest.mark.rule("kow.spell.host_shadowbeast_attacks")
def test_shadow_attacks_are_never_changed() -> None:
    us = wizard(attacks=3, rules=["Crushing Strength (1)"], artefact="Brew of Sharpness")
    table = engaged("left", Us=us, Them=unit(defence=6))
    lay(table.battle, table.unit("Us"), Effect("Weakened", "end", 0))
    lay(table.battle, table.unit("Us"), Effect("Host Shadowbeast", "start", 0, 0, 5))
    table.unit("Us").damage = 14
    game = table.play(dice=DICE)
    game.choose("0")
    said(game, "to hit: 2D6 needing 3+", "to damage: 2D6 needing 6+")
    said(game, "Shadowbeast: to hit: 5D6 needing 3+", "Shadowbeast: to damage: 5D6 needing 3+")


SURGE = 'Wizard at 36,6 order="halt" | 0 Dead at 36,12 | 0 Archers at 45,10 order="halt" | 1 Foes at 36,19.15 face 180'


@pytest.mark.rule("kow.spell.surge_charge")
@pytest.mark.rule("kow.spell.surge_no_nerve")
@pytest.mark.parametrize(("faces", "reaches"), [((4, 4, 4, 4, 1), True), ((4, 4, 4, 3, 1), False)])
def test_surge_into_an_enemy_is_a_charge_and_spares_it_the_test(faces: tuple[int, ...], reaches: bool) -> None:
    dead = ruled("Shambling", "Thunderous Charge (1)")
    table = field(SURGE, Wizard=wizard(("Surge", 5)), Dead=dead, Archers=archers(attacks=1))
    game = table.play(dice={"Surge": faces, "attack": 6, **DICE})
    game.choose("2>3").choose("0:Surge>1")
    assert any("tested nerve" in line for line in game.log) is not reaches
    if reaches:
        game.choose("1")
        said(game, "Dead charged Foes", "attack on Foes: to damage: … needing 3+")
    else:
        moved = game.unit("Dead").pose
        assert moved is not None
        assert moved.y == pytest.approx(15.0)


@pytest.mark.rule("kow.spell.wind_blast")
@pytest.mark.rule("kow.spell.enthral")
@pytest.mark.parametrize(("spell", "way"), [("Wind Blast", 1), ("Enthral", -1)])
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
@pytest.mark.parametrize("x", [33, 36, 39])
def test_the_arc_of_the_caster_gives_the_direction(spell: str, way: int, facing: int, x: int) -> None:
    at = f'Wizard at {x},10 order="halt" | 1 Foes at 36,24 face {facing}'
    game = field(at, Wizard=wizard((spell, 5))).play(dice={spell: (4, 4, 4, 1, 1), **DICE})
    game.choose(f"0:{spell}>1")
    found = game.unit("Foes").pose
    assert found is not None
    assert (found.x, found.y) == pytest.approx((36.0, 24.0 + 3 * way))


ORDER = {"name": "Onward", "target": 4, "gives": ["Elite"]}


def chief(rank: str = "champion", **fields: Any) -> Any:
    return unit(hero=True, rank=rank, orders=[ORDER], **fields)


@pytest.mark.rule("kow.command.range")
@pytest.mark.parametrize(
    ("away", "artefact", "offered"),
    [(12.0, "", True), (12.1, "", False), (18.0, "Torc of Command", True), (18.1, "Torc of Command", False)],
)
def test_a_command_reaches_so_far_behind_the_back(away: float, artefact: str, offered: bool) -> None:
    at = f"0 Chief at 36,28 | 0 Foot at 36,{28 - HERO / 2 - away - DEEP / 2} wavering=1 | 1 Foes at 60,44 face 180"
    game = field(at, 'phase="movement"', Chief=chief(artefact=artefact)).play(dice=DICE)
    assert game.offers("0:Onward>1") is offered


@pytest.mark.rule("kow.command.one_success")
@pytest.mark.rule("kow.command.receiver")
@pytest.mark.parametrize(
    ("rank", "artefact", "faces", "again"),
    [
        ("champion", "", (3, 3), True),
        ("champion", "", (3, 4), False),
        ("champion", "Banner of Command", (1, 3, 3), True),
        ("warlord", "", (1, 3, 4), False),
    ],
)
def test_a_unit_hears_one_command_a_turn(rank: str, artefact: str, faces: tuple[int, ...], again: bool) -> None:
    at = "0 Chief at 36,20 | 0 Foot at 36,12 | 0 Second at 40,20 | 1 Foes at 60,44 face 180"
    table = field(at, 'phase="movement"', Chief=chief(rank, artefact=artefact), Second=chief())
    game = table.play(dice={"Onward": faces, **DICE})
    assert not game.offers("0:Onward>2")
    game.choose("0:Onward>1")
    assert not game.offers("0:Onward>1")
    assert game.offers("2:Onward>1") is again


def score(text: str, *markers: Marker, **units: Any) -> str:
    """The last words of a battle whose last turn is played out."""
    table = field(text, 'scenario="hold_the_line" turn=7 taken=1 active=1 first=0 phase="movement"', **units)
    table.battle.markers = markers
    game: Play = table.play(dice=DICE).until("never")
    return game.log[-1]


MINE = f"0 Foot at 36,{24 - TOKEN - DEEP / 2 - 1}"
THEIRS = f"1 Foes at 36,{24 + TOKEN + DEEP / 2 + 1} face 180"


@pytest.mark.rule("kow.objective.contest")
@pytest.mark.rule("kow.us.halved")
@pytest.mark.parametrize(
    ("text", "units", "result"),
    [
        (f"0 Foot at 36,{24 - TOKEN - 3.0 - DEEP / 2} | 1 Foes at 60,44 face 180", {}, "First wins: 1 to 0"),
        (f"0 Foot at 36,{24 - TOKEN - 3.1 - DEEP / 2} | 1 Foes at 60,44 face 180", {}, "A draw"),
        (f"{MINE} | {THEIRS}", {}, "A draw"),
        (f"{MINE} | {THEIRS}", {"Foes": unit(size="horde")}, "Second wins: 1 to 0"),
        (f"{MINE} | {THEIRS} wavering=2", {"Foes": unit(size="horde")}, "A draw"),
        (f"{MINE} | {THEIRS} damage=20 wavering=2", {"Foes": unit(size="horde")}, "A draw"),
        (f"{MINE} | {THEIRS} wavering=2", {}, "First wins: 1 to 0"),
        (f"{MINE} | {THEIRS}", {"Foot": unit(artefact="Orb of Towering Presence")}, "First wins: 1 to 0"),
        (f"{MINE} wavering=2 | {THEIRS}", {"Foot": unit(artefact="Orb of Towering Presence")}, "Second wins: 1 to 0"),
        (f"{MINE} | {THEIRS}", {"Foes": unit(strength=0)}, "First wins: 1 to 0"),
    ],
)
def test_unit_strength_within_3_inches_of_the_token_controls(text: str, units: dict[str, Any], result: str) -> None:
    assert score(text, Marker(36, 24), **units).startswith(result)


@pytest.mark.rule("kow.standard.victory")
@pytest.mark.parametrize(("points", "result"), [(199, "A draw"), (200, "First wins")])
def test_a_tenth_of_the_game_wins(points: int, result: str) -> None:
    at = "0 Foot at 36,10 | 1 Foes at 36,40 face 180 | 1 Lost at 40,40 face 180"
    table = field(at, 'turn=7 taken=1 active=1 first=0 phase="movement"', Lost=unit(points=points))
    lost = table.unit("Lost")
    lost.pose, lost.fate = None, "routed"
    assert table.play(dice=DICE).until("never").log[-1].startswith(result)


@pytest.mark.rule("kow.scenario.duration")
@pytest.mark.parametrize(("face", "over"), [(3, True), (4, False)])
def test_a_die_after_round_6_decides_about_round_7(face: int, over: bool) -> None:
    table = draw(
        'turn=6 taken=1 active=1 first=0 phase="movement" | 0 Foot at 36,10 | 1 Foes at 36,40 face 180',
        Foot=unit(),
        Foes=unit(),
    )
    game = table.play(dice={"One more round": face, **DICE}).until(turn=7)
    assert game.game.over is over


def loot(text: str, marker: Marker, header: str = 'phase="movement"', **units: Any) -> Play:
    table = field(text, f'scenario="plunder" {header}', **units)
    table.battle.markers = (marker,)
    return table.play(dice={**DICE, "Nerve": (6, 5)})


@pytest.mark.rule("kow.loot.pick_up")
@pytest.mark.rule("kow.loot.non_scoring_denies")
@pytest.mark.parametrize(
    ("gap", "foes", "units", "asked"),
    [
        (0.0, "60,44", {}, True),
        (0.1, "60,44", {}, False),
        (0.0, f"36,{24 + TOKEN + DEEP / 2}", {}, False),
        (0.0, f"36,{24 + TOKEN + DEEP / 2}", {"Foes": unit(strength=0)}, False),
        (0.0, "60,44", {"Foot": unit(strength=0)}, False),
    ],
)
def test_loot_is_taken_by_who_touches_it_alone(gap: float, foes: str, units: dict[str, Any], asked: bool) -> None:
    at = f"0 Foot at 36,{24 - TOKEN - gap - DEEP / 2} | 1 Foes at {foes} face 180"
    game = loot(at, Marker(36, 24, kind="loot"), **units).choose("pass")
    assert (game.topic == "loot") is asked


@pytest.mark.rule("kow.loot.routed")
def test_loot_of_a_carrier_that_is_shot_stays_where_it_stood() -> None:
    at = '0 Archers at 36,10 order="halt" | 1 Foes at 36,24 face 180 damage=14 | 1 Rest at 60,44 face 180'
    game = loot(at, Marker(36, 24, kind="loot", carrier=1), 'phase="ranged"', Archers=archers())
    game.choose("0>1")
    assert (game.topic, game.question.seat) == ("loot", 1)
    game.place(36.5, 24.0)
    (left,) = game.battle.markers
    assert (left.carrier, left.x, left.y) == (None, 36.5, 24.0)


@pytest.mark.rule("kow.loot.routed")
def test_the_owner_of_a_routed_carrier_lays_down_all_its_counters() -> None:
    at = '0 Archers at 36,10 order="halt" | 1 Foes at 36,24 face 180 damage=14 | 1 Rest at 60,44 face 180'
    drawn = field(at, 'scenario="plunder" phase="ranged"', Archers=archers())
    drawn.battle.markers = (Marker(36, 24, kind="loot", carrier=1), Marker(36, 24, kind="loot", carrier=1))
    game = drawn.play(dice={**DICE, "Nerve": (6, 5)}).choose("0>1")
    for x in (35.0, 37.0):
        assert (game.topic, game.question.seat) == ("loot", 1)
        game.place(x, 24.0)
    assert [(marker.carrier, marker.x, marker.y) for marker in game.battle.markers] == [(None, 35, 24), (None, 37, 24)]


LISTS: dict[str, tuple[tuple[str, ...], int, set[str]]] = {
    "the least": (("2 Foot + troop", "Captain"), 2000, set()),
    "one core unit": (("Foot + troop", "Captain"), 2000, {"kow.army.battalion_minimum"}),
    "no commander": (("2 Foot + troop",), 2000, {"kow.army.battalion_minimum"}),
    "as many auxiliaries as core": (("2 Watch", "2 Bows", "Captain"), 2000, set()),
    "more auxiliaries than core": (("2 Watch", "3 Bows", "Captain"), 2000, {"kow.army.auxiliary"}),
    "more specialists than core": (("2 Watch", "3 Lances", "Captain"), 2000, {"kow.army.specialist"}),
    "five specialists": (("5 Watch", "5 Lances", "Captain"), 2000, {"kow.army.specialist"}),
    "half a pair": (("3 Watch", "2 Engine", "Captain"), 2000, {"kow.army.support"}),
    "specialists make pairs": (("2 Watch", "2 Lances", "2 Engine", "2 Captain"), 2000, set()),
    "five supports": (("10 Watch", "5 Beast", "Captain"), 2000, {"kow.army.support"}),
    "two commanders for a pair": (("2 Watch", "2 Captain"), 2000, {"kow.army.commander"}),
    "three commanders": (("6 Watch", "3 Captain"), 2000, set()),
    "five commanders": (("10 Watch", "5 Captain"), 2000, {"kow.army.commander"}),
    "two warlords": (("4 Watch", "2 Queen"), 2000, {"kow.army.one_warlord"}),
    "two warlords in a legend": (("4 Watch", "2 Queen"), 3000, set()),
    "a warlord in an ambush": (("4 Watch", "Queen"), 1000, {"kow.scenario.ambush_no_warlord_titan"}),
    "a titan in an ambush": (("2 Watch", "Colossus", "Captain"), 1000, {"kow.scenario.ambush_no_warlord_titan"}),
    "auxiliaries in an ambush": (("2 Bows", "Captain"), 1000, set()),
    "limited": (("6 Watch", "3 Engine", "Captain"), 2000, {"kow.army.limited"}),
    "not to be had": (("2 Watch", "Secret Guard", "Captain"), 2000, {"kow.army.limited"}),
    "to be had in an ambush": (("2 Watch", "Secret Guard", "Captain"), 1000, set()),
    "unique": (("4 Watch", "2 Old Hob"), 2000, {"kow.army.unique"}),
    "too dear": (("4 Foot + horde", "4 Lances", "Captain"), 1500, {"kow.army.faction_points"}),
}


@pytest.mark.rule("kow.army.battalion_minimum")
@pytest.mark.rule("kow.army.support")
@pytest.mark.rule("kow.army.commander")
@pytest.mark.parametrize("name", LISTS)
def test_lists_are_legal_or_break_that_rule(name: str) -> None:
    picks, points, broken = LISTS[name]
    assert rules_broken(*picks, points=points) == broken
