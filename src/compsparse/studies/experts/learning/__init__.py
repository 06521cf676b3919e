"""Networks of layers of experts, many side by side, and how they are trained and chosen."""
