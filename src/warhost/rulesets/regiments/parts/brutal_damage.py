"""Brutal Damage: six modules that make attacks deadlier, any selection of them (Brutal Damage)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from warhost.play.events import Event
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, draw_from
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, Further
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Choice,
    Part,
    Share,
    SpecialRule,
    Unit,
    footprint,
    on_table,
    optional,
)
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.table import TOLERANCE, bearing, turn_between, within

SLUG = "brutal_damage"
STRAYS = 3.0
"""How near to the target friends are in danger of stray shots."""

BIG = 6
"""From which Tough value on a unit suffers Heavy Damage, and is big."""

BIG_KINDS = ("monster", "giant", "vehicle")
QUARTER = 45.0
"""How far to either side of straight ahead the front facing reaches, in degrees; as far as the rear to either side of
straight behind."""


class Penalty(NamedTuple):
    """What a badly wounded unit suffers: inches of each move action, and what is added to its rolls."""

    wounds: int
    move: int
    quality: int
    defense: int


HEAVY = (
    Penalty(21, -6, -2, -2),
    Penalty(18, -4, -2, -2),
    Penalty(15, -4, -2, -1),
    Penalty(12, -4, -1, -1),
    Penalty(9, -2, -1, -1),
    Penalty(6, -2, -1, 0),
    Penalty(3, -2, 0, 0),
    Penalty(0, 0, 0, 0),
)
"""The penalties of Heavy Damage, the worst first; each line is all that such a unit suffers."""


class Brutality(msgspec.Struct, frozen=True, omit_defaults=True):
    """The units that have blown up, so that they do so once."""

    burst: tuple[int, ...] = ()


class HitsStrayed(Event, frozen=True):
    words = "{hits:# hit} meant for {meant:unit} struck {target:unit}"
    unit: int
    target: int
    meant: int
    hits: int


class Mishap(Event, frozen=True):
    words = "A mishap cost {unit:unit} {wounds:# wound}"
    unit: int
    wounds: int


class BlewUp(Event, frozen=True):
    words = '{unit:unit} went down with a crash that is dangerous within {inches:.1f}"'
    unit: int
    inches: float


@optional.part(SLUG, "Brutal Damage", "aofr.brutal.use")
class BrutalDamage(Part):
    """Whichever of the six modules the players picked."""

    text = "Attacks are deadlier: pick any of six modules."
    many_sides = True
    several = True
    choices = (
        Choice(
            "unit_attrition",
            "Unit Attrition",
            "Units test for each wound and lose more for each failure; nobody becomes Shaken or routs.",
            "aofr.brutal.attrition_tests",
        ),
        Choice(
            "friendly_fire",
            "Friendly Fire",
            'Half of the hits on an enemy within 3" of your units strike them instead.',
            "aofr.brutal.friendly_fire",
        ),
        Choice(
            "horrible_mishaps",
            "Horrible Mishaps",
            "An unmodified 1 when shooting may wound the unit that shoots.",
            "aofr.brutal.mishap",
        ),
        Choice(
            "critical_hits",
            "Critical Hits",
            "An unmodified 6 when shooting may deal a wound that cannot be blocked.",
            "aofr.brutal.critical",
        ),
        Choice(
            "heavy_damage",
            "Heavy Damage",
            "Units with Tough(6) or more get worse as they are wounded, and are a danger to all nearby when they die.",
            "aofr.brutal.heavy_table",
        ),
        Choice(
            "directional_damage",
            "Directional Damage",
            "Monsters and chariots block shots better in front, and worse in the rear.",
            "aofr.brutal.directional_facing",
        ),
    )

    @rule("aofr.brutal.use")
    def surrounding(self, battle: Battle, unit: Unit) -> Iterator[SpecialRule]:
        """What the modules in force say of any unit."""
        if self.has("friendly_fire"):
            yield FriendlyFire()
        if self.has("horrible_mishaps"):
            yield HorribleMishaps()
        if self.has("critical_hits"):
            yield CriticalHits()
        if self.has("heavy_damage") and suffers_heavily(battle, unit):
            yield HeavyDamage()
        if self.has("directional_damage") and is_big(battle, unit):
            yield DirectionalDamage()

    @rule("aofr.brutal.use", "aofr.brutal.attrition_tests")
    @rule("aofr.brutal.attrition_melee", "aofr.brutal.attrition_other", "aofr.brutal.attrition_no_shaken")
    @rule("aofr.brutal.attrition_final")
    def price_of_failure(self, battle: Battle, unit: Unit, *, melee: bool) -> int:
        """A test for each wound that was suffered; every failure costs two more wounds in melee and one otherwise,
        which nobody ignores (AOFR-R565)."""
        return (2 if melee else 1) if self.has("unit_attrition") else 0

    @rule("aofr.brutal.use")
    def after_volleys(self, battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
        """Stray hits are resolved after those on the target, then mishaps."""
        for attack in attacks:
            if attack.strayed:
                yield from stray(battle, unit, attack)
        yield from mishaps(battle, unit, sum(attack.backfired for attack in attacks))

    def leaving(self, battle: Battle, unit: Unit) -> Script[None]:
        if self.has("heavy_damage"):
            yield from blow_up(battle, unit)

    def in_force(self, battle: Battle) -> Sequence[str]:
        return tuple(f"{choice.name}: {choice.text}" for choice in self.choices if self.has(choice.slug))


@rule("aofr.brutal.friendly_fire", "aofr.brutal.friendly_fire_range")
class FriendlyFire(SpecialRule):
    """Hits on an enemy with other units of the shooter's side within 3" strike one of them on 1-3 (AOFR-R566)."""

    name, id = "Friendly Fire", "aofr.brutal.friendly_fire"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting" and in_danger(battle, attack):
            attack.strays_below = Further(4, "1-3 strikes a friend", self.id)


