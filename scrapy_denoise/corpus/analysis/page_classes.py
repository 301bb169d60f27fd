"""QuarkClassification: classes of pages by the words of their contents (paper 003, by its name alone).

The words are those that the methods compare (`scrapy_denoise.page.text.words`): Han runs are segmented by jieba, stop
words and numbers are left out. They are weighed by TF-IDF, and a logistic regression tells the classes apart.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from scrapy_denoise.corpus.input.pages import InputError
from scrapy_denoise.optional import (
    LogisticRegression,
    Pipeline,
    TfidfVectorizer,
    accuracy_score,
    f1_score,
    make_pipeline,
    skops,
)
from scrapy_denoise.page.text.words import feature_words

WORD = r"\S+"

MAX_VOCABULARY = 200_000
"""The size of a model's vocabulary: the most frequent words."""

MAX_TEXT_CHARS = 100_000
"""The most characters that are read of each content."""


@attrs.frozen
class Scores:
    """How well a model does. pages: tested. accuracy: share of right ones. macro_f1: mean over the classes."""

    pages: int
    accuracy: float
    macro_f1: float


class Classifier:
    """A model that assigns pages to classes. Make one with `train` or `load`."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline

    @classmethod
    def train(cls, texts: Iterable[str], labels: Sequence[str]) -> Classifier:
        """Learn from contents and their classes. Raises InputError for fewer than two classes, and without words."""
        if len(set(labels)) < 2:
            raise InputError(f"{len(labels):,} labelled pages with {len(set(labels))} classes; at least two are needed")
        pipeline = make_pipeline(
            TfidfVectorizer(lowercase=False, token_pattern=WORD, sublinear_tf=True, max_features=MAX_VOCABULARY),
            LogisticRegression(C=10.0, max_iter=1000, class_weight="balanced"),
        )
        try:
            pipeline.fit([_words(text) for text in texts], list(labels))
        except ValueError as error:  # an empty vocabulary
            raise InputError(f"the labelled pages have no words to learn from ({error})") from error
        return cls(pipeline)

    @property
    def classes(self) -> list[str]:
        return [str(name) for name in self._pipeline.classes_]

    def classify(self, texts: Iterable[str]) -> list[tuple[str, float]]:
        """The class of each content, and its probability."""
        words = [_words(text) for text in texts]
        if not words:
            return []
        found = self._pipeline.predict_proba(words)
        best = found.argmax(axis=1)
        return [(self.classes[n], float(row[n])) for n, row in zip(best.tolist(), found, strict=True)]

    def test(self, texts: Iterable[str], labels: Sequence[str]) -> Scores:
        """How well the model does on contents whose classes are known."""
        found = [label for label, _ in self.classify(texts)]
        if not found:
            raise InputError("no labelled page to test with")
        names = sorted(set(labels))
        return Scores(
            len(found), float(accuracy_score(labels, found)),
            float(f1_score(labels, found, labels=names, average="macro", zero_division=0)),
        )  # fmt: skip

    def save(self, path: Path) -> None:
        """Write the model, without pickle."""
        skops.io.dump(self._pipeline, path)

    @classmethod
    def load(cls, path: Path) -> Classifier:
        """Read a model. Raises InputError for another file, and for one that holds other types than a model has."""
        try:
            unknown = skops.io.get_untrusted_types(file=path)
            if unknown:
                raise InputError(
                    f"{path} holds {', '.join(unknown[:3])}, which no model of ours does; it is not loaded"
                )
            found = skops.io.load(path)
        except (OSError, zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{path} is not a model that corpus classify has saved: {error}") from error
        if not isinstance(found, Pipeline) or not hasattr(found, "classes_"):
            raise InputError(f"{path} is not a model that corpus classify has saved")
        return cls(found)


def _words(text: str) -> str:
    return " ".join(feature_words(text[:MAX_TEXT_CHARS]))
