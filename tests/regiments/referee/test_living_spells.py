"""Odd corners of the living spells."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, clash, dice_for, needs, volley
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.referee.tables import SWORDS, agreed, finish, whole
from tests.regiments.wizards import BOLT, cast
from warhost.play.questions import Placed
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Regiment, unit_sees
from warhost.rulesets.regiments.parts.living_spells import state
from warhost.rulesets.regiments.parts.living_spells.moving import end_of_round
from warhost.rulesets.regiments.parts.living_spells.state import Living
from warhost.rulesets.regiments.parts.winds_of_power import state as winds
from warhost.table import Forward, Pose

LINE = "0 Wizard at 36,20 | 1 Foe at 36,40 face 180"
SMALL = 16 / 25.4
"""The radius of a small base."""

WIZARD = regiment(size=1, rules=["Caster(2)", "Tough(6)"], spells=[BOLT])


def table(line: str = LINE, *parts: str, **units: Regiment) -> Table:
    made = {"Wizard": WIZARD, "Foe": SWORDS, **units}
    named = {name: one for name, one in made.items() if f" {name} " in line}
    laid = draw(line, agreed("living_spells", *parts), **named).having(turn=1)
    return laid.set("Wizard", tokens=(6,)) if " Wizard " in line else laid


def alive(laid: Table, name: str, x: float, y: float, facing: float = 0.0, *, seat: int = 0, **more: Any) -> Table:
    """A living spell is in play; the first unit of its side has cast it."""
    unit = next(one.id for one in laid.battle.units if one.seat == seat)
    state.put(laid.battle, Living(name, seat, unit, 0, x, y, facing, **more))
    return laid


def knowing(laid: Table, *names: str) -> Table:
    state.keep(laid.battle, msgspec.structs.replace(state.told(laid.battle), drawn={"0": names}))
    return laid


def ends(laid: Table, dice: Dicing) -> Interlude:
    return happen(laid, end_of_round, dice)


def spell(play: Interlude | Table, seat: int = 0) -> Living | None:
    return state.of_seat(play.battle, seat)


def test_a_pyre_burns_its_own_caster_to_the_very_edge_of_six_inches() -> None:
    for gap, burnt in ((6.0, ["Wizard"]), (6.05, [])):
        laid = alive(table(), "Burning Pyre", 36.0, 20.5 + SMALL + gap)
        play = ends(laid, {"to block": 6, "Morale": 6, "": 2})
        assert [play.battle.units[one.target].name for one in attacks(play)] == burnt


def test_each_unit_near_a_pyre_has_a_roll_of_its_own() -> None:
    laid = alive(table("0 Wizard at 36,20 | 1 Foe at 36,28 face 180"), "Burning Pyre", 36.0, 24.0)
    play = ends(laid, by_reason({"to block": 6, "Morale": 6, "": [2, 6]}))
    assert sorted(one.hits for one in attacks(play)) == [2, 4]


def test_cogs_and_mist_of_two_armies_cancel_each_other() -> None:
    laid = alive(table(Wizard=bows()), "Cogs of Time", 32.0, 20.0 - 3)
    alive(laid, "Shard of Mist", 40.0, 20.0 - 3, seat=1)
    play = volley(laid, "Wizard", "Foe", {"to hit": 1})
    assert needs(play, "to hit") == [4]


def test_a_swarm_of_swords_helps_enemies_as_well() -> None:
    laid = alive(table("0 Wizard at 36,20 | 1 Foe at 36,30 face 180", Wizard=SWORDS), "Sword Swarm", 30.0, 29.0)
    play = finish(clash(laid, "Wizard", "Foe", {"to hit": 1, "Morale": 6}))
    assert needs(play, "to hit") == [3, 3]


def test_a_spirit_seeker_hinders_all_who_fight_near_it() -> None:
    laid = alive(table("0 Wizard at 36,20 | 1 Foe at 36,30 face 180", Wizard=SWORDS), "Spirit Seeker", 30.0, 29.0)
    play = finish(clash(laid, "Wizard", "Foe", {"to hit": 1, "Morale": 6}))
    assert needs(play, "to hit") == [5, 5]


def test_a_screaming_horror_makes_both_sides_falter() -> None:
    laid = alive(table("0 Wizard at 36,20 | 1 Foe at 36,28 face 180"), "Screaming Horror", 36.0, 24.0)
    for name in ("Wizard", "Foe"):
        assert morale.made_test(laid.battle, laid.unit(name)).modifiers.total == -1


def test_shackles_hold_up_who_starts_near_them_but_not_striders() -> None:
    laid = alive(table("0 Wizard at 36,20 | 1 Foe at 66,40 face 180"), "Magic Shackles", 40.0, 20.0)
    play = acts(laid, "Wizard")
    while play.topic != "action":
        play.decline()
    play.choose("rush")
    assert play.refuses(Forward(6.5)) == "aofr.terrain.difficult"
    line = "0 Wizard at 36,20 | 1 Foe at 66,40 face 180"
    strider = alive(table(line, Wizard=regiment(size=5, rules=["Strider"])), "Magic Shackles", 40.0, 20.0)
    assert finish(acts(strider, "Wizard").act("Wizard", "rush").move(Forward(12))).game.over


def test_a_palisade_stops_sight_where_it_stands_across() -> None:
    seen = []
    for facing in (0.0, 90.0):
        laid = alive(table("0 Wizard at 36,20 | 1 Foe at 36,30 face 180"), "Arcane Palisade", 36.0, 25.0, facing)
        seen.append(unit_sees(laid.battle, laid.unit("Wizard"), laid.unit("Foe")))
    assert sorted(seen) == [False, True]


def test_a_palisade_is_walked_round_and_not_through() -> None:
    laid = alive(table("0 Wizard at 36,20 | 1 Foe at 60,40 face 180"), "Arcane Palisade", 36.0, 25.0)
    play = acts(laid, "Wizard")
    while play.topic != "action":
        play.decline()
    assert play.choose("rush").refuses(Forward(8)) == "aofr.terrain.impassable"


def test_spheres_hit_who_charges_through_their_line_before_it_strikes() -> None:
    line = "0 Wizard at 10,10 | 0 Friend at 36,30 | 1 Foe at 36,22"
    laid = alive(
        table(line, Friend=SWORDS, Foe=regiment(size=10)), "Twin Shock-Spheres", 30.0, 26.0, second=(42.0, 26.0)
    )
    dice = {"to block": 1, "to hit": 1, "Morale": 6, "": 1}
    play = acts(laid, "Foe", by_reason({**dice})).charge("Foe", "Friend")
    finish(play)
    assert play.unit("Foe").models == 7


def test_spheres_do_nothing_to_who_stays_on_their_line() -> None:
    line = "0 Wizard at 10,10 | 1 Foe at 36,26"
    laid = alive(table(line), "Twin Shock-Spheres", 30.0, 26.0, second=(42.0, 26.0))
    play = finish(acts(laid, "Foe").act("Foe", "hold"))
    assert play.rolls == []


def test_a_platform_falls_with_its_caster() -> None:
    laid = alive(table(), "Vortex Platform", 36.0, 20.0)
    play = happen(laid, lambda battle: removal.destroy(battle, find(battle, "Wizard")))
    assert spell(play) is None


def test_other_spells_outlive_their_caster() -> None:
    laid = alive(table(), "Burning Pyre", 50.0, 20.0)
    play = happen(laid, lambda battle: removal.destroy(battle, find(battle, "Wizard")))
    assert spell(play) is not None


def test_a_vortex_brings_a_token_more_and_never_a_seventh() -> None:
    for had, has in ((1, 4), (5, 6)):
        laid = alive(table(), "Vortex Platform", 36.0, 20.0).set("Wizard", tokens=(had,))
        assert happen(laid, structure.start_of_round).unit("Wizard").tokens == (has,)


def test_a_vortex_brings_a_spell_die_under_the_winds_of_power() -> None:
    laid = alive(table(LINE, "winds_of_power"), "Vortex Platform", 36.0, 20.0)
    play = happen(laid, structure.start_of_round, by_reason({"": 3}))
    assert winds.told(play.battle).pools[0] == 2 + 2 + 1


def test_a_soul_drain_may_fall_on_its_caster_when_nobody_else_is_near() -> None:
    laid = alive(table(), "Soul-Drain Platform", 36.0, 20.0)
    play = acts(laid, "Wizard", by_reason({"to block": 1, "Morale": 6, "": 1}))
    assert play.unit("Wizard").wounds == 2


def test_a_shaken_caster_is_drained_but_unbinds_nothing() -> None:
    laid = alive(table(), "Soul-Drain Platform", 36.0, 20.0).set("Wizard", shaken=True)
    alive(laid, "Burning Pyre", 36.0, 26.0, seat=1)
    play = finish(acts(laid, "Wizard", by_reason({"to block": 6, "Morale": 6, "": 1})))
    assert dice_for(play, "to block") == ["2D6"]
    assert spell(play, 1) is not None


def test_a_pendulum_reaches_six_inches_from_its_new_place() -> None:
    laid = alive(table("0 Wizard at 60,8 | 1 Foe at 10,12 face 180"), "Deathly Pendulum", 20.0, 16.0)
    dice = by_reason({"orner": 1, "to block": 6, "Morale": 6, "": 3})
    play = ends(laid, dice)
    assert [play.battle.units[one.target].name for one in attacks(play)] == ["Foe"]


def test_a_cloud_makes_every_model_test_friend_or_foe() -> None:
    laid = alive(table("0 Wizard at 36,20 | 1 Foe at 36,26 face 180"), "Suffocating Cloud", 36.0, 17.0, 0.0)
    play = ends(laid, by_reason({"Dangerous": 3}))
    assert sorted(dice_for(play, "Dangerous")) == ["5D6", "6D6"]


def test_an_enemy_caster_near_a_sun_moves_it_if_the_die_says_so() -> None:
    laid = alive(table("0 Wizard at 60,20 | 1 Witch at 36,20", Witch=WIZARD), "Killing Sun", 36.0, 24.0)
    play = ends(laid, by_reason({"to block": 6, "": 1}))
    assert play.question.seat == 1


def test_a_sun_with_nobody_near_stays_where_it_is() -> None:
    laid = alive(table(), "Killing Sun", 60.0, 24.0)
    play = ends(laid, {})
    found = spell(play)
    assert found is not None
    assert (found.x, found.y) == (60.0, 24.0)


def test_a_swarm_heals_friend_and_foe_and_brings_nobody_back() -> None:
    line = "0 Wizard at 36,20 | 1 Foe at 36,27 face 180"
    laid = alive(table(line, Foe=regiment(size=3, rules=["Tough(3)"])), "Healing Swarm", 36.0, 23.5)
    laid.set("Wizard", wounds=2).set("Foe", left=(2,), wounds=2)
    play = ends(laid, by_reason({"": 6}))
    while not play.game.over:
        play.decline()
    assert (play.unit("Wizard").wounds, play.unit("Foe").wounds, play.unit("Foe").models) == (0, 0, 2)


@pytest.mark.parametrize(("faces", "gone"), [((4, 4, 4), True), ((6, 4, 3), False)])
def test_a_spell_is_unbound_with_spell_dice_under_the_winds_of_power(faces: tuple[int, ...], gone: bool) -> None:
    laid = alive(table(LINE, "winds_of_power"), "Killing Sun", 36.0, 28.0, seat=1)
    winds.keep(laid.battle, msgspec.structs.replace(winds.told(laid.battle), pools=(3, 0), books={"0.0.0": ("Bolt",)}))
    play = cast(laid, by_reason({"": faces})).choose("living_spells:unbind:0:Killing Sun")
    if play.topic == "spell dice":
        play.choose("3")
    assert (spell(play, 1) is None) is gone


def test_the_gates_take_a_unit_that_has_fought_beside_them() -> None:
    line = "0 Wizard at 60,6 | 1 Foe at 36,30 face 180 | 0 Friend at 36,20"
    laid = alive(table(line, Friend=SWORDS), "Linked Voidgates", 36.0, 17.0, second=(10.0, 40.0))
    play = whole(laid, "Friend")
    play.act("Friend", "hold")
    while not play.game.over and play.topic != "voidgates":
        play.decline()
    assert play.topic == "voidgates"


def test_a_living_spell_counts_among_the_spells_of_the_book_under_the_winds() -> None:
    laid = knowing(table(LINE, "winds_of_power"), "Burning Pyre")
    winds.keep(laid.battle, msgspec.structs.replace(winds.told(laid.battle), pools=(3, 0), books={"0.0.0": ()}))
    play = cast(laid, by_reason({"": 4})).choose("living_spells:cast:0:Burning Pyre")
    if play.topic == "spell dice":
        play.choose("1")
    assert play.topic == "living spell"
    play.answer(Placed(Pose(36.0, 30.0, 0.0)))
    assert spell(play) is not None
