"""Living spells on the table: whose they are, where they stand, whom they are near."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.casters import CasterModel, casters_of, model_of
from warhost.rulesets.regiments.core import Battle, Trooper, Unit, optional, perimeter, present
from warhost.rulesets.regiments.parts.living_spells.spells import AROUND, SLUG, LivingSpell, base_of, spells
from warhost.table import MM_PER_INCH, Base, Circle, Feature, Point, bases_within, rect


class Living(msgspec.Struct, frozen=True, omit_defaults=True):
    """A living spell in play: its name, its side, who cast it, where it stands and where a second copy does."""

    name: str
    seat: int
    unit: int
    group: int
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0
    second: Point | None = None

    @property
    def spell(self) -> LivingSpell:
        return spells()[self.name]


class Spells(msgspec.Struct, frozen=True, omit_defaults=True):
    """What each side drew before the battle, by its number, and what is in play."""

    drawn: Mapping[str, tuple[str, ...]] = {}
    play: tuple[Living, ...] = ()
    larger: bool = False
    """Whether spells stand on the larger of the bases that the book names for their size."""


def told(battle: Battle) -> Spells:
    return optional.kept(battle, SLUG, Spells)


def keep(battle: Battle, known: Spells) -> None:
    optional.keep(battle, SLUG, known)


def drawn_by(battle: Battle, seat: int) -> tuple[str, ...]:
    """The living spells that a side drew before the battle."""
    return told(battle).drawn.get(str(seat), ())


def in_play(battle: Battle) -> tuple[Living, ...]:
    """The spells on the table; one that its caster carries is gone with the caster."""
    return tuple(living for living in told(battle).play if not living.spell.carried or _bearer(battle, living))


def of_seat(battle: Battle, seat: int) -> Living | None:
    return next((living for living in in_play(battle) if living.seat == seat), None)


def caster_of(battle: Battle, living: Living) -> CasterModel | None:
    """The caster of a spell, if it lives."""
    unit = battle.units[living.unit]
    if unit.fate:
        return None
    return next((caster for caster in casters_of(battle, unit) if caster.group == living.group), None)


def _bearer(battle: Battle, living: Living) -> Trooper | None:
    """The model that stands on a spell."""
    caster = caster_of(battle, living)
    return None if caster is None else model_of(battle, battle.units[living.unit], caster)


@rule("aofr.living.small", "aofr.living.large", "aofr.living.long")
def shape_at(spell: LivingSpell, x: float, y: float, facing: float, *, larger: bool) -> Base:
    """What a spell covers: small and large ones a round base, long ones an oblong one."""
    width, depth = (mm / MM_PER_INCH for mm in base_of(spell, larger=larger))
    return rect(x, y, facing, width, depth) if spell.size == "long" else Circle(x, y, width / 2)


@rule("aofr.living.soul_drain_platform", "aofr.living.vortex_platform")
def shapes(battle: Battle, living: Living) -> list[Base]:
    """What a spell covers now, with its second copy. A platform is centred under its caster (AOFR-R281)."""
    spell, larger = living.spell, told(battle).larger
    if spell.carried:
        bearer = _bearer(battle, living)
        return [] if bearer is None else [shape_at(spell, bearer.base.x, bearer.base.y, 0.0, larger=larger)]
    found = [shape_at(spell, living.x, living.y, living.facing, larger=larger)]
    if living.second is not None:
        found.append(shape_at(spell, *living.second, 0.0, larger=larger))
    return found


def is_near(battle: Battle, unit: Unit, shape: Base, inches: float) -> bool:
    """Whether the closest model of a unit is so near to a base."""
    far = optional.measured(battle, inches)
    return any(bases_within(shape, part, far) for part in perimeter(battle, unit))


@rule("aofr.living.burning_pyre")
def touched(battle: Battle, living: Living) -> Iterator[Unit]:
    """The units of both sides within 6" of a spell (AOFR-R275)."""
    for unit in present(battle):
        if any(is_near(battle, unit, shape, AROUND) for shape in shapes(battle, living)):
            yield unit


# Spells that come and go.


def put(battle: Battle, living: Living) -> None:
    """The spell is in play from now on; one that is terrain lies on the board."""
    known = told(battle)
    keep(battle, msgspec.structs.replace(known, play=(*known.play, living)))
    if living.spell.terrain:
        board = battle.scene.board
        features = (*board.features, feature_of(battle, living))
        battle.scene = msgspec.structs.replace(battle.scene, board=msgspec.structs.replace(board, features=features))


def take_off(battle: Battle, living: Living) -> None:
    """The spell is gone."""
    known = told(battle)
    keep(battle, msgspec.structs.replace(known, play=tuple(one for one in known.play if one != living)))
    if living.spell.terrain:
        board, gone = battle.scene.board, feature_of(battle, living)
        features = tuple(feature for feature in board.features if feature != gone)
        battle.scene = msgspec.structs.replace(battle.scene, board=msgspec.structs.replace(board, features=features))


def set_at(battle: Battle, living: Living, x: float, y: float) -> Living:
    """The spell stands there now."""
    moved = msgspec.structs.replace(living, x=round(x, 9), y=round(y, 9))
    known = told(battle)
    keep(battle, msgspec.structs.replace(known, play=tuple(moved if one == living else one for one in known.play)))
    return moved


@rule("aofr.living.arcane_palisade")
def feature_of(battle: Battle, living: Living) -> Feature:
    """The piece of terrain that a spell is."""
    width, depth = (mm / MM_PER_INCH for mm in base_of(living.spell, larger=told(battle).larger))
    kind = f"{living.name.lower().replace(' ', '_')}_{living.spell.terrain}"
    name = f"{living.name} of {battle.scene.seats[living.seat].name}"
    return Feature(kind, living.x, living.y, width, depth, living.facing, name)
