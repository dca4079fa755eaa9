"""Five objectives and the points of each round (Twists & Gambits: Playing with Twists & Gambits)."""

from __future__ import annotations

from typing import ClassVar

from warhost.field.ground.laying import Spot
from warhost.play.battle import Outcome
from warhost.play.questions import Place, Placed
from warhost.play.script import Refused, Script, place
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import markers
from warhost.rulesets.regiments.chapters.deployment.markers import there
from warhost.rulesets.regiments.chapters.missions.mission import Mission, held, outcome
from warhost.rulesets.regiments.core import Battle, Marker
from warhost.rulesets.regiments.parts.twists_and_gambits.state import keep, kept, twist_in_force
from warhost.table import TOLERANCE, Point

ROUNDS = 4
NUMBERED = 3
"""The objectives outside of the zones, which have the numbers 1 to 3."""

FROM_EDGE = 6.0
STEP = 3.0
OBJECTIVE, KILL, MAJORITY = 2, 1, 1
ROW = "aofr.twist.objectives"


class TwistMission(Mission):
    """Objectives and destroyed units score every round."""

    own_markers: ClassVar[bool] = True

    @rule("aofr.twist.objectives")
    def set_markers(self, battle: Battle) -> Script[None]:
        """Each player puts one into the own zone, then three are placed outside of the zones as usual (AOFR-R584)."""
        places = {}
        for seat in (battle.first, battle.other(battle.first)):
            point = yield from _in_own_zone(battle, seat)
            places[seat] = len(battle.markers)
            yield from markers.put(battle, point, seat)
        keep(battle, zones=(places[0], places[1]))
        yield from markers.place_in_turn(battle, NUMBERED)

    @rule("aofr.twist.victory")
    def judge(self, battle: Battle) -> Outcome:
        """After four rounds most victory points win; equal points are a draw (AOFR-R502)."""
        one, other = battle.points[0], battle.points[1]
        return outcome(battle, (one, other), f"{max(one, other):g} to {min(one, other):g} victory points")

    def scored(self, battle: Battle, before: tuple[Marker, ...]) -> tuple[float, float]:
        one, other = (float(round_score(battle, seat)) for seat in (0, 1))
        return one, other


def _in_own_zone(battle: Battle, seat: int) -> Script[Point]:
    """A place in the own zone, more than 6" from the table edges where there is one, and 9" from other markers."""

    def why_not(x: float, y: float, edge: float = FROM_EDGE) -> Refused | None:
        board = battle.scene.board
        if not any(zone.contains_point(x, y) for zone in battle.zones[seat]):
            return Refused("This marker goes into your own deployment zone.", ROW)
        if min(x, y, board.width - x, board.depth - y) <= edge + TOLERANCE:
            return Refused(f'This marker must be more than {edge:g}" from the table edges.', ROW)
        return markers.why_not(battle, x, y, Spot(rule=ROW, apart=markers.APART))

    board = battle.scene.board
    grid = [
        (STEP / 2 + STEP * i, STEP / 2 + STEP * j)
        for i in range(int(board.width / STEP))
        for j in range(int(board.depth / STEP))
    ]
    spots = [point for point in grid if why_not(*point) is None]
    edge = FROM_EDGE if spots else 0.0
    spots = spots or [point for point in grid if why_not(*point, edge=0.0) is None]
    middle = board.width / 2, board.depth / 2
    spots.sort(key=lambda p: (abs(p[0] - middle[0]) + abs(p[1] - middle[1]), p))

    def check(placed: Placed) -> Refused | None:
        return why_not(placed.pose.x, placed.pose.y, edge)

    question = Place(seat=seat, topic="own marker", text="Where do you place the marker in your zone?", rules=(ROW,))
    answer = yield from place(question, check, lambda: list(map(there, spots)))
    return round(answer.pose.x, 9), round(answer.pose.y, 9)


@rule("aofr.twist.vp_kill", "aofr.twist.vp_objective", "aofr.twist.vp_majority")
def round_score(battle: Battle, seat: int) -> int:
    """1 for each enemy unit that the side destroyed, 2 for each objective it holds, 1 for holding more of them; and
    what the twist adds (AOFR-R517, AOFR-R585)."""
    told = kept(battle)
    kills = sum(kill.seat != seat and kill.by is not None for kill in told.kills)
    own = sum(marker.owner == seat for marker in battle.markers if not marker.gone)
    more = held(battle)[seat] > held(battle)[1 - seat]
    return KILL * kills + OBJECTIVE * own + MAJORITY * more + from_twist(battle, seat)


@rule("aofr.twist.a5_fighting_frenzy", "aofr.twist.a6_duel_of_fate", "aofr.twist.b1_strategic_divide")
@rule("aofr.twist.b2_target_priority", "aofr.twist.b3_all_out_assault", "aofr.twist.b4_offensive_manoeuvre")
@rule("aofr.twist.b5_conquerors_boon")
def from_twist(battle: Battle, seat: int) -> int:
    """The victory points that the twist of the round adds to those of a side (AOFR-R585)."""
    twist, told = twist_in_force(battle), kept(battle)
    if twist is None:
        return 0
    fallen = [kill for kill in told.kills if kill.seat != seat and kill.by is not None]
    if twist.slug == "a5_fighting_frenzy":
        return sum(kill.by in told.units for kill in fallen)
    if twist.slug == "a6_duel_of_fate":
        return sum(kill.unit in told.units for kill in fallen)
    picked = told.zones if twist.slug == "b3_all_out_assault" else told.markers
    worth = 1 if twist.slug in ("b3_all_out_assault", "b4_offensive_manoeuvre") else twist.worth
    if twist.slug == "b4_offensive_manoeuvre" and seat != told.underdog:
        return 0
    return worth * sum(battle.markers[number].owner == seat for number in picked)
