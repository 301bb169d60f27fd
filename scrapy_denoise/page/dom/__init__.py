"""Elements of lxml's tree, read by compiled code through libxml2.

In: an element. Out: its attributes, its neighbours, the names in its class and id, whether it opens a panel.
"""
