"""Spell tokens: how spells are paid for, and the tokens that help and hinder (Special Rules: Caster)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from warhost.play.counsel.throws import END, UNTOLD, Reason, Stage, attempt, mean, throw_out
from warhost.play.events import counted
from warhost.play.questions import Act, Choose, Odds, Option, Part
from warhost.play.script import Script, Together, ask_choice
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.casters import (
    CAST_ON,
    MOST_TOKENS,
    CasterModel,
    Way,
    gain_of,
    onlookers,
    told_try,
)
from warhost.rulesets.regiments.chapters.magic.enchantments import spend
from warhost.rulesets.regiments.chapters.wounds.attacks import needed
from warhost.rulesets.regiments.core import Battle, SpellText, Unit, events, optional
from warhost.rulesets.regiments.core.speakers import casters, model_rules
from warhost.rulesets.regiments.rules.written import WRITTEN


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
                min(MOST_TOKENS, held + gain_of(battle, unit, group)) for held, group in zip(old, groups, strict=False)
            )


def _to_pay_with(battle: Battle, caster: CasterModel) -> int:
    """What a caster can pay for a spell."""
    return tokens_of(battle, caster) + optional.spare_tokens(battle, battle.units[caster.unit])


class _Aim(NamedTuple):
    """What the die of a try must show before tokens, and what rules on the caster add to it."""

    face: int
    able: int


class Tokens(Way):
    """A spell costs tokens and goes off on a 4+; both sides may spend tokens to help and to hinder it."""

    def ready(self, battle: Battle, caster: CasterModel) -> bool:
        return _to_pay_with(battle, caster) > 0

    def may_try(self, battle: Battle, caster: CasterModel, spell: SpellText) -> bool:
        return spell.cost <= _to_pay_with(battle, caster)

    def price(self, battle: Battle, caster: CasterModel, spell: SpellText) -> str:
        return f"for {_counted(spell.cost)}"

    def chance(self, battle: Battle, caster: CasterModel, spell: SpellText) -> Odds:
        return Odds("success if no tokens are spent", _success(_aim(battle, caster)))

    @rule("aofr.special.caster.boost", "aofr.special.caster.hinder")
    def prospects(self, battle: Battle, caster: CasterModel, spell: SpellText) -> Iterator[Odds]:
        """How likely a spell goes off with and without the tokens that both sides could still spend on it."""
        seat = battle.units[caster.unit].seat
        price = max(0, spell.cost - optional.spare_tokens(battle, battle.units[caster.unit]))
        own = sum(tokens_of(battle, helper) for helper in purse(battle, caster, seat)) - price
        against = sum(
            tokens_of(battle, helper) for side in battle.in_turn(seat)[1:] for helper in purse(battle, caster, side)
        )
        aim = _aim(battle, caster)
        told = self.chance(battle, caster, spell)
        yield Odds(told.label, told.value, _cast_parts(aim), telling=True)
        if own > 0:
            label = f"success with {_counted(own, 'extra token')} of yours"
            yield Odds(label, _success(aim, own), _cast_parts(aim, own))
        if against:
            chance = _success(aim, -against)
            label = f"success against {_counted(against)} of theirs"
            yield Odds(label, chance, _cast_parts(aim, 0, against))
        if own > 0 and against:
            chance = _success(aim, own - against)
            yield Odds("success if both spend all tokens", chance, _cast_parts(aim, own, against))

    @rule("aofr.special.caster.cast", "aofr.special.caster.boost", "aofr.special.caster.hinder")
    def cast(
        self, battle: Battle, caster: CasterModel, spell: SpellText, on: Sequence[Unit], need: int, what: str = ""
    ) -> Script[bool]:
        """Pay for the spell, bid tokens for and against it, roll. Nothing is paid back (AOFR-R150)."""
        unit = battle.units[caster.unit]
        pay(battle, caster, optional.spend_spare(battle, unit, spell.cost))
        told = told_try(unit, spell, on, what)
        aim = _aim(battle, caster, need)
        boost, hindrance = yield from _bids(battle, caster, told, on, aim)
        yield events.SpellTried(unit.id, spell.name, spell.cost, boost, hindrance)
        reason = Reason(f"Casting {spell.name}", "aofr.special.caster.cast", unit.seat, unit.id)
        die = _die(aim, boost - hindrance, reason)
        spend(battle, unit, "cast")
        return bool((yield from throw_out(die, 1)))

    @rule("aofr.special.caster.token_cap")
    def grant(self, battle: Battle, caster: CasterModel, tokens: int) -> None:
        """Give a caster tokens, or take them if negative: it never has less than none nor more than six."""
        held = tokens_of(battle, caster)
        unit = battle.units[caster.unit]
        unit.tokens = (*unit.tokens, *(0 for _ in casters(battle, unit)[len(unit.tokens) :]))
        pay(battle, caster, held - min(MOST_TOKENS, max(0, held + tokens)))


def _cast_parts(aim: _Aim, helping: int = 0, hindering: int = 0) -> tuple[Part, ...]:
    """What the die to cast comes down to."""
    need = needed(aim.face, helping - hindering + aim.able)
    parts = [Part(0, f"{need}+ to cast: {aim.face}+ without tokens", "aofr.special.caster.cast")]
    if aim.able:
        parts.append(Part(aim.able, "rules on the caster", WRITTEN))
    if helping:
        parts.append(Part(helping, "tokens that help", "aofr.special.caster.boost"))
    if hindering:
        parts.append(Part(-hindering, "tokens that hinder", "aofr.special.caster.hinder"))
    return tuple(parts)


def skill(battle: Battle, caster: CasterModel) -> int:
    """What rules add to the caster's rolls, or take from them."""
    return sum(rule.casting for rule in model_rules(battle, battle.units[caster.unit], caster.group).at("casting"))


