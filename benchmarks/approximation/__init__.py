"""Speed of training in study `approximation`, as ratios: `python -m benchmarks.approximation`."""
