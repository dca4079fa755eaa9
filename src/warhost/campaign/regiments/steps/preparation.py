"""Preparation: the armies before their first mission, the army sheet, and the order of the steps."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from warhost.campaign.contract import CampaignScript
from warhost.campaign.regiments.armies import shopping
from warhost.campaign.regiments.armies.sheet import (
    Army,
    CampaignState,
    Entrant,
    army_value,
    note,
    pay,
    put_army,
    put_unit,
)
from warhost.errors import WarhostError
from warhost.muster.files.army_text import DataError, UnknownName
from warhost.play.events import counted
from warhost.play.questions import Denied, Option
from warhost.play.script import choose
from warhost.play.shown.english import acts, does, verb
from warhost.rulebook import rule

START_HEROES = 1

STRUCTURE = (
    "mission setup",
    "play mission",
    "check for casualties",
    "earn experience",
    "upgrade armies",
    "recruit units",
)
"""The six steps of every mission, in this order; after the last comes the first again."""


@rule("aofr.campaign.structure")
def step_after(step: str) -> str:
    """The step that follows; after the sixth the first comes again."""
    return STRUCTURE[(STRUCTURE.index(step) + 1) % len(STRUCTURE)]


@rule("aofr.campaign.names")
def check_names(state: CampaignState) -> None:
    """Every army has a name of its own, and so has every unit, on whatever army sheet it stands."""
    armies = [entrant.army for entrant in state.entrants]
    units = [name for entrant in state.entrants for name, _ in entrant.units]
    for what, names in (("armies", armies), ("units", units)):
        for name in names:
            if not name.strip():
                raise WarhostError(f"One of the {what} has no name.", "aofr.campaign.names")
            if names.count(name) > 1:
                raise WarhostError(
                    f'{names.count(name)} {what} are called "{name}": give each a name of its own.',
                    "aofr.campaign.names",
                )


def muster(state: CampaignState, player: int) -> CampaignScript[None]:
    """A player gets points for a new army and spends them: on the units that it entered with, or one by one."""
    entrant = state.entrants[player]
    lost = state.armies[player].lost
    before = state.armies[player].recruited
    put_army(
        state,
        Army(
            player=player,
            name=entrant.army,
            faction=entrant.faction,
            purse=state.terms.points,
            joined=True,
            lost=lost,
            recruited=before,
        ),
    )
    if entrant.units and not lost:
        enter(state, player, entrant)
    else:
        yield from buy_army(state, player)
    army = state.armies[player]
    note(
        state,
        f"{acts(army.name, 'musters')} {counted(len(army.units), 'unit')} worth {army_value(state, army)} points"
        + (f" and {verb(army.name, 'saves')} {army.purse}." if army.purse else "."),
        "aofr.campaign.start_army",
        player=player,
    )


@rule("aofr.campaign.start_army", "aofr.campaign.start_save", "aofr.campaign.start_hero")
def enter(state: CampaignState, player: int, entrant: Entrant) -> None:
    """The army that a player wrote before: it must be what one could have bought."""
    for name, pick in entrant.units:
        try:
            cost = shopping.bought(state, state.armies[player], pick).cost
            shopping.made(state, state.armies[player], pick)
        except (StopIteration, UnknownName):
            raise WarhostError(f"{entrant.faction} has no unit {pick.unit}, as {name} of {entrant.army} is.") from None
        except DataError as error:
            raise WarhostError(f"{name} of {entrant.army}: {error}") from None
        shopping.enlist(state, player, pick, name)
        pay(state, player, -cost)
    problems = list(start_problems(state, state.armies[player]))
    if problems:
        raise WarhostError(problems[0].why, problems[0].rule)


def start_problems(state: CampaignState, army: Army) -> Iterator[Denied]:
    """What forbids an army to start as it is."""
    terms = state.terms
    heroes = sum(unit.hero for unit in army.units)
    if army.purse < 0:
        yield Denied(
            "done",
            f"{army.name} costs {terms.points - army.purse} points: a new army has {terms.points} to spend.",
            "aofr.campaign.start_army",
        )
    if army.purse > terms.saving:
        yield Denied(
            "done",
            f"{army.name} saves {army.purse} points: no more than {terms.saving} may be kept for later.",
            "aofr.campaign.start_save",
        )
    if heroes > START_HEROES:
        yield Denied("done", f"{army.name} starts with {heroes} heroes: one is the most.", "aofr.campaign.start_hero")
    if not army.units:
        yield Denied("done", f"{army.name} has no unit.", "aofr.campaign.start_army")


@rule("aofr.campaign.start_army", "aofr.campaign.start_save", "aofr.campaign.start_hero")
def buy_army(state: CampaignState, player: int) -> CampaignScript[None]:
    """Units and upgrades, one by one, until the player has done; a hero at most, and not too much is saved."""
    while True:
        army = state.armies[player]
        has_hero = any(unit.hero for unit in army.units)
        units = list(shopping.wares(state, army))
        upgrades = list(shopping.upgrade_offers(state, army))
        options, denied = [], []
        for number, ware in enumerate(units):
            key = f"unit {number}"
            label = f"{ware.pick.unit} [{ware.models}], {ware.cost} points"
            if ware.hero and has_hero:
                denied.append(Denied(key, "A starting army has one hero at most.", "aofr.campaign.start_hero"))
            elif ware.cost > army.purse:
                why = f"{ware.pick.unit}: {ware.cost} points, and {army.purse} are left."
                denied.append(Denied(key, why, "aofr.campaign.start_army"))
            else:
                options.append(Option(key, label))
        for number, offer in enumerate(upgrades):
            if offer.cost <= army.purse:
                options.append(Option(f"upgrade {number}", f"{offer.unit.name}: {offer.name}, {offer.cost} points"))
        problems = list(start_problems(state, army))
        if not problems:
            options.append(Option("done", f"Done: save {army.purse} points", passes=True))
        denied += problems
        if not options:
            return  # nothing more can be bought, whatever is left
        text = f"What {does(army.name)} buy? {army.purse} of {state.terms.points} points are left."
        rules = ("aofr.campaign.start_army", "aofr.campaign.start_save", "aofr.campaign.start_hero")
        key = yield from choose(player, "muster", text, options, rules=rules, denied=denied)
        if key == "done":
            return
        what, at = key.split()
        if what == "unit":
            shopping.enlist(state, player, units[int(at)].pick)
            pay(state, player, -units[int(at)].cost)
        else:
            offer = upgrades[int(at)]
            pick = replace(offer.unit.pick, options=(*offer.unit.pick.options, offer.name))
            put_unit(state, player, replace(offer.unit, pick=pick))
            pay(state, player, -offer.cost)


@rule("aofr.campaign.late_joiners", "aofr.campaign.start_army")
def prepare(state: CampaignState) -> CampaignScript[None]:
    """Whoever is to play from the next mission on and has no army yet musters one."""
    for player in newcomers(state):
        yield from muster(state, player)


@rule("aofr.campaign.late_joiners")
def newcomers(state: CampaignState) -> list[int]:
    """The players who play from the next mission on and have no army yet."""
    joins = (*state.terms.joins, *(1,) * (len(state.armies) - len(state.terms.joins)))
    return [
        army.player
        for army, mission in zip(state.armies, joins, strict=True)
        if not army.joined and mission <= state.mission + 1
    ]
