"""How a campaign is set up by anybody: what the players agree on, and who takes part with which faction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from warhost.campaign.opening import Entrant as Player
from warhost.campaign.opening import Settings, agreed
from warhost.campaign.regiments.sheet import CampaignState, Entrant, Length, Terms
from warhost.campaign.regiments.shopping import numeral
from warhost.errors import WarhostError
from warhost.muster.buying import Pick, buy
from warhost.play.cards import OptionCard
from warhost.rulebook import rule
from warhost.rulesets.regiments.armies import book
from warhost.rulesets.regiments.entries import ArmyBook, ArmyList
from warhost.rulesets.regiments.lists import COMBINED, catalogue_of
from warhost.rulesets.regiments.own_lists import list_from_data

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
    OptionCard("no_permadeath", "Units that would die sit out matches instead.", (False, True), False),
    OptionCard(
        "mission",
        "The mission of every battle.",
        ("any", "face_off", "progressive", "attack_defend", "duel"),
        "duel",
        names={"any": "rolled for each time"},
    ),
)


def begin(entrants: Sequence[Player], settings: Settings) -> CampaignState:
    """A campaign before its first step. With more than two players matches are played in parallel."""
    told = agreed(CARDS, settings)
    terms = Terms(
        type=msgspec.convert(told["type"], Length),
        parallel=len(entrants) > 2,
        no_permadeath=bool(told["no_permadeath"]),
        points=int(told["points"]),
        options={"mission": str(told["mission"])},
    )
    return CampaignState(
        players=tuple(one.name for one in entrants),
        entrants=with_names(
            Entrant(army_name(one.name), book(one.army).faction)
            if one.list is None
            else from_list(one.name, list_from_data(one.list))
            for one in entrants
        ),
        terms=terms,
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
def with_names(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The entrants with units of whom none is called like another: lists have several of one name."""
    seen: Counter[str] = Counter()
    told = []
    for entrant in entrants:
        units = []
        for name, pick in entrant.units:
            seen[name] += 1
            units.append((name if seen[name] == 1 else f"{name}{numeral(seen[name])}", pick))
        told.append(replace(entrant, units=tuple(units)))
    return tuple(told)


def army_name(player: str) -> str:
    """What a player's army is called unless somebody says otherwise."""
    return f"{player}'{'' if player.endswith('s') else 's'} army"
