"""Casualties: which models lose Health and leave, and what follows from it (BLUE-R36, BLUE-R37)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field.loose.bodies import Bases
from warhost.play.rules.moments import Moment
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import (
    Battle,
    Entry,
    Model,
    Role,
    Unit,
    bases_of,
    between,
    joined,
    set_models,
    speakers,
)
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.values import health_of

LEAVING: Moment[[Battle, Unit]] = Moment("the last model of a unit of The Blue Age has left the table")

SAVING: Moment[[Battle, Unit]] = Moment("a Hero of The Blue Age would lose his last Health")
"""Whoever saves him leaves him with Health: a Death Save by Destiny."""

LAST: dict[Role, int] = {"": 0, "bannerman": 1, "champion": 2}
"""The order in which models fall: ordinary ones, the bannerman, the Champion."""


def order_of(battle: Battle, unit: Unit, attackers: Bases, role: Role = "") -> list[int]:
    """The models of a unit in the order in which they take wounds: a wounded one first, then those nearest to the
    attackers, the bannerman and the Champion last; where attacks go at the Champion, he alone."""
    models, bases = unit.models, bases_of(battle, unit)
    numbers = [number for number, model in enumerate(models) if not role or model.role == role]

    def rank(number: int) -> tuple[int, int, float, int]:
        model = models[number]
        near = between((bases[number],), attackers) if attackers and len(models) > 1 else 0.0
        return (LAST[model.role], 0 if model.lost else 1, round(near, 4), number)

    return sorted(numbers, key=rank)


Dealt = tuple[list[Model | None], int, int, int]
"""Models after their losses (None: gone), the Health that was lost, and the wounds and slain models left over."""


def dealt(entry: Entry, models: Sequence[Model | None], order: Sequence[int], wounds: int, slain: int) -> Dealt:
    """So many wounds, and so many models slain outright, fall on models in that order: wounds fill one model before the
    next (BLUE-R37)."""
    now: list[Model | None] = list(models)
    lost = 0
    for number in order:
        model = now[number]
        if wounds <= 0 and slain <= 0:
            break
        if model is None:
            continue
        left = health_of(entry, model.role) - model.lost
        taken = left if slain > 0 and wounds < left else min(left, wounds)
        if taken == left and wounds < left:
            slain -= 1
        else:
            wounds -= taken
        lost += taken
        gone = model.lost + taken >= health_of(entry, model.role)
        now[number] = None if gone else Model(model.x, model.y, model.lost + taken, model.role, model.facing)
    return now, lost, wounds, slain


@rule("blue.shoot.remove_casualties", "blue.fight.casualties_per_step")
def suffer(
    battle: Battle,
    unit: Unit,
    wounds: int,
    slain: int = 0,
    *,
    what: str,
    by: int | None = None,
    attackers: Bases = (),
    role: Role = "",
    models: Sequence[int] | None = None,
    regenerates: bool = True,
) -> Script[int]:
    """The unit loses so much Health and so many whole models. Returns the Health that it really lost: what is left
    over when nobody is left is lost (BLUE-R61).

    Wounds fill one model before the next. With `models` only those may be hurt (those under a template). `regenerates`
    is False for what Regeneration does not bring back.
    """
    entry = battle.entry(unit)
    order = order_of(battle, unit, attackers, role) if models is None else list(models)
    now, lost, _, _ = dealt(entry, unit.models, order, wounds, slain)
    if not lost:
        return 0
    before = unit.models
    for number, model in enumerate(before):
        if now[number] is None and (entry.hero or (unit.promoted and model.role == "champion")):
            yield from SAVING.announce(battle, unit)
            now[number] = None if unit.models[number] is model else unit.models[number]
    fallen = tuple(model for model, after in zip(before, now, strict=True) if after is None)
    if regenerates and speakers(battle, unit).at("regenerates"):
        unit.healing += lost
        unit.fallen = (*unit.fallen, *fallen)
    yield events.HealthLost(unit.id, lost, len(fallen), what, by)
    kept = tuple(model for model in now if model is not None)
    set_models(battle, unit, kept)
    if not kept:
        yield from removed(battle, unit, "slain")
    return lost


def removed(battle: Battle, unit: Unit, fate: str) -> Script[None]:
    """The unit has left the table: nobody is locked with it any more, and its Heroes stand alone."""
    unit.fate = fate  # type: ignore[assignment]
    set_models(battle, unit, ())
    for hero in joined(battle, unit):
        hero.host = None
        hero.foes = unit.foes
        for foe in unit.foes:
            other = battle.units[foe]
            other.foes = (*other.foes, hero.id)
    unlock(battle, unit)
    unit.host = None
    unit.inside = None
    unit.fleeing = False
    yield events.UnitGone(unit.id, fate)
    yield from LEAVING.announce(battle, unit)


# Locked in combat


def lock(battle: Battle, one: Unit, other: Unit) -> None:
    """Two units are locked in combat with each other."""
    if other.id not in one.foes:
        one.foes = tuple(sorted((*one.foes, other.id)))
    if one.id not in other.foes:
        other.foes = tuple(sorted((*other.foes, one.id)))


def unlock(battle: Battle, unit: Unit, *, only: Unit | None = None) -> None:
    """The unit is not locked with anybody any more, or not with that one."""
    for number in unit.foes:
        if only is None or number == only.id:
            foe = battle.units[number]
            foe.foes = tuple(other for other in foe.foes if other != unit.id)
    unit.foes = () if only is None else tuple(other for other in unit.foes if other != only.id)
