"""Examples: on the sphere, balanced, and what each world leaves as it is."""

import numpy as np
import pytest

from compsparse.studies.tickets.wired.target import DenseNetwork, Ranges, Tree, rotation
from tests.unit.studies.tickets.wired.planted import RANGES, examples
from workflow_engine.provenance.arguments import ArgumentsError
from workflow_engine.seeds import generator


@pytest.fixture(scope="module")
def plain() -> dict[str, np.ndarray]:
    return examples()


def test_inputs_have_norm_one_and_half_of_the_labels_are_one() -> None:
    data = examples(judged=2000)
    for prefix in ("", "choosing_", "judged_"):
        norms = np.linalg.norm(data[f"{prefix}inputs"], axis=2)
        np.testing.assert_allclose(norms, 1, atol=1e-6)
        assert set(np.unique(data[f"{prefix}labels"])) == {-1, 1}
        chances = data[f"{prefix}chances"]
        assert chances.min() >= 0
        assert 0.3 < chances.mean() < 0.7
    np.testing.assert_allclose(data["judged_labels"].mean(axis=1), 0, atol=0.08)


def test_more_examples_change_none(plain: dict[str, np.ndarray]) -> None:
    more = examples(examples=100, runs=3)
    for name, values in plain.items():
        np.testing.assert_array_equal(more[name][:2, : values.shape[1]], values)


def test_sets_and_runs_are_apart(plain: dict[str, np.ndarray]) -> None:
    rows = np.concatenate(
        [plain[f"{prefix}inputs"].reshape(-1, 8) for prefix in ("", "choosing_", "judged_")]
    )
    assert len(np.unique(rows, axis=0)) == len(rows)


def test_identity_changes_nothing(plain: dict[str, np.ndarray]) -> None:
    same = examples(world="identity")
    for name, values in plain.items():
        np.testing.assert_array_equal(same[name], values)


def test_rotated_inputs_have_the_same_labels(plain: dict[str, np.ndarray]) -> None:
    rotated = examples(world="rotated")
    for name, values in plain.items():
        if not name.endswith("inputs"):
            np.testing.assert_array_equal(rotated[name], values)
    for run in range(2):
        # one rotation for all sets of a run
        before, after = (
            np.concatenate([drawn["inputs"][run], drawn["judged_inputs"][run]])
            for drawn in (plain, rotated)
        )
        np.testing.assert_allclose(after @ after.T, before @ before.T, atol=1e-5)
        assert abs(after - before).max() > 0.3


def test_shuffled_labels_are_those_of_other_examples(plain: dict[str, np.ndarray]) -> None:
    shuffled = examples(world="shuffled_labels")
    for name, values in plain.items():
        if name.endswith("labels"):
            np.testing.assert_array_equal(shuffled[name].sum(axis=1), values.sum(axis=1))
            assert (shuffled[name] != values).any(axis=1).all()
        else:
            np.testing.assert_array_equal(shuffled[name], values)


def test_a_dense_target_has_other_labels_for_the_same_inputs(plain: dict[str, np.ndarray]) -> None:
    dense = examples(world="dense_teacher", judged=2000)
    np.testing.assert_array_equal(dense["inputs"], plain["inputs"])
    assert (dense["labels"] != plain["labels"]).mean() > 0.2
    np.testing.assert_allclose(dense["judged_labels"].mean(axis=1), 0, atol=0.08)


def test_an_unknown_world_is_refused() -> None:
    with pytest.raises(ArgumentsError, match=r"world is 'flat' .*'none', 'identity'"):
        examples(world="flat")


def test_a_tree_by_hand() -> None:
    tree = Tree(generator(987, "tree"), 4, Ranges(**RANGES))
    (lower, lower_product), (upper, upper_product) = tree._levels
    for slopes, product in ((lower, lower_product), (upper, upper_product)):
        assert ((abs(slopes) >= 0.6) & (abs(slopes) <= 1.4)).all()
        assert 0.25 <= abs(product) <= 0.75
    x = np.array([[0.1, -0.7, 0.5, 0.5]])
    a, b, c, e = 2 * x[0]
    first = np.tanh(lower @ [a, b] + lower_product * a * b)
    second = np.tanh(lower @ [c, e] + lower_product * c * e)
    wanted = np.tanh(upper @ [first, second] + upper_product * first * second)
    np.testing.assert_allclose(tree(x), [wanted])


def test_every_constituent_of_a_dense_target_reads_all_inputs() -> None:
    network = DenseNetwork(generator(987, "dense"), 8)
    assert [weights.shape for weights in network._weights] == [(8, 4), (4, 2), (2, 1)]
    assert all((weights != 0).all() for weights in network._weights)
    x = np.full((1, 8), 8**-0.5)
    wanted = np.ones((1, 8))
    for weights in network._weights:
        wanted = np.tanh(wanted @ weights)
    np.testing.assert_allclose(network(x), wanted[:, 0])


def test_rotations_are_orthogonal_and_alike_in_all_directions() -> None:
    first = np.array([rotation(generator(987, draw), 4) for draw in range(400)])
    np.testing.assert_allclose(
        first @ first.transpose(0, 2, 1), np.tile(np.eye(4), (400, 1, 1)), atol=1e-9
    )
    np.testing.assert_allclose(first.mean(axis=0), 0, atol=0.1)
