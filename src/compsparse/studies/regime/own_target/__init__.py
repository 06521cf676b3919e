"""A reader's own target: networks that learn it, pruned and measured."""
