"""Casting: which spells a caster may try, on whom, and what comes of it (Special Rules: Caster)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, Weigh, choose
from warhost.play.shown.english import does, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic import spells
from warhost.rulesets.regiments.chapters.magic.casters import CasterModel, Way, casters_of, model_of, spells_of
from warhost.rulesets.regiments.chapters.magic.spell_tokens import Tokens
from warhost.rulesets.regiments.chapters.shooting import called
from warhost.rulesets.regiments.core import (
    Battle,
    Part,
    SpellText,
    Trooper,
    Unit,
    base_sees,
    events,
    footprint,
    look,
    openings,
    optional,
    troopers,
    unit_sees,
)
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.thinks.shooting_odds import spell_odds
from warhost.table import within

Moment = Literal["before the move", "after the move", "in contact"]

TOKENS = Tokens()


def way_of(battle: Battle) -> Way:
    """How spells are paid for in this battle."""
    for part in optional.speaking(battle, "way_to_cast"):
        return part.way_to_cast(battle)
    return TOKENS


@rule("aofr.special.caster.cast", "aofr.special.caster.before_attack", "aofr.special.caster.one_try_per_spell")
def cast_spells(battle: Battle, unit: Unit, moment: Moment) -> Script[None]:
    """The casters of the unit may try spells, one after another, each spell once in an activation (AOFR-R144)."""
    if not unit.tokens and not battle.scene.settings.parts:
        return
    way = way_of(battle)
    while not unit.fate and any(way.ready(battle, caster) for caster in casters_of(battle, unit)):
        options = list(_castable(battle, unit, way))
        for part in optional.speaking(battle, "further_spells"):
            options.extend(part.further_spells(battle, unit, way))
        if not options:
            return
        text = f"{verb(unit.name, 'Does')} {unit.name} cast a spell {moment}?"
        rules = ("aofr.special.caster.cast", "aofr.special.caster.one_try_per_spell")
        quiet = Option("pass", "Do not cast now", unit=unit.id, passes=True)

        def weigh(option: Option) -> Sequence[Odds]:
            return tuple(_prospects(battle, unit, option, way))

        key = yield from choose(unit.seat, "cast", text, [quiet, *options], rules=rules, weigh=weigh, about=moment)
        if key == "pass":
            return
        further = further_spell(battle, key)
        if further is not None:
            yield from further.cast_further(battle, unit, key, way)
        else:
            yield from _try(battle, unit, *named_spell(battle, unit, key), way)


def further_spell(battle: Battle, key: str) -> Part | None:
    """The optional part whose spell an option is; none: it is a spell of the caster's own list."""
    parts = optional.speaking(battle, "further_spells")
    return next((part for part in parts if key.startswith(f"{part.slug}:")), None)


def _castable(battle: Battle, unit: Unit, way: Way) -> Iterator[Option]:
    """Every spell that a caster of the unit can pay, has not tried yet and has a target for."""
    for caster in casters_of(battle, unit):
        at: dict[tuple[str, int], list[Unit]] = {}
        for spell in spells_of(battle, caster):
            if not way.may_try(battle, caster, spell) or _tried(caster, spell) in unit.tried:
                continue
            alike = (spell.target, spell.range)
            if alike not in at:
                at[alike] = targets_of(battle, caster, spell)
            if at[alike]:
                yield _spell_option(battle, unit, caster, spell, at[alike], way)


def _spell_option(
    battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText, targets: Sequence[Unit], way: Way
) -> Option:
    """A spell to choose, with what it costs and does; on whom is asked afterwards, if there are several."""
    alone = targets[0] if len(targets) == 1 else None
    whom = f"one of {len(targets)} units" if alone is None else alone.name
    return Option(
        f"{caster.place}:{spell.name}",
        f"{spell.name} on {whom} {way.price(battle, caster, spell)}",
        odds=(way.chance(battle, caster, spell),),
        unit=unit.id,
        target=None if alone is None else alone.id,
        text=spell.text,
    )


def _prospects(battle: Battle, unit: Unit, option: Option, way: Way) -> Iterator[Odds]:
    """How likely a spell goes off, and its harm."""
    if option.key == "pass":
        return
    further = further_spell(battle, option.key)
    if further is not None:
        yield from option.odds
        return
    caster, spell = named_spell(battle, unit, option.key)
    first, *others = way.prospects(battle, caster, spell)
    yield first
    if option.target is not None:
        yield from _harm(battle, unit, spell, battle.units[option.target])
    yield from others


def named_spell(battle: Battle, unit: Unit, key: str) -> tuple[CasterModel, SpellText]:
    """The caster and the spell that an option names."""
    place, _, rest = key.partition(":")
    caster = casters_of(battle, unit)[int(place)]
    name = rest.partition(">")[0]
    return caster, next(spell for spell in spells_of(battle, caster) if spell.name == name)


def _tried(caster: CasterModel, spell: SpellText) -> str:
    return f"{caster.group}.{caster.place}:{spell.name}"


@rule("aofr.special.caster.target_los")
def targets_of(battle: Battle, caster: CasterModel, spell: SpellText) -> list[Unit]:
    """The units that the caster may pick: of the right side, in its own line of sight and in range; itself always."""
    unit = battle.units[caster.unit]
    friendly = spell.target == "friend"
    own = model_of(battle, unit, caster)
    reach = optional.measured(battle, float(spell.range))
    for part in optional.speaking(battle, "spell_reach"):
        reach = part.spell_reach(battle, caster, spell, reach)
    return [
        target
        for target in battle.units
        if not target.fate
        and (target.seat == unit.seat) == friendly
        and (
            unit_sees(battle, unit, target)
            if own is None or target is unit
            else sees_within(battle, unit, own, target, reach)
        )
    ]


