"""Students: networks of one hidden layer of ReLUs with masked weights, side by side."""
