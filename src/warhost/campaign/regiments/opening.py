"""How a campaign is set up by anybody: what the players agree on, and who takes part with which faction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy

import msgspec
from msgspec.structs import replace

from warhost.campaign.opening import Entrant as Player
from warhost.campaign.opening import Settings, agreed
from warhost.campaign.regiments.armies.sheet import Army, CampaignState, Entrant, Length, Terms, note
from warhost.campaign.regiments.armies.shopping import free_name, used_names
from warhost.campaign.regiments.steps import preparation
from warhost.errors import WarhostError
from warhost.muster.building.buying import Pick, buy
from warhost.play.shown.cards import OptionCard
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import ArmyBook, ArmyList
from warhost.rulesets.regiments.lists.house import book
from warhost.rulesets.regiments.lists.limits import list_from_data
from warhost.rulesets.regiments.lists.rosters import COMBINED, catalogue_of
from warhost.rulesets.regiments.parts.multiplayer import MOST_ALONE

TEXT = (
    "Armies that live through battles: their units gain experience, traits and injuries, and are recruited and lost "
    "between missions."
)
SIZES = (2, 60)

CARDS = (
    OptionCard(
        "type",
        "How long the campaign lasts.",
        ("game-limited", "point-limited", "time-limited", "endless"),
        "game-limited",
        names={
            "game-limited": "D6+4 missions",
            "point-limited": "until somebody has D6+4 VP",
            "time-limited": "D6+4 weeks",
            "endless": "without end",
        },
    ),
    OptionCard("points", "Points for a new army.", (500, 750, 1000, 1500), 750, first=True),
    OptionCard(
        "matches",
        "How players are matched if there are more than two players. With more than four they always play in pairs.",
        ("pairs", "all"),
        "pairs",
        names={"pairs": "in pairs", "all": "all in one battle"},
        texts={
            "pairs": "Matches are played in parallel: everybody meets everybody in turn. VP are divided by matches.",
            "all": "Three or four armies meet in one free-for-all every mission, with one winner.",
        },
    ),
    OptionCard(
        "late_joiners",
        "Players may join while the campaign is running. They start with a regular army. VP are divided by matches.",
        (False, True),
        False,
    ),
    OptionCard("no_permadeath", "Units that would die sit out matches instead.", (False, True), False),
    OptionCard(
        "mission",
        "The mission of every battle.",
        ("any", "face_off", "progressive", "attack_defend", "duel"),
        "duel",
        names={
            "any": "rolled for each time",
            "face_off": "any Face-Off mission",
            "progressive": "any mission with progressive scoring",
            "attack_defend": "any Attack & Defend mission",
            "duel": "Duel",
        },
    ),
)


def begin(entrants: Sequence[Player], settings: Settings) -> CampaignState:
    """A campaign before its first step."""
    told = agreed(CARDS, settings)
    terms = Terms(
        type=msgspec.convert(told["type"], Length),
        parallel=in_pairs(len(entrants), together=told["matches"] == "all"),
        late_joiners=bool(told["late_joiners"]),
        no_permadeath=bool(told["no_permadeath"]),
        points=int(told["points"]),
        options={"mission": str(told["mission"])},
    )
    return CampaignState(
        players=tuple(one.name for one in entrants), entrants=with_names(map(_entrant, entrants)), terms=terms
    )


@rule("aofr.campaign.parallel_play")
def in_pairs(players: int, *, together: bool) -> bool:
    """Whether matches are played in parallel: more armies than fit on one table always do (AOFR-R808)."""
    return players > 2 and (not together or players > MOST_ALONE)


def _entrant(player: Player, books: Sequence[ArmyBook] = ()) -> Entrant:
    """A player with a faction to buy from, of an army book of the house or of these, or with a list."""
    if player.list is not None:
        return from_list(player.name, list_from_data(player.list), books)
    own = next((one for one in books if one.faction == player.army), None)
    return Entrant(army_name(player.name), (own or book(player.army)).faction)


@rule("aofr.campaign.late_joiners")
def why_closed(state: CampaignState) -> str:
    """Why nobody may join: it was not agreed on, or the table is full."""
    if not state.terms.late_joiners:
        return "The players did not agree on late joiners before the campaign began."
    if not state.terms.parallel and len(state.players) >= MOST_ALONE:
        return f"A battle of all armies is for {MOST_ALONE} at most."
    if len(state.players) >= SIZES[1]:
        return f"A campaign has {SIZES[1]} players at most."
    return ""


@rule("aofr.campaign.late_joiners")
def admit(state: CampaignState, player: Player) -> None:
    """One player more, who musters a regular army before the next mission; the army that a list brings is checked
    now."""
    if player.name in state.players:
        raise WarhostError(f'Somebody is called "{player.name}" already.', "aofr.campaign.names")
    (entrant,) = with_names([_entrant(player, state.books)], used_names(state))
    number = len(state.players)
    fresh = Army(player=number, name=entrant.army, faction=entrant.faction)
    trial = copy(state)
    trial.entrants = (*state.entrants, entrant)
    trial.armies = (*state.armies, replace(fresh, purse=state.terms.points))
    preparation.check_names(trial)
    if entrant.units:
        preparation.enter(trial, number, entrant)
    state.players = (*state.players, player.name)
    state.entrants = trial.entrants
    state.armies = (*state.armies, fresh)
    note(
        state,
        f"{acts(player.name, 'joins')} the campaign with {entrant.army}.",
        "aofr.campaign.late_joiners",
        player=number,
        grave=True,
    )


def from_list(player: str, army: ArmyList, books: Sequence[ArmyBook] = ()) -> Entrant:
    """A player who starts with the units of a list; it must be made of one army book that is at hand."""
    known = {one.faction: one for one in books}
    (faction, *others) = army.factions or ("",)
    if others:
        raise WarhostError(
            f"{army.name} has units of {faction} and of {others[0]}: the army of a campaign comes from one army book.",
            "aofr.campaign.start_army",
        )
    own = known.get(faction) or book(faction)
    units = []
    for unit in army.units():
        pick = Pick(unit=unit.name, size=COMBINED if unit.combined else "", options=unit.upgrades)
        entry = next((one for one in catalogue_of(own).entries if one.name == unit.name), None)
        if entry is None or buy(entry, pick, word="upgrade").problems:
            raise WarhostError(
                f"{army.name}: {unit.name} is not as the army book of {faction} has it, so its upgrades cannot be "
                "bought and sold.",
                "aofr.campaign.start_army",
            )
        units.append((unit.name, pick))
    return Entrant(army_name(player), faction, tuple(units))


@rule("aofr.campaign.names")
def with_names(entrants: Iterable[Entrant], known: Collection[str] = ()) -> tuple[Entrant, ...]:
    """The entrants with units of whom none is called like another, or like one that is known: lists have several of one
    name."""
    seen = set(known)
    told = []
    for entrant in entrants:
        units = []
        for entry, pick in entrant.units:
            name = free_name(entry, seen)
            seen.add(name)
            units.append((name, pick))
        told.append(replace(entrant, units=tuple(units)))
    return tuple(told)


def army_name(player: str) -> str:
    """What a player's army is called unless somebody says otherwise."""
    return f"{player}'{'' if player.endswith('s') else 's'} army"
