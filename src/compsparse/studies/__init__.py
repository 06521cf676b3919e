"""Studies: one package per question, each from its data to its figures; none imports another."""
