"""What a charge and the flight from it have to expect (Charge Phase)."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.field import Arrival
from warhost.field.moves.crossing import way_of
from warhost.play.battle import copied
from warhost.play.questions import Odds
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.charge.charge_move import arrivals, arrive
from warhost.rulesets.essence_of_war.chapters.general import dangerous
from warhost.rulesets.essence_of_war.core import Battle, Unit, friends
from warhost.rulesets.essence_of_war.thinks.combat_odds import Weighed, forecast, outlook_odds
from warhost.rulesets.families.ninth_age.thinks import combat_odds
from warhost.rulesets.families.ninth_age.thinks.combat_odds import Forecast
from warhost.rulesets.families.ninth_age.thinks.losses import with_losses
from warhost.table import Arc


def clash_odds(battle: Battle, charger: Unit, target: Unit, arc: Arc, own: Unit) -> Iterator[Odds]:
    """The first round of melee if this charge alone arrives and the target holds, as the owner of a unit reads it.

    Nothing is told where others fight along.
    """
    told = _clash(battle, charger, target, arc)
    if told is not None:
        yield from outlook_odds(battle, told, own.id, " if it arrives")


@rule("eow.charge.move.front_contact", "eow.engaged.start", "eow.dangerous.trigger")
def _clash(battle: Battle, charger: Unit, target: Unit, arc: Arc) -> Forecast | None:
    alone = all(friend.target != target.id for friend in friends(battle, charger.seat) if friend is not charger)
    if not alone or target.engaged or target.fleeing:
        return None
    places = arrivals(battle, charger, target, arc)
    if not places:
        return None
    there = _arrived(battle, charger, target, arc, places[0])
    return combat_odds.after_arrival(charger.id, target.id, there, forecast)


@rule("eow.magic.duration")
def _arrived(battle: Battle, charger: Unit, target: Unit, arc: Arc, arrival: Arrival) -> Weighed:
    """The battle with the charger in contact, after its tests for dangerous ground. Spells of the Active Player end in
    the Magic Phase that comes before the melee."""
    twin = copied(battle)
    if battle.phase == "charge":
        for one in twin.units:
            one.effects = tuple(effect for effect in one.effects if effect.seat != battle.active)
    unit = twin.units[charger.id]
    arrive(unit, twin.units[target.id], arc, arrival)
    lost = dangerous.losses(twin, unit, way_of(arrival.path.start, arrival.path.steps, arrival.place))
    return [(with_losses(twin, {unit.id: points}) if points else twin, chance) for points, chance in lost.items()]
