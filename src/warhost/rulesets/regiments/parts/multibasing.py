"""Units on one base each: movement trays and small-scale models (Small-Scale & Multi-Basing)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import mission_of
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.core import (
    Based,
    Battle,
    Choice,
    Group,
    Part,
    Regiment,
    Share,
    SpecialRule,
    Unit,
    Weapon,
    files_of,
    optional,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.shared.halving import halved
from warhost.rulesets.regiments.rules.reading import Lexicon

TRAYS = "trays"
MORE_ROUNDS = 2
TOUGH = "Tough"


@rule("aofr.multibase.small_bases")
def small_bases() -> dict[str, tuple[int, int]]:
    """The base of a unit of small figures, front and depth in mm, by their scale."""
    return {"6mm": (20, 10), "10mm": (32, 25), "15mm": (50, 32)}


@rule("aofr.multibase.trays")
def trays() -> dict[int, tuple[int, int]]:
    """The movement tray for a row of figures, front and depth in mm, by the width of their bases."""
    return {25: (125, 25), 32: (160, 32), 40: (120, 40)}


class OnOneBase(SpecialRule):
    """A unit of whose models none is removed by itself."""

    name, id = "On one base", "aofr.multibase.deadly"

    def __init__(self, tough: int) -> None:
        super().__init__()
        self.tough = tough

    @rule("aofr.multibase.deadly", "aofr.multibase.deadly_no_tough")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        """Deadly deals no more wounds than the Tough value of most models, one if they have none."""
        attack.deadly = min(attack.deadly, self.tough)


@optional.part("multibasing", "Small-Scale & Multi-Basing", "aofr.multibase.combined")
class MultiBasing(Part):
    text = "Every unit stands on one base: it takes the wounds of all its models, and fights with all until it dies."
    many_sides = True
    choices = (
        Choice(TRAYS, "Movement trays", "28 mm figures on trays as wide as their rows.", "aofr.multibase.trays"),
        *(
            Choice(
                scale,
                f"{scale} figures",
                f"Bases of {base[0]} by {base[1]} mm, distances halved, two more rounds.",
                "aofr.multibase.small_bases",
            )
            for scale, base in small_bases().items()
        ),
    )

    @property
    def small(self) -> bool:
        """Whether it is played with small figures."""
        return not self.has(TRAYS)

    def mustered(self, regiment: Regiment) -> Regiment:
        return regiment if isinstance(regiment.based, Based) else on_one_base(regiment, *self.chosen)

    def models_left(self, battle: Battle, unit: Unit) -> int | None:
        """The models that are left of what stands on the base: wounds divided by the Tough of each (AOFR-R615)."""
        based = battle.regiment(unit).based
        if not isinstance(based, Based):
            return None
        muster = Muster(battle, unit)
        taken = sum(muster.wounds.values())
        return max(1, based.models - taken // based.tough) if unit.models else 0

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        based = battle.regiment(unit).based
        return (OnOneBase(based.tough),) if isinstance(based, Based) else ()

    @rule("aofr.multibase.halved")
    def measured(self, battle: Battle, inches: float) -> float:
        """Distances are halved for small figures."""
        return halved(inches) if self.small else inches

    @rule("aofr.multibase.length")
    def last_round(self, battle: Battle, last: int) -> int:
        """Two rounds more than the mission has, for small figures (AOFR-R617); where players or another part have
        settled how long it lasts, it is as they have it."""
        usual = last == mission_of(battle).figures.rounds and not battle.scene.settings.rounds
        return last + MORE_ROUNDS if self.small and usual else last

    def in_force(self, battle: Battle) -> Sequence[str]:
        told = "Every unit stands on one base and loses no attacks until it is destroyed."
        return (told, "All distances in play are halved, rounding up.") if self.small else (told,)


@rule("aofr.multibase.attacks", "aofr.multibase.tough", "aofr.multibase.tough_sum", "aofr.multibase.tough_hero")
@rule("aofr.multibase.combined", "aofr.multibase.trays", "aofr.multibase.small_bases")
def on_one_base(regiment: Regiment, scale: str) -> Regiment:
    """The regiment as one model that has the weapons of all and takes the wounds of all; so do a hero's that joined it.

    A combined unit stands on one base that is twice as deep.
    """
    toughs = list(_toughs(regiment))
    files = files_of(regiment)
    rows = ceil(len(toughs) / files)
    base = _base(regiment, scale, files, rows)
    rules = dict.fromkeys(text for text in _texts(regiment) if text.name != TOUGH)
    spells = regiment.spells if regiment.hero is None else (*regiment.spells, *regiment.hero.spells)
    return msgspec.structs.replace(
        regiment,
        cost=regiment.points,
        base=base,
        groups=(Group(1, tuple(_weapons(regiment))),),
        rules=(*rules, RuleText(TOUGH, sum(toughs))),
        hero=None,
        combined=False,
        spells=tuple(dict.fromkeys(spells)),
        based=Based(len(toughs), files, _of_most(toughs)),
    )


def _toughs(regiment: Regiment) -> Iterator[int]:
    """The Tough value of each model, 1 for those without (AOFR-R616)."""
    for group in regiment.groups:
        own = sum(text.rating or 0 for text in (*regiment.rules, *group.rules) if text.name == TOUGH)
        yield from [max(1, own)] * group.count
    if regiment.hero is not None:
        yield from _toughs(regiment.hero)


def _of_most(toughs: Sequence[int]) -> int:
    """The value of more than half of the models; of equals the lower."""
    counts = Counter(toughs)
    return min(counts, key=lambda tough: (-counts[tough], tough))


def _texts(regiment: Regiment) -> Iterator[RuleText]:
    yield from regiment.rules
    for group in regiment.groups:
        yield from group.rules
    if regiment.hero is not None:
        yield from _texts(regiment.hero)
        better = regiment.quality - regiment.hero.quality
        if better > 0:
            yield _read("Led by a hero", f"Gets +{better} to morale test rolls.")


def _weapons(regiment: Regiment) -> Iterator[Weapon]:
    """All weapons of all models; those of a hero hit with its own Quality."""
    carried: dict[Weapon, int] = {}
    for group in regiment.groups:
        for weapon in group.weapons:
            one = msgspec.structs.replace(weapon, count=1)
            carried[one] = carried.get(one, 0) + group.count * weapon.count
    yield from (msgspec.structs.replace(weapon, count=count) for weapon, count in carried.items())
    if regiment.hero is not None:
        better = regiment.quality - regiment.hero.quality
        for weapon in _weapons(regiment.hero):
            hand = (_read("Hero's hand", f"Gets {better:+d} to hit rolls."),) if better else ()
            yield msgspec.structs.replace(weapon, rules=(*weapon.rules, *hand))


def _read(name: str, text: str) -> RuleText:
    return Lexicon({name: text}).rule(name)


def _base(regiment: Regiment, scale: str, files: int, rows: int) -> tuple[int, int]:
    """The base of the whole unit; a combined one of small figures is two bases that count as one."""
    if scale in small_bases():
        front, depth = small_bases()[scale]
        return front, depth * (2 if regiment.combined else 1)
    width, depth = regiment.base
    tray = trays().get(width)
    front = tray[0] if tray is not None and rows > 1 else files * width
    return front, rows * depth
