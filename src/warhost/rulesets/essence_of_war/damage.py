"""From attacks to lost Health Points (Damage): to hit, To-Wound, Armour Saves, Aegis Saves, losses.

Attacks are made with `make_attack`, which lets the rules of both sides speak; `roll_hits` finds their hits; `suffer`
takes all attacks that happen at the same time through the sequence, each step for all of them before the next.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.dice import odds
from warhost.play.questions import Part
from warhost.play.script import Script, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.attacks import Attack, AttackKind, armour_table, to_wound_table
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.casualties import remove_models
from warhost.rulesets.essence_of_war.contact import disengage
from warhost.rulesets.essence_of_war.dropping_out import keep_contact
from warhost.rulesets.essence_of_war.formation import health
from warhost.rulesets.essence_of_war.rules import speakers
from warhost.rulesets.essence_of_war.values import value
from warhost.table import Arc

SPOKEN_FOR: frozenset[AttackKind] = frozenset({"melee", "shooting", "spell"})
"""The kinds of attack that the attacker's own rules may change; special attacks keep their values (EOW-R176)."""


def make_attack(
    battle: Battle,
    kind: AttackKind,
    attacker: Unit | None,
    target: Unit,
    count: int,
    *,
    what: str,
    rule: str,
    strength: int | None = None,
    ap: int = 0,
    hit_on: int | None = None,
    wound_on: int | None = None,
    from_side: Arc | None = None,
    poison: bool = False,
) -> Attack:
    """Like attacks of one unit on another, after the rules of both have spoken and before the first die."""
    attack = Attack(
        kind,
        None if attacker is None else attacker.id,
        target.id,
        count,
        what=what,
        rule=rule,
        strength=strength,
        ap=ap,
        hit_on=hit_on,
        wound_on=wound_on,
        from_side=from_side,
    )
    attack.poison = poison
    return prepare(battle, attack)


def prepare(battle: Battle, attack: Attack) -> Attack:
    """Ask the rules of the attacker and of the target, once for each attack; the target's own Aegis is noted."""
    target = battle.units[attack.target]
    aegis = battle.profile(target).aeg
    if aegis is not None:
        attack.aegis.append((aegis, target.name))
    if attack.attacker is not None and attack.kind in SPOKEN_FOR:
        attacker = battle.units[attack.attacker]
        for speaker in speakers(battle, attacker):
            speaker.on_attack(battle, attacker, attack)
    for speaker in speakers(battle, target):
        speaker.on_defence(battle, target, attack)
    return attack


@rule("eow.shoot.seven_plus", "eow.shoot.natural_one")
def to_hit(battle: Battle, attack: Attack) -> int | None:
    """The face that hits at least; None if none does.

    A natural 1 misses. Shots that need 7 or more cannot hit; in melee a natural 6 always does (EOW-R033).
    """
    assert attack.hit_on is not None
    need = max(2, attack.hit_on)
    if need <= 6:
        return need
    always = attack.kind != "shooting" and battle.scene.settings.melee_natural == "always"
    return 6 if always else None


@rule("eow.damage.to_wound_table", "eow.damage.to_wound_natural", "eow.damage.no_strength")
def to_wound(battle: Battle, attack: Attack) -> int | None:
    """The face that wounds at least; None if every hit wounds. A natural 6 always does and a natural 1 never."""
    if attack.strength is not None:
        need = to_wound_table(attack.strength, value(battle, battle.units[attack.target], "res"))
    elif attack.wound_on is not None:
        need = attack.wound_on
    else:
        return None
    return min(6, max(2, need - attack.to_wound.total))


@rule("eow.damage.armour_table")
def armour_save(battle: Battle, attack: Attack) -> int | None:
    """The face that saves at least (never a natural 1); None if there is no save."""
    return armour_table(value(battle, battle.units[attack.target], "arm"), attack.ap)


@rule("eow.damage.aegis_choice", "eow.damage.aegis_no_ap", "eow.stat.higher_is_better")
def aegis_save(attack: Attack) -> tuple[int, str] | None:
    """The best of the Aegis Saves and whose it is: only one is rolled, and Armour Penetration means nothing to it."""
    return min(attack.aegis, default=None)


def roll_hits(battle: Battle, attack: Attack) -> Script[None]:
    """Roll to hit for all attacks at once. Without a number to roll they hit; poison looks for natural 6s."""
    if attack.hit_on is None:
        attack.hits = attack.count
        return
    need = to_hit(battle, attack)
    if need is None:
        return
    cuts = (need, 6) if attack.poison else ()
    faces = yield from _throw(battle, attack, attack.count, need, "to hit", attack.rule, cuts=cuts)
    if attack.hits_rerolled_by is not None:
        kept = [face for face in faces if face >= need]
        misses = len(faces) - len(kept)
        why = f"to hit again by {attack.hits_rerolled_by.name}"
        again = yield from _throw(battle, attack, misses, need, why, attack.hits_rerolled_by.id, cuts=cuts)
        faces = (*kept, *again)
    attack.hits = sum(face >= need for face in faces)
    if attack.poison:
        attack.auto_wounds = sum(face == 6 for face in faces)


