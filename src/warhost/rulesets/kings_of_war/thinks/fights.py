"""What Kings of War tells a computer player of units: what they are worth, how they fight, how far they charge and
shoot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil

from warhost.dice import odds
from warhost.play.counsel.counsel import Charge, Counsel, Fate, Fight, Term
from warhost.play.counsel.reckoning import Kept, once
from warhost.rulesets.kings_of_war.chapters import fire, magic, nerve
from warhost.rulesets.kings_of_war.chapters.movement import charge
from warhost.rulesets.kings_of_war.chapters.scenario import loot
from warhost.rulesets.kings_of_war.chapters.turn import may_go_on
from warhost.rulesets.kings_of_war.core import Battle, Unit, footprint, has, in_arc, sees, values
from warhost.rulesets.kings_of_war.thinks import combat_odds, ranged_odds
from warhost.table import TOLERANCE, Arc, Rect, distance, summed

POINT = 160.0
"""What a victory point is worth when the battle ends, in points of an army of 2,000."""

SOONER = {0: 1.0, 1: 0.7, 2: 0.45, 3: 0.3}
"""The part of that which standing at a marker is worth with so many rounds to come."""

EXTRA = 0.5
"""How likely there is one more round after the last, where a die says so (kow.scenario.duration)."""

HURT = 0.55
"""The part of its worth that damage takes from a unit on its way to a rout."""

WAVERS, BREAKS = 0.22, 0.3
"""What it costs a side, of the unit's worth, that it wavers for a turn, or is left devastated."""

NEARER = 0.6
"""How much the volley of an enemy counts that has to come nearer first."""

_duels: Kept[Fight] = Kept()
_fights: Kept[Fight] = Kept()
_shots: Kept[float] = Kept()
"""Charges and volleys as they were reckoned in earlier decisions, by all that they depend on but who else stands near
where a charge ends."""


