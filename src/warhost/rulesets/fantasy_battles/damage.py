"""From attacks to lost Health Points (Damage): to hit, To-Wound, Armour Saves, Aegis Saves, losses.

The rules of both sides speak to every attack (`prepared`); `chain` describes its dice, for play, odds and players
alike. `roll_hits` finds the hits; `suffer` takes all attacks that happen at the same time through the sequence, each
step for all of them before the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.play.questions import Part
from warhost.play.script import Script
from warhost.play.tally import Named
from warhost.play.throws import Again, Leads, Reason, Stage, attempt, counted, save, throw_on, to
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import combined, events
from warhost.rulesets.fantasy_battles.attacks import Attack, AttackKind, armour_table, to_wound_table
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.casualties import remove_models
from warhost.rulesets.fantasy_battles.contact import disengage
from warhost.rulesets.fantasy_battles.dropping_out import keep_contact
from warhost.rulesets.fantasy_battles.formation import health
from warhost.rulesets.fantasy_battles.rules import MODEL_RULES, speakers
from warhost.rulesets.fantasy_battles.values import value

HOPELESS = "t9a.shooting.hopeless_shots"

LETHAL = 10
"""The Armour Penetration of a natural 6 to wound with Lethal Strike."""

SPOKEN_FOR: frozenset[AttackKind] = frozenset({"melee", "shooting", "spell"})
"""The kinds of attack that the attacker's own rules may change; special attacks keep their values."""


def prepared(battle: Battle, attack: Attack) -> Attack:
    """Like attacks of one unit on another, after the rules of both have spoken and before the first die.

    The rules of the part and of the weapon that attack speak as well as those of the model; Special Attacks keep
    their own values (T9A-R076).
    """
    target = battle.units[attack.target]
    attacker = target if attack.attacker is None else battle.units[attack.attacker]
    for named in MODEL_RULES.spoken(attack.rules).at("on_attack"):
        named.on_attack(battle, attacker, attack)
    if attack.attacker is not None and attack.kind in SPOKEN_FOR:
        for speaker in speakers(battle, attacker).at("on_attack"):
            speaker.on_attack(battle, attacker, attack)
    for speaker in speakers(battle, target).at("on_defence"):
        speaker.on_defence(battle, target, attack)
    return attack


@rule("t9a.attack.hits", "t9a.attack.natural_rolls")
def to_hit(attack: Attack) -> int:
    """The face that hits at least: more than 6 for a shot that is hopeless.

    What is added to the roll makes the number lower. A natural 1 misses, and in close combat a natural 6 always hits
    (T9A-R137).
    """
    assert attack.hit_on is not None
    need = max(2, attack.hit_on - attack.to_hit.total)
    return need if attack.kind == "shooting" else min(6, need)


@rule("t9a.attack.to_wound", "t9a.attack.natural_rolls")
def to_wound(battle: Battle, attack: Attack) -> int | None:
    """The face that wounds at least; None if every hit wounds. A natural 6 always does and a natural 1 never."""
    if attack.wound_on is not None:
        need = attack.wound_on
    elif attack.strength is not None:
        need = to_wound_table(attack.strength, value(battle, battle.units[attack.target], attack.compares))
    else:
        return None
    return min(6, max(attack.wounds_from, need - attack.to_wound.total))


@rule("t9a.attack.armour_save", "t9a.attack.natural_rolls")
def armour_save(battle: Battle, attack: Attack, ap: int | None = None) -> int | None:
    """The face that saves at least (never a natural 1), perhaps against another AP; None if there is no save."""
    return armour_table(value(battle, battle.units[attack.target], "arm"), attack.ap if ap is None else ap)


