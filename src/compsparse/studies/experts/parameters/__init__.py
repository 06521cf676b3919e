"""Parameters of language models of experts, counted from their published configurations."""
