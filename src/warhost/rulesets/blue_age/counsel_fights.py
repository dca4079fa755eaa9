"""What fights promise in The Blue Age, by their means: what units are worth, blows both ways, the score, who runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from warhost.play.counsel import Charge, Counsel, Fate, Fight, Term
from warhost.play.reckoning import Kept, below, once
from warhost.rulesets.blue_age import attacks, resolution, values, weapons
from warhost.rulesets.blue_age.arms import MeleeWeapon
from warhost.rulesets.blue_age.attacks import Lot
from warhost.rulesets.blue_age.battle import Battle, Unit, head, joined, together
from warhost.rulesets.blue_age.melee_modifiers import has_polearms, lost_before
from warhost.rulesets.blue_age.rules import is_so, speakers
from warhost.rulesets.blue_age.scenarios import scenario_of
from warhost.table import Arc

POINT = 45.0
"""What a Victory Point is worth when the battle ends, in points of an army of 1,000."""

RUNS = 0.45
"""What it costs a side, of the unit's worth, that it falls back or flees."""

SPREAD = 2.5
"""How far the difference of two scores strays from its mean."""

_rounds: Kept[float] = Kept()
"""Rounds of blows as they were reckoned in earlier decisions, by all that they depend on."""


class BlueFights(Counsel[Battle, Unit]):
    """What units are worth, and what fights between them promise."""

    @once
    def worth(self, unit: Unit) -> float:
        return sum(self._worth(one) for one in together(self.battle, unit) or [unit])

    def _worth(self, unit: Unit) -> float:
        entry, scenario = self.battle.entry(unit), scenario_of(self.battle)
        share = values.health_left(self.battle, unit) / values.full_health(entry) if unit.models else 1.0
        prize = POINT * (scenario.destroyed + scenario.commander * entry.commander)
        return entry.points * share + prize * (1.0 if share > 0.0 else 0.0)

    @once
    def life(self, unit: Unit) -> float:
        entry = self.battle.entry(unit)
        return entry.points / values.full_health(entry)

    def fate_of(self, target: Unit, losses: float) -> Fate:
        left = max(1.0, float(values.health_left(self.battle, target)))
        gone = min(1.0, max(0.0, losses / left - 0.5) * 2) if losses > 0.5 * left else 0.0
        return Fate(gone, 0.5 * (losses * 4 > left) * (1 - gone))

    def harm(self, target: Unit, losses: float) -> float:
        if losses <= 0.0:
            return 0.0
        left = float(values.health_left(self.battle, target))
        fate = self.fate_of(target, losses)
        prize = POINT * scenario_of(self.battle).destroyed
        return min(losses, left) * self.life(target) + fate.gone * prize + 0.1 * fate.broken * self.worth(target)

    # Fights.

    def duel(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        return self._fought([charger], [target], charging={charger.id}, seat=charger.seat)

    def against(self, chargers: Sequence[Unit], targets: Sequence[Unit]) -> Fight:
        """The fight that follows where some units charge others together."""
        return self._fought(chargers, targets, {one.id for one in chargers}, chargers[0].seat)

    def fight(self, target: Unit, charges: Sequence[Charge] = ()) -> Fight:
        comers = [self.unit(one.charger) for one in charges]
        comers += [unit for unit in self.units if target.id in unit.declared and unit not in comers]
        own = [target, *(self.unit(n) for n in {f for foe in target.foes for f in self.unit(foe).foes} - {target.id})]
        enemies = [*comers, *(self.unit(number) for number in target.foes if self.unit(number) not in comers)]
        if not enemies:
            return Fight()
        ours, theirs = (enemies, own) if target.seat != self.seat else (own, enemies)
        return self._fought(ours, theirs, charging={one.id for one in comers}, seat=self.seat)

    def _fought(self, ours: Sequence[Unit], theirs: Sequence[Unit], charging: set[int], seat: int) -> Fight:
        """A round of a fight by its means: blows both ways, the score, who runs then."""
        ours, theirs = [one for one in ours if one.models], [one for one in theirs if one.models]
        if not ours or not theirs:
            return Fight()
        deals = {foe.id: 0.0 for foe in theirs}
        takes = {one.id: 0.0 for one in ours}
        for one in ours:
            deals[theirs[0].id] += self._round(one, theirs[0], one.id in charging)
        for foe in theirs:
            takes[ours[0].id] += self._round(foe, ours[0], foe.id in charging)
        quick = self._quicker(ours[0], theirs[0], charging)
        dealt, taken = sum(deals.values()), sum(takes.values())
        health = [max(1.0, sum(values.health_left(self.battle, unit) for unit in side)) for side in (ours, theirs)]
        if quick > 0:
            taken *= max(0.0, 1 - 0.8 * dealt / health[1])
        elif quick < 0:
            dealt *= max(0.0, 1 - 0.8 * taken / health[0])
        dealt, taken = min(dealt, health[1]), min(taken, health[0])
        lead = dealt - taken + len(ours) - len(theirs)
        lead += any(one.id in charging for one in ours) - any(foe.id in charging for foe in theirs)
        wins = 1 - below(0.5, lead, SPREAD)
        loses = below(-0.5, lead, SPREAD)
        away = wins * self._runs(theirs[0], max(1, round(lead)))
        lost = loses * self._runs(ours[0], max(1, round(-lead)))
        gone = max(0.0, 2 * dealt / health[1] - 1)
        perished = max(0.0, 2 * taken / health[0] - 1)
        prize = POINT * scenario_of(self.battle).destroyed
        gain = dealt * self.life(theirs[0]) + gone * prize + away * RUNS * self.worth(theirs[0]) * (1 - gone)
        loss = taken * self.life(ours[0]) + perished * prize + lost * RUNS * self.worth(ours[0]) * (1 - perished)
        fates = {
            theirs[0].id: Fate(gone, away * (1 - gone)),
            ours[0].id: Fate(perished, lost * (1 - perished)),
        }
        return Fight(gain, loss, dealt, taken, wins, fates)

    def _round(self, unit: Unit, enemy: Unit, charging: bool) -> float:
        """The Health that a round of blows of a unit takes on average."""
        return sum(self._own_round(one, unit, enemy, charging) for one in together(self.battle, unit) if one.models)

    def _own_round(self, one: Unit, unit: Unit, enemy: Unit, charging: bool) -> float:
        count, to_hit = self._in_contact(one, unit, enemy), self._to_hit(unit, enemy, charging)
        company = one.host, len(joined(self.battle, enemy))
        key = (one.id, enemy.id, count, charging, to_hit, one.effects, enemy.effects, company)
        return _rounds.of(self.battle.scene, key, lambda: self._reckoned(one, enemy, count, charging, to_hit))

    def _to_hit(self, unit: Unit, enemy: Unit, charging: bool) -> int:
        """What makes the blows of a unit easier or harder: a charge, Polearms against it, a dash, lost fights."""
        battle = self.battle
        total = -unit.dashed + lost_before(battle, enemy) - lost_before(battle, unit)
        return total + charging - (charging and has_polearms(battle, enemy))

    def _in_contact(self, one: Unit, unit: Unit, enemy: Unit) -> int:
        """About how many models of a unit come to blows: by the room around the enemy."""
        if one is not unit:
            return 1
        there = self.rects.get(enemy.id)
        wide = there.width + there.depth if there is not None else 2.0 * len(enemy.models)
        room = ceil(wide / (2 * self.battle.entry(one).radius)) + 1
        weapon = weapons.weapon_of(self.battle, one)
        return min(len(one.models), round(room * (1.6 if is_so(weapon.qualities, "reaches") else 1.0)))

    def _reckoned(self, unit: Unit, enemy: Unit, count: int, charging: bool, to_hit: int) -> float:
        battle, entry = self.battle, self.battle.entry(unit)
        weapon: MeleeWeapon = weapons.weapon_of(battle, unit)
        second = not charging and weapon.otherwise is not None
        strength = weapon.otherwise if second and weapon.otherwise is not None else weapon.strength
        ap = weapon.ap_otherwise if second and weapon.ap_otherwise is not None else weapon.ap
        dice = count * max(0, values.attacks(battle, unit))
        worth = float(battle.entry(enemy).health)
        total = 0.0
        if dice:
            lot = Lot(
                "melee",
                unit.id,
                enemy.id,
                dice,
                entry.melee,
                strength=values.strength(battle, unit) + strength,
                ap=ap,
                what="",
                rule="blue.fight.hit_roll",
                weapon=weapon.name,
                qualities=weapon.qualities,
            )
            lot.to_hit.add(to_hit, "the fight")
            total += attacks.mean_of(battle, attacks.prepared(battle, lot), worth)
        impact = sum(one.impact(battle, unit, entry) for one in speakers(battle, unit).at("impact")) if charging else 0
        if impact:
            lot = Lot(
                "impact",
                unit.id,
                enemy.id,
                impact * count,
                None,
                strength=values.strength(battle, unit),
                what="",
                rule="blue.special.impact_attacks",
            )
            total += attacks.mean_of(battle, attacks.prepared(battle, lot), worth)
        return total

    def armed(self, unit: Unit, weapon: str) -> Iterator[Term]:
        """What a unit does with a weapon to the enemy that it fights."""
        unit.weapon = weapon
        fought = next((self.unit(foe) for foe in head(self.battle, unit).foes if self.unit(foe).models), None)
        if fought is not None:
            count = self._in_contact(unit, unit, fought)
            charged = bool(head(self.battle, unit).charged)
            dealt = self._reckoned(unit, fought, count, charged, self._to_hit(unit, fought, charged))
            yield self.harm(fought, dealt), "what it takes with it", "blue.fight.attack_dice"

    def _quicker(self, one: Unit, other: Unit, charging: set[int]) -> int:
        """Who strikes first: more than 0 if the first of them does."""
        mine, theirs = (self.battle.entry(unit).initiative + (unit.id in charging) for unit in (one, other))
        return mine - theirs

    def _runs(self, unit: Unit, margin: int) -> float:
        """The chance that a unit does not stay that has lost by so much."""
        key = ("runs", unit.id, min(margin, 12))
        trial = resolution.loser_trial
        return self.known(
            key, lambda: 1.0 - resolution.fates(self.battle, trial(self.battle, unit, min(margin, 12)))["stays"]
        )
