"""Casting with spell dice, and blocking spells with them (Winds of Power: Casting Spells, Blocking Spells)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from warhost.play.counsel.throws import natural
from warhost.play.events import counted
from warhost.play.questions import Act, Denied, Odds, Option, Part
from warhost.play.script import Script, choose, roll, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.casters import CAST_ON, CasterModel, Way, onlookers, spells_of, told_try
from warhost.rulesets.regiments.chapters.magic.enchantments import spend
from warhost.rulesets.regiments.chapters.magic.spell_tokens import skill
from warhost.rulesets.regiments.chapters.wounds.attacks import needed
from warhost.rulesets.regiments.core import Battle, SpellText, Unit
from warhost.rulesets.regiments.parts.winds_of_power import odds, state
from warhost.rulesets.regiments.parts.winds_of_power.events import CasterExhausted, SpellBlocked, SpellDiceThrown
from warhost.rulesets.regiments.parts.winds_of_power.miscasts import miscast

OFF_BOOK = 6
"""What dice must show for spells that are not in the caster's book."""

CASTING, BLOCKING = "spell dice", "blocking dice"
"""What the questions are about."""


class SpellDice(Way):
    """Any number of dice of the magic pool; as many successes as the spell's value cast it."""

    def __init__(self, *, by_casters: bool) -> None:
        self.by_casters = by_casters

    @rule("aofr.winds.ones_stop", "aofr.winds.miscast_stop")
    def ready(self, battle: Battle, caster: CasterModel) -> bool:
        """There are dice, and the caster has thrown no 1 in this round."""
        seat = battle.units[caster.unit].seat
        return state.dice_of(battle, seat) > 0 and state.key_of(battle, caster) not in state.told(battle).done

    @rule("aofr.winds.cast", "aofr.winds.cast_no_tokens")
    def may_try(self, battle: Battle, caster: CasterModel, spell: SpellText) -> bool:
        """With fewer dice than its value a spell cannot go off; tokens are not asked for."""
        seat = battle.units[caster.unit].seat
        return self.ready(battle, caster) and state.dice_of(battle, seat) >= spell.cost

    def price(self, battle: Battle, caster: CasterModel, spell: SpellText) -> str:
        dice = state.dice_of(battle, battle.units[caster.unit].seat)
        counts = counted(dice, "die", "dice") if dice == spell.cost else f"{spell.cost} to {dice} dice"
        return f"with {counts}, {needed(self.target(battle, caster, spell), skill(battle, caster))}+"

    def chance(self, battle: Battle, caster: CasterModel, spell: SpellText) -> Odds:
        seat = battle.units[caster.unit].seat
        dice = state.dice_of(battle, seat)
        need = needed(self.target(battle, caster, spell), skill(battle, caster))
        label = f"success with {'your only die' if dice == 1 else f'all {dice} of your dice'} unless blocked"
        return Odds(label, odds.works(dice, need, spell.cost))

    def prospects(self, battle: Battle, caster: CasterModel, spell: SpellText) -> Iterator[Odds]:
        seat = battle.units[caster.unit].seat
        dice, against = state.dice_of(battle, seat), tuple(_against(battle, caster).values())
        need = needed(self.target(battle, caster, spell), skill(battle, caster))
        told = self.chance(battle, caster, spell)
        yield Odds(told.label, told.value, _parts(battle, caster, spell, need), telling=True)
        if dice > spell.cost:
            label = f"success with {counted(spell.cost, 'die', 'dice')} unless blocked"
            yield Odds(label, odds.works(spell.cost, need, spell.cost))
        if against:
            label = f"success with all your dice against all {sum(against)} of theirs"
            yield Odds(label, odds.works(dice, need, spell.cost, *against))

    @rule("aofr.winds.book_target")
    def target(self, battle: Battle, caster: CasterModel, spell: SpellText) -> int:
        """4+ for spells of its book and for those of no list (AOFR-R273), 6+ for the others of its list."""
        listed = any(own.name == spell.name for own in spells_of(battle, caster))
        known = state.told(battle).books.get(state.key_of(battle, caster), ())
        return OFF_BOOK if listed and spell.name not in known else CAST_ON

    @rule("aofr.winds.cast", "aofr.winds.unblockable", "aofr.winds.ones_stop", "aofr.winds.block")
    @rule("aofr.winds.miscast")
    def cast(
        self, battle: Battle, caster: CasterModel, spell: SpellText, on: Sequence[Unit], need: int, what: str = ""
    ) -> Script[bool]:
        """The caster names its dice, then who blocks; all throw. All dice are spent (AOFR-R269)."""
        unit = battle.units[caster.unit]
        seat = unit.seat
        act = Act(unit.id, tuple(target.id for target in on))
        face = needed(need, skill(battle, caster))
        told = told_try(unit, spell, on, what)
        dice = yield from _name_dice(battle, caster, spell, face, told, act)
        against: dict[int, int] = {}
        for other, most in _against(battle, caster).items():
            attempt = _Attempt(spell, face, dice, told, act)
            against[other] = yield from _block_with(other, most, attempt, tuple(against.values()))
        state.take_dice(battle, seat, dice)
        yield SpellDiceThrown(unit.id, spell.name, dice, sum(against.values()))
        why = f"Casting {spell.name}"
        cite = "aofr.winds.cast"
        faces = yield from roll(f"{dice}D6", why=why, rule=cite, seat=seat, unit=unit.id, need=face, counts="each")
        blocking = yield from _thrown_against(battle, spell, against)
        spend(battle, unit, "cast")
        shown = natural(faces)
        goes_off = sum(one >= face for one in faces) >= spell.cost
        if goes_off and blocking and 6 not in shown and max(blocking.values()) >= sum(faces):
            other = max(blocking, key=lambda side: blocking[side])
            yield SpellBlocked(unit.id, spell.name, other, blocking[other], sum(faces))
            goes_off = False
        if 1 in shown:
            yield from _stop(battle, caster)
        if all(one == 1 for one in shown):
            yield from miscast(battle, caster, spell)
        return goes_off

    @rule("aofr.winds.cast_no_tokens")
    def grant(self, battle: Battle, caster: CasterModel, tokens: int) -> None:
        """Every token is a spell die in the pool (AOFR-R267)."""
        seat = battle.units[caster.unit].seat
        state.set_dice(battle, seat, state.dice_of(battle, seat) + tokens, by_casters=self.by_casters)


