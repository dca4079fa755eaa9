"""No test of the page takes a glance for the whole: whatever it asserts of the page, it waits for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = sorted(path for path in Path(__file__).parent.glob("test_*.py") if path.name != Path(__file__).name)
# Sleep and hope; a browser without the patience that all others have.
HASTE = {"new_context", "set_default_timeout", "sleep", "wait_for_timeout"}
# What the page is at the moment when it is asked, and may not be yet, or no longer, on a slow machine.
GLANCES = {
    *("all", "all_inner_texts", "all_text_contents", "bounding_box", "count", "evaluate", "get_attribute"),
    *("inner_html", "inner_text", "input_value", "text_content"),
    *("is_checked", "is_disabled", "is_editable", "is_enabled", "is_hidden", "is_visible"),
    *("kind", "number", "over", "text", "url"),
}


def glances(source: str) -> Iterator[int]:
    """The lines that assert a momentary reading of the page, or have no patience."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert):
            read = {one.attr for one in ast.walk(node.test) if isinstance(one, ast.Attribute)}
            if read & GLANCES:
                yield node.lineno
        elif isinstance(node, ast.Attribute) and node.attr in HASTE:
            yield node.lineno


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_what_is_asserted_of_the_page_is_waited_for(path: Path) -> None:
    found = list(glances(path.read_text(encoding="utf-8")))
    instead = "expect(...), Table.settles(...) or page.wait_for_function(...), in a browser that is seated(...)"
    assert not found, f"{path.name}, lines {found}: use {instead}."


@pytest.mark.parametrize(
    "line", ["assert page.locator('p').count() == 1", "assert not told.is_visible()", "assert table.text == 'Who?'"]
)
def test_a_glance_is_found(line: str) -> None:
    assert list(glances(line)) == [1]
