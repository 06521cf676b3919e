"""Which networks are made for a target: their depth, units and numbers of weights."""

from pathlib import Path

import pytest

from compsparse.studies.regime.own_target.values import OwnTargetError, Values, read_values
from tests.unit.studies.regime.own_target.small import small_values
from workflow_engine.configuration.errors import ConfigurationError

UNITS = {"identity": 14, "gaussian": 4, "sigmoid": 3, "sin": 1}


def of_units(units: dict[str, int]) -> Values:
    values = small_values()
    return values.model_copy(
        update={"networks": values.networks.model_copy(update={"units": units})}
    )


@pytest.mark.parametrize(
    ("activations", "units"),
    [
        ({}, UNITS),
        ({"gaussian": 9, "sin": 2}, {"gaussian": 18, "sin": 4}),
        ({"gaussian": 8, "sin": 2, "cos": 1}, {"gaussian": 16, "sin": 4, "cos": 2}),
        ({"tanh": 99, "sin": 1}, {"tanh": 21, "sin": 1}),
        (
            {"cos": 1, "sin": 3, "relu": 2, "tanh": 2},
            {"cos": 3, "sin": 8, "relu": 6, "tanh": 5},
        ),
    ],
)
def test_units_follow_the_genome(activations: dict[str, int], units: dict[str, int]) -> None:
    found = of_units(UNITS).with_units_like(activations).networks.units
    assert (found, sum(found.values())) == (units, 22)


def test_kinds_beyond_the_units_are_left_out() -> None:
    narrow = of_units({"identity": 2})
    found = narrow.with_units_like({"cos": 1, "sin": 3, "tanh": 2}).networks.units
    assert found == {"sin": 1, "tanh": 1}


def test_a_depth_is_predicted_where_the_line_was_fitted_and_nowhere_else() -> None:
    values = small_values()
    assert [values.predicted_depth(r) for r in (0.2, 0.25, 0.3)] == [4, 9, 14]
    for complexity in (0.1999, 0.3001):
        with pytest.raises(
            OwnTargetError, match=rf"is {complexity}, .* pictures of 0\.2 to 0\.3 only; .*--depth 4"
        ):
            values.predicted_depth(complexity)


@pytest.mark.parametrize(("depth", "weights"), [(4, [150]), (4, [100, 6]), (60, [100, 62])])
def test_counts_that_no_network_can_have_are_refused(depth: int, weights: list[int]) -> None:
    networks = small_values().networks
    pruning = networks.pruning.model_copy(update={"weights": weights})
    changed = {"depth": depth, "networks": networks.model_copy(update={"pruning": pruning})}
    values = small_values().model_copy(update=changed)
    with pytest.raises(
        OwnTargetError, match=f"{weights[-1]} weights .* allow {depth + 3}, .*alive"
    ):
        _ = values.shape


def test_a_share_of_the_steps() -> None:
    networks = small_values().shortened(0.1).networks
    assert (networks.recipe.steps, networks.pruning.recipe.steps) == (4, 2)
    networks = small_values().shortened(1e-9).networks
    assert (networks.recipe.steps, networks.pruning.recipe.steps) == (1, 1)


def test_the_parameters_of_the_project_will_do() -> None:
    values = read_values(None)
    assert values.depth == 8 and values.shape.width == 22


def test_parameters_that_lack_a_part(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("regime: {networks: {}, pruning: null}\n")
    with pytest.raises(ConfigurationError, match=r"mine\.yaml.*pruning\.train\.depth.*copy"):
        read_values(path)
