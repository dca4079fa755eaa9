"""Push: 3 cm toward the closest enemy for models that are not in base contact (BLUE-R60)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field.ground.boxes import box_of
from warhost.field.loose.closing import closed_up
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.charge.move import APART, place
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.combat.strikes import CHAMPION, touching
from warhost.rulesets.blue_age.chapters.movement import ground
from warhost.rulesets.blue_age.core import (
    CM,
    COHESION,
    Battle,
    MeleeWeapon,
    Unit,
    all_bases,
    bases_of,
    has,
    head,
    together,
)
from warhost.table import Circle

PUSH = 3.0
"""In centimetres."""


def inches_of_push(battle: Battle) -> float:
    """How far a Push goes; in inches where players take the book's centimetres for those (BLUE-R01)."""
    return PUSH if battle.settings.cm_as_inches else PUSH * CM


@rule("blue.fight.push", "blue.melee_quality.polearm_reach")
def push(battle: Battle, fight: Fight, units: Sequence[Unit], weapon: MeleeWeapon | None = None) -> None:
    """The models of these units that can strike nobody go 3 cm at the closest enemy, the nearest first; they keep
    together with the unit that they are of. Duellists stay where they are.

    With a weapon its reach counts: who strikes from there need not go (BLUE-R126).
    """
    for own in {head(battle, unit).id: head(battle, unit) for unit in units}.values():
        foes = [foe for foe in fight.all_of(battle, 1 - own.seat) if head(battle, foe).inside is None]
        theirs = [base for foe in foes for base in bases_of(battle, foe)]
        if own.inside is not None or not theirs:
            continue
        moving: list[int] = []
        offset = 0
        for one in together(battle, own):
            if any(one is unit for unit in units):
                engaged = {touch.model for touch in touching(battle, fight, one, weapon or MeleeWeapon(""))}
                moving += [
                    offset + number
                    for number, model in enumerate(one.models)
                    if number not in engaged and not fight.duels(battle, one, champion=model.role == CHAMPION)
                ]
            offset += len(one.models)
        if not moving:
            continue
        bases = tuple(base for base in all_bases(battle, own) if isinstance(base, Circle))
        inches = inches_of_push(battle)
        box = box_of(bases, inches)
        touch = {head(battle, foe).id for foe in foes}
        about = ground.around(battle, own, APART, touch=touch, near=box)
        ends = closed_up(bases, theirs, inches, about, COHESION, moving=moving, over=has(battle, own, "flies"))
        if ends != bases:
            place(battle, own, ends, ())
