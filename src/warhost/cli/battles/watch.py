"""`warhost watch`: one battle between computer players, watched as it happens, with its report."""

from __future__ import annotations

from pathlib import Path

import click

from warhost.cli.battles.setting_up import plans
from warhost.cli.output import make_room, progress, write_file
from warhost.cli.parts import SLUG
from warhost.dice import Chance
from warhost.lab import Plan, check, schedule
from warhost.play import Battle, Game, prove, record_of, rolls_of, write_record
from warhost.players import Decision, Player, StandIn, named_player, play_out, start
from warhost.report import page, story_of
from warhost.report.telling.words import turn_of, when
from warhost.rulesets import ruleset as find_ruleset
from warhost.rulesets import usual_slug

TURNS_SHOWN = 8
"""Player turns that fill the bar; a battle with more of them just stays full."""


@click.command("watch")
@click.argument("ruleset", default=usual_slug, type=SLUG)
@plans("captain,captain")
@click.option(
    "--report", "out", type=click.Path(path_type=Path, dir_okay=False), help="Write a report page to this file."
)
@click.option("--record", "keep", type=click.Path(path_type=Path, dir_okay=False), help="Save the record to this file.")
@click.option("--why", is_flag=True, help="Show the reasons for every decision too.")
def command(plan: Plan, out: Path | None, keep: Path | None, why: bool) -> None:
    """Watch a battle between two computer players and read its report.

    \b
    warhost watch
    warhost watch --army "Dwarven Holds" --army "Orcs and Goblins" --map 3 --report battle.html
    warhost watch aofr --army my_army.toml --army "Unburied Host"
    """
    check(plan)
    for path in (out, keep):
        if path is not None:
            make_room(path.parent)
    (job,) = schedule(plan)
    chance = Chance(f"{plan.seed} players")
    seated = [named_player(name, seat, chance) for seat, name in enumerate(plan.players)]
    reasons: list[str] = []
    stand_in = StandIn(plan.players, Chance(f"{plan.seed} stand-in"))
    try:
        game = start(find_ruleset(plan.ruleset), job.setup, plan.seed, followed=True)
        _watch(game, seated, reasons, stand_in)
    finally:
        for player in seated:
            player.close()
    proof = prove(rolls_of(game.events), plan.seed)
    story = story_of(game, setup=job.setup, players=plan.players, seed=plan.seed, proof=proof)
    if why and reasons:
        click.echo("\n".join(["Reasons", *reasons, ""]))
    for line in story.lines():
        click.echo(line)
    for line in stand_in.lines:
        click.echo(line, err=True)
    if keep is not None:
        write_record(record_of(game, job.setup, plan.players, plan.seed), keep)
        click.echo(f"The record is in {keep}: warhost replay {keep}")
    if out is not None:
        write_file(out, page(story, file=keep.name if keep else ""))
        click.echo(f"The report is in {out}.")


def _watch(game: Game, players: list[Player], reasons: list[str], stand_in: StandIn) -> None:
    """Play the battle with a bar that says whose turn it is; nothing is shown where nobody watches.

    The reasons of all decisions are put down by the time of the battle.
    """
    told = ""
    with progress("The armies deploy", TURNS_SHOWN, counting=False) as tell:
        seen: set[tuple[int, int]] = set()

        def decided(seat: int, decision: Decision) -> None:
            nonlocal told
            battle: Battle = game.battle
            if decision.sentence:
                now = when(game.ruleset, battle)
                if now != told:
                    reasons.append(f"  {now}")
                    told = now
                reasons.append(f"    {battle.scene.seats[seat].name}: {decision.sentence}")
            if battle.turn and (battle.turn, battle.active) not in seen:
                seen.add((battle.turn, battle.active))
                active = turn_of(game.ruleset, battle)
                whose = "" if active is None else f": {battle.scene.seats[active].name}"
                tell(len(seen), f"{when(game.ruleset, battle)}{whose}")

        play_out(game, players, on_decision=decided, stand_in=stand_in)
