"""Terrain generators: which pieces a battlefield has (Advanced Terrain: Terrain Generator)."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from warhost.field.ground.laying import Prop, pieces_of
from warhost.play.ground import ground_word
from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.roll_off import roll_off
from warhost.rulesets.regiments.chapters.terrain.pieces import bridges_of, prop
from warhost.rulesets.regiments.core import Battle, events

Kinds = tuple[str, ...]
"""The kinds between which a piece may be chosen."""


class Plane(msgspec.Struct, frozen=True):
    """A kind of plane: its fixed pieces, what 2D6 give, and dice for pieces that each player declares dangerous."""

    slug: str
    name: str
    fixed: tuple[Kinds, ...]
    table: dict[int, Kinds]
    picked: str = ""


class _PlaneText(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    fixed: list[str]
    table: dict[str, str]
    picked: str = ""


@rule("aofr.generator.planes")
@lru_cache(maxsize=1)
def planes() -> dict[str, Plane]:
    """The four generators."""
    path = files("warhost.rulesets.regiments") / "data" / "planes.toml"
    texts = msgspec.toml.decode(path.read_bytes(), type=dict[str, _PlaneText])
    return {slug: _plane(slug, text) for slug, text in texts.items()}


def _plane(slug: str, text: _PlaneText) -> Plane:
    fixed: list[Kinds] = []
    for line in text.fixed:
        count, _, told = line.partition(" ")
        fixed += [tuple(told.split(" or "))] * int(count)
    table = {int(total): tuple(told.split(" or ")) for total, told in text.table.items()}
    return Plane(slug, text.name, tuple(fixed), table, text.picked)


@rule("aofr.generator.two_steps")
def generate(plane: Plane) -> Script[list[Kinds]]:
    """Seven fixed pieces, then 2D3 more, each rolled with 2D6 on the plane's table."""
    found = list(plane.fixed)
    more = yield from roll_sum("2D3", why="More pieces of terrain", rule="aofr.generator.two_steps")
    for _ in range(more):
        total = yield from roll_sum("2D6", why="A piece of terrain", rule=f"aofr.generator.{plane.slug}.table")
        found.append(plane.table[total])
    return found


def decide(kinds: Kinds, seat: int | None) -> Script[Prop]:
    """Which kind of piece it is: the placer's choice, or a die's if nobody places it (AOFR-R119).

    Running water has bridges unless the placer wants none.
    """
    kind = kinds[0]
    if len(kinds) > 1 and seat is None:
        number = yield from roll_sum(f"D{len(kinds)}", why=f"{_words(kinds)}?", rule="aofr.generator.two_steps")
        kind = kinds[number - 1]
    elif seat is not None:
        options = [Option(one, f"A {one.replace('_', ' ')}") for one in kinds]
        text = "Which piece of terrain is it?"
        kind = yield from choose(seat, "piece", text, options, rules=("aofr.generator.two_steps",))
    bridges = bridges_of(kind)
    if bridges and seat is not None:
        options = [Option(str(number), f"{number} bridges") for number in range(bridges, -1, -1)]
        text = f"How many bridges does the {ground_word(kind)} have?"
        key = yield from choose(seat, "bridges", text, options, rules=("aofr.generator.hospitable.r3_bridge",))
        bridges = int(key)
    return prop(kind, bridges)


def _words(kinds: Kinds) -> str:
    return " or ".join(map(ground_word, kinds)).capitalize()


@rule("aofr.generator.generic.dangerous")
def pick_dangerous(battle: Battle, dice: str) -> Script[None]:
    """Players take turns to pick pieces that are dangerous as well, each as many as its own die says (AOFR-R117)."""
    rule_id = "aofr.generator.generic.dangerous"
    seat = yield from roll_off(battle, "who picks dangerous pieces first", rule_id)
    left: dict[int, int] = {}
    for one in (seat, battle.other(seat)):
        left[one] = yield from roll_sum(dice, why="Dangerous pieces", rule=rule_id, seat=one)
    while any(left.values()):
        if left[seat]:
            left[seat] -= 1
            yield from _name_one(battle, seat, rule_id)
        seat = battle.other(seat)


@rule("aofr.terrain.pick_dangerous")
def name_dangerous(battle: Battle) -> Script[None]:
    """Each player names one piece that is dangerous besides what it is; a piece is named once (AOFR-R117)."""
    rule_id = "aofr.terrain.pick_dangerous"
    first = yield from roll_off(battle, "who names a dangerous piece first", rule_id)
    for seat in battle.in_turn(first):
        yield from _name_one(battle, seat, rule_id)


def _name_one(battle: Battle, seat: int, rule_id: str) -> Script[None]:
    free = _not_picked(battle)
    if not free:
        return
    options = [Option(str(numbers[0]), _called(battle, numbers[0])) for numbers in free]
    text = "Which piece of terrain is dangerous?"
    key = yield from choose(seat, "dangerous piece", text, options, rules=(rule_id, "aofr.terrain.dangerous"))
    yield from _make_dangerous(battle, next(numbers for numbers in free if numbers[0] == int(key)))


def _not_picked(battle: Battle) -> list[tuple[int, ...]]:
    features = battle.scene.board.features
    return [numbers for numbers in pieces_of(features) if not features[numbers[0]].kind.endswith("_dangerous")]


def _called(battle: Battle, number: int) -> str:
    feature = battle.scene.board.features[number]
    return f"{ground_word(feature.name or feature.kind)} at {feature.x:.0f}, {feature.y:.0f}"


def _make_dangerous(battle: Battle, numbers: tuple[int, ...]) -> Script[None]:
    board = battle.scene.board
    features = tuple(
        msgspec.structs.replace(feature, kind=f"{feature.kind}_dangerous") if i in numbers else feature
        for i, feature in enumerate(board.features)
    )
    battle.scene = msgspec.structs.replace(battle.scene, board=msgspec.structs.replace(board, features=features))
    yield events.PieceIsDangerous(_called(battle, numbers[0]))
