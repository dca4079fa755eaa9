"""Unit psychology: frenzy, panic, retreats and exhaustion, any of which may be played (Unit Psychology)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from warhost.play.counsel.counsel import Term
from warhost.play.events import Event, counted
from warhost.play.questions import Kind, Odds, Option, Question
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import (
    Battle,
    Cause,
    Choice,
    Clash,
    Loss,
    Part,
    SpecialRule,
    Unit,
    events,
    optional,
)
from warhost.rulesets.regiments.parts.unit_psychology import exhaustion, frenzy, panic, retreating
from warhost.rulesets.regiments.parts.unit_psychology.state import (
    EXHAUSTION,
    FRENZY,
    PANIC,
    RETREATING,
    SLUG,
    tell,
    told,
)

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel


@optional.part(SLUG, "Unit Psychology", "aofr.psych.use")
class UnitPsychology(Part):
    """Its modules do not need each other."""

    text = "Units may go into a frenzy, panic, be driven back by wounds, and tire."
    several = True
    many_sides = True
    choices = (
        Choice(
            FRENZY,
            "Frenzy",
            "Units that destroy an enemy may have to attack the nearest one next.",
            "aofr.psych.frenzy_trigger",
        ),
        Choice(
            PANIC,
            "Panic",
            "A unit that would become Shaken may panic instead: the enemy may control it once.",
            "aofr.psych.panic_roll",
        ),
        Choice(
            RETREATING,
            "Retreating",
            "Units that are wounded by shots or beaten in melee fall back.",
            "aofr.psych.retreat_shooting",
        ),
        Choice(
            EXHAUSTION,
            "Exhaustion",
            "Fights, losses and forced marches cost markers that weaken a unit.",
            "aofr.psych.exhaustion_melee",
        ),
    )

    # What happens in an activation.

    @rule("aofr.psych.use")
    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        """Who leads the unit; then its markers; then whether it is in a frenzy."""
        if self.has(RETREATING):
            tell(battle, shot=(), shaken=(), beaten=())
        if self.has(PANIC):
            yield from panic.take_control(battle, unit)
        if self.has(EXHAUSTION):
            tell(battle, pushing=-1)
            yield from exhaustion.inspire(battle, unit)
            yield from exhaustion.shake_off(battle, unit)
        if self.has(FRENZY) and not unit.fate:
            return (yield from frenzy.rage(battle, unit))
        return False

    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        if self.has(PANIC):
            panic.come_round(battle, unit)
        yield from self.after_fighting(battle)

    def after_fighting(self, battle: Battle) -> Script[None]:
        """Who was shot at retreats; then who destroyed somebody may be in a frenzy."""
        if self.has(RETREATING):
            yield from retreating.after_shots(battle)
        if self.has(FRENZY):
            yield from frenzy.test_destroyers(battle)

    def instead_of_shaken(self, battle: Battle, unit: Unit) -> Script[bool]:
        return (yield from panic.panics(battle, unit)) if self.has(PANIC) else False

    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
        if self.has(FRENZY):
            frenzy.note_destroyer(battle, by)
        if self.has(EXHAUSTION):
            yield from exhaustion.after_loss(battle, unit)

    def wounded(self, battle: Battle, unit: Unit, loss: Loss) -> Script[None]:
        yield from ()
        if self.has(RETREATING):
            retreating.note_shot(battle, unit, loss)

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        yield from ()
        if isinstance(event, events.UnitDestroyed | events.UnitRouted):
            panic.come_round(battle, battle.units[event.unit])
        elif isinstance(event, events.UnitShaken) and self.has(RETREATING):
            tell(battle, shaken=(*told(battle).shaken, event.unit))
        elif isinstance(event, events.UnitActivated) and event.action == "idle" and self.has(EXHAUSTION):
            exhaustion.note_rest(battle, battle.units[event.unit])

    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        yield from ()
        if self.has(RETREATING):
            retreating.note_beaten(battle, clash)

    def after_melee(self, battle: Battle, unit: Unit, target: Unit) -> Script[None]:
        if self.has(EXHAUSTION):
            yield from exhaustion.after_melee(battle, unit, target)
        if self.has(RETREATING):
            yield from retreating.after_melee(battle)

    def at_round_end(self, battle: Battle) -> Script[None]:
        if self.has(EXHAUSTION):
            yield from exhaustion.round_ends(battle)

    # Exhaustion: what it does, and its actions.

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        count, pushing = exhaustion.markers(battle, unit), told(battle).pushing == unit.id
        return (exhaustion.Weary(count, pushing),) if count or pushing else ()

    def actions(self, battle: Battle, unit: Unit) -> Iterable[Option]:
        return exhaustion.actions(battle, unit) if self.has(EXHAUSTION) else ()

    def action_odds(self, battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
        return exhaustion.odds(battle, unit, option)

    def kind_of_action(self, battle: Battle, unit: Unit, key: str) -> Kind | None:
        return exhaustion.kind_of(battle, unit, key)

    def advise_action(self, counsel: RegimentsCounsel, unit: Unit, option: Option) -> Iterable[Term]:
        return exhaustion.advise(counsel, unit, option)

    def take_action(self, battle: Battle, unit: Unit, key: str) -> Script[None]:
        yield from exhaustion.take_action(battle, unit, key)

    def prepare(self, battle: Battle, unit: Unit, moment: str) -> Script[None]:
        """A charge for which a unit pushed on has come into contact: now the marker counts."""
        if self.has(EXHAUSTION) and moment == "in contact":
            yield from exhaustion.pay(battle, unit)

    # What is shown, and what a computer player is told.

    advises = frozenset({panic.TOPIC})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        if option.key == "control":
            yield 5.0, "leads an enemy unit", panic.CONTROL

    def marks(self, battle: Battle, unit: Unit) -> Sequence[str]:
        known, count = told(battle), exhaustion.markers(battle, unit)
        states = (
            ("frenzied", unit.id in known.frenzied),
            ("panicking", unit.id in known.panicking),
            (counted(count, "exhaustion marker"), bool(count)),
            ("resting", unit.id in known.rested),
        )
        return [word for word, is_so in states if is_so]

    def in_force(self, battle: Battle) -> Sequence[str]:
        names = {choice.slug: choice for choice in self.choices}
        return [f"{names[slug].name}: {names[slug].text}" for slug in self.chosen]
