"""A source tree of another revision that plays along in a process of its own.

Run as a program, this file plays by whatever Warhost its path gives it, one JSON message a line, and keeps to names
that have long stood. Imported, it starts such a program for a revision: the whole tree as git has it, on the Python
and the dependencies of this one.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


class Tree:
    """The Warhost of a revision, or of the working tree."""

    def __init__(self, revision: str | None) -> None:
        self.name = revision or "the working tree"
        self._folder = tempfile.TemporaryDirectory()
        source = ROOT / "src"
        if revision is not None:
            told = subprocess.run(["git", "-C", str(ROOT), "archive", revision, "src"], capture_output=True)
            if told.returncode:
                sys.exit(f"git has no source at {revision}: {told.stderr.decode(errors='replace').strip()}")
            with tarfile.open(fileobj=io.BytesIO(told.stdout)) as archive:
                archive.extractall(self._folder.name, filter="data")
            source = Path(self._folder.name) / "src"
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), str(source)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(source)},
        )

    def __enter__(self) -> Tree:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()

    def ask(self, **message: Any) -> dict[str, Any]:
        """What the other process says to a message."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"The Warhost of {self.name} has ended; its last words are above.")
        said: dict[str, Any] = json.loads(line)
        return said


class Desk:
    """What the program does: it follows a battle, or plays whole ones."""

    def __init__(self) -> None:
        self._game: Any = None
        self._captain: Any = None

    def begin(self, slug: str, setup: Any, seed: str, captain: str) -> dict[str, Any]:
        """Set a battle up; the captain leads no seat until it is asked to decide."""
        import msgspec

        from warhost.dice import Chance
        from warhost.play import Setup
        from warhost.players import start
        from warhost.players.captain import Captain
        from warhost.rulesets import ruleset

        self._game = start(ruleset(slug), msgspec.convert(setup, Setup), seed, history=False)
        self._captain = Captain(Chance(captain))
        return self._stands()

    def decide(self) -> dict[str, Any]:
        """The captain's answer to what is asked now, which is not given yet, and how long it thought."""
        import msgspec

        game = self._game
        view = game.ruleset.view(game.battle, game.asked.question.seat)
        began = time.process_time()
        decision = self._captain.decide(game.asked, view, game.ruleset)
        seconds = time.process_time() - began
        return {"answer": msgspec.to_builtins(decision.answer), "seconds": seconds}

    def answer(self, answer: Any) -> dict[str, Any]:
        """Give an answer, whoever thought of it."""
        import msgspec

        from warhost.errors import WarhostError
        from warhost.play import Answer

        try:
            self._game.answer(msgspec.convert(answer, Answer), self._game.asked.question.seat)
        except (WarhostError, msgspec.ValidationError) as error:
            return {"refused": str(error)}
        return self._stands()

    def play(self, slug: str, setup: Any, seed: str, players: list[str]) -> dict[str, Any]:
        """A whole battle, and the processor's time for it."""
        import msgspec

        from warhost.dice import Chance
        from warhost.play import Setup
        from warhost.players import named_player, play_out, start
        from warhost.rulesets import ruleset

        began = time.process_time()
        seated = [named_player(name, seat, Chance(f"{seed} players")) for seat, name in enumerate(players)]
        game = start(ruleset(slug), msgspec.convert(setup, Setup), seed, history=False)
        play_out(game, seated)
        seconds = time.process_time() - began
        assert game.outcome is not None
        return {"seconds": seconds, "steps": game.steps, "word": game.outcome.word, "hash": game.hash()}

    def _stands(self) -> dict[str, Any]:
        game = self._game
        if not game.over:
            return {"seat": game.asked.question.seat}
        outcome = game.battle.outcome
        return {"over": True, "winners": outcome.winners, "word": outcome.word}


def main() -> None:
    import warhost

    if Path(sys.argv[1]) not in Path(warhost.__file__).parents:
        sys.exit(f"This Python takes Warhost from {warhost.__file__}, not from {sys.argv[1]}.")
    desk = Desk()
    for line in sys.stdin:
        message = json.loads(line)
        said = getattr(desk, message.pop("do"))(**message)
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
