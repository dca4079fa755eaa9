"""The Pre-Game Sequence: nine steps in their order."""

from __future__ import annotations

import msgspec
import pytest

from tests.fantasy_battles import troops
from tests.fantasy_battles.harness import refusal
from tests.fantasy_battles.mustered import Muster, army, muster, ruled_out, set_up
from warhost.errors import WarhostError
from warhost.play import Chosen
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import TYPES
from warhost.rulesets.fantasy_battles.chapters.setup.maps import (
    AT_RANDOM,
    Scatter,
    board_of,
    layouts,
    random_board,
    sections,
)
from warhost.rulesets.fantasy_battles.chapters.setup.pregame import SEQUENCE
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import OBJECTIVES
from warhost.table import board_problems


def stages(play: Muster) -> list[str]:
    """The steps so far, each once."""
    return list(dict.fromkeys(mark.battle.stage for mark in play.game.marks))


@pytest.mark.rule("t9a.pregame.sequence", "t9a.pregame.deployment_phase")
def test_the_nine_steps_come_in_order_and_the_first_game_turn_follows() -> None:
    play = muster(["Spearmen", "Archers"], ["Swordsmen", "Knights"], field="1")
    while play.battle.turn == 0:
        play.plainly()
    assert len(SEQUENCE) == 9
    assert [stage for stage in stages(play) if stage in SEQUENCE] == list(SEQUENCE)
    assert play.battle.turn == 1
    assert all(unit.pose is not None for unit in play.battle.units)


@pytest.mark.rule("t9a.pregame.size")
def test_a_list_that_costs_more_than_was_agreed_on_is_rejected() -> None:
    dear = army(troops.changed("Spearmen", points=4501))
    with pytest.raises(WarhostError, match="costs 4501 points") as refused:
        set_up(dear, army("Spearmen"))
    assert refused.value.rule == "t9a.pregame.size"
    for army_list, options in (
        (army(troops.changed("Spearmen", points=4500)), {}),
        (dear, {"points": 5000}),
        (dear, {"free_lists": True}),
    ):
        assert len(set_up(army_list, army("Spearmen"), **options).units) == 2


@pytest.mark.rule("t9a.pregame.share_lists")
def test_both_players_see_both_lists_whole() -> None:
    play = muster(["Spearmen", "General"], ["Wizard"], until="side")
    assert "share lists" in stages(play)
    for seat in (0, 1, None):
        seen = RULESET.view(play.battle, seat)
        assert msgspec.structs.astuple(seen.scene) == msgspec.structs.astuple(play.battle.scene)
        assert [unit.name for unit in seen.units] == ["Spearmen", "General", "Wizard"]


@pytest.mark.rule("t9a.pregame.share_lists")
def test_lists_are_shared_before_the_table_is_built() -> None:
    play = muster(["Spearmen"], ["Wizard"], field="1", until="side")
    told = stages(play)
    assert told.index("share lists") == told.index("battlefield") - 1


@pytest.mark.rule("t9a.pregame.build_battlefield")
def test_the_terrain_lies_before_the_deployment_type_is_rolled_and_stays() -> None:
    play = Muster(
        set_up(army("Spearmen"), army("Archers"), field=""),
        {"Battlefield": 2, "Deployment Type": 4, "Secondary Objective": 2, "Deployment Zone": [4, 3], "First turn": 3},
    ).on_to("side")
    built = board_of(layouts()[1])
    before = next(mark.battle for mark in play.game.marks if mark.battle.stage == "deployment type")
    assert before.scene.board == built
    assert play.battle.scene.board == built


@pytest.mark.rule("t9a.pregame.build_battlefield")
def test_every_set_up_of_our_own_is_sound_and_has_terrain_of_many_kinds() -> None:
    assert len(layouts()) == 6
    for layout in layouts():
        board = board_of(layout)
        assert (board.width, board.depth) == (72.0, 48.0)
        assert not board_problems(board), layout.name
        assert len({feature.kind for feature in board.features}) >= 4
        assert {feature.kind for feature in board.features} <= set(AT_RANDOM)


@pytest.mark.rule("t9a.pregame.build_battlefield")
def test_terrain_at_random_is_one_feature_a_section_shifted_by_a_die() -> None:
    dice = {"Kind of terrain": 2, "Terrain shifts": 6, "tens of degrees": 10, "Direction of the shift, degrees": 1}
    play = muster(["Spearmen"], ["Archers"], until="side", field="random", dice=dice)
    features = play.battle.scene.board.features
    assert [feature.kind for feature in features] == ["forest"] * 8
    stopped = [(min(x + 6.0, 72.0 - 4.0), y) for x, y in sections()]
    assert [(feature.x, feature.y) for feature in features] == stopped
    assert len(sections()) == 8


def test_features_at_random_stop_at_each_other_and_at_the_edge() -> None:
    kinds = list(AT_RANDOM)
    board = random_board([kinds[n % 7] for n in range(8)], [Scatter(6.0, 45.0 * n) for n in range(8)])
    assert not board_problems(board)


