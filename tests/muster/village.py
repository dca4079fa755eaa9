"""A rulebook of a few lines: what a book writes so that its lists can be built, checked, read and written.

Its army book is data. Of its checks most are figures; one is a function of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from warhost.muster import (
    Amount,
    BookMuster,
    Budget,
    Catalogue,
    Checks,
    Choice,
    Entry,
    Limit,
    Option,
    Problem,
    Roster,
    Size,
    entry_limits,
    option_limits,
    within_budget,
)

RELICS = (
    Option(name="Old Crown", cost=20, choose="relics", tags=("item",)),
    Option(name="Walking Stick", cost=10, choose="relics", tags=("item",)),
    Option(name="Good Boots", cost=5, choose="relics", most=2),
)

VALLEY = Catalogue(
    faction="Valley Folk",
    aliases=("valley",),
    entries=(
        Entry(
            name="Elder",
            faction="Valley Folk",
            category="Hero",
            sizes=(Size(cost=60),),
            options=RELICS,
            choices=(Choice(name="relics", most=2, points=25),),
        ),
        Entry(
            name="Spearmen",
            faction="Valley Folk",
            category="Core",
            gear=("Spear",),
            sizes=(Size("Troop", 10, 50), Size("Regiment", 20, 90), Size("Horde", 40, 160)),
            options=(
                Option(name="Shields", cost=1, per_model=True),
                Option(name="Bows", cost=10, choose="arms", replaces=("Spear",), gives=("Bow",)),
                Option(name="Pikes", cost=15, choose="arms", replaces=("Spear",), gives=("Pike",)),
                Option(name="Sharp Spears", cost=5, replaces=("Spear",), gives=("Sharp Spear",)),
                Option(name="Great Banner", by_size=(("Regiment", 10), ("Horde", 15)), limit=1),
            ),
        ),
        Entry(
            name="Militia", faction="Valley Folk", category="Core", sizes=(Size(models=5, cost=20, most=20, each=4),)
        ),
        Entry(name="Ogre", faction="Valley Folk", category="Monster", sizes=(Size(cost=120),), limit=2),
    ),
)

CHECKS = Checks(
    within_budget("village.army.points"),
    Limit("village.army.heroes", "points", ("Hero",), most=Amount(percent=25), named=("hero", "heroes")),
    Limit("village.army.core", "points", ("Core",), least=Amount(percent=25)),
    Limit(
        "village.army.unlock", "units", ("Monster",), most=Amount(for_each=("Horde",)), named=("monster", "monsters")
    ),
    Limit("village.army.items", "options", ("item",), most=Amount(flat=1)),
    entry_limits("village.army.copies"),
    option_limits("village.army.copies"),
)


@CHECKS.check("village.army.leader")
def leader(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """Somebody must lead."""
    if not any(roster.of({"Hero"})):
        yield Problem(f"{roster.name} has no hero to lead it.", "village.army.leader", "Hero", 1, lacks=True)


class VillageMuster(BookMuster):
    """The mustering of the village."""

    slug: ClassVar[str] = "village"
    title: ClassVar[str] = "Village Feud"
    catalogues: ClassVar[Mapping[str, Catalogue]] = {"Valley Folk": VALLEY}

    def checks(self, options: Mapping[str, Any]) -> Checks:
        return CHECKS


VILLAGE = VillageMuster()

VALLEY_FILE = """
faction = "Valley Folk"
aliases = ["valley"]

[packages]
relics = [
  { name = "Old Crown", cost = 20, choose = "relics", tags = ["item"] },
  { name = "Walking Stick", cost = 10, choose = "relics", tags = ["item"] },
  { name = "Good Boots", cost = 5, choose = "relics", most = 2 },
]

[[entry]]
name     = "Elder"
category = "Hero"
cost     = 60
options  = ["relics"]
choices  = [{ name = "relics", most = 2, points = 25 }]

[[entry]]
name     = "Spearmen"
category = "Core"
gear     = ["Spear"]
sizes    = [
  { name = "Troop", models = 10, cost = 50 },
  { name = "Regiment", models = 20, cost = 90 },
  { name = "Horde", models = 40, cost = 160 },
]
options  = [
  { name = "Shields", cost = 1, per_model = true },
  { name = "Bows", cost = 10, choose = "arms", replace = "Spear", with = "Bow" },
  { name = "Pikes", cost = 15, choose = "arms", replace = "Spear", with = "Pike" },
  { name = "Sharp Spears", cost = 5, replace = "Spear", with = "Sharp Spear" },
  { name = "Great Banner", by_size = { Regiment = 10, Horde = 15 }, limit = 1 },
]

[[entry]]
name     = "Militia"
category = "Core"
models   = 5
cost     = 20
most     = 20
each     = 4

[[entry]]
name     = "Ogre"
category = "Monster"
cost     = 120
limit    = 2
"""
"""The same army book as a file."""
