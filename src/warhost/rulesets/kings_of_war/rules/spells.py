"""Every spell of the book, by what it does (Magic), and what of them lasts on units."""

from __future__ import annotations

from warhost.field import path_of, struck_at
from warhost.field.moves.halting import straight
from warhost.play.battle import stand
from warhost.play.questions import Option
from warhost.play.script import Refused, Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import nerve
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.chapters.magic import SPELLS, Cast, Spell
from warhost.rulesets.kings_of_war.chapters.movement.charge import forced
from warhost.rulesets.kings_of_war.chapters.movement.moves import free_ahead
from warhost.rulesets.kings_of_war.core import (
    EFFECTS,
    Battle,
    Effect,
    Special,
    Unit,
    effect_of,
    enemies,
    events,
    footprint,
    friends,
    has,
    is_within,
    lay,
    lift,
    settled_arc,
    values,
)
from warhost.table import Arc, Forward, Rect, apply

NEAR = 6.0
"""How near to its caster a friend has to be to gain from Drain Life."""

SHADOWS_NEED = 3
SHADOWS_STRENGTH = 3
"""What shadow attacks need to hit, and their Crushing Strength."""

HEXED_DAMAGE = 2
"""What a hexed caster suffers for each hit of its spells."""


def until_its_turn_ends(battle: Battle, unit: Unit) -> int:
    """How many turns of the unit's side have to end before its next one does, the one that goes on left out."""
    return 1 if battle.active == unit.seat else 0


@rule("kow.magic.duration_token")
def lasts(battle: Battle, unit: Unit, name: str, by: Unit) -> Script[None]:
    """The effect lies on the unit until the end of its next turn (KOW-R141)."""
    lay(battle, unit, Effect(name, "end", unit.seat, until_its_turn_ends(battle, unit), source=by.id))
    yield events.EffectLaid(unit.id, name, by.id)


# Missiles


@SPELLS.rule("Alchemist's Curse", "kow.spell.alchemists_curse")
class AlchemistsCurse(Spell):
    """The better the target's Defence, the more dice it has."""

    missile = damages = True
    rules = ("Piercing (4)",)

    def dice(self, battle: Battle, lot: Lot, number: int) -> int:
        return number + lot.defence


@SPELLS.rule("Blizzard", "kow.spell.blizzard")
class Blizzard(Spell):
    """Ice from afar that slows whom it damages."""

    range = 30
    missile = damages = True
    rules = ("Blast (D3)", "Frostbite", "Piercing (1)")


@SPELLS.rule("Bloodboil", "kow.spell.bloodboil")
class Bloodboil(Spell):
    """One die for each point of damage on the target."""

    missile = damages = True
    rules = ("Piercing (1)",)

    def dice(self, battle: Battle, lot: Lot, number: int) -> int:
        return battle.units[lot.target].damage


@SPELLS.rule("Fireball", "kow.spell.fireball")
class Fireball(Spell):
    """Fire that bursts and shakes the nerve of whom it damages."""

    missile = damages = True
    rules = ("Blast (D3)", "Shattering (1)")


@SPELLS.rule("Icy Breath", "kow.spell.icy_breath")
class IcyBreath(Spell):
    """Cold that slows whom it damages."""

    missile = damages = True
    rules = ("Frostbite",)


@SPELLS.rule("Lightning Bolt", "kow.spell.lightning_bolt")
class LightningBolt(Spell):
    """A bolt that pierces armour."""

    range = 24
    missile = damages = True
    rules = ("Piercing (1)",)


# Damage in another way


@SPELLS.rule("Drain Life", "kow.spell.drain_life", "kow.spell.drain_life_heal")
class DrainLife(Spell):
    """The damage that it does comes off the caster or a friend near it. Cast into combat, nobody tests for it."""

    range = 6
    damages = in_combat = True
    rules = ("Piercing (1)",)

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        if not cast.damage:
            return
        near = [cast.caster, *(one for one in friends(battle, cast.caster.seat) if one is not cast.caster)]
        hurt = [one for one in near if one.damage and is_within(battle, cast.caster, one, NEAR)]
        if not hurt:
            return
        options = [Option(str(one.id), f"{one.name}, damage {one.damage}", target=one.id) for one in hurt]
        text = f"Who recovers {cast.damage} damage by {self.name}?"
        key = yield from choose(
            cast.caster.seat, "drain life", text, options, rules=("kow.spell.drain_life_heal",), about=self.name
        )
        yield from nerve.heal(battle, battle.units[int(key)], cast.damage, self.name)