class _Attempt(NamedTuple):
    """A spell that is about to be rolled for: what each die needs, how many are thrown, and what is told of it."""

    spell: SpellText
    face: int
    dice: int
    told: str
    act: Act


def _thrown_against(battle: Battle, spell: SpellText, against: Mapping[int, int]) -> Script[dict[int, int]]:
    """The totals of those who throw dice to block a spell; the dice are spent."""
    totals: dict[int, int] = {}
    for other, count in against.items():
        state.take_dice(battle, other, count)
        if count:
            why = f"Blocking {spell.name}"
            totals[other] = yield from roll_sum(f"{count}D6", why=why, rule="aofr.winds.block", seat=other)
    return totals


def _stop(battle: Battle, caster: CasterModel) -> Script[None]:
    """The caster casts no more until the round is over."""
    winds = state.told(battle)
    state.keep(battle, msgspec.structs.replace(winds, done=(*winds.done, state.key_of(battle, caster))))
    yield CasterExhausted(caster.unit)


def _parts(battle: Battle, caster: CasterModel, spell: SpellText, need: int) -> tuple[Part, ...]:
    rows = f"{counted(spell.cost, 'die', 'dice')} must show {need}+"
    known = state.told(battle).books.get(state.key_of(battle, caster), ())
    why = f"{spell.name} is {'' if spell.name in known else 'not '}in the spell book"
    listed = any(own.name == spell.name for own in spells_of(battle, caster))
    told = (Part(0, why, "aofr.winds.book_target"),) if listed else ()
    return (Part(0, rows, "aofr.winds.cast"), *told)


@rule("aofr.winds.block")
def _against(battle: Battle, caster: CasterModel) -> dict[int, int]:
    """The dice that each other side can block with: it needs a caster that sees this one within 18" (AOFR-R268)."""
    found: dict[int, int] = {}
    for other in battle.in_turn(battle.units[caster.unit].seat)[1:]:
        dice = state.dice_of(battle, other)
        if dice and any(True for _ in onlookers(battle, caster, other)):
            found[other] = dice
    return found


def _name_dice(battle: Battle, caster: CasterModel, spell: SpellText, face: int, told: str, act: Act) -> Script[int]:
    """How many dice the caster throws."""
    seat = battle.units[caster.unit].seat
    held, against = state.dice_of(battle, seat), tuple(_against(battle, caster).values())
    parts = _parts(battle, caster, spell, face)
    options = [
        Option(
            str(dice),
            counted(dice, "die", "dice"),
            tuple(_casting_odds(dice, face, spell.cost, against, parts)),
            unit=caster.unit,
        )
        for dice in range(spell.cost, held + 1)
    ]
    cost = counted(spell.cost, "success", "successes")
    few = [
        Denied(str(dice), f"{spell.name} needs {cost}: throw as many dice.", "aofr.winds.cast")
        for dice in range(1, spell.cost)
    ]
    text = f"{told} How many spell dice do you throw?"
    rules = ("aofr.winds.cast", "aofr.winds.ones_stop", "aofr.winds.miscast")
    note = f"You have {counted(held, 'spell die', 'spell dice')}. {spell.text}".strip()
    key = yield from choose(seat, CASTING, text, options, note=note, rules=rules, denied=few, act=act, about=spell.name)
    return int(key)


def _casting_odds(
    dice: int, face: int, value: int, against: tuple[int, ...], parts: tuple[Part, ...]
) -> Iterator[Odds]:
    label = "success unless blocked" if against else "success"
    yield Odds(label, odds.works(dice, face, value), parts, telling=True)
    if against:
        label = f"success against all {sum(against)} of their dice"
        yield Odds(label, odds.works(dice, face, value, *against))
        yield Odds("success that cannot be blocked", odds.cast(dice, face, value).unblockable)
    yield Odds("casts no more this round", odds.stops(dice))
    yield Odds("miscast", odds.miscasts(dice))


@rule("aofr.winds.block")
def _block_with(other: int, most: int, attempt: _Attempt, so_far: tuple[int, ...]) -> Script[int]:
    """How many of its dice another side throws against a spell, others having named theirs."""
    spell, dice, face = attempt.spell, attempt.dice, attempt.face
    labels = ["Do not block", *(counted(count, "die", "dice") for count in range(1, most + 1))]
    options = [
        Option(
            str(count),
            label,
            (Odds("still a success", odds.works(dice, face, spell.cost, *so_far, count), telling=True),),
            passes=not count,
        )
        for count, label in enumerate(labels)
    ]
    thrown = counted(dice, "die", "dice")
    text = f"{attempt.told[:-1]} with {thrown}. How many of your spell dice do you throw to block it?"
    rules = ("aofr.winds.block", "aofr.winds.unblockable")
    act = attempt.act
    key = yield from choose(other, BLOCKING, text, options, note=spell.text, rules=rules, act=act, about=spell.name)
    return int(key)
