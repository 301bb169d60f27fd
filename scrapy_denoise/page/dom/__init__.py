"""The nodes of a page, built from the events of libxml2's parser or by lxml, read by compiled code.

In: an element. Out: its attributes, its neighbours, the names in its class and id, whether it opens a panel.
"""
