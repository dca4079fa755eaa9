"""The captain at the table of The Blue Age: how it sets up, what it casts, and that it thinks by means."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

import pytest

from tests.blue_age import harness
from tests.blue_age.harness import draw, unit
from tests.players.captains import always_answers_legally_and_says_why
from warhost.dice import Chance
from warhost.play import Ask, Choose, Chosen, Option, Setup, Walk, Walked, passes
from warhost.play.questions import Act, Odds
from warhost.play.script import Refused
from warhost.players import start
from warhost.players.captain import Captain
from warhost.players.captain.acting.walks import drafted
from warhost.players.captain.judging.overview import Overview
from warhost.rulesets.blue_age.ruleset import RULESET
from warhost.rulesets.blue_age.thinks import combat_odds
from warhost.rulesets.blue_age.thinks.counsel import BlueCounsel

HOLD, BREAK = "hold the ground", "break the line"


def a_setup(scenario: str, one: str = "Tidewardens", other: str = "Ashmoot Clans") -> Setup:
    return Setup(ruleset="blue", armies=(one, other), map="", options={"scenario": scenario})


def played_until(setup: Setup, turn: int, seed: str = "set up") -> Any:
    """The battle of two captains at the beginning of a turn."""
    game = start(RULESET, setup, seed)
    players = [Captain(Chance("0")), Captain(Chance("1"))]
    while not game.over and game.battle.turn < turn:
        ask = game.asked
        game.answer(players[ask.question.seat].decide(ask, game.battle, RULESET).answer, ask.question.seat)
    return game.battle


@pytest.fixture(scope="module", params=[HOLD, BREAK])
def deployed(request: pytest.FixtureRequest) -> Any:
    return played_until(a_setup(request.param), 1)


def test_every_hero_is_set_up_with_a_unit(deployed: Any) -> None:
    heroes = [unit for unit in deployed.units if deployed.entry(unit).hero]
    assert heroes
    assert all(hero.host is not None for hero in heroes)


def test_fighters_lead_those_who_keep_pace_with_them(deployed: Any) -> None:
    for hero in deployed.units:
        if deployed.entry(hero).hero and not deployed.entry(hero).magic:
            assert deployed.entry(deployed.units[hero.host]).type == "infantry"


def test_units_stand_towards_the_enemy_whichever_edge_is_theirs(deployed: Any) -> None:
    centre = deployed.scene.board.centre
    for seat in range(2):
        corners = deployed.zones[deployed.homes[seat]].corners
        axis = 0 if len({x for x, _ in corners if x in (0.0, deployed.scene.board.width)}) == 1 else 1
        own = [unit.pose for unit in deployed.units if unit.seat == seat and unit.pose is not None]
        away = [abs((pose.x, pose.y)[axis] - centre[axis]) for pose in own]
        assert sum(away) / len(away) < 18.0


def test_in_the_enemy_zone_each_unit_counts_once() -> None:
    battle = played_until(a_setup(BREAK), 1)
    counsel = BlueCounsel(battle, 0)
    assert {counsel.weight(unit) for unit in counsel.own} == {1}
    assert len(counsel.goals()) == 3


def test_a_unit_with_a_bowman_among_its_heroes_is_no_shooter(deployed: Any) -> None:
    counsel = BlueCounsel(deployed, 0)
    marshal = next(unit for unit in deployed.units if unit.name == "Harbour Marshal")
    assert counsel.range(deployed.units[marshal.host]) == 0.0


def test_who_would_stay_does_not_dash(deployed: Any) -> None:
    counsel = BlueCounsel(deployed, 0)
    unit = next(unit for unit in counsel.own if unit.name == "Harbour Spears")
    dash = Option("dash", "Dash")
    assert sum(term[0] for term in counsel.instead(unit, dash, 0.0)) < 0.0
    assert list(counsel.instead(unit, dash, counsel.stride(unit))) == list(counsel.deed(unit, dash))


@pytest.fixture(scope="module")
def watched() -> list[tuple[Ask, Any, Any]]:
    """The questions of four turns of two captains, with the battle as it was and the answers."""
    game = start(RULESET, a_setup(HOLD, "Ashmoot Clans", "Greenfold Kin"), "watched")
    players = [Captain(Chance("0")), Captain(Chance("1"))]
    found = []
    while not game.over and game.battle.turn < 5:
        ask = game.asked
        decision = players[ask.question.seat].decide(ask, game.battle, RULESET)
        refused = [answer for answer in _full_walks(ask, game.battle) if not passes(ask.check, answer)]
        found.append((ask, refused, decision.answer))
        game.answer(decision.answer, ask.question.seat)
    return found


def test_a_shooter_in_range_does_not_dash() -> None:
    counsel = BlueCounsel(played_until(a_setup(HOLD, "Greenfold Kin"), 1), 0)
    archers = next(unit for unit in counsel.own if unit.name == "Greenfold Archers")
    assert sum(score for score, _, _ in counsel.deed(archers, Option("dash", "Dash"))) < 0.0


def _full_walks(ask: Ask, battle: Any) -> list[Walked]:
    question = ask.question
    if not isinstance(question, Walk) or question.topic != "walk":
        return []
    here = Overview(BlueCounsel(battle, question.seat))
    unit = here.counsel.unit(question.unit)
    drafts = drafted(here, ask, unit, here.rects[unit.id], question)
    return [answer for answer, end in drafts if hypot(end.x - here.rects[unit.id].x, end.y - here.rects[unit.id].y)]


@pytest.mark.slow
def test_it_thinks_of_no_walk_that_is_a_hair_too_long(watched: list[tuple[Ask, Any, Any]]) -> None:
    for ask, refused, _ in watched:
        for answer in refused:
            with pytest.raises(Refused) as told:
                ask.check(answer)
            assert "would move" not in str(told.value)


@pytest.mark.slow
def test_whoever_dashed_goes_on(watched: list[tuple[Ask, Any, Any]]) -> None:
    answers = [answer for ask, _, answer in watched if isinstance(ask.question, Walk)]
    dashed = [after for before, after in pairwise(answers) if isinstance(before, Walked) and before.instead == "dash"]
    assert dashed
    assert sum(answer.goes for answer in dashed) > 0.8 * len(dashed)


def dispelling(counsel: BlueCounsel, spell: str, target: Any, pool: int = 3) -> dict[str, float]:
    """What the captain thinks of each number of dice against a spell of the enemy, each with its chance."""
    caster = next(unit for unit in counsel.battle.units if unit.name == "Ember Shaman")
    options = [
        Option(f"9:{dice}", f"{dice}", (Odds("dispels it", chance, telling=True),))
        for dice, chance in zip(range(1, pool + 1), (0.5, 0.75, 0.88, 0.94), strict=False)
    ]
    question = Choose(
        seat=0,
        topic="dispel",
        text="",
        about=spell,
        act=Act(caster.id, (target.id,)),
        options=(*options, Option("pass", "", passes=True)),
    )
    return {one.key: sum(term[0] for term in counsel.choice(question, one)) for one in question.options}


def test_few_dice_go_against_a_spell_that_does_little() -> None:
    battle = played_until(a_setup(HOLD), 1)
    battle.phase, battle.pools = "shooting", (3, 3)
    counsel = BlueCounsel(battle, 0)
    spears = next(unit for unit in counsel.own if unit.name == "Harbour Spears")
    known = dispelling(counsel, "Arc Bolt", spears)
    assert max(known, key=known.__getitem__) in ("9:1", "9:2")
    hurt = dispelling(counsel, "Smoke Veil", spears)
    assert max(hurt, key=hurt.__getitem__) == "pass"


def test_whoever_charges_two_has_two_against_him(deployed: Any) -> None:
    counsel = BlueCounsel(deployed, 0)
    own = {unit.name: unit for unit in deployed.units}
    charger, one, other = own["Harbour Spears"], own["Clan Axes"], own["Great Axes"]
    alone, both = counsel.against([charger], [one]), counsel.against([charger], [one, other])
    assert both.value < alone.value
    single = Option(f"{charger.id}>{one.id}", "", unit=charger.id, target=one.id)
    assert not list(counsel.besides(single))


def test_charges_of_the_same_turn_count_after_a_move_but_not_after_a_fight() -> None:
    counsel = BlueCounsel(played_until(a_setup(HOLD), 1), 0)
    walk = Walk(seat=0, topic="walk", text="", unit=0, inches=6.0, cohesion=2.0, gap=0.0, formations=())
    assert counsel.acts_now(walk)
    assert not counsel.acts_now(
        Walk(**{**{f: getattr(walk, f) for f in walk.__struct_fields__}, "topic": "consolidate"})
    )


@pytest.mark.parametrize("scenario", [HOLD, pytest.param(BREAK, marks=pytest.mark.slow)])
def test_it_never_asks_for_the_exact_odds_of_a_fight(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the exact odds of a fight are too slow to think with")

    monkeypatch.setattr(combat_odds, "prospect", asked)
    assert played_until(a_setup(scenario), 5).turn == 5


@pytest.mark.slow
def test_every_answer_is_legal_and_comes_with_reasons() -> None:
    always_answers_legally_and_says_why(a_setup(HOLD, "Greenfold Kin", "Hollow Court"))


def a_death(destiny: int) -> Any:
    """A Hero far from every objective is asked about a Death Save."""
    base = 25 / 25.4
    table = draw(
        f'phase="combat" | A at 6,6 | X at 6,{6 + base} face 180 | B at 40,4 | Y at 40,40 face 180',
        A=unit(attacks=5, initiative=9),
        X=harness.hero(attacks=0, health=1, destiny=destiny),
        B=unit(),
        Y=unit(),
    ).lock("A", "X")
    return table.play(dice={"to hit": 9, "to wound": 9, "": 5})


@pytest.mark.parametrize("destiny", [1, 3])
def test_a_hero_who_would_die_spends_his_destiny_wherever_he_stands(destiny: int) -> None:
    game = a_death(destiny)
    assert (game.topic, game.question.rules) == ("destiny", ("blue.destiny.death_save",))
    chosen = Captain(Chance("0")).decide(game.game.asked, game.battle, RULESET).answer
    assert chosen == Chosen("spend")


@pytest.mark.parametrize(("points", "spent"), [(1, False), (2, True)])
def test_the_last_point_of_destiny_is_not_spent_on_dice(points: int, spent: bool) -> None:
    battle = draw("A at 6,6 | X at 40,40 face 180", A=harness.hero(destiny=points, points=60), X=unit()).battle
    counsel = BlueCounsel(battle, 0)
    question = Choose(seat=0, topic="destiny", text="", rules=("blue.destiny.reroll_wounds",), options=())
    spend, keep = (
        sum(score for score, _, _ in counsel.destined(question, Option(key, "", unit=0, passes=key == "pass")))
        for key in ("spend", "pass")
    )
    assert (spend > keep) is spent


@pytest.mark.parametrize(("y", "chance"), [(46.5, 1.0), (42.5, 0.6), (30.0, 0.0)])
def test_it_knows_how_likely_a_flight_leaves_the_table(y: float, chance: float) -> None:
    # X runs from A to the far edge: 2D5 is more than 5" in 15 of 25 throws.
    table = draw(f"A at 24,{y - 8} | X at 24,{y} face 180", A=unit(), X=unit())
    counsel = BlueCounsel(table.battle, 1)
    assert counsel.flees_off(table.unit("X"), table.unit("A")) == pytest.approx(chance)
    assert counsel.flees_off(table.unit("A"), table.unit("X")) == 0.0 or y > 46


def test_a_charge_without_a_way_is_worth_nothing() -> None:
    walls = "48x48 impassable 24,22 6x0.5 impassable 24,26 6x0.5 impassable 21,24 0.5x4 impassable 27,24 0.5x4"
    for board, barred in (("48x48", False), (walls, True)):
        table = draw(f'phase="combat" | {board} | A at 24,18 | X at 24,24 face 180', A=unit(), X=unit())
        terms = list(BlueCounsel(table.battle, 0).besides(Option("0>1", "", unit=0, target=1)))
        assert any(score < -0.5 for score, _, _ in terms) is barred


def test_an_empty_building_is_not_worth_a_shot() -> None:
    machine = unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60, health=3)
    table = draw(
        'phase="shooting" | 48x48 light_building 24,26 6x6 | A at 24,10 | X at 2,46 face 180', A=machine, X=unit()
    )
    game = table.play()
    assert game.keys == ["0>section:0", "pass"]
    assert Captain(Chance("0")).decide(game.game.asked, game.battle, RULESET).answer == Chosen("pass")
