"""Speed of the engines of study `emergence`, as ratios: `python -m benchmarks.emergence`."""
