"""Who moves, shoots or fights next: the questions with which the steps of these phases begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from warhost.play.questions import Denied, Odds, Option, reasons
from warhost.play.script import Script, Weigh, choose
from warhost.play.shown.english import listed
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import friends
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U


def next_to_move(
    battle: Battle[U],
    why_not: Callable[[U], Iterable[Denied]],
    swaps: Callable[[Sequence[U]], Sequence[Option]],
    rules: tuple[str, ...],
) -> Script[str | None]:
    """The key of the unit that moves next; None if nobody can or the Active Player wants no more.

    `why_not` tells what keeps a unit from moving, `swaps` who of these may change places instead.
    """
    own = list(friends(battle, battle.active))
    ready: list[Option] = []
    denied: list[Denied] = []
    for unit in own:
        refused = list(why_not(unit))
        denied += refused
        if not refused:
            ready.append(Option(str(unit.id), unit.name, unit=unit.id))
    if not ready:
        if not any(unit.done for unit in own):
            yield events.NothingToDo(battle.active, "Movement", reasons(denied, "no unit is on the table"))
        return None
    options = [*ready, *swaps(own), Option("pass", "No more moves", passes=True)]
    key = yield from choose(battle.active, "move", "Which unit moves next?", options, rules=rules, denied=denied)
    return None if key == "pass" else key


def next_to_shoot(
    battle: Battle[Any], options: Sequence[Option], denied: Sequence[Denied], rules: tuple[str, ...], weigh: Weigh
) -> Script[str | None]:
    """The key of the volley that is shot next; None if the Active Player wants no more, which is an option."""
    if len(options) == 1 and not any(unit.shot for unit in friends(battle, battle.active)):
        why = reasons(denied, "no unit can shoot", many="no unit has a target in range and sight")
        yield events.NothingToDo(battle.active, "Shooting", why)
    text = "Which unit shoots at which target?"
    key = yield from choose(battle.active, "shoot", text, options, rules=rules, denied=denied, weigh=weigh)
    return None if key == "pass" else key


def next_combat(
    battle: Battle[Any],
    combats: Sequence[tuple[int, ...]],
    prospects: Callable[[tuple[int, ...], int], Sequence[Odds]],
    rule_id: str,
) -> Script[tuple[int, ...] | None]:
    """The combat that the Active Player picks next; None if there is none.

    `prospects` tells what the round of a combat has to expect, as the owner of that unit reads it.
    """
    if not combats:
        if not battle.fought:
            yield events.NothingToDo(battle.active, "Melee", "no unit is in combat")
        return None
    by_key = {"+".join(map(str, combat)): combat for combat in combats}

    def weigh(option: Option) -> Sequence[Odds]:
        combat = by_key[option.key]
        return prospects(combat, next(number for number in combat if battle.units[number].seat == battle.active))

    options = [Option(key, _sides(battle, combat), unit=combat[0]) for key, combat in by_key.items()]
    text = "Which combat is fought next?"
    key = yield from choose(battle.active, "next combat", text, options, rules=(rule_id,), weigh=weigh)
    return by_key[key]


def _sides(battle: Battle[Any], combat: Sequence[int]) -> str:
    sides = (
        listed([battle.units[number].name for number in combat if battle.units[number].seat == seat])
        for seat in (battle.active, battle.reactive)
    )
    return " against ".join(sides)
