"""Machines and stages, as figures call them."""

MACHINES = {
    "parity": "parity",
    "unary_increment": "1ᵐ → 1ᵐ⁺¹",
    "binary_increment": "a + 1",
    "binary_addition": "a + b",
    "zeros_ones": "0ᵐ1ᵐ",
    "palindrome": "palindrome",
}


def machine_name(machine: str) -> str:
    """Return what a figure calls a machine."""
    return MACHINES.get(machine, machine)
