"""What the powers of gambits do (Twists & Gambits: Gambits, Power)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from warhost.field.ground.placing import Ground
from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose, roll_sum
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment.ground import fits, set_down
from warhost.rulesets.regiments.chapters.magic import spells
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.core import (
    Battle,
    Cause,
    Effect,
    SpecialRule,
    Unit,
    enemies,
    events,
    footprint,
    on_table,
    optional,
)
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.rulesets.regiments.parts.shared import attack_odds, harm_odds
from warhost.rulesets.regiments.parts.shared.deeds import LOST, has_hero
from warhost.rulesets.regiments.parts.twists_and_gambits.state import Gambit, GambitUsed
from warhost.table import within

TOPIC = "gambit target"
SEARCH = 12.0
BAND, AWAY = 6.0, 12.0


@rule("aofr.gambit.a3_power")
class AggressiveTakeover(SpecialRule):
    """The unit's weapons ignore Stealth and Regeneration."""

    name, id = "Aggressive Takeover", "aofr.gambit.a3_power"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.unheeded |= {"Regeneration"}
        target = battle.units[attack.target]
        for special, share in unit_rules(battle, target, attack.picked):
            if special.name == "Stealth":
                unseen = Attack(
                    attack.kind, attack.attacker, attack.target, 1, "", "", 4, attack.defense, distance=attack.distance
                )
                special.on_defence(battle, unseen, share)
                attack.to_hit.add(-unseen.to_hit.total, "ignores Stealth", self.id)


def targets(battle: Battle, seat: int, gambit: Gambit) -> list[Unit]:
    """The units that the power of a gambit may be used on now."""
    special: dict[str, Callable[[Battle, int], list[Unit]]] = {
        "b4": found_enemies,
        "b5": wounded_heroes,
        "b6": returning,
    }
    if gambit.slug in special:
        return special[gambit.slug](battle, seat)
    return on_table(battle, seat)


@rule("aofr.gambit.a1_power", "aofr.gambit.a2_power", "aofr.gambit.a4_power", "aofr.gambit.a5_power")
@rule("aofr.gambit.a6_power", "aofr.gambit.b1_power", "aofr.gambit.b2_power", "aofr.gambit.b3_power")
@rule("aofr.gambit.a3_power")
def use(battle: Battle, seat: int, gambit: Gambit) -> Script[None]:
    """The power works on one unit: a rule until the round ends, or what the gambit says."""
    open_to = targets(battle, seat, gambit)
    options = [Option(str(unit.id), unit.name, unit=unit.id, target=unit.id) for unit in open_to]
    text = f"Which unit do you use {gambit.name} on?"
    about = gambit.slug

    def weigh(option: Option) -> Sequence[Odds]:
        return expected(battle, gambit, battle.units[int(option.key)])

    rules = (gambit.power_row,)
    key = yield from choose(seat, TOPIC, text, options, note=gambit.power, rules=rules, weigh=weigh, about=about)
    unit = battle.units[int(key)]
    yield GambitUsed(seat, gambit.name, unit.id)
    if gambit.slug == "b4":
        yield from search_and_destroy(battle, seat, unit)
    elif gambit.slug == "b5":
        yield from distributed_violence(battle, unit)
    elif gambit.slug == "b6":
        yield from fortify_domain(battle, unit)
    else:
        optional.lay(unit, Effect(gambit.name, unit.id, "round"))


ABOUT: dict[str, tuple[attack_odds.Way, ...]] = {
    "a3": attack_odds.OWN,
    "a4": ("shoots",),
    "a5": ("charges",),
    "a6": ("is shot at",),
    "b3": attack_odds.AGAINST,
}
"""The attacks that the rule which a power gives is about."""


def expected(battle: Battle, gambit: Gambit, unit: Unit) -> tuple[Odds, ...]:
    """What the dice of a power do to a unit, or what the rule that it gives makes of the unit's dice."""
    if gambit.slug == "b4":
        return harm_odds.taken(battle, unit, "D3")
    if gambit.slug == "b5":
        return (harm_odds.unit_healed(battle, unit, "D3"),)
    if gambit.slug == "a2":
        return (harm_odds.fails_test(battle, unit, "fails a morale test without it"),)
    laid = attack_odds.laid(Effect(gambit.name, unit.id, "round"))
    return attack_odds.with_change(battle, unit, laid, ABOUT.get(gambit.slug, ()), gambit.power_row)


