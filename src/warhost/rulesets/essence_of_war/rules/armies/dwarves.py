"""The rules of the Dwarven Holds and Infernal Dwarves (Armylists)."""

from __future__ import annotations

from typing import Literal

from warhost.field import Path
from warhost.play.questions import Option
from warhost.play.script import Refused, Script, agrees, choose_unit
from warhost.rulesets.essence_of_war.core import (
    BOONS,
    MODEL_RULES,
    Attack,
    Battle,
    Boon,
    BoonRule,
    ModelRule,
    Unit,
    allied,
    boundary,
    rate,
    spoken,
)
from warhost.rulesets.essence_of_war.rules.model_rules import Insignificant
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import TOLERANCE, Pivot, Wheel, within

WEAPON_MASTER = {"att": 1, "off": 4, "str": 6, "ap": 3, "agi": 0}
"""The other profile of a weapon master."""


@BOONS.rule("Grudge", "eow.list.dwarven_holds.rule.grudge")
class Begrudged(BoonRule):
    """The enemy bears it a Grudge: in their first round of a combat attackers roll missed blows again (EOW-R171)."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind != "melee" or attack.attacker is None:
            return
        attacker = battle.units[attack.attacker]
        body = battle.body(attacker)
        bearing = _bearing(battle, self.boon)
        if attacker.seat != bearing.seat or body.rounds or allied(attacker, bearing):
            return
        if battle.scene.settings.grudge == "the army" or battle.body(bearing) is body:
            attack.hits_rerolled_by = self


def _bearing(battle: Battle, boon: Boon) -> Unit:
    """Whose Grudge it is: the boon names its entry, for its number changes if its unit dies around it."""
    return next(unit for unit in battle.units if unit.entry == boon.other)


@MODEL_RULES.rule("Grudge", "eow.list.dwarven_holds.rule.grudge")
class Grudge(ModelRule):
    """At the end of deployment one enemy unit is marked, one for the whole army."""

    def at_deployment_end(self, battle: Battle, bearer: Unit) -> Script[None]:
        enemies = [unit for unit in battle.units if unit.seat != bearer.seat and unit.host is None and not unit.fate]
        borne = (boon for unit in battle.units for boon in unit.boons if boon.rule == self.name)
        if not enemies or any(_bearing(battle, boon).company == bearer.company for boon in borne):
            return
        text = f"Which enemy unit does {bearer.name} bear a Grudge?"
        marked = yield from choose_unit(enemies, bearer.seat, "grudge", text, rules=(self.id,))
        marked.boons = (*marked.boons, Boon(self.name, "game", other=bearer.entry, seat=bearer.seat))
        yield events.BoonGiven(marked.id, bearer.id, self.name, self.id)


@MODEL_RULES.rule("Rune Craft Mastery", "eow.list.dwarven_holds.rule.rune_craft_mastery")
class RuneCraftMastery(ModelRule):
    """Melee Attacks of all models of the Smith's unit pierce 1 more."""

    def on_company_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.ap += 1


@BOONS.rule("Weapon Master", "eow.list.dwarven_holds.rule.weapon_master")
class OtherWeapon(BoonRule):
    """In this round the models fight with the other profile; its Agility of 0 is not changed (EOW-R173)."""

    def sets(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        return WEAPON_MASTER.get(name) if bearer.entry == self.boon.other else None


@MODEL_RULES.rule("Weapon Master", "eow.list.dwarven_holds.rule.weapon_master")
class WeaponMaster(ModelRule):
    """In each round the models may fight with another profile; one choice for the unit (EOW-R173)."""

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        profile = ", ".join(f"{name.capitalize() if name != 'ap' else 'AP'} {n}" for name, n in WEAPON_MASTER.items())
        yes = Option("other", f"The other profile: {profile}", unit=bearer.id)
        text = f"How do {bearer.name} fight this round?"
        if (yield from agrees(bearer.seat, "weapon master", text, yes, "Their own profile", rules=(self.id,))):
            body = battle.body(bearer)
            body.boons = (*body.boons, Boon(self.name, "round", other=bearer.entry, seat=bearer.seat))
            yield events.BoonGiven(bearer.id, None, self.name, self.id)


BRANDED = 6.0
"""How far the Brand is felt, in inches."""


@MODEL_RULES.rule("Infernal Brand", "eow.list.infernal_dwarves.rule.infernal_brand")
class InfernalBrand(ModelRule):
    """Insignificant friends within 6" may use its Discipline while it does not flee, nothing more (EOW-R189)."""

    def lends_discipline(self, battle: Battle, bearer: Unit, to: Unit) -> bool:
        if battle.body(bearer).fleeing or not within(boundary(battle, bearer), boundary(battle, to), BRANDED):
            return False
        return any(isinstance(speaker, Insignificant) for _, speaker in spoken(battle, to, "panics"))


@MODEL_RULES.rule(
    "Steam Ahead!",
    "eow.list.infernal_dwarves.rule.steam_ahead_march",
    "eow.list.infernal_dwarves.rule.steam_ahead_pursuit",
)
class SteamAhead(ModelRule):
    """A March is its full March Rate with one Wheel or Pivot at most; it pursues when it charged, and only then."""

    def check_move(self, battle: Battle, bearer: Unit, kind: str, path: Path) -> Refused | None:
        if kind != "march":
            return None
        full = rate(battle, battle.body(bearer), "mar")
        if abs(path.inches - full) > TOLERANCE:
            return Refused(f'{bearer.name} must March its full {full}".', self.id)
        if sum(isinstance(step, Wheel | Pivot) for step in path.steps) > 1:
            return Refused(f"{bearer.name} Marches with one Wheel or Pivot at most.", self.id)
        return None

    def pursues(self, battle: Battle, bearer: Unit, charged: bool) -> Literal["may", "must", "never"]:
        return "must" if charged else "never"
