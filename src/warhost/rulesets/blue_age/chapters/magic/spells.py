"""What spells do, by a few general kinds (BLUE-R75): hits, rules and values that last, moves, healing, tests."""

from __future__ import annotations

from warhost.play.counsel.throws import throw
from warhost.play.questions import Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, choose, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.penetration import Attack, penetrate
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.magic.pools import Casting, Spell, mean_of_dice
from warhost.rulesets.blue_age.chapters.movement import flight
from warhost.rulesets.blue_age.chapters.movement.walking import walk_question
from warhost.rulesets.blue_age.chapters.shooting import panic, shots
from warhost.rulesets.blue_age.chapters.shooting.blast import (
    aim_point,
    best_points,
    burst,
    covered_by,
    hits_of,
    section_at,
)
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import (
    EFFECTS,
    Battle,
    Effect,
    Model,
    RangedWeapon,
    Special,
    Unit,
    bases_of,
    effect_of,
    head,
    is_so,
    lay,
    section_piece,
    set_models,
    together,
    trials,
)
from warhost.rulesets.blue_age.core.events import magic as events
from warhost.rulesets.blue_age.core.trials import Trial
from warhost.table import Point

CITE = "blue.casting.resolve_and_next"

STRONGEST = 10
"""No spell is stronger than this."""


@rule("blue.casting.resolve_and_next")
def resolve(battle: Battle, cast: Casting) -> Script[None]:
    """The spell takes effect, in the order of its kinds."""
    spell = cast.spell
    yield from retarget(battle, cast)
    target = cast.target
    if target is not None and not target.models:
        return
    yield events.SpellCast(cast.caster.id, spell.name, None if target is None else target.id)
    if spell.hits is not None:
        before = panic.strengths(battle)
        yield from strike(battle, cast)
        if battle.phase == "shooting":
            yield from panic.after_attack(battle, before, [head(battle, cast.caster)])
    if target is not None and target.models:
        yield from _touch(battle, cast, target)


def _touch(battle: Battle, cast: Casting, target: Unit) -> Script[None]:
    """What a spell does to its target besides hits."""
    spell = cast.spell
    if spell.test is not None:
        added = {"the_spell": spell.test.added} if spell.test.added else {}
        done = yield from trials.tested(battle, target, spell.test.kind, spell.name, CITE, **added)
        if done.passed:
            return
        if spell.test.fails != "suffers":
            yield from _run(battle, cast, target)
    if spell.moves:
        yield from _move(battle, cast, target)
    if spell.drives:
        yield from _drive(battle, cast, target)
    if spell.heals:
        yield from _heal(battle, cast, target)
    if spell.turns and target.models:
        yield from _enchant(battle, cast, target)


def turns_of(cast: Casting) -> int:
    """How many turns the spell lasts; Bloom doubles them (BLUE-R81)."""
    return cast.spell.turns * (2 if cast.bloomed else 1)


# What lasts


def _enchant(battle: Battle, cast: Casting, target: Unit) -> Script[None]:
    """The spell lies on the unit and on the Heroes who are with it; the turn of casting counts (BLUE-R146)."""
    until = battle.turn + turns_of(cast) - 1
    for unit in together(battle, target):
        known = effect_of(unit, cast.spell.name)
        lasts = until if known is None else max(until, known.until)
        lay(unit, Effect(cast.spell.name, lasts, gives=cast.spell.gives))
    yield events.EffectLaid(target.id, cast.spell.name, until)


