"""Judging networks: does the change of the picture have a meaning when one weight is changed?"""
