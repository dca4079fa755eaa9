"""Maps, Missions and Deployment of an advanced game (Play an Advanced Game)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.essence_of_war.harness import Dicing, Play, refusal
from warhost.play import Choose, Placed, Setup
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.setup.deployment import zone
from warhost.rulesets.essence_of_war.chapters.setup.maps import advanced_maps, basic_maps
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.core.entries import ArmyList
from warhost.rulesets.essence_of_war.lists.armylists import list_unit
from warhost.rulesets.essence_of_war.lists.bought_units import general_of
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Pose

EMPIRE = ("Marshal", "Wizard + Alchemy", "Handgunners + 5x2", "Spearmen + 5x4")
BEASTS = ("Beast Chieftain", "Wildhorn Herd + 5x3")


def army(faction: str, units: Sequence[str], points: int) -> ArmyList:
    entries = [list_unit(faction, *text.split(" + ")) for text in units]
    entries[0] = general_of(entries[0])
    return ArmyList(name=faction, faction=faction, points=points, entries=tuple(entries))


def new_game(
    dice: Dicing,
    *,
    points: int = 1600,
    map_: str = "open",
    first: Sequence[str] = EMPIRE,
    second: Sequence[str] = BEASTS,
) -> Play:
    """A game before its first step: the dice are the map's (if it is rolled), the Mission's and the roll-off's."""
    settings = Settings(mode="advanced", points=points)
    armies = [army("Empire of Sonnstahl", first, points), army("Beast Herds", second, points)]
    setup = Setup(ruleset="eow", armies=("Empire of Sonnstahl", "Beast Herds"), map=map_)
    play = Play(RULESET.battle_of(armies, settings, setup), dice)
    return play.choose("pass") if play.topic == "ambushing party" else play


def at_deployment(*, mine: bool = True, **kept: Sequence[str]) -> Play:
    """The first player won the zone and lives at the near edge; the other says who deploys first."""
    return new_game([1, 6, 2], **kept).choose("near").choose("them" if mine else "me")  # type: ignore[arg-type]


@pytest.mark.rule("eow.adv.map.size", "eow.adv.map.half_line", "eow.adv.deploy.zones")
@pytest.mark.parametrize(("points", "width"), [(1200, 54.0), (1100, 36.0), (1600, 54.0)])
def test_the_board_is_wider_from_1200_points_on(points: int, width: float) -> None:
    game = new_game([1, 6, 2], points=points).choose("near")
    board = game.battle.scene.board
    assert (board.width, board.depth, board.centre) == (width, 48.0, (width / 2, 24.0))
    areas = [zone(game.battle, seat) for seat in (0, 1)]
    assert areas[0].contains_point(1.0, 11.99)
    assert not areas[0].contains_point(1.0, 12.0)
    assert areas[1].contains_point(1.0, 36.01)
    assert not areas[1].contains_point(1.0, 36.0)


@pytest.mark.rule("eow.adv.map.premade")
def test_a_d6_picks_one_of_the_six_wide_maps() -> None:
    assert new_game([6, 1, 6, 2], map_="").battle.scene.board == advanced_maps()[5].board
    assert new_game([6, 1, 6, 2], map_="", points=800).battle.scene.board == basic_maps()[5].board
    assert new_game([1, 6, 2], map_="3").battle.scene.board == advanced_maps()[2].board


@pytest.mark.rule("eow.adv.mission.roll")
@pytest.mark.parametrize(
    ("face", "mission"), [(2, "Occupation"), (3, "Patrolling"), (4, "Patrolling"), (5, "Infiltration")]
)
def test_the_mission_is_rolled_before_anything_else(face: int, mission: str) -> None:
    assert new_game([face, 6, 2]).battle.mission == mission


@pytest.mark.rule("eow.adv.deploy.roll", "eow.adv.deploy.who_first", "eow.diff.deployment")
def test_the_higher_roll_chooses_the_zone_and_the_other_who_deploys_first() -> None:
    game = new_game([1, 2, 2, 3, 6])
    # Two and two are rolled again; the second player wins.
    assert (game.topic, game.question.seat) == ("side", 1)
    game.choose("far")
    assert game.battle.homes == (0, 1)
    assert (game.topic, game.question.seat) == ("deploys first", 0)
    game.choose("them")
    assert (game.topic, game.question.seat) == ("deploy", 1)


def deployed(game: Play, *places: tuple[float, float]) -> Play:
    """Everything that is still to be deployed by the player who is asked, each unit alone, at these places."""
    facing = 0.0 if game.battle.homes[game.question.seat] == 0 else 180.0
    for x, y in places:
        if isinstance(game.question, Choose) and game.topic == "deploy":
            game.choose(game.keys[0])
        if game.topic == "join":
            game.choose("alone")
        game.place(x, y, facing)
    return game


