"""Magic: pools, casting, dispelling, Expulsions, and the effects of spells."""
