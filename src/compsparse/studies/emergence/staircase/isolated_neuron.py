"""One neuron learning one direction: its trajectory in closed form, and the sharpness of its jump.

An isolated neuron with overlap M on a direction of amplitude a obeys, for every order k >= 2,

    dM/dt = 2 k a M^(k-1) (1 - M^2)

(``flow.population``, with one neuron and one direction). So the time between two overlaps is

    t = (I(M_2) - I(M_1)) / (2 k a),    I'(M) = 1 / (M^(k-1) (1 - M^2)),

and since 1 / (M^n (1 - M^2)) = 1 / M^n + 1 / (M^(n-2) (1 - M^2)), it ends at artanh M for odd k and
at ln M - ln(1 - M^2) / 2 for even k. The rise from a squared overlap of 0.1 to one of 0.9 takes a
time that does not depend on where the neuron started, while the search before it takes about
1 / (2 k (k-2) a M_0^(k-2)) for k > 2. So with a start of order d^(-1/2), rise / T falls like
d^-(k/2-1). For k = 2 the search takes ln(1 / M_0^2) / (8 a), and rise / T falls like 1 / ln d only.
"""

import numpy as np

from compsparse.studies.emergence.arrays import Numbers

BEGUN, ALIGNED, DONE = 0.1, 0.5, 0.9  # squared overlaps: begin of the rise, emergence, end


def passage_time(order: int, amplitude: Numbers, low: Numbers, high: Numbers) -> Numbers:
    """Return how long an isolated neuron takes between two squared overlaps, in time of the flow.

    They lie strictly between 0 and 1; where ``high`` is below ``low``, the time counts backwards.
    """
    for name, square in (("low", low), ("high", high)):
        if not ((square > 0) & (square < 1)).all():
            raise ValueError(
                f"{name} reaches from {np.min(square):g} to {np.max(square):g}; a squared overlap "
                "that a neuron passes lies strictly between 0 and 1."
            )
    return np.asarray((_integral(order, high) - _integral(order, low)) / (2 * order * amplitude))


def emergence_time(order: int, amplitude: Numbers, overlap: Numbers) -> Numbers:
    """Return when the squared overlap of a neuron that starts at ``overlap`` reaches one half."""
    return passage_time(order, amplitude, np.asarray(overlap**2), np.array(ALIGNED))


def relative_rise(order: int, overlap: Numbers) -> Numbers:
    """Return rise / T of a neuron that starts at ``overlap``: the amplitude cancels."""
    unit = np.array(1.0)
    rise = passage_time(order, unit, np.array(BEGUN), np.array(DONE))
    return np.asarray(rise / emergence_time(order, unit, overlap))


def _integral(order: int, square: Numbers) -> Numbers:
    overlap = np.sqrt(square)
    power = order - 1
    sum_of_powers = np.zeros_like(overlap)
    while power > 1:
        sum_of_powers = sum_of_powers - overlap ** (1 - power) / (power - 1)
        power -= 2
    rest = np.arctanh(overlap) if power == 0 else 0.5 * np.log(square / (1 - square))
    return np.asarray(sum_of_powers + rest)
