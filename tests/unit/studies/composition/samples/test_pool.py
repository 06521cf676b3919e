"""Pools: labels of single tokens, split over hops, read as by the whole model."""

import numpy as np
import torch

from compsparse.studies.composition.attention.model import layer_outputs, readout
from compsparse.studies.composition.samples.pool import draw_pool, pool_slice, weight_on_answers
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.worlds import Task

HIDDEN = permutations(np.random.default_rng(2), 3, 4, symbols=3)
TASK = Task(HIDDEN, Seeds(0, ["test"], 3))


def randoms(seed: int) -> list[np.random.Generator]:
    return [np.random.default_rng([seed, run]) for run in range(3)]


def test_an_answer_is_where_the_hops_of_its_token_lead() -> None:
    pool = draw_pool(TASK, randoms(0), randoms(1), 11, (0, 1, 2))
    assert [part.token.shape[1] for part in pool] == [4, 4, 3]
    for part in pool:
        right = all_hops(part.read.numpy(), HIDDEN[:, None])[part.hop].reshape(3, -1, 12)
        asked = np.take_along_axis(right, part.token.numpy()[..., None], axis=-1)[..., 0]
        np.testing.assert_array_equal(part.answer.numpy(), asked)


def test_a_smaller_pool_is_the_beginning_of_a_larger_one() -> None:
    large = draw_pool(TASK, randoms(0), randoms(1), 11, (0, 2))
    parts = [*pool_slice(large, 0, 5), *pool_slice(large, 5, 11)]
    assert [part.token.shape[1] for part in parts] == [3, 2, 3, 3]
    for place, hop in enumerate((0, 2)):
        joined = torch.cat([part.token for part in parts if part.hop == hop], dim=1)
        assert torch.equal(joined, large[place].token)


def test_a_token_is_read_as_by_the_whole_model() -> None:
    weights = [torch.from_numpy(np.random.default_rng(5).normal(size=(3, 12, 12))).float() * 2] * 3
    for part in draw_pool(TASK, randoms(0), randoms(1), 9, (0, 1, 2)):
        for layer in range(3):
            given = readout(layer_outputs(weights, part.read)[layer], part.hop, 4).flatten(2, 3)
            of_token = given.gather(2, part.token[..., None, None].expand(-1, -1, 1, 3))[:, :, 0]
            wanted = of_token.gather(-1, part.answer[..., None])[..., 0]
            found = weight_on_answers(weights, part, layer)
            torch.testing.assert_close(found, wanted)
