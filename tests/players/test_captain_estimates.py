"""What Essence of War tells the captain to expect of dice, held to figures worked out by hand."""

from __future__ import annotations

from functools import partial

import pytest

from tests.essence_of_war.harness import draw
from tests.players.captains import overview
from warhost.play.counsel.counsel import Charge
from warhost.players.captain.judging.overview import Overview
from warhost.rulesets.essence_of_war.chapters.charge.charge_range import chance_over
from warhost.rulesets.essence_of_war.chapters.general.discipline import passing
from warhost.rulesets.essence_of_war.chapters.magic.magic import chance_through
from warhost.rulesets.essence_of_war.chapters.melee.result import combat_result
from warhost.rulesets.essence_of_war.core.battle import Battle, Boon, Settings, Unit
from warhost.rulesets.essence_of_war.rules.armies.elves import ScatteringDance
from warhost.rulesets.essence_of_war.thinks import expected_fights
from warhost.rulesets.essence_of_war.thinks.counsel import EssenceCounsel
from warhost.rulesets.essence_of_war.thinks.expected_fights import BreakTest, blow, likeness
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.families.ninth_age.thinks.counsel import PANICKED
from warhost.rulesets.families.ninth_age.thinks.expected_fights import Combat, Link, charge_link, models_facing
from warhost.table import Arc, rect


def two(line: str) -> Overview:
    """The first player's view of a drawn table."""
    return overview(draw(line).battle, 0)


def combat(battle: Battle, *links: Link) -> Combat[Battle, Unit]:
    counsel = EssenceCounsel(battle, 0)
    battle = counsel.battle
    test, alike = partial(BreakTest, battle), partial(likeness, battle)
    return Combat(expected_fights, battle, 0, links, test, counsel.worth, alike, {})


def test_a_charge_of_eight_inches_at_advance_four_needs_four_on_two_dice() -> None:
    battle = draw("Iron Orcs at 18,10 | Ghouls at 18,20 face 180").change("Iron Orcs", (), adv=4).battle
    orcs = battle.units[0]
    assert chance_over(battle, orcs, 8.0) == pytest.approx(33 / 36)
    assert chance_over(battle, orcs, 16.0) == pytest.approx(1 / 36)
    assert chance_over(battle, orcs, 16.1) == 0.0


def test_corners_touch_too() -> None:
    assert models_facing(5, 20.0, 60.0) == 5
    assert models_facing(6, 20.0, 60.0) == 5
    assert models_facing(1, 20.0, 60.0) == 1


def test_a_blow_is_hit_wound_and_saves() -> None:
    battle = draw("Iron Orcs at 18,10 | Ghouls at 18,20 face 180").battle
    # Off 5 against Def 3 hits on 3+, Str 6 against Res 4 wounds on 2+, no armour.
    assert blow(battle, battle.units[0], battle.units[1], Arc.FRONT) == pytest.approx(4 / 6 * 5 / 6)


def test_a_shot_far_away_after_a_move_is_two_worse() -> None:
    counsel = EssenceCounsel(draw("Clan Marksmen at 18,10 | Ghouls at 18,45 face 180").battle, 0)
    shooter, target = counsel.units
    place = counsel.rects[shooter.id]

    def fire(away: float, *, moved: bool) -> float:
        there = rect(18.0, place.front[1] + away + 1.0, 180.0, 4.0, 2.0)
        return counsel.fire(shooter, place, target, there, moved=moved)

    # Aim 4+, Str 4 against Res 4, no armour, ten models; then 6+.
    assert fire(10.0, moved=False) == pytest.approx(10 * 3 / 6 * 3 / 6)
    assert fire(20.0, moved=True) == pytest.approx(10 * 1 / 6 * 3 / 6)
    assert fire(31.0, moved=False) == 0.0


def test_a_test_counts_the_generals_discipline_within_reach() -> None:
    near = draw("Lowborn Archers at 18,10 | Damsel at 18,7 | Ghouls at 18,40 face 180").battle
    far = draw("Lowborn Archers at 18,30 | Damsel at 18,7 | Ghouls at 18,40 face 180").battle
    assert passing(near, near.units[0], "panic") == pytest.approx(21 / 36)
    assert passing(far, far.units[0], "panic") == pytest.approx(15 / 36)


def test_break_tests_fall_with_the_difference_unless_steadfast() -> None:
    battle = draw("Iron Orcs at 18,10 | Imperial Guard at 18,20 face 180").battle
    test = BreakTest(battle, battle.units[1])
    assert test.stands(0, False) == pytest.approx(26 / 36)
    assert test.stands(3, False) == pytest.approx(10 / 36)
    assert test.stands(3, True) == pytest.approx(26 / 36)


def test_a_flank_charge_promises_more_than_one_in_front() -> None:
    here = two("Warriors at 18,10 | Blackfur Veterans at 18,20 face 180")
    warriors, rats = here.counsel.units
    front, flank = (here.duel(warriors, rats, side) for side in (Arc.FRONT, Arc.LEFT))
    assert flank.value > front.value
    assert flank.fate(rats).broken > front.fate(rats).broken


