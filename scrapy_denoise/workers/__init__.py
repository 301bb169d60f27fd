"""Worker processes for pages, with a time limit for each page.

In: tasks. Out: an answer a task, or the page that was lost and why.
"""
