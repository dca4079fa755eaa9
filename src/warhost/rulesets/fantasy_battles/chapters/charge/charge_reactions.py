"""Charge Reactions: what Terror does first, which reactions are open, and which one is declared (Charge Phase)."""

from __future__ import annotations

from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import charge, panic
from warhost.rulesets.families.ninth_age.thinks.charge_odds import flight_odds
from warhost.rulesets.fantasy_battles.chapters.charge import stand_and_shoot
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import range_parts, reach_chance
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test
from warhost.rulesets.fantasy_battles.core import Battle, Unit, boundary, has, speakers, spoken
from warhost.rulesets.fantasy_battles.thinks.clash_odds import clash_odds
from warhost.table import distance


@rule("t9a.special.terror")
def terrify(battle: Battle, charger: Unit, target: Unit) -> Script[bool]:
    """A unit that is charged by models with Terror takes a Panic Test; True if it failed and has to flee (T9A-R187)."""
    company = battle.company(charger)
    terror = next((one for unit in company for one in speakers(battle, unit).at("terrifying")), None)
    if terror is None or panic.exempt(target) or has(battle, target, "terrifying"):
        return False
    if (yield from discipline_test(battle, target, "panic", terror.id)):
        target.passed_panic = True
        return False
    for bearer, speaker in spoken(battle, target, "after_failed_panic"):
        if (yield from speaker.after_failed_panic(battle, bearer)):
            return False
    return True


@rule("t9a.charge.reaction_hold", "t9a.charge.reaction_stand_and_shoot", "t9a.charge.reaction_flee")
@rule("t9a.fleeing.only_flee_reaction", "t9a.special.fearless", "t9a.special.terror", "t9a.special.war_machine")
def reactions(
    battle: Battle, charger: Unit, target: Unit, *, must_flee: bool = False
) -> tuple[list[Option], list[Denied]]:
    """The reactions that are open to a unit that is charged, and why others are not (T9A-R030).

    Hold always, but for units that flee already or fled in terror; Engaged and Fearless units never flee.
    """
    hold = Option("hold", acts(target.name, "holds"), unit=target.id, text="Stand and fight if the charge arrives.")
    run = Option("flee", acts(target.name, "flees"), unit=target.id, text=charge.FLEEING)
    if target.fleeing:
        return [run], [_no_reaction("hold", target, "is fleeing already.", "t9a.fleeing.only_flee_reaction")]
    holding = next((speaker.id for _, speaker in spoken(battle, target, "holds_only") if speaker.holds_only), "")
    if must_flee and not holding:
        return [run], [_no_reaction("hold", target, "failed the test for Terror.", "t9a.special.terror")]
    options, denied = [hold], []
    shoots = stand_and_shoot.why_not(battle, target, charger)
    if shoots is None:
        label, text = f"{target.name} stand and shoot", "Shoot at the charger before it moves, then fight."
        options.append(Option("stand and shoot", label, unit=target.id, target=charger.id, text=text))
    else:
        denied.append(shoots)
    if target.engaged:
        denied.append(_no_reaction("flee", target, "is Engaged in Combat.", "t9a.charge.reaction_flee"))
    elif holding:
        denied.append(_no_reaction("flee", target, "does not flee from a Charge.", holding))
    else:
        options.append(run)
    return options, denied


def _no_reaction(what: str, unit: Unit, why: str, rule_id: str) -> Denied:
    verb, _, rest = why.partition(" ")
    return Denied(what, f"{acts(unit.name, verb)} {rest}", rule_id, unit=unit.id)


@rule("t9a.charge.reaction_first")
def choose_reaction(battle: Battle, charger: Unit, target: Unit, *, must_flee: bool = False) -> Script[str]:
    """The Reactive Player says how the target reacts."""
    side = charger.target_arc
    assert side is not None
    options, denied = reactions(battle, charger, target, must_flee=must_flee)
    away = distance(boundary(battle, charger), boundary(battle, target))
    chance = reach_chance(battle, charger, target)

    def weigh(option: Option) -> tuple[Odds, ...]:
        if option.key == "flee":
            return tuple(flight_odds(battle, charger, target))
        if option.key == "stand and shoot":
            return stand_and_shoot.odds_of(battle, target, charger)
        arrives = Odds("the charge arrives", chance, range_parts(battle, charger, target), telling=True)
        return (arrives, *clash_odds(battle, charger, target, side, target))

    rules = ("t9a.charge.reaction_first",)
    return charge.ask_reaction(charger, target, options, denied, away=away, chance=chance, rules=rules, weigh=weigh)
