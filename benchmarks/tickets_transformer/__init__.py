"""Speed of a pruning round of a transformer's MLP: `python -m benchmarks.tickets_transformer`."""
