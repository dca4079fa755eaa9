"""Events that the campaign remembers: captives, bounties, escorts, plans, experience, points and victory points."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.field import Path
from warhost.play.battle import Outcome
from warhost.play.events import Event
from warhost.play.questions import Option
from warhost.play.script import Script, agrees, choose, roll_sum, unit_options
from warhost.play.shown.cards import Token
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.attack_defend import edges
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Battle, Cause, Unit, on_table, perimeter
from warhost.rulesets.regiments.parts.campaign.events.table import CampaignEvent, event
from warhost.rulesets.regiments.parts.campaign.ledger import gain
from warhost.rulesets.regiments.parts.random_events import lasting
from warhost.rulesets.regiments.parts.random_events.happening import EventFell, Happening, change
from warhost.rulesets.regiments.parts.shared.harm_odds import average
from warhost.rulesets.regiments.parts.shared.lots import (
    one_of_units,
    quarter_centre,
    random_army,
    random_quarter,
    random_unit,
)
from warhost.table import TOLERANCE, distance_to_point

NEAR = 10 * TOLERANCE
"""What counts as contact with an edge or a marker."""


NO_UNIT = -1
"""Noted in secret in place of a unit by a player who notes none."""


class UnitLeft(Event, frozen=True):
    words = "{unit:unit} left the table: {why}"
    grave = True
    unit: int
    why: str


def leave(battle: Battle, unit: Unit, why: str) -> Script[None]:
    """The unit leaves play, and its hero with it; neither is a casualty."""
    yield UnitLeft(unit.id, why)
    for one in (unit, *(other for other in battle.units if other.part_of == unit.id)):
        gain(battle, "removed", one.seat, one.id)
    yield from removal.LEAVING.announce(battle, unit)
    unit.pose = unit.inside = None
    unit.fate = "left"


@event("11_pow")
class PrisonerOfWar(CampaignEvent):
    """Somebody is captured."""

    @rule("aofr.campaign.event_11_pow")
    def happen(self, battle: Battle) -> Script[None]:
        """A random unit leaves play; what it costs to buy it back is rolled."""
        unit = yield from random_unit(battle, self.name, self.rule)
        if unit is None:
            return
        ransom = yield from roll_sum("D3", why=f"{self.name}: ransom times 50 points", rule=self.rule, seat=unit.seat)
        yield from leave(battle, unit, self.name)
        gain(battle, "captured", unit.seat, unit.id, ransom)


@event("12_heads")
class BringMeTheirHeads(CampaignEvent, lasting.OnArmy):
    """A bounty on an army."""

    @rule("aofr.campaign.event_12_heads")
    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None, one: Happening) -> Script[None]:
        """25 points for the enemy who destroys one of its units."""
        yield from ()
        if by is not None and unit.seat == one.seat and are_enemies(unit, battle.units[by.unit]):
            gain(battle, "points", battle.units[by.unit].seat, amount=25)


def are_enemies(one: Unit, other: Unit) -> bool:
    """Whether two units belong to players who are enemies: what came with an event belongs to nobody (AOFR-R544)."""
    return one.seat >= 0 and other.seat >= 0 and one.seat != other.seat


def touches_edge(battle: Battle, unit: Unit, seat: int) -> bool:
    """Whether the unit stands at the table edge of that side, in or beside its zone. Whoever has a corner has the edges
    of it (AOFR-R808)."""
    if unit.pose is None:
        return False
    corners = [edges(battle, *corner) for part in perimeter(battle, unit) for corner in part.corners]
    if battle.edges[seat]:
        return any(away[battle.edges[seat]] <= NEAR for away in corners)
    return in_zone(battle, unit, seat) and any(min(away.values()) <= NEAR for away in corners)


def enemies_of(battle: Battle, seat: int) -> list[int]:
    """The other sides, for a player's unit."""
    return [side for side in battle.sides if side != seat] if seat >= 0 else []


def touches(battle: Battle, unit: Unit, x: float, y: float) -> bool:
    """Whether a base of the unit is in contact with a marker there."""
    return any(distance_to_point(part, x, y) <= NEAR for part in perimeter(battle, unit))


def in_zone(battle: Battle, unit: Unit, seat: int) -> bool:
    return any(zone.overlaps_rect(part) for part in perimeter(battle, unit) for zone in battle.zones[seat])