HOME = ((5.0, 5.0), (10.0, 5.0), (17.0, 5.0), (25.0, 5.0))
AWAY = ((5.0, 43.0), (15.0, 43.0))


@pytest.mark.rule("eow.adv.deploy.first_deployer", "eow.adv.deploy.second", "eow.diff.deployment")
@pytest.mark.parametrize(("answer", "begins"), [("me", 0), ("them", 1)])
def test_the_first_deployer_says_who_begins_before_the_other_deploys(answer: str, begins: int) -> None:
    game = deployed(at_deployment(), *HOME)
    assert (game.topic, game.question.seat) == ("first turn", 0)
    assert all(unit.pose is None for unit in game.battle.units if unit.seat == 1)
    game.choose(answer)
    assert game.question.seat == 1
    deployed(game, *AWAY)
    (turn,) = game.told(events.TurnBegan)
    assert turn.seat == begins


@pytest.mark.rule("eow.adv.setup.sequence", "eow.adv.mission.patrolling_markers", "eow.adv.map.half_line")
def test_markers_are_placed_right_after_the_zones() -> None:
    game = new_game([3, 6, 2]).choose("near")
    assert (game.topic, game.question.seat) == ("marker", 0)
    # The line that halves the table runs across its middle: a marker goes beyond it, outside the enemy's zone.
    for y in (23.9, 36.1):
        assert refusal(game, Placed(Pose(27.0, y, 0.0))).rule == "eow.adv.mission.patrolling_markers"
    game.place(27.0, 32.0)
    assert (game.topic, game.question.seat) == ("marker", 1)
    game.place(9.0, 20.0)
    assert game.topic == "deploys first"


@pytest.mark.rule("eow.adv.char.join_deployment", "eow.adv.char.join_base", "eow.diff.characters")
def test_a_character_joins_while_it_is_deployed() -> None:
    game = at_deployment()
    game.choose(unit="Handgunners").place(18.0, 5.0)
    game.choose(unit="Wizard")
    assert game.topic == "join"
    game.choose(target="Handgunners")
    assert (game.topic, game.keys) == ("place in the ranks", ["2", "1", "3", "0", "4"])
    game.choose("4")
    unit, wizard = game.unit("Handgunners"), game.unit("Wizard")
    assert (unit.guest, unit.spot, unit.models, wizard.host) == (wizard.id, (0, 4), 9, unit.id)
    # A second Character finds no place in the same unit.
    game.choose(unit="Spearmen").place(28.0, 5.0)
    game.choose(unit="Marshal") if game.topic == "deploy" else None
    assert isinstance(game.question, Choose)
    assert [denied.rule for denied in game.question.denied] == ["eow.adv.char.join_one"]
    assert str(game.unit("Spearmen").id) in game.keys


@pytest.mark.rule("eow.special.war_platform.join", "eow.special.war_platform.base", "eow.special.war_platform.place")
def test_a_war_platform_stands_in_the_middle_of_a_unit() -> None:
    settings = Settings(mode="advanced")
    dwarves = army("Dwarven Holds", ("Thane + on Shield Bearers", "Clan Warriors + 5x3"), 1600)
    beasts = army("Beast Herds", BEASTS, 1600)
    setup = Setup(ruleset="eow", armies=("Dwarven Holds", "Beast Herds"), map="open")
    game = Play(RULESET.battle_of([dwarves, beasts], settings, setup), [1, 6, 2])
    game.choose("pass").choose("near").choose("them")
    # The platform waits until there is a unit to join: nothing else can be deployed first.
    game.place(18.0, 5.0)
    unit = game.unit("Clan Warriors")
    assert (unit.room, unit.spot, unit.models) == ((2, 1), (0, 1), 13)


@pytest.mark.rule("eow.deploy.basic.inside_zone")
def test_a_unit_without_room_in_the_zone_is_lost() -> None:
    game = at_deployment(first=("Marshal", *["Spearmen + 6x5"] * 8))
    for unit in game.battle.units[1:8]:
        # Side by side across the zone, each in the way of whoever comes behind.
        unit.pose = Pose(3.5 + 7.6 * (unit.id - 1), 6.0, 0.0)
    game.battle.units[8].pose = None
    while game.topic == "deploy" and isinstance(game.question, Choose):
        game.choose(unit="Marshal").choose("alone").place(26.0, 1.5)
    assert game.battle.units[8].fate == "destroyed"
