"""Speed of training in study `experts`, as ratios: `python -m benchmarks.experts`."""
