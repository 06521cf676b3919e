"""Names are nouns and verbs: a preposition or a pronoun tells nobody what a variable holds."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NO_NAMES = {"of", "at", "some", "own", "each", "inside"}
# keys of params.yaml keep their names
KEYS = {
    ("src/compsparse/studies/tickets/law/plan.py", "own"),
}


def assigned(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the name and line of every variable, parameter and attribute that a module binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield (node.id if isinstance(node, ast.Name) else node.attr), node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_no_variable_is_named_by_a_preposition_or_a_pronoun(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for name, line in assigned(ast.parse(path.read_text()))
        if name in NO_NAMES and (str(path.relative_to(ROOT)), name) not in KEYS
    ]
    assert found == []


def test_all_ways_to_bind_a_name_are_seen() -> None:
    text = "def f(at, *, of=1): ...\nfor each in []: ...\nself.own = [some for some in ()]"
    assert {name for name, _ in assigned(ast.parse(text))} == NO_NAMES - {"inside"}
