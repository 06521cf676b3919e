"""Learning rates as a function of the step."""

import math
from collections.abc import Callable, Mapping
from typing import Any

Schedule = Callable[[int], float]


def cosine(learning_rate: float, steps: int) -> Schedule:
    """Return eta_t = learning_rate (1 + cos(pi t / steps)) / 2 (document 004, Appendix B)."""
    return lambda step: learning_rate * (1 + math.cos(math.pi * step / steps)) / 2


def custom(learning_rate: float, minimum_learning_rate: float, steps: int) -> Schedule:
    """Return the schedule that falls along a cosine of the logarithm of the step.

    eta_t = learning_rate^x_t minimum_learning_rate^(1 - x_t) with
    x_t = (1 + cos(pi log(t + 1) / log(steps))) / 2 (document 004, Appendix B, (7)). It goes from
    ``learning_rate`` at step 0 to ``minimum_learning_rate`` at step ``steps`` - 1.
    """
    # one step has no logarithm to divide by; its only learning rate is the initial one
    length = math.log(max(steps, 2))

    def rate(step: int) -> float:
        share = (1 + math.cos(math.pi * math.log(step + 1) / length)) / 2
        return float(learning_rate**share * minimum_learning_rate ** (1 - share))

    return rate


def schedule(description: Mapping[str, Any], learning_rate: float, steps: int) -> Schedule:
    """Return the schedule that the parameters describe.

    Args:
        description: ``{"kind": "cosine"}`` or ``{"kind": "custom", "minimum_learning_rate": ...}``.
        learning_rate: learning rate of the first step.
        steps: number of updates of the whole training.

    Raises:
        ValueError: an unknown kind, a parameter that the kind lacks or does not know, or a rate
            that is not above 0.
    """
    options = dict(description)
    kind = options.pop("kind", None)
    known: dict[Any, tuple[Callable[..., Schedule], set[str]]] = {
        "cosine": (cosine, set()),
        "custom": (custom, {"minimum_learning_rate"}),
    }
    if kind not in known or set(options) != known[kind][1]:
        raise ValueError(
            f"The schedule is {dict(description)}; allowed: {{kind: cosine}}, or "
            "{kind: custom, minimum_learning_rate: <rate>}."
        )
    rates = {"learning_rate": learning_rate, **options}
    for name, value in rates.items():
        if not value > 0:
            raise ValueError(f"{name} is {value}; a learning rate must be above 0.")
    return known[kind][0](**rates, steps=steps)
