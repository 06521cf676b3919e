"""Steps ``render``: from tables to figures and nothing else, one module per result."""
