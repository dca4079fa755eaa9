"""Spells that move their target: Enthral, Wind Blast, Surge (Magic)."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from tests.kings_of_war.firing import archers, field, why_not, wizard
from tests.kings_of_war.harness import Play, pose, unit
from warhost.rulesets.kings_of_war.core import Marker, apart, events
from warhost.table import Arc

MM = 1 / 25.4
HALF = 40 * MM
"""Half of the depth of a regiment of infantry."""


def cast(spell: str, hits: int, text: str, target: int = 1, **units: Any) -> Play:
    """The wizard casts the spell with so many hits."""
    known = {"Wizard": wizard((spell, hits))}
    return field(text, **known | units).play([(6,) * hits] if hits > 1 else [6]).choose(f"0:{spell}>{target}")


def moved(game: Play, name: str, x: float, y: float) -> tuple[float, float]:
    """How far a unit is from there, rounded to hundredths of an inch."""
    found = pose(game, name)
    return round(found.x - x, 2), round(found.y - y, 2)


# Enthral and Wind Blast. The target is at 36,20 and the wizard looks at it from the south.


@pytest.mark.parametrize(
    ("facing", "pulled"),
    [(180, (0, -3)), (225, (-2.12, -2.12)), (135, (2.12, -2.12))],
    ids=["from its front", "from its front, at an angle", "from its front, at the other angle"],
)
@pytest.mark.rule("kow.spell.enthral")
def test_enthral_pulls_forward_who_faces_the_caster(facing: int, pulled: tuple[float, float]) -> None:
    game = cast("Enthral", 3, f"Wizard at 36,10 | Target at 36,20 face {facing}")
    assert moved(game, "Target", 36, 20) == pulled
    assert pose(game, "Target").facing == facing


@pytest.mark.rule("kow.spell.enthral")
@pytest.mark.rule("kow.spell.wind_blast")
def test_sideways_and_backwards_by_the_arc_of_the_caster() -> None:
    """At a facing of 95 the wizard is in the right flank arc, at 265 in the left one."""
    for facing, side in ((95, 1.0), (265, 1.0)):
        text = f"Wizard at 36,10 | Target at 36,20 face {facing}"
        _, south = moved(cast("Enthral", 3, text), "Target", 36, 20)
        _, north = moved(cast("Wind Blast", 3, text), "Target", 36, 20)
        assert (round(south), round(north)) == (-3 * side, 3 * side)
    behind = "Wizard at 36,30 face 180 | Target at 36,20 face 180"
    turned = field(behind, Wizard=wizard(("Enthral", 2)), Target=unit())
    turned.unit("Wizard").seat = 0
    game = turned.play([(6, 6)]).choose("0:Enthral>1")
    assert moved(game, "Target", 36, 20) == (0, 2)


@pytest.mark.rule("kow.spell.wind_blast")
def test_wind_blast_pushes_back_who_faces_the_caster_and_on_who_does_not() -> None:
    assert moved(cast("Wind Blast", 4, "Wizard at 36,10 | Target at 36,20 face 180"), "Target", 36, 20) == (0, 4)
    table = field("Wizard at 36,30 face 180 | Target at 36,20 face 180", Wizard=wizard(("Wind Blast", 2)))
    table.unit("Wizard").seat = 0
    assert moved(table.play([(6, 6)]).choose("0:Wind Blast>1"), "Target", 36, 20) == (0, -2)


@pytest.mark.rule("kow.spell.enthral")
def test_two_hits_of_three_dice_are_two_inches() -> None:
    table = field("Wizard at 36,10 | Target at 36,20 face 180", Wizard=wizard(("Enthral", 3)))
    assert moved(table.play([(4, 3, 4)]).choose("0:Enthral>1"), "Target", 36, 20) == (0, -2)


@pytest.mark.rule("kow.spell.enthral_stop")
def test_the_dragged_unit_stops_a_millimetre_before_its_enemies() -> None:
    text = f"Wizard at 30,10 face 20 | Target at 36,20 face 180 | Guard at 36,{20 - 2 * HALF - 2}"
    game = cast("Enthral", 3, text)
    assert pose(game, "Target").y == pytest.approx(20 - 2 + MM, abs=0.003)
    assert not game.unit("Target").engaged


@pytest.mark.rule("kow.spell.enthral_stop")
def test_the_dragged_unit_stops_at_its_friends_and_at_walls() -> None:
    text = f"Wizard at 30,10 face 20 | Target at 36,20 face 180 | Own at 36,{20 - 2 * HALF - 2} face 180"
    assert moved(cast("Enthral", 3, text), "Target", 36, 20) == (0, -2)
    wall = f"72x48 high_wall 37.5,{20 - HALF - 1.5} 1x1 | Wizard at 33,10 | Target at 36,20 face 180"
    assert moved(cast("Enthral", 3, wall), "Target", 36, 20) == (0, -1)


@pytest.mark.rule("kow.spell.wind_blast_stop")
def test_the_pushed_unit_stops_at_walls_the_edge_friends_and_before_enemies() -> None:
    text = "72x48 building 36,{} 6x4 | Wizard at 36,10 | Target at 36,20 face 180"
    assert moved(cast("Wind Blast", 4, text.format(20 + HALF + 2 + 2)), "Target", 36, 20) == (0, 2)
    assert moved(cast("Wind Blast", 4, text.format(20 + HALF + 0.5 + 2)), "Target", 36, 20) == (0, 0.5)
    edge = f"Wizard at 36,34 | Target at 36,{48 - HALF - 2} face 180"
    assert moved(cast("Wind Blast", 4, edge), "Target", 36, 48 - HALF - 2) == (0, 2)
    own = f"Wizard at 36,10 | Target at 36,20 face 180 | Own at 36,{20 + 2 * HALF + 2} face 180"
    assert moved(cast("Wind Blast", 4, own), "Target", 36, 20) == (0, 2)
    foe = f"Wizard at 36,10 | Target at 36,20 face 180 | Guard at 36,{20 + 2 * HALF + 2}"
    game = cast("Wind Blast", 4, foe)
    assert pose(game, "Target").y == pytest.approx(22 - MM, abs=0.003)
    assert not game.unit("Target").engaged


@pytest.mark.parametrize(
    "spell",
    [
        pytest.param("Enthral", marks=pytest.mark.rule("kow.spell.enthral_speed0")),
        pytest.param("Wind Blast", marks=pytest.mark.rule("kow.spell.wind_blast_speed0")),
    ],
)
def test_who_has_no_speed_is_not_moved(spell: str) -> None:
    text = "Wizard at 36,10 | Target at 36,20 face 180"
    assert moved(cast(spell, 4, text, Target=unit(speed=0)), "Target", 36, 20) == (0, 0)
    assert moved(cast(spell, 4, text, Target=unit(speed=1)), "Target", 36, 20) == (0, -4 if spell == "Enthral" else 4)


# Surge


DEAD = unit(rules=["Shambling"])
MARCH = "Wizard at 30,10 face 40 | Dead at 36,16{} | Foe at 36,{} face 180"


@pytest.mark.rule("kow.spell.surge")
def test_surge_moves_a_shambling_friend_straight_ahead() -> None:
    assert moved(cast("Surge", 4, MARCH.format("", 40), Dead=DEAD), "Dead", 36, 16) == (0, 4)
    friend = MARCH.format("", 40) + f" | Friend at 36,{16 + 2 * HALF + 2}"
    assert moved(cast("Surge", 4, friend, Dead=DEAD), "Dead", 36, 16) == (0, 2)
    wall = f"72x48 building 36,{16 + HALF + 3} 6x4 | " + MARCH.format("", 40)
    assert moved(cast("Surge", 4, wall, Dead=DEAD), "Dead", 36, 16) == (0, 1)


@pytest.mark.rule("kow.spell.surge")
def test_only_shambling_units_surge() -> None:
    game = field(MARCH.format("", 40), Wizard=wizard(("Surge", 4), ("Heal", 1))).play()
    assert why_not(game, "0:Surge>1") == "Surge is for Shambling units only, not for Dead."


@pytest.mark.rule("kow.spell.surge")
@pytest.mark.parametrize("state", [' order="at the double"', " wavering=1"])
def test_who_went_at_the_double_or_wavers_may_surge(state: str) -> None:
    assert moved(cast("Surge", 2, MARCH.format(state, 40), Dead=DEAD), "Dead", 36, 16) == (0, 2)


@pytest.mark.rule("kow.spell.surge_not_withdrawn")
def test_who_withdrew_does_not_surge() -> None:
    text = MARCH.format(' order="withdraw"', 40)
    game = field(text, Wizard=wizard(("Surge", 4), ("Heal", 1)), Dead=DEAD).play()
    assert why_not(game, "0:Surge>1") == "Dead withdrew in this turn."


@pytest.mark.rule("kow.spell.surge_not_withdrawn")
@pytest.mark.parametrize("order", ["halt", "advance", "change facing", "back", "sidestep", "at the double"])
def test_who_had_any_other_order_may_surge(order: str) -> None:
    game = field(MARCH.format(f' order="{order}"', 40), Wizard=wizard(("Surge", 4), ("Heal", 1)), Dead=DEAD).play()
    assert "0:Surge>1" in game.keys


@pytest.mark.rule("kow.loot.spell_immunity")
def test_who_carries_loot_does_not_surge() -> None:
    table = field(MARCH.format("", 40), Wizard=wizard(("Surge", 4), ("Heal", 1)), Dead=DEAD)
    table.battle.markers = (Marker(36, 16, kind="loot", carrier=1),)
    assert why_not(table.play(), "0:Surge>1") == "Dead carry loot."


@pytest.mark.rule("kow.spell.surge_fly_speed0")
def test_nobody_surges_flying_nor_without_speed() -> None:
    wall = f"72x48 building 36,{16 + HALF + 1 + 1} 6x2 | " + MARCH.format("", 40)
    flyer = unit(rules=["Shambling", "Fly"])
    assert moved(cast("Surge", 3, wall, Dead=flyer), "Dead", 36, 16) == (0, 1)
    assert cast("Surge", 3, wall, Dead=flyer).unit("Dead").effects == ()
    slow = unit(rules=["Shambling"], speed=0)
    assert moved(cast("Surge", 3, MARCH.format("", 40), Dead=slow), "Dead", 36, 16) == (0, 0)


@pytest.mark.rule("kow.spell.surge_charge")
@pytest.mark.parametrize(("facing", "touched"), [(180, Arc.FRONT), (91, Arc.RIGHT), (269, Arc.LEFT)])
def test_a_surge_into_contact_is_a_charge_on_the_facing_touched(facing: int, touched: Arc) -> None:
    text = MARCH.format("", 16 + HALF + 3 + 50 * MM).replace("face 180", f"face {facing}")
    table = field(text, Wizard=wizard(("Surge", 5)), Dead=DEAD)
    game = table.play({"Surge: to hit": 6, "First turn": 1, "damage": 1, "to hit": 1}).choose("0:Surge>1")
    charged = game.told(events.UnitCharged)
    assert [(one.unit, one.target, one.facing) for one in charged] == [(1, 2, touched.value)]
    assert [(foe.unit, foe.theirs) for foe in game.unit("Dead").foes] == [(2, touched)]
    assert game.unit("Dead").charged


@pytest.mark.rule("kow.spell.surge_no_space")
def test_without_room_the_surged_unit_stays_in_contact_and_unengaged() -> None:
    """The enemy stands at an angle between two houses, where nobody can get flush."""
    houses = "72x48 building 32.2,20.4 3x5 building 39.8,20.4 3x5"
    text = f"{houses} | Wizard at 30,8 face 40 | Dead at 36,16 | Foe at 36,22 face 215"
    both = {"Wizard": wizard(("Surge", 6)), "Dead": DEAD, "Foe": unit(hero=True)}
    game = field(text, **both).play([(6,) * 6]).choose("0:Surge>1")
    dead, foe = game.unit("Dead"), game.unit("Foe")
    assert not dead.engaged
    assert not dead.charged
    assert pose(game, "Dead").facing == 0
    assert apart(game.battle, dead, foe) < 0.005
    free = field(text.replace(houses, "72x48 hill 5,5 2x2"), **both).play([(6,) * 6]).choose("0:Surge>1")
    assert [foe.unit for foe in free.unit("Dead").foes] == [2]
    assert pose(free, "Dead").facing == pytest.approx(35)


TWO = "Wizard at 28,10 face 50 | Dead at 36,16 | One at 34.4,{y} face 180 | Two at 37.6,{y} face 180"


@pytest.mark.rule("kow.spell.surge_two_enemies")
def test_of_several_enemies_reached_the_player_charges_one() -> None:
    small = unit(hero=True, type="titan")
    table = field(TWO.format(y=16 + HALF + 2 + 37.5 * MM), Wizard=wizard(("Surge", 4)), Dead=DEAD, One=small, Two=small)
    game = table.play([(6,) * 4]).choose("0:Surge>1")
    assert (game.topic, game.question.seat, game.keys) == ("surge", 0, ["2", "3"])
    game.choose("3")
    assert [foe.unit for foe in game.unit("Dead").foes] == [3]


@pytest.mark.rule("kow.spell.surge_two_enemies")
@pytest.mark.rule("kow.spell.surge_no_space")
def test_an_enemy_without_room_is_swapped_for_another() -> None:
    """A corner of One and the front of Two are reached at once; a house keeps everybody from getting flush with One."""
    front, side, slant = 16 + HALF + 2, 37.5 * MM, radians(25)
    text = (
        "72x48 building 31,15.7 5.9x7.4 | Wizard at 46,8 face 310 | Dead at 36,16 "
        f"| One at 34,{front + side * (cos(slant) + sin(slant))} face 205 | Two at 37.95,{front + side} face 180"
    )
    small = unit(hero=True, type="titan")
    game = field(text, Wizard=wizard(("Surge", 4)), Dead=DEAD, One=small, Two=small).play([(6,) * 4])
    game.choose("0:Surge>1").choose("2")
    assert [foe.unit for foe in game.unit("Dead").foes] == [3]


@pytest.mark.rule("kow.spell.surge_hindered")
def test_a_surge_through_a_wood_is_hindered() -> None:
    text = "72x48 wood 36,20 6x2 | " + MARCH.format("", 16 + 2 * HALF + 4)
    game = field(text, Wizard=wizard(("Surge", 5)), Dead=DEAD).play([(6,) * 5]).choose("0:Surge>1")
    assert game.told(events.UnitCharged)[0].hindered
    flyer = unit(rules=["Shambling", "Fly"])
    game = field(text, Wizard=wizard(("Surge", 5)), Dead=flyer).play([(6,) * 5]).choose("0:Surge>1")
    assert game.told(events.UnitCharged)[0].hindered


@pytest.mark.rule("kow.spell.surge_no_nerve")
def test_who_is_reached_by_a_surge_does_not_test_for_damage() -> None:
    text = "Wizard at 30,10 face 40 | Dead at 36,16 | Foe at 36,{} face 180 | Archers at 48,8 face 330"
    both = {"Wizard": wizard(("Surge", 5)), "Dead": DEAD, "Archers": archers(attacks=4)}
    dice = {"Bow": 6, "Surge: to hit": 6, "Nerve": 1, "hit": 1}
    game = field(text.format(16 + 2 * HALF + 4), **both).play(dice).choose("3>2")
    assert game.unit("Foe").damage == 4
    game.choose("0:Surge>1")
    assert game.told(events.NerveTested) == []
    far = field(text.format(30), **both).play(dice).choose("3>2").choose("0:Surge>1")
    assert len(far.told(events.NerveTested)) == 1
