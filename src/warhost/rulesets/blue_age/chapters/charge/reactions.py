"""Hold Ground, Stand & Shoot, Flee! (Combat Phase: Charge Reactions; BLUE-R49, BLUE-R50, BLUE-R54)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Act, Denied, Odds, Option
from warhost.play.script import Script, choose, roll_sum
from warhost.play.shown.english import acts, does, verb
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.movement import flight
from warhost.rulesets.blue_age.chapters.shooting import phase as shooting
from warhost.rulesets.blue_age.chapters.shooting import shots
from warhost.rulesets.blue_age.core import Battle, Unit, centre_of, has, together, values, walls_of
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.rulesets.blue_age.thinks import charge_odds

HOLD, STAND, FLEE = "hold", "stand", "flee"
FLIGHT = "2D5"


@rule("blue.reaction.hold_ground", "blue.charge.reaction_at_once")
def react(battle: Battle, charger: Unit, target: Unit) -> Script[None]:
    """The owner of a target chooses how it reacts to a charge, and it does so at once."""
    options, denied = reactions(battle, charger, target)
    key = yield from choose(
        target.seat,
        "reaction",
        f"How {does(target.name)} react to the charge of {charger.name}?",
        options,
        denied=denied,
        rules=("blue.charge.reaction_at_once",),
        act=Act(charger.id, (target.id,)),
        weigh=lambda option: weighed(battle, charger, target, option.key),
    )
    if key == STAND:
        yield events.Reacted(target.id, charger.id, "stood and shot")
        yield from stand_and_shoot(battle, target, charger)
    elif key == FLEE:
        yield events.Reacted(target.id, charger.id, "fled")
        yield from flee(battle, target, charger)
    else:
        yield events.Reacted(target.id, charger.id, "held")


def weighed(battle: Battle, charger: Unit, target: Unit, key: str) -> Sequence[Odds]:
    """What a reaction has to expect."""
    return charge_odds.reaction_odds(battle, charger, target, key)


def reactions(battle: Battle, charger: Unit, target: Unit) -> tuple[list[Option], list[Denied]]:
    """What a target may do, and what it may not."""
    stands = Option(STAND, "Stand & Shoot", unit=target.id, target=charger.id)
    flees = Option(FLEE, "Flee!", unit=target.id, target=charger.id, text='Run 2D5" away from the charging unit')
    holds = Option(HOLD, "Hold Ground", unit=target.id, passes=True)
    why = _only_holds(battle, target)
    if why is not None:
        reason, cite = why
        return [holds], [Denied(key, reason, cite, target.id) for key in (STAND, FLEE)]
    if target.fleeing:
        reason = f"{target.name} can do nothing but flee."
        return [flees], [Denied(key, reason, "blue.reaction.flee", target.id) for key in (HOLD, STAND)]
    options, denied = [holds], list[Denied]()
    no = stand_denial(battle, target, charger)
    if no is None:
        options.append(stands)
    else:
        denied.append(no)
    if has(battle, target, "frenzied"):
        reason = f"{acts(target.name, 'goes')} for the nearest enemy, always."
        denied.append(Denied(FLEE, reason, "blue.special.frenzy_move", target.id))
    else:
        options.append(flees)
    return options, denied


@rule("blue.reaction.hold_ground")
def _only_holds(battle: Battle, target: Unit) -> tuple[str, str] | None:
    """Why a unit can do nothing but hold its ground; None if it can do more (BLUE-R54)."""
    if target.locked:
        return f"{acts(target.name, 'is')} locked in combat.", "blue.reaction.hold_ground"
    if target.fled:
        return f"{acts(target.name, 'is')} running already.", "blue.reaction.flee"
    if target.declared:
        return f"{target.name} declared a charge in this turn.", "blue.reaction.hold_ground"
    return None


# Stand & Shoot


@rule("blue.reaction.stand_and_shoot")
def stand_denial(battle: Battle, unit: Unit, charger: Unit) -> Denied | None:
    """Why a unit cannot Stand & Shoot at a charger; None if it can (BLUE-R49)."""
    cite, why = "blue.reaction.stand_and_shoot", ""
    if unit.stood:
        why = f"{unit.name} {verb(unit.name, 'has', 'have')} used Stand & Shoot in this turn."
    elif not any(values.ranged_arms(battle.entry(one)) for one in together(battle, unit)):
        cite, why = "blue.shoot.needs_ranged_weapon", f"{unit.name} {verb(unit.name, 'has', 'have')} no ranged weapon."
    elif not charge_odds.standing(battle, unit, charger):
        silent = shots.why_silent(battle, unit)
        why = f"{unit.name} cannot shoot at {charger.name}." if silent is None else silent.message
        cite = cite if silent is None else silent.rule or cite
    return Denied(STAND, why, cite, unit.id, charger.id) if why else None


@rule("blue.reaction.stand_and_shoot")
def stand_and_shoot(battle: Battle, unit: Unit, charger: Unit) -> Script[None]:
    """A free ranged attack at the charging unit at -2; once a turn, and nobody panics (BLUE-R49)."""
    unit.stood = True
    for one, weapon in charge_odds.standing(battle, unit, charger):
        if not charger.models:
            return
        yield from shooting.turned(battle, one, walls_of(battle, charger))
        yield from shooting.volley(battle, one, charger, weapon, stand=True)


# Flee!


@rule("blue.reaction.flee", "blue.reaction.flee_no_charge")
def flee(battle: Battle, unit: Unit, charger: Unit) -> Script[None]:
    """The unit runs 2D5" directly away from the charging unit; it declares no charge in this turn."""
    inches = yield from roll_sum(FLIGHT, why="Flee!", rule="blue.reaction.flee", seat=unit.seat, unit=unit.id)
    unit.fled = unit.fleeing = True
    unit.declares = False
    (x, y), (ex, ey) = centre_of(battle, [unit]), centre_of(battle, [charger])
    yield from flight.away(battle, unit, inches, [charger], flees=True)
    if not unit.models:
        # Whoever charges a unit that is gone goes after it all the same (BLUE-R50).
        charger.goal = (x + (x - ex), y + (y - ey))
