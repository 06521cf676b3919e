"""Teachers with a known graph: sums of constituents that each read a few of the inputs."""
