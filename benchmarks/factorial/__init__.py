"""Speed of the training step of study `factorial`, as ratios: `python -m benchmarks.factorial`."""
