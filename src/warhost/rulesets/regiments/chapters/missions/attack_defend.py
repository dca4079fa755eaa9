"""Attack & Defend missions: an attacker, a defender, six rounds (Advanced Missions: Attack & Defend Missions)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import ClassVar

from warhost.field.ground.laying import Spot
from warhost.field.ground.placing import Ground, edge_strips
from warhost.play.battle import Outcome
from warhost.play.questions import Option, Place, Placed
from warhost.play.script import Refused, Script, choose, passes, place, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import markers, reserves
from warhost.rulesets.regiments.chapters.deployment.ground import EDGES
from warhost.rulesets.regiments.chapters.deployment.markers import there
from warhost.rulesets.regiments.chapters.missions.carrying import changed
from warhost.rulesets.regiments.chapters.missions.mission import (
    ATTACKER,
    DEFENDER,
    Deploying,
    Mission,
    army,
    in_role,
    won_by,
    zone_ground,
)
from warhost.rulesets.regiments.core import Battle, Marker, Unit, events, on_table
from warhost.table import TOLERANCE, Point, point_on_board

NEAR = 12.0
"""The distance that most of these missions use, such as around the last stand (aofr.mission.last_stand.deploy)."""

NEAR_EDGE = 6.0


@rule("aofr.mission.raid.marker", "aofr.mission.last_stand.marker", "aofr.mission.rescue.marker")
def marker_near_centre(battle: Battle, rule_id: str) -> Script[None]:
    """The defender sets up one marker within 12" of the table centre."""
    seat = in_role(battle, DEFENDER)
    centre = battle.scene.board.centre
    spot = Spot(rule=rule_id, around=centre, reach=NEAR)
    point = yield from markers.ask_spot(battle, seat, spot, "marker", "Where do you place the marker?")
    yield from markers.put(battle, point or centre, seat)


@rule("aofr.mission.raid.defender_first", "aofr.mission.ambush.deploy_defender")
def half_later(battle: Battle, seat: int) -> int:
    """How many units are left for later by who must deploy half of them: odd numbers are rounded up (AOFR-R013)."""
    return len(army(battle, seat)) // 2


@rule("aofr.mission.raid.defender_first", "aofr.mission.raid.attacker", "aofr.mission.last_stand.deploy")
@rule("aofr.mission.last_stand.return", "aofr.mission.vip_escort.deploy", "aofr.mission.rescue.arrive")
def ground_near(
    battle: Battle,
    rule_id: str,
    around: Point | None = None,
    *,
    enemies: float = 0.0,
    away_from: tuple[Point, ...] = (),
) -> Ground:
    """Ground within 12" of that point or else of any table edge: fully within it, or as was agreed (AOFR-R683)."""
    return Ground(
        rule=rule_id,
        around=around,
        reach=NEAR if around is not None else 0.0,
        band=0.0 if around is not None else NEAR,
        fully=battle.scene.settings.mission_zones == "fully within",
        enemies=enemies,
        points=away_from,
        clear=NEAR if away_from else 0.0,
    )


class Raid(Mission):
    """The defender holds a marker in the middle; attackers come from all sides."""

    uses_zones: ClassVar[bool] = False

    @rule("aofr.mission.raid.marker")
    def set_markers(self, battle: Battle) -> Script[None]:
        yield from marker_near_centre(battle, "aofr.mission.raid.marker")

    @rule("aofr.mission.raid.defender_first", "aofr.mission.raid.attacker", "aofr.mission.raid.defender_rest")
    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        attacker, defender = in_role(battle, ATTACKER), in_role(battle, DEFENDER)
        marker = (battle.markers[0].x, battle.markers[0].y)
        first = ground_near(battle, "aofr.mission.raid.defender_first", marker)
        rest = Ground(rule="aofr.mission.raid.defender_rest", enemies=NEAR, points=(marker,), clear=NEAR)
        return (
            Deploying({defender: first}, {defender: half_later(battle, defender)}),
            Deploying({attacker: ground_near(battle, "aofr.mission.raid.attacker")}),
            Deploying({defender: rest}),
        )


