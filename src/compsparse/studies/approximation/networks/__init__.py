"""Networks of nodes in levels: trees, convolutions, dense and shallow ones, many at once."""
