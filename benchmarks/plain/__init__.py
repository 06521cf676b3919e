"""A result of each study by numpy and torch alone, beside this project's: `benchmarks.plain`."""