def sees_within(battle: Battle, unit: Unit, own: Trooper, target: Unit, reach: float) -> bool:
    """Whether a model of a unit on the table sees a model of the target that is so near."""
    if not shows_itself(battle, unit, target) or not within(own.base, footprint(battle, target), reach):
        return False
    eyes = openings(battle, unit) or (own.base,)
    view = look(battle, unit, target)
    return any(base_sees(eye, view, reach) for eye in eyes)


def shows_itself(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether the target is on the table, or is something else that a unit may cast at."""
    return target.pose is not None or target in optional.further_targets(battle, unit, "cast")


@rule("aofr.special.caster.cast")
def _try(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText, way: Way) -> Script[None]:
    """Pick the spell's targets, pay for it and roll; if it goes off and nobody undoes it, it works."""
    targets = yield from _targets(battle, unit, caster, spell, way)
    picked = (yield from _pick(battle, unit, caster, spell, targets[0])) if spell.one_model else None
    unit.tried = (*unit.tried, _tried(caster, spell))
    if (yield from goes_off(battle, caster, spell, targets, way)):
        yield from spells.resolve(battle, unit, spell, targets, picked)


@rule("aofr.special.caster.cast")
def goes_off(
    battle: Battle, caster: CasterModel, spell: SpellText, targets: Sequence[Unit], way: Way, what: str = ""
) -> Script[bool]:
    """Roll for a spell; `what` says what is done where it has no targets. Whether it works."""
    unit = battle.units[caster.unit]
    need = way.target(battle, caster, spell)
    for part in optional.speaking(battle, "cast_on"):
        need = yield from part.cast_on(battle, caster, spell, need)
    if not (yield from way.cast(battle, caster, spell, targets, need, what)):
        yield events.SpellFailed(unit.id, spell.name)
        return False
    yield from optional.each(battle, "spell_cast", unit, spell)
    if (yield from optional.any_of(battle, "undoes_spell", caster, spell, targets)):
        return False
    return not unit.fate


def _targets(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText, way: Way) -> Script[list[Unit]]:
    """The units that the spell is cast on: the first, and more where the spell may pick several."""

    def weigh(option: Option) -> Sequence[Odds]:
        if option.target is None:
            return option.odds
        return (*_harm(battle, unit, spell, battle.units[option.target]), way.chance(battle, caster, spell))

    targets = [(yield from _first_target(battle, unit, caster, spell, weigh))]
    for _ in range(spell.units - 1):
        others = [other for other in targets_of(battle, caster, spell) if other not in targets]
        options = [Option("enough", "No more targets", unit=unit.id, passes=True)]
        options += [Option(f">{other.id}", other.name, unit=unit.id, target=other.id) for other in others]
        text = f"Who else is {spell.name} cast on?"
        rules = ("aofr.special.caster.cast",)
        key = yield from choose(unit.seat, "cast also", text, options, rules=rules, weigh=weigh)
        if key == "enough":
            break
        targets.append(battle.units[int(key[1:])])
    return targets


@rule("aofr.special.caster.target_los")
def _first_target(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText, weigh: Weigh) -> Script[Unit]:
    """On whom the spell is cast; nobody is asked if it can only be one."""
    options = [
        Option(
            f"{caster.place}:{spell.name}>{target.id}",
            target.name,
            unit=unit.id,
            target=target.id,
            text=" ".join(
                part.target_note(battle, caster, spell, target) for part in optional.speaking(battle, "target_note")
            ).strip(),
        )
        for target in targets_of(battle, caster, spell)
    ]
    text = f"Who {does(unit.name)} cast {spell.name} on?"
    rules = ("aofr.special.caster.cast", "aofr.special.caster.target_los")
    key = yield from choose(unit.seat, "cast on", text, options, note=spell.text, rules=rules, weigh=weigh)
    return battle.units[int(key.rpartition(">")[2])]


def _harm(battle: Battle, unit: Unit, spell: SpellText, target: Unit) -> Iterator[Odds]:
    """What a spell of hits does to a unit, if it goes off; of one on a single model that hangs on the model."""
    if spell.effect is not None and spell.effect.hits and not spell.one_model:
        yield from spell_odds(battle, target, spells.hits_of(battle, unit, spell.name, spell.effect, target, None))


def _pick(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText, target: Unit) -> Script[int]:
    """The kind of model that a spell on a single model picks: one that the caster sees in range."""
    own = model_of(battle, unit, caster)
    kinds: list[int] = []
    if own is not None and target.pose is not None and target is not unit:
        view = look(battle, unit, target)
        for trooper in troopers(battle, target):
            alone = msgspec.structs.replace(view, bases=(trooper.base,))
            if trooper.group not in kinds and base_sees(own.base, alone, optional.measured(battle, spell.range)):
                kinds.append(trooper.group)
    kinds = kinds or [group for group, _ in kinds_of_model(target)]
    options = [Option(str(kind), called(battle, target, kind), unit=unit.id, target=target.id) for kind in kinds]
    text = f"Which model in {target.name} does {spell.name} target?"
    return int((yield from choose(unit.seat, "pick", text, options, rules=("aofr.special.caster.cast",))))
