"""Dangerous Terrain: the tests at the end of a move (General Principles: Dangerous Terrain)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from warhost.dice import Distribution, odds
from warhost.field.moves.crossing import Way, worst_crossed
from warhost.play.counsel.throws import Reason, Stage, save, spread_of_all, throw_out, to
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.damage import chain, prepared, suffer
from warhost.rulesets.essence_of_war.core import (
    Attack,
    Battle,
    Unit,
    flies,
    guest_base_at,
    health,
    models_at,
    of_kind,
    speakers,
    spoken,
)
from warhost.table import Rect, rect

RIDE = 1
"""How dangerous Hindering Terrain is to those for whom it is dangerous."""

ROCKS = 3
"""How dangerous Impassable Terrain is to units that flee through it."""


@rule("eow.dangerous.trigger", "eow.dangerous.damage", "eow.dangerous.no_panic")
def take_tests(battle: Battle, unit: Unit, path: Way, *, fleeing: bool = False, running: bool = False) -> Script[None]:
    """After a March, Charge, Flee, Pursuit or Overrun: every model that touched Dangerous Terrain tests.

    Each die of X or less is a hit that wounds without a roll, AP 10. A Character in the ranks rolls and suffers for
    itself (EOW-R066). Nobody panics for what is lost so (EOW-R067).
    """
    attacks = []
    for one in (unit, battle.guest_of(unit)):
        if one is None:
            continue
        hits = 0
        touched = models_in_danger(battle, one, path, fleeing=fleeing, running=running)
        for stage, count in _dice(battle, one, touched):
            hits += yield from throw_out(stage, count)
        if hits:
            attack = _attack(battle, one, hits)
            attack.hits = hits
            attacks.append(attack)
    if attacks:
        yield from suffer(battle, attacks)


@rule("eow.dangerous.damage", "eow.dangerous.dice_count")
def losses(battle: Battle, unit: Unit, path: Way, *, fleeing: bool = False) -> Distribution[int]:
    """The Health Points that the tests of a move may cost."""
    touched = models_in_danger(battle, unit, path, fleeing=fleeing)
    if not touched:
        return odds.certain(0)
    harm = chain(battle, _attack(battle, unit, 1))
    return spread_of_all(_dice(battle, unit, touched, harm), health(battle, unit))


def _attack(battle: Battle, unit: Unit, hits: int) -> Attack:
    attack = Attack("terrain", None, unit.id, hits, "Dangerous Terrain", "eow.dangerous.damage", ap=10)
    return prepared(battle, attack)


@rule("eow.dangerous.dice_count", "eow.dangerous.damage")
def _dice(
    battle: Battle, unit: Unit, touched: Mapping[int, int], then: Stage | None = None
) -> Iterable[tuple[Stage, int]]:
    """The dice for each danger that models touched: those that show no more than it are hits, which go on."""
    for danger in sorted(touched):
        told = Reason(f"Dangerous Terrain ({danger})", "eow.dangerous.dice_count", unit.seat, unit.id)
        yield save("danger", danger + 1, to(then), told), touched[danger] * dice_for_each(battle, unit)


@rule("eow.dangerous.dice_count")
def dice_for_each(battle: Battle, unit: Unit) -> int:
    """One die for a model, three for one whose base has a side of 100 mm or more."""
    return 3 if battle.entry(unit).longest_side_mm >= 100 else 1


@rule("eow.terrain.hindering.dangerous_ride", "eow.terrain.impassable.flee_through", "eow.terrain.open")
@rule("eow.spell.shamanism.break_the_spirit")
def dangers(battle: Battle, unit: Unit, *, fleeing: bool) -> list[tuple[int, Rect]]:
    """What is dangerous to this unit, and how much: the worst first."""
    board = battle.scene.board
    found: list[tuple[int, Rect]] = []
    if fleeing:
        found.extend((ROCKS, shape) for shape in of_kind(board, "impassable"))
    body = battle.body(unit)
    ground = max((speaker.ground for _, speaker in spoken(battle, body, "ground")), default=0)
    if ground:
        found.append((ground, rect(board.width / 2, board.depth / 2, 0.0, board.width, board.depth)))
    at_home = any("hindering" in speaker.at_home for speaker in speakers(battle, unit).at("at_home"))
    if at_home:
        return found
    if battle.entry(unit).longest_side_mm > 40 or flies(battle, body):
        found.extend((RIDE, shape) for shape in of_kind(board, "hindering"))
    return found


@rule("eow.dangerous.dice_count", "eow.basic.fly")
def models_in_danger(
    battle: Battle, unit: Unit, path: Way, *, fleeing: bool = False, running: bool = False
) -> dict[int, int]:
    """How many models touched terrain of each danger; a model counts once, for the worst it touched (EOW-R065).

    A flyer is affected only by the terrain from which it starts and in which it ends. `running` are pursuits.
    """
    body = battle.body(unit)
    if not path or body.pose is None:
        return {}

    def bases(whole: Rect) -> list[Rect]:
        if unit.host is not None:
            return [guest_base_at(battle, unit, whole.pose)]
        return [model.base for model in models_at(battle, unit, whole.pose)]

    in_flight = flies(battle, body, running=fleeing or running)
    return worst_crossed(path, bases, dangers(battle, unit, fleeing=fleeing), flies=in_flight)
