"""The exact step of the strengths: dr/dt = 8 r (g - S) is logistic while directions stand still.

S_i is the neuron's own strength plus that of others along its direction. Where others compete
(their part is positive), S_i is proportional to the strengths of the neurons that share i's
direction. These grow by the same factor, so that S_i grows with r_i: with S = (S_0 / r_0) r,
dr/dt = 8 r (g - (S_0 / r_0) r), whose solution after a time t is

    r = r_0 e^X / (1 + S_0 (e^X - 1) / g),    X = 8 t g.

Where others help (odd orders: their part is negative, they point the other way), they do not grow
with i but shrink: their part P is kept constant, as a gain of g - P against a load of r alone. If
it grew with r, the denominator would cross zero, and strengths would not stay positive.

It is exact for one neuron and for several with a common direction, and it never overshoots,
whatever the step.
"""

import numpy as np

from compsparse.studies.emergence.arrays import ByNeuron

_LARGEST_EXPONENT = 60.0  # e^60: by then the logistic curve is flat to all digits


def strength_step(strengths: ByNeuron, gain: ByNeuron, load: ByNeuron, time: float) -> ByNeuron:
    """Return the strengths r after ``time``.

    ``gain`` is g, the teacher's part along the neuron's direction, perhaps negative (odd orders);
    ``load`` is S, the student's part there, r itself included.
    """
    others = load - strengths
    helped = others < 0
    gain = np.where(helped, gain - others, gain)
    load = np.where(helped, strengths, load)
    exponent = np.clip(8.0 * time * gain, -_LARGEST_EXPONENT, _LARGEST_EXPONENT)
    growth = np.expm1(exponent)
    # (e^X - 1) / g tends to 8 t where g is zero
    per_gain = np.divide(growth, gain, out=np.full_like(gain, 8.0 * time), where=gain != 0)
    return np.asarray(strengths * np.exp(exponent) / (1.0 + load * per_gain))