class Sense(Counsel[Battle, Unit]):
    """What units are worth, and what they do to each other."""

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, footprint)
        battle = self.battle
        self.turns_left = max(0, battle.settings.rounds - battle.turn)
        acted = battle.taken > 0 or battle.active != seat
        self.enemy_turns_left = self.turns_left + (0 if acted and battle.active == seat else 1)
        self.stake = POINT * SOONER.get(self.turns_left, 0.22) * battle.settings.points / 2000

    @once
    def worth(self, unit: Unit) -> float:
        entry = self.battle.entry(unit)
        left = 1.0 - HURT * min(1.0, unit.damage / max(1, entry.nerve))
        return entry.points * left + summed(self.stake for number in loot.carried(self.battle, unit))

    def life(self, unit: Unit) -> float:
        entry = self.battle.entry(unit)
        return HURT * entry.points / max(1, entry.nerve)

    def fate_of(self, target: Unit, losses: float) -> Fate:
        found = self._fate(target, losses, "ranged")
        return Fate(found.routed, found.wavering)

    def _fate(self, target: Unit, losses: float, cause: nerve.Cause) -> nerve.Chances:
        """What becomes of a unit that takes so much damage on average, by the two whole numbers around it."""
        low = int(losses)
        key = ("fate", target.id, low, cause)
        if key not in self.memo:
            self.memo[key] = tuple(
                nerve.chances_after(self.battle, target, cause, {number: 1.0}) for number in (low, low + 1)
            )
        one, other = self.memo[key]
        share = losses - low
        return nerve.Chances(
            one.steady * (1 - share) + other.steady * share,
            one.wavering * (1 - share) + other.wavering * share,
            one.routed * (1 - share) + other.routed * share,
        )

    def harm(self, target: Unit, losses: float) -> float:
        if losses <= 0.0:
            return 0.0
        fate = self.fate_of(target, losses)
        return losses * self.life(target) + self.worth(target) * (fate.gone + WAVERS * fate.broken)

    # Combats.

    def duel(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        return self._duel(charger, target, side, hindered=False)

    def _duel(self, charger: Unit, target: Unit, side: Arc, *, hindered: bool) -> Fight:
        friends = [self.unit(foe.unit) for foe in target.foes if foe.unit != charger.id]
        alike = [value for friend in friends for value in self._likeness(friend)]
        key = (side, hindered, *self._likeness(charger), *self._likeness(target), *alike)
        return _duels.of(self.battle.scene, key, lambda: self._added((charger, side, hindered), target))

    def _added(self, charge: combat_odds.Charger, target: Unit) -> Fight:
        """A charge; where friends fight the target already, the fight with the charger less the fight without it."""
        fight = self._reckoned([charge], target)
        if not target.foes or charge[0].pose is None or target.pose is None:
            return fight
        return fight.beyond(self._reckoned((), target))

    @once
    def _likeness(self, unit: Unit) -> tuple[object, ...]:
        """What a unit's combats depend on, with what others nearby do to its nerve."""
        near: tuple[object, ...] = ()
        if unit.pose is not None:
            test = nerve.prepared(self.battle, unit, "combat")
            near = (test.nerve.total, nerve.inspiring(self.battle, test) is not None)
        return (unit.id, unit.damage, unit.effects, unit.wavering, unit.foes, round(self.worth(unit)), *near)

    def fight(self, target: Unit, charges: Sequence[Charge] = ()) -> Fight:
        chargers = [(self.unit(one.charger), one.side, False) for one in charges]
        likeness = [value for unit, side, _ in chargers for value in (side, *self._likeness(unit))]
        key = (*likeness, *self._likeness(target))
        return _fights.of(self.battle.scene, key, lambda: self._reckoned(chargers, target))

    def _reckoned(self, charges: Sequence[combat_odds.Charger], target: Unit) -> Fight:
        """The attacks of all of them together with those who fight the target already, and what its own turn would do
        to the one of them whom it hurts most."""
        chargers = [one for one in charges if one[0].pose is not None]
        if target.pose is None or (charges and not chargers):
            return self._unplaced(charges, target)
        struck = [*(unit for unit, _, _ in chargers), *(self.unit(foe.unit) for foe in target.foes)]
        return self._foreseen(chargers, target, struck) if struck else Fight()

    def _foreseen(self, chargers: Sequence[combat_odds.Charger], target: Unit, struck: Sequence[Unit]) -> Fight:
        fight = combat_odds.charged(self.battle, chargers, target)
        found = combat_odds.prospect(fight.battle, fight.attackers, fight.target)
        gain = found.routed * self.worth(target)
        gain += (1 - found.routed) * found.mean * self.life(target) + BREAKS * found.devastated * self.worth(target)
        loss, takes, lost, whom = max(
            (self._answered(fight, found, unit) for unit in struck), key=lambda told: (told[0], -told[3].id)
        )
        fates = {target.id: Fate(found.routed, BREAKS * found.devastated), whom.id: Fate(lost)}
        return Fight(gain, loss, found.mean, takes, found.routed, fates, over=found.routed)

    def _answered(
        self, fight: combat_odds.Fight, found: combat_odds.Prospect, unit: Unit
    ) -> tuple[float, float, float, Unit]:
        """What the target's next turn costs if it strikes this unit: its worth, its damage, the chance of a rout."""
        row, lost = combat_odds.answer(fight, fight.battle.units[unit.id], found)
        takes = summed(number * chance for number, chance in enumerate(row))
        return lost * self.worth(unit) + (1 - lost) * takes * self.life(unit), takes, lost, unit

    def fight_on(self, unit: Unit) -> Fight:
        """What a unit's own attacks of this turn promise where it stands, with those of friends, and what the enemy
        does to it then."""
        fights = [self._foreseen((), self.unit(foe.unit), (unit,)) for foe in unit.foes]
        return max(fights, key=lambda fight: fight.value, default=Fight())

    def _unplaced(self, charges: Sequence[combat_odds.Charger], target: Unit) -> Fight:
        """A charge of or against a unit that is not set up yet: by what both are worth."""
        mine = sum(self.battle.entry(unit).points for unit, _, _ in charges)
        wins = mine / max(1.0, mine + self.battle.entry(target).points)
        return Fight(wins * self.worth(target), (1 - wins) * mine, wins=wins)

    def is_fighting(self, unit: Unit) -> bool:
        return unit.engaged

    def charges_soon(self, unit: Unit) -> float:
        """Enemies whose last turn is over charge only if there is one more round."""
        if charge.why_not(self.battle, unit) is not None:
            return 0.0
        return 1.0 if self.enemy_turns_left or unit.seat == self.seat else self._one_more

    @cached_property
    def _one_more(self) -> float:
        """How likely another round follows the last one."""
        return EXTRA if may_go_on(self.battle) else 0.0

    def reach(self, unit: Unit, place: Rect | None = None) -> float:
        return self._far(unit).most

    @once
    def _far(self, unit: Unit) -> charge.Reach:
        """Who wavers on its own side will charge again in its next turn; enemies have theirs before that."""
        war_engine = self.battle.entry(unit).type == "war engine"
        if war_engine or unit.engaged or (unit.wavering and unit.seat != self.seat):
            return charge.Reach(0.0, 0.0)
        return charge.reach(self.battle, unit)

    def arrives(self, unit: Unit, gap: float) -> float:
        far = self._far(unit)
        if gap <= far.sure + TOLERANCE:
            return 1.0
        if far.dice is None or gap > far.most + TOLERANCE:
            return 0.0
        return odds.at_least(far.dice, ceil(gap - TOLERANCE - (far.most - far.highest)))

    def along_charge(self, unit: Unit, target: Unit) -> Iterator[Term]:
        made = charge.plan(self.battle, unit, target)
        if made is not None and made.hindered:
            worse = (
                self._duel(unit, target, made.facing, hindered=True).value - self.duel(unit, target, made.facing).value
            )
            yield min(0.0, worse), "hindered on its way", "kow.charge.hindered"

    def faces(self, unit: Unit, place: Rect, target: Rect) -> bool:
        """Individuals turn before they charge."""
        return in_arc(place, target) or self._has(unit, "individual")

    @once
    def _has(self, unit: Unit, rule: str) -> bool:
        return has(self.battle, unit, rule)

    def pace(self, unit: Unit, place: Rect | None = None) -> float:
        return 2.0 * self.stride(unit)

    @once
    def stride(self, unit: Unit) -> float:
        return float(values.speed(self.battle, unit))

    def turns_freely(self, unit: Unit) -> bool:
        return True

    # Shooting.

    @once
    def range(self, unit: Unit) -> float:
        weapons = [fire.range_of(self.battle, unit, weapon) for weapon in fire.weapons_of(self.battle, unit)]
        known = [magic.spell_of(one) for one in magic.known_spells(self.battle, unit)]
        spells = [magic.reach_of(self.battle, unit, one) for one in known if one.damages]
        return float(max((*weapons, *spells), default=0.0))

    def shoots_after(self, unit: Unit, kind: str) -> bool:
        return kind != "at the double" and not (kind and self._reloads(unit))

    def _reloads(self, unit: Unit) -> bool:
        return any("Reload" in weapon.rules for weapon in fire.weapons_of(self.battle, unit)) or (
            "Reload" in self.battle.entry(unit).rules
        )

    def shots(self, shooter: Unit, target: Unit) -> float:
        return self._volley(shooter, target, "")

    def _volley(self, shooter: Unit, target: Unit, order: str) -> float:
        """The damage of the unit's best weapon or spell on a target in the open that it sees, after that order."""

        def mean() -> float:
            before, shooter.order = shooter.order, order
            found = self._means(shooter, target)
            shooter.order = before
            return found

        key = (order, shooter.id, shooter.damage, shooter.effects, target.id, target.effects)
        return self.known(("shots", *key), lambda: _shots.of(self.battle.scene, key, mean))

    def _means(self, shooter: Unit, target: Unit) -> float:
        battle, aim = self.battle, fire.Aim(Arc.FRONT)
        found = [0.0]
        for weapon in fire.weapons_of(battle, shooter):
            many = fire.numbers(fire.number_of(battle, shooter, weapon)).items()
            lots = [(chance, fire.shot(battle, shooter, weapon, target, aim, number)) for number, chance in many]
            found.append(ranged_odds.mean_of_lots(battle, lots))
        known = [one for one in magic.known_spells(battle, shooter) if magic.spell_of(one).damages]
        spells = [magic.lot_of(battle, shooter, one, target, aim) for one in known]
        return max(found + [ranged_odds.mean_of_lots(battle, [(1.0, spell)]) for spell in spells])

    def fire(self, shooter: Unit, place: Rect, target: Unit, there: Rect, *, moved: bool = False) -> float:
        beyond = distance(place, there) - self.range(shooter)
        if beyond > self.stride(shooter):
            return 0.0
        return self.shots(shooter, target) * (1.0 if beyond <= 0.0 else NEARER)

    def volleys(self, unit: Unit, place: Rect, kind: str) -> Mapping[int, float]:
        reach = self.range(unit)
        if not reach or not self.shoots_after(unit, kind):
            return {}
        return {
            foe.id: self._volley(unit, foe, kind)
            for foe in self.foes
            if not foe.engaged
            and distance(place, self.rects[foe.id]) <= reach
            and sees(self.battle, unit, foe, place.pose) != "blocked"
        }


def nerve_left(battle: Battle, unit: Unit) -> float:
    """About how much more damage routs a unit: what is left of its Nerve less an average roll."""
    return float(values.nerve(battle, unit) - unit.damage - 7)