class Ambush(Mission):
    """Half of the defender marches into the attacker."""

    @rule("aofr.mission.ambush.markers")
    def set_markers(self, battle: Battle) -> Script[None]:
        count = yield from self.how_many()
        yield from markers.place_in_turn(battle, count, in_role(battle, DEFENDER))

    @rule("aofr.mission.ambush.deploy_defender", "aofr.mission.ambush.deploy_attacker")
    @rule("aofr.mission.ambush.deploy_rest")
    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        attacker, defender = in_role(battle, ATTACKER), in_role(battle, DEFENDER)
        around = Ground(rule="aofr.mission.ambush.deploy_attacker", enemies=NEAR, friends=6.0)
        rest = Ground(rule="aofr.mission.ambush.deploy_rest", enemies=NEAR)
        return (
            Deploying({defender: zone_ground(battle, defender)}, {defender: half_later(battle, defender)}),
            Deploying({attacker: around}),
            Deploying({defender: rest}),
        )


class LastStand(Mission):
    """The defender is surrounded; attackers come again."""

    uses_zones: ClassVar[bool] = False

    @rule("aofr.mission.last_stand.marker")
    def set_markers(self, battle: Battle) -> Script[None]:
        yield from marker_near_centre(battle, "aofr.mission.last_stand.marker")

    @rule("aofr.mission.last_stand.deploy")
    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        around = ground_near(battle, "aofr.mission.last_stand.deploy", battle.scene.board.centre)
        edges = ground_near(battle, "aofr.mission.last_stand.deploy")
        return (Deploying({in_role(battle, DEFENDER): around}), Deploying({in_role(battle, ATTACKER): edges}))

    @rule("aofr.mission.last_stand.return", "aofr.mission.last_stand.no_units")
    def at_round_start(self, battle: Battle) -> Script[None]:
        """A 6 brings a unit back; without a unit on the table all reserves are lost, before any roll (AOFR-R204)."""
        waiting = kept_back(battle, in_role(battle, ATTACKER))
        if not waiting:
            return
        if not on_table(battle, in_role(battle, ATTACKER)):
            for unit in waiting:
                unit.fate, unit.reserve = "destroyed", ""
                unit.left, unit.hero = (0,) * len(unit.left), False
                yield events.ReservesLost(unit.id)
            return
        back = yield from called(waiting, 6, "aofr.mission.last_stand.return")
        ground = ground_near(battle, "aofr.mission.last_stand.return")
        yield from reserves.bring_in(battle, {unit.id: ground for unit in back})

    @rule("aofr.mission.last_stand.reserves")
    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        """Attackers that were destroyed for the first time wait in reserve, at full strength again (AOFR-R203)."""
        for unit in battle.units:
            if unit.seat == in_role(battle, ATTACKER) and unit.fate in ("destroyed", "routed") and not unit.recalled:
                reserves.recall(battle, unit)
                yield events.UnitSetAside(unit.id, "it was beaten, and could return")


def kept_back(battle: Battle, seat: int) -> list[Unit]:
    """The units of a side that the mission keeps in reserve."""
    return [unit for unit in battle.units if unit.seat == seat and unit.reserve == "mission"]


def called(waiting: Sequence[Unit], need: int, rule_id: str) -> Script[list[Unit]]:
    """A die for each unit in reserve; those that roll high enough may come."""
    if not waiting:
        return []
    dice, seat = f"{len(waiting)}D6", waiting[0].seat
    faces = yield from roll(dice, why="Reserves", rule=rule_id, seat=seat, need=need, counts="each")
    return [unit for unit, face in zip(waiting, faces, strict=True) if face >= need]


