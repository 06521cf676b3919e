"""Names of machines in figures."""

MACHINES = {
    "parity": "parity",
    "unary_increment": "1ᵐ → 1ᵐ⁺¹",
    "binary_increment": "a + 1",
    "binary_addition": "a + b",
    "zeros_ones": "0ᵐ1ᵐ",
    "palindrome": "palindrome",
}


def machine_name(machine: str) -> str:
    """Return the name of a machine in figures."""
    return MACHINES.get(machine, machine)
