"""Online SGD of one neuron on one direction, as an exact Markov chain of its overlap and norm."""
