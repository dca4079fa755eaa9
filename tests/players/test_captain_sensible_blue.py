"""Positions in which a captain once did what made a watcher shake his head, in The Blue Age."""

from __future__ import annotations

import pytest

from tests.blue_age.harness import draw, hero, unit
from warhost.dice import Chance
from warhost.play import Choose, Chosen, Option
from warhost.players.captain import Captain
from warhost.rulesets.blue_age.core import Duel, Duellist
from warhost.rulesets.blue_age.ruleset import RULESET
from warhost.rulesets.blue_age.thinks.counsel import BlueCounsel
from warhost.table import Arc, rect


def test_a_charge_that_hardly_ever_arrives_is_not_declared() -> None:
    table = draw(
        'phase="combat" | A at 24,10 | X at 24,30 face 180',
        A=unit(type="cavalry", attacks=3, melee=3, strength=7, points=400),
        X=unit(points=400),
    )
    counsel = BlueCounsel(table.battle, 0)
    play = table.play()
    assert 0.0 < counsel.gets_there(counsel.unit(0), counsel.unit(1)) < 0.12
    assert "0>1" in play.keys
    decision = Captain(Chance("0")).decide(play.game.asked, play.battle, RULESET)
    assert decision.answer == Chosen("pass")


def test_who_joins_a_fight_is_worth_the_difference_it_makes() -> None:
    base = 25 / 25.4
    table = draw(
        f'phase="combat" | A at 24,10 | B at 34,10 | X at 24,{10 + 2 * base} face 180',
        A=unit(attacks=3, melee=3, strength=6, points=200),
        B=unit(models=1, points=20),
        X=unit(models=6, points=100),
    ).lock("A", "X")
    counsel = BlueCounsel(table.battle, 0)
    joins = counsel.duel(counsel.unit(1), counsel.unit(2), Arc.FRONT)
    assert joins.joins
    assert joins.gain < 0.3 * counsel.fight(counsel.unit(2)).gain


@pytest.mark.parametrize(("armour", "other"), [(["Heavy Armour", "Shield"], True), ([], False)])
def test_fights_are_foreseen_with_the_weapon_that_suits_the_enemy(armour: list[str], other: bool) -> None:
    def deals(weapons: list[str]) -> float:
        table = draw(
            'phase="combat" | A at 24,10 | X at 24,18 face 180',
            A=unit(weapons=weapons, points=200, models=10),
            X=unit(armour=armour, models=10, grit=6 if other else 2),
        )
        counsel = BlueCounsel(table.battle, 0)
        return counsel.duel(counsel.unit(0), counsel.unit(1), Arc.FRONT).deals

    best = max(deals(["Great Weapon"]), deals(["Hand Weapon"]))
    assert deals(["Hand Weapon", "Great Weapon"]) == pytest.approx(best, rel=0.1)
    assert deals(["Great Weapon", "Hand Weapon"]) == pytest.approx(best, rel=0.1)


def test_a_weapon_for_a_duel_is_chosen_against_the_duellist() -> None:
    base = 25 / 25.4
    table = draw(
        f'phase="combat" | A at 24,10 | X at 24,{10 + base} face 180 | Y at 40,40 face 180',
        A=hero(weapons=["Hand Weapon", "Great Weapon"], attacks=3, points=100),
        X=hero(attacks=3, points=100),
        Y=unit(),
    ).lock("A", "X")
    table.battle.duels = (Duel(Duellist(0), Duellist(1)),)
    counsel = BlueCounsel(table.battle, 0)
    option = Option("Great Weapon", "Great Weapon", unit=0)
    question = Choose(seat=0, topic="weapon", text="", options=(option,))
    ((_, words, _),) = counsel.choice(question, option)
    assert "the duel with X" in words


def test_a_unit_goes_round_dangerous_ground() -> None:
    table = draw(
        'phase="move" | 48x48 dangerous 24,15 6x4 | A at 24,10 | X at 24,40 face 180',
        A=unit(models=10, points=200),
        X=unit(points=100),
    )
    counsel = BlueCounsel(table.battle, 0)
    start = counsel.rects[0]
    through = list(counsel.across(counsel.unit(0), start, rect(24.0, 16.0, 0.0, start.width, start.depth)))
    aside = list(counsel.across(counsel.unit(0), start, rect(14.0, 10.0, 0.0, start.width, start.depth)))
    assert through[0][0] < -10.0
    assert not aside


def test_who_is_in_the_way_of_another_charger_charges_first() -> None:
    table = draw(
        'phase="combat" | A at 24,8 | B at 24,14 | X at 24,20 face 180', A=unit(movement=9), B=unit(), X=unit()
    )
    for number in (0, 1):
        table.battle.units[number].declared = (2,)
    counsel = BlueCounsel(table.battle, 0)
    options = tuple(Option(f"{number}", "", unit=number, target=2) for number in (0, 1))
    question = Choose(seat=0, topic="which charge", text="", options=options)
    behind, ahead = (sum(score for score, _, _ in counsel.choice(question, option)) for option in options)
    assert ahead > behind + 1.0
