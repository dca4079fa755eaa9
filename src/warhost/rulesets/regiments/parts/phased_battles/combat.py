"""A combat of any number of units (Phased Battles: Melee Phase)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.play.events import Event
from warhost.play.questions import Allocate, Option, Pool
from warhost.play.script import Script, allocate
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.magic.enchantments import spend
from warhost.rulesets.regiments.chapters.melee import consolidation, takedowns
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.melee.strikes import Side, Sorting, counter_models, impacts_of, is_first
from warhost.rulesets.regiments.chapters.melee.strikes import strikes as strikes_of
from warhost.rulesets.regiments.chapters.shooting import called
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.damage import attack_with, prepared, settle
from warhost.rulesets.regiments.core import Battle, Cause, Clash, Unit, events, optional, site_of
from warhost.rulesets.regiments.core.arms import front_rows, usable, use_up, weapons
from warhost.rulesets.regiments.core.speakers import attack_rules
from warhost.rulesets.regiments.parts.phased_battles.engaged import faces, note, phases, touching
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.rulesets.regiments.rules import growth
from warhost.table import Arc

WORST = ("front", "left", "right", "rear")
"""The sides in which a unit may be charged, the worst last."""


class CombatResolved(Event, frozen=True):
    words = "The combat of {units:unit} ended {own:g} to {theirs:g}"
    units: tuple[int, ...]
    own: int
    theirs: int


@rule("aofr.phased.simultaneous", "aofr.phased.counter", "aofr.phased.impact")
def resolve(battle: Battle, group: Sequence[Unit]) -> Script[None]:
    """Counter attacks, then impact hits, each with casualties; then all others strike at the same time."""
    sides = {unit.id: Side(battle, unit, charging=_charged(battle, unit)) for unit in group}
    for other in battle.units:
        other.hurt, other.hurt_by, other.tested = 0, None, 0
    for unit in group:
        unit.fought = True
    yield events.MeleeBegan(group[0].id, touching(battle, group[0])[0].id, "front")
    countered: set[int] = set()
    for unit in group:
        for foe in (one for one in _chargers_in_front(battle, unit) if one.id in sides):
            attacks = strikes_of(battle, unit, foe, charging=False, fatigued=sides[unit.id].tired, which=is_first)
            if attacks and not unit.fate and not foe.fate:
                countered.add(unit.id)
                attacks = yield from takedowns.aimed(battle, sides[unit.id], sides[foe.id], attacks)
                yield from _strike(battle, sides, sides[unit.id], attacks)
    for unit in group:
        yield from _impact(battle, sides, sides[unit.id])
    made: list[tuple[Side, list[Attack]]] = []
    for unit in group:
        if not unit.fate:
            side = sides[unit.id]
            which: Sorting = (lambda rules: not is_first(rules)) if unit.id in countered else (lambda rules: True)
            made.append((side, (yield from _blows(battle, sides, side, which))))
    for side, attacks in made:
        yield from _strike(battle, sides, side, attacks)
    for told in phases(battle).charges:
        if told.side == Arc.FRONT.value and told.target in sides:
            spend(battle, battle.units[told.target], "charged")
    for side in sides.values():
        side.unit.fatigued = side.unit.fatigued or (side.struck and not side.spared)
    note(battle, fought=(*phases(battle).fought, *(unit.id for unit in group)))
    pairs = _pairs(battle, group)
    loser = yield from _result(battle, list(sides.values()))
    for one, other in pairs:
        winner = None if loser is None else other.id if one.seat == loser else one.id
        clash = Clash((one.id, other.id), (sides[one.id].wounds, sides[other.id].wounds), winner)
        yield from optional.each(battle, "melee_fought", clash)
    yield from _part(battle, group)
    for one, other in pairs:
        yield from optional.each(battle, "after_melee", one, other)
    yield from optional.each(battle, "after_fighting")


def _pairs(battle: Battle, group: Sequence[Unit]) -> list[tuple[Unit, Unit]]:
    """Who fights whom, for rules that speak of a melee of two: everybody who charged in this round and its target; in a
    combat without any, everybody of one side and an enemy in contact (AOFR-R964)."""
    ids = {unit.id for unit in group}
    told = [one for one in phases(battle).charges if one.unit in ids and one.target in ids]
    if told:
        return [(battle.units[one.unit], battle.units[one.target]) for one in told]
    own = [unit for unit in group if unit.seat == group[0].seat]
    foes = {unit.id: [foe for foe in touching(battle, unit) if foe.id in ids] for unit in own}
    return [(unit, foes[unit.id][0]) for unit in own if foes[unit.id]]


def _charged(battle: Battle, unit: Unit) -> bool:
    return any(told.unit == unit.id for told in phases(battle).charges)


@rule("aofr.phased.counter")
def _chargers_in_front(battle: Battle, unit: Unit) -> list[Unit]:
    """Those who charged the unit in its front in this round: Counter works against them alone (AOFR-R605)."""
    told = [one for one in phases(battle).charges if one.target == unit.id and one.side == Arc.FRONT.value]
    return [battle.units[one.unit] for one in told if not battle.units[one.unit].fate]


@rule("aofr.phased.impact")
def _impact(battle: Battle, sides: Mapping[int, Side], side: Side) -> Script[None]:
    """The impact of a charge, before all ordinary attacks; none on a target that an earlier combat has parted from
    it."""
    unit = side.unit
    charged = (one.target for one in phases(battle).charges if one.unit == unit.id and one.target in sides)
    target = next((battle.units[number] for number in charged), None)
    if target is None or unit.fate or target.fate or side.tired:
        return
    in_front = unit in _chargers_in_front(battle, target)
    impact = impacts_of(battle, unit, target, counter_models(battle, target) if in_front else 0)
    if impact:
        yield from _strike(battle, sides, side, impact)


@rule("aofr.phased.simultaneous")
def _blows(battle: Battle, sides: Mapping[int, Side], side: Side, which: Sorting) -> Script[list[Attack]]:
    """All blows of a unit against the enemies before its front, as many as its models are now (AOFR-R603)."""
    unit = side.unit
    foes = [foe for foe in touching(battle, unit) if faces(battle, unit, foe) and not foe.fate]
    if not foes:
        return []
    yield from growth.use_feats(battle, unit, "attack")
    found: list[Attack] = []
    several = (yield from _assigned(battle, side, foes, which)) if len(foes) > 1 else None
    for foe in foes:
        if several is not None and foe.id not in several:
            continue
        yield from growth.remove_marks(battle, unit, foe)
        if several is None:
            blows = strikes_of(battle, unit, foe, charging=side.charging, fatigued=side.tired, which=which)
        else:
            blows = _some_strikes(battle, side, foe, several[foe.id], which)
        # Others strike the same enemy at the same time: what was removed or used is for these blows alone.
        growth.end_marks(battle, foe)
        found += yield from takedowns.aimed(battle, side, sides[foe.id], blows)
    growth.end_feats(battle, unit)
    for group, count in front_rows(unit).items():
        for weapon in weapons(battle, unit, group, ranged=False):
            if which(attack_rules(battle, unit, group, weapon)):
                use_up(unit, weapon, usable(battle, unit, weapon, count * weapon.count))
    return found


def _assigned(battle: Battle, side: Side, foes: Sequence[Unit], which: Sorting) -> Script[dict[int, dict[int, int]]]:
    """Which models in the two front rows strike which of several enemies; told is what all of a kind do to each."""
    unit = side.unit

    def struck(foe: Unit, group: int, count: int) -> Option:
        told = harm_odds.dealt(battle, foe, [_some_strikes(battle, side, foe, {group: count}, which)])
        return Option(str(foe.id), foe.name, told, unit.id, foe.id)

    pools = tuple(
        Pool(
            str(group),
            f"{count} of {called(battle, unit, group)}",
            count,
            tuple(struck(foe, group, count) for foe in foes),
        )
        for group, count in front_rows(unit).items()
    )
    text = f"Who {does(unit.name)} strike?"
    rules = ("aofr.phased.simultaneous",)
    shares = yield from allocate(Allocate(seat=unit.seat, topic="blows", text=text, rules=rules, pools=pools))
    found: dict[int, dict[int, int]] = {}
    for group, share in shares.items():
        for foe, count in share.items():
            if count:
                found.setdefault(int(foe), {})[int(group)] = count
    return found


def _some_strikes(battle: Battle, side: Side, target: Unit, models: Mapping[int, int], which: Sorting) -> list[Attack]:
    """The blows of so many models of each group on one enemy."""
    found: list[Attack] = []
    for group, count in models.items():
        for weapon in weapons(battle, side.unit, group, ranged=False):
            rules = attack_rules(battle, side.unit, group, weapon)
            copies = usable(battle, side.unit, weapon, count * weapon.count)
            if copies and weapon.attacks and which(rules):
                attack = attack_with(battle, side.unit, group, weapon, copies, target)
                attack.charging, attack.only_sixes = side.charging, side.tired
                found.append(prepared(battle, attack, rules))
    return found


def _strike(battle: Battle, sides: Mapping[int, Side], side: Side, attacks: list[Attack]) -> Script[None]:
    """These attacks are rolled; who has fallen meanwhile strikes all the same."""
    if not attacks:
        return
    side.struck = True
    yield from optional.each(battle, "about_to_strike", side, attacks)
    yield from settle(battle, attacks)
    for target in dict.fromkeys(attack.target for attack in attacks):
        own = [attack for attack in attacks if attack.target == target]
        if not battle.units[target].fate:
            yield from melee.deal(battle, side, sides[target], own)


@rule("aofr.phased.resolution", "aofr.phased.morale")
def _result(battle: Battle, sides: Sequence[Side]) -> Script[int | None]:
    """By side: all wounds caused and all full rows. Each unit of the lower side tests, nobody after a tie. Returns the
    side that lost; none where a building is all that was fought (AOFR-R970)."""
    if len({side.unit.seat for side in sides if side.unit.site is None}) < 2:
        return None
    scores = {
        seat: sum(melee.total(melee.score(battle, side)) for side in sides if side.unit.seat == seat)
        for seat in battle.sides
    }
    for side in sides:
        spend(battle, side.unit, "result")
    one, other = scores[battle.sides[0]], scores[battle.sides[1]]
    yield CombatResolved(tuple(side.unit.id for side in sides), one, other)
    if one == other:
        return None
    loser = battle.sides[0] if one < other else battle.sides[1]
    for side in sides:
        if side.unit.seat == loser and not side.unit.fate:
            yield from morale.lose_melee(battle, side.unit, _worst(battle, side.unit), _beaten_by(battle, side, sides))
    return loser


def _beaten_by(battle: Battle, side: Side, sides: Sequence[Side]) -> Cause | None:
    """Who gets the credit if the unit routs: of the enemies in contact, or else of all, the one that did most."""
    foes = [one for one in sides if one.unit.seat != side.unit.seat]
    near = {foe.id for foe in touching(battle, side.unit)}
    best = max(foes, key=lambda one: (one.unit.id in near, one.wounds, -one.unit.id), default=None)
    return None if best is None else Cause(best.unit.id, "melee")


def _worst(battle: Battle, unit: Unit) -> Arc | None:
    """The worst side in which a unit was charged in this round (AOFR-R604)."""
    told = [one.side for one in phases(battle).charges if one.target == unit.id]
    return Arc(max(told, key=WORST.index)) if told else None


@rule("aofr.phased.melee_pick")
def _part(battle: Battle, group: Sequence[Unit]) -> Script[None]:
    """Who has no enemy left may turn or move a little; those who charged step back from the others (AOFR-R601)."""
    for unit in group:
        if unit.pose is None or unit.fate:
            continue
        foes = touching(battle, unit)
        if not foes:
            yield from consolidation.consolidate(battle, unit)
        elif _charged(battle, unit):
            target = next((battle.units[one.target] for one in phases(battle).charges if one.unit == unit.id), foes[0])
            if target.pose is not None or site_of(battle, target) is not None:
                yield from consolidation.step_back(battle, unit, target)
