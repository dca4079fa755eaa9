"""Blows: who touches whom, where attacks go, what changes them, and what they do (Combat Phase: Fight Sub-Phase)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

from warhost.play.questions import Allocate, Option, Pool
from warhost.play.script import Script, allocate
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import weapons
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.combat.melee_modifiers import modify
from warhost.rulesets.blue_age.chapters.shooting import shots
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot, Result
from warhost.rulesets.blue_age.core import (
    CONTACT,
    Battle,
    Duellist,
    MeleeWeapon,
    Unit,
    bases_of,
    head,
    is_so,
    quality_speakers,
    section_piece,
    speakers,
    together,
    values,
)
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.table import base_distance

AT_A_WALL = 10
"""So many models of each side fight where one of them is in a building (BLUE-R137)."""

CHAMPION = "champion"


class Touch(NamedTuple):
    """What one model can strike: targets by key ("7", a Hero's own number, "7:champion"), and whether from a reach."""

    model: int
    targets: tuple[str, ...]
    reaching: bool = False


class Blows(NamedTuple):
    """Models of a unit that strike one target together."""

    unit: Unit
    target: str
    models: tuple[int, ...]
    reaching: bool


def aimed_at(battle: Battle, key: str) -> tuple[Unit, str]:
    """The unit that a key names, and the role of the one model in it that is struck."""
    number, _, role = key.partition(":")
    return battle.units[int(number)], role


# Contact


@rule("blue.fight.base_contact_needed", "blue.melee_quality.polearm_reach", "blue.melee_quality.polearm_condition")
def touching(battle: Battle, fight: Fight, unit: Unit, weapon: MeleeWeapon) -> list[Touch]:
    """The models of a unit that can strike, and whom: those in base contact, and with Polearms those within 2" as long
    as any model of the unit is in base contact. Who fights in a duel strikes nobody else."""
    own = head(battle, unit)
    foes = fight.all_of(battle, 1 - unit.seat)
    if own.inside is not None or any(head(battle, one).inside is not None for one in foes):
        return _at_the_wall(battle, fight, unit, foes)
    reach = max([one.reaches for one in quality_speakers(weapon.qualities).at("reaches")], default=0.0)
    theirs = _bases(battle, fight, unit, foes, reach)
    found: list[Touch] = []
    waiting: list[tuple[int, tuple[str, ...]]] = []
    for number, base in enumerate(bases_of(battle, unit)):
        if _is_away(battle, fight, unit, number):
            continue
        close: list[str] = []
        reached: list[str] = []
        for x, y, radius, keys in theirs:
            gap = hypot(base.x - x, base.y - y) - base.radius - radius
            if gap <= CONTACT + 1e-6:
                close += keys
            elif reach and gap <= reach + 1e-6:
                reached += keys
        if close:
            found.append(Touch(number, _keys(close)))
        elif reached:
            waiting.append((number, _keys(reached)))
    if waiting and (found or _any_contact(battle, fight, own, unit)):
        found += [Touch(number, keys, True) for number, keys in waiting]
    return sorted(found)


def _keys(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))


def _bases(
    battle: Battle, fight: Fight, unit: Unit, foes: Sequence[Unit], reach: float
) -> list[tuple[float, float, float, tuple[str, ...]]]:
    """The enemy bases that may be near enough, each with what its touch lets one strike."""
    mine = bases_of(battle, unit)
    margin = reach + mine[0].radius + CONTACT
    left, right = min(base.x for base in mine) - margin, max(base.x for base in mine) + margin
    near, far = min(base.y for base in mine) - margin, max(base.y for base in mine) + margin
    found = []
    for foe in foes:
        for number, base in enumerate(bases_of(battle, foe)):
            r = base.radius
            if left - r <= base.x <= right + r and near - r <= base.y <= far + r:
                found.append((base.x, base.y, r, _aims(battle, fight, foe, number)))
    return found


