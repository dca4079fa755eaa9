"""6. Recruit units: new heroes and units, one of them perhaps with experience, and what is disbanded."""

from __future__ import annotations

from msgspec.structs import replace

from warhost.campaign.contract import CampaignScript
from warhost.campaign.regiments.armies import shopping
from warhost.campaign.regiments.armies.sheet import Army, CampaignState, note, pay, put_army, put_unit, strike_off
from warhost.campaign.regiments.steps import experience, preparation
from warhost.play.questions import Denied, Option
from warhost.play.script import agrees, choose
from warhost.play.shown.english import acts, does, verb
from warhost.rulebook import rule

MOST_HEROES = 3
VETERAN_PRICE, VETERAN_XP = 50, 5

RULES = (
    "aofr.campaign.recruit_hero",
    "aofr.campaign.recruit_units",
    "aofr.campaign.recruit_veteran",
    "aofr.campaign.disband_unit",
    "aofr.campaign.disband_army",
)


def recruit(state: CampaignState) -> CampaignScript[None]:
    """Each player in turn recruits and disbands."""
    for army in state.armies:
        if army.joined:
            yield from recruit_army(state, army.player)


@rule("aofr.campaign.recruit_units", "aofr.campaign.recruit_hero", "aofr.campaign.recruit_veteran")
def recruit_army(state: CampaignState, player: int) -> CampaignScript[None]:
    """Units one by one, until the player has done."""
    while True:
        army = state.armies[player]
        wares = list(shopping.wares(state, army))
        options, denied = [], []
        for number, ware in enumerate(wares):
            told = f"{ware.pick.unit} [{ware.models}]"
            if refusal := why_not_recruit(army, ware):
                denied.append(Denied(f"recruit {number}", *refusal))
            else:
                options.append(Option(f"recruit {number}", f"{told}, {ware.cost} points"))
            if refusal := why_no_veteran(army, ware):
                denied.append(Denied(f"veteran {number}", *refusal))
            else:
                label = f"{told} with {VETERAN_XP} XP, {ware.cost + VETERAN_PRICE} points"
                options.append(Option(f"veteran {number}", label))
        options.append(Option("done", "Done", passes=True))
        options += [Option(f"disband {unit.id}", f"Disband {unit.name}") for unit in army.units]
        options.append(Option("disband army", f"Disband {army.name} and start again"))
        text = f"Which units {does(army.name)} recruit? {army.purse} points are left."
        key = yield from choose(player, "recruit", text, options, rules=RULES, denied=denied)
        what, _, which = key.partition(" ")
        if what == "done":
            return
        if key == "disband army":
            if (yield from disband_army(state, player)):
                return
        elif what == "disband":
            yield from disband(state, player, which)
        else:
            yield from enlist(state, player, wares[int(which)], veteran=what == "veteran")


@rule("aofr.campaign.recruit_hero", "aofr.campaign.recruit_units")
def why_not_recruit(army: Army, ware: shopping.Ware) -> tuple[str, str] | None:
    """A unit must be paid for; one new hero after a mission, and three of them at most."""
    if ware.hero and sum(unit.hero for unit in army.units) >= MOST_HEROES:
        return f"{army.name} {verb(army.name, 'has')} {MOST_HEROES} heroes, the most.", "aofr.campaign.recruit_hero"
    if ware.hero and army.new_hero:
        return "One hero may be recruited after each mission.", "aofr.campaign.recruit_hero"
    if ware.cost > army.purse:
        why = f"{ware.pick.unit}: {ware.cost} points, and {army.purse} are left."
        return why, "aofr.campaign.recruit_hero" if ware.hero else "aofr.campaign.recruit_units"
    return None


@rule("aofr.campaign.recruit_veteran")
def why_no_veteran(army: Army, ware: shopping.Ware) -> tuple[str, str] | None:
    """One regular unit after each mission may start with 5 XP, for 50 points more (AOFR-R656)."""
    name = "aofr.campaign.recruit_veteran"
    if ware.hero:
        return "Heroes are recruited without experience.", name
    if army.new_veteran:
        return "One unit with experience may be recruited after each mission.", name
    if ware.cost + VETERAN_PRICE > army.purse:
        return f"{ware.pick.unit}: {ware.cost + VETERAN_PRICE} points, and {army.purse} are left.", name
    return None


@rule("aofr.campaign.recruit_units", "aofr.campaign.recruit_veteran")
def enlist(state: CampaignState, player: int, ware: shopping.Ware, *, veteran: bool) -> CampaignScript[None]:
    """The unit is paid for and stands on the army sheet; one with experience rolls for its trait."""
    unit = shopping.enlist(state, player, ware.pick)
    pay(state, player, -ware.cost - (VETERAN_PRICE if veteran else 0))
    army = state.armies[player]
    put_army(state, replace(army, new_hero=army.new_hero or ware.hero, new_veteran=army.new_veteran or veteran))
    note(
        state,
        f"{acts(army.name, 'recruits')} {shopping.bought_text(unit)} for {ware.cost} points"
        + (f", with {VETERAN_XP} XP for {VETERAN_PRICE} more." if veteran else "."),
        "aofr.campaign.recruit_hero" if ware.hero else "aofr.campaign.recruit_units",
        player=player,
        unit=unit,
    )
    if veteran:
        put_unit(state, player, replace(unit, xp=VETERAN_XP))
        yield from experience.level_up(state, player, unit.id)


@rule("aofr.campaign.disband_unit")
def disband(state: CampaignState, player: int, uid: str) -> CampaignScript[None]:
    """The unit goes with its experience and its upgrades, and nothing is paid back."""
    unit = state.armies[player].unit(uid)
    text = f"Disband {unit.name}? Nothing is paid back."
    yes = Option("disband", f"Disband {unit.name}")
    if (yield from agrees(player, "disband", text, yes, "Keep it", rules=("aofr.campaign.disband_unit",))):
        strike_off(state, player, unit, "disbanded")
        note(state, f"{acts(unit.name, 'was')} disbanded.", "aofr.campaign.disband_unit", player=player, unit=unit)


@rule("aofr.campaign.disband_army")
def disband_army(state: CampaignState, player: int) -> CampaignScript[bool]:
    """The whole army goes, with its VP and its points, and a new one is mustered."""
    army = state.armies[player]
    text = f"Disband {army.name}? Its {army.vp} VP and {army.purse} points are lost, too."
    yes = Option("disband", f"Disband {army.name} and start again with {state.terms.points} points")
    if not (yield from agrees(player, "disband", text, yes, "Keep it", rules=("aofr.campaign.disband_army",))):
        return False
    for unit in army.units:
        strike_off(state, player, unit, "disbanded")
    note(state, f"{acts(army.name, 'was')} disbanded.", "aofr.campaign.disband_army", player=player, grave=True)
    yield from preparation.muster(state, player)
    return True
