"""Imports go one way: no circles, shared packages from below only, no theme from another theme."""

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.house_plan import sources
from tests.repository.test_layout import MODULES, STUDIES

# from low to high; what stands in one line may import each other's modules
LAYERS = (
    ("admission", "counted", "house", "source_code", "validation"),
    (
        "artifacts",
        "configuration",
        "device",
        "ensembles",
        "interruption",
        "isolation",
        "job_process",
        "numerics",
        "seeds",
        "statistics",
        "steps",
    ),
    ("nested_run", "provenance"),
    (
        "carry",
        "own_data",
        "claims",
        "comparison",
        "costs",
        "figures",
        "job_collector",
        "job_server",
        "replication",
        "reporting",
        "requested",
        "worlds",
    ),
    ("verdicts",),
    (
        "archive",
        "citation",
        "export",
        "cli",
        "commands",
        "generated_docs",
        "pages",
        "results",
        "rule_function",
        "rules",
        "site",
        "swept",
        "wiring",
        "__main__",
    ),
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}
SHARED = [m for m in MODULES if m.count(".") and not m.startswith("compsparse.studies")]


def _height(module: str) -> int:
    return HEIGHT[module.split(".")[1]]


def test_no_shared_module_imports_from_above() -> None:
    for module in SHARED:
        imported, _ = sources().imports(module)
        below = sorted(name for name in imported if name.count("."))
        assert [name for name in below if name.startswith("compsparse.studies.")] == [], module
        assert [name for name in below if _height(name) > _height(module)] == [], module


def circle(arrows: Iterable[tuple[str, str]]) -> list[str]:
    """Return the names of a circle of arrows, none where there is none."""
    graph: dict[str, set[str]] = {}
    for tail, head in arrows:
        graph.setdefault(tail, set()).add(head)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.fixture(scope="module")
def imports() -> list[tuple[str, str]]:
    return [
        (module, name)
        for module in MODULES
        for name in sources().imports(module)[0]
        if name not in (module, "compsparse")
    ]


def test_no_modules_import_each_other_in_a_circle(imports: list[tuple[str, str]]) -> None:
    assert circle(imports) == []
    assert circle([("a", "b"), ("b", "a")]) != []


def test_no_shared_packages_import_each_other_in_a_circle(imports: list[tuple[str, str]]) -> None:
    edges = [(tail, head) for tail, head in imports if "." in tail and "." in head]
    packages = [(tail.split(".")[1], head.split(".")[1]) for tail, head in edges]
    assert circle((tail, head) for tail, head in packages if tail != head) == []


@pytest.mark.parametrize("study", STUDIES)
def test_no_theme_imports_another_and_the_folders_of_a_study_make_no_circle(
    study: str, imports: list[tuple[str, str]]
) -> None:
    place = f"compsparse.studies.{study}."
    folders = [
        (tail.removeprefix(place).split(".")[0], head.removeprefix(place).split(".")[0])
        for tail, head in imports
        if tail.startswith(place) and head.startswith(place)
    ]
    arrows = {(tail, head) for tail, head in folders if tail != head}
    assert circle(arrows) == []
    plans = [m for m in MODULES if m.startswith(place) and m.endswith(".plan")]
    themes = {m.removeprefix(place).split(".")[0] for m in plans} - {"plan"}
    assert {(tail, head) for tail, head in arrows if {tail, head} <= themes} == set()
