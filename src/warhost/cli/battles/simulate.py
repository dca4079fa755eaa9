"""`warhost simulate`: many battles between computer players."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click
import msgspec

from warhost.cli.battles.setting_up import plans
from warhost.cli.output import make_room, print_json, print_table, progress
from warhost.cli.parts import SLUG, json_option
from warhost.lab import Failed, Line, Plan, Summary, play_all, summarise
from warhost.play.events import counted

INTERRUPTED = 130
"""How a program ends that Ctrl-C ended."""

FAILED = 1
"""How it ends when battles came to no end."""


@click.command("simulate")
@click.argument("ruleset", type=SLUG)
@plans("captain,random")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="Number of battles.")
@click.option("--jobs", default=None, type=click.IntRange(1), help="Number of processes. Default: one per core.")
@click.option(
    "--fixed-seats", is_flag=True, help="Keep players in their seats; otherwise they move on a seat after every battle."
)
@click.option("--pairings", is_flag=True, help="Play every army against every army, including itself, equally often.")
@click.option("--no-mirrors", is_flag=True, help="With --pairings: no army plays itself.")
@click.option(
    "--records", type=click.Path(path_type=Path, file_okay=False), help="Save a record of every battle in this folder."
)
@json_option
def command(
    plan: Plan,
    games: int,
    jobs: int | None,
    fixed_seats: bool,
    pairings: bool,
    no_mirrors: bool,
    records: Path | None,
    json_: bool,
) -> None:
    """Play many battles between computer players and show the results.

    Ctrl-C stops it early: the results so far are shown, and the exit code is 130. A battle that fails is a line with
    its seed, and the others count; the exit code is 1. Where a computer player fails to answer, a random legal answer
    is played, and a line says so.

    \b
    warhost simulate eow --games 200
    warhost simulate eow --army "Beast Herds" --army "Orcs and Goblins" --map 3 --players captain,random --seed 1
    warhost simulate aofr --pairings --players captain,captain --games 600
    warhost simulate kow --pairings --no-mirrors --players captain,captain --option points=2000 --games 600
    warhost simulate aofr --army my_army.toml --army "Unburied Host" --players captain,captain --games 20
    """
    plan = msgspec.structs.replace(plan, games=games, swap=not fixed_seats, pairings=pairings, mirrors=not no_mirrors)
    if records is not None:
        make_room(records)
    workers = min(jobs or os.cpu_count() or 1, games)
    began = time.perf_counter()
    with progress("battles", games) as tell:
        failed: list[Failed] = []
        results = play_all(
            plan, jobs=workers, records=records, done=lambda done: tell(done, None), failed=failed.append
        )
    summary = summarise(plan, results, time.perf_counter() - began, failed)
    if json_:
        print_json(msgspec.to_builtins(summary))
    else:
        _print(summary)
        if records is not None:
            click.echo(f"{counted(len(results), 'record')} in {records}")
    for line in (*summary.stood_in, *(one.line for one in summary.failed)):
        click.echo(line, err=True)
    ended = len(results) + len(failed)
    if ended < games:
        click.echo(f"Interrupted after {ended} of {counted(games, 'battle')}.", err=True)
        click.get_current_context().exit(INTERRUPTED)
    if failed:
        click.echo(f"{counted(len(failed), 'battle')} of {games} failed.", err=True)
        click.get_current_context().exit(FAILED)


def _print(summary: Summary) -> None:
    click.echo(
        f"{counted(summary.games, 'battle')} with seed {summary.seed} in {summary.seconds:.1f} s "
        f"({summary.games / max(summary.seconds, 1e-9):.1f} a second, {summary.mean_decisions:.0f} decisions each); "
        f"{counted(summary.draws, 'draw')}, {counted(summary.massacres, 'massacre')}."
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
