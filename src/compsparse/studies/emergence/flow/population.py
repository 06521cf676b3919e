"""Loss and forces of the flow, exact for s = h_k, the normalized Hermite polynomial of order k.

Since E[h_k(<u, x>) h_k(<v, x>)] = <u, v>^k, the loss is

    L = sum_p a_p^2 - 2 sum_ip r_i a_p M_ip^k + sum_ij r_i r_j Q_ij^k.

Its gradient flow dw_i/dt = - dL/dw_i, split into strength and direction (w_i = rho_i u_i), is

    dr_i/dt = 8 r_i (g_i - S_i),    g_i = sum_p a_p M_ip^k,    S_i = sum_j r_j Q_ij^k,
    du_i/dt = 2 k (I - u_i u_i^T) G_i,
    G_i = sum_p a_p M_ip^(k-1) theta_p - sum_(j != i) r_j Q_ij^(k-1) u_j.

The direction's speed does not depend on the neuron's own strength: dL/du_i carries a factor r_i,
which cancels in dw_i = rho_i du_i, since the gradient in w_i is (1 / rho_i) dL/du_i.

An isolated neuron with a small overlap M_0 on one direction obeys dM/dt = 2 k a M^(k-1), so that it
reaches overlaps of order one at T = 1 / (2 k (k - 2) a M_0^(k-2)) for k > 2.
"""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.arrays import ByDirection, ByNeuron


def population_loss(
    order: int,
    amplitudes: ByDirection,
    overlaps: Float64[np.ndarray, "neuron direction"],
    gram: Float64[np.ndarray, "neuron neuron"],
    strengths: ByNeuron,
) -> float:
    """Return L of these directions, without the teacher's tail."""
    signal = strengths @ (overlaps**order @ amplitudes)
    return float((amplitudes**2).sum() - 2 * signal + strengths @ gram**order @ strengths)


def escape_time(order: int, amplitude: float, overlap: float) -> float:
    """Return when an isolated neuron escapes from a small overlap, for an order above 2."""
    if order <= 2:
        raise ValueError(f"The escape time is that of orders above 2, not of {order}.")
    return 1.0 / (2 * order * (order - 2) * amplitude * abs(overlap) ** (order - 2))
