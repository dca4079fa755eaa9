"""Solo & Co-Op Rules: preparation, deployment, reserves, the challenge bonus, whole battles."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import Literal

import pytest

from tests.regiments.fights import needs, volley
from tests.regiments.harness import Table, carried_out, draw, happen, models, regiment
from tests.regiments.solo import SEEDS, Activation, Always, at, carried_on, decide, on, rows
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.field.ground.placing import Ground
from warhost.play import Chosen, Game, Placed, Setup, luck_of
from warhost.players import named_player, play_match
from warhost.players.solo import draw_armies
from warhost.players.solo.regiments import RegimentsAutomaton
from warhost.players.solo.regiments.deploying import first_to_deploy, roll_sections, split, squares
from warhost.rulesets.regiments.chapters.deployment import markers, setup, solo
from warhost.rulesets.regiments.chapters.deployment.ground import set_down
from warhost.rulesets.regiments.chapters.deployment.reserves import go_on, set_aside
from warhost.rulesets.regiments.chapters.missions.attack_defend import move_marker
from warhost.rulesets.regiments.chapters.missions.places import place_own
from warhost.rulesets.regiments.core import Battle, Marker, Settings, events, piece_of
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Feature, Pose, distance_to_point, overlaps, strip

SMALL = regiment(size=5, weapons=["Sword (A1)"])
MONSTER = regiment(size=1, base=(2.0, 2.0), weapons=["Claws (A4)"], rules=["Tough(6)"])


@pytest.mark.rule("aofr.ai.armies")
def test_lists_are_drawn_at_random_first_for_the_army_without_a_player() -> None:
    lists = ("a", "b", "c", "d")
    drawn = [draw_armies(lists, Chance(seed)) for seed in range(400)]
    assert all(own != theirs for own, theirs in drawn)
    first = Counter(own for own, _ in drawn)
    assert set(first) == set(lists)
    assert min(first.values()) > 70
    assert {theirs for own, theirs in drawn if own == "a"} == {"b", "c", "d"}
    with pytest.raises(WarhostError, match="at least 3 lists"):
        draw_armies(("a", "b"), Chance(0))
    assert sorted(draw_armies(lists[:3], Chance(0), players=2)) == ["a", "b", "c"]
    with pytest.raises(WarhostError, match="at least 4 lists"):
        draw_armies(lists[:3], Chance(0), players=3)


def marker_asked(seed: int, *lying: tuple[float, float]) -> tuple[Pose, list[str]]:
    """Where a marker is put beside those that lie there, and by which rows."""
    table = draw("A at 36,4 | Foe at 36,44 face 180", A=SMALL, Foe=SMALL).having(markers=at(*lying))
    play = happen(table, lambda battle: markers.place_one(battle, 0, markers.common()))
    decision = decide(play, seed)
    assert isinstance(decision.answer, Placed)
    play.answer(decision.answer)
    return decision.answer.pose, rows(decision)


@pytest.mark.rule("aofr.ai.objective_setup")
def test_a_marker_goes_to_the_centre_of_one_of_six_squares() -> None:
    assert squares((0.0, 12.0, 72.0, 36.0)) == [(12, 18), (36, 18), (60, 18), (12, 30), (36, 30), (60, 30)]
    assert squares((30.0, 0.0, 42.0, 48.0)) == [(33, 8), (39, 8), (33, 24), (39, 24), (33, 40), (39, 40)]
    assert squares((0.0, 30.0, 18.0, 42.0)) == [(3, 33), (9, 33), (15, 33), (3, 39), (9, 39), (15, 39)]
    found = Counter((pose.x, pose.y) for pose, _ in (marker_asked(seed) for seed in range(120)))
    assert set(found) == set(squares((0.0, 12.0, 72.0, 36.0)))
    assert min(found.values()) > 8


@pytest.mark.rule("aofr.ai.objective_fallback")
def test_a_marker_that_may_not_lie_there_is_moved_towards_another_square_just_far_enough() -> None:
    asked = [marker_asked(seed, (12.0, 24.0)) for seed in range(120)]
    moved = [pose for pose, why in asked if why == ["objective_fallback"]]
    assert moved
    for pose in moved:
        assert 9.0 < hypot(pose.x - 12.0, pose.y - 24.0) < 9.35
        assert any(
            abs((pose.x - 12.0) * (cy - y) - (pose.y - y) * (cx - 12.0)) < 1e-6
            for y in (18.0, 30.0)
            for cx, cy in squares((0.0, 12.0, 72.0, 36.0))
            if (cx, cy) != (12.0, y)
        )


@pytest.mark.rule("aofr.ai.deploy_groups")
def test_units_are_split_at_random_into_three_groups_as_equal_as_can_be() -> None:
    assert sorted(len(group) for group in split(range(8), Chance(0))) == [2, 3, 3]
    assert sorted(len(group) for group in split(range(9), Chance(0))) == [3, 3, 3]
    assert sorted(len(group) for group in split(range(4), Chance(0))) == [1, 1, 2]
    assert {unit for group in split(range(8), Chance(1)) for unit in group} == set(range(8))
    assert len({str(split(range(8), Chance(seed))) for seed in SEEDS}) > 30


@pytest.mark.rule("aofr.ai.deploy_sections")
def test_every_group_has_a_section_by_d3_but_never_all_the_same() -> None:
    rolled = [tuple(roll_sections(Chance(seed))) for seed in range(400)]
    assert all(len(set(sections)) > 1 for sections in rolled)
    assert len(set(rolled)) == 24
    assert (2, 2, 1) in rolled


@pytest.mark.rule("aofr.ai.deploy_groups", "aofr.ai.deploy_sections")
def test_the_sections_of_its_own_units_are_rolled_once_for_all() -> None:
    table = preparing({name: [] for name in "ABCDEF"}, {"X": [], "Y": [], "Z": []})
    own = [unit for unit in table.battle.units if unit.seat == 0]
    for seed in range(6):
        automaton = RegimentsAutomaton(Chance(seed))
        sections = [automaton.section(table.battle, unit) for unit in own]
        assert sections == [automaton.section(table.battle, unit) for unit in own]
        assert set(Counter(sections).values()) <= {2, 4}
        assert len(set(sections)) > 1


ZONE = Ground(rule="aofr.deploy.zone", parts=(strip(0.0, 0.0, 72.0, 12.0),))


def deployed(table: Table, name: str, section: int) -> Activation:
    """The unit is set down in its zone by an army without a player whose group has that section."""
    unit = table.unit(name)
    unit.pose = None
    play = happen(table, lambda battle: set_down(battle, battle.units[unit.id], ZONE, "deploy", "Where?"))
    automaton = RegimentsAutomaton(Chance(0))
    automaton.sections = {unit.id: section}
    decision = automaton.decide(play.game.asked, play.battle)
    assert decision is not None
    play.answer(decision.answer)
    done = Activation(play, unit.seat)
    done.answered.append(("deploy", decision))
    return done


@pytest.mark.rule("aofr.ai.deploy_place")
def test_units_are_deployed_in_their_section_as_near_as_possible_to_the_nearest_objective() -> None:
    table = draw("Mine at 36,4 | Foe at 36,44 face 180", Mine=MONSTER, Foe=SMALL).having(markers=at((30.0, 20.0)))
    done = deployed(table, "Mine", 2)
    assert done.to("deploy").sentence == "Mine is placed in section 2, as close to an objective as possible."
    assert done.place("Mine")[1] == pytest.approx(11.0, abs=0.1)
    assert distance_to_point(done.play.footprint("Mine"), 30.0, 20.0) == pytest.approx(8.0, abs=0.1)
    assert rows(done.to("deploy")) == ["deploy_place", "deploy_sections"]
    x, y = deployed(table, "Mine", 1).place("Mine")
    assert (x, y) == pytest.approx((24.0, 11.0), abs=0.2)
    assert deployed(table, "Mine", 3).place("Mine")[0] == pytest.approx(48.0, abs=0.2)


@pytest.mark.rule("aofr.ai.deploy_terrain")
def test_units_are_not_deployed_in_bad_ground_unless_they_stride_or_fly() -> None:
    for kind, rule, inside in (
        ("swamp", "Slow", False),
        ("lava", "Slow", False),
        ("swamp", "Flying", True),
        ("swamp", "Strider", True),
        ("lava", "Strider", True),
        ("cover", "Slow", True),
    ):
        piece, elsewhere = Feature(kind, 36.0, 9.0, 8.0, 6.0), Feature("cover", 4.0, 40.0, 4.0, 4.0)
        mine = regiment(size=1, base=(2.0, 2.0), rules=["Tough(6)", rule])
        table = on("Mine at 60,4 | Foe at 36,44 face 180", piece, elsewhere, Mine=mine, Foe=SMALL)
        done = deployed(table.having(markers=at((36.0, 20.0))), "Mine", 2)
        assert overlaps(done.play.footprint("Mine"), piece_of(piece).shape) == inside


@pytest.mark.rule("aofr.ai.deploy_place", "aofr.ai.deploy_terrain")
def test_where_all_ground_is_bad_a_unit_is_still_deployed_as_near_as_possible() -> None:
    swamp = Feature("swamp", 36.0, 6.0, 72.0, 12.0)
    for x in (28.3, 30.9, 33.1, 41.7):
        table = on("Mine at 60,4 | Foe at 36,44 face 180", swamp, Mine=regiment(size=1), Foe=SMALL)
        done = deployed(table.having(markers=at((x, 15.0))), "Mine", 2)
        assert distance_to_point(done.play.footprint("Mine"), x, 15.0) == pytest.approx(3.0, abs=0.1)


@pytest.mark.rule("aofr.ai.deploy_place")
def test_units_are_deployed_on_that_side_of_an_obstacle_that_is_nearer() -> None:
    wall = Feature("building", 36.0, 6.0, 2.0, 12.0)
    for x in (30.0, 42.0):
        table = on("Mine at 60,4 | Foe at 36,44 face 180", wall, Mine=MONSTER, Foe=SMALL)
        placed = deployed(table.having(markers=at((x, 16.0))), "Mine", 2).place("Mine")
        assert placed == pytest.approx((x, 11.0), abs=1.1)


@pytest.mark.rule("aofr.ai.deploy_place")
def test_without_objectives_units_are_deployed_near_to_the_middle_of_the_table() -> None:
    table = draw("Mine at 36,4 | Foe at 36,44 face 180", Mine=MONSTER, Foe=SMALL).having(markers=())
    assert deployed(table, "Mine", 1).place("Mine") == pytest.approx((24.0, 11.0), abs=0.2)
    assert deployed(table, "Mine", 3).place("Mine") == pytest.approx((48.0, 11.0), abs=0.2)


@pytest.mark.rule("aofr.ai.deploy_place", "aofr.ai.deploy_sections")
@pytest.mark.parametrize(("section", "walled", "there"), [(2, (36.0,), 3), (3, (60.0,), 1), (2, (36.0, 60.0), 1)])
def test_without_room_in_its_section_a_unit_goes_to_the_next(
    section: int, walled: tuple[float, ...], there: int
) -> None:
    """AOFR-R638."""
    walls = [Feature("building", x, 6.0, 23.9, 12.0) for x in walled]
    table = on("Mine at 36,4 | Foe at 36,44 face 180", *walls, Mine=MONSTER, Foe=SMALL)
    done = deployed(table.having(markers=at((36.0, 24.0))), "Mine", section)
    assert int(done.place("Mine")[0] // 24) + 1 == there
    assert f"in section {there}, as section {section} has no room" in done.to("deploy").sentence


@pytest.mark.rule("aofr.ai.entrenched_deploy")
def test_entrenched_units_are_deployed_high_up_with_a_wide_view_wherever_the_objectives_are() -> None:
    hill = Feature("hill", 28.0, 4.0, 6.0, 6.0)
    dug_in = regiment(size=1, weapons=['Gun (24", A1)'], rules=["Entrenched"])
    line = "Mine at 60,4 | Foe at 36,44 face 180"
    bushes = Feature("cover", 28.0, 4.0, 6.0, 6.0)
    table = on(line, hill, bushes, Mine=dug_in, Foe=SMALL).having(markers=at((44.0, 20.0)))
    done = deployed(table, "Mine", 2)
    assert distance_to_point(piece_of(hill).shape, *done.place("Mine")) == 0.0
    assert rows(done.to("deploy"))[0] == "entrenched_deploy"
    assert done.to("deploy").sentence.endswith("as high and with as wide a view as possible.")
    wall = Feature("building", 32.0, 15.0, 16.0, 2.0)
    blind = on(line, wall, Mine=dug_in, Foe=SMALL).having(markers=at((30.0, 20.0)))
    assert deployed(blind, "Mine", 2).place("Mine")[0] > 40.0


@pytest.mark.rule("aofr.ai.entrenched_deploy")
def test_a_unit_of_which_only_some_are_entrenched_is_deployed_like_others() -> None:
    mixed = regiment(groups=[models(3), models(2, rules=["Entrenched"])])
    hill = Feature("hill", 28.0, 4.0, 6.0, 6.0)
    table = on("Mine at 60,4 | Foe at 36,44 face 180", hill, Mine=mixed, Foe=SMALL).having(markers=at((44.0, 20.0)))
    assert rows(deployed(table, "Mine", 2).to("deploy"))[0] == "deploy_place"


def preparing(own: dict[str, list[str]], theirs: dict[str, list[str]], settings: Settings | None = None) -> Table:
    """Two armies that are about to be deployed: for each unit its special rules."""
    units = {**own, **theirs}
    line = " | ".join(
        f"{name} at {6 + 7 * number},{6 if name in own else 42} face {0 if name in own else 180}"
        for number, name in enumerate(units)
    )
    made = {name: regiment(size=1, rules=["Tough(3)", *rules]) for name, rules in units.items()}
    table = draw(line, settings, **made)
    for unit in table.battle.units:
        unit.pose = None
    return table.having(stage="set aside", phase="setup", turn=0, markers=at((36.0, 24.0)))


def deployment(table: Table, until_turn: int = 1, seed: int = 0) -> tuple[list[str], Battle]:
    """Who was deployed or arrived, in that order, both armies without a player, until a round has begun."""
    automata = [RegimentsAutomaton(Chance(f"{seed} {seat}")) for seat in (0, 1)]
    game = Game(RULESET, table.battle, luck_of(Chance(seed)))
    while game.battle.turn < until_turn or game.battle.stage != "activate":
        decision = automata[game.asked.question.seat].decide(game.asked, game.battle)
        assert decision is not None
        game.answer(decision.answer)
    names = [unit.name for unit in game.battle.units]
    placed = [e.unit for e in game.events if isinstance(e, events.UnitDeployed | events.UnitArrived)]
    battle = game.battle
    assert isinstance(battle, Battle)
    return [names[number] for number in dict.fromkeys(placed)], battle


@pytest.mark.rule("aofr.ai.deploy_order", "aofr.ai.scout")
def test_scouts_are_deployed_after_all_others_and_ambushers_not_at_all() -> None:
    own = {"Scouts": ["Scout"], "A": [], "B": [], "C": [], "D": [], "Hidden": ["Ambush"]}
    orders = set()
    for seed in range(8):
        placed, _ = deployment(preparing(own, {"X": [], "Y": []}), seed=seed)
        assert placed[-1] == "Scouts"
        assert "Hidden" not in placed
        orders.add(tuple(name for name in placed if name in "ABCD"))
    assert len(orders) > 3


@pytest.mark.rule("aofr.ai.scout")
def test_scouts_then_go_up_to_12_inches_towards_the_nearest_objective() -> None:
    table = preparing({"Scouts": ["Scout"]}, {"X": []}).having(markers=at((36.0, 36.0)))
    _, battle = deployment(table)
    pose = battle.units[0].pose
    assert pose is not None
    assert 20.0 < pose.y <= 24.0


@pytest.mark.rule("aofr.ai.scout", "aofr.ai.deploy_terrain")
@pytest.mark.parametrize(("size", "inside"), [(10.0, False), (44.0, True)])
def test_scouts_do_not_go_on_into_bad_ground_unless_there_is_no_other(size: float, inside: bool) -> None:
    swamp = Feature("swamp", 36.0, 24.0, size, size)
    table = on("Scouts at 36,10 | Foe at 4,46 face 180", swamp, Scouts=MONSTER, Foe=SMALL).having(
        markers=at((36.0, 24.0))
    )
    done = carried_on(table, lambda battle: go_on(battle, battle.units[0]), 0)
    place = done.play.footprint("Scouts")
    assert overlaps(place, piece_of(swamp).shape) == inside
    assert place.y > 16.5


@pytest.mark.rule("aofr.ai.ambush", "aofr.ai.scout")
@pytest.mark.parametrize(
    ("rules", "row"), [(["Ambush"], "ambush"), (["Scout"], "scout"), (["Scout", "Ambush"], "ambush")]
)
def test_who_may_be_set_aside_is_by_its_own_rule(rules: list[str], row: str) -> None:
    table = preparing({"Mine": rules}, {"X": []})
    decision = decide(happen(table, set_aside))
    assert decision.answer == Chosen(row)
    assert rows(decision) == [row, "deploy_order"]


@pytest.mark.rule("aofr.ai.scout")
def test_scouts_go_on_to_that_objective_that_is_nearest() -> None:
    table = draw("Scouts at 36,10 | Foe at 4,46 face 180", Scouts=MONSTER, Foe=SMALL)
    table.having(markers=at((44.0, 18.0), (6.0, 40.0)))
    done = carried_on(table, lambda battle: go_on(battle, battle.units[0]), 0)
    assert distance_to_point(done.play.footprint("Scouts"), 44.0, 18.0) < 0.1


@pytest.mark.rule("aofr.ai.ambush")
def test_ambushers_always_come_at_the_start_of_round_2() -> None:
    own = {"A": [], "Hidden": ["Ambush"], "Hiding": ["Ambush"]}
    table = preparing(own, {"X": []})
    placed, battle = deployment(table)
    assert "Hidden" not in placed
    assert battle.units[1].pose is None
    placed, battle = deployment(preparing(own, {"X": []}), until_turn=2)
    assert {"Hidden", "Hiding"} <= set(placed)
    assert battle.turn == 2
    assert battle.units[1].arrived == battle.units[2].arrived == 2


@pytest.mark.rule("aofr.ai.deploy_players_first")
@pytest.mark.parametrize("automatic", [0, 1])
def test_the_player_deploys_its_whole_army_first(automatic: Literal[0, 1]) -> None:
    table = preparing({"A": [], "B": [], "C": []}, {"X": [], "Y": []}, Settings(solo=automatic))
    placed, _ = deployment(table)
    last_first = {"A", "B", "C"} if automatic == 1 else {"X", "Y"}
    assert set(placed[: len(last_first)]) == last_first


@pytest.mark.rule("aofr.ai.deploy_players_first", "aofr.ai.scout")
@pytest.mark.parametrize("automatic", [0, 1])
def test_the_player_deploys_all_its_scouts_first(automatic: Literal[0, 1]) -> None:
    scouts = {"A": ["Scout"], "B": ["Scout"]}, {"X": ["Scout"], "Y": ["Scout"]}
    placed, _ = deployment(preparing(*scouts, Settings(solo=automatic)))
    assert set(placed[:2]) == set(scouts[1 - automatic])


@pytest.mark.rule("aofr.ai.deploy_players_first")
def test_the_player_gets_a_zone_at_random() -> None:
    zones = set()
    for face in (1, 2):
        table = preparing({"A": []}, {"X": []}, Settings(solo=1)).having(stage="roll off", style="front_line")
        play = happen(table, setup.deployment_roll_off, {"zone": face, "": [6, 1]})
        assert play.game.over
        zones.add(play.battle.edges)
    assert zones == {("south", "north"), ("north", "south")}


@pytest.mark.rule("aofr.ai.deploy_order", "aofr.ai.transport_load")
def test_transports_are_deployed_before_those_who_could_go_inside() -> None:
    wagon = regiment(size=1, base=(2.0, 4.0), rules=["Transport(11)", "Tough(6)"])
    table = draw(
        "A at 12,6 | Wagon at 30,6 | B at 40,6 | Foe at 36,44 face 180", A=SMALL, Wagon=wagon, B=SMALL, Foe=SMALL
    )
    own = table.battle.units[:3]
    assert [unit.name for unit in first_to_deploy(table.battle, own)] == ["Wagon"]
    assert [unit.name for unit in first_to_deploy(table.battle, [own[0], own[2]])] == ["A", "B"]


@pytest.mark.rule("aofr.ai.transport_load")
def test_a_transport_is_filled_with_units_at_random_that_fit() -> None:
    wagon = regiment(size=1, base=(2.0, 4.0), rules=["Transport(11)", "Tough(6)"])
    loads = set()
    for seed in SEEDS[:15]:
        table = draw(
            "Wagon at 12,6 | Ten at 30,6 | Five at 40,6 | Foe at 36,44 face 180",
            Wagon=wagon,
            Ten=regiment(size=10),
            Five=SMALL,
            Foe=SMALL,
        )
        for unit in table.battle.units:
            unit.pose = None
        table.having(stage="set aside", phase="setup", turn=0, markers=at((36.0, 24.0)))
        _, battle = deployment(table, seed=seed)
        loads.add(tuple(unit.name for unit in battle.units if unit.inside is not None))
    assert loads == {("Ten",), ("Five",)}


def bonus(own: int, theirs: int, *, challenge: bool = True) -> Table:
    """A battle against the second army, which holds so many markers, the first so many; the bonus is settled."""
    bows = regiment(size=5, weapons=['Bow (24", A1)', "Sword (A1)"])
    table = draw(
        "Bows at 36,10 | Mark at 36,20 face 180",
        Settings(solo=1, challenge=challenge),
        Bows=bows,
        Mark=bows,
    )
    table.having(markers=at((6.0, 24.0), owner=1) * own + at((60.0, 24.0), owner=0) * theirs)
    carried_out(solo.challenge(table.battle))
    return table


def hit_and_block(table: Table) -> tuple[list[int | None], list[int | None]]:
    """What Mark's shots need to hit, and what it needs to block."""
    out = volley(table, "Mark", "Bows", Always(6))
    back = volley(table, "Bows", "Mark", Always(6))
    return needs(out, "to hit"), needs(back, "to block")


