"""A player that is a program of its own: one JSON message a line, in on its standard input, out on its output.

It gets `{"type": "hello", ...}` once, then for every question
`{"type": "question", "number", "seat", "question", "view", "suggestions"}`, and writes
`{"answer": {...}}`, optionally with "reasons" and "sentence". A refused answer comes back as
`{"type": "refused", "number", "reason", "rule"}` and may be given again, three times in all.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence

import msgspec

from warhost.errors import WarhostError
from warhost.play import Answer, Ask, Battle, Refused, Ruleset
from warhost.players.base import Decision, Reason

TRIES = 3


class PlayerError(WarhostError):
    """A player that does not answer as it should."""


class Reply(msgspec.Struct, frozen=True):
    """What a program writes."""

    answer: Answer
    reasons: tuple[Reason, ...] = ()
    sentence: str = ""


_decode = msgspec.json.Decoder(Reply).decode


class ProgramPlayer:
    """A program that is started for a battle and asked over its standard streams."""

    def __init__(self, command: str | Sequence[str], seat: int) -> None:
        self._arguments = shlex.split(command) if isinstance(command, str) else list(command)
        if not self._arguments:
            raise PlayerError("A player of the kind program needs a command to start.")
        self.name = f"program {self._arguments[0]}"
        self._seat = seat
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0

    def decide(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Decision:
        """Ask the program, telling it why when an answer is refused."""
        self._number += 1
        if self._process is None:
            self._start(ruleset)
        self._send(
            {
                "type": "question",
                "number": self._number,
                "seat": self._seat,
                "question": ask.weighed(),
                "view": view,
                "suggestions": list(ask.suggestions()),
            }
        )
        last = ""
        for _ in range(TRIES):
            reply = self._receive()
            try:
                ask.check(reply.answer)
            except Refused as error:
                last = str(error)
                self._send({"type": "refused", "number": self._number, "reason": error.message, "rule": error.rule})
                continue
            return Decision(reply.answer, reply.reasons, reply.sentence)
        raise PlayerError(f"{self.name} gave {TRIES} answers that are not allowed to question {self._number}: {last}")

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            try:
                process.stdin.write(b'{"type":"end"}\n')
                process.stdin.close()
            except OSError:
                pass
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def _start(self, ruleset: Ruleset) -> None:
        try:
            self._process = subprocess.Popen(self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise PlayerError(f"{self.name} cannot be started: {error.strerror or error}.") from None
        self._send({"type": "hello", "ruleset": ruleset.slug, "version": ruleset.version, "seat": self._seat})

    def _send(self, message: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise PlayerError(f"{self.name} has stopped listening at question {self._number}.") from None

    def _receive(self) -> Reply:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise PlayerError(f"{self.name} ended without an answer to question {self._number}.")
        try:
            return _decode(line)
        except msgspec.DecodeError as error:
            text = line[:200].decode(errors="replace").strip()
            raise PlayerError(f"{self.name} wrote something that is not an answer: {error}: {text}") from None
