"""Both sides of ``benchmarks/genericity`` do the same mathematics."""

import torch

from benchmarks.genericity.cases import CASES

NETWORK = 3  # not the first: networks side by side must not be mixed up


def test_both_sides_agree_after_some_steps() -> None:
    for case in CASES.values():
        stacked, learn, plain, learn_plainly = case.trainings(NETWORK)
        x, y = case.batches()
        learn(x[:5], y[:, :5])
        learn_plainly(torch.from_numpy(x[:5]), torch.from_numpy(y[NETWORK, :5]))
        wanted = plain(torch.from_numpy(x[5]))[:, 0].detach()
        found = torch.from_numpy(stacked.predict(x[5])[NETWORK])
        torch.testing.assert_close(found, wanted, atol=1e-4, rtol=1e-3)


def test_a_case_steps_on_both_sides() -> None:
    for step in next(iter(CASES.values())).sides().values():
        step()
