"""Learn all models of the default method once for each fold of the sites, from the pages of the others.

    python -m training.fold_models CORPUS... --folds 3 --write FOLDS

FOLDS/0, FOLDS/1 and so on then have the files of scrapy_denoise/blocks/models, for pages whose site is in that fold
(`training.learning.folds_of`), as ``python -m benchmarks.steps --models FOLDS`` reads them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scrapy_denoise.blocks.forest.forest import Forest
from training.labels import Labelled, read
from training.learning import TOO_FEW, Learner, folds_of
from training.measuring import score_by_others
from training.options import parser_of


def write_folds(pages: list[Labelled], folds: int, learner: Learner, folder: Path) -> None:
    """Learn the models of each fold and write them to a folder of its number.

    The confidence is learned by them (`training.train_confidence`). Raises ValueError where the pages are too few to
    learn from.
    """
    fold = folds_of(pages, folds)
    for number, content in score_by_others(pages, fold, learner).items():
        others = [page for page, own in zip(pages, fold, strict=True) if own != number]
        if content.second is None:
            raise ValueError(TOO_FEW)
        models = {"blocks": content.first, "context": content.second}
        place = folder / str(number)
        place.mkdir(parents=True, exist_ok=True)
        Forest.save(place / "pages.npz", learner.page_types(others))
        for name, model in models.items():
            Forest.save(place / f"{name}.npz", {"content": model})


def main(argv: list[str] | None = None) -> None:
    parser = parser_of(__doc__, drawings=1)
    parser.add_argument("--write", type=Path, required=True, metavar="DIR", help="the folder of the folds")
    options = parser.parse_args(argv)
    try:
        pages = read(options.corpora, options.jobs, options.sample)
        write_folds(pages, options.folds, Learner(threads=options.jobs), options.write)
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())
