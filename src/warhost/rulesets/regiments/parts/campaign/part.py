"""The optional part that plays a campaign's rules inside a battle."""

from __future__ import annotations

from typing import ClassVar

from warhost.play.battle import Outcome
from warhost.play.script import Script
from warhost.rulesets.regiments import optional
from warhost.rulesets.regiments.battle import Battle
from warhost.rulesets.regiments.missions import mission_of
from warhost.rulesets.regiments.missions.mission import Mission
from warhost.rulesets.regiments.optional import Choice, Part
from warhost.rulesets.regiments.parts.campaign import lengths
from warhost.rulesets.regiments.parts.campaign.ledger import SLUG

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

    def judged(self, battle: Battle, outcome: Outcome) -> Script[Outcome]:
        return (yield from lengths.decided(battle, outcome))
