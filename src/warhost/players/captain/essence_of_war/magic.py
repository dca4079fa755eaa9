"""How the captain casts and dispels: what a spell would change, by the odds of its dice."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import Any

from warhost.play import Ask, Choose, Roll
from warhost.play.throws import mean, mean_number
from warhost.players.captain.engine import Candidate
from warhost.players.captain.essence_of_war.outlook import outlook
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.players.captain.essence_of_war.volleys import harm_worth
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.rulesets.essence_of_war.casting import Casting, castable
from warhost.rulesets.essence_of_war.formation import full_health, health
from warhost.rulesets.essence_of_war.magic import MOST_DICE, chance_through
from warhost.rulesets.essence_of_war.rules import SPELLS
from warhost.rulesets.essence_of_war.spells import DamageSpell

TRY = 0.1
"""A spell must promise at least this much to be tried: dice that nobody uses are lost, but for the one that is kept."""

TRY_AT_LAST = 0.01
"""In the last turn no die is kept: whatever a spell may change is worth trying."""

MISCAST = 0.5
"""The chance that a hit of a Miscast costs a Health Point, roughly."""

DIE = 0.02
"""What a die against a spell costs where nothing else is to come: the fewer do it, the better."""

IN_VAIN = 4.0
"""What it costs to cast with dice that cannot succeed."""


def spells(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Which spell next: its worth by the chance that it gets through, and what the other dice can still do."""
    phase = _Phase(here)
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        casting = phase.castings.get(option.key)
        if casting is None:
            candidate.add(phase.least, "saves the dice")
        else:
            worth = phase.worths[option.key]
            count = phase.best_dice(casting, worth)
            promise = phase.promise(casting, worth, count)
            candidate.add(promise, f"a spell worth {worth:.1f}, allowing for its chance", "eow.magic.declare")
            if promise >= phase.least:
                candidate.add(phase.others(casting, phase.pool - count), "other spells with the other dice")
        found.append(candidate)
    return found


