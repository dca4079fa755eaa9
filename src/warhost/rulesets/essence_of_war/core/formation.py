"""Models, ranks and files, the Unit Boundary (General Principles: Models; Units and Ranks; Unit Boundary)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core.battle import Battle, Unit
from warhost.rulesets.essence_of_war.core.moments import spoken
from warhost.rulesets.families.ninth_age.core.formation import layout, rows


@rule("eow.unit.single_model_no_rank", "eow.unit.rank_and_file")
def ranks(battle: Battle, unit: Unit) -> int:
    """How many ranks the unit counts as having: none for a single model on its own.

    A row in which nobody but a guest stands is none (EOW-R192).
    """
    if battle.entry(unit).single:
        counted = 0
    else:
        counted = rows(unit) if not unit.guests else len({rank for rank, _ in layout(unit).rank_and_file})
    speaking = spoken(battle, unit, "counts_ranks")
    return min((speaker.counts_ranks(battle, bearer, counted) for bearer, speaker in speaking), default=counted)


def full_health(battle: Battle, unit: Unit) -> int:
    entry = battle.entry(unit)
    return entry.models * entry.profile.hp
