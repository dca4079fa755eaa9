"""Tournaments and leagues as a campaign that a season can be played of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from warhost.campaign import opening as generic
from warhost.campaign.contract import CampaignScript, Fixture, Result, State
from warhost.campaign.forms import Field
from warhost.campaign.showing import Page
from warhost.campaign.tournament import event, opening, results
from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.event import STEPS, entered
from warhost.campaign.tournament.pages import shown
from warhost.campaign.tournament.values import Tournament
from warhost.play import Record
from warhost.play.shown.cards import OptionCard
from warhost.rulesets import slugs

__all__ = ["CAMPAIGN", "TournamentCampaign"]


class TournamentCampaign:
    """A tournament, or a league over several weeks."""

    slug: ClassVar[str] = "tournament"
    title: ClassVar[str] = "Tournament"
    version: ClassVar[str] = "1.0"
    state_type: ClassVar[type[State]] = Tournament
    text: ClassVar[str] = opening.TEXT
    sizes: ClassVar[tuple[int, int]] = opening.SIZES
    brings: ClassVar[generic.Brings] = "list"

    def next_step(self, state: Any) -> str | None:
        return None if state.over else state.stage or "draw lots"

    def run(self, state: Any, step: str) -> CampaignScript[None]:
        return STEPS[step](state)

    def rulesets(self) -> Sequence[str]:
        return slugs()

    def settings(self, ruleset: str) -> Sequence[OptionCard]:
        return opening.cards(ruleset)

    def army_problems(self, ruleset: str, entrant: generic.Entrant, settings: generic.Settings) -> Sequence[str]:
        chosen = opening.settings_of(ruleset, settings)
        (player,) = opening.with_armies(chosen, [entrant])
        return book_of(ruleset).problems(chosen, player)

    def begin(self, ruleset: str, entrants: Sequence[generic.Entrant], settings: generic.Settings) -> Tournament:
        chosen = opening.settings_of(ruleset, settings)
        return entered(chosen, opening.with_armies(chosen, entrants))

    def begun_again(self, start: Any) -> Tournament:
        names = tuple(entrant.name for entrant in start.entrants)
        return Tournament(players=names, settings=start.settings, entrants=start.entrants)

    def why_closed(self, state: Any) -> str:
        return event.why_closed(state)

    def admit(self, state: Any, entrant: generic.Entrant) -> None:
        (late,) = opening.with_armies(state.settings, [entrant])
        event.admit(state, late)

    def telling(self, state: Any) -> Page:
        return shown(state)

    def told_by(self, fixture: Fixture, record: Record) -> Mapping[str, Any]:
        return book_of(fixture.setup.ruleset).told_by(record)

    def judge(self, state: Any, fixture: Fixture, result: Result) -> None:
        results.judge(state, fixture, result)

    def form(self, state: Any, fixture: Fixture) -> Sequence[Field]:
        return results.form(state, fixture)

    def may_draw(self, fixture: Fixture) -> bool:
        return True


CAMPAIGN = TournamentCampaign()
