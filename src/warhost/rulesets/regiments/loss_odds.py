"""What attacks may do to a unit, as exact distributions: who is left, and how likely (Shooting, Melee: the sequences).

Dice of one kind are independent, so that their number of wounds is a sum of like values; who takes them is told by the
same `Muster` that play uses. Casualties are reckoned in the usual order (AOFR-R076).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from warhost.dice import Distribution
from warhost.play.battle import copied
from warhost.play.throws import spread, spread_of_all
from warhost.rulesets.regiments.attacks import Attack, wounds_alike
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.damage import chain, defense_of, outcomes
from warhost.rulesets.regiments.formation import HERO
from warhost.rulesets.regiments.wounds import Muster, ignoring, saves_of, write_wounds

State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""How many models of each kind are left, and the wounds on the one of each kind that is being worn down."""

Spread: TypeAlias = Mapping[State, float]
"""What a unit may have come down to, each with its probability."""

_NOBODY = frozenset[str]()


class Toll:
    """A unit while it is reckoned what attacks may take from it."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle = battle
        self.unit = unit
        self._muster = Muster(battle, unit)
        self.groups = tuple(self._muster.left)
        self._saves: dict[tuple[int, int, frozenset[str], bool, bool], Distribution[int]] = {}
        self._hurt: dict[tuple[State, int, int], State] = {}
        self._next: dict[State, int | None] = {}
        self.start = self._state()

    @property
    def unharmed(self) -> Spread:
        return {self.start: 1.0}

    def _state(self) -> State:
        muster = self._muster
        return tuple(muster.left[g] for g in self.groups), tuple(muster.wounds.get(g, 0) for g in self.groups)

    def _load(self, state: State) -> Muster:
        muster = self._muster
        muster.left = dict(zip(self.groups, state[0], strict=True))
        muster.wounds = dict(zip(self.groups, state[1], strict=True))
        return muster

    def lives(self, state: State) -> int:
        """The wounds that the unit can still take."""
        tough = self._muster.tough
        return sum(left * tough[g] - worn for g, left, worn in zip(self.groups, *state, strict=True))

    def taken(self, spread: Spread) -> float:
        """The wounds that the unit takes on average."""
        return self.lives(self.start) - sum(self.lives(state) * chance for state, chance in spread.items())

    def gone(self, spread: Spread) -> float:
        """How likely nobody is left."""
        return sum(chance for state, chance in spread.items() if not any(state[0]))

    def left_with(self, state: State) -> tuple[Battle, Unit]:
        """A copy of the battle in which the unit has come down to that, and the unit in it. Nobody is moved."""
        battle = copied(self.battle)
        return battle, self.put(battle, state)

    def put(self, battle: Battle, state: State) -> Unit:
        """Let the unit have come down to that in another battle."""
        unit = battle.units[self.unit.id]
        muster = self._load(state)
        unit.left = tuple(muster.left.get(group, 0) for group in range(len(unit.left)))
        unit.hero = bool(muster.left.get(HERO))
        write_wounds(unit, muster)
        return unit

    def victim(self, state: State) -> int | None:
        """The kind of model that takes the next wound."""
        if state not in self._next:
            self._next[state] = self._load(state).next()
        return self._next[state]

    def after(self, state: State, group: int, wounds: int) -> State:
        """The unit after a model of that kind took so many wounds."""
        key = (state, group, wounds)
        if key not in self._hurt:
            self._load(state).hurt(group, wounds)
            self._hurt[key] = self._state()
        return self._hurt[key]

    def not_ignored(
        self, group: int, wounds: int, unheeded: frozenset[str], magic: bool, picked: bool
    ) -> Distribution[int]:
        """How many of so many wounds such a model does not ignore; `magic` are those of a spell."""
        key = (group, wounds, unheeded, magic, picked)
        if key not in self._saves:
            saves = saves_of(self.battle, self.unit, group, unheeded, magic=magic, picked=picked)
            self._saves[key] = spread(ignoring(self.unit, saves), wounds)
        return self._saves[key]


def wounded(
    toll: Toll,
    spread: Spread,
    wounds: Distribution[int],
    *,
    deadly: int = 1,
    unheeded: frozenset[str] = _NOBODY,
    magic: bool = False,
) -> Spread:
    """What the unit may have come down to after so many wounds that were not blocked, one after the other."""

    def hit(state: State) -> Iterable[tuple[State, float]]:
        group = toll.victim(state)
        return ((state, 1.0),) if group is None else _hit(toll, state, group, deadly, unheeded, magic)

    return _one_by_one(spread, wounds, hit)


def _picked(toll: Toll, spread: Spread, wounds: Distribution[int], attack: Attack, models: int) -> Spread:
    """The same where models of one kind were picked: they alone are hurt, and no more of them than were picked."""
    group = attack.picked
    assert group is not None
    place = toll.groups.index(group)
    found: dict[State, float] = {}
    for start, chance in spread.items():
        stay = max(0, start[0][place] - models)

        def hit(state: State, stay: int = stay) -> Iterable[tuple[State, float]]:
            if state[0][place] <= stay:
                return ((state, 1.0),)
            return _hit(toll, state, group, attack.deadly, attack.unheeded, attack.kind == "spell", picked=True)

        for state, weight in _one_by_one({start: chance}, wounds, hit).items():
            found[state] = found.get(state, 0.0) + weight
    return found


def _hit(
    toll: Toll,
    state: State,
    group: int,
    deadly: int,
    unheeded: frozenset[str],
    magic: bool,
    picked: bool = False,
) -> Iterable[tuple[State, float]]:
    """One wound on a model of that kind, multiplied before it may be ignored."""
    for count, chance in toll.not_ignored(group, deadly, unheeded, magic, picked).items():
        yield (toll.after(state, group, count) if count else state), chance


def _one_by_one(
    spread: Spread, wounds: Distribution[int], hit: Callable[[State], Iterable[tuple[State, float]]]
) -> Spread:
    """The spread after a number of wounds that is left to chance."""
    found: dict[State, float] = {}
    steps: dict[State, tuple[tuple[State, float], ...]] = {}
    now, reached = dict(spread), 0
    for number, weight in wounds.items():
        for _ in range(number - reached):
            after: dict[State, float] = {}
            for state, chance in now.items():
                if state not in steps:
                    steps[state] = tuple(hit(state))
                for other, share in steps[state]:
                    after[other] = after.get(other, 0.0) + chance * share
            now = after
        reached = number
        for state, chance in now.items():
            found[state] = found.get(state, 0.0) + weight * chance
    return found


class _Volley:
    """Attacks that wound alike, as play puts them together."""

    def __init__(self, battle: Battle, attacks: Sequence[Attack]) -> None:
        self.attack = attacks[0]
        self.models = sum(attack.shooters for attack in attacks)
        self.wounds = spread_of_all((chain(battle, attack), attack.count) for attack in attacks)
        self.ap = max(attack.ap_of() for attack in attacks)
        self.certain = all(attack.ap_of(six=True) <= attack.ap_of() == self.ap for attack in attacks)

    @property
    def place(self) -> tuple[int, int]:
        return self.attack.order, -self.ap

    def harm(self, toll: Toll, spread: Spread) -> Spread:
        if self.attack.picked is not None:
            return _picked(toll, spread, self.wounds, self.attack, self.models)
        attack = self.attack
        magic = attack.kind == "spell"
        return wounded(toll, spread, self.wounds, deadly=attack.deadly, unheeded=attack.unheeded, magic=magic)


def struck(toll: Toll, spread: Spread, attacks: Sequence[Attack]) -> Spread | None:
    """What the unit may have come down to after all these attacks together; None where it is not worked out.

    That is where the dice to hit decide which of two unlike volleys comes first.
    """
    ways = outcomes(attacks)
    if len(ways) > 1:
        found: dict[State, float] = {}
        for weight, decided in ways:
            after = struck(toll, spread, decided)
            if after is None:
                return None
            for state, chance in after.items():
                found[state] = found.get(state, 0.0) + weight * chance
        return found
    volleys = _volleys(toll.battle, attacks)
    if not _settled(volleys):
        return None
    for volley in sorted(volleys, key=lambda one: one.place):
        spread = volley.harm(toll, spread)
    return spread


def _volleys(battle: Battle, attacks: Sequence[Attack]) -> list[_Volley]:
    lots: dict[tuple[object, ...], list[Attack]] = {}
    for attack in attacks:
        if attack.count:
            lots.setdefault(wounds_alike(attack), []).append(attack)
    return [_Volley(battle, lot) for lot in lots.values()]


def _settled(volleys: Sequence[_Volley]) -> bool:
    """Whether it is known before the dice in which order the volleys count, as far as that matters."""
    for order in {volley.attack.order for volley in volleys}:
        like = [volley for volley in volleys if volley.attack.order == order]
        kinds = {(volley.attack.deadly, volley.attack.picked, volley.attack.unheeded) for volley in like}
        if len(kinds) > 1 and not all(volley.certain for volley in like):
            return False
    return True


def shot_at(toll: Toll, spread: Spread, attacks: Sequence[Attack]) -> Spread | None:
    """The same for one weapon group of a shooting unit: what the target blocks with is looked up now (AOFR-R182)."""
    found: dict[State, float] = {}
    by_defence: dict[tuple[int, ...], dict[State, float]] = {}
    for state, chance in spread.items():
        _, unit = toll.left_with(state)
        key = tuple(defense_of(toll.battle, unit, attack.picked) for attack in attacks)
        by_defence.setdefault(key, {})[state] = chance
    for defences, part in by_defence.items():
        for attack, defence in zip(attacks, defences, strict=True):
            attack.defense = defence
        after = struck(toll, part, attacks)
        if after is None:
            return None
        for state, chance in after.items():
            found[state] = found.get(state, 0.0) + chance
    return found
