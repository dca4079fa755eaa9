"""What the dice of optional parts have to expect: wounds, hits, healing and volleys, worked out as the core does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.dice import Dice, Distribution, odds
from warhost.field.losses import Spread, blended
from warhost.play.battle import copied
from warhost.play.counsel.throws import mean_number, spread
from warhost.play.questions import Odds, Part
from warhost.rulesets.regiments.chapters import morale, shooting
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.core import Battle, Effect, Unit, lay, measured
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.shared import harm
from warhost.rulesets.regiments.thinks.loss_odds import Toll, landed, picked_on, struck, wounded
from warhost.rulesets.regiments.thinks.shooting_odds import destroyed_odds, hurdles, softened
from warhost.table import summed

D6 = Dice.parse("D6")


def on(need: int) -> float:
    """How likely a die shows that or more."""
    return odds.at_least(D6, need)


def average(label: str, dice: str, times: int = 1) -> Odds:
    """What such dice come to on average."""
    return Odds(label, times * mean_number(Dice.parse(dice)), kind="expected", telling=True)


def inches(battle: Battle, dice: str) -> Odds:
    """How far such dice carry a unit on average."""
    far = summed(measured(battle, total) * chance for total, chance in totals(dice))
    return Odds("inches on average", far, kind="expected", telling=True)


def totals(dice: str) -> Iterator[tuple[int, float]]:
    """What such dice may come to, and how likely."""
    yield from odds.of(Dice.parse(dice)).items()


def most_of(label: str, dice: str, most: int) -> Odds:
    """What such dice come to on average where more than that is of no use: wounds to heal or to ignore."""
    mean = summed(min(total, most) * chance for total, chance in totals(dice))
    return Odds(label, mean, kind="expected", telling=True)


def healed(dice: str, wounds: int) -> Odds:
    """How many of so many wounds such dice remove."""
    return most_of("wounds removed on average", dice, wounds)


def unit_healed(battle: Battle, unit: Unit, dice: str) -> Odds:
    """How many wounds of all models of a unit such dice remove."""
    return healed(dice, sum(Muster(battle, unit).wounds.values()))


def taken(
    battle: Battle, unit: Unit, wounds: str | Distribution[int], *, picked: int | None = None, chance: float = 1.0
) -> tuple[Odds, ...]:
    """What wounds that are not blocked do to a unit, or to the one model of it that is `picked`, if they come at all:
    with that chance."""
    toll = Toll(battle, unit)
    many = odds.of(Dice.parse(wounds)) if isinstance(wounds, str) else wounds
    after = wounded(toll, toll.unharmed, many) if picked is None else picked_on(toll, many, picked)
    return tuple(_told(toll, blended([(chance, after), (1 - chance, toll.unharmed)])))


def danger(battle: Battle, unit: Unit, groups: Sequence[int]) -> tuple[Odds, ...]:
    """What a dangerous terrain test of these models does to their unit."""
    dice = terrain.dice_for(battle, unit, groups)
    toll = Toll(battle, unit)
    after = wounded(toll, toll.unharmed, spread(terrain.danger(unit), dice))
    why = Part(dice, "dice, each 1 is a wound", "aofr.terrain.dangerous_test")
    return tuple(_told(toll, after, (why,)))


def hit_spread(
    battle: Battle, unit: Unit, dice: str, name: str, rule_id: str, rules: Sequence[RuleText] = ()
) -> Spread | None:
    """What so many hits as the dice show, which the unit blocks, may leave of it."""
    toll = Toll(battle, unit)
    ways: list[tuple[float, Spread]] = []
    for hits, chance in totals(dice):
        after = struck(toll, toll.unharmed, [harm.attack_of(battle, unit, hits, name, rule_id, rules)])
        if after is None:
            return None
        ways.append((chance, after))
    return blended(ways)


def hit(
    battle: Battle, unit: Unit, dice: str, name: str, rule_id: str, rules: Sequence[RuleText] = ()
) -> tuple[Odds, ...]:
    """What so many hits as the dice show do to a unit."""
    after = hit_spread(battle, unit, dice, name, rule_id, rules)
    return () if after is None else tuple(_told(Toll(battle, unit), after))


def fails_test(battle: Battle, unit: Unit, label: str) -> Odds:
    """How likely a unit fails a morale test as it stands."""
    test = morale.made_test(battle, unit)
    return Odds(label, morale.failing(unit, test), morale.test_parts(unit, test), telling=True)


def dealt(battle: Battle, target: Unit, volleys: Sequence[Sequence[Attack]]) -> tuple[Odds, ...]:
    """What attacks do to their target, one volley after the other; whether it tests morale is settled later."""
    after = softened(battle, target, volleys)
    shots = [attack for attacks in volleys for attack in attacks]
    return () if after is None else tuple(_told(Toll(battle, target), after, hurdles(shots)))


def scored(battle: Battle, attacks: Sequence[Attack]) -> tuple[Odds, ...]:
    """What hits that have been rolled already do to their target, which is about to block them."""
    toll = Toll(battle, battle.units[attacks[0].target])
    return tuple(_told(toll, landed(toll, toll.unharmed, attacks)))


def shots(
    battle: Battle, unit: Unit, fires: Sequence[Fire], held: bool, effects: Sequence[tuple[int, Effect]] = ()
) -> tuple[Odds, ...]:
    """What weapon groups that have named their targets have to expect, if these effects lie on units by their numbers.

    Where they shoot at several units only the wounds of all of them together count.
    """
    there = copied(battle) if effects else battle
    for number, effect in effects:
        lay(there.units[number], effect)
    targets = list(dict.fromkeys(fire.target for fire in fires))
    shooter = there.units[unit.id]
    if len(targets) == 1:
        return shooting.prospects(there, shooter, fires, held)
    total = 0.0
    for number in targets:
        volleys = shooting.volleys_of(there, shooter, [fire for fire in fires if fire.target == number], held)
        after = None if volleys is None else softened(there, there.units[number], volleys)
        if after is None:
            return ()
        total += Toll(there, there.units[number]).taken(after)
    return (Odds("expected wounds", total, kind="expected", telling=True),)


def _told(toll: Toll, after: Spread, parts: tuple[Part, ...] = ()) -> Iterator[Odds]:
    yield Odds("expected wounds", toll.taken(after), parts, "expected", telling=True)
    yield from destroyed_odds(toll, after)
