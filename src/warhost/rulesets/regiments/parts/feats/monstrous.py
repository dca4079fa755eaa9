"""The six monstrous feats, in the order of the book (Hero & Monster Feats: Monstrous Feats)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, roll
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.missions import seizing
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.core import (
    Battle,
    Cause,
    Effect,
    Marker,
    Piece,
    Unit,
    enemies,
    footprint,
    has_effect,
    lay,
    measured,
    perimeter,
    present,
)
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.feats.state import FeatUsed, is_monster
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.rulesets.regiments.parts.shared.harm import take_wounds
from warhost.table import TOLERANCE, overlaps, summed, within

NEAR, ROAR = 3.0, 6.0
DESTROYS_ON = 2
TERROR, OPPRESSION = "Monstrous Terror", "Monstrous Oppression"
AFRAID = "afraid of "
"""On a unit that has failed its test and cannot charge a monster, whose name follows; the effect is that monster's."""

CHARGES = ("charge", "extra_actions:assault", "extra_actions:heavy_charge", "action_boosting:heavy_charge")
"""Every action that is a charge at a unit."""


def _near(battle: Battle, unit: Unit, inches: float) -> list[Unit]:
    here, far = footprint(battle, unit), measured(battle, inches)
    return [
        enemy for enemy in present(battle) if enemy.seat != unit.seat and within(here, footprint(battle, enemy), far)
    ]


def pieces_near(battle: Battle, unit: Unit) -> list[tuple[int, Piece, list[Unit]]]:
    """The pieces of terrain within 3" of the monster that enemies occupy, by their numbers, and these enemies: those
    with any model in the piece (AOFR-R263)."""
    here, far = footprint(battle, unit), measured(battle, NEAR)
    found = []
    for number, piece in enumerate(scenery(battle).pieces):
        if within(here, piece.shape, far):
            inside = [
                enemy
                for enemy in present(battle)
                if enemy.seat != unit.seat and any(overlaps(part, piece.shape) for part in perimeter(battle, enemy))
            ]
            if inside:
                found.append((number, piece, inside))
    return found


def markers_near(battle: Battle, unit: Unit) -> list[int]:
    """The markers within 3" of the monster, by their places."""
    return [
        number
        for number, marker in enumerate(battle.markers)
        if not marker.gone and marker.carrier is None and stands_at(battle, unit, marker)
    ]


def options(battle: Battle, unit: Unit) -> Iterator[Option]:
    """The monstrous feats that this monster can use now, on whom."""
    for enemy in _near(battle, unit, NEAR):
        label = f"Monstrous Stomp: {acts(enemy.name, 'takes')} a dangerous terrain test"
        yield Option(f"stomp>{enemy.id}", label, unit=unit.id, target=enemy.id)
    for enemy in _near(battle, unit, NEAR):
        if is_monster(battle, enemy):
            label = f"Monstrous Brawl: it and {enemy.name} take D3 wounds each"
            yield Option(f"brawl>{enemy.id}", label, unit=unit.id, target=enemy.id)
    for enemy in _near(battle, unit, ROAR):
        label = f"Monstrous Roar: {acts(enemy.name, 'takes')} a morale test"
        yield Option(f"roar>{enemy.id}", label, unit=unit.id, target=enemy.id)
    yield Option("terror", "Monstrous Terror: enemies test morale before they charge it", unit=unit.id)
    for number in markers_near(battle, unit):
        label = f"Monstrous Oppression: only monsters contest marker {number + 1}"
        yield Option(f"oppression>{number}", label, unit=unit.id)
    for number, piece, inside in pieces_near(battle, unit):
        names = " and ".join(enemy.name for enemy in inside)
        label = f"Monstrous Destruction of {piece.name}: on a 2+ D3 wounds for {names}"
        yield Option(f"destruction>{number}", label, unit=unit.id)


