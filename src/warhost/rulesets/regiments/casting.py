"""Caster: spell tokens, trying spells, and the tokens that help and hinder (Special Rules: Caster)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from warhost.play.english import acts, does, verb
from warhost.play.events import counted
from warhost.play.questions import Act, Choose, Odds, Option, Part
from warhost.play.script import Script, Together, ask_choice, choose
from warhost.play.throws import END, UNTOLD, Reason, Stage, attempt, mean, throw_out
from warhost.rulebook import rule
from warhost.rulesets.regiments import events, optional, spells
from warhost.rulesets.regiments.attacks import needed
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.enchantments import spend
from warhost.rulesets.regiments.entries import SpellText
from warhost.rulesets.regiments.formation import HERO, Trooper, footprint, troopers
from warhost.rulesets.regiments.kinds import kinds_of_model
from warhost.rulesets.regiments.shooting import called
from warhost.rulesets.regiments.shooting_odds import spell_odds
from warhost.rulesets.regiments.sight import base_sees, look, unit_sees
from warhost.rulesets.regiments.speakers import casters, model_rules
from warhost.rulesets.regiments.written import WRITTEN
from warhost.table import within

Moment = Literal["before the move", "after the move", "in contact"]

MOST_TOKENS = 6
HELP_RANGE = 18.0
CAST_ON = 4


class CasterModel(msgspec.Struct, frozen=True):
    """One caster: its unit, its place among the unit's casters, the group it belongs to."""

    unit: int
    place: int
    group: int


def casters_of(battle: Battle, unit: Unit) -> list[CasterModel]:
    return [CasterModel(unit.id, place, group) for place, group in enumerate(casters(battle, unit))]


def tokens_of(battle: Battle, caster: CasterModel) -> int:
    tokens = battle.units[caster.unit].tokens
    return tokens[caster.place] if caster.place < len(tokens) else 0


def pay(battle: Battle, caster: CasterModel, tokens: int) -> None:
    """Take tokens from a caster."""
    unit = battle.units[caster.unit]
    own = list(unit.tokens)
    own[caster.place] -= tokens
    unit.tokens = tuple(own)


@rule("aofr.special.caster.tokens", "aofr.special.caster.token_cap", "aofr.special.caster.tokens_off_table")
def gain_tokens(battle: Battle) -> None:
    """At the start of a round every caster gains tokens, wherever it is; it never holds more than six."""
    for unit in battle.units:
        if unit.fate:
            continue
        groups = casters(battle, unit)
        if groups:
            old = (*unit.tokens, *(0 for _ in groups))
            unit.tokens = tuple(
                min(MOST_TOKENS, held + _gain(battle, unit, group)) for held, group in zip(old, groups, strict=False)
            )


def _gain(battle: Battle, unit: Unit, group: int) -> int:
    return sum(rule.rating for rule in model_rules(battle, unit, group).at("casts") if rule.casts)


@rule("aofr.special.caster.own_spells")
def spells_of(battle: Battle, caster: CasterModel) -> tuple[SpellText, ...]:
    """The spells of the caster's own faction that do something."""
    regiment = battle.regiment(battle.units[caster.unit])
    if caster.group == HERO:
        assert regiment.hero is not None
        regiment = regiment.hero
    return tuple(spell for spell in regiment.spells if spell.effect is not None)


@rule("aofr.special.caster.cast", "aofr.special.caster.before_attack", "aofr.special.caster.one_try_per_spell")
def cast_spells(battle: Battle, unit: Unit, moment: Moment) -> Script[None]:
    """The casters of the unit may try spells, one after another, each spell once in an activation (AOFR-R144)."""
    if not any(unit.tokens):
        return
    while not unit.fate:
        options = list(_castable(battle, unit))
        if not options:
            return
        text = f"{verb(unit.name, 'Does')} {unit.name} cast a spell {moment}?"
        rules = ("aofr.special.caster.cast", "aofr.special.caster.one_try_per_spell")
        quiet = Option("pass", "Do not cast now", unit=unit.id, passes=True)

        def weigh(option: Option) -> Sequence[Odds]:
            return tuple(_prospects(battle, unit, option))

        key = yield from choose(unit.seat, "cast", text, [quiet, *options], rules=rules, weigh=weigh, about=moment)
        if key == "pass":
            return
        yield from _try(battle, unit, *named_spell(battle, unit, key))


