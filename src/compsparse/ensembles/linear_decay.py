"""A learning rate that is constant for half of the steps, then falls linearly to 0."""

from compsparse.ensembles.schedules import Schedule


def constant_then_linear(learning_rate: float, steps: int) -> Schedule:
    """Return the schedule that is constant for half of the steps, then falls linearly to 0."""
    return lambda step: learning_rate * min(1.0, 2 * (1 - step / steps))
