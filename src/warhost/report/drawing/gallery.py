"""What the drawings of one page share, so that it is written once."""

from __future__ import annotations

from collections.abc import Callable, Hashable


class Gallery:
    """What one drawing of a page has drawn, the others show again."""

    def __init__(self) -> None:
        self._names: dict[Hashable, str] = {}

    def once(self, key: Hashable, name: str, draw: Callable[[], str]) -> str:
        """What has this key, drawn under that name (an id of the page), or shown again under the name that it has."""
        known = self._names.get(key)
        if known is not None:
            return f'<use href="#{known}"/>'
        self._names[key] = name
        # Where it is shown again it stands by itself: whatever styles it must find its class there.
        return f'<g id="{name}" class="wh">{draw()}</g>'


__all__ = ["Gallery"]
