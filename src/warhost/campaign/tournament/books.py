"""What a tournament asks of a rulebook: which armies may enter, how a match is set up, what it scores besides victory.

Any rulebook will do: its own checks say what is wrong with an army, and the score of its battles breaks ties. A book
with tournament rules of its own names a subclass in `warhost.tournaments` (`warhost.plugins`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from warhost.campaign.tournament.values import Entrant, Settings
from warhost.errors import WarhostError
from warhost.play import Battle, Option, Outcome, Record, Ruleset, Setup, Sheet, replay
from warhost.play.shown.cards import OptionCard, Shows
from warhost.rulesets import ruleset as find_ruleset

__all__ = ["AnyBook"]


class AnyBook:
    """A rulebook without tournament rules of its own."""

    second = "Score"
    """What breaks ties is called."""
    second_help = "The sum of the scores of all battles."
    sideboards: bool = False
    """Whether it has sideboards."""
    points: int = 0
    """The usual size of its armies in tournaments; 0: as in any battle."""
    winner_rules: tuple[str, ...] = ()
    """The rules on who wins."""

    def __init__(self, slug: str) -> None:
        self.ruleset: Ruleset = find_ruleset(slug)

    def problems(self, settings: Settings, entrant: Entrant) -> list[str]:
        """All that keeps an army out: a battle against itself could not be set up."""
        try:
            lists = (entrant.list, entrant.list) if entrant.list is not None else ()
            self.ruleset.set_up(self.setup(settings, (entrant.army, entrant.army), lists, "", _first(settings.maps)))
        except WarhostError as error:
            return [str(error)]
        return []

    def refused(self, settings: Settings) -> list[str]:
        """What an organiser cannot decide so."""
        return []

    def cards(self) -> Sequence[OptionCard]:
        """What else an organiser decides."""
        return ()

    def missions(self) -> Sequence[Option]:
        """The missions that an organiser may pick from; none where the rulebook has nothing to pick."""
        return ()

    def options(self, settings: Settings, mission: str) -> dict[str, Any]:
        """What a battle of the tournament is played with."""
        cards = self.ruleset.option_cards() if isinstance(self.ruleset, Shows) else ()
        sized = {"points": settings.points} if any(card.name == "points" for card in cards) else {}
        return {**sized, **settings.options}

    def setup(
        self,
        settings: Settings,
        armies: tuple[str, str],
        lists: tuple[Mapping[str, Any] | None, ...],
        mission: str,
        map_: str,
        names: tuple[str, ...] = (),
    ) -> Setup:
        return Setup(
            ruleset=settings.ruleset,
            armies=armies,
            map=map_,
            names=names,
            options=self.options(settings, mission),
            lists=lists if any(lists) else (),
        )

    def fielded(self, entrant: Entrant, pick: int) -> Mapping[str, Any] | None:
        """The list with which a player fights a match."""
        return entrant.list

    def main_faction(self, data: Mapping[str, Any]) -> str:
        """The faction of which a list has most, where lists may have several."""
        return ""

    def sheets(self, settings: Settings, entrant: Entrant) -> list[Sheet]:
        """The lists of an entrant, for everybody to read."""
        return []

    def second_scores(self, battle: Battle, outcome: Outcome) -> tuple[int, int]:
        """What breaks ties: for each seat what it scored in the battle."""
        one, other = (*(round(score) for score in outcome.score), 0, 0)[:2]
        return one, other

    def told_by(self, record: Record) -> dict[str, Any]:
        """What the record of a battle tells the tournament."""
        assert record.outcome is not None
        game = replay(record, self.ruleset)
        return {"destruction": list(self.second_scores(game.battle, record.outcome))}

    def units(self, settings: Settings, entrant: Entrant, pick: int) -> Sequence[tuple[str, int]]:
        """The units of an army by name and price, where what is lost of them is what breaks ties."""
        return ()

    def unlikely(self, settings: Settings, entrant: Entrant, pick: int, second: int) -> str:
        """Why nobody can have scored that against this army, as a sentence; empty if it can be."""
        return ""


def _first(names: Sequence[str]) -> str:
    return names[0] if names else ""
