"""The rules of the five books: the tables, the rulings, who names which rule, and what the tests show."""

from warhost.rulebook.catalogue import (
    BOOKS,
    Book,
    Rule,
    RulebookError,
    UnknownBook,
    UnknownRule,
    basic_rules,
    catalogue,
    find,
    is_basic,
    rules,
)
from warhost.rulebook.marks import rule, rules_of
from warhost.rulebook.rulings import Ruling, find_ruling, rulings, rulings_of

__all__ = [
    "BOOKS",
    "Book",
    "Rule",
    "RulebookError",
    "Ruling",
    "UnknownBook",
    "UnknownRule",
    "basic_rules",
    "catalogue",
    "find",
    "find_ruling",
    "is_basic",
    "rule",
    "rules",
    "rules_of",
    "rulings",
    "rulings_of",
]