def _aims(battle: Battle, fight: Fight, foe: Unit, number: int) -> tuple[str, ...]:
    """What those may strike who touch a model: its unit, and him alone if he is a Hero or a Champion (BLUE-R61); nobody
    if there is nobody in the unit but one who duels (BLUE-R156)."""
    if foe.host is not None:
        crowd = str(foe.host)
        return (crowd,) if fight.duels(battle, foe) else (crowd, str(foe.id))
    crowd = str(foe.id)
    if len(foe.models) == 1 and _duels_now(battle, foe):
        return ()
    if foe.models[number].role == CHAMPION and len(foe.models) > 1 and not fight.duels(battle, foe, champion=True):
        return (crowd, f"{crowd}:{CHAMPION}")
    return (crowd,)


def _duels_now(battle: Battle, unit: Unit) -> bool:
    """Whether a single model is in a duel that goes on."""
    one = Duellist(unit.id, unit.models[0].role == CHAMPION)
    return any(one in (duel.one, duel.other) for duel in battle.duels)


def _is_away(battle: Battle, fight: Fight, unit: Unit, number: int) -> bool:
    """Whether a model fights in a duel."""
    if not battle.duels and not fight.duelled:
        return False
    champion = unit.models[number].role == CHAMPION
    return fight.duels(battle, unit, champion=champion) if champion or battle.entry(unit).hero else False


def _any_contact(battle: Battle, fight: Fight, own: Unit, unit: Unit) -> bool:
    """Whether a Hero who is with the unit, or the unit that he is with, is in base contact."""
    theirs = [base for foe in fight.all_of(battle, 1 - own.seat) for base in bases_of(battle, foe)]
    return any(
        base_distance(base, other) <= CONTACT + 1e-6
        for one in together(battle, own)
        if one is not unit
        for base in bases_of(battle, one)
        for other in theirs
    )


def _at_the_wall(battle: Battle, fight: Fight, unit: Unit, foes: Sequence[Unit]) -> list[Touch]:
    """Where one side is in a building up to ten models of each fight as if in contact (BLUE-R137)."""
    own = head(battle, unit)
    met = [one for one in foes if head(battle, one).id in own.foes]
    if not met:
        return []
    keys = _keys([key for foe in met for key in _aims(battle, fight, foe, 0)])
    before = sum(len(one.models) for one in together(battle, own) if one.id < unit.id)
    numbers = list(range(len(unit.models)))
    walls = [section_piece(battle, foe.inside).shape for foe in met if foe.inside is not None]
    if walls and own.inside is None:
        bases = bases_of(battle, unit)
        numbers.sort(key=lambda number: (round(min(base_distance(bases[number], wall) for wall in walls), 4), number))
    kept = [number for number in numbers[: max(0, AT_A_WALL - before)] if not _is_away(battle, fight, unit, number)]
    return [Touch(number, keys) for number in sorted(kept)]


# Where attacks go


def allocated(battle: Battle, unit: Unit, weapon: MeleeWeapon, touches: Sequence[Touch]) -> Script[list[Blows]]:
    """Each model puts all its attacks on one enemy that it touches; its player says on which (BLUE-R61)."""
    groups = _groups(unit, weapon, touches)
    pools = []
    for number, (targets, _, champion, models) in enumerate(groups):
        ranked = sorted(targets, key=lambda key: _worth(battle, unit, weapon, key))
        options = tuple(Option(key, _name(battle, key), target=aimed_at(battle, key)[0].id) for key in ranked)
        who = "Champion" if champion else "model" if len(models) == 1 else "models"
        pools.append(Pool(str(number), f"{who} of {unit.name}", len(models), options))
    question = Allocate(
        seat=unit.seat,
        topic="attacks",
        text=f"Who {does(unit.name)} strike?",
        rules=("blue.fight.base_contact_needed",),
        pools=tuple(pools),
    )
    shares = yield from allocate(question) if pools else _nobody()
    found = []
    for number, (_, reaching, _, models) in enumerate(groups):
        left = list(models)
        for key, count in shares[str(number)].items():
            if count:
                found.append(Blows(unit, key, tuple(left[:count]), reaching))
                left = left[count:]
    return found


def _nobody() -> Script[dict[str, dict[str, int]]]:
    yield from ()
    return {}


