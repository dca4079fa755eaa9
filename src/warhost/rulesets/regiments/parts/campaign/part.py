"""The optional part that plays a campaign's rules inside a battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from warhost.play.battle import Outcome
from warhost.play.events import Event
from warhost.play.questions import Roll
from warhost.play.script import Script
from warhost.rulesets.regiments import events, optional
from warhost.rulesets.regiments.attacks import Attack
from warhost.rulesets.regiments.battle import Battle, Clash, Effect, Unit
from warhost.rulesets.regiments.missions import mission_of
from warhost.rulesets.regiments.missions.mission import Mission
from warhost.rulesets.regiments.optional import Choice, Part
from warhost.rulesets.regiments.parts.campaign import ledger, lengths, rolls, skills, traits
from warhost.rulesets.regiments.parts.campaign.ledger import SLUG
from warhost.rulesets.regiments.rules import SpecialRule

REGISTRY = traits
"""The module that makes the rules of traits known by being imported."""

OBJECTIVES = ("mastery", "honor", "casting", "recovery", "rage", "destruction")


@optional.part(SLUG, "Campaign", "aofr.campaign.structure")
class CampaignRules(Part):
    """The rules of a campaign that act inside its battles."""

    text: ClassVar[str] = (
        "A battle of a campaign: it goes on until one side has won, random events happen, underdogs get a bonus, and "
        "units have the traits that they gained."
    )
    choices: ClassVar[tuple[Choice, ...]] = (
        Choice("mission", "Mission", "A mission of a campaign.", "aofr.campaign.structure"),
        Choice("warp", "Time Warp", "A unit fights a Time Beast.", "aofr.campaign.event_66_time_warp"),
        *(
            Choice(
                f"{seat}-{slug}",
                f"{slug.capitalize()} for the {word} army",
                "A special objective.",
                f"aofr.campaign.so_{slug}",
            )
            for seat, word in ((1, "first"), (2, "second"))
            for slug in OBJECTIVES
        ),
    )
    several: ClassVar[bool] = True
    usual: ClassVar[tuple[str, ...]] = ("mission",)
    takes: ClassVar[frozenset[str]] = frozenset({"random events"})

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        return lengths.WarpFight(mission.figures) if self.has("warp") else mission

    def last_round(self, battle: Battle, last: int) -> int:
        if self.has("warp"):
            return lengths.warp_rounds(battle)
        return lengths.last_round(battle, last, mission_of(battle))

    def round_begun(self, battle: Battle) -> Script[None]:
        if not self.has("warp"):
            yield from lengths.ask_to_concede(battle)

    # What units have gained.

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return skills.around(battle, unit)

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        gift = skills.GIFTS.get(effect.name)
        return None if gift is None else gift()

    def begins_to_act(self, battle: Battle, unit: Unit) -> None:
        skills.give(battle, unit)

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        yield from skills.rouse(battle, unit)
        return False

    def after_volleys(self, battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
        skills.suppress(battle, unit, attacks)
        yield from ()

    def morale_tested(self, battle: Battle, unit: Unit, passed: bool) -> Script[None]:
        told = ledger.kept(battle)
        if unit.id not in told.tested:
            ledger.keep(battle, replace(told, tested=(*told.tested, unit.id)))
        yield from ()

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        if isinstance(event, events.MeleeBegan):
            skills.note_clash(battle, event.unit, event.target)
        yield from ()

    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        skills.note_clash(battle)
        yield from ()

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
        return (yield from rolls.after_roll(battle, roll, faces))

    def judged(self, battle: Battle, outcome: Outcome) -> Script[Outcome]:
        return (yield from lengths.decided(battle, outcome))
