"""A toy study for the tests of the engines: tiny arithmetic in place of science."""
