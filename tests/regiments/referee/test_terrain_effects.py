"""Odd corners of the effects of terrain and objective markers."""

from __future__ import annotations

import pytest

from tests.regiments.fights import bows, clash, dice_for, needs, volley
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, happen, regiment
from tests.regiments.referee.tables import SWORDS, agreed, finish
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.core import Marker, Regiment
from warhost.rulesets.regiments.parts.terrain_effects import ObjectiveRevealed, TerrainRevealed, tell, told
from warhost.table import Forward

TWO = 4
"""What a D6 shows that is read as a D3 of 2."""

FIELD = "72x48 signpost 30,25 12x4 | Unit at 30,20 | Foe at 60,40 face 180"
TWO_FIELDS = "72x48 signpost 30,23 12x2 signpost 30,27 12x2 | Unit at 30,20 | Foe at 60,40 face 180"


def table(line: str = FIELD, **regiments: Regiment) -> Table:
    made = {"Unit": SWORDS, "Foe": SWORDS} | regiments
    return draw(line, agreed("terrain_effects:random"), **made).having(turn=1)


def being(effect: str, line: str = FIELD, **regiments: Regiment) -> Table:
    """The first piece on the table has that effect."""
    laid = table(line, **regiments)
    piece = laid.battle.scene.board.features[0]
    tell(laid.battle, terrain=((piece.x, piece.y, effect),))
    return laid


def beside(effect: str, line: str, **regiments: Regiment) -> Table:
    """A marker with that effect lies at 30,24."""
    laid = table(line, **regiments).having(markers=(Marker(30, 24),), turn=2)
    tell(laid.battle, objective=((0, effect, 2),))
    return laid


def moved(laid: Table, inches: float, dice: Dicing = (), action: str = "rush") -> Interlude:
    return acts(laid, "Unit", dice).act("Unit", action).move(Forward(inches))


def test_each_piece_that_is_entered_in_one_move_has_a_die_of_its_own() -> None:
    play = moved(table(TWO_FIELDS), 12, [5, 6])
    assert [event.effect for event in play.told(TerrainRevealed)] == ["Magical Vigor", "Defensive Stakes"]


def test_who_finds_an_infestation_takes_its_wounds_at_once() -> None:
    play = moved(table(), 12, {"wounds": TWO, "Morale": 6, "": 3})
    assert [event.effect for event in play.told(TerrainRevealed)] == ["Daemonic Infestation"]
    assert play.unit("Unit").models == 3


def test_a_shaken_unit_is_wounded_by_an_infestation_as_well() -> None:
    laid = being("daemonic_infestation", FIELD.replace("30,20", "30,25")).set("Unit", shaken=True)
    play = finish(acts(laid, "Unit", {"Morale": 6, "": TWO}))
    assert (play.unit("Unit").models, play.unit("Unit").shaken) == (3, False)


def test_who_activates_in_an_infestation_and_leaves_it_is_wounded_once() -> None:
    laid = being("daemonic_infestation", FIELD.replace("30,20", "30,25"))
    play = moved(laid, 8, {"Morale": 6, "": TWO})
    assert play.unit("Unit").models == 3


def test_flyers_that_pass_over_spores_take_no_hits_but_those_that_land_do() -> None:
    flyers = regiment(size=5, rules=["Flying"])
    assert finish(moved(being("deadly_spores", Unit=flyers), 12)).rolls == []
    landed = finish(moved(being("deadly_spores", Unit=flyers), 5, {"to block": 6, "": 3}))
    assert dice_for(landed, "to block") == ["3D6"]


def test_the_last_model_may_die_of_what_it_finds() -> None:
    laid = table().set("Unit", left=(1,))
    play = moved(laid, 12, {"wounds": TWO, "": 3})
    assert play.unit("Unit").fate == "destroyed"


def test_vigor_helps_no_strike_and_no_shot_from_outside() -> None:
    line = "72x48 signpost 30,20 12x4 | Unit at 30,20 | Foe at 30,30 face 180"
    inside = volley(being("magical_vigor", line, Unit=bows()), "Unit", "Foe", {"to hit": 1})
    outside = volley(being("magical_vigor", line, Foe=bows()), "Foe", "Unit", {"to hit": 1})
    assert (needs(inside, "to hit"), needs(outside, "to hit")) == ([3], [4])
    struck = finish(clash(being("magical_vigor", line), "Foe", "Unit", {"to hit": 1, "Morale": 6}))
    assert needs(struck, "to hit") == [4, 4]


