"""Operations of torch whose bytes depend on who made the processor, and the modules that have them.

MKL takes another path on an AMD processor than on an Intel one. torch's products of matrices,
exponentials, logarithms, square roots and linear algebra go through it; numpy's do not. Batched
products were equal on an emulated Haswell, and were not on a real Xeon.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"
FUNCTIONS = {
    *(
        "addmm",
        "baddbmm",
        "bmm",
        "cos",
        "dot",
        "einsum",
        "erf",
        "exp",
        "expm1",
        "inner",
        "log",
        "log10",
        "log1p",
    ),
    *("log2", "logsumexp", "matmul", "mm", "mv", "sin", "sqrt", "tensordot"),
}
METHODS = {*FUNCTIONS, *(f"{name}_" for name in FUNCTIONS)} - {"dot", "inner"}
NUMPY = {"np", "numpy", "math"}
STUDIES = "compsparse/studies"
# these may have one still: a module that leaves this list never comes back
DIFFERENT_BYTES = {f"{STUDIES}/experts/language_model/transformer.py"}


def _imports_torch(tree: ast.Module) -> bool:
    names = [
        name.name if isinstance(node, ast.Import) else node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    ]
    return any(name.split(".")[0] == "torch" for name in names)


def different(text: str) -> set[str]:
    """Return the operations of a module that may have other bytes on another processor."""
    tree = ast.parse(text)
    return set(_operations(tree)) if _imports_torch(tree) else set()


def _operations(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            yield "@"
        if not isinstance(node, ast.Attribute):
            continue
        owner = node.value.id if isinstance(node.value, ast.Name) else None
        if node.attr in ("linear", "Linear", "linalg") and owner not in NUMPY:
            yield node.attr
        elif owner == "torch" and node.attr in FUNCTIONS:
            yield f"torch.{node.attr}"
        elif owner not in {*NUMPY, "torch"} and node.attr in METHODS:
            yield f".{node.attr}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import numpy as np\nnp.exp(a @ b)", set()),
        ("import torch\ntorch.exp(a)\na.sqrt_()\na @ b", {"torch.exp", ".sqrt_", "@"}),
        ("from torch import nn\nnn.Linear(2, 3)", {"Linear"}),
        ("import torch\nimport numpy as np\ntorch.relu(a)\nnp.sqrt(c)", set()),
        ("import torch\ntorch.linalg.svd(a)", {"linalg"}),
    ],
)
def test_operations_are_found(text: str, found: set[str]) -> None:
    assert different(text) == found


def test_no_other_module_has_bytes_that_depend_on_the_processor() -> None:
    found = {
        str(path.relative_to(SOURCES)): operations
        for path in sorted((SOURCES / "compsparse").rglob("*.py"))
        if (operations := different(path.read_text(encoding="utf-8")))
    }
    assert found.keys() == DIFFERENT_BYTES, found
