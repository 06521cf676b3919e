"""Both sides of ``benchmarks/genericity`` do the same mathematics."""

import torch

from benchmarks.genericity.cases import CASES

NETWORK = 3  # not the first: networks side by side must not be mixed up


def test_both_sides_agree_after_some_steps() -> None:
    for case in CASES.values():
        stacked, step, plain, plain_step = case.trainings(NETWORK)
        batches = case.batches()
        for x, y in batches[:5]:
            step(x, y)
            plain_step(torch.from_numpy(x), torch.from_numpy(y[NETWORK]))
        x, _ = batches[5]
        wanted = plain(torch.from_numpy(x))[:, 0].detach()
        found = torch.from_numpy(stacked.predict(x)[NETWORK])
        torch.testing.assert_close(found, wanted, atol=1e-4, rtol=1e-3)


def test_a_case_steps_on_both_sides() -> None:
    for step in next(iter(CASES.values())).sides().values():
        step()
