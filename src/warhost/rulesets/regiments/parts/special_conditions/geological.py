"""Geological conditions (Battlefield Effects: Special Conditions)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.field import Path
from warhost.play.battle import stand
from warhost.play.events import Event
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, passes, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import (
    DIFFICULT,
    GAP,
    Gait,
    check_edges,
    gait,
    held_to,
    is_slowed,
)
from warhost.rulesets.regiments.chapters.movement.suggestions import free_ahead
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Effect,
    Share,
    SpecialRule,
    SpellEffect,
    Unit,
    events,
    field_of,
    footprint,
    optional,
    troopers,
)
from warhost.rulesets.regiments.core.kinds import tough
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.special_conditions.condition import Condition, condition, tell, told
from warhost.table import TOLERANCE, Arc, Back, Forward, Rect, Sidestep, Step, apply, distance, overlaps, swept


@condition("earthquake", "aofr.condition.earthquake")
class Earthquake(Condition):
    """The ground shakes everywhere (AOFR-R524)."""

    @rule("aofr.condition.earthquake")
    def endangers(self, battle: Battle, ground: Rect) -> bool:
        """The whole table is dangerous terrain."""
        return True

    @rule("aofr.condition.earthquake_dangerous")
    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        """Models tested: those that stand in a piece that is dangerous anyway take a second wound for each 1."""
        if isinstance(event, events.DangerousTest):
            unit = battle.units[event.unit]
            tell(battle, ones=(unit.id, event.wounds))
            bases = [(one.group, one.base) for one in troopers(battle, unit)] if unit.pose is not None else []
            yield from _second_wounds(battle, unit, bases, hasty=False)

    @rule("aofr.condition.earthquake_dangerous")
    def on_way(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
        """The same for models that move through such a piece after their test of this activation."""
        bases = [
            (one.group, swept(one.base, step))
            for shape, step in way.straights()
            for one in troopers(battle, unit, shape.pose)
        ]
        if not gait(battle, unit).flies:
            yield from _second_wounds(battle, unit, bases, hasty=action in ("rush", "charge"))


def _second_wounds(battle: Battle, unit: Unit, bases: Iterable[tuple[int, Rect]], *, hasty: bool) -> Script[None]:
    """One wound more for each 1 that the unit rolled, where its models touch a piece that is dangerous anyway."""
    whose, ones = told(battle).ones
    if whose != unit.id or not ones:
        return
    pieces = [piece.shape for piece in scenery(battle).risky if piece.dangerous or hasty]
    touching = sum(
        tough(battle, unit, group)
        for group, base in bases
        if any(overlaps(base, shape) for shape in pieces) or optional.is_ground(battle, unit, base, "dangerous")
    )
    if touching:
        tell(battle, ones=(-1, 0))
        yield from damage.automatic_wounds(battle, unit, min(ones, touching))


class _Storm(SpecialRule):
    """+1 to Defense rolls against shooting, on top of what a piece of cover gives, unless cover is ignored."""

    name, id = "Heavy Storm", "aofr.condition.heavy_storm"

    @rule("aofr.condition.heavy_storm", "aofr.condition.heavy_storm_cover")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if attack.kind == "shooting" and not attack.ignores_cover:
            attack.to_block.add(1, self)


@condition("heavy_storm", "aofr.condition.heavy_storm")
class HeavyStorm(Condition):
    """Cover for everybody, and +2 in all for who is in cover anyway (AOFR-R525)."""

    def rules(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return (_Storm(),)


@condition("muddy_terrain", "aofr.condition.muddy_terrain")
class MuddyTerrain(Condition):
    """Difficult ground everywhere (AOFR-R526)."""

    deep = 4.0
    """What a unit moves at most through a piece that is difficult anyway."""

    @rule("aofr.condition.muddy_terrain", "aofr.condition.muddy_terrain_difficult")
    def slowest(self, battle: Battle, unit: Unit, way: Path) -> float:
        """The lowest limit that the way touches holds for all of it."""
        deep = bool(way.straights()) and is_slowed(battle, unit, way, Gait())
        return optional.measured(battle, self.deep if deep else DIFFICULT)


@condition("smell_of_death", "aofr.condition.smell_of_death")
@rule("aofr.condition.smell_of_death")
class SmellOfDeath(Condition):
    """-1 on every morale test."""

    effect = SpellEffect(morale=-1)


class _Winds(SpecialRule):
    """Charges reach further: by what was rolled, before that by the least that can be rolled (AOFR-R840)."""

    name, id = "Magical Winds", "aofr.condition.magical_winds_rush"

    def __init__(self, inches: int) -> None:
        super().__init__()
        self.inches = inches

    @rule("aofr.condition.magical_winds_rush")
    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "charge":
            inches.add(self.inches, self)


@condition("magical_winds", "aofr.condition.magical_winds_advance")
class MagicalWinds(Condition):
    """Units that move are carried on in a straight line (AOFR-R527)."""

    least = 2
    """The least that 2D6 show."""

    @rule("aofr.condition.magical_winds_advance", "aofr.condition.magical_winds_rush")
    def moves(self, battle: Battle, unit: Unit, action: ActionName) -> Script[None]:
        """The dice are rolled when the action is declared, before the move."""
        dice, rule_id = ("D3", self.rule) if action == "advance" else ("2D6", _Winds.id)
        inches = yield from roll_sum(dice, why=f"{self.name}: inches", rule=rule_id, seat=unit.seat, unit=unit.id)
        optional.lay(unit, Effect(self.name, unit.id, "activation", inches))

    def rules(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        blown = next((effect.number for effect in unit.effects if effect.name == self.name), self.least)
        return (_Winds(blown),)

    @rule("aofr.condition.magical_winds_advance", "aofr.condition.magical_winds_rush")
    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        """A unit that moved, turned or stayed goes on: the way its last straight step went, ahead if there was none."""
        if isinstance(event, events.UnitMoved | events.UnitTurned):
            steps, before = event.steps, event.inches if isinstance(event, events.UnitMoved) else 0.0
        elif isinstance(event, events.UnitActivated) and event.action in ("advance", "rush"):
            steps, before = (), 0.0
        else:
            return
        unit = battle.units[event.unit]
        blown = next((effect.number for effect in unit.effects if effect.name == self.name), 0)
        if blown and unit.pose is not None:
            optional.lift(unit, self.name)
            yield from _carried_on(battle, unit, steps, before, optional.measured(battle, float(blown)))


def _carried_on(battle: Battle, unit: Unit, steps: Iterable[Step], before: float, inches: float) -> Script[None]:
    """The unit goes straight on, and stops 1" before units, at impassable ground and at the table edge without harm;
    difficult ground holds it up as any move."""
    last = next((step for step in reversed(tuple(steps)) if not hasattr(step, "degrees") and step.inches), None)
    shape = footprint(battle, unit)
    if isinstance(last, Back):
        side = Arc.REAR
    elif isinstance(last, Sidestep):
        side = Arc.RIGHT if last.inches > 0 else Arc.LEFT
    else:
        side = Arc.FRONT
    free = free_ahead(battle, unit, shape, inches, side)
    way = Path((_straight(side, free),), (shape, apply(shape, _straight(side, free))))
    most = held_to(battle, unit, way, before + free, gait(battle, unit))
    free = max(0.0, min(free, most - before))
    while free > TOLERANCE and not _may_stop(battle, unit, apply(shape, _straight(side, free))):
        free -= 0.5
    if free <= TOLERANCE:
        return
    step = _straight(side, free)
    way = Path((step,), (shape, apply(shape, step)))
    unit.moved = True
    yield events.UnitMoved(unit.id, free, stand(unit, way.end), "hold", (step,))
    yield from terrain.danger_on_the_way(battle, unit, way, "advance")


def _may_stop(battle: Battle, unit: Unit, place: Rect) -> bool:
    """Whether the unit can be carried as far as there: who flies goes over others, but ends on none of them."""
    if not passes(check_edges, battle, unit, place):
        return False
    if not gait(battle, unit).flies:
        return True
    field = field_of(battle)
    near = field.near(place.x, place.y, place.radius + GAP, unit.id)
    barred = field.pieces_near(place.x, place.y, place.radius, "impassable")
    return all(distance(place, body.shape) >= GAP - TOLERANCE for body in near) and not any(
        overlaps(place, piece.shape) for piece in barred
    )


def _straight(side: Arc, inches: float) -> Forward | Back | Sidestep:
    if side is Arc.REAR:
        return Back(inches)
    if side is Arc.FRONT:
        return Forward(inches)
    return Sidestep(inches if side is Arc.RIGHT else -inches)


class _Dark(SpecialRule):
    """Ranged weapons lose range, but never go below 3" because of it (AOFR-R528)."""

    name, id = "Dark Skies", "aofr.condition.dark_skies_range"
    least = 3

    def __init__(self, loss: int) -> None:
        super().__init__()
        self.loss = loss

    @rule("aofr.condition.dark_skies_range")
    def ranges(self, inches: float) -> float:
        return max(min(self.least, inches), inches - self.loss)


@condition("dark_skies", "aofr.condition.dark_skies_roll")
class DarkSkies(Condition):
    """It is hard to see far."""

    @rule("aofr.condition.dark_skies_roll")
    def before_battle(self, battle: Battle) -> Script[None]:
        """2D6 are rolled once, for the whole battle."""
        tell(battle, loss=(yield from roll_sum("2D6", why="Dark Skies: range lost", rule=self.rule)))

    def rules(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return (_Dark(told(battle).loss),)
