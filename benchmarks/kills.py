"""Kills: a server that is killed at random moments of a battle, and started again, has lost no acknowledged answer.

A page plays at random against a computer, besides battles between computers. After each kill the server is started
again on the same file, and everything that the page was told must be there: log, table and question.

    python -m benchmarks.kills --times 100
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from tests.server.process import killed_and_restarted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--computers", type=int, default=4, help="Battles between computers that go on meanwhile.")
    options = parser.parse_args()
    kills = 0

    def told(answers: int) -> None:
        nonlocal kills
        kills += 1
        sys.stderr.write(f"\r{kills} kills, {answers} answers acknowledged")

    began = time.monotonic()
    lost = ""
    answers = 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            # It plays once more than it was killed before, and ends with a kill.
            answers = killed_and_restarted(Path(folder) / "battles.sqlite", options.times - 1, options.computers, told)
        except AssertionError as error:
            lost = str(error) or "something acknowledged was lost"
    sys.stderr.write("\n")
    found = {"kills": kills, "answers": answers, "lost": lost, "seconds": round(time.monotonic() - began)}
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
