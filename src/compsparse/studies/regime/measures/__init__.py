"""What is measured of each network: whether it paints, and whether its weights mean something."""