@rule("t9a.attack.special_save", "t9a.special.special_save")
def special_save(attack: Attack, *, lethal: bool = False) -> tuple[int, str] | None:
    """The best Special Save and whose it is: one of Aegis and Fortitude is rolled (T9A-R139).

    Passed Aegis Saves that must be rolled again are worth less, and the owner knows.
    """
    if attack.no_special_save:
        return None
    open_to = [(need, name, attack.divine) for need, name in attack.aegis]
    if not attack.flaming and not lethal:
        open_to += [(need, name, False) for need, name in attack.fortitude]
    if not open_to:
        return None

    def chance(save: tuple[int, str, bool]) -> float:
        once = (7 - max(2, save[0])) / 6
        return once * once if save[2] or attack.special_rerolled_by is not None else once

    need, name, _ = max(open_to, key=chance)
    return max(2, need), name


def chain(battle: Battle, attack: Attack) -> Stage:
    """The dice of one attack from the roll to hit to lost Health Points. Without a number to roll it hits."""
    wound = _wound_stage(battle, attack)
    told = _reason(battle, attack, "to hit", attack.rule)
    if attack.hit_on is None:
        return attempt("hit", None, to(wound), told)
    need = to_hit(attack)
    if need > 6:
        return _hopeless(attack, wound, told)
    naturals = ((6, 6, to(wound, 2)),) if attack.focused else ()
    again = _failed_again(attack.hits_rerolled_by, need, told)
    if again is None and attack.sixes_rerolled_by is not None:
        again = Again(((6, 6),), f"{told.why}: natural 6s again", attack.sixes_rerolled_by.id)
    return attempt("hit", need, to(wound), told, naturals=naturals, again=again)


@rule("t9a.shooting.hopeless_shots")
def _hopeless(attack: Attack, wound: Stage, told: Reason) -> Stage:
    """A 6, then a 4 or more; only the first die may be rolled again (T9A-R121)."""
    second = attempt("hit again", 4, to(wound), Reason(f"{told.why} after a 6", HOPELESS, told.seat, told.unit))
    again = _failed_again(attack.hits_rerolled_by, 6, told)
    return attempt("hit", 6, to(second), told, again=again)


def _wound_stage(battle: Battle, attack: Attack) -> Stage:
    need = to_wound(battle, attack)
    told = _reason(battle, attack, "to wound", "t9a.attack.to_wound")
    again = None if need is None else _failed_again(attack.wounds_rerolled_by, need, told)
    naturals = ((6, 6, to(_armour_stage(battle, attack, lethal=True))),) if attack.lethal and need is not None else ()
    return attempt("wound", need, to(_armour_stage(battle, attack)), told, naturals=naturals, again=again)


@rule("t9a.attack.armour_save")
def _armour_stage(battle: Battle, attack: Attack, *, lethal: bool = False) -> Stage:
    """Wounds that are not saved go on to the Special Save."""
    need = armour_save(battle, attack, LETHAL if lethal else None)
    told = _reason(battle, attack, "Armour Save", "t9a.attack.armour_save", saves=True)
    again = None
    if attack.armour_rerolled_by is not None and need is not None:
        again = Again(((need, 6),), f"{told.why} again", attack.armour_rerolled_by.id)
    return save("armour", need, to(_special_stage(battle, attack, lethal=lethal)), told, again=again)


@rule("t9a.attack.special_save", "t9a.attack.unsaved")
def _special_stage(battle: Battle, attack: Attack, *, lethal: bool = False) -> Stage:
    """Wounds that are not saved cost Health Points."""
    best = special_save(attack, lethal=lethal)
    told = _reason(battle, attack, "Special Save", "t9a.attack.special_save", saves=True)
    again = None
    if best is not None:
        rerolled = attack.special_rerolled_by is not None or (attack.divine and best in attack.aegis)
        if rerolled:
            by = "t9a.special.divine_attacks" if attack.special_rerolled_by is None else attack.special_rerolled_by.id
            again = Again(((best[0], 6),), f"{told.why} again", by)
    return save("special", None if best is None else best[0], _unsaved(battle, attack), told, again=again)


def _reason(battle: Battle, attack: Attack, why: str, rule: str, *, saves: bool = False) -> Reason:
    """Whose dice they are: the attacker's, for saves the target's, else nobody's."""
    roller = attack.target if saves else attack.attacker
    return Reason(f"{attack.what}: {why}", rule, None if roller is None else battle.units[roller].seat, roller)


