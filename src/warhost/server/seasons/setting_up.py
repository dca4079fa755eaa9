"""Setting seasons up: of which campaign, with which rulebook, and who takes part with which army."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from warhost.campaign import (
    AsksByHand,
    Campaign,
    ChecksArmies,
    Entrant,
    Field,
    Fixture,
    Opens,
    Result,
    Season,
    Settings,
    agreed,
    campaign_slugs,
    filled_in,
    find_campaign,
)
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Outcome, Refused, luck_of
from warhost.play.book import army_name
from warhost.play.shown.cards import OptionCard
from warhost.play.shown.english import listed
from warhost.players import player_names
from warhost.rulesets import ruleset
from warhost.server import messages as m
from warhost.server.battles.ledger import HUMAN
from warhost.server.battles.setting_up import cleaned
from warhost.server.lists.mustering import brought, takes_lists
from warhost.server.seasons.room import started
from warhost.server.seasons.store import KeptSeason, Player, Standing
from warhost.server.shown.levels import title_of
from warhost.server.store.rows import now

__all__ = [
    "TAKE_BACKS",
    "all_settings",
    "as_agreed",
    "begun",
    "campaign_cards",
    "entered",
    "form_of",
    "new_season",
    "one_more",
    "opening",
    "result_by_hand",
    "takes_back",
]

TAKE_BACKS = OptionCard(
    "take_backs",
    "Whether moves may be taken back against a computer after dice have been rolled.",
    (True, False),
    False,
    names={"true": "Allowed against computers", "false": "Not against computers"},
)
"""What players of every season agree on, whatever its campaign: how its battles are played here."""

LONGEST_NAME = 80
"""Of a player, with the number that tells it from the same name of somebody else."""


def all_settings(opens: Opens, book: str) -> tuple[OptionCard, ...]:
    """What players agree on: what the campaign has, and how battles are played here."""
    return (*opens.settings(book), TAKE_BACKS)


def takes_back(kept: KeptSeason) -> bool:
    """Whether computers of a season agree to take-backs."""
    return kept.settings.get(TAKE_BACKS.name, TAKE_BACKS.default) is True


def as_agreed(settings: Settings) -> Settings:
    """What was agreed on for the campaign itself."""
    return {name: value for name, value in settings.items() if name != TAKE_BACKS.name}


def opening(slug: str) -> tuple[Campaign, Opens]:
    """A campaign of which seasons can be set up."""
    campaign = find_campaign(slug)
    if not isinstance(campaign, Opens):
        raise WarhostError(f"{campaign.title} cannot be set up here.")
    return campaign, campaign


def campaign_cards() -> list[m.CampaignCard]:
    """Every campaign and tournament of which a season can be set up."""
    found = [find_campaign(slug) for slug in campaign_slugs()]
    return [_card(campaign, campaign) for campaign in found if isinstance(campaign, Opens)]


def _card(campaign: Campaign, opens: Opens) -> m.CampaignCard:
    fewest, most = opens.sizes
    books = tuple(m.CampaignBook(slug, ruleset(slug).title, all_settings(opens, slug)) for slug in opens.rulesets())
    return m.CampaignCard(campaign.slug, campaign.title, opens.text, fewest, most, opens.brings, books)


def new_season(wanted: m.SeasonWanted) -> KeptSeason:
    """A new season that waits for its players."""
    campaign, opens = opening(wanted.campaign)
    books = opens.rulesets()
    book = wanted.ruleset or books[0]
    if book not in books:
        raise WarhostError(f"{campaign.title} is played with {listed(list(books))}, not with {book}.")
    fewest, most = opens.sizes
    count = len(wanted.players)
    if not fewest <= count <= min(most, m.MOST_PLAYERS):
        raise WarhostError(f"{campaign.title} is for {fewest} to {most} players, not for {count}.")
    chance = Chance.fresh() if wanted.seed is None else Chance(wanted.seed)
    moment = now()
    return KeptSeason(
        id=secrets.token_urlsafe(9),
        title=cleaned(wanted.title) or campaign.title,
        campaign=campaign.slug,
        version=campaign.version,
        ruleset=book,
        settings=agreed(all_settings(opens, book), wanted.settings),
        players=tuple(_player(opens, book, number, one) for number, one in enumerate(wanted.players)),
        seed=chance.seed.hex(),
        # Whoever names the seed knows all dice: nothing is promised about them.
        commitment=chance.commitment() if wanted.seed is None else "",
        start="",
        standing=Standing(chance.counter, stage="Players join"),
        timer=None,
        created=moment,
        updated=moment,
    )


def _player(opens: Opens, book: str, number: int, wanted: m.PlayerWanted) -> Player:
    if wanted.player != HUMAN and wanted.player not in player_names():
        raise WarhostError(f'There is no player "{wanted.player}": {", ".join((HUMAN, *player_names()))}.')
    own = f"{title_of(wanted.player)} {number + 1}" if wanted.player in player_names() else ""
    name = cleaned(wanted.name) or own
    return _with_army(opens, book, Player(wanted.player, Entrant(name)), wanted.army, wanted.list, wanted.sideboards)


def _with_army(
    opens: Opens, book: str, player: Player, army: str | None, text: str | None, sideboards: Sequence[str] = ()
) -> Player:
    """The player with that army, or the list in that text and those that may be added to it."""
    if not army and not text:
        return player
    if not opens.brings:
        raise WarhostError("Players do not bring armies to this season: they get them as it goes on.")
    entrant = player.entrant
    if text:
        if opens.brings != "list" or not takes_lists(book):
            raise WarhostError("You cannot bring a list of your own here: choose one of the armies.")
        main, *sides = (brought(book, [army or ""], [one], {}) for one in (text, *sideboards))
        entrant = msgspec.structs.replace(
            entrant,
            army=main.armies[0],
            list=main.lists[0],
            sideboards=tuple(side.lists[0] for side in sides if side.lists[0] is not None),
        )
    else:
        assert army is not None
        entrant = msgspec.structs.replace(entrant, army=army_name(ruleset(book), army), list=None, sideboards=())
    return msgspec.structs.replace(player, entrant=entrant, chosen=True)


def entered(kept: KeptSeason, number: int, wanted: m.EntrantWanted) -> tuple[Player, ...]:
    """The players with another name or army for one of them. A name alone settles it where nothing is brought."""
    if not kept.waits:
        raise Refused("The season has begun: names and armies can no longer change.", "campaign.start")
    _, opens = opening(kept.campaign)
    player = kept.players[number]
    if wanted.name is not None:
        name = cleaned(wanted.name)
        if not name:
            raise WarhostError("A player needs a readable name.")
        player = msgspec.structs.replace(player, entrant=msgspec.structs.replace(player.entrant, name=name))
    player = _with_army(opens, kept.ruleset, player, wanted.army, wanted.list, wanted.sideboards)
    if (wanted.army or wanted.list) and isinstance(opens, ChecksArmies):
        problems = opens.army_problems(kept.ruleset, player.entrant, as_agreed(kept.settings))
        if problems:
            raise WarhostError("\n".join(problems))
    if wanted.name is not None and not opens.brings:
        player = msgspec.structs.replace(player, chosen=True)
    return (*kept.players[:number], player, *kept.players[number + 1 :])


def one_more(kept: KeptSeason, wanted: m.PlayerWanted) -> Player:
    """Another player for a season. Where it has begun, a name and an army that nobody chose are found now."""
    _, opens = opening(kept.campaign)
    number = len(kept.players)
    if number >= min(opens.sizes[1], m.MOST_PLAYERS):
        raise Refused(f"The season is full: it has {number} players.", "campaign.join")
    player = _player(opens, kept.ruleset, number, wanted)
    if not kept.waits:
        drawing = Chance(kept.seed).fork(f"army {number}")
        player = _complete(kept, number, player, [one.entrant.name for one in kept.players], drawing)
    if player.entrant.army and isinstance(opens, ChecksArmies):
        problems = opens.army_problems(kept.ruleset, player.entrant, as_agreed(kept.settings))
        if problems:
            raise WarhostError("\n".join(problems))
    return player


def begun(kept: KeptSeason) -> tuple[KeptSeason, Season]:
    """The season at its beginning. Who has no name gets one; armies that nobody chose are drawn."""
    campaign, opens = opening(kept.campaign)
    chance = Chance(kept.seed, kept.standing.counter)
    drawing = Chance(kept.seed).fork("armies")
    players: list[Player] = []
    for number, player in enumerate(kept.players):
        players.append(_complete(kept, number, player, [one.entrant.name for one in players], drawing))
    state = opens.begin(kept.ruleset, [player.entrant for player in players], as_agreed(kept.settings))
    season = Season(campaign, state, luck_of(chance))
    return started(msgspec.structs.replace(kept, players=tuple(players)), campaign, season, chance), season


def _complete(kept: KeptSeason, number: int, player: Player, taken: Sequence[str], drawing: Chance) -> Player:
    """The player with a name that nobody else has, and an army, drawn if nobody chose one."""
    _, opens = opening(kept.campaign)
    entrant = player.entrant
    name = _another(entrant.name or f"Player {number + 1}", taken)
    army = entrant.army
    if not army and opens.brings:
        armies = ruleset(kept.ruleset).armies()
        army = armies[drawing.pick(len(armies))]
    entrant = msgspec.structs.replace(entrant, name=name, army=army)
    return msgspec.structs.replace(player, entrant=entrant, chosen=True)


def _another(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if somebody else goes by it."""
    found, number = name, 2
    while found in taken:
        more = f" ({number})"
        found, number = f"{name[: LONGEST_NAME - len(more)]}{more}", number + 1
    return found