def by_default(battle: Battle, unit: Unit, weapon: MeleeWeapon, touches: Sequence[Touch]) -> list[Blows]:
    """The same without asking: the first that a program would take."""
    return [
        Blows(unit, min(targets, key=lambda key: _worth(battle, unit, weapon, key)), models, reaching)
        for targets, reaching, _, models in _groups(unit, weapon, touches)
    ]


Group = tuple[tuple[str, ...], bool, bool, tuple[int, ...]]
"""Targets, whether from a reach, whether it is the Champion, and the models."""


def _groups(unit: Unit, weapon: MeleeWeapon, touches: Sequence[Touch]) -> list[Group]:
    """The models that may strike the same targets with the same figures."""
    found: dict[tuple[tuple[str, ...], bool, bool], list[int]] = {}
    matters = is_so(weapon.qualities, "reach_matters")
    for model, targets, reaching in touches:
        if not targets:
            # At the wall of a building in which nobody is left to strike but a duellist.
            continue
        key = (tuple(sorted(targets)), reaching and matters, unit.models[model].role == CHAMPION)
        found.setdefault(key, []).append(model)
    return [(*key, tuple(models)) for key, models in found.items()]


def _worth(battle: Battle, unit: Unit, weapon: MeleeWeapon, key: str) -> tuple[int, int, str]:
    """The most damaging first: what is wounded most easily, then the most models (BLUE-R61); the unit before one of
    its models."""
    target, role = aimed_at(battle, key)
    need = attacks.to_wound(battle, values.strength(battle, unit) + weapon.strength, values.grit(battle, target))
    rank = 0 if need == attacks.AUTOMATIC else 11 if need is None else int(need)
    return (rank, -len(target.models) + (100 if role else 0), key)


def _name(battle: Battle, key: str) -> str:
    target, role = aimed_at(battle, key)
    return f"the Champion of {target.name}" if role else target.name


# Lots


@rule("blue.fight.attack_dice", "blue.fight.wound_roll", "blue.melee_quality.two_handed_shield")
def lot_of(battle: Battle, fight: Fight, blows: Blows, weapon: MeleeWeapon) -> Lot:
    """The attacks of models that strike one target: their dice, Strength and Armour Piercing with the weapon."""
    target, role = aimed_at(battle, blows.target)
    dice = dice_of(battle, blows.unit, blows.models)
    lot = with_weapon(battle, blows.unit, target, weapon, dice, reaching=blows.reaching)
    lot.target_role = role
    return readied(battle, fight, lot)


@rule("blue.fight.attack_dice")
def dice_of(battle: Battle, unit: Unit, models: Iterable[int]) -> int:
    """The attacks that models of a unit have together."""
    return sum(values.attacks(battle, unit, unit.models[number].role) for number in models)


def with_weapon(battle: Battle, unit: Unit, target: Unit, weapon: MeleeWeapon, dice: int, *, reaching: bool) -> Lot:
    """Blows of a unit with a weapon, before the rules of both sides have spoken."""
    more, ap = weapons.figures(battle, unit, weapon, reaching=reaching)
    return Lot(
        "melee",
        unit.id,
        target.id,
        dice,
        battle.entry(unit).melee,
        strength=values.strength(battle, unit) + more,
        ap=ap,
        what=weapon.name,
        rule="blue.fight.hit_roll",
        weapon=weapon.name,
        qualities=weapon.qualities,
    )


def readied(battle: Battle, fight: Fight, lot: Lot) -> Lot:
    """The lot with the modifiers of the table and all rules of both sides."""
    if lot.need is not None:
        modify(battle, fight, lot)
    return guarded(battle, lot)


@rule("blue.melee_quality.two_handed_shield", "blue.melee_quality.parry")
def guarded(battle: Battle, lot: Lot) -> Lot:
    """The lot with all rules of both sides. Who fights with both hands has no shield (BLUE-R127), and the weapon of who
    is struck may parry."""
    target = battle.units[lot.target]
    guard = weapons.weapon_of(battle, target)
    lot.shielded = not is_so(guard.qualities, "two_handed")
    attacks.prepared(battle, lot)
    if lot.parry is None:
        lot.parry = next(iter(quality_speakers(guard.qualities).at("parries")), None)
    return lot