def best(battle: Battle, seat: int, gambit: Gambit) -> tuple[Odds, ...]:
    """The same for the unit on which a power whose dice are rolled at once promises most."""
    told = [(unit, expected(battle, gambit, unit)) for unit in targets(battle, seat, gambit)]
    if gambit.slug not in ("b4", "b5") or not told:
        return ()
    unit, most = max(told, key=lambda one: one[1][0].value)
    first = most[0]
    return (replace(first, label=first.label if len(told) == 1 else f"{first.label}, {unit.name}"),)


def _heroes(battle: Battle, seat: int) -> list[Unit]:
    return [unit for unit in on_table(battle, seat) if has_hero(battle, unit)]


@rule("aofr.gambit.b4_power")
def found_enemies(battle: Battle, seat: int) -> list[Unit]:
    """Enemies within 12" of a hero."""
    near = optional.measured(battle, SEARCH)
    heroes = [footprint(battle, hero) for hero in _heroes(battle, seat)]
    return [
        enemy for enemy in enemies(battle, seat) if any(within(hero, footprint(battle, enemy), near) for hero in heroes)
    ]


@rule("aofr.gambit.b4_power")
def search_and_destroy(battle: Battle, seat: int, enemy: Unit) -> Script[None]:
    """D3 wounds that are not blocked (AOFR-R505)."""
    near = optional.measured(battle, SEARCH)
    shape = footprint(battle, enemy)
    hero = next(unit for unit in _heroes(battle, seat) if within(footprint(battle, unit), shape, near))
    row = "aofr.gambit.b4_power"
    wounds = yield from roll_sum("D3", why="Search & Destroy: wounds", rule=row, seat=seat, unit=enemy.id)
    yield from suffer(battle, enemy, wounds, by=Cause(hero.id, "spell"))


@rule("aofr.gambit.b5_power")
def wounded_heroes(battle: Battle, seat: int) -> list[Unit]:
    """Heroes, and units with heroes, that have wounds to lose."""
    return [unit for unit in _heroes(battle, seat) if (unit.hero_wounds if unit.hero else unit.wounds)]


@rule("aofr.gambit.b5_power")
def distributed_violence(battle: Battle, unit: Unit) -> Script[None]:
    """D3 wounds come off."""
    row = "aofr.gambit.b5_power"
    wounds = yield from roll_sum("D3", why="Distributed Violence", rule=row, seat=unit.seat, unit=unit.id)
    yield from spells.heal(battle, unit, str(wounds))


def _ground(battle: Battle) -> Ground:
    band, away = (optional.measured(battle, inches) for inches in (BAND, AWAY))
    return Ground(rule="aofr.gambit.b6_power", band=band, enemies=away)


@rule("aofr.gambit.b6_power")
def returning(battle: Battle, seat: int) -> list[Unit]:
    """The side's destroyed units without Tough for which there is room."""
    lost = [
        unit for unit in battle.units if unit.seat == seat and unit.fate in LOST and battle.regiment(unit).tough == 1
    ]
    found = []
    for unit in lost:
        before = (unit.left, unit.start)
        _muster(battle, unit)
        if fits(battle, unit, _ground(battle)):
            found.append(unit)
        unit.left, unit.start = before
    return found


@rule("aofr.gambit.b6_power")
def _muster(battle: Battle, unit: Unit) -> None:
    """Half of its starting models, rounded up and without a joined hero; special models stay away first."""
    counts = [group.count for group in battle.regiment(unit).groups]
    total = (sum(counts) + 1) // 2
    left = []
    for number, count in enumerate(counts):
        later = sum(counts[number + 1 :])
        left.append(min(count, max(0, total - later)))
        total -= left[-1]
    unit.left, unit.start = tuple(left), sum(left)


@rule("aofr.gambit.b6_power")
def fortify_domain(battle: Battle, unit: Unit) -> Script[None]:
    """The unit comes back near any table edge, over 12" from enemies. It may still act in this round, but it seizes
    nothing (AOFR-R590)."""
    _muster(battle, unit)
    unit.fate = ""
    unit.shaken = unit.fatigued = unit.activated = False
    unit.hurt = 0
    text = f"Where {does(unit.name)} return?"
    pose = yield from set_down(battle, unit, _ground(battle), "arrive", text)
    unit.arrived, unit.moved = battle.turn, True
    yield events.UnitArrived(unit.id, pose)
