"""What a battle tells the campaign, worked out from its record: who fell, by whom, and which objectives were met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from warhost.campaign.regiments.armies.sheet import ArmyTold, Told, UnitTold
from warhost.play.battle import Outcome
from warhost.play.game import Game
from warhost.play.kept.record import Record, replay
from warhost.play.rules.ending import CONCEDED
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Unit, events, footprint
from warhost.rulesets.regiments.parts.campaign import ledger
from warhost.rulesets.regiments.parts.shared.lots import QUARTERS, in_quarter
from warhost.rulesets.regiments.ruleset import RULESET

NOBODY = -1
"""The seat of units that came with an event."""


def told_by(record: Record, objectives: Sequence[str]) -> Mapping[str, Any]:
    """What the record of a battle tells, for a result."""
    game = replay(record, RULESET)
    data = msgspec.to_builtins(tell(game, record.outcome, objectives))
    assert isinstance(data, dict)
    return data


def tell(game: Game, outcome: Outcome | None, objectives: Sequence[str]) -> Told:
    """What a battle that was fought to its end tells."""
    battle = game.battle
    assert isinstance(battle, Battle)
    story = Story(game)
    seats = range(len(battle.scene.seats))
    conceded = [ledger.Gain("conceded", seat) for seat in seats if _conceded(outcome, seat, len(seats))]
    gains = [*ledger.kept(battle).gains, *conceded]
    armies = []
    for seat in seats:
        own = [gain for gain in gains if gain.seat == seat]
        left = any(gain.what == "conceded" for gain in own)
        armies.append(
            ArmyTold(
                units=tuple(_unit_told(story, unit, own, left) for unit in battle.units if _on_sheet(unit, seat)),
                objective=bool(objectives) and completed(story, seat, objectives[seat]),
                points=sum(gain.amount for gain in own if gain.what == "points"),
                vp=sum(gain.amount for gain in own if gain.what == "vp"),
                conceded=left,
                countdown=any(gain.what == "countdown" for gain in own),
                hearts=any(gain.what == "hearts" for gain in own),
            )
        )
    return Told(armies=tuple(armies), rounds=battle.turn)


def _enemies(one: Unit, other: Unit) -> bool:
    return one.seat != other.seat and NOBODY not in (one.seat, other.seat)


def _on_sheet(unit: Unit, seat: int) -> bool:
    """Whether the unit belongs to the army of a side; what came with an event belongs to nobody."""
    return unit.seat == seat


def _conceded(outcome: Outcome | None, seat: int, seats: int) -> bool:
    """Whether the battle ended because that side gave it up: all others have won then."""
    if outcome is None or outcome.word != CONCEDED:
        return False
    return seat not in outcome.winners and len(outcome.winners) == seats - 1


def _unit_told(story: Story, unit: Unit, gains: Sequence[ledger.Gain], conceded: bool) -> UnitTold:
    own = [gain for gain in gains if gain.unit == unit.id]
    told = UnitTold(
        unit=unit.name,
        fate=story.fate(unit),
        kills=tuple(story.battle.units[killed].name for killed in story.kills(unit)),
        xp=sum(gain.amount for gain in own if gain.what == "xp"),
        holy_sword=max((gain.amount for gain in own if gain.what == "sword"), default=0),
        warped=any(gain.what == "warped" for gain in own),
    )
    for gain in own:
        if gain.what == "captured":
            return replace(told, fate="captured", ransom=gain.amount)
        if gain.what == "removed" and told.fate == "survived":
            # Off the table by an event that counts as coming through it (AOFR-R658).
            return told
    return replace(told, fate="removed") if conceded and told.fate == "survived" else told


class Story:
    """A battle read from its events: who died, when, and by whose hand."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.battle, Battle)
        self.battle = game.battle
        self.events = game.events
        self.deaths: list[tuple[int, int | None]] = []
        """Units of the army sheets in the order in which they died, and the unit that killed each."""
        self._hosts: dict[int, int] = {}
        self._read()

    def _read(self) -> None:
        battle = self.battle
        blows: dict[int, int] = {}
        winner: dict[int, int] = {}
        hurt_by: dict[int, int | None] = {}
        fallen: dict[int, int] = {}
        for event in self.events:
            match event:
                case events.HeroJoined(unit=hero, host=host):
                    self._hosts[host] = hero
                case events.AttackResolved(attacker=attacker, target=target):
                    if attacker == target:
                        blows.pop(target, None)
                    else:
                        blows[target] = attacker
                case events.DangerousTest(unit=unit):
                    blows.pop(unit, None)
                case events.MeleeResolved(unit=one, target=other, winner=who):
                    if who is not None:
                        winner[other if who == one else one] = who
                case events.WoundsTaken(unit=unit, fallen=lost, hero=hero_fell):
                    by = hurt_by[unit] = blows.pop(unit, None)
                    fallen[unit] = fallen.get(unit, 0) + lost - hero_fell
                    if hero_fell and unit in self._hosts:
                        self._died(self._hosts[unit], by)
                    size = sum(group.count for group in battle.scene.regiments[battle.units[unit].entry].groups)
                    if unit in self._hosts and fallen[unit] >= size:
                        self._died(unit, by)
                case events.UnitDestroyed(unit=unit):
                    self._died(unit, hurt_by.get(unit))
                case events.UnitRouted(unit=unit):
                    self._died(unit, winner.get(unit))
                    if unit in self._hosts:
                        self._died(self._hosts[unit], winner.get(unit))
                case events.NeverDeployed(unit=unit) | events.ReservesLost(unit=unit):
                    self._died(unit, None)
                case _:
                    pass

    @property
    def _dead(self) -> list[int]:
        return [dead for dead, _ in self.deaths]

    def _died(self, unit: int, by: int | None) -> None:
        if unit not in self._dead:
            self.deaths.append((unit, by))

    def fate(self, unit: Unit) -> Any:
        """Whether a unit survived, was destroyed or routed; a hero dies by itself also while it is in a unit, and so
        does its unit (AOFR-R649)."""
        if unit.id not in self._dead:
            return "survived"
        host = unit if unit.part_of is None else self.battle.units[unit.part_of]
        return "routed" if host.fate == "routed" and self._routed(unit) else "destroyed"

    def _routed(self, unit: Unit) -> bool:
        routs = [event.unit for event in self.events if isinstance(event, events.UnitRouted)]
        return unit.id in routs or unit.part_of in routs

    @rule("aofr.campaign.xp_kill_unit")
    def kills(self, unit: Unit) -> list[int]:
        """The enemies that a unit killed: by the last wound, or by winning the melee after which they routed
        (AOFR-R652). What a unit with a hero in it kills is the unit's, while any other model of it is left."""
        found = []
        for dead, by in self.deaths:
            killer = None if by is None else self._credited(by, dead)
            if killer == unit.id and _enemies(self.battle.units[dead], unit):
                found.append(dead)
        return found

    def _credited(self, by: int, dead: int) -> int:
        order = self._dead
        alone = by in self._hosts and by in order and order.index(by) < order.index(dead)
        return self._hosts[by] if alone and self.battle.units[by].hero else by


