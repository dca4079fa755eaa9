"""Magic Items: one for each hero, of six kinds (Advanced Casting: Magic Items)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Option, Question
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.casters import CasterModel
from warhost.rulesets.regiments.core import (
    ArmyList,
    Battle,
    Choice,
    Clash,
    Effect,
    Part,
    Settings,
    SpecialRule,
    SpellText,
    Unit,
    optional,
)
from warhost.rulesets.regiments.core.events import MeleeBegan
from warhost.rulesets.regiments.parts.magic_items import advice, bringing, equipping, rules, state, uses
from warhost.rulesets.regiments.parts.magic_items.items import SLUG, items
from warhost.table import Arc

if TYPE_CHECKING:
    from warhost.rulesets.regiments.chapters.shooting import Fire


@optional.part(SLUG, "Magic Items", "aofr.item.one_per_hero", "aofr.casting.modules")
class MagicItems(Part):
    """Each hero takes one item before the game; an army may have each item only once."""

    text = "Each hero may take one of 36 magic items before the game. They are free; an army has each item only once."
    choices = (
        Choice("free", "Free", "Players pick any item for each hero.", "aofr.item.method_free"),
        Choice(
            "limited",
            "Limited",
            "A die names the category, and players pick an item of it.",
            "aofr.item.method_limited",
        ),
        Choice("randomized", "Randomized", "Dice name the category and the item.", "aofr.item.method_random"),
        Choice(equipping.ROLLED, "Rolled for", "A die decides which of the three it is.", "aofr.item.method_table"),
    )

    many_sides = True
    words: ClassVar = {name: (item.rule,) for name, item in items().items()}

    def problem(self, settings: Settings) -> str:
        return bringing.problem(settings, self.chosen[0])

    def list_problem(self, settings: Settings, seat: int, army: ArmyList) -> str:
        return bringing.list_problem(settings, seat, army)

    def after_table(self, battle: Battle) -> Script[None]:
        yield from equipping.equip(battle, self.chosen[0])

    # Items that are used.

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        yield from uses.on_activation(battle, unit)
        return False

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        if isinstance(event, MeleeBegan):
            unit, target = battle.units[event.unit], battle.units[event.target]
            # Both flanks are alike.
            side = Arc.LEFT if event.side == "flank" else Arc(event.side)
            yield from uses.on_melee(battle, unit, target, side)

    @rule("aofr.item.protective_gem", "aofr.item.terrifying_mask")
    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        uses.wear_off(battle, uses.GEM, uses.MASK)
        yield from ()

    def declared_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[list[Fire]]:
        yield from uses.on_shots(battle, unit, fires, held)
        return fires

    @rule("aofr.item.opal_amulet")
    def after_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[None]:
        uses.wear_off(battle, uses.AMULET)
        yield from ()

    def spares(self, battle: Battle, unit: Unit, wounds: int, picked: int | None, *, magic: bool) -> Script[int]:
        return (yield from uses.on_wounds(battle, unit, wounds, picked, magic=magic))

    def cast_on(self, battle: Battle, caster: CasterModel, spell: SpellText, need: int) -> Script[int]:
        return (yield from uses.on_try(battle, caster, spell, need))

    @rule("aofr.item.channeling_staff")
    def spell_reach(self, battle: Battle, caster: CasterModel, spell: SpellText, inches: float) -> float:
        """With a staff on its side a caster may pick targets at twice the range (AOFR-R294)."""
        return 2 * inches if any(True for _ in uses.staffs(battle, caster)) else inches

    def target_note(self, battle: Battle, caster: CasterModel, spell: SpellText, target: Unit) -> str:
        far = uses.needs_staff(battle, caster, spell, target)
        return f'Further than {spell.range}" away: this uses the Channeling Staff.' if far else ""

    def undoes_spell(
        self, battle: Battle, caster: CasterModel, spell: SpellText, targets: Sequence[Unit]
    ) -> Script[bool]:
        return (yield from uses.on_cast(battle, caster, spell, targets))

    # What speaks for units.

    @rule("aofr.item.protective_gem", "aofr.item.opal_amulet", "aofr.item.terrifying_mask")
    @rule("aofr.item.spellthieving_weapon")
    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        if effect.name == uses.GEM:
            return rules.Guarded(uses.GEM, items()[uses.GEM].rule, "melee")
        if effect.name == uses.AMULET:
            return rules.Guarded(uses.AMULET, items()[uses.AMULET].rule, "shooting")
        if effect.name == state.THIEF:
            return rules.Robbed(*state.robbed(effect))
        return rules.Terrified() if effect.name == uses.MASK else None

    @rule("aofr.item.spellthieving_weapon")
    def round_begun(self, battle: Battle) -> Script[None]:
        """What was stolen has been missed."""
        uses.wear_off(battle, state.THIEF)
        yield from ()

    # What a computer player thinks.

    advises = frozenset({equipping.TOPIC, uses.TOPIC})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        if question.topic == equipping.TOPIC:
            yield from advice.on_item(battle, option)
        else:
            yield from advice.on_use(battle, question, option)

    # What is shown.

    def marks(self, battle: Battle, unit: Unit) -> Sequence[str]:
        return tuple(
            f"{name} (used)" if name in unit.used else name
            for number, name in state.told(battle).carried.items()
            if (bearer := state.bearer_of(battle, int(number))) is not None and bearer.unit is unit
        )

    def in_force(self, battle: Battle) -> Sequence[str]:
        known = state.told(battle)
        if not known.method:
            return ()
        told = [f"Items are selected by the method {known.method.capitalize()}."]
        for number, name in known.carried.items():
            unit = battle.units[int(number)]
            hero = state.hero_of(battle, unit)
            told.append(f"{hero.name if hero is not None else unit.name}: {name}. {items()[name].text}")
        return told

    @rule("aofr.item.unique")
    def problems(self, battle: Battle) -> Sequence[str]:
        """An army has each item once."""
        carried = [(battle.units[int(number)].seat, name) for number, name in state.told(battle).carried.items()]
        return [f"Seat {seat} has the {name} twice." for seat, name in set(carried) if carried.count((seat, name)) > 1]
