"""Divination (Paths)."""

from __future__ import annotations

from warhost.play.script import Refused, Script
from warhost.rulesets.fantasy_battles.chapters.general.discipline import DisciplineTest
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell
from warhost.rulesets.fantasy_battles.core import (
    PATHS,
    SPELLS,
    Attack,
    Battle,
    PathRule,
    Unit,
    boundary,
    present,
    rank_and_file,
)
from warhost.table import within


@PATHS.rule("The Conclave", "t9a.divination.conclave")
class TheConclave(PathRule):
    """Other friendly Wizards near the caster let its spells reach farther."""

    NEAR, EACH, MOST = 12.0, 3, 9

    def adds_range(self, battle: Battle, caster: Unit) -> int:
        here = boundary(battle, caster)
        others = [
            unit
            for unit in present(battle, caster.seat)
            if unit is not caster
            and battle.entry(unit).wizard is not None
            and within(here, boundary(battle, unit), self.NEAR)
        ]
        return min(self.MOST, self.EACH * len(others))


@SPELLS.rule("Guiding Light", "t9a.divination.a_guiding_light")
class GuidingLight(LastingSpell):
    """Discipline Tests are Minimised; one unit in a Magic Phase."""

    @classmethod
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        if battle.noted(cls.name, casting.caster.seat):
            return Refused(f"{cls.name} has already been used in this Magic Phase.", cls.id)
        return None

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        battle.note(cls.name, casting.caster.seat)
        yield from super().resolve(battle, casting)

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        test.minimise(self)


@SPELLS.rule("Know Thine Enemy", "t9a.divination.1_know_thine_enemy")
class KnowThineEnemy(LastingSpell):
    """More skilled and quicker."""


@SPELLS.rule("Fate's Judgement", "t9a.divination.2_fates_judgement")
class FatesJudgement(DamageSpell):
    """Hits that wound without a roll and allow no Special Saves."""

    @classmethod
    def change(cls, battle: Battle, casting: Casting, attack: Attack) -> None:
        attack.no_special_save = True


@SPELLS.rule("Scrying", "t9a.divination.3_scrying")
class Scrying(LastingSpell):
    """The target is hard to hit, from near and afar."""


@SPELLS.rule("The Stars Align", "t9a.divination.4_the_stars_align")
class TheStarsAlign(LastingSpell):
    """Divine Attacks, and failed rolls to hit are made again: with Close Combat Attacks, and in the basic version with
    Shooting Attacks too; by a setting in both versions (T9A-R084)."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind not in ("melee", "shooting"):
            return
        attack.divine = True
        with_shots = not self.figures.aura or battle.scene.settings.stars_align == "Shooting in both versions"
        if attack.kind == "melee" or with_shots:
            attack.hits_rerolled_by = self


@SPELLS.rule("Unerring Strike", "t9a.divination.5_unerring_strike")
class UnerringStrike(DamageSpell):
    """Hits that wound anybody alike."""


@SPELLS.rule("Portent of Doom", "t9a.divination.6_portent_of_doom")
class PortentOfDoom(LastingSpell):
    """Its side has a lower Combat Score: 1 for each Character in the unit, 1 for rank and file (T9A-R085)."""

    def adds_to_score(self, battle: Battle, bearer: Unit) -> int:
        body = battle.body(bearer)
        characters = sum(battle.entry(one).is_character for one in battle.company(body))
        return -(characters + (rank_and_file(battle, body) > 0))
