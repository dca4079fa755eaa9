"""Odd corners of side-missions and mad dashes, and what they make of other parts."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.harness import Play, Table, draw, find, regiment
from tests.regiments.parts.side_missions import FOOT, TINY, Doing, completers, ended, in_a_dash, lay, owned, rout
from tests.regiments.wizards import SPARK, wizard
from warhost.play.questions import Placed
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.magic.spells import heal
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import HERO, Battle, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.living_spells import state as living
from warhost.rulesets.regiments.parts.side_missions.dash import dash
from warhost.rulesets.regiments.parts.side_missions.events import SideMissionCompleted
from warhost.rulesets.regiments.parts.solid_buildings import SolidBuildings
from warhost.table import Pose

A, B = 0, 1
NOBODY = set[int]()
LEADER = regiment(size=1, rules=["Hero", "Tough(3)"], cost=120)


def side(*parts: str) -> Settings:
    return Settings(parts=("side_missions:shared+free", *parts))


def army(mine: int, theirs: int) -> str:
    return " | ".join(
        [
            *(f"0 A{i} at {8 + 8 * i},6" for i in range(mine)),
            *(f"1 B{i} at {8 + 8 * i},42 face 180" for i in range(theirs)),
        ]
    )


@pytest.mark.parametrize(("lost", "done_by"), [(("A0",), {A, B}), (("A0", "A1"), {B})])
def test_conserve_wants_half_of_the_units_alive(lost: tuple[str, ...], done_by: set[int]) -> None:
    assert completers(ended(lay(army(2, 2)), "conserve", doing=[rout(*lost)])) == done_by


@pytest.mark.parametrize(("lost", "done_by"), [(("B0",), NOBODY), (("B0", "B1"), {A})])
def test_erode_of_three_units_takes_two(lost: tuple[str, ...], done_by: set[int]) -> None:
    assert completers(ended(lay(army(1, 3)), "erode", doing=[rout(*lost)])) == done_by


def test_a_unit_that_never_came_in_is_alive() -> None:
    table = lay(army(2, 1)).set("A1", reserve="ambush", pose=None)
    assert A in completers(ended(table, "conserve", doing=[rout("A0")]))


def test_nobody_is_inside_a_zone_when_all_are_gone() -> None:
    assert completers(ended(lay(army(1, 1)), "defend", doing=[rout("B0")])) == {A, B}


def test_a_shaken_unit_controls_the_centre_as_well() -> None:
    table = lay("0 A at 36,24 | 1 B at 8,42", {"A": TINY}).set("A", shaken=True)
    assert completers(ended(table, "control")) == {A}


def test_a_unit_that_counts_three_models_with_its_hero_has_two() -> None:
    pair = regiment(size=2, hero=LEADER)
    table = lay(army(1, 4), {f"B{i}": pair if i == 0 else FOOT for i in range(4)})
    assert completers(ended(table, "slaughter", doing=[rout("B0", "B1", "B2", "B3")])) == NOBODY


def test_a_unit_that_began_with_three_models_counts_though_one_is_left() -> None:
    table = lay(army(1, 4)).set("B0", left=(1,))
    assert completers(ended(table, "slaughter", doing=[rout("B0", "B1", "B2", "B3")])) == {A}


def test_as_many_units_as_the_opponent_is_no_wipe_out() -> None:
    assert completers(ended(lay(army(2, 2)), "wipe_out", doing=[rout("A0", "B0")])) == NOBODY


def test_one_of_two_largest_units_is_enough_to_exterminate() -> None:
    table = lay(army(1, 3), {"B0": regiment(size=10), "B1": regiment(size=10)})
    assert completers(ended(table, "exterminate", doing=[rout("B1")])) == {A}


def test_a_unit_costs_what_its_hero_costs_besides() -> None:
    units = {
        "B0": regiment(size=5, cost=100, hero=LEADER),
        "B1": regiment(size=5, cost=200),
        "B2": regiment(size=5, cost=10),
    }
    assert completers(ended(lay(army(1, 3), units), "butcher", doing=[rout("B1")])) == NOBODY
    assert completers(ended(lay(army(1, 3), units), "butcher", doing=[rout("B0")])) == {A}


def test_twenty_models_may_fall_in_twos_and_rout_in_dozens() -> None:
    units: dict[str, Regiment] = {"B0": regiment(size=12), "B1": regiment(size=12)}

    def losses(battle: Battle) -> Script[None]:
        yield from wounds.suffer(battle, find(battle, "B0"), 8)
        yield from removal.rout(battle, find(battle, "B1"))

    assert completers(ended(lay(army(1, 2), units), "massacre", doing=[losses])) == {A}


def test_wounds_that_were_healed_were_dealt_all_the_same() -> None:
    def losses(battle: Battle) -> Script[None]:
        unit = find(battle, "B0")
        yield from wounds.suffer(battle, unit, 7)
        yield from heal(battle, unit, "5")
        yield from wounds.suffer(battle, unit, 5)

    table = lay(army(1, 2), {"B0": regiment(size=1, rules=["Tough(18)"])})
    assert completers(ended(table, "decimate", doing=[losses])) == {A}


def slain(battle: Battle, name: str) -> Script[None]:
    """The hero that leads the unit falls, and the unit fights on."""
    yield from wounds.suffer(battle, find(battle, name), 3, picked=HERO)


def test_a_joined_hero_that_falls_while_its_unit_fights_on_is_slain() -> None:
    def losses(battle: Battle) -> Script[None]:
        for name in ("B0", "B1"):
            yield from slain(battle, name)

    units = {f"B{i}": regiment(size=9, hero=LEADER) for i in range(2)}
    play = ended(lay(army(1, 2), units), "slay", "erode", doing=[losses])
    assert [event.name for event in play.told(SideMissionCompleted)] == ["Slay"]


def test_a_hero_is_dispatched_with_its_unit_and_in_any_order() -> None:
    def losses(battle: Battle) -> Script[None]:
        yield from slain(battle, "B0")
        yield from removal.rout(battle, find(battle, "B0"))

    units = {"B0": regiment(size=9, hero=LEADER)}
    assert completers(ended(lay(army(1, 2), units), "dispatch", doing=[losses])) == {A}


# With other parts


def housed(line: str, **units: Regiment) -> Table:
    table = draw(f"72x48 house 36,24 6x6 | {line}", side("solid_buildings:holding+destruction"), **units)
    for part in optional.in_force(table.battle.scene.settings.parts):
        if isinstance(part, SolidBuildings):
            part.stand_up(table.battle)
    return table


def test_a_garrison_of_the_house_in_the_middle_controls_the_centre() -> None:
    table = housed("0 A at 36,6 | 1 B at 8,42", A=FOOT, B=FOOT).aboard("A", "House 1")
    assert completers(ended(table, "control")) == {A}


def test_a_garrison_is_seen_by_who_wants_no_enemy_in_the_centre() -> None:
    table = housed("0 A at 36,6 | 1 B at 8,42", A=FOOT, B=FOOT).aboard("B", "House 1")
    assert completers(ended(table, "intimidate")) == {B}


def test_a_house_that_falls_is_no_enemy_unit() -> None:
    table = housed("0 A at 36,6 | 1 B at 8,42", A=FOOT, B=FOOT)

    def falls(battle: Battle) -> Script[None]:
        yield from removal.destroy(battle, find(battle, "House 1"))

    assert completers(ended(table, "rush", "erode", "finalize", doing=[falls])) == NOBODY


def casts(times: int) -> Doing:
    def script(battle: Battle) -> Script[None]:
        unit = find(battle, "A")
        for _ in range(times):
            unit.tokens, unit.tried = (1,), ()
            yield from casting.cast_spells(battle, unit, "before the move")

    return script


def test_living_spells_are_spells_for_hex() -> None:
    line = "0 A at 36,20 | 1 B at 36,40 face 180"
    table = draw(line, side("living_spells"), A=wizard(SPARK), B=regiment(size=9))
    told = msgspec.structs.replace(living.told(table.battle), drawn={"0": ("Burning Pyre",)})
    living.keep(table.battle, told)
    play = ended(table, "hex", doing=[casts(4)], dice=by_reason({"Casting": 6, "to block": 6}))
    while not play.game.over:
        if play.topic == "cast":
            play.choose("living_spells:cast:0:Burning Pyre")
        elif play.topic == "living spell":
            play.answer(Placed(Pose(36.0, 28.0, 0.0)))
        else:
            play.decline()
    assert completers(play) == {A}


def events_table() -> Table:
    line = "0 A at 18,17 | 1 B at 54,36 face 180"
    return draw(line, side("random_events"), A=FOOT, B=FOOT).having(turn=1, mission="duel")


def test_zombies_that_fall_are_nobodys_kill() -> None:
    table = events_table()

    def deeds(battle: Battle) -> Script[None]:
        yield from optional.each(battle, "round_begun")
        yield from removal.rout(battle, battle.units[-1])

    dice = by_reason({"Random event?": 6, "Which random event": (3, 1), "quarter": 1, "": 1})
    assert completers(ended(table, "rush", "finalize", "erode", doing=[deeds], dice=dice)) == NOBODY


# Mad dash


def dashing(variant: str, slugs: tuple[str, ...], owners: tuple[int | None, ...]) -> Play:
    """The second round of a dash ends with these side-missions open."""
    line = "0 A at 8,6 | 1 B at 60,42 face 180"
    table = lay(line, settings=Settings(parts=(f"mad_dash:{variant}",))).having(markers=owned(*owners))
    return in_a_dash(table, variant, open=slugs).play(dice=[2, 1] * 9, stage="end of round", turn=2)


def test_both_score_a_shared_side_mission_in_the_same_round() -> None:
    play = dashing("shared", ("equalize",), (A, B, None))
    assert play.battle.points == (2.0, 2.0)


def test_a_cumulative_dash_keeps_what_nobody_scored_beside_the_new() -> None:
    play = dashing("cumulative", ("dominate",), (A, B, None))
    assert play.battle.turn == 3
    assert dash(play.battle).open[0] == "dominate"
    assert len(dash(play.battle).open) == 2


def test_a_shared_dash_discards_what_nobody_scored() -> None:
    play = dashing("shared", ("dominate",), (A, B, None))
    assert "dominate" not in dash(play.battle).open
    assert len(dash(play.battle).open) == 1


def test_two_markers_are_worth_two_points_each_round() -> None:
    assert dashing("shared", (), (A, B)).battle.points == (2.0, 2.0)
    assert dashing("shared", (), (A,)).battle.points == (3.0, 0.0)
