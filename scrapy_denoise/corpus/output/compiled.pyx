"""The compiled part of `scrapy_denoise.corpus.output`."""

include "_record_batch.pxi"
