"""Whether sparse weights generalise better, and what the gap goes with."""
