"""Army terrain: rolled for, kept in secret, placed like a unit, and what each of the twelve does."""

from __future__ import annotations

import pytest

from tests.pacing import first_now
from tests.regiments.fights import volley
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, find, happen, refusal, regiment
from tests.regiments.parts.grounds import battle_of, in_force, landmarks
from tests.regiments.wizards import wizard
from warhost.errors import WarhostError
from warhost.play import Chosen, Placed
from warhost.rulesets.regiments.chapters.deployment import setup
from warhost.rulesets.regiments.chapters.melee.strikes import sorting, strikes
from warhost.rulesets.regiments.chapters.morale import made_test
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, events, optional
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.army_terrain import ArmyTerrain, ArmyTerrainPart
from warhost.rulesets.regiments.parts.army_terrain.events import ArmyTerrainRolled
from warhost.rulesets.regiments.parts.army_terrain.pieces import battle_terrain, check_size, magic_terrain
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward, Pose

ONE, FIVE, TEN = regiment(1), regiment(5), regiment(10)
BOWS = regiment(5, quality=5, weapons=['Bow (24", A1)'])
OFF = "Pikes off | Foe off face 180"


def told(battle: Battle) -> ArmyTerrain:
    return optional.kept(battle, "army_terrain", ArmyTerrain)


def part() -> ArmyTerrainPart:
    (found,) = optional.in_force(("army_terrain",))
    assert isinstance(found, ArmyTerrainPart)
    return found


def rolled(*dice: int) -> Interlude:
    """The dice of the first side and then of the second: battle terrain, magic terrain."""
    table = draw("0 Pikes off | 1 Foe off", in_force("army_terrain"), Pikes=FIVE, Foe=FIVE)
    return happen(table, part().before_deployment, [(face,) for face in dice])


@pytest.mark.rule("aofr.army_terrain.roll")
def test_each_player_rolls_for_a_battle_terrain_and_a_magic_terrain() -> None:
    game = rolled(2, 4, 1, 1)
    assert game.keys == ["battle_forge", "healing_well"]
    assert [(one.seat, one.battle, one.magic) for one in game.told(ArmyTerrainRolled)] == [
        (0, "Battle Forge", "Healing Well"),
        (1, "Army Banner", "Arcane Pillars"),
    ]


@pytest.mark.rule("aofr.army_terrain.battle_table")
def test_the_table_of_battle_terrain() -> None:
    names = ["Army Banner", "Battle Forge", "Defensive Barrier", "Icon of War", "Protective Dome", "Watch Tower"]
    assert [battle_terrain(face).name for face in range(1, 7)] == names


@pytest.mark.rule("aofr.army_terrain.magic_table")
def test_the_table_of_magic_terrain() -> None:
    names = ["Arcane Pillars", "Enchanted Shrine", "Faction Relic", "Healing Well", "Magic Armory", "Twin Voidgates"]
    assert [magic_terrain(face).name for face in range(1, 7)] == names


@pytest.mark.rule("aofr.army_terrain.secret_pick")
def test_what_a_side_keeps_is_hidden_until_it_is_placed() -> None:
    game = rolled(6, 1, 5, 2)
    game.answer(Chosen("watch_tower"), 0)
    game.answer(Chosen("enchanted_shrine"), 1)
    assert told(game.battle).picked == ("watch_tower", "enchanted_shrine")
    seen = {seat: told(view_of(game.battle, seat)).picked for seat in (0, 1, None)}
    assert seen == {
        0: ("watch_tower", "secret"),
        1: ("secret", "enchanted_shrine"),
        None: ("secret", "secret"),
    }


def view_of(battle: Battle, seat: int | None) -> Battle:
    seen = RULESET.view(battle, seat)
    assert isinstance(seen, Battle)
    return seen


@pytest.mark.rule("aofr.army_terrain.size")
@pytest.mark.parametrize("size", [(5, 3, 3), (1.5, 3, 3), (3, 3, 5), (3, 3, 1)])
def test_army_terrain_is_neither_too_small_nor_too_large(size: tuple[float, float, float]) -> None:
    check_size(4, 2, 2)
    with pytest.raises(WarhostError, match='2" to 4" long, wide and tall'):
        check_size(*size)