def _failed_again(by: Named | None, need: int, told: Reason) -> Again | None:
    """All failures are rolled once more by that rule, if there is one (T9A-R007)."""
    return None if by is None else Again(((1, need - 1),), f"{told.why} again by {by.name}", by.id)


def roll_hits(battle: Battle, attack: Attack) -> Script[None]:
    """Roll to hit for all attacks at once."""
    dice: dict[Stage | None, int] = {chain(battle, attack): attack.count}
    yield from throw_on(dice, "hit")
    yield from throw_on(dice, "hit again")
    attack.hits = sum(dice.values())


class _Lot:
    """Like hits that go through the sequence together, and what becomes of them."""

    __slots__ = ("armour_saved", "attack", "dice", "hits", "special_saved", "tries", "wound", "wounds")

    def __init__(self, battle: Battle, attack: Attack) -> None:
        self.attack = attack
        self.wound = _wound_stage(battle, attack)
        self.dice: dict[Stage | None, int] = {self.wound: 0}
        self.tries = self.hits = self.wounds = self.armour_saved = self.special_saved = 0

    def add(self, attack: Attack) -> None:
        self.tries += attack.count
        self.hits += attack.hits
        self.dice[self.wound] += attack.hits


def _lots(battle: Battle, attacks: Sequence[Attack]) -> list[_Lot]:
    """Attacks that differ in their roll to hit alone are one lot from here on."""
    lots: dict[tuple[object, ...], _Lot] = {}
    for attack in attacks:
        like = (
            *(attack.kind, attack.attacker, attack.target, attack.what, attack.strength, attack.ap, attack.wound_on),
            *(attack.to_wound.total, attack.wounds_rerolled_by, attack.armour_rerolled_by, attack.multiply),
            *(attack.special_rerolled_by, attack.wounds_from, attack.lethal, attack.divine, attack.flaming),
            *(attack.no_special_save, attack.compares, attack.from_side, tuple(attack.aegis), tuple(attack.fortitude)),
        )
        if like not in lots:
            lots[like] = _Lot(battle, attack)
        lots[like].add(attack)
    return list(lots.values())


@rule("t9a.attack.sequence", "t9a.attack.distribute")
def suffer(battle: Battle, attacks: Sequence[Attack]) -> Script[dict[int, int]]:
    """All these attacks at once: wounds, Armour Saves, Special Saves, losses; each step for all before the next.

    Returns the Health Points that each unit lost, its guests' among them. Contact that the losses broke is closed
    again. No Panic here.
    """
    lots = _lots(battle, attacks)
    for lot in lots:
        yield from throw_on(lot.dice, "wound")
        lot.wounds = sum(lot.dice.values())
    for lot in lots:
        lot.armour_saved = yield from throw_on(lot.dice, "armour")
    for lot in lots:
        lot.special_saved = yield from throw_on(lot.dice, "special")
    for lot in lots:
        yield from throw_on(lot.dice, "multiply")
    points: dict[int, int] = {}
    for lot in lots:
        attack = lot.attack
        yield events.AttackResolved(
            *(attack.attacker, attack.target, attack.what, lot.tries, lot.hits),
            *(lot.wounds, lot.armour_saved, lot.special_saved),
        )
        points[attack.target] = points.get(attack.target, 0) + lot.dice.get(None, 0)
    return (yield from lose_together(battle, points, "the last Health Point was lost"))


