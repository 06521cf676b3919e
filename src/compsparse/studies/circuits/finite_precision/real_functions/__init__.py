"""Real functions on [0, 1]^d as circuits F_{n,m_out} with a proved error (Theorem 2)."""
