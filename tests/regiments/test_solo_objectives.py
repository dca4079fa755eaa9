"""Solo & Co-Op Rules: activation order, objectives, enemies in the way, advancing, terrain."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tests.regiments.harness import Table, draw, happen, models, regiment
from tests.regiments.solo import SEEDS, Always, activation, at, carried_on, decide, on, order, rows
from warhost.dice import Chance
from warhost.play import Placed
from warhost.players.solo.regiments.automaton import RegimentsAutomaton
from warhost.players.solo.regiments.moves import Scout, threat_range
from warhost.players.solo.regiments.objectives import in_the_way, under_control
from warhost.rulesets.regiments.chapters import activation as activations
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.core import Marker, Regiment, piece_of
from warhost.table import Board, Feature, Pose, Rect, contains_rect, distance_to_point, overlaps

SWORDS = regiment(weapons=["Sword (A1)"])
SMALL = regiment(size=5, weapons=["Sword (A1)"])
BOWS = regiment(weapons=['Bow (24", A2)', "Dagger (A1)"])
MONSTER = regiment(size=1, base=(2.0, 2.0), weapons=["Claws (A4)"], rules=["Tough(6)"])


def picked(table: Table, seed: int) -> tuple[str, int]:
    """Which unit acts next, and what the D3 showed."""
    play = table.play()
    decision = decide(play, seed)
    option = next(o for o in play.options if o.key == decision.answer.option)  # type: ignore[union-attr]
    return option.label, int(decision.sentence.split()[1])


def three_sections(*, where: str = "", **own: Regiment) -> Table:
    line = where or "A at 12,6 | B at 36,6 | C at 60,6"
    return draw(f"{line} | Foe at 36,44 face 180", None, **own)


@pytest.mark.rule("aofr.ai.activation_section")
def test_a_d3_gives_the_section_in_which_a_unit_acts() -> None:
    table = three_sections(A=SMALL, B=SMALL, C=SMALL, Foe=SMALL)
    found = {picked(table, seed) for seed in SEEDS}
    assert found == {("A", 1), ("B", 2), ("C", 3)}


@pytest.mark.rule("aofr.ai.activation_section")
def test_sections_are_counted_from_the_left_of_the_armys_own_edge() -> None:
    line = "A at 12,44 face 180 | B at 36,44 face 180 | C at 60,44 face 180 | Foe at 36,6"
    table = draw(line, A=SMALL, B=SMALL, C=SMALL, Foe=SMALL).having(active=1)
    assert {picked(table, seed) for seed in SEEDS} == {("C", 1), ("B", 2), ("A", 3)}


@pytest.mark.rule("aofr.ai.activation_fallback")
def test_a_section_with_nobody_to_act_passes_on_to_the_next_and_from_the_last_to_the_first() -> None:
    table = three_sections(where="A at 12,6 | B at 36,6", A=SMALL, B=SMALL, Foe=SMALL)
    assert {picked(table, seed) for seed in SEEDS} == {("A", 1), ("B", 2), ("A", 3)}
    table = three_sections(where="B at 36,6 | D at 36,12", B=SMALL, D=SMALL, Foe=SMALL)
    assert {die for _, die in (picked(table, seed) for seed in SEEDS)} == {1, 2, 3}


@pytest.mark.rule("aofr.ai.activation_random")
def test_within_the_section_every_unit_is_as_likely() -> None:
    table = three_sections(where="A at 6,6 | B at 14,6 | C at 20,6", A=SMALL, B=SMALL, C=SMALL, Foe=SMALL)
    count = Counter(picked(table, seed)[0] for seed in range(300))
    assert set(count) == {"A", "B", "C"}
    assert min(count.values()) > 70


@pytest.mark.rule("aofr.ai.shaken")
def test_a_shaken_unit_acts_after_all_others_and_stays_idle() -> None:
    table = three_sections(A=SMALL, B=SMALL, C=SMALL, Foe=SMALL).set("A", shaken=True)
    assert {picked(table, seed)[0] for seed in SEEDS} == {"B", "C"}
    assert rows(decide(table.play())) == ["activation_section", "activation_random"]
    done = activation(table, "A")
    assert not done.play.unit("A").shaken
    assert done.place("A") == (12.0, 6.0)


@pytest.mark.rule("aofr.ai.counter")
def test_units_with_counter_act_after_the_others_of_their_section() -> None:
    pikes = regiment(size=5, weapons=["Pike (A1, Counter)"])
    table = three_sections(where="Pikes at 8,6 | Knights at 16,6", Pikes=pikes, Knights=SMALL, Foe=SMALL)
    assert {picked(table, seed)[0] for seed in SEEDS} == {"Knights"}
    table = three_sections(where="Pikes at 8,6 | Knights at 40,6", Pikes=pikes, Knights=SMALL, Foe=SMALL)
    assert {picked(table, seed)[0] for seed in SEEDS} == {"Pikes", "Knights"}


@pytest.mark.rule("aofr.ai.transport_order")
def test_in_round_1_a_transport_acts_before_its_cargo() -> None:
    wagon = regiment(size=1, base=(2.0, 4.0), rules=["Transport(11)", "Tough(6)"])
    table = draw("Wagon at 12,6 | Cargo at 30,6 | Foe at 36,44 face 180", Wagon=wagon, Cargo=SMALL, Foe=SMALL)
    table.aboard("Cargo", "Wagon")
    assert {picked(table, seed)[0] for seed in SEEDS} == {"Wagon"}
    assert {picked(table.having(turn=2), seed)[0] for seed in SEEDS} == {"Wagon", "Cargo"}


@pytest.mark.rule("aofr.ai.transport_order", "aofr.ai.activation_section")
def test_passengers_are_in_the_section_of_their_transport() -> None:
    wagon = regiment(size=1, base=(2.0, 4.0), rules=["Transport(11)", "Tough(6)"])
    line = "Wagon at 60,6 | Cargo at 30,6 | Guard at 12,6 | Foe at 36,44 face 180"
    table = draw(line, Wagon=wagon, Cargo=SMALL, Guard=SMALL, Foe=SMALL).aboard("Cargo", "Wagon").having(turn=2)
    found = {picked(table, seed) for seed in SEEDS}
    assert found == {("Guard", 1), ("Wagon", 2), ("Cargo", 2), ("Wagon", 3), ("Cargo", 3)}


@pytest.mark.rule("aofr.ai.shaken", "aofr.ai.transport_order")
def test_where_nobody_else_is_left_the_shaken_act_and_passengers_do_not_wait_for_a_shaken_transport() -> None:
    """AOFR-R635."""
    table = three_sections(A=SMALL, B=SMALL, C=SMALL, Foe=SMALL)
    for name in ("A", "B", "C"):
        table.set(name, shaken=True)
    assert {picked(table, seed)[0] for seed in SEEDS} == {"A", "B", "C"}
    wagon = regiment(size=1, base=(2.0, 4.0), rules=["Transport(11)", "Tough(6)"])
    table = draw("Wagon at 12,6 | Cargo at 30,6 | Foe at 36,44 face 180", Wagon=wagon, Cargo=SMALL, Foe=SMALL)
    table.aboard("Cargo", "Wagon").set("Wagon", shaken=True)
    assert {picked(table, seed)[0] for seed in range(9)} == {"Cargo"}


@pytest.mark.rule("aofr.ai.transport_exit")
def test_passengers_get_out_in_their_first_activation() -> None:
    wagon = regiment(size=1, base=(2.0, 4.0), rules=["Transport(11)", "Tough(6)"])
    table = draw("Wagon at 36,12 | Cargo at 30,6 | Foe at 36,44 face 180", Wagon=wagon, Cargo=SMALL, Foe=SMALL)
    table.aboard("Cargo", "Wagon").having(markers=at((36.0, 30.0)))
    done = activation(table, "Cargo")
    assert done.to("action").reasons[0].rule == "aofr.ai.transport_exit"
    hull = done.play.footprint("Wagon")
    assert all(distance_to_point(hull, x, y) <= 6.01 for x, y in done.play.footprint("Cargo").corners)
    assert done.play.unit("Cargo").inside is None


@pytest.mark.rule("aofr.ai.transport_exit")
@pytest.mark.parametrize("east", [True, False])
@pytest.mark.parametrize("owner", [None, 0])
def test_passengers_get_out_on_the_side_of_the_objective_else_of_the_enemy(east: bool, owner: int | None) -> None:
    wagon = regiment(size=1, base=(2.0, 4.0), rules=["Transport(11)", "Tough(6)"])
    near, far = (66, 6) if east else (6, 66)
    foe = far if owner is None else near
    table = draw(f"Wagon at 36,12 | Cargo at 30,6 | Foe at {foe},12 face 180", Wagon=wagon, Cargo=SMALL, Foe=SMALL)
    table.aboard("Cargo", "Wagon").having(markers=at((float(near if owner is None else far), 12.0), owner=owner))
    answer = activation(table, "Cargo").to("disembark").answer
    assert isinstance(answer, Placed)
    assert (answer.pose.x > 38.0) if east else (answer.pose.x < 34.0)


@pytest.mark.rule("aofr.ai.transport_exit")
@pytest.mark.parametrize(
    ("cargo", "marker", "action"),
    [
        (SMALL, (36.0, 40.0), "charge Foe"),
        (SMALL, (60.0, 12.0), "rush"),
        (SMALL, None, "charge Foe"),
        (regiment(size=5, weapons=['Bow (24", A1)', "Axe (A3)"]), (36.0, 40.0), "charge Foe"),
        (regiment(size=5, weapons=['Bow (24", A2)', "Dagger (A1)"]), (36.0, 40.0), "advance"),
        (regiment(size=5, weapons=['Bow (24", A2)', "Dagger (A1)"]), None, "advance"),
    ],
)
def test_passengers_charge_whom_their_tree_has_them_charge(
    cargo: Regiment, marker: tuple[float, float] | None, action: str
) -> None:
    wagon = regiment(size=1, base=(2.0, 4.0), rules=["Transport(11)", "Tough(6)"])
    table = draw("Wagon at 36,12 | Cargo at 30,6 | Foe at 36,18.6 face 180", Wagon=wagon, Cargo=cargo, Foe=SMALL)
    table.aboard("Cargo", "Wagon").having(markers=at(marker) if marker else at((0.0, 0.0), owner=0))
    assert order(table, "Cargo")[0] == action


@pytest.mark.rule("aofr.ai.in_the_way")
def test_enemies_within_6_inches_of_the_path_are_in_the_way_behind_the_unit_too() -> None:
    # The path runs from the unit's centre at 36,20 to 36,40.
    line = "Mine at 36,20 | Behind at 36,14.5 face 180 | Beside at 45.5,30 face 180 | Near at 44.4,30 face 180"
    table = draw(line, Mine=SWORDS, Behind=SMALL, Beside=SMALL, Near=SMALL)
    marker = Marker(36.0, 40.0)
    assert [unit.name for unit in in_the_way(table.battle, table.unit("Mine"), marker)] == ["Behind", "Near"]
    table.having(markers=at((36.0, 40.0)))
    assert order(table, "Mine")[0] == "charge Near"
    assert order(table.set("Near", pose=Pose(60.0, 30.0, 180.0)), "Mine")[0] == "rush"


@pytest.mark.rule("aofr.ai.control")
def test_an_objective_is_under_control_if_seized_or_if_fresh_units_outnumber_the_enemy_there() -> None:
    table = draw("A at 34,22 | B at 38,22 | Foe at 36,27 face 180", A=MONSTER, B=MONSTER, Foe=MONSTER)
    marker = Marker(36.0, 24.0)
    assert under_control(table.battle, 0, marker)
    assert not under_control(table.battle, 1, marker)
    assert under_control(table.battle, 1, Marker(36.0, 24.0, owner=1))
    table.set("A", shaken=True)
    assert not under_control(table.battle, 0, marker)
    alone = draw("A at 34,22 | Foe at 36,44 face 180", A=MONSTER, Foe=MONSTER).set("A", shaken=True)
    assert not under_control(alone.battle, 0, marker)


def test_a_unit_goes_for_the_nearest_objective_that_is_not_under_control() -> None:
    table = draw("Mine at 36,6 | Foe at 4,44 face 180", Mine=MONSTER, Foe=MONSTER)
    table.having(markers=(Marker(36.0, 16.0, owner=0), Marker(60.0, 12.0), Marker(6.0, 30.0)))
    assert activation(table, "Mine").place("Mine")[0] > 44.0


@pytest.mark.rule("aofr.ai.melee_1", "aofr.ai.hybrid_1", "aofr.ai.shooting_1")
@pytest.mark.parametrize("own", [SMALL, BOWS, regiment(weapons=['Bow (24", A1)', "Axe (A3)"])])
def test_an_objective_that_nobody_can_reach_is_none(own: Regiment) -> None:
    """AOFR-R629."""
    line, tower = "Mine at 36,6 | Foe at 4,46 face 180", Feature("building", 36.0, 20.0, 8.0, 8.0)
    table = on(line, tower, Mine=own, Foe=SMALL).having(markers=at((36.0, 20.0), (66.0, 6.0)))
    assert activation(table, "Mine").to("action").sentence.startswith("Mine rushes to marker 2")


@pytest.mark.rule("aofr.ai.seize_position")
@pytest.mark.parametrize(("following", "east"), [((66.0, 20.0), True), ((6.0, 20.0), False)])
def test_a_unit_that_seizes_an_objective_stops_on_the_side_of_the_next(
    following: tuple[float, float], east: bool
) -> None:
    table = draw("Mine at 36,12 | Foe at 36,46 face 180", Mine=MONSTER, Foe=MONSTER)
    table.having(markers=at((36.0, 20.0), following))
    done = activation(table, "Mine")
    place = done.play.footprint("Mine")
    assert distance_to_point(place, 36.0, 20.0) <= 3.001
    assert (place.x > 37.0) if east else (place.x < 35.0)
    assert "seize_position" in rows(done.to("action"))


@pytest.mark.rule("aofr.ai.advance_objective")
@pytest.mark.parametrize("side", [1, -1])
def test_an_advance_to_an_objective_keeps_away_from_what_the_enemy_reaches(side: int) -> None:
    bow = regiment(size=1, weapons=['Bow (24", A2)'])
    table = draw(f"Mine at 36,12 | Foe at {36 + 5 * side},31 face 180", Mine=bow, Foe=SWORDS)
    table.having(markers=at((36.0, 40.0)))
    done = activation(table, "Mine")
    assert done.action == "advance"
    assert (done.place("Mine")[0] - 36.0) * side < -0.5


@pytest.mark.rule("aofr.ai.advance_kite")
@pytest.mark.parametrize(("gap", "backs_off"), [(15.0, 3.0), (23.0, 1.0), (24.0, 0.0), (28.0, -4.0)])
def test_without_an_objective_shooters_keep_as_far_away_as_they_can_shoot_from(gap: float, backs_off: float) -> None:
    bow = regiment(size=1, weapons=['Bow (24", A2)'])
    table = draw("Mine at 36,20 | Foe at 36,46 face 180", Mine=bow, Foe=SMALL).touch("Mine", "Foe", gap=gap)
    table.having(markers=at((0.0, 0.0), owner=0))
    start = table.footprint("Mine").y
    done = activation(table, "Mine")
    assert done.action == "advance"
    assert done.play.footprint("Mine").y == pytest.approx(start - backs_off, abs=0.25)
    assert "shoot" in done.topics


@pytest.mark.rule("aofr.ai.advance_objective")
@pytest.mark.parametrize(
    ("weapons", "reach"), [(["Sword (A1)"], 12.0), (['Bow (24", A1)'], 30.0), (['Darts (3", A1)'], 12.0)]
)
def test_an_enemy_reaches_as_far_as_it_charges_or_shoots_after_an_advance(weapons: list[str], reach: float) -> None:
    """AOFR-R633."""
    table = draw("Mine at 36,12 | Foe at 36,40 face 180", Mine=SMALL, Foe=regiment(weapons=weapons))
    assert threat_range(table.battle, table.unit("Foe")) == reach


@pytest.mark.rule("aofr.ai.advance_kite", "aofr.ai.cover")
@pytest.mark.parametrize(("x", "y", "sought"), [(36.8, 17.1, True), (39.0, 20.0, False)])
def test_shooters_back_off_into_cover_if_that_is_three_quarters_as_far(x: float, y: float, sought: bool) -> None:
    """AOFR-R640."""
    bow = regiment(size=1, weapons=['Bow (24", A2)'])
    ruins = Feature("cover", x, y, 1.4, 1.6)
    table = on("Mine at 36,20 | Foe at 36,40 face 180", ruins, Mine=bow, Foe=SMALL)
    done = activation(table.having(markers=at((0.0, 0.0), owner=0)), "Mine")
    assert ("cover" in rows(done.to("action"))) == sought
    assert rows(done.to("action"))[1] == "advance_kite"
    assert contains_rect(piece_of(ruins).shape, done.play.footprint("Mine")) == sought
    assert "shoot" in done.topics


@pytest.mark.rule("aofr.ai.advance_kite")
def test_shooters_back_off_only_to_where_they_can_still_shoot() -> None:
    bow = regiment(size=1, weapons=['Bow (24", A2)'])
    table = draw("Mine at 36,20 | Foe at 36,30 face 180", Mine=bow, Foe=MONSTER).touch("Mine", "Foe", gap=1.2)
    done = activation(table.having(markers=at((0.0, 0.0), owner=0)), "Mine")
    assert (done.action, "shoot" in done.topics) == ("advance", True)


@pytest.mark.rule("aofr.ai.advance_objective")
def test_of_all_that_enemies_reach_the_nearest_counts() -> None:
    line = "Mine at 36,6 | Near at 36,22 face 180 | Far at 36,40 face 180"
    table = draw(line, Mine=MONSTER, Near=MONSTER, Far=MONSTER)
    assert Scout(table.battle, table.unit("Mine"), "advance").safety(table.footprint("Mine")) == pytest.approx(2.0)


@pytest.mark.rule("aofr.ai.ties")
def test_a_unit_goes_to_the_marker_for_which_it_took_its_action() -> None:
    sides = set()
    for seed in range(12):
        table = draw("Mine at 36,6 | Foe at 36,46 face 180", Mine=MONSTER, Foe=MONSTER)
        table.having(markers=at((16.0, 20.0), (56.0, 20.0)))
        done = activation(table, "Mine", seed)
        east = "marker 2" in done.to("action").sentence
        sides.add(east)
        assert (done.place("Mine")[0] > 36.0) == east
    assert sides == {True, False}


@pytest.mark.rule("aofr.ai.advance_kite", "aofr.ai.dangerous", "aofr.ai.difficult")
@pytest.mark.parametrize("kind", ["lava", "swamp"])
def test_shooters_do_not_back_off_into_bad_ground(kind: str) -> None:
    bow = regiment(size=1, weapons=['Bow (24", A2)'])
    pool = Feature(kind, 36.0, 15.0, 20.0, 8.0)
    table = on("Mine at 36,20 | Foe at 36,34 face 180", pool, Mine=bow, Foe=SMALL)
    done = activation(table.having(markers=at((0.0, 0.0), owner=0)), "Mine")
    assert done.action == "advance"
    assert walked_round([done.play.footprint("Mine")], pool)


SWAMP = Feature("swamp", 36.0, 20.0, 10.0, 6.0)
LAVA = Feature("lava", 36.0, 20.0, 10.0, 6.0)


def walked_round(done_places: list[Rect], feature: Feature) -> bool:
    return not any(overlaps(place, piece_of(feature).shape) for place in done_places)


def goes(table: Table, name: str, rounds: int = 3) -> list[Rect]:
    """Where a unit stands after each of some activations."""
    places: list[Rect] = []
    automaton = RegimentsAutomaton(Chance(0))
    for _ in range(rounds):
        play = happen(table, lambda battle: activations.act(battle, next(u for u in battle.units if u.name == name)))
        while not play.game.over:
            decision = automaton.decide(play.game.asked, play.battle)
            assert decision is not None
            play.answer(decision.answer)
        table.battle = play.battle
        table.battle.stage = "activate"
        table.battle.turn += 1
        places.append(play.footprint(name))
    return places


@pytest.mark.rule("aofr.ai.difficult")
def test_difficult_terrain_is_gone_round_unless_the_objective_is_inside() -> None:
    line = "Mine at 36,8 | Foe at 4,46 face 180"
    places = goes(on(line, SWAMP, Mine=MONSTER, Foe=MONSTER).having(markers=at((36.0, 34.0))), "Mine")
    assert walked_round(places, SWAMP)
    assert distance_to_point(places[-1], 36.0, 34.0) <= 3.001
    inside = on(line, SWAMP, Mine=MONSTER, Foe=MONSTER).having(markers=at((36.0, 20.5)))
    assert not walked_round(goes(inside, "Mine"), SWAMP)


@pytest.mark.rule("aofr.ai.difficult")
def test_difficult_terrain_is_entered_to_charge_who_is_inside_but_not_to_get_at_others() -> None:
    line = "Mine at 36,14.5 | Foe at 36,19 face 180"
    inside = on(line, SWAMP, Mine=MONSTER, Foe=MONSTER).having(markers=at((0.0, 0.0), owner=0))
    assert order(inside, "Mine")[0] == "charge Foe"
    thin = Feature("swamp", 36.0, 18.0, 12.0, 1.0)
    beyond = on("Mine at 36,15 | Foe at 36,21 face 180", thin, Mine=MONSTER, Foe=MONSTER)
    assert order(beyond.having(markers=at((0.0, 0.0), owner=0)), "Mine")[0] == "rush"
    crossed = on(
        "Mine at 36,15 | Foe at 36,22 face 180", Feature("swamp", 36.0, 16.6, 14.0, 0.6), Mine=MONSTER, Foe=MONSTER
    )
    assert order(crossed.having(markers=at((0.0, 0.0), owner=0)), "Mine")[0] == "rush"
    strider = regiment(size=1, base=(2.0, 2.0), weapons=["Claws (A4)"], rules=["Tough(6)", "Strider"])
    free = on("Mine at 36,15 | Foe at 36,22 face 180", Feature("swamp", 36.0, 16.6, 14.0, 0.6), Mine=strider, Foe=SMALL)
    assert order(free.having(markers=at((0.0, 0.0), owner=0)), "Mine")[0] == "charge Foe"


@pytest.mark.rule("aofr.ai.difficult", "aofr.ai.dangerous")
@pytest.mark.parametrize("kind", ["swamp", "lava"])
def test_bad_ground_is_not_entered_to_get_nearer_to_an_enemy_inside(kind: str) -> None:
    pool = Feature(kind, 36.0, 24.0, 20.0, 12.0)
    table = on("Mine at 36,8 | Foe at 36,26 face 180", pool, Mine=MONSTER, Foe=MONSTER)
    done = activation(table.having(markers=at((0.0, 0.0), owner=0)), "Mine")
    assert done.action == "rush"
    assert walked_round([done.play.footprint("Mine")], pool)


@pytest.mark.rule("aofr.ai.dangerous")
def test_dangerous_terrain_is_gone_round_even_by_charges_unless_the_objective_is_inside() -> None:
    line = "Mine at 36,8 | Foe at 4,46 face 180"
    places = goes(on(line, LAVA, Mine=MONSTER, Foe=MONSTER).having(markers=at((36.0, 34.0))), "Mine")
    assert walked_round(places, LAVA)
    inside = on(line, LAVA, Mine=MONSTER, Foe=MONSTER).having(markers=at((36.0, 18.0)))
    assert overlaps(activation(inside, "Mine", dice={"": 3}).play.footprint("Mine"), piece_of(LAVA).shape)
    charge = on("Mine at 36,14 | Foe at 36,20 face 180", LAVA, Mine=MONSTER, Foe=MONSTER)
    assert order(charge.having(markers=at((0.0, 0.0), owner=0)), "Mine")[0] == "rush"


@pytest.mark.rule("aofr.ai.dangerous", "aofr.ai.melee_2")
def test_who_can_neither_rush_on_nor_turn_beside_dangerous_ground_advances_aside() -> None:
    """AOFR-R633."""
    lava = Feature("lava", 38.0, 13.0, 10.0, 3.8)
    table = on("Mine at 36,10 | Foe at 4,46 face 180", lava, Mine=SWORDS, Foe=SMALL).having(markers=at((36.0, 24.0)))
    done = activation(table, "Mine")
    assert (done.action, rows(done.to("action"))[:2]) == ("advance", ["melee_2", "dangerous"])
    assert done.place("Mine") == (33.0, 10.0)
    places = goes(table, "Mine")
    assert any(distance_to_point(place, 36.0, 24.0) <= 3.001 for place in places)
    assert walked_round(places, lava)


@pytest.mark.rule("aofr.ai.dangerous")
def test_ground_that_is_dangerous_to_the_hasty_is_entered_by_an_advance_alone() -> None:
    river = Feature("river", 36.0, 20.0, 10.0, 6.0)
    rusher = on("Mine at 36,8 | Foe at 4,46 face 180", river, Mine=MONSTER, Foe=MONSTER)
    assert walked_round(goes(rusher.having(markers=at((36.0, 34.0))), "Mine"), river)
    bow = regiment(size=1, weapons=['Bow (24", A2)'])
    table = on("Mine at 36,12 | Foe at 36,40 face 180", river, Mine=bow, Foe=SMALL).having(markers=at((36.0, 34.0)))
    done = activation(table, "Mine")
    assert (done.action, "dangerous" in rows(done.to("action"))) == ("advance", False)
    assert overlaps(done.play.footprint("Mine"), piece_of(river).shape)


@pytest.mark.rule("aofr.ai.difficult", "aofr.ai.dangerous")
@pytest.mark.parametrize("kind", ["swamp", "lava"])
def test_who_stands_in_bad_ground_goes_on_through_it(kind: str) -> None:
    wide = Feature(kind, 36.0, 20.0, 30.0, 30.0)
    table = on("Mine at 36,20 | Foe at 4,46 face 180", wide, Mine=MONSTER, Foe=MONSTER)
    done = activation(table.having(markers=at((36.0, 36.0))), "Mine", dice=Always(6))
    assert done.place("Mine")[1] > 25.5
    assert rows(done.to("rush"))[0] == "melee_2"


@pytest.mark.rule("aofr.ai.dangerous")
def test_a_way_between_dangerous_pieces_that_is_wide_enough_is_taken() -> None:
    pools = [Feature("lava", x, 20.0, 20.0, 6.0) for x in (24.0, 48.0)]
    table = on("Mine at 36,10 | Foe at 4,46 face 180", *pools, Mine=MONSTER, Foe=MONSTER)
    done = activation(table.having(markers=at((36.0, 36.0))), "Mine")
    assert done.place("Mine") == pytest.approx((36.0, 22.0))
    assert rows(done.to("action")) == ["melee_2"]


@pytest.mark.rule("aofr.ai.melee_2", "aofr.ai.flying")
def test_what_nobody_can_enter_is_gone_round_on_foot_and_flown_over() -> None:
    line, wall = "Mine at 36,8 | Foe at 4,46 face 180", Feature("building", 36.0, 14.0, 10.0, 2.0)
    on_foot = on(line, wall, Mine=MONSTER, Foe=MONSTER).having(markers=at((36.0, 30.0)))
    assert distance_to_point(goes(on_foot, "Mine")[-1], 36.0, 30.0) <= 3.001
    drake = regiment(size=1, base=(2.0, 2.0), weapons=["Claws (A4)"], rules=["Tough(6)", "Flying"])
    ahead = Feature("building", 36.0, 24.0, 10.0, 2.0)
    flown = on(line, ahead, Mine=drake, Foe=MONSTER).having(markers=at((36.0, 42.0)))
    assert activation(flown, "Mine").place("Mine") == pytest.approx((36.0, 20.0), abs=1.5)


@pytest.mark.rule("aofr.ai.flying")
def test_for_flyers_all_ground_is_open() -> None:
    drake = regiment(size=1, base=(2.0, 2.0), weapons=["Claws (A4)"], rules=["Tough(6)", "Flying"])
    line = "Mine at 36,8 | Foe at 4,46 face 180"
    for piece in (LAVA, SWAMP):
        table = on(line, piece, Mine=drake, Foe=MONSTER).having(markers=at((36.0, 34.0)))
        assert overlaps(activation(table, "Mine").play.footprint("Mine"), piece_of(piece).shape)


@pytest.mark.rule("aofr.ai.strider")
def test_for_striders_difficult_ground_is_open_but_dangerous_ground_is_not() -> None:
    elk = regiment(size=1, base=(2.0, 2.0), weapons=["Antlers (A4)"], rules=["Tough(6)", "Strider"])
    line = "Mine at 36,8 | Foe at 4,46 face 180"
    marker = at((36.0, 34.0))
    forest = Feature("forest", 36.0, 20.0, 10.0, 6.0)
    through = activation(on(line, forest, Mine=elk, Foe=MONSTER).having(markers=marker), "Mine").play
    assert overlaps(through.footprint("Mine"), piece_of(forest).shape)
    around = activation(on(line, LAVA, Mine=elk, Foe=MONSTER).having(markers=marker), "Mine").play
    assert not overlaps(around.footprint("Mine"), piece_of(LAVA).shape)


@pytest.mark.rule("aofr.ai.cover")
def test_units_end_in_cover_on_their_way_unless_it_is_difficult_and_they_head_for_an_objective() -> None:
    line = "Mine at 36,8 | Foe at 36,46 face 180"
    ruins = Feature("cover", 40.0, 17.0, 5.0, 4.0)
    table = on(line, ruins, Mine=MONSTER, Foe=BOWS).having(markers=at((36.0, 36.0)))
    done = activation(table, "Mine")
    assert "cover" in rows(done.to("action"))
    assert distance_to_point(piece_of(ruins).shape, *done.place("Mine")) < 1.5
    forest = Feature("forest", 40.0, 17.0, 5.0, 4.0)
    table = on(line, forest, Mine=MONSTER, Foe=BOWS).having(markers=at((36.0, 36.0)))
    done = activation(table, "Mine")
    assert "cover" not in rows(done.to("action"))
    assert not overlaps(done.play.footprint("Mine"), piece_of(forest).shape)


@pytest.mark.rule("aofr.ai.cover")
@pytest.mark.parametrize(("kind", "sought"), [("cover", True), ("forest", False)])
def test_units_on_their_way_to_an_objective_end_behind_cover_but_not_behind_difficult_cover(
    kind: str, sought: bool
) -> None:
    screen = Feature(kind, 38.0, 22.5, 4.0, 2.0)
    table = on("Mine at 36,8 | Foe at 36,46 face 180", screen, Mine=MONSTER, Foe=BOWS).having(markers=at((36.0, 38.0)))
    assert ("cover" in rows(activation(table, "Mine").to("action"))) == sought


@pytest.mark.rule("aofr.ai.seize_position", "aofr.ai.cover")
def test_who_can_get_to_an_objective_does_not_stop_in_cover_before_it() -> None:
    ruins = Feature("cover", 36.0, 17.0, 6.0, 3.0)
    line = "Mine at 36,8 | Foe at 36,46 face 180"
    done = activation(on(line, ruins, Mine=MONSTER, Foe=BOWS).having(markers=at((36.0, 22.9))), "Mine")
    assert distance_to_point(done.play.footprint("Mine"), 36.0, 22.9) <= 3.001
    assert rows(done.to("action")) == ["melee_2", "seize_position"]
    there = Feature("cover", 36.0, 19.5, 3.0, 3.0)
    done = activation(on(line, there, Mine=MONSTER, Foe=BOWS).having(markers=at((36.0, 22.9))), "Mine")
    assert distance_to_point(done.play.footprint("Mine"), 36.0, 22.9) <= 3.001
    assert "cover" in rows(done.to("action"))


@pytest.mark.rule("aofr.ai.cover")
def test_cover_that_costs_more_than_a_quarter_of_the_way_is_left_alone() -> None:
    """AOFR-R640."""
    ruins = Feature("cover", 40.0, 12.0, 5.0, 4.0)
    table = on("Mine at 36,8 | Foe at 36,46 face 180", ruins, Mine=MONSTER, Foe=BOWS).having(markers=at((36.0, 36.0)))
    assert activation(table, "Mine").place("Mine")[1] > 17.0


@pytest.mark.rule("aofr.ai.cover_stay")
def test_shooters_in_cover_without_an_objective_stay_and_shoot() -> None:
    ruins = Feature("cover", 36.0, 12.0, 8.0, 6.0)
    bow = regiment(size=1, weapons=['Bow (24", A2)'])
    line = "Mine at 36,12 | Foe at 36,30 face 180"
    done = activation(on(line, ruins, Mine=bow, Foe=SMALL).having(markers=at((0.0, 0.0), owner=0)), "Mine")
    assert done.action == "hold"
    assert rows(done.to("action"))[0] == "cover_stay"
    assert "shoot" in done.topics
    assert done.place("Mine") == (36.0, 12.0)
    far = on("Mine at 36,12 | Foe at 36,46 face 180", ruins, Mine=bow, Foe=SMALL).having(
        markers=at((0.0, 0.0), owner=0)
    )
    assert order(far, "Mine")[0] != "hold"
    open_ground = activation(draw(line, Mine=bow, Foe=SMALL).having(markers=at((0.0, 0.0), owner=0)), "Mine")
    assert open_ground.action == "advance"


@pytest.mark.rule("aofr.ai.cover_stay")
@pytest.mark.parametrize(("inside", "action"), [(1, "advance"), (2, "advance"), (3, "hold")])
def test_who_has_most_of_its_models_in_cover_is_in_cover(inside: int, action: str) -> None:
    bows = regiment(size=4, weapons=['Bow (24", A2)'])
    table = draw("Mine at 36,12 | Foe at 36,30 face 180", Mine=bows, Foe=SMALL).having(markers=at((0.0, 0.0), owner=0))
    row = table.footprint("Mine")
    width = inside * row.width / 4 + 0.1
    ruins = Feature("cover", row.x - row.width / 2 + width / 2 - 0.1, 12.0, width, 2.0)
    table.battle.scene = msgspec.structs.replace(table.battle.scene, board=Board(72.0, 48.0, (ruins,)))
    assert order(table, "Mine")[0] == action


@pytest.mark.rule("aofr.ai.entrenched_hold")
def test_entrenched_units_with_an_enemy_in_range_hold_and_shoot() -> None:
    dug_in = regiment(size=5, weapons=['Bow (24", A2)'], rules=["Entrenched"])
    table = draw("Mine at 36,10 | Foe at 36,31.5 face 180", Mine=dug_in, Foe=SMALL).having(markers=at((36.0, 16.0)))
    assert order(table, "Mine") == ("hold", ["entrenched_hold"])
    behind = draw("Mine at 36,24 | Foe at 36,44 face 180", Mine=dug_in, Foe=SMALL).having(markers=at((36.0, 16.0)))
    done = activation(behind.set("Mine", pose=Pose(36.0, 24.0, 180.0)), "Mine")
    assert done.action == "hold"
    assert "shoot" in done.topics
    table.touch("Mine", "Foe", gap=27.0)
    assert order(table, "Mine")[0] != "hold"


@pytest.mark.rule("aofr.ai.relentless")
def test_relentless_units_with_an_enemy_in_range_hold_and_shoot() -> None:
    crew = regiment(size=5, weapons=['Gun (18", A2)'], rules=["Relentless"])
    table = draw("Mine at 36,10 | Foe at 36,30 face 180", Mine=crew, Foe=SMALL).having(markers=at((36.0, 16.0)))
    assert order(table.touch("Mine", "Foe", gap=18.0), "Mine") == ("hold", ["relentless"])
    assert order(table.touch("Mine", "Foe", gap=21.0), "Mine")[0] != "hold"


@pytest.mark.rule("aofr.ai.indirect")
def test_units_with_indirect_weapons_hold_and_shoot_whom_they_do_not_see() -> None:
    mortar = regiment(size=1, weapons=['Mortar (36", A1, Blast(3), Indirect)'])
    wall = Feature("building", 36.0, 24.0, 20.0, 2.0)
    table = on("Mine at 36,6 | Foe at 36,38 face 180", wall, Mine=mortar, Foe=SMALL).having(markers=at((36.0, 16.0)))
    done = activation(table, "Mine")
    assert (done.action, rows(done.to("action"))) == ("hold", ["indirect"])
    assert "shoot" in done.topics
    gun = regiment(size=1, weapons=['Gun (36", A1, Blast(3))'])
    seen = on("Mine at 36,6 | Foe at 36,38 face 180", wall, Mine=gun, Foe=SMALL).having(markers=at((36.0, 16.0)))
    assert order(seen, "Mine")[0] == "rush"


@pytest.mark.rule("aofr.ai.indirect", "aofr.ai.relentless")
@pytest.mark.parametrize("rule", ["Indirect", "Relentless"])
def test_it_is_the_weapon_with_the_rule_that_has_to_be_in_range(rule: str) -> None:
    """AOFR-R636."""
    crew = regiment(size=5, weapons=['Bow (30", A9)', f'Mortar (18", A1, {rule})'])
    table = draw("Mine at 36,6 | Foe at 36,30 face 180", Mine=crew, Foe=SMALL).having(markers=at((36.0, 16.0)))
    assert order(table.touch("Mine", "Foe", gap=18.0), "Mine")[0] == "hold"
    assert order(table.touch("Mine", "Foe", gap=20.0), "Mine")[0] == "advance"


@pytest.mark.rule("aofr.ai.ties")
def test_a_die_decides_between_targets_that_are_equally_near() -> None:
    table = draw(
        "Mine at 36,12 | Left at 30,18 face 180 | Right at 42,18 face 180", Mine=MONSTER, Left=MONSTER, Right=MONSTER
    ).having(markers=at((0.0, 0.0), owner=0))
    count = Counter(order(table, "Mine", seed)[0] for seed in range(120))
    assert set(count) == {"charge Left", "charge Right"}
    assert min(count.values()) > 35


def test_the_mission_goes_on_at_round_ends() -> None:
    table = draw("A at 34,22 | Foe at 36,44 face 180", A=MONSTER, Foe=MONSTER).having(markers=at((36.0, 24.0)))
    done = carried_on(table, objectives.at_round_end, 0)
    assert done.play.battle.markers[0].owner == 0


def test_models_of_several_kinds_are_told_apart_by_their_weapons() -> None:
    mixed = regiment(groups=[models(5, ["Sword (A1)"]), models(5, ['Bow (24", A2)', "Sword (A1)"])])
    table = draw("Mine at 36,6 | Foe at 36,24 face 180", Mine=mixed, Foe=SMALL).having(markers=at((0.0, 0.0), owner=0))
    assert order(table, "Mine")[1][0] in ("hybrid_6", "shooting_3")
