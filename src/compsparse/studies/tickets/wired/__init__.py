"""Networks of one shape wired in four ways, and what they learn: labels of a tree on a sphere."""
