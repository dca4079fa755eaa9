"""Lost Health Points that come back: Raise and Recover (Paths: Druidism, Occultism; Hereditary Spells)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.damage.casualties import restore
from warhost.rulesets.fantasy_battles.core import Battle, Unit, full_health, health, speakers, value
from warhost.rulesets.fantasy_battles.shown import events

STANDARD, OTHERS = 2, 1
"""The Res value of Standard rank and file, and of all others, whose data have none (T9A-R112)."""


@rule("t9a.special.recover_hp")
def recover(battle: Battle, unit: Unit, points: int) -> Script[int]:
    """Models on the board regain lost Health Points; the dead stay dead (T9A-R114). Returns how many came back."""
    return (yield from _regain(battle, unit, points, raises=False))


@rule("t9a.special.raise_hp")
def raise_up(battle: Battle, unit: Unit, points: int) -> Script[int]:
    """Wounded models regain lost Health Points, then slain rank and file come back into the last rank (T9A-R114).

    A wounded Champion is one of the rank and file. Nobody comes back to a destroyed unit, nor a fallen Champion.
    """
    back = yield from _regain(battle, unit, min(points, unit.wounds), raises=False)
    champion = None if unit.host is not None else battle.champion_of(unit)
    if champion is not None:
        back += yield from _regain(battle, champion, points - back, raises=False)
    return back + (yield from _regain(battle, unit, points - back, raises=True))


def _regain(battle: Battle, unit: Unit, points: int, *, raises: bool) -> Script[int]:
    back = restore(battle, unit, points, raises=raises) if points > 0 else 0
    if back:
        yield events.HealthRegained(unit.id, back)
    return back


@rule("t9a.special.res_value")
def res_value(battle: Battle, unit: Unit) -> int:
    """How many Health Points spells of Undying and Vampires bring back: a figure of the entry (T9A-R112).

    By a setting it is the Resilience of the models.
    """
    if battle.scene.settings.res_value == "Resilience":
        return value(battle, unit, "res")
    entry = battle.entry(unit)
    if entry.profile.rsr is not None:
        return entry.profile.rsr
    return STANDARD if entry.height == "Standard" and not entry.is_character else OTHERS


def towers(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's own models have Towering Presence."""
    return bool(speakers(battle, unit).at("towers"))


@rule("t9a.special.raise_hp", "t9a.special.recover_hp")
def most_back(battle: Battle, unit: Unit, points: int, *, raises: bool) -> int:
    """How many of so many Health Points may come back to it, if there is room for all."""
    if battle.body(unit).pose is None:
        return 0
    if not raises or unit.host is not None or battle.entry(unit).is_character:
        return min(points, unit.wounds)
    missing = full_health(battle, unit) - health(battle, unit)
    champion = battle.champion_of(unit)
    return min(points, missing + (0 if champion is None else champion.wounds))


def choose_patient(
    battle: Battle, seat: int, patients: Sequence[tuple[Unit, int]], *, text: str, rules: tuple[str, ...]
) -> Script[tuple[Unit, int] | None]:
    """Who of several regains Health Points, of each at most so many: asked where more than one could use them."""
    hurt = [(unit, points) for unit, points in patients if points]
    if not hurt:
        return None
    why = "Health Points that it has lost and may regain"

    def back(points: int) -> Odds:
        return Odds("HP back", points, (Part(points, why, rules[0]),), "expected")

    options = [Option(str(unit.id), unit.name, (back(points),), unit.id) for unit, points in hurt]
    key = yield from choose(seat, "heal whom", text, options, rules=rules)
    return next((unit, points) for unit, points in hurt if unit.id == int(key))
