import numpy as np
import pytest
import torch

from compsparse.ensembles.parameters import Parameters


def test_views_share_the_memory_of_the_flat_tensor() -> None:
    parameters = Parameters(3, {"a": (2, 4), "b": (5,)})
    assert parameters.flat.shape == (3 * 8 + 3 * 5,)
    assert parameters.views["a"].shape == (3, 2, 4)
    assert parameters.views["b"].is_contiguous()
    parameters.flat.copy_(torch.arange(39))
    assert parameters.views["a"][1, 0, 0] == 8
    parameters.views["b"][2, 4] = -1
    assert parameters.flat[-1] == -1


def test_arrays_are_copies() -> None:
    parameters = Parameters(1, {"a": (2,)})
    arrays = parameters.arrays()
    parameters.flat.fill_(1)
    np.testing.assert_array_equal(arrays["a"], [[0, 0]])
    assert arrays["a"].dtype == np.float32


def test_zeros_like_has_the_same_layout_and_its_own_memory() -> None:
    parameters = Parameters(2, {"a": (2,)})
    parameters.flat.fill_(1)
    gradients = parameters.zeros_like()
    assert gradients.shapes == parameters.shapes
    assert not gradients.flat.any()


@pytest.mark.parametrize(("runs", "shapes"), [(0, {"a": (1,)}), (1, {})])
def test_nothing_to_store_is_refused(runs: int, shapes: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="at least one run and one name"):
        Parameters(runs, shapes)
