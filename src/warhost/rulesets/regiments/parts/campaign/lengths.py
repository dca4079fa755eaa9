"""How long the battles of a campaign last: until there is one winner, or one survivor; and conceding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from warhost.field.ground.placing import Ground
from warhost.play.battle import Outcome, copied
from warhost.play.questions import Option
from warhost.play.rules.ending import CONCEDED, concession
from warhost.play.script import Script, agrees, draw_from, roll_off, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.mission import Deploying, Mission, won_by
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.parts.campaign.ledger import gain, kept
from warhost.table import strip

LAST = 10
"""After so many rounds the side that destroyed more wins (AOFR-R647)."""
ZONE, EDGE = 24.0, 3.0
"""The side of the warp zone, and how near to an edge of it both begin."""
WARP_ROUNDS = 20
"""If nothing is decided after so many rounds the beast wins (AOFR-R663)."""


@rule("aofr.campaign.mission_length")
def last_round(battle: Battle, last: int, mission: Mission) -> int:
    """The mission goes on round by round while nobody has won, but not beyond the tenth."""
    if battle.turn < last:
        return last
    if battle.stage != "end of round" or battle.turn >= LAST:
        return battle.turn
    return battle.turn if has_winner(battle, mission) else battle.turn + 1


def has_winner(battle: Battle, mission: Mission) -> bool:
    """Whether one side would win if the battle ended now."""
    ended = copied(battle)
    scored = mission.scored_at_the_end(ended)
    ended.points = tuple(have + more for have, more in zip(ended.points, scored, strict=True))
    return len(mission.judge(ended).winners) == 1


@rule("aofr.campaign.mission_length")
def decided(battle: Battle, outcome: Outcome) -> Script[Outcome]:
    """A draw at the very end goes to the side that destroyed more points, then to the winner of a roll-off
    (AOFR-R647)."""
    if len(outcome.winners) == 1:
        return outcome
    destroyed = [destroyed_by(battle, side) for side in battle.sides]
    best = [side for side in battle.sides if destroyed[side] == max(destroyed)]
    if len(best) == 1:
        told = " to ".join(map(str, sorted(destroyed, reverse=True)))
        return won_by(battle, best[0], f"{told} points destroyed", tuple(destroyed))
    winner = yield from roll_off(best, why="Who wins", rule="aofr.campaign.mission_length")
    return won_by(battle, winner, "by a roll-off after a draw", outcome.score)


def destroyed_by(battle: Battle, seat: int) -> int:
    """What the units are worth that the other sides have lost."""
    lost = [unit for unit in battle.units if unit.seat != seat and unit.fate in ("destroyed", "routed")]
    return sum(battle.regiment(unit).points for unit in lost)


@rule("aofr.campaign.conceding")
def ask_to_concede(battle: Battle) -> Script[None]:
    """A side that has lost half of its units is asked when a round begins; whoever wants to give up at another moment
    says so at the table, and it counts as when the round began (AOFR-R802)."""
    for seat in battle.in_turn(battle.first):
        own = [unit for unit in battle.units if unit.seat == seat and unit.part_of is None]
        left = [unit for unit in own if not is_gone(unit)]
        if not left or 2 * len(left) > len(own) or battle.turn < 2:
            continue
        text = "Concede? All your units leave the table, and none of them is a casualty."
        rules = ("aofr.campaign.conceding",)
        stays = Option("fight on", "Fight on")
        if not (yield from agrees(seat, "concede", text, stays, "Concede", rules=rules)):
            concede(battle, seat)
        if battle.outcome is not None:
            return


@rule("aofr.campaign.conceding")
def concede(battle: Battle, seat: int) -> None:
    """All units of the side leave the table, and the other side wins; of several, the battle goes on between those who
    are left (AOFR-R808)."""
    for unit in battle.units:
        if unit.seat == seat and not unit.fate:
            unit.pose = unit.inside = None
            unit.fate, unit.reserve = "left", ""
    if len(battle.sides) == 2:
        battle.outcome = concession(battle, seat)
        return
    gain(battle, "conceded", seat)
    gone = {one.seat for one in kept(battle).gains if one.what == "conceded"}
    left = [side for side in battle.sides if side not in gone]
    if len(left) == 1:
        battle.outcome = replace(won_by(battle, left[0], "all others conceded"), word=CONCEDED)


@rule("aofr.campaign.event_66_time_warp")
def warp_terrain(battle: Battle) -> Script[None]:
    """Of the pieces of the table 3 to 5 stay, drawn at random (AOFR-R663)."""
    name = "aofr.campaign.event_66_time_warp"
    count = yield from roll_sum("D3+2", why="Pieces of terrain in the warp zone", rule=name)
    left = list(range(len(battle.scene.board.features)))
    while len(left) > count:
        left.remove((yield from draw_from(left, why="A piece that is not in the warp zone", rule=name)))
    board = battle.scene.board
    board = replace(board, features=tuple(board.features[number] for number in left))
    battle.scene = replace(battle.scene, board=board)


class WarpFight(Mission):
    """A unit (seat 0) against a Time Beast (seat 1) in a zone of 2'x2': until one of them is gone."""

    uses_zones: ClassVar[bool] = False

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from ()

    @rule("aofr.campaign.event_66_time_warp")
    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        """Each within 3" of an edge, opposite each other."""
        board = battle.scene.board
        deep = [max(EDGE, _depth(battle, seat) + 0.1) for seat in (0, 1)]
        south = strip(0.0, 0.0, board.width, deep[0])
        north = strip(0.0, board.depth - deep[1], board.width, board.depth)
        name = "aofr.campaign.event_66_time_warp"
        return (Deploying({0: Ground(rule=name, parts=(south,)), 1: Ground(rule=name, parts=(north,))}),)

    @rule("aofr.campaign.event_66_beast_wins", "aofr.campaign.event_66_unit_wins")
    def judge(self, battle: Battle) -> Outcome:
        """Whoever is left wins; the beast, if both still stand after 20 rounds (AOFR-R663)."""
        if _alive(battle, 0) and not _alive(battle, 1):
            return won_by(battle, 0, "the Time Beast is dead")
        return won_by(battle, 1, "the unit is dead" if not _alive(battle, 0) else "nobody came back from the warp")


def _depth(battle: Battle, seat: int) -> float:
    """How deep the unit of a side stands."""
    unit = next(unit for unit in battle.units if unit.seat == seat)
    regiment = battle.regiment(unit)
    ranks = -(-unit.models // unit.files)
    return ranks * regiment.base[1] / 25.4


def _alive(battle: Battle, seat: int) -> bool:
    return any(unit.seat == seat and not unit.fate for unit in battle.units)


@rule("aofr.campaign.event_66_beast_wins", "aofr.campaign.event_66_unit_wins")
def warp_rounds(battle: Battle) -> int:
    """Until one of the two is gone, for 20 rounds at most."""
    both = _alive(battle, 0) and _alive(battle, 1)
    return WARP_ROUNDS if both else max(1, battle.turn)
