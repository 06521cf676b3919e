"""Tables, and generated blocks inside pages that people write."""

import pytest

from compsparse.claims.generated import replace_block
from compsparse.claims.table import markdown_table


def test_cells_cannot_break_a_table() -> None:
    assert markdown_table(["a", "b"], [["x|y", "one\n two"]]) == (
        "| a | b |\n| --- | --- |\n| x\\|y | one two |"
    )
    with pytest.raises(ValueError, match="1 cells but the header has 2"):
        markdown_table(["a", "b"], [["x"]])


PAGE = """# Title
<!-- generated: claims -->
old
<!-- end generated -->
between
<!-- generated: runtimes -->
<!-- end generated -->
end
"""


def test_replaces_one_block_and_nothing_else() -> None:
    once = replace_block(PAGE, "claims", "new\nlines\n")
    assert once == PAGE.replace("old", "new\nlines")
    assert replace_block(once, "claims", "new\nlines\n") == once
    assert replace_block(PAGE, "runtimes", "1 s") == PAGE.replace(
        "runtimes -->\n", "runtimes -->\n1 s\n"
    )


@pytest.mark.parametrize(
    ("text", "name", "content", "words"),
    [
        (PAGE, "verdicts", "x", "0 blocks named 'verdicts'.*claims, runtimes"),
        ("", "claims", "x", "Its blocks: none"),
        (PAGE + PAGE, "claims", "x", "2 blocks named 'claims'"),
        ("<!-- generated: claims -->\nold\n", "claims", "x", "no end"),
        ("<!-- generated: claims -->\n" + PAGE.replace("claims", "b"), "claims", "x", "no end"),
        (PAGE, "claims", "<!-- end generated -->", "holds a marker"),
        (PAGE, "claims", "<!-- generated: b -->", "holds a marker"),
    ],
)
def test_a_block_that_is_not_exactly_there_is_an_error(
    text: str, name: str, content: str, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        replace_block(text, name, content)
