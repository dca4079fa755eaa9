"""A campaign of Age of Fantasy: Regiments, playable: its steps in order, what it tells and what it wants to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from warhost.campaign.contract import CampaignScript, Fixture, Result, State
from warhost.campaign.forms import Field
from warhost.campaign.opening import Brings, Settings
from warhost.campaign.opening import Entrant as Player
from warhost.campaign.regiments import campaign_types, opening, players
from warhost.campaign.regiments.armies.sheet import Army, CampaignState, Entrant, Terms
from warhost.campaign.regiments.steps import (
    casualties,
    experience,
    mission_setup,
    play_mission,
    preparation,
    recruiting,
    time_warp,
    upgrades,
)
from warhost.campaign.regiments.told import by_hand, reports, shown, telling
from warhost.campaign.showing import Page
from warhost.dice import Chance
from warhost.play.kept.record import Record
from warhost.play.questions import AnyAnswer
from warhost.play.script import Ask
from warhost.play.shown.cards import OptionCard
from warhost.rulebook import rule
from warhost.rulesets.regiments.ruleset import RULESET

STEPS: dict[str, Callable[[CampaignState], CampaignScript[None]]] = {
    "mission setup": mission_setup.setup,
    "play mission": play_mission.play,
    "check for casualties": casualties.check,
    "earn experience": experience.earn,
    "upgrade armies": upgrades.upgrade,
    "recruit units": recruiting.recruit,
}


AS_WRITTEN = Terms()
"""What the book says where it leaves a choice: a campaign of D6+4 missions."""


def new_campaign(players: Sequence[str], entrants: Sequence[Entrant], terms: Terms = AS_WRITTEN) -> CampaignState:
    """A campaign that is about to start."""
    return CampaignState(players=tuple(players), entrants=tuple(entrants), terms=terms)


class RegimentsCampaign:
    """The campaign of the book."""

    slug: ClassVar[str] = "aofr-campaign"
    title: ClassVar[str] = "Campaign of Age of Fantasy: Regiments"
    version: ClassVar[str] = "1.0"
    state_type: ClassVar[type[State]] = CampaignState

    @rule("aofr.campaign.structure")
    def next_step(self, state: Any) -> str | None:
        """Preparation once, and then the six steps over and over; late joiners prepare between two missions."""
        if state.over:
            return None
        if not state.stage:
            return "preparation"
        following = preparation.STRUCTURE[0]
        if state.stage != "preparation":
            following = preparation.step_after(state.stage)
        late = following == preparation.STRUCTURE[0] and any(preparation.newcomers(state))
        return "preparation" if late else following

    def run(self, state: Any, step: str) -> CampaignScript[None]:
        return self._step(state, step)

    def _step(self, state: CampaignState, step: str) -> CampaignScript[None]:
        begins = not state.stage
        state.stage = step
        if begins:
            campaign_types.check_players(state.terms, len(state.players))
            preparation.check_names(state)
            state.armies = tuple(
                Army(player=player, name=entrant.army, faction=entrant.faction)
                for player, entrant in enumerate(state.entrants)
            )
            yield from campaign_types.roll_length(state)
        if step == "preparation":
            yield from preparation.prepare(state)
        else:
            yield from STEPS[step](state)

    def telling(self, state: Any) -> Page:
        return shown.page(state, self.title)

    def told_by(self, fixture: Fixture, record: Record) -> Mapping[str, Any]:
        if time_warp.is_warp(fixture):
            return {}
        return telling.told_by(record, play_mission.objectives_in(fixture))

    def form(self, state: Any, fixture: Fixture) -> Sequence[Field]:
        return () if time_warp.is_warp(fixture) else by_hand.form(state, fixture)

    def may_draw(self, fixture: Fixture) -> bool:
        return False

    # How it is set up.

    @property
    def text(self) -> str:
        return opening.TEXT

    @property
    def sizes(self) -> tuple[int, int]:
        return opening.SIZES

    @property
    def brings(self) -> Brings:
        return "list"

    def rulesets(self) -> Sequence[str]:
        return (RULESET.slug,)

    def settings(self, ruleset: str) -> Sequence[OptionCard]:
        return opening.CARDS

    def begin(self, ruleset: str, entrants: Sequence[Player], settings: Settings) -> State:
        return opening.begin(entrants, settings)

    def begun_again(self, start: Any) -> CampaignState:
        return CampaignState(
            players=start.players, entrants=start.entrants[: len(start.players)], terms=start.terms, books=start.books
        )

    def why_closed(self, state: Any) -> str:
        return opening.why_closed(state)

    def admit(self, state: Any, entrant: Player) -> None:
        opening.admit(state, entrant)

    def played(self, state: Any, ask: Ask, chance: Chance) -> AnyAnswer:
        return players.answer(state, ask, chance)

    def judge(self, state: Any, fixture: Fixture, result: Result) -> None:
        reports.judge(state, fixture, result)


CAMPAIGN = RegimentsCampaign()

__all__ = ["CAMPAIGN", "RegimentsCampaign", "new_campaign"]
