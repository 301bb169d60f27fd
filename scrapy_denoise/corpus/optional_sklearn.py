"""What the extra ``classify`` installs, imported here and nowhere else: scikit-learn, and skops to store its models."""

from __future__ import annotations

try:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import accuracy_score, f1_score
    from sklearn.pipeline import Pipeline, make_pipeline
    from skops import io as skops_io
except ImportError as error:
    raise ImportError(
        "classification needs scikit-learn and skops; install them with: pip install 'scrapy-denoise[classify]'",
        name=error.name,
    ) from error

__all__ = [
    "LogisticRegression",
    "Pipeline",
    "TfidfVectorizer",
    "accuracy_score",
    "f1_score",
    "make_pipeline",
    "skops_io",
]
