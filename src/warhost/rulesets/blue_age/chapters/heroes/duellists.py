"""Duellists: Heroes, or Champions of units; where they stand, their blows and the exact odds of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

import msgspec

from warhost.field.loose.bodies import contact_places
from warhost.play.questions import Odds
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import initiative, strikes, weapons
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.movement import ground
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import (
    CONTACT,
    ITEMS,
    SPECIALS,
    Battle,
    Duellist,
    Model,
    Special,
    Unit,
    bases_of,
    gathered,
    head,
    set_models,
    speakers,
    values,
)
from warhost.table import Base, base_distance, base_on_board, bases_overlap, summed

CHAMPION = "champion"
STEPS = range(initiative.FIRST, initiative.LAST - 1, -1)


def unit_of(battle: Battle, one: Duellist) -> Unit:
    return battle.units[one.unit]


def model_of(battle: Battle, one: Duellist) -> int | None:
    """The number of the duellist's model in its unit; None if he is dead."""
    models = unit_of(battle, one).models
    if not one.champion:
        return 0 if models else None
    return next((number for number, model in enumerate(models) if model.role == CHAMPION), None)


def is_alive(battle: Battle, one: Duellist) -> bool:
    return model_of(battle, one) is not None


def key_of(one: Duellist) -> str:
    """How questions and attacks name him: "5", or "7:champion"."""
    return f"{one.unit}:{CHAMPION}" if one.champion else str(one.unit)


def named(key: str) -> Duellist:
    """The duellist of a key."""
    number, _, role = key.partition(":")
    return Duellist(int(number), role == CHAMPION)


def title(battle: Battle, one: Duellist) -> str:
    name = unit_of(battle, one).name
    return f"the Champion of {name}" if one.champion else name


@rule("blue.champion.becomes_hero")
def heroes_of(battle: Battle, fight: Fight, seat: int) -> list[Duellist]:
    """The Heroes of a seat in a fight, and Champions who have become Heroes."""
    found = []
    for unit in fight.all_of(battle, seat):
        if battle.entry(unit).hero:
            found.append(Duellist(unit.id))
        elif unit.promoted and is_alive(battle, Duellist(unit.id, True)):
            found.append(Duellist(unit.id, True))
    return found


@rule("blue.champion.accept_only")
def champions_of(battle: Battle, fight: Fight, seat: int) -> list[Duellist]:
    """The Champions of a seat's units in a fight who are no Heroes."""
    found = [Duellist(unit.id, True) for unit in fight.side(battle, seat) if not unit.promoted]
    return [one for one in found if is_alive(battle, one)]


# Into contact


def _base(battle: Battle, one: Duellist) -> Base:
    number = model_of(battle, one)
    assert number is not None
    return bases_of(battle, unit_of(battle, one))[number]


@rule("blue.duel.accept_contact")
def bring_together(battle: Battle, one: Duellist, other: Duellist) -> None:
    """The two stand in base contact: the first goes to the second by the smallest shift, and an ordinary model of his
    side that is in his way takes his old place (BLUE-R98). Who is in a building has no place."""
    if any(head(battle, unit_of(battle, each)).inside is not None for each in (one, other)):
        return
    mine, his = _base(battle, one), _base(battle, other)
    if base_distance(mine, his) <= CONTACT:
        return
    for mover, goal in ((one, other), (other, one)):
        if _go_to(battle, mover, _base(battle, goal)):
            return


def _go_to(battle: Battle, mover: Duellist, goal: Base) -> bool:
    """Put a duellist into contact with a base, if there is a place; whether there was."""
    own, unit = _base(battle, mover), unit_of(battle, mover)
    spots = sorted(contact_places(own, goal), key=lambda spot: round(hypot(spot.x - own.x, spot.y - own.y), 6))
    board = battle.scene.board
    walls = ground.around(battle, unit, 0.0, near=_box(goal)).walls
    free = [
        spot
        for spot in spots
        if base_on_board(spot, board.width, board.depth) and not any(bases_overlap(spot, wall) for wall in walls)
    ]
    taken = {id(spot): _in_the_way(battle, mover, spot) for spot in free}
    for spot in free:
        if not taken[id(spot)]:
            _put(battle, mover, spot)
            return True
    for spot in free:
        in_way = taken[id(spot)]
        if len(in_way) == 1 and _makes_room(battle, mover, own, in_way[0]):
            _put(battle, mover, spot)
            return True
    return False


