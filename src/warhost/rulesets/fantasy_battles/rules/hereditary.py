"""Hereditary Spells: one for each army; those that spend Veil Tokens are in `token_spells`."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.healing import (
    choose_patient,
    most_back,
    raise_up,
    recover,
    res_value,
    towers,
)
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import BASIC, paths
from warhost.rulesets.fantasy_battles.chapters.magic.summoning import summon, summoned_entry
from warhost.rulesets.fantasy_battles.core import (
    SPELLS,
    Attack,
    Battle,
    Entry,
    Spell,
    Unit,
    models_touch,
    models_touched,
)
from warhost.rulesets.fantasy_battles.rules import token_spells
from warhost.rulesets.fantasy_battles.shown.spell_events import MarkerAdded, OrisonsGained
from warhost.table import Arc, Point

__all__ = ["liberal_magics", "token_spells"]


@SPELLS.rule("Echoes of the Dark Forest", "t9a.hereditary.bh_echoes_of_the_dark_forest")
class EchoesOfTheDarkForest(LastingSpell):
    """Fear, Fearless and Terror; enemies in contact have Discipline 1 lower, beside what Fear does (T9A-R106)."""

    def on_foes_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        if name != "dis" or any(part.why == self.name for part in tally.parts):
            return
        if models_touch(battle, bearer, battle.body(unit)):
            tally.add(-1, self)


@SPELLS.rule("Spear of Infinity", "t9a.hereditary.dl_spear_of_infinity")
class SpearOfInfinity(DamageSpell):
    """An Area Attack, stronger by 1 for each spell that was cast before it in this phase (T9A-R108)."""

    @classmethod
    def change(cls, battle: Battle, casting: Casting, attack: Attack) -> None:
        before = sum(name != cls.name for name in battle.spells_cast)
        attack.strength = (attack.strength or 0) + before


@rule("t9a.hereditary.eos_liberal_magics")
def liberal_magics(entry: Entry, path: str) -> tuple[str, ...]:
    """What Wizards of the Empire of Sonnstahl may take for a hereditary spell: Learned Spell 1 of any Path that is open
    to them but the one that they chose."""
    if entry.wizard is None:
        return ()
    return tuple(paths()[other].numbered(1) for other in entry.wizard.paths if other != path)


@SPELLS.rule("Curse of Nezibkesh", "t9a.hereditary.id_curse_of_nezibkesh", "t9a.special.incendiary_marker")
class CurseOfNezibkesh(LastingSpell):
    """One more Incendiary marker, and less skilled; boosted the less the more markers there are (T9A-R110)."""

    MOST = 3

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            unit = battle.units[number]
            unit.incendiary += 1
            yield MarkerAdded(unit.id, unit.incendiary)
            cls.lie_on(battle, unit, casting)

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name in ("off", "def"):
            markers = 0 if self.effect.version == BASIC else battle.body(bearer).incendiary
            tally.add(-min(self.MOST, 1 + markers), self)


@SPELLS.rule("Breath of the Lady", "t9a.hereditary.koe_breath_of_the_lady", "t9a.special.orison_token")
class BreathOfTheLady(Spell):
    """Two Orison Tokens (T9A-R111)."""

    GAINED = 2

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        seat = casting.caster.seat
        battle.orisons = tuple(count + cls.GAINED * (place == seat) for place, count in enumerate(battle.orisons))
        yield OrisonsGained(seat, cls.GAINED, battle.orisons[seat])


@SPELLS.rule("Children of Umi", "t9a.hereditary.ok_children_of_umi")
class ChildrenOfUmi(LastingSpell):
    """Melee Attacks wound it less easily; boosted its Shamans are tougher (T9A-R119)."""

    ARMY = "Ogre Khans"

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "res" and self.effect.version != BASIC and self._is_shaman(battle.entry(bearer)):
            tally.add(1, self)

    def _is_shaman(self, entry: Entry) -> bool:
        return entry.shaman or (entry.army == self.ARMY and entry.is_character and entry.wizard is not None)


@SPELLS.rule("Bring the Pain", "t9a.hereditary.ong_bring_the_pain")
class BringThePain(LastingSpell):
    """Failed rolls to hit it in close combat are made again, whoever makes them."""


@SPELLS.rule("Spark of Creation", "t9a.hereditary.sa_spark_of_creation")
class SparkOfCreation(DamageSpell):
    """Hard hits."""


@SPELLS.rule("Forest Embrace", "t9a.hereditary.se_forest_embrace")
class ForestEmbrace(LastingSpell):
    """A Forest under the unit wherever it goes; boosted enemies in contact roll natural 6s to hit again (T9A-R089)."""

    in_forest = True

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if self.effect.version == BASIC or attack.attacker is None or attack.hit_on is None:
            return
        attacker = battle.body(battle.units[attack.attacker])
        if any(foe.unit == attacker.id for foe in battle.body(bearer).foes):
            attack.sixes_rerolled_by = self


class Resurrection(Spell):
    """The rank and file Raise their Res value in Health Points, or one Character among them Recovers its own."""

    MOST = 2
    """What those who are limited get back in a phase."""

    @classmethod
    @rule("t9a.hereditary.vc_arise_limit", "t9a.hereditary.ud_death_limit")
    def limited(cls, battle: Battle, unit: Unit) -> bool:
        return towers(battle, unit)

    @classmethod
    @rule("t9a.hereditary.vc_arise", "t9a.hereditary.ud_death_is_only_the_beginning")
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            unit = battle.units[number]
            patients = [(one, cls.back(battle, one)) for one in battle.company(unit) if cls._heals(battle, one)]
            text = f"Who in {unit.name} regains Health Points?"
            chosen = yield from choose_patient(battle, casting.caster.seat, patients, text=text, rules=(cls.id,))
            if chosen is None:
                continue
            patient, points = chosen
            raises = not battle.entry(patient).is_character
            gained = yield from (raise_up if raises else recover)(battle, patient, points)
            battle.note(cls.name, patient.entry, gained)

    @classmethod
    def _heals(cls, battle: Battle, unit: Unit) -> bool:
        """A Champion is healed with the rank and file, unless it is all that is left of them."""
        return battle.entry(unit).role != "champion" or unit.host is None

    @classmethod
    @rule("t9a.special.res_value", "t9a.hereditary.vc_arise_limit", "t9a.hereditary.ud_death_limit")
    def back(cls, battle: Battle, unit: Unit) -> int:
        """The Health Points that may come back to it now."""
        most = res_value(battle, unit)
        if cls.limited(battle, unit):
            most = min(most, cls.MOST - battle.noted(cls.name, unit.entry))
        return max(0, most_back(battle, unit, most, raises=not battle.entry(unit).is_character))


@SPELLS.rule(
    "Death is only the Beginning", "t9a.hereditary.ud_death_is_only_the_beginning", "t9a.hereditary.ud_death_limit"
)
class DeathIsOnlyTheBeginning(Resurrection):
    """The spell goes with an Augment that was cast for 2 more; Characters too get little (T9A-R112)."""

    @classmethod
    def limited(cls, battle: Battle, unit: Unit) -> bool:
        return battle.entry(unit).is_character or super().limited(battle, unit)


@SPELLS.rule("Arise!", "t9a.hereditary.vc_arise", "t9a.hereditary.vc_arise_limit")
class Arise(Resurrection):
    """One unit, or all units near the caster (T9A-R113)."""


@SPELLS.rule("The Awakened Swarm", "t9a.hereditary.vs_the_awakened_swarm")
class TheAwakenedSwarm(Spell):
    """A Rat Swarm appears near the caster or near a Tunnel Marker (T9A-R115)."""

    SUMMONED = "Rat Swarm"

    @classmethod
    @rule("t9a.special.tunnel_marker")
    def origins(cls, battle: Battle) -> tuple[Point, ...]:
        return battle.tunnels

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        caster, point = casting.caster, casting.point
        assert point is not None
        entry = summoned_entry(cls.SUMMONED, battle.entry(caster).army)
        yield from summon(battle, caster.seat, entry, point, cls.id)


@SPELLS.rule("Hellfire", "t9a.hereditary.wdg_hellfire")
class Hellfire(DamageSpell):
    """Hard hits, also on an enemy that touches the caster's front."""

    @classmethod
    def strikes_into(cls, battle: Battle, casting: Casting, target: Unit) -> bool:
        caster, body = casting.caster, battle.body(target)
        ahead = any(foe.unit == body.id and foe.mine is Arc.FRONT for foe in battle.body(caster).foes)
        return ahead and any(unit is body and count for unit, count in models_touched(battle, caster))
