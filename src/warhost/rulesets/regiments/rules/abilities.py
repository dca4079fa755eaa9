"""What rules of army books let a unit do in its activation: help and hinder units that it picks, choose one of two
bonuses, place itself anew, move on after an attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose, roll_pool, roll_sum
from warhost.play.shown.english import does
from warhost.rulesets.regiments.chapters.deployment.ground import place_anew
from warhost.rulesets.regiments.chapters.magic import spells
from warhost.rulesets.regiments.chapters.magic.enchantments import lengthen, spend
from warhost.rulesets.regiments.chapters.melee.consolidation import drift
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import (
    Battle,
    Cause,
    Effect,
    Picking,
    SpellText,
    Unit,
    footprint,
    optional,
    unit_sees,
)
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.rulesets.regiments.core.kinds import kinds_of_model, texts_of, tough, written_rules
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.rulesets.regiments.rules import growth
from warhost.rulesets.regiments.rules.pickings import chosen, pickings
from warhost.rulesets.regiments.rules.written import WRITTEN
from warhost.rulesets.regiments.thinks.shooting_odds import spell_odds
from warhost.table import within

_LATER = "later: "
"""Noted before the name of what a unit did not want to do before its move."""


def begin_activation(battle: Battle, unit: Unit) -> Script[None]:
    """A unit is activated: what it chose the last time is over; it chooses anew, and may be placed elsewhere."""
    unit.effects = tuple(effect for effect in unit.effects if effect.until != "next")
    for rule, share in written_rules(battle, unit):
        for spell, clause in chosen(rule):
            if share.all or (clause.whose == "model" and clause.name == "activation"):
                yield from _choose(battle, unit, spell, lasting=clause.name)
    yield from growth.use_feats(battle, unit, "move")
    yield from _displace(battle, unit)


def _choose(battle: Battle, unit: Unit, spell: SpellText, *, lasting: str) -> Script[None]:
    assert spell.effect is not None
    options = [
        Option(str(number), rule.name, unit=unit.id, text=spell.text)
        for number, rule in enumerate(spell.effect.gives, 1)
    ]
    text = f"{spell.name}: which does {unit.name} choose?"
    key = yield from choose(unit.seat, "choose a bonus", text, options, note=spell.text, rules=(WRITTEN,))
    others = tuple(effect for effect in unit.effects if effect.name != spell.name)
    unit.effects = (*others, Effect(spell.name, unit.id, "activation" if lasting == "activation" else "next", int(key)))


def _displace(battle: Battle, unit: Unit) -> Script[None]:
    """Units all of whose models have such a rule may be placed again near where they stand."""
    if unit.pose is None:
        return
    for rule, share in unit_rules(battle, unit).at("placed_within"):
        inches, sides = rule.placed_within
        if not inches or not share.all:
            continue
        if sides:
            why = f"{rule.name}: inches"
            dice = f"D{sides}+{inches}"
            inches = yield from roll_sum(dice, why=why, rule=WRITTEN, seat=unit.seat, unit=unit.id)
        yield from place_anew(battle, unit, float(inches), rule.name)
        spend(battle, unit, "placed")
        return


def move_on(battle: Battle, unit: Unit, *, melee: bool) -> Script[None]:
    """A unit may move a little after it shot, or after a melee, by its rules."""
    if unit.fate or unit.pose is None or unit.inside is not None:
        return
    rules = unit_rules(battle, unit).at("moves_after")
    inches, name = max(((rule.moves_after(share, melee=melee), rule.name) for rule, share in rules), default=(0, ""))
    if inches:
        before = unit.pose
        yield from drift(battle, unit, float(inches), name)
        spend(battle, unit, "after")
        if melee and unit.pose != before:
            yield from _part(battle, unit)


def _part(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that has moved on after a melee may wound an enemy near which it ends, as its rules say."""
    for rule, share in unit_rules(battle, unit).at("partings"):
        for clause in rule.partings:
            near = targets(battle, unit, Picking(target="enemy", range=clause.amount))
            if not near or is_gone(unit):
                continue
            options = [Option("pass", "Nobody", unit=unit.id, passes=True)]
            options += [Option(f">{other.id}", other.name, unit=unit.id, target=other.id) for other in near]
            text = f"Who {does(unit.name)} use {rule.name} on?"
            key = yield from choose(unit.seat, "ability", text, options, rules=(WRITTEN,), about=rule.name)
            if key == "pass":
                continue
            group = next(group for group, _ in kinds_of_model(unit))
            dice = share.having if unit.start > 1 else tough(battle, unit, group)
            faces = yield from roll_pool(
                dice, need=clause.need, why=rule.name, rule=WRITTEN, seat=unit.seat, unit=unit.id
            )
            wounds = sum(face >= clause.need for face in faces)
            yield from suffer(battle, battle.units[int(key[1:])], wounds, by=Cause(unit.id, "melee"))