def _box(goal: Base) -> tuple[float, float, float, float]:
    far = goal.radius * 3 + 4.0
    return goal.x - far, goal.y - far, goal.x + far, goal.y + far


def _in_the_way(battle: Battle, mover: Duellist, spot: Base) -> list[tuple[Unit, int]]:
    """The models other than the mover on whom a base would stand there."""
    own = (mover.unit, model_of(battle, mover))
    return [
        (unit, number)
        for unit in battle.units
        if unit.models and head(battle, unit).inside is None
        for number, base in enumerate(bases_of(battle, unit))
        if (unit.id, number) != own
        and hypot(base.x - spot.x, base.y - spot.y) < base.radius + spot.radius
        and bases_overlap(base, spot)
    ]


def _makes_room(battle: Battle, mover: Duellist, place: Base, other: tuple[Unit, int]) -> bool:
    """An ordinary model of the mover's side goes to his old place, if it is no larger than he is."""
    unit, number = other
    model = unit.models[number]
    fits = battle.entry(unit).radius <= place.radius + 1e-9
    if unit.seat != unit_of(battle, mover).seat or model.role or battle.entry(unit).hero or not fits:
        return False
    _move(battle, unit, number, place)
    return True


def _put(battle: Battle, mover: Duellist, spot: Base) -> None:
    number = model_of(battle, mover)
    assert number is not None
    _move(battle, unit_of(battle, mover), number, spot)


def _move(battle: Battle, unit: Unit, number: int, spot: Base) -> None:
    model = unit.models[number]
    there = msgspec.structs.replace(model, x=round(spot.x, 9) + 0.0, y=round(spot.y, 9) + 0.0)
    set_models(battle, unit, (*unit.models[:number], there, *unit.models[number + 1 :]))


@rule("blue.duel.bug_out")
def stand_in_for(battle: Battle, hero: Unit) -> tuple[Unit, int] | None:
    """The ordinary model that could take a Hero's place: the nearest of the unit that he is with; None for a lone
    Hero (BLUE-R99)."""
    if hero.host is None:
        return None
    host = battle.units[hero.host]
    (own,) = bases_of(battle, hero)
    bases = bases_of(battle, host)
    ordinary = [number for number, model in enumerate(host.models) if not model.role]
    if not ordinary:
        return None
    return host, min(ordinary, key=lambda number: (round(base_distance(own, bases[number]), 6), number))


@rule("blue.duel.bug_out")
def swap(battle: Battle, hero: Unit, other: tuple[Unit, int]) -> None:
    """The Hero and the model change places; where their bases differ too much for that both stay."""
    host, number = other
    (mine,), his = hero.models, host.models[number]
    if head(battle, hero).inside is None and battle.entry(hero).base != battle.entry(host).base:
        return
    set_models(battle, hero, (msgspec.structs.replace(mine, x=his.x, y=his.y),))
    moved = Model(mine.x, mine.y, his.lost, his.role, his.facing)
    set_models(battle, host, (*host.models[:number], moved, *host.models[number + 1 :]))


# Blows


def lots_at(battle: Battle, fight: Fight, one: Duellist, other: Duellist, step: int) -> list[Lot]:
    """What a duellist strikes at a step of Initiative: Impact Attacks at 10, his blows at his own step, Stomps and the
    like at 1; all of it goes at the other (BLUE-R99)."""
    unit, target = unit_of(battle, one), unit_of(battle, other)
    weapon = weapons.weapon_of(battle, unit)
    number = model_of(battle, one)
    assert number is not None
    role = CHAMPION if other.champion else ""
    found: list[Lot] = []
    if step == initiative.FIRST and head(battle, unit).charged:
        each = sum(rule_.impact(battle, unit, battle.entry(unit)) for rule_ in speakers(battle, unit).at("impact"))
        if each:
            strength = values.strength(battle, unit)
            cite = "blue.special.impact_attacks"
            lot = Lot("impact", unit.id, target.id, each, None, strength=strength, what="Impact Attacks", rule=cite)
            found.append(_aimed(battle, fight, lot, role))
    if step == initiative.step_of(battle, unit, weapon):
        blows = strikes.Blows(unit, key_of(other), (number,), reaching=False)
        found.append(strikes.lot_of(battle, fight, blows, weapon))
    if step == initiative.LAST:
        for speaker in speakers(battle, unit).at("last_blows"):
            found += [_aimed(battle, fight, lot, role) for lot in speaker.last_blows(battle, unit, target)]
    return [_with_items(battle, one, other, lot) for lot in found]


