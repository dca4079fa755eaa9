"""From attacks to lost Health Points (Damage): to hit, To-Wound, Armour Saves, Aegis Saves, losses.

The rules of both sides speak to every attack (`prepared`); `chain` describes its dice, for play, odds and players
alike. `roll_hits` finds the hits; `suffer` takes all attacks that happen at the same time through the sequence, each
step for all of them before the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.play.counsel.throws import (
    NOWHERE,
    Again,
    Leads,
    Reason,
    Stage,
    attempt,
    counted,
    number_of,
    save,
    throw,
    throw_on,
    to,
)
from warhost.play.questions import Part
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.casualties import remove_models
from warhost.rulesets.essence_of_war.chapters.general import combined
from warhost.rulesets.essence_of_war.core import (
    NO_ROOM,
    NO_SPOT,
    Attack,
    AttackKind,
    Battle,
    Speaker,
    Unit,
    armour_table,
    company,
    disengage,
    health,
    is_heard,
    present,
    speakers,
    to_wound_table,
    value,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters.melee.dropping_out import keep_contact

LETHAL = 10
"""The Armour Penetration of a natural 6 to wound with Lethal Strike."""

SPOKEN_FOR: frozenset[AttackKind] = frozenset({"melee", "shooting", "spell"})
"""The kinds of attack that the attacker's own rules may change; special attacks keep their values (EOW-R176)."""


def prepared(battle: Battle, attack: Attack) -> Attack:
    """Like attacks of one unit on another, after the rules of both have spoken and before the first die.

    The target's own Aegis is noted.
    """
    target = battle.units[attack.target]
    aegis = battle.profile(target).aeg
    if aegis is not None:
        attack.aegis.append((aegis, target.name))
    if attack.attacker is not None and attack.kind in SPOKEN_FOR:
        attacker = battle.units[attack.attacker]
        for speaker in speakers(battle, attacker).at("on_attack"):
            speaker.on_attack(battle, attacker, attack)
        if is_heard(battle, "on_company_attack"):
            for bearer in company(battle, attacker):
                for speaker in speakers(battle, bearer).at("on_company_attack"):
                    speaker.on_company_attack(battle, bearer, attack)
    for speaker in speakers(battle, target).at("on_defence"):
        speaker.on_defence(battle, target, attack)
    if is_heard(battle, "on_friends_defence"):
        for bearer in present(battle, target.seat):
            for speaker in speakers(battle, bearer).at("on_friends_defence"):
                speaker.on_friends_defence(battle, bearer, target, attack)
    return attack


@rule("eow.shoot.seven_plus", "eow.shoot.natural_one")
def to_hit(battle: Battle, attack: Attack) -> int | None:
    """The face that hits at least; None if none does.

    What is added to the roll makes the number lower (EOW-R116). A natural 1 misses. Shots that need 7 or more cannot
    hit; in melee a natural 6 always does (EOW-R033).
    """
    assert attack.hit_on is not None
    need = max(2, attack.hit_on if attack.hit_fixed_by is not None else attack.hit_on - attack.to_hit.total)
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
    return min(6, max(attack.wounds_from, need - attack.to_wound.total))


@rule("eow.damage.armour_table")
def armour_save(battle: Battle, attack: Attack, ap: int | None = None) -> int | None:
    """The face that saves at least (never a natural 1), perhaps against another AP; None if there is no save."""
    return armour_table(value(battle, battle.units[attack.target], "arm"), attack.ap if ap is None else ap)


@rule("eow.damage.aegis_choice", "eow.damage.aegis_no_ap", "eow.stat.higher_is_better")
def aegis_save(attack: Attack) -> tuple[int, str] | None:
    """The best of the Aegis Saves and whose it is: only one is rolled, and Armour Penetration means nothing to it."""
    return min(attack.aegis, default=None)


def chain(battle: Battle, attack: Attack) -> Stage:
    """The dice of one attack from the roll to hit to lost Health Points.

    Without a number to roll it hits; poison looks for natural 6s, which wound without a roll.
    """
    armour = _armour_stage(battle, attack)
    wound = _wound_stage(battle, attack, armour)
    told = _reason(battle, attack, "to hit", attack.rule)
    if attack.hit_on is None:
        return attempt("hit", None, to(wound), told)
    need = to_hit(battle, attack)
    if need is None:
        return NOWHERE
    naturals = ((6, 6, to(armour)),) if attack.poison else ()
    again = _failed_again(attack.hits_rerolled_by, need, told)
    then = to(wound)
    if attack.besides is not None:
        more, other = attack.besides
        then += to(_wound_stage(battle, other, _armour_stage(battle, other)), more)
    return attempt("hit", need, then, told, naturals=naturals, again=again)


def _wound_stage(battle: Battle, attack: Attack, armour: Stage) -> Stage:
    need = to_wound(battle, attack)
    told = _reason(battle, attack, "To-Wound", "eow.damage.to_wound_table")
    again = None if need is None else _failed_again(attack.wounds_rerolled_by, need, told)
    ones = attack.ones_rerolled_by
    if again is None and ones is not None and need is not None:
        again = Again(((1, 1),), f"{told.why} again by {ones.name}", ones.id)
    naturals = ((6, 6, to(_armour_stage(battle, attack, LETHAL))),) if attack.lethal and need is not None else ()
    return attempt("wound", need, to(armour), told, naturals=naturals, again=again)


