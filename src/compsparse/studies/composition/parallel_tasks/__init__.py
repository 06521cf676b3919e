"""Two further tasks that take logarithmic depth: finite automata and k-hop induction heads."""
