"""Army lists: find, read, check, show, import and write them, for every rulebook in the same way."""

from warhost.muster.registry import Brought, bring, is_file_name, muster, open_army, read_together, slugs
from warhost.muster.values import Kind, Muster, Mustered, Problem, Report, Shipped, Source

__all__ = [
    "Brought",
    "Kind",
    "Muster",
    "Mustered",
    "Problem",
    "Report",
    "Shipped",
    "Source",
    "bring",
    "is_file_name",
    "muster",
    "open_army",
    "read_together",
    "slugs",
]
