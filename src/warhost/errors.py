"""The base of every error that a person can cause and mend, and the question what may have been meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["WarhostError", "did_you_mean"]

LONGEST_WORD = 80
"""Longer words are not compared with those that may have been meant: that would take long and help nobody."""


class WarhostError(Exception):
    """Something a user, a file or a player got wrong: one sentence that says what, where and why.

    `rule` is the id of the rule behind a refusal; it is shown in brackets at the end of the sentence.
    """

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message, rule)
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        if self.rule is None:
            return self.message
        sentence, stop = (self.message[:-1], ".") if self.message.endswith(".") else (self.message, "")
        return f"{sentence} ({self.rule}){stop}"


def did_you_mean(word: str, known: Iterable[str], most: int = 1) -> str:
    """A question with the nearest known words, with a space before it; empty if none is near.

    Words that begin with the wanted one come first.
    """
    wanted = word.casefold()
    if not wanted or len(wanted) > LONGEST_WORD:
        return ""
    by_key = {name.casefold(): name for name in known}
    begin = [key for key in by_key if key.startswith(wanted)][:most]
    near = list(dict.fromkeys([*begin, *get_close_matches(wanted, by_key, n=most, cutoff=0.6)]))[:most]
    meant = " or ".join(f'"{by_key[key]}"' for key in near)
    return f" Did you mean {meant}?" if near else ""
