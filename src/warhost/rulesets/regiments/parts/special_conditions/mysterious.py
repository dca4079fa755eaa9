"""Mysterious conditions (Battlefield Effects: Special Conditions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.play.counsel.counsel import Term
from warhost.play.counsel.throws import natural
from warhost.play.events import Event
from warhost.play.questions import Odds, Option, Roll
from warhost.play.script import Script, choose, roll, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import Enchantment
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster, suffer
from warhost.rulesets.regiments.core import (
    Battle,
    Share,
    SpecialRule,
    SpellEffect,
    Unit,
    events,
    gap_between,
    is_present,
    optional,
    present,
)
from warhost.rulesets.regiments.core.speakers import casters
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.rulesets.regiments.parts.shared.harm import begin_between, end_between, take_wounds
from warhost.rulesets.regiments.parts.special_conditions.condition import Condition, condition, tell, told
from warhost.table import TOLERANCE

REFUSE = "refuse"
MEAN_D3 = 2.0
NEAR = 6.0
"""How near friends must be to hear a unit rout."""


@condition("damnation", "aofr.condition.damnation_refuse")
class Damnation(Condition):
    """A sacrifice every round, or a penalty (AOFR-R529)."""

    curse = SpellEffect(melee=-1, shooting=-1, defense=-1, morale=-1)

    @rule("aofr.condition.damnation_sacrifice")
    def round_begun(self, battle: Battle) -> Script[None]:
        """Each player names a unit that takes D3 wounds, or none; the one who goes first is asked first."""
        tell(battle, refused=())
        begin_between(battle)
        for seat in battle.in_turn(battle.first):
            own = sorted(present(battle, seat), key=lambda unit: (battle.regiment(unit).points, -unit.models))
            if not own:
                continue
            options = [Option(str(unit.id), f"{unit.name}: D3 wounds", unit=unit.id) for unit in own]
            refusal = "No sacrifice: -1 to hit, to Defense rolls and to morale tests this round"
            options.append(Option(REFUSE, refusal, passes=True))
            text = "Damnation: which unit do you sacrifice?"
            rules = ("aofr.condition.damnation_sacrifice", "aofr.condition.damnation_refuse")

            def weigh(option: Option) -> Sequence[Odds]:
                return () if option.unit is None else harm_odds.taken(battle, battle.units[option.unit], "D3")

            key = yield from choose(seat, "sacrifice", text, options, rules=rules, weigh=weigh)
            if key == REFUSE:
                tell(battle, refused=(*told(battle).refused, seat))
            else:
                yield from take_wounds(battle, battle.units[int(key)], "D3", self.name, rules[0])
        yield from end_between(battle)

    @rule("aofr.condition.damnation_refuse")
    def rules(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        """Who made no sacrifice is cursed until the round ends."""
        return (Enchantment(self.name, self.curse, self.rule),) if unit.seat in told(battle).refused else ()

    def advise(self, battle: Battle, option: Option, seat: int) -> Iterable[Term]:
        """Two wounds on a unit against an eighth of what the whole army does in a round."""
        if option.unit is None:
            army = sum(battle.regiment(unit).points for unit in present(battle, seat))
            yield -army / 8, "the whole army is cursed", self.rule
            return
        unit = battle.units[option.unit]
        muster = Muster(battle, unit)
        lives = sum(muster.lives(group) for group in muster.left)
        lost = min(1.0, MEAN_D3 / max(1, lives))
        yield -battle.regiment(unit).points * lost, "wounds on its own unit", "aofr.condition.damnation_sacrifice"


class _Power(SpecialRule):
    """+1 on casting rolls."""

    name, id = "Arcane Power", "aofr.condition.arcane_power_bonus"
    casting = 1


@condition("arcane_power", "aofr.condition.arcane_power_bonus")
class ArcanePower(Condition):
    """Magic is strong, and dangerous (AOFR-R530)."""

    @rule("aofr.condition.arcane_power_bonus")
    def rules(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        """+1 on every casting roll."""
        return (_Power(),)

    @rule("aofr.condition.arcane_power_backfire")
    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[None]:
        """An unmodified 1 costs the model that casts D3 wounds."""
        if roll.rule != "aofr.special.caster.cast" or roll.unit is None or not roll.why.startswith("Casting"):
            return
        if natural(faces) == (1,):
            unit = battle.units[roll.unit]
            caster = next(iter(casters(battle, unit)), None)
            why, rule_id = f"{self.name}: wounds on the caster", "aofr.condition.arcane_power_backfire"
            wounds = yield from roll_sum("D3", why=why, rule=rule_id, seat=unit.seat, unit=unit.id)
            yield from suffer(battle, unit, wounds, picked=caster)


@condition("inspiration", "aofr.condition.inspiration")
@rule("aofr.condition.inspiration")
class Inspiration(Condition):
    """+1 on every morale test."""

    effect = SpellEffect(morale=1)


@condition("deadly_vortex", "aofr.condition.deadly_vortex")
class DeadlyVortex(Condition):
    """It tears at whoever moves (AOFR-R531)."""

    @rule("aofr.condition.deadly_vortex")
    def activated(self, battle: Battle, unit: Unit) -> Script[None]:
        """A die for each unit that is activated: on a 1 it takes D3 wounds."""
        (face,) = yield from roll("D6", why=self.name, rule=self.rule, seat=unit.seat, unit=unit.id, need=2)
        if face == 1:
            yield from take_wounds(battle, unit, "D3", self.name, self.rule)


class _Fog(SpecialRule):
    """Every wound is ignored on a 6, whatever else ignores it or may not (AOFR-R532)."""

    name, id = "Mystical Fog", "aofr.condition.mystical_fog"

    @rule("aofr.condition.mystical_fog")
    def ignores_wounds_on(self, battle: Battle, unit: Unit, share: Share, *, magic: bool = False) -> int:
        return 6


@condition("mystical_fog", "aofr.condition.mystical_fog")
class MysticalFog(Condition):
    """A healing fog."""

    def rules(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return (_Fog(),)


@condition("sinister_echoes", "aofr.condition.sinister_echoes_shaken")
class SinisterEchoes(Condition):
    """Fear wounds (AOFR-R533)."""

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        if isinstance(event, events.UnitShaken):
            yield from self.shaken(battle, battle.units[event.unit])
        elif isinstance(event, events.UnitRouted):
            yield from self.routed(battle, battle.units[event.unit])

    @rule("aofr.condition.sinister_echoes_shaken")
    def shaken(self, battle: Battle, unit: Unit) -> Script[None]:
        """A unit that becomes Shaken takes D3 wounds."""
        yield from take_wounds(battle, unit, "D3", self.name, self.rule)

    @rule("aofr.condition.sinister_echoes_rout")
    def routed(self, battle: Battle, unit: Unit) -> Script[None]:
        """When a unit routs from a melee every friend within 6" takes D3 wounds of its own."""
        if not unit.fought or not is_present(battle, unit):
            return
        near = [
            friend
            for friend in present(battle, unit.seat)
            if friend is not unit and gap_between(battle, unit, friend) <= optional.measured(battle, NEAR) + TOLERANCE
        ]
        for friend in near:
            yield from take_wounds(battle, friend, "D3", self.name, "aofr.condition.sinister_echoes_rout")