def _with_items(battle: Battle, one: Duellist, other: Duellist, lot: Lot) -> Lot:
    """The lot with what Champions who took items from Heroes have of them: they speak for the Champion alone."""
    for item in _carried(battle, one):
        if item.speaks_at("on_attack"):
            item.on_attack(battle, unit_of(battle, one), lot)
    given = gathered(SPECIALS, [text for item in _carried(battle, other) for text in item.gives])
    saves = [number for rule_ in given for number in rule_.magical_saves(battle, unit_of(battle, other))]
    if saves:
        sources = [*saves, *(() if lot.magical is None else (lot.magical,))]
        lot.magical = max(values.BEST_MAGIC, min(sources) - (len(sources) - 1))
    return lot


def _carried(battle: Battle, one: Duellist) -> list[Special]:
    items = unit_of(battle, one).items if one.champion else ()
    return [ITEMS[name]() for name in items if name in ITEMS]


def _aimed(battle: Battle, fight: Fight, lot: Lot, role: str) -> Lot:
    lot.target_role = role
    return strikes.readied(battle, fight, lot)


# Odds

Health = tuple[int, int]


def health_of(battle: Battle, one: Duellist) -> int:
    """The Health that a duellist has left."""
    number = model_of(battle, one)
    if number is None:
        return 0
    unit = unit_of(battle, one)
    model = unit.models[number]
    return values.health_of(battle.entry(unit), model.role) - model.lost


def round_chances(battle: Battle, fight: Fight, one: Duellist, other: Duellist) -> dict[Health, float]:
    """The exact chances of the Health that both have left after one round of a duel, without Destiny and
    Regeneration."""
    found: dict[Health, float] = {(health_of(battle, one), health_of(battle, other)): 1.0}
    for step in STEPS:
        ours, theirs = lots_at(battle, fight, one, other, step), lots_at(battle, fight, other, one, step)
        if ours or theirs:
            found = _after(battle, found, ours, theirs)
    return found


def _after(
    battle: Battle, before: dict[Health, float], ours: Sequence[Lot], theirs: Sequence[Lot]
) -> dict[Health, float]:
    """After the blows of one step, which fall at the same time; the dead strike no more."""
    found: dict[Health, float] = {}
    hits, blows = list(_harm(battle, ours)), list(_harm(battle, theirs))
    for (own, his), chance in before.items():
        if not own or not his:
            found[own, his] = found.get((own, his), 0.0) + chance
            continue
        for dealt, share in hits:
            for taken, part in blows:
                left = (max(0, own - taken), max(0, his - dealt))
                found[left] = found.get(left, 0.0) + chance * share * part
    return found


SLAYS = 1000
"""The harm of a blow that slays outright."""


def _harm(battle: Battle, lots: Sequence[Lot]) -> Iterator[tuple[int, float]]:
    """The chances of the Health that lots take."""
    found = {0: 1.0}
    for lot in lots:
        more: dict[int, float] = {}
        for (wounds, slain), chance in attacks.spread_of(battle, lot).items():
            for before, share in found.items():
                total = min(SLAYS, before + wounds + slain * SLAYS)
                more[total] = more.get(total, 0.0) + chance * share
        found = more
    return iter(found.items())


def duel_odds(battle: Battle, fight: Fight, one: Duellist, other: Duellist) -> tuple[Odds, ...]:
    """The chances of the first round of a duel between the two, for the first of them."""
    chances = round_chances(battle, fight, one, other)
    name = title(battle, other)
    return (
        Odds(
            f"slays {name} in one round",
            summed(chance for (_, his), chance in chances.items() if not his),
            telling=True,
        ),
        Odds(f"is slain by {name} in one round", summed(chance for (own, _), chance in chances.items() if not own)),
    )
