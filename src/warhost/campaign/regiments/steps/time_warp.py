"""Event 66, Time Warp: after the mission a destroyed unit fights a Time Beast, for its life."""

from __future__ import annotations

from msgspec.structs import replace

from warhost.campaign.contract import CampaignScript, Fixture, fight
from warhost.campaign.regiments.armies.fielding import fielded_list
from warhost.campaign.regiments.armies.sheet import (
    CampaignState,
    Match,
    SheetUnit,
    UnitTold,
    note,
    pay,
    sides,
    strike_off,
)
from warhost.play.ruleset import Setup
from warhost.play.script import draw_from
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.core import ArmyList, Group, Regiment, Weapon
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.campaign.lengths import ZONE
from warhost.rulesets.regiments.ruleset import RULESET

XP, POINTS = 3, 150
PART = "time_warp"

BEAST = Regiment(
    faction="Warp",
    name="Time Beast",
    quality=3,
    defense=3,
    cost=0,
    base=(60, 60),
    groups=(Group(1, (Weapon("Claws", None, 6, (RuleText("AP", 2),)),)),),
    rules=(RuleText("Tough", 6),),
    kind="monster",
)
"""Quality 3+, Defense 3+, Claws with 6 attacks and AP(2), Tough(6) (AOFR-R663)."""


@rule("aofr.campaign.event_66_time_warp")
def fight_beasts(state: CampaignState) -> CampaignScript[None]:
    """A battle for every unit that was warped, once the mission is over; a random opponent plays the beast."""
    fixtures: list[Fixture] = []
    units: list[tuple[Match, int, SheetUnit]] = []
    for match in state.matches:
        assert match.told is not None
        for seat, player in sides(match):
            for told in match.told.armies[seat].units:
                if told.warped:
                    unit = next(unit for unit in state.armies[player].units if unit.name == told.unit)
                    others = [army.player for army in state.armies if army.joined and army.player != player]
                    rule_id = "aofr.campaign.event_66_time_warp"
                    other = yield from draw_from(others, why="Who plays the Time Beast", rule=rule_id)
                    fixtures.append(warp_fixture(state, match, player, other, unit))
                    units.append((match, player, unit))
    results = yield from fight(fixtures)
    for (match, player, unit), result in zip(units, results, strict=True):
        (beast_wins if 0 not in result.outcome.winners else unit_wins)(state, match, player, unit)


@rule("aofr.campaign.event_66_time_warp")
def warp_fixture(state: CampaignState, match: Match, player: int, other: int, unit: SheetUnit) -> Fixture:
    """The unit at full strength against the beast, in a zone of 2'x2' with 3 to 5 pieces of terrain (AOFR-R663)."""
    army = state.armies[player]
    beast = ArmyList(name="Time Beast", limit=0, regiments=(BEAST,))
    return Fixture(
        key=f"{match.key}, {unit.name} in the warp",
        setup=Setup(
            ruleset=RULESET.slug,
            armies=(army.name, beast.name),
            names=(state.players[player], state.players[other]),
            options={
                "free_lists": True,
                "width": ZONE,
                "depth": ZONE,
                "rounds": 20,
                "parts": [PART],
            },
            lists=(list_data(fielded_list(state, army, [unit])), list_data(beast)),
        ),
        players=(player, other),
        title=f"{unit.name} against the Time Beast",
    )


def is_warp(fixture: Fixture) -> bool:
    return PART in fixture.setup.options.get("parts", ())


@rule("aofr.campaign.event_66_beast_wins")
def beast_wins(state: CampaignState, match: Match, player: int, unit: SheetUnit) -> None:
    """The unit is dead and struck off, without a die for its fate."""
    _tell(state, match, unit, UnitTold(unit=unit.name, fate="removed"))
    strike_off(state, player, unit, "dead")
    note(
        state,
        f"{acts(unit.name, 'was')} killed by the Time Beast.",
        "aofr.campaign.event_66_beast_wins",
        player=player,
        unit=unit,
        grave=True,
    )


@rule("aofr.campaign.event_66_unit_wins")
def unit_wins(state: CampaignState, match: Match, player: int, unit: SheetUnit) -> None:
    """The unit gets 3 XP and 150 points, and is back with its army: no casualty."""
    assert match.told is not None
    before = next(one for army in match.told.armies for one in army.units if one.unit == unit.name)
    _tell(state, match, unit, replace(before, fate="removed", xp=before.xp + XP, warped=False))
    pay(state, player, POINTS)
    note(
        state,
        f"{acts(unit.name, 'kills')} the Time Beast: {XP} XP and {POINTS} points, and {verb(unit.name, 'is')} back.",
        "aofr.campaign.event_66_unit_wins",
        player=player,
        unit=unit,
        grave=True,
    )


def _tell(state: CampaignState, match: Match, unit: SheetUnit, told: UnitTold) -> None:
    """What is known of the unit from now on."""
    now = next(one for one in state.matches if one.key == match.key)
    assert now.told is not None
    armies = tuple(
        replace(army, units=tuple(told if one.unit == unit.name else one for one in army.units))
        for army in now.told.armies
    )
    changed = replace(now, told=replace(now.told, armies=armies))
    state.matches = tuple(changed if one.key == match.key else one for one in state.matches)


__all__ = ["BEAST", "fight_beasts", "is_warp"]
