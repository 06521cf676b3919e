"""Online SGD on the whole student: fresh Gaussian inputs at every step, many seeds at once.

The teacher's directions are the first axes, which changes no law and saves a matrix product.
"""
