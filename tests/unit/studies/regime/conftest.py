"""A target and dense networks, made once."""

from pathlib import Path

import pytest

from tests.unit.studies.regime.steps import networks_file, target_file


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built target in a file; do not change it."""
    return target_file(tmp_path_factory.mktemp("target"))


@pytest.fixture(scope="session")
def networks(tmp_path_factory: pytest.TempPathFactory, target: Path) -> Path:
    """Two dense networks in a file; do not change it."""
    return networks_file(tmp_path_factory.mktemp("networks"), target)
