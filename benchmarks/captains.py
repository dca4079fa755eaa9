"""The captain of this working tree against the captain of a git revision: who wins, and who thinks longer.

Every battle is played twice with the same armies, map and dice, with seats changed. Only the captain is taken from the
revision; both play by the rules of this working tree.

    python benchmarks/captains.py eow --against HEAD~1 --games 400
    python benchmarks/captains.py aofr --against v1.0 --games 100 --option mission=duel --seed other
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from warhost.dice import Chance
from warhost.lab.matches import Plan, interval, schedule
from warhost.play import Ask, Battle, Ruleset, Setup
from warhost.players import Decision, Player, play_out, start
from warhost.players.captain import Captain
from warhost.rulesets import ruleset

ROOT = Path(__file__).parents[1]
PACKAGE = "warhost.players.captain"
FOLDER = "src/warhost/players/captain"
OTHER = "captain_of_a_revision"


class Timed:
    """A player whose thinking is timed."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name
        self.seconds = 0.0
        self.decisions = 0

    def decide(self, ask: Ask, view: Battle, rules: Ruleset) -> Decision:
        began = time.process_time()
        decision = self.player.decide(ask, view, rules)
        self.seconds += time.process_time() - began
        self.decisions += 1
        return decision

    def close(self) -> None:
        self.player.close()


def captain_of(revision: str, folder: Path) -> type[Captain]:
    """The captain's class as it was in a revision, from a copy of its package under another name."""
    command = ["git", "-C", str(ROOT), "archive", revision, FOLDER]
    told = subprocess.run(command, capture_output=True)
    if told.returncode:
        sys.exit(f"git has no captain at {revision}: {told.stderr.decode(errors='replace').strip()}")
    with tarfile.open(fileobj=io.BytesIO(told.stdout)) as archive:
        archive.extractall(folder, filter="data")
    (folder / FOLDER).rename(folder / OTHER)
    for path in (folder / OTHER).rglob("*.py"):
        path.write_text(path.read_text().replace(PACKAGE, OTHER))
    sys.path.insert(0, str(folder))
    try:
        module = import_module(OTHER)
        for slug in module.advised():
            import_module(f"{OTHER}.advisors").advisor_for(slug)
    except ImportError as error:
        sys.exit(f"The captain of {revision} does not fit the rules of this working tree: {error}")
    found: type[Captain] = module.Captain
    return found


def battles(plan: Plan) -> Iterator[tuple[Setup, str, int]]:
    """Each set-up twice: with the seat of the new captain."""
    for job in schedule(plan):
        for seat in (0, 1):
            yield job.setup, job.seed, seat


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset", choices=("eow", "aofr"))
    parser.add_argument("--against", default="HEAD", metavar="REVISION", help="the other captain (default: HEAD)")
    parser.add_argument("--games", type=int, default=100, help="battles in all, an even number (default: 100)")
    parser.add_argument("--seed", default="captains")
    parser.add_argument("--map", default="any")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--list", action="store_true", help="print every battle")
    wanted = parser.parse_args()
    options = dict(option.split("=", 1) for option in wanted.option)
    plan = Plan(
        ruleset=wanted.ruleset,
        players=("captain", "captain"),
        games=max(1, wanted.games // 2),
        seed=wanted.seed,
        swap=False,
        map=wanted.map,
        options=options,
    )
    with tempfile.TemporaryDirectory() as folder:
        old = captain_of(wanted.against, Path(folder))
        compare(plan, old, wanted.against, tell=wanted.list)


def compare(plan: Plan, old: type[Captain], revision: str, *, tell: bool) -> None:
    rules = ruleset(plan.ruleset)
    counts = {"won": 0, "drawn": 0, "lost": 0}
    seconds, decisions = [0.0, 0.0], [0, 0]
    for number, (setup, seed, seat) in enumerate(battles(plan)):
        new_one = Timed(Captain(Chance(f"{seed} new")))
        old_one = Timed(old(Chance(f"{seed} old")))
        game = start(rules, setup, seed, history=False)
        play_out(game, [new_one, old_one] if seat == 0 else [old_one, new_one])
        outcome = game.battle.outcome
        assert outcome is not None
        word = "drawn" if not outcome.winners else "won" if seat in outcome.winners else "lost"
        counts[word] += 1
        for which, player in enumerate((new_one, old_one)):
            seconds[which] += player.seconds
            decisions[which] += player.decisions
            player.close()
        if tell:
            armies = " - ".join(setup.armies)
            say(f"{number}: seat {seat}, {word} ({outcome.word}), {armies}, map {setup.map}, seed {seed}")
    won, lost = counts["won"], counts["lost"]
    share = interval(won, won + lost)
    say(f"{rules.title}: this captain against that of {revision}, {sum(counts.values())} battles")
    say(f"  won {won}, drawn {counts['drawn']}, lost {lost}")
    say(f"  {share.share:.1%} of decided battles ({share.low:.1%} to {share.high:.1%} in 95 of 100 cases)")
    each = [1000 * s / max(1, n) for s, n in zip(seconds, decisions, strict=True)]
    total = seconds[0] / seconds[1] if seconds[1] else 0.0
    say(f"  thinking: {each[0]:.2f} ms a decision against {each[1]:.2f} ms, {total:.2f} times as long in all")


if __name__ == "__main__":
    main()