def test_the_flank_alone_makes_a_win_likelier() -> None:
    battle = draw("Warriors at 18,10 | Dread Knights at 18,20 face 180").battle
    front, flank = (
        combat(battle, Link(0, Arc.FRONT, 4, 1, side, 1)).foresee(frozenset()) for side in (Arc.FRONT, Arc.RIGHT)
    )
    assert (flank.deals, flank.takes) == pytest.approx((front.deals, front.takes))
    assert flank.wins > front.wins


def test_a_forecast_is_the_same_battle_from_both_sides() -> None:
    battle = draw("Iron Orcs at 18,10 | Imperial Guard at 18,20 face 180").battle
    mine, theirs = overview(battle, 0), overview(battle, 1)
    charge = (Charge(0, 1, Arc.FRONT),)
    a, b = (here.counsel.fight(here.counsel.unit(1), charge) for here in (mine, theirs))
    assert (a.deals, a.takes) == pytest.approx((b.takes, b.deals))
    assert mine.value(a) == pytest.approx(-theirs.value(b))
    assert mine.counsel.duel(mine.counsel.unit(0), mine.counsel.unit(1), Arc.FRONT) == a


def test_charging_counts_for_those_who_are_better_at_it() -> None:
    battle = draw("Feudal Knights at 18,10 | Imperial Guard at 18,20 face 180").battle
    knights, guard = battle.units
    fight = combat(battle, charge_link(expected_fights, battle, knights, guard, Arc.FRONT))
    still = combat(battle, charge_link(expected_fights, battle, knights, guard, Arc.FRONT))
    assert fight.foresee(frozenset({0})).deals > still.foresee(frozenset()).deals
    assert not fight.battle.units[0].charging


def test_thinking_leaves_the_battle_as_it_is() -> None:
    battle = draw("Feudal Knights at 18,10 | Imperial Guard at 18,20 face 180").battle
    before = repr(battle)
    here = overview(battle, 0)
    here.duel(here.counsel.unit(0), here.counsel.unit(1), Arc.REAR)
    assert repr(battle) == before


def test_a_fight_is_reckoned_anew_when_anything_that_it_depends_on_has_changed() -> None:
    battle = draw("Warriors at 18,10 | Blackfur Veterans at 18,20 face 180").battle
    here = overview(battle, 0)
    before = here.duel(here.counsel.unit(0), here.counsel.unit(1), Arc.FRONT)
    battle.units[1].models -= 5
    after = overview(battle, 0)
    assert after.duel(after.counsel.unit(0), after.counsel.unit(1), Arc.FRONT).wins > before.wins


def test_friends_near_a_unit_that_breaks_may_panic() -> None:
    near, far = (
        two(f"Handgunners at {x},10 | Imperial Guard at 23,10 | Iron Orcs at 18,20 face 180").counsel for x in (18, 6)
    )
    guns, guard, _ = near.units
    assert near.shock(guns) == pytest.approx(10 / 36 * PANICKED * near.worth(guard))
    assert far.shock(far.units[0]) == 0.0


def test_a_spell_gets_through_by_its_dice_and_past_those_against_it() -> None:
    assert chance_through(1, 4, 0, 0) == pytest.approx(1 / 2)
    # One die each: cast on 4+, stopped by as much or more.
    assert chance_through(1, 4, 1, 0) == pytest.approx((3 + 4 + 5) / 36)


@pytest.mark.parametrize(
    "line",
    [
        "Zombies + 5x4 at 18,10 | Ghouls at 18,20 face 180",
        "Kingdom of Equitaine/Feudal Knights + 3x3 + Banneret at 18,10 | Zombies + 5x4 at 18,20 face 180",
        "Sylvan Elves/Blade Dancers + 5x2 at 18,10 | Zombies + 5x4 at 18,20 face 180",
    ],
)
@pytest.mark.parametrize("charging", [False, True])
def test_a_round_scores_in_thought_as_it_scores_in_play(line: str, charging: bool) -> None:
    table = draw(line, settings=Settings(mode="advanced"))
    one, other = table.battle.units
    table.fight(one.name, other.name).set(one.name, charging=charging)
    if "Dancers" in line:
        table.set(one.name, boons=(Boon(ScatteringDance.name, "round"),))
    battle, units = table.battle, (one.id, other.id)
    links = expected_fights.standing_links(
        battle, units, {unit: boundary(battle, battle.units[unit]) for unit in units}
    )
    charges = frozenset(unit for unit in units if battle.units[unit].charging)
    told = combat_result(battle, units)
    for seat, unit in enumerate(units):
        side = [expected_fights.fighter(battle, battle.units[unit])]
        played = sum(part.amount for part in told.parts[seat])
        assert expected_fights.scoring(battle, side, links)(0.0, charges) == played
    assert any(part.amount for parts in told.parts for part in parts) == (charging or "Dancers" not in line)
