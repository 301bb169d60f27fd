"""Measures the quality of extraction: compares methods and other extractors with the gold text of pages.

In: corpora with gold. Out: one row per page and extractor, summaries, tables, a report.
A page is never in the template that it is scored with.
"""

from scrapy_denoise.evaluation.gold.corpus import Corpus, CorpusError, GoldPage, read_corpus, siblings
from scrapy_denoise.evaluation.metrics.neutral_lines import NeutralLines, neutral_scores
from scrapy_denoise.evaluation.metrics.text import (
    Score,
    completeness,
    compression,
    lcs_scores,
    levenshtein,
    phrase_rate,
    rouge_lsum,
    shingle_scores,
    template_loss,
    tokens,
    word_scores,
)

__all__ = [
    "Corpus",
    "CorpusError",
    "GoldPage",
    "NeutralLines",
    "Score",
    "completeness",
    "compression",
    "lcs_scores",
    "levenshtein",
    "neutral_scores",
    "phrase_rate",
    "read_corpus",
    "rouge_lsum",
    "shingle_scores",
    "siblings",
    "template_loss",
    "tokens",
    "word_scores",
]
