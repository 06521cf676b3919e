"""How a budget of examples times steps is spent on controls that never see the tokens between."""

from dataclasses import dataclass

LEAST_INPUTS = 16  # per example, or memory of the inputs seen accounts for many of the answers


@dataclass(frozen=True)
class Budget:
    """Examples and passes, a multiple of those of a next-token predictor."""

    samples: int  # examples
    passes: int  # over all examples


def budget(samples: int, steps: int, times: int, inputs: int) -> Budget:
    """Return ``times`` the budget of a predictor with ``samples`` examples in ``steps`` passes."""
    # spent on examples first, while each leaves ``LEAST_INPUTS`` different inputs, then on passes
    most = max(samples, 2**inputs // LEAST_INPUTS)
    spent = min(samples * times, most)
    return Budget(spent, round(steps * samples * times / spent))
