"""The special rules that are about nerve, damage that heals, and what works around a unit (Special Rules)."""

from __future__ import annotations

from warhost.play.rules.rulebase import Brackets
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll_pool
from warhost.rulesets.kings_of_war.chapters.nerve import NerveTest, heal, suffer
from warhost.rulesets.kings_of_war.core import (
    AURA_REACH,
    SPECIALS,
    WHOLE,
    WHOM,
    Battle,
    Special,
    Unit,
    enemies,
    friends,
    is_within,
)

MOST_RESOLVE = 3
"""Iron Resolve never heals more than this (KOW-R125)."""


@SPECIALS.rule("Aura", "kow.special.aura")
class Aura(Special):
    """The rule in brackets is for the unit and for friends within 6", or within the distance that it names."""

    brackets = Brackets(r".+", "Elite")


# Tests


@SPECIALS.rule("Brutal", "kow.special.brutal")
class Brutal(Special):
    """So much is added to nerve tests of enemies in combat with it; of several such units the highest counts."""

    brackets = WHOLE

    def on_enemys_nerve(self, battle: Battle, bearer: Unit, test: NerveTest) -> None:
        if test.cause == "ranged" or all(foe.unit != test.unit.id for foe in bearer.foes):
            return
        number = self.number(battle, "combat", test.unit)
        if number and (test.brutal is None or number > test.brutal[0]):
            test.brutal = (number, self)


@SPECIALS.rule("Dread", "kow.special.dread", "kow.special.dread_single")
class Dread(Special):
    """Enemies within 6" have 1 Nerve less; several such units count once."""

    def on_enemys_value(self, battle: Battle, bearer: Unit, enemy: Unit, name: str, tally: Tally) -> None:
        if name == "nerve" and is_within(battle, bearer, enemy, AURA_REACH):
            tally.add(-1, self)

    def on_enemys_nerve(self, battle: Battle, bearer: Unit, test: NerveTest) -> None:
        if is_within(battle, bearer, test.unit, AURA_REACH):
            test.dread = (1, self)


@SPECIALS.rule("Fearless", "kow.special.fearless")
class Fearless(Special):
    """It is steady where a nerve test would make it waver."""

    def on_nerve(self, battle: Battle, bearer: Unit, test: NerveTest) -> None:
        test.fearless = True


@SPECIALS.rule("Inspiring", "kow.special.inspiring", "kow.special.inspiring_qualifier")
class Inspiring(Special):
    """A nerve test that it or a friend within 6" has failed is rolled once more. With units in brackets it inspires
    itself and these."""

    brackets = WHOM
    reach = AURA_REACH

    def inspires(self, battle: Battle, bearer: Unit, unit: Unit) -> bool:
        return bearer is unit or (self.is_for(battle, unit) and is_within(battle, bearer, unit, self.reach))


@SPECIALS.rule("Very Inspiring", "kow.special.very_inspiring")
class VeryInspiring(Inspiring):
    """Inspiring, up to 9" away."""

    kin = "Inspiring"
    reach = 9.0


@SPECIALS.rule("Rallying", "kow.special.rallying")
class Rallying(Special):
    """Other friends within 6" have 1 Nerve more; several such units count once."""

    brackets = WHOM

    def on_friends_value(self, battle: Battle, bearer: Unit, friend: Unit, name: str, tally: Tally) -> None:
        if name == "nerve" and self.is_for(battle, friend) and is_within(battle, bearer, friend, AURA_REACH):
            tally.add(1, self)


@SPECIALS.rule("Iron Resolve", "kow.special.iron_resolve")
class IronResolve(Special):
    """It loses so much damage, 3 at most, when a nerve test leaves it steady."""

    brackets = WHOLE

    def when_steady(self, battle: Battle, bearer: Unit) -> Script[None]:
        yield from heal(battle, bearer, min(MOST_RESOLVE, self.number(battle)), self.name)


# Around an order


@SPECIALS.rule("Cloak of Death", "kow.special.cloak_of_death", "kow.special.cloak_of_death_once")
class CloakOfDeath(Special):
    """When it has completed its order, each enemy within 6" takes a point of damage, from one such unit a turn and
    without a nerve test."""

    def after_order(self, battle: Battle, bearer: Unit) -> Script[None]:
        for enemy in enemies(battle, bearer.seat):
            if self.name not in enemy.once and is_within(battle, bearer, enemy, AURA_REACH):
                enemy.once += (self.name,)
                yield from suffer(battle, enemy, 1, self.name, bearer.id)


@SPECIALS.rule("Radiance of Life", "kow.special.radiance_of_life", "kow.special.radiance_of_life_once")
class RadianceOfLife(Special):
    """When it has completed its order, it and each friend within 6" lose a point of damage, by one such unit a turn."""

    brackets = WHOM

    def after_order(self, battle: Battle, bearer: Unit) -> Script[None]:
        for friend in friends(battle, bearer.seat):
            meant = friend is bearer or self.is_for(battle, friend)
            if meant and self.name not in friend.once and is_within(battle, bearer, friend, AURA_REACH):
                friend.once += (self.name,)
                yield from heal(battle, friend, 1, self.name)


@SPECIALS.rule("Regeneration", "kow.special.regeneration")
class Regeneration(Special):
    """Once a turn, before it carries out its order, it rolls a die for each point of damage: so much or more removes
    that point."""

    brackets = Brackets(r"[2-6]\+?", "5+")

    def as_ordered(self, battle: Battle, bearer: Unit) -> Script[None]:
        if not bearer.damage or self.name in bearer.once:
            return
        bearer.once += (self.name,)
        need = min(int(one.number) for one in self.sayings)
        faces = yield from roll_pool(
            bearer.damage, need=need, why=self.name, rule=self.id, seat=bearer.seat, unit=bearer.id
        )
        yield from heal(battle, bearer, sum(face >= need for face in faces), self.name)
