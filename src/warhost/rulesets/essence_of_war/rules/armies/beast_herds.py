"""The rules of the Beast Herds' list."""

from __future__ import annotations

from warhost.play.questions import Denied, Option
from warhost.play.script import Refused, Script, choose
from warhost.rulesets.essence_of_war.core import BOONS, MODEL_RULES, Battle, Boon, BoonRule, ModelRule, Unit, deny
from warhost.rulesets.essence_of_war.shown import events

MOST_POINTS, MOST_UNITS = 225, 2
"""What a unit of the Ambushing Party may cost, and how many there are beside a Character."""

PARTY = "Ambushing Party"
ROW = "eow.list.beast_herds.rule.ambushing_party"


@BOONS.rule(PARTY, ROW)
class InAmbushingParty(BoonRule):
    """It has Ambush by the Ambushing Party."""

    needs = "all"
    ambushes = True


@MODEL_RULES.rule(PARTY, ROW)
class AmbushingParty(ModelRule):
    """Before the roll-off one Character on foot and two cheap units get Ambush: once for the army (EOW-R195)."""

    def before_roll_off(self, battle: Battle, bearer: Unit) -> Script[None]:
        army = [unit for unit in battle.units if unit.seat == bearer.seat and unit.company == bearer.company]
        if any(self.name in unit.used for unit in army):
            return
        bearer.used = (*bearer.used, self.name)
        while True:
            options: list[Option] = []
            denied: list[Denied] = []
            for unit in army:
                refused = _check(battle, army, unit)
                if refused is None:
                    options.append(Option(str(unit.id), unit.name, unit=unit.id))
                else:
                    denied.append(deny(unit, refused.message, self.id))
            if not options:
                return
            options.append(Option("pass", "Nobody else", passes=True))
            text = f"Who belongs to the {self.name} and gets Ambush?"
            key = yield from choose(bearer.seat, "ambushing party", text, options, rules=(self.id,), denied=denied)
            if key == "pass":
                return
            unit = battle.units[int(key)]
            unit.boons = (*unit.boons, Boon(PARTY, "game", seat=bearer.seat))
            yield events.BoonGiven(unit.id, bearer.id, PARTY, "eow.list.beast_herds.rule.ambushing_party")


def _check(battle: Battle, army: list[Unit], unit: Unit) -> Refused | None:
    """Why the unit cannot belong to the party, if it cannot."""
    entry = battle.entry(unit)
    character = entry.category == "Character"
    party = [one for one in army if _belongs(one)]
    alike = [one for one in party if (battle.entry(one).category == "Character") == character]
    why = ""
    if _belongs(unit):
        why = "it belongs to the party already"
    elif character and entry.mounted:
        why = "it is mounted"
    elif not character and entry.category != "Core" and entry.name != "Centaurs":
        why = "only Characters, Core units and Centaurs can"
    elif not character and entry.points > MOST_POINTS:
        why = f"it costs {entry.points} points, and {MOST_POINTS} are the most"
    elif len(alike) >= (1 if character else MOST_UNITS):
        why = "a Character already does" if character else f"{MOST_UNITS} units already do"
    return Refused(f"{unit.name} cannot join the {PARTY}: {why}.", ROW) if why else None


def _belongs(unit: Unit) -> bool:
    return any(boon.rule == PARTY for boon in unit.boons)
