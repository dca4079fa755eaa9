"""The qualities of weapons (Weapon Qualities): they speak for the attacks that are made with a weapon that has them.

Those that say when a weapon may be used or from where (Polearm, Thrown, Demolisher) only say so here: what follows is
the business of shots and blows. How templates are laid is in `blast`, how fires burn in `burning`.
"""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulesets.blue_age.chapters.wounds.attacks import FAILED, Lot
from warhost.rulesets.blue_age.core import QUALITIES, Battle, Flame, Special, Unit, head, values
from warhost.rulesets.blue_age.core.events import shooting as shooting_events
from warhost.table import TOLERANCE


@QUALITIES.rule("Fast", "blue.melee_quality.fast_initiative", "blue.melee_quality.fast_reroll")
class Fast(Special):
    """+1 Initiative; failed blows again at an enemy whose Initiative in its profile is lower (BLUE-R124)."""

    def on_initiative(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        tally.add(1, "Fast", "blue.initiative_mod.fast_weapon")

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        enemy = battle.entry(battle.units[lot.target])
        if lot.kind == "melee" and battle.entry(bearer).initiative > enemy.initiative:
            lot.hits_again = (FAILED, self)


@QUALITIES.rule("Slow", "blue.melee_quality.slow")
class Slow(Special):
    burden = True
    no_gift = True

    def on_initiative(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        tally.add(-2, "Slow", "blue.initiative_mod.slow_weapon")


@QUALITIES.rule("Shred", "blue.melee_quality.shred", "blue.ranged_quality.shred")
class Shred(Special):
    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        lot.shred = self


@QUALITIES.rule("Accurate", "blue.ranged_quality.accurate")
class Accurate(Special):
    """Dice of 1 and 2 that failed are rolled again."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.hits_again is None:
            lot.hits_again = (((1, 2),), self)


@QUALITIES.rule("Blast", "blue.ranged_quality.blast")
class Blast(Special):
    template = "blast"


@QUALITIES.rule("Firestorm", "blue.ranged_quality.firestorm", "blue.special.firestorm_ignores_cover")
class Firestorm(Special):
    template = "firestorm"
    ignores_cover = True


@QUALITIES.rule("Flaming", "blue.ranged_quality.flaming_token", "blue.ranged_quality.flaming_one_token")
class Flaming(Special):
    """Unsaved wounds set the target alight; one that burns goes on burning as it does (BLUE-R114)."""

    flaming = True

    def after_wounds(self, battle: Battle, bearer: Unit, lot: Lot, wounds: int) -> Script[None]:
        target = battle.units[lot.target]
        if wounds and target.models and target.burning is None and lot.kind != "other":
            target.burning = Flame(lot.weapon or lot.what, lot.strength.total, lot.ap.total)
            yield shooting_events.SetAlight(target.id, target.burning.weapon)


@QUALITIES.rule("Ignores Cover", "blue.ranged_quality.ignores_cover")
class IgnoresCover(Special):
    ignores_cover = True


@QUALITIES.rule("Rapid Fire", "blue.ranged_quality.rapid_fire")
class RapidFire(Special):
    """Twice the shots within half range, each model for itself (BLUE-R128)."""

    def on_shots(self, battle: Battle, bearer: Unit, shots: int, gap: float, reach: float) -> int:
        return shots * 2 if gap <= reach / 2 + TOLERANCE else shots


@QUALITIES.rule("Volley Fire", "blue.ranged_quality.volley_fire")
class VolleyFire(Special):
    """Twice the shots of who has not moved in the Move Phase."""

    def on_shots(self, battle: Battle, bearer: Unit, shots: int, gap: float, reach: float) -> int:
        return shots * 2 if values.stood_still(battle, bearer) else shots


@QUALITIES.rule("Snaring", "blue.ranged_quality.snaring")
class Snaring(Special):
    """Unsaved wounds (or hits, if players agreed so) hamper the whole unit for this turn (BLUE-R129)."""

    def after_wounds(self, battle: Battle, bearer: Unit, lot: Lot, wounds: int) -> Script[None]:
        target = battle.units[lot.target]
        enough = wounds if battle.settings.snaring == "wounds" else lot.hits
        if enough and target.models and not target.snared:
            target.snared = True
            yield shooting_events.Snared(target.id)


@QUALITIES.rule("Stone Thrower", "blue.unit_type.stone_thrower_keyword")
class StoneThrower(Special):
    indirect = True


@QUALITIES.rule("Parry", "blue.melee_quality.parry")
class WeaponParry(Special):
    """It speaks for the bearer when he is attacked in a fight in which he uses the weapon."""

    parries = True


@QUALITIES.rule("Demolisher", "blue.melee_quality.demolisher")
class Demolisher(Special):
    demolishes = True


@QUALITIES.rule("Lance", "blue.melee_quality.lance")
class Lance(Special):
    """Its first figures in the turn of the own charge."""

    no_gift = True

    def first_figures(self, battle: Battle, bearer: Unit, reaching: bool) -> bool:
        return bool(head(battle, bearer).charged)


@QUALITIES.rule("Polearm", "blue.melee_quality.polearm_reach", "blue.melee_quality.polearm_defence")
class Polearm(Special):
    """Blows from 2" away, and against those who charge."""

    reaches = 2.0
    wards_off = True


@QUALITIES.rule("Scythe", "blue.melee_quality.scythe")
class Scythe(Special):
    """Its first figures for models that strike from where they do not touch."""

    no_gift = True
    reach_matters = True

    def first_figures(self, battle: Battle, bearer: Unit, reaching: bool) -> bool:
        return reaching


@QUALITIES.rule("Two-Handed", "blue.melee_quality.two_handed_shield", "blue.melee_quality.two_handed_no_throwing")
class TwoHanded(Special):
    two_handed = True
    no_gift = True


@QUALITIES.rule("Thrown", "blue.ranged_quality.thrown_charge", "blue.ranged_quality.thrown_initiative")
class Thrown(Special):
    thrown = True
