"""The population flow for k = 2: of the student's matrix G = W^T W, and of its single neurons."""
