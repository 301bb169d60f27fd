"""Characters and words: white space, letters to compare by, Arabic script, division into words.

In: a text. Out: the text in another form, or its words.
"""
