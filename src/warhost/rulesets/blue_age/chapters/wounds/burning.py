"""Fire (Flaming): what burns is rolled for in every End Phase (BLUE-R114)."""

from __future__ import annotations

from warhost.play.script import Script, roll, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.shooting import shots
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, Unit
from warhost.rulesets.blue_age.core.events import shooting as shooting_events

BURNS_ON = 6
CITE = "blue.ranged_quality.flaming_end_phase"


@rule("blue.ranged_quality.flaming_end_phase", "blue.end.resolve_effects")
def burn(battle: Battle) -> Script[None]:
    """A D10 for each burning unit, those of the First Player first (BLUE-R147): 1-5 the fire goes out, else D5 hits."""
    for seat in (battle.first, battle.second):
        for unit in [unit for unit in battle.units if unit.seat == seat and unit.burning is not None and unit.models]:
            (face,) = yield from roll("D10", why="Fire", rule=CITE, seat=seat, unit=unit.id, need=BURNS_ON)
            yield shooting_events.Burned(unit.id, face < BURNS_ON)
            if face < BURNS_ON:
                unit.burning = None
            else:
                yield from _hits(battle, unit)
    for unit in battle.units:
        if not unit.models:
            unit.burning = None


def _hits(battle: Battle, unit: Unit) -> Script[None]:
    """D5 hits with what the weapon has that set it alight: rolled to wound, saved, no Panic, no new token."""
    flame = unit.burning
    assert flame is not None
    hits = yield from roll_sum("D5", why="Fire: hits", rule=CITE, seat=unit.seat, unit=unit.id)
    lot = Lot(
        "other",
        unit.id,
        unit.id,
        hits,
        None,
        strength=flame.strength,
        ap=flame.ap,
        what=f"Fire ({flame.weapon})",
        rule=CITE,
        qualities=("Flaming",),
    )
    yield from shots.carry_out(battle, attacks.prepared(battle, lot))
