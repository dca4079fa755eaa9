"""Objectives: seizing at round ends, the mission's points, and who wins (Preparation: The Mission)."""

from __future__ import annotations

import msgspec

from warhost.play.battle import Outcome, copied
from warhost.play.script import Script
from warhost.play.shown.english import as_read
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import mission_of
from warhost.rulesets.regiments.chapters.missions.carrying import follow, let_fall
from warhost.rulesets.regiments.chapters.missions.seizing import take_control
from warhost.rulesets.regiments.chapters.movement.transports import passengers
from warhost.rulesets.regiments.core import Battle, Marker, Unit, events, optional


def at_round_start(battle: Battle) -> Script[None]:
    """What the mission does when a round begins (AOFR-R017)."""
    yield from mission_of(battle).at_round_start(battle)


@rule("aofr.objective.only_round_end")
def at_round_end(battle: Battle) -> Script[None]:
    """Control of markers, then what seizing does, then victory points (AOFR-R016)."""
    mission = mission_of(battle)
    yield from after_activation(battle)
    yield from optional.each(battle, "before_seizing")
    before = battle.markers
    take_control(battle)
    yield from optional.each(battle, "seized", before)
    yield from _told(before, battle.markers)
    yield from mission.after_control(battle, before)
    yield from _score(battle, mission.scored(battle, before))


def _told(before: tuple[Marker, ...], after: tuple[Marker, ...]) -> Script[None]:
    for number, (was, now) in enumerate(zip(before, after, strict=True), 1):
        if now.owner == was.owner:
            continue
        if now.owner is None:
            yield events.MarkerNeutral(number)
        else:
            yield events.MarkerSeized(number, now.owner)


def _score(battle: Battle, points: tuple[float, ...]) -> Script[None]:
    for seat, scored in enumerate(points):
        if scored:
            yield events.PointsScored(seat, scored)
    battle.points = tuple(have + scored for have, scored in zip(battle.points, points, strict=True))


def after_activation(battle: Battle) -> Script[None]:
    """Carried markers go with their carriers; those of Shaken units are dropped (AOFR-R192)."""
    follow(battle)
    for unit in battle.units:
        if unit.shaken:
            yield from drop(battle, unit)


@rule("aofr.mission.relic_hunt.drop", "aofr.mission.capture_hold.carry", "aofr.mission.smash_grab.relic")
def drop(battle: Battle, unit: Unit) -> Script[None]:
    """The unit drops what it carries where it is: when it is Shaken, and before it is taken off the table."""
    for number, marker in enumerate(battle.markers):
        if marker.carrier == unit.id:
            let_fall(battle, number)
            yield events.MarkerDropped(number + 1, unit.id)
            yield from mission_of(battle).after_drop(battle, number)


@rule("aofr.structure.four_rounds")
def reckon(battle: Battle) -> Script[None]:
    """The battle is over. Units that were held back and never found room count as destroyed (AOFR-R070)."""
    mission = mission_of(battle)
    for unit in battle.units:
        if unit.reserve == "held back":
            yield from _without_room(battle, unit)
    yield from optional.each(battle, "at_the_end")
    yield from _score(battle, mission.scored_at_the_end(battle))
    outcome = mission.judge(battle)
    for part in optional.speaking(battle, "judged"):
        outcome = yield from part.judged(battle, outcome)
    battle.outcome = of_teams(battle, outcome)
    yield events.BattleEnded(as_read(battle.outcome.text, (seat.name for seat in battle.scene.seats)))


def _without_room(battle: Battle, unit: Unit) -> Script[None]:
    """The unit counts as destroyed, and so does who is inside it: a transport and its passengers are one placement."""
    for lost in (unit, *passengers(battle, unit)):
        lost.reserve, lost.inside, lost.fate = "", None, "destroyed"
        yield events.NeverDeployed(lost.id)


def of_teams(battle: Battle, outcome: Outcome) -> Outcome:
    """What a side has won, all its players have."""
    if battle.scene.seats[0].team is None:
        return outcome
    winners = (seat for seat in range(len(battle.scene.seats)) if battle.side_of(seat) in outcome.winners)
    return msgspec.structs.replace(outcome, winners=tuple(winners))


def verdict(battle: Battle) -> Outcome:
    """How the battle would be judged if this round were its last and ended now: markers go to whoever could seize."""
    ended = copied(battle)
    if battle.outcome is None:
        take_control(ended)
    return of_teams(ended, mission_of(ended).judge(ended))


STEPS = {"reckon": reckon}
