"""Places of markers that missions have in common."""

from __future__ import annotations

from math import hypot

from warhost.field.ground.laying import Spot
from warhost.play.questions import Place
from warhost.play.script import Refused, Script, place
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import markers
from warhost.rulesets.regiments.chapters.deployment.markers import there
from warhost.rulesets.regiments.chapters.deployment.styles import CORE, quarter_centres, style_of, zone_of
from warhost.rulesets.regiments.core import Battle
from warhost.table import TOLERANCE, Point

FROM_EDGE = 12.0
ROUGHLY = 0.5
"""How far from the line a marker may be put down that goes on the line."""

OWN = "aofr.mission.sabotage.setup"


@rule("aofr.mission.seize_ground.setup", "aofr.mission.domination.setup")
def put_in_quarters(battle: Battle) -> Script[None]:
    """One marker in the centre of each quarter of the ground outside of the zones."""
    board = battle.scene.board
    for point in quarter_centres(battle.style or CORE, board.width, board.depth):
        yield from markers.put(battle, point)


@rule("aofr.mission.breakthrough.setup", "aofr.mission.headquarters.setup")
def put_in_zones(battle: Battle) -> Script[None]:
    """One marker in the middle of each zone's width, 12" from the table edge (AOFR-R189)."""
    for zone in style_of(battle).zones:
        yield from markers.put(battle, zone.centre)


@rule("aofr.mission.king_of_the_hill.setup", "aofr.mission.mosh_pit.setup")
def place_on_the_hill(battle: Battle, rule_id: str) -> Script[None]:
    """One marker more than 9" from zones and table edges.

    Without such a place it goes to the table's centre, or to the nearest point that is in no zone (AOFR-R190).
    """
    seat = yield from markers.first_placer(battle)
    point = yield from markers.ask_spot(
        battle, seat, Spot(rule=rule_id, clear=markers.APART), "marker", "Where do you place the marker?"
    )
    if point is None:
        middle = battle.scene.board.centre
        free = markers.sensible_spots(battle, Spot(rule=rule_id, outside=True))
        point = min(free, key=lambda p: hypot(p[0] - middle[0], p[1] - middle[1]), default=middle)
    yield from markers.put(battle, point, seat)


@rule("aofr.mission.sabotage.setup", "aofr.mission.demolition.setup")
def place_own(battle: Battle) -> Script[None]:
    """Each player puts a marker of its own 12" from its table edge, the winner of the roll-off first (AOFR-R188)."""
    for seat in (battle.first, battle.other(battle.first)):
        zone = zone_of(battle, seat)
        if zone.edges:
            point = yield from _on_own_line(battle, seat, zone.edges)
        else:
            spot = Spot(rule=OWN, around=zone.centre, reach=FROM_EDGE)
            near = yield from markers.ask_spot(battle, seat, spot, "own marker", "Where do you place your marker?")
            point = near or zone.centre
        yield from markers.put(battle, point, seat, own=True)


def _on_own_line(battle: Battle, seat: int, edges: tuple[str, ...]) -> Script[Point]:
    def on_line(x: float, y: float) -> Point:
        return min((_onto(battle, edge, x, y) for edge in edges), key=lambda p: hypot(p[0] - x, p[1] - y))

    def why_not(x: float, y: float) -> Refused | None:
        px, py = on_line(x, y)
        if hypot(px - x, py - y) > ROUGHLY + TOLERANCE:
            return Refused(f'Your marker must be {FROM_EDGE:g}" from your table edge.', OWN)
        return markers.why_not(battle, px, py, Spot(rule=OWN))

    board = battle.scene.board
    half = [(i * 0.5 * board.width / 12, i * 0.5 * board.depth / 12) for i in range(1, 24)]
    line = [point for edge in edges for point in (_onto(battle, edge, *p) for p in half) if why_not(*point) is None]
    line.sort(key=lambda p: (hypot(p[0] - board.width / 2, p[1] - board.depth / 2), p))

    question = Place(seat=seat, topic="own marker", text="Where do you place your marker?", rules=(OWN,))
    answer = yield from place(
        question, lambda placed: why_not(placed.pose.x, placed.pose.y), lambda: list(map(there, line))
    )
    return on_line(answer.pose.x, answer.pose.y)


def _onto(battle: Battle, edge: str, x: float, y: float) -> Point:
    """The point of the line 12" from a table edge that is beside the given one."""
    board = battle.scene.board
    if edge in ("south", "north"):
        return (x, FROM_EDGE if edge == "south" else board.depth - FROM_EDGE)
    return (FROM_EDGE if edge == "west" else board.width - FROM_EDGE, y)
