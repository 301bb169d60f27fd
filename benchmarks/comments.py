"""Which of the two a page is: a thread, whose posts are the text, or an article with comments, which stand apart.

``python benchmarks/comments.py CORPUS...``: corpora with ``gold_posts`` (threads), ``gold_comments`` (articles with
comments) or a gold page type. A table by corpus: of the threads, and of the articles, how many have the page type
``forum``; of the articles with comments, how many have half of the words that the gold's comments alone have in
`comments`, and how many have them in `text`.
"""

import logging
import sys
from collections import Counter

from rich.progress import track

from scrapy_denoise import denoise
from scrapy_denoise.evaluation import Corpus, GoldPage
from scrapy_denoise.evaluation.metrics.text import tokens

MIN_OWN = 5
"""Words that the gold's comments have and its text has not, from which a page is counted."""


def counts(page: GoldPage) -> Counter[str]:
    result = denoise(page.html, url=page.url)
    forum = result.page_type == "forum"
    if len(page.gold_posts or ()) > 1 or page.page_type == "forum":
        return Counter(threads=1, threads_as_forum=forum)
    if not page.gold_comments:
        return Counter(articles=1, articles_as_forum=forum) if page.page_type == "article" else Counter()
    own = set(tokens(" ".join(page.gold_comments))) - set(tokens(page.gold_text))
    if len(own) < MIN_OWN:
        return Counter(articles=1, articles_as_forum=forum)
    apart = own & {word for comment in result.comments for word in tokens(comment.text)}
    within = own & set(tokens(result.text))
    halves = {"in_comments": len(apart) >= len(own) / 2, "in_text": len(within) >= len(own) / 2}
    return Counter(articles=1, articles_as_forum=forum, commented=1, **halves)


def main() -> None:
    logging.disable(logging.CRITICAL)
    columns = ("threads", "threads_as_forum", "articles", "articles_as_forum", "commented", "in_comments", "in_text")
    print(f"{'':28}" + "".join(f"{name:>18}" for name in columns))
    for folder in sys.argv[1:]:
        corpus = Corpus.read(folder)
        found = sum(map(counts, track(corpus.pages, corpus.name)), Counter())
        if found:
            print(f"{corpus.name:28}" + "".join(f"{found[name]:18}" for name in columns))


if __name__ == "__main__":
    main()