def casting_dice(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """How many dice: the chance of success, and what the other dice can still do."""
    phase = _Phase(here)
    casting = phase.castings[question.about]
    worth = phase.worths[question.about]
    risk = _risk(here, casting.caster)
    found = []
    for option in question.options:
        count = int(option.key)
        candidate = Candidate.of(option, f"Cast with {option.label}")
        through = gets_through(count, casting.needed, phase.against)
        candidate.add(worth * through, f"{through:.0%} to get through", "eow.magic.cast_roll")
        if not through:
            candidate.add(-IN_VAIN, "too few for it", "eow.magic.cast_roll")
        candidate.add(-risk * count * triple(count) * through, "a Miscast", "eow.magic.miscast.hits")
        candidate.add(phase.others(casting, phase.pool - count), "other spells with the other dice")
        found.append(candidate)
    return found


class _Phase:
    """What the dice of a Magic Phase can do for its caster's side: every spell with its worth."""

    def __init__(self, here: Situation) -> None:
        battle = here.battle
        self.here = here
        self.pool, self.against = battle.pools[here.seat], battle.pools[1 - here.seat]
        self.least = TRY if here.moves_left else TRY_AT_LAST
        self.castings, _ = castable(battle)
        self.worths = {key: _worth_of(here, casting) for key, casting in self.castings.items()}

    def promise(self, casting: Casting, worth: float, count: int) -> float:
        """What the spell promises with so many dice, a Miscast reckoned in."""
        through = gets_through(count, casting.needed, self.against)
        return through * (worth - _risk(self.here, casting.caster) * count * triple(count))

    def best_dice(self, casting: Casting, worth: float) -> int:
        """The number of dice with which it and the best of the other spells promise most."""
        counts = range(1, min(MOST_DICE, self.pool) + 1)
        return max(counts, key=lambda n: self.promise(casting, worth, n) + self.others(casting, self.pool - n))

    def others(self, casting: Casting, dice: int) -> float:
        """What the best of the other spells promises with so many dice, if it promises anything."""
        best = 0.0
        for key, other in self.castings.items():
            if other.spell.name != casting.spell.name:
                for count in range(1, min(MOST_DICE, dice) + 1):
                    best = max(best, self.promise(other, self.worths[key], count))
        return best


def dispel(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Whether and with how many dice: what the spell would do against what may still come."""
    battle = here.battle
    theirs = Situation(battle, battle.active)
    attempted = battle.attempted
    theirs.battle.attempted = ()
    castings, _ = castable(theirs.battle)
    worth = _worth_of(theirs, castings[question.about])
    coming = [
        (_worth_of(theirs, other), other.needed) for other in castings.values() if other.spell.name not in attempted
    ]
    pool, dice = battle.pools[theirs.seat], battle.pools[here.seat]
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.key != "no":
            count = int(option.key)
            chance = next((odd.value for odd in option.odds if odd.label == "dispelled"), 0.5)
            candidate.label = f"Dispel with {option.label}"
            candidate.add(worth * chance, f"{chance:.0%} to stop it", "eow.magic.dispel")
            later = _to_come(coming, pool, dice - count) - _to_come(coming, pool, dice)
            candidate.add(-later - DIE * count, "dice against later spells")
        found.append(candidate)
    return found


def _to_come(coming: Sequence[tuple[float, int]], pool: int, against: int) -> float:
    """What the best of the enemy's other spells promises it, with all the dice it may use, against so many."""
    count = min(MOST_DICE, pool)
    return (
        max((worth * gets_through(count, needed, against) for worth, needed in coming), default=0.0) if count else 0.0
    )


def store(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """A die that is kept costs nothing."""
    return [
        Candidate.of(option).add(1.0 if option.key == "store" else 0.0, "a die for next time")
        for option in question.options
    ]


def _risk(here: Situation, caster: Unit) -> float:
    """What a hit of a Miscast costs on average."""
    left = health(here.battle, caster)
    return MISCAST * here.worth(caster) / max(1, left)


@lru_cache(maxsize=64)
def triple(count: int) -> float:
    """The chance of three equal dice, near enough."""
    return {3: 1 / 36, 4: 0.097, 5: 0.213}.get(count, 0.0)


def gets_through(count: int, needed: int, against: int) -> float:
    """The chance to cast with so many dice and not to be stopped by an enemy who answers with one more."""
    return chance_through(count, needed, min(against, 5, count + 1), 0)


def _worth_of(here: Situation, casting: Casting) -> float:
    """What the spell would be worth to its caster's side if it took effect."""
    key = ("spell", casting.name, casting.version.value, casting.targets, casting.caster.id)
    known = here.memo.get(key)
    if known is None:
        known = here.memo[key] = _work_out(here, casting)
    return known


def _work_out(here: Situation, casting: Casting) -> float:
    spell = casting.spell
    if spell.hits is not None:
        return sum(harm_worth(here, here.unit(target), _hits(here, casting, target)) for target in casting.targets)
    total = 0.0
    if spell.lasts:
        total += _what_if(here, casting)
    if casting.rider is not None or not spell.lasts:
        total += sum(_healed(here, here.unit(target)) for target in casting.targets)
    if spell.name == "Raven's Wing":
        total += sum(_lifted(here, here.unit(target)) for target in casting.targets)
    return total


def _hits(here: Situation, casting: Casting, target: int) -> float:
    """The Health Points that a spell of harm takes on average."""
    spell = SPELLS[casting.spell.name]
    if not issubclass(spell, DamageSpell):
        return 0.0
    number, chains = spell.dice(here.battle, casting, here.unit(target))
    return mean_number(number) * sum(chance * mean(chain) for chance, chain in chains)


def _what_if(here: Situation, casting: Casting) -> float:
    """What a lasting spell changes for those it touches; the mean where a die decides its form."""
    touched = {*casting.targets, casting.caster.id}
    before = sum(outlook(here, here.unit(number)) for number in touched)
    total, ways = 0.0, 0
    for face in (2, 5):
        after = Situation(here.battle, here.seat)
        asked = _resolve(after, casting, face)
        total += sum(outlook(after, after.unit(number)) for number in touched) - before
        ways += 1
        if not asked:
            break
    return max(0.0, total / ways)


def _resolve(after: Situation, casting: Casting, face: int) -> bool:
    """Let the spell take effect on the thought-of battle; returns whether it rolled a die."""
    twin = Casting(after.unit(casting.caster.id), casting.spell, casting.version)
    twin.targets = casting.targets
    script: Generator[Any, Any, None] = SPELLS[casting.spell.name].resolve(after.battle, twin)
    asked = False
    answer: Any = None
    while True:
        try:
            said = script.send(answer)
        except StopIteration:
            return asked
        answer = None
        if isinstance(said, Roll):
            asked, answer = True, (face,)


def _healed(here: Situation, unit: Unit) -> float:
    """What the Health Points are worth that come back."""
    battle = here.battle
    missing = full_health(battle, unit) - health(battle, unit)
    back = min(missing, battle.profile(unit).rsr or 0)
    now = health(battle, unit)
    return here.worth(unit, now + back) - here.worth(unit, now)


def _lifted(here: Situation, unit: Unit) -> float:
    """A move of 8 inches: much if it brings the unit to where it counts at the end."""
    if not here.scores(unit):
        return 0.3
    away = here.from_zone(here.rects[unit.id])
    if 0.0 < away <= 7.5:
        return 30.0 if here.moves_left == 0 else 3.0
    return 0.5
