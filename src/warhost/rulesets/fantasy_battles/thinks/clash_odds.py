"""What the first round of melee after a charge has to expect (Charge Phase; Round of Combat)."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.field import Arrival
from warhost.field.moves.crossing import way_of
from warhost.play.battle import copied
from warhost.play.questions import Odds
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.thinks import combat_odds
from warhost.rulesets.families.ninth_age.thinks.combat_odds import Forecast
from warhost.rulesets.families.ninth_age.thinks.losses import with_losses
from warhost.rulesets.fantasy_battles.chapters.charge.charge_move import arrive, combined_arrivals, engage_others
from warhost.rulesets.fantasy_battles.chapters.general import dangerous
from warhost.rulesets.fantasy_battles.core import Battle, Unit, combat_of, friends
from warhost.rulesets.fantasy_battles.thinks.combat_odds import Weighed, forecast, outlook_odds
from warhost.table import Arc


def clash_odds(battle: Battle, charger: Unit, target: Unit, arc: Arc, own: Unit) -> Iterator[Odds]:
    """The first round of melee if this charge alone arrives and the target holds, as the owner of a unit reads it; with
    all that fight there already. Nothing is told where others charge along."""
    told = _clash(battle, charger, target, arc)
    if told is not None:
        yield from outlook_odds(battle, told, own.id, " if it arrives")


@rule("t9a.melee.engaged", "t9a.terrain.dangerous_test_when")
def _clash(battle: Battle, charger: Unit, target: Unit, arc: Arc) -> Forecast | None:
    alone = all(friend.target != target.id for friend in friends(battle, charger.seat) if friend is not charger)
    if not alone or target.fleeing:
        return None
    places = combined_arrivals(battle, charger, target, arc, ()).places
    if not places:
        return None
    there = _arrived(battle, charger, target, arc, places[0])
    return combat_odds.after_arrival(charger.id, target.id, there, _fought)


def _fought(battle: Battle, charger: int, target: int) -> Forecast | None:
    return forecast(battle, combat_of(battle, battle.units[target]))


@rule("t9a.spell.duration_one_turn")
def _arrived(battle: Battle, charger: Unit, target: Unit, arc: Arc, arrival: Arrival) -> Weighed:
    """The battle with the charger in contact, after its tests for Dangerous Terrain. One Turn spells of the Active
    Player end in the Magic Phase that comes before the melee."""
    twin = copied(battle)
    if battle.phase == "charge":
        for one in twin.units:
            one.effects = tuple(effect for effect in one.effects if effect.permanent or effect.seat != battle.active)
    unit, enemy = twin.units[charger.id], twin.units[target.id]
    arrive(unit, enemy, arc, arrival)
    engage_others(twin, unit, enemy)
    lost = dangerous.losses(twin, unit, way_of(arrival.path.start, arrival.path.steps, arrival.place))
    return [(with_losses(twin, {unit.id: points}) if points else twin, chance) for points, chance in lost.items()]
