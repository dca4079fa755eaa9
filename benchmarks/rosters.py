"""The captain's rosters against random lists of the same faction, both played by captains: which of them win.

Every pair of lists is played twice with the same dice, with seats changed.

    python -m benchmarks.rosters kow --points 1000 --games 40
    python -m benchmarks.rosters aofr --points 750 --games 40 --option mission=duel
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from warhost.dice import Chance
from warhost.lab.matches import interval
from warhost.muster import bring, surprise
from warhost.play import Setup
from warhost.players import play_match
from warhost.players.roster import write_roster
from warhost.rulesets import muster, ruleset


def value_of(text: str) -> Any:
    """What stands behind an equals sign: a number, yes or no, or a word."""
    return int(text) if text.isdecimal() else {"true": True, "false": False}.get(text, text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slug")
    parser.add_argument("--points", type=int, required=True)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--map", default="")
    parser.add_argument("--seed", default="rosters")
    parser.add_argument("--out", type=Path, help="write a line of JSON for each battle to this file as it ends")
    told = parser.parse_args()
    book, rules = muster(told.slug), ruleset(told.slug)
    options = {name: value_of(value) for name, _, value in (text.partition("=") for text in told.option)}
    factions = sorted({army.faction for army in book.shipped() if army.kind == "book"})
    won = lost = drawn = 0
    for number in range(told.games):
        pair, seat = divmod(number, 2)
        chance = Chance(f"{told.seed} {pair}")
        faction = factions[pair % len(factions)]
        roster = write_roster(book, faction, told.points, chance.fork("roster"), name="Roster").draft
        other = surprise(book, faction, told.points, "balanced", chance.fork("surprise"), name="Surprise")
        lists = [book.built(roster), book.built(other)]
        host = bring(book, lists if seat == 0 else lists[::-1], {"points": told.points, **options})
        setup = Setup(
            ruleset=told.slug,
            armies=host.armies,
            lists=host.lists,
            options=host.options,
            **({"map": told.map} if told.map else {}),
        )
        result, _ = play_match(rules, setup, ("captain", "captain"), f"{told.seed} {pair}")
        if told.out is not None:
            line = {"faction": faction, "seat": seat, "score": result.score, "word": result.word}
            with told.out.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(line) + "\n")
        won += result.winners == (seat,)
        lost += result.winners == (1 - seat,)
        drawn += len(result.winners) != 1
        sys.stderr.write(f"\r{number + 1} of {told.games}: {won} won, {lost} lost, {drawn} drawn")
    share = interval(won, won + lost)
    told_of = f"{told.slug} {told.points}: the captain's rosters won {won} of {won + lost} decided battles"
    sys.stdout.write(f"\n{told_of} ({share.low:.0%} to {share.high:.0%}), {drawn} were drawn\n")


if __name__ == "__main__":
    main()
