"""Steps ``train``, one module per way of training a student."""
