"""Wizards: the model rule Channel, and the spells that they select before the battle (Pre-Game: Select Spells)."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.picking import pick
from warhost.play.questions import Option, Pick
from warhost.play.rules.rulebase import NUMBER, Brackets
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import find, rule
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import all_spells, paths, spell
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, SPELLS, Battle, Entry, Level, ModelRule, Unit
from warhost.rulesets.fantasy_battles.rules.hereditary import liberal_magics
from warhost.rulesets.fantasy_battles.shown import magic_events as events

KNOWN: dict[Level, int] = {"Apprentice": 1, "Adept": 2, "Master": 4}
"""How many spells a Wizard knows by its level (T9A-R063)."""

LIBERAL_MAGICS = "Liberal Magics"
"""The hereditary spell that stands for the first spell of another Path."""

LIBERAL = ("Empire of Sonnstahl", "EoS")
"""The army of the book that has it."""


@MODEL_RULES.rule("Channel", "t9a.special.channel")
class Channel(ModelRule):
    """The model adds a Veil Token during Siphon the Veil, more if a number is given (T9A-R061)."""

    brackets = Brackets(NUMBER.pattern, NUMBER.example, needed=False)

    def channels(self, battle: Battle, bearer: Unit) -> int:
        return int(self.said or 1)


@rule("t9a.pregame.select_spells")
def select_spells(battle: Battle) -> Script[None]:
    """All Wizards select their spells, first those of the player who chose the zone."""
    for seat in (battle.chooser, 1 - battle.chooser):
        for unit in battle.units:
            if unit.seat == seat and battle.entry(unit).wizard is not None and not unit.known:
                unit.known = yield from _selected(battle, unit)
                if unit.known:
                    yield events.SpellsSelected(unit.id, ", ".join(unit.known))


@rule("t9a.pregame.select_spells", "t9a.special.learned_spell", "t9a.special.wizard")
def _selected(battle: Battle, unit: Unit) -> Script[tuple[str, ...]]:
    """The spells of one Wizard: those of its list, the first ones of its Path, or those that its player picks."""
    entry = battle.entry(unit)
    wizard = entry.wizard
    assert wizard is not None
    if wizard.spells:
        return wizard.spells
    path = yield from _path(unit, wizard.path, wizard.paths)
    if not path:
        return ()
    number = KNOWN[wizard.level]
    if battle.scene.settings.spells_known == "in order":
        return tuple(name for name in paths()[path].spells if spell(name).number)[:number]
    options = tuple(Option(name, _label(name), text=_text(name)) for name in open_spells(battle, unit, path))
    question = Pick(
        seat=unit.seat,
        topic="select spells",
        text=f"Which spells {does(unit.name)} know?",
        note=f"{path}; a Wizard {wizard.level} knows {number}.",
        rules=("t9a.pregame.select_spells", "t9a.special.learned_spell", "t9a.hereditary.army_bound"),
        options=options,
        least=min(number, len(options)),
        most=number,
    )
    return (yield from pick(question))


def _path(unit: Unit, chosen: str, open_to: tuple[str, ...]) -> Script[str]:
    """The Path of a Wizard: that of its list, or the one that its player chooses."""
    if chosen or not open_to:
        return chosen
    options = [Option(path, path, unit=unit.id) for path in open_to]
    text = f"Which Path {does(unit.name)} follow?"
    return (yield from choose(unit.seat, "path", text, options, rules=("t9a.pregame.select_spells",)))


@rule("t9a.pregame.select_spells", "t9a.special.learned_spell")
def open_spells(battle: Battle, unit: Unit, path: str) -> tuple[str, ...]:
    """The spells that a Wizard of that Path may select: the numbered ones but 0, and those of its army.

    What another Wizard of the army has selected is left out as long as there are enough others (T9A-R063).
    """
    entry = battle.entry(unit)
    assert entry.wizard is not None
    numbered = (name for name in paths()[path].spells if spell(name).number)
    found = tuple(dict.fromkeys((*numbered, *hereditary_spells(entry, path))))
    taken = {name for other in battle.units if other.seat == unit.seat for name in other.known}
    free = tuple(name for name in found if name not in taken)
    missing = KNOWN[entry.wizard.level] - len(free)
    return free if missing <= 0 else (*free, *(name for name in found if name in taken))


@rule("t9a.hereditary.army_bound", "t9a.hereditary.eos_liberal_magics")
def hereditary_spells(entry: Entry, path: str) -> Iterator[str]:
    """The hereditary spell of a Wizard's army; that of Liberal Magics is the first one of another Path (T9A-R064).

    Armies of the book have their own; the data of other armies name one.
    """
    assert entry.wizard is not None
    if entry.wizard.hereditary == LIBERAL_MAGICS or entry.army in LIBERAL:
        yield from liberal_magics(entry, path)
        return
    armies = {word for one in all_spells().values() for word in (one.army, one.letters) if word}
    for one in all_spells().values():
        own = entry.army in (one.army, one.letters) if entry.army in armies else entry.wizard.hereditary == one.name
        if one.hereditary and own:
            yield one.name


def _label(name: str) -> str:
    entry = spell(name)
    return f"{name} (hereditary)" if entry.hereditary else f"{name} ({entry.path} {entry.number})"


def _text(name: str) -> str:
    return find(SPELLS[name].id).plain
