"""Positions worked out on paper from the book and the rulings, with ruler and pencil: what must follow from each.

A regiment of infantry is 100 x 80 mm: 3.937" wide and 3.150" deep. Places are told in inches to a thousandth.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, shown
from tests.kings_of_war.harness import Fall, Play, Table, draw, engaged, pose, unit
from warhost.field.contact.engagement import engage
from warhost.play import Moved, Picked, Refused
from warhost.table import Arc, Back, Forward, Pivot, Sidestep, Step

HORDE = unit(size="horde")
HERO = unit(hero=True)
BEAST = unit(type="monster")
RIDERS = unit(type="cavalry")
FLYERS = unit(rules=["Fly"])
NIMBLE = unit(rules=["Nimble"])
FAR = "1 Foes at 60,40 face 180"
FOOT = f"0 Foot at 36,10 | {FAR}"
EDGE = f"0 Foot at 36,1.6 | {FAR}"
PAL = f"{FOOT} | 0 Pal at 36,15"


def table(text: str, **units: Any) -> Table:
    """The table of a text; who is not described is a regiment of infantry."""
    names = [part.split(" at ")[0].split()[-1] for part in text.split("|") if " at " in part]
    return draw(text, **{name: units.get(name, unit()) for name in names})


def stands(game: Play, name: str) -> tuple[float, float, float]:
    found = pose(game, name)
    return round(found.x, 3), round(found.y, 3), round(found.facing, 1) % 360


# Moves


def moved(text: str, kind: str, *steps: Step, **units: Any) -> Any:
    """Where Foot stands after that move, or the rule by which it is refused."""
    game = table(text, **units).play().moving("Foot")
    try:
        game.answer(Moved(kind, steps))
    except Refused as refused:
        return refused.rule
    return stands(game, "Foot")


@pytest.mark.rule("kow.order.advance", "kow.order.advance_pivots")
@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ((Forward(5),), (36, 15, 0)),
        ((Forward(5.05),), "kow.order.advance"),
        ((Forward(3), Pivot(90), Forward(2.1)), "kow.order.advance"),
        ((Pivot(90), Forward(3), Pivot(-90), Forward(2)), (39, 12, 0)),
        ((Pivot(90), Pivot(90), Forward(5)), (36, 5, 180)),
        ((Pivot(91), Forward(1)), "kow.order.advance_pivots"),
        ((Pivot(90), Forward(1), Pivot(-90), Forward(1), Pivot(10)), "kow.order.advance_pivots"),
    ],
)
def test_an_advance_is_speed_and_two_quarter_turns(steps: tuple[Step, ...], found: Any) -> None:
    assert moved(FOOT, "advance", *steps) == found


@pytest.mark.rule("kow.order.at_the_double", "kow.order.back", "kow.order.sidestep", "kow.order.sidestep_pivot")
@pytest.mark.parametrize(
    ("kind", "steps", "found"),
    [
        ("at the double", (Forward(4), Pivot(-90), Forward(6)), (30, 14, 270)),
        ("at the double", (Pivot(90), Forward(4), Pivot(-90)), "kow.order.at_the_double_pivot"),
        ("back", (Pivot(90), Back(2.5)), (33.5, 10, 90)),
        ("back", (Back(2.6),), "kow.order.back"),
        ("back", (Pivot(45), Back(1), Pivot(45)), "kow.order.back_pivot"),
        ("sidestep", (Sidestep(-1), Pivot(90), Sidestep(-1.5)), (35, 11.5, 90)),
        ("sidestep", (Sidestep(-1), Pivot(90), Sidestep(1)), "kow.order.sidestep"),
    ],
)
def test_the_other_orders_have_one_pivot(kind: str, steps: tuple[Step, ...], found: Any) -> None:
    assert moved(FOOT, kind, *steps) == found


@pytest.mark.rule("kow.terrain.difficult", "kow.terrain.obstacle")
@pytest.mark.parametrize(
    ("ground", "kind", "inches", "found"),
    [
        ("wood 36,18 6x4", "at the double", 4.4252, (36, 14.425, 0)),
        ("wood 36,18 6x4", "at the double", 4.5, "kow.terrain.difficult"),
        ("wood 36,18 6x4", "advance", 5, (36, 15, 0)),
        ("hedge 36,18 6x0.5", "at the double", 8, "kow.terrain.obstacle"),
        ("hedge 36,14 6x0.5", "advance", 4, (36, 14, 0)),
        ("wood 36,7 6x4", "at the double", 1, "kow.terrain.difficult"),
        ("wood 36,6.4252 6x4", "at the double", 10, (36, 20, 0)),
        ("building 36,14 1x1", "advance", 5, "kow.terrain.blocking"),
    ],
)
def test_terrain_ahead(ground: str, kind: str, inches: float, found: Any) -> None:
    assert moved(f"72x48 {ground} | {FOOT}", kind, Forward(inches)) == found


@pytest.mark.rule("kow.interp.friends_pass", "kow.interp.enemies_block", "kow.interp.pivot_end_clear")
@pytest.mark.rule("kow.measure.enemy_gap")
@pytest.mark.parametrize(
    ("text", "kind", "steps", "found"),
    [
        (PAL, "advance", (Forward(5),), "kow.interp.no_end_overlap"),
        (PAL, "at the double", (Forward(8),), "kow.interp.no_end_overlap"),
        (PAL, "at the double", (Forward(8.16),), (36, 18.16, 0)),
        (PAL, "at the double", (Forward(5), Pivot(90), Forward(5)), "kow.interp.no_end_overlap"),
        # Past an enemy at 0 mm, but no end of a move nearer than 1 mm.
        (f"{FOOT} | 1 Foe at 39.937008,15 face 180", "at the double", (Forward(10),), (36, 20, 0)),
        (f"{FOOT} | 1 Foe at 39.9,15 face 180", "at the double", (Forward(10),), "kow.interp.enemies_block"),
        (f"{FOOT} | 1 Foe at 39.9724,15 face 180", "advance", (Forward(5),), "kow.measure.enemy_gap"),
        (f"{FOOT} | 1 Foe at 39.9772,15 face 180", "advance", (Forward(5),), (36, 15, 0)),
        (f"{FOOT} | 1 Foe at 36,18 face 180", "advance", (Forward(4.81),), (36, 14.81, 0)),
        (f"{FOOT} | 1 Foe at 36,18 face 180", "advance", (Forward(4.83),), "kow.measure.enemy_gap"),
        (f"{FOOT} | 1 Foe at 36,5 face 180", "back", (Back(2.5),), "kow.interp.enemies_block"),
        (f"{FOOT} | 1 Foe at 41,10 face 180", "sidestep", (Sidestep(2.5),), "kow.interp.enemies_block"),
        (f"{FOOT} | 1 Foe at 41,10 face 180", "sidestep", (Sidestep(-2.5),), (33.5, 10, 0)),
    ],
)
def test_through_friends_and_past_enemies(text: str, kind: str, steps: tuple[Step, ...], found: Any) -> None:
    assert moved(text, kind, *steps) == found


@pytest.mark.rule("kow.interp.pivot_through", "kow.interp.pivot_end_clear", "kow.terrain.table_edge")
@pytest.mark.parametrize(
    ("text", "kind", "steps", "found"),
    [
        (EDGE, "change facing", (Pivot(90),), "kow.terrain.table_edge"),
        (EDGE, "change facing", (Pivot(180),), (36, 1.6, 180)),
        (EDGE, "advance", (Pivot(45), Forward(4)), "kow.terrain.table_edge"),
        (EDGE, "advance", (Forward(1), Pivot(90)), (36, 2.6, 90)),
        (f"{FOOT} | 1 Beast at 39.1528,10 face 180", "change facing", (Pivot(180),), (36, 10, 180)),
        (
            f"{FOOT} | 1 Beast at 39.1528,10 face 180",
            "change facing",
            (Pivot(38.66),),
            "kow.interp.no_end_overlap",
        ),
        (f"72x48 building 39.2,10 2x6 | {FOOT}", "change facing", (Pivot(90),), (36, 10, 90)),
        (f"72x48 building 39.2,10 2x6 | {FOOT}", "change facing", (Pivot(38.66),), "kow.terrain.blocking"),
    ],
)
def test_pivots_pass_through_and_end_clear(text: str, kind: str, steps: tuple[Step, ...], found: Any) -> None:
    assert moved(text, kind, *steps, Beast=BEAST) == found


# Charges


def charging(game: Play, *partners: str) -> Any:
    """Foot charges Foe, together with these: where they stand and whether they are hindered; None if it cannot."""
    game.order("Foot")
    key = f"charge>{game.unit('Foe').id}"
    if game.topic != "action" or not game.offers(key):
        return None
    (label,) = (option.label for option in game.options if option.key == key)
    if not partners and "only together with" in label:
        return None
    game.choose(key)
    if game.topic == "joint charge":
        try:
            game.answer(Picked(tuple(str(game.unit(one).id) for one in partners)))
        except Refused:
            return None
    found = [(*stands(game, one), game.unit(one).hindered) for one in ("Foot", *partners)]
    return found if partners else found[0]


AHEAD = (36, 16.85, 0, False)
SLOWED = (36, 16.85, 0, True)
BUILDING = "72x48 building 36,18 4x2 | 0 Foot at 36,12 | 1 Foe at 36,24 face 180"
HERO_AHEAD = "0 Foot at 36,10 | 0 Hero at 36,14 | 1 Foe at 36,20 face 180"
LINE_AHEAD = "0 Foot at 36,10 | 0 Line at 36,14 | 1 Foe at 36,{} face 180"
ROCK_AHEAD = "0 Foot at {},12 | 1 Foe at 36,24 face 180 | 1 Rock at {},20 face 180"


@pytest.mark.rule("kow.charge.cond_distance", "kow.charge.cond_visible", "kow.charge.cond_space", "kow.los.arcs")
@pytest.mark.rule("kow.charge.facing_by_midpoint", "kow.charge.align", "kow.charge.slide", "kow.charge.no_corner_only")
@pytest.mark.rule("kow.special.nimble", "kow.charge.friends_block", "kow.charge.goes_round_blocking")
@pytest.mark.parametrize(
    ("text", "units", "found"),
    [
        # Twice the Speed between the nearest points.
        ("0 Foot at 36,10 | 1 Foe at 36,23.1495 face 180", {}, (36, 20, 0, False)),
        ("0 Foot at 36,10 | 1 Foe at 36,23.16 face 180", {}, None),
        ("0 Foot at 36,10 | 1 Foe at 44,21.6 face 180", {}, (44, 18.45, 0, False)),
        # A corner of the enemy inside the front arc, and just outside.
        ("0 Foot at 36,10 | 1 Foe at 45,16.7 face 180", {"Foe": BEAST}, (42.441, 16.7, 90, False)),
        ("0 Foot at 36,10 | 1 Foe at 45,16.6 face 180", {"Foe": BEAST}, None),
        # A line of equal height hides infantry; riders are seen over it, and who flies comes to them.
        (LINE_AHEAD.format(19.5), {"Line": HORDE}, None),
        (LINE_AHEAD.format(21.5), {"Line": HORDE, "Foe": RIDERS}, None),
        (LINE_AHEAD.format(21.5), {"Line": HORDE, "Foot": FLYERS}, None),
        (LINE_AHEAD.format(21.5), {"Line": HORDE, "Foe": RIDERS, "Foot": FLYERS}, (36, 17.957, 0, False)),
        (LINE_AHEAD.format(19.5), {"Line": HORDE, "Foe": RIDERS, "Foot": FLYERS}, None),
        # The front mid-point 0.1" this side and that side of the border between two arcs.
        ("0 Foot at 41.9685,16.7504 | 1 Foe at 36,24 face 180", {}, (36, 20.85, 0, False)),
        ("0 Foot at 41.9685,16.9504 | 1 Foe at 36,24 face 180", {}, (39.543, 24, 270, False)),
        # Near the corner: the front edge meets the corner that belongs to the flank.
        ("0 Foot at 38.97,19.95 | 1 Foe at 36,24 face 180", {}, (39.543, 24, 270, False)),
        # Side by side with the enemy.
        ("0 Foot at 36,20 | 1 Foe at 40,21.5 face 180", {}, (36.457, 21.5, 90, False)),
        # Round a building: one pivot does not do, two do.
        (BUILDING, {"Foe": HORDE}, None),
        (BUILDING, {"Foe": HORDE, "Foot": NIMBLE}, (36, 20.85, 0, False)),
        (BUILDING, {"Foe": HORDE, "Foot": FLYERS}, (36, 20.85, 0, False)),
        # A friend in the way.
        (HERO_AHEAD, {"Hero": HERO}, None),
        (HERO_AHEAD, {"Hero": HERO, "Foot": FLYERS}, AHEAD),
        ("0 Foot at 36,10 | 1 Foe at 36,20 face 180 | 0 A at 32.062992,14 | 0 B at 39.937008,14", {}, AHEAD),
        ("0 Foot at 36,10 | 1 Foe at 36,20 face 180 | 0 A at 32.1,14 | 0 B at 39.9,14", {}, None),
        # Off centre, then to the middle; another enemy stops the slide.
        ("0 Foot at 40,10 | 1 Foe at 36,18 face 180", {}, (36, 14.85, 0, False)),
        (
            "0 Foot at 39,12 | 1 Foe at 36,24 face 180 | 1 Rock at 34.5,21.4 face 180",
            {"Foe": HORDE, "Rock": BEAST},
            (37.453, 20.85, 0, False),
        ),
        # 0.5 mm of the edge is left free, and 1.7 mm.
        (ROCK_AHEAD.format(39.93, 34.013), {"Rock": HORDE}, None),
        (ROCK_AHEAD.format(39.90, 33.963), {"Rock": HORDE}, (39.869, 20.85, 0, False)),
    ],
)
def test_what_can_be_charged_and_where_the_charger_stands(text: str, units: dict[str, Any], found: Any) -> None:
    assert charging(table(text, **units).play()) == found


@pytest.mark.rule("kow.charge.facing_unclear")
@pytest.mark.parametrize(("die", "found"), [(3, (36, 20.85, 0, False)), (4, (39.543, 24, 270, False))])
def test_on_the_border_of_two_arcs_a_die_decides(die: int, found: Any) -> None:
    assert charging(table("0 Foot at 41.968504,16.850394 | 1 Foe at 36,24 face 180").play(dice=[die])) == found


PAIR = "0 Foot at 33,12 | 0 Big at 41,12 | 1 Foe at 36,24 face 180"


@pytest.mark.rule("kow.charge.multiple_placement", "kow.charge.multiple_unequal", "kow.charge.multiple")
@pytest.mark.parametrize(
    ("text", "units", "partners", "found"),
    [
        (PAIR, {"Big": HORDE, "Foe": HORDE}, ("Big",), (32.063, 37.969)),
        # On the narrow front the smaller one would touch a corner: the block goes 1 mm aside.
        (PAIR, {"Big": HORDE}, ("Big",), (32.102, 38.008)),
        # A building stops the block on one side.
        (
            "72x48 building 41.5,19 4x2 | 0 Foot at 33,12 | 0 Big at 37,12 | 1 Foe at 36,24 face 180",
            {"Foe": HORDE},
            ("Big",),
            (33.594, 37.531),
        ),
        (
            "0 Foot at 33,12 | 0 Two at 38,12 | 0 Side at 49,24 face 270 | 1 Foe at 36,24 face 180",
            {"Foe": HORDE},
            ("Two", "Side"),
            (34.031, 37.969, 41.512),
        ),
    ],
)
def test_a_joint_charge_stands_as_one_block(
    text: str, units: dict[str, Any], partners: tuple[str, ...], found: tuple[float, ...]
) -> None:
    assert tuple(one[0] for one in charging(table(text, **units).play(), *partners)) == found


@pytest.mark.rule("kow.charge.into_engaged_halted", "kow.charge.into_engaged_reform")
@pytest.mark.parametrize(
    ("there", "foe", "partners", "found"),
    [
        (HERO, HORDE, (), {"Foot": 38.756, "Pal": 36}),
        (HERO, HORDE, ("Pal",), {"Foot": 36.787, "Pal": 34.031}),
        (unit(), unit(), (), None),
        (unit(), unit(), ("Pal",), {"Foot": 37.969, "Pal": 34.031}),
    ],
)
def test_a_newcomer_beside_a_friend(there: Any, foe: Any, partners: tuple[str, ...], found: Any) -> None:
    text = "0 Foot at 39.5,12 | 0 Pal at 10,10 | 1 Foe at 36,24 face 180"
    game = table(text, Pal=there, Foe=foe).engage("Pal", "Foe").play()
    done = charging(game, *partners)
    assert (done and {name: stands(game, name)[0] for name in ("Foot", "Pal")}) == found


@pytest.mark.rule("kow.charge.into_engaged")
def test_a_wide_friend_on_the_front_leaves_less_of_the_flank() -> None:
    text = "0 Foot at 47,24 face 270 | 0 Pal at 10,10 | 1 Foe at 36,24 face 180"
    assert charging(table(text, Pal=HORDE).engage("Pal", "Foe").play()) == (39.543, 24.394, 270, False)


@pytest.mark.rule("kow.charge.hindered", "kow.special.strider", "kow.special.fly")
@pytest.mark.parametrize(
    ("ground", "rules", "found"),
    [
        ("hedge 36,14 6x0.5", [], SLOWED),
        ("hedge 36,14 6x0.5", ["Strider"], AHEAD),
        ("hedge 36,14 6x0.5", ["Fly"], AHEAD),
        ("hedge 36,11.8248 6x0.5", ["Fly"], SLOWED),  # touched at the start
        ("hedge 37.9,14 0.5x0.5", [], AHEAD),  # there is a way past it
        ("wood 36,7 6x4", [], SLOWED),  # starts in it
        ("wood 36,7 6x4", ["Strider"], AHEAD),
        ("wood 36,6.4252 6x4", [], AHEAD),  # touches it
        ("wood 36,6.4252 6x4", ["Fly"], SLOWED),
        ("wood 40.9685,17 6x4", [], AHEAD),  # touches it at the end
        ("wood 40.9685,17 6x4", ["Fly"], SLOWED),
        ("wood 36,20.97 6x5", [], AHEAD),  # the enemy stands in it, the charger does not
        ("wood 36,20.6252 6x5", [], SLOWED),  # its edge lies before the enemy
    ],
)
def test_hindered_or_not(ground: str, rules: list[str], found: Any) -> None:
    game = table(f"72x48 {ground} | 0 Foot at 36,10 | 1 Foe at 36,20 face 180", Foot=unit(rules=rules)).play()
    assert charging(game) == found


# Reform, wrap-around, withdraw


FIGHT = "1 Foe at 36,24 face 180 | 0 Foot at 10,10"


@pytest.mark.rule("kow.reform.place", "kow.reform.two_enemies")
def test_reform_goes_to_the_middle_or_between_two() -> None:
    game = table(FIGHT).engage("Foot", "Foe", offset=1).play().order("Foot", "reform")
    assert stands(game, "Foot") == (36, 20.85, 0)
    turned = table(FIGHT).engage("Foot", "Foe", mine="right").play().order("Foot", "reform")
    assert stands(turned, "Foot") == (36, 20.85, 0)
    beside = table(f"{FIGHT} | 0 Pal at 20,10", Foe=HORDE, Pal=HERO).engage("Foot", "Foe", offset=-2)
    assert stands(beside.engage("Pal", "Foe", offset=1.5).play().order("Foot", "reform"), "Foot")[0] == 37.256
    two = table(f"{FIGHT} | 1 Two at 41,24 face 180", Foot=HORDE).engage("Foot", "Foe", offset=-2)
    engage(two.unit("Foot"), Arc.FRONT, two.unit("Two"), Arc.FRONT)
    assert stands(two.play().order("Foot", "reform"), "Foot") == (38.5, 20.85, 0)


@pytest.mark.rule("kow.reform.combined", "kow.reform.place")
@pytest.mark.parametrize(
    ("who", "foe", "offsets", "found"),
    [
        (HERO, unit(), (2, -2), (35.213, 36.787)),
        (HERO, unit(), (1, -1.2), (35.213, 36.787)),
        (unit(), HORDE, (3, -3), (34.031, 37.969)),
        (unit(), HORDE, (1.968504, -1.968504), None),  # both stand as well as they can
    ],
)
def test_two_that_reform_together_stand_as_one_block(
    who: Any, foe: Any, offsets: tuple[float, float], found: Any
) -> None:
    text = "1 Foe at 36,24 face 180 | 0 One at 10,10 | 0 Two at 20,10"
    there = table(text, One=who, Two=who, Foe=foe)
    game = there.engage("One", "Foe", offset=offsets[0]).engage("Two", "Foe", offset=offsets[1]).play().order("One")
    key = f"reform>{game.unit('Two').id}"
    assert game.offers(key) == (found is not None)
    if found is not None:
        game.choose(key)
        assert (stands(game, "One")[0], stands(game, "Two")[0]) == found
        assert [game.unit(name).order for name in ("One", "Two")] == ["reform", "reform"]
        assert [foe.theirs for name in ("One", "Two") for foe in game.unit(name).foes] == [Arc.FRONT, Arc.FRONT]


@pytest.mark.rule("kow.reform.wrap_condition", "kow.reform.wrap_place")
@pytest.mark.parametrize(
    ("offset", "more", "found"),
    [
        (0.5, "", None),
        (0.984252, "", (33.441, 24, 90)),
        (1.5, "", (33.441, 24, 90)),
        (-1.5, "", (38.559, 24, 270)),
        (1.5, " | 1 Rock at 32.5,24 face 180", None),
    ],
)
def test_wrap_around(offset: float, more: str, found: Any) -> None:
    game = table(FIGHT + more, Foe=BEAST, Rock=BEAST).engage("Foot", "Foe", offset=offset).play().order("Foot")
    assert game.offers("wrap") == (found is not None)
    if found is not None:
        assert stands(game.choose("wrap"), "Foot") == found


BEHIND = f"{FIGHT} | 0 Pal at 36,16"
TRAPPED = f"{BEHIND} | 1 Back at 36,10 face 180"
AMBUSHED = f"{FIGHT} | 1 Back at 36,12 face 180"
AT_EDGE = "1 Foe at 36,8 face 180 | 0 Foot at 10,10 | 0 Pal at 60,40"
THREE_OFF = "1 Foe at 36,7.724409 face 180 | 0 Foot at 10,10 | 0 Pal at 60,40"
ROUTED = "routed"


@pytest.mark.rule("kow.withdraw.move", "kow.withdraw.hits_enemy", "kow.withdraw.hits_blocking")
@pytest.mark.rule("kow.withdraw.through_friends", "kow.withdraw.friends_as_blocking", "kow.withdraw.terrain_ignored")
@pytest.mark.parametrize(
    ("text", "rolled", "found"),
    [
        (f"72x48 wood 36,16 6x4 | {FIGHT} | 0 Pal at 60,40", (1, 2), (17.85, False)),
        (BEHIND, (1, 2), (12.849, True)),  # on through the friend
        (BEHIND, (4, 5), (11.85, False)),
        (f"72x48 building 36,11 6x2 | {BEHIND}", (1, 2), (19.15, True)),  # no room beyond it
        (f"72x48 building 36,11 6x2 | {BEHIND}", (4, 5), (19.15, True)),
        (TRAPPED, (2, 4), (19.15, True)),
        (TRAPPED, (4, 4), ROUTED),
        (AMBUSHED, (1, 4), (15.85, False)),
        (AMBUSHED, (2, 4), ROUTED),
        (AT_EDGE, (1, 3), (1.575, True)),
        (AT_EDGE, (1, 2), (1.85, False)),
        # Contact with the very last inch is contact.
        (THREE_OFF, (1, 1), (2.575, False)),
        (THREE_OFF, (1, 2), (1.575, True)),
        (f"72x48 building 36,15.275591 6x2 | {FIGHT} | 0 Pal at 60,40", (1, 2), (17.85, True)),
    ],
)
def test_where_a_withdrawal_ends(text: str, rolled: tuple[int, int], found: Any) -> None:
    game = table(text).engage("Foot", "Foe").play(dice=[(3, 3), rolled]).order("Foot", "withdraw")
    foot = game.unit("Foot")
    assert (foot.fate or (stands(game, "Foot")[1], bool(foot.wavering))) == found


@pytest.mark.rule("kow.withdraw.pivot_blocked", "kow.withdraw.move")
@pytest.mark.parametrize(
    ("foot", "more", "rolled", "found"),
    [
        (unit(), "", (1, 2), (36, 17.457, 0)),
        (unit(hero=True, type="chariot"), "", (1, 2), None),  # deeper than wide
        (unit(), " | 1 Rock at 38.65,20.457 face 180", (1, 2), None),
        (unit(), " | 0 Rock at 38.65,20.457", (1, 2), (36, 17.457, 0)),
        (unit(), " | 0 Rock at 38.65,20.457", (1, 1), (36, 17.897, 0)),
    ],
)
def test_who_was_hit_in_the_flank_turns_before_it_withdraws(foot: Any, more: str, rolled: Any, found: Any) -> None:
    there = table(f"{FIGHT} | 0 Pal at 60,40{more}", Foot=foot, Rock=BEAST).engage("Foot", "Foe", mine="right")
    game = there.play(dice=[(3, 3), rolled]).order("Foot")
    assert game.offers("withdraw") == (found is not None)
    if found is not None:
        assert stands(game.choose("withdraw"), "Foot") == found


@pytest.mark.rule("kow.withdraw.nerve_test", "kow.nerve.hold_your_ground", "kow.withdraw.hits_enemy")
@pytest.mark.parametrize(
    ("text", "damage", "rules", "found"),
    [
        (FIGHT, 0, [], {"withdraws": 35, "routs": 1}),
        (FIGHT, 3, [], {"withdraws": 26, "routs": 10}),
        (FIGHT, 11, [], {"withdraws": 1, "routs": 35}),
        (FIGHT, 0, ["Inspiring"], {"withdraws": 36 - 1 / 36, "routs": 1 / 36}),
        (AMBUSHED, 0, [], {"withdraws": 35, "routs": 1, "withdraws into an enemy and routs": 35 * 26 / 36}),
        (BEHIND, 0, [], {"withdraws": 35, "routs": 1, "withdraws and wavers": 35 * 21 / 36}),
    ],
)
def test_the_odds_of_a_withdrawal(text: str, damage: int, rules: list[str], found: dict[str, float]) -> None:
    there = table(text, Foot=unit(rules=rules)).engage("Foot", "Foe")
    there.unit("Foot").damage = damage
    told = shown(there.play().order("Foot"), "withdraw")
    assert told == pytest.approx({label: value / 36 for label, value in found.items()})


# Combat


@pytest.mark.rule(
    "kow.combat.hit_dice", "kow.combat.flank_double", "kow.combat.rear_treble", "kow.combat.impossible_hit"
)
@pytest.mark.rule("kow.nerve.devastated_attacks", "kow.combat.attack_pipeline")
@pytest.mark.parametrize(
    ("facing", "foot", "foe", "hindered", "damage", "dice"),
    [
        ("front", {}, {}, False, 0, 10),
        ("left", {}, {}, False, 0, 20),
        ("rear", {}, {}, False, 0, 30),
        ("front", {}, {"type": "war engine"}, False, 0, 30),
        ("left", {"hero": True, "rules": ["Individual"]}, {}, False, 0, 10),
        ("front", {"hero": True, "rules": ["Individual"]}, {"type": "war engine"}, False, 0, 30),
        ("left", {"attacks": 11}, {}, False, 13, 10),
        ("front", {"attacks": 11}, {}, False, 12, 11),
        ("front", {}, {"rules": ["Dread"]}, False, 12, 5),
        ("front", {"melee": 6}, {}, True, 0, 5),
        ("rear", {"melee": 6, "attacks": 11}, {}, True, 0, 16),
        ("front", {"melee": 5}, {"rules": ["Ensnare"]}, True, 0, 5),
        ("right", {"melee": 6}, {"rules": ["Ensnare"]}, False, 0, 20),
        ("right", {"rules": ["Rampage (3)"]}, {}, False, 0, 26),
        ("front", {"rules": ["Rampage (3)"]}, {}, False, 13, 8),
    ],
)
def test_how_many_dice(facing: str, foot: Any, foe: Any, hindered: bool, damage: int, dice: int) -> None:
    there = engaged(facing, Foot=unit(**foot), Foe=unit(**foe))
    there.unit("Foot").hindered, there.unit("Foot").damage = hindered, damage
    assert there.play(dice={"to hit": 1}).choose("0").rolls[0].dice == f"{dice}D6"


@pytest.mark.rule("kow.combat.distribute", "kow.combat.group", "kow.combat.nerve_at_end")
def test_a_chain_of_four_is_one_combat() -> None:
    text = 'phase="combat" | 0 Foot at 10,10 | 0 Pal at 20,10 | 1 Foe at 36,24 face 180 | 1 Foo at 50,40 face 180'
    there = table(text).engage("Foot", "Foe").engage("Pal", "Foe", "left").engage("Foo", "Pal", "rear")
    falls: dict[str, Fall] = {"to hit": 6, "to damage": 6, "Nerve": (1, 1)}
    game = there.play(dice=falls).choose("1")
    game.allocate(attacks={"2": 4, "3": 6})
    assert [roll.dice for roll in game.rolls] == ["8D6", "8D6", "6D6", "6D6"]
    game.choose("0")
    assert [roll.why for roll in game.rolls[6:]] == ["Nerve of Foe", "Nerve of Foo"]


@pytest.mark.rule("kow.combat.nerve_simultaneous", "kow.special.inspiring")
def test_who_falls_in_the_same_batch_still_inspires() -> None:
    text = 'phase="combat" | 0 Foot at 10,10 | 1 B at 36,24 face 180 | 1 A at 38.9559,23.2126 face 180'
    there = table(text, Foot=HORDE, A=unit(hero=True, rules=["Inspiring"])).engage("Foot", "B", offset=-1.5)
    engage(there.unit("Foot"), Arc.FRONT, there.unit("A"), Arc.FRONT)
    falls: dict[str, Fall] = {"to ": 6, "Nerve of A": [(6, 6), (6, 5)], "Nerve of B": [(5, 4), (1, 2)]}
    game = there.play(dice=falls).choose("0").allocate(attacks={"1": 5, "2": 5})
    assert (game.unit("A").fate, game.unit("B").fate, game.unit("B").damage) == ("routed", "", 5)


@pytest.mark.rule("kow.outcome.forward", "kow.outcome.full_distance", "kow.outcome.sideways", "kow.outcome.fall_back")
@pytest.mark.parametrize(
    ("order", "die", "ground", "more", "found"),
    [
        ("forward", 6, "", "", (36, 28.85)),
        ("forward", 6, "wood 36,27 6x2 hedge 36,30 6x0.5", "", (36, 28.85)),
        ("forward", 6, "building 36,28 6x4", "", (36, 24.425)),
        ("forward", 6, "", " | 1 Wall at 36,30 face 180", (36, 26.811)),
        ("forward", 6, "", " | 0 Pal at 36,30", (36, 26.85)),
        ("fall back", 5, "", "", (36, 19.85)),
        ("left", 2, "", "", (35, 22.85)),
        ("right", 5, "", " | 0 Pal at 40.937,23", (37, 22.85)),
        ("right", 5, "", " | 1 Wall at 40.937,23 face 180", (36.961, 22.85)),
    ],
)
def test_a_move_after_combat_stops(order: str, die: int, ground: str, more: str, found: Any) -> None:
    board = f"72x48 {ground} | " if ground else ""
    text = f'phase="combat" | {board}0 Foot at 36,20 | 1 Foe at 36,26 face 180 | 1 Far at 5,45 face 180{more}'
    there = table(text, Foe=unit(nerve=1)).engage("Foot", "Foe")
    game = there.play(dice=[(6,) * 10, (6,) * 10, (3, 3), die]).choose("0").choose(order)
    assert stands(game, "Foot")[:2] == found


# Shooting: sight, cover, nerve


SHOT = "0 Firer at 36,10 | 1 Foe at 36,24 face 180"
SCREENED = f"{SHOT} | 0 Pal at 36,17"
GIANT = archers(type="monster", size="")
HILLS = "hill 36,10 6x4"


def needed(text: str, **units: Any) -> float | None:
    """What Firer, aiming at 5+, needs to hit Foe: 4, or 5 for cover; None if it does not see it."""
    game = table(f'phase="ranged" | {text}', **{"Firer": archers(), **units}).play()
    return shown(game, "0>1")["to hit"] if game.topic == "shoot" else None


@pytest.mark.rule(
    "kow.cover.half_facing", "kow.cover.three_lower", "kow.cover.firer_at_obstacle", "kow.cover.in_difficult"
)
@pytest.mark.rule("kow.cover.firer_in_difficult", "kow.los.blocked", "kow.terrain.hill_height")
@pytest.mark.rule("kow.terrain.los_target_inside", "kow.cover.hill_ignored")
@pytest.mark.parametrize(
    ("ground", "text", "units", "found"),
    [
        ("", SHOT, {}, 4),
        ("hedge 33.05,17 6.1x0.5", SHOT, {}, 5),  # 45 of 100 of the facing are free
        ("hedge 32.95,17 5.9x0.5", SHOT, {}, 4),  # 55 of 100
        ("hedge 36,17 6x0.5", SHOT, {"Firer": GIANT}, 4),
        ("", SCREENED, {"Firer": GIANT}, 4),
        ("", SCREENED, {"Firer": GIANT, "Pal": RIDERS}, 5),
        ("", SCREENED, {"Pal": HORDE}, None),
        ("wood 36,24.5 6x2", SHOT, {}, 5),
        ("wood 36,27 6x4", SHOT, {}, 4),
        ("wood 36,10 6x6", SHOT, {}, 4),
        ("wood 36,17 8x20", SHOT, {}, 5),
        ("wood 36,20.5 12x5", SHOT, {}, 5),
        ("wood 36,19.8 12x5", SHOT, {}, None),
        ("wood 36,17 12x4", SHOT, {"Firer": GIANT, "Foe": BEAST}, None),
        ("hedge 36,11.8248 6x0.5", SHOT, {}, 4),
        ("hedge 36,11.9 6x0.5", SHOT, {}, 5),
        ("pond 36,17 6x4", SHOT, {}, 4),
        ("corn 36,17 12x2", SHOT, {}, None),
        ("corn 36,17 12x2", SHOT, {"Firer": archers(type="cavalry")}, 5),
        ("hill 36,17 8x4", SHOT, {}, None),
        ("hill 36,17 8x4", SHOT, {"Foe": BEAST}, 5),
        ("hill 36,17 12x4", SCREENED, {"Foe": BEAST, "Pal": HORDE}, None),
        (HILLS, SCREENED, {"Pal": HORDE}, 4),
        (HILLS, SCREENED, {"Pal": unit(type="cavalry", size="horde")}, 5),
        (HILLS, SCREENED, {"Pal": unit(size="horde", rules=["Height (5)"])}, None),
        ("hill 36,12.1 6x4", SCREENED, {"Pal": HORDE}, None),
    ],
)
def test_sight_and_cover(ground: str, text: str, units: dict[str, Any], found: float | None) -> None:
    assert needed(f"72x48 {ground} | {text}" if ground else text, **units) == found


@pytest.mark.rule("kow.nerve.wavering", "kow.nerve.devastated_rout", "kow.nerve.we_are_doomed_ranged")
@pytest.mark.parametrize(
    ("foe", "damage", "rolled", "found"),
    [
        ({}, 5, [(3, 3)], "wavering"),
        ({}, 5, [(2, 3)], "steady"),
        ({}, 12, [(1, 2)], "routed"),
        ({}, 12, [(1, 1)], "steady"),
        ({"nerve": 20}, 0, [(6, 6)], "wavering"),
        ({"nerve": 20, "rules": ["Fearless"]}, 0, [(6, 6)], "steady"),
        ({"rules": ["Fearless"]}, 12, [(1, 2)], "routed"),
        ({"nerve": 20, "rules": ["Inspiring"]}, 0, [(6, 6), (1, 2)], "steady"),
    ],
)
def test_one_point_of_damage_by_shooting(foe: Any, damage: int, rolled: list[Any], found: str) -> None:
    text = f'phase="ranged" | 0 Firer at 36,10 | 1 Foe at 36,24 face 180 damage={damage} | 1 Far at 5,45 face 180'
    game = table(text, Firer=archers(), Foe=unit(**foe)).play(dice=[(6, 1, 1, 1), 6, *rolled]).choose("0>1")
    there = game.unit("Foe")
    assert (there.fate or ("wavering" if there.wavering else "steady")) == found
