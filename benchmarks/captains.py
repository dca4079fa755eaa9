"""The captain of this working tree, or of one git revision, against that of another: who wins, and who thinks longer.

Every battle is played twice with the same armies, map and dice, with seats changed. Each captain thinks in the whole
source tree of its own revision; both follow the same battle answer by answer. A battle in which the two trees do not
agree (a rule was changed between them) is left out and counted.

    python -m benchmarks.captains eow --against HEAD~1 --games 400
    python -m benchmarks.captains kow --against HEAD~1 --option points=1000 --option scenario=any
    python -m benchmarks.captains t9a --against HEAD~1 --option points=1500
    python -m benchmarks.captains aofr --against v1.0 --games 100 --option mission=duel --seed other
    python -m benchmarks.captains blue --captain HEAD --against v1.0 --games 200 --results blue.jsonl

With `--results` each battle is appended to a file as it ends, and a run with the same file goes on where the last one
stopped. A long run of a tree that is being edited had better name a revision with `--captain`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.tree import Tree
from warhost.lab.matches import Plan, interval, schedule
from warhost.play import Setup
from warhost.rulesets import ruleset


class Apart(Exception):
    """The two trees do not agree on what a battle is."""


def battles(plan: Plan) -> Iterator[tuple[Setup, str, int]]:
    """Each set-up twice: with the seat of the new captain."""
    for job in schedule(plan):
        for seat in (0, 1):
            yield job.setup, job.seed, seat


class Results:
    """The battles that have been fought, kept in a file where one is named."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.known: dict[int, dict[str, Any]] = {}
        if path is not None and path.exists():
            told = (json.loads(line) for line in path.read_text().splitlines())
            self.known = {one["number"]: one for one in told}

    def add(self, battle: dict[str, Any]) -> None:
        self.known[battle["number"]] = battle
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps(battle) + "\n")


class Match:
    """Two captains, each in its own tree, and what they took."""

    def __init__(self, slug: str, trees: tuple[Tree, Tree]) -> None:
        self.slug = slug
        self.trees = trees
        self.seconds = [0.0, 0.0]
        self.decisions = [0, 0]

    def fight(self, setup: Setup, seed: str, seat: int) -> dict[str, Any]:
        """How a battle ended in which the new captain had that seat."""
        told = msgspec.to_builtins(setup)
        names = (f"{seed} new", f"{seed} old")
        stands = self._agreed(
            [
                tree.ask(do="begin", slug=self.slug, setup=told, seed=seed, captain=name)
                for tree, name in zip(self.trees, names, strict=True)
            ]
        )
        while "over" not in stands:
            which = 0 if stands["seat"] == seat else 1
            decision = self.trees[which].ask(do="decide")
            self.seconds[which] += decision["seconds"]
            self.decisions[which] += 1
            stands = self._agreed([tree.ask(do="answer", answer=decision["answer"]) for tree in self.trees])
        return stands

    def _agreed(self, said: list[dict[str, Any]]) -> dict[str, Any]:
        if said[0] != said[1] or "refused" in said[0]:
            raise Apart(f"{said[0]} here, {said[1]} there")
        return said[0]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset", choices=("eow", "kow", "aofr", "blue", "t9a"))
    parser.add_argument("--captain", metavar="REVISION", help="the first captain (default: that of the working tree)")
    parser.add_argument("--against", default="HEAD", metavar="REVISION", help="the other captain (default: HEAD)")
    parser.add_argument("--games", type=int, default=100, help="battles in all, an even number (default: 100)")
    parser.add_argument("--seed", default="captains")
    parser.add_argument("--map", default="any")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--list", action="store_true", help="print every battle")
    parser.add_argument("--results", type=Path, metavar="FILE", help="append battles to this file, and go on from it")
    wanted = parser.parse_args()
    told = [option.split("=", 1) for option in wanted.option]
    plan = Plan(
        ruleset=wanted.ruleset,
        players=("captain", "captain"),
        games=max(1, wanted.games // 2),
        seed=wanted.seed,
        swap=False,
        map=wanted.map,
        options={name: int(value) if value.isdigit() else value for name, value in told},
    )
    with Tree(wanted.captain) as new, Tree(wanted.against) as old:
        compare(plan, Match(plan.ruleset, (new, old)), Results(wanted.results), tell=wanted.list)


def compare(plan: Plan, match: Match, results: Results, *, tell: bool) -> None:
    for number, (setup, seed, seat) in enumerate(battles(plan)):
        if number in results.known:
            continue
        armies = " - ".join(setup.armies)
        battle = {"number": number, "seat": seat, "armies": armies, "map": setup.map, "seed": seed}
        before = (*match.seconds, *match.decisions)
        try:
            ended = match.fight(setup, seed, seat)
        except Apart as reason:
            results.add({**battle, "ended": "left out"})
            say(f"{number}: left out, the rules differ: {reason}")
            continue
        word = "drawn" if not ended["winners"] else "won" if seat in ended["winners"] else "lost"
        after = (*match.seconds, *match.decisions)
        spent = [round(now - then, 3) for now, then in zip(after, before, strict=True)]
        results.add({**battle, "ended": word, "word": ended["word"], "spent": spent})
        if tell:
            say(f"{number}: seat {seat}, {word} ({ended['word']}), {armies}, map {setup.map}, seed {seed}")
    summarise(plan, match, [one for _, one in sorted(results.known.items())])


def summarise(plan: Plan, match: Match, fought: list[dict[str, Any]]) -> None:
    """Print who won how often, and how long each captain thought."""
    won, drawn, lost, left_out = (
        sum(one["ended"] == word for one in fought) for word in ("won", "drawn", "lost", "left out")
    )
    share = interval(won, won + lost)
    title = ruleset(plan.ruleset).title
    names = [tree.name for tree in match.trees]
    say(f"{title}: the captain of {names[0]} against that of {names[1]}, {won + drawn + lost} battles")
    say(f"  won {won}, drawn {drawn}, lost {lost}" + (f", left out {left_out}" if left_out else ""))
    say(f"  {share.share:.1%} of decided battles ({share.low:.1%} to {share.high:.1%} in 95 of 100 cases)")
    spent = [one["spent"] for one in fought if "spent" in one]
    new, old, *decisions = (sum(battle[part] for battle in spent) for part in range(4))
    each = [1000 * s / max(1, n) for s, n in zip((new, old), decisions, strict=True)]
    total = new / old if old else 0.0
    say(f"  thinking: {each[0]:.2f} ms a decision against {each[1]:.2f} ms, {total:.2f} times as long in all")


if __name__ == "__main__":
    main()