def completed(story: Story, seat: int, objective: str) -> bool:
    """Whether a side has completed a special objective."""
    return _JUDGES[objective](story, seat)


def _standing(battle: Battle, seat: int) -> list[Unit]:
    return [unit for unit in battle.units if unit.seat == seat and unit.pose is not None and not unit.fate]


@rule("aofr.campaign.so_mastery")
def mastery(story: Story, seat: int) -> bool:
    """A unit in each table quarter at the end; one that straddles a line is in both."""
    units = _standing(story.battle, seat)
    quarters = range(1, len(QUARTERS) + 1)
    return all(any(in_quarter(story.battle, unit, quarter) for unit in units) for quarter in quarters)


@rule("aofr.campaign.so_honor")
def honor(story: Story, seat: int) -> bool:
    """No enemy in the own deployment zone at the end."""
    battle = story.battle
    return not any(
        zone.overlaps_rect(footprint(battle, unit))
        for other in battle.sides
        if other != seat
        for unit in _standing(battle, other)
        for zone in battle.zones[seat]
    )


@rule("aofr.campaign.so_casting")
def casting(story: Story, seat: int) -> bool:
    """A spell tried in every round that was played; it need not succeed."""
    tried: set[int] = set()
    turn = 0
    for event in story.events:
        if isinstance(event, events.RoundBegan):
            turn = event.round
        elif isinstance(event, events.SpellTried) and story.battle.units[event.unit].seat == seat:
            tried.add(turn)
    return turn > 0 and tried >= set(range(1, turn + 1))


@rule("aofr.campaign.so_recovery")
def recovery(story: Story, seat: int) -> bool:
    """The first unit of all that stopped being Shaken."""
    first = next((event for event in story.events if isinstance(event, events.UnitRecovered)), None)
    return first is not None and story.battle.units[first.unit].seat == seat


@rule("aofr.campaign.so_rage")
def rage(story: Story, seat: int) -> bool:
    """The first kill of all."""
    units = story.battle.units
    # What came with an event is nobody's enemy (AOFR-R544).
    kills = [by for dead, by in story.deaths if by is not None and _enemies(units[by], units[dead])]
    return bool(kills) and units[kills[0]].seat == seat


@rule("aofr.campaign.so_destruction")
def destruction(story: Story, seat: int) -> bool:
    """The most expensive enemy unit, or one of them, is destroyed."""
    battle = story.battle
    enemies = [unit for unit in battle.units if unit.seat not in (seat, NOBODY)]
    most = max(battle.regiment(unit).cost for unit in enemies)
    dead = {unit for unit, _ in story.deaths}
    return any(unit.id in dead for unit in enemies if battle.regiment(unit).cost == most)


_JUDGES = {
    "mastery": mastery,
    "honor": honor,
    "casting": casting,
    "recovery": recovery,
    "rage": rage,
    "destruction": destruction,
}