def lose_together(battle: Battle, points: Mapping[int, int], how: str) -> Script[dict[int, int]]:
    """Units and guests lose Health Points at the same time; contact that this broke is closed again.

    Returns what each unit really lost, its guests' losses among them.
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


@rule("t9a.special.multiple_wounds", "t9a.attack.unsaved")
def _unsaved(battle: Battle, attack: Attack) -> Leads:
    """How many Health Points an unsaved wound takes: one, or its multiple up to those of one model (T9A-R173).

    A die tells the multiple of each wound by itself; against models with one Health Point it tells nothing.
    """
    hp = battle.profile(battle.units[attack.target]).hp
    if attack.multiply is None or hp < 2:
        return to(None)
    by = counted(attack.multiply)
    if isinstance(by, int):
        return to(None, min(by, hp))
    told = _reason(battle, attack, f"Multiple Wounds ({attack.multiply})", "t9a.special.multiple_wounds")
    each = 6 // by.size  # A D3 is a D6 of which two faces count alike.
    results = tuple((1 + each * (times - 1), to(None, times)) for times in range(1, min(by.size, hp) + 1))
    return to(Stage("multiply", results[1][0], results, told))


@rule("t9a.attack.casualties", "t9a.attack.distribute", "t9a.special.character", "t9a.special.champion")
def lose_health(battle: Battle, unit: Unit, points: int, how: str) -> Script[int]:
    """Take Health Points from the unit's common pool and whole models from the table; what is left is noted.

    A guest in another's ranks has a pool of its own. What is too much for the R&F goes to their Champion, then to the
    Characters among them, evenly (T9A-R135). Returns what was really lost. No Panic here.
    """
    lost = yield from _lose(battle, unit, points, how)
    while unit.host is None and lost < points and battle.body(unit).pose is not None:
        if unit.stood is not None:
            # The R&F are gone, and a guest goes on as the unit.
            unit = battle.units[unit.stood]
        left = points - lost
        more = yield from _lose(battle, unit, left, how)
        lost += more
        if not more:
            break
    return lost


def _lose(battle: Battle, unit: Unit, points: int, how: str) -> Script[int]:
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
    if removed:
        remove_models(battle, unit, removed)
    return lost


@rule("t9a.special.character", "t9a.attack.casualties")
def _last_lost(battle: Battle, unit: Unit, how: str) -> Script[None]:
    """The last Health Point of a pool is gone: a guest falls, or stands on without the unit, or the unit goes."""
    if unit.host is not None:
        combined.fall(battle, unit)
        yield events.UnitDestroyed(unit.id, how)
    elif unit.guests:
        name = unit.name
        heir = combined.left_alone(battle, unit)
        yield events.GuestLeftAlone(unit.id, heir.id, name)
    else:
        yield from destroy(battle, unit, how)


def destroy(battle: Battle, unit: Unit, how: str) -> Script[None]:
    """The unit leaves the table for good, and whoever stands in its ranks with it."""
    disengage(battle, unit)
    for guest in battle.guests_of(unit):
        guest.host, guest.fate, guest.models, guest.wounds, guest.fell_at = None, "destroyed", 0, 0, unit.pose
        yield events.UnitDestroyed(guest.id, how)
    unit.fate, unit.fell_at, unit.pose = "destroyed", unit.pose, None
    unit.guests, unit.models, unit.wounds, unit.rear_from, unit.effects = (), 0, 0, 0, ()
    unit.fleeing = unit.charging = False
    unit.target = unit.target_arc = None
    yield events.UnitDestroyed(unit.id, how)


def hurdles(battle: Battle, attack: Attack) -> tuple[Part, ...]:
    """What stands between a hit and a lost Health Point, in words."""
    target = battle.units[attack.target]
    need, save, special = to_wound(battle, attack), armour_save(battle, attack), special_save(attack)
    told = []
    if need is not None:
        against = "Resilience" if attack.compares == "res" else "Discipline"
        why = f": Strength {attack.strength} against {against} {value(battle, target, attack.compares)}"
        told.append(Part(0, f"{need}+ to wound{why if attack.wound_on is None else ''}", "t9a.attack.to_wound"))
    why = f"Armour {value(battle, target, 'arm')} against AP {attack.ap}"
    told.append(Part(0, f"{'no' if save is None else f'{save}+'} Armour Save: {why}", "t9a.attack.armour_save"))
    if special is not None:
        told.append(Part(0, f"{special[0]}+ Special Save: {special[1]}", "t9a.attack.special_save"))
    return tuple(told)
