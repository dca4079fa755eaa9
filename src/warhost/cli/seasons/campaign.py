"""`warhost campaign`: run a campaign of Age of Fantasy: Regiments, with computers or from real tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import msgspec

from warhost.campaign import Entrant as Player
from warhost.campaign import Fixture, Season
from warhost.campaign.headless import throw_due
from warhost.campaign.keeping import Kept, begin
from warhost.campaign.printing import games_table, printed_page, roster_table, rounds_of
from warhost.campaign.regiments import CAMPAIGN, CampaignState, Entrant, Terms, new_campaign
from warhost.campaign.regiments.armies.sheet import Length
from warhost.campaign.regiments.opening import army_name, from_list, in_pairs, with_names
from warhost.campaign.regiments.told.by_hand import form_text, match_of, read_form
from warhost.campaign.showing import Roster
from warhost.cli.output import print_json, write_file
from warhost.cli.parts import books_option, json_option
from warhost.cli.seasons.shared import (
    Seasons,
    document_path,
    file_argument,
    name_and_army,
    player_of,
    print_page_json,
    print_question,
    print_standings,
    print_titled,
    read_bytes,
    run_options,
    seed_option,
)
from warhost.errors import WarhostError
from warhost.muster import is_file_name
from warhost.muster.bringing import open_army
from warhost.play import Chosen
from warhost.play.events import counted
from warhost.play.shown.english import listed
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.core import ArmyBook, ArmyList
from warhost.rulesets.regiments.lists.house import book
from warhost.rulesets.regiments.lists.house import books as house_books
from warhost.rulesets.regiments.mustering import MUSTER

__all__ = ["command"]

TYPES = ("game-limited", "point-limited", "time-limited", "endless")

_TERMS = (
    click.option(
        "--type", "type_", default="game-limited", show_default=True, type=click.Choice(TYPES), help="When it ends."
    ),
    click.option(
        "--points", default=750, show_default=True, type=click.IntRange(100, 10_000), help="Points for a new army."
    ),
    click.option("--no-permadeath", is_flag=True, help="Units that would die sit out matches instead."),
    click.option("--together", is_flag=True, help="Three or four armies meet in one battle instead of in pairs."),
    click.option("--late-joiners", is_flag=True, help="Players may join later."),
    click.option("--mission", default="duel", show_default=True, help="The mission of every battle, or any."),
)


def _terms(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say what the players agree on."""
    for option in reversed(_TERMS):
        command = option(command)
    return command


@click.group("campaign")
def command() -> None:
    """Run a campaign of Age of Fantasy: Regiments: armies that live through battles, with their scars and their fame.

    A campaign is one file. Every answer, die and result is written to it at once; nothing is lost when the program or
    the machine stops.

    \b
    warhost campaign run --players 8 --rounds 6 --seed 7 --out war.season       computers only
    warhost campaign new war.season --player "Ann=Unburied Host" --player "Ben=Tallgrass Horde"
    warhost campaign show war.season                                           standings, and what comes next
    warhost campaign show war.season --player Ann                              an army sheet
    warhost campaign answer war.season Ann "unit 3"                            answer a question
    warhost campaign form war.season 1 > battle.toml                           a report to fill in
    warhost campaign report war.season 1 battle.toml                           enter it
    warhost campaign join war.season "Cay=Burrowfolk Swarm"                    a late joiner
    """


@command.command("new")
@file_argument
@click.option(
    "--player", "players", multiple=True, metavar="NAME=ARMY", help="A player and a faction, or the file of a list."
)
@_terms
@seed_option
@books_option
def new(
    file: Path,
    players: tuple[str, ...],
    type_: Length,
    points: int,
    no_permadeath: bool,
    together: bool,
    late_joiners: bool,
    mission: str,
    seed: str | None,
    books: tuple[Path, ...],
) -> None:
    """Begin a campaign of people in a new FILE. Dice come from the seed; battles are fought wherever you like.

    \b
    warhost campaign new war.season --player "Ann=Unburied Host" --player "Ben=Tallgrass Horde" --type endless
    warhost campaign new war.season --player Ann=ann.toml --player Ben=ben.json --army-book elves.json
    """
    own = tuple(_own_book(path) for path in books)
    named = [_named(player, books, own) for player in players]
    terms = _agreed(type_, len(named), points, no_permadeath, together, late_joiners, mission)
    state = new_campaign([name for name, _ in named], with_names(entrant for _, entrant in named), terms)
    state.books = own
    with begin(file, CAMPAIGN, state, seed=seed or secrets.token_hex(8)) as kept:
        throw_due(kept)
        article = "An" if type_ == "endless" else "A"
        click.echo(f"{article} {type_} campaign of {counted(len(named), 'player')}. Written to {file}.")
        SEASONS.tell_next(kept.season, file)