class _Lot:
    """Like hits that go through the sequence together, and what becomes of them."""

    __slots__ = ("aegis_saved", "armour_saved", "attack", "auto_wounds", "hits", "tries", "wounds")

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.tries = self.hits = self.auto_wounds = self.wounds = self.armour_saved = self.aegis_saved = 0

    @property
    def unsaved(self) -> int:
        return self.wounds - self.armour_saved - self.aegis_saved


def _lots(attacks: Sequence[Attack]) -> list[_Lot]:
    """Attacks that differ in their roll to hit alone are one lot from here on."""
    lots: dict[tuple[object, ...], _Lot] = {}
    for attack in attacks:
        like = (
            *(attack.kind, attack.attacker, attack.target, attack.what, attack.strength, attack.ap, attack.wound_on),
            *(attack.to_wound.total, attack.wounds_rerolled_by, attack.armour_rerolled, attack.multiply),
            *(attack.from_side, tuple(attack.aegis)),
        )
        lot = lots.setdefault(like, _Lot(attack))
        lot.tries += attack.count
        lot.hits += attack.hits
        lot.auto_wounds += attack.auto_wounds
    return list(lots.values())


@rule("eow.damage.sequence", "eow.damage.batch", "eow.damage.hp_per_wound")
def suffer(battle: Battle, attacks: Sequence[Attack]) -> Script[dict[int, int]]:
    """All these attacks at once: wounds, Armour Saves, Aegis Saves, losses; each step for all before the next.

    Returns the Health Points that each unit lost. Contact that the losses broke is closed again. No Panic here.
    """
    lots = _lots(attacks)
    for lot in lots:
        yield from _roll_wounds(battle, lot)
    for lot in lots:
        yield from _roll_armour(battle, lot)
    for lot in lots:
        yield from _roll_aegis(battle, lot)
    points: dict[int, int] = {}
    for lot in lots:
        attack = lot.attack
        yield events.AttackResolved(
            *(attack.attacker, attack.target, attack.what, lot.tries, lot.hits),
            *(lot.wounds, lot.armour_saved, lot.aegis_saved),
        )
        points[attack.target] = points.get(attack.target, 0) + lot.unsaved * worth_of(battle, attack)
    lost: dict[int, int] = {}
    for number, amount in points.items():
        lost[number] = yield from lose_health(battle, battle.units[number], amount, "the last Health Point was lost")
    yield from keep_contact(battle, lost, lost)
    return lost


def worth_of(battle: Battle, attack: Attack) -> int:
    """How many Health Points an unsaved wound takes: one, or its multiple up to those of one model (EOW-R091)."""
    hp = battle.profile(battle.units[attack.target]).hp
    if attack.multiply is None or hp < attack.multiply[1]:
        return 1
    return min(attack.multiply[0], hp)


def _roll_wounds(battle: Battle, lot: _Lot) -> Script[None]:
    attack = lot.attack
    need = to_wound(battle, attack)
    if need is None:
        lot.wounds = lot.hits
        return
    rolled = lot.hits - lot.auto_wounds
    faces = yield from _throw(battle, attack, rolled, need, "To-Wound", "eow.damage.to_wound_table")
    wounds = sum(face >= need for face in faces)
    if attack.wounds_rerolled_by is not None:
        by = attack.wounds_rerolled_by
        again = yield from _throw(battle, attack, rolled - wounds, need, f"To-Wound again by {by.name}", by.id)
        wounds += sum(face >= need for face in again)
    lot.wounds = wounds + lot.auto_wounds


@rule("eow.damage.armour_discards")
def _roll_armour(battle: Battle, lot: _Lot) -> Script[None]:
    attack = lot.attack
    need = armour_save(battle, attack)
    if need is None:
        return
    faces = yield from _throw(battle, attack, lot.wounds, need, "Armour Save", "eow.damage.armour_table", saves=True)
    saved = sum(face >= need for face in faces)
    if attack.armour_rerolled:
        why = "Armour Save again"
        faces = yield from _throw(battle, attack, saved, need, why, "eow.damage.armour_table", saves=True)
        saved = sum(face >= need for face in faces)
    lot.armour_saved = saved


