"""What ranged attacks and spells have to expect, exactly: damage, and the nerve test that ends the phase.

Every figure comes of the lots and nerve tests that play uses; doubtful sight, facings and cover count by their dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from warhost.dice import Dice, rows
from warhost.dice.rows import Row
from warhost.play.questions import Odds, Part, likeliest_telling
from warhost.rulesets.kings_of_war.chapters import attacks, fire, magic, nerve
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.core import Battle, Known, Unit, Weapon, attack_speakers, mean_of, sight, values
from warhost.table import summed

SLIGHT = 0.0005
"""Chances below this are not told."""

FOG = Dice.parse("D3")
"""What Mind Fog adds to a nerve test."""

Weighed = list[tuple[float, Lot]]
"""Lots with their chances."""


def seen(battle: Battle, unit: Unit, target: Unit) -> float:
    """The chance that the unit sees the target: one half where it is in doubt and no die has been thrown."""
    if unit is target:
        return 1.0
    found = sight.sees(battle, unit, target)
    if found != "doubtful" or battle.settings.doubtful == "attacker":
        return 0.0 if found == "blocked" else 1.0
    known = sight.recalled(battle, unit, target)
    return 0.5 if known is None else float(known)


# Weapons


def shots(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> Weighed:
    """The lots that a volley may be."""
    return [
        (chance * share, fire.shot(battle, unit, weapon, target, aim, number))
        for chance, aim in fire.aims(battle, unit, target)
        for number, share in fire.numbers(fire.number_of(battle, unit, weapon)).items()
    ]


def damage_row(battle: Battle, lots: Weighed) -> Row:
    """The chances of the damage of one of these lots."""
    return rows.blend((chance, attacks.row_of_lot(battle, lot)) for chance, lot in lots)


def shot_odds(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> tuple[Odds, ...]:
    """What shooting at the target has to expect."""
    lots = shots(battle, unit, weapon, target)
    return (*_damage_odds(battle, target, lots, seen(battle, unit, target)), *_needed(lots, "Shooting"))


def expected_damage(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> float:
    """The mean damage of a volley."""
    return seen(battle, unit, target) * mean_of_lots(battle, shots(battle, unit, weapon, target))


def mean_of_lots(battle: Battle, lots: Weighed) -> float:
    """The mean damage of one of these lots."""
    return _mean(damage_row(battle, lots))


def _damage_odds(battle: Battle, target: Unit, lots: Weighed, share: float, *, tests: bool = True) -> tuple[Odds, ...]:
    """Mean damage, and what the nerve test makes of it together with the damage of the phase so far."""
    row = rows.blend([(share, damage_row(battle, lots)), (1 - share, (1.0,))])
    mean = Odds("expected damage", _mean(row), (), "expected", telling=True)
    return (mean, *fates(battle, target, dict(enumerate(row)), shatter_of(battle, lots[0][1]))) if tests else (mean,)


def shatter_of(battle: Battle, lot: Lot) -> Mapping[int, float]:
    """What the attack adds to the nerve test of whom it damages."""
    attacker = battle.units[lot.attacker]
    found = [one.shatters(battle, attacker, lot) for one in attack_speakers(battle, attacker, lot).at("shatters")]
    return fire.numbers(max(found, key=mean_of, default=0))


def fates(
    battle: Battle, target: Unit, damage: Mapping[int, float], shattering: Mapping[int, float]
) -> tuple[Odds, ...]:
    """How likely the target wavers, or routs, when the phase ends. One that a surged unit has reached does not test,
    unless it is in Mind Fog, whose die is still to come."""
    if target.excused and not target.fogged:
        return ()
    fog = fire.numbers(FOG) if target.fogged else {0: 1.0}
    unhurt = {0: damage[0]} if damage.get(0) else {}
    hurt = {amount: chance for amount, chance in damage.items() if amount}
    parts = [(share, nerve.fate_after(battle, target, "ranged", unhurt, more)) for more, share in fog.items()]
    for one, share in shattering.items():
        for other, chance in fog.items():
            parts.append((share * chance, nerve.fate_after(battle, target, "ranged", hurt, max(one, other))))
    wavering = summed(share * part.wavering for share, part in parts)
    routed = summed(share * part.routed for share, part in parts)
    return _told(battle, target, wavering, routed, max(shattering, default=0))


def _told(battle: Battle, target: Unit, wavering: float, routed: float, shattered: int = 0) -> tuple[Odds, ...]:
    why = nerve_parts(battle, target, shattered)
    told = [Odds("the enemy wavers", wavering, why), Odds("the enemy routs", routed, why)]
    return likeliest_telling(one for one in told if one.value >= SLIGHT)


def nerve_parts(battle: Battle, unit: Unit, shattered: int = 0) -> tuple[Part, ...]:
    """What the nerve test of a unit is made of as things stand, before the damage to come."""
    test = nerve.prepared(battle, unit, "ranged", shattered)
    inspired = nerve.inspiring(battle, test)
    again = () if inspired is None else (Part(0, f"{inspired.name}: a failed test is rolled again", inspired.id),)
    return (Part(test.nerve.total, "its Nerve", "kow.nerve.test"), *nerve.parts_of(test), *again)


def _needed(lots: Weighed, value: str, *, damages: bool = True) -> Iterator[Odds]:
    """How many dice on average, and what they need where nothing is in doubt; else in the likeliest case."""
    _, lot = max(lots, key=lambda one: one[0])
    dice = summed(chance * attacks.dice_of(one) for chance, one in lots)
    full = summed(chance * one.count for chance, one in lots)
    parts = [Part(full, "attacks" if lot.kind == "ranged" else "dice of the spell", "kow.ranged.hit_dice")]
    if dice < full:
        parts.append(Part(dice - full, "half: only 6s hit", "kow.ranged.impossible_shot"))
    yield Odds("dice", dice, tuple(parts), "expected")
    hit = (Part(lot.need, value, lot.rule), *attacks.needed_parts(lot.to_hit))
    yield Odds("to hit", float(attacks.to_hit(lot).face), hit, "needed")
    if damages:
        harm = (Part(lot.defence, "Defence", "kow.ranged.damage_roll"), *attacks.needed_parts(lot.to_damage))
        yield Odds("to damage", float(attacks.to_damage(lot)), harm, "needed")


def _mean(row: Sequence[float]) -> float:
    return summed(amount * chance for amount, chance in enumerate(row))


# Spells


def spell_odds(battle: Battle, caster: Unit, known: Known, target: Unit) -> tuple[Odds, ...]:
    """What casting the spell has to expect."""
    spell = magic.spell_of(known)
    share = seen(battle, caster, target)
    lots = [
        (chance, magic.lot_of(battle, caster, known, target, aim))
        for chance, aim in magic.aims(battle, caster, spell, target)
    ]
    needed = tuple(_needed(lots, known.name, damages=spell.damages))
    if spell.damages:
        found = _damage_odds(battle, target, lots, share, tests=magic.may_test(spell, target))
        return (*found, *needed)
    row = rows.blend((chance, attacks.row_of_hits(battle, lot)) for chance, lot in lots)
    works = share * (1 - row[0])
    found = (
        Odds("success", works, telling=True),
        Odds("expected hits", share * _mean(row), (), "expected"),
    )
    if spell.fogs:
        found += _fogged(battle, target, works)
    return (*found, *_healed(spell, target, row, share), *needed)


def _healed(spell: magic.Spell, target: Unit, row: Sequence[float], share: float) -> Iterator[Odds]:
    """How much damage a spell takes off on average."""
    if spell.heals:
        mean = share * summed(min(hits, target.damage) * chance for hits, chance in enumerate(row))
        yield Odds("expected damage healed", mean, (), "expected", telling=True)


def _fogged(battle: Battle, target: Unit, works: float) -> tuple[Odds, ...]:
    """The nerve test of a unit that may come into Mind Fog; one that has to test anyway does so without it too."""
    if target.fogged:
        return fates(battle, target, {0: 1.0}, {})
    wavering = routed = 0.0
    if not target.excused:
        spared = nerve.fate_after(battle, target, "ranged", {0: 1.0 - works})
        wavering, routed = spared.wavering, spared.routed
    for more, share in fire.numbers(FOG).items():
        test = nerve.prepared(battle, target, "ranged", more)
        test.inspired_by = nerve.inspiring(battle, test)
        found = nerve.chances(battle, test, devastated=values.is_devastated(battle, target))
        wavering += share * works * found.wavering
        routed += share * works * found.routed
    return _told(battle, target, wavering, routed)
