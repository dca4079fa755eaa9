"""When feats are used, and what they are paid with (Hero & Monster Feats: Using Hero & Monster Feats)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec

from warhost.play.counsel.counsel import Term
from warhost.play.events import counted
from warhost.play.questions import Denied, Odds, Option, Question
from warhost.play.script import Script, choose, roll_sum
from warhost.play.shown.cards import Figure
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale, shooting
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.chapters.movement.moves import allowance
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import (
    Battle,
    Effect,
    Marker,
    Part,
    SpecialRule,
    Unit,
    enemies,
    gap_between,
    on_table,
    optional,
)
from warhost.rulesets.regiments.parts.feats import heroic, monstrous
from warhost.rulesets.regiments.parts.feats.state import (
    BLOCK,
    SLUG,
    FeatPointsGained,
    is_hero,
    is_monster,
    keep,
    kept,
    may_use,
    of,
    pay,
    replaced,
)
from warhost.rulesets.regiments.parts.shared.harm import begin_between, end_between
from warhost.table import summed

HEROIC, MONSTROUS = "heroic feat", "monstrous feat"

POINTS = {
    "Heroic feat points": "aofr.feat.points_heroic",
    "Monstrous feat points": "aofr.feat.points_monstrous",
}
"""What is rolled before the battle, and by which rule."""


@optional.part(SLUG, "Hero & Monster Feats", "aofr.feat.who", "aofr.feat.points_heroic", "aofr.feat.points_monstrous")
class HeroAndMonsterFeats(Part):
    """Once a round each, a player's heroes and monsters do something special."""

    text = (
        "Players get feat points. Once a round one of their heroes uses a heroic feat when it begins to act, and one "
        "of their monsters, units with Tough(6) or more, a monstrous feat when it has acted."
    )
    many_sides = True

    def before_battle(self, battle: Battle) -> Script[None]:
        for seat in range(len(battle.scene.seats)):
            yield from gain_points(battle, seat)

    @rule("aofr.feat.heroic_timing")
    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        """When a hero begins to act, its side may use a heroic feat, one in a round, for a point."""
        if not is_hero(battle, unit) or not may_use(battle, unit.seat, heroic=True):
            return False
        options = [Option("no", "No feat", unit=unit.id, passes=True), *heroic.options(battle, unit)]
        points = of(kept(battle).heroic, unit.seat)
        text = f"Which heroic feat {does(unit.name)} use? You have {counted(points, 'point')} left."

        def weigh(option: Option) -> Sequence[Odds]:
            return heroic.weigh(battle, unit, option)

        key = yield from choose(unit.seat, HEROIC, text, options, rules=("aofr.feat.heroic_timing",), weigh=weigh)
        if key != "no":
            pay(battle, unit.seat, heroic=True)
            yield from heroic.use(battle, unit, key)
        return False

    @rule("aofr.feat.monstrous_timing")
    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        """When a monster has acted, its side may use a monstrous feat, one in a round, for a point."""
        if is_gone(unit) or unit.pose is None or not is_monster(battle, unit):
            return
        if not may_use(battle, unit.seat, heroic=False):
            return
        options = [Option("no", "No feat", unit=unit.id, passes=True), *monstrous.options(battle, unit)]
        points = of(kept(battle).monstrous, unit.seat)
        text = f"Which monstrous feat {does(unit.name)} use? You have {counted(points, 'point')} left."

        def weigh(option: Option) -> Sequence[Odds]:
            return monstrous.weigh(battle, unit, option)

        rules = ("aofr.feat.monstrous_timing",)
        key = yield from choose(unit.seat, MONSTROUS, text, options, rules=rules, weigh=weigh)
        if key != "no":
            pay(battle, unit.seat, heroic=False)
            begin_between(battle)
            yield from monstrous.use(battle, unit, key)
            yield from end_between(battle)

    # What feats do later.

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        return heroic.speaker(effect)

    def keeps_from(self, battle: Battle, unit: Unit, option: Option) -> Script[bool]:
        return (yield from monstrous.terrifies(battle, unit, option))

    def daunting(self, battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
        return monstrous.daunting(battle, unit, option)

    def no_actions(self, battle: Battle, unit: Unit) -> Iterator[Denied]:
        return monstrous.too_afraid(battle, unit)

    def may_seize(self, battle: Battle, unit: Unit, marker: Marker) -> bool:
        return monstrous.may_seize(battle, unit, marker)

    # What is shown, and what computer players are told.

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        told = kept(battle)
        return {"Heroic feats": of(told.heroic, seat), "Monstrous feats": of(told.monstrous, seat)}

    def problems(self, battle: Battle) -> Sequence[str]:
        told = kept(battle)
        return ("A side has fewer than 0 feat points.",) if min((*told.heroic, *told.monstrous)) < 0 else ()

    advises: ClassVar[frozenset[str]] = frozenset({HEROIC, MONSTROUS, "heroic resolve"})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        if option.passes or option.unit is None:
            return ()
        unit = battle.units[option.unit]
        if question.topic == MONSTROUS:
            return _for_monster(battle, unit, option)
        if question.topic == HEROIC:
            return _for_hero(battle, unit, option)
        return _steadied(battle, option)


@rule("aofr.feat.points_heroic", "aofr.feat.points_monstrous")
def gain_points(battle: Battle, seat: int) -> Script[None]:
    """D3+1 points of either kind for every full 750 points of game size, at least one roll (AOFR-R257, AOFR-R014)."""
    blocks = max(1, battle.scene.settings.points // BLOCK)
    gained = []
    dice = f"{blocks}D3"
    for what, row in POINTS.items():
        gained.append((yield from roll_sum(dice, why=what, rule=row, seat=seat)) + blocks)
    told = kept(battle)
    points = [replaced(have, seat, got) for have, got in zip((told.heroic, told.monstrous), gained, strict=True)]
    keep(battle, msgspec.structs.replace(told, heroic=points[0], monstrous=points[1]))
    yield FeatPointsGained(seat, *gained)


def _for_hero(battle: Battle, unit: Unit, option: Option) -> Iterator[Term]:
    """Heroes hit better where they are about to fight, recover when they bleed, and steady a unit in trouble."""
    feat, _, number = option.key.partition(">")
    reach = allowance(battle, unit, "charge")
    close = [e for e in enemies(battle, unit.seat) if unit.pose is not None and gap_between(battle, unit, e) <= reach]
    if feat == "recovery":
        yield 1.5 * heroic.wounds_of(battle, unit), "wounds to recover from", "aofr.feat.heroic_recovery"
    elif feat in ("accuracy", "strength"):
        useful = bool(close) if number == "2" else bool(shooting.possible(battle, unit))
        better = 2.0 if feat == "accuracy" else 1.8
        row = "aofr.feat.heroic_accuracy" if feat == "accuracy" else "aofr.feat.heroic_strength"
        yield better if useful else -1.0, "enemies that it can attack", row
    elif feat == "resolve":
        friends = [friend for friend in on_table(battle, unit.seat) if friend.models]
        worn = any(friend.hurt or morale.half_or_less(battle, friend) for friend in friends)
        threatened = worn and any(not e.activated for e in enemies(battle, unit.seat))
        yield 1.2 if threatened else -0.5, "a unit that may have to test morale", "aofr.feat.heroic_resolve"
    elif feat == "move":
        far = not close and battle.turn < last_round(battle)
        yield 0.5 if far else -0.5, "gets it nearer to the enemy", "aofr.feat.heroic_move"
    else:
        yield -0.5, "a token for casting rolls", "aofr.feat.heroic_channeling"


def _steadied(battle: Battle, option: Option) -> Iterator[Term]:
    friend = battle.units[option.target or 0]
    worth = battle.regiment(friend).points / 100 * (2 if morale.half_or_less(battle, friend) else 1)
    yield worth, "what it is worth", "aofr.feat.heroic_resolve"


ROWS = {
    "stomp": "aofr.feat.monstrous_stomp",
    "brawl": "aofr.feat.monstrous_brawl",
    "roar": "aofr.feat.monstrous_roar",
    "terror": "aofr.feat.monstrous_terror",
    "oppression": "aofr.feat.monstrous_oppression",
    "destruction": "aofr.feat.monstrous_destruction",
}


def _for_monster(battle: Battle, unit: Unit, option: Option) -> Iterator[Term]:
    """What hurts or shakes an enemy now; terror if enemies can charge it, oppression where they contest a marker."""
    feat, _, number = option.key.partition(">")
    row = ROWS[feat]
    told = {odd.label: odd.value for odd in monstrous.weigh(battle, unit, option)}
    if feat in ("stomp", "destruction"):
        yield summed(told.values()), "expected wounds", row
    elif feat == "brawl":
        enemy = battle.units[int(number)]
        lead = unit_life(battle, unit) - unit_life(battle, enemy)
        yield 1.0 if lead > 0 else -1.0, "who can take more wounds", row
    elif feat == "roar":
        chance = summed(told.values())
        yield 3.0 * chance if chance else -1.0, "may leave it Shaken" if chance else "is Shaken already", row
    elif feat == "terror":
        threats = sum(
            not enemy.activated and gap_between(battle, unit, enemy) <= allowance(battle, enemy, "charge")
            for enemy in enemies(battle, unit.seat)
        )
        yield 0.6 * threats - 0.2, "enemies that may charge it", row
    else:
        marker = battle.markers[int(number)]
        rivals = sum(
            not is_monster(battle, enemy) and monstrous.stands_at(battle, enemy, marker)
            for enemy in enemies(battle, unit.seat)
        )
        yield 4.0 if rivals else -0.2, "enemies that contest the marker", row


def unit_life(battle: Battle, unit: Unit) -> int:
    """How many wounds a monster can still take."""
    regiment = battle.regiment(unit)
    return regiment.size * regiment.tough - unit.wounds