@rule("eow.damage.armour_discards")
def _armour_stage(battle: Battle, attack: Attack, ap: int | None = None) -> Stage:
    """Wounds that are not saved go on to the Aegis Save."""
    need, aegis = armour_save(battle, attack, ap), _aegis_stage(battle, attack)
    told = _reason(battle, attack, "Armour Save", "eow.damage.armour_table", saves=True)
    again = None
    if attack.armour_rerolled and need is not None:
        again = Again(((need, 6),), f"{told.why} again", told.rule)
    return save("armour", need, to(aegis), told, again=again)


@rule("eow.damage.aegis", "eow.stat.aeg", "eow.damage.hp_per_wound")
def _aegis_stage(battle: Battle, attack: Attack) -> Stage:
    """Wounds that are not saved cost Health Points."""
    best = aegis_save(attack)
    told = _reason(battle, attack, "Aegis Save", "eow.damage.aegis", saves=True)
    again = None
    if attack.aegis_rerolled and best is not None:
        again = Again(((best[0], 6),), f"{told.why} again", told.rule)
    return save("aegis", None if best is None else best[0], _unsaved(battle, attack), told, again=again)


def _reason(battle: Battle, attack: Attack, why: str, rule: str, *, saves: bool = False) -> Reason:
    """Whose dice they are: the attacker's, for saves the target's, else nobody's."""
    roller = attack.target if saves else attack.attacker
    return Reason(f"{attack.what}: {why}", rule, None if roller is None else battle.units[roller].seat, roller)


def _failed_again(by: Speaker | None, need: int, told: Reason) -> Again | None:
    """All failures are rolled once more by that rule, if there is one."""
    return None if by is None else Again(((1, need - 1),), f"{told.why} again by {by.name}", by.id)


def roll_hits(battle: Battle, attack: Attack) -> Script[None]:
    """Roll to hit for all attacks at once."""
    done = yield from throw(chain(battle, attack), attack.count)
    if attack.besides is not None:
        more, other = attack.besides
        attack.hits, other.hits, other.count = done.passed, done.passed * more, done.passed * more
        return
    attack.hits = sum(done.on.values())
    attack.auto_wounds = sum(dice for stage, dice in done.on.items() if stage is not None and stage.moment == "armour")


class _Lot:
    """Like hits that go through the sequence together, and what becomes of them."""

    __slots__ = ("aegis_saved", "armour", "armour_saved", "attack", "dice", "hits", "tries", "wound", "wounds")

    def __init__(self, battle: Battle, attack: Attack) -> None:
        self.attack = attack
        self.armour = _armour_stage(battle, attack)
        self.wound = _wound_stage(battle, attack, self.armour)
        self.dice: dict[Stage | None, int] = {self.wound: 0, self.armour: 0}
        self.tries = self.hits = self.wounds = self.armour_saved = self.aegis_saved = 0

    def add(self, attack: Attack) -> None:
        self.tries += attack.count
        self.hits += attack.hits
        self.dice[self.wound] += attack.hits - attack.auto_wounds
        self.dice[self.armour] += attack.auto_wounds


def _lots(battle: Battle, attacks: Sequence[Attack]) -> list[_Lot]:
    """Attacks that differ in their roll to hit alone are one lot from here on."""
    lots: dict[tuple[object, ...], _Lot] = {}
    for attack in attacks:
        like = (
            *(attack.kind, attack.attacker, attack.target, attack.what, attack.strength, attack.ap, attack.wound_on),
            *(attack.to_wound.total, attack.wounds_rerolled_by, attack.armour_rerolled, attack.multiply),
            *(attack.aegis_rerolled, attack.wounds_from, attack.ones_rerolled_by, attack.lethal),
            *(attack.from_side, tuple(attack.aegis)),
        )
        if like not in lots:
            lots[like] = _Lot(battle, attack)
        lots[like].add(attack)
    return list(lots.values())


@rule("eow.damage.sequence", "eow.damage.batch")
def suffer(battle: Battle, attacks: Sequence[Attack]) -> Script[dict[int, int]]:
    """All these attacks at once: wounds, Armour Saves, Aegis Saves, losses; each step for all before the next.

    Returns the Health Points that each unit lost, its guest's among them. Contact that the losses broke is closed
    again. No Panic here.
    """
    lots = _lots(battle, attacks)
    for lot in lots:
        yield from throw_on(lot.dice, "wound")
        lot.wounds = sum(lot.dice.values())
    for lot in lots:
        lot.armour_saved = yield from throw_on(lot.dice, "armour")
    for lot in lots:
        lot.aegis_saved = yield from throw_on(lot.dice, "aegis")
    for lot in lots:
        yield from throw_on(lot.dice, "multiply")
    points: dict[int, int] = {}
    for lot in lots:
        attack = lot.attack
        yield events.AttackResolved(
            *(attack.attacker, attack.target, attack.what, lot.tries, lot.hits),
            *(lot.wounds, lot.armour_saved, lot.aegis_saved),
        )
        points[attack.target] = points.get(attack.target, 0) + lot.dice.get(None, 0)
    return (yield from lose_together(battle, points, "the last Health Point was lost"))