def _named(player: str, books: Sequence[Path], own: Sequence[ArmyBook]) -> tuple[str, Entrant]:
    """A player with a faction to buy from, or with the list that the army starts with."""
    name, army = name_and_army(player)
    if is_file_name(army):
        return name, from_list(name, _list_in(army, books), own)
    known = {one.faction for one in own}
    return name, Entrant(army_name(name), army if army in known else book(army).faction)


def _list_in(file: str, books: Sequence[Path]) -> ArmyList:
    content = open_army(MUSTER, file, books).content
    if not isinstance(content, ArmyList):
        raise WarhostError(f"{file} is not an army list.")
    return content


def _own_book(path: Path) -> ArmyBook:
    content = open_army(MUSTER, str(path), kind="book").content
    if not isinstance(content, ArmyBook):
        raise WarhostError(f"{path} is not an army book.")
    return content


def _agreed(
    type_: Length, players: int, points: int, no_permadeath: bool, together: bool, late_joiners: bool, mission: str
) -> Terms:
    return Terms(
        type=type_,
        parallel=in_pairs(players, together=together),
        late_joiners=late_joiners,
        points=points,
        no_permadeath=no_permadeath,
        options={"mission": mission},
    )


@command.command("run")
@run_options(players=4, most=60)
@click.option("--rounds", type=click.IntRange(1, 1000), help="Stop after this many missions. Default: play to the end.")
@_terms
@seed_option
@json_option
def run(
    file: Path,
    players: int,
    player: str,
    rounds: int | None,
    type_: Length,
    points: int,
    no_permadeath: bool,
    together: bool,
    late_joiners: bool,
    mission: str,
    seed: str | None,
    jobs: int,
    records: Path | None,
    json_: bool,
) -> None:
    """Let computers play a campaign, or continue one that was stopped.

    If the file exists, the campaign in it continues where it stopped: other options than --rounds, --jobs and --records
    are those with which it began. However often it is stopped, it ends in the same way.

    \b
    warhost campaign run --type game-limited --players 8 --rounds 6 --seed 7 --player captain --out war.season
    """
    if type_ == "endless" and rounds is None:
        raise click.UsageError("An endless campaign never ends: say after how many missions to stop, with --rounds.")

    def new_one() -> Kept:
        terms = _agreed(type_, players, points, no_permadeath, together, late_joiners, mission)
        state = new_campaign(*_computers(players), terms)
        sown = seed if seed is not None else secrets.token_hex(4)
        return begin(file, CAMPAIGN, state, seed=sown, computers={str(one): player for one in range(players)})

    season = SEASONS.run(file, player, new_one, lambda kept: _play_on(kept, jobs, records, rounds))
    _show(season, json_)
    if not json_:
        click.echo(f"\nHash: {season.hash()}")


def _computers(players: int) -> tuple[list[str], list[Entrant]]:
    """Players without names of their own, the factions of the house in turn."""
    factions = list(house_books())
    names = [f"Player {number}" for number in range(1, players + 1)]
    return names, [Entrant(army_name(name), factions[n % len(factions)]) for n, name in enumerate(names)]


def _play_on(kept: Kept, jobs: int, records: Path | None, rounds: int | None) -> None:
    """Play to the end, or until so many missions are over."""
    state = _state(kept.season)

    def fought() -> int:
        return len(kept.season.fought)

    def enough(season: Season) -> bool:
        done = _state(season).mission > rounds if rounds is not None else False
        return done and not _state(season).over

    tables = len(state.players) // 2 if state.terms.parallel else 1
    SEASONS.play_on(kept, (rounds or state.length or 5) * tables, fought, jobs, records, enough)


@command.command("show")
@file_argument
@click.option("--player", "name", help="The army sheet of this player.")
@click.option("--timeline", is_flag=True, help="Everything that happened.")
@click.option("--html", type=document_path, help="Write a page to print to this file.")
@json_option
def show(file: Path, name: str | None, timeline: bool, html: Path | None, json_: bool) -> None:
    """Show where a campaign is: its leaderboard, an army sheet, everything that happened, what comes next."""
    season = SEASONS.look(file)
    page = CAMPAIGN.telling(season.state)
    if html is not None:
        write_file(html, printed_page(page, lists=True))
        click.echo(f"Written to {html}.")
    elif name is not None and not json_:
        player = player_of(season, name)
        for roster in (one for one in page.rosters if one.player == player):
            _print_roster(roster)
    elif timeline and not json_:
        for line in page.timeline:
            click.echo(f"{line.round:3}  {line.step:22}  {line.text}")
    else:
        _show(season, json_)
        if not json_:
            SEASONS.tell_next(season, file)


