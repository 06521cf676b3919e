"""Circuits whose depth is the number of their bits, of two tempers.

In a chain of XORs every output depends on every input, and so does every error. In an adder a carry
is made anew wherever two bits agree, and with it its error.
"""

from compsparse.studies.circuits.arithmetic.chains import parity_chain, ripple_adder

FAMILIES = {"parity_chain": parity_chain, "ripple_adder": ripple_adder}