@rule("aofr.brutal.friendly_fire_range")
def in_danger(battle: Battle, attack: Attack) -> list[Unit]:
    """The friends of the shooter within 3" of an enemy target; the shooter itself does not count."""
    shooter, target = battle.units[attack.attacker], battle.units[attack.target]
    if target.pose is None or target.seat == shooter.seat:
        return []
    there, near = footprint(battle, target), optional.measured(battle, STRAYS)
    friends = on_table(battle, shooter.seat)
    return [unit for unit in friends if unit is not shooter and within(there, footprint(battle, unit), near)]


@rule("aofr.brutal.friendly_fire", "aofr.brutal.friendly_fire_multiple")
def stray(battle: Battle, unit: Unit, attack: Attack) -> Script[None]:
    """Hits that went astray strike a friend with all that their weapon does; of several friends a random one each."""
    friends = [friend for friend in in_danger(battle, attack) if not friend.fate]
    struck: dict[int, Counter[tuple[int, int]]] = {}
    for kind, hits in sorted(attack.strayed.items(), reverse=True):
        for _ in range(hits if friends else 0):
            number = 0
            if len(friends) > 1:
                names = [f"{place}. {friend.name}" for place, friend in enumerate(friends, 1)]
                row = "aofr.brutal.friendly_fire_multiple"
                number = names.index((yield from draw_from(names, why="Friendly Fire: who is hit", rule=row)))
            struck.setdefault(friends[number].id, Counter())[kind] += 1
    for target, kinds in struck.items():
        assert attack.elsewhere is not None
        shot = attack.elsewhere(target)
        usual = (attack.ap_of(), 0)
        shot.hits, shot.sixes = kinds[usual], sum(kinds.values()) - kinds[usual]
        shot.count = shot.hits + shot.sixes
        yield HitsStrayed(unit.id, target, attack.target, shot.count)
        yield from damage.land(battle, shot)


@rule("aofr.brutal.mishap")
class HorribleMishaps(SpecialRule):
    """A die for each unmodified 1 to hit when shooting: 1-3 wounds the unit that shoots (AOFR-R567)."""

    name, id = "Horrible Mishaps", "aofr.brutal.mishap"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.one_wounds_below = Further(4, "mishaps on 1-3", self.id)


@rule("aofr.brutal.mishap", "aofr.brutal.mishap_no_morale")
def mishaps(battle: Battle, unit: Unit, wounds: int) -> Script[None]:
    """The wounds of mishaps, which never bring a morale test about."""
    if not wounds or unit.fate:
        return
    yield Mishap(unit.id, wounds)
    hurt = unit.hurt
    yield from suffer(battle, unit, wounds)
    unit.hurt = hurt


@rule("aofr.brutal.critical", "aofr.brutal.critical_extra")
class CriticalHits(SpecialRule):
    """A die for each unmodified 6 to hit when shooting: 4-6 wounds the target besides (AOFR-R567, AOFR-R863)."""

    name, id = "Critical Hits", "aofr.brutal.critical"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.six_wounds_on = Further(4, "critical on 4-6", self.id)


