"""The size of a target, at which everything about an image is measured."""

IMAGE_SIZE = 256  # pixels per side