class VipEscort(Mission):
    """The defender brings a marker across the table."""

    uses_zones: ClassVar[bool] = False

    @rule("aofr.mission.vip_escort.marker")
    def set_markers(self, battle: Battle) -> Script[None]:
        """Within 6" of a table edge; the defender says which if there are two (AOFR-R206)."""
        seat = in_role(battle, DEFENDER)
        rule_id = "aofr.mission.vip_escort.marker"
        spot = Spot(rule=rule_id, band=NEAR_EDGE)
        point = yield from markers.ask_spot(battle, seat, spot, "marker", "Where does the marker start?")
        assert point is not None, "no place along any table edge is free"
        near = [edge for edge, gap in edges(battle, *point).items() if gap <= NEAR_EDGE + TOLERANCE]
        strips = dict(zip(EDGES, edge_strips(battle.scene.board, NEAR_EDGE), strict=True))
        options = [Option(edge, f"The {edge} edge", areas=(strips[edge],)) for edge in near]
        text = "Which edge does the marker start from?"
        edge = yield from choose(seat, "edge", text, options, rules=(rule_id,))
        yield from markers.put(battle, point, seat, edge=edge)

    @rule("aofr.mission.vip_escort.deploy")
    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        rule_id = "aofr.mission.vip_escort.deploy"
        marker = (battle.markers[0].x, battle.markers[0].y)
        return (
            Deploying({in_role(battle, DEFENDER): ground_near(battle, rule_id, marker)}),
            Deploying({in_role(battle, ATTACKER): ground_near(battle, rule_id, enemies=NEAR)}),
        )

    @rule("aofr.mission.vip_escort.move")
    def at_round_start(self, battle: Battle) -> Script[None]:
        """The defender may move a marker that it has seized by up to 12"."""
        seat = in_role(battle, DEFENDER)
        if battle.markers[0].owner == seat:
            yield from move_marker(battle, seat, 0, NEAR, "aofr.mission.vip_escort.move")

    @rule("aofr.mission.vip_escort.win")
    def judge(self, battle: Battle) -> Outcome:
        """The defender wins with the marker within 6" of the edge opposite to where it started."""
        marker = battle.markers[0]
        opposite = {"south": "north", "north": "south", "west": "east", "east": "west"}[marker.edge]
        if edges(battle, marker.x, marker.y)[opposite] <= NEAR_EDGE + TOLERANCE:
            return won_by(battle, in_role(battle, DEFENDER), f"the marker has come to the {opposite} edge")
        return won_by(battle, in_role(battle, ATTACKER), f"the marker has not come to the {opposite} edge")


def edges(battle: Battle, x: float, y: float) -> dict[str, float]:
    """How far a point is from each table edge."""
    board = battle.scene.board
    return dict(zip(EDGES, (y, board.depth - y, x, board.width - x), strict=True))


def move_marker(battle: Battle, seat: int, number: int, inches: float, rule_id: str) -> Script[None]:
    """A player may move a marker, past anything, onto any ground that is not impassable (AOFR-R205)."""
    marker = battle.markers[number]
    board = battle.scene.board

    def check(placed: Placed) -> None:
        x, y = placed.pose.x, placed.pose.y
        if hypot(x - marker.x, y - marker.y) > inches + TOLERANCE:
            raise Refused(f'The marker moves at most {inches:g}".', rule_id)
        if not point_on_board(x, y, board.width, board.depth):
            raise Refused("The marker must stay on the table.", rule_id)
        if (x, y) != (marker.x, marker.y) and not markers.reachable(battle, x, y):
            raise Refused("No unit could reach the marker there.", "aofr.objective.reachable")

    here = (marker.x, marker.y)
    steps = [inches * part / 2 for part in (-2, -1, 0, 1, 2)]
    found = [here, *((here[0] + dx, here[1] + dy) for dx in steps for dy in steps if dx or dy)]
    legal = [answer for answer in map(there, found) if passes(check, answer)]
    text = f'Where do you move the marker, up to {inches:g}"?'
    question = Place(seat=seat, topic="move marker", text=text, rules=(rule_id,))
    answer = yield from place(question, check, lambda: legal)
    changed(battle, number, x=round(answer.pose.x, 9), y=round(answer.pose.y, 9))
    yield events.MarkerPlaced(number + 1, answer.pose.x, answer.pose.y, seat)