def lose_together(battle: Battle, points: Mapping[int, int], how: str) -> Script[dict[int, int]]:
    """Units and guests lose Health Points at the same time; contact that this broke is closed again.

    Returns what each unit really lost, its guest's losses among them.
    """
    # A unit may change numbers with its guest while losses come off: they are told by their entries.
    by_entry = {battle.units[number].entry: amount for number, amount in points.items()}
    lost: dict[int, int] = {}
    for entry, amount in by_entry.items():
        unit = battle.bearing(entry)
        number = battle.body(unit).id
        gone = yield from lose_health(battle, unit, amount, how)
        lost[number] = lost.get(number, 0) + gone
    yield from keep_contact(battle, lost, lost)
    return lost


@rule("eow.special.multiple_wounds", "eow.special.multiple_wounds_cap")
def _unsaved(battle: Battle, attack: Attack) -> Leads:
    """How many Health Points an unsaved wound takes: one, or its multiple up to those of one model (EOW-R091).

    A die tells the multiple of each wound by itself; against models with one Health Point it tells nothing.
    """
    hp = battle.profile(battle.units[attack.target]).hp
    if attack.multiply is None or hp < max(2, attack.multiply[1]):
        return to(None)
    by = counted(attack.multiply[0])
    if isinstance(by, int):
        return to(None, min(by, hp))
    told = _reason(battle, attack, f"Multiple Wounds ({attack.multiply[0]})", "eow.special.multiple_wounds")
    return to(number_of("multiply", by, lambda times: to(None, min(times, hp)), told))


@rule("eow.stat.hp", "eow.damage.common_pool", "eow.damage.single_hp_models", "eow.damage.multi_hp_models")
@rule("eow.damage.overkill", "eow.adv.char.separate_hp", "eow.adv.char.hits_rf_first")
def lose_health(battle: Battle, unit: Unit, points: int, how: str) -> Script[int]:
    """Take Health Points from the unit's common pool and whole models from the table; what is left is noted.

    A guest in another's ranks has a pool of its own. Returns what was really lost: there is never more to lose than
    the unit had. No Panic here.
    """
    left, body = health(battle, unit), battle.body(unit)
    lost = min(points, left)
    if body.pose is None or lost <= 0:
        return 0
    body.lost_this_phase += lost
    if battle.phase == "melee":
        unit.lost_this_round += lost
    if lost == left:
        yield events.HealthLost(unit.id, lost, unit.models)
        yield from _last_lost(battle, unit, how)
        return lost
    removed, unit.wounds = divmod(unit.wounds + lost, battle.profile(unit).hp)
    yield events.HealthLost(unit.id, lost, removed)
    remove_models(battle, unit, removed)
    return lost


@rule("eow.adv.char.left_alone", "eow.adv.char.casualty_self")
def _last_lost(battle: Battle, unit: Unit, how: str) -> Script[None]:
    """The last Health Point of a pool is gone: the guest of a unit falls, or stands on without it, or the unit goes."""
    if unit.host is not None:
        combined.fall(battle, unit)
        yield events.UnitDestroyed(unit.id, how)
    elif unit.guest is not None:
        guest, name = battle.units[unit.guest], unit.name
        combined.left_alone(battle, unit)
        yield events.GuestLeftAlone(unit.id, guest.id, name)
    else:
        yield from destroy(battle, unit, how)


@rule("eow.special.unstable.break", "eow.special.supernal")
def lose_unsaved(battle: Battle, unit: Unit, points: int, how: str) -> Script[int]:
    """Lost Health Points against which nothing saves: the R&F's first, then their guest's (EOW-R093, EOW-R182)."""
    lost = yield from lose_health(battle, unit, points, how)
    if lost < points and unit.pose is not None:
        lost += yield from lose_health(battle, unit, points - lost, how)
    return lost


def destroy(battle: Battle, unit: Unit, how: str) -> Script[None]:
    """The unit leaves the table for good, its guest with it; nobody is Engaged with it any more. No Panic here."""
    guest = battle.guest_of(unit)
    disengage(battle, unit)
    unit.fell_at, unit.pose = unit.pose, None
    unit.fate = "destroyed"
    unit.models = unit.wounds = unit.rear_from = 0
    unit.fleeing = unit.charging = False
    unit.target = unit.target_arc = None
    unit.effects = ()
    yield events.UnitDestroyed(unit.id, how)
    if guest is not None:
        unit.guest, unit.room, unit.spot = None, NO_ROOM, NO_SPOT
        unit.fell_with = guest.id
        guest.host, guest.fate, guest.fell_at = None, "destroyed", unit.fell_at
        guest.models = guest.wounds = 0
        yield events.UnitDestroyed(guest.id, how)


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
