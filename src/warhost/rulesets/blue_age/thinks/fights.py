"""What fights promise in The Blue Age, by their means: what units are worth, blows both ways, the score, who runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from warhost.play.counsel.counsel import Charge, Fate, Fight, Term
from warhost.play.counsel.reckoning import below, once
from warhost.rulesets.blue_age.chapters.combat import resolution
from warhost.rulesets.blue_age.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.blue_age.core import Unit, head, together, values
from warhost.rulesets.blue_age.thinks.rounds import SURE, BlueRounds, Side
from warhost.table import Arc, summed

POINT = 45.0
"""What a Victory Point is worth when the battle ends, in points of an army of 1,000."""

RUNS = 0.45
"""What it costs a side, of the unit's worth, that it falls back or flees."""

LATER = 2
"""So many rounds of a fight are thought of after the first one."""

MOST = 8
"""By how much a fight is lost at most, as far as it matters."""


class BlueFights(BlueRounds):
    """What units are worth, and what fights between them promise."""

    @once
    def worth(self, unit: Unit) -> float:
        return summed(self._worth(one) for one in together(self.battle, unit) or [unit])

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
        if not target.foes or charger.foes:
            return self._fought([charger], [target], {charger.id})
        friends = [self.unit(number) for number in target.foes]
        own = [target, *(self.unit(n) for n in {f for foe in friends for f in foe.foes} - {target.id})]
        before = self._fought(friends, own, set())
        return self._fought([charger, *friends], own, {charger.id}).beyond(before)

    def against(self, chargers: Sequence[Unit], targets: Sequence[Unit]) -> Fight:
        """The fight that follows where some units charge others together."""
        return self._fought(chargers, targets, {one.id for one in chargers})

    def fight(self, target: Unit, charges: Sequence[Charge] = ()) -> Fight:
        comers = [self.unit(one.charger) for one in charges]
        comers += [unit for unit in self.units if target.id in unit.declared and unit not in comers]
        comers.sort(key=lambda one: one.id)
        own = [target, *(self.unit(n) for n in {f for foe in target.foes for f in self.unit(foe).foes} - {target.id})]
        enemies = [*comers, *(self.unit(number) for number in target.foes if self.unit(number) not in comers)]
        if not enemies:
            return Fight()
        ours, theirs = (enemies, own) if target.seat != self.seat else (own, enemies)
        return self._fought(ours, theirs, {one.id for one in comers})

    def _fought(self, ours: Sequence[Unit], theirs: Sequence[Unit], charging: set[int]) -> Fight:
        """A round of a fight by its means: blows both ways step by step, the score, who runs then."""
        ours, theirs = [one for one in ours if one.models], [one for one in theirs if one.models]
        if not ours or not theirs:
            return Fight()
        key = (tuple([one.id for one in ours]), tuple([one.id for one in theirs]), frozenset(charging))
        return self.known(("fought", *key), lambda: self._outcome(*self._round(ours, theirs, charging)))

    def _outcome(self, ours: Side, theirs: Side, lead: float) -> Fight:
        """What comes of a fight in which one side leads by so much on average."""
        strays = max(SURE, sqrt(ours.variance + theirs.variance))
        perished, gone = ours.gone(ours.total), theirs.gone(theirs.total)
        wins = (1 - perished) * (gone + (1 - gone) * (1 - below(0.5, lead, strays)))
        gain, routed = self._losses(theirs, lead, strays)
        loss, fates = self._losses(ours, -lead, strays)
        # Where both stay, they fight on.
        on = (1 - max(fate.gone + fate.broken for fate in routed.values())) * (
            1 - max(fate.gone + fate.broken for fate in fates.values())
        )
        rounds = summed(on**later for later in range(min(self.turns_left, LATER) + 1))
        return Fight(rounds * gain, rounds * loss, theirs.losses, ours.losses, wins, {**routed, **fates})

    def _losses(self, side: Side, behind: float, strays: float) -> tuple[float, dict[int, Fate]]:
        """What a side loses that is behind by so much, and what becomes of its units: by blows, and by the test of
        those who have lost."""
        margins = _margins(behind, strays)
        prize = POINT * scenario_of(self.battle).destroyed
        total, fates = 0.0, {}
        for unit, lost, gone in side.each():
            stays = self._stays(unit)
            away = (1 - gone) * summed([chance * (1.0 - stays[margin]) for margin, chance in margins])
            if resolution.crumbling(self.battle, unit, MOST):
                crumbles = summed(
                    [chance * resolution.crumbling(self.battle, unit, margin) for margin, chance in margins]
                )
                lost += min((1 - gone) * crumbles, values.health_left(self.battle, unit) - lost)
            total += lost * self.life(unit) + gone * prize + away * RUNS * self.worth(unit)
            fates[unit.id] = Fate(gone, away)
        return total, fates

    def armed(self, unit: Unit, weapon: str) -> Iterator[Term]:
        """What the fight promises that a unit is in if it fights with a weapon."""
        unit.weapon = weapon
        # What was worked out with another weapon holds no longer.
        self.memo.clear()
        pairs = [(duel.one.unit, duel.other.unit) for duel in self.battle.duels]
        meets = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
        if unit.id in meets:
            enemy = self.unit(meets[unit.id])
            worth = self.life(enemy) * self._taken_by(unit, enemy) - self.life(unit) * self._taken_by(enemy, unit)
            yield worth, f"what the duel with {enemy.name} promises with it", "blue.duel.only_each_other"
            return
        fought = next((self.unit(foe) for foe in head(self.battle, unit).foes if self.unit(foe).models), None)
        if fought is not None:
            yield self.fight(fought).value, "what the fight promises with it", "blue.fight.attack_dice"

    def _stays(self, unit: Unit) -> list[float]:
        """The chance that a unit stays that has lost, by how much it has."""
        return self.known(("stays", unit.id), lambda: resolution.chances_to_stay(self.battle, unit, range(MOST + 1)))


def _margins(behind: float, strays: float) -> list[tuple[int, float]]:
    """By how much a side loses that is behind by so much on average, each with its chance."""
    found, less = [], below(0.5, behind, strays)
    for margin in range(1, MOST):
        more = below(margin + 0.5, behind, strays)
        if more - less > SURE:
            found.append((margin, more - less))
        less = more
    if 1.0 - less > SURE:
        found.append((MOST, 1.0 - less))
    return found
