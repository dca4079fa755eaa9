"""How long the captain thinks: every decision of whole battles between captains, on one core.

python -m benchmarks.thinking kow --option points=2000 --games 3
python -m benchmarks.thinking eow --games 5 --worst 10
python -m benchmarks.thinking t9a --option points=4500 --games 1
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict

from warhost.dice import Chance
from warhost.lab.matches import Plan, schedule
from warhost.players import start
from warhost.players.captain import Captain
from warhost.rulesets import ruleset


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", default="thinking")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--worst", type=int, default=5, help="tell so many of the longest decisions (default: 5)")
    wanted = parser.parse_args()
    told = [option.split("=", 1) for option in wanted.option]
    plan = Plan(
        ruleset=wanted.ruleset,
        players=("captain", "captain"),
        games=wanted.games,
        seed=wanted.seed,
        swap=False,
        map="any",
        options={name: int(value) if value.isdigit() else value for name, value in told},
    )
    took: dict[str, list[float]] = defaultdict(list)
    longest: list[tuple[float, str]] = []
    for job in schedule(plan):
        rules = ruleset(plan.ruleset)
        game = start(rules, job.setup, job.seed)
        captains = [Captain(Chance(f"{job.seed} {seat}")) for seat in range(len(game.battle.scene.seats))]
        while not game.over:
            question = game.asked.question
            view = rules.view(game.battle, question.seat)
            began = time.process_time()
            decision = captains[question.seat].decide(game.asked, view, rules)
            seconds = time.process_time() - began
            took[question.topic].append(seconds)
            longest.append((seconds, f"round {game.battle.turn}, {question.topic}: {decision.sentence[:100]}"))
            game.answer(decision.answer, question.seat)
    every = sorted(seconds for many in took.values() for seconds in many)
    say(f"{len(every)} decisions, milliseconds of processor time: {_figures(every)}")
    for topic, many in sorted(took.items(), key=lambda known: -sum(known[1])):
        say(f"  {topic}: {len(many)} decisions, {_figures(sorted(many))}")
    for seconds, words in sorted(longest, reverse=True)[: wanted.worst]:
        say(f"  {1000 * seconds:.0f} ms: {words}")


def _figures(ordered: list[float]) -> str:
    at = {part: 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.5, 0.95, 0.99)}
    mean = 1000 * sum(ordered) / len(ordered)
    most = 1000 * ordered[-1]
    return f"mean {mean:.1f}, median {at[0.5]:.1f}, 95th {at[0.95]:.1f}, 99th {at[0.99]:.1f}, most {most:.1f}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