WEAKENED = "Weakened"


@EFFECTS.rule(WEAKENED, "kow.spell.weakness", "kow.spell.wither_and_perish_weaken")
class Weakened(Special):
    """-1 on all rolls to damage, of weapons and spells too (KOW-R146). It does not add up."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        lot.to_damage.add(-1, self)


@SPELLS.rule("Weakness", "kow.spell.weakness")
class Weakness(Spell):
    """The target does less damage until the end of its next turn."""

    range = 24
    in_combat = True

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        yield from lasts(battle, cast.target, WEAKENED, cast.caster)


@SPELLS.rule("Wither and Perish", "kow.spell.wither_and_perish", "kow.spell.wither_and_perish_weaken")
class WitherAndPerish(Spell):
    """It damages, and the target does less damage until the end of its next turn."""

    damages = in_combat = True
    rules = ("Blast (D3)",)

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        yield from lasts(battle, cast.target, WEAKENED, cast.caster)


# Help for friends


@EFFECTS.rule("Bane Chant", "kow.spell.bane_chant")
class BaneChanted(Special):
    """Crushing Strength (+1) for the rest of the turn."""

    gives = ("Crushing Strength (+1)",)


@SPELLS.rule("Bane Chant", "kow.spell.bane_chant")
class BaneChant(Spell):
    """The target has Crushing Strength (+1) for the rest of the turn."""

    friendly = in_combat = True

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        lay(battle, cast.target, Effect(self.name, "end", cast.caster.seat, source=cast.caster.id))
        yield events.EffectLaid(cast.target.id, self.name, cast.caster.id)


@SPELLS.rule("Barkskin", "kow.spell.barkskin", "kow.spell.barkskin_expiry")
class Barkskin(Spell):
    """Each hit is a token that goes in place of a point of damage, until the caster's next turn."""

    friendly = on_self = in_combat = True

    def need(self, battle: Battle, target: Unit) -> int:
        return values.defence(battle, target)

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        known = effect_of(cast.target, self.name)
        tokens = cast.hits + (0 if known is None else known.number)
        lay(battle, cast.target, Effect(self.name, "start", cast.caster.seat, number=tokens, source=cast.caster.id))
        yield events.EffectLaid(cast.target.id, self.name, cast.caster.id, tokens)


@SPELLS.rule("Bastion", "kow.spell.bastion")
class Bastion(Spell):
    """The target has +1 Nerve and Rallying until its next turn."""

    friendly = on_self = in_combat = True

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        made = Effect(
            self.name, "start", cast.target.seat, source=cast.caster.id, gives=("Rallying",), changes=(("nerve", 1),)
        )
        lay(battle, cast.target, made)
        yield events.EffectLaid(cast.target.id, self.name, cast.caster.id)


@SPELLS.rule("Celestial Restoration", "kow.spell.celestial_restoration")
class CelestialRestoration(Spell):
    """Each hit, after Blast, takes a point of damage off a friend far away. Its dice are never rolled again."""

    range = 36
    friendly = in_combat = heals = True
    rerolls = False
    rules = ("Indirect", "Blast (D3)")

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        yield from nerve.heal(battle, cast.target, cast.total, self.name)


@SPELLS.rule("Heal", "kow.spell.heal")
class Heal(Spell):
    """Each hit takes a point of damage off."""

    friendly = on_self = in_combat = heals = True

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        yield from nerve.heal(battle, cast.target, cast.hits, self.name)


@SPELLS.rule("Martyr's Prayer", "kow.spell.martyrs_prayer")
class MartyrsPrayer(Spell):
    """Each hit moves a point of damage from the target to the caster, who does not test for it."""

    friendly = in_combat = heals = True

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        moved = yield from nerve.heal(battle, cast.target, cast.hits, self.name)
        yield from nerve.suffer(battle, cast.caster, moved, self.name)


