"""Speed of training in study `regime`, as ratios: `python -m benchmarks.regime`."""