def _castable(battle: Battle, unit: Unit) -> Iterator[Option]:
    """Every spell that a caster of the unit can pay, has not tried yet and has a target for."""
    for caster in casters_of(battle, unit):
        tokens = tokens_of(battle, caster)
        at: dict[tuple[str, int], list[Unit]] = {}
        for spell in spells_of(battle, caster):
            if spell.cost > tokens or _tried(caster, spell) in unit.tried:
                continue
            alike = (spell.target, spell.range)
            if alike not in at:
                at[alike] = targets_of(battle, caster, spell)
            if at[alike]:
                yield _spell_option(battle, unit, caster, spell, at[alike])


def _spell_option(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText, targets: Sequence[Unit]) -> Option:
    """A spell to choose, with what it costs and does; on whom is asked afterwards, if there are several."""
    alone = targets[0] if len(targets) == 1 else None
    whom = f"one of {len(targets)} units" if alone is None else alone.name
    return Option(
        f"{caster.place}:{spell.name}",
        f"{spell.name} on {whom} for {_counted(spell.cost)}",
        odds=(Odds("works if nobody spends tokens", _success(skill(battle, caster))),),
        unit=unit.id,
        target=None if alone is None else alone.id,
        text=spell.text,
    )


@rule("aofr.special.caster.boost", "aofr.special.caster.hinder")
def _prospects(battle: Battle, unit: Unit, option: Option) -> Iterator[Odds]:
    """How likely a spell goes off with and without the tokens that both sides could still spend on it, and its harm."""
    if option.key == "pass":
        return
    caster, spell = named_spell(battle, unit, option.key)
    own = sum(tokens_of(battle, helper) for helper in purse(battle, caster, unit.seat)) - spell.cost
    against = sum(tokens_of(battle, helper) for helper in purse(battle, caster, battle.other(unit.seat)))
    able = skill(battle, caster)
    yield Odds(option.odds[0].label, _success(able), _cast_parts(0, 0, able), telling=True)
    if option.target is not None and not spell.one_model:
        yield from _harm(battle, unit, spell, battle.units[option.target])
    if own > 0:
        yield Odds(
            f"works with {_counted(own, 'extra token')} of yours", _success(able + own), _cast_parts(own, 0, able)
        )
    if against:
        chance = _success(able - against)
        yield Odds(f"works against {_counted(against)} of theirs", chance, _cast_parts(0, against, able))
    if own > 0 and against:
        yield Odds("works if both spend everything", _success(able + own - against), _cast_parts(own, against, able))


def _cast_parts(helping: int, hindering: int, able: int = 0) -> tuple[Part, ...]:
    """What the die to cast comes down to."""
    need = needed(CAST_ON, helping - hindering + able)
    parts = [Part(0, f"{need}+ to cast: {CAST_ON}+ without tokens", "aofr.special.caster.cast")]
    if able:
        parts.append(Part(able, "rules on the caster", WRITTEN))
    if helping:
        parts.append(Part(helping, "tokens that help", "aofr.special.caster.boost"))
    if hindering:
        parts.append(Part(-hindering, "tokens that hinder", "aofr.special.caster.hinder"))
    return tuple(parts)


def skill(battle: Battle, caster: CasterModel) -> int:
    """What rules add to the caster's rolls, or take from them."""
    return sum(rule.casting for rule in model_rules(battle, battle.units[caster.unit], caster.group).at("casting"))


def named_spell(battle: Battle, unit: Unit, key: str) -> tuple[CasterModel, SpellText]:
    """The caster and the spell that an option names."""
    place, _, rest = key.partition(":")
    caster = casters_of(battle, unit)[int(place)]
    name = rest.partition(">")[0]
    return caster, next(spell for spell in spells_of(battle, caster) if spell.name == name)


def _die(modifier: int, told: Reason = UNTOLD) -> Stage:
    """The die by which a spell goes off."""
    return attempt("cast", needed(CAST_ON, modifier), END, told)


def _success(modifier: int) -> float:
    """The chance that a spell goes off."""
    return mean(_die(modifier))


def _counted(tokens: int, thing: str = "token") -> str:
    return counted(tokens, thing) if tokens else f"no {thing}s"


def _tried(caster: CasterModel, spell: SpellText) -> str:
    return f"{caster.group}.{caster.place}:{spell.name}"


@rule("aofr.special.caster.target_los")
def targets_of(battle: Battle, caster: CasterModel, spell: SpellText) -> list[Unit]:
    """The units that the caster may pick: of the right side, in its own line of sight and in range; itself always."""
    unit = battle.units[caster.unit]
    friendly = spell.target == "friend"
    own = _model(battle, unit, caster)
    return [
        target
        for target in battle.units
        if not target.fate
        and (target.seat == unit.seat) == friendly
        and (
            unit_sees(battle, unit, target)
            if own is None or target is unit
            else _sees_within(battle, unit, own, target, spell.range)
        )
    ]


