"""Online SGD on the whole student: fresh Gaussian inputs at every step, many seeds at once.

The teacher's directions are the first coordinate axes: the law of a run does not change when space
is rotated, and the teacher's output then needs no product of matrices.
"""
