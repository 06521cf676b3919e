"""Steps ``generate``: circuits and the data that are made from them."""
