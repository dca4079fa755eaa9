"""The browser table: its files, built from `web/`, lie in `static/`."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
"""Where the built page is, if it was built."""

__all__ = ["STATIC"]
