"""Trees written as matrices: the slide's, and the layers of tree networks."""
