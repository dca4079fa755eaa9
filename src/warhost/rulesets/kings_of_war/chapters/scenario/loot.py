"""Loot: picking it up, carrying it, dropping it, losing it (Objectives, Loot & Bluffing: Loot counters)."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.picking import pick
from warhost.play.questions import Option, Outline, Pick, Place, Placed
from warhost.play.script import Refused, Script, agrees, choose_unit, place
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.scenario.objectives import TOKEN, change, token_touches
from warhost.rulesets.kings_of_war.core import Battle, Marker, Unit, events, footprint, friends, in_contact, is_scoring
from warhost.table import TOLERANCE, Pose, Rect, from_local, local


def carried(battle: Battle, unit: Unit) -> list[int]:
    """The numbers of the counters that a unit carries."""
    return [number for number, marker in enumerate(battle.markers) if marker.carrier == unit.id]


def follow(battle: Battle) -> None:
    """Carried counters lie where their carriers are."""
    for number, marker in enumerate(battle.markers):
        if marker.carrier is not None:
            pose = battle.units[marker.carrier].pose
            if pose is not None and (pose.x, pose.y) != (marker.x, marker.y):
                change(battle, number, x=pose.x, y=pose.y)


# Picking up


@rule("kow.loot.pick_up", "kow.loot.non_scoring", "kow.loot.non_scoring_denies")
def at_phase_end(battle: Battle) -> Script[None]:
    """Units of the player whose turn it is may pick up counters that they stand on or touch and no enemy does."""
    follow(battle)
    if battle.active in battle.out_of_time:
        return
    for number, marker in enumerate(battle.markers):
        if marker.kind != "loot" or marker.carrier is not None:
            continue
        able = list(_able(battle, marker))
        if not able or any(_touches(battle, enemy, marker) for enemy in friends(battle, 1 - battle.active)):
            continue
        text = f"Which unit picks up loot counter {number + 1}?"
        unit = yield from choose_unit(able, battle.active, "loot", text, rules=("kow.loot.pick_up",))
        yes = Option("take", f"{unit.name}: pick up loot counter {number + 1}", unit=unit.id, text=SLOWER)
        wanted = f"Do you pick up loot counter {number + 1}?"
        if (yield from agrees(unit.seat, "loot", wanted, yes, "Leave it", rules=("kow.loot.pick_up",))):
            change(battle, number, carrier=unit.id)
            follow(battle)
            yield events.LootTaken(unit.id, number + 1)


SLOWER = "Who carries loot has a Speed of 5 at most, and neither Fly nor Wild Charge."


def _able(battle: Battle, marker: Marker) -> Iterator[Unit]:
    for unit in friends(battle, battle.active):
        if _touches(battle, unit, marker) and is_scoring(battle, unit) and marker.dropped != _now(battle, unit):
            yield unit


def _touches(battle: Battle, unit: Unit, marker: Marker) -> bool:
    return token_touches(footprint(battle, unit), marker)


def _now(battle: Battle, unit: Unit) -> str:
    """What is noted of a counter that the unit drops in this phase."""
    return f"{unit.id} in the {battle.phase} phase of round {battle.turn}"


# Dropping


@rule("kow.loot.drop")
def may_drop(battle: Battle, unit: Unit) -> Script[bool]:
    """At the start of a movement order a carrier may drop counters, each wholly inside its footprint. Returns whether
    it has dropped all."""
    mine = carried(battle, unit)
    if not mine:
        return False
    rules = ("kow.loot.drop",)
    if len(mine) == 1:
        yes = Option("drop", f"{unit.name}: drop the loot", unit=unit.id)
        keep = yield from agrees(
            unit.seat, "drop loot", "Do you drop the loot before moving?", yes, "Keep it", rules=rules
        )
        wanted = mine if keep else []
    else:
        options = tuple(Option(str(number), f"Loot counter {number + 1}", unit=unit.id) for number in mine)
        text = "Which loot counters do you drop before moving?"
        question = Pick(
            seat=unit.seat, topic="drop loot", text=text, rules=rules, options=options, least=0, most=len(mine)
        )
        wanted = [int(key) for key in (yield from pick(question))]
    for number in wanted:
        yield from _lay_down(battle, unit, number, unit.seat)
    return bool(wanted) and len(wanted) == len(mine)


@rule("kow.loot.drop", "kow.loot.routed")
def _lay_down(battle: Battle, unit: Unit, number: int, seat: int) -> Script[None]:
    """The counter is laid anywhere wholly inside the footprint; nobody is asked where only the middle will do."""
    shape = footprint(battle, unit)
    spots = _inside(shape)
    x, y = spots[0]
    if len(spots) > 1:
        question = Place(
            seat=seat,
            topic="loot",
            text=f"Where does loot counter {number + 1} lie?",
            rules=("kow.loot.drop",),
            outline=Outline("circle", 2 * TOKEN),
        )

        def check(placed: Placed) -> Refused | None:
            if _fits(shape, placed.pose.x, placed.pose.y):
                return None
            return Refused(f"The counter has to be placed wholly where {unit.name} stands.", "kow.loot.drop")

        answer = yield from place(question, check, lambda: [Placed(Pose(*spot, 0.0)) for spot in spots])
        x, y = answer.pose.x, answer.pose.y
    change(battle, number, carrier=None, x=x, y=y, dropped=_now(battle, unit))
    yield events.LootDropped(unit.id, number + 1)


def _fits(shape: Rect, x: float, y: float) -> bool:
    right, ahead = local(shape, x, y)
    return (
        abs(right) <= max(0.0, shape.width / 2 - TOKEN) + TOLERANCE
        and abs(ahead) <= max(0.0, shape.depth / 2 - TOKEN) + TOLERANCE
    )


def _inside(shape: Rect) -> list[tuple[float, float]]:
    """Places for a counter inside a base: its middle, and as far as it goes to the sides, ahead and back."""
    aside, along = max(0.0, shape.width / 2 - TOKEN), max(0.0, shape.depth / 2 - TOKEN)
    found = [(0.0, 0.0), (aside, 0.0), (-aside, 0.0), (0.0, along), (0.0, -along)]
    return list(dict.fromkeys(from_local(shape, right, ahead) for right, ahead in found))


# Losing


@rule("kow.loot.routed", "kow.loot.destroyed")
def when_routed(battle: Battle, unit: Unit, by: int) -> Script[None]:
    """Before a carrier is taken off, the opponent hands its counters out among own scoring units in contact with it; if
    there are none they stay in its footprint (KOW-R019)."""
    mine = carried(battle, unit)
    if not mine:
        return
    foes = [one for one in friends(battle, 1 - unit.seat) if in_contact(battle, one, unit) and is_scoring(battle, one)]
    for number in mine:
        if not foes:
            yield from _lay_down(battle, unit, number, unit.seat)
            continue
        text = f"Which unit takes loot counter {number + 1}?"
        taker = yield from choose_unit(foes, 1 - unit.seat, "loot", text, rules=("kow.loot.destroyed",))
        change(battle, number, carrier=taker.id)
        yield events.LootTaken(taker.id, number + 1)
    follow(battle)
