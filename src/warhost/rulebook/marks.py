"""How code says which rule it implements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["rule", "rules_of"]

Named = TypeVar("Named", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[Named], Named]:
    """Name the rules that a function or a class implements.

    The object comes back unchanged but for its `__rules__`, so a call costs nothing extra. The ids are not looked up
    here, for importing a ruleset must not read the tables; a test checks that every id in the source exists.
    """
    if not ids:
        raise TypeError("rule() needs at least one rule id")

    def name(implementation: Named) -> Named:
        own = vars(implementation).get("__rules__", ())
        implementation.__rules__ = (*ids, *own)  # type: ignore[attr-defined]
        return implementation

    return name


def rules_of(implementation: object) -> tuple[str, ...]:
    """The ids that `rule` gave to this very object; a subclass does not inherit those of its base."""
    ids: tuple[str, ...] = getattr(implementation, "__dict__", {}).get("__rules__", ())
    return ids
