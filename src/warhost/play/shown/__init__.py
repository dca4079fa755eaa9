"""What a page shows of any rulebook: cards, guide, sheets, looks, packs."""
