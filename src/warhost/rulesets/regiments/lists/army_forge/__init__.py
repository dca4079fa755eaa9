"""Army Forge: its army books, saved and resolved lists, and the lists that players share as text."""

from warhost.muster.foreign.importers import Importer
from warhost.rulesets.regiments.lists.army_forge.reading import is_army_forge, read_army_forge
from warhost.rulesets.regiments.lists.army_forge.share_text import write_shared_text

__all__ = ["IMPORTER", "is_army_forge", "read_army_forge", "write_shared_text"]

IMPORTER = Importer("Army Forge", is_army_forge, read_army_forge)