def on_arrival(battle: Battle, unit: Unit) -> Script[None]:
    """What a unit may do to an enemy when it comes in from Ambush."""
    for rule, _ in written_rules(battle, unit):
        for spell, picking in pickings(rule, "arrival"):
            if targets(battle, unit, picking):
                yield from _use(battle, unit, rule, spell, picking)


def use_abilities(battle: Battle, unit: Unit, *, last: bool) -> Script[None]:
    """The unit's models may do what their rules let them do once in an activation, before they attack.

    Who does not want to before the move is asked once more after it.
    """
    unit.tried = tuple(name for name in unit.tried if not name.startswith(_LATER))
    while not unit.fate and unit.pose is not None:
        ready = list(_ready(battle, unit))
        if not ready:
            return
        rule, spell, picking = ready[0]
        used = yield from _use(battle, unit, rule, spell, picking)
        if not used:
            unit.tried = (*unit.tried, f"{_LATER}{rule.name}")
    if last:
        unit.tried = tuple(name for name in unit.tried if not name.startswith(_LATER))


def has_begun(unit: Unit) -> bool:
    """Whether the unit has moved, tried a spell or used such a rule since its activation began."""
    return unit.moved or any(not name.startswith(_LATER) for name in unit.tried)


def _ready(battle: Battle, unit: Unit) -> Iterator[tuple[RuleText, SpellText, Picking]]:
    """What it may still do, and has a target for."""
    for rule, _ in written_rules(battle, unit):
        for spell, picking in pickings(rule):
            done = unit.used if picking.per_game else unit.tried
            if {rule.name, f"{_LATER}{rule.name}"} & {*done, *unit.tried} or not targets(battle, unit, picking):
                continue
            if not _does_nothing_new(battle, unit, spell, picking):
                yield rule, spell, picking


def _does_nothing_new(battle: Battle, unit: Unit, spell: SpellText, picking: Picking) -> bool:
    """Whether it lies on every unit already that could be picked."""
    lasting = spell.effect is not None and spell.effect.lasting and not picking.marks
    return lasting and all(
        any(effect.name == spell.name for effect in other.effects) for other in targets(battle, unit, picking)
    )


def targets(battle: Battle, unit: Unit, picking: Picking) -> list[Unit]:
    """The units that may be picked: of the right side, near enough, in sight where that is needed."""
    friendly = picking.target == "friend"
    return [
        other
        for other in battle.units
        if not other.fate
        and other.pose is not None
        and (other.seat == unit.seat) == friendly
        and within(footprint(battle, unit), footprint(battle, other), optional.measured(battle, picking.range))
        and (not picking.sight or other is unit or unit_sees(battle, unit, other))
        and (not picking.only or _has(battle, other, picking.only))
    ]


def _has(battle: Battle, unit: Unit, name: str) -> bool:
    return any(text.name == name for group, _ in kinds_of_model(unit) for text in texts_of(battle, unit, group))


def _use(battle: Battle, unit: Unit, rule: RuleText, spell: SpellText, picking: Picking) -> Script[bool]:
    """Pick units, roll what must be rolled, and let it happen. Returns whether it was used."""
    picked: list[Unit] = []
    times = picking.units
    rolled = False
    while times:
        open_to = [other for other in targets(battle, unit, picking) if other not in picked or picking.dice]
        if not open_to:
            break
        options = [Option("pass", "Not now" if not picked and not rolled else "No more units", unit=unit.id)]
        options += [
            Option(f">{other.id}", other.name, tuple(_harm(battle, unit, spell, other)), unit.id, other.id)
            for other in open_to
        ]
        text = f"Who {does(unit.name)} use {rule.name} on?"
        key = yield from choose(
            unit.seat, "ability", text, options, note=spell.text, rules=(WRITTEN,), about=spell.name
        )
        if key == "pass":
            break
        if not picked:
            _note_use(unit, rule, picking)
        target = battle.units[int(key[1:])]
        picked.append(target)
        if picking.dice and not rolled:
            rolled = True
            times = yield from _successes(unit, rule, picking)
        if times:
            if picking.marks:
                yield from growth.mark(unit, target, spell.name, picking.marks, len(picking.against))
            else:
                yield from spells.resolve(battle, unit, spell, [target], None)
            if picking.lasts == "game":
                lengthen(target, spell.name)
            times -= 1
    return bool(picked)


def _note_use(unit: Unit, rule: RuleText, picking: Picking) -> None:
    unit.tried = (*unit.tried, rule.name)
    if picking.per_game:
        unit.used = (*unit.used, rule.name)


def _successes(unit: Unit, rule: RuleText, picking: Picking) -> Script[int]:
    faces = yield from roll_pool(
        picking.dice, need=picking.need, why=rule.name, rule=WRITTEN, seat=unit.seat, unit=unit.id
    )
    return sum(face >= picking.need for face in faces)


def _harm(battle: Battle, unit: Unit, spell: SpellText, target: Unit) -> Sequence[Odds]:
    """What the hits of such a thing do, if they come to pass."""
    if spell.effect is None or not spell.effect.hits:
        return ()
    return tuple(spell_odds(battle, target, spells.hits_of(battle, unit, spell.name, spell.effect, target, None)))
