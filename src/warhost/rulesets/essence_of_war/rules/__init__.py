"""Named rules: of models, items, spells and armies."""