@EFFECTS.rule("Host Shadowbeast", "kow.spell.host_shadowbeast_attacks")
class ShadowAttacks(Special):
    """Attacks in combat that are rolled apart and that nothing changes."""

    def lot_apart(self, battle: Battle, bearer: Unit, target: Unit) -> Lot | None:
        assert self.effect is not None
        facing = next((foe.theirs for foe in bearer.foes if foe.unit == target.id), Arc.FRONT)
        lot = Lot(
            "combat",
            bearer.id,
            target.id,
            self.effect.number,
            SHADOWS_NEED,
            facing=facing,
            what=self.name,
            rule=self.id,
            own_rules=False,
            untouched=True,
        )
        lot.to_damage.add(SHADOWS_STRENGTH, self)
        return lot


@SPELLS.rule("Host Shadowbeast", "kow.spell.host_shadowbeast", "kow.spell.host_shadowbeast_stack")
class HostShadowbeast(Spell):
    """Each hit is one more attack in combat for a hero on foot or horseback until its next turn. An engaged caster may
    cast it; of two castings the larger counts (KOW-R134)."""

    friendly = on_self = in_combat = while_engaged = True

    def check(self, battle: Battle, caster: Unit, target: Unit) -> Refused | None:
        entry = battle.entry(target)
        if entry.hero and entry.type in ("infantry", "cavalry"):
            return None
        return Refused(f"{self.name} is for infantry and cavalry heroes only, not for {target.name}.", self.id)

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        known = effect_of(cast.target, self.name)
        number = max(cast.hits, 0 if known is None else known.number)
        lay(battle, cast.target, Effect(self.name, "start", cast.target.seat, number=number, source=cast.caster.id))
        yield events.EffectLaid(cast.target.id, self.name, cast.caster.id, number)


@SPELLS.rule("Veil of Shadows", "kow.spell.veil_of_shadows")
class VeilOfShadows(Spell):
    """The caster and friends near it are Stealthy until its player's next turn."""

    on_self = True
    on_others = False

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        lay(
            battle,
            cast.caster,
            Effect(self.name, "start", cast.caster.seat, source=cast.caster.id, gives=("Aura (Stealthy)",)),
        )
        yield events.EffectLaid(cast.caster.id, self.name, cast.caster.id)


# Curses


HEXED = "Hexed"


@EFFECTS.rule(HEXED, "kow.spell.hex_damage")
class Hexed(Special):
    """2 damage for each die that hits with a spell, whatever the spell; nobody tests for it (KOW-R133)."""

    def after_spell(self, battle: Battle, bearer: Unit, hits: int) -> Script[None]:
        yield from nerve.suffer(battle, bearer, HEXED_DAMAGE * hits, "Hex")


@SPELLS.rule("Hex", "kow.spell.hex")
class Hex(Spell):
    """The target suffers for spells that it casts, until the end of its next turn."""

    range = 30

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        yield from lasts(battle, cast.target, HEXED, cast.caster)


@SPELLS.rule("Mind Fog", "kow.spell.mind_fog")
class MindFog(Spell):
    """The target tests its nerve when the phase ends, at +D3 (KOW-R127)."""

    range = 36
    fogs = True

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        cast.target.fogged = True
        yield events.UnitFogged(cast.target.id, self.name)


@EFFECTS.rule("Scorched Earth", "kow.spell.scorched_earth")
class Scorched(Special):
    """Its charges are hindered; Strider and Pathfinder do nothing."""

    silences = frozenset({"Strider", "Pathfinder"})

    def is_hindered(self, battle: Battle, bearer: Unit) -> bool:
        return True


@SPELLS.rule("Scorched Earth", "kow.spell.scorched_earth")
class ScorchedEarth(Spell):
    """In its next turn the target's charges are hindered."""

    range = 18

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        yield from lasts(battle, cast.target, self.name, cast.caster)


# Spells that move their target


OPPOSITE = {Arc.FRONT: Arc.REAR, Arc.REAR: Arc.FRONT, Arc.LEFT: Arc.RIGHT, Arc.RIGHT: Arc.LEFT}


