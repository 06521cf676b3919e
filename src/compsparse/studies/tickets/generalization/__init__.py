"""Whether sparse weights generalize better, and what predicts the gap."""
