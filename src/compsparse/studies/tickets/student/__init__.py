"""Students: masked networks of one hidden layer of ReLUs, side by side."""
