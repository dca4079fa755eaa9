"""Shots before their dice: who may shoot at whom, how often, and what the dice need (Shooting Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from warhost.field.loose.bodies import Bases
from warhost.field.sight.round_bases import in_arc
from warhost.play.questions import Part
from warhost.play.script import Refused, Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.wounds import attacks, harm
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import (
    Battle,
    RangedWeapon,
    Unit,
    bases_of,
    between,
    circle_about,
    cover,
    head,
    is_so,
    is_within,
    joined,
    quality_speakers,
    section_piece,
    sight,
    speakers,
    values,
    walls_of,
)
from warhost.rulesets.blue_age.core.events import shooting as shooting_events
from warhost.table import TOLERANCE, Base, bearing, summed

HILL_RANGE = 2.0
STAND, THROWN = -2, -2

NEARLY = 6.0
"""How far out of range an enemy is, in inches, of which a player is still told why it is no target."""

SHORTEST = 1.0
"""Who has less range than this does not stand and shoot (BLUE-R49)."""


def template_of(weapon: RangedWeapon) -> str:
    """The template that a weapon hits by: "blast", "firestorm" or none."""
    return next((one.template for one in quality_speakers(weapon.qualities).at("template")), "")


def demolishes(weapon: RangedWeapon) -> bool:
    """Whether a weapon damages buildings."""
    return is_so(weapon.qualities, "demolishes")


def is_indirect(weapon: RangedWeapon) -> bool:
    """Whether a weapon shoots at enemies that nobody sees."""
    return is_so(weapon.qualities, "indirect")


# Who may shoot


@rule("blue.special.ponderous", "blue.penetration.02_rattling_damage", "blue.penetration.06_quake")
def why_silent(battle: Battle, unit: Unit, *, stand: bool = False) -> Refused | None:
    """Why a unit cannot shoot at all now: locked, fleeing, failed Stupid (BLUE-R34), Ponderous and moved, or an effect
    that lies on it."""
    host = head(battle, unit)
    name = unit.name
    if host.locked:
        return Refused(f"{acts(name, 'is')} locked in combat.", "blue.shoot.not_into_combat")
    if host.fleeing:
        return Refused(f"{acts(name, 'is')} fleeing.", "blue.shoot.player_order")
    if unit.stupid or host.stupid:
        return Refused(f"{name} failed a Mind Test this turn.", "blue.special.stupid_fail_limits")
    for speaker in speakers(battle, unit).at("no_shooting"):
        return Refused(f"{name} cannot shoot: {speaker.name}.", speaker.id)
    if speakers(battle, unit).at("ponderous") and not values.stood_still(battle, unit):
        return Refused(f"{acts(name, 'is')} Ponderous and moved this turn.", "blue.special.ponderous")
    return None


@rule("blue.shoot.one_weapon_per_phase", "blue.shoot.multi_weapon_types")
def why_spent(battle: Battle, unit: Unit, weapon: RangedWeapon) -> Refused | None:
    """Why a unit cannot shoot with that weapon any more in this phase: each of them once, and most units only one."""
    if weapon.name in unit.shot:
        return Refused(f"{acts(unit.name, 'has')} shot with {weapon.name} in this phase.", "blue.shoot.dice_per_model")
    if unit.shot and not speakers(battle, unit).at("all_weapons"):
        told = f"{acts(unit.name, 'has')} shot with {unit.shot[0]}, and a model uses one weapon in a phase"
        return Refused(f"{told}.", "blue.shoot.one_weapon_per_phase")
    if battle.entry(unit).ranged is None and template_of(weapon) != "firestorm":
        return Refused(f"{acts(unit.name, 'has')} no Ranged value.", "blue.shoot.hit_roll")
    return None


# At whom


@rule("blue.terrain.hill_range", "blue.special.shrouded_range", "blue.shoot.range_check")
def reach_of(battle: Battle, unit: Unit, weapon: RangedWeapon, target: Unit | None) -> float:
    """How far a weapon shoots: 2" more from a hill, and as rules of the target change it. A template has its own
    reach."""
    reach = weapon.range
    if template_of(weapon) == "firestorm":
        return reach
    if sight.on_hill(battle, head(battle, unit)):
        reach += HILL_RANGE
    if target is not None:
        for speaker in speakers(battle, target).at("range_against"):
            reach += speaker.range_against(battle, target)
    return max(0.0, reach)


def arc_of(battle: Battle, unit: Unit) -> float:
    """The arc into which the models of a unit shoot, in degrees (BLUE-R13)."""
    return min((one.shoot_arc for one in speakers(battle, unit).at("shoot_arc")), default=360.0)


class Aim(NamedTuple):
    """The models that shoot at a target, each with its number of shots; for those with an arc, which models of the
    target may be hit."""

    shots: dict[int, int]
    exposed: tuple[int, ...] | None = None

    @property
    def dice(self) -> int:
        return sum(self.shots.values())


@rule("blue.shoot.range_check", "blue.shoot.dice_per_model", "blue.shoot.nominate_and_check", "blue.shoot.hit_roll")
@rule("blue.unit_type.war_machine_arc", "blue.unit_type.monster_arc", "blue.unit_type.chariot_shoot_arc")
def aim_at(
    battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, *, stand: bool = False, facing: float | None = None
) -> Aim:
    """Who shoots: the models that see the target and have it in range and in their arc.

    A unit that stands and shoots waits until the charger is in range (BLUE-R49). `facing` is where a model looks that
    turns before it shoots.
    """
    reach = reach_of(battle, unit, weapon, target)
    theirs = walls_of(battle, target)
    own = walls_of(battle, unit) if head(battle, unit).inside is not None else None
    bases = bases_of(battle, unit)
    if _all_near(battle, unit, target, weapon, reach):
        gaps = [0.0] * len(bases)
    else:
        gaps = [between((base,) if own is None else own, theirs) for base in bases]
    near = [number for number, gap in enumerate(gaps) if stand or gap <= reach + TOLERANCE]
    if not near:
        return Aim({})
    seeing = sight.sees(battle, unit, target) if not is_indirect(weapon) else frozenset(near)
    near = [number for number in near if number in seeing and gaps[number] >= weapon.minimum - TOLERANCE]
    exposed: set[int] | None = None
    if arc_of(battle, unit) < 360.0:
        before = {number: _before(battle, unit, number, target, facing) for number in near}
        near = [number for number in near if before[number]]
        exposed = set().union(*(before[number] for number in near))
        if head(battle, target).inside is not None or len(exposed) == len(target.models):
            exposed = None
    per_model = {number: _shots(battle, unit, weapon, gaps[number], reach) for number in near}
    return Aim(per_model, None if exposed is None else tuple(sorted(exposed)))


def _all_near(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, reach: float) -> bool:
    """Whether all models are surely in range, and it does not matter by how much."""
    if weapon.minimum or quality_speakers(weapon.qualities).at("on_shots"):
        return False
    return _all_in_reach(battle, unit, target, reach)


def _all_in_reach(battle: Battle, unit: Unit, target: Unit, reach: float) -> bool:
    """Whether all models have a target surely within so many inches; told by circles alone."""
    if head(battle, unit).inside is not None or head(battle, target).inside is not None:
        return False
    one, other = circle_about(battle, unit), circle_about(battle, target)
    return hypot(one.x - other.x, one.y - other.y) + one.radius <= reach


def _before(battle: Battle, unit: Unit, number: int, target: Unit, facing: float | None) -> set[int]:
    """Which models of a target (or its walls, as number 0) a model has in the arc into which it shoots."""
    model, arc = unit.models[number], arc_of(battle, unit)
    looks = model.facing if facing is None else facing
    theirs = bases_of(battle, target) if head(battle, target).inside is None else walls_of(battle, target)
    return {place for place, base in enumerate(theirs) if in_arc(model.x, model.y, looks, (base.x, base.y), arc)}


def _shots(battle: Battle, unit: Unit, weapon: RangedWeapon, gap: float, reach: float) -> int:
    """The shots of one model."""
    shots = weapon.shots
    for speaker in quality_speakers(weapon.qualities).at("on_shots"):
        shots = speaker.on_shots(battle, unit, shots, gap, reach)
    return shots


@rule("blue.unit_type.war_machine_pivot")
def may_pivot(battle: Battle, unit: Unit) -> bool:
    """Whether a model may turn on the spot before it shoots: a War Machine, once a turn."""
    return not unit.pivoted and len(unit.models) == 1 and bool(speakers(battle, unit).at("pivots"))


def needed_facing(battle: Battle, unit: Unit, there: Sequence[Base]) -> float | None:
    """Where a model has to turn to have a target before it, if it may."""
    if not may_pivot(battle, unit):
        return None
    x, y = summed(base.x for base in there) / len(there), summed(base.y for base in there) / len(there)
    return bearing(unit.models[0].x, unit.models[0].y, x, y)


@rule("blue.building.demolisher_only", "blue.shoot.range_check", "blue.ranged_quality.demolisher")
def why_not_section(battle: Battle, unit: Unit, number: int, weapon: RangedWeapon) -> Refused | None:
    """Why a unit cannot shoot at a section of a building with that weapon: only Demolishers do."""
    piece = section_piece(battle, number)
    reach = reach_of(battle, unit, weapon, None)
    gap = between(walls_of(battle, unit), (piece.shape,))
    if gap > reach + TOLERANCE:
        return Refused(f'{piece.name} is {gap:.1f}" away, {weapon.name} reaches {reach:g}".', "blue.shoot.range_check")
    if not demolishes(weapon):
        return Refused(f"{weapon.name} cannot damage buildings.", "blue.building.demolisher_only")
    if not at_section(battle, unit, number, weapon):
        return Refused(f"{unit.name} cannot see {piece.name}.", "blue.shoot.nominate_and_check")
    return None


def at_section(battle: Battle, unit: Unit, number: int, weapon: RangedWeapon) -> dict[int, int]:
    """The models that shoot at a section, each with its shots."""
    shape = section_piece(battle, number).shape
    reach, arc = reach_of(battle, unit, weapon, None), arc_of(battle, unit)
    own = walls_of(battle, unit) if head(battle, unit).inside is not None else None
    found = {}
    seeing = range(len(unit.models)) if is_indirect(weapon) else sight.sees_section(battle, unit, number)
    for place in sorted(seeing):
        model = unit.models[place]
        gap = between((bases_of(battle, unit)[place],) if own is None else own, (shape,))
        ahead = may_pivot(battle, unit) or in_arc(model.x, model.y, model.facing, (shape.x, shape.y), arc)
        if weapon.minimum - TOLERANCE <= gap <= reach + TOLERANCE and ahead:
            found[place] = _shots(battle, unit, weapon, gap, reach)
    return found


@rule("blue.ranged_quality.firestorm", "blue.unit_type.stone_thrower_keyword", "blue.special.ponderous")
def standing_arms(battle: Battle, unit: Unit, charger: Unit) -> list[RangedWeapon]:
    """The weapons that a unit may Stand & Shoot with at a charger (BLUE-R49): it sees the charger; no Stone Throwers
    (BLUE-R91), and a Firestorm only within its template."""
    if why_silent(battle, unit) is not None:
        return []
    return [
        weapon
        for weapon in values.ranged_arms(battle.entry(unit))
        if not is_indirect(weapon)
        and (battle.entry(unit).ranged is not None or template_of(weapon) == "firestorm")
        and reach_of(battle, unit, weapon, charger) >= SHORTEST
        and standing_aim(battle, unit, charger, weapon).shots
    ]


@rule("blue.unit_type.war_machine_pivot", "blue.reaction.stand_and_shoot")
def standing_aim(battle: Battle, unit: Unit, charger: Unit, weapon: RangedWeapon) -> Aim:
    """Who stands and shoots at a charger, after the turn on the spot if that is needed and left."""
    stand = template_of(weapon) != "firestorm"
    aim = aim_at(battle, unit, charger, weapon, stand=stand)
    facing = None if aim.shots else needed_facing(battle, unit, walls_of(battle, charger))
    return aim if facing is None else aim_at(battle, unit, charger, weapon, stand=stand, facing=facing)


def thinkable(battle: Battle, unit: Unit, targets: Sequence[Unit], weapon: RangedWeapon) -> list[Unit]:
    """The targets that are not so far out of range that nobody would think of shooting at them; told by circles."""
    if head(battle, unit).inside is not None:
        return list(targets)
    own, found = circle_about(battle, unit), []
    x, y, reach = own.x, own.y, own.radius + weapon.range + HILL_RANGE + NEARLY
    for target in targets:
        other = circle_about(battle, target)
        if target.inside is not None or hypot(x - other.x, y - other.y) <= reach + other.radius:
            found.append(target)
    return found


@rule("blue.shoot.not_into_combat", "blue.shoot.nominate_and_check", "blue.shoot.range_check")
@rule("blue.joining.not_targetable", "blue.unit_type.stone_thrower_keyword")
def why_no_target(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon) -> Refused | None:
    """Why a unit cannot shoot at an enemy with that weapon: the distance first, then the rest."""
    if is_target(battle, unit, target, weapon):
        return None
    reach = reach_of(battle, unit, weapon, target)
    gap = between(walls_of(battle, unit), walls_of(battle, target))
    if gap > reach + TOLERANCE:
        far = f'{acts(target.name, "is")} {gap:.1f}" away, {weapon.name} reaches {reach:g}"'
        return Refused(f"{far}.", "blue.shoot.range_check")
    if target.locked:
        return Refused(f"{acts(target.name, 'is')} locked in combat.", "blue.shoot.not_into_combat")
    return _why_no_aim(battle, unit, target, weapon)


@rule("blue.shoot.not_into_combat", "blue.shoot.nominate_and_check", "blue.shoot.range_check")
@rule("blue.joining.not_targetable", "blue.unit_type.stone_thrower_keyword")
def is_target(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon) -> bool:
    """Whether a unit may shoot at an enemy with that weapon: the distance is looked at before the lines of sight."""
    if target.locked:
        return False
    reach = reach_of(battle, unit, weapon, target)
    all_near = _all_in_reach(battle, unit, target, reach)
    if not all_near and not is_within(battle, unit, target, reach + TOLERANCE):
        return False
    if _can_aim(battle, unit, target, weapon, reach, all_near=all_near):
        return True
    facing = needed_facing(battle, unit, walls_of(battle, target))
    return facing is not None and bool(aim_at(battle, unit, target, weapon, facing=facing).shots)


def _can_aim(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, reach: float, *, all_near: bool) -> bool:
    """Whether any model of a unit shoots at a target: the first one that does is enough to know. `all_near`: they are
    all in range."""
    if weapon.minimum or is_indirect(weapon) or head(battle, unit).inside is not None or arc_of(battle, unit) < 360.0:
        return bool(aim_at(battle, unit, target, weapon).shots)
    if all_near:
        return sight.sees_any(battle, unit, target)
    theirs = walls_of(battle, target)
    near = (
        number for number, base in enumerate(bases_of(battle, unit)) if between((base,), theirs) <= reach + TOLERANCE
    )
    return sight.sees_any(battle, unit, target, near)


def _why_no_aim(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon) -> Refused:
    name = unit.name
    if weapon.minimum and between(walls_of(battle, unit), walls_of(battle, target)) < weapon.minimum:
        near = f'{acts(target.name, "is")} nearer than {weapon.minimum:g}"'
        return Refused(f"{near}.", "blue.unit_type.stone_thrower_visible")
    if not is_indirect(weapon) and not sight.sees_any(battle, unit, target):
        return Refused(f"{name} cannot see {target.name}.", "blue.shoot.nominate_and_check")
    if arc_of(battle, unit) < 360.0:
        kind = battle.entry(unit).type.replace(" ", "_")
        return Refused(f"{target.name} cannot be shot at: not in the front arc.", f"blue.unit_type.{kind}_arc")
    return Refused(f"No model of {name} has {target.name} in sight and in range.", "blue.shoot.range_check")


# What the dice need


@rule("blue.ranged_mod.shooter_dashed", "blue.ranged_mod.shooter_stood_still", "blue.ranged_mod.shooter_in_building")
@rule("blue.ranged_mod.stand_and_shoot", "blue.ranged_mod.target_dashed", "blue.ranged_mod.target_half_cover")
@rule("blue.ranged_mod.target_full_cover", "blue.ranged_mod.shooter_ambushed", "blue.special.ambush_shoot_bonus")
@rule("blue.shoot.apply_modifiers")
@rule("blue.penetration.04_window", "blue.ranged_quality.thrown_charge", "blue.special.ignores_cover")
def lot_of(
    battle: Battle,
    unit: Unit,
    target: Unit | None,
    weapon: RangedWeapon,
    count: int,
    *,
    stand: bool = False,
    thrown: bool = False,
    victim: Unit | None = None,
) -> Lot:
    """Shots of a unit at a target with all that changes them; without a target, at a building, there is no cover
    (BLUE-R138). `victim` is who is hit where that is somebody else than the target."""
    host = head(battle, unit)
    hit = victim or target or unit
    power = values.strength(battle, unit) if weapon.strength is None else weapon.strength
    lot = Lot(
        "ranged",
        unit.id,
        hit.id,
        count,
        battle.entry(unit).ranged,
        strength=power,
        ap=weapon.ap,
        what=weapon.name,
        rule="blue.shoot.hit_roll",
        weapon=weapon.name,
        qualities=weapon.qualities,
    )
    add = lot.to_hit.add
    if host.dashed or unit.dashed:
        add(-1, "dashed", "blue.ranged_mod.shooter_dashed")
    if values.stood_still(battle, unit) and not stand and not thrown:
        add(1, "stood still", "blue.ranged_mod.shooter_stood_still")
    if host.inside is not None:
        add(1, "in a building", "blue.ranged_mod.shooter_in_building")
        if battle.sections[host.inside].window:
            add(1, "a new window", "blue.penetration.04_window")
    if host.ambushed or unit.ambushed:
        add(1, "came from ambush", "blue.ranged_mod.shooter_ambushed")
    if stand:
        add(STAND, "Stand & Shoot", "blue.ranged_mod.stand_and_shoot")
    if thrown:
        add(THROWN, "thrown on the charge", "blue.ranged_quality.thrown_charge")
    if target is not None:
        _at_target(battle, unit, target, lot)
    return attacks.prepared(battle, lot, defended=target is not None)


def _at_target(battle: Battle, unit: Unit, target: Unit, lot: Lot) -> None:
    if head(battle, target).dashed:
        lot.to_hit.add(-1, "the target dashed", "blue.ranged_mod.target_dashed")
    if quality_speakers(lot.qualities).at("ignores_cover") or speakers(battle, unit).at("ignores_cover"):
        return
    bonus, _ = cover.cover_of(battle, target, unit)
    lot.covered = bonus
    if bonus == cover.LIGHT:
        lot.to_hit.add(-bonus, "Light Cover", "blue.ranged_mod.target_half_cover")
    else:
        lot.to_hit.add(-bonus, "Heavy Cover", "blue.ranged_mod.target_full_cover")


# What comes of them


class Loss(NamedTuple):
    """What a lot did: hits, wounds that nothing saved (a model slain outright counts one), Health really lost."""

    hits: int
    wounds: int
    health: int


@rule("blue.shoot.remove_casualties", "blue.special.deathblow")
def carry_out(
    battle: Battle,
    lot: Lot,
    *,
    attackers: Bases = (),
    models: Sequence[int] | None = None,
) -> Script[Loss]:
    """Throw the dice of a prepared lot and take off who falls; then the weapon's qualities speak.

    With `models` only those of the target may fall. What is left over when a unit is gone falls on the Heroes who were
    with it (BLUE-R36).
    """
    done = yield from attacks.resolve(battle, lot)
    wounds = done.wounds + done.slain
    lost = yield from fall_on(battle, lot, done.wounds, done.slain, attackers, models)
    yield from attacks.aftermath(battle, lot, wounds)
    return Loss(done.hits, wounds, lost)


Falls = list[tuple[Unit, list[int]]]
"""Units and the numbers of their models, in the order in which wounds fall on them."""


@rule("blue.shoot.remove_casualties")
def order_of_fall(battle: Battle, target: Unit, attackers: Bases = (), models: Sequence[int] | None = None) -> Falls:
    """Who takes the wounds of an attack: the models of the target; when all of them are gone the Heroes who were with
    it take the rest (BLUE-R36). With `models` only those of the target."""
    order = harm.order_of(battle, target, attackers)
    if models is not None:
        return [(target, [number for number in order if number in models])]
    return [(target, order), *((hero, [0]) for hero in joined(battle, target))]


def dealt(battle: Battle, unit: Unit, order: Sequence[int], wounds: int, slain: int, lot: Lot) -> harm.Dealt:
    """What wounds and slain models of a lot do to models in that order: Deathblows come before the other wounds."""
    entry = battle.entry(unit)
    if lot.deathblow is None or not slain:
        return harm.dealt(entry, unit.models, order, wounds, slain)
    models, first, _, slain = harm.dealt(entry, unit.models, order, 0, slain)
    models, second, wounds, _ = harm.dealt(entry, models, order, wounds, 0)
    return models, first + second, wounds, slain


@rule("blue.special.deathblow")
def fall_on(
    battle: Battle, lot: Lot, wounds: int, slain: int, attackers: Bases = (), models: Sequence[int] | None = None
) -> Script[int]:
    """So many wounds and slain models fall on the target of a lot; returns the Health that was lost."""
    lost = 0
    for unit, order in order_of_fall(battle, battle.units[lot.target], attackers, models):
        _, _, left, more = dealt(battle, unit, order, wounds, slain, lot)
        if lot.deathblow is not None and slain:
            # No Regeneration brings back what a Deathblow slew (BLUE-R111).
            after, *_ = harm.dealt(battle.entry(unit), unit.models, order, 0, slain)
            gone = [number for number in order if after[number] is None]
            lost += yield from _suffered(battle, unit, 0, slain, order, lot, regenerates=False)
            order = [number - sum(other < number for other in gone) for number in order if number not in gone]
            slain = 0
        lost += yield from _suffered(battle, unit, wounds, slain, order, lot)
        wounds, slain = left, more
        if unit.models:
            break
    return lost


def _suffered(
    battle: Battle, unit: Unit, wounds: int, slain: int, order: Sequence[int], lot: Lot, *, regenerates: bool = True
) -> Script[int]:
    if not unit.models or not (wounds or slain):
        return 0
    return (
        yield from harm.suffer(
            battle, unit, wounds, slain, what=lot.what, by=lot.attacker, models=order, regenerates=regenerates
        )
    )


def shot_event(battle: Battle, lot: Lot, target: Unit, loss: Loss) -> shooting_events.UnitShot:
    """What is told of shots."""
    need = attacks.to_hit(battle, lot)
    parts = () if lot.need is None else (Part(lot.need, "Ranged", lot.rule), *attacks.needed_parts(lot.to_hit))
    return shooting_events.UnitShot(
        lot.attacker, target.id, lot.what, lot.count, loss.hits, loss.wounds, need or 0, parts
    )
