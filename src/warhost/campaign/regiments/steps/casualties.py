"""3. Check for casualties: what became of units that were destroyed or routed."""

from __future__ import annotations

from msgspec.structs import replace

from warhost.campaign.contract import CampaignScript
from warhost.campaign.regiments.armies.sheet import (
    MOST_XP,
    CampaignState,
    Gained,
    Match,
    SheetUnit,
    UnitTold,
    note,
    pay,
    put_unit,
    sides,
    strike_off,
)
from warhost.campaign.regiments.armies.tables import roll_on, table
from warhost.play.questions import Option
from warhost.play.script import agrees, roll, roll_sum
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule

CASUALTY = ("destroyed", "routed")
HERO_PRICE = 5
"""An injured hero is so much cheaper, one with a talent so much dearer."""
HEARTS = 50
RANSOM = 50


def check(state: CampaignState) -> CampaignScript[None]:
    """Captured units are bought back or lost; every casualty rolls a die; units that sit out come nearer to the end of
    it."""
    for match in state.matches:
        for seat, player in sides(match):
            yield from check_army(state, match, seat, player)
    for army in state.armies:
        fought = {uid for match in state.matches for units in match.fielded for uid in units}
        played = any(army.player in match.players for match in state.matches)
        for unit in army.units:
            if unit.rests and played and unit.id not in fought:
                put_unit(state, army.player, replace(unit, rests=unit.rests - 1))


@rule("aofr.campaign.casualties")
def check_army(state: CampaignState, match: Match, seat: int, player: int) -> CampaignScript[None]:
    """One die for each unit that was destroyed or routed."""
    assert match.told is not None
    told = {one.unit: one for one in match.told.armies[seat].units}
    fielded = [unit for unit in state.armies[player].units if unit.id in match.fielded[seat]]
    for unit in fielded:
        put_unit(state, player, replace(unit, battles=unit.battles + 1))
        if told[unit.name].fate == "captured":
            yield from buy_back(state, player, state.armies[player].unit(unit.id), told[unit.name])
    casualties = [unit for unit in fielded if told[unit.name].fate in CASUALTY]
    again = match.told.armies[seat].hearts and (yield from hearts_and_minds(state, player, len(casualties)))
    for unit in casualties:
        yield from check_unit(state, player, state.armies[player].unit(unit.id), again)


@rule("aofr.campaign.event_11_pow")
def buy_back(state: CampaignState, player: int, unit: SheetUnit, told: UnitTold) -> CampaignScript[None]:
    """A captured unit is bought back for D3 times 50 points, or it is disbanded with all its experience."""
    price = told.ransom * RANSOM
    army = state.armies[player]
    bought = False
    if price <= army.purse:
        yes = Option("pay", f"Pay {price} points")
        text = f"{unit.name} {verb(unit.name, 'is')} held captive for {price} points. {army.purse} are in the purse."
        bought = yield from agrees(
            player, "ransom", text, yes, "Leave it to its captors", rules=("aofr.campaign.event_11_pow",)
        )
    if bought:
        pay(state, player, -price)
        note(state, f"{acts(unit.name, 'was')} bought back for {price} points.", player=player, unit=unit)
    else:
        strike_off(state, player, unit, "captured")
        note(
            state,
            f"{acts(unit.name, 'was')} not bought back and {verb(unit.name, 'is')} lost.",
            "aofr.campaign.event_11_pow",
            player=player,
            unit=unit,
            grave=True,
        )


@rule("aofr.campaign.event_51_hearts_minds")
def hearts_and_minds(state: CampaignState, player: int, casualties: int) -> CampaignScript[bool]:
    """For 50 points each casualty may roll a 1 again, once."""
    army = state.armies[player]
    if not casualties or army.purse < HEARTS:
        return False
    whose = "the casualty" if casualties == 1 else f"each of the {casualties} casualties"
    text = f"Pay the locals {HEARTS} points, so that {whose} may re-roll a 1?"
    paid = yield from agrees(
        player,
        "hearts and minds",
        text,
        Option("pay", f"Pay {HEARTS} points"),
        "Keep the points",
        rules=("aofr.campaign.event_51_hearts_minds",),
    )
    if paid:
        pay(state, player, -HEARTS)
    return paid


@rule("aofr.campaign.casualties", "aofr.campaign.casualty_recovered", "aofr.campaign.event_51_hearts_minds")
def check_unit(state: CampaignState, player: int, unit: SheetUnit, again: bool) -> CampaignScript[None]:
    """A casualty rolls its die: 1 is the worst, 6 the best."""
    name = "aofr.campaign.casualties"
    (face,) = yield from roll("D6", why=f"What became of {unit.name}", rule=name, seat=player)
    if face == 1 and again:
        (face,) = yield from roll(
            "D6", why=f"What became of {unit.name}, again", rule="aofr.campaign.event_51_hearts_minds", seat=player
        )
    if face == 1:
        yield from (injury if unit.hero else dead)(state, player, unit)
    elif face == 6:
        yield from (talent if unit.hero else natural_talent)(state, player, unit)
    else:
        recovered(state, player, unit, face)


