"""Speed as ratios, one package per study; run `make bench`."""
