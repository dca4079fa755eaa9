"""Rank-and-flank fantasy battles: the table, the referee, the opponent and the statistician.

    from warhost import Chance, Game, Setup, ruleset

Names are loaded when they are first used, so that `import warhost` alone costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Chance", "Game", "Setup", "__version__", "ruleset"]

if TYPE_CHECKING:
    from warhost.dice import Chance
    from warhost.play import Game, Setup
    from warhost.rulesets import ruleset

    __version__: str
else:

    def __getattr__(name: str) -> Any:
        """Load what the front door shows."""
        if name == "__version__":
            from warhost.plugins import version

            globals()[name] = version()
        elif name in __all__:
            from warhost.dice import Chance
            from warhost.play import Game, Setup
            from warhost.rulesets import ruleset

            globals().update(Chance=Chance, Game=Game, Setup=Setup, ruleset=ruleset)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
