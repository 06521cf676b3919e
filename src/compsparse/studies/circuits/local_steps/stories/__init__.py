"""Stories from a template, in which words agree over a distance, and trees that tell them."""
