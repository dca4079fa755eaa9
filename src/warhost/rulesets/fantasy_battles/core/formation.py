"""Models, ranks and files, the Unit Boundary (General Principles: Models; Units and Ranks; Unit Boundary)."""

from __future__ import annotations

from warhost.field import Spot
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.formation import layout
from warhost.rulesets.fantasy_battles.core.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.core.moments import spoken


@rule("t9a.height.full_ranks", "t9a.special.war_platform")
def full_ranks(battle: Battle, unit: Unit) -> int:
    """How many of its ranks are Full Ranks: by the Height of its models, who stand in them (T9A-R131, T9A-R195).

    Guests count like other models of their rank, but not a War Platform (T9A-R192).
    """
    needed = battle.entry(unit).full_rank
    counts: dict[int, int] = {}
    if unit.guests:
        spots: list[Spot] = list(layout(unit).rank_and_file)
        spots += [(0, guest.file) for guest in unit.guests if guest.files == guest.ranks == 1]
        for rank, _ in spots:
            counts[rank] = counts.get(rank, 0) + 1
        found = sum(count >= needed for count in counts.values())
    else:
        found = unit.models // unit.files * (unit.files >= needed) + (0 < unit.models % unit.files >= needed)
    speaking = spoken(battle, unit, "counts_ranks")
    return min((speaker.counts_ranks(battle, bearer, found) for bearer, speaker in speaking), default=found)


@rule("t9a.special.rank_and_file")
def rank_and_file(battle: Battle, unit: Unit) -> int:
    """How many R&F models the unit has: its own, and a Champion among them."""
    own = 0 if battle.entry(unit).is_character else unit.models
    return own + sum(battle.entry(guest).role == "champion" for guest in battle.guests_of(unit))


def full_health(battle: Battle, unit: Unit) -> int:
    """The Health Points with which it began the battle; those of a Champion apart."""
    entry = battle.entry(unit)
    return (entry.models - (entry.champion is not None)) * entry.profile.hp
