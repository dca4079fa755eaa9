"""Whom the captain shoots at: what the volley is worth, most first."""

from __future__ import annotations

from warhost.play import Ask, Choose
from warhost.players.captain.engine import Candidate
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.players.captain.essence_of_war.volleys import harm_worth


def targets(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Each volley by the Health Points it takes and the Panic it may cause. Shooting costs nothing."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.target is not None:
            target = here.unit(option.target)
            losses = next((odd.value for odd in option.odds if odd.label == "expected HP lost"), 0.5)
            candidate.add(
                harm_worth(here, target, losses), f"{losses:.1f} Health Points of {target.name}", "eow.shoot.panic"
            )
            if here.from_zone(here.rects[target.id]) <= 0.0 and here.scores(target):
                candidate.add(0.3 * losses, "it holds the centre", "eow.victory.basic.count")
            candidate.add(0.01, "shooting costs nothing")
        found.append(candidate)
    return found