@pytest.mark.rule("aofr.army_terrain.types")
def test_army_terrain_is_impassable_and_blocking() -> None:
    table = landmarks("Pikes at 36,14 | Foe at 36,40 face 180", {"Pikes": BOWS, "Foe": FIVE}, "watch_tower", (36, 20))
    (piece,) = scenery(table.battle).pieces
    assert (piece.impassable, piece.blocking) == (True, True)
    game = acts(table, "Pikes").act("Pikes", "advance")
    assert game.refuses(Forward(6)) == "aofr.terrain.impassable"


def deploying(slug: str, *others: str) -> Interlude:
    line = "72x48 | 0 Pikes off | 1 Foe off | 1 Others off"
    table = draw(line, in_force("army_terrain"), Pikes=FIVE, Foe=FIVE, Others=FIVE)
    table.having(phase="setup", stage="deploy", turn=0, markers=(Marker(36.0, 18.0),))
    optional.keep(table.battle, "army_terrain", ArmyTerrain(picked=(slug, "")))
    return happen(table, setup.deploy)


@pytest.mark.rule("aofr.army_terrain.deploy")
def test_army_terrain_is_placed_in_a_turn_of_its_owner() -> None:
    game = deploying("watch_tower")
    assert game.topic == "deploy"
    assert game.keys == ["0", "army_terrain:0"]
    game.choose("army_terrain:0")
    assert refusal(game, Placed(Pose(20, 20, 0))).rule == "aofr.army_terrain.deploy"
    game.answer(Placed(Pose(20, 9, 0)))
    assert game.battle.active == 1
    assert [(one.seat, one.slug) for one in told(game.battle).placed] == [(0, "watch_tower")]
    assert [feature.name for feature in game.battle.scene.board.features] == ["Watch Tower"]
    assert list(part().to_deploy(game.battle, 0)) == []


@pytest.mark.rule("aofr.army_terrain.deploy_limits")
@pytest.mark.parametrize(
    ("x", "y", "legal"), [(20, 7.5, False), (20, 8.0, True), (36, 10.4, True), (36, 10.5, False), (7.5, 9, False)]
)
def test_army_terrain_stays_clear_of_edges_and_markers(x: float, y: float, legal: bool) -> None:
    game = deploying("watch_tower").choose("army_terrain:0")
    if legal:
        game.answer(Placed(Pose(x, y, 0)))
        assert len(told(game.battle).placed) == 1
    else:
        assert refusal(game, Placed(Pose(x, y, 0))).rule == "aofr.army_terrain.deploy_limits"


@pytest.mark.rule("aofr.army_terrain.arcane_pillars_place", "aofr.army_terrain.twin_voidgates_place")
@pytest.mark.parametrize(
    ("slug", "wide", "link"), [("arcane_pillars", 2.0, 12.0), ("twin_voidgates", 3.0, 24.0)], ids=["pillars", "gates"]
)
def test_twin_pieces_lie_within_reach_of_each_other(slug: str, wide: float, link: float) -> None:
    game = deploying(slug).choose("army_terrain:0")
    game.answer(Placed(Pose(20, 9, 0)))
    for further in (0.1, 1.0, 9.0):
        refused = refusal(game, Placed(Pose(20 + wide + link + further, 9, 0)))
        assert refused.rule == f"aofr.army_terrain.{slug}_place"
        assert f'within {link:g}" of each other' in str(refused)
    assert refusal(game, Placed(Pose(20, 38, 0))).rule in (
        f"aofr.army_terrain.{slug}_place",
        "aofr.army_terrain.deploy",
    )
    game.answer(Placed(Pose(20 + wide + link, 9, 0)))
    (piece,) = told(game.battle).placed
    assert len(piece.places) == 2


def near(slug: str, gap: float, own: Regiment = FIVE, seat: int = 0) -> Table:
    """Pikes so far north of a piece that lies at 36,10."""
    depth = battle_or_magic(slug)
    line = f"Pikes at 36,{10 + depth / 2 + gap + 0.5} | Foe at 36,40 face 180"
    return landmarks(line, {"Pikes": own, "Foe": FIVE}, slug, (36, 10), seat=seat)


def battle_or_magic(slug: str) -> float:
    kinds = [*map(battle_terrain, range(1, 7)), *map(magic_terrain, range(1, 7))]
    return next(kind.size[1] for kind in kinds if kind.slug == slug)