@rule("blue.special.impact_attacks", "blue.unit_type.cavalry_impact", "blue.unit_type.chariot_impact")
@rule("blue.unit_type.monstrous_infantry_impact", "blue.unit_type.monster_impact", "blue.unit_type.flyer_impact")
def impact_lots(battle: Battle, fight: Fight, unit: Unit) -> list[Lot]:
    """The Impact Attacks of a unit that has charged in this turn: of its models in base contact, split as evenly as
    can be over the enemies that they touch; they hit by themselves with the Strength of the profile (BLUE-R88)."""
    each = impacts_of(battle, unit)
    if not each:
        return []
    bare = MeleeWeapon("")
    touches = touching(battle, fight, unit, bare)
    hit = sorted({key for touch in touches for key in touch.targets if _is_crowd(battle, key)})
    total = each * len(touches)
    found = []
    for number, key in enumerate(hit):
        count = total // len(hit) + (number < total % len(hit))
        if count:
            found.append(readied(battle, fight, impact(battle, unit, battle.units[int(key)], count)))
    return found


@rule("blue.special.impact_attacks")
def impacts_of(battle: Battle, unit: Unit) -> int:
    """The Impact Attacks of each model of a unit, if it has charged in this turn."""
    if not head(battle, unit).charged:
        return 0
    return sum(one.impact(battle, unit, battle.entry(unit)) for one in speakers(battle, unit).at("impact"))


def impact(battle: Battle, unit: Unit, target: Unit, count: int) -> Lot:
    """So many Impact Attacks on a target, before the rules of both sides have spoken."""
    return Lot(
        "impact",
        unit.id,
        target.id,
        count,
        None,
        strength=values.strength(battle, unit),
        what="Impact Attacks",
        rule="blue.special.impact_attacks",
    )


def _is_crowd(battle: Battle, key: str) -> bool:
    """Whether a key names a unit, not one model in it."""
    unit, role = aimed_at(battle, key)
    return not role and unit.host is None


@rule("blue.special.stomp", "blue.special.feral_beast_strike")
def last_lots(battle: Battle, fight: Fight, unit: Unit) -> list[Lot]:
    """Attacks besides its own that each model in base contact makes at Initiative 1."""
    rules = speakers(battle, unit).at("last_blows")
    if not rules:
        return []
    found: list[Lot] = []
    bare = MeleeWeapon("")
    for blows in by_default(battle, unit, bare, touching(battle, fight, unit, bare)):
        target, role = aimed_at(battle, blows.target)
        for one in rules:
            for lot in one.last_blows(battle, unit, target):
                lot.count *= len(blows.models)
                lot.target_role = role
                found.append(readied(battle, fight, lot))
    return found


# What they do


@rule("blue.fight.tied_initiative", "blue.fight.casualties_per_step", "blue.combat_score.unsaved_wounds")
def strike_all(battle: Battle, fight: Fight, lots: Sequence[Lot]) -> Script[None]:
    """All attacks of one step are thrown before any casualty is taken off."""
    done: list[tuple[Lot, Result]] = []
    for lot in lots:
        result = yield from attacks.resolve(battle, lot)
        yield events.Struck(lot.attacker, lot.target, lot.what, lot.count, result.hits, result.wounds + result.slain)
        done.append((lot, result))
    for lot, result in done:
        yield from take_off(battle, fight, lot, result)


def take_off(battle: Battle, fight: Fight, lot: Lot, result: Result) -> Script[None]:
    """The casualties of one lot, those in contact with the attackers first; then the weapon and the rules speak."""
    attacker, target = battle.units[lot.attacker], battle.units[lot.target]
    models = None
    if lot.target_role:
        models = [number for number, model in enumerate(target.models) if model.role == lot.target_role]
    own = bases_of(battle, attacker)
    fight.wounds[attacker.seat] += yield from shots.fall_on(battle, lot, result.wounds, result.slain, own, models)
    yield from attacks.aftermath(battle, lot, result.wounds + result.slain)