@event("35_escort")
class Escort(CampaignEvent, lasting.OnUnits):
    """A warlord is to be brought through the enemy's lines."""

    @rule("aofr.campaign.event_35_escort")
    def on_way(self, battle: Battle, unit: Unit, way: Path | None, one: Happening) -> Script[None]:
        """A unit that has come to the table edge in the enemy's zone may leave there, for D3 times 25 points."""
        if way is None or unit.id not in one.units:
            return
        sides = enemies_of(battle, unit.seat)
        if not any(touches_edge(battle, unit, side) and in_zone(battle, unit, side) for side in sides):
            return
        text = f"{self.name}: {unit.name} may leave the table here for D3 times 25 points."
        yes = Option("leave", "Leave the table", (average("points on average", "D3", 25),), unit.id)
        if (yield from agrees(unit.seat, "escort", text, yes, "Stay", rules=(self.rule,))):
            points = yield from roll_sum("D3", why=f"{self.name}: times 25 points", rule=self.rule, seat=unit.seat)
            yield from leave(battle, unit, self.name)
            gain(battle, "points", unit.seat, amount=25 * points)


@event("36_enemy_plans")
class EnemyPlans(CampaignEvent):
    """A chest full of plans."""

    @rule("aofr.campaign.event_36_enemy_plans")
    def happen(self, battle: Battle) -> Script[None]:
        """It lies in the middle of a random table quarter."""
        number = yield from random_quarter(self.name, self.rule)
        x, y = quarter_centre(battle.scene.board, number)
        yield EventFell(self.name, f"a chest at {x:g}, {y:g}")
        self.begin(battle, x=x, y=y)

    @rule("aofr.campaign.event_36_enemy_plans")
    def on_way(self, battle: Battle, unit: Unit, way: Path | None, one: Happening) -> Script[None]:
        """Whoever moves into contact picks it up; whoever carries it off the enemy's edge gets 1 VP."""
        if way is None or unit.seat < 0 or one.spent or unit.shaken:
            return
        if not one.units and touches(battle, unit, one.x, one.y):
            one = change(battle, one, units=(unit.id,))
            yield EventFell(self.name, f"{unit.name} picked up the chest")
        if one.units == (unit.id,) and any(touches_edge(battle, unit, side) for side in enemies_of(battle, unit.seat)):
            text = f"{self.name}: {unit.name} may leave the table with the chest for 1 VP."
            yes = Option("leave", "Leave the table", unit=unit.id)
            if (yield from agrees(unit.seat, "plans", text, yes, "Stay", rules=(self.rule,))):
                change(battle, one, spent=True)
                yield from leave(battle, unit, self.name)
                gain(battle, "vp", unit.seat, amount=1)

    @rule("aofr.campaign.event_36_enemy_plans")
    def shaken(self, battle: Battle, unit: Unit, one: Happening) -> Script[None]:
        """A carrier that is Shaken drops it."""
        yield from self._drop(battle, unit, one)

    @rule("aofr.campaign.event_36_enemy_plans")
    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None, one: Happening) -> Script[None]:
        """So does one that is destroyed."""
        yield from self._drop(battle, unit, one)

    def _drop(self, battle: Battle, unit: Unit, one: Happening) -> Script[None]:
        if one.units == (unit.id,) and unit.pose is not None:
            change(battle, one, units=(), x=unit.pose.x, y=unit.pose.y)
            yield EventFell(self.name, f"{unit.name} dropped the chest")

    def tokens(self, battle: Battle, one: Happening) -> Iterable[Token]:
        if not one.spent and not one.units:
            yield Token(one.x, one.y, "Chest", None)


@event("44_no_mercy")
class NoMercy(CampaignEvent):
    """Some foes are cut down when they surrender."""

    @rule("aofr.campaign.event_44_no_mercy")
    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None, one: Happening) -> Script[None]:
        """The first unit this round that destroys a Shaken enemy earns 1 XP."""
        yield from ()
        if one.spent or by is None or not unit.shaken or unit.seat < 0:
            return
        killer = battle.units[by.unit]
        if are_enemies(killer, unit):
            change(battle, one, spent=True)
            gain(battle, "xp", killer.seat, killer.id, 1)


@event("46_countdown")
class Countdown(CampaignEvent):
    """A bonus for those who are quick."""

    @rule("aofr.campaign.event_46_countdown")
    def ends(self, battle: Battle, outcome: Outcome, one: Happening) -> None:
        """Whoever wins at the end of this round gets 5 XP to split (AOFR-R664)."""
        if one.round == battle.turn:
            for seat in outcome.winners:
                gain(battle, "countdown", seat)


@event("51_hearts_minds")
class HeartsAndMinds(CampaignEvent):
    """The locals are friendly."""

    @rule("aofr.campaign.event_51_hearts_minds")
    def happen(self, battle: Battle) -> Script[None]:
        """They will take in the wounded of a random army, if it pays."""
        seat = yield from random_army(battle, self.name, self.rule)
        gain(battle, "hearts", seat)
        yield EventFell(self.name, battle.scene.seats[seat].name)


