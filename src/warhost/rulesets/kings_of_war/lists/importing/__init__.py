"""Files of other list builders, brought over to army books of ours with a report of what was taken over."""

from warhost.muster.foreign.importers import Importer
from warhost.rulesets.kings_of_war.lists.importing.battlescribe import is_battlescribe, read_battlescribe
from warhost.rulesets.kings_of_war.lists.importing.fan_files import is_fan_file, read_fan_file

__all__ = ["IMPORTERS"]

IMPORTERS = (
    Importer("fan file of the 4th edition", is_fan_file, read_fan_file),
    Importer("BattleScribe, 3rd edition", is_battlescribe, read_battlescribe),
)
