"""The published shapes are those of the code, and what the server sends fits them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.harness import Table, bid_and_run
from tests.server.hiding import HIDING
from warhost.play import Setup, copied
from warhost.server import messages as m
from warhost.server.openapi import OPERATIONS
from warhost.server.shown.trying_out import shown_since

CHECKS = (not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance)
PUBLISHED = Path(__file__).parents[2] / "docs" / "schemas" / "messages.json"


def test_the_published_schema_is_up_to_date() -> None:
    published = json.loads(PUBLISHED.read_text())
    assert published == json.loads(json.dumps(m.schema())), "run: warhost schema messages > docs/schemas/messages.json"


def fits(name: str, value: Any) -> None:
    schema = m.schema()
    shape = {"$defs": schema["$defs"], **schema["$defs"][m.Published.__name__]["properties"][name]}
    jsonschema.Draft202012Validator(shape).validate(value)


def test_what_a_page_is_told_fits_the_published_schema(table: Table) -> None:
    made = table.create(seats=[{"player": "human"}, {"player": "captain"}], map="1", seed=1)
    with table.page(made.tokens[0]) as page:
        page.wait(lambda state: bool(state["question"]))
        page.send(type="survey", id=1, unit=0)
        page.send(type="threats", id=1, seat=1)
        page.send(type="check", id=2, answer={"answer": "choose", "option": "near"})
        page.send(type="undo")
        page.send(type="nonsense")
        kinds = {message["type"] for message in page.told}
        assert kinds >= {"hello", "state", "events", "checked", "surveyed", "threatened", "refused"}
        for message in page.told:
            fits("to_page", message)


def test_what_the_addresses_give_fits_the_published_schema(table: Table) -> None:
    fits("rulesets", table.get("/api/rulesets"))
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
    fits("moment", table.get(f"{made.path}/moment/2", made.tokens[0]))
    fits("timeline", table.get(f"{made.path}/timeline", made.tokens[0]))
    fits("rule", table.get("/api/rules/eow.charge.redirect.test"))
    fits("problem", table.get("/api/rules/none", status=404))
    fits("battles", table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.watch}).json())


def test_the_check_of_the_schema_can_fail() -> None:
    with pytest.raises(jsonschema.ValidationError):
        fits("timeline", {"last": "three", "stops": []})


def test_something_hidden_that_is_shown_or_changed_is_noticed() -> None:
    before = HIDING.set_up(Setup(ruleset="hiding", armies=("Hares", "Foxes")))
    same, changed, moved = copied(before), copied(before), copied(before)
    changed.codes = (before.codes[0], "another")
    moved.turn = 2
    assert not shown_since(HIDING, before, same, 0)
    assert not shown_since(HIDING, before, moved, 0)
    assert shown_since(HIDING, before, changed, 0)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(OPERATIONS)))
def test_every_address_keeps_to_its_description(table: Table, number: int) -> None:
    """Requests made up from the description: no answer may be a server's error, undescribed or of another shape."""
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", table.client.app)
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) == len(OPERATIONS)

    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(case=operations[number].as_strategy())
    def ask(case: Any) -> None:
        response = case.call()
        case.validate_response(response, checks=CHECKS)

    ask()