@event("52_moral_victory")
class MoralVictory(CampaignEvent):
    """Everybody wants to see one enemy dead (AOFR-R521)."""

    @rule("aofr.campaign.event_52_moral_victory")
    def happen(self, battle: Battle) -> Script[None]:
        """A random player notes an enemy unit in secret."""
        seat = yield from random_army(battle, self.name, self.rule)
        enemies = [unit for side in enemies_of(battle, seat) for unit in on_table(battle, side)]
        if not enemies:
            return
        options = [*unit_options(enemies), Option("none", "No unit", passes=True)]
        text = f"{self.name}: which enemy unit do you note in secret?"
        key = yield from choose(seat, "note", text, options, rules=(self.rule,))
        # That nobody was noted is a secret as well.
        self.begin(battle, seat=seat, units=(NO_UNIT if key == "none" else int(key),))

    @rule("aofr.campaign.event_52_moral_victory")
    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None, one: Happening) -> Script[None]:
        """If it is destroyed, all units of that player's army earn 1 XP."""
        if one.spent or unit.id not in one.units:
            return
        change(battle, one, spent=True)
        for own in battle.units:
            if own.seat == one.seat:
                gain(battle, "xp", own.seat, own.id, 1)
        yield EventFell(self.name, f"{unit.name} had been noted")

    def where(self, battle: Battle, one: Happening) -> str:
        # Others do not see which.
        name = battle.scene.seats[one.seat].name
        noted = [battle.units[number].name if number != NO_UNIT else "nobody" for number in one.units]
        return f"{name} noted {noted[0]}" if noted else f"{name} may have noted a unit"


@event("61_relic")
class AncientRelic(CampaignEvent):
    """Somebody finds a relic."""

    @rule("aofr.campaign.event_61_relic")
    def happen(self, battle: Battle) -> Script[None]:
        """A random unit gets D3 XP."""
        unit = yield from random_unit(battle, self.name, self.rule)
        if unit is not None:
            xp = yield from roll_sum("D3", why=f"{self.name}: XP", rule=self.rule, seat=unit.seat, unit=unit.id)
            gain(battle, "xp", unit.seat, unit.id, xp)
            yield EventFell(self.name, f"{xp} XP for {unit.name}")


@event("62_outpost")
class AbandonedOutpost(CampaignEvent):
    """Gear for whoever goes and gets it."""

    @rule("aofr.campaign.event_62_outpost")
    def happen(self, battle: Battle) -> Script[None]:
        """A random army may take a unit that is not Shaken out of play, for D3 times 50 points."""
        seat = yield from random_army(battle, self.name, self.rule)
        able = [unit for unit in on_table(battle, seat) if not unit.shaken]
        if not able:
            return
        reward = average("points on average", "D3", 50)
        options = [Option("none", "Nobody goes", passes=True), *unit_options(able, lambda unit: reward)]
        text = f"{self.name}: which unit leaves play for D3 times 50 points?"
        key = yield from choose(seat, "outpost", text, options, rules=(self.rule,))
        if key == "none":
            return
        points = yield from roll_sum("D3", why=f"{self.name}: times 50 points", rule=self.rule, seat=seat)
        yield from leave(battle, battle.units[int(key)], self.name)
        gain(battle, "points", seat, amount=50 * points)


@event("64_extortion")
class Extortion(CampaignEvent):
    """Gifts from the happy locals."""

    @rule("aofr.campaign.event_64_extortion")
    def happen(self, battle: Battle) -> Script[None]:
        """A random army gets D3 times 25 points."""
        seat = yield from random_army(battle, self.name, self.rule)
        points = yield from roll_sum("D3", why=f"{self.name}: times 25 points", rule=self.rule, seat=seat)
        gain(battle, "points", seat, amount=25 * points)
        yield EventFell(self.name, f"{25 * points} points for {battle.scene.seats[seat].name}")


@event("65_message")
class CriticalMessage(CampaignEvent):
    """A runner was caught."""

    @rule("aofr.campaign.event_65_message")
    def happen(self, battle: Battle) -> Script[None]:
        """A random army gets 1 VP."""
        seat = yield from random_army(battle, self.name, self.rule)
        gain(battle, "vp", seat, amount=1)
        yield EventFell(self.name, battle.scene.seats[seat].name)


@event("66_time_warp")
class TimeWarp(CampaignEvent):
    """Somebody ran into another time (AOFR-R663)."""

    @rule("aofr.campaign.event_66_time_warp")
    def happen(self, battle: Battle) -> Script[None]:
        """A random unit among those that were destroyed will fight a Time Beast after the mission; none, no effect."""
        dead = {side: [unit for unit in battle.units if unit.seat == side and _is_dead(unit)] for side in battle.sides}
        if not any(dead.values()):
            return
        seat = yield from random_army(battle, self.name, self.rule)
        units = next(dead[side] for side in battle.in_turn(seat) if dead[side])
        unit = yield from one_of_units(units, self.name, self.rule)
        gain(battle, "warped", unit.seat, unit.id)
        yield EventFell(self.name, unit.name)


def _is_dead(unit: Unit) -> bool:
    return unit.fate in ("destroyed", "routed")
