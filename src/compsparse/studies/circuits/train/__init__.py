"""Steps ``train``: next-token predictors and their controls."""
