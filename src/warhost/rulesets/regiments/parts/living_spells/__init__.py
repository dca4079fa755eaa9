"""Living Spells: magic that stands on the table and goes its own way (Advanced Casting: Living Spells)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import ClassVar

import msgspec

from warhost.field import Path
from warhost.field.ground.placing import Ground
from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.play.script import Script, agrees, draw_from, roll
from warhost.play.shown.cards import Figure, Overlay, Ring, Token
from warhost.play.shown.english import listed, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import ground
from warhost.rulesets.regiments.chapters.magic.casters import Way
from warhost.rulesets.regiments.chapters.magic.casting import way_of
from warhost.rulesets.regiments.core import ActionName, Battle, Choice, Part, SpecialRule, Unit, is_present, optional
from warhost.rulesets.regiments.core import events as core_events
from warhost.rulesets.regiments.parts.living_spells import advice, casting, moving, placing, state
from warhost.rulesets.regiments.parts.living_spells.events import LivingSpellDrawn, LivingSpellGone, PlatformFed
from warhost.rulesets.regiments.parts.living_spells.rules import Aura
from warhost.rulesets.regiments.parts.living_spells.spells import AROUND, CATEGORIES, SLUG, spell_on, spells
from warhost.rulesets.regiments.parts.living_spells.state import Living
from warhost.table import Circle, Pose, base_crossed, bases_within, swept

LARGER = "larger_bases"
GATES = "voidgates"


@optional.part(SLUG, "Living Spells", "aofr.living.cast", "aofr.casting.modules")
class LivingSpells(Part):
    """Spells that are placed on the table, move when rounds end, and can be unbound."""

    text = (
        "Each army draws three living spells. A caster places one on the table, where it wanders, hits, helps or "
        "hinders all units near it until an enemy caster unbinds it."
    )
    choices = (
        Choice("smaller_bases", "Smaller bases", "Small spells stand on 32 mm bases, large ones on 50 mm bases."),
        Choice(LARGER, "Larger bases", "Small spells stand on 40 mm bases, large ones on 60 mm bases."),
    )

    many_sides = True
    words: ClassVar = {
        "Living spells": ("aofr.living.cast", "aofr.living.one_in_play", "aofr.living.unbind"),
        **{name: (spell.rule,) for name, spell in spells().items()},
        **{f"near {name}": (spell.rule,) for name, spell in spells().items()},
    }

    # Before the battle.

    @rule("aofr.living.draw")
    def before_deployment(self, battle: Battle) -> Script[None]:
        """Each army draws one spell of each category."""
        drawn: dict[str, tuple[str, ...]] = {}
        for seat in battle.in_turn(battle.first):
            names: list[str] = []
            for category in CATEGORIES:
                row = f"aofr.living.{category}_table"
                (face,) = yield from roll("D6", why=f"{category.capitalize()} spell", rule=row, seat=seat)
                names.append(spell_on(category, face).name)
            drawn[str(seat)] = tuple(names)
            yield LivingSpellDrawn(seat, listed(names))
        state.keep(battle, state.Spells(drawn=drawn, larger=self.has(LARGER)))

    # Casting.

    def further_spells(self, battle: Battle, unit: Unit, way: Way) -> Iterable[Option]:
        return casting.options(battle, unit, way)

    def cast_further(self, battle: Battle, unit: Unit, key: str, way: Way) -> Script[None]:
        yield from casting.attempt(battle, unit, key, way)

    # While they are in play.

    @rule("aofr.living.cogs_of_time", "aofr.living.shard_of_mist", "aofr.living.sword_swarm")
    @rule("aofr.living.spirit_seeker", "aofr.living.screaming_horror", "aofr.living.divine_maelstrom")
    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        """Units within 6" feel a spell, whoever cast it."""
        if not is_present(battle, unit):
            return ()
        return [
            Aura(living.spell)
            for living in state.told(battle).play
            if living.spell.aura
            and any(state.is_near(battle, unit, shape, AROUND) for shape in state.shapes(battle, living))
        ]

    @rule("aofr.living.magic_shackles")
    def slowest(self, battle: Battle, unit: Unit, way: Path) -> float:
        """Who begins within 6" of shackles, or comes there, moves as in difficult terrain (AOFR-R282)."""
        for living in state.in_play(battle):
            if living.spell.slow:
                (shape,) = state.shapes(battle, living)
                ways = [way.start, *(swept(start, step) for start, step in way.straights())]
                if any(bases_within(shape, place, optional.measured(battle, AROUND)) for place in ways):
                    return optional.measured(battle, living.spell.slow)
        return inf

    @rule("aofr.living.twin_shock_spheres")
    def on_way(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
        """Whoever moves through the line between two spheres is hit."""
        for living in state.in_play(battle):
            if not living.spell.shock or living.second is None or unit.fate:
                continue
            ends = ((living.x, living.y), living.second)
            if any(base_crossed(swept(start, step), *ends) for start, step in way.straights()):
                yield from moving.hit(battle, living, unit, living.spell.shock)

    @rule("aofr.living.soul_drain_platform")
    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        """A random unit near a platform is drained when the unit of its caster is activated (AOFR-R281)."""
        for living in state.in_play(battle):
            if living.spell.drains and living.unit == unit.id:
                near = list(state.touched(battle, living))
                names = [one.name for one in near]
                cards = [f"{name} ({n})" if names.count(name) > 1 else name for n, name in enumerate(names, 1)]
                card = yield from draw_from(cards, why=f"{living.name}: who is drained", rule=living.spell.rule)
                yield from moving.hit(battle, living, near[cards.index(card)], living.spell.drains)
        return False

    @rule("aofr.living.linked_voidgates")
    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        """A unit that ends its activation within 3" of a gate may be placed within 3" of the other."""
        yield from self._tidy(battle)
        for living in state.in_play(battle):
            reach = living.spell.gate
            if not reach or living.second is None or unit.fate or unit.pose is None:
                continue
            shapes = state.shapes(battle, living)
            near = [state.is_near(battle, unit, shape, reach) for shape in shapes]
            if any(near):
                yield from self._through_gate(battle, unit, living, 1 - near.index(True))

    def _through_gate(self, battle: Battle, unit: Unit, living: Living, number: int) -> Script[None]:
        """The unit's owner may place it near that gate, facing any way (AOFR-R131, AOFR-R280)."""
        gate = state.shapes(battle, living)[number]
        assert isinstance(gate, Circle)
        near = Ground(
            rule=living.spell.rule,
            around=(gate.x, gate.y),
            reach=optional.measured(battle, living.spell.gate) + gate.radius,
            fully=False,
        )
        if not ground.fits(battle, unit, near):
            return
        yes = Option("go", "Go through the gate", unit=unit.id, text=living.spell.text)
        text = f"{verb(unit.name, 'Does')} {unit.name} go through {living.name}?"
        if not (yield from agrees(unit.seat, GATES, text, yes, "Stay here", rules=(living.spell.rule,))):
            return
        pose = yield from ground.set_down(battle, unit, near, "place", f"Where do you place {unit.name}?")
        yield core_events.UnitPlaced(unit.id, living.name, pose)

    @rule("aofr.living.vortex_platform")
    def round_begun(self, battle: Battle) -> Script[None]:
        """A caster on a vortex platform gets one more token each round."""
        for living in state.in_play(battle):
            caster = state.caster_of(battle, living)
            if living.spell.tokens and caster is not None:
                way_of(battle).grant(battle, caster, living.spell.tokens)
                yield PlatformFed(living.unit, living.name, living.spell.tokens)

    def before_seizing(self, battle: Battle) -> Script[None]:
        yield from moving.end_of_round(battle)
        yield from self._tidy(battle)

    def _tidy(self, battle: Battle) -> Script[None]:
        """Platforms whose casters are dead are gone."""
        there = state.in_play(battle)
        for living in state.told(battle).play:
            if living not in there:
                state.take_off(battle, living)
                yield LivingSpellGone(living.name, "its caster is dead")

    # What a computer player thinks.

    advises = frozenset({placing.TOPIC, GATES})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        yield (0.0 if option.passes else -1.0), "has a place to hold", ""

    def advise_spot(self, battle: Battle, question: Question, pose: Pose) -> Iterable[Term]:
        spell = spells()[question.about]
        own = next((one for one in state.in_play(battle) if one.name == spell.name), None)
        start = None if own is None or spell.moves != "caster" else (own.x, own.y)
        yield advice.value(battle, question.seat, spell, pose, start), "what it does there", spell.rule

    def spell_worth(self, battle: Battle, unit: Unit, option: Option) -> float:
        """What a living spell would be worth, without what is lost with the one in play; unbinding one is worth what
        it would do to this side."""
        _, deed, _, name = option.key.split(":", 3)
        if deed == "unbind":
            living = next(one for one in state.in_play(battle) if one.name == name and one.seat != unit.seat)
            return max(0.0, -self._standing(battle, living, unit.seat))
        old = state.of_seat(battle, unit.seat)
        lost = 0.0 if old is None else max(0.0, self._standing(battle, old, unit.seat))
        return advice.best(battle, unit, spells()[name]) - lost

    def _standing(self, battle: Battle, living: Living, seat: int) -> float:
        """What a spell in play is worth to a side."""
        shape = state.shapes(battle, living)[0]
        sign = 1.0 if living.seat == seat or not (living.spell.carried or living.spell.terrain) else -1.0
        return sign * advice.value(battle, seat, living.spell, Pose(shape.x, shape.y, living.facing))

    # What is shown.

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        drawn = state.drawn_by(battle, seat)
        living = state.of_seat(battle, seat)
        shown: dict[str, Figure] = {"Living spells": ", ".join(drawn)} if drawn else {}
        return shown if living is None else {**shown, "In play": living.name}

    def marks(self, battle: Battle, unit: Unit) -> Sequence[str]:
        near = [living.name for living in state.in_play(battle) if unit in list(state.touched(battle, living))]
        return tuple(f"near {name}" for name in dict.fromkeys(near)) if unit.pose is not None else ()

    @rule("aofr.living.burning_pyre")
    def overlay(self, battle: Battle, overlay: Overlay) -> Overlay:
        tokens, rings = list(overlay.tokens), list(overlay.rings)
        for living in state.in_play(battle):
            for shape in state.shapes(battle, living):
                tokens.append(Token(shape.x, shape.y, living.name, living.seat))
                rings.append(Ring(shape.x, shape.y, optional.measured(battle, AROUND) + shape.radius, living.name))
        return msgspec.structs.replace(overlay, tokens=tuple(tokens), rings=tuple(rings))

    def in_force(self, battle: Battle) -> Sequence[str]:
        return tuple(
            f"{battle.scene.seats[int(seat)].name} drew {listed(names)}."
            for seat, names in state.told(battle).drawn.items()
        )

    @rule("aofr.living.one_in_play")
    def problems(self, battle: Battle) -> Sequence[str]:
        """An army has one living spell in play at most."""
        seats = [living.seat for living in state.told(battle).play]
        return [f"Seat {seat} has {seats.count(seat)} living spells." for seat in set(seats) if seats.count(seat) > 1]
