"""What spells promise in The Blue Age, how many dice go into them, and what dice are worth that are kept."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.rulesets.blue_age.chapters.charge import roll as charge_roll
from warhost.rulesets.blue_age.chapters.magic import casting, spells
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.magic.pools import Spell
from warhost.rulesets.blue_age.core import PHASES, Unit, head, together, values
from warhost.rulesets.blue_age.thinks import magic_odds
from warhost.rulesets.blue_age.thinks.fights import BlueFights
from warhost.table import distance, summed

BACKFIRES = 0.12
"""What an Expulsion costs on average, as a part of what its caster and those around him are worth."""

HELPS, HINDERS, SHIELDS, NEARER = 0.25, 0.2, 0.05, 0.008
"""What spells on fighters change of the harm that they do, what spells on enemies change of it, what a protected unit
is worth more, and each inch that a unit is carried on."""

SCARED = 0.1
"""What it is worth of a unit that it may run from a spell."""

AGAINST = 2.5
"""What a die is worth that is kept against the spells of the enemy."""

DIE = 0.3
"""What a die is worth at least: none is spent on nothing."""

LATER = 0.6
"""How much a spell of a later phase counts: its target may be gone by then."""

NEAR = 16.0
"""How far away an enemy is a danger in this turn."""

NEVER = -99.0


class BlueMagic(BlueFights):
    """What the book knows about spells."""

    def cast(self, option: Option) -> Iterator[Term]:
        """A cast with the best number of dice: what it promises by its chance, less what its dice could do later."""
        number, _, rest = option.key.partition(":")
        caster, spell = self.unit(int(number)), magic.spells()[rest.partition(">")[0]]
        promise = 0.0 if option.target is None else self._promise(caster, spell, self.unit(option.target))
        die = self._die(spell.name)
        pool = self.battle.pools[self.seat]
        best = max((self._with(caster, spell, promise, dice) - dice * die for dice in range(1, pool + 1)), default=-1.0)
        yield best if best > 0.0 else NEVER, f"what {spell.name} promises", "blue.casting.resolve_and_next"

    def dice_for(self, question: Question, option: Option) -> Iterator[Term]:
        """So many dice: the chance of the spell and of an Expulsion, and what is left for later."""
        caster, spell, dice = self.unit(option.unit or 0), magic.spells()[question.about], int(option.key)
        promise = self._best_promise(caster, spell)
        need = magic.target_number(magic.rating(self.battle, caster))
        chance = magic_odds.reaches(dice, need, spell.casting)
        yield chance * promise, f"{chance:.0%} to cast {spell.name}", "blue.casting.casting_number"
        yield -self._backfires(caster, dice), "an Expulsion may come of it", "blue.casting.expulsion_trigger"
        yield -dice * self._die(spell.name), "dice for later", "blue.magic.pool_lasts_turn"

    def dispels(self, question: Question, option: Option) -> Iterator[Term]:
        """So many dice against a spell: what it would do, by the chance to stop it, less what the dice could do."""
        if option.passes or question.act is None:
            return
        caster, spell = self.unit(question.act.unit), magic.spells()[question.about]
        harm = max((self._promise(caster, spell, self.unit(number)) for number in question.act.targets), default=0.0)
        chance = next((odd.value for odd in option.odds if odd.telling), 0.0)
        dice = int(option.key.partition(":")[2])
        yield chance * harm, f"{chance:.0%} to stop {spell.name}", "blue.dispel.compare"
        yield -dice * max(DIE, self._die("")), "dice for later", "blue.magic.pool_lasts_turn"

    def _with(self, caster: Unit, spell: Spell, promise: float, dice: int) -> float:
        need = magic.target_number(magic.rating(self.battle, caster))
        return magic_odds.reaches(dice, need, spell.casting) * promise - self._backfires(caster, dice)

    def _backfires(self, caster: Unit, dice: int) -> float:
        company = head(self.battle, caster)
        at_stake = self.worth(caster) + (0.3 * self.worth(company) if company is not caster else 0.0)
        return magic_odds.expulsion(dice) * BACKFIRES * at_stake

    def _die(self, name: str) -> float:
        """What a die is worth after this spell: for the best other spell of this turn, or against the enemy's."""
        best, battle = 0.0, self.battle
        for caster in magic.casters(battle, self.seat):
            for other in caster.spells:
                spell = magic.spells()[other]
                wait = PHASES.index(spell.phase) - PHASES.index(battle.phase)
                if other == name or other in caster.cast or wait < 0 or (not wait and self._is_over()):
                    continue
                share = LATER if wait else 1.0
                found = share * self._with(caster, spell, self._best_promise(caster, spell), 2) / 2
                best = max(best, found)
        return max(best, self._against())

    def _is_over(self) -> bool:
        """Whether the own part of this phase is over: that of the First Player is when the other one acts."""
        battle = self.battle
        return battle.phase != "combat" and battle.active != self.seat and battle.first == self.seat

    def _against(self) -> float:
        """What a die is worth that is kept to dispel."""
        enemy = 1 - self.seat
        if not self.battle.pools[enemy]:
            return 0.0
        waiting = any(
            name not in caster.cast and PHASES.index(magic.spells()[name].phase) >= PHASES.index(self.battle.phase)
            for caster in magic.casters(self.battle, enemy)
            for name in caster.spells
        )
        return AGAINST if waiting else 0.0

    def _best_promise(self, caster: Unit, spell: Spell) -> float:
        key = ("promise", caster.id, spell.name)
        return self.known(
            key,
            lambda: max(
                (self._promise(caster, spell, one) for one in casting.targets(self.battle, caster, spell)), default=0.0
            ),
        )

    def _promise(self, caster: Unit, spell: Spell, target: Unit) -> float:
        """What a spell is worth on a unit if it is cast."""
        key = ("promise", caster.id, spell.name, target.id)
        return self.known(key, lambda: self._worked_out(caster, spell, target))

    def _worked_out(self, caster: Unit, spell: Spell, target: Unit) -> float:
        if spell.hits is not None:
            return self.harm(target, spells.mean_harm(self.battle, caster, spell, target))
        if spell.heals:
            lost = sum(model.lost for one in together(self.battle, target) for model in one.models)
            return min(magic.mean_of_dice(spell.heals), lost) * self.life(target)
        if spell.test is not None and not spell.changes:
            return 0.0 if target.locked else SCARED * self.worth(target)
        if spell.moves or ("movement" in spell.changes and spell.target == "own"):
            return self._carried(target, magic.mean_of_dice(spell.moves) if spell.moves else spell.changes["movement"])
        if spell.target == "enemy":
            return HINDERS * self._blows(target) if spell.changes else 0.02 * self.worth(target)
        if spell.phase == "combat":
            return HELPS * self._blows(target)
        return SHIELDS * self.worth(target) * (target.locked or self._gap(target) <= NEAR)

    def _gap(self, unit: Unit) -> float:
        """How far the nearest enemy is from a unit."""
        place = self.rects[unit.id]
        others = self.own if unit.seat != self.seat else self.foes
        return min((distance(place, self.rects[other.id]) for other in others), default=99.0)

    def _carried(self, unit: Unit, inches: float) -> float:
        """What some inches more are worth to a unit that has far to go."""
        away = self._gap(unit) - 0.6 * charge_roll.most(self.battle, unit)
        return NEARER * self.worth(unit) * max(0.0, min(inches, away)) if values.movement(self.battle, unit) else 0.0

    def _blows(self, unit: Unit) -> float:
        """The harm that a unit does in the fight of this turn: in which it is, or to which it may come by a charge."""
        if unit.locked:
            return summed(
                self.duel(unit, self.unit(foe), self.struck(unit, self.unit(foe))).gain for foe in unit.foes[:1]
            )
        best = 0.0
        if unit.fleeing:
            return best
        place = self.rects[unit.id]
        for other in self.own if unit.seat != self.seat else self.foes:
            chance = self.arrives(unit, distance(place, self.rects[other.id]))
            if chance > 0.1:
                best = max(best, chance * self.duel(unit, other, self.struck(unit, other)).gain)
        return best