def _sees_within(battle: Battle, unit: Unit, own: Trooper, target: Unit, reach: float) -> bool:
    """Whether a model of a unit on the table sees a model of the target that is so near."""
    if target.pose is None or not within(own.base, footprint(battle, target), reach):
        return False
    return base_sees(own.base, look(battle, unit, target), reach)


def _model(battle: Battle, unit: Unit, caster: CasterModel) -> Trooper | None:
    """Where the caster stands; None if it is not on the table."""
    if unit.pose is None:
        return None
    groups = set(casters(battle, unit))
    return [trooper for trooper in troopers(battle, unit) if trooper.group in groups][caster.place]


@rule("aofr.special.caster.cast", "aofr.special.caster.boost", "aofr.special.caster.hinder")
def _try(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText) -> Script[None]:
    """Pick the spell's targets, pay for it, bid tokens for and against it, roll. Nothing is paid back (AOFR-R150)."""
    targets = yield from _targets(battle, unit, caster, spell)
    picked = (yield from _pick(battle, unit, caster, spell, targets[0])) if spell.one_model else None
    unit.tried = (*unit.tried, _tried(caster, spell))
    pay(battle, caster, spell.cost)
    boost, hindrance = yield from _bids(battle, caster, spell, targets)
    yield events.SpellTried(unit.id, spell.name, spell.cost, boost, hindrance)
    told = Reason(f"Casting {spell.name}", "aofr.special.caster.cast", unit.seat, unit.id)
    die = _die(boost - hindrance + skill(battle, caster), told)
    spend(battle, unit, "cast")
    if not (yield from throw_out(die, 1)):
        yield events.SpellFailed(unit.id, spell.name)
        return
    yield from optional.each(battle, "spell_cast", unit, spell)
    yield from spells.resolve(battle, unit, spell, targets, picked)


def _targets(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText) -> Script[list[Unit]]:
    """The units that the spell is cast on: the first, and more where the spell may pick several."""
    targets = [(yield from _first_target(battle, unit, caster, spell))]
    for _ in range(spell.units - 1):
        others = [other for other in targets_of(battle, caster, spell) if other not in targets]
        options = [Option("enough", "No more targets", unit=unit.id, passes=True)]
        options += [Option(f">{other.id}", other.name, unit=unit.id, target=other.id) for other in others]
        text = f"Who else is {spell.name} cast on?"
        key = yield from choose(unit.seat, "cast also", text, options, rules=("aofr.special.caster.cast",))
        if key == "enough":
            break
        targets.append(battle.units[int(key[1:])])
    return targets


@rule("aofr.special.caster.target_los")
def _first_target(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText) -> Script[Unit]:
    """On whom the spell is cast; nobody is asked if it can only be one."""
    options = [
        Option(
            f"{caster.place}:{spell.name}>{target.id}",
            target.name,
            unit=unit.id,
            target=target.id,
        )
        for target in targets_of(battle, caster, spell)
    ]

    def weigh(option: Option) -> Sequence[Odds]:
        if option.target is None or spell.one_model:
            return ()
        return tuple(_harm(battle, unit, spell, battle.units[option.target]))

    text = f"Who {does(unit.name)} cast {spell.name} on?"
    rules = ("aofr.special.caster.cast", "aofr.special.caster.target_los")
    key = yield from choose(unit.seat, "cast on", text, options, note=spell.text, rules=rules, weigh=weigh)
    return battle.units[int(key.rpartition(">")[2])]


def _harm(battle: Battle, unit: Unit, spell: SpellText, target: Unit) -> Iterator[Odds]:
    """What a spell of hits does to a unit, if it goes off."""
    if spell.effect is not None and spell.effect.hits:
        yield from spell_odds(battle, target, spells.hits_of(battle, unit, spell.name, spell.effect, target, None))


def _pick(battle: Battle, unit: Unit, caster: CasterModel, spell: SpellText, target: Unit) -> Script[int]:
    """The kind of model that a spell on a single model picks: one that the caster sees in range."""
    own = _model(battle, unit, caster)
    kinds: list[int] = []
    if own is not None and target.pose is not None and target is not unit:
        view = look(battle, unit, target)
        for trooper in troopers(battle, target):
            alone = msgspec.structs.replace(view, bases=(trooper.base,))
            if trooper.group not in kinds and base_sees(own.base, alone, spell.range):
                kinds.append(trooper.group)
    kinds = kinds or [group for group, _ in kinds_of_model(target)]
    options = [Option(str(kind), called(battle, target, kind), unit=unit.id, target=target.id) for kind in kinds]
    text = f"Which model in {target.name} does {spell.name} target?"
    return int((yield from choose(unit.seat, "pick", text, options, rules=("aofr.special.caster.cast",))))


