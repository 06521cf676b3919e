"""The network of a genome in a larger shape, and its image."""