@pytest.mark.parametrize(("face", "name"), list(enumerate(TYPES, 1)))
@pytest.mark.rule("t9a.pregame.deployment_type")
def test_a_die_fixes_the_deployment_type(face: int, name: str) -> None:
    play = muster(["Spearmen"], ["Archers"], until="side", dice={"Deployment Type": face})
    assert play.battle.deployment == name


@pytest.mark.rule("t9a.pregame.deployment_type")
def test_four_is_encircle() -> None:
    assert muster(["Spearmen"], ["Archers"], until="side", dice={"Deployment Type": 4}).battle.deployment == "Encircle"


@pytest.mark.rule("t9a.pregame.deployment_type", "t9a.pregame.secondary_objective")
def test_players_may_agree_on_type_and_objective_instead() -> None:
    play = muster(["Spearmen"], ["Archers"], until="side", deployment="Counterthrust", objective="Breakthrough")
    assert (play.battle.deployment, play.battle.objective) == ("Counterthrust", "Breakthrough")
    assert {roll.why for roll in play.rolls} == {"Deployment Zone"}
    assert muster(["Spearmen"], ["Archers"], until="side", objective="none").battle.objective == ""


@pytest.mark.parametrize(("face", "name"), list(enumerate(OBJECTIVES, 1)))
@pytest.mark.rule("t9a.pregame.secondary_objective")
def test_a_die_fixes_the_secondary_objective(face: int, name: str) -> None:
    play = muster(["Spearmen"], ["Archers"], until="side", dice={"Secondary Objective": face})
    assert play.battle.objective == name


@pytest.mark.rule("t9a.pregame.secondary_objective")
def test_three_is_spoils_of_war() -> None:
    play = muster(["Spearmen"], ["Archers"], until="side", dice={"Secondary Objective": 3})
    assert play.battle.objective == "Spoils of War"


@pytest.mark.rule("t9a.pregame.zones")
def test_the_higher_die_picks_a_zone_and_the_opponent_gets_the_other() -> None:
    play = muster(["Spearmen"], ["Archers"], until="side")
    assert play.question.seat == play.battle.chooser == 0
    assert play.choose("far").battle.homes == (1, 0)
    other = muster(["Spearmen"], ["Archers"], until="side", dice={"Deployment Zone": [3, 3, 2, 6]})
    assert other.question.seat == other.battle.chooser == 1
    assert other.choose("far").battle.homes == (0, 1)


RIGHTS = [
    ("Dawn Assault", "short edge", "east"),
    ("Encircle", "attacker", "them"),
    ("Refused Flank", "diagonal", "1"),
]


@pytest.mark.parametrize(("kind", "topic", "answer"), RIGHTS, ids=lambda value: value)
@pytest.mark.parametrize("chooser", [0, 1])
@pytest.mark.rule("t9a.deployment.chooser_rights")
def test_who_chooses_the_zone_also_settles_what_the_type_leaves_open(
    kind: str, topic: str, answer: str, chooser: int
) -> None:
    dice = {"Deployment Zone": [5, 2] if chooser == 0 else [2, 5]}
    play = muster(["Spearmen"], ["Archers"], until=topic, deployment=kind, dice=dice)
    assert play.question.seat == chooser
    play.choose(answer)
    battle = play.battle
    assert play.topic == "side"
    settled = {
        "short edge": battle.edges == ((1, 0) if chooser == 0 else (0, 1)),
        "attacker": battle.attacker == 1 - chooser,
        "diagonal": battle.diagonal == 1,
    }
    assert settled[topic]


@pytest.mark.parametrize("chooser", [0, 1])
@pytest.mark.parametrize(
    ("kind", "topic", "answer"), [("Encircle", "attacker", "me"), ("Refused Flank", "diagonal", "0")]
)
@pytest.mark.rule("t9a.deployment.chooser_rights")
def test_either_answer_is_open_to_who_chooses_the_zone(kind: str, topic: str, answer: str, chooser: int) -> None:
    dice = {"Deployment Zone": [5, 2] if chooser == 0 else [2, 5]}
    play = muster(["Spearmen"], ["Archers"], until=topic, deployment=kind, dice=dice).choose(answer)
    assert (play.battle.attacker == chooser) if topic == "attacker" else (play.battle.diagonal == 0)


@pytest.mark.rule("t9a.pregame.special_deployment", "t9a.special.scout")
def test_a_unit_with_scout_that_is_not_declared_deploys_in_its_zone() -> None:
    scouts = troops.changed("Archers", rules=("Scout",))
    play = muster([scouts, "Spearmen"], ["Swordsmen"], until="scouts").pick().ours_first()
    assert play.deployable() == ["Archers", "Spearmen"]
    play.choose(unit="Archers")
    assert ruled_out(play, 10.0, 5.0) == ""
    assert ruled_out(play, 10.0, 20.0) == "t9a.deployment.frontline_clash"
    declared = muster([scouts, "Spearmen"], ["Swordsmen"], until="scouts").pick("Archers").ours_first()
    assert declared.deployable() == ["Spearmen"]


def test_an_unknown_answer_is_refused() -> None:
    assert refusal(muster(["Spearmen"], ["Archers"], until="side"), Chosen("nowhere")).rule == "t9a.pregame.zones"
