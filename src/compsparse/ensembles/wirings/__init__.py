"""Networks of nodes in levels, wired as trees, convolutions or dense layers, many side by side."""