@pytest.mark.rule("aofr.army_terrain.army_banner")
@pytest.mark.parametrize(("gap", "reach"), [(5.0, (8.0, 16.0, 16.0)), (7.0, (6.0, 12.0, 12.0))])
def test_army_banner(gap: float, reach: tuple[float, float, float]) -> None:
    game = acts(near("army_banner", gap), "Pikes").activate("Pikes")
    pikes = game.unit("Pikes")
    assert tuple(moving.allowance(game.battle, pikes, action) for action in ("advance", "rush", "charge")) == reach
    game.act("Pikes", "hold").stay()
    assert moving.allowance(game.battle, pikes, "advance") == 6
    enemy = acts(near("army_banner", gap, seat=1), "Pikes").activate("Pikes")
    assert moving.allowance(enemy.battle, enemy.unit("Pikes"), "advance") == 6


@pytest.mark.rule("aofr.army_terrain.battle_forge")
@pytest.mark.parametrize(("gap", "need"), [(6.0, 4), (6.1, 5)])
def test_battle_forge(gap: float, need: int) -> None:
    game = acts(near("battle_forge", gap, BOWS), "Pikes", {"to hit": 4, "block": 6}).act("Pikes", "hold").stay()
    game.choose(target="Foe")
    assert [roll.need for roll in game.rolls if "to hit" in roll.why] == [need]


@pytest.mark.rule("aofr.army_terrain.defensive_barrier")
@pytest.mark.parametrize(("seat", "rule"), [(1, "aofr.terrain.difficult"), (0, "")])
def test_defensive_barrier(seat: int, rule: str) -> None:
    table = landmarks(
        "Pikes at 50,30 face 270 | Foe at 5,40", {"Pikes": FIVE, "Foe": FIVE}, "defensive_barrier", (36, 30), seat=seat
    )
    game = acts(table, "Pikes").act("Pikes", "rush")
    if rule:
        assert game.refuses(Forward(8)) == rule
        game.move(Forward(5))
    else:
        game.move(Forward(8))


@pytest.mark.rule("aofr.army_terrain.icon_of_war")
@pytest.mark.parametrize(("gap", "bonus"), [(11.0, 1), (12.5, 0)])
def test_icon_of_war(gap: float, bonus: int) -> None:
    game = acts(near("icon_of_war", gap), "Pikes").activate("Pikes")
    battle, pikes, foe = game.battle, game.unit("Pikes"), game.unit("Foe")
    (charge,) = strikes(battle, pikes, foe, charging=True, fatigued=False, which=sorting(None))
    (back,) = strikes(battle, pikes, foe, charging=False, fatigued=False, which=sorting(None))
    assert (charge.to_hit.total, back.to_hit.total) == (bonus, 0)


@pytest.mark.rule("aofr.army_terrain.protective_dome")
@pytest.mark.parametrize(("seat", "gap", "bonus"), [(0, 4.0, 1), (0, 5.5, 0), (1, 4.0, 0)])
def test_protective_dome(seat: int, gap: float, bonus: int) -> None:
    foe = landmarks(
        f"Pikes at 36,{12 + gap} | Foe at 36,30 face 180",
        {"Pikes": FIVE, "Foe": BOWS},
        "protective_dome",
        (36, 10),
        seat=seat,
    )
    play = volley(foe, "Foe", "Pikes", {"to hit": 6, "block": 6})
    assert [roll.need for roll in play.rolls if "block" in roll.why] == [4 - bonus]


@pytest.mark.rule("aofr.army_terrain.watch_tower")
@pytest.mark.parametrize(("seat", "dice"), [(0, ["1D6"]), (1, [])])
def test_watch_tower(seat: int, dice: list[str]) -> None:
    table = landmarks(
        "Pikes at 36,40 face 180 | Foe at 5,5", {"Pikes": ONE, "Foe": FIVE}, "watch_tower", (36, 24), seat=seat
    )
    game = acts(table, "Pikes", {"Dangerous": (5,)}).act("Pikes", "rush").move(Forward(9))
    assert [roll.dice for roll in game.rolls] == dice


def ended(table: Table, dice: Dicing = ()) -> Interlude:
    """Pikes have acted."""
    return happen(table, lambda battle: part().after_activation(battle, find(battle, "Pikes")), dice)


