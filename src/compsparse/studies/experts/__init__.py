"""Study ``experts``: is it the mixture of experts that composes, or the routing? (document 000)"""
