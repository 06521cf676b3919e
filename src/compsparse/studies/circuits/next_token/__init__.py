"""Circuits as sequences of tokens, and what learns them: next-token predictors and controls."""
