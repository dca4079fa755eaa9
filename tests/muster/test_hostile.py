"""Files from anybody's hands: whatever they hold, they are read or refused in a sentence, and soon."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

import pytest

from tests.muster.village import VILLAGE
from tests.regiments.forge import BOOK, RESOLVED, SAVED, TEXT, dumps, rule, weapon
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.muster import DataError, Source, read_together
from warhost.muster.files.army_text import plain_line, tidied
from warhost.rulesets import muster

RULEBOOK = muster("aofr")
SOON = 3.0
"""Seconds of this process alone: others may keep the machine busy."""

UNIT = 'name = "x"\npoints = 1\n[[regiment]]\nname = "y"\n'
SHARED = "++ x [AOFR 750pts] ++\n"

BOMBS = {
    "lists in lists": '{"units":' + "[" * 200_000,
    "tables in tables": '{"a":' * 60_000,
    "arrays in arrays": "a=" + "[" * 200_000,
    "keys in keys": "a." * 20_000 + "b = 1",
    "a long number": "points = " + "9" * 200_000,
    "a long number in JSON": '{"units": ' + "9" * 200_000 + "}",
    "no number": '{"name": "x", "units": [{"id": "a", "name": "b", "quality": NaN, "defense": 1e999}]}',
    "many unknown rules": UNIT + "rules = [" + ",".join(f'"r{n}"' for n in range(20_000)) + "]",
    "a rule without end": UNIT + f'rules = ["{"r" * 200_000}"]',
    "weapons that are none": UNIT + "groups = [{models = 1, weapons = [" + ",".join(['"(a b (a b )"'] * 5_000) + "]}]",
    "a text without end": "'''" + "x" * 300_000,
    "brackets": SHARED + "Foo [10] Q4+ D4+ | 10pts | " + "a(" * 60_000,
    "copies": SHARED + "99x Foo [1] Q4+ D4+ | 1pts |\n" * 399,
    "models": SHARED + "Foo [999] Q4+ D4+ | 1pts | 999x Fast\n" * 399,
    "spaces": "++" + " " * 300_000,
    "lines": SHARED + "\n" * 200_000,
    "a million models": dumps({**RESOLVED, "units": [{**RESOLVED["units"][0], "size": 10**6}]}),
    "no models": dumps({**RESOLVED, "units": [{**RESOLVED["units"][0], "size": 0}]}),
    "many options": dumps(
        {**BOOK, "upgradePackages": [{"uid": "P1", "sections": [{"options": [{"label": "x"}] * 150}] * 150}]}
    ),
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_a_bomb_does_not_go_off(text: str) -> None:
    began = time.process_time()
    with suppress(WarhostError):
        found = RULEBOOK.read(Source("bomb", text))
        RULEBOOK.check(found)
        RULEBOOK.card(found)
        RULEBOOK.write(found)
    assert time.process_time() - began < SOON


def test_a_list_full_of_wrong_names_is_not_guessed_at() -> None:
    picks = "".join('[[pick]]\nunit = "Ogres"\n' for _ in range(300))
    options = ",".join('"Shield"' for _ in range(300))
    for text in (picks, f'[[pick]]\nunit = "Spearmen"\noptions = [{options}]\n'):
        with pytest.raises(DataError) as error:
            VILLAGE.read(Source("bomb", f'faction = "Valley Folk"\n{text}'))
        guesses = [problem for problem in error.value.problems if "Did you mean" in problem]
        assert (len(error.value.problems), len(guesses)) == (300, 50)


def test_what_cannot_be_shown_becomes_a_space() -> None:
    text = 'name = "a\\u0000b\\u202ec\\u001b[31m<b>"\npoints = 1\n[[regiment]]\nname = "y"\nquality = 4\ndefense = 4\n'
    found = RULEBOOK.read(Source("odd", text + "cost = 1\ngroups = [{models = 1}]"))
    assert found.content.name == "a b c [31m<b>"
    assert RULEBOOK.check(found) == []


def test_a_plain_line_has_single_spaces() -> None:
    assert plain_line("\u00a0 a\tb\r\n\u2028c ") == "a b c"
    assert tidied({"a\n": ["b\x00", 1, None, {"c": True}]}) == {"a": ["b", 1, None, {"c": True}]}


def test_a_list_and_its_army_book_may_come_in_any_order() -> None:
    sources = [Source("list.json", dumps(SAVED)), Source("book.json", dumps(BOOK))]
    for order in (sources, sources[::-1]):
        assert read_together(RULEBOOK, order).content.name == "Reeds at Dawn"
    assert read_together(RULEBOOK, sources[:1]).report.obstacles
    assert read_together(RULEBOOK, sources[1:]).kind == "book"
    with pytest.raises(WarhostError, match=r"list\.json and list\.json: give one list at a time"):
        read_together(RULEBOOK, [sources[0], sources[0]])
    with pytest.raises(WarhostError, match="nothing to read"):
        read_together(RULEBOOK, [])


STRANGE: tuple[Any, ...] = (None, True, -1, 0, 10**30, 1.5, "", "x" * 500, "\x00\u202e", "<script>", [], {}, [[]], "²")


def twisted(value: Any, chance: Chance) -> Any:
    """The data with here and there something else in it."""
    if chance.pick(60) == 0:
        return STRANGE[chance.pick(len(STRANGE))]
    if isinstance(value, dict):
        return {key: twisted(item, chance) for key, item in value.items() if chance.pick(80)}
    if isinstance(value, list):
        return [twisted(item, chance) for item in value] * (1 if chance.pick(50) else 3)
    return value


def scrambled(text: str, chance: Chance) -> str:
    """The text with letters changed, lost or doubled here and there."""
    letters = list(text)
    for _ in range(1 + chance.pick(6)):
        place = chance.pick(len(letters))
        letters[place] = ("", letters[place] * 2, '"', "[", "=", "\n", "9", "(", "\x00")[chance.pick(9)]
    return "".join(letters)


@pytest.mark.parametrize("start", [0, *(pytest.param(start, marks=pytest.mark.slow) for start in range(100, 400, 100))])
def test_files_that_were_tampered_with_are_read_or_refused(start: int) -> None:
    ours = RULEBOOK.write(RULEBOOK.find("Unburied Host"))
    for number in range(start, start + 100):
        chance = Chance(f"tampered {number}")
        whole: Any = (BOOK, SAVED, RESOLVED)[number % 3]
        texts = (
            json.dumps(twisted(whole, chance)),
            scrambled(ours, chance),
            scrambled(TEXT, chance),
        )
        for text in texts:
            try:
                found = RULEBOOK.read(Source("tampered", text), [Source("book", dumps(BOOK))])
            except WarhostError:
                continue
            if found.kind == "list" and not RULEBOOK.check(found):
                assert RULEBOOK.read(Source("again", RULEBOOK.write(found))).content == found.content


NAMES = (
    "Claws (big)",
    "A, B",
    'Say "x"',
    "2x Sword",
    "(A1)",
    "A(1)",
    "Foo)",
    "((",
    "AP(1), Foo",
    "Fast(a(b))",
    "#c = 1",
)


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_of_weapons_and_rules_come_back_from_our_own_format(name: str) -> None:
    odd = rule(name)
    arm = weapon(name, 2, odd)
    first = {**RESOLVED["units"][0], "name": name, "rules": [odd, rule("Hero")], "loadout": [arm], "weapons": [arm]}
    found = RULEBOOK.read(Source("odd", dumps({**RESOLVED, "name": name, "units": [first]})))
    assert RULEBOOK.read(Source("again", RULEBOOK.write(found))).content == found.content
