"""Algorithms of DATC chapter 5 as judges: guessing, partial information, decisions, each in several readings.

They are written from descriptions, not from the listings, over equations of their own, and are not ground
truth: what they do wrong is what these tests are about.  ``variants.py`` names all of them.
"""
