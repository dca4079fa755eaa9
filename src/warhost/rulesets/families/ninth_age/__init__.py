"""What both games of The 9th Age share, as plain functions of figures and of a book's own citations and functions.

Neither book knows the other: each names its rules in a file of its own, and leaves what is the same to the module of
the same name here.
"""
