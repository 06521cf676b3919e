"""The population gradient flow of the student in closed form, and engines that integrate it.

Notation: neuron i is w_i = rho_i u_i with a unit vector u_i. Its strength is r_i = rho_i^2, its
overlap with direction p of the teacher is M_ip = <u_i, theta_p>; two neurons overlap by
Q_ij = <u_i, u_j>. The student is f(x) = sum_i r_i h_k(<u_i, x>), the loss E[(f* - f)^2], without a
factor 1/2. The time of the flow is the step size of SGD times its number of steps.
"""