def _show(season: Season, json_: bool) -> None:
    page = CAMPAIGN.telling(season.state)
    if json_:
        print_page_json(page, season)
        return
    print_standings(page)
    for number in rounds_of(page)[-1:]:
        print_titled(games_table(page, number))


def _print_roster(roster: Roster) -> None:
    print_titled(roster_table(roster, profiles=False))
    click.echo(f"\n{roster.faction}: units worth {roster.value} points, {roster.purse} points to spend.")


@command.command("answer")
@file_argument
@click.argument("player")
@click.argument("option", default="")
def answer(file: Path, player: str, option: str) -> None:
    """Show the question that waits for a PLAYER, or answer it with the key of an OPTION.

    \b
    warhost campaign answer war.season Ann
    warhost campaign answer war.season Ann "recruit 4"
    """
    if not option:
        season = SEASONS.look(file)
        ask = season.ask_of(player_of(season, player))
        if ask is None:
            raise WarhostError(f"{player} has no question to answer now.")
        print_question(season, ask.question)
        return
    with SEASONS.changing(file) as kept:
        kept.answer(Chosen(option), player_of(kept.season, player))


@command.command("join")
@file_argument
@click.argument("player", metavar="NAME=ARMY")
@books_option
def join(file: Path, player: str, books: tuple[Path, ...]) -> None:
    """Let somebody join a campaign that allows late joiners: with a faction, or the file of a list.

    \b
    warhost campaign join war.season "Cay=Burrowfolk Swarm"
    """

    def entrant(season: Season) -> Player:
        name, army = name_and_army(player)
        if not is_file_name(army):
            return Player(name, army)
        content = _list_in(army, books)
        return Player(name, content.name, msgspec.to_builtins(list_data(content)))

    SEASONS.join(file, entrant)


@command.command("form")
@file_argument
@click.argument("table")
def form(file: Path, table: str) -> None:
    """Print a report of the battle at a TABLE, as TOML to be filled in. In it every unit survived."""
    season = SEASONS.look(file)
    state = _state(season)
    click.echo(form_text(state, match_of(state, _fixture(season, table).key)), nl=False)


@command.command("report")
@file_argument
@click.argument("table")
@click.argument("form", required=False, type=document_path)
@click.option("--record", type=document_path, help="The record of a battle played here.")
def report(file: Path, table: str, form: Path | None, record: Path | None) -> None:
    """Enter the result of the battle at a TABLE: from its record, or from a FORM filled in by hand. It is checked.

    \b
    warhost campaign form war.season 1 > battle.toml
    warhost campaign report war.season 1 battle.toml
    warhost campaign report war.season 1 --record battle.json
    """
    if (form is None) == (record is None):
        raise click.UsageError("Give the form that was filled in, or the --record of the battle.")
    with SEASONS.changing(file) as kept:
        fixture = _fixture(kept.season, table)
        if record is not None:
            SEASONS.report_record(kept, fixture, record)
            return
        assert form is not None
        result = read_form(_state(kept.season), fixture, read_bytes(form).decode("utf-8", "replace"), form.name)
        kept.report(result)
        click.echo(f"{fixture.title}: {result.outcome.text}")


@command.command("setup")
@file_argument
@click.argument("table")
def setup(file: Path, table: str) -> None:
    """Print the set-up of the battle at a TABLE as JSON: all army lists, and what is agreed on."""
    print_json(msgspec.to_builtins(_fixture(SEASONS.look(file), table).setup))


def _fixture(season: Season, table: str) -> Fixture:
    """The open battle at a table, which may be named by its key too."""
    found = [one for one in season.fixtures if table in (one.key, one.key.rsplit(" ", 1)[-1])]
    if len(found) == 1:
        return found[0]
    waiting = ", ".join(one.key for one in season.fixtures) or "none"
    raise WarhostError(f"No battle is open at table {table}. Open: {waiting}.")


def _state(season: Season) -> CampaignState:
    assert isinstance(season.state, CampaignState)
    return season.state


def _next_step(season: Season, file: Path) -> str:
    """What is waited for, and the command for it."""
    if season.over:
        return "The campaign is over."
    if season.fixtures:
        tables = [one.key.rsplit(" ", 1)[-1] for one in season.fixtures]
        where = f"table{'s' if len(tables) > 1 else ''} {listed(tables)}"
        return f"Battles to be fought at {where}: warhost campaign form {file} TABLE > battle.toml"
    waiting = [season.state.players[ask.question.seat] for ask in season.pending]
    if not waiting:
        return f"It stopped here. To continue with computers: warhost campaign run --out {file}"
    return f'Waiting for {", ".join(waiting)}: warhost campaign answer {file} "{waiting[0]}"'


SEASONS = Seasons(CAMPAIGN, "campaign", _next_step)
SEASONS.add_files(command)
