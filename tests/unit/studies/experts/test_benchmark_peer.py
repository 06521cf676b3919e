"""Both sides of ``benchmarks/experts`` do the same mathematics."""

import pytest
import torch

from benchmarks.experts.cases import CASES, plain_state

NETWORK = 3  # not the first: networks side by side must not be mixed up


@pytest.mark.parametrize("name", CASES)
def test_both_sides_agree_after_some_steps(name: str) -> None:
    stacked, step, plain, plain_step = CASES[name].trainings(NETWORK)
    first = {key: values.clone() for key, values in plain_state(stacked, NETWORK).items()}
    for batch in CASES[name].batches()[:5]:
        step(*batch)
        plain_step(*(torch.from_numpy(part[NETWORK]) for part in batch))
    wanted = plain.state_dict()
    for key, values in plain_state(stacked, NETWORK).items():
        torch.testing.assert_close(values, wanted[key], atol=1e-4, rtol=1e-3)
        assert (values - first[key]).abs().mean() > 3e-4  # five steps; some units rest


@pytest.mark.parametrize("name", CASES)
def test_a_case_steps_on_both_sides(name: str) -> None:
    for step in CASES[name].sides().values():
        step()
