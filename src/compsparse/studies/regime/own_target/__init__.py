"""A reader's own target: networks, pruned and judged, and the null of their errors."""
