"""Tables and metrics of Turing machines unrolled into circuits (Theorem 1)."""
