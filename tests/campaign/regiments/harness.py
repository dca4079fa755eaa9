"""A campaign for tests: armies by name, dice written down, answers by the word that they begin with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from warhost.campaign import Fixture, Result, Season
from warhost.campaign.contract import CampaignScript
from warhost.campaign.regiments import CAMPAIGN, Army, CampaignState, Entrant, SheetUnit, Terms, new_campaign
from warhost.campaign.regiments.armies.sheet import ArmyTold, Gained, Match, Told, UnitTold
from warhost.muster.building.buying import Pick
from warhost.play import Ask, Chosen, Outcome, Roll
from warhost.play.questions import Choose
from warhost.play.script import Ask as AskType

LEAGUE, SWARM = "League of Nine Bridges", "Burrowfolk Swarm"


def unit(name: str, entry: str = "Pike Company", **fields: Any) -> SheetUnit:
    """A unit of an army sheet; its id is its name."""
    options = fields.pop("options", ())
    size = fields.pop("size", "")
    return SheetUnit(id=name, name=name, pick=Pick(unit=entry, options=tuple(options), size=size), **fields)


def hero(name: str, entry: str = "Bridge Marshal", **fields: Any) -> SheetUnit:
    return unit(name, entry, hero=True, **fields)


def army(player: int, *units: SheetUnit, **fields: Any) -> Army:
    name = fields.pop("name", ("Ann's League", "Ben's League", "Cay's League", "Dov's League")[player])
    return Army(player=player, name=name, faction=LEAGUE, joined=True, units=units, **fields)


def state(*armies: Army, terms: Terms | None = None, mission: int = 1, **fields: Any) -> CampaignState:
    """A campaign in the middle of a mission."""
    names = ("Ann", "Ben", "Cay", "Dov")[: len(armies)]
    made = new_campaign(
        names, [Entrant(one.name, one.faction) for one in armies], terms or Terms(parallel=len(armies) > 2)
    )
    made.armies, made.mission, made.stage = armies, mission, fields.pop("stage", "mission setup")
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def fought(
    campaign: CampaignState, winner: int = 0, *, told: dict[str, UnitTold] | None = None, **sides: ArmyTold
) -> Match:
    """A match of the first two armies that was fought with all their units; all survived unless told otherwise."""
    fates = told or {}
    armies = []
    for seat, name in enumerate(("one", "other")):
        base = sides.get(name, ArmyTold())
        units = tuple(fates.get(one.name, UnitTold(unit=one.name)) for one in campaign.armies[seat].units)
        armies.append(replace(base, units=units))
    match = Match(
        key="mission 1, table 1",
        mission=1,
        players=(0, 1),
        fielded=tuple(tuple(one.id for one in army.units) for army in campaign.armies[:2]),
        values=(0, 0),
        underdog=(0, 0),
        objectives=("rage", "honor"),
        winner=winner,
        told=Told(armies=tuple(armies)),
    )
    campaign.matches = (match,)
    return match


class Run:
    """A step of a campaign run to its end with dice and answers written down; `rolls` are what was rolled for."""

    def __init__(self, script: CampaignScript[Any], dice: Sequence[int] = (), answers: Sequence[str] = ()) -> None:
        self.rolls: list[Roll] = []
        self.asked: list[Choose] = []
        self.result: Any = None
        left, given = list(dice), list(answers)
        value: Any = None
        while True:
            try:
                asked = script.send(value)
            except StopIteration as stop:
                self.result = stop.value
                break
            if isinstance(asked, Roll):
                self.rolls.append(asked)
                assert left, f"No die is left for: {asked.why}"
                value = (left.pop(0),)
            else:
                assert isinstance(asked, Ask)
                value = self._chosen(asked, given)
        assert not left, f"Dice {left} were not rolled."
        assert not given, f"Answers {given} were not asked for."

    def _chosen(self, ask: AskType, given: list[str]) -> Chosen:
        question = ask.question
        assert isinstance(question, Choose)
        self.asked.append(question)
        if not given:
            done = [option for option in question.options if option.passes]
            assert done, f"No answer is left for: {question.text}"
            return Chosen(done[0].key)
        word = given.pop(0)
        found = [one for one in question.options if one.key == word] or [
            one for one in question.options if one.label.startswith(word)
        ]
        if not found:
            # What is not offered is refused, with its reason.
            ask.check(Chosen(word))
        answer = Chosen(found[0].key)
        ask.check(answer)
        return answer

    @property
    def denied(self) -> dict[str, str]:
        """What the last question refused, and why."""
        return {one.what: one.why for one in self.asked[-1].denied}

    @property
    def offered(self) -> list[str]:
        return [option.label for option in self.asked[-1].options]


def season(terms: Terms, *entrants: Entrant, names: Sequence[str] = ("Ann", "Ben", "Cay", "Dov")) -> Season:
    return Season(CAMPAIGN, new_campaign(names[: len(entrants)], entrants, terms))


def sheet(season: Season) -> CampaignState:
    assert isinstance(season.state, CampaignState)
    return season.state


def result(fixture: Fixture, winner: int, campaign: CampaignState, **fates: UnitTold) -> Result:
    """A result as it is entered from a real table: all units came through unless told otherwise."""
    match = next(one for one in campaign.matches if one.key == fixture.key)
    told = Told(
        armies=tuple(
            ArmyTold(
                units=tuple(
                    fates.get(name, UnitTold(unit=name))
                    for name in (campaign.armies[player].unit(uid).name for uid in match.fielded[seat])
                )
            )
            for seat, player in enumerate(match.players)
        )
    )
    return Result(fixture.key, Outcome((winner,), "victory", "Over."), told=msgspec.to_builtins(told))


def gained(kind: Any, slug: str, **fields: Any) -> Gained:
    return Gained(kind, slug, **fields)
