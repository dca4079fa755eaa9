"""How long the list builder takes for an answer: every random list of every rulebook, as it is built unit by unit.

Each list is legal at first; then it is judged again for a game of half the points, with all that is wrong and what
would mend it. The time is that of the processor, as the server spends it on one answer.

    python -m benchmarks.builder                 (three lists of each faction and size)
    python -m benchmarks.builder --lists 10 --rules kow
"""

from __future__ import annotations

import argparse
import sys
import time

import msgspec

from benchmarks.many_battles import percentiles
from warhost.server import messages as m
from warhost.server.lists.building import builders, draft_shown, surprising


def took(wanted: m.DraftWanted) -> float:
    """Milliseconds for one answer, with its text for the page."""
    began = time.process_time()
    m.encode(draft_shown(wanted))
    return 1000.0 * (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lists", type=int, default=3, help="lists of each faction and size")
    parser.add_argument("--rules", default="", help="only this rulebook")
    given = parser.parse_args()
    for book in builders():
        if given.rules not in ("", book.slug):
            continue
        built: list[float] = []
        wrong: list[float] = []
        for faction in book.factions:
            for points in book.sizes:
                for number in range(given.lists):
                    wish = m.SurpriseWanted(
                        ruleset=book.slug, faction=faction.name, points=points, seed=f"{faction.name} {number}"
                    )
                    draft = surprising(wish).draft
                    assert draft is not None
                    for count in range(1, len(draft.picks) + 1):
                        part = msgspec.structs.replace(draft, picks=draft.picks[:count])
                        built.append(took(m.DraftWanted(ruleset=book.slug, draft=part, open=count)))
                    half = msgspec.structs.replace(draft, points=points // 2)
                    wrong.append(took(m.DraftWanted(ruleset=book.slug, draft=half, open=1)))
        sys.stdout.write(f"{book.slug}, {len(built)} answers while lists are built, in ms: {percentiles(built)}\n")
        sys.stdout.write(f"{book.slug}, {len(wrong)} lists of twice the points of the game: {percentiles(wrong)}\n")


if __name__ == "__main__":
    main()
