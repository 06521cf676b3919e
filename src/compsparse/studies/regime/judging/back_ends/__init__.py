"""Who judges a pair of pictures: recorded verdicts, or a model that sees both, asked over HTTP."""
