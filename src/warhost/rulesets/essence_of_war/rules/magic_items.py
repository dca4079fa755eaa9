"""The enchantments of the Vault that have to do with magic, each a small class."""

from __future__ import annotations

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose
from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting, known_spells
from warhost.rulesets.essence_of_war.core import ITEMS, Battle, Item, SpellEntry, Unit, present
from warhost.rulesets.essence_of_war.lists.armylists import grimoire
from warhost.rulesets.essence_of_war.shown import events

RUNES, DWARVES = "Battle Runes", "Dwarven Holds"


@ITEMS.rule("Crown of the Wizard King", "eow.vault.artefact.crown_of_the_wizard_king")
class CrownOfTheWizardKing(Item):
    """Before deployment its bearer becomes an Apprentice of a Path whose first spell nobody in the army knows.

    The Path is noted with what the bearer has used. Battle Runes are for Dwarven Holds alone (EOW-R214).
    """

    def before_roll_off(self, battle: Battle, bearer: Unit) -> Script[None]:
        options, denied = [], []
        knows = {
            spell.name: unit.name
            for unit in battle.units
            if unit.seat == bearer.seat and unit.company == bearer.company
            for spell in known_spells(battle, unit)
        }
        for path, spells in grimoire().paths.items():
            first = spells[0].name
            if first in knows:
                denied.append(Denied(path, f"{knows[first]} already knows {first}.", self.id, bearer.id))
            elif path == RUNES and bearer.army != DWARVES:
                denied.append(Denied(path, f"{RUNES} are only for {DWARVES}.", self.id, bearer.id))
            else:
                options.append(Option(path, f"{path}: {first}", unit=bearer.id))
        if not options:
            return
        text = f"Which Path of Magic does the {self.name} teach {bearer.name}?"
        path = yield from choose(bearer.seat, "path of the crown", text, options, rules=(self.id,), denied=denied)
        bearer.used = (*bearer.used, f"{self.name}: {path}")
        yield events.PathChosen(bearer.id, path)

    def teaches(self, battle: Battle, bearer: Unit) -> tuple[SpellEntry, ...]:
        paths = grimoire().paths
        chosen = (noted.partition(": ") for noted in bearer.used)
        return tuple(paths[path][0] for name, _, path in chosen if name == self.name)


@ITEMS.rule("Binding Scroll", "eow.vault.artefact.binding_scroll")
class BindingScroll(Item):
    """Once a game one spell of the enemy cannot be cast in a Magic Phase; named before the card is drawn (EOW-R124)."""

    def at_enemy_magic(self, battle: Battle, bearer: Unit) -> Script[None]:
        if self.name in bearer.used:
            return
        known = {
            spell.name: unit
            for unit in present(battle, battle.active)
            for spell in known_spells(battle, unit)
            if spell.castable
        }
        if not known:
            return
        options = [Option("pass", "Keep the scroll", unit=bearer.id, passes=True)]
        options += [Option(name, f"No {name}", unit=bearer.id, target=unit.id) for name, unit in known.items()]
        text = f"Does {bearer.name} use the {self.name} on a spell?"
        key = yield from choose(bearer.seat, "binding scroll", text, options, rules=(self.id,))
        if key == "pass":
            return
        bearer.used = (*bearer.used, self.name)
        battle.note(barred=(*battle.more.barred, key))
        yield events.SpellBarred(bearer.id, key)


@ITEMS.rule("Talisman of the Void", "eow.vault.artefact.talisman_of_the_void")
class TalismanOfTheVoid(Item):
    """The bearer's Channel adds another die; for all that channel two are still the most (EOW-R215)."""

    channels = 1


@ITEMS.rule("Crystal Ball", "eow.vault.artefact.crystal_ball")
class CrystalBall(Item):
    """The first roll to dispel of its side in a Magic Phase is 1 higher (EOW-R109)."""

    def on_enemy_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        if not battle.more.dispels:
            casting.dispel.add(1, self)


@ITEMS.rule("Obsidian Rock", "eow.vault.artefact.obsidian_rock")
class ObsidianRock(Item):
    """Enemies that cast a spell on the bearer's unit roll 2 lower, if the unit is chosen as its target (EOW-R219)."""

    def on_enemy_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        aimed = {battle.body(battle.units[target]).id for target in casting.targets}
        if battle.body(bearer).id in aimed and not casting.version.all:
            casting.roll.add(-2, self)
