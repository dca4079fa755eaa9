"""How fast whole battles are in this working tree and in a git revision: the same battles, in turns.

Only the processor's time of each tree's own process counts. The ratio is of the medians of the single battles' ratios,
so that a busy machine disturbs it little. Where both trees end a battle in the same state, they did the same work.

    python -m benchmarks.pace eow --against HEAD~1 --players random --games 200
    python -m benchmarks.pace aofr --against v1.0 --players captain --games 20
    python -m benchmarks.pace kow --against HEAD~1 --points 1000
"""

from __future__ import annotations

import argparse
import sys
from statistics import median

import msgspec

from benchmarks.tree import Tree
from warhost.lab.matches import Plan, schedule
from warhost.rulesets import slugs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset", choices=slugs())
    parser.add_argument("--against", default="HEAD", metavar="REVISION", help="the other tree (default: HEAD)")
    parser.add_argument("--players", default="random", help="who plays both seats (default: random)")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--points", type=int, help="of each army, where a book has house armies of several sizes")
    parser.add_argument("--seed", default="pace")
    wanted = parser.parse_args()
    players = (wanted.players, wanted.players)
    options = {"points": wanted.points} if wanted.points else {}
    plan = Plan(ruleset=wanted.ruleset, players=players, games=wanted.games, seed=wanted.seed, options=options)
    with Tree(None) as new, Tree(wanted.against) as old:
        seconds: tuple[list[float], list[float]] = ([], [])
        alike = 0
        jobs = list(schedule(plan))
        # The first battle is played twice: a process reads armies and rules in it, and that time is not counted.
        for number, job in enumerate([jobs[0], *jobs]):
            order = (0, 1) if number % 2 else (1, 0)
            took = {}
            for which in order:
                took[which] = (new, old)[which].ask(
                    do="play",
                    slug=plan.ruleset,
                    setup=msgspec.to_builtins(job.setup),
                    seed=job.seed,
                    players=list(players),
                )
            if number:
                alike += all(took[0][told] == took[1][told] for told in ("steps", "word", "hash"))
                for which in order:
                    seconds[which].append(took[which]["seconds"])
    ratio = median(there / here for here, there in zip(*seconds, strict=True))
    each = [len(one) / sum(one) for one in seconds]
    sys.stdout.write(
        f"{plan.ruleset}, {wanted.players} players, {len(seconds[0])} battles: {each[0]:.2f} a second here, "
        f"{each[1]:.2f} at {old.name}; {sum(seconds[1]) / sum(seconds[0]):.2f} times as fast in all, "
        f"{ratio:.2f} times in the middle battle; {alike} ended alike\n"
    )


if __name__ == "__main__":
    main()
