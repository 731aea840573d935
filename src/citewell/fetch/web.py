"""The web as runs see it: live, live and recorded, or answered by a recording.

Rule: a run asks for doors and for its model, and cannot tell which of the three it is given.
"""

SHAPING = ("citewell", "turbohtml", "can_ada", "publicsuffixlist", "fasttext-predict")
"""Distributions whose version can change a text, a passage or an address"""
