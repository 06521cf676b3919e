"""How a budget of examples times steps is spent on controls that never see the tokens between."""

from dataclasses import dataclass

LEAST_INPUTS = 16  # for each example, or memory of the inputs seen is a good part of all answers


@dataclass(frozen=True)
class Budget:
    """Some times the examples and steps of a next-token predictor.

    Attributes:
        samples: examples.
        passes: how often each is taken.
    """

    samples: int
    passes: int


def budget(samples: int, steps: int, times: int, inputs: int) -> Budget:
    """Return ``times`` the budget of a predictor with ``samples`` examples in ``steps`` passes.

    It is spent on more examples as long as there are ``LEAST_INPUTS`` different inputs of that many
    bits for each of them, and then on more passes.
    """
    most = max(samples, 2**inputs // LEAST_INPUTS)
    spent = min(samples * times, most)
    return Budget(spent, round(steps * samples * times / spent))
