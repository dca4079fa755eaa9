"""2. Play the mission: its battles, and what winners and losers get for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from warhost.campaign.contract import CampaignScript, Fixture, Result, fight
from warhost.campaign.regiments import campaign_types
from warhost.campaign.regiments.armies.fielding import fielded_list
from warhost.campaign.regiments.armies.sheet import (
    CampaignState,
    Gained,
    Match,
    note,
    pay,
    put_army,
    put_unit,
    sides,
)
from warhost.campaign.regiments.steps import time_warp
from warhost.campaign.regiments.steps.mission_setup import objective_of
from warhost.campaign.regiments.told.by_hand import told_of
from warhost.play.ruleset import Setup
from warhost.play.shown.english import acts, listed, verb, versus
from warhost.rulebook import rule
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.parts.multiplayer import FFA, FOR_ALL
from warhost.rulesets.regiments.parts.multiplayer import SLUG as MANY
from warhost.rulesets.regiments.ruleset import RULESET

WINNER_VP, WINNER_POINTS, LOSER_POINTS = 2, 150, 300
OBJECTIVE_POINTS = 75

PART = "campaign"
"""The optional part of the rulebook that plays a campaign's rules inside a battle."""
MISSION = "duel"
"""What a free-for-all plays where another mission was agreed on."""


def play(state: CampaignState) -> CampaignScript[None]:
    """The battles of this mission, what comes of them, and whether the campaign is over."""
    fixtures = [fixture_of(state, match) for match in state.matches]
    results = yield from fight(fixtures)
    state.matches = tuple(
        with_result(state, match, result) for match, result in zip(state.matches, results, strict=True)
    )
    for match in state.matches:
        reward(state, match)
    yield from time_warp.fight_beasts(state)
    yield from campaign_types.count_weeks(state)
    if campaign_types.has_ended(state):
        campaign_types.end(state)


def fixture_of(state: CampaignState, match: Match) -> Fixture:
    """The battle of a match: the army lists as they stand on the army sheets, and what was agreed on."""
    armies = [state.armies[player] for player in match.players]
    lists = [
        fielded_list(state, army, [army.unit(uid) for uid in match.fielded[seat]]) for seat, army in enumerate(armies)
    ]
    return Fixture(
        key=match.key,
        setup=Setup(
            ruleset=RULESET.slug,
            armies=tuple(army.name for army in armies),
            map=state.terms.map,
            names=tuple(state.players[player] for player in match.players),
            options=battle_options(state.terms.options, match.objectives),
            lists=tuple(map(list_data, lists)),
        ),
        players=match.players,
        title=f"Mission {match.mission}: {versus([army.name for army in armies])}",
    )


def battle_options(agreed: Mapping[str, Any], objectives: Sequence[str]) -> dict[str, Any]:
    """What is agreed on for a battle of the campaign: lists as they are, and the campaign's own rules in force.

    Three or four armies play a free-for-all, in a mission with markers for everybody (AOFR-R808).
    """
    parts: Sequence[str] = agreed.get("parts", ())
    chosen = "+".join(("mission", *(f"{seat}-{slug}" for seat, slug in enumerate(objectives, 1))))
    own = [one for one in parts if one.split(":")[0] not in (PART, MANY)]
    told = {**agreed, "free_lists": True}
    if len(objectives) > 2:
        own.append(f"{MANY}:{FFA}")
        if told.get("mission") not in FOR_ALL:
            told["mission"] = MISSION
    return {**told, "parts": [*own, f"{PART}:{chosen}"]}


def objectives_in(fixture: Fixture) -> tuple[str, ...]:
    """The special objectives of all sides, as the set-up of the battle tells them."""
    own = next(part for part in fixture.setup.options["parts"] if part.startswith(f"{PART}:"))
    told = dict(one.split("-") for one in own.partition(":")[2].split("+") if "-" in one)
    return tuple(told[seat] for seat in sorted(told))


def with_result(state: CampaignState, match: Match, result: Result) -> Match:
    """The match with what came of it. The result was judged when it came in."""
    (seat,) = result.outcome.winners
    return replace(
        match,
        winner=match.players[seat],
        text=result.outcome.text,
        seal=result.seal,
        told=told_of(state, match, result.told),
    )


@rule("aofr.campaign.mission_rewards")
def reward(state: CampaignState, match: Match) -> None:
    """The winner gets 2 VP and 150 points, every loser 300 points; then objectives and what events brought."""
    assert match.told is not None
    for seat, player in sides(match):
        army = state.armies[player]
        won = match.winner == player
        vp = WINNER_VP if won else 0
        points = WINNER_POINTS if won else LOSER_POINTS
        put_army(state, replace(army, vp=army.vp + vp, purse=army.purse + points, matches=army.matches + 1))
        note(
            state,
            f"{acts(army.name, 'wins')}: {WINNER_VP} VP and {points} points."
            if won
            else f"{acts(army.name, 'loses')} and {verb(army.name, 'gets')} {points} points.",
            "aofr.campaign.mission_rewards",
            player=player,
            fixture=match.key,
            grave=won,
        )
        reward_objective(state, match, seat, player)
        reward_events(state, match, seat, player)


@rule("aofr.campaign.special_objective_table")
def reward_objective(state: CampaignState, match: Match, seat: int, player: int) -> None:
    """75 points for whoever completed the own special objective, winner or not."""
    assert match.told is not None
    if not match.told.armies[seat].objective:
        return
    pay(state, player, OBJECTIVE_POINTS)
    line = objective_of(match, seat)
    name = state.armies[player].name
    note(
        state,
        f"{acts(name, 'completes')} {line.name}: {OBJECTIVE_POINTS} points.",
        line.id,
        player=player,
        fixture=match.key,
    )


@rule(
    "aofr.campaign.event_12_heads",
    "aofr.campaign.event_35_escort",
    "aofr.campaign.event_36_enemy_plans",
    "aofr.campaign.event_62_outpost",
    "aofr.campaign.event_63_holy_sword",
    "aofr.campaign.event_64_extortion",
    "aofr.campaign.event_65_message",
)
def reward_events(state: CampaignState, match: Match, seat: int, player: int) -> None:
    """Points and VP that random events brought, and swords that were found."""
    assert match.told is not None
    told = match.told.armies[seat]
    army = state.armies[player]
    put_army(state, replace(army, vp=army.vp + told.vp, purse=army.purse + told.points))
    gains = [f"{told.points} points"] * bool(told.points) + [f"{told.vp} VP"] * bool(told.vp)
    if gains:
        note(
            state,
            f"{acts(army.name, 'gets')} {listed(gains)} from random events.",
            "aofr.campaign.event_roll",
            player=player,
            fixture=match.key,
        )
    for one in told.units:
        if one.holy_sword:
            unit = next(unit for unit in army.units if unit.name == one.unit)
            gained = Gained("gear", "holy_sword", state.mission, number=one.holy_sword)
            put_unit(state, player, replace(unit, gained=(*unit.gained, gained)))
            note(state, f"{acts(unit.name, 'finds')} a Holy Sword.", gained.line.id, player=player, unit=unit)
