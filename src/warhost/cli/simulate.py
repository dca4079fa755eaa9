"""`warhost simulate`: many battles between computer players."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from warhost.cli.output import print_json, print_table
from warhost.cli.setting_up import agreement_option, armies_option, books_option, brought
from warhost.lab import ANY_MAP, Line, Plan, Played, Summary, play_all, summarise


@click.command("simulate")
@click.argument("ruleset")
@armies_option
@books_option
@agreement_option
@click.option("--map", "map_", default=ANY_MAP, show_default=True, help="The map: its number, random, open or any.")
@click.option("--players", default="captain,random", show_default=True, help="Who plays, one for each seat.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many battles.")
@click.option("--seed", default=None, help="The same seed gives the same battles. Default: a new one.")
@click.option("--jobs", default=None, type=click.IntRange(1), help="Processes. Default: one for each core.")
@click.option("--fixed-seats", is_flag=True, help="Players keep their seats; otherwise they swap every other game.")
@click.option("--pairings", is_flag=True, help="Every army meets every army and itself, equally often.")
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), help="Keep a record of every battle here.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(
    ruleset: str,
    armies: tuple[str, ...],
    books: tuple[Path, ...],
    agreements: tuple[str, ...],
    map_: str,
    players: str,
    games: int,
    seed: str | None,
    jobs: int | None,
    fixed_seats: bool,
    pairings: bool,
    records: Path | None,
    as_json: bool,
) -> None:
    """Play many battles between computer players and say what came of them.

    \b
    warhost simulate eow --games 200
    warhost simulate eow --army "Beast Herds" --army "Orcs and Goblins" --map 3 --players captain,random --seed 1
    warhost simulate aofr --pairings --players captain,captain --games 600
    warhost simulate aofr --army my_army.toml --army "Unburied Host" --players captain,captain --games 20
    """
    host = brought(ruleset, armies, books, agreements)
    plan = Plan(
        ruleset=ruleset,
        armies=host.armies,
        lists=host.lists,
        options=host.options,
        map=map_,
        players=tuple(name.strip() for name in players.split(",")),
        games=games,
        seed=seed if seed is not None else secrets.token_hex(4),
        swap=not fixed_seats,
        pairings=pairings,
    )
    workers = min(jobs or os.cpu_count() or 1, games)
    began = time.perf_counter()
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task("Battles", total=games)

        def done(_: Played) -> None:
            progress.advance(task)

        results = play_all(plan, jobs=workers, records=records, done=done)
    summary = summarise(plan, results, time.perf_counter() - began)
    if as_json:
        print_json(msgspec.to_builtins(summary))
        return
    _print(summary)
    if records is not None:
        click.echo(f"{len(results)} records in {records}")


def _print(summary: Summary) -> None:
    click.echo(
        f"{summary.games} battles with seed {summary.seed} in {summary.seconds:.1f} s "
        f"({summary.games / max(summary.seconds, 1e-9):.1f} a second, {summary.mean_decisions:.0f} decisions each); "
        f"{summary.draws} draws, {summary.massacres} massacres."
    )
    numbers = ("games", "won", "drawn", "lost", "won of all", "won of decided")
    for kind, lines in (("player", summary.players), ("army", summary.armies), ("pairing", summary.pairings)):
        if not lines:
            continue
        click.echo()
        print_table((kind, *numbers), [_row(line) for line in lines], right=numbers)


def _row(line: Line) -> tuple[str, ...]:
    shares = [f"{i.share:6.1%} ({i.low:.1%} to {i.high:.1%})" for i in (line.win_share, line.decided_share)]
    return (line.name, str(line.games), str(line.wins), str(line.draws), str(line.losses), *shares)
