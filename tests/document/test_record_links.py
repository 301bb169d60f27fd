"""Links that are several of each record, in a compiled pass and as plain Python says it."""

import random
import re
from collections import Counter
from itertools import chain, combinations, groupby, zip_longest

import numpy as np
import pytest

from scrapy_denoise.document.compiled import address_kind, links_of_each


def told(records, urls, texts, chars):
    return links_of_each(records, urls, np.array(texts, np.uint32), np.array(chars, np.int64))


def test_a_label_is_told_from_the_titles():
    """The picture without a text has the hash of what follows it, and is left out with the label."""
    records = [[0, 1, 2], [3, 4], [5, 6]]
    found = told(records, [f"/{n}" for n in range(7)], [1, 9, 9, 2, 9, 3, 9], [5, 0, 4, 6, 4, 7, 4])
    assert found == [[2, 4, 6]]


def test_an_author_is_told_from_the_topics_by_the_address():
    kinds = ("https://a.example/topic/", "https://a.example/user/")
    records = [[2 * n, 2 * n + 1] for n in range(4)]
    urls = [f"{kinds[n % 2]}{n}" for n in range(8)]
    lengths = [(30, 5)[n % 2] for n in range(8)]
    assert told(records, urls, range(8), lengths) == [[0, 2, 4, 6], [1, 3, 5, 7]]
    assert told(records, urls, range(8), [20] * 8) == []
    assert told(records, ["https://a.example/topic/1"] * 8, range(8), lengths) == []
    assert told(records[:2], urls, range(8), lengths) == []


def test_what_is_no_link():
    assert told([], [], [], []) == []
    for records in ([[0, 1]], [[-1]]):
        with pytest.raises(ValueError, match="no such link"):
            told(records, ["/a"], [1], [2])


def plainly(records, urls, texts, chars):
    said, found = {}, []
    for links in records:
        for text, link in {texts[link]: link for link in links if chars[link]}.items():
            said.setdefault(text, []).append(link)
    labels = {text: links for text, links in said.items() if len(links) >= max(0.75 * len(records), 3)}
    found += labels.values()
    if labels:
        records = [own for links in records if (own := [link for link in links if texts[link] not in labels])]
    lengths = ([chars[link] for link in links if link is not None] for links in zip_longest(*(r[:8] for r in records)))
    means = [sum(own) / len(own) for own in lengths if len(own) >= 3]
    if len(means) < 2 or max(means) < 1.8 * min(means):
        return found
    of_kind = {}
    for link in chain.from_iterable(records):
        of_kind.setdefault(address_kind(urls[link]), []).append(link)
    kind_of = {link: kind if len(links) > 2 else "" for kind, links in of_kind.items() for link in links}
    having, once, length, before = Counter(), Counter(), Counter(), Counter()
    for links in records:
        longest = {}
        for link in links:
            longest[kind_of[link]] = max(longest.get(kind_of[link], 0), chars[link])
        runs = Counter(kind for kind, _ in groupby(map(kind_of.__getitem__, links)))
        length.update(longest)
        having.update(longest.keys())
        once.update(kind for kind, n in runs.items() if n == 1)
        before.update(combinations(longest, 2))
    mean = {kind: length[kind] / n for kind, n in having.items()}
    told = {
        kind
        for (one, other), n in before.items()
        for kind in (one, other)
        if max(mean[one], mean[other]) >= 1.8 * min(mean[one], mean[other])
        and min(n, once[kind]) >= max(0.75 * having[kind], 3)
    }
    return found + [links for kind, links in of_kind.items() if kind in told and kind and len(of_kind) > 1]


def test_the_same_is_told_as_plainly():
    draw, several = random.Random(0), 0
    folders = ("t", "u?p=", "m-", "x/y", "z")
    for _ in range(2000):
        n, of_kind = draw.randint(1, 40), {folder: draw.choice([2, 5, 30]) for folder in folders}
        own = draw.choices(folders[: draw.randint(1, 5)], k=n)
        urls = [f"https://a.example/{folder}/{draw.randint(0, 9)}" for folder in own]
        chars = [of_kind[folder] if draw.random() < 0.8 else draw.choice([0, 3, 20]) for folder in own]
        texts = [draw.randint(0, draw.choice([3, 30])) for _ in range(n)]
        sizes, records = draw.choice([[1, 2], [2], [3], [2, 3, 4], [9, 12]]), []
        while sum(map(len, records)) < n:
            at = sum(map(len, records))
            records.append(list(range(at, min(at + draw.choice(sizes), n))))
        found = told(records, urls, texts, chars)
        assert found == plainly(records, urls, texts, chars)
        several += bool(found)
    assert several > 200


def kind_by_patterns(url):
    place, _, query = url.partition("#")[0].partition("?")
    folder, _, file = place.rstrip("/").rpartition("/")
    folder = re.sub(r"(?<=/)[^/]*[\d%_-][^/]*(?=/)", "*", folder + "/")
    keys, types = re.findall(r"(?:^|[&;])([^=&;]*)", query), re.findall(r"\.[A-Za-z]\w{1,4}$", file)
    return f"{folder}{file}?{'&'.join(keys)}" if query else f"{folder}*{''.join(types)}"


def test_kinds_of_addresses():
    draw = random.Random(0)
    for _ in range(20_000):
        beginning = draw.choice(["", "https://a.example", "https://a-b.example/"])
        url = beginning + "".join(draw.choices("/////..??#&&;;==ab1-_%Z\xe9\u0663\xb2\u6f22", k=draw.randint(0, 14)))
        assert address_kind(url) == kind_by_patterns(url)
