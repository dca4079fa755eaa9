"""Evocation (Paths)."""

from __future__ import annotations

from warhost.dice import Distribution
from warhost.play.questions import Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script, choose
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell, MagicalMove
from warhost.rulesets.fantasy_battles.core import SPELLS, Attack, Battle, Spell, Unit
from warhost.rulesets.fantasy_battles.shown.spell_events import TokenGained


@SPELLS.rule("Evocation of Souls", "t9a.evocation.a_evocation_of_souls")
class EvocationOfSouls(Spell):
    """A Veil Token for a player who has few, once in a phase."""

    ENOUGH = 3

    @classmethod
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        seat = casting.caster.seat
        if battle.noted(cls.name, seat):
            return Refused(f"{cls.name} has already given a Veil Token in this phase.", cls.id)
        if battle.tokens[seat] >= cls.ENOUGH:
            return Refused(f"{cls.name} gives nothing to a player who has {cls.ENOUGH} Veil Tokens.", cls.id)
        return None

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        seat = casting.caster.seat
        battle.note(cls.name, seat)
        battle.tokens = tuple(count + (place == seat) for place, count in enumerate(battle.tokens))
        yield TokenGained(seat, battle.tokens[seat])


@SPELLS.rule("Spectral Blades", "t9a.evocation.1_spectral_blades")
class SpectralBlades(LastingSpell):
    """Failed rolls to wound in melee are made again; boosted with Lethal Strike too."""


@SPELLS.rule("Whispers of the Veil", "t9a.evocation.2_whispers_of_the_veil")
class WhispersOfTheVeil(LastingSpell):
    """The target is weaker in body and mind; twice is no more than once, by a setting Resilience adds up (T9A-R090)."""

    @classmethod
    def lie_on(cls, battle: Battle, unit: Unit, casting: Casting, form: int = 0, *, alone: bool | None = None) -> None:
        if cls.piles_up(battle):
            form = sum(effect.spell == cls.name for effect in battle.body(unit).effects)
        super().lie_on(battle, unit, casting, form, alone=alone)

    @classmethod
    def piles_up(cls, battle: Battle) -> bool:
        return battle.scene.settings.whispers == "Resilience adds up"

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name != "dis" or not self.effect.form:
            super().on_value(battle, bearer, name, tally)


@SPELLS.rule("Hasten the Hour", "t9a.evocation.3_hasten_the_hour")
class HastenTheHour(DamageSpell):
    """Some models that the caster chooses are hit, each once, wounded without a roll and through all armour."""

    @classmethod
    def hits_on(cls, battle: Battle, casting: Casting, target: Unit) -> int:
        return 1

    @classmethod
    def struck(cls, battle: Battle, casting: Casting) -> Script[list[Unit]]:
        """One after the other the caster's player names the models: rank and file, or a Character among them."""
        target, caster = battle.units[casting.targets[0]], casting.caster
        left = {one.id: one.models for one in battle.company(target)}
        chosen: list[Unit] = []
        for _ in range(cls._most(casting)):
            open_to = [battle.units[number] for number, models in left.items() if models]
            if not open_to:
                break
            options = [Option(str(one.id), one.name, unit=caster.id, target=one.id) for one in open_to]
            text = f"Which model does {cls.name} strike?"
            key = yield from choose(caster.seat, "strike whom", text, options, rules=(cls.id,), about=casting.key)
            left[int(key)] -= 1
            chosen.append(battle.units[int(key)])
        return chosen

    @classmethod
    def losses(cls, battle: Battle, casting: Casting, target: Unit) -> Distribution[int]:
        """What the rank and file lose if all hits go to them."""
        return cls._lost(battle, casting, target, min(cls._most(casting), target.models), None)

    @classmethod
    def _most(cls, casting: Casting) -> int:
        return int(casting.version.hits or 0)


@SPELLS.rule("Ancestral Aid", "t9a.evocation.4_ancestral_aid")
class AncestralAid(LastingSpell):
    """Failed rolls to hit in close combat are made again."""


@SPELLS.rule("Touch of the Reaper", "t9a.evocation.5_touch_of_the_reaper")
class TouchOfTheReaper(DamageSpell):
    """Hits whose Strength is compared with Discipline; boosted on a single model."""

    @classmethod
    def change(cls, battle: Battle, casting: Casting, attack: Attack) -> None:
        attack.compares = "dis"


@SPELLS.rule("Danse Macabre", "t9a.evocation.6_danse_macabre")
class DanseMacabre(MagicalMove):
    """A friend moves through all terrain; boosted all friends near the caster."""
