"""The text of a syntax tree: the same for the same code under every supported Python.

``ast.dump`` is not: Python 3.12 adds empty fields, 3.13 leaves others out, and what prints as a
character or as an escape follows the Unicode of each version. Nor are trees: Python 3.12 puts empty
texts into f-strings.
"""

import ast
from collections.abc import Callable, Iterator


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements below a node; expressions, most of a tree, hold none."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, block, ()):
            yield child
            yield from statements(child)


def without_docstrings(tree: ast.Module) -> ast.Module:
    """Take the docstrings out of a tree, in place."""
    for node in (tree, *statements(tree)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                node.body = node.body[1:]
    return tree


def text_of(node: ast.AST) -> str:
    """Return a text that says everything about a tree, apart from where it stood in the file."""
    parts: list[str] = []
    _write(node, parts.append)
    return "".join(parts)


def _write(value: object, write: Callable[[str], None]) -> None:
    if isinstance(value, ast.Constant):  # never as bare None, which stands for no value in a list
        write(f"Constant({value.kind or ''}{value.value!a})")
    elif isinstance(value, ast.AST):
        write(f"{type(value).__name__}(")
        if isinstance(value, ast.JoinedStr):
            _write(_joined(value.values), write)
        else:
            for name in value._fields:
                # what is absent or empty may be a field that other versions lack
                if (part := getattr(value, name, None)) is not None and part != []:
                    write(f"{name}=")
                    _write(part, write)
                    write(",")
        write(")")
    elif isinstance(value, list):
        write("[")
        for part in value:
            _write(part, write)
            write(",")
        write("]")
    else:
        write(ascii(value))


def _joined(values: list[ast.expr]) -> list[ast.expr | str]:
    """Return the parts of an f-string, its plain ones as long as can be and never empty."""
    found: list[ast.expr | str] = []
    for value in values:
        if not isinstance(value, ast.Constant):
            found.append(value)
        elif found and isinstance(found[-1], str):
            found[-1] += str(value.value)
        elif value.value:
            found.append(str(value.value))
    return found