def form_of(campaign: Campaign, season: Season, fixture: Fixture) -> tuple[Field, ...]:
    """What the campaign asks of a result from a real table."""
    return tuple(campaign.form(season.state, fixture)) if isinstance(campaign, AsksByHand) else ()


def result_by_hand(campaign: Campaign, season: Season, fixture: Fixture, wanted: m.ResultWanted) -> Result:
    """The result of a battle on a real table, as far as it can be judged here; the campaign judges the rest."""
    seats = range(len(fixture.players))
    winners = tuple(sorted(set(wanted.winners)))
    if any(seat not in seats for seat in winners):
        raise Refused(f"This battle has {len(seats)} seats: another one cannot have won.", "campaign.result")
    if winners and len(winners) == len(seats):
        raise Refused("Not everyone can have won: enter a draw, or who won.", "campaign.result")
    if wanted.score and len(wanted.score) != len(seats):
        raise Refused(f"Enter the points of all {len(seats)} players, or of none.", "campaign.result")
    names = [season.state.players[player] for player in fixture.players]
    won, lost = ([name for seat, name in enumerate(names) if (seat in winners) is how] for how in (True, False))
    text = f"{listed(won)} won against {listed(lost)}." if winners else f"{listed(names)} drew."
    if remark := cleaned(wanted.text):
        text = f"{text} {remark}"
    word = "victory" if winners else "draw"
    told = filled_in(form_of(campaign, season, fixture), wanted.told)
    return Result(fixture.key, Outcome(winners, word, text, wanted.score), told=told)
