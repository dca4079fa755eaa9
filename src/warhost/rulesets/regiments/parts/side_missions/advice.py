"""What a computer player is told of side-missions: which are easy, and what they make worth fighting for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warhost.play.counsel.counsel import Term
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.parts.shared import deeds
from warhost.rulesets.regiments.parts.shared.deeds import has_hero
from warhost.rulesets.regiments.parts.side_missions.conditions import Side, completed, is_giant, is_large, is_monster
from warhost.rulesets.regiments.parts.side_missions.possible import is_possible
from warhost.rulesets.regiments.parts.side_missions.table import side_missions

POINT = 10.0
"""What a victory point counts."""

CHANCES = {
    "mislead": 0.1,
    "fortify": 0.3,
    "seize": 0.35,
    "rule": 0.45,
    "dominate": 0.15,
    "equalize": 0.15,
    "control": 0.45,
    "intimidate": 0.55,
    "overrun": 0.15,
    "spread_out": 0.05,
    "invade": 0.2,
    "defend": 0.75,
    "rush": 0.5,
    "finalize": 0.5,
    "conserve": 0.6,
    "erode": 0.4,
    "terrify": 0.4,
    "hex": 0.4,
    "slaughter": 0.25,
    "wipe_out": 0.4,
    "exterminate": 0.4,
    "butcher": 0.4,
    "eradicate": 0.4,
    "massacre": 0.5,
    "eliminate": 0.3,
    "destroy": 0.4,
    "obliterate": 0.45,
    "erase": 0.45,
    "annihilate": 0.45,
    "decimate": 0.5,
    "slay": 0.3,
    "execute": 0.4,
    "terminate": 0.35,
    "assassinate": 0.35,
    "murder": 0.4,
    "dispatch": 0.35,
}
"""How likely each is completed about, where armies are alike."""

MARKERS = {"seize": 1.15, "rule": 1.15, "dominate": 1.15, "mislead": 0.7, "fortify": 0.9, "equalize": 0.9}
"""How much more or less markers count with a side-mission about them; those to have few only at the end."""

WANTED = 1.3
"""How much more a unit counts whose loss completes a side-mission."""


def chance(battle: Battle, seat: int, slug: str) -> float:
    """How likely a side completes a side-mission, roughly."""
    return CHANCES[slug] if is_possible(battle, seat, slug) else 0.0


def on_pick(battle: Battle, seat: int, slug: str, *, shared: bool) -> Iterator[Term]:
    """What speaks for picking a side-mission: that one will complete it, and the enemy will not."""
    row = side_missions()[slug].id
    yield POINT * chance(battle, seat, slug), "likely to be completed", row
    if shared:
        yield -POINT * chance(battle, battle.other(seat), slug), "the enemy may complete it too", row


def marker_weight(battle: Battle, missions: Iterable[str]) -> float:
    """How much more or less markers count with these side-missions."""
    weight = 1.0
    for slug in missions:
        factor = MARKERS.get(slug, 1.0)
        weight *= factor if factor > 1.0 or battle.turn >= last_round(battle) else 1.0
    return weight


def prize(battle: Battle, seat: int, unit: Unit, missions: Iterable[str]) -> float:
    """How much more an enemy unit counts whose loss brings one of these side-missions nearer. Units of nobody, and
    buildings, are in no army."""
    if unit not in deeds.army(battle, battle.other(seat)):
        return 1.0
    return WANTED if any(_is_wanted(battle, seat, unit, slug) for slug in missions) else 1.0


def _is_wanted(battle: Battle, seat: int, unit: Unit, slug: str) -> bool:
    told = side_missions().get(slug)
    if told is None or completed(battle, seat, slug):
        return False
    side, regiment = Side(battle, seat), battle.regiment(unit)
    if told.category == "heroic_general":
        return has_hero(battle, unit)
    kind = {"combat_master": is_large, "monster_hunter": is_giant if slug == "decimate" else is_monster}
    which = kind.get(told.category)
    if which is None or not which(regiment):
        return False
    values = {
        "exterminate": (max, [battle.regiment(foe).size for foe in side.foes(which)], regiment.size),
        "obliterate": (max, [battle.regiment(foe).tough for foe in side.foes(which)], regiment.tough),
        **dict.fromkeys(("butcher", "erase"), (max, [side.points(foe) for foe in side.foes(which)], regiment.points)),
        **dict.fromkeys(
            ("eradicate", "annihilate"), (min, [side.points(foe) for foe in side.foes(which)], regiment.points)
        ),
    }
    if slug not in values:
        return True
    pick, all_, own = values[slug]
    return own == pick(all_)
