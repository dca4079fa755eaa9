"""The published schemas are those of the code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from warhost.play.kept.schema import SHAPES, schema

PUBLISHED = Path(__file__).parents[2] / "docs" / "schemas"


@pytest.mark.parametrize("name", SHAPES)
def test_the_published_schema_is_up_to_date(name: str) -> None:
    published = json.loads((PUBLISHED / f"{name}.json").read_text())
    assert published == json.loads(json.dumps(schema(name))), f"run: warhost schema {name} > docs/schemas/{name}.json"
