"""Trees as matrices: the slide's numbers, cycles, densities of tree networks."""

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.tickets.matrices import evaluate_layer_density, evaluate_tree_matrix
from compsparse.studies.tickets.matrices.tree_matrix import (
    adjacency_matrix,
    counts_of_rows,
    densities,
    layer_mask,
    nilpotency,
)
from tests.unit.studies.step_files import ran

SLIDE = {"A": {"B": 5.0, "C": 12.0}, "B": {"D": 3.0, "E": 8.0}, "C": {"F": 7.0}}
NODES = list("ABCDEF")


def test_the_slide() -> None:
    params = {"root_seed": 0, "nodes": NODES, "edges": SLIDE}
    outputs = ran(evaluate_tree_matrix, {}, params)
    content, table = outputs["metrics"], outputs["table"]
    assert isinstance(content, dict)
    assert isinstance(table, pd.DataFrame)
    found = {name: metric["value"] for name, metric in content["tickets_tree_matrix"].items()}
    assert found["entries"] == 5
    assert found["zeros_share"] == pytest.approx(31 / 36)
    assert found["row_of_root_difference"] == 0
    assert found["nilpotency"] == 3
    assert found["empty_rows"] == 3
    paths = {end: found[f"path_a_{end.lower()}"] for end in "DEF"}
    assert paths == {"D": 15, "E": 40, "F": 84}
    row = table[table["start"] == "A"].set_index("end")["weight"]
    assert row.to_dict() == {"A": 0, "B": 5, "C": 12, "D": 0, "E": 0, "F": 0}


def test_edges_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="A-Z has a node that is none of"):
        adjacency_matrix(NODES, {"A": {"Z": 1.0}})
    with pytest.raises(ValueError, match="A-B has the weight 0"):
        adjacency_matrix(NODES, {"A": {"B": 0.0}})
    with pytest.raises(ValueError, match="has a cycle"):
        nilpotency(adjacency_matrix(["A", "B"], {"A": {"B": 1.0}, "B": {"A": 1.0}}))


def test_layers_of_a_tree_network() -> None:
    mask = layer_mask(3, 2, 2, 4)
    assert mask.shape == (12, 12)
    assert mask.sum() == 3 * 4 * 4
    assert not (mask[:4, 4:]).any()
    assert counts_of_rows(mask).tolist() == [4] * 12
    assert densities(16, 2, 4) == pytest.approx([1 / 8, 1 / 4, 1 / 2, 1])
    assert densities(16, 4, 4) == pytest.approx([1 / 4, 1])
    with pytest.raises(ValueError, match="powers of the arity 3"):
        densities(16, 3, 4)


def test_density_of_layers() -> None:
    params = {"root_seed": 0, "arities": [2, 4], "levels": [2, 3], "channels": 3}
    content = ran(evaluate_layer_density, {}, params)["metrics"]
    assert isinstance(content, dict)
    found = {name: metric["value"] for name, metric in content["tickets_layer_density"].items()}
    assert found["difference"] == pytest.approx(0, abs=1e-12)
    assert found["first_layer_power"] == pytest.approx(-1)
    assert found["row_difference"] == 0
    assert np.isfinite(list(found.values())).all()
