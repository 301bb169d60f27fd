"""A decision is finished: structures made whole, head fields and jump links taken out, the article that JSON-LD states.

In: a page and a method's `Selection`. Out: another `Selection`.
"""
