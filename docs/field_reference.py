"""The reference of `warhost.field`, made from its docstrings.

python docs/field_reference.py            writes docs/reference/field.md
python docs/field_reference.py --check    fails if the file is not what the docstrings say
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FIELD = ROOT / "src" / "warhost" / "field"
PAGE = ROOT / "docs" / "reference" / "field.md"

HEAD = """# The field

Footprints among obstacles on a board. `warhost.field` knows no rulebook: gaps, limits and citations come as values. \
This page is made from its docstrings by `python docs/field_reference.py`.
"""


def reference() -> str:
    """The whole page: a chapter for each room, a table for each module."""
    rooms = [FIELD, *sorted(path for path in FIELD.iterdir() if (path / "__init__.py").exists())]
    return "\n".join([HEAD, *(part for room in rooms for part in _room(room))]) + "\n"


def _room(folder: Path) -> list[str]:
    title = "field" if folder == FIELD else f"field.{folder.name}"
    about = _docstring(folder / "__init__.py").split("\n\n")[0]
    lines = [f"## `{title}`", "", _line(about), ""]
    for module in sorted(folder.glob("*.py")):
        if module.name != "__init__.py":
            lines += _module(module)
    return lines


def _module(path: Path) -> list[str]:
    tree = ast.parse(path.read_text("utf-8"))
    names = [
        (node.name, ast.get_docstring(node) or "")
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    lines = [f"### `{path.relative_to(FIELD.parent).as_posix()}`", "", _line(_docstring(path)), ""]
    if names:
        lines += ["| name | |", "|---|---|"]
        lines += [f"| `{name}` | {_line(about.split(chr(10) * 2)[0])} |" for name, about in names]
        lines.append("")
    return lines


def _docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        if PAGE.read_text("utf-8") != reference():
            sys.exit("docs/reference/field.md is not what the docstrings say: run python docs/field_reference.py.")
    else:
        PAGE.write_text(reference(), "utf-8")