@pytest.mark.rule("aofr.ai.challenge_equal")
@pytest.mark.parametrize(("own", "theirs"), [(2, 2), (0, 0)])
def test_with_as_many_markers_the_army_without_a_player_hits_better(own: int, theirs: int) -> None:
    assert hit_and_block(bonus(own, theirs)) == ([3], [4])


@pytest.mark.rule("aofr.ai.challenge_behind")
def test_with_fewer_markers_it_also_blocks_better_and_with_more_it_has_no_bonus() -> None:
    assert hit_and_block(bonus(1, 2)) == ([3], [3])
    assert hit_and_block(bonus(3, 2)) == ([4], [4])
    assert hit_and_block(bonus(1, 2, challenge=False)) == ([4], [4])


@pytest.mark.rule("aofr.ai.challenge_equal", "aofr.ai.challenge_behind")
def test_the_challenge_bonus_is_settled_at_a_rounds_start_and_ends_with_the_round() -> None:
    table = bonus(1, 2).having(stage="end of round")
    assert table.unit("Mark").effects
    play = table.play(Always())
    play.until(turn=2)
    (told,) = play.told(events.ChallengeBonus)
    assert told.seat == 1
    assert len(play.unit("Mark").effects) == 1
    assert not play.unit("Bows").effects


@pytest.mark.rule("aofr.ai.mode")
def test_an_army_without_a_player_answers_every_question_by_its_rules() -> None:
    game = Game(
        RULESET,
        RULESET.set_up(
            Setup(ruleset="aofr", armies=("League of Nine Bridges 1000", "Tallgrass Horde 1000"), map="open")
        ),
        luck_of(Chance("solo")),
    )
    automata = [RegimentsAutomaton(Chance(seat)) for seat in (0, 1)]
    while not game.over:
        ask = game.asked
        decision = automata[ask.question.seat].decide(ask, game.battle)
        assert decision is not None, ask.question.text
        assert decision.sentence
        assert decision.reasons
        assert all(reason.rule.startswith("aofr.ai.") for reason in decision.reasons), decision
        game.answer(decision.answer)


