"""Attacks from the first die to damage: to hit, to damage (Ranged Phase; Combat Phase: Hit and Damage the target).

The rules of both sides speak to every lot of attacks (`prepared`). `hit_stage` and `damage_stage` describe its dice for
play, odds and players alike; `resolve` throws them, `spread_of` is their exact distribution.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from warhost.dice import Dice, Distribution, rows
from warhost.dice.rows import Row
from warhost.play.counsel.throws import END, Leads, Reason, Stage, attempt, number_of, row_of, throw_on, to
from warhost.play.questions import Part
from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core import Battle, Special, attack_speakers, speaking, values
from warhost.table import Arc

Kind = Literal["combat", "ranged", "spell"]

MISSED = Stage("missed", None, ((1, ()),), mark=(1,))
"""Dice that failed and have not been thrown again."""


class Lot:
    """Attacks of one unit that go against one enemy together."""

    __slots__ = (
        "armed",
        "artefact",
        "attacker",
        "blast",
        "count",
        "damage_ones_by",
        "damages_on",
        "defence",
        "facing",
        "favoured",
        "hit_ones_by",
        "kind",
        "missile",
        "need",
        "one_damage_by",
        "one_hit_by",
        "own_rules",
        "rule",
        "sixes_hit",
        "target",
        "to_damage",
        "to_hit",
        "untouched",
        "what",
    )

    def __init__(
        self,
        kind: Kind,
        attacker: int,
        target: int,
        count: int,
        need: int,
        *,
        facing: Arc,
        what: str,
        rule: str,
        own_rules: bool = True,
        missile: bool = True,
        artefact: bool = False,
        armed: tuple[str, ...] = (),
        favoured: frozenset[str] = frozenset(),
        untouched: bool = False,
    ) -> None:
        self.kind, self.attacker, self.target = kind, attacker, target
        self.count = count
        """Dice to hit, all multiples and halves but that for an impossible hit included."""
        self.need = need
        """The value that a roll to hit has to reach: Melee, Shooting, 4 for spells."""
        self.facing = facing
        """The facing of the target that is attacked."""
        self.what, self.rule = what, rule
        self.own_rules = own_rules
        """Whether anything of the attacker's own helps these attacks; nothing helps those of Host Shadowbeast."""
        self.missile = missile
        """Whether modifiers to hit count: for all attacks but plain spells (kow.magic.hit_four)."""
        self.artefact = artefact
        """Given by an artefact, so that the attacker's own rules do not help (kow.artefact.granted_attacks)."""
        self.armed = armed
        """The special rules of the weapon or the spell, as army lists write them."""
        self.favoured = favoured
        """The rules that help attacks on one enemy alone and for which the player has named this one."""
        self.untouched = untouched
        """No rule of either side changes these attacks (kow.spell.host_shadowbeast_attacks)."""
        self.to_hit, self.to_damage = Tally(), Tally()
        self.defence = 0
        self.blast: int | Dice = 1
        self.hit_ones_by: Special | None = None
        self.damage_ones_by: Special | None = None
        self.one_hit_by: Special | None = None
        self.one_damage_by: Special | None = None
        self.damages_on: tuple[int, Special] | None = None
        """What damages whatever Defence and modifiers are (kow.artefact.hammer_of_measured_force)."""
        self.sixes_hit: Special | None = None
        """Natural 6s hit although a rule has made it harder (kow.special.spellward)."""

    @property
    def phase(self) -> Literal["combat", "ranged"]:
        return "combat" if self.kind == "combat" else "ranged"

    def is_favoured(self, by: Special) -> bool:
        """Whether a rule that helps attacks on one enemy alone helps these."""
        return by.name in self.favoured


@rule("kow.magic.hit_four")
def prepared(battle: Battle, lot: Lot) -> Lot:
    """The lot after the rules of both sides have spoken and before the first die. Nothing but Spellward makes a plain
    spell harder or easier."""
    attacker, target = battle.units[lot.attacker], battle.units[lot.target]
    if lot.untouched:
        lot.defence = battle.entry(target).defence
        return lot
    lot.defence = values.defence(battle, target)
    for speaker in attack_speakers(battle, attacker, lot).at("on_attack"):
        speaker.on_attack(battle, attacker, lot)
    for speaker in speaking(battle, target, "on_defence"):
        speaker.on_defence(battle, target, lot)
    if not lot.missile:
        lot.to_hit.parts = [part for part in lot.to_hit.parts if _is_by(part.rule, lot.sixes_hit)]
    return lot


