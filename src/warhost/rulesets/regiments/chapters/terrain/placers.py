"""Who places terrain: one player, both together, both in turn, or a style says it (Terrain: Terrain Placement).

Without a style there is no rule where a piece goes: it lies on the table, and not on another piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warhost.field.ground.laying import Prop, pieces_of
from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import agreements
from warhost.rulesets.regiments.chapters.roll_off import roll_off
from warhost.rulesets.regiments.chapters.terrain.generator import Kinds, decide
from warhost.rulesets.regiments.chapters.terrain.placement import STYLES, Terms, ask_place, place_by, put, style_on
from warhost.rulesets.regiments.core import Battle, events
from warhost.table import Pose

RULE = "aofr.terrain.placers"
FREELY = Terms(RULE, apart=0.0)

ANY = "any"
AGREED, ELSEWHERE = "agree", "elsewhere"


@rule(RULE)
def one_player(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """One player places everything: who wins a roll-off."""
    seat = yield from roll_off(battle, "who places all terrain", RULE)
    for kinds in wanted:
        yield from place_by(battle, seat, kinds, FREELY)


@rule(RULE)
def alternately(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """One piece each in turn, from the winner of a roll-off on."""
    seat = yield from roll_off(battle, "who places terrain first", RULE)
    for kinds in wanted:
        yield from place_by(battle, seat, kinds, FREELY)
        seat = battle.other(seat)


@rule(RULE, "aofr.general.dispute_roll")
def together(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """Both place every piece: one proposes, the other agrees or proposes another place; if both insist the die decides.

    Who proposes first changes from piece to piece.
    """
    seat = yield from roll_off(battle, "who proposes the first piece", RULE)
    for kinds in wanted:
        piece = yield from decide(kinds, seat)
        pose = yield from _agree(battle, seat, piece)
        if pose is not None:
            put(battle, piece, pose)
        seat = battle.other(seat)


def _agree(battle: Battle, seat: int, piece: Prop) -> Script[Pose | None]:
    """Where both want the piece, or where the die says."""
    proposed: dict[int, Pose] = {}
    for proposer in (seat, battle.other(seat)):
        pose = yield from ask_place(battle, proposer, piece, FREELY)
        if pose is None:
            return None
        proposed[proposer] = pose
        yield events.PieceProposed(proposer, piece.name, pose.x, pose.y)
        if (yield from _is_agreed(battle, battle.other(proposer), piece, pose)):
            return pose
    number = len(pieces_of(battle.scene.board.features)) + 1
    decider = yield from agreements.settle(battle, f"the place of the {piece.name}, piece {number}")
    return proposed[decider]


def _is_agreed(battle: Battle, seat: int, piece: Prop, pose: Pose) -> Script[bool]:
    where = f"{pose.x:.0f}, {pose.y:.0f}"
    options = [Option(AGREED, "Agree", pose=pose), Option(ELSEWHERE, "Not there")]
    text = f"The {piece.name} would go at {where}. Do you agree?"
    key = yield from choose(seat, "terrain agreed", text, options, rules=(RULE,))
    return key == AGREED


PLACERS: dict[str, Callable[[Battle, Sequence[Kinds]], Script[None]]] = {
    "one_player": one_player,
    "together": together,
    "alternately": alternately,
}

WAYS = {**STYLES, **PLACERS}
"""The styles, and who places terrain where players use none of them."""


def place_all(battle: Battle, wanted: Sequence[Kinds]) -> Script[str]:
    """All pieces are placed in the way that was agreed on, or by a style that is rolled. Returns it."""
    name = battle.scene.settings.placement
    if name == ANY:
        (face,) = yield from roll("D6", why="Placement of terrain", rule="aofr.placement.table")
        name = style_on(face)
    yield from WAYS[name](battle, wanted)
    return name
