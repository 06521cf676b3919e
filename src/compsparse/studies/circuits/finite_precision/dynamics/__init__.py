"""Physical systems in fixed point: a step as a circuit, as whole numbers, and as real numbers."""
