"""What a unit strikes with in combat: its attacks, what is added to them, and how they multiply (Hit the target)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from warhost.dice import Dice
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import attacks
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.core import Battle, Special, Unit, has, speaking, values
from warhost.table import Arc

FACINGS = {Arc.FRONT: "front", Arc.LEFT: "left flank", Arc.RIGHT: "right flank", Arc.REAR: "rear"}
TIMES = {Arc.FRONT: 1, Arc.LEFT: 2, Arc.RIGHT: 2, Arc.REAR: 3}


def foes_of(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that the unit is engaged with."""
    return [battle.units[foe.unit] for foe in unit.foes]


def has_attacks(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has attacks of its own in combat."""
    if battle.entry(unit).melee is None:
        return False
    return values.attacks(battle, unit) != 0 or bool(speaking(battle, unit, "bonus_attacks"))


def can_attack(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has anything to attack with in combat: attacks of its own, or such as are rolled apart."""
    return has_attacks(battle, unit) or bool(speaking(battle, unit, "lot_apart"))


@rule("kow.war_engine.always_rear", "kow.combat.flank_double")
def facing_of(battle: Battle, unit: Unit, target: Unit) -> Arc:
    """The facing of the target that the unit attacks: the one on which it stands by the record of the engagement
    (KOW-R080); of a war engine always the rear."""
    if battle.entry(target).type == "war engine":
        return Arc.REAR
    return next(foe.theirs for foe in unit.foes if foe.unit == target.id)


@rule("kow.combat.flank_double", "kow.combat.rear_treble")
@rule("kow.special.individual_no_multiply", "kow.special.individual_war_engine", "kow.special.individual_attacked")
def multiple(battle: Battle, unit: Unit, target: Unit, facing: Arc) -> int:
    """By how much attacks on that facing are multiplied: those of individuals against war engines alone."""
    if has(battle, unit, "individual") and battle.entry(target).type != "war engine":
        return 1
    return TIMES[facing]


@rule("kow.combat.attack_pipeline", "kow.combat.per_lot_modifiers", "kow.combat.hindered_modifier")
@rule("kow.special.aura_extra_attacks")
def lot_of(battle: Battle, unit: Unit, target: Unit, number: int, favoured: Iterable[str] = ()) -> Lot:
    """So many attacks of the unit on one enemy, bonus attacks included, ready to be thrown: multiplied by the facing,
    with the rules of both sides (KOW-R105)."""
    facing = facing_of(battle, unit, target)
    need = values.melee(battle, unit)
    assert need is not None, f"{unit.name} cannot attack"
    lot = Lot(
        "combat",
        unit.id,
        target.id,
        number * multiple(battle, unit, target, facing),
        need,
        facing=facing,
        what=f"attack on {target.name}",
        rule="kow.combat.hit_roll",
        favoured=frozenset(favoured),
    )
    if unit.hindered:
        lot.to_hit.add(-1, "hindered", "kow.combat.hindered_modifier")
    return attacks.prepared(battle, lot)


class Bonus(NamedTuple):
    """Attacks that a rule adds against one of several enemies: how many against each that qualifies."""

    by: Special
    against: dict[int, int | Dice]


@rule("kow.combat.attack_pipeline", "kow.special.duellist", "kow.special.rampage", "kow.special.slayer")
def bonuses(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> list[Bonus]:
    """The attacks that rules of the unit add, each rule's against one of the enemies that qualify (KOW-R106)."""
    found = []
    for speaker in speaking(battle, unit, "bonus_attacks"):
        against = {foe.id: speaker.bonus_attacks(battle, unit, foe) for foe in foes}
        against = {foe: number for foe, number in against.items() if number}
        if against:
            found.append(Bonus(speaker, against))
    return found


@rule("kow.artefact.partial_bonus", "kow.special.retaliator")
def favouring(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> list[tuple[Special, tuple[int, ...]]]:
    """The rules of the unit that help its attacks on one enemy alone, each with the enemies that may be named."""
    ids = {foe.id for foe in foes}
    found = []
    for speaker in speaking(battle, unit, "favours"):
        named = tuple(foe for foe in speaker.favours(battle, unit) if foe in ids)
        if named:
            found.append((speaker, named))
    return found


def lots_apart(battle: Battle, unit: Unit, target: Unit) -> list[Lot]:
    """The attacks of the unit on that enemy that are rolled by themselves."""
    made = (one.lot_apart(battle, unit, target) for one in speaking(battle, unit, "lot_apart"))
    return [attacks.prepared(battle, lot) for lot in made if lot is not None]