@rule("aofr.special.caster.boost", "aofr.special.caster.hinder")
def purse(battle: Battle, caster: CasterModel, seat: int) -> list[CasterModel]:
    """The casters of one side that may spend tokens on this try: the caster itself, and those within 18" that see it
    in front of them (AOFR-R148). Those that have acted in this round pay first, then the caster, then the others."""
    unit = battle.units[caster.unit]
    own = _model(battle, unit, caster)
    found = [
        helper
        for other in battle.units
        if other.seat == seat and not other.fate
        for helper in casters_of(battle, other)
        if tokens_of(battle, helper) and (helper == caster or _sees_caster(battle, helper, unit, own))
    ]
    return sorted(found, key=lambda h: 1 if h == caster else 0 if battle.units[h.unit].activated else 2)


def _sees_caster(battle: Battle, helper: CasterModel, unit: Unit, own: Trooper | None) -> bool:
    """Whether a helper sees the casting model within 18"; comrades of its unit and inside its transport do."""
    friend = battle.units[helper.unit]
    if friend is unit or unit.inside is not None:
        return unit_sees(battle, friend, unit)
    stands = _model(battle, friend, helper)
    if stands is None or own is None:
        return False
    view = msgspec.structs.replace(look(battle, friend, unit), bases=(own.base,))
    return base_sees(stands.base, view, HELP_RANGE)


@rule("aofr.special.caster.simultaneous")
def _bids(battle: Battle, caster: CasterModel, spell: SpellText, targets: Sequence[Unit]) -> Script[tuple[int, int]]:
    """Both sides commit tokens at the same time, before the die; they are spent whatever it shows (AOFR-R147)."""
    unit = battle.units[caster.unit]
    seat = unit.seat
    sides = (seat, battle.other(seat))
    on = " and ".join(target.name for target in targets)
    told = f"{acts(unit.name, 'casts')} {spell.name} on {on}."
    act = Act(unit.id, tuple(target.id for target in targets))
    purses = [purse(battle, caster, side) for side in sides]
    most = [sum(tokens_of(battle, helper) for helper in own) for own in purses]
    able = skill(battle, caster)
    questions = [
        _bid(sides[0], told, act, "boost", most[0], most[1], able),
        _bid(sides[1], told, act, "hinder", most[1], most[0], able),
    ]
    asked = [question for question in questions if len(question.options) > 1]
    if len(asked) == 2:
        answers = yield Together(ask_choice(question) for question in asked)
        keys = [answer.option for answer in answers]
    else:
        keys = []
        for question in asked:
            answer = yield ask_choice(question)
            keys.append(answer.option)
    bids = {question.seat: int(key) for question, key in zip(asked, keys, strict=True)}
    for side, own in zip(sides, purses, strict=True):
        _spend(battle, own, bids.get(side, 0))
    return bids.get(seat, 0), bids.get(battle.other(seat), 0)


def _bid(
    seat: int, told: str, act: Act, topic: Literal["boost", "hinder"], most: int, against: int, able: int
) -> Choose:
    """How many of its tokens a side spends on the roll; the other side may spend so many against that."""
    sign, deed = (1, "help") if topic == "boost" else (-1, "stop")
    options = tuple(
        Option(
            str(n),
            f"{_counted(n)}: {sign * n:+} to the roll" if n else _counted(0),
            odds=tuple(_bid_odds(sign, n, against, able)),
            passes=not n,
        )
        for n in range(most + 1)
    )
    return Choose(
        seat=seat,
        topic=topic,
        text=f"{told} How many tokens do you spend to {deed} it?",
        rules=(f"aofr.special.caster.{topic}", "aofr.special.caster.simultaneous"),
        act=act,
        options=options,
    )


def _bid_odds(sign: int, tokens: int, against: int, able: int) -> Iterator[Odds]:
    """How likely the spell goes off, whether the other side keeps its tokens, spends all of them, or some."""

    def told(label: str, theirs: int) -> Odds:
        helping, hindering = (tokens, theirs) if sign > 0 else (theirs, tokens)
        return Odds(label, _success(able + helping - hindering), _cast_parts(helping, hindering, able))

    yield told("works if the other side spends nothing" if against else "works", 0)
    if against:
        yield told(f"works against all {against} of theirs", against)
    for some in range(1, against):
        yield told(f"works against {some} of theirs", some)


def _spend(battle: Battle, own: Sequence[CasterModel], tokens: int) -> None:
    for helper in own:
        share = min(tokens, tokens_of(battle, helper))
        pay(battle, helper, share)
        tokens -= share
