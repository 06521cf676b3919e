"""Names cannot forge lines, move the cursor or break the output's encoding."""

import json
import os

import pytest

from workflow_engine.validation.printable import json_text, printable, printable_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a b/ü−→.csv", "a b/ü−→.csv"),
        ("a\nresults: all hold", "a\\nresults: all hold"),
        ("a\r\x1b[2Kb\x07\x7f", "a\\r\\x1b[2Kb\\x07\\x7f"),
        ("a\x85b\x9bc", "a\\x85b\\x9bc"),
        ("a\u2028b\u2029c", "a\\u2028b\\u2029c"),
        ("a\u202eb\u2066c\u200fd\u061c", "a\\u202eb\\u2066c\\u200fd\\u061c"),
        (os.fsdecode(b"a\xff"), "a\\udcff"),
        ("back\\slash 'quoted'", "back\\slash 'quoted'"),
    ],
)
def test_what_does_not_print_as_itself_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert len(printable(text).splitlines()) == 1
    assert printable(text).encode()


def test_anything_can_be_shown() -> None:
    assert printable(ValueError("a\nb")) == "a\\nb"


def test_no_line_of_a_message_but_its_first_begins_at_the_margin() -> None:
    assert (
        printable_lines("a: x\nall hold\n    b\x1b\u2028c")
        == "a: x\n  all hold\n    b\\x1b\\u2028c"
    )


def test_json_is_readable_by_all_and_keeps_what_it_can() -> None:
    name = os.fsdecode(b"a\xff\n\xc3\xbc")
    text = json_text([{"path": name, name: (1, None, True, 0.5)}])
    assert text.isascii()
    readable = "a\\udcff\nü"
    assert json.loads(text) == [{"path": readable, readable: [1, None, True, 0.5]}]
    assert json.loads(text)[0]["path"].encode()