@rule("aofr.brutal.heavy_eligible")
def suffers_heavily(battle: Battle, unit: Unit) -> bool:
    """Units of a single model with Tough(6) or more; a joined hero is none (AOFR-R568)."""
    return unit.start == 1 and unit.models == 1 and not unit.hero and toughness(battle, unit) >= BIG


def toughness(battle: Battle, unit: Unit) -> int:
    """The Tough value of a unit's own models, a joined hero's aside."""
    return battle.regiment(unit).tough


@rule("aofr.brutal.heavy_table", "aofr.brutal.heavy_not_cumulative")
def penalty(wounds: int) -> Penalty:
    """What a unit suffers that has taken so many wounds: one line of the table, not all lines up to it."""
    return next(line for line in HEAVY if wounds >= line.wounds)


@rule("aofr.brutal.heavy_table")
class HeavyDamage(SpecialRule):
    """A unit moves, fights and blocks worse the more wounds it has."""

    name, id = "Heavy Damage", "aofr.brutal.heavy_table"

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action in ("advance", "rush", "charge"):
            inches.add(penalty(unit.wounds).move, self)

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind in ("shooting", "melee"):
            attack.to_hit.add(penalty(battle.units[attack.attacker].wounds).quality, self)

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.modifiers.add(penalty(battle.units[test.unit].wounds).quality, self)

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        attack.to_block.add(penalty(battle.units[attack.target].wounds).defense, self)


@rule("aofr.brutal.heavy_explosion", "aofr.brutal.heavy_eligible")
def blow_up(battle: Battle, unit: Unit) -> Script[None]:
    """Every other unit within half the Tough value of one that is destroyed takes a dangerous terrain test, friend and
    foe; that may go on from unit to unit, each once (AOFR-R542, AOFR-R568)."""
    told = optional.kept(battle, SLUG, Brutality)
    if unit.pose is None or unit.id in told.burst or not suffers_heavily(battle, unit):
        return
    optional.keep(battle, SLUG, Brutality((*told.burst, unit.id)))
    inches = toughness(battle, unit) / 2
    here, far = footprint(battle, unit), optional.measured(battle, inches)
    yield BlewUp(unit.id, inches)
    for other in on_table(battle):
        gone = other is unit or other.fate or other.id in optional.kept(battle, SLUG, Brutality).burst
        if not gone and other.pose is not None and within(here, footprint(battle, other), far):
            yield from terrain.dangerous_test(battle, other, [g for g, n in kinds_of_model(other) for _ in range(n)])


@rule("aofr.brutal.directional_setup")
def is_big(battle: Battle, unit: Unit) -> bool:
    """Monsters and chariots: by their kind, or with Tough(6) or more; their facings are quarters (AOFR-R864)."""
    return battle.regiment(unit).kind in BIG_KINDS or toughness(battle, unit) >= BIG


@rule("aofr.brutal.directional_facing")
def facing_of(battle: Battle, attack: Attack) -> str:
    """The facing through which most lines from the shooting models to the target's centre pass; of equal numbers the
    one that is better for the target (AOFR-R569)."""
    shape = footprint(battle, battle.units[attack.target])
    count: Counter[str] = Counter()
    for model in attack.standing:
        aside = abs(turn_between(shape.facing, bearing(shape.x, shape.y, model.base.x, model.base.y)))
        ahead, behind = aside <= QUARTER + TOLERANCE, aside > 180.0 - QUARTER + TOLERANCE
        count["front" if ahead else "rear" if behind else "side"] += 1
    return max(("front", "side", "rear"), key=lambda side: count[side])


class DirectionalDamage(SpecialRule):
    """A big unit that is shot at."""

    name, id = "Directional Damage", "aofr.brutal.directional_facing"

    @rule("aofr.brutal.directional_front", "aofr.brutal.directional_side", "aofr.brutal.directional_rear")
    @rule("aofr.brutal.directional_rear_wounds")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        """+1 to Defense rolls in the front, -1 in the rear, and D3 wounds more if any come through there."""
        if attack.kind != "shooting" or not attack.standing:
            return
        side = facing_of(battle, attack)
        if side == "front":
            attack.to_block.add(1, "shot in the front", "aofr.brutal.directional_front")
        elif side == "rear":
            attack.to_block.add(-1, "shot in the rear", "aofr.brutal.directional_rear")
            attack.trailing = ("Wounds in the rear", "aofr.brutal.directional_rear_wounds", "D3")
