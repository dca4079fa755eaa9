"""Special rules in the movement phase, played: orders, moves, charges, withdrawals (Special Rules)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, draw, engaged, pose, refusal, unit
from tests.kings_of_war.lots import NEAR
from tests.kings_of_war.test_charge import DEEP, begun, charged, offered, why_not
from tests.kings_of_war.test_moves import moving, refused
from warhost.play import Chosen, Manoeuvre, Moved
from warhost.rulesets.kings_of_war.core import events
from warhost.table import Forward, Pivot

SCOUTING = 'kow stage="scouts" phase="deployment" turn=0'


def kinds(game: Play) -> list[str]:
    question = game.question
    assert isinstance(question, Manoeuvre)
    return [kind.name for kind in question.kinds]


def ordered(line: str, dice: Any = (), **units: Any) -> Play:
    """A battle in the movement phase, with a far enemy."""
    line = f"{line} | 1 Foe at 66,44 face 180"
    names = {part.split(" at ")[0].split()[-1]: unit() for part in line.split("|") if " at " in part}
    return draw(line, None, **names | units).play(dice)


# Before, with and after the order


@pytest.mark.rule("kow.special.headstrong")
@pytest.mark.parametrize(("face", "advances"), [(4, True), (3, False)])
def test_the_headstrong_may_advance_on_a_4(face: int, advances: bool) -> None:
    game = ordered("Us at 36,10 wavering=1 began_wavering", [face], Us=unit(rules=["Headstrong"])).moving("Us")
    assert ("advance" in kinds(game)) == advances


@pytest.mark.rule("kow.special.regeneration")
def test_regeneration_is_rolled_with_the_order() -> None:
    regenerating = unit(rules=["Regeneration (5+)"])
    game = ordered("Us at 36,10 damage=4", [(5, 2, 6, 4)], Us=regenerating).moving("Us")
    assert game.rolls == []
    game.move("advance", Forward(2.0))
    assert game.unit("Us").damage == 2
    ended = ordered("0 Us at 36,10 damage=1 | 0 Idle at 20,10", [5], Us=regenerating).choose("pass")
    assert ended.unit("Us").damage == 0


@pytest.mark.rule("kow.special.cloak_of_death")
def test_a_cloak_of_death_works_where_the_order_ends() -> None:
    line = f"0 Us at 36,10 | 1 Near at 36,{10 + NEAR + 2.0} face 180 | 1 Far at 36,{10 + 2 * NEAR + 6.0} face 180"
    game = ordered(line, Us=unit(rules=["Cloak of Death"])).moving("Us").move("advance", Forward(2.0))
    assert (game.unit("Near").damage, game.unit("Far").damage) == (1, 0)


@pytest.mark.rule("kow.special.radiance_of_life")
def test_radiance_of_life_works_for_who_halts_without_being_told() -> None:
    line = f"0 Us at 36,10 damage=2 | 0 Near at 36,{10 + NEAR} damage=3 | 0 Far at 60,10 damage=1"
    game = ordered(line, Us=unit(rules=["Radiance of Life"])).choose("pass")
    assert [game.unit(name).damage for name in ("Us", "Near", "Far")] == [1, 2, 1]


@pytest.mark.rule("kow.artefact.healing_brew")
def test_the_healing_brew_is_offered_with_any_order() -> None:
    game = ordered("Us at 36,10 damage=5 | 0 Idle at 20,10", [4], Us=unit(artefact="Healing Brew")).moving("Us").stay()
    assert game.topic == "artefact"
    game.choose("use")
    assert game.unit("Us").damage == 3
    assert game.told(events.ArtefactUsed)


@pytest.mark.rule("kow.artefact.sir_jesses_boots")
@pytest.mark.parametrize(("answer", "refusing"), [("use", ""), ("pass", "kow.terrain.difficult")])
def test_the_boots_of_striding_go_at_the_double_through_a_wood(answer: str, refusing: str) -> None:
    line = "kow | 72x48 wood 36,16 10x6 | Us at 36,10 | 0 Idle at 20,10"
    game = ordered(line, Us=unit(artefact="Sir Jesse's Boots of Striding"))
    game.choose(str(game.unit("Us").id)).choose(answer)
    through = Moved("at the double", (Forward(10.0),))
    if refusing:
        assert refusal(game, through).rule == refusing
    else:
        assert pose(game.answer(through), "Us").y == 20.0


@pytest.mark.rule("kow.artefact.sir_jesses_boots")
def test_the_boots_of_striding_keep_a_charge_from_being_hindered() -> None:
    line = "kow | 72x48 crops 36,15 8x2 | Unit at 36,10 | Foe at 36,20 face 180"
    game = begun(line, Unit=unit(artefact="Sir Jesse's Boots of Striding")).choose("use")
    assert not game.choose(f"charge>{game.unit('Foe').id}").unit("Unit").hindered
    game = begun(line, Unit=unit(artefact="Sir Jesse's Boots of Striding")).choose("pass")
    assert game.choose(f"charge>{game.unit('Foe').id}").unit("Unit").hindered


# Moves


@pytest.mark.rule("kow.special.pathfinder")
def test_a_pathfinder_goes_at_the_double_through_difficult_terrain() -> None:
    wood = "kow | 72x48 wood 36,16 10x6 | Unit at 36,10"
    assert refused(moving(wood), "at the double", Forward(10.0)) == "kow.terrain.difficult"
    pathfinder = unit(rules=["Pathfinder"])
    assert pose(moving(wood, Unit=pathfinder).move("at the double", Forward(10.0)), "Unit").y == 20.0
    hedge = "kow | 72x48 hedge 36,16 10x0.5 | Unit at 36,10"
    assert refused(moving(hedge, Unit=pathfinder), "at the double", Forward(10.0)) == "kow.terrain.obstacle"


@pytest.mark.rule("kow.special.aura_move_timing")
def test_an_aura_of_pathfinder_counts_where_the_move_begins() -> None:
    wood = "kow | 72x48 wood 36,18 10x6 | 0 Unit at 36,12 | 0 Guide at 36,"
    guide = unit(rules=["Aura (Pathfinder)"])
    game = moving(f"{wood}{12 - NEAR}", Guide=guide)
    assert pose(game.move("at the double", Forward(10.0)), "Unit").y == 22.0
    game = moving(f"{wood}{12 - NEAR - 0.1}", Guide=guide)
    assert refused(game, "at the double", Forward(10.0)) == "kow.terrain.difficult"


@pytest.mark.rule("kow.special.shambling")
def test_shambling_units_do_not_double_and_pivot_once() -> None:
    game = moving(Unit=unit(rules=["Shambling"]))
    assert refused(game, "at the double", Forward(6.0)) == "kow.special.shambling"
    two = (Pivot(10.0), Forward(2.0), Pivot(-10.0))
    assert refused(game, "advance", *two) == "kow.order.advance_pivots"
    assert pose(game.move("advance", Pivot(90.0), Forward(2.0)), "Unit").x == 38.0
    assert pose(moving().move("advance", Pivot(90.0), Forward(2.0), Pivot(-90.0)), "Unit").facing == 0.0


@pytest.mark.rule("kow.special.individual_pivot")
def test_individuals_turn_for_free_before_their_order() -> None:
    hero = unit(hero=True, rules=["Individual"])
    game = ordered("Us at 36,10", Us=hero).order("Us", "turn")
    game.move("turn", Pivot(180.0))
    assert (pose(game, "Us").facing, game.unit("Us").order) == (180.0, "")
    game.stay()
    assert game.told(events.UnitHalted)
    fighting = engaged(header='phase="movement"', A=hero, X=unit()).play().order("A")
    assert not fighting.offers("turn")
    plain = ordered("Us at 36,10", Us=unit(hero=True)).order("Us")
    assert plain.topic == "move"


@pytest.mark.rule("kow.special.individual_pivot")
def test_an_individual_turns_before_its_charge_is_judged() -> None:
    line = "0 Unit at 36,20 | 1 Foe at 36,10 | 0 Idle at 60,10"
    hero = unit(hero=True, rules=["Individual"])
    game = draw(line, Unit=hero, Foe=unit(), Idle=unit()).play().order("Unit", "turn")
    assert game.move("turn", Pivot(180.0)).offers(f"charge>{game.unit('Foe').id}")


@pytest.mark.rule("kow.special.fly")
@pytest.mark.rule("kow.special.fly_end")
def test_flyers_move_over_everything_and_end_clear() -> None:
    line = "kow | 72x48 building 36,15 6x3 | 0 Unit at 36,10 | 1 Screen at 36,22 face 180"
    flyer = unit(type="monster", speed=10, rules=["Fly"])
    game = moving(line, Unit=flyer, Screen=unit())
    assert refused(game, "advance", Forward(5.0)) == "kow.special.fly_end"
    assert refused(game, "at the double", Forward(11.0)) == "kow.order.charge"
    assert pose(game.move("at the double", Forward(16.0)), "Unit").y == 26.0
    walker = moving(line, Unit=unit(type="monster", speed=10), Screen=unit())
    assert refused(walker, "advance", Forward(9.0)) == "kow.terrain.blocking"


@pytest.mark.rule("kow.special.yielding")
def test_anybody_moves_through_yielding_units_and_ends_clear() -> None:
    line = "0 Unit at 36,10 | 1 Screen at 36,14 face 180"
    troop = {"size": "troop", "speed": 6}
    game = moving(line, Unit=unit(**troop), Screen=unit(**troop, rules=["Yielding"]))
    assert refused(game, "advance", Forward(4.0)) == "kow.order.charge"
    assert pose(game.move("advance", Forward(6.0)), "Unit").y == 16.0
    solid = moving(line, Unit=unit(**troop), Screen=unit(**troop))
    assert refused(solid, "advance", Forward(6.0)) == "kow.interp.enemies_block"


@pytest.mark.rule("kow.special.scout")
@pytest.mark.rule("kow.artefact.boots_of_the_seven_leagues")
@pytest.mark.parametrize(
    "fields", [{"rules": ["Scout"]}, {"hero": True, "artefact": "Boots of the Seven Leagues"}], ids=["scout", "boots"]
)
def test_scouts_advance_before_the_first_turn(fields: dict[str, Any]) -> None:
    line = f"{SCOUTING} | 72x48 | 0 Us at 36,10 | 0 Idle at 20,10 | 1 Foe at 36,44 face 180"
    game = draw(line, Us=unit(**fields), Idle=unit(), Foe=unit()).play([6, 1])
    assert game.topic == "scout move"
    assert kinds(game) == ["advance"]
    assert refusal(game, Moved("advance", (Forward(5.1),))).rule == "kow.order.advance"
    game.move("advance", Pivot(90.0), Forward(5.0), Pivot(-90.0))
    assert (pose(game, "Us").x, game.topic) == (41.0, "first turn")


@pytest.mark.rule("kow.special.scout_alternate")
def test_scouts_of_both_sides_move_in_turn() -> None:
    line = f"{SCOUTING} | 72x48 | 0 A at 36,10 | 0 B at 20,10 | 1 X at 36,44 face 180"
    scouts = dict.fromkeys("ABX", unit(rules=["Scout"]))
    game = draw(line, None, **scouts).play([2, 5, 6, 1])
    assert (game.topic, game.question.seat) == ("scouts", 1)
    game.choose("enemy")
    seats = []
    while game.topic != "first turn":
        if game.topic == "scout":
            game.choose(game.keys[0])
            continue
        seats.append(game.question.seat)
        game.stay()
    assert seats == [0, 1, 0]


# Charges


@pytest.mark.rule("kow.special.nimble")
def test_a_nimble_unit_charges_with_two_pivots() -> None:
    line = "kow | 72x48 building 33,19 4x2 | 0 Unit at 36,10 | 1 Foe at 28.7,27.6"
    rider = {"type": "cavalry", "size": "troop", "speed": 10}
    foe = unit(size="troop")
    plain = begun(line, Unit=unit(**rider), Foe=foe)
    assert not offered(plain)
    nimble = charged(line, Unit=unit(**rider, rules=["Nimble"]), Foe=foe)
    (told,) = nimble.told(events.UnitCharged)
    assert sum(isinstance(step, Pivot) for step in told.steps) == 2
    advance = moving(Unit=unit(**rider, rules=["Nimble"]))
    three = (Pivot(10.0), Forward(1.0), Pivot(10.0), Forward(1.0), Pivot(10.0))
    assert refused(advance, "advance", *three) == "kow.order.advance_pivots"


@pytest.mark.rule("kow.special.fly")
def test_flyers_charge_over_a_screen() -> None:
    line = "0 Unit at 36,10 | 1 Screen at 36,16 face 180 | 1 Foe at 36,26 face 180"
    wide = unit(size="horde", rules=["Height (1)"])
    flyer = unit(type="monster", speed=10, rules=["Fly"])
    game = charged(line, Unit=flyer, Screen=wide)
    assert [foe.unit for foe in game.unit("Unit").foes] == [game.unit("Foe").id]


@pytest.mark.rule("kow.special.fly_hindered")
@pytest.mark.parametrize(
    ("piece", "hindered"),
    [
        ("crops 36,17 8x3", False),
        ("crops 36,10 8x8", True),
        ("crops 36,26 12x6", True),
        (f"hedge 36,{26 - DEEP / 2 - 50 / 25.4 - 0.25} 8x0.5", True),
    ],
    ids=["over it", "out of it", "into it", "touching it in the end"],
)
def test_what_a_flyer_only_crosses_does_not_hinder_it(piece: str, hindered: bool) -> None:
    line = f"kow | 72x48 {piece} | 0 Unit at 36,10 | 1 Foe at 36,26 face 180"
    game = charged(line, Unit=unit(type="monster", speed=10, rules=["Fly"]))
    assert game.unit("Unit").hindered == hindered


@pytest.mark.rule("kow.special.strider")
def test_a_strider_is_not_hindered_by_terrain() -> None:
    line = "kow | 72x48 crops 36,15 20x2 hedge 36,17 20x0.5 | 0 Unit at 36,10 | 1 Foe at 36,20 face 180"
    assert charged(line, Unit=unit()).unit("Unit").hindered
    assert not charged(line, Unit=unit(rules=["Strider"])).unit("Unit").hindered


@pytest.mark.rule("kow.special.strider")
@pytest.mark.rule("kow.special.phalanx")
def test_cavalry_is_hindered_by_a_phalanx_in_front_of_it() -> None:
    line = "0 Unit at 36,10 | 1 Foe at 36,20 face 180"
    phalanx = unit(rules=["Phalanx"])
    assert charged(line, Unit=unit(type="cavalry", rules=["Strider"]), Foe=phalanx).unit("Unit").hindered
    assert not charged(line, Unit=unit(), Foe=phalanx).unit("Unit").hindered
    flank = "0 Unit at 36,10 | 1 Foe at 36,20 face 90"
    assert not charged(flank, Unit=unit(type="cavalry"), Foe=phalanx).unit("Unit").hindered


@pytest.mark.rule("kow.special.phalanx")
@pytest.mark.rule("kow.special.thunderous_charge_hindered")
def test_a_charge_into_a_phalanx_is_neither_sure_nor_thunderous() -> None:
    line = "0 Unit at 36,10 | 1 Foe at 36,20 face 180"
    knights = unit(type="cavalry", melee=3, attacks=2, rules=["Thunderous Charge (2)"])
    game = charged(
        line, {"to hit": (3, 4), "to damage": 5, "Nerve": 1}, Unit=knights, Foe=unit(defence=6, rules=["Phalanx"])
    )
    game.until("attacker").choose(unit="Unit")
    (told,) = game.told(events.UnitAttacked)
    assert (told.to_hit, told.to_damage, told.hits, told.damage) == (4, 6, 1, 0)


@pytest.mark.rule("kow.special.thunderous_charge")
def test_a_charge_is_thunderous_in_its_turn() -> None:
    line = "0 Unit at 36,10 | 1 Foe at 36,20 face 180"
    knights = unit(type="cavalry", attacks=2, rules=["Thunderous Charge (2)", "Crushing Strength (1)"])
    dice = {"to hit": 6, "to damage": 2, "Nerve": 1, "First turn": [1, 2, 1, 2]}
    game = charged(line, dice, Unit=knights, Foe=unit(defence=5, nerve=30))
    game.until("attacker").choose(unit="Unit")
    assert game.told(events.UnitAttacked)[-1].to_damage == 2
    game.until("attacker")
    game.until("attacker", turn=2)
    while not game.offers(unit="Unit"):
        game.choose("pass").until("attacker")
    game.choose(unit="Unit")
    assert game.told(events.UnitAttacked)[-1].to_damage == 4


@pytest.mark.rule("kow.special.wild_charge")
@pytest.mark.rule("kow.artefact.mead_of_madness")
@pytest.mark.rule("kow.artefact.brew_of_haste")
@pytest.mark.parametrize(
    ("fields", "reach"),
    [
        ({"speed": 6, "rules": ["Wild Charge (2)"]}, 14.0),
        ({"artefact": "Mead of Madness"}, 11.0),
        ({"artefact": "Brew of Haste"}, 12.0),
    ],
    ids=["wild charge", "mead", "brew"],
)
def test_how_far_charges_go(fields: dict[str, Any], reach: float) -> None:
    for gap, can in ((reach, True), (reach + 0.1, False)):
        game = begun(f"Unit at 36,10 | Foe at 36,{10 + DEEP + gap} face 180", Unit=unit(**fields))
        assert offered(game) is can
        assert can or why_not(game) == "kow.charge.cond_distance"


@pytest.mark.rule("kow.special.wild_charge_variable")
@pytest.mark.parametrize(("face", "charges"), [(1, False), (4, True)])
def test_dice_for_a_wild_charge_are_rolled_after_the_order(face: int, charges: bool) -> None:
    line = f"Unit at 36,10 | Foe at 36,{10 + DEEP + 12.0} face 180 | 1 Near at 30,16 face 180"
    game = begun(line, [face], Unit=unit(rules=["Wild Charge (D3)"]))
    assert offered(game, "Near")
    game.choose(f"charge>{game.unit('Foe').id}")
    assert game.unit("Unit").charged == charges
    if not charges:
        assert not offered(game, "Near")
        game.move("advance", Forward(5.0))
        assert pose(game, "Unit").y == 15.0


# Withdrawals


def fighting(
    a: Any, x: Any, dice: Any = (), line: str = "0 A at 36,20 | 0 Idle at 60,10 | 1 X at 36,26 face 180"
) -> Play:
    """A and X fight; A is about to get its order."""
    table = draw(line, A=a, X=x, Idle=unit()).engage("A", "X")
    table.unit("A").damage = 11
    return table.play(dice).order("A")


@pytest.mark.rule("kow.special.feint")
def test_who_feints_withdraws_without_a_test() -> None:
    game = fighting(unit(rules=["Feint"]), unit(), [(3, 4)])
    before = pose(game, "A").y
    game.choose("withdraw")
    assert pose(game, "A").y == pytest.approx(before - 7.0)
    plain = fighting(unit(), unit(), [(3, 4)]).choose("withdraw")
    assert plain.unit("A").fate == "routed"


@pytest.mark.rule("kow.special.feint_face")
def test_who_feints_may_turn_after_it_unless_it_wavers() -> None:
    game = fighting(unit(rules=["Feint"]), unit(), [(3, 4)]).choose("withdraw")
    game.move("change facing", Pivot(180.0))
    assert pose(game, "A").facing == 180.0
    line = "kow | 72x48 building 36,14 8x4 | 0 A at 36,20 | 0 Idle at 60,10 | 1 X at 36,26 face 180"
    walled = fighting(unit(rules=["Feint"]), unit(), [(6, 6)], line).choose("withdraw")
    assert (walled.unit("A").wavering, walled.topic) == (2, "order")


@pytest.mark.rule("kow.special.individual_withdraw")
def test_individuals_hold_nobody_back() -> None:
    lone = unit(hero=True, rules=["Individual"])
    game = fighting(unit(), lone, [(3, 4)]).choose("withdraw")
    assert game.unit("A").fate == ""
    assert fighting(lone, lone, [(3, 4)]).choose("withdraw").unit("A").fate == "routed"
    assert fighting(unit(), unit(hero=True), [(3, 4)]).choose("withdraw").unit("A").fate == "routed"


@pytest.mark.rule("kow.special.retaliator_no_withdraw")
@pytest.mark.rule("kow.artefact.chalice_of_wrath")
@pytest.mark.parametrize("fields", [{"rules": ["Retaliator"]}, {"artefact": "Chalice of Wrath"}])
def test_retaliators_never_withdraw(fields: dict[str, Any]) -> None:
    line = f"0 A at 36,20 | 0 Idle at 60,10 | 1 X at 37,{20 + DEEP} face 180"
    table = draw(line, A=unit(**fields), X=unit(), Idle=unit()).engage("A", "X", offset=1.0)
    game = table.play().order("A")
    assert refusal(game, Chosen("withdraw")).rule == "kow.special.retaliator"


@pytest.mark.rule("kow.special.retaliator")
def test_a_retaliator_held_by_two_enemies_names_one() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | 1 X at 36,26 face 180 | 1 Y at 30,26 face 180',
        A=unit(rules=["Retaliator", "Crushing Strength (1)"]),
        X=unit(defence=6),
        Y=unit(defence=6),
    )
    table.engage("A", "X").engage("Y", "A", "left")
    a = table.unit("A")
    a.held_by = tuple(foe.unit for foe in a.foes)
    game = table.play({"to hit": 6, "to damage": 4, "Nerve": 1}).choose(unit="A")
    x, y = game.unit("X").id, game.unit("Y").id
    game.allocate(attacks={str(x): 5, str(y): 5}).choose(str(y))
    assert {told.target: told.to_damage for told in game.told(events.UnitAttacked)} == {x: 5, y: 4}
