"""From attacks to lost Health Points (Attack Sequence): to hit, to wound, Armour Saves, Special Saves, losses.

How hits of any kind are dealt to a unit, of a spell for instance:

    attack = Attack("spell", caster.id, target.id, 0, "Fireball", "t9a.pyromancy.1_fireball",
                    strength=4, ap=0, rules=("Flaming Attacks", "Magical Attacks"))
    attack.count = 5                                        # rolled before, or a number
    damage.prepared(battle, attack)                         # the rules of both sides speak
    yield from damage.roll_hits(battle, attack)             # without `hit_on` all of them hit
    yield from panic.suffer_attacks(battle, [attack])       # wounds, saves, losses, Panic of those who see it
    yield from panic.after_losses(battle, target, caster.id)

The rules of both sides speak to every attack (`prepared`); `chain` describes its dice, for play, odds and players
alike: `losses_of` is the exact distribution of what an attack takes. `roll_hits` finds the hits; `suffer` takes all
attacks that happen at the same time through the sequence, each step for all of them before the next.

Health Points are lost without attacks by `lose_unsaved`; a whole unit goes by `destroy`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.dice import Distribution
from warhost.play.counsel.throws import (
    Again,
    Leads,
    Natural,
    Number,
    Reason,
    Stage,
    attempt,
    counted,
    number_of,
    save,
    spread_of_all,
    throw_on,
    to,
)
from warhost.play.questions import Part
from warhost.play.rules.tally import Named
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee.dropping_out import keep_contact
from warhost.rulesets.fantasy_battles.chapters.damage.casualties import remove_models
from warhost.rulesets.fantasy_battles.chapters.damage.preparing import distribute, prepared
from warhost.rulesets.fantasy_battles.chapters.general import combined
from warhost.rulesets.fantasy_battles.chapters.melee.wielding import shield_unused
from warhost.rulesets.fantasy_battles.core import (
    Attack,
    Battle,
    Unit,
    armour_table,
    disengage,
    health,
    is_heard,
    speakers,
    to_wound_table,
    value,
)
from warhost.rulesets.fantasy_battles.shown import events

__all__ = [
    "MISFIRE",
    "armour_save",
    "at_stake",
    "chain",
    "destroy",
    "hurdles",
    "in_duel",
    "lose_health",
    "lose_together",
    "lose_unsaved",
    "losses_of",
    "prepared",
    "roll_hits",
    "special_save",
    "suffer",
    "to_hit",
    "to_wound",
]

HOPELESS = "t9a.shooting.hopeless_shots"

MISFIRE = "misfire"
"""The moment to which the dice of an Artillery Weapon come that misfired; nothing comes of them."""

BEST_AEGIS = 3
"""What an Aegis may become by a spell that makes it better."""

LETHAL = 10
"""The Armour Penetration of a natural 6 to wound with Lethal Strike."""


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
    added = 0 if attack.always else attack.to_wound.total
    return min(6, max(attack.wounds_from, need - added))


@rule("t9a.attack.armour_save", "t9a.attack.natural_rolls")
def armour_save(battle: Battle, attack: Attack, ap: int | None = None) -> int | None:
    """The face that saves at least (never a natural 1), perhaps against another AP; None if there is no save."""
    return armour_table(_armour(battle, attack), attack.ap if ap is None else ap)


def _armour(battle: Battle, attack: Attack) -> int:
    """The Armour of the target; in melee without a shield that it cannot use with the weapon in its hands."""
    target = battle.units[attack.target]
    return value(battle, target, "arm") - (shield_unused(battle, target) if attack.in_melee else 0)


@rule("t9a.attack.special_save", "t9a.special.special_save")
def special_save(attack: Attack, *, lethal: bool = False) -> tuple[int, str] | None:
    """The best Special Save and whose it is: one of Aegis and Fortitude is rolled (T9A-R139).

    Passed Aegis Saves that must be rolled again are worth less, and the owner knows.
    """
    if attack.no_special_save:
        return None
    open_to = [(need, name, attack.divine) for need, name in aegis_of(attack)]
    if not attack.flaming and not lethal:
        open_to += [(need, name, False) for need, name in attack.fortitude]
    if not open_to:
        return None

    def chance(save: tuple[int, str, bool]) -> float:
        once = (7 - max(2, save[0])) / 6
        return once * once if save[2] or attack.special_rerolled_by is not None else once

    need, name, _ = max(open_to, key=chance)
    return max(2, need), name


@rule("t9a.special.aegis", "t9a.occultism.2_hand_of_glory")
def aegis_of(attack: Attack) -> list[tuple[int, str]]:
    """The Aegis Saves against an attack; by a spell each is better by 1, up to 3+ (T9A-R093)."""
    if not attack.aegis_better:
        return attack.aegis
    return [(min(need, max(BEST_AEGIS, need - 1)), name) for need, name in attack.aegis]


def chain(battle: Battle, attack: Attack) -> Stage:
    """The dice of one attack from the roll to hit to lost Health Points. Without a number to roll it hits."""
    wound = _wound_stage(battle, attack)
    told = _reason(battle, attack, "to hit", attack.rule)
    hit = _hits(battle, attack, wound)
    if attack.hit_on is None:
        return attempt("hit", None, hit, told)
    need = to_hit(attack)
    if need > 6:
        return _hopeless(attack, hit, told)
    naturals = [*_misfiring(attack)]
    if attack.focused or attack.poisoned:
        naturals.append((6, 6, _sixes(battle, attack, wound)))
    again = _failed_again(attack.hits_rerolled_by, need, told)
    if attack.sixes_rerolled_by is not None:
        failed = () if again is None else again.spans
        again = Again((*failed, (6, 6)), f"{told.why} again", attack.sixes_rerolled_by.id)
    return attempt("hit", need, hit, told, naturals=naturals, again=again)


@rule("t9a.special.battle_focus")
def _sixes(battle: Battle, attack: Attack, wound: Stage) -> Leads:
    """What a natural 6 to hit leads to: one hit more with Battle Focus, and one that wounds by itself with Poison
    Attacks (T9A-R204)."""
    if not attack.poisoned:
        return to(wound, 2)
    sure = _wound_stage(battle, attack, sure=True)
    if attack.focused:
        return (1, sure), (1, wound)
    return to(sure) if attack.each == 1 else ((1, sure), (attack.each - 1, wound))


@rule("t9a.special.area_attack", "t9a.spell.bracketed_hit")
def _hits(battle: Battle, attack: Attack, wound: Stage) -> Leads:
    """What one attack that hits leads to: one hit, or those of an Area Attack, of which one may have other values."""
    if attack.bracketed is None:
        return to(wound, attack.each)
    first = _wound_stage(battle, attack.bracketed)
    return ((1, first), (attack.each - 1, wound)) if attack.each > 1 else to(first)


@rule("t9a.shooting.hopeless_shots")
def _hopeless(attack: Attack, hit: Leads, told: Reason) -> Stage:
    """A 6, then a 4 or more; only the first die may be rolled again (T9A-R121)."""
    second = attempt("hit again", 4, hit, Reason(f"{told.why} after a 6", HOPELESS, told.seat, told.unit))
    again = _failed_again(attack.hits_rerolled_by, 6, told)
    return attempt("hit", 6, to(second), told, naturals=_misfiring(attack), again=again)


@rule("t9a.misfire.roll", "t9a.special.artillery_weapon")
def _misfiring(attack: Attack) -> tuple[Natural, ...]:
    """The natural roll to hit on which an Artillery Weapon misfires (T9A-R123)."""
    face = attack.misfires_on
    return () if face is None else ((face, face, to(Stage(MISFIRE, None, ((1, ()),)))),)


def _wound_stage(battle: Battle, attack: Attack, *, sure: bool = False) -> Stage:
    need = None if sure else to_wound(battle, attack)
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
        rerolled = attack.special_rerolled_by is not None or (attack.divine and best in aegis_of(attack))
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


@rule("t9a.attack.hits", "t9a.special.area_attack")
def roll_hits(battle: Battle, attack: Attack) -> Script[None]:
    """Step 2: roll to hit for all attacks at once. The hits are noted in the attack, and in its `bracketed` one."""
    dice: dict[Stage | None, int] = {chain(battle, attack): attack.count}
    yield from throw_on(dice, "hit")
    yield from throw_on(dice, "hit again")
    attack.misfires = sum(dice.pop(stage) for stage in [*dice] if stage is not None and stage.moment == MISFIRE)
    attack.hits = sum(dice.values())
    if attack.poisoned:
        attack.sure = dice.get(_wound_stage(battle, attack, sure=True), 0)
    if attack.bracketed is not None:
        attack.bracketed.hits = attack.hits // attack.each
        attack.bracketed.count = attack.bracketed.hits
        attack.hits -= attack.bracketed.hits


def losses_of(battle: Battle, attack: Attack, number: Number | None = None) -> Distribution[int]:
    """The exact distribution of the Health Points that such attacks take, of so many or of as many as it counts."""
    dice = [(chain(battle, attack), attack.count if number is None else number)]
    return spread_of_all(dice, at_stake(battle, battle.units[attack.target]))


@rule("t9a.attack.unsaved", "t9a.special.champion")
def at_stake(battle: Battle, target: Unit) -> int:
    """The Health Points that attacks on it can take at most: of its pool, and of the Champion of its rank and file."""
    champion = None if target.host is not None else battle.champion_of(target)
    if champion is None or in_duel(battle, champion):
        return health(battle, target)
    return health(battle, target) + health(battle, champion)


@rule("t9a.special.duel")
def in_duel(battle: Battle, unit: Unit) -> bool:
    """Whether the model fights a Duel in this Round of Combat."""
    return any(unit.entry in pair for pair in battle.duels)


class _Lot:
    """Like hits that go through the sequence together, and what becomes of them."""

    __slots__ = (
        "armour_saved",
        "attack",
        "dice",
        "hits",
        "poisoned",
        "special_saved",
        "taken_off",
        "tries",
        "wound",
        "wounds",
    )

    def __init__(self, battle: Battle, attack: Attack) -> None:
        self.attack = attack
        self.wound = _wound_stage(battle, attack)
        self.poisoned = _wound_stage(battle, attack, sure=True)
        self.dice: dict[Stage | None, int] = {self.wound: 0, self.poisoned: 0}
        self.tries = self.hits = self.wounds = self.armour_saved = self.special_saved = 0
        self.taken_off = 0
        """What rules take from the Health Points that Multiple Wounds would cost."""

    def add(self, attack: Attack) -> None:
        self.tries += attack.count
        self.hits += attack.hits
        self.dice[self.wound] += attack.hits - attack.sure
        self.dice[self.poisoned] += attack.sure


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
    """All these attacks at once, whose hits are known: wounds, Armour Saves, Special Saves, losses; each step for all
    before the next.

    Returns the Health Points that each unit lost, its guests' among them. Contact that the losses broke is closed
    again. No Panic here.
    """
    lots = _lots(battle, (yield from distribute(battle, attacks)))
    for lot in lots:
        yield from throw_on(lot.dice, "wound")
        lot.wounds = sum(lot.dice.values())
    for lot in lots:
        lot.armour_saved = yield from throw_on(lot.dice, "armour")
    for lot in lots:
        yield from _spare(battle, lot)
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
        points[attack.target] = points.get(attack.target, 0) + max(0, lot.dice.get(None, 0) - lot.taken_off)
    by = {battle.body(battle.units[lot.attack.target]).id: _seat_of(battle, lot.attack) for lot in lots}
    lost = yield from lose_together(battle, points, "the last Health Point was lost")
    if not any(lot.attack.echo for lot in lots):
        yield from _tell_losses(battle, lost, by)
    return lost


def _seat_of(battle: Battle, attack: Attack) -> int | None:
    return None if attack.attacker is None else battle.units[attack.attacker].seat


@rule("t9a.hereditary.de_curse_of_the_phantom_queen")
def _tell_losses(battle: Battle, lost: dict[int, int], by: Mapping[int, int | None]) -> Script[None]:
    """Rules of both sides may answer what each unit lost by whom; what it costs further is added."""
    if not is_heard(battle, "on_losses") and not any(unit.effects for unit in battle.units):
        return
    for number, points in list(lost.items()):
        for bearer in list(battle.units):
            for speaker in speakers(battle, bearer).at("on_losses") if battle.body(bearer).pose is not None else ():
                unit = battle.units[number]
                if points and unit.pose is not None:
                    lost[number] += yield from speaker.on_losses(battle, bearer, unit, points, by.get(number))


def _spare(battle: Battle, lot: _Lot) -> Script[None]:
    """Before Special Saves rules of the target's side may take wounds back, or from what Multiple Wounds make of
    them."""
    target = battle.units[lot.attack.target]
    wounds = sum(lot.dice.values())
    for friend in battle.units if wounds else ():
        if friend.seat != target.seat or battle.body(friend).pose is None:
            continue
        for speaker in speakers(battle, friend).at("spares"):
            spared = yield from speaker.spares(battle, friend, target, lot.attack, wounds)
            if lot.attack.multiply is not None and battle.profile(target).hp > 1:
                lot.taken_off += spared
                continue
            wounds -= spared
            for stage in list(lot.dice):
                fewer = min(spared, lot.dice[stage])
                lot.dice[stage] -= fewer
                spared -= fewer


@rule("t9a.attack.unsaved")
def lose_together(battle: Battle, points: Mapping[int, int], how: str) -> Script[dict[int, int]]:
    """Units and guests lose Health Points at the same time; contact that this broke is closed again.

    Returns what each unit really lost, its guests' losses among them.
    """
    # A unit may change numbers with its guest while losses come off: they are told by their entries.
    by_entry = {battle.units[number].entry: amount for number, amount in points.items()}
    lost: dict[int, int] = {}
    for entry, amount in by_entry.items():
        unit = battle.bearing(entry)
        _note_overkill(battle, unit, amount)
        number = battle.body(unit).id
        gone = yield from lose_health(battle, unit, amount, how)
        lost[number] = lost.get(number, 0) + gone
    yield from keep_contact(battle, lost, lost)
    return lost


@rule("t9a.special.overkill")
def _note_overkill(battle: Battle, unit: Unit, points: int) -> None:
    """What a duellist would lose beyond its last Health Point counts for its enemy's Combat Score (T9A-R129)."""
    left = health(battle, unit)
    if left > 0 and points > left and in_duel(battle, unit):
        unit.overkill += points - left


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
    return to(number_of("multiply", by, lambda times: to(None, min(times, hp)), told))


