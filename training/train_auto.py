"""Learn the models of the default method, `auto`, from corpora with gold text.

    python -m training.train_auto CORPUS... --folds 3 --drawings 3 --figures docs/methods/auto-figures.rst
    python -m training.train_auto CORPUS... --write
    python -m training.train_auto CORPUS... --sample 60 --pages-without-content 5

The first command shows how good the models are on sites that they have not seen: the sites are dealt into folds, and
the pages of each fold are read by models learned from the others. The second learns from all pages and writes the
models to scrapy_denoise/blocks/models. They are boosted trees:

- blocks: is a text block content, from what its page says of it (scrapy_denoise/blocks/features/features.pxi);
- context: the same, from what that model says of the blocks around too (scrapy_denoise/blocks/features/context.pxi);
- pages: what kind of page it is (scrapy_denoise/blocks/page_model.py), from the pages whose gold tells.

The third learns the model of blocks with several seeds and shows the confidence that each has in pages without content.

The same corpora, seed and release of LightGBM give the same files.
"""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import evolve
from rich.console import Console

from scrapy_denoise.blocks.forest.forest import Forest
from training.emptied import confidences
from training.labels import read
from training.learning import TOO_FEW, Learner, folds_of
from training.measuring import validate, validate_types
from training.options import parser_of
from training.tables import show

MODELS = Path(__file__).parents[1] / "scrapy_denoise" / "blocks" / "models"


def main(argv: list[str] | None = None) -> None:
    parser = parser_of(__doc__, drawings=1)
    parser.add_argument("--rounds", type=int, default=Learner().rounds, help="trees of the blocks' model (%(default)s)")
    parser.add_argument("--leaves", type=int, default=Learner().leaves, help="leaves of each tree (%(default)s)")
    parser.add_argument(
        "--phrases", type=float, default=Learner().phrases, help="weight of pages with phrases alone (%(default)s)"
    )
    parser.add_argument("--types", action="store_true", help="write the models of page types alone")
    parser.add_argument("--write", action="store_true", help="learn from all pages, and write the models")
    parser.add_argument(
        "--pages-without-content",
        type=int,
        metavar="SEEDS",
        help="learn with this many seeds, show the confidence in such pages",
    )
    options = parser.parse_args(argv)
    out = Console(width=160)
    learner = Learner(rounds=options.rounds, leaves=options.leaves, phrases=options.phrases, threads=options.jobs)
    try:
        pages = read(options.corpora, options.jobs, options.sample)
        fold = folds_of(pages, options.folds)
        if options.pages_without_content:
            models = [evolve(learner, seed=seed).blocks(pages) for seed in range(1, options.pages_without_content + 1)]
            show([("Confidence in pages without content", confidences(models))], out, options.figures)
        elif options.types:
            Forest.save(MODELS / "pages.npz", learner.page_types(pages))
        elif options.write:
            content = learner.blocks(pages)
            if content.second is None:
                raise ValueError(TOO_FEW)
            MODELS.mkdir(exist_ok=True)
            kinds = learner.page_types(pages)
            blocks = {"blocks": content.first, "context": content.second}
            for name, found in {"pages": kinds, **{name: {"content": model} for name, model in blocks.items()}}.items():
                path = MODELS / f"{name}.npz"
                Forest.save(path, found)
                out.print(f"{path}: {path.stat().st_size:,} bytes, from {len(pages):,} pages")
        else:
            tables = validate(pages, options.folds, options.drawings, learner)
            try:
                tables.append(validate_types(pages, fold, learner))
            except ValueError:
                out.print("No table of page types: too few pages of these corpora have a gold that tells them.")
            show(tables, out, options.figures)
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())
