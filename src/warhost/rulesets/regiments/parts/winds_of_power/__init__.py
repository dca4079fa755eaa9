"""Winds of Power: spell books, magic pools, spell dice that cast and block (Advanced Casting: Winds of Power)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from warhost.play.counsel.counsel import Term
from warhost.play.events import counted
from warhost.play.questions import Option, Question
from warhost.play.script import Script, choose, draw_from, roll_pool, roll_sum
from warhost.play.shown.cards import Figure
from warhost.play.shown.english import does, listed
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.casters import CasterModel, Way, casters_of, spells_of
from warhost.rulesets.regiments.core import Battle, Choice, Part, Unit, optional
from warhost.rulesets.regiments.parts.winds_of_power import dice, state
from warhost.rulesets.regiments.parts.winds_of_power.events import PowerFaded, PowerGathered, SpellBookKept
from warhost.table import summed

if TYPE_CHECKING:
    from warhost.rulesets.regiments.core import SpellText

BOOK = "spell book"

SHORT, LONG = 2, 6
"""A die of a caster from which on it takes no spell die away, and from which on it brings one."""


WORKED, STOPPED, MISCAST, STOPS, DIE = 30.0, 25.0, 25.0, 5.0, 3.0
"""What a computer player gives for a spell that works, an enemy's that does not, and what it fears and saves."""


