"""Transformers on Boolean tables: how many MLP weights are needed, by arity and by outputs."""
