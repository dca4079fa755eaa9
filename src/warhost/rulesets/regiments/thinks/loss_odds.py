"""What attacks may do to a unit, as exact distributions: who is left, and how likely (Shooting, Melee: the sequences).

Dice of one kind are independent, so that their number of wounds is a sum of like values; who takes them is told by the
same `Muster` that play uses. Casualties are reckoned in the usual order (AOFR-R076).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.dice import Dice, Distribution, odds
from warhost.field.losses import Losses, Spread, State, blended, one_by_one
from warhost.play.battle import copied
from warhost.play.counsel.throws import spread, spread_of_all
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, alike
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster, ignoring, saves_of, write_wounds
from warhost.rulesets.regiments.chapters.wounds.damage import chain, defense_of, in_order, outcomes
from warhost.rulesets.regiments.core import HERO, Battle, Unit

_NOBODY = frozenset[str]()


class Toll(Losses):
    """A unit while it is reckoned what attacks may take from it."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle = battle
        self.unit = unit
        self._muster = Muster(battle, unit)
        self._saves: dict[tuple[int, int, frozenset[str], bool, bool], Distribution[int]] = {}
        super().__init__(self._muster)

    def left_with(self, state: State) -> tuple[Battle, Unit]:
        """A copy of the battle in which the unit has come down to that, and the unit in it. Nobody is moved."""
        battle = copied(self.battle)
        return battle, self.put(battle, state)

    def put(self, battle: Battle, state: State) -> Unit:
        """Let the unit have come down to that in another battle."""
        unit = battle.units[self.unit.id]
        left = self.load(state).left
        unit.left = tuple(left.get(group, 0) for group in range(len(unit.left)))
        unit.hero = bool(left.get(HERO))
        write_wounds(unit, self._muster)
        return unit

    def not_ignored(
        self, group: int, wounds: int, unheeded: frozenset[str], magic: bool, picked: bool
    ) -> Distribution[int]:
        """How many of so many wounds such a model does not ignore; `magic` are those of a spell."""
        key = (group, wounds, unheeded, magic, picked)
        if key not in self._saves:
            saves = saves_of(self.battle, self.unit, group, unheeded, magic=magic, picked=picked)
            self._saves[key] = spread(ignoring(self.unit, saves), wounds)
        return self._saves[key]

    def hit(
        self, state: State, group: int, deadly: int, unheeded: frozenset[str], magic: bool, picked: bool = False
    ) -> Iterable[tuple[State, float]]:
        """One wound on a model of that kind, multiplied before it may be ignored."""
        for count, chance in self.not_ignored(group, deadly, unheeded, magic, picked).items():
            yield (self.after(state, group, count) if count else state), chance


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
        return ((state, 1.0),) if group is None else toll.hit(state, group, deadly, unheeded, magic)

    return one_by_one(spread, wounds, hit)


def _picked(toll: Toll, spread: Spread, wounds: Distribution[int], attack: Attack, models: int) -> Spread:
    """The same where models of one kind were picked: they alone are hurt, and no more of them than were picked."""
    assert attack.picked is not None
    magic = attack.kind == "spell"
    return picked_on(toll, wounds, attack.picked, spread, models, attack.deadly, attack.unheeded, magic=magic)


def picked_on(
    toll: Toll,
    wounds: Distribution[int],
    group: int,
    spread: Spread | None = None,
    models: int = 1,
    deadly: int = 1,
    unheeded: frozenset[str] = _NOBODY,
    *,
    magic: bool = False,
) -> Spread:
    """What the unit may have come down to after wounds that so many models of one kind take alone."""
    place = toll.kinds.index(group)

    def ends(start: State, chance: float) -> Spread:
        stay = max(0, start[0][place] - models)

        def hit(state: State) -> Iterable[tuple[State, float]]:
            if state[0][place] <= stay:
                return ((state, 1.0),)
            return toll.hit(state, group, deadly, unheeded, magic, picked=True)

        return one_by_one({start: chance}, wounds, hit)

    before = toll.unharmed if spread is None else spread
    return blended((1.0, ends(start, chance)) for start, chance in before.items())


