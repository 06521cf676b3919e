"""Steps and evaluations of tables: planted exponents, networks that are tables, counts."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.approximation.tables import (
    evaluate_image_arithmetic,
    evaluate_rates,
    evaluate_relu_network,
    evaluate_sizes,
    generate_grid_errors,
    generate_network_outputs,
)
from compsparse.studies.approximation.tables.generate_network_outputs import (
    on_triangles,
    relu_network,
)
from tests.unit.studies.approximation.planted import (
    SEEDS,
    TREE,
    arrays,
    evaluated,
    ran,
    stored,
)
from workflow_engine.provenance.arguments import ArgumentsError

STEP: dict[str, Any] = {
    "target": TREE,
    "variables": [2, 4],
    "grids": [5, 9, 17],
    "order": 2,
    "points": 50,
    "values": 4000,
    "runs": 2,
    **SEEDS,
}


def planted(path: Path, variables: list[int], axes: list[int], tables: list[int]) -> Path:
    """Write errors that are exactly the square of the spacing."""
    grids = np.array([5, 9, 17])
    error = np.broadcast_to((1.0 / (grids - 1) ** 2)[None, :, None], (len(variables), 3, 2))
    return stored(
        path,
        {
            "variables": np.array(variables),
            "grid": grids,
            "axes": np.array(axes),
            "tables": np.array(tables),
            "order": np.array(2),
            "error": error.copy(),
        },
    )


def inputs(folder: Path) -> tuple[dict[str, list[Path]], dict[str, list[int]]]:
    tree = planted(folder / "tree.npz", [2, 4], [2, 2], [1, 3])
    table = planted(folder / "table.npz", [2, 4], [2, 4], [1, 1])
    return {"trees": [tree], "tables": [table], "generic": [table]}, {"arities": [2]}


def test_exponents_are_those_of_intervals(tmp_path: Path) -> None:
    files, params = inputs(tmp_path)
    table, values = evaluated(evaluate_rates, files, params)
    np.testing.assert_allclose(table["exponent"], table["theory"])
    np.testing.assert_allclose(values["tree_order_2_farthest_ratio"], [1, 1])
    np.testing.assert_allclose(values["table_farthest_ratio"], [1, 1])
    np.testing.assert_allclose(values["tree_spread"], [0, 0], atol=1e-12)


def test_sizes_are_read_off_at_an_error(tmp_path: Path) -> None:
    files, params = inputs(tmp_path)
    table, values = evaluated(evaluate_sizes, files, {**params, "error": 1 / 64})
    numbers = table.set_index(["kind", "variables", "run"])["log10_numbers"]
    assert numbers["tree of tables", 4, 0] == pytest.approx(np.log10(3 * 81))
    assert numbers["one table, target a tree", 4, 0] == pytest.approx(np.log10(9**4))
    np.testing.assert_allclose(values["tree_power_arity_2_order_2"], [np.log2(3)] * 2)


@pytest.mark.parametrize(("error", "intervals"), [(1 / 4, 2.0), (1 / 1024, 32.0)])
def test_sizes_beyond_the_grids_follow_the_power(
    tmp_path: Path, error: float, intervals: float
) -> None:
    files, params = inputs(tmp_path)
    table, _ = evaluated(evaluate_sizes, files, {**params, "error": error})
    assert table["beyond"].all()
    one = table.set_index(["kind", "variables", "run"])["log10_numbers"]["tree of tables", 2, 0]
    # numbers are of points, whose power bends: the two nearest grids are followed
    near = (np.log10([5, 9]) if error > 1 / 16 else np.log10([17, 9])) * 2
    step = np.log2(intervals / (4 if error > 1 / 16 else 16)) * (1 if error > 1 / 16 else -1)
    assert one == pytest.approx(near[0] + step * (near[1] - near[0]))


def test_one_node_is_one_table_and_a_world_has_one_constituent() -> None:
    tree = arrays(ran(generate_grid_errors, {}, {**STEP, "at_nodes": True}))
    table = arrays(ran(generate_grid_errors, {}, STEP))
    assert tree["axes"].tolist() == [2, 2]
    assert tree["tables"].tolist() == [1, 3]
    assert table["axes"].tolist() == [2, 4]
    np.testing.assert_allclose(tree["error"][0], table["error"][0], rtol=1e-9)
    # errors fall about as the square of the spacing
    assert (tree["error"][:, 0] / tree["error"][:, 2] > 8).all()
    world = {**TREE, "world": "one_constituent", "cosines": 20, "spread": 1.5}
    step = {**STEP, "target": world}
    of_nodes, of_all = (
        arrays(ran(generate_grid_errors, {}, {**step, "at_nodes": kind})) for kind in (True, False)
    )
    np.testing.assert_array_equal(of_nodes["error"], of_all["error"])


def test_another_order_is_refused() -> None:
    with pytest.raises(ArgumentsError, match="order is 3 in the plan; input should be 1, 2 or 4"):
        ran(generate_grid_errors, {}, {**STEP, "order": 3})


def test_a_relu_network_is_its_table_on_triangles() -> None:
    random = np.random.default_rng(0)
    table, points = random.random((6, 6)), random.random((200, 2))
    np.testing.assert_allclose(relu_network(table, points), on_triangles(table, points), atol=1e-13)
    corners = np.stack(np.meshgrid(*[np.linspace(0, 1, 6)] * 2, indexing="ij"), axis=-1)
    np.testing.assert_allclose(on_triangles(table, corners), table, atol=1e-13)
    # linear along the diagonal of a cell, which a table that is linear in each variable is not
    ends, middle = table[[1, 2], [1, 2]], on_triangles(table, np.array([0.3, 0.3]))
    assert middle == pytest.approx(ends.mean())


def test_a_tree_of_networks_is_a_tree_of_tables(tmp_path: Path) -> None:
    params = {"target": TREE, "variables": 4, "grids": [5, 9], "points": 40, "runs": 2, **SEEDS}
    path = stored(tmp_path / "x.npz", arrays(ran(generate_network_outputs, {}, params)))
    table, values = evaluated(evaluate_relu_network, {"outputs": path}, {})
    assert values["difference"][0] < 1e-12
    assert values["units_over_numbers"] == [5]
    assert table["numbers"].tolist() == [75, 75, 243, 243]
    assert table["network_error"].iloc[-1] < table["network_error"].iloc[0]


def test_the_count_for_images_is_exact() -> None:
    params = {"digits": 1, "variables": [1000, 3072], "orders": [1, 2], "arity": 2}
    table, values = evaluated(evaluate_image_arithmetic, {}, params)
    assert values["log10_d_1000_order_1"] == [1000]
    assert values["log10_d_3072_order_2"] == [1536]
    assert table["log10_numbers_of_a_constituent"].tolist() == [2, 1, 2, 1]
