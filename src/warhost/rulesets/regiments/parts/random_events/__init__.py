"""Random events: at the start of each round something may happen to anybody (Random Events)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec

from warhost.field import Path
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Option, Question, Roll
from warhost.play.questions import Part as Scored
from warhost.play.script import Script, roll
from warhost.play.shown.cards import Overlay
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee.charge import Plan
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import ActionName, Battle, Cause, Clash, Part, SpecialRule, Unit, events, optional
from warhost.rulesets.regiments.parts.random_events import first_time, lasting, neutrals, sudden, watching
from warhost.rulesets.regiments.parts.random_events.happening import (
    EVENTS,
    SLUG,
    EventHappened,
    Happening,
    NothingHappened,
    RandomEvent,
    hide,
    now,
    tell,
)
from warhost.rulesets.regiments.parts.shared.harm import begin_between, end_between

KINDS = (first_time, lasting, neutrals, sudden, watching)
"""The modules that make the events known by being imported."""

TRIGGER = 5
"""What the die of a round must show for something to happen."""

PLACED = (events.UnitDeployed, events.UnitArrived, events.UnitScouted, events.UnitPlaced, events.UnitDisembarked)
"""Who is set up somewhere enters the terrain there."""


@rule("aofr.event.d66")
def numbered(first: int, second: int) -> RandomEvent:
    """The event that two dice find, the first being the tens."""
    number = f"{first}{second}_"
    return next(found for slug, found in EVENTS.items() if slug.startswith(number))


@optional.part(SLUG, "Random Events", "aofr.event.trigger")
class RandomEvents(Part):
    """One die a round; on a 5 or 6 one of 36 events happens."""

    takes = frozenset({"random events"})
    many_sides = True
    text = "At the start of each round a die is rolled: on a 5 or 6 one of 36 events happens."
    trigger: ClassVar[tuple[str, str]] = ("aofr.event.trigger", "aofr.event.d66")
    """The rules by which a die is rolled for an event, and two find it."""

    def numbered(self, first: int, second: int) -> RandomEvent:
        """The event that two dice find."""
        return numbered(first, second)

    @rule("aofr.event.trigger")
    def round_begun(self, battle: Battle) -> Script[None]:
        """Events of the last round are over. One die for the table, every round (AOFR-R538)."""
        tell(battle, events=tuple(now(battle)))
        trigger, table = self.trigger
        (face,) = yield from roll("D6", why="Random event?", rule=trigger, need=TRIGGER)
        if face < TRIGGER:
            yield NothingHappened()
            return
        faces = yield from roll("2D6", why="Which random event", rule=table, counts="each")
        happens = self.numbered(*faces)
        yield EventHappened(10 * faces[0] + faces[1], happens.name)
        begin_between(battle)
        yield from happens.happen(battle)
        yield from end_between(battle)

    advises = frozenset({neutrals.TOPIC})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        if not option.passes:
            yield 1.0, "fights for its side for once", question.rules[0]

    def _in_force(self, battle: Battle) -> Iterator[tuple[RandomEvent, Happening]]:
        return ((EVENTS[one.slug], one) for one in now(battle))

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        """What the events say of the unit; one that happened twice says it once (AOFR-R515)."""
        spoken: dict[str, tuple[SpecialRule, ...]] = {}
        for found, one in self._in_force(battle):
            if not spoken.get(one.slug):
                spoken[one.slug] = tuple(found.rules(battle, unit, one))
        return [own for rules in spoken.values() for own in rules]

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        tell(battle, harmed=())
        for found, one in self._in_force(battle):
            if (yield from found.acts(battle, unit, one)):
                return True
        return False

    def moves(self, battle: Battle, unit: Unit, action: ActionName) -> Script[None]:
        for found, one in self._in_force(battle):
            yield from found.moves(battle, unit, action, one)

    def charges(self, battle: Battle, unit: Unit, target: Unit, plan: Plan) -> Script[None]:
        for found, one in self._in_force(battle):
            yield from found.moves(battle, unit, "charge", one)

    def on_way(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
        for found, one in self._in_force(battle):
            yield from found.on_way(battle, unit, way, one)

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        if isinstance(event, PLACED):
            for found, one in self._in_force(battle):
                yield from found.on_way(battle, battle.units[event.unit], None, one)

    def before_seizing(self, battle: Battle) -> Script[None]:
        """Neutral units, snipers and guardians act in the order in which they appeared (AOFR-R512)."""
        for found, one in self._in_force(battle):
            begin_between(battle)
            yield from found.round_ends(battle, one)
            yield from end_between(battle)

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
        for found, one in self._in_force(battle):
            yield from found.after_roll(battle, roll, faces, one)
        return faces

    def hits_scored(self, battle: Battle, attacks: Sequence[Attack]) -> Script[None]:
        for found, one in self._in_force(battle):
            yield from found.hits_scored(battle, attacks, one)

    def after_volleys(self, battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
        for found, one in self._in_force(battle):
            yield from found.after_shots(battle, unit, one)

    def struck(self, battle: Battle, side: Side, other: Side, fallen: Mapping[int, int]) -> Script[None]:
        for found, one in self._in_force(battle):
            yield from found.struck(battle, side, other, one)

    def scores(self, battle: Battle, unit: Unit, wounds: int) -> Iterable[Scored]:
        return [more for found, one in self._in_force(battle) for more in found.scores(battle, unit, wounds, one)]

    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        yield from ()
        for found, one in self._in_force(battle):
            found.melee_over(battle, clash, one)

    def morale_tested(self, battle: Battle, unit: Unit, passed: bool, forced: Cause | None) -> Script[None]:
        for found, one in self._in_force(battle):
            yield from found.morale_tested(battle, unit, one, forced)

    def consolidating(self, battle: Battle, unit: Unit) -> Script[bool]:
        """Units of nobody's stay where the melee left them."""
        yield from ()
        return unit.seat < 0

    # What is shown.

    @rule("aofr.event.43_rigged_to_blow")
    def hidden_from(self, battle: Battle, seat: int | None) -> Battle:
        """Only the player who rigged a piece of terrain knows which, until it blows up."""
        hide(battle, seat, "43_rigged_to_blow")
        return battle

    def overlay(self, battle: Battle, overlay: Overlay) -> Overlay:
        tokens = tuple(token for found, one in self._in_force(battle) for token in found.tokens(battle, one))
        return msgspec.structs.replace(overlay, tokens=(*overlay.tokens, *tokens))

    def marks(self, battle: Battle, unit: Unit) -> Sequence[str]:
        return [found.name for found, one in self._in_force(battle) if unit.id in one.units and unit.seat >= 0]

    def in_force(self, battle: Battle) -> Sequence[str]:
        return [
            f"{found.name}{f' ({place})' if (place := found.where(battle, one)) else ''}: {found.words.text}"
            for found, one in self._in_force(battle)
        ]
