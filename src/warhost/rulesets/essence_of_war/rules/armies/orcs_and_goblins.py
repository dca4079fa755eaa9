"""Brood Rivalry, Goblin Cunning and the War Cry (Armylists: Orcs and Goblins)."""

from __future__ import annotations

from warhost.play.questions import Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, agrees
from warhost.rulesets.essence_of_war.core import BOONS, MODEL_RULES, Battle, Boon, BoonRule, ModelRule, Unit, brethren
from warhost.rulesets.essence_of_war.shown import events


@BOONS.rule("Rivalry", "eow.list.orcs_and_goblins.rule.brood_rivalry")
class Rivalry(BoonRule):
    """Another unit of its side was Engaged when the round began; `BroodRivalry` tells whom it spurs."""


@MODEL_RULES.rule("Brood Rivalry", "eow.list.orcs_and_goblins.rule.brood_rivalry")
class BroodRivalry(ModelRule):
    """+1 Attack in a Round of Combat that begins while another unit of its side is Engaged (EOW-R170)."""

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        unit = battle.body(bearer)
        if any(friend is not unit and friend.engaged for friend in brethren(battle, unit)):
            unit.boons = (*unit.boons, Boon(Rivalry.name, "round", seat=unit.seat))
        yield from ()

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "att" and any(boon.rule == Rivalry.name for boon in battle.body(bearer).boons):
            tally.add(1, self)


@BOONS.rule("Goblin Cunning", "eow.list.orcs_and_goblins.rule.goblin_cunning_fail")
class Feigned(BoonRule):
    """It failed a test on purpose: its next Rally Test is passed without a roll."""

    passes = frozenset({"rally"})


@MODEL_RULES.rule(
    "Goblin Cunning",
    "eow.list.orcs_and_goblins.rule.goblin_cunning_flee",
    "eow.list.orcs_and_goblins.rule.goblin_cunning_fail",
)
class GoblinCunning(ModelRule):
    """Maximised Flee Moves; Panic and Break Tests may be failed on purpose, after which it rallies without a roll."""

    maximised = frozenset({"flee"})
    may_fail = frozenset({"panic", "break"})


@BOONS.rule("War Cry!", "eow.list.orcs_and_goblins.rule.war_cry")
class Roused(BoonRule):
    """+1" Advance and +2" March."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        more = {"adv": 1, "mar": 2}.get(name)
        if more is not None:
            tally.add(more, self)


@MODEL_RULES.rule("War Cry!", "eow.list.orcs_and_goblins.rule.war_cry")
class WarCry(ModelRule):
    """Once a game, when its turn starts, a General that does not flee makes all friends faster until the turn ends."""

    def at_turn_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        if self.name in bearer.used or not battle.entry(bearer).general or battle.body(bearer).fleeing:
            return
        text = f"Does {bearer.name} raise the War Cry now?"
        yes = Option("war cry", "All friends +1 inch Advance and +2 inches March this turn", unit=bearer.id)
        if not (yield from agrees(bearer.seat, "war cry", text, yes, "Keep it for later", rules=(self.id,))):
            return
        bearer.used = (*bearer.used, self.name)
        for friend in brethren(battle, bearer):
            friend.boons = (*friend.boons, Boon(self.name, "turn", seat=bearer.seat))
        yield events.WarCryRaised(bearer.id)
