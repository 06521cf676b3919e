"""The size of a target, in which everything about an image is measured."""

IMAGE_SIZE = 256  # pixels of a side