@rule("eow.damage.aegis", "eow.stat.aeg")
def _roll_aegis(battle: Battle, lot: _Lot) -> Script[None]:
    best = aegis_save(lot.attack)
    if best is None:
        return
    need, _ = best
    faces = yield from _throw(battle, lot.attack, lot.unsaved, need, "Aegis Save", "eow.damage.aegis", saves=True)
    lot.aegis_saved = sum(face >= need for face in faces)


def _throw(
    battle: Battle,
    attack: Attack,
    count: int,
    need: int,
    why: str,
    rule: str,
    *,
    cuts: tuple[int, ...] = (),
    saves: bool = False,
) -> Script[tuple[int, ...]]:
    """One question to chance for all the dice: the attacker's, for saves the target's, else nobody's."""
    roller = attack.target if saves else attack.attacker
    seat = None if roller is None else battle.units[roller].seat
    what = f"{attack.what}: {why}"
    return (yield from roll_pool(count, need=need, why=what, rule=rule, seat=seat, unit=roller, cuts=cuts))


@rule("eow.stat.hp", "eow.damage.common_pool", "eow.damage.single_hp_models", "eow.damage.multi_hp_models")
@rule("eow.damage.overkill")
def lose_health(battle: Battle, unit: Unit, points: int, how: str) -> Script[int]:
    """Take Health Points from the unit's common pool and whole models from the table; what is left is noted.

    Returns what was really lost: there is never more to lose than the unit had. No Panic here.
    """
    left = health(battle, unit)
    lost = min(points, left)
    if unit.pose is None or lost <= 0:
        return 0
    unit.lost_this_phase += lost
    if battle.phase == "melee":
        unit.lost_this_round += lost
    if lost == left:
        yield events.HealthLost(unit.id, lost, unit.models)
        yield from destroy(battle, unit, how)
        return lost
    removed, unit.wounds = divmod(unit.wounds + lost, battle.profile(unit).hp)
    yield events.HealthLost(unit.id, lost, removed)
    remove_models(battle, unit, removed)
    return lost


def destroy(battle: Battle, unit: Unit, how: str) -> Script[None]:
    """The unit leaves the table for good; nobody is Engaged with it any more. No Panic here."""
    disengage(battle, unit)
    unit.fell_at, unit.pose = unit.pose, None
    unit.fate = "destroyed"
    unit.models = unit.wounds = unit.rear_from = 0
    unit.fleeing = unit.charging = False
    unit.target = unit.target_arc = None
    unit.effects = ()
    yield events.UnitDestroyed(unit.id, how)


class Chances(msgspec.Struct, frozen=True):
    """What one attack has to expect: the chance that it hits, and that it takes Health Points, and how many."""

    hit: float
    unsaved: float
    health: float


def chances(battle: Battle, attack: Attack) -> Chances:
    """The exact chances of one attack, from the same numbers that its dice are read against."""
    hit, sixes = 1.0, 0.0
    if attack.hit_on is not None:
        need = to_hit(battle, attack)
        hit, sixes = (0.0, 0.0) if need is None else (odds.success(need), 1 / 6)
        if attack.hits_rerolled_by is not None:
            hit, sixes = odds.with_rerolls(hit, "failed"), sixes * (2 - hit)
    wound_need = to_wound(battle, attack)
    wound = 1.0 if wound_need is None else odds.success(wound_need)
    if attack.wounds_rerolled_by is not None:
        wound = odds.with_rerolls(wound, "failed")
    poisoned = sixes if attack.poison else 0.0
    unsaved = poisoned + (hit - poisoned) * wound
    armour_need = armour_save(battle, attack)
    if armour_need is not None:
        saved = odds.success(armour_need)
        unsaved *= 1 - (odds.with_rerolls(saved, "successful") if attack.armour_rerolled else saved)
    best = aegis_save(attack)
    if best is not None:
        unsaved *= 1 - odds.success(best[0])
    return Chances(hit, unsaved, unsaved * worth_of(battle, attack))


def hurdles(battle: Battle, attack: Attack) -> tuple[Part, ...]:
    """What stands between a hit and a lost Health Point, in words."""
    target = battle.units[attack.target]
    need, save, aegis = to_wound(battle, attack), armour_save(battle, attack), aegis_save(attack)
    told = []
    if need is not None:
        why = f": Strength {attack.strength} against Resilience {value(battle, target, 'res')}"
        told.append(Part(0, f"{need}+ to wound{why if attack.strength else ''}", "eow.damage.to_wound_table"))
    why = f"Armour {value(battle, target, 'arm')} against AP {attack.ap}"
    told.append(Part(0, f"{'no' if save is None else f'{save}+'} Armour Save: {why}", "eow.damage.armour_table"))
    if aegis is not None:
        told.append(Part(0, f"{aegis[0]}+ Aegis Save", "eow.damage.aegis"))
    return tuple(told)
