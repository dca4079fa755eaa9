"""The published shapes of questions, answers and records, as JSON Schema."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.play.kept.record import Record
from warhost.play.questions import AnyAnswer, AnyQuestion, Roll

SHAPES: dict[str, Any] = {
    "question": AnyQuestion | Roll,
    "answer": AnyAnswer,
    "record": Record,
}


def schemas() -> dict[str, dict[str, Any]]:
    """Every published schema by its name."""
    return {name: schema(name) for name in SHAPES}


def schema(name: str) -> dict[str, Any]:
    """One schema, whole: what it refers to stands in its own $defs."""
    (body,), components = msgspec.json.schema_components([SHAPES[name]], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Warhost {name}",
        **body,
        "$defs": components,
    }
