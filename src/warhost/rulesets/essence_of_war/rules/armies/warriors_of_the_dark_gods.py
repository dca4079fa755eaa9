"""Battle Fever and Dark Prelates (Armylists: Warriors of the Dark Gods). The Paths are the patrol's too."""

from __future__ import annotations

from warhost.play.script import Refused
from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest
from warhost.rulesets.essence_of_war.core import MODEL_RULES, Battle, ModelRule, SpellEntry, Unit


@MODEL_RULES.rule("Battle Fever", "eow.list.warriors_of_the_dark_gods.rule.battle_fever")
class BattleFever(ModelRule):
    """Failed Panic and Break Tests are rolled again, if more than half of the models have it (EOW-R167)."""

    needs = "most"

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if test.kind in ("panic", "break"):
            test.reroll(self)


@MODEL_RULES.rule("Dark Prelate", "eow.list.warriors_of_the_dark_gods.rule.dark_prelate")
class DarkPrelate(ModelRule):
    """Its spell is for its own unit alone."""

    def check_spell(self, battle: Battle, bearer: Unit, spell: SpellEntry, target: Unit) -> Refused | None:
        if battle.body(target) is battle.body(bearer):
            return None
        return Refused(f"{bearer.name} casts {spell.name} on its own unit only.", self.id)
