"""What a page is told of an advanced battle: options, boards, Characters in the ranks, the score and the Mission."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.essence_of_war.harness import draw
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.core.battle import Advanced, Settings
from warhost.rulesets.essence_of_war.lists.ready_rosters import ready_rosters
from warhost.rulesets.essence_of_war.shown import cards, events
from warhost.rulesets.essence_of_war.shown.options import ADVANCED_ONLY, BASIC_ONLY, SIZES
from warhost.server.shown.line_by_line import Unfolding
from warhost.server.shown.picture import picture_of
from warhost.table import Pose

ADVANCED = Settings(mode="advanced", points=1200)
LINE = (
    "Empire of Sonnstahl/Marshal at 6,10 | Empire of Sonnstahl/Spearmen + 6x5 at 18,10 | "
    "Orcs and Goblins/Trolls at 18,40 face 180"
)


def test_every_option_says_in_which_game_it_has_a_meaning() -> None:
    found = {card.name: card for card in cards.option_cards()}
    assert found["mode"].choices == ("basic", "advanced")
    assert found["points"].choices == SIZES
    assert all(found[name].only_with == {"mode": ("basic",)} for name in BASIC_ONLY)
    assert all(found[name].only_with == {"mode": ("advanced",)} for name in ADVANCED_ONLY)
    for card in found.values():
        choices = {str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in card.choices}
        assert set(card.names) | set(card.texts) <= choices


def test_a_size_without_ready_rosters_says_so() -> None:
    points = next(card for card in cards.option_cards() if card.name == "points")
    for size in SIZES:
        ready = all(f"{army} {size}" in ready_rosters() for army in RULESET.armies())
        assert ("a list of your own" in points.texts[str(size)]) != ready


@pytest.mark.rule("eow.adv.map.size")
@pytest.mark.parametrize("name", RULESET.maps())
def test_every_map_has_the_wider_board_of_larger_advanced_battles(name: str) -> None:
    (wide,) = RULESET.map_card(name).boards
    assert (wide.board.width, wide.board.depth) == (54.0, 48.0)
    assert (wide.only_with, wide.at_least) == ({"mode": ("advanced",)}, {"points": 1200})
    assert wide.example == (name == "random")


def test_a_character_in_the_ranks_is_drawn_there_and_tells_of_its_unit() -> None:
    scene = draw(LINE, settings=ADVANCED)
    scene.join("Marshal", "Spearmen")
    marshal, spearmen, _ = picture_of(RULESET, scene.battle).units
    assert (marshal.host, spearmen.host) == (spearmen.id, None)
    assert marshal.pose is not None
    assert marshal.marks == ("in Spearmen",)
    assert "with Marshal" in spearmen.marks
    # The model whose place it took has not fallen.
    assert (spearmen.models, spearmen.models_at_start) == (29, 29)
    assert spearmen.health == spearmen.health_at_start
    assert RULESET.survey(scene.battle, scene.battle.units[0], None).unit == marshal.id


def test_a_character_in_the_ranks_is_shown_to_move_with_its_unit() -> None:
    scene = draw(LINE, settings=ADVANCED)
    scene.join("Marshal", "Spearmen")
    battle = scene.battle
    told = Unfolding(RULESET, SimpleNamespace(battle=battle), 0, [None])  # type: ignore[arg-type]
    before = RULESET.boundary(battle, battle.units[0])
    battle.units[1].pose = Pose(18.0, 14.0, 0.0)
    told.hear(events.FirstTurnChosen(0))
    (change,) = told.of(None)
    marshal = next(unit for unit in change.units if unit.name == "Marshal")
    assert before is not None
    assert marshal.pose == Pose(before.x, before.y + 4.0, before.facing)


def test_the_panel_tells_the_size_the_score_and_the_goal() -> None:
    battle = draw(LINE, settings=ADVANCED).battle
    battle.advanced = Advanced(size=1200)
    battle.mission = "Infiltration"
    battle.units[2].fleeing = True
    panel = RULESET.panel(battle, 0)
    assert panel["Battle"] == "of 1200 points"
    assert panel["Mission"] == "Infiltration"
    assert "enemy's deployment zone" in str(panel["Goal"])
    cost = battle.entry(battle.units[2]).points
    assert panel["Victory Points"] == str(cost)
    assert [(one.text, one.points) for one in RULESET.tally(battle, 0)] == [("Trolls fleeing", cost)]
    assert RULESET.tally(battle, 1) == ()
    assert len(RULESET.overlay(battle).zones) == 2


@pytest.mark.parametrize(("mission", "radius"), [("Occupation", 6.0), ("Patrolling", 3.0)])
def test_what_counts_for_the_mission_has_a_ring(mission: str, radius: float) -> None:
    battle = draw(LINE, settings=ADVANCED).battle
    battle.mission = mission
    battle.markers = ((10.0, 20.0), (30.0, 30.0))
    overlay = RULESET.overlay(battle)
    assert {ring.radius for ring in overlay.rings} == {radius}
    assert [(token.x, token.y) for token in overlay.tokens] == [(ring.x, ring.y) for ring in overlay.rings]
    assert overlay.zones == ()