def weigh(battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
    """What a feat has to expect."""
    feat, _, number = option.key.partition(">")
    if feat == "stomp":
        enemy = battle.units[int(number)]
        return harm_odds.danger(battle, enemy, _models(enemy))
    if feat == "brawl":
        enemy = battle.units[int(number)]
        (back, *_) = harm_odds.taken(battle, unit, "D3")
        return (*harm_odds.taken(battle, enemy, "D3"), replace(back, label="expected wounds in return"))
    if feat == "roar":
        enemy = battle.units[int(number)]
        told = harm_odds.fails_test(battle, enemy, "becomes Shaken")
        return (replace(told, value=0.0) if enemy.shaken else told,)
    if feat == "terror":
        return tuple(_held_off(battle, unit))
    if feat == "destruction":
        hit = next(inside for place, _, inside in pieces_near(battle, unit) if place == int(number))
        each = [harm_odds.taken(battle, enemy, "D3", chance=harm_odds.on(DESTROYS_ON)) for enemy in hit]
        if len(hit) == 1:
            return each[0]
        total = summed(one[0].value for one in each)
        return (Odds("expected wounds on all of them", total, kind="expected", telling=True),)
    return ()


def _held_off(battle: Battle, unit: Unit) -> Iterator[Odds]:
    """How likely each enemy that could still charge the monster in this round would not dare to."""
    for enemy in enemies(battle, unit.seat):
        if not enemy.activated and not enemy.shaken and charge.plan(battle, enemy, unit) is not None:
            yield harm_odds.fails_test(battle, enemy, f"{acts(enemy.name, 'does')} not dare to charge it")


def use(battle: Battle, unit: Unit, key: str) -> Script[None]:
    """The monster uses that feat."""
    feat, _, number = key.partition(">")
    if feat == "stomp":
        yield from monstrous_stomp(battle, unit, battle.units[int(number)])
    elif feat == "brawl":
        yield from monstrous_brawl(battle, unit, battle.units[int(number)])
    elif feat == "roar":
        yield from monstrous_roar(battle, unit, battle.units[int(number)])
    elif feat == "terror":
        yield FeatUsed(unit.id, TERROR)
        lay(unit, Effect(TERROR, unit.id, "round"))
    elif feat == "oppression":
        yield FeatUsed(unit.id, OPPRESSION)
        lay(unit, Effect(OPPRESSION, unit.id, "round", int(number) + 1))
    else:
        yield from monstrous_destruction(battle, unit, int(number))


@rule("aofr.feat.monstrous_stomp")
def monstrous_stomp(battle: Battle, unit: Unit, enemy: Unit) -> Script[None]:
    """Every model of the enemy takes a dangerous terrain test (AOFR-R262)."""
    yield FeatUsed(unit.id, "Monstrous Stomp", enemy.id)
    yield from terrain.dangerous_test(battle, enemy, _models(enemy))


def _models(unit: Unit) -> list[int]:
    """The groups of all models of a unit."""
    return [group for group, count in kinds_of_model(unit) for _ in range(count)]


@rule("aofr.feat.monstrous_brawl")
def monstrous_brawl(battle: Battle, unit: Unit, enemy: Unit) -> Script[None]:
    """Both monsters take D3 wounds, rolled for each."""
    yield FeatUsed(unit.id, "Monstrous Brawl", enemy.id)
    for monster in (enemy, unit):
        yield from take_wounds(battle, monster, "D3", "Monstrous Brawl", "aofr.feat.monstrous_brawl")


@rule("aofr.feat.monstrous_roar")
def monstrous_roar(battle: Battle, unit: Unit, enemy: Unit) -> Script[None]:
    """The enemy tests morale, and is Shaken if it fails, whatever is left of it."""
    yield FeatUsed(unit.id, "Monstrous Roar", enemy.id)
    row = "aofr.feat.monstrous_roar"
    by = Cause(unit.id, "feat")
    if not (yield from morale.take_test(battle, enemy, morale.made_test(battle, enemy), row, forced=by)):
        yield from morale.shake(battle, enemy)


def _terrifying(battle: Battle, unit: Unit, option: Option) -> Unit | None:
    """The monster that strikes terror into a unit which would charge it."""
    monster = None if option.target is None else battle.units[option.target]
    return None if monster is None or monster.seat == unit.seat or not has_effect(monster, TERROR) else monster


@rule("aofr.feat.monstrous_terror")
def daunting(battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
    """How likely a unit dares to charge such a monster."""
    if _terrifying(battle, unit, option) is None:
        return ()
    told = harm_odds.fails_test(battle, unit, "dares to charge")
    return (replace(told, value=1 - told.value),)


@rule("aofr.feat.monstrous_terror")
def terrifies(battle: Battle, unit: Unit, option: Option) -> Script[bool]:
    """A unit that declares a charge at a terrifying monster tests morale first. Whether it may not charge: it chooses
    something else then, and is not Shaken (AOFR-R260)."""
    monster = _terrifying(battle, unit, option)
    if monster is None:
        return False
    row = "aofr.feat.monstrous_terror"
    by = Cause(monster.id, "feat")
    if (yield from morale.take_test(battle, unit, morale.made_test(battle, unit), row, forced=by)):
        return False
    # Two monsters of one name are feared one by one.
    unit.effects = (*unit.effects, Effect(f"{AFRAID}{monster.name}", monster.id, "activation"))
    return True


@rule("aofr.feat.monstrous_terror")
def too_afraid(battle: Battle, unit: Unit) -> Iterator[Denied]:
    """The charges that a unit does not dare to make in this activation."""
    for effect in unit.effects:
        if effect.name.startswith(AFRAID):
            monster = battle.units[effect.source]
            why = f"{unit.name} failed the morale test and cannot charge {monster.name}."
            for action in CHARGES:
                yield Denied(f"{action}>{monster.id}", why, "aofr.feat.monstrous_terror", unit.id, monster.id)


@rule("aofr.feat.monstrous_oppression")
def may_seize(battle: Battle, unit: Unit, marker: Marker) -> bool:
    """At a marker that an enemy monster oppresses and stands at only monsters count (AOFR-R264)."""
    if is_monster(battle, unit):
        return True
    number = battle.markers.index(marker)
    return not any(
        effect.name == OPPRESSION and effect.number == number + 1 and number in markers_near(battle, enemy)
        for enemy in enemies(battle, unit.seat)
        for effect in enemy.effects
    )


@rule("aofr.feat.monstrous_destruction")
def monstrous_destruction(battle: Battle, unit: Unit, number: int) -> Script[None]:
    """On a 2+ every enemy unit in the piece takes D3 wounds, rolled for each."""
    yield FeatUsed(unit.id, "Monstrous Destruction")
    row = "aofr.feat.monstrous_destruction"
    inside = next(units for place, _, units in pieces_near(battle, unit) if place == number)
    why = "Monstrous Destruction"
    (face,) = yield from roll("D6", need=DESTROYS_ON, why=why, rule=row, seat=unit.seat, unit=unit.id)
    if face >= DESTROYS_ON:
        for enemy in inside:
            yield from take_wounds(battle, enemy, "D3", "Monstrous Destruction", row)


def stands_at(battle: Battle, unit: Unit, marker: Marker) -> bool:
    """Whether a unit is near enough to a marker to count there."""
    return seizing.marker_distance(battle, unit, marker) <= measured(battle, NEAR) + TOLERANCE
