"""Whether the posts of a thread are found, and have the right author and the right day.

python benchmarks/posts.py ~/corpora/web-forum-52     a folder: html/, gold.jsonl (gold_posts, and gold_authors
                                                      and gold_dates where it has them)

Gold authors are names, or the address that the name links to, as the page has it: then the texts of the links with that
address are right. A gold post and a found one are the same if their words have an F1 of .5 or more. F1 is that of the
pairs of a post and its author, and of a post and its day: 2 right / (pairs in gold + pairs found). Gold dates without a
year, such as "11 days ago", are left out.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from metadata import half

from scrapy_denoise import denoise
from scrapy_denoise.document.metadata.dates import iso_date
from scrapy_denoise.evaluation import word_scores


def key(text):
    return re.sub(r"[\W_]+", "", text).casefold()


def names_of_links(page):
    """The texts of a page's links by their addresses, as they stand there."""
    found = defaultdict(set)
    for link in page.tree.iter("a"):
        if link.get("href") and (text := key("".join(link.itertext()))):
            found[link.get("href")].add(text)
    return found


def matches(gold_posts, posts):
    """The found post of each gold post, by number."""
    free = list(range(len(posts)))
    found = {}
    for number, gold in enumerate(gold_posts):
        scores = [(word_scores(gold, posts[other].text).f1, -other) for other in free]
        best, place = max(scores, default=(0, 0))
        if best >= 0.5:
            found[number] = -place
            free.remove(-place)
    return found


def counts(gold, body):
    result = denoise(body, gold["url"], max_size=0)
    links, posts = names_of_links(result.page), result.posts
    same = matches(gold["gold_posts"], posts)
    total = Counter(gold_posts=len(gold["gold_posts"]), found_posts=len(posts), posts=len(same))
    total["found_authors"] = sum(bool(post.author) for post in posts)
    authors = gold.get("gold_authors", [])
    days = [iso_date(text, gold["lang"])[:10] for text in gold.get("gold_dates", [])]
    known = {number for number, day in enumerate(days) if day}
    total["gold_authors"] = sum(map(bool, authors))
    total["gold_dates"] = len(known)
    others = {place for number, place in same.items() if number not in known}
    total["found_dates"] = sum(bool(post.published) for place, post in enumerate(posts) if place not in others)
    for number, place in same.items():
        author = authors[number] if number < len(authors) else ""
        right = links.get(author, set()) | {key(author)}
        total["authors"] += bool(author) and key(posts[place].author) in right
        total["dates"] += number in known and posts[place].published[:10] == days[number]
    return total


def figures(total):
    """F1 of the posts, of their authors and of their days; the last two only where gold has some."""
    return [
        f"{name} {2 * total[name] / (total[f'gold_{name}'] + total[f'found_{name}']):.3f}"
        for name in ("posts", "authors", "dates")
        if total[f"gold_{name}"]
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS")
    logging.disable(logging.CRITICAL)
    for folder in parser.parse_args().corpora:
        totals = defaultdict(Counter)
        for line in (folder / "gold.jsonl").open(encoding="utf-8"):
            gold = json.loads(line)
            found = counts(gold, (folder / "html" / f"{gold['id']}.html").read_bytes())
            for part in ("all", half(gold["site"])):
                totals[part] += found
            print(gold["id"][:60], *figures(found), file=sys.stderr)
        for part, total in sorted(totals.items()):
            print(folder.name, part, *figures(total))


if __name__ == "__main__":
    main()
