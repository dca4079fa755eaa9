"""Texts of forums, chats and mails without their markup: BBCode, HTML, Markdown, tables, and dashes of every kind.

Every line stays on its line, so that what is told of a text names the line that its player sees.
"""

from __future__ import annotations

import re
from html import unescape

__all__ = ["without_markup"]

_BREAK = re.compile(r"(?i)<br\s*/?>(?=\s*(?:\n|$))")
_TAG = re.compile(r"(?i)</?[a-z][^<>\n]{0,200}>")
_ITEM = re.compile(r"\[\*\]")
_BBCODE = re.compile(
    r"(?i)\[/?(?:b|i|u|s|h\d|list|quote|code|size|colou?r|url|spoiler|center|table|tr|td|font|align)(?:=[^\]\n]{0,200})?\]"
)
_BOLD = re.compile(r"\*\*|__|`+|~~")
_SLANTED = re.compile(r"(?<![^\s(\[])([*_])(?=\S)([^*_\n]+)(?<=\S)\1(?![^\s,.;:)\]|-])")
_DASH = re.compile("[\u2010\u2011\u2012\u2015\u2212\ufe58\ufe63\uff0d]")
_RULE = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?\s*")
"""The line below the head of a table."""
_CELLS = re.compile(r"\s*\|(?P<cells>.*)\|\s*")


def without_markup(text: str) -> str:
    """The text with as many lines, and only what its writer said."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "<" in text or "&" in text:
        text = unescape(_TAG.sub("", _BREAK.sub("", text)))
    if "[" in text:
        text = _BBCODE.sub("", _ITEM.sub("* ", text))
    text = _SLANTED.sub(r"\2", _BOLD.sub("", _DASH.sub("-", text)))
    return _without_tables(text) if "|" in text else text


def _without_tables(text: str) -> str:
    """Rows of tables as lines of a list: the first cell, and what the others say behind it."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if _RULE.fullmatch(line):
            lines[number] = ""
            if number and _CELLS.fullmatch(lines[number - 1]):
                lines[number - 1] = ""
    return "\n".join(_row(line) for line in lines)


def _row(line: str) -> str:
    found = _CELLS.fullmatch(line)
    if found is None:
        return line
    first, *others = (cell.strip() for cell in found["cells"].split("|"))
    rest = ", ".join(filter(None, others))
    return f"{first} - {rest}" if first and rest else first or rest
