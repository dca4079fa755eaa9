"""What the server refuses by who asks, whatever is asked."""

from __future__ import annotations

from warhost.errors import WarhostError


class NotFound(WarhostError):
    """There is no such battle, or the token does not open it."""


class Forbidden(WarhostError):
    """The token opens the battle, but not this."""
