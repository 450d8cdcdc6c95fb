"""Algorithms of DATC chapter 5 as judges: guessing, and partial information.

They are written anew after the published descriptions, over equations of their own, and are not ground
truth: what they do wrong is what these tests are about.
"""