@rule("t9a.attack.casualties", "t9a.attack.distribute", "t9a.special.character", "t9a.special.champion")
def lose_health(battle: Battle, unit: Unit, points: int, how: str) -> Script[int]:
    """Steps 8 and 9: take Health Points from the unit's common pool and whole models from the table; what is left is
    noted.

    A guest in another's ranks has a pool of its own. What is too much for the rank and file goes to their Champion,
    who is one of them and falls last, unless the Champion fights a Duel; the rest is lost. Returns what was really
    lost. No Panic here.
    """
    champion = None if unit.host is not None else battle.champion_of(unit)
    heir = None if champion is None or in_duel(battle, champion) else champion.entry
    lost = yield from _lose(battle, unit, points, how)
    if heir is not None and lost < points and unit.entry == heir:
        lost += yield from _lose(battle, unit, points - lost, how)
    return lost


@rule("t9a.special.character", "t9a.special.champion")
def lose_unsaved(battle: Battle, unit: Unit, points: int, how: str) -> Script[int]:
    """Health Points that no attack takes: the rank and file's first, then those of whoever stands in their ranks.

    Contact that this broke is closed again. No Panic here. Returns what was really lost.
    """
    lost = 0
    while lost < points and unit.pose is not None:
        lost += yield from _lose(battle, unit, points - lost, how)
    yield from keep_contact(battle, (unit.id,), {unit.id: lost})
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
    why = f"Armour {_armour(battle, attack)} against AP {attack.ap}"
    told.append(Part(0, f"{'no' if save is None else f'{save}+'} Armour Save: {why}", "t9a.attack.armour_save"))
    if special is not None:
        told.append(Part(0, f"{special[0]}+ Special Save: {special[1]}", "t9a.attack.special_save"))
    return tuple(told)