@pytest.mark.rule("aofr.army_terrain.arcane_pillars")
@pytest.mark.parametrize(("y", "wounds"), [(20.4, 4), (20.6, 0)])
def test_arcane_pillars(y: float, wounds: int) -> None:
    line = f"Pikes at 36,{y} | Foe at 5,40"
    regiments = {"Pikes": regiment(1, rules=["Tough(6)"]), "Foe": FIVE}
    table = landmarks(line, regiments, "arcane_pillars", (30, 20), (42, 20), seat=1)
    play = ended(table, {"Pillars": (4, 4), "Morale": (6,)})
    assert play.unit("Pikes").wounds == wounds
    own = landmarks(line, regiments, "arcane_pillars", (30, 20), (42, 20))
    assert ended(own).unit("Pikes").wounds == 0


@pytest.mark.rule("aofr.army_terrain.enchanted_shrine")
@pytest.mark.parametrize(("gap", "had", "has"), [(6.0, 2, 3), (6.0, 6, 6), (6.5, 2, 2)])
def test_enchanted_shrine(gap: float, had: int, has: int) -> None:
    table = near("enchanted_shrine", gap, wizard()).set("Pikes", tokens=(had,))
    assert acts(table, "Pikes").activate("Pikes").unit("Pikes").tokens == (has,)


@pytest.mark.rule("aofr.army_terrain.faction_relic")
@pytest.mark.parametrize(("seat", "gap", "bonus"), [(0, 12.0, 1), (0, 12.5, 0), (1, 12.0, 0)])
def test_faction_relic(seat: int, gap: float, bonus: int) -> None:
    table = near("faction_relic", gap, seat=seat)
    assert made_test(table.battle, table.unit("Pikes")).modifiers.total == bonus


@pytest.mark.rule("aofr.army_terrain.healing_well")
def test_healing_well() -> None:
    ogre = regiment(1, rules=["Tough(6)"])
    game = acts(near("healing_well", 6.0, ogre).set("Pikes", wounds=4), "Pikes", {"Wounds healed": (4,)})
    game.activate("Pikes").choose("heal")
    assert game.unit("Pikes").wounds == 2
    left = acts(near("healing_well", 6.0, ogre).set("Pikes", wounds=4), "Pikes").activate("Pikes").choose("no")
    assert left.unit("Pikes").wounds == 4
    assert acts(near("healing_well", 6.5, ogre).set("Pikes", wounds=4), "Pikes").activate("Pikes").topic == "action"
    assert acts(near("healing_well", 6.0, ogre), "Pikes").activate("Pikes").topic == "action"


@pytest.mark.rule("aofr.army_terrain.magic_armory")
@pytest.mark.parametrize(("seat", "gap", "need"), [(0, 4.0, 4), (0, 6.5, 5), (1, 4.0, 5)])
def test_magic_armory(seat: int, gap: float, need: int) -> None:
    table = near("magic_armory", gap, regiment(5, defense=5), seat=seat)
    table.touch("Foe", "Pikes")
    game = acts(table, "Foe", {"to hit": 6, "block": 6, "Morale": 6})
    (attack,) = strikes(
        table.battle, table.unit("Foe"), table.unit("Pikes"), charging=True, fatigued=False, which=sorting(None)
    )
    assert attack.defense - attack.to_block.total == need
    assert game.topic == "action"


@pytest.mark.rule("aofr.army_terrain.twin_voidgates")
def test_twin_voidgates() -> None:
    regiments = {"Pikes": ONE, "Foe": FIVE}
    line = "Pikes at 36,13.5 | Foe at 5,40"

    def done(line: str, seat: int = 0) -> Interlude:
        return ended(landmarks(line, regiments, "twin_voidgates", (36, 10), (50, 30), seat=seat))

    game = done(line)
    assert game.topic == "voidgate"
    assert refusal(game, Placed(Pose(50, 34.6, 90))).rule == "aofr.army_terrain.twin_voidgates"
    game.answer(Placed(Pose(50, 34.5, 0)))
    assert game.unit("Pikes").pose == Pose(50, 34.5, 0)
    assert game.told(events.UnitPlaced)[0].rule == "Twin Voidgates"
    stays = done(line).answer(Placed(Pose(36, 13.5, 0)))
    assert stays.told(events.UnitPlaced) == []
    assert done(line, seat=1).game.over
    assert done("Pikes at 36,14.6 | Foe at 5,40").game.over


@pytest.mark.parametrize("seed", first_now(["1", "2"]))
def test_battles_with_army_terrain_end(seed: str) -> None:
    battle_of("army_terrain", seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [("captain", "captain"), ("captain", "solo")])
def test_computer_players_bring_army_terrain(players: tuple[str, str]) -> None:
    battle_of("army_terrain", players)
