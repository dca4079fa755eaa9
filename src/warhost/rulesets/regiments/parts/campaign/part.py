"""The optional part that plays a campaign's rules inside a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from warhost.play.battle import Outcome
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Option, Question, Roll
from warhost.play.script import Script
from warhost.play.shown.cards import Figure
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import mission_of
from warhost.rulesets.regiments.chapters.missions.mission import Mission
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import (
    Battle,
    Cause,
    Choice,
    Clash,
    Effect,
    Settings,
    SpecialRule,
    Unit,
    events,
    optional,
)
from warhost.rulesets.regiments.parts.campaign import ledger, lengths, rolls, skills, traits
from warhost.rulesets.regiments.parts.campaign.events import CampaignEvent, numbered
from warhost.rulesets.regiments.parts.campaign.events.table import ROWS
from warhost.rulesets.regiments.parts.campaign.ledger import SLUG, WARP
from warhost.rulesets.regiments.parts.random_events import RandomEvents
from warhost.rulesets.regiments.parts.random_events.happening import Happening, RandomEvent, hide

REGISTRY = traits
"""The module that makes the rules of traits known by being imported."""

OBJECTIVES = {
    "mastery": "have a unit in each table quarter at the end",
    "honor": "have no enemy unit in its deployment zone at the end",
    "casting": "try to cast at least one spell in every round",
    "recovery": "be the first whose unit stops being Shaken",
    "rage": "be the first to destroy an enemy unit",
    "destruction": "destroy the most expensive enemy unit",
}
"""The special objectives of armies, as players read them before they agree on one."""


@optional.part(SLUG, "Campaign", "aofr.campaign.structure")
class CampaignRules(RandomEvents):
    """The rules of a campaign that act inside its battles; its random events are those of a table of its own."""

    text: ClassVar[str] = (
        "A battle of a campaign: it goes on until one side has won, random events happen, underdogs get a bonus, and "
        "units have the traits that they gained."
    )
    trigger: ClassVar[tuple[str, str]] = ("aofr.campaign.event_roll", "aofr.campaign.event_d66")
    choices: ClassVar[tuple[Choice, ...]] = (
        Choice("mission", "Mission", "A mission without special objectives.", "aofr.campaign.structure"),
        *(
            Choice(
                f"{seat}-{slug}",
                f"{slug.capitalize()} for the {word} army",
                f"It is to {goal}.",
                f"{ROWS}so_{slug}",
            )
            for seat, word in ((1, "first"), (2, "second"), (3, "third"), (4, "fourth"))
            for slug, goal in OBJECTIVES.items()
        ),
    )
    several: ClassVar[bool] = True
    usual: ClassVar[tuple[str, ...]] = ("mission",)
    many_sides: ClassVar[bool] = True
    takes: ClassVar[frozenset[str]] = frozenset({"random events"})

    # How long it lasts.

    def last_round(self, battle: Battle, last: int) -> int:
        return lengths.last_round(battle, last, mission_of(battle))

    @rule("aofr.campaign.event_roll")
    def round_begun(self, battle: Battle) -> Script[None]:
        """Players may concede; then one die for the table: on a 5 or 6 an event of the campaign's own table happens."""
        yield from lengths.ask_to_concede(battle)
        if battle.outcome is None:
            yield from super().round_begun(battle)

    def numbered(self, first: int, second: int) -> RandomEvent:
        return numbered(first, second)

    def judged(self, battle: Battle, outcome: Outcome) -> Script[Outcome]:
        ended = yield from lengths.decided(battle, outcome)
        for found, one in self._own(battle):
            found.ends(battle, ended, one)
        return ended

    def _own(self, battle: Battle) -> Iterator[tuple[CampaignEvent, Happening]]:
        return ((found, one) for found, one in self._in_force(battle) if isinstance(found, CampaignEvent))

    # What units have gained.

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return (*skills.around(battle, unit), *super().surrounding(battle, unit))

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        gift = skills.GIFTS.get(effect.name)
        return None if gift is None else gift()

    def begins_to_act(self, battle: Battle, unit: Unit) -> None:
        skills.give(battle, unit)

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        yield from skills.rouse(battle, unit)
        return (yield from super().before_activation(battle, unit))

    def after_volleys(self, battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
        skills.suppress(battle, unit, attacks)
        yield from super().after_volleys(battle, unit, attacks)

    def morale_tested(self, battle: Battle, unit: Unit, passed: bool, forced: Cause | None) -> Script[None]:
        kept = ledger.kept(battle)
        if unit.id not in kept.tested:
            ledger.keep(battle, replace(kept, tested=(*kept.tested, unit.id)))
        yield from super().morale_tested(battle, unit, passed, forced)

    # What happens.

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        if isinstance(event, events.MeleeBegan):
            skills.note_clash(battle, event.unit, event.target)
        elif isinstance(event, events.UnitShaken):
            for found, one in self._own(battle):
                yield from found.shaken(battle, battle.units[event.unit], one)
        yield from super().on_event(battle, event)

    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        skills.note_clash(battle)
        yield from ()

    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
        for found, one in self._own(battle):
            yield from found.destroyed(battle, unit, by, one)

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
        faces = yield from rolls.after_roll(battle, roll, faces)
        return (yield from super().after_roll(battle, roll, faces))

    # What is shown.

    @rule("aofr.campaign.event_23_rigged", "aofr.campaign.event_52_moral_victory")
    def hidden_from(self, battle: Battle, seat: int | None) -> Battle:
        """Only the player who noted something in secret knows it, until it comes out (AOFR-R521)."""
        hide(battle, seat, "campaign_23_rigged", "campaign_52_moral_victory")
        return battle

    advises: ClassVar[frozenset[str]] = frozenset({rolls.UNDERDOGS, rolls.ELITES, "concede", "escort", "plans"})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        """Points and rolls are spent where they tell; nobody gives up, and who may leave with a prize does."""
        if question.topic in (rolls.UNDERDOGS, rolls.ELITES):
            yield from rolls.advise(battle, question, option)
        elif option.key in ("fight on", "leave"):
            yield 1.0, "is what the campaign wants", ""

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        left = rolls.points_left(battle, seat)
        objective = next((slug for slug in OBJECTIVES if self.has(f"{seat + 1}-{slug}")), "")
        shown: dict[str, Figure] = {"Underdog points": left} if left else {}
        return {**shown, "Special objective": objective.capitalize()} if objective else shown


@optional.part(WARP, "Time Warp", "aofr.campaign.event_66_time_warp")
class TimeWarp(CampaignRules):
    """The fight of a unit against a Time Beast: no random events, no markers, and only one comes back."""

    text: ClassVar[str] = "A unit of a campaign fights a Time Beast in a zone of 2'x2' until one of them is gone."
    choices: ClassVar[tuple[Choice, ...]] = ()
    several: ClassVar[bool] = False
    many_sides: ClassVar[bool] = False
    two_sides: ClassVar[str] = "one unit fights one beast"
    usual: ClassVar[tuple[str, ...]] = ()
    takes: ClassVar[frozenset[str]] = frozenset({"random events", "deployment", "victory"})

    def problem(self, settings: Settings) -> str:
        if (settings.width, settings.depth) == (lengths.ZONE, lengths.ZONE):
            return ""
        return f"A Time Warp is fought on a table of {lengths.ZONE:g} by {lengths.ZONE:g} inches: agree on that size."

    def after_table(self, battle: Battle) -> Script[None]:
        yield from lengths.warp_terrain(battle)

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        return lengths.WarpFight(mission.figures)

    def last_round(self, battle: Battle, last: int) -> int:
        return lengths.warp_rounds(battle)

    def round_begun(self, battle: Battle) -> Script[None]:
        yield from ()
