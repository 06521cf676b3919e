"""Study ``genericity``: which functions does gradient descent find? (document 000)"""
