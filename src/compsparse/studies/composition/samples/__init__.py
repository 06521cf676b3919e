"""How many labelled examples are needed: to learn from the mixture, and to know in principle."""
