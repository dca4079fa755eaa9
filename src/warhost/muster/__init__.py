"""Army lists: find, read, check, show, import and write them, for every rulebook in the same way."""

from warhost.muster.registry import muster, open_army, slugs
from warhost.muster.values import Kind, Muster, Mustered, Problem, Report, Sheet, Shipped

__all__ = [
    "Kind",
    "Muster",
    "Mustered",
    "Problem",
    "Report",
    "Sheet",
    "Shipped",
    "muster",
    "open_army",
    "slugs",
]
