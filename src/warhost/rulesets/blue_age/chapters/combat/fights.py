"""Fights: which units fight each other, and what is counted while they do (BLUE-R56, BLUE-R62)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import Battle, Unit, hosts, together


class Fight:
    """A fight while it is fought."""

    def __init__(self, battle: Battle, units: Sequence[int]) -> None:
        self.units = tuple(units)
        """The units in it by number, without the Heroes who are with them."""
        self.members = tuple(one.id for number in units for one in together(battle, battle.units[number]))
        """The same with those Heroes."""
        self.wounds = [0, 0]
        """The Health that each seat took from its enemies in this fight, duels included."""
        self.duelled: set[tuple[int, bool]] = set()
        """Who has fought in a duel in this turn and strikes nobody else: the unit, and whether it is its Champion."""
        self.over = False
        """One side has run before a blow was struck: there is nothing to fight and nothing to score."""
        sides = [[battle.units[number] for number in units if battle.units[number].seat == seat] for seat in range(2)]
        self.strength = (len(sides[0]), len(sides[1]))
        """How many units each seat had when it began."""
        self.models = tuple(sum(len(one.models) for u in side for one in together(battle, u)) for side in sides)

    def side(self, battle: Battle, seat: int) -> list[Unit]:
        """The units of a seat that are left in it, without the Heroes who are with them."""
        return [unit for unit in self.all_of(battle, seat) if unit.host is None]

    def all_of(self, battle: Battle, seat: int) -> list[Unit]:
        """The same with those Heroes."""
        found = [battle.units[number] for number in self.members]
        return [unit for unit in found if unit.seat == seat and unit.models]

    def everybody(self, battle: Battle) -> list[Unit]:
        """All who are left in it on both sides."""
        return [unit for unit in (battle.units[number] for number in self.members) if unit.models]

    def leave(self, battle: Battle, unit: Unit) -> None:
        """The unit has run from the fight with its Heroes; where nobody of its side is left it is over."""
        gone = {one.id for one in together(battle, unit)} | {unit.id}
        self.members = tuple(number for number in self.members if number not in gone or battle.units[number].foes)
        self.units = tuple(number for number in self.units if number in self.members)
        self.over = not all(self.side(battle, seat) for seat in range(2))

    def duels(self, battle: Battle, unit: Unit, *, champion: bool = False) -> bool:
        """Whether a Hero, or the Champion of a unit, fights in a duel and nobody else."""
        return (unit.id, champion) in self.duelled or any(
            (one.unit, one.champion) == (unit.id, champion) for duel in battle.duels for one in (duel.one, duel.other)
        )


@rule("blue.fight.choose_order")
def fights_of(battle: Battle) -> tuple[tuple[int, ...], ...]:
    """All fights as things stand: groups of units that are linked by being locked with each other (BLUE-R56)."""
    waiting = [unit.id for seat in range(2) for unit in hosts(battle, seat) if unit.foes]
    found = []
    while waiting:
        group = [waiting.pop(0)]
        for number in group:
            for foe in battle.units[number].foes:
                if foe not in group:
                    group.append(foe)
                    waiting.remove(foe)
        found.append(tuple(sorted(group)))
    return tuple(sorted(found))


def still_fought(battle: Battle, numbers: Sequence[int]) -> tuple[int, ...]:
    """The units of a fight that can still fight it: on the table, locked with another of them, and not done yet.

    A Hero whose unit has fallen takes its place.
    """
    own = {unit.id for unit in battle.units if unit.models and unit.host is None and not unit.fought}
    near = {*numbers, *(foe for number in numbers for foe in battle.units[number].foes)} & own
    return tuple(sorted(number for number in near if near & set(battle.units[number].foes)))


@rule("blue.melee_mod.attacker_outnumbers", "blue.melee_mod.defender_outnumbers")
def to_hit_by_numbers(battle: Battle, fight: Fight, seat: int) -> int:
    """What outnumbering adds to the blows of a side, or takes from them: 1 for every two units (BLUE-R62)."""
    own, other = fight.strength[seat], fight.strength[1 - seat]
    if battle.settings.outnumbering == "surplus":
        return (own - other) // 2 if own >= other else -((other - own) // 2)
    ahead = _ahead(battle, fight)
    if ahead is None:
        return 0
    return own // 2 if ahead == seat else -(other // 2)


@rule("blue.combat_score.outnumber")
def score_by_numbers(battle: Battle, fight: Fight, seat: int) -> int:
    """The points of a side for outnumbering the other."""
    own, other = fight.strength[seat], fight.strength[1 - seat]
    if battle.settings.outnumbering == "models":
        return own if _ahead(battle, fight) == seat else 0
    return max(0, own - other)


def _ahead(battle: Battle, fight: Fight) -> int | None:
    """The seat that outnumbers the other, by units or by models."""
    one, other = fight.models if battle.settings.outnumbering == "models" else fight.strength
    return None if one == other else 0 if one > other else 1
