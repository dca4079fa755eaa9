"""The named rules of Kings of War: special rules, artefacts and spells."""
