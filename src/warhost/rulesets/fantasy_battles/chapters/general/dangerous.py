"""Dangerous Terrain: the tests at the end of a move (General Principles: Dangerous Terrain)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from warhost.dice import Distribution, odds
from warhost.field.moves.crossing import Way, worst_crossed
from warhost.play.counsel.throws import Reason, Stage, save, spread_of_all, throw_out, to
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.damage.damage import chain, prepared, suffer
from warhost.rulesets.fantasy_battles.core import (
    FOREST,
    OPEN,
    ROCKS,
    RUINS,
    WALL,
    WATER,
    Attack,
    Battle,
    Height,
    Unit,
    flies,
    guest_base_at,
    has,
    health,
    models_at,
    of_kind,
    speakers,
    spoken,
)
from warhost.table import Rect, rect

FLED_THROUGH = 3
"""How dangerous Impassable Terrain is to units that flee through it (T9A-R049)."""

DICE: dict[Height, int] = {"Standard": 1, "Large": 2, "Gigantic": 3}
"""How many dice a model rolls (t9a.terrain.dangerous_dice)."""


@rule("t9a.terrain.dangerous_test_when", "t9a.terrain.dangerous_hit")
def take_tests(
    battle: Battle, unit: Unit, path: Way, *, fleeing: bool = False, running: bool = False, flying: bool | None = None
) -> Script[None]:
    """After a March, Charge, Flee, Pursuit or Overrun: every model that touched Dangerous Terrain tests.

    Each die of X or less is a hit that wounds without a roll, AP 10. A Character in the ranks rolls and suffers for
    itself. Nobody panics for what is lost so.
    """
    attacks = []
    for one in battle.company(unit):
        hits = 0
        touched = models_in_danger(battle, one, path, fleeing=fleeing, running=running, flying=flying)
        for stage, count in _dice(battle, one, touched):
            hits += yield from throw_out(stage, count)
        if hits:
            attack = _attack(battle, one, hits)
            attack.hits = hits
            attacks.append(attack)
    if attacks:
        lost = yield from suffer(battle, attacks)
        for number, points in lost.items():
            # What terrain takes does not count for Panic (T9A-R045).
            body = battle.units[number]
            body.lost_this_phase = max(0, body.lost_this_phase - points)


@rule("t9a.terrain.dangerous_hit", "t9a.terrain.dangerous_dice")
def losses(
    battle: Battle, unit: Unit, path: Way, *, fleeing: bool = False, flying: bool | None = None
) -> Distribution[int]:
    """The Health Points that the tests of a move may cost."""
    touched = models_in_danger(battle, unit, path, fleeing=fleeing, flying=flying)
    if not touched:
        return odds.certain(0)
    harm = chain(battle, _attack(battle, unit, 1))
    return spread_of_all(_dice(battle, unit, touched, harm), health(battle, unit))


def _attack(battle: Battle, unit: Unit, hits: int) -> Attack:
    attack = Attack("terrain", None, unit.id, hits, "Dangerous Terrain", "t9a.terrain.dangerous_hit", ap=10)
    return prepared(battle, attack)


@rule("t9a.terrain.dangerous_dice", "t9a.terrain.dangerous_fail")
def _dice(
    battle: Battle, unit: Unit, touched: Mapping[int, int], then: Stage | None = None
) -> Iterable[tuple[Stage, int]]:
    """The dice for each danger that models touched: those that show no more than it are hits, which go on."""
    for danger in sorted(touched):
        told = Reason(f"Dangerous Terrain ({danger})", "t9a.terrain.dangerous_dice", unit.seat, unit.id)
        yield save("danger", danger + 1, to(then), told), touched[danger] * dice_for_each(battle, unit)


@rule("t9a.terrain.dangerous_dice", "t9a.special.chariot")
def dice_for_each(battle: Battle, unit: Unit) -> int:
    """One die for a Standard model, two for a Large one, three for a Gigantic one, and what its rules add."""
    more = sum(speaker.danger_dice for speaker in speakers(battle, unit).at("danger_dice"))
    return DICE[battle.entry(unit).height] + more


@rule("t9a.terrain.dangerous_forest", "t9a.terrain.dangerous_ruins", "t9a.terrain.dangerous_water")
@rule("t9a.terrain.dangerous_walls", "t9a.terrain.impassable", "t9a.shamanism.6_break_the_spirit")
def dangers(battle: Battle, unit: Unit, *, fleeing: bool, flying: bool) -> list[tuple[int, Rect]]:
    """What is dangerous to these models, and how much: the worst first."""
    board, body = battle.scene.board, battle.body(unit)
    found: list[tuple[int, Rect]] = []
    exempt = speakers(battle, unit).at("exempt_from")

    def spared(kind: str) -> bool:
        return any(speaker.exempt_from(battle, unit, kind) for speaker in exempt)

    if fleeing and not spared(ROCKS):
        found.extend((FLED_THROUGH, shape) for shape in of_kind(board, ROCKS))
    ground = max((speaker.ground for _, speaker in spoken(battle, body, "ground")), default=0)
    whole = rect(board.width / 2, board.depth / 2, 0.0, board.width, board.depth)
    if ground and not spared(OPEN):
        found.append((ground, whole))
    for kind in (FOREST, RUINS, WATER, WALL):
        danger = danger_of(battle, unit, kind, flying=flying)
        if not danger or spared(kind):
            continue
        found.extend((danger, shape) for shape in of_kind(board, kind))
        if kind == FOREST and has(battle, body, "in_forest"):
            found.append((danger, whole))
    return sorted(found, key=lambda danger: -danger[0])


@rule("t9a.terrain.dangerous_forest", "t9a.terrain.dangerous_ruins", "t9a.terrain.dangerous_water")
@rule("t9a.terrain.dangerous_walls")
def danger_of(battle: Battle, unit: Unit, kind: str, *, flying: bool) -> int:
    """How dangerous a kind of terrain is to models of that Type and Height; 0 if it is not."""
    entry = battle.entry(unit)
    rides = entry.type in ("Cavalry", "Construct")
    if kind == FOREST:
        return int(rides or flying)
    if kind == RUINS:
        return 2 if rides else 1
    if kind == WATER:
        return int(not rides and entry.height == "Standard" and not entry.mounted)
    return 2 if entry.type == "Construct" else 0


@rule("t9a.terrain.dangerous_dice", "t9a.special.fly")
def models_in_danger(
    battle: Battle, unit: Unit, path: Way, *, fleeing: bool = False, running: bool = False, flying: bool | None = None
) -> dict[int, int]:
    """How many models touched terrain of each danger; a model counts once, for the worst it touched.

    A flyer is affected only by the terrain from which it starts and in which it ends. `running` are pursuits;
    `flying` tells whether a move was Flying Movement where its owner had the choice.
    """
    body = battle.body(unit)
    if not path or body.pose is None:
        return {}

    def bases(whole: Rect) -> list[Rect]:
        if unit.host is not None:
            return [guest_base_at(battle, unit, whole.pose)]
        return [model.base for model in models_at(battle, unit, whole.pose)]

    in_flight = flies(battle, body, running=fleeing or running) if flying is None else flying
    found = dangers(battle, unit, fleeing=fleeing, flying=in_flight)
    return worst_crossed(path, bases, found, flies=in_flight)
