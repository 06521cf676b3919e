"""Speed of training in study `genericity`, as ratios: `python -m benchmarks.genericity`."""