def test_solo_plays_the_same_battle_with_the_same_seed() -> None:
    plan = Setup(ruleset="aofr", armies=("Burrowfolk Swarm 750", "Unburied Host 750"), map="open")
    results = [play_match(RULESET, plan, ("solo", "solo"), "seed")[0] for _ in range(2)]
    assert results[0] == results[1]


@pytest.mark.slow
def test_solo_scores_on_whatever_mission_it_plays() -> None:
    for mission in ("breakthrough", "vip_escort", "rescue"):
        plan = Setup(
            ruleset="aofr",
            armies=("Burrowfolk Swarm 750", "Unburied Host 750"),
            map="open",
            options={"mission": mission},
        )
        assert play_match(RULESET, plan, ("solo", "random"), "seed")[0].decisions > 20


def test_the_player_solo_can_be_named() -> None:
    assert named_player("solo", 0, Chance(0)).name == "solo"


def test_a_marker_of_its_own_is_placed_by_the_same_rules() -> None:
    table = draw("A at 36,4 | Foe at 36,44 face 180", A=SMALL, Foe=SMALL).having(mission="sabotage", markers=())
    done = carried_on(table, place_own, 0)
    assert len(done.play.battle.markers) == 2


@pytest.mark.rule("aofr.ai.mode")
@pytest.mark.parametrize(
    ("edge", "x", "y"),
    [("south", None, 36.0), ("north", None, 12.0), ("west", 42.0, None), ("east", 18.0, None), ("", 36.0, 24.0)],
)
def test_a_marker_that_it_may_move_goes_across_the_table_or_to_its_middle(
    edge: str, x: float | None, y: float | None
) -> None:
    table = draw("A at 36,4 | Foe at 36,44 face 180", A=SMALL, Foe=SMALL)
    table.having(markers=(Marker(30.0, 24.0, edge=edge),))
    done = carried_on(table, lambda battle: move_marker(battle, 0, 0, 12.0, "aofr.mission.vip_escort.move"), 0)
    marker = done.play.battle.markers[0]
    assert (x in (None, marker.x), y in (None, marker.y)) == (True, True)
