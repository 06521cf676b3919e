"""Inputs of this theme's results, made once."""

from typing import Any

import pytest

from tests.unit.studies.circuits.local_steps import steps


@pytest.fixture(scope="package")
def transitions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """States and tables of all rules."""
    return steps.local_inputs(tmp_path_factory.mktemp("transitions"))


@pytest.fixture(scope="package")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Counts of samples."""
    return steps.global_inputs(tmp_path_factory.mktemp("samples"))


@pytest.fixture(scope="package")
def trees(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Automata and their trees."""
    return steps.automata_inputs(tmp_path_factory.mktemp("trees"))
