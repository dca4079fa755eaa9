"""XML of other list builders, read with care: it comes from anybody's hands."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from warhost.muster.files.army_text import DataError
from warhost.muster.values import Source

__all__ = ["children", "parsed_xml", "tag"]

LONGEST = 5_000_000
DEEPEST = 60


def parsed_xml(source: Source) -> Element:
    """The root of an XML text; raises DataError if it is none, or one that nobody should read."""
    if len(source.text) > LONGEST:
        raise DataError([f"{source.name}: is longer than {LONGEST} characters."])
    # Entities of a document's own are how a small file becomes a huge one: list builders write none.
    if "<!DOCTYPE" in source.text or "<!ENTITY" in source.text:
        raise DataError([f"{source.name}: has a document type of its own, which list builders never write."])
    try:
        root = ElementTree.fromstring(source.text.lstrip("\ufeff").encode())
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError) as error:
        raise DataError([f"{source.name}: is not valid XML: {error}."]) from None
    if _deeper(root, DEEPEST):
        raise DataError([f"{source.name}: is nested more than {DEEPEST} levels deep."])
    return root


def _deeper(root: Element, levels: int) -> bool:
    """Whether an element has more than so many levels below it."""
    below = [root]
    for _ in range(levels):
        below = [child for element in below for child in element]
        if not below:
            return False
    return True


def tag(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rsplit("}", 1)[-1]


def children(element: Element, group: str) -> Iterator[Element]:
    """The members of a group of an element, such as the `cost`s in its `costs`."""
    for child in element:
        if tag(child) == group:
            yield from child