class Needed(NamedTuple):
    """The natural face that hits at least, and whether only half of the dice are thrown."""

    face: int
    half: bool


@rule("kow.ranged.hit_roll", "kow.ranged.natural_one", "kow.ranged.impossible_shot")
@rule("kow.combat.hit_roll", "kow.combat.natural_one", "kow.combat.impossible_hit")
def to_hit(lot: Lot) -> Needed:
    """What hits: the value less all modifiers, never a natural 1. Above 6, natural 6s hit with half of the dice
    (KOW-R032); with all of them where only Spellward made it so hard."""
    needed = lot.need - lot.to_hit.total
    if needed <= 6:
        return Needed(max(2, needed), half=False)
    without = lot.need - sum(int(part.amount) for part in lot.to_hit.parts if not _is_by(part.rule, lot.sixes_hit))
    return Needed(6, half=lot.sixes_hit is None or without > 6)


def _is_by(rule_id: str, by: Special | None) -> bool:
    return by is not None and rule_id == by.id


@rule("kow.ranged.damage_roll", "kow.ranged.damage_natural_one", "kow.ranged.damage_natural_six")
@rule("kow.combat.damage_roll", "kow.combat.damage_natural_one", "kow.combat.damage_natural_six")
def to_damage(lot: Lot) -> int:
    """What damages: Defence less all modifiers; a natural 1 never does and a natural 6 always."""
    if lot.damages_on is not None:
        return lot.damages_on[0]
    return min(6, max(2, lot.defence - lot.to_damage.total))


def needed_parts(modifiers: Tally) -> tuple[Part, ...]:
    """The modifiers of a roll as changes of what it needs."""
    return tuple(msgspec.structs.replace(part, amount=-part.amount) for part in modifiers.parts)


def dice_of(lot: Lot) -> int:
    """How many dice are thrown to hit."""
    return lot.count // 2 if to_hit(lot).half else lot.count


def hit_stage(battle: Battle, lot: Lot, damage: Stage | None) -> Stage:
    """The dice of one attack, from the roll to hit to what follows: its dice to damage, or hits that are counted."""
    told = _reason(battle, lot, "to hit", lot.rule)
    return _with_ones_again("hit", to_hit(lot).face, _hits(battle, lot, damage), told, lot.hit_ones_by, lot.one_hit_by)


@rule("kow.special.blast")
def _hits(battle: Battle, lot: Lot, damage: Stage | None) -> Leads:
    """Each hit becomes so many hits, with a die of its own where dice say how many (KOW-R131)."""
    if isinstance(lot.blast, int):
        return to(damage, lot.blast)
    told = _reason(battle, lot, "Blast", "kow.special.blast")
    return to(number_of("blast", lot.blast, lambda hits: to(damage, hits), told))


def damage_stage(battle: Battle, lot: Lot) -> Stage:
    """The dice of one hit."""
    told = _reason(battle, lot, "to damage", f"kow.{lot.phase}.damage_roll")
    return _with_ones_again("damage", to_damage(lot), END, told, lot.damage_ones_by, lot.one_damage_by)


@rule("kow.special.elite", "kow.special.vicious", "kow.artefact.blade_of_slashing", "kow.artefact.mace_of_crushing")
def _with_ones_again(
    moment: str, face: int, good: Leads, told: Reason, ones_by: Special | None, one_by: Special | None
) -> Stage:
    """Natural 1s are thrown once more by a rule, if there is one. Failures that were not are told apart where one of
    them may be thrown again (KOW-R029)."""
    failed = to(MISSED) if one_by is not None else ()
    if ones_by is None:
        return attempt(moment, face, good, told, otherwise=failed)
    again = attempt(f"{moment} again", face, good, Reason(f"{told.why} again by {ones_by.name}", ones_by.id, *told[2:]))
    return attempt(moment, face, good, told, otherwise=failed, naturals=((1, 1, to(again)),))


def _reason(battle: Battle, lot: Lot, why: str, rule_id: str) -> Reason:
    return Reason(f"{lot.what}: {why}", rule_id, battle.units[lot.attacker].seat, lot.attacker)


class Done(NamedTuple):
    """What came of a lot: dice that hit (before Blast), and damage."""

    hits: int
    damage: int


