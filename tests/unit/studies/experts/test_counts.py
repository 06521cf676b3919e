"""Pieces and parameters: known counts, and what pieces leave."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from compsparse.studies.experts.parameters import evaluate_parameters
from compsparse.studies.experts.parameters.configuration import Configuration, prints
from compsparse.studies.experts.pieces import evaluate_pieces, generate_pieces
from compsparse.studies.experts.pieces.generate_pieces import (
    constants_error,
    count_pieces,
    maps_error,
)
from tests.house_plan import configuration
from tests.unit.studies.step_files import arrays, ran, stored

MODELS: dict[str, Configuration] = configuration().settings["experts"].parameters.evaluate.models
V3 = MODELS["DeepSeek_V3"]


@pytest.mark.parametrize(("experts", "layers"), [(2, 5), (3, 2), (4, 3), (6, 6)])
def test_pieces_are_counted(experts: int, layers: int) -> None:
    assert count_pieces(experts, layers) == experts**layers
    assert count_pieces(experts * layers, 1) == experts * layers


def test_constants_are_approximated_as_well_as_they_can_be() -> None:
    # two pieces of 0, 1, 2, 3: the means 0.5 and 2.5 leave 1/4 of the variance 5/4
    assert constants_error(4, 2) == pytest.approx(0.2)
    assert constants_error(7, 7) == 0
    assert constants_error(10**6, 10) == pytest.approx(0.01, rel=1e-6)


def test_maps_in_groups_are_approximated_by_their_groups() -> None:
    random = np.random.default_rng(0)
    centers = random.standard_normal((3, 6))
    maps = np.repeat(centers, 5, axis=0)
    assert maps_error(maps, 3, 20, random) == pytest.approx(0, abs=1e-12)
    assert maps_error(maps, 1, 1, random) > 0.5


def test_the_step_and_its_evaluation_agree(tmp_path: Path) -> None:
    params: dict[str, Any] = {
        "root_seed": 5,
        "seed_names": ["test"],
        "dimension": 3,
        "gain": 1.5,
        "runs": 3,
        "most_experts": 3,
        "most_layers": 3,
        "approximated": [{"codes": 2, "layers": 3}],
        "points": 8,
        "starts": 3,
    }
    found = arrays(ran(generate_pieces, {}, params))
    made: Any = ran(
        evaluate_pieces, {"pieces": stored(tmp_path / "p.npz", found)}, {"root_seed": 0}
    )
    metrics = made["metrics"]["experts_pieces"]
    assert metrics["wrong_deep_counts"]["value"] == metrics["wrong_flat_counts"]["value"] == 0
    assert metrics["maps_error"]["value"] == pytest.approx(found["maps"].mean())
    assert len(made["table"]) == 6 + 3
    one = arrays(ran(generate_pieces, {}, params | {"world": "one_map"}))
    assert one["maps"].max() < 1e-12 < found["maps"].min()


def test_the_parameters_of_deepseek_v3_are_those_of_the_count_by_hand() -> None:
    parts = V3.components()
    assert V3.attention.parameters(V3.hidden) == 187_107_328
    assert parts["attention"] == 61 * 187_107_328
    assert parts["routed experts"] == 58 * 256 * 44_040_192
    assert parts["shared experts"] == 58 * 44_040_192
    assert parts["dense layers"] == 3 * 396_361_728
    assert parts["embedding"] == parts["output"] == 129_280 * 7_168
    assert sum(parts.values()) == 671_026_419_200
    assert sum(V3.active().values()) == 36_625_618_432
    assert V3.prediction_layers() == pytest.approx(11.61e9, rel=1e-3)
    assert pytest.approx(4.097e14, rel=1e-3) == V3.subsets


def test_published_totals_are_reproduced_and_a_slip_is_not() -> None:
    for model in MODELS.values():
        assert model.published_total is not None
        total = sum(model.components().values())
        assert prints(total, model.published_total)
    # an embedding counted twice, or a shared expert as a routed one
    twice = sum(V3.components().values()) + V3.components()["embedding"]
    assert not prints(twice, "671")
    moved = V3.model_copy(update={"shared": 0, "routed": 257})
    assert sum(moved.active().values()) < 0.97 * sum(V3.active().values())
    assert prints(2_449_000_000, "2.4") and not prints(2_451_000_000, "2.4")


def test_a_configuration_in_params_gives_its_row() -> None:
    mine = V3.model_dump() | {"layers": 4, "dense_layers": 1, "published_total": None}
    params = {"root_seed": 0, "document": "mine", "models": {"mine": mine}}
    made: Any = ran(evaluate_parameters, {}, params)
    table = made["table"].set_index("part")
    assert table.loc["blocks with experts", "count"] == 3
    metrics = made["metrics"]["experts_parameters"]
    assert metrics["expert_blocks"]["value"] == 3
    assert metrics["totals_not_reproduced"]["value"] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kept": 257}, "at most the 256 routed experts, not 257"),
        ({"dense_layers": 62}, "at most 61 layers, not 62"),
        ({"hidden": -1}, "greater than or equal to 1"),
        ({"expert_width": None}, "valid integer"),
    ],
)
def test_configurations_that_cannot_be_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Configuration(**(V3.model_dump() | change))
