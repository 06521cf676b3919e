"""How many weights a target needs, by arity, number and kind of its constituents."""
