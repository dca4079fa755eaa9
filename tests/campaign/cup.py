"""A cup of tiny races, for tests of everything that must not know which campaign it plays.

Three runners meet in two heats a round, for two rounds. A win is worth 2 points. The last gets a die of luck, then says
who loses a point. As agreed, all bid in secret for a point before a round, or the organiser has to start it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from warhost.campaign import (
    ORGANISER,
    Brings,
    Entrant,
    Field,
    Fixture,
    Result,
    Season,
    Settings,
    State,
    agreed,
    fight,
)
from warhost.campaign.contract import CampaignScript
from warhost.campaign.showing import Column, Happening, Page, Row, Standings
from warhost.play import Choose, Option, Record, Refused, Setup, Together
from warhost.play.script import ask_choice, choose, roll_sum
from warhost.play.shown.cards import OptionCard

ARMIES = ("Hares", "Tortoises", "Foxes")


class CupState(State, kw_only=True):
    points: tuple[int, ...] = (0, 0, 0)
    rounds: int = 0
    heats: int = 2
    bidding: bool = False
    organised: bool = False
    ready: bool = False
    told: tuple[str, ...] = ()


class Cup:
    """Every round: two races at once, a die of luck for the last, who then names the army of the first."""

    slug: ClassVar[str] = "cup"
    title: ClassVar[str] = "The Tiny Cup"
    version: ClassVar[str] = "1.0"
    state_type: ClassVar[type[State]] = CupState
    text: ClassVar[str] = "Two rounds of tiny races."
    sizes: ClassVar[tuple[int, int]] = (3, 3)
    brings: ClassVar[Brings] = "army"

    def next_step(self, state: Any) -> str | None:
        if state.rounds == 2:
            return None
        return "round" if state.ready or not (state.bidding or state.organised) else "before"

    def run(self, state: Any, step: str) -> CampaignScript[None]:
        return self._round(state) if step == "round" else self._before(state)

    def _before(self, state: CupState) -> CampaignScript[None]:
        if state.organised:
            ways = [Option("go", "Start it"), Option("bonus", "Start it with a point for everybody")]
            if (yield from choose(ORGANISER, "start", "Start the round?", ways)) == "bonus":
                state.points = tuple(points + 1 for points in state.points)
        if state.bidding:
            bids = tuple(Option(str(bid), f"Bid {bid}") for bid in (1, 2, 3))
            answers = yield Together(
                [
                    ask_choice(Choose(seat=player, topic="bid", text=f"{name}, your bid?", options=bids))
                    for player, name in enumerate(state.players)
                ]
            )
            chosen = [int(answer.option) for answer in answers]
            best = chosen.index(max(chosen))
            state.points = tuple(points + (player == best) for player, points in enumerate(state.points))
            state.told += (f"{state.players[best]} wins the bid.",)
        state.ready = True

    def _round(self, state: CupState) -> CampaignScript[None]:
        setup = Setup(ruleset="tiny", armies=ARMIES, map="meadow")
        numbers = range(1, state.heats + 1)
        heats = [Fixture(f"heat {n}", setup, (0, 1, 2), f"Heat {n} of round {state.rounds + 1}") for n in numbers]
        results = yield from fight(heats)
        points = list(state.points)
        for heat, result in zip(heats, results, strict=True):
            for seat in result.outcome.winners:
                points[heat.players[seat]] += 2
        last = points.index(min(points))
        points[last] += yield from roll_sum("D3", why="Luck of the last", rule="cup.luck")
        options = [Option(str(n), name) for n, name in enumerate(state.players) if n != last]
        chosen = yield from choose(last, "handicap", "Who loses a point?", options)
        points[int(chosen)] -= 1
        state.points, state.rounds, state.ready = tuple(points), state.rounds + 1, False

    def rulesets(self) -> Sequence[str]:
        return ("tiny",)

    def settings(self, ruleset: str) -> Sequence[OptionCard]:
        return (
            OptionCard("heats", "How many races a round has.", (1, 2), 2),
            OptionCard("bidding", "Whether all bid before a round.", (True, False), False),
            OptionCard("organised", "Whether the organiser starts each round.", (True, False), False),
        )

    def begin(self, ruleset: str, entrants: Sequence[Entrant], settings: Settings) -> State:
        chosen = agreed(self.settings(ruleset), settings)
        return CupState(
            players=tuple(entrant.name for entrant in entrants),
            heats=int(chosen["heats"]),
            bidding=bool(chosen["bidding"]),
            organised=bool(chosen["organised"]),
        )

    def telling(self, state: CupState) -> Page:
        """Standings and a timeline."""
        order = sorted(range(len(state.players)), key=lambda player: -state.points[player])
        rows = tuple(
            Row(player, rank, (str(state.points[player]),), leads=rank == 1) for rank, player in enumerate(order, 1)
        )
        return Page(
            title=self.title,
            stage="The cup is over" if state.rounds == 2 else f"Round {state.rounds + 1} of 2",
            round=min(state.rounds + 1, 2),
            over=state.rounds == 2,
            players=state.players,
            standings=(Standings("Standings", (Column("Points", number=True),), rows),),
            timeline=tuple(Happening(text) for text in state.told),
        )

    def form(self, state: Any, fixture: Fixture) -> Sequence[Field]:
        """How often the rabbit was seen: the winner sees it at least once."""
        return (Field(name="rabbit", label="How often the rabbit was seen", kind="number", most=9),)

    def may_draw(self, fixture: Fixture) -> bool:
        return True

    def told_by(self, fixture: Fixture, record: Record) -> Mapping[str, Any]:
        return {"rabbit": 1}

    def judge(self, state: Any, fixture: Fixture, result: Result) -> None:
        if result.told.get("rabbit") == 0:
            raise Refused("Whoever wins has seen the rabbit.", "cup.rabbit")


CAMPAIGN = Cup()


def cup(luck: Any = None) -> Season:
    return Season(CAMPAIGN, CupState(players=("Ann", "Ben", "Cay")), luck)
