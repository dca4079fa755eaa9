"""What positions in which rules meet have in common."""

from __future__ import annotations

from tests.blue_age.harness import Play, unit

MEN = unit(models=5)


ONE = unit()


def declared(game: Play, charger: str, target: str) -> Play:
    """The charge is declared; its target has not reacted yet."""
    while game.topic == "charge" and not game.offers(unit=charger, target=target):
        game.choose("pass")
    return game.choose(unit=charger, target=target)