@rule("kow.ranged.hit_dice", "kow.combat.hit_dice")
def resolve(battle: Battle, lot: Lot) -> Script[Done]:
    """Throw all dice of a prepared lot: to hit, then to damage."""
    damage = damage_stage(battle, lot)
    dice: dict[Stage | None, int] = {hit_stage(battle, lot, damage): dice_of(lot)}
    more = once_more(battle, lot, lot.one_hit_by, to_hit(lot).face, _hits(battle, lot, damage))
    hits = yield from _throw(dice, "hit", more)
    yield from throw_on(dice, "blast")
    yield from _throw(dice, "damage", once_more(battle, lot, lot.one_damage_by, to_damage(lot), END))
    return Done(hits, dice.get(None, 0))


def resolve_hits(battle: Battle, lot: Lot) -> Script[Done]:
    """Throw the dice to hit of a prepared lot that does no damage: how many hit, and what Blast makes of them."""
    dice: dict[Stage | None, int] = {hit_stage(battle, lot, None): dice_of(lot)}
    hits = yield from _throw(dice, "hit", None)
    yield from throw_on(dice, "blast")
    return Done(hits, dice.get(None, 0))


def row_of_hits(battle: Battle, lot: Lot) -> Row:
    """The chances of the hits of such a lot."""
    return rows.power(row_of(hit_stage(battle, lot, None)), dice_of(lot))


def aftermath(battle: Battle, lot: Lot, damage: int) -> Script[None]:
    """What follows from so much damage of a lot, once it is on the target: frost, shattered nerve."""
    attacker = battle.units[lot.attacker]
    if lot.untouched:
        return
    for speaker in attack_speakers(battle, attacker, lot).at("after_attack"):
        yield from speaker.after_attack(battle, attacker, lot, damage)


def once_more(battle: Battle, lot: Lot, by: Special | None, face: int, good: Leads) -> Stage | None:
    """The one failed die that a rule throws again, if there is such a rule."""
    if by is None:
        return None
    attacker = battle.units[lot.attacker]
    return attempt("once more", face, good, Reason(f"{lot.what}: {by.name}", by.id, attacker.seat, attacker.id))


def _throw(dice: dict[Stage | None, int], moment: str, more: Stage | None) -> Script[int]:
    """Throw the dice that have come to that moment, natural 1s again, then one failure again. How many passed."""
    passed = yield from throw_on(dice, moment)
    passed += yield from throw_on(dice, f"{moment} again")
    if dice.pop(MISSED, 0) and more is not None:
        dice[more] = 1
        passed += yield from throw_on(dice, more.moment)
    return passed


def spread_of(battle: Battle, lot: Lot) -> Distribution[int]:
    """The exact distribution of the damage of a prepared lot."""
    return Distribution.of_row(row_of_lot(battle, lot))


def row_of_lot(battle: Battle, lot: Lot) -> Row:
    """The same as a row."""
    damage, count = damage_stage(battle, lot), dice_of(lot)
    stage = hit_stage(battle, lot, damage)
    if lot.one_hit_by is not None:
        more = once_more(battle, lot, lot.one_hit_by, to_hit(lot).face, _hits(battle, lot, damage))
        return _with_one_more(stage, more, lot.hit_ones_by, count)
    if lot.one_damage_by is not None:
        more = once_more(battle, lot, lot.one_damage_by, to_damage(lot), END)
        hits = rows.power(row_of(hit_stage(battle, lot, None)), count)
        return rows.blend(
            (chance, _with_one_more(damage, more, lot.damage_ones_by, number)) for number, chance in enumerate(hits)
        )
    return rows.power(row_of(stage), count)


def _with_one_more(stage: Stage, more: Stage | None, ones_by: Special | None, count: int) -> Row:
    """So many dice, and one more unless none of them has failed. Natural 1s that were thrown again do not count."""
    assert more is not None
    assert stage.need is not None
    each = row_of(stage)
    failed = (stage.need - 1 - (ones_by is not None)) / stage.sides
    sound = _all_of((each[0] - failed, *each[1:]), 1.0 - failed, count)
    some = rows.power(each, count)
    rest = [chance - _at(sound, index) for index, chance in enumerate(some)]
    both = rows.product(rest, row_of(more))
    return [chance + _at(sound, index) for index, chance in enumerate(both)]


def _all_of(row: Row, share: float, count: int) -> Row:
    """So many dice all of which are of a kind that has that share of all faces."""
    if share <= 0.0:
        return [0.0 if count else 1.0]
    return [chance * share**count for chance in rows.power([chance / share for chance in row], count)]


def _at(row: Row, index: int) -> float:
    return row[index] if index < len(row) else 0.0
