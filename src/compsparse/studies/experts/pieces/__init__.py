"""How many pieces there are, and why their number is no error."""