@rule("kow.spell.enthral_stop", "kow.spell.wind_blast_stop", "kow.spell.enthral_speed0", "kow.spell.wind_blast_speed0")
def drive(battle: Battle, unit: Unit, side: Arc, inches: int, what: str) -> Script[None]:
    """The unit goes straight over that side: up to 1 mm before its enemies (KOW-R136), into contact with its friends
    and blocking terrain. Who has a Speed of 0 stays where it is."""
    if not values.speed(battle, unit):
        return
    stopped = free_ahead(battle, unit, float(inches), side)
    if stopped.inches <= 0.0:
        return
    step = straight(side, stopped.inches)
    pose = stand(unit, apply(footprint(battle, unit), step))
    yield events.UnitDriven(unit.id, what, (step,), pose, stopped.inches, stopped.name)


@SPELLS.rule("Enthral", "kow.spell.enthral", "kow.spell.enthral_stop", "kow.spell.enthral_speed0")
class Enthral(Spell):
    """Each hit pulls the target an inch towards the side on which the caster is (KOW-R135)."""

    range = 18
    moves = True

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        side = yield from settled_arc(battle, cast.caster, cast.target)
        yield from drive(battle, cast.target, side, cast.hits, self.name)


@SPELLS.rule("Wind Blast", "kow.spell.wind_blast", "kow.spell.wind_blast_stop", "kow.spell.wind_blast_speed0")
class WindBlast(Spell):
    """Each hit pushes the target an inch away from the side on which the caster is (KOW-R135)."""

    range = 18
    moves = True

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        side = yield from settled_arc(battle, cast.caster, cast.target)
        yield from drive(battle, cast.target, OPPOSITE[side], cast.hits, self.name)


@EFFECTS.rule("Surge", "kow.spell.surge_fly_speed0")
class Surged(Special):
    """A unit that surges does not fly."""

    silences = frozenset({"Fly"})


@SPELLS.rule(
    "Surge",
    "kow.spell.surge",
    "kow.spell.surge_fly_speed0",
    "kow.spell.surge_not_withdrawn",
    "kow.spell.surge_no_nerve",
)
class Surge(Spell):
    """Each hit moves a Shambling friend an inch straight ahead; if it reaches an enemy it has charged it."""

    friendly = moves = True

    def check(self, battle: Battle, caster: Unit, target: Unit) -> Refused | None:
        if not has(battle, target, "shambles"):
            return Refused(f"{self.name} is for Shambling units only, not for {target.name}.", self.id)
        if target.order == "withdraw":
            return Refused(f"{target.name} withdrew in this turn.", "kow.spell.surge_not_withdrawn")
        return None

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        if values.speed(battle, cast.target):
            lay(battle, cast.target, Effect(self.name, "phase", cast.caster.seat))
            yield from surge(battle, cast.target, cast.hits)
            lift(battle, cast.target, self.name)


@rule("kow.spell.surge", "kow.spell.surge_charge", "kow.spell.surge_no_space", "kow.spell.surge_two_enemies")
@rule("kow.spell.surge_no_nerve", "kow.spell.surge_hindered")
def surge(battle: Battle, unit: Unit, inches: int) -> Script[None]:
    """The unit goes straight ahead as far as it can; of the enemies that it reaches it charges one, which then does not
    test for damage of this phase. Without room at any of them it stays in contact with them."""
    ahead = free_ahead(battle, unit, float(inches), reaches=True)
    path = path_of(footprint(battle, unit), (Forward(max(0.0, ahead.inches)),))
    met = [enemy for enemy in enemies(battle, unit.seat) if _is_reached(path.end, footprint(battle, enemy))]
    tried = bool(met)
    while met:
        options = [Option(str(enemy.id), enemy.name, unit=unit.id, target=enemy.id) for enemy in met]
        text = f"Which enemy {does(unit.name)} charge by Surge?"
        key = yield from choose(unit.seat, "surge", text, options, rules=("kow.spell.surge_two_enemies",))
        enemy = battle.units[int(key)]
        if (yield from forced(battle, unit, enemy, path)):
            enemy.excused = True
            return
        met.remove(enemy)
    if not tried:
        stand(unit, path.end)
    assert unit.pose is not None
    yield events.UnitDriven(unit.id, "Surge", path.steps, unit.pose, path.inches, ahead.name)


def _is_reached(place: Rect, goal: Rect) -> bool:
    return any(struck_at(place, goal, side) is not None for side in Arc)
