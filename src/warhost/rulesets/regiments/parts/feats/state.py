"""Who is a hero, who is a monster, and the feat points that are left (Hero & Monster Feats)."""

from __future__ import annotations

import msgspec

from warhost.play.events import Event
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import HERO, Battle, Unit, optional
from warhost.rulesets.regiments.core.kinds import kinds_of_model, tough
from warhost.rulesets.regiments.parts.shared.deeds import has_hero

SLUG = "feats"
TOUGH = 6
"""From which Tough value on a unit is a monster."""

BLOCK = 750
"""How many points of game size bring a roll for feat points."""


class Feats(msgspec.Struct, frozen=True, omit_defaults=True):
    """The feat points of each seat, and the round in which it last used a feat of that kind."""

    heroic: tuple[int, ...] = (0, 0)
    monstrous: tuple[int, ...] = (0, 0)
    hero_used: tuple[int, ...] = (0, 0)
    monster_used: tuple[int, ...] = (0, 0)


class FeatPointsGained(Event, frozen=True):
    words = "{seat:seat} got {heroic:# heroic feat point} and {monstrous:# monstrous feat point}"
    seat: int
    heroic: int
    monstrous: int


class FeatUsed(Event, frozen=True):
    words = "{unit:unit} used {feat}[ on {target:unit}]"
    unit: int
    feat: str
    target: int | None = None


def kept(battle: Battle) -> Feats:
    return optional.kept(battle, SLUG, Feats)


def keep(battle: Battle, told: Feats) -> None:
    optional.keep(battle, SLUG, told)


def of(values: tuple[int, ...], seat: int) -> int:
    """What is noted for a seat; nothing for one that has none yet, or for units that are nobody's."""
    return values[seat] if 0 <= seat < len(values) else 0


def replaced(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    wide = (*values, *(0 for _ in range(seat + 1 - len(values))))
    return tuple(value if number == seat else old for number, old in enumerate(wide))


@rule("aofr.feat.who")
def is_hero(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is a hero, or has one in it: the unit's activation is the hero's (AOFR-R258)."""
    return has_hero(battle, unit)


@rule("aofr.feat.who")
def is_monster(battle: Battle, unit: Unit) -> bool:
    """Whether one of a unit's own models is Tough(6) or more; of a joined hero alone if nobody else is left
    (AOFR-R261)."""
    alone = not any(unit.left)
    return any(tough(battle, unit, group) >= TOUGH for group, _ in kinds_of_model(unit) if group != HERO or alone)


def may_use(battle: Battle, seat: int, *, heroic: bool) -> bool:
    """Whether a side has a point of that kind and has used no feat of that kind in this round (AOFR-R256)."""
    told = kept(battle)
    points, used = (told.heroic, told.hero_used) if heroic else (told.monstrous, told.monster_used)
    return of(points, seat) > 0 and of(used, seat) != battle.turn


def pay(battle: Battle, seat: int, *, heroic: bool) -> None:
    """A point is spent; that was the feat of this kind for this round."""
    told = kept(battle)
    if heroic:
        points = replaced(told.heroic, seat, of(told.heroic, seat) - 1)
        used = replaced(told.hero_used, seat, battle.turn)
        keep(battle, msgspec.structs.replace(told, heroic=points, hero_used=used))
    else:
        points = replaced(told.monstrous, seat, of(told.monstrous, seat) - 1)
        used = replaced(told.monster_used, seat, battle.turn)
        keep(battle, msgspec.structs.replace(told, monstrous=points, monster_used=used))
