"""``scrapy-denoise corpus classify``: train a model on labelled pages, test it, and apply it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_denoise.cli.corpus.analyse import parquet_file, with_errors, write_table
from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.cli.terminal import pluralize

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = """examples (labels.jsonl has lines such as {"url": "https://a.example/1", "label": "sport"}):
  scrapy-denoise corpus classify train content/ --labels labels.jsonl --model sections.skops
  scrapy-denoise corpus classify test content/ --labels others.jsonl --model sections.skops
  scrapy-denoise corpus classify apply content/ --model sections.skops --out classes.parquet
"""

COLUMNS = ("url", "source", "text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the command's parser what it says and takes."""
    parser.description = "Train a model on pages of DIR whose classes are known, test it on others, or apply it to all."
    parser.epilog = EXAMPLES
    parser.add_argument("what", choices=("train", "test", "apply"))
    parser.add_argument("folder", type=Path, metavar="DIR", help="what corpus clean wrote")
    parser.add_argument("--model", type=Path, required=True, metavar="FILE", help="the model (skops, no pickle)")
    parser.add_argument("--labels", type=Path, metavar="FILE", help="JSON lines with url and label, to train and test")
    parser.add_argument(
        "-o", "--out", type=parquet_file, metavar="FILE", help="of apply: the Parquet file that is written"
    )
    parser.set_defaults(run=_classify)


@with_errors
def _classify(options: argparse.Namespace) -> int:
    from scrapy_denoise.corpus.analysis.page_classes import Classifier
    from scrapy_denoise.corpus.input.pages import identity
    from scrapy_denoise.corpus.output.reader import read_documents
    from scrapy_denoise.optional import pyarrow as pa

    if options.what == "apply":
        if options.out is None:
            raise CommandError("apply writes a file; name it with --out")
        classifier = Classifier.load(options.model)
        schema = pa.schema([("url", pa.string()), ("label", pa.string()), ("probability", pa.float32())])

        def rows() -> Iterator[Any]:
            for batch in read_documents(options.folder, COLUMNS):
                found = classifier.classify(batch.column("text").to_pylist())
                columns = [
                    list(map(identity, batch.to_pylist())),
                    [label for label, _ in found],
                    [share for _, share in found],
                ]
                yield pa.record_batch(columns, schema=schema)

        pages = write_table(options.out, rows(), schema)
        print(f"scrapy-denoise: {pluralize(pages, 'page')} in {options.out}", file=sys.stderr)
        return 0
    texts, labels = _labelled(options)
    if options.what == "train":
        classifier = Classifier.train(texts, labels)
        classifier.save(options.model)
        print(
            f"scrapy-denoise: trained on {pluralize(len(texts), 'page')} of "
            f"{pluralize(len(classifier.classes), 'class')}, in {options.model}",
            file=sys.stderr,
        )
        return 0
    scores = Classifier.load(options.model).test(texts, labels)
    print(f"{pluralize(scores.pages, 'page')}: accuracy {scores.accuracy:.3f}, macro F1 {scores.macro_f1:.3f}")
    return 0


def _labelled(options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """The contents and the classes of the pages that have a label."""
    from scrapy_denoise.corpus.input.pages import identity
    from scrapy_denoise.corpus.output.reader import read_documents

    if options.labels is None:
        raise CommandError(f"{options.what} needs labelled pages; name them with --labels")
    given: dict[str, str] = {}
    number = 0
    try:
        with options.labels.open(encoding="utf-8") as lines:
            for line in lines:
                number += 1
                row = json.loads(line) if line.strip() else None
                if row is not None:
                    given[row["url"]] = str(row["label"])
    except OSError as error:
        raise CommandError(f"cannot read {options.labels}: {error.strerror or error}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise CommandError(f"{options.labels}:{number}: no line with url and label ({error})") from error
    texts, labels = [], []
    for batch in read_documents(options.folder, COLUMNS):
        for row in batch.to_pylist():
            if identity(row) in given:
                texts.append(row["text"])
                labels.append(given[identity(row)])
    if not texts:
        raise CommandError(f"none of the addresses in {options.labels} is in {options.folder}")
    return texts, labels