@rule("aofr.campaign.casualty_recovered")
def recovered(state: CampaignState, player: int, unit: SheetUnit, face: int) -> None:
    """2 to 5: the unit is as it was."""
    note(
        state,
        f"{acts(unit.name, 'recovers')}.",
        "aofr.campaign.casualty_recovered",
        player=player,
        unit=unit,
        dice=(face,),
    )


@rule("aofr.campaign.casualty_dead")
def dead(state: CampaignState, player: int, unit: SheetUnit) -> CampaignScript[None]:
    """1: a regular unit is struck off, with its experience and its upgrades."""
    yield from dies(state, player, unit, "aofr.campaign.casualty_dead")


@rule("aofr.campaign.casualty_talent", "aofr.campaign.xp_cap")
def natural_talent(state: CampaignState, player: int, unit: SheetUnit) -> CampaignScript[None]:
    """6: a regular unit recovers and earns 1 XP."""
    put_unit(state, player, replace(unit, xp=min(MOST_XP, unit.xp + 1)))
    note(
        state,
        f"{acts(unit.name, 'recovers')} and {verb(unit.name, 'shows')} natural talent: +1 XP.",
        "aofr.campaign.casualty_talent",
        player=player,
        unit=unit,
        dice=(6,),
    )
    yield from ()


@rule("aofr.campaign.no_permadeath", "aofr.campaign.injury_dead")
def dies(state: CampaignState, player: int, unit: SheetUnit, rule_id: str) -> CampaignScript[None]:
    """The unit is gone; without permanent death it earns nothing for this match and sits out D3 others (AOFR-R665)."""
    if not state.terms.no_permadeath:
        strike_off(state, player, unit, "dead")
        note(state, f"{acts(unit.name, 'is')} dead.", rule_id, player=player, unit=unit, grave=True, dice=(1,))
        return
    name = "aofr.campaign.no_permadeath"
    why = f"Matches that {unit.name} {verb(unit.name, 'sits')} out"
    rests = yield from roll_sum("D3", why=why, rule=name, seat=player)
    put_unit(state, player, replace(unit, rests=rests, forfeits=True))
    note(
        state,
        f"{acts(unit.name, 'sits')} out {next_matches(rests)} and {verb(unit.name, 'earns')} nothing for this one.",
        name,
        player=player,
        unit=unit,
        grave=True,
    )


def next_matches(count: int) -> str:
    return "the next match" if count == 1 else f"the next {count} matches"


@rule("aofr.campaign.hero_casualty_injury", "aofr.campaign.hero_trait_once")
def injury(state: CampaignState, player: int, unit: SheetUnit) -> CampaignScript[None]:
    """1: a hero becomes 5 points cheaper and gets an injury that it does not have yet; it may be its death."""
    line = yield from roll_on(
        table("injury"),
        why=f"Injury of {unit.name}",
        rule="aofr.campaign.hero_casualty_injury",
        seat=player,
        able=lambda line: line.slug == "dead" or not unit.has("injury", line.slug),
    )
    assert line is not None
    changed = replace(unit, changes=unit.changes - HERO_PRICE)
    put_unit(state, player, changed)
    if line.slug == "dead":
        yield from dies(state, player, changed, line.id)
        return
    gained = Gained("injury", line.slug, state.mission)
    put_unit(state, player, replace(changed, gained=(*changed.gained, gained)))
    note(state, f"{unit.name}: {line.name}. {line.text}", line.id, player=player, unit=unit, grave=True)


@rule("aofr.campaign.hero_casualty_talent", "aofr.campaign.hero_trait_once", "aofr.campaign.talent_natural")
def talent(state: CampaignState, player: int, unit: SheetUnit) -> CampaignScript[None]:
    """6: a hero recovers, becomes 5 points dearer and gets a talent that it does not have yet."""
    line = yield from roll_on(
        table("talent"),
        why=f"Talent of {unit.name}",
        rule="aofr.campaign.hero_casualty_talent",
        seat=player,
        able=lambda line: line.slug == "natural_talent" or not unit.has("talent", line.slug),
    )
    assert line is not None
    changed = replace(unit, changes=unit.changes + HERO_PRICE)
    if line.slug == "natural_talent":
        changed = replace(changed, xp=min(MOST_XP, changed.xp + 1))
    else:
        changed = replace(changed, gained=(*changed.gained, Gained("talent", line.slug, state.mission)))
    put_unit(state, player, changed)
    note(state, f"{unit.name}: {line.name}. {line.text}", line.id, player=player, unit=unit, grave=True)


__all__ = ["CASUALTY", "check", "check_army", "check_unit"]
