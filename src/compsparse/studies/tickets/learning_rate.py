"""The learning rate of all trainings of this study, rounds of pruning included."""


def rate_at(step: int, steps: int, rate: float) -> float:
    """Return ``rate`` for the first half of the steps; from there it falls evenly to 0."""
    return rate * min(1.0, 2 * (1 - step / steps))
