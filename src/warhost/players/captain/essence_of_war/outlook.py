"""What lies ahead of a unit as things stand: its fight, its shooting, the charges it faces or threatens."""

from __future__ import annotations

from warhost.players.captain.essence_of_war.fights import Forecast, duel, forecast, standing_links
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.players.captain.essence_of_war.volleys import best_volley, harm_worth, volley, weapon_of
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.rulesets.essence_of_war.charge_range import charge_chance
from warhost.rulesets.essence_of_war.contact import combat_of
from warhost.rulesets.essence_of_war.shooting import why_not
from warhost.table import arc_of, distance, in_front_arc

WILL_CHARGE = 0.7
"""How likely an enemy makes a charge that is good for it."""


def present_fight(here: Situation, unit: Unit) -> Forecast | None:
    """What the combat that the unit is in promises the captain."""
    if not unit.engaged:
        return None
    units = combat_of(here.battle, unit)
    links = tuple(standing_links(here, units))
    charging = frozenset(number for number in units if here.unit(number).charging)
    return forecast(here, links, charging) if links else None


def outlook(here: Situation, unit: Unit) -> float:
    """What the next player turns hold for the captain because of this unit, friend or foe. More is better."""
    if unit.pose is None or unit.fleeing:
        return 0.0
    fight = present_fight(here, unit)
    if fight is not None:
        return fight.value
    if unit.seat == here.seat:
        return _shots_of(here, unit) + sum(_threat(here, foe, unit) for foe in here.foes)
    worst = min((_fire(here, unit, friend) for friend in here.own), default=0.0)
    return worst + sum(_threat(here, unit, friend) for friend in here.own)


def _shots_of(here: Situation, unit: Unit) -> float:
    armed = weapon_of(here, unit)
    if armed is None or why_not(unit, armed.weapon) is not None:
        return 0.0
    return best_volley(here, unit, here.rects[unit.id], moved=unit.moved)[0]


def _threat(here: Situation, foe: Unit, unit: Unit) -> float:
    """What a charge of that enemy on that unit would cost, by its chance; never a gain, for it need not charge."""
    if foe.fleeing or foe.engaged or here.enemy_moves_left == 0:
        return 0.0
    shape, place = here.rects[foe.id], here.rects[unit.id]
    chance = charge_chance(distance(shape, place), here.advances[foe.id])
    if chance <= 0.0 or not in_front_arc(shape, place):
        return 0.0
    return WILL_CHARGE * chance * min(0.0, duel(here, foe, unit, arc_of(place, *shape.front)).value)


def _fire(here: Situation, foe: Unit, unit: Unit) -> float:
    if weapon_of(here, foe) is None or here.enemy_moves_left == 0 or foe.engaged:
        return 0.0
    return -0.8 * harm_worth(here, unit, volley(here, foe, here.rects[foe.id], unit, here.rects[unit.id], moved=False))
