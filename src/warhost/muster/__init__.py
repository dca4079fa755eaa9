"""Army lists of any rulebook: built, read, checked, priced, shown, imported and written.

No rulebook is named in here. A rulebook says what its armies are made of as data (`entries`), which limits and checks
hold for it (`limits`, `checks`) and which other list builders it understands (`importers`). `BookMuster` does the rest.
"""

from warhost.muster.book_muster import BookMuster
from warhost.muster.bringing import Brought, bring, is_file_name, is_there, open_army, read_together, taking_lists
from warhost.muster.building.aspects import Aspects, Figures, Signs
from warhost.muster.building.buying import Bought, BuyingRules, Pick, buy
from warhost.muster.building.drafts import Draft, Offer, OptionOffer, Tally
from warhost.muster.building.mending import Mend
from warhost.muster.building.surprise import CHARACTERS, Character, surprise
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.limits import Amount, Limit, Standing, entry_limits, option_limits, within_budget
from warhost.muster.checking.roster import Budget, Listed, Roster
from warhost.muster.compare import Comparison, compare
from warhost.muster.entries import Barred, Catalogue, Change, Choice, Entry, Gear, Option, Size
from warhost.muster.files.army_text import DataError, Problem
from warhost.muster.files.list_files import ListFormat
from warhost.muster.files.list_text import text_of_draft
from warhost.muster.files.pick_text import pick_from_text, pick_text
from warhost.muster.files.sharing import book_of_shared, draft_of_link, is_link, json_of_draft, link_of_draft
from warhost.muster.foreign.importers import Importer
from warhost.muster.table_sheet import table_sheet
from warhost.muster.values import Kind, Muster, Mustered, Report, Shipped, Source

__all__ = [
    "CHARACTERS",
    "Amount",
    "Aspects",
    "Barred",
    "BookMuster",
    "Bought",
    "Brought",
    "Budget",
    "BuyingRules",
    "Catalogue",
    "Change",
    "Character",
    "Checks",
    "Choice",
    "Comparison",
    "DataError",
    "Draft",
    "Entry",
    "Figures",
    "Gear",
    "Importer",
    "Kind",
    "Limit",
    "ListFormat",
    "Listed",
    "Mend",
    "Muster",
    "Mustered",
    "Offer",
    "Option",
    "OptionOffer",
    "Pick",
    "Problem",
    "Report",
    "Roster",
    "Shipped",
    "Signs",
    "Size",
    "Source",
    "Standing",
    "Tally",
    "book_of_shared",
    "bring",
    "buy",
    "compare",
    "draft_of_link",
    "entry_limits",
    "is_file_name",
    "is_link",
    "is_there",
    "json_of_draft",
    "link_of_draft",
    "open_army",
    "option_limits",
    "pick_from_text",
    "pick_text",
    "read_together",
    "surprise",
    "table_sheet",
    "taking_lists",
    "text_of_draft",
    "within_budget",
]
