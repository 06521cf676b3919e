"""Stories from a template, in which words agree at a distance, and trees that generate them."""
