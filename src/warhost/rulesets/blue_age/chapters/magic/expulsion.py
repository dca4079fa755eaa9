"""Expulsions: what like dice in a casting roll let loose (Table: Expulsion; BLUE-R79 to BLUE-R81)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll, roll_pool, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.magic.pools import SIDES, Casting
from warhost.rulesets.blue_age.chapters.movement import flight
from warhost.rulesets.blue_age.chapters.shooting.blast import covered_by, within_section
from warhost.rulesets.blue_age.chapters.wounds import harm
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import (
    CM,
    EFFECTS,
    Battle,
    Effect,
    Special,
    Unit,
    apart,
    bases_of,
    enemies,
    head,
    hosts,
    lay,
    reach,
    together,
    trials,
    values,
)
from warhost.rulesets.blue_age.core.events import magic as events

QUAKE = 12.0
"""How far a Quake is felt, in centimetres."""
CROSSING = 5.0
"""The diameter of the template of The Crossing Taketh, in inches."""
FLEE = "2D5"
HIGHEST = 10
"""Strength and Grit grow no further by an Overload."""


@rule("blue.casting.expulsion_trigger")
def alike(faces: Sequence[int]) -> int:
    """The largest number of equal dice of a casting roll; one that is at least 2 brings an Expulsion (BLUE-R79)."""
    return max(Counter(faces).values(), default=0)


@rule("blue.casting.expulsion_trigger", "blue.expulsion.roll_d12", "blue.expulsion.triple_bonus")
@rule("blue.expulsion.quadruple_bonus")
def check(battle: Battle, cast: Casting) -> Script[None]:
    """Roll on the Expulsion Table where dice are alike: one more for a triple, two for four of a kind, and so on."""
    most = alike(cast.faces)
    if most < 2:
        return
    caster = cast.caster
    why, cite = f"Expulsion of {cast.spell.name}", "blue.expulsion.roll_d12"
    (face,) = yield from roll(f"D{SIDES}", why=why, rule=cite, seat=caster.seat, unit=caster.id)
    total = face + most - 2
    name, result = TABLE[min(total, SIDES) - 1]
    yield events.ExpulsionRolled(caster.id, total, name)
    yield from result(battle, cast)


# What lasts on a caster


OVERLOADED_STRENGTH, OVERLOADED_GRIT = "Overload", "Overload of Grit"
SURGE, LAUGHTER = "Lightning Surge", "Laughter of the Gods"


def _overloaded(special: Special, tally: Tally) -> None:
    assert special.effect is not None
    tally.add(max(0, min(special.effect.number, HIGHEST - tally.total)), special)


@EFFECTS.rule(OVERLOADED_STRENGTH, "blue.expulsion.01_overload")
class OverloadedStrength(Special):
    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "strength":
            _overloaded(self, tally)


@EFFECTS.rule(OVERLOADED_GRIT, "blue.expulsion.01_overload")
class OverloadedGrit(Special):
    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "grit":
            _overloaded(self, tally)


@EFFECTS.rule(SURGE, "blue.expulsion.05_lightning_surge")
class Surging(Special):
    """+2 on melee and ranged dice to hit (BLUE-R07)."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind in ("melee", "ranged"):
            lot.to_hit.add(2, self)


@EFFECTS.rule(LAUGHTER, "blue.expulsion.10_laughter")
class Laughing(Special):
    """All melee and ranged attacks have Shred."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind in ("melee", "ranged"):
            lot.shred = self


# Results


@rule("blue.expulsion.01_overload")
def overload(battle: Battle, cast: Casting) -> Script[None]:
    """D5 more Strength and Grit until the end of the turn: one die for both, or one for each where players agreed."""
    caster = cast.caster
    cite = "blue.expulsion.01_overload"
    more = yield from roll_sum("D5", why="Overload", rule=cite, seat=caster.seat, unit=caster.id)
    tougher = more
    if battle.settings.overload_dice == 2:
        tougher = yield from roll_sum("D5", why="Overload of Grit", rule=cite, seat=caster.seat, unit=caster.id)
    lay(caster, Effect(OVERLOADED_STRENGTH, battle.turn, number=more))
    lay(caster, Effect(OVERLOADED_GRIT, battle.turn, number=tougher))
    yield events.EffectLaid(caster.id, f"+{more} Strength and +{tougher} Grit", battle.turn)


@rule("blue.expulsion.02_backlash")
def backlash(battle: Battle, cast: Casting) -> Script[None]:
    """The spell is not cast, and the caster forgets it."""
    cast.over = True
    cast.caster.spells = tuple(name for name in cast.caster.spells if name != cast.spell.name)
    yield events.SpellForgotten(cast.caster.id, cast.spell.name)


@rule("blue.expulsion.03_lance")
def lance(battle: Battle, cast: Casting) -> Script[None]:
    """Strength and Armour Piercing of the spell are doubled, and its template is a shot."""
    cast.lanced = True
    yield from ()


@rule("blue.expulsion.04_bloom")
def bloom(battle: Battle, cast: Casting) -> Script[None]:
    """The spell lasts twice as long."""
    cast.bloomed = True
    yield from ()


@rule("blue.expulsion.05_lightning_surge")
def surge(battle: Battle, cast: Casting) -> Script[None]:
    """The caster hits better until the end of the turn."""
    lay(cast.caster, Effect(SURGE, battle.turn))
    yield events.EffectLaid(cast.caster.id, SURGE, battle.turn)


@rule("blue.expulsion.06_fizzle", "blue.expulsion.07_shudder")
def fizzle(battle: Battle, cast: Casting) -> Script[None]:
    """The spell is not cast; Shudder is the same (BLUE-R81)."""
    cast.over = True
    yield from ()


@rule("blue.expulsion.08_earth_shaker")
def earth_shaker(battle: Battle, cast: Casting) -> Script[None]:
    """A spell that does damage may damage buildings."""
    cast.shaking = True
    yield from ()


@rule("blue.expulsion.09_gate_opens")
def gate(battle: Battle, cast: Casting) -> Script[None]:
    """The caster with his unit, then the target: a Spirit Test or Flee!."""
    tested = [head(battle, cast.caster)]
    if cast.target is not None and head(battle, cast.target) not in tested:
        tested.append(head(battle, cast.target))
    for unit in tested:
        if not unit.models:
            continue
        done = yield from trials.tested(battle, unit, "spirit", "The Gate Opens", "blue.expulsion.09_gate_opens")
        if not done.passed:
            yield from flee(battle, unit, "The Gate Opens", "blue.expulsion.09_gate_opens")


def flee(battle: Battle, unit: Unit, why: str, cite: str) -> Script[None]:
    """A Flee! that nobody's charge brings: 2D5" away from the enemies that it is locked with, else from the nearest."""
    inches = yield from roll_sum(FLEE, why=f"{why}: Flee!", rule=cite, seat=unit.seat, unit=unit.id)
    yield from flight.away(battle, unit, inches, shunned(battle, unit), flees=True)


