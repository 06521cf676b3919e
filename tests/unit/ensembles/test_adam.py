import torch

from compsparse.ensembles.adam import Adam


def test_it_equals_torch_adam_with_default_settings() -> None:
    random = torch.Generator().manual_seed(0)
    start = torch.randn(1000, generator=random)
    mine, gradient = start.clone(), torch.zeros(1000)
    theirs = torch.nn.Parameter(start.clone())
    optimizer, reference = Adam(mine, gradient), torch.optim.Adam([theirs])
    for step in range(200):
        rate = 0.03 / (step + 1)
        # gradients over many orders of magnitude, so that epsilon matters
        gradient.copy_(torch.randn(1000, generator=random) * torch.logspace(-12, 2, 1000))
        reference.param_groups[0]["lr"] = rate
        theirs.grad = gradient.clone()
        optimizer.step(rate)
        reference.step()
    torch.testing.assert_close(mine, theirs.detach(), rtol=1e-5, atol=1e-6)
    assert optimizer.steps == 200


def test_an_entry_does_not_depend_on_the_others() -> None:
    random = torch.Generator().manual_seed(0)
    start, slope = torch.randn(2, 67, generator=random)
    whole, part = start.clone(), start[:13].clone()
    optimizers = [Adam(whole, slope), Adam(part, slope[:13].clone())]
    for _ in range(5):
        for optimizer in optimizers:
            optimizer.step(0.1)
    torch.testing.assert_close(whole[:13], part, rtol=0, atol=1e-6)