def _aim(battle: Battle, caster: CasterModel, face: int = CAST_ON) -> _Aim:
    return _Aim(face, skill(battle, caster))


def _die(aim: _Aim, modifier: int, told: Reason = UNTOLD) -> Stage:
    """The die by which a spell goes off."""
    return attempt("cast", needed(aim.face, modifier + aim.able), END, told)


def _success(aim: _Aim, modifier: int = 0) -> float:
    """The chance that a spell goes off."""
    return mean(_die(aim, modifier))


def _counted(tokens: int, thing: str = "token") -> str:
    return counted(tokens, thing) if tokens else f"no {thing}s"


@rule("aofr.special.caster.boost", "aofr.special.caster.hinder")
def purse(battle: Battle, caster: CasterModel, seat: int) -> list[CasterModel]:
    """The casters of one side that may spend tokens on this try. Those that have acted in this round pay first, then
    the caster, then the others."""
    found = [helper for helper in onlookers(battle, caster, seat) if tokens_of(battle, helper)]
    return sorted(found, key=lambda h: 1 if h == caster else 0 if battle.units[h.unit].activated else 2)


@rule("aofr.special.caster.simultaneous")
def _bids(
    battle: Battle, caster: CasterModel, told: str, targets: Sequence[Unit], aim: _Aim
) -> Script[tuple[int, int]]:
    """Both sides commit tokens at the same time, before the die; they are spent whatever it shows (AOFR-R147)."""
    unit = battle.units[caster.unit]
    seat = unit.seat
    sides = battle.in_turn(seat)
    act = Act(unit.id, tuple(target.id for target in targets))
    purses = [purse(battle, caster, side) for side in sides]
    most = [sum(tokens_of(battle, helper) for helper in own) for own in purses]
    questions = [
        _bid(sides[0], told, act, "boost", most[0], sum(most[1:]), aim),
        *(_bid(side, told, act, "hinder", own, most[0], aim) for side, own in zip(sides[1:], most[1:], strict=True)),
    ]
    asked = [question for question in questions if len(question.options) > 1]
    if len(asked) > 1:
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
    return bids.get(seat, 0), sum(bids.get(side, 0) for side in sides[1:])


def _bid(
    seat: int, told: str, act: Act, topic: Literal["boost", "hinder"], most: int, against: int, aim: _Aim
) -> Choose:
    """How many of its tokens a side spends on the roll; the other side may spend so many against that."""
    sign, deed = (1, "help") if topic == "boost" else (-1, "stop")
    options = tuple(
        Option(
            str(n),
            f"{_counted(n)}: {sign * n:+} to the roll" if n else "No tokens",
            odds=tuple(_bid_odds(sign, n, against, aim)),
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


def _bid_odds(sign: int, tokens: int, against: int, aim: _Aim) -> Iterator[Odds]:
    """How likely the spell goes off, whether the other side keeps its tokens, spends all of them, or some."""

    def told(label: str, theirs: int) -> Odds:
        helping, hindering = (tokens, theirs) if sign > 0 else (theirs, tokens)
        return Odds(label, _success(aim, helping - hindering), _cast_parts(aim, helping, hindering))

    yield told("success if the other side spends nothing" if against else "success", 0)
    if against:
        yield told(f"success against all {against} of theirs", against)
    for some in range(1, against):
        yield told(f"success against {some} of theirs", some)


def _spend(battle: Battle, own: Sequence[CasterModel], tokens: int) -> None:
    for helper in own:
        share = min(tokens, tokens_of(battle, helper))
        pay(battle, helper, share)
        tokens -= share
