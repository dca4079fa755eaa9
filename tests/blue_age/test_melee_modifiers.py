"""The tables of melee attack modifiers and Initiative modifiers, entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.blue_age.fighting import dice, field, needed, played, step_of, touching
from tests.blue_age.harness import Table, unit
from warhost.rulesets.blue_age.chapters.combat.melee_modifiers import in_cover
from warhost.rulesets.blue_age.chapters.turn import refresh
from warhost.rulesets.blue_age.core import Settings

MEN = unit(models=5)


def against(change: Callable[[Table], None], one: Any = MEN, other: Any = MEN, **settings: Any) -> int | None:
    """What A needs to hit X after that change of the table."""
    table = touching(one, other, Settings(**settings))
    change(table)
    return needed(played(table), "A")


@pytest.mark.rule("blue.fight.apply_modifiers")
def test_without_anything_the_profile_counts() -> None:
    assert against(lambda table: None) == 6


@pytest.mark.rule("blue.melee_mod.attacker_charged")
def test_who_charged_hits_more_easily() -> None:
    def charged(table: Table) -> None:
        table.unit("A").charged = (table.unit("X").id,)

    assert against(charged) == 5


@pytest.mark.rule("blue.melee_mod.defender_polearms", "blue.melee_quality.polearm_defence")
def test_polearms_help_against_a_charge_in_its_turn_only() -> None:
    def charged(table: Table) -> None:
        table.unit("A").charged = (table.unit("X").id,)
        table.unit("X").charged_by = (table.unit("A").id,)

    spears = unit(models=5, weapons=["Spear"])
    assert against(charged, other=spears) == 6
    assert against(charged) == 5
    assert against(lambda table: None, other=spears) == 6


@pytest.mark.rule("blue.melee_mod.attacker_dashed", "blue.fight.apply_modifiers")
def test_who_dashed_hits_less_easily() -> None:
    def dashed(table: Table) -> None:
        table.unit("A").dashed = True

    assert against(dashed) == 7

    def both(table: Table) -> None:
        dashed(table)
        table.unit("A").charged = (table.unit("X").id,)

    assert against(both) == 6


@pytest.mark.rule("blue.melee_mod.defender_fled", "blue.melee_mod.attacker_fled", "blue.reaction.flee_caught")
def test_who_fled_and_was_caught_is_hit_easily_and_hits_badly() -> None:
    def fled(table: Table) -> None:
        table.unit("A").charged = (table.unit("X").id,)
        table.unit("X").fled = True

    assert against(fled) == 3
    table = touching(MEN, MEN)
    fled(table)
    assert needed(played(table), "X") == 8


@pytest.mark.rule("blue.melee_mod.defender_lost_previous", "blue.melee_mod.attacker_lost_previous")
def test_the_loser_of_the_last_turn_is_at_a_disadvantage() -> None:
    def lost(table: Table, turn: int = 1) -> None:
        table.battle.turn = 2
        table.unit("X").lost_in = turn

    assert against(lost) == 5
    table = touching(MEN, MEN)
    lost(table)
    assert needed(played(table), "X") == 7
    assert against(lambda table: lost(table, 2)) == 6


def crowd(own: int, other: int, **settings: Any) -> tuple[int | None, int | None]:
    """What A and X need to hit where so many units are on each side of one fight."""
    table = touching(
        MEN,
        MEN,
        Settings(**settings),
        **{f"B{number}": (f"at {4 + 6 * number},6", unit()) for number in range(own - 1)},
        **{f"Y{number}": (f"at {4 + 6 * number},40 face 180", unit()) for number in range(other - 1)},
    )
    for number in range(own - 1):
        table.lock(f"B{number}", "X")
    for number in range(other - 1):
        table.lock("A", f"Y{number}")
    game = played(table)
    return needed(game, "A"), needed(game, "X")


@pytest.mark.rule("blue.melee_mod.attacker_outnumbers", "blue.melee_mod.defender_outnumbers")
def test_two_units_more_help_their_side() -> None:
    assert crowd(3, 1) == (5, 7)
    assert crowd(2, 1) == (6, 6)
    assert crowd(1, 3) == (7, 5)


@pytest.mark.rule("blue.melee_mod.attacker_outnumbers")
def test_outnumbering_by_half_of_the_own_units_or_by_models() -> None:
    assert crowd(2, 1, outnumbering="half") == (5, 7)
    assert crowd(1, 1, outnumbering="half") == (6, 6)
    # Seven models against five: the side with more models counts all its units.
    assert crowd(3, 1, outnumbering="models") == (5, 7)
    assert crowd(1, 2, outnumbering="models") == (7, 5)


@pytest.mark.rule("blue.melee_mod.attacker_in_cover", "blue.melee_mod.defender_in_cover")
def test_cover_counts_in_melee_for_both_blows() -> None:
    # The ground ends between the two lines: A stands in it, X does not; then both do.
    for kind, depth, needs in (("light_woods", 10, (5, 7)), ("heavy_woods", 10, (5, 7)), ("ruins", 14, (6, 6))):
        table = field(
            'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line"',
            board=f"{kind} 24,15.5 20x{depth}",
            A=MEN,
            X=MEN,
        )
        game = played(table.lock("A", "X"))
        assert (needed(game, "A"), needed(game, "X")) == needs


@pytest.mark.rule("blue.charge.pre_engaged_flank")
def test_who_charges_an_engaged_unit_has_a_flanking_bonus() -> None:
    def flanked(table: Table) -> None:
        table.unit("A").charged = table.unit("A").flanked = (table.unit("X").id,)

    assert against(flanked) == 4
    assert against(flanked, flanking="combat resolution") == 5


@pytest.mark.rule("blue.special.terror_target_test")
def test_the_terrified_strike_late_and_badly() -> None:
    table = touching(MEN, MEN)
    table.unit("X").terrified = True
    game = played(table)
    assert (needed(game, "X"), step_of(game, "X")) == (8, 2)


# Initiative


def strikes_at(change: Callable[[Table], None], one: Any = MEN, **settings: Any) -> int:
    """The step at which A strikes after that change of the table."""
    table = touching(one, MEN, Settings(**settings))
    change(table)
    return step_of(played(table, dice(weapon=1)), "A")


def charged(table: Table, **fields: Any) -> None:
    table.unit("A").charged = (table.unit("X").id,)
    for name, value in fields.items():
        setattr(table.unit("A"), name, value)


def was_charged(table: Table, **fields: Any) -> None:
    table.unit("A").charged_by = (table.unit("X").id,)
    for name, value in fields.items():
        setattr(table.unit("A"), name, value)


@pytest.mark.rule("blue.initiative_mod.charged", "blue.fight.initiative_modifiers_first")
def test_who_charged_strikes_one_step_earlier() -> None:
    assert strikes_at(lambda table: None) == 4
    assert strikes_at(charged) == 5


@pytest.mark.rule("blue.initiative_mod.charged_difficult")
def test_a_charge_through_difficult_ground_is_slower() -> None:
    assert strikes_at(lambda table: charged(table, through="difficult")) == 4
    assert strikes_at(lambda table: charged(table, through="difficult"), charge_terrain="instead") == 3


@pytest.mark.rule("blue.initiative_mod.charged_dangerous")
def test_a_charge_through_dangerous_ground_is_slower_still() -> None:
    assert strikes_at(lambda table: charged(table, through="dangerous")) == 3
    assert strikes_at(lambda table: charged(table, through="dangerous"), charge_terrain="instead") == 2


@pytest.mark.rule("blue.initiative_mod.charged_downhill")
def test_a_charge_downhill_is_faster() -> None:
    assert strikes_at(lambda table: charged(table, downhill=True)) == 7
    assert strikes_at(lambda table: charged(table, downhill=True), charge_terrain="instead") == 6


@pytest.mark.rule("blue.initiative_mod.slow_weapon", "blue.melee_quality.slow", "blue.fight.initiative_modifiers_first")
def test_a_slow_weapon_is_slow_once() -> None:
    slow = unit(models=5, weapons=["Great Weapon"])

    def with_it(table: Table) -> None:
        table.unit("A").weapon = "Great Weapon"

    assert strikes_at(with_it, slow) == 2

    def charging(table: Table) -> None:
        with_it(table)
        charged(table)

    assert strikes_at(charging, slow) == 3


@pytest.mark.rule("blue.initiative_mod.fast_weapon", "blue.melee_quality.fast_initiative")
def test_a_fast_weapon_is_fast_once() -> None:
    assert strikes_at(lambda table: None, unit(models=5, weapons=["Flail"])) == 5


@pytest.mark.rule("blue.initiative_mod.throwing_weapons", "blue.ranged_quality.thrown_initiative")
def test_throwing_weapons_help_on_the_charge() -> None:
    throwers = unit(models=5, weapons=["Throwing Weapon"], ranged=6)
    assert strikes_at(charged, throwers) == 6
    assert strikes_at(lambda table: None, throwers) == 4


@pytest.mark.rule("blue.initiative_mod.snared")
def test_the_snared_strike_late() -> None:
    def snared(table: Table) -> None:
        table.unit("A").snared = True

    assert strikes_at(snared) == 1
    assert strikes_at(snared, unit(models=5, initiative=6)) == 3
    assert strikes_at(snared, unit(models=5, initiative=2)) == 1


@pytest.mark.rule("blue.initiative_mod.low_obstacle")
def test_who_defends_a_low_obstacle_strikes_earlier() -> None:
    assert strikes_at(lambda table: was_charged(table, obstacle="low")) == 5


@pytest.mark.rule("blue.initiative_mod.high_obstacle")
def test_who_defends_a_high_obstacle_strikes_earlier_still() -> None:
    assert strikes_at(lambda table: was_charged(table, obstacle="high")) == 6


@pytest.mark.rule("blue.unit_type.swarm_no_initiative_bonus")
def test_swarms_have_no_bonus_to_their_initiative_but_all_penalties() -> None:
    rats = unit(models=5, type="swarm", initiative=5)

    def snared(table: Table) -> None:
        charged(table, snared=True)

    assert strikes_at(charged, rats) == 5
    assert strikes_at(snared, rats) == 2


@pytest.mark.rule("blue.unit_type.swarm_hard_to_hit")
def test_swarms_are_hard_to_hit() -> None:
    assert against(lambda table: None, other=unit(models=5, type="swarm")) == 7


@pytest.mark.rule("blue.melee_mod.defender_in_cover", "blue.melee_mod.attacker_in_cover")
def test_an_obstacle_covers_its_defender_in_the_turn_of_the_charge_only() -> None:
    """Afterwards it lies between the two of them and covers both alike, which comes to nothing (BLUE-R157)."""
    table = touching(unit(models=5), unit(models=5))
    own, foe = table.unit("X"), table.unit("A")
    own.obstacle, own.charged_by = "low", (foe.id,)
    assert in_cover(table.battle, own, foe)
    assert not in_cover(table.battle, foe, own)
    refresh(own)
    assert not in_cover(table.battle, own, foe)
