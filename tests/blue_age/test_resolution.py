"""Combat resolution: the score, the losers' tests, falling back, breaking, consolidation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import charge, dice, field, parts, played, rolled, touching
from tests.blue_age.harness import Play, Table, hero, unit
from warhost.play import Walk, Walked
from warhost.rulesets.blue_age.core import CM, Settings, apart, bases_of, centre_of, in_contact, keeps_together
from warhost.rulesets.blue_age.core.events import battle as facts
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.table import Pose

MEN = unit(models=5)


def lost(
    count: int = 2, *, loser: Any = None, settings: Settings | None = None, winner: Any = None, **falls: Any
) -> Play:
    """X (20 models in two ranks, without a banner) loses to A by so much: by wounds alone."""
    hits = tuple([9] * count + [1] * (10 - count))
    table = field(
        'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line"',
        settings,
        A=winner or unit(models=10, initiative=9),
        X=loser or unit(models=10, attacks=0),
    ).lock("A", "X")
    told = {reason.replace("_", " "): fall for reason, fall in falls.items()}
    return played(table, dice(**{"A Hand Weapon: to hit": hits, "A Hand Weapon: to wound": 9, **told}))


# The score


@pytest.mark.rule("blue.resolution.score_both_sides", "blue.combat_score.unsaved_wounds", "blue.combat_score.charge")
def test_both_sides_add_up_their_points_and_the_lower_total_loses() -> None:
    men = unit(models=5, bannerman=True)
    table = touching(men, men)
    table.unit("A").charged = (1,)
    table.unit("A").weapon = table.unit("X").weapon = "Hand Weapon"
    game = played(
        table,
        dice(
            **{
                "A Hand Weapon: to hit": (9, 9, 9, 1, 1),
                "X Hand Weapon: to hit": (9, 9),
                "to wound": 9,
            }
        ),
    )
    scored = game.told(events.FightScored)[0]
    assert (scored.first, scored.second, scored.winner) == (5, 3, 0)
    assert parts(game, 0) == {"unsaved wounds": 3, "bannermen": 1, "charge": 1}
    assert parts(game, 1) == {"unsaved wounds": 2, "bannermen": 1}
    assert rolled(game, "Lost the fight")[0].unit == 1


@pytest.mark.rule("blue.combat_score.charge")
def test_the_charge_scores_in_its_turn_only() -> None:
    assert parts(played(touching(MEN, MEN)), 0) == {}


def scored(change: Any, one: Any = MEN, other: Any = MEN, seat: int = 0, **settings: Any) -> dict[str, float]:
    table = touching(one, other, Settings(**settings))
    change(table)
    return parts(played(table), seat)


@pytest.mark.rule("blue.combat_score.charge_downhill")
def test_a_charge_downhill_scores_two() -> None:
    def down(table: Table) -> None:
        table.unit("A").charged = (1,)
        table.unit("A").downhill = True

    assert scored(down) == {"charge": 1, "downhill": 1}


@pytest.mark.rule("blue.combat_score.bannerman")
def test_every_living_bannerman_scores() -> None:
    men = unit(models=5, bannerman=True)
    extra = {"B": ('at 24,40 form="line"', men)}
    table = touching(men, MEN, **extra).lock("B", "X")
    assert parts(played(table), 0)["bannermen"] == 2
    table = touching(men, MEN, **extra).lock("B", "X")
    table.battle.units[2].models = tuple(model for model in table.unit("B").models if not model.role)
    assert parts(played(table), 0)["bannermen"] == 1


@pytest.mark.rule("blue.combat_score.outnumber")
def test_every_unit_more_scores() -> None:
    more = {"B": ("at 10,10", unit()), "C": ("at 20,10", unit())}
    table = touching(MEN, MEN, **more).lock("B", "X").lock("C", "X")
    game = played(table)
    assert parts(game, 0)["outnumbering"] == 2
    assert "outnumbering" not in parts(game, 1)


@pytest.mark.rule("blue.combat_score.outnumber")
def test_outnumbering_counted_by_models() -> None:
    more = {"B": ("at 10,10", unit())}
    table = touching(MEN, unit(models=9), Settings(outnumbering="models"), **more).lock("B", "X")
    game = played(table)
    assert parts(game, 1)["outnumbering"] == 1
    assert "outnumbering" not in parts(game, 0)


@pytest.mark.rule("blue.combat_score.charged_in_terrain")
def test_units_charged_in_difficult_ground_score() -> None:
    def stood(table: Table) -> None:
        table.unit("X").charged_by = (0,)
        table.unit("X").charged_in = "terrain"

    assert scored(stood, seat=1) == {"charged in difficult or dangerous ground": 1}


@pytest.mark.rule("blue.combat_score.charged_in_terrain", "blue.terrain.difficult")
def test_two_units_charged_in_a_heavy_wood_score_two_and_the_charger_is_slow() -> None:
    lines = ['A at 24,14 form="line"', 'X at 21.53937,20 face 180 form="line"', 'Y at 26.46063,20 face 180 form="line"']
    table = field(
        " | ".join(lines), board="heavy_woods 24,22 20x6", A=unit(models=10), X=unit(models=3), Y=unit(models=3)
    )
    game = table.play(dice=dice())
    game.choose("0>1+2").choose("hold").choose("hold")
    while game.topic == "charge":
        game.choose("pass")
    assert parts(game, 1)["charged in difficult or dangerous ground"] == 2
    assert [event.step for event in game.told(events.StepBegan)] == [4]


@pytest.mark.rule("blue.combat_score.fear", "blue.special.fear", "blue.special.terror_as_fear")
@pytest.mark.parametrize("name", ["Fear", "Terror"])
def test_fear_scores_once(name: str) -> None:
    more = {"B": ("at 10,10", unit(rules=[name])), "C": ("at 20,10", unit(rules=[name]))}
    table = touching(unit(models=5, rules=[name]), MEN, **more).lock("B", "X").lock("C", "X")
    assert parts(played(table), 0)["Fear"] == 1
    assert "Fear" not in scored(lambda table: None)


@pytest.mark.rule("blue.special.fear")
def test_a_hero_gives_his_fear_to_the_unit_until_he_falls() -> None:
    table = touching(MEN, MEN, H=("at 24,19", hero(rules=["Fear"]))).join("H", "A")
    assert parts(played(table), 0) == {"Fear": 1}
    table = touching(MEN, MEN, H=("at 4,4", hero(rules=["Fear"])))
    assert parts(played(table), 0) == {}


@pytest.mark.rule("blue.unit_type.monstrous_infantry_rules")
def test_monstrous_infantry_has_fear() -> None:
    assert scored(lambda table: None, unit(models=3, type="monstrous infantry", health=3)) == {"Fear": 1}


@pytest.mark.rule("blue.charge.pre_engaged_flank")
def test_flanking_may_count_for_the_score() -> None:
    def flanked(table: Table) -> None:
        table.unit("A").charged = table.unit("A").flanked = (1,)

    assert scored(flanked, flanking="combat resolution") == {"charge": 1, "flanking": 1}


@pytest.mark.rule(
    "blue.terrain.hill_charge", "blue.initiative_mod.charged_downhill", "blue.combat_score.charge_downhill"
)
def test_a_charge_from_a_hill() -> None:
    lines = 'A at 24,12 form="line" | X at 24,19 face 180 form="line"'
    game = charge(field(lines, board="hill 24,12 20x6", A=MEN, X=MEN).play(dice=dice()), "A", "X")
    assert parts(game, 0) == {"charge": 1, "downhill": 1}
    assert [event.step for event in game.told(events.StepBegan)] == [7, 4]
    flat = charge(field(lines, board="hill 24,16 20x20", A=MEN, X=MEN).play(dice=dice()), "A", "X")
    assert parts(flat, 0) == {"charge": 1}


@pytest.mark.rule(
    "blue.terrain.obstacle_low_charge",
    "blue.terrain.obstacle_high_charge",
    "blue.initiative_mod.low_obstacle",
    "blue.initiative_mod.high_obstacle",
)
@pytest.mark.parametrize(("kind", "step"), [("low_obstacle", 5), ("high_obstacle", 6)])
def test_who_defends_an_obstacle_strikes_earlier(kind: str, step: int) -> None:
    lines = 'A at 24,12 form="line" | X at 24,16 face 180 form="line"'
    men = unit(models=5, base=40)
    table = field(lines, board=f"{kind} 24,14.9 20x0.2", A=men, X=unit(models=5, attacks=2))
    game = charge(table.play(dice=dice()), "A", "X")
    struck = [event for event in game.told(events.Struck) if event.unit == 1]
    assert game.told(events.ChargeReached)
    seen = [event for event in game.game.events if isinstance(event, events.StepBegan | events.Struck)]
    steps = [event.step for event in seen[: seen.index(struck[0])] if isinstance(event, events.StepBegan)]
    assert steps[-1] == step


@pytest.mark.rule("blue.terrain.difficult", "blue.initiative_mod.charged_difficult")
def test_a_charge_through_difficult_ground_costs_double_and_a_step() -> None:
    lines = 'A at 24,12 form="line" | X at 24,19 face 180 form="line"'
    table = field(lines, board="difficult 24,15 20x2", A=MEN, X=MEN)
    game = charge(table.play(dice=dice()), "A", "X")
    assert game.told(events.ChargeRolled)[0].distance == pytest.approx(7 - 0.984252 + 2.0, abs=0.001)
    assert [event.step for event in game.told(events.StepBegan)] == [4]
    sure = field(lines, board="difficult 24,15 20x2", A=unit(models=5, rules=["Sure Step"]), X=MEN)
    game = charge(sure.play(dice=dice()), "A", "X")
    assert game.told(events.ChargeRolled)[0].distance == pytest.approx(7 - 0.984252, abs=0.001)
    assert [event.step for event in game.told(events.StepBegan)] == [5, 4]


@pytest.mark.rule("blue.initiative_mod.charged_dangerous")
def test_a_charge_through_dangerous_ground_costs_two_steps_and_rolls() -> None:
    lines = 'A at 24,12 form="line" | X at 24,19 face 180 form="line"'
    game = charge(field(lines, board="dangerous 24,15 20x2", A=MEN, X=MEN).play(dice=dice()), "A", "X")
    assert [event.step for event in game.told(events.StepBegan)] == [4, 3]
    assert rolled(game, "Dangerous ground")[0].dice == "5D10"


# Tests


@pytest.mark.rule("blue.resolution.spirit_test")
@pytest.mark.parametrize(("face", "stays"), [(6, True), (5, False)])
def test_the_loser_takes_a_spirit_test(face: int, stays: bool) -> None:
    game = lost(1, Lost=face)
    assert bool(game.told(events.LoserStayed)) is stays
    assert rolled(game, "Lost the fight")[0].need == 6


@pytest.mark.rule("blue.resolution.spirit_test")
def test_every_unit_of_the_losing_side_tests() -> None:
    table = touching(
        unit(models=5, initiative=9), unit(models=5, spirit=4, attacks=0), Y=("at 10,40 face 180", unit(spirit=8))
    )
    table.lock("A", "Y")
    game = played(table, dice(**{"A Hand Weapon: to hit": 9, "A Hand Weapon: to wound": (9, 9, 9, 1, 1)}))
    # Three wounds against one point for the second unit: lost by two.
    assert [(roll.unit, roll.need) for roll in rolled(game, "Lost the fight")] == [(1, 6), (2, 9)]


@pytest.mark.rule("blue.resolution.margin_modifier")
@pytest.mark.parametrize(("margin", "need"), [(1, 6), (2, 7), (3, 7), (5, 8)])
def test_every_two_points_of_the_margin_make_the_test_harder(margin: int, need: int) -> None:
    assert rolled(lost(margin), "Lost the fight")[0].need == need


@pytest.mark.rule("blue.resolution.half_strength_modifier")
@pytest.mark.parametrize(("models", "need"), [(12, 7), (11, 8)])
def test_below_half_strength_the_test_is_harder(models: int, need: int) -> None:
    table = field(
        'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line"',
        A=unit(models=10, initiative=9),
        X=unit(models=20, attacks=0),
    ).lock("A", "X")
    own = table.unit("X")
    own.models = own.models[4 : 4 + models]
    game = played(
        table, dice(**{"A Hand Weapon: to hit": (9, 9, 1, 1, 1, 1, 1, 1, 1, 1), "A Hand Weapon: to wound": 9})
    )
    assert len(own.models) >= 9
    assert rolled(game, "Lost the fight")[0].need == need


@pytest.mark.rule("blue.resolution.pass")
def test_a_loser_that_passes_stays_and_pushes() -> None:
    table = field(
        "A at 24,20 | X at 24,22 face 180", A=unit(models=1, attacks=2, initiative=9), X=unit(models=3, attacks=0)
    )
    table.places("X", [(24, 20.984252), (24, 24.5), (25.2, 24.5)]).lock("A", "X")
    game = played(table, dice(**{"A Hand Weapon: to hit": (9, 1), "A Hand Weapon: to wound": 9, "Lost": 10}))
    assert game.unit("X").foes == (0,) or game.told(events.Parted)
    assert game.told(events.LoserStayed)
    # The model in contact is slain; the others pushed in their own step, and once more now.
    assert game.unit("X").models[0].y == pytest.approx(24.5 - 2 * 3 * CM - 3 * CM, abs=0.35)


@pytest.mark.rule("blue.resolution.pass")
def test_a_loser_that_passes_is_still_locked() -> None:
    game = lost(2, Lost=10)
    assert game.unit("X").foes == (0,)
    assert in_contact(game.battle, game.unit("A"), game.unit("X"))


@pytest.mark.rule("blue.resolution.fail_fall_back")
def test_a_loser_that_fails_falls_back() -> None:
    game = lost(1, loser=unit(models=10, attacks=0), Lost=4, Fall_back=6, Consolidation=1)
    assert not game.unit("X").fleeing
    assert not game.unit("X").foes
    assert game.told(facts.UnitFellBack)[0].inches == pytest.approx(3.0)
    assert apart(game.battle, game.unit("A"), game.unit("X")) == pytest.approx(3.0, abs=0.4)


@pytest.mark.rule("blue.resolution.fall_back_open_terrain")
def test_terrain_does_not_slow_a_unit_that_falls_back() -> None:
    table = field(
        'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line"',
        board="difficult 24,26 40x8",
        A=unit(models=10, initiative=9),
        X=unit(models=10, attacks=0),
    ).lock("A", "X")
    game = played(
        table,
        dice(**{"A Hand Weapon: to hit": (9, 1, 1, 1, 1, 1, 1, 1, 1, 1), "to wound": 9, "Lost": 4, "Fall back": 8}),
    )
    assert game.told(facts.UnitFellBack)[0].inches == pytest.approx(4.0)
    assert apart(game.battle, game.unit("A"), game.unit("X")) == pytest.approx(4.0, abs=0.5)


@pytest.mark.rule("blue.resolution.break_on_1_2")
@pytest.mark.parametrize(
    ("spirit", "face", "fate"), [(2, 2, "breaks"), (2, 3, "stays"), (6, 3, "falls back"), (6, 1, "breaks")]
)
def test_a_loser_breaks_on_a_one_or_two(spirit: int, face: int, fate: str) -> None:
    game = lost(1, loser=unit(models=10, attacks=0, spirit=spirit), Lost=face)
    assert bool(game.told(events.Broke)) is (fate == "breaks")
    assert game.unit("X").fleeing is (fate == "breaks")
    assert bool(game.told(events.LoserStayed)) is (fate == "stays")


@pytest.mark.rule("blue.resolution.break_on_1_2")
def test_where_players_agreed_the_modified_roll_decides() -> None:
    # Lost by four: -2. A 4 comes to 2.
    settings = Settings(breaks_on="modified")
    assert lost(4, settings=settings, Lost=4).told(events.Broke)
    assert not lost(4, settings=settings, Lost=5).told(events.Broke)
    assert not lost(4, Lost=4).told(events.Broke)


@pytest.mark.rule("blue.resolution.break_distance")
def test_a_broken_unit_flees_home_in_centimetres() -> None:
    before = 20.984252
    game = lost(1, Lost=1, Break=(9, 6))
    unit_ = game.unit("X")
    assert centre_of(game.battle, [unit_])[1] == pytest.approx(before + 15 * CM, abs=0.3)
    assert unit_.fleeing


# Winners


@pytest.mark.rule("blue.resolution.consolidation")
def test_the_winner_consolidates_d10_inches() -> None:
    game = lost(1, Lost=4, Fall_back=10, Consolidation=7)
    question = game.question
    assert isinstance(question, Walk)
    assert (question.topic, question.inches, question.seat) == ("consolidate", 7, 0)
    x, y = centre_of(game.battle, [game.unit("A")])
    game.answer(Walked(pose=pose_at(x, y - 7.0)))
    assert centre_of(game.battle, [game.unit("A")])[1] == pytest.approx(y - 7.0)
    assert keeps_together(game.battle, bases_of(game.battle, game.unit("A")))


def pose_at(x: float, y: float) -> Any:
    return Pose(x, y, 0.0)


@pytest.mark.rule("blue.resolution.consolidation")
def test_a_winner_whose_enemies_stay_does_not_consolidate() -> None:
    assert lost(1, Lost=10).topic != "consolidate"


@pytest.mark.rule("blue.resolution.catch_falling_back")
def test_who_catches_a_unit_that_fell_back_is_locked_with_it() -> None:
    game = lost(1, Lost=4, Fall_back=4, Consolidation=5)
    game.answer(Walked(instead="catch:1"))
    assert in_contact(game.battle, game.unit("A"), game.unit("X"))
    assert game.unit("A").foes == (1,)
    assert len(game.told(events.FightScored)) == 1


@pytest.mark.rule("blue.resolution.catch_fleeing")
def test_who_catches_a_fleeing_unit_strikes_it_down() -> None:
    halberds = unit(models=8, weapons=["Halberd"], initiative=9)
    runners = unit(models=14, attacks=0, armour=["Heavy Armour"])
    table = field('A at 24,20 form="line" | X at 24,20.984252 face 180 form="line"', A=halberds, X=runners).lock(
        "A", "X"
    )
    falls = {
        "A Halberd: to hit": (9, 1, 1, 1, 1, 1, 1, 1),
        "A Halberd: to wound": 9,
        "Lost": 1,
        "Break": (1, 2),
        "Consolidation": 9,
        "Caught": (8, 8, 1, 1, 1, 1, 1, 1),
        "Flee on": (9, 9),
    }
    game = played(table, dice(**falls))
    game.answer(Walked(instead="catch:1"))
    (saves,) = rolled(game, "Caught")
    assert (saves.dice, saves.need) == ("8D10", 8)
    assert "X lost 6 Health and 6 models (Caught)" in game.log
    assert game.unit("X").fleeing
    assert not game.unit("A").foes
    assert rolled(game, "Flee on")


@pytest.mark.rule("blue.resolution.consolidation")
def test_other_enemies_are_left_alone_unless_players_agreed() -> None:
    for fresh in (False, True):
        table = field(
            'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line" | Y at 24,16 face 180 | 1 Z at 4,4',
            Settings(fresh_enemies=fresh),
            A=unit(models=10, initiative=9),
            X=unit(models=10, attacks=0),
            Y=unit(models=3),
            Z=unit(),
        ).lock("A", "X")
        table.unit("Y").declares = False
        falls = {"A Hand Weapon: to hit": (9, *[1] * 9), "A Hand Weapon: to wound": 9, "Lost": 4, "Consolidation": 6}
        game = played(table, dice(**falls))
        question = game.question
        assert isinstance(question, Walk)
        assert ("catch:2" in [option.key for option in question.instead]) is fresh


@pytest.mark.rule("blue.resolution.score_both_sides")
def test_a_tie_has_no_loser() -> None:
    game = played(touching(MEN, MEN))
    assert game.told(events.FightScored)[0].winner is None
    assert not rolled(game, "Lost")
    assert game.unit("A").foes == (1,)


def test_units_that_do_not_touch_any_more_part() -> None:
    table = touching(unit(), unit(), gap=6.0)
    game = played(table)
    assert game.told(events.Parted)
    assert not game.unit("A").foes


def test_the_loser_is_marked_for_the_next_turn_and_only_that() -> None:
    game = lost(1, Lost=10)
    assert (game.unit("X").lost_in, game.unit("A").lost_in) == (1, 0)


# Special rules of losers


@pytest.mark.rule(
    "blue.special.unbreakable", "blue.special.animated_construct_unbreakable", "blue.special.frenzy_rules"
)
@pytest.mark.parametrize("name", ["Unbreakable", "Animated Construct", "Frenzy"])
def test_the_unbreakable_stay_without_a_die(name: str) -> None:
    game = lost(8, loser=unit(models=10, attacks=0, rules=[name]))
    assert not rolled(game, "Lost")
    assert game.unit("X").foes == (0,)
    assert game.told(events.LoserStayed)


@pytest.mark.rule("blue.special.unstable_wounds", "blue.special.unstable_unbreakable")
def test_the_unstable_crumble_by_the_margin_without_saves() -> None:
    loser = unit(models=10, attacks=0, rules=["Unstable", "Magical Save (5+)"], armour=["Heavy Armour"])
    game = lost(3, loser=loser, Magical=1)
    assert not rolled(game, "Lost")
    assert len(game.unit("X").models) == 10 - 3 - 3
    assert game.told(events.FightScored)[0].first == 3
    assert len(rolled(game, "Armour Save")) == 1


@pytest.mark.rule("blue.special.elite")
def test_the_elite_roll_a_failed_spirit_test_again() -> None:
    elite = unit(models=10, attacks=0, rules=["Elite"])
    game = lost(1, loser=elite, Lost=[2, 6])
    assert len(rolled(game, "Lost")) == 2
    assert game.told(events.LoserStayed)
    assert len(rolled(lost(1, Lost=4), "Lost")) == 1


@pytest.mark.rule("blue.special.elite")
def test_a_hero_gives_elite_to_the_unit_until_he_is_gone() -> None:
    def tested(rules: list[str]) -> int:
        table = field(
            'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line" | H at 24,22 face 180',
            A=unit(models=10, initiative=9),
            X=unit(models=10, attacks=0),
            H=hero(rules=rules, attacks=0, spirit=6, initiative=1, destiny=0),
        )
        table.lock("A", "X").join("H", "X")
        game = played(table, dice(**{"A Hand Weapon: to hit": (9, *[1] * 9), "A Hand Weapon: to wound": 9, "Lost": 4}))
        return len(rolled(game, "Lost"))

    assert tested(["Elite"]) == 2
    assert tested([]) == 1


@pytest.mark.rule("blue.special.animated_construct_unbreakable", "blue.special.animated_construct_ap")
def test_a_construct_stays_and_the_first_point_of_piercing_does_nothing_to_it() -> None:
    loser = unit(models=10, attacks=0, rules=["Animated Construct"], armour=["Heavy Armour"])
    game = lost(2, loser=loser, winner=unit(models=10, initiative=9, type="monstrous infantry", base=25))
    # Blows at AP -1 of Monstrous Infantry are saved as though they had none.
    assert rolled(game, "Armour Save")[0].need == 6
    assert not rolled(game, "Lost")
    assert game.told(events.LoserStayed)
