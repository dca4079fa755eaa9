"""Play a battle of house armies and write what the first page shows of it: python web/tools/living.py

A frame for each moment at which units have moved or lost something since the last; only what changed is written, and
units that have one base for all their models need no more than a pose and their health.
"""

from __future__ import annotations

import json
from math import hypot
from pathlib import Path
from typing import Any

from warhost.dice import Chance
from warhost.play import Setup
from warhost.players.match import named_player, play_out, start
from warhost.rulesets import ruleset
from warhost.server.messages import UnitShown
from warhost.server.shown.picture import picture_of

HERE = Path(__file__).parent
NEAR = 9.0
MIDDLE = (28.0, 64.0)
BOOK, ARMIES, MAP, SEED = "kow", ("Sunward Clans", "Gutterfang Tribes"), "2", "first page b"


def told(unit: UnitShown) -> dict[str, Any]:
    """What never changes about a unit."""
    look = {key: value for key in ("kind", "mount", "race") if (value := getattr(unit.look, key))}
    return {
        "id": unit.id,
        "seat": unit.seat,
        "name": unit.name,
        "width": round(unit.width, 2),
        "depth": round(unit.depth, 2),
        "health": unit.health_at_start,
        "single": unit.single,
        "standard": unit.standard,
        "look": look,
    }


def stands(unit: UnitShown) -> list[float] | None:
    """Where it is, and how much is left of it; nothing once it has left."""
    pose = unit.pose
    return None if pose is None else [round(pose.x, 1), round(pose.y, 1), round(pose.facing), unit.health]


def recorded(seed: str = SEED) -> dict[str, Any]:
    book = ruleset(BOOK)
    setup = Setup(ruleset=BOOK, armies=ARMIES, map=MAP, options={"points": 2000})
    game = start(book, setup, seed)
    chance = Chance(f"{seed} players")
    play_out(game, [named_player("captain", seat, chance) for seat in (0, 1)])
    pictures = [picture_of(book, mark.battle) for mark in game.marks if mark.battle.turn > 0]
    first = next(number for number, one in enumerate(pictures) if all(unit.pose for unit in one.units))
    pictures = [*pictures[first:], picture_of(book, game.battle)]
    board = pictures[0].board
    known = {unit.id: stands(unit) for unit in pictures[0].units}
    frames: list[dict[str, Any]] = [dict(known)]
    for picture in pictures[1:]:
        now = {unit.id: stands(unit) for unit in picture.units}
        changed = {unit: where for unit, where in now.items() if where != known.get(unit)}
        known = now
        if changed:
            frames.append(changed)
    still = _met(frames, {unit.id: unit.seat for unit in pictures[0].units})
    return {
        "opening": max(0, still - 30),
        "still": still,
        "width": board.width,
        "depth": board.depth,
        "features": [
            {"kind": one.kind, "x": one.x, "y": one.y, "width": one.width, "depth": one.depth, "facing": one.facing}
            for one in board.features
        ],
        "armies": [seat.army for seat in pictures[0].seats],
        "units": [told(unit) for unit in pictures[0].units],
        "frames": frames,
    }


def _met(frames: list[dict[str, Any]], seats: dict[int, int]) -> int:
    """The frame with the thickest fighting away from the edges of the table."""
    now: dict[int, Any] = {}
    heats = []
    for frame in frames:
        now = {**now, **frame}
        there = [(seats[unit], where) for unit, where in now.items() if where]
        heats.append(max((_heat(one, there) for one in there if MIDDLE[0] < one[1][0] < MIDDLE[1]), default=0))
    return heats.index(max(heats))


def _heat(one: tuple[int, Any], there: list[tuple[int, Any]]) -> int:
    """How many units of either side are near this one, multiplied: a fight takes both."""
    seat, place = one
    near = [side for side, where in there if hypot(place[0] - where[0], place[1] - where[1]) < NEAR]
    return near.count(seat) * (len(near) - near.count(seat))


if __name__ == "__main__":
    path = HERE.parent / "src" / "home" / "battle.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(recorded(), separators=(",", ":")) + "\n", encoding="utf-8")
