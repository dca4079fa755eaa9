"""Battles as a page sees them: pictures, log, history, tries without consequences."""
