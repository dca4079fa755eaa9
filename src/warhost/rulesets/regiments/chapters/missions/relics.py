"""Attack & Defend missions about a marker to bring home: Smash & Grab, The Rescue."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.play.battle import Outcome
from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.deployment import markers, reserves
from warhost.rulesets.regiments.chapters.missions.attack_defend import (
    NEAR,
    NEAR_EDGE,
    called,
    ground_near,
    kept_back,
    marker_near_centre,
    move_marker,
)
from warhost.rulesets.regiments.chapters.missions.carrying import (
    carried_away,
    changed,
    near_edge,
    seizing_unit,
    take_along,
)
from warhost.rulesets.regiments.chapters.missions.mission import (
    ATTACKER,
    DEFENDER,
    Deploying,
    Mission,
    army,
    in_role,
    won_by,
    zone_ground,
)
from warhost.rulesets.regiments.chapters.missions.seizing import seizers
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Marker, Unit, events

SECRETS = "aofr.mission.smash_grab.markers"


class SmashAndGrab(Mission):
    """One of the markers is a relic, one a trap; only the defender knows which."""

    @rule("aofr.mission.smash_grab.markers")
    def set_markers(self, battle: Battle) -> Script[None]:
        """The defender places all markers and marks two of them secretly."""
        seat = in_role(battle, DEFENDER)
        count = yield from self.how_many()
        for _ in range(count):
            yield from markers.place_one(battle, seat, markers.common())
        for number in range(len(battle.markers)):
            changed(battle, number, secret="blank")
        for secret in ("relic", "trap"):
            blanks = [i for i, marker in enumerate(battle.markers) if marker.secret == "blank"]
            if not blanks:
                return
            options = [Option(str(i), f"Marker {i + 1}") for i in blanks]
            key = yield from choose(seat, secret, f"Which marker is the {secret}?", options, rules=(SECRETS,))
            changed(battle, int(key), secret=secret)

    @rule("aofr.mission.smash_grab.reveal", "aofr.mission.smash_grab.remove", "aofr.mission.smash_grab.relic")
    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        """Markers that attackers seize are revealed: the relic is carried, the others are removed (AOFR-R200)."""
        attacker = in_role(battle, ATTACKER)
        for number, marker in enumerate(battle.markers):
            if marker.gone or marker.carrier is not None or marker.owner != attacker:
                continue
            if not seizers(battle, marker, attacker):
                continue
            unit = yield from seizing_unit(battle, number, attacker, "aofr.mission.smash_grab.reveal")
            changed(battle, number, revealed=True)
            yield events.MarkerRevealed(number + 1, marker.secret)
            if marker.secret == "relic":
                yield from take_along(battle, number, unit)
                continue
            if marker.secret == "trap":
                yield from spring(battle, unit)
            changed(battle, number, gone=True)
            yield events.MarkerDestroyed(number + 1)

    @rule("aofr.mission.smash_grab.win")
    def judge(self, battle: Battle) -> Outcome:
        """The attacker wins if the relic was revealed and is within 6" of a table edge (AOFR-R201)."""
        relic = next((marker for marker in battle.markers if marker.secret == "relic"), None)
        if relic is not None and relic.revealed and near_edge(battle, relic, NEAR_EDGE):
            return won_by(battle, in_role(battle, ATTACKER), "the relic is at a table edge")
        return won_by(battle, in_role(battle, DEFENDER), "the relic is not at a table edge")


@rule("aofr.mission.smash_grab.markers")
def hidden_from(battle: Battle, seat: int | None) -> Battle:
    """A copy of a battle as a seat sees it: only the defender knows what markers are before they are revealed."""
    if not any(marker.secret and not marker.revealed for marker in battle.markers):
        return battle
    if seat is not None and battle.roles[seat] == DEFENDER:
        return battle
    battle.markers = tuple(
        marker if marker.revealed else msgspec.structs.replace(marker, secret="") for marker in battle.markers
    )
    return battle


@rule("aofr.mission.smash_grab.trap")
def spring(battle: Battle, unit: Unit) -> Script[None]:
    """A trap deals D6+1 hits without AP to the unit that seized it, which tests morale if need be (AOFR-R199)."""
    rule_id = "aofr.mission.smash_grab.trap"
    hits = yield from roll_sum("D6+1", why="Hits of the trap", rule=rule_id, unit=unit.id)
    defense = damage.defense_of(battle, unit)
    trap = Attack("spell", unit.id, unit.id, hits, what="Trap", rule=rule_id, quality=None, defense=defense)
    for other in battle.units:
        other.hurt, other.hurt_by, other.fought = 0, None, False
    yield from damage.strike(battle, [damage.prepared(battle, trap, ())])
    yield from morale.end_of_activation(battle)


class Rescue(Mission):
    """The attacker carries a marker off the table; both sides keep half in reserve."""

    @rule("aofr.mission.rescue.marker")
    def set_markers(self, battle: Battle) -> Script[None]:
        yield from marker_near_centre(battle, "aofr.mission.rescue.marker")

    @rule("aofr.mission.rescue.half_reserves")
    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        """At most half of its units, rounded down, for each side (AOFR-R013)."""
        seats = battle.sides
        sizes = {seat: len(army(battle, seat)) for seat in seats}
        kept = {seat: size - size // 2 for seat, size in sizes.items()}
        return (Deploying({seat: zone_ground(battle, seat) for seat in seats}, kept, may_keep=True),)

    @rule("aofr.mission.rescue.arrive")
    def at_round_start(self, battle: Battle) -> Script[None]:
        """From round 2 on a die for each unit in reserve: on 4+ it may come (AOFR-R207)."""
        if battle.turn < 2:
            return
        come: list[Unit] = []
        for seat in (battle.first, battle.other(battle.first)):
            come += yield from called(kept_back(battle, seat), 4, "aofr.mission.rescue.arrive")
        points = tuple((marker.x, marker.y) for marker in battle.markers)
        ground = ground_near(battle, "aofr.mission.rescue.arrive", enemies=NEAR, away_from=points)
        yield from reserves.bring_in(battle, {unit.id: ground for unit in come})

    @rule("aofr.mission.rescue.carry")
    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        yield from carried_away(battle, "aofr.mission.rescue.carry", in_role(battle, ATTACKER))

    @rule("aofr.mission.rescue.drop")
    def after_drop(self, battle: Battle, number: int) -> Script[None]:
        """The defender may move a marker that was dropped by up to 6"."""
        yield from move_marker(battle, in_role(battle, DEFENDER), number, 6.0, "aofr.mission.rescue.drop")

    @rule("aofr.mission.rescue.win")
    def judge(self, battle: Battle) -> Outcome:
        """The attacker wins with the marker, carried or lying, within 6" of a table edge."""
        if near_edge(battle, battle.markers[0], NEAR_EDGE):
            return won_by(battle, in_role(battle, ATTACKER), "the marker is at a table edge")
        return won_by(battle, in_role(battle, DEFENDER), "the marker is not at a table edge")
