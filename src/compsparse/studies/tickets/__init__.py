"""Study ``tickets``: is the sparsity of weights set by the arity of the target (document 000)?"""
