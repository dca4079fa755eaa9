"""Stand and Shoot: a unit that is charged shoots before the charger moves (Charge Reactions)."""

from __future__ import annotations

from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import advance_rate
from warhost.rulesets.fantasy_battles.chapters.shooting.salvos import (
    Salvo,
    Volley,
    armaments,
    cannot_shoot,
    salvos_of,
    volleys,
)
from warhost.rulesets.fantasy_battles.chapters.shooting.shooting import fire, weapons_of
from warhost.rulesets.fantasy_battles.core import Battle, Unit, boundary
from warhost.rulesets.fantasy_battles.thinks.shooting_odds import weighed
from warhost.table import TOLERANCE, distance

RULE = "t9a.charge.reaction_stand_and_shoot"


@rule("t9a.charge.reaction_stand_and_shoot", "t9a.shaken.no_shooting", "t9a.fleeing.no_shooting")
def why_not(battle: Battle, shooter: Unit, charger: Unit) -> Denied | None:
    """Why a unit that is charged may not Stand and Shoot, if it may not (T9A-R030)."""
    if not any(armaments(battle, shooter)):
        return _denied(shooter, f"{acts(shooter.name, 'has')} nothing to shoot with.")
    refused = cannot_shoot(battle, shooter, reacting=True)
    if refused is not None:
        return _denied(shooter, refused.why, refused.rule)
    if charger.id in shooter.reacted:
        return _denied(shooter, f"{acts(shooter.name, 'has')} already shot at {charger.name} in this phase.")
    away, near = distance(boundary(battle, shooter), boundary(battle, charger)), advance_rate(battle, charger)
    if away <= near + TOLERANCE:
        return _denied(shooter, f'{acts(charger.name, "is")} too near: {away:.1f}" with an Advance Rate of {near}".')
    if not _open(battle, shooter, charger):
        return _denied(shooter, f"No model in {shooter.name} that can shoot now sees {charger.name}.")
    return None


def _denied(shooter: Unit, why: str, rule_id: str = RULE) -> Denied:
    return Denied("stand and shoot", why, rule_id, unit=shooter.id)


@rule("t9a.charge.reaction_stand_and_shoot", "t9a.shooting.mod_stand_and_shoot")
def _open(battle: Battle, shooter: Unit, charger: Unit) -> list[tuple[Volley, list[Salvo]]]:
    """What the unit could shoot at the charger with; nobody shoots with what not one model can use."""
    found = []
    for volley in volleys(battle, shooter, reacting=True):
        salvos = salvos_of(battle, volley, charger, reacting=True)
        if salvos:
            found.append((volley, salvos))
    return found


def odds_of(battle: Battle, shooter: Unit, charger: Unit) -> tuple[Odds, ...]:
    """What the reaction has to expect, with the weapons that take most."""
    told = (weighed(battle, charger, salvos) for _, salvos in _open(battle, shooter, charger))
    return max(told, key=lambda one: one[1].value, default=())


@rule("t9a.charge.reaction_stand_and_shoot")
def volley(battle: Battle, shooter: Unit, charger: Unit) -> Script[None]:
    """The unit shoots at the charger where it stands when the charge is declared; its owner chooses between several
    weapons."""
    shooter.reacted = (*shooter.reacted, charger.id)
    found = _open(battle, shooter, charger)
    options = [
        Option(str(number), f"Shoot with {weapons_of(volley)}", (), shooter.id, charger.id)
        for number, (volley, _) in enumerate(found)
    ]
    key = yield from choose(
        shooter.seat,
        "stand and shoot",
        f"What do you shoot at {charger.name} with?",
        options,
        rules=(RULE, "t9a.shooting.same_attack_type"),
        weigh=lambda option: weighed(battle, charger, found[int(option.key)][1]),
    )
    yield from fire(battle, shooter, charger, found[int(key)][1])