def worn(toll: Toll, state: State, wounds: Distribution[int]) -> Spread:
    """What the unit may have come down to after so many wounds that nobody ignores."""

    def hit(before: State) -> Iterable[tuple[State, float]]:
        group = toll.victim(before)
        return ((before if group is None else toll.after(before, group, 1), 1.0),)

    return one_by_one({state: 1.0}, wounds, hit)


def trailed(toll: Toll, before: Spread, attacks: Sequence[Attack]) -> Spread:
    """The same after the further wounds that a target takes once if it was wounded at all."""
    told = next((attack.trailing for attack in attacks if attack.trailing), None)
    if told is None:
        return before
    more = odds.of(Dice.parse(told[2]))
    whole = toll.lives(toll.start)

    def ends(state: State) -> Spread:
        return wounded(toll, {state: 1.0}, more) if toll.lives(state) < whole else {state: 1.0}

    return blended((chance, ends(state)) for state, chance in before.items())


class _Volley:
    """Attacks that wound alike, as play puts them together."""

    def __init__(self, battle: Battle, attacks: Sequence[Attack]) -> None:
        self.attack = attacks[0]
        self.models = sum(attack.shooters for attack in attacks)
        self.wounds = spread_of_all((chain(battle, attack), attack.count) for attack in attacks)
        self.ap = max(attack.ap_of() for attack in attacks)
        self.certain = all(attack.ap_of(six=True) <= attack.ap_of() == self.ap for attack in attacks)

    def harm(self, toll: Toll, spread: Spread) -> Spread:
        return _harm(toll, spread, self.wounds, self.attack, self.models)


def _harm(toll: Toll, spread: Spread, wounds: Distribution[int], attack: Attack, models: int) -> Spread:
    """What the unit may have come down to after so many wounds of such an attack."""
    if attack.picked is not None:
        return _picked(toll, spread, wounds, attack, models)
    magic = attack.kind == "spell"
    return wounded(toll, spread, wounds, deadly=attack.deadly, unheeded=attack.unheeded, magic=magic)


def struck(toll: Toll, spread: Spread, attacks: Sequence[Attack]) -> Spread | None:
    """What the unit may have come down to after all these attacks together; None where it is not worked out.

    That is where the dice to hit decide which of two unlike volleys comes first.
    """
    ways = outcomes(attacks)
    if len(ways) > 1:
        return _all_of((weight, struck(toll, spread, decided)) for weight, decided in ways)
    volleys = [_Volley(toll.battle, lot) for lot in alike(attack for attack in attacks if attack.count)]
    if not _settled(volleys):
        return None
    for volley in sorted(volleys, key=lambda one: (one.attack.order, -one.ap)):
        spread = volley.harm(toll, spread)
    return spread


def landed(toll: Toll, before: Spread, attacks: Sequence[Attack]) -> Spread:
    """The same where the dice to hit have been rolled: what is left to come are the blocks."""
    for volley in in_order(attacks):
        blocked = spread_of_all(volley.blocks(toll.battle))
        wounds = odds.convolve(odds.certain(volley.unblocked), blocked)
        before = _harm(toll, before, wounds, volley.attack, volley.models)
    return before


def _all_of(ways: Iterable[tuple[float, Spread | None]]) -> Spread | None:
    """The ways together, if all of them are worked out."""
    known: list[tuple[float, Spread]] = []
    for weight, way in ways:
        if way is None:
            return None
        known.append((weight, way))
    return blended(known)


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
    by_defence: dict[tuple[int, ...], dict[State, float]] = {}
    for state, chance in spread.items():
        _, unit = toll.left_with(state)
        key = tuple(defense_of(toll.battle, unit, attack.picked) for attack in attacks)
        by_defence.setdefault(key, {})[state] = chance

    def shot(defences: tuple[int, ...], part: Spread) -> Spread | None:
        for attack, defence in zip(attacks, defences, strict=True):
            attack.defense = defence
        return struck(toll, part, attacks)

    return _all_of((1.0, shot(defences, part)) for defences, part in by_defence.items())
