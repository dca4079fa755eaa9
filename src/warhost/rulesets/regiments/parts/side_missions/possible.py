"""Which side-missions a player can complete at all (Advanced Missions: Playing with Side-Missions).

What counts is both lists, not what is left of them: a unit may have been destroyed before the mission was rolled.
"""

from __future__ import annotations

from collections.abc import Callable

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment.joining import may_join
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.parts.shared import deeds
from warhost.rulesets.regiments.parts.side_missions.conditions import Side, is_giant, is_large, is_monster


def _models(side: Side) -> int:
    return sum(side.battle.regiment(unit).starting_size for unit in side.foes())


def _has_caster(side: Side) -> bool:
    own = (side.battle.regiment(unit) for unit in deeds.army(side.battle, side.seat))
    return any(one.count("Caster") or (one.hero is not None and one.hero.count("Caster")) for one in own)


def _may_be_joined(side: Side) -> bool:
    """Whether an enemy hero has joined a unit, or still may."""
    foes = side.foes()
    if any(side.battle.regiment(unit).hero is not None for unit in foes):
        return True
    return any(_is_off(hero) and may_join(side.battle, hero, host) for hero in foes for host in foes)


def _is_off(unit: Unit) -> bool:
    return unit.pose is None and not unit.fate


def _own(side: Side) -> int:
    return len(deeds.army(side.battle, side.seat))


NEEDS: dict[str, Callable[[Side], bool]] = {
    "overrun": lambda side: _own(side) >= 4,
    "spread_out": lambda side: _own(side) >= 4,
    "invade": lambda side: _own(side) >= 2,
    "terrify": lambda side: len(side.foes()) >= 2,
    "hex": _has_caster,
    "slaughter": lambda side: len(side.foes(is_large)) >= 4,
    **dict.fromkeys(("wipe_out", "exterminate", "butcher", "eradicate"), lambda side: bool(side.foes(is_large))),
    "massacre": lambda side: _models(side) >= 20,
    "eliminate": lambda side: len(side.foes(is_monster)) >= 2,
    **dict.fromkeys(("destroy", "obliterate", "erase", "annihilate"), lambda side: bool(side.foes(is_monster))),
    "decimate": lambda side: bool(side.foes(is_giant)),
    "slay": lambda side: len(side.heroes()) >= 2,
    **dict.fromkeys(("execute", "terminate", "assassinate", "murder"), lambda side: bool(side.heroes())),
    "dispatch": _may_be_joined,
}
"""What both lists must have for a side-mission; the others can always be completed."""


@rule("aofr.side.reroll_impossible")
def is_possible(battle: Battle, seat: int, slug: str) -> bool:
    """Whether that player can complete the side-mission (AOFR-R217)."""
    needs = NEEDS.get(slug)
    return needs is None or needs(Side(battle, seat))
