"""Shared packages import from below only: validation lowest, the commands at the top."""

import pytest

from compsparse.provenance.closure import Sources
from tests.repository.test_layout import MODULES, SRC

# from low to high; what stands in one line may import each other's modules
LAYERS = (
    ("source_code", "validation"),
    (
        "artifacts",
        "configuration",
        "ensembles",
        "figures",
        "interruption",
        "isolation",
        "numerics",
        "seeds",
        "statistics",
        "steps",
    ),
    ("provenance",),
    ("claims", "comparison", "costs", "job_collector", "job_server", "replication", "reporting"),
    ("cli", "generated_docs", "wiring", "__main__"),
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}
SHARED = [m for m in MODULES if m.count(".") and not m.startswith("compsparse.studies")]


def _height(module: str) -> int:
    return HEIGHT[module.split(".")[1]]


@pytest.mark.parametrize("module", SHARED)
def test_no_shared_module_imports_from_above(module: str) -> None:
    inside, _ = Sources(SRC).imports(module)
    below = {name for name in inside if name.count(".")}
    assert [name for name in sorted(below) if name.startswith("compsparse.studies.")] == []
    assert [name for name in sorted(below) if _height(name) > _height(module)] == []
