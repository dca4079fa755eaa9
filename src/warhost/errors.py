"""The base of every error that a person can cause and mend."""

from __future__ import annotations

__all__ = ["WarhostError"]


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
