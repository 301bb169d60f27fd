"""The same work on a cluster, with Spark.

In: as `corpus.run`. Out: the same rows.
"""
