"""Steps against the number of variables, for products of one, two and three of them."""
