"""The rules of the books: the tables, the rulings, who names which rule, and what the tests show."""

from warhost.rulebook.catalogue import (
    Book,
    Rule,
    RulebookError,
    UnknownBook,
    UnknownRule,
    books,
    catalogue,
    find,
    rules,
    rules_of_part,
)
from warhost.rulebook.marks import rule, rules_of
from warhost.rulebook.rulings import Ruling, find_ruling, rulings, rulings_of

__all__ = [
    "Book",
    "Rule",
    "RulebookError",
    "Ruling",
    "UnknownBook",
    "UnknownRule",
    "books",
    "catalogue",
    "find",
    "find_ruling",
    "rule",
    "rules",
    "rules_of",
    "rules_of_part",
    "rulings",
    "rulings_of",
]