class Enchanted(Special):
    """A spell that lasts on a unit and changes its values."""

    spell: Spell

    def _changed(self, name: str, tally: Tally) -> None:
        tally.add(self.spell.changes.get(name, 0), self)

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name in ("movement", "strength", "grit", "attacks"):
            self._changed(name, tally)

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind in ("melee", "ranged"):
            self._changed(lot.kind, lot.to_hit)

    def on_initiative(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        self._changed("initiative", tally)

    def on_charge(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        self._changed("charge", tally)

    def on_test(self, battle: Battle, bearer: Unit, trial: Trial) -> None:
        self._changed(trial.kind, trial.added)


for _spell in magic.spells().values():
    if _spell.changes:
        EFFECTS.rule(_spell.name, CITE)(type(_spell.name.replace(" ", ""), (Enchanted,), {"spell": _spell}))


# Hits


def strike(battle: Battle, cast: Casting) -> Script[None]:
    """The attack of a spell: on a unit, by a template, or on a section of a building."""
    hits = cast.spell.hits
    assert hits is not None
    caster, weapon = cast.caster, weapon_of(cast)
    if weapon.blast:
        point = yield from _centre(battle, cast, weapon)
        yield from burst(battle, covered_by(battle, point, weapon.blast), hits_of(battle, caster, weapon))
        section = section_at(battle, point)
        if section is not None and shots.demolishes(weapon):
            yield from penetrate(battle, section, _demolition(cast, weapon))
        return
    count = 1 if cast.lanced and hits.blast else hits.number
    if isinstance(count, str):
        count = yield from roll_sum(count, why=f"Hits of {weapon.name}", rule=CITE, seat=caster.seat, unit=caster.id)
    if cast.section is not None:
        yield from _at_section(battle, cast, weapon, count)
    elif cast.target is not None and cast.target.models:
        lot = lot_of(battle, cast, cast.target, count)
        yield from shots.carry_out(battle, lot, attackers=bases_of(battle, caster))


def _centre(battle: Battle, cast: Casting, weapon: RangedWeapon) -> Script[Point]:
    """Where the template of a spell is laid: on a model of its target as its player says, or on the section that it
    goes at or in which its target is."""
    target = cast.target
    section = cast.section if target is None else head(battle, target).inside
    if section is not None:
        shape = section_piece(battle, section).shape
        return (shape.x, shape.y)
    assert target is not None
    return (yield from aim_point(battle, cast.caster, target, weapon, bases_of(battle, cast.caster)))


def _demolition(cast: Casting, weapon: RangedWeapon) -> Attack:
    assert weapon.strength is not None
    return Attack(cast.caster.id, weapon.name, weapon.strength, weapon.ap)


@rule("blue.expulsion.08_earth_shaker")
def _at_section(battle: Battle, cast: Casting, weapon: RangedWeapon, count: int) -> Script[None]:
    """Hits on a building: a penetration roll for each; a shot has to hit first, without cover (BLUE-R138)."""
    hits = cast.spell.hits
    assert hits is not None
    assert cast.section is not None
    if hits.aimed or (cast.lanced and hits.blast):
        stage = attacks.chain(battle, shots.lot_of(battle, cast.caster, None, weapon, count))
        if stage.need is not None:
            count = (yield from throw(attacks.only_hits(stage), count)).passed
    for _ in range(count):
        yield from penetrate(battle, cast.section, _demolition(cast, weapon))


def sections(battle: Battle, cast: Casting) -> list[int]:
    """The sections of buildings that the attack of a spell may go at: that of a Demolisher at those in range and in
    sight that the caster's own side does not hold."""
    if cast.spell.hits is None or not battle.sections:
        return []
    weapon = weapon_of(cast)
    if not shots.demolishes(weapon):
        return []
    return [
        number
        for number, section in enumerate(battle.sections)
        if not section.ruined
        and not _holds(battle, cast.caster.seat, number)
        and shots.why_not_section(battle, cast.caster, number, weapon) is None
    ]


def _holds(battle: Battle, seat: int, number: int) -> bool:
    return any(unit.inside == number and unit.seat == seat and unit.models for unit in battle.units)


@rule("blue.expulsion.08_earth_shaker")
def retarget(battle: Battle, cast: Casting) -> Script[None]:
    """A spell that may damage buildings since Earth Shaker may go at one instead of its target."""
    if not cast.shaking or cast.target is None or (cast.spell.hits and is_so(cast.spell.hits.qualities, "demolishes")):
        return
    options = [Option(f"section:{number}", section_piece(battle, number).name) for number in sections(battle, cast)]
    kept = Option("keep", cast.target.name, target=cast.target.id, passes=True)
    text = f"What does {cast.spell.name} strike?"
    cite = ("blue.expulsion.08_earth_shaker",)
    key = yield from choose(cast.caster.seat, "spell target", text, [kept, *options], rules=cite, about=cast.spell.name)
    if key != "keep":
        cast.target, cast.section = None, int(key.removeprefix("section:"))


@rule("blue.expulsion.03_lance", "blue.expulsion.08_earth_shaker")
def weapon_of(cast: Casting) -> RangedWeapon:
    """The attack of a spell as if it were a weapon. Lance doubles its Strength and Armour Piercing and takes away its
    template, Earth Shaker lets it damage buildings (BLUE-R81)."""
    hits = cast.spell.hits
    assert hits is not None
    times = 2 if cast.lanced else 1
    more = ("Demolisher",) if cast.shaking and not is_so(hits.qualities, "demolishes") else ()
    return RangedWeapon(
        cast.spell.name,
        cast.spell.range,
        min(STRONGEST, hits.strength * times),
        ap=hits.ap * times,
        qualities=(*hits.qualities, *more),
        blast=0.0 if cast.lanced else hits.blast,
    )


@rule("blue.expulsion.03_lance")
def lot_of(battle: Battle, cast: Casting, target: Unit, count: int) -> Lot:
    """The attacks of a spell on a unit: they hit by themselves; a shot, and what Lance makes one of a template, hits on
    the caster's Ranged like any other where he has one."""
    hits = cast.spell.hits
    assert hits is not None
    weapon = weapon_of(cast)
    assert weapon.strength is not None
    if hits.aimed or (cast.lanced and hits.blast):
        return shots.lot_of(battle, cast.caster, target, weapon, count)
    lot = Lot(
        "spell",
        cast.caster.id,
        target.id,
        count,
        None,
        strength=weapon.strength,
        ap=weapon.ap,
        what=weapon.name,
        rule=CITE,
        qualities=weapon.qualities,
    )
    return attacks.prepared(battle, lot)


# Moves


def _away(battle: Battle, cast: Casting, target: Unit, dice: str, *, flees: bool) -> Script[None]:
    why = f"{cast.spell.name}: {target.name} {'flees' if flees else 'falls back'}"
    inches = yield from roll_sum(dice, why=why, rule=CITE, seat=target.seat, unit=target.id)
    yield from flight.away(battle, target, inches, [head(battle, cast.caster)], flees=flees)


def _run(battle: Battle, cast: Casting, target: Unit) -> Script[None]:
    """A failed test: Flee! or Fall Back from the caster."""
    assert cast.spell.test is not None
    flees = cast.spell.test.fails == "flees"
    yield from _away(battle, cast, target, "2D5" if flees else "D5", flees=flees)


def _drive(battle: Battle, cast: Casting, target: Unit) -> Script[None]:
    """An enemy is driven away from the caster; it does not flee."""
    yield from _away(battle, cast, target, cast.spell.drives, flees=False)


def _move(battle: Battle, cast: Casting, target: Unit) -> Script[None]:
    """An own unit moves at once, as its player says."""
    name = cast.spell.name
    inches = yield from roll_sum(cast.spell.moves, why=name, rule=CITE, seat=target.seat, unit=target.id)
    text = f'{name}: {target.name} may move {inches}". Where to?'
    yield from walk_question(battle, target, float(inches), topic="spell move", text=text, cite=CITE)


# Healing


def _heal(battle: Battle, cast: Casting, target: Unit) -> Script[None]:
    """Wounded models of the unit, and Heroes who are with it, get Health back."""
    caster, spell = cast.caster, cast.spell
    left = yield from roll_sum(spell.heals, why=spell.name, rule=CITE, seat=caster.seat, unit=caster.id)
    for unit in together(battle, target):
        healed = 0
        now: list[Model] = []
        for model in unit.models:
            back = min(left, model.lost)
            left, healed = left - back, healed + back
            now.append(Model(model.x, model.y, model.lost - back, model.role, model.facing) if back else model)
        if healed:
            set_models(battle, unit, tuple(now))
            yield events.HealthRestored(unit.id, healed, spell.name)


def is_of_use(battle: Battle, spell: Spell, target: Unit) -> bool:
    """Whether a spell would do anything to a unit: nobody heals the unhurt, and who is locked, flees or is in a
    building is not moved."""
    if spell.heals and not any(model.lost for unit in together(battle, target) for model in unit.models):
        return False
    free = not target.locked and target.inside is None
    return free and not (spell.moves and target.fleeing) if spell.moves or spell.drives else True


def mean_harm(battle: Battle, caster: Unit, spell: Spell, target: Unit) -> float:
    """The wounds that the hits of a spell do to a unit on average, if it is cast: of a template those on the models
    that the best place for it covers."""
    hits = spell.hits
    if hits is None:
        return 0.0
    cast = Casting(caster, spell, target)
    count = mean_of_dice(hits.number)
    if hits.blast:
        points = best_points(battle, caster, bases_of(battle, target), hits.blast)
        count = float(len(covered_by(battle, points[0], hits.blast).get(target.id, ())))
    return attacks.mean_of(battle, lot_of(battle, cast, target, 1)) * count
