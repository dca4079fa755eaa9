"""Special Items that speak in a battle; those that only give values, rules and spells do so when they are bought.

Both potions are of one use only (t9a.special.one_use_only): who flees drinks nothing.
"""

from __future__ import annotations

from warhost.play.questions import Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, agrees, roll_sum
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.damage.casualties import restore
from warhost.rulesets.fantasy_battles.core import BOONS, ITEMS, Battle, Boon, BoonRule, Item, Unit
from warhost.rulesets.fantasy_battles.shown import events

ONCE = "t9a.special.one_use_only"


@ITEMS.rule("Standard of the Iron Vow", "t9a.special.standard_bearer")
class StandardOfTheIronVow(Item):
    """+1 Combat Score for the side of the bearer's unit."""

    def adds_to_score(self, battle: Battle, bearer: Unit) -> int:
        return 1


@rule(ONCE, "t9a.fleeing.no_casting_or_items")
def drinks(battle: Battle, bearer: Unit, item: Item, effect: str) -> Script[bool]:
    """Whether the bearer of a potion that is still full drinks it now."""
    if item.name in bearer.used or battle.body(bearer).fleeing:
        return False
    asked = does(bearer.name)
    text = f"{asked[0].upper()}{asked[1:]} drink the {item.name} now?"
    yes = Option("drink", f"Drink it: {effect}", unit=bearer.id)
    if not (yield from agrees(bearer.seat, "item", text, yes, "Keep it for later", rules=(ONCE,))):
        return False
    bearer.used = (*bearer.used, item.name)
    yield events.BoonGiven(bearer.id, None, f"{item.name}: {effect}", ONCE)
    return True


@ITEMS.rule("Draught of the Bear", ONCE)
class DraughtOfTheBear(Item):
    """When a Round of Combat starts: +2 Strength and +1 AP until the round ends."""

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        if (yield from drinks(battle, bearer, self, "+2 Strength and +1 AP in this round")):
            body = battle.body(bearer)
            body.boons = (*body.boons, Boon(self.name, "round", other=bearer.entry, seat=body.seat))


@BOONS.rule("Draught of the Bear", ONCE)
class StrongAsABear(BoonRule):
    """The one who drank it, and nobody else in the unit, strikes harder."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if bearer.entry == self.boon.other and name in ("str", "ap"):
            tally.add(2 if name == "str" else 1, self)


@ITEMS.rule("Phial of Still Blood", ONCE, "t9a.special.recover_hp")
class PhialOfStillBlood(Item):
    """When a Player Turn of its owner starts: the bearer Recovers D3 Health Points."""

    def at_turn_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        if bearer.wounds and (yield from drinks(battle, bearer, self, "Recover D3 Health Points")):
            points = yield from roll_sum("D3", why=f"{bearer.name}: {self.name}", rule=ONCE, seat=bearer.seat)
            back = restore(battle, bearer, points, raises=False)
            yield events.HealthRegained(bearer.id, back)