def shunned(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that a unit runs from: all that it is locked with, else the nearest."""
    if unit.foes:
        return [battle.units[number] for number in unit.foes]
    others = [enemy for enemy in enemies(battle, unit.seat) if enemy.host is None]
    return [min(others, key=lambda enemy: (round(apart(battle, unit, enemy), 4), enemy.id))] if others else []


@rule("blue.expulsion.10_laughter")
def laughter(battle: Battle, cast: Casting) -> Script[None]:
    """The caster and his unit have Shred until the next Command Phase begins."""
    for unit in together(battle, cast.caster):
        lay(unit, Effect(LAUGHTER, battle.turn + 1, early=True))
    yield events.EffectLaid(cast.caster.id, LAUGHTER)


@rule("blue.expulsion.11_quake")
def quake(battle: Battle, cast: Casting) -> Script[None]:
    """Every unit near the caster that is not engaged, friend or foe: a Spirit Test, or it runs towards its zone; it is
    not fleeing."""
    far = QUAKE * (1.0 if battle.settings.cm_as_inches else CM)
    cite = "blue.expulsion.11_quake"
    shaken = [
        unit
        for seat in (battle.first, battle.second)
        for unit in hosts(battle, seat)
        if not unit.locked and reach(battle, cast.caster, unit) <= far + 1e-6
    ]
    for unit in shaken:
        if unit.models and not (yield from trials.tested(battle, unit, "spirit", "Quake", cite)).passed:
            inches = yield from roll_sum(FLEE, why="Quake", rule=cite, seat=unit.seat, unit=unit.id)
            yield from flight.home(battle, unit, inches, flees=False)


@rule("blue.expulsion.12_crossing_taketh")
def crossing(battle: Battle, cast: Casting) -> Script[None]:
    """Every model under a 5" template about the caster is removed, unless it has a Magical Save and passes it.
    Regeneration does not help, a Death Save does."""
    (base,) = bases_of(battle, cast.caster)
    inside = head(battle, cast.caster).inside
    taken = covered_by(battle, (base.x, base.y), CROSSING) if inside is None else within_section(battle, inside)
    for number, models in taken.items():
        yield from _removed(battle, battle.units[number], models, cast.caster)


def _removed(battle: Battle, unit: Unit, models: Sequence[int], by: Unit) -> Script[None]:
    """These models are removed, as far as no Magical Save keeps them."""
    need = values.magical_save(battle, unit)
    gone = list(models)
    if need is not None:
        why, cite = "The Crossing Taketh: Magical Save", "blue.expulsion.12_crossing_taketh"
        faces = yield from roll_pool(len(gone), need=need, why=why, rule=cite, seat=unit.seat, unit=unit.id, sides=10)
        gone = [number for number, face in zip(gone, faces, strict=True) if face < need]
    if gone:
        yield from harm.suffer(
            battle, unit, 0, len(gone), what="The Crossing Taketh", by=by.id, models=gone, regenerates=False
        )


TABLE: tuple[tuple[str, Callable[[Battle, Casting], Script[None]]], ...] = (
    ("Overload", overload),
    ("Backlash", backlash),
    ("Lance", lance),
    ("Bloom", bloom),
    ("Lightning Surge", surge),
    ("Fizzle", fizzle),
    ("Shudder", fizzle),
    ("Earth Shaker", earth_shaker),
    ("The Gate Opens", gate),
    ("Laughter of the Gods", laughter),
    ("Quake", quake),
    ("The Crossing Taketh", crossing),
)
"""The Expulsion Table, from 1 to 12 and more."""