def test_stakes_do_not_hinder_who_strikes_back_from_behind_them() -> None:
    line = "72x48 signpost 30,30 12x4 | Unit at 30,20 | Foe at 30,30 face 180"
    play = finish(clash(being("defensive_stakes", line), "Unit", "Foe", {"to hit": 1, "Morale": 6}))
    assert needs(play, "to hit") == [5, 4]


def test_stakes_do_not_hinder_who_charges_out_of_them() -> None:
    line = "72x48 signpost 30,20 12x4 | Unit at 30,20 | Foe at 30,29 face 180"
    laid = being("defensive_stakes", line)
    play = finish(acts(laid, "Unit", {"to hit": 1, "Morale": 6}).charge("Unit", "Foe"))
    assert needs(play, "to hit") == [4, 4]


def test_a_marker_is_rolled_for_once_though_it_changes_hands() -> None:
    laid = table("72x48 | 0 Unit at 30,22 | 1 Foe at 60,40 face 180").having(markers=(Marker(30, 24),))
    first = happen(laid, objectives.at_round_end, [6])
    assert [event.effect for event in first.told(ObjectiveRevealed)] == ["Holy Monument"]
    laid.battle = first.battle
    laid.set("Unit", pose=laid.unit("Foe").pose).set(
        "Foe", pose=table("72x48 | Unit at 9,9 | Foe at 30,26").unit("Foe").pose
    )
    laid.having(turn=2)
    assert happen(laid, objectives.at_round_end).rolls == []
    assert told(laid.battle).objective[0][1] == "holy_monument"


def test_a_marker_that_two_sides_contest_is_not_rolled_for() -> None:
    laid = table("72x48 | 0 Unit at 30,22 | 1 Foe at 30,26 face 180").having(markers=(Marker(30, 24),))
    assert happen(laid, objectives.at_round_end).rolls == []


def test_a_marker_has_no_effect_in_the_round_in_which_it_was_seized() -> None:
    laid = beside("holy_monument", "72x48 | Unit at 30,21.5 | Foe at 30,40 face 180").having(turn=1)
    play = finish(clash(laid, "Foe", "Unit", {"to hit": 1, "Morale": 6}))
    assert needs(play, "to hit") == [4, 4]


@pytest.mark.parametrize(("y", "need"), [(20.5, 5), (20.4, 4)])
def test_a_barrier_protects_from_three_inches_on(y: float, need: int) -> None:
    laid = beside("defensive_barrier", f"72x48 | Unit at 30,{y} | Foe at 30,34 face 180", Foe=bows())
    assert needs(volley(laid, "Foe", "Unit", {"to hit": 1}), "to hit") == [need]


def test_a_barrier_adds_to_stealth() -> None:
    quiet = regiment(size=5, rules=["Stealth"])
    laid = beside("defensive_barrier", "72x48 | Unit at 30,22 | Foe at 30,38 face 180", Foe=bows(quality=3), Unit=quiet)
    assert needs(volley(laid, "Foe", "Unit", {"to hit": 1}), "to hit") == [5]


def test_a_trap_is_sprung_by_who_is_shaken_and_by_flyers_that_stay() -> None:
    laid = beside("booby_traps", "72x48 | Unit at 30,22 | Foe at 30,40 face 180").set("Unit", shaken=True)
    assert dice_for(finish(acts(laid, "Unit", {"Dangerous": 3})), "Dangerous") == ["5D6"]


def test_strider_ignores_a_magical_field() -> None:
    line = "72x48 | Unit at 30,20 | Foe at 60,40 face 180"
    plain = acts(beside("magical_field", line), "Unit").act("Unit", "rush")
    assert plain.refuses(Forward(6.5))
    assert moved(beside("magical_field", line, Unit=regiment(size=5, rules=["Strider"])), 12).game.over


def test_a_monument_helps_both_sides_of_a_melee() -> None:
    laid = beside("holy_monument", "72x48 | Unit at 30,22 | Foe at 30,40 face 180")
    play = finish(clash(laid, "Foe", "Unit", {"to hit": 1, "Morale": 6}))
    assert needs(play, "to hit") == [3, 3]
