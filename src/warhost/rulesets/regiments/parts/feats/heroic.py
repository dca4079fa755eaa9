"""The six heroic feats, in the order of the book (Hero & Monster Feats: Heroic Feats)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.magic.casters import casters_of
from warhost.rulesets.regiments.chapters.melee import consolidation
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import (
    HERO,
    Battle,
    Effect,
    Share,
    SpecialRule,
    Unit,
    events,
    footprint,
    is_present,
    lay,
    measured,
    present,
)
from warhost.rulesets.regiments.core.speakers import model_rules
from warhost.rulesets.regiments.parts.feats.state import FeatUsed
from warhost.rulesets.regiments.parts.shared import attack_odds
from warhost.rulesets.regiments.parts.shared.harm_odds import fails_test, healed
from warhost.table import within

MOVE, MOVE_JOINED = 6.0, 3.0
RESOLVE = 12.0
KINDS: dict[int, Literal["shooting", "melee"]] = {1: "shooting", 2: "melee"}
"""What Heroic Accuracy and Heroic Strength are for, by the number of the effect."""


class _Chosen(SpecialRule):
    """A feat for the hero's own attacks, shooting or melee as it was chosen."""

    hero_only = True

    def __init__(self, number: int) -> None:
        super().__init__()
        self.kind = KINDS[number]


@rule("aofr.feat.heroic_accuracy")
class HeroicAccuracy(_Chosen):
    """+1 to hit with the hero's own weapons."""

    name, id = "Heroic Accuracy", "aofr.feat.heroic_accuracy"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == self.kind:
            attack.to_hit.add(1, self)


@rule("aofr.feat.heroic_strength")
class HeroicStrength(_Chosen):
    """AP(+1) on the hero's own weapons."""

    name, id = "Heroic Strength", "aofr.feat.heroic_strength"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == self.kind:
            attack.ap.add(1, self)


class HeroicChanneling(SpecialRule):
    """The hero has a spell token for casting rolls of others, as a caster has (aofr.feat.heroic_channeling)."""

    name, id = "Heroic Channeling", "aofr.feat.heroic_channeling"
    hero_only = True
    casts = True
    knows_no_spells = True


@rule("aofr.feat.heroic_resolve")
class HeroicResolve(SpecialRule):
    """The unit passes every morale test."""

    name, id = "Heroic Resolve", "aofr.feat.heroic_resolve"

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.settle(self, passes=True)


def speaker(effect: Effect) -> SpecialRule | None:
    """The rule of a heroic feat that lies on a unit."""
    chosen = {cls.name: cls for cls in (HeroicAccuracy, HeroicStrength)}.get(effect.name)
    if chosen is not None:
        return chosen(effect.number)
    plain: dict[str, type[SpecialRule]] = {cls.name: cls for cls in (HeroicChanneling, HeroicResolve)}
    return plain[effect.name]() if effect.name in plain else None


def wounds_of(battle: Battle, unit: Unit) -> int:
    """The wounds of the hero of a unit, joined or by itself."""
    return unit.hero_wounds if unit.hero else unit.wounds


def options(battle: Battle, unit: Unit) -> Iterator[Option]:
    """The heroic feats that the hero of this unit can use now."""
    stands = unit.pose is not None
    if stands and not unit.shaken and moving.why_not_move(battle, unit) is None:
        far = MOVE_JOINED if unit.hero else MOVE
        yield Option("move", f'Heroic Move: move up to {far:g}" at once', unit=unit.id)
    for number, kind in KINDS.items():
        where = "when shooting" if kind == "shooting" else "in melee"
        yield Option(f"accuracy>{number}", f"Heroic Accuracy: +1 to hit {where} this round", unit=unit.id)
    for number, kind in KINDS.items():
        where = "when shooting" if kind == "shooting" else "in melee"
        yield Option(f"strength>{number}", f"Heroic Strength: AP(+1) {where} this round", unit=unit.id)
    yield Option("channeling", "Heroic Channeling: a spell token for casting rolls", unit=unit.id)
    if is_present(battle, unit):
        yield Option("resolve", 'Heroic Resolve: a unit within 12" passes all morale tests this round', unit=unit.id)
    if wounds_of(battle, unit):
        odds = (healed("D3", wounds_of(battle, unit)),)
        yield Option("recovery", "Heroic Recovery: remove D3 wounds from the hero", odds, unit.id)


