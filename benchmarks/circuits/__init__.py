"""Speed of the packed evaluator of study `circuits`: `python -m benchmarks.circuits`."""