@optional.part(state.SLUG, "Winds of Power", "aofr.winds.cast", "aofr.casting.modules")
class WindsOfPower(Part):
    """Spells are cast with dice of a common pool, which may also turn on their casters."""

    text = (
        "Casters have spell books. Each side has a pool of spell dice: throw as many as you like to cast a spell, or "
        "to block one. Beware of 1s."
    )
    choices = (
        Choice(
            "three_for_each_level",
            "Three dice for each level",
            "A magic pool holds at most three dice for each level of its casters.",
            "aofr.winds.pool_cap",
        ),
        Choice(
            state.BY_CASTERS,
            "Three dice for each caster",
            "A magic pool holds at most three dice for each of its casters, as in the book's example.",
            "aofr.winds.pool_cap",
        ),
    )
    takes = frozenset({"casting"})
    many_sides = True
    words: ClassVar = {
        "Spell dice": ("aofr.winds.cast", "aofr.winds.pool", "aofr.winds.pool_cap", "aofr.winds.pool_decay"),
        "casts no more this round": ("aofr.winds.ones_stop", "aofr.winds.miscast_stop"),
    }

    @property
    def by_casters(self) -> bool:
        return self.has(state.BY_CASTERS)

    # Spell books.

    @rule("aofr.winds.spell_book")
    def before_battle(self, battle: Battle) -> Script[None]:
        """Each caster rolls one spell more than its level and keeps as many as its level."""
        for seat in battle.in_turn(battle.first):
            for unit in battle.units:
                if unit.seat == seat and not unit.fate:
                    for caster in casters_of(battle, unit):
                        yield from self._write_book(battle, unit, caster)

    @rule("aofr.winds.spell_book")
    def _write_book(self, battle: Battle, unit: Unit, caster: CasterModel) -> Script[None]:
        level = state.level(battle, caster)
        left = list(spells_of(battle, caster))
        drawn: list[SpellText] = []
        while left and len(drawn) < level + 1:
            names = [spell.name for spell in left]
            why = f"Spell for the book of {unit.name}"
            name = yield from draw_from(names, why=why, rule="aofr.winds.spell_book", seat=unit.seat)
            drawn.append(left.pop(names.index(name)))
        if len(drawn) > level:
            drawn.remove((yield from self._leave_out(unit, drawn)))
        book = tuple(spell.name for spell in drawn)
        winds = state.told(battle)
        state.keep(battle, msgspec.structs.replace(winds, books={**winds.books, state.key_of(battle, caster): book}))
        yield SpellBookKept(unit.id, listed(book) or "no spell")

    def _leave_out(self, unit: Unit, drawn: Sequence[SpellText]) -> Script[SpellText]:
        """Which spell is not kept: dear ones are named first, for they are cast least."""
        ordered = sorted(drawn, key=lambda spell: -spell.cost)
        options = [
            Option(spell.name, f"{spell.name} ({spell.cost})", unit=unit.id, text=spell.text) for spell in ordered
        ]
        text = f"Which spell {does(unit.name)} leave out of the spell book?"
        key = yield from choose(unit.seat, BOOK, text, options, rules=("aofr.winds.spell_book",))
        return next(spell for spell in drawn if spell.name == key)

    # The magic pool.

    @rule("aofr.winds.pool", "aofr.winds.pool_fluctuation", "aofr.winds.cast_no_tokens")
    def gather_power(self, battle: Battle) -> Script[bool]:
        """D3 dice and one for each token that casters would have gained; then each caster's die takes or adds one."""
        state.keep(battle, msgspec.structs.replace(state.told(battle), done=()))
        for seat in battle.in_turn(battle.first):
            casters = len(state.casters_on(battle, seat))
            if not casters:
                state.set_dice(battle, seat, 0, by_casters=self.by_casters)
                continue
            held = state.dice_of(battle, seat) + state.power(battle, seat)
            held += yield from roll_sum("D3", why="Spell dice", rule="aofr.winds.pool", seat=seat)
            state.set_dice(battle, seat, held, by_casters=self.by_casters)
            why = "One die for each caster: a 1 takes a spell die, a 6 adds one"
            row = "aofr.winds.pool_fluctuation"
            faces = yield from roll_pool(casters, need=LONG, why=why, rule=row, seat=seat, cuts=(SHORT, LONG))
            change = sum((face >= LONG) - (face < SHORT) for face in faces)
            state.set_dice(battle, seat, state.dice_of(battle, seat) + change, by_casters=self.by_casters)
            yield PowerGathered(seat, state.dice_of(battle, seat))
        return True

    @rule("aofr.winds.pool_decay")
    def at_round_end(self, battle: Battle) -> Script[None]:
        """Half of the dice that nobody spent are lost, rounding up."""
        for seat in battle.sides:
            held = state.dice_of(battle, seat)
            if held:
                lost = (held + 1) // 2
                state.take_dice(battle, seat, lost)
                yield PowerFaded(seat, lost, held - lost)

    @rule("aofr.winds.pool_cap")
    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        """With casters that have fallen goes what the pool cannot hold any more."""
        for seat in battle.sides:
            state.set_dice(battle, seat, state.dice_of(battle, seat), by_casters=self.by_casters)
        yield from ()

    def way_to_cast(self, battle: Battle) -> Way:
        return dice.SpellDice(by_casters=self.by_casters)

    # What a computer player thinks.

    advises = frozenset({BOOK, dice.CASTING, dice.BLOCKING})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        """The chance of the spell against what dice are good for later, and what may go wrong."""
        if question.topic == BOOK:
            casters = casters_of(battle, battle.units[option.unit or 0])
            costs = [
                spell.cost for caster in casters for spell in spells_of(battle, caster) if spell.name == option.key
            ]
            yield float(max(costs, default=0)), "expensive spells are cast least", "aofr.winds.spell_book"
            return
        told = {one.label: one.value for one in option.odds}
        spent = int(option.key)
        if question.topic == dice.BLOCKING:
            first = getattr(question, "options", (option,))[0].odds[0].value
            stopped = first - option.odds[0].value
            yield STOPPED * stopped, f"{stopped:.0%} to stop it", "aofr.winds.block"
        else:
            chances = [
                chance for label, chance in told.items() if label.startswith("success") and "cannot" not in label
            ]
            chance = summed(chances) / len(chances)
            yield WORKED * chance, f"{chance:.0%} to get through", "aofr.winds.cast"
            yield -MISCAST * told["miscast"], f"{told['miscast']:.0%} to miscast", "aofr.winds.miscast"
            risk = told["casts no more this round"]
            yield -STOPS * risk, f"{risk:.0%} to cast no more this round", "aofr.winds.ones_stop"
        yield -DIE * spent, "dice for later", "aofr.winds.pool"

    # What is shown.

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        most = state.most_dice(battle, seat, by_casters=self.by_casters)
        return {"Spell dice": f"{state.dice_of(battle, seat)} of {most}"}

    def marks(self, battle: Battle, unit: Unit) -> Sequence[str]:
        done = state.told(battle).done
        tired = any(state.key_of(battle, caster) in done for caster in casters_of(battle, unit))
        return ("casts no more this round",) if tired else ()

    def in_force(self, battle: Battle) -> Sequence[str]:
        return tuple(self._books(battle))

    def _books(self, battle: Battle) -> Iterable[str]:
        books = state.told(battle).books
        for unit in battle.units:
            for caster in casters_of(battle, unit) if not unit.fate else ():
                known = state.key_of(battle, caster)
                if known in books:
                    spells = listed(books[known]) or "no spell"
                    levels = counted(state.level(battle, caster), "level")
                    yield f"The spell book of {unit.name}, {levels}: {spells}."

    def problems(self, battle: Battle) -> Sequence[str]:
        return [f"Pool of {seat}: {held} spell dice." for seat, held in enumerate(state.told(battle).pools) if held < 0]