def weigh(battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
    """What a feat that sharpens the hero's weapons makes of the attacks of its unit, or what these are without it."""
    if option.passes:
        return attack_odds.as_they_stand(battle, unit, attack_odds.OWN)
    feat, _, number = option.key.partition(">")
    if feat not in ("accuracy", "strength"):
        return option.odds
    effect = _sharpened(unit, feat, int(number))
    way: attack_odds.Way = "shoots" if KINDS[effect.number] == "shooting" else "charges"
    return attack_odds.with_change(battle, unit, attack_odds.laid(effect), (way,), f"aofr.feat.heroic_{feat}")


def _sharpened(unit: Unit, feat: str, number: int) -> Effect:
    cls = HeroicAccuracy if feat == "accuracy" else HeroicStrength
    return Effect(cls.name, unit.id, "round", number)


def use(battle: Battle, unit: Unit, key: str) -> Script[None]:
    """The hero uses that feat."""
    feat, _, number = key.partition(">")
    does: dict[str, Callable[[Battle, Unit], Script[None]]] = {
        "move": heroic_move,
        "channeling": heroic_channeling,
        "resolve": heroic_resolve,
        "recovery": heroic_recovery,
    }
    if feat in does:
        yield from does[feat](battle, unit)
        return
    effect = _sharpened(unit, feat, int(number))
    yield FeatUsed(unit.id, effect.name)
    lay(unit, effect)


@rule("aofr.feat.heroic_move")
def heroic_move(battle: Battle, unit: Unit) -> Script[None]:
    """A straight move of up to 6" in any direction, facing kept; 3" for a hero with its unit (AOFR-R259)."""
    yield FeatUsed(unit.id, "Heroic Move")
    far = MOVE_JOINED if unit.hero else MOVE
    yield from consolidation.drift(battle, unit, far, "Heroic Move", "aofr.feat.heroic_move")


@rule("aofr.feat.heroic_channeling")
def heroic_channeling(battle: Battle, unit: Unit) -> Script[None]:
    """A spell token; a hero who is no caster may spend it on casting rolls alone."""
    yield FeatUsed(unit.id, HeroicChanneling.name)
    group = HERO if unit.hero else 0
    if not model_rules(battle, unit, group).at("casts"):
        # The tokens of a joined hero come before those of the unit's own casters.
        unit.tokens = (0, *unit.tokens)
        lay(unit, Effect(HeroicChanneling.name, unit.id, "game"))
    hero = next(caster for caster in casters_of(battle, unit) if caster.group == group)
    casting.way_of(battle).grant(battle, hero, 1)


@rule("aofr.feat.heroic_resolve")
def heroic_resolve(battle: Battle, unit: Unit) -> Script[None]:
    """One friendly unit within 12" of the hero, its own included."""
    here, far = footprint(battle, unit), measured(battle, RESOLVE)
    near = [friend for friend in present(battle, unit.seat) if within(here, footprint(battle, friend), far)]
    options = [Option(str(friend.id), friend.name, unit=unit.id, target=friend.id) for friend in near]
    text = "Which unit passes all its morale tests this round by Heroic Resolve?"
    rules = ("aofr.feat.heroic_resolve",)

    def unaided(option: Option) -> Sequence[Odds]:
        return (fails_test(battle, battle.units[int(option.key)], "fails a morale test without it"),)

    key = yield from choose(unit.seat, "heroic resolve", text, options, rules=rules, weigh=unaided)
    friend = battle.units[int(key)]
    yield FeatUsed(unit.id, HeroicResolve.name, friend.id)
    lay(friend, Effect(HeroicResolve.name, unit.id, "round"))


@rule("aofr.feat.heroic_recovery")
def heroic_recovery(battle: Battle, unit: Unit) -> Script[None]:
    """D3 wounds come off the hero, no more than it has (AOFR-R130)."""
    yield FeatUsed(unit.id, "Heroic Recovery")
    row = "aofr.feat.heroic_recovery"
    dice = yield from roll_sum("D3", why="Heroic Recovery: wounds removed", rule=row, seat=unit.seat, unit=unit.id)
    healed = min(dice, wounds_of(battle, unit))
    if unit.hero:
        unit.hero_wounds -= healed
    else:
        unit.wounds -= healed
    yield events.WoundsHealed(unit.id, healed)
