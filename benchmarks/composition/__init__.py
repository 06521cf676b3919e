"""Speed of training in study `composition`, as ratios: `python -m benchmarks.composition`."""
