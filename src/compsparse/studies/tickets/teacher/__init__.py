"""Teachers of which the graph is known: constituents that each read a few of the inputs."""
