"""Occultism (Paths): Health Points of friends for a stronger effect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from warhost.dice import odds
from warhost.play.events import counted
from warhost.play.questions import Denied, Odds, Option, Part
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script, choose
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.thinks.losses import panic_odds
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.healing import recover
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell
from warhost.rulesets.fantasy_battles.chapters.shooting.breath import breath_attack
from warhost.rulesets.fantasy_battles.core import (
    PATHS,
    SPELLS,
    Attack,
    Battle,
    PathRule,
    SpecialAttack,
    Unit,
    boundary,
    friends,
    health,
)
from warhost.rulesets.fantasy_battles.shown.spell_events import SacrificeMade
from warhost.table import within

SACRIFICE = "t9a.occultism.the_sacrifice"


@PATHS.rule("The Sacrifice", SACRIFICE)
class TheSacrifice(PathRule):
    """After a passed Casting Attempt a friendly unit may give Health Points, dispelled or not (T9A-R091)."""

    NEAR = 24.0

    def before_dispel(self, battle: Battle, casting: Casting) -> Script[None]:
        caster = casting.caster
        here, offered, denied = boundary(battle, caster), [], []
        for unit in friends(battle, caster.seat):
            price, refused = sacrificed(battle, unit), self._refusal(battle, caster, unit)
            if not within(here, boundary(battle, unit), self.NEAR):
                continue
            if refused is not None:
                denied.append(Denied(str(unit.id), refused, self.id, unit.id))
                continue
            offered.append(Option(str(unit.id), f"{price} HP of {unit.name}", unit=unit.id))
        if not offered:
            return
        offered.append(Option("pass", "No sacrifice", unit=caster.id, passes=True))
        key = yield from choose(
            caster.seat,
            "sacrifice",
            f"{casting.name}: does a unit sacrifice Health Points for a stronger effect?",
            offered,
            rules=(self.id, casting.row),
            denied=denied,
            weigh=lambda option: self._prospects(battle, option),
            about=casting.key,
        )
        if key == "pass":
            return
        unit = battle.units[int(key)]
        casting.sacrificed = True
        yield SacrificeMade(unit.id, sacrificed(battle, unit), casting.name)
        yield from damage.lose_unsaved(battle, unit, sacrificed(battle, unit), "sacrificed")
        if unit.pose is None:
            yield from panic.after_destroyed(battle, unit)
        else:
            yield from panic.after_losses(battle, unit, None)

    @staticmethod
    def _refusal(battle: Battle, caster: Unit, unit: Unit) -> str | None:
        price = sacrificed(battle, unit)
        if health(battle, unit) < price:
            return f"{unit.name} would have to sacrifice {counted(price, 'Health Point')}."
        if unit is caster and health(battle, unit) == price:
            return f"{unit.name} would not live to cast the spell."
        return None

    @staticmethod
    def _prospects(battle: Battle, option: Option) -> tuple[Odds, ...]:
        """Whether the unit would panic for its losses."""
        if option.passes or option.unit is None:
            return option.odds
        unit = battle.units[option.unit]
        price = sacrificed(battle, unit)
        lost = Odds(
            "HP lost", price, (Part(price, "by the unmodified Discipline", SACRIFICE),), "expected", telling=True
        )
        return (lost, *panic_odds(battle, unit, odds.certain(price)))


@rule("t9a.occultism.the_sacrifice")
def sacrificed(battle: Battle, unit: Unit) -> int:
    """The Health Points that a unit gives: 3, 2 or 1 for Discipline 0-4, 5-7 or 8-10, as its profile has it."""
    discipline = battle.profile(unit).dis
    if discipline <= 4:
        return 3
    return 2 if discipline <= 7 else 1


class BreathSpell(LastingSpell):
    """One model gets a Breath, in addition to any that it has, to be used once while the spell lasts (T9A-R092)."""

    def breathes(self, battle: Battle, bearer: Unit) -> SpecialAttack | None:
        return breath_attack(self, battle, bearer, self.figures.said)

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        breath = self.breathes(battle, bearer)
        return () if breath is None else (breath,)


@SPELLS.rule("Breath of Corruption", "t9a.occultism.1_breath_of_corruption")
class BreathOfCorruption(BreathSpell):
    """A Toxic Breath; with The Sacrifice it carries far."""

    FAR = 18
    SACRIFICED = 1

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            cls.lie_on(battle, battle.units[number], casting, cls.SACRIFICED if casting.sacrificed else 0)
        yield from ()

    def breathes(self, battle: Battle, bearer: Unit) -> SpecialAttack | None:
        if self.effect.form == self.SACRIFICED:
            return breath_attack(self, battle, bearer, self.figures.said, self.FAR)
        return super().breathes(battle, bearer)


@SPELLS.rule("Hand of Glory", "t9a.occultism.2_hand_of_glory")
class HandOfGlory(LastingSpell):
    """Aegis (6+), or a better Aegis that is better by 1; with The Sacrifice for all models of the unit (T9A-R093)."""

    GIVEN: ClassVar[dict[str, int]] = {"6+ or 1 better": 7, "6+ and 1 better": 6}
    """The Aegis that is then better by 1."""

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            cls.lie_on(battle, battle.units[number], casting, alone=not casting.sacrificed)
        yield from ()

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        attack.aegis.append((self.GIVEN[battle.scene.settings.hand_of_glory], self.name))
        attack.aegis_better = True


@SPELLS.rule("The Rot Within", "t9a.occultism.3_the_rot_within")
class TheRotWithin(LastingSpell):
    """The target is less skilled for good; with The Sacrifice the caster is more skilled."""

    ON_CASTER = 1

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        yield from super().resolve(battle, casting)
        if casting.sacrificed:
            cls.lie_on(battle, battle.bearing(casting.caster.entry), casting, cls.ON_CASTER)

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if self.effect.form != self.ON_CASTER:
            super().on_value(battle, bearer, name, tally)
        elif name in self.figures.adds and bearer.entry == self.effect.caster:
            tally.add(1, self)


@SPELLS.rule("Pentagram of Pain", "t9a.occultism.4_pentagram_of_pain")
class PentagramOfPain(DamageSpell):
    """Hits on an enemy; boosted on everybody near the caster but its own unit (T9A-R094)."""

    @classmethod
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        if target is battle.body(casting.caster):
            return Refused(f"{cls.name} spares {target.name}.", cls.id)
        return None

    @classmethod
    def after_hits(cls, battle: Battle, casting: Casting, lost: Mapping[int, int]) -> Script[None]:
        """With The Sacrifice the caster Recovers a Health Point, once, if anybody lost one."""
        if casting.sacrificed and any(lost.values()):
            yield from recover(battle, battle.bearing(casting.caster.entry), 1)


@SPELLS.rule("Marked for Doom", "t9a.occultism.5_marked_for_doom")
class MarkedForDoom(DamageSpell):
    """One terrible hit; with The Sacrifice and from near on a Character or Champion of the caster's choice."""

    NEAR = 12.0

    @classmethod
    def struck(cls, battle: Battle, casting: Casting) -> Script[list[Unit]]:
        (target,) = yield from super().struck(battle, casting)
        caster = casting.caster
        if not casting.sacrificed or not within(boundary(battle, caster), boundary(battle, target), cls.NEAR):
            return [target]
        options = [Option(str(one.id), one.name, unit=caster.id, target=one.id) for one in battle.company(target)]
        text = f"Who does {cls.name} strike?"
        key = yield from choose(caster.seat, "strike whom", text, options, rules=(cls.id, SACRIFICE), about=casting.key)
        return [battle.units[int(key)]]


@SPELLS.rule("The Grave Calls", "t9a.occultism.6_the_grave_calls")
class TheGraveCalls(DamageSpell):
    """Hard hits, harder with The Sacrifice."""

    @classmethod
    def strength_against(cls, battle: Battle, casting: Casting, target: Unit) -> int:
        return int(casting.version.str_ or 0) + casting.sacrificed

    @classmethod
    def change(cls, battle: Battle, casting: Casting, attack: Attack) -> None:
        attack.ap += casting.sacrificed
