"""How a budget of examples times steps is spent on controls that never see the tokens between."""

from dataclasses import dataclass

LEAST_INPUTS = 16  # for each example, or memory of the inputs seen is a good part of all answers


@dataclass(frozen=True)
class Budget:
    """Some times the examples and steps of a next-token predictor."""

    samples: int  # examples
    passes: int  # how often each is taken


def budget(samples: int, steps: int, times: int, inputs: int) -> Budget:
    """Return ``times`` the budget of a predictor with ``samples`` examples in ``steps`` passes."""
    # spent on more examples while there are ``LEAST_INPUTS`` different inputs for each, then on
    # passes
    most = max(samples, 2**inputs // LEAST_INPUTS)
    spent = min(samples * times, most)
    return Budget(spent, round(steps * samples * times / spent))
