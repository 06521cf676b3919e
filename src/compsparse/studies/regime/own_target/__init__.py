"""A reader's own target: networks, pruned and judged beside what their error alone brings."""
