"""Statistics of replicates: intervals, orderings and straight lines on logarithmic axes."""
