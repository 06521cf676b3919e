"""The attention-only model in which what each layer attends to is learned, and its training."""
