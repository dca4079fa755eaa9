"""What the server refuses by who asks, whatever is asked."""

from __future__ import annotations

from warhost.errors import WarhostError


class NotFound(WarhostError):
    """There is no such battle, or the token does not open it."""


class Forbidden(WarhostError):
    """The token opens the battle, but not this."""


class Unreadable(WarhostError):
    """What was sent is not what anybody could mean. It is told to whoever runs the server, too, in one line."""
