"""What a battle told, judged: a report from a real table is held against the rules, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from warhost.campaign.contract import Fixture, Result
from warhost.campaign.regiments.armies.sheet import ArmyTold, CampaignState, Match, Told, sides
from warhost.campaign.regiments.steps import time_warp
from warhost.campaign.regiments.steps.casualties import CASUALTY
from warhost.campaign.regiments.told.by_hand import told_of
from warhost.errors import did_you_mean
from warhost.play.script import Refused
from warhost.play.shown.english import verb
from warhost.rulebook import rule

FIRSTS = {"rage": "to destroy an enemy unit", "recovery": "whose unit stops being Shaken"}
"""Special objectives that one army alone can complete."""


def judge(state: CampaignState, fixture: Fixture, result: Result) -> None:
    """Refuse a result that cannot be; the first problem is told, with its place and its rule."""
    if time_warp.is_warp(fixture):
        if len(result.outcome.winners) > 1:
            raise Refused(f"{fixture.title}: only one of the two survives.", "aofr.campaign.event_66_time_warp")
        return
    match = next(one for one in state.matches if one.key == fixture.key)
    one_winner(fixture, result)
    try:
        told = told_of(state, match, result.told)
    except msgspec.ValidationError as error:
        raise Refused(f"The report of {fixture.title} cannot be read: {error}.", "campaign.result") from None
    for problem, rule_id in problems(state, match, told):
        raise Refused(f"The report of {fixture.title}: {problem}", rule_id)
    winner = result.outcome.winners[0]
    if told.armies[winner].conceded:
        name = state.armies[match.players[winner]].name
        raise Refused(
            f"The report of {fixture.title}: {name} cannot have won: {verb(name, 'it')} conceded.",
            "aofr.campaign.conceding",
        )


@rule("aofr.campaign.mission_length")
def one_winner(fixture: Fixture, result: Result) -> None:
    """A mission goes on until it has one winner."""
    if len(result.outcome.winners) != 1:
        raise Refused(f"{fixture.title}: a mission is played until one side has won.", "aofr.campaign.mission_length")


def problems(state: CampaignState, match: Match, told: Told) -> Iterator[tuple[str, str]]:
    """What is wrong with a report: what, where, and by which rule."""
    if len(told.armies) != len(match.players):
        yield f"it lists {len(told.armies)} armies, and {len(match.players)} fought.", "campaign.result"
        return
    names = [_names(state, match, seat) for seat, _ in sides(match)]
    for seat, army in enumerate(told.armies):
        whose = state.armies[match.players[seat]].name
        yield from _units_problems(whose, names[seat], army)
    if any(list(_units_problems("", names[seat], army)) for seat, army in enumerate(told.armies)):
        return
    yield from _kill_problems(names, told)
    for slug, what in FIRSTS.items():
        if sum(army.objective and match.objectives[seat] == slug for seat, army in enumerate(told.armies)) > 1:
            yield f"only one army can be the first {what}.", f"aofr.campaign.so_{slug}"
    if all(army.conceded for army in told.armies):
        yield "every army conceded: one of them won.", "aofr.campaign.conceding"


def _names(state: CampaignState, match: Match, seat: int) -> list[str]:
    army = state.armies[match.players[seat]]
    return [army.unit(uid).name for uid in match.fielded[seat]]


def _units_problems(whose: str, names: list[str], told: ArmyTold) -> Iterator[tuple[str, str]]:
    """Every unit that was brought is told of, once; a captured one with its ransom."""
    counts = Counter(one.unit for one in told.units)
    for name in counts:
        if name not in names:
            yield f'{whose} has no unit "{name}" here.{did_you_mean(name, names)}', "aofr.campaign.names"
        elif counts[name] > 1:
            yield f'"{name}" of {whose} is listed {counts[name]} times.', "aofr.campaign.names"
    for name in names:
        if name not in counts:
            yield f'"{name}" of {whose} is missing.', "aofr.campaign.casualties"
    for one in told.units:
        if (one.fate == "captured") != bool(one.ransom):
            what = "no ransom was rolled for it" if not one.ransom else "a ransom was rolled for it"
            yield f'"{one.unit}" of {whose} is reported as {one.fate}, but {what}.', "aofr.campaign.event_11_pow"
        if one.warped and one.fate not in CASUALTY:
            yield f'"{one.unit}" of {whose} is in the warp, but was not destroyed.', "aofr.campaign.event_66_time_warp"


def _kill_problems(names: list[list[str]], told: Told) -> Iterator[tuple[str, str]]:
    """Kills are enemy units that were destroyed or routed, each killed once."""
    fates = {one.unit: one.fate for army in told.armies for one in army.units}
    killed: dict[str, str] = {}
    rule_id = "aofr.campaign.xp_kill_unit"
    for seat, army in enumerate(told.armies):
        enemies = [name for other, own in enumerate(names) if other != seat for name in own]
        for one, name in ((unit, name) for unit in army.units for name in unit.kills):
            if name not in enemies:
                yield (
                    f'"{one.unit}" killed "{name}": no enemy unit has that name.{did_you_mean(name, enemies)}',
                    rule_id,
                )
            elif name in killed:
                yield f'"{killed[name]}" and "{one.unit}" both killed "{name}".', rule_id
            elif fates[name] not in CASUALTY:
                yield f'"{one.unit}" killed "{name}", which was not destroyed.', rule_id
            killed[name] = one.unit
